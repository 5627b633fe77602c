# SPDX-License-Identifier: MIT
"""PIPO: Kim et al., ICISC 2020."""

from __future__ import annotations

from functools import cache

from ..arithmetic import Box, number, octets, rol


def sub(value: int) -> int:
    """The paper's bitsliced description, on one byte."""
    x = [value >> i & 1 for i in range(8)]
    x[5] ^= x[7] & x[6]
    x[4] ^= x[3] & x[5]
    x[7] ^= x[4]
    x[6] ^= x[3]
    x[3] ^= x[4] | x[5]
    x[5] ^= x[7]
    x[4] ^= x[5] & x[6]
    x[2] ^= x[1] & x[0]
    x[0] ^= x[2] | x[1]
    x[1] ^= x[2] | x[0]
    x[2] ^= 1
    x[7] ^= x[1]
    x[3] ^= x[2]
    x[4] ^= x[0]
    t = [x[7], x[3], x[4]]
    x[6] ^= t[0] & x[5]
    t[0] ^= x[6]
    x[6] ^= t[2] | t[1]
    t[1] ^= x[5]
    x[5] ^= x[6] | t[2]
    t[2] ^= t[1] & t[0]
    bits = [x[7], x[0] ^ t[1], x[2] ^ t[0], x[6], x[5], x[4], x[3], x[1] ^ t[2]]
    return sum(bit << i for i, bit in enumerate(bits))


ROTATIONS = [0, 7, 4, 3, 6, 5, 1, 2]


@cache
def sbox() -> Box:
    return Box(sub(x) for x in range(256))


def transposed(x: int) -> int:
    """An 8 x 8 array of bits, one row per byte: single bits are swapped across the diagonal, then blocks of two by two,
    then of four by four."""
    for distance, mask in ((7, 0x00AA00AA00AA00AA), (14, 0x0000CCCC0000CCCC), (28, 0x00000000F0F0F0F0)):
        different = (x ^ x >> distance) & mask
        x = x ^ different ^ different << distance
    return x


def encrypt(key: bytes, block: bytes) -> bytes:
    """The bytes of a block are the rows of an 8 x 8 array of bits, the columns are what the S-box sees."""
    parts = [number(key[i : i + 8]) for i in range(0, len(key), 8)]
    x = number(block) ^ parts[0]
    for r in range(1, {16: 13, 32: 17}[len(key)] + 1):
        columns = [sbox()[column] for column in octets(transposed(x), 8)]
        substituted = octets(transposed(number(columns)), 8)
        rows = [rol(row, rotation, 8) for row, rotation in zip(substituted, ROTATIONS, strict=True)]
        x = number(rows) ^ parts[r % len(parts)] ^ r
    return octets(x, 8)


CIPHERS = {f"pipo-64/{bits}": (8, bits // 8, encrypt) for bits in (128, 256)}
GATED = ("ctr", "cbc", "cmac")
VECTORS = (("ctr", "cbc", "cmac"), ("cfb", "cfb8", "ofb"))
