# SPDX-License-Identifier: MIT
"""Key derivation: KBKDF with counters of 32 bits in front of the fixed data (SP 800-108 Rev. 1), and PBKDF2
(RFC 8018)."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from .arithmetic import xor
from .hmac import CMAC_CIPHERS, HASHES, SECRET, Prf, cmac, hmac

SIZES = (16, 32, 64)  # bytes of what is derived
SALT, ITERATIONS = 16, 2


def counter(prf: Callable[[bytes], bytes], after: bytes, size: int) -> bytes:
    """KBKDF, 4.1."""
    out, i = b"", 1
    while len(out) < size:
        out += prf(i.to_bytes(4, "big") + after)
        i += 1
    return out[:size]


def feedback(prf: Callable[[bytes], bytes], iv: bytes, after: bytes, size: int) -> bytes:
    """KBKDF, 4.2."""
    out, last, i = b"", iv, 1
    while len(out) < size:
        last = prf(last + i.to_bytes(4, "big") + after)
        out += last
        i += 1
    return out[:size]


def fixed_data(label: bytes, context: bytes, size: int) -> bytes:
    return label + b"\0" + context + (8 * size).to_bytes(4, "big")


def pbkdf2(prf: Prf, password: bytes, salt: bytes, iterations: int, size: int) -> bytes:
    """RFC 8018, 5.2."""
    out, i = b"", 1
    while len(out) < size:
        u = block = prf(password, salt + i.to_bytes(4, "big"))
        for _ in range(iterations - 1):
            u = prf(password, u)
            block = xor(block, u)
        out += block
        i += 1
    return out[:size]


def vectors() -> Iterator[dict[str, Any]]:
    """Label and context are nonce and ad, what is derived is the tag."""
    prfs: dict[str, tuple[int, Prf]] = {n: (SECRET, partial(hmac, f, block)) for n, (block, f) in HASHES.items()}
    for name, (_, prf) in prfs.items():
        source = random.Random(f"narae pbkdf2 {name}")
        for size in SIZES[1:]:
            salt, password = source.randbytes(SALT), source.randbytes(size // 3)
            vector = {"cipher": name, "mode": "pbkdf2", "message": password.hex(), "nonce": salt.hex()}
            derived = pbkdf2(prf, password, salt, ITERATIONS, size)
            yield vector | {"iterations": ITERATIONS, "tag": derived.hex()}
    prfs |= {n: (key_bytes, partial(cmac, block, f)) for n, (block, key_bytes, f) in CMAC_CIPHERS.items()}
    for name, (key_bytes, prf) in prfs.items():
        source = random.Random(f"narae kbkdf {name}")
        for size in SIZES:
            key, label, context = source.randbytes(key_bytes), source.randbytes(8), source.randbytes(size // 2)
            vector = {"cipher": name, "mode": "kbkdf", "key": key.hex(), "nonce": label.hex(), "ad": context.hex()}
            yield vector | {"tag": counter(partial(prf, key), fixed_data(label, context, size), size).hex()}
