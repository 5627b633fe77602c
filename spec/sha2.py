# SPDX-License-Identifier: MIT
"""SHA-2: FIPS 180-4."""

from __future__ import annotations

from collections.abc import Callable
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


ROUNDS = {32: 64, 64: 80}
ROTATIONS = {  # of Sigma0, Sigma1, sigma0 and sigma1; the last of the latter two are shifts
    32: ((2, 13, 22), (6, 11, 25), (7, 18, 3), (17, 19, 10)),
    64: ((28, 34, 39), (14, 18, 41), (1, 8, 7), (19, 61, 6)),
}


def compress(bits: int, state: list[int], block: bytes) -> list[int]:
    """The state after a block, in words of so many bits."""
    mask, rounds = 2**bits - 1, ROUNDS[bits]
    upper0, upper1, (p, q, r), (s, t, u) = ROTATIONS[bits]
    w = [number(word, "big") for word in split(block, bits // 8)]
    for i in range(16, rounds):
        x, y = w[i - 15], w[i - 2]
        small0 = rol(x, bits - p, bits) ^ rol(x, bits - q, bits) ^ x >> r
        small1 = rol(y, bits - s, bits) ^ rol(y, bits - t, bits) ^ y >> u
        w.append((w[i - 16] + small0 + w[i - 7] + small1) & mask)
    a, b, c, d, e, f, g, h = state
    for k, word in zip([root_bits(p, 3, bits) for p in primes(rounds)], w, strict=True):
        big0 = rol(a, bits - upper0[0], bits) ^ rol(a, bits - upper0[1], bits) ^ rol(a, bits - upper0[2], bits)
        big1 = rol(e, bits - upper1[0], bits) ^ rol(e, bits - upper1[1], bits) ^ rol(e, bits - upper1[2], bits)
        t1 = h + big1 + (e & f ^ ~e & g) + k + word
        t2 = big0 + (a & b ^ a & c ^ b & c)
        a, b, c, d, e, f, g, h = (t1 + t2) & mask, a, b, c, (d + t1) & mask, e, f, g
    return [(x + y) & mask for x, y in zip(state, (a, b, c, d, e, f, g, h), strict=True)]


Compress = Callable[[int, list[int], bytes], list[int]]


def digest(bits: int, text: bytes, compress: Compress = compress) -> bytes:
    """The whole state after a message."""
    block_bytes = 2 * bits
    padding = b"\x80" + bytes(-(len(text) + 1 + block_bytes // 8) % block_bytes)
    padded = joined([text, padding, octets(8 * len(text), block_bytes // 8, "big")])
    state = [root_bits(p, 2, bits) for p in primes(8)]
    for block in split(padded, block_bytes):
        state = compress(bits, state, block)
    return joined(octets(word, bits // 8, "big") for word in state)


def sha256(text: bytes) -> bytes:
    return digest(32, text)


def sha512(text: bytes) -> bytes:
    return digest(64, text)
