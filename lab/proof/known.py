# SPDX-License-Identifier: MIT
"""Verdicts that `./narae prove` has found, by program: rows of the same program quote them."""

from __future__ import annotations

import hashlib
import json
from functools import cache
from pathlib import Path

from .. import files
from ..build import elf
from ..paths import CACHE, ROOT

FOLDER = CACHE / "proofs"
# An operation of a row, and the claim that includes it.
CLAIMS = {"encrypt": "key+encrypt", "decrypt": "key+decrypt", "key-setup": "key+encrypt"}


@cache
def sources_hash() -> str:
    """What a verdict depends on besides the program: this folder and the specification."""
    here = Path(__file__).resolve().parent
    found = [*(f for f in sorted(here.iterdir()) if f.is_file()), ROOT / "vectors/models.py"]
    return hashlib.sha256(b"\0".join(f.read_bytes() for f in found)).hexdigest()


def place(program: Path) -> Path:
    return FOLDER / hashlib.sha256(f"{sources_hash()} {elf.identity(program)}".encode()).hexdigest()


def keep(program: Path, verdicts: dict[str, tuple[str, int]]) -> None:
    """By operation: the verdict, and the bytes of the longest input that it covers."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    files.write_text(place(program), json.dumps(verdicts))


def verdicts(program: Path) -> dict[str, tuple[str, int]]:
    """What was kept; empty for a program that was not proved with these sources."""
    try:
        return json.loads(place(program).read_text())
    except (OSError, ValueError):
        return {}


def of_operation(found: dict[str, tuple[str, int]], operation: str, size: int) -> str:
    """The verdict on an operation of a row, or nothing."""
    verdict, most = found.get(operation) or found.get(CLAIMS.get(operation, "")) or ("", 0)
    return verdict if size <= most else ""
