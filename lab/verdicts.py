# SPDX-License-Identifier: MIT
"""Verdicts on programs by operation, which the rows of these programs quote: files with a checksum."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from . import cache, files
from .build import elf
from .paths import CACHE

Verdict = dict[str, Any]


@dataclass(frozen=True)
class VerdictStore:
    """`kind`: a folder of the cache; `sources_hash`: of the code on which the verdicts depend."""

    kind: str
    sources_hash: Callable[[], str]

    def method(self) -> str:
        """Identifies that code in rows."""
        return self.sources_hash()[:12]

    def path_of(self, program: Path) -> Path:
        identity = f"{self.sources_hash()} {elf.identity(program)}"
        return CACHE / self.kind / hashlib.sha256(identity.encode()).hexdigest()

    def store(self, program: Path, verdicts: dict[str, Verdict]) -> None:
        file, text = self.path_of(program), json.dumps(verdicts)
        file.parent.mkdir(parents=True, exist_ok=True)
        files.write_text(file, f"{cache.checksum(file, text.encode())} {text}")

    def add(self, program: Path, verdicts: dict[str, Verdict]) -> None:
        """Stores verdicts next to those of other operations."""
        self.store(program, self.verdicts(program) | verdicts)

    def verdicts(self, program: Path) -> dict[str, Verdict]:
        """By operation; empty if there are none of these sources, or if the file is damaged."""
        file = self.path_of(program)
        try:
            kept, _, text = file.read_text().partition(" ")
            return json.loads(text) if kept == cache.checksum(file, text.encode()) else {}
        except (OSError, ValueError):
            return {}
