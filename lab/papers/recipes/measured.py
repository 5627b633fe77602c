# SPDX-License-Identifier: MIT
"""The result of a recipe."""

from __future__ import annotations

from dataclasses import dataclass, field

from ...rows import Row


@dataclass
class Measured:
    rows: list[tuple[str, Row]] = field(default_factory=list)  # environment, row
    transcripts: list[tuple[str, str]] = field(default_factory=list)  # heading, what a program wrote
