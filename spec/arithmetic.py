# SPDX-License-Identifier: MIT
"""Numbers and bytes, which may be symbolic."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any, Literal

MASK = 0xFFFFFFFF
Order = Literal["little", "big"]


def data(values: Iterable[int]) -> bytes:
    """Bytes, or symbolic ones."""
    values = tuple(values)
    try:
        return bytes(values)
    except TypeError:
        return values  # type: ignore[return-value]


def number(octets: Iterable[int], order: Order = "little") -> int:
    if not isinstance(octets, bytes):
        octets = data(octets)
    if isinstance(octets, bytes):
        return int.from_bytes(octets, order)
    return sum(b << 8 * i for i, b in enumerate(octets if order == "little" else reversed(octets)))


def octets(x: int, n: int, order: Order = "little") -> bytes:
    if isinstance(x, int):
        return (x & ((1 << 8 * n) - 1)).to_bytes(n, order)
    values = [x >> 8 * i & 0xFF for i in range(n)]
    return data(values if order == "little" else reversed(values))


def joined(parts: Iterable[Iterable[int]]) -> bytes:
    parts = list(parts)
    try:
        return b"".join(parts)  # type: ignore[arg-type]
    except TypeError:
        return data(b for part in parts for b in part)


def split(data: bytes, size: int) -> list[bytes]:
    return [data[i : i + size] for i in range(0, len(data), size)]


def words(data: bytes) -> list[int]:
    return [number(part) for part in split(data, 4)]


def xor(a: bytes, b: bytes) -> bytes:
    return data(x ^ y for x, y in zip(a, b, strict=False))


def rol(x: int, n: int, bits: int = 32) -> int:
    n %= bits
    return (x << n | x >> (bits - n)) & ((1 << bits) - 1)


class Box(list[int]):
    """An S-box.  A symbolic number looks itself up."""

    def __getitem__(self, x: Any) -> Any:
        try:
            return list.__getitem__(self, x)
        except TypeError:
            return x.looked_up(self)

    def inverse(self) -> Box:
        return Box(self.index(x) for x in range(256))


@cache
def gf_multiply(a: int, b: int, modulus: int = 0x11B) -> int:
    """In GF(2^8), by default modulo x^8 + x^4 + x^3 + x + 1."""
    product = 0
    for i in range(8):
        product ^= (b >> i & 1) * (a << i)
    for i in range(14, 7, -1):
        product ^= (product >> i & 1) * (modulus << (i - 8))
    return product


def gf_power(a: int, n: int, modulus: int = 0x11B) -> int:
    result = 1
    for bit in f"{n:b}":
        result = gf_multiply(result, result, modulus)
        if bit == "1":
            result = gf_multiply(result, a, modulus)
    return result


def affine(x: int, matrix: list[str], constant: int) -> int:
    """A matrix of bits times x, plus a constant; row and column 0 are bit 0."""
    bits = [sum((x >> j & 1) * int(row[j]) for j in range(8)) & 1 for row in matrix]
    return sum(bit << i for i, bit in enumerate(bits)) ^ constant
