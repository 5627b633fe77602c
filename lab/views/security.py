# SPDX-License-Identifier: MIT
"""The schema of lab/models/security.toml: facts about ciphers, modes and machines."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ..plan import schema
from ..plan.implementations import Family, Sourced


class Mode(schema.Table):
    notes: list[Sourced]
    not_by: list[str] = []  # who does not accept it with any cipher
    message_bytes: int = 0  # at most, in one message; 0: nothing that its cipher does not limit
    new_keys: bool = False  # one for each call: the data limit of a key does not apply


class DataLimit(schema.Table):
    """Of block ciphers: the chance, as a power of 2, that a key's data may tell something of the plaintext."""

    chance: int
    reason: str
    source: str


class Supply(schema.Table):
    """Of a machine while it computes."""

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
