# SPDX-License-Identifier: MIT
"""A test vector; vectors/README.md explains the fields."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any


@dataclass(frozen=True)
class Vector:
    cipher: str
    mode: str
    id: str = ""
    key: bytes = b""
    nonce: bytes = b""
    ad: bytes = b""
    plaintext: bytes = b""
    ciphertext: bytes = b""
    tag: bytes = b""
    message: bytes = b""
    digest: bytes = b""
    input: bytes = b""
    output: bytes = b""
    schedule: bytes = b""
    custom: bytes = b""
    counter: int = 0
    iterations: int = 0
    result: str = ""
    reason: str = ""
    comment: str = ""

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> Vector:
        """From a file's table; unknown fields are ignored.  A ValueError names the field that is malformed."""
        typed: dict[str, Any] = {}
        for name, kind in KINDS.items():
            if name in values:
                typed[name] = from_hexadecimal(name, values[name]) if kind == "bytes" else values[name]
        return cls(**typed)

    @property
    def text(self) -> bytes:
        """The text that is encrypted, hashed or authenticated."""
        return self.plaintext or self.message

    @property
    def mark(self) -> bytes:
        """The tag or digest."""
        return self.tag or self.digest


KINDS = {f.name: f.type for f in fields(Vector)}


def from_hexadecimal(name: str, value: object) -> bytes:
    if isinstance(value, str) and re.fullmatch("([0-9A-Fa-f]{2})*", value):
        return bytes.fromhex(value)
    raise ValueError(f"its {name} is not a hexadecimal number of whole bytes")
