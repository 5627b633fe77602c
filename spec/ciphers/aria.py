# SPDX-License-Identifier: MIT
"""ARIA: KS X 1213-1; RFC 5794."""

from __future__ import annotations

from functools import cache

from ..arithmetic import Box, affine, gf_power, number, octets, rol
from . import aes

MATRIX = ["01011110", "00111101", "11010111", "10011101", "00101100", "10000001", "01011101", "11010011"]
CONSTANTS = [
    0x517CC1B727220A94FE13ABE8FA9A6EE0,
    0x6DB14ACC9E21C820FF28B1D5EF5DE2B0,
    0xDB92371D2126E9700324977504E8C90E,
]
# y[i] is the sum of x[j] for j in row i
DIFFUSION = [
    [3, 4, 6, 8, 9, 13, 14],
    [2, 5, 7, 8, 9, 12, 15],
    [1, 4, 6, 10, 11, 12, 15],
    [0, 5, 7, 10, 11, 13, 14],
    [0, 2, 5, 8, 11, 14, 15],
    [1, 3, 4, 9, 10, 14, 15],
    [0, 2, 7, 9, 10, 12, 13],
    [1, 3, 6, 8, 11, 12, 13],
    [0, 1, 4, 7, 10, 13, 15],
    [0, 1, 5, 6, 11, 12, 14],
    [2, 3, 5, 6, 8, 13, 15],
    [2, 3, 4, 7, 9, 12, 14],
    [1, 2, 6, 7, 9, 11, 12],
    [0, 3, 6, 7, 8, 10, 13],
    [0, 3, 4, 5, 9, 11, 14],
    [1, 2, 4, 5, 8, 10, 15],
]


@cache
def sboxes() -> list[Box]:
    """S1, S2 and their inverses."""
    s1, s2 = aes.sbox(), Box(affine(gf_power(x, 247), MATRIX, 0xE2) for x in range(256))
    return [s1, s2, s1.inverse(), s2.inverse()]


def substitute(x: int, first: int) -> list[int]:
    return [sboxes()[(i + first) % 4][b] for i, b in enumerate(octets(x, 16, "big"))]


def one_round(x: int, key: int, even: bool) -> int:
    s = substitute(x ^ key, 2 if even else 0)
    out = []
    for row in DIFFUSION:
        y = 0
        for j in row:
            y ^= s[j]
        out.append(y)
    return number(out, "big")


@cache
def round_keys(key: bytes) -> list[int]:
    left = number(key[:16], "big")
    right = number(key[16:], "big") << 8 * (32 - len(key))
    n = (len(key) - 16) // 8
    constants = CONSTANTS[n:] + CONSTANTS[:n]
    w = [left]
    w.append(one_round(w[0], constants[0], False) ^ right)
    w.append(one_round(w[1], constants[1], True) ^ w[0])
    w.append(one_round(w[2], constants[2], False) ^ w[1])
    keys = []
    for rotation in (128 - 19, 128 - 31, 61, 31, 19):
        keys += [w[i] ^ rol(w[(i + 1) % 4], rotation, 128) for i in range(3)] + [rol(w[0], rotation, 128) ^ w[3]]
    return keys[: 13 + 2 * n]


def encrypt(key: bytes, block: bytes) -> bytes:
    keys = round_keys(key)
    x = number(block, "big")
    for i, k in enumerate(keys[:-2]):
        x = one_round(x, k, i % 2 == 1)
    last = number(substitute(x ^ keys[-2], 2), "big")
    return octets(last ^ keys[-1], 16, "big")


CIPHERS = {f"aria-{bits}": (16, bits // 8, encrypt) for bits in (128, 192, 256)}
GATED = ("ctr", "cbc", "gcm", "ccm", "cmac")
GATED_SHORTEST_KEY = ("xts", "cfb", "ofb")
VECTORS = (("ctr", "cbc"), ("xts", "gmac"), ("cfb", "ofb"))
