# SPDX-License-Identifier: MIT
"""Stored verdicts of `./narae prove` by program, quoted by the rows of that program."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

from ..paths import ROOT
from ..verdicts import Verdict, VerdictStore

# The claim that covers an operation.
CLAIMS = {"encrypt": "key+encrypt", "decrypt": "key+decrypt", "key-setup": "key+encrypt"}


@cache
def sources_hash() -> str:
    """Of the prover and the specification, on which verdicts depend."""
    here = Path(__file__).resolve().parent
    parts = (here.iterdir(), (ROOT / "lab/sims/msp430").glob("*.h"), (ROOT / "spec").rglob("*.py"))
    sources = [f for files in parts for f in sorted(files) if f.is_file()]
    return hashlib.sha256(b"\0".join(f.read_bytes() for f in sources)).hexdigest()


# Of each verdict: proof, max_bytes (longest input covered; None: any), sizes (if not all to it), others of a row.
PROOFS = VerdictStore("proofs", sources_hash)


def verdict_for(verdicts: dict[str, Verdict], operation: str, size: int) -> Verdict:
    """The verdict on an operation, if it covers this size."""
    verdict = verdicts.get(operation) or verdicts.get(CLAIMS.get(operation, "")) or {}
    most, sizes = verdict.get("max_bytes", -1), verdict.get("sizes")
    covers = size in sizes if sizes else most is None or size <= most
    return {k: v for k, v in verdict.items() if k not in ("max_bytes", "sizes")} if covers else {}
