# SPDX-License-Identifier: MIT
"""Stored verdicts of `./narae leak` by program, quoted by the rows of that program."""

from __future__ import annotations

import hashlib
from functools import cache

from ..paths import ROOT
from ..verdicts import VerdictStore

CORE = ("*.py", "*.h", "*.c", "models/*.toml")
EXECUTORS = ("machines.py", "core.py", "program.py", "*.h", "proof.c")


@cache
def sources_hash() -> str:
    """Of the checker and the executors, on which verdicts depend."""
    lab = ROOT / "lab"
    found = [f for pattern in CORE for f in sorted((lab / "leak").glob(pattern))]
    found += sorted((lab / "sims/msp430").glob("*.h"))
    found += [f for pattern in EXECUTORS for f in sorted((lab / "proof").glob(pattern))]
    return hashlib.sha256(b"\0".join(f.read_bytes() for f in found)).hexdigest()


# Of each verdict: leakage, level, places, model, shares, cuts, others of a row.
LEAKS = VerdictStore("leaks", sources_hash)
