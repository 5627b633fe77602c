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

from ._narae import *  # noqa: F403  # whose names are in _narae.pyi
from ._narae import __version__ as __version__
