# SPDX-License-Identifier: MIT
"""Verdicts that `./narae prove` has found, by program: rows of the same program quote them."""

from __future__ import annotations

import hashlib
import json
from functools import cache as remember
from pathlib import Path
from typing import Any

from .. import cache, files
from ..build import elf
from ..paths import CACHE, ROOT

FOLDER = CACHE / "proofs"
Verdict = dict[str, Any]  # proof; most_bytes: of the longest input that it covers, None: of any; what else a row quotes
# An operation of a row, and the claim that includes it.
CLAIMS = {"encrypt": "key+encrypt", "decrypt": "key+decrypt", "key-setup": "key+encrypt"}


@remember
def sources_hash() -> str:
    """What a verdict depends on besides the program: this folder and the specification."""
    here = Path(__file__).resolve().parent
    found = [*(f for f in sorted(here.iterdir()) if f.is_file()), *sorted((ROOT / "spec").rglob("*.py"))]
    return hashlib.sha256(b"\0".join(f.read_bytes() for f in found)).hexdigest()


def method() -> str:
    """Its name in a row."""
    return sources_hash()[:12]


def place(program: Path) -> Path:
    return FOLDER / hashlib.sha256(f"{sources_hash()} {elf.identity(program)}".encode()).hexdigest()


def keep(program: Path, verdicts: dict[str, Verdict]) -> None:
    """By operation, behind a checksum."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    text = json.dumps(verdicts)
    files.write_text(place(program), f"{cache.checksum(place(program), text.encode())} {text}")


def verdicts(program: Path) -> dict[str, Verdict]:
    """What was kept; empty for a program that was not proved with these sources, and where the file is damaged."""
    try:
        kept, _, text = place(program).read_text().partition(" ")
        return json.loads(text) if kept == cache.checksum(place(program), text.encode()) else {}
    except (OSError, ValueError):
        return {}


def of_operation(found: dict[str, Verdict], operation: str, size: int) -> Verdict:
    """What is known of an operation of a row, if its size is covered."""
    verdict = found.get(operation) or found.get(CLAIMS.get(operation, "")) or {}
    most = verdict.get("most_bytes", -1)
    return {k: v for k, v in verdict.items() if k != "most_bytes"} if most is None or size <= most else {}
