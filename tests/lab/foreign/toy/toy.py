# SPDX-License-Identifier: MIT
"""The model of the toy stream, as --model takes it."""


def encrypt(key: bytes, nonce: bytes, text: bytes) -> bytes:
    return bytes(t ^ key[i % 16] ^ nonce[i % 8] ^ (7 * i & 255) for i, t in enumerate(text))
