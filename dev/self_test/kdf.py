# SPDX-License-Identifier: MIT
"""KBKDF of NIST SP 800-108 Rev. 1 with counters of 32 bits in front of the fixed data, and PBKDF2 of RFC 8018."""

from __future__ import annotations

from collections.abc import Callable

from vectors import models


def counter(prf: Callable[[bytes], bytes], after: bytes, size: int) -> bytes:
    """4.1."""
    made, i = b"", 1
    while len(made) < size:
        made += prf(i.to_bytes(4, "big") + after)
        i += 1
    return made[:size]


def feedback(prf: Callable[[bytes], bytes], iv: bytes, after: bytes, size: int) -> bytes:
    """4.2."""
    made, last, i = b"", iv, 1
    while len(made) < size:
        last = prf(last + i.to_bytes(4, "big") + after)
        made += last
        i += 1
    return made[:size]


def pbkdf2(prf: Callable[[bytes, bytes], bytes], password: bytes, salt: bytes, iterations: int, size: int) -> bytes:
    """5.2."""
    made, i = b"", 1
    while len(made) < size:
        u = block = prf(password, salt + i.to_bytes(4, "big"))
        for _ in range(iterations - 1):
            u = prf(password, u)
            block = models.xor(block, u)
        made += block
        i += 1
    return made[:size]
