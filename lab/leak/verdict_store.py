# SPDX-License-Identifier: MIT
"""Stored verdicts of `./narae leak` by program, quoted by the rows of that program."""

from __future__ import annotations

import hashlib
import json
from functools import cache as remember
from pathlib import Path
from typing import Any

from .. import cache, files
from ..build import elf
from ..paths import CACHE, ROOT

FOLDER = CACHE / "leaks"
CORE = ("*.py", "*.h", "*.c", "models/*.toml")
EXECUTORS = ("machines.py", "core.py", "program.py", "*.h", "proof.c")
Verdict = dict[str, Any]  # leakage, level, places, model, shares, random, date, method


@remember
def sources_hash() -> str:
    """Of the checker and the executors, on which verdicts depend."""
    lab = ROOT / "lab"
    found = [f for pattern in CORE for f in sorted((lab / "leak").glob(pattern))]
    found += [f for pattern in EXECUTORS for f in sorted((lab / "proof").glob(pattern))]
    return hashlib.sha256(b"\0".join(f.read_bytes() for f in found)).hexdigest()


def method() -> str:
    """Identifies the checker in rows."""
    return sources_hash()[:12]


def path_of(program: Path) -> Path:
    return FOLDER / hashlib.sha256(f"{sources_hash()} {elf.identity(program)}".encode()).hexdigest()


def store(program: Path, new: dict[str, Verdict]) -> None:
    """Adds verdicts by operation to those of the program's other cases, with a checksum."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    text = json.dumps(verdicts(program) | new)
    files.write_text(path_of(program), f"{cache.checksum(path_of(program), text.encode())} {text}")


def verdicts(program: Path) -> dict[str, Verdict]:
    """Stored verdicts; empty if not checked with these sources, or if the file is damaged."""
    try:
        kept, _, text = path_of(program).read_text().partition(" ")
        return json.loads(text) if kept == cache.checksum(path_of(program), text.encode()) else {}
    except (OSError, ValueError):
        return {}
