# SPDX-License-Identifier: MIT
"""Lightweight and Korean-standard ciphers in constant-time C.

Authenticated ciphers have the interface of the package `cryptography`:

>>> import os
>>> from narae import LEAGCM
>>> key, nonce = LEAGCM.generate_key(128), os.urandom(12)
>>> sealed = LEAGCM(key).encrypt(nonce, b"wing", b"header")
>>> LEAGCM(key).decrypt(nonce, sealed, b"header")
b'wing'

and hashes that of `hashlib`.  Data may be bytes, bytearray, memoryview or anything else with a contiguous buffer.
Other threads run while a call works on 4096 bytes or more."""

from ._narae import (
    AESCCM,
    AESCMAC,
    AESCTR,
    AESGCM,
    ARIACCM,
    ARIACMAC,
    ARIACTR,
    ARIAGCM,
    HIGHTCMAC,
    HIGHTCTR,
    LEACCM,
    LEACMAC,
    LEACTR,
    LEAGCM,
    PIPOCMAC,
    PIPOCTR,
    AsconAEAD128,
    ChaCha20Poly1305,
    InvalidTag,
    XChaCha20Poly1305,
    __version__,
    ascon_cxof128,
    ascon_hash256,
    ascon_xof128,
    kernels,
    lsh256_224,
    lsh256_256,
    lsh512_224,
    lsh512_256,
    lsh512_384,
    lsh512_512,
    sha3_224,
    sha3_256,
    sha3_384,
    sha3_512,
    shake_128,
    shake_256,
)

__all__ = [
    "AESCCM",
    "AESCMAC",
    "AESCTR",
    "AESGCM",
    "ARIACCM",
    "ARIACMAC",
    "ARIACTR",
    "ARIAGCM",
    "HIGHTCMAC",
    "HIGHTCTR",
    "LEACCM",
    "LEACMAC",
    "LEACTR",
    "LEAGCM",
    "PIPOCMAC",
    "PIPOCTR",
    "AsconAEAD128",
    "ChaCha20Poly1305",
    "InvalidTag",
    "XChaCha20Poly1305",
    "__version__",
    "ascon_cxof128",
    "ascon_hash256",
    "ascon_xof128",
    "kernels",
    "lsh256_224",
    "lsh256_256",
    "lsh512_224",
    "lsh512_256",
    "lsh512_384",
    "lsh512_512",
    "sha3_224",
    "sha3_256",
    "sha3_384",
    "sha3_512",
    "shake_128",
    "shake_256",
]
