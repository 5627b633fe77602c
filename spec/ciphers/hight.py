# SPDX-License-Identifier: MIT
"""HIGHT: TTAS.KO-12.0040/R1; ISO/IEC 18033-3.  Octet 0 of a key or block comes first."""

from __future__ import annotations

from functools import cache

from ..arithmetic import data, rol


@cache
def constants() -> list[int]:
    """Seven bits of a shift register, 128 times."""
    values = [0x5A]
    while len(values) < 128:
        d = values[-1]
        values.append(d >> 1 | ((d ^ d >> 3) & 1) << 6)
    return values


def f(x: int, rotations: tuple[int, int, int]) -> int:
    a, b, c = (rol(x, rotation, 8) for rotation in rotations)
    return a ^ b ^ c


def whiten(x: list[int], keys: list[int]) -> list[int]:
    return [x[0] + keys[0] & 255, x[1], x[2] ^ keys[1], x[3], x[4] + keys[2] & 255, x[5], x[6] ^ keys[3], x[7]]


@cache
def round_keys(key: bytes) -> list[int]:
    return [key[k & 8 | (k - k // 16) & 7] + d & 255 for k, d in enumerate(constants())]


def encrypt(key: bytes, block: bytes) -> bytes:
    whitening = [key[(i + 12) % 16] for i in range(8)]
    keys = round_keys(key)
    x = whiten(list(block), whitening[:4])
    for r in range(32):
        for i in (0, 4):
            x[i + 1] = x[i + 1] + (f(x[i], (3, 4, 6)) ^ keys[4 * r + i // 2]) & 255
        for i in (2, 6):
            x[i + 1] = x[i + 1] ^ (f(x[i], (1, 2, 7)) + keys[4 * r + i // 2] & 255)
        x = x[-1:] + x[:-1]
    return data(whiten(x[1:] + x[:1], whitening[4:]))


CIPHERS = {"hight-128": (8, 16, encrypt)}
GATED = ("ctr", "cbc")
VECTORS = (("cmac", "cfb", "cfb8", "ofb"),)
