# SPDX-License-Identifier: MIT
"""SHA-2: FIPS 180-4."""

from __future__ import annotations

from functools import cache

from .arithmetic import joined, number, octets, rol, split


@cache
def primes(count: int) -> list[int]:
    every: list[int] = []
    candidate = 2
    while len(every) < count:
        if all(candidate % p for p in every):
            every.append(candidate)
        candidate += 1
    return every


@cache
def root_bits(n: int, degree: int, bits: int) -> int:
    """The first bits of the fractional part of a root of n."""
    scaled, low, high = n << degree * bits, 0, 1 << bits + 8
    while low + 1 < high:
        middle = (low + high) // 2
        low, high = (middle, high) if middle**degree <= scaled else (low, middle)
    return low % 2**bits


ROTATIONS = {  # of Sigma0, Sigma1, sigma0 and sigma1; the last of the latter two are shifts
    32: ((2, 13, 22), (6, 11, 25), (7, 18, 3), (17, 19, 10)),
    64: ((28, 34, 39), (14, 18, 41), (1, 8, 7), (19, 61, 6)),
}


def digest(bits: int, rounds: int, start: list[int], text: bytes) -> bytes:
    """The whole state after a message, in words of so many bits."""
    block_bytes, mask = 2 * bits, 2**bits - 1
    padding = b"\x80" + bytes(-(len(text) + 1 + block_bytes // 8) % block_bytes)
    padded = joined([text, padding, octets(8 * len(text), block_bytes // 8, "big")])
    constants = [root_bits(p, 3, bits) for p in primes(rounds)]
    upper0, upper1, (p, q, r), (s, t, u) = ROTATIONS[bits]
    state = start
    for block in split(padded, block_bytes):
        w = [number(word, "big") for word in split(block, bits // 8)]
        for i in range(16, rounds):
            x, y = w[i - 15], w[i - 2]
            small0 = rol(x, bits - p, bits) ^ rol(x, bits - q, bits) ^ x >> r
            small1 = rol(y, bits - s, bits) ^ rol(y, bits - t, bits) ^ y >> u
            w.append((w[i - 16] + small0 + w[i - 7] + small1) & mask)
        a, b, c, d, e, f, g, h = state
        for k, word in zip(constants, w, strict=True):
            big0 = rol(a, bits - upper0[0], bits) ^ rol(a, bits - upper0[1], bits) ^ rol(a, bits - upper0[2], bits)
            big1 = rol(e, bits - upper1[0], bits) ^ rol(e, bits - upper1[1], bits) ^ rol(e, bits - upper1[2], bits)
            t1 = h + big1 + (e & f ^ ~e & g) + k + word
            t2 = big0 + (a & b ^ a & c ^ b & c)
            a, b, c, d, e, f, g, h = (t1 + t2) & mask, a, b, c, (d + t1) & mask, e, f, g
        state = [(x + y) & mask for x, y in zip(state, (a, b, c, d, e, f, g, h), strict=True)]
    return joined(octets(word, bits // 8, "big") for word in state)


def sha256(text: bytes) -> bytes:
    return digest(32, 64, [root_bits(p, 2, 32) for p in primes(8)], text)


def sha512(text: bytes) -> bytes:
    return digest(64, 80, [root_bits(p, 2, 64) for p in primes(8)], text)
