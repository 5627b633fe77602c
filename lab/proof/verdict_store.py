# SPDX-License-Identifier: MIT
"""Stored verdicts of `./narae prove` by program, quoted by the rows of that program."""

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
Verdict = dict[
    str, Any
]  # proof, max_bytes (longest input covered; None: any), sizes (if not all to it), others of a row
# The claim that covers an operation.
CLAIMS = {"encrypt": "key+encrypt", "decrypt": "key+decrypt", "key-setup": "key+encrypt"}


@remember
def sources_hash() -> str:
    """Of the prover and the specification, on which verdicts depend."""
    here = Path(__file__).resolve().parent
    sources = [*(f for f in sorted(here.iterdir()) if f.is_file()), *sorted((ROOT / "spec").rglob("*.py"))]
    return hashlib.sha256(b"\0".join(f.read_bytes() for f in sources)).hexdigest()


def method() -> str:
    """Identifies the prover in rows."""
    return sources_hash()[:12]


def path_of(program: Path) -> Path:
    return FOLDER / hashlib.sha256(f"{sources_hash()} {elf.identity(program)}".encode()).hexdigest()


def store(program: Path, verdicts: dict[str, Verdict]) -> None:
    """Verdicts by operation, with a checksum."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    text = json.dumps(verdicts)
    files.write_text(path_of(program), f"{cache.checksum(path_of(program), text.encode())} {text}")


def verdicts(program: Path) -> dict[str, Verdict]:
    """Stored verdicts; empty if not proved with these sources, or if the file is damaged."""
    try:
        kept, _, text = path_of(program).read_text().partition(" ")
        return json.loads(text) if kept == cache.checksum(path_of(program), text.encode()) else {}
    except (OSError, ValueError):
        return {}


def verdict_for(verdicts: dict[str, Verdict], operation: str, size: int) -> Verdict:
    """The verdict on an operation, if it covers this size."""
    verdict = verdicts.get(operation) or verdicts.get(CLAIMS.get(operation, "")) or {}
    most, sizes = verdict.get("max_bytes", -1), verdict.get("sizes")
    covers = size in sizes if sizes else most is None or size <= most
    return {k: v for k, v in verdict.items() if k not in ("max_bytes", "sizes")} if covers else {}
