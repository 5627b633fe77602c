# SPDX-License-Identifier: MIT
"""The null cipher, which shows what a mode and the bench themselves take."""

from __future__ import annotations


def encrypt(key: bytes, block: bytes) -> bytes:
    return block


CIPHERS = {"null": (16, 16, encrypt)}
GATED = ("ctr", "gcm")
VECTORS = (("ctr", "gcm"),)
