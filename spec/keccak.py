# SPDX-License-Identifier: MIT
"""Keccak-f[1600], SHA-3 and SHAKE: FIPS 202."""

from __future__ import annotations

from .arithmetic import joined, number, octets, rol, split, xor


def f1600(state: bytes) -> bytes:
    lanes = {(i % 5, i // 5): number(lane) for i, lane in enumerate(split(state, 8))}
    register = 1  # rc(t), a linear feedback shift register
    for _ in range(24):
        column = [lanes[x, 0] ^ lanes[x, 1] ^ lanes[x, 2] ^ lanes[x, 3] ^ lanes[x, 4] for x in range(5)]
        for x, y in lanes:
            lanes[x, y] ^= column[(x - 1) % 5] ^ rol(column[(x + 1) % 5], 1, 64)
        moved = {(0, 0): lanes[0, 0]}
        x, y = 1, 0
        for t in range(24):
            moved[y, (2 * x + 3 * y) % 5] = rol(lanes[x, y], (t + 1) * (t + 2) // 2, 64)
            x, y = y, (2 * x + 3 * y) % 5
        for x, y in moved:
            lanes[x, y] = moved[x, y] ^ (~moved[(x + 1) % 5, y] & moved[(x + 2) % 5, y])
        for j in range(7):
            lanes[0, 0] ^= (register & 1) << (2**j - 1)
            register = register << 1 ^ (0x171 if register & 0x80 else 0)
    return joined(octets(lanes[i % 5, i // 5], 8) for i in range(25))


def sponge(rate: int, suffix: int, message: bytes, digest_bytes: int) -> bytes:
    """SHA-3 and SHAKE: FIPS 202, 4 and 6; the suffix holds the first bit of the padding, too."""
    padded = joined([message, [suffix], bytes(-(len(message) + 1) % rate)])
    padded = joined([padded[:-1], [padded[-1] | 0x80]])
    state, out = bytes(200), b""
    for block in split(padded, rate):
        state = f1600(joined([xor(state, block), state[rate:]]))
    while len(out) < digest_bytes:
        out = joined([out, state[:rate]])
        state = f1600(state)
    return out[:digest_bytes]
