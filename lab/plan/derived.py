# SPDX-License-Identifier: MIT
"""Unmeasured modes of the library as calls of a block cipher or hash, whose measured times give an estimate. It needs
only Python."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

# Measured hash by compression function: block and digest in bytes.
HASHES = {
    "sha-256": (64, 32, ("sha-224",)),
    "sha-512": (128, 64, ("sha-384", "sha-512/224", "sha-512/256")),
    "sha3-256": (136, 32, ("sha3-224", "sha3-384", "sha3-512")),
    "lsh-256-256": (128, 32, ("lsh-256-224",)),
    "lsh-512-512": (256, 64, ("lsh-512-224", "lsh-512-256", "lsh-512-384")),
}
MEASURED_AS = {name: measured for measured, (_, _, others) in HASHES.items() for name in (measured, *others)}
WHOLE_BLOCKS = ("gcm", "gmac", "ccm", "xts", "kw", "kwp")  # modes for blocks of 16 bytes alone
ITERATIONS = 1000  # of PBKDF2, the minimum of SP 800-132
FIXED_BYTES = 36  # KBKDF's input per block: a counter, and 32 bytes of label, context and length

Calls = list[tuple[int, int]]  # number of calls, bytes of each; 0 bytes: key setup


@dataclass(frozen=True)
class Block:
    bytes: int
    key_bytes: int


@dataclass(frozen=True)
class Hash:
    bytes: int  # of a block
    digest: int


def times(size: int, unit: int) -> int:
    return -(-size // unit)


def one_by_one(c: Block, size: int) -> Calls:
    return [(times(size, c.bytes), c.bytes)]


# Calls of a block cipher for a message, or for the output of a DRBG or KDF.
OF_BLOCK: dict[str, Callable[[Block, int], Calls]] = {
    "ctr": lambda c, size: [(1, size)],
    "cbc": one_by_one,
    "cfb": one_by_one,
    "ofb": one_by_one,
    "cmac": one_by_one,
    "xts": lambda c, size: [(1, size), (1, c.bytes)],
    "ccm": lambda c, size: [(times(size, c.bytes) + 2, c.bytes), (1, size)],
    "kw": lambda c, size: [(6 * times(size, 8), c.bytes)],
    "kwp": lambda c, size: [(6 * times(size, 8), c.bytes)],
    "kbkdf": lambda c, size: [(1, 0), (1 + times(size, c.bytes) * times(FIXED_BYTES, c.bytes), c.bytes)],
    "ctr-drbg": lambda c, size: [(1, 0), (1, size + c.bytes + c.key_bytes)],
}
# The same for a hash.
OF_HASH: dict[str, Callable[[Hash, int], Calls]] = {
    "hmac": lambda h, size: [(1, size), (1, h.digest)],
    "kbkdf": lambda h, size: [(1, h.bytes), *times(size, h.digest) * [(1, FIXED_BYTES), (1, h.digest)]],
    "pbkdf2": lambda h, size: [(2 * ITERATIONS * times(size, h.digest), h.digest)],
    "hash-drbg": lambda h, size: [(times(size, h.digest) + 1, 56 if h.digest <= 32 else 112)],
    "hmac-drbg": lambda h, size: [(2 * (times(size, h.digest) + 2), h.bytes + h.digest)],
}
