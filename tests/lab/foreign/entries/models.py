# SPDX-License-Identifier: MIT
"""What entries.c computes."""


def mix(text: bytes, key: bytes) -> bytes:
    return bytes(x ^ key[i % 16] for i, x in enumerate(text))


def folded(start: bytes, text: bytes) -> bytes:
    tag = bytearray(start)
    for i, x in enumerate(text):
        tag[i % 16] ^= x
    return bytes(tag)


def seal(key: bytes, nonce: bytes, ad: bytes, text: bytes) -> bytes:
    return mix(text, key) + folded(folded(nonce, ad), text)


def encrypt(key: bytes, *more: bytes) -> bytes:
    """Of a block, or of a nonce and a text."""
    return mix(more[-1], mix(more[0], key) if len(more) == 2 else key)


def digest(message: bytes) -> bytes:
    return folded(bytes(range(16)), message)


def mac(key: bytes, message: bytes) -> bytes:
    return folded(key, message)


def permute(state: bytes) -> bytes:
    return bytes(x ^ 0x5A for x in state)


def set_key(key: bytes) -> bytes:
    return key
