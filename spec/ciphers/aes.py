# SPDX-License-Identifier: MIT
"""AES: FIPS 197."""

from __future__ import annotations

from functools import cache

from ..arithmetic import Box, data, gf_multiply, gf_power, joined, rol


def sub(x: int) -> int:
    inverse = gf_power(x, 254)
    return inverse ^ rol(inverse, 1, 8) ^ rol(inverse, 2, 8) ^ rol(inverse, 3, 8) ^ rol(inverse, 4, 8) ^ 0x63


@cache
def sbox() -> Box:
    return Box(sub(x) for x in range(256))


@cache
def round_keys(key: bytes) -> list[bytes]:
    n = len(key) // 4
    w = [list(key[4 * i : 4 * i + 4]) for i in range(n)]
    for i in range(n, 4 * (n + 7)):
        t = w[-1]
        if i % n == 0:
            t = [sbox()[b] for b in t[1:] + t[:1]]
            t[0] ^= gf_power(2, i // n - 1)
        elif n == 8 and i % n == 4:
            t = [sbox()[b] for b in t]
        w.append([a ^ b for a, b in zip(w[i - n], t, strict=True)])
    return [joined(w[i : i + 4]) for i in range(0, len(w), 4)]


def encrypt(key: bytes, block: bytes) -> bytes:
    keys = round_keys(key)
    s = [a ^ b for a, b in zip(block, keys[0], strict=True)]
    for round_key in keys[1:]:
        s = [sbox()[s[(i + 4 * (i % 4)) % 16]] for i in range(16)]
        if round_key is not keys[-1]:
            s = [
                gf_multiply(2, s[i])
                ^ gf_multiply(3, s[i - i % 4 + (i + 1) % 4])
                ^ s[i - i % 4 + (i + 2) % 4]
                ^ s[i - i % 4 + (i + 3) % 4]
                for i in range(16)
            ]
        s = [a ^ b for a, b in zip(s, round_key, strict=True)]
    return data(s)


CIPHERS = {f"aes-{bits}": (16, bits // 8, encrypt) for bits in (128, 192, 256)}
GATED = ("ctr", "cbc", "gcm", "ccm", "cmac")
GATED_SHORTEST_KEY = ("xts",)
