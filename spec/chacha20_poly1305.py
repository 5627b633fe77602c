# SPDX-License-Identifier: MIT
"""Poly1305 and the AEAD with ChaCha20: RFC 8439, 2.5 and 2.8."""

from __future__ import annotations

from . import chacha
from .arithmetic import split
from .modes import Sealed, lengths, padded


def poly1305(key: bytes, message: bytes) -> bytes:
    r = int.from_bytes(key[:16], "little") & 0x0FFFFFFC0FFFFFFC0FFFFFFC0FFFFFFF
    h = 0
    for block in split(message, 16):
        h = (h + int.from_bytes(block + b"\1", "little")) * r % (2**130 - 5)
    return ((h + int.from_bytes(key[16:], "little")) % 2**128).to_bytes(16, "little")


def seal(key: bytes, nonce: bytes, ad: bytes, text: bytes, tag_bytes: int) -> Sealed:
    out = chacha.xor_stream(20, key, nonce, text, 1)
    one_time = chacha.block(20, key, 0, nonce)[:32]
    return out, poly1305(one_time, padded(ad) + padded(out) + lengths("little", ad, out, 1))
