# SPDX-License-Identifier: MIT
"""ChaCha: RFC 8439, 2.3 and 2.4."""

from __future__ import annotations

from .arithmetic import MASK, joined, octets, rol, split, words, xor


def block(rounds: int, key: bytes, counter: int, nonce: bytes) -> bytes:
    """The counter has 8 bytes if the nonce has 8, else 4."""
    head = words(joined([b"expand 32-byte k", key, octets(counter, 16 - len(nonce)), nonce]))
    x = list(head)

    def quarter(a: int, b: int, c: int, d: int) -> None:
        for p, q, r, rotation in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
            x[p] = x[p] + x[q] & MASK
            x[r] = rol(x[r] ^ x[p], rotation)

    for _ in range(rounds // 2):
        for i in range(4):
            quarter(i, i + 4, i + 8, i + 12)
        for i in range(4):
            quarter(i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4)
    return joined(octets(a + b & MASK, 4) for a, b in zip(head, x, strict=True))


def xor_stream(rounds: int, key: bytes, nonce: bytes, text: bytes, first: int = 0) -> bytes:
    return joined(xor(part, block(rounds, key, i, nonce)) for i, part in enumerate(split(text, 64), first))
