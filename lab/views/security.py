# SPDX-License-Identifier: MIT
"""The schema of lab/models/security.toml: facts about ciphers, modes and machines."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ..plan import schema
from ..plan.implementations import Family, Sourced


class Mode(schema.Table):
    notes: list[Sourced]
    not_by: list[str] = []  # authorities that accept it with no cipher
    message_bytes: int = 0  # maximum of one message; 0: the cipher's limit
    new_keys: bool = False  # a new key per call: the data limit of a key does not apply


class DataLimit(schema.Table):
    """Data limit of block ciphers: accepted probability, as a power of 2, that a key's data leak plaintext."""

    chance: int
    reason: str
    source: str


class Supply(schema.Table):
    """Power supply of a machine while it computes."""

    milliwatts: float
    assumption: str


class Security(schema.Table):
    authority: dict[str, str]
    data_limit: DataLimit
    family: dict[str, Family]
    mode: dict[str, Mode]
    supply: dict[str, Supply]


def checked(file: Path) -> dict[str, Any]:
    return schema.checked(file, Security)
