# SPDX-License-Identifier: MIT
"""SEED: RFC 4269; the S-boxes as TTAS.KO-12.0004/R1 defines them."""

from __future__ import annotations

from functools import cache

from ..arithmetic import Box, affine, gf_power, number, octets, rol

MATRIX_0 = ["00101000", "00010001", "10000100", "10100010", "01000010", "10100001", "01111111", "01010001"]
MATRIX_1 = ["00101000", "01000010", "00010001", "01010001", "10000100", "01111111", "10100001", "10100010"]
MASKS = [0xFC, 0xF3, 0xCF, 0x3F]
MODULUS = 0x163  # x^8 + x^6 + x^5 + x + 1


@cache
def sboxes() -> list[Box]:
    return [
        Box(affine(gf_power(x, 247, MODULUS), MATRIX_0, 0xA9) for x in range(256)),
        Box(affine(gf_power(x, 251, MODULUS), MATRIX_1, 0x38) for x in range(256)),
    ]


def g(x: int) -> int:
    y = [sboxes()[j % 2][b] for j, b in enumerate(octets(x, 4))]
    z = []
    for k in range(4):
        masked = [y[j] & MASKS[(j + k) % 4] for j in range(4)]
        z.append(masked[0] ^ masked[1] ^ masked[2] ^ masked[3])
    return number(z)


@cache
def round_keys(key: bytes) -> list[tuple[int, int]]:
    left, right = number(key[:8], "big"), number(key[8:], "big")
    keys = []
    for i in range(16):
        (a, b), (c, d) = divmod(left, 2**32), divmod(right, 2**32)
        constant = rol(0x9E3779B9, i, 32)
        keys.append((g((a + c - constant) % 2**32), g((b + constant - d) % 2**32)))
        if i % 2 == 0:
            left = rol(left, 56, 64)
        else:
            right = rol(right, 8, 64)
    return keys


def encrypt(key: bytes, block: bytes) -> bytes:
    left, right = number(block[:8], "big"), number(block[8:], "big")
    for k0, k1 in round_keys(key):
        c, d = divmod(right, 2**32)
        t0, t1 = c ^ k0, g(c ^ k0 ^ d ^ k1)
        t0 = g((t0 + t1) % 2**32)
        t1 = g((t1 + t0) % 2**32)
        left, right = right, left ^ ((t0 + t1) % 2**32 << 32 | t1)
    return octets(right << 64 | left, 16, "big")


CIPHERS = {"seed-128": (16, 16, encrypt)}
GATED = ("ctr", "cbc", "gcm")
VECTORS = (("ctr", "cbc", "cfb", "cfb8", "ofb", "xts", "kw", "kwp", "gmac", "cmac"),)
