# SPDX-License-Identifier: MIT
"""HMAC: FIPS 198-1; and the MACs of key derivation by name."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from . import lsh, modes
from .algorithms import BLOCK_CIPHERS

Hash = Callable[[bytes], bytes]
Prf = Callable[[bytes, bytes], bytes]  # (key, text)


def hmac(digest: Hash, block: int, key: bytes, text: bytes) -> bytes:
    padded = (digest(key) if len(key) > block else key).ljust(block, b"\0")
    inner, outer = (bytes(x ^ pad for x in padded) for pad in (0x36, 0x5C))
    return digest(outer + digest(inner + text))


def cmac(block: int, cipher: Callable[[bytes, bytes], bytes], key: bytes, text: bytes) -> bytes:
    return modes.cmac(block, partial(cipher, key), b"", b"", text, block)[1]


def python_hash(name: str) -> Hash:
    return lambda text: hashlib.new(name, text).digest()


# By name: bytes of a block, hash.  SHA-2 and SHA-3 are Python's.
HASHES: dict[str, tuple[int, Hash]] = {
    **{f"sha-{bits}": (64 if bits < 384 else 128, python_hash(f"sha{bits}")) for bits in (224, 256, 384, 512)},
    **{f"sha-512/{bits}": (128, python_hash(f"sha512_{bits}")) for bits in (224, 256)},
    **{f"sha3-{bits}": (200 - bits // 4, python_hash(f"sha3_{bits}")) for bits in (224, 256, 384, 512)},
    **{f"lsh-256-{bits}": (128, partial(lsh.digest, 32, bits)) for bits in (224, 256)},
    **{f"lsh-512-{bits}": (256, partial(lsh.digest, 64, bits)) for bits in (224, 256, 384, 512)},
}
CMAC_CIPHERS = {name: cipher for name, cipher in BLOCK_CIPHERS.items() if name != "null"}
SECRET = 32  # bytes


def vectors() -> Iterator[dict[str, Any]]:
    """Of hashes without published ones; long keys are hashed."""
    for name in (n for n in HASHES if n.startswith("lsh")):
        source = random.Random(f"narae hmac {name}")
        block, digest = HASHES[name]
        for key_bytes, size in ((16, 0), (SECRET, 1), (SECRET, 64), (block, block - 1), (block + 1, block + 17)):
            key, message = source.randbytes(key_bytes), source.randbytes(size)
            tag = hmac(digest, block, key, message)
            vector = {"cipher": name, "mode": "hmac", "key": key.hex(), "message": message.hex()}
            yield vector | {"tag": tag.hex()}
            yield vector | {"tag": bytes([tag[0] ^ 1, *tag[1:]]).hex(), "result": "invalid"}
