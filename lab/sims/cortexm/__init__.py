# SPDX-License-Identifier: MIT
"""Cortex-M0+, M3, M4 and M33: programs are executed, and a table of rules says how long each instruction takes.

It knows neither ciphers nor boards: an ELF goes in, a run comes out."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from ..run import Pairs, Parting, Run, compiled, output, part_option, partings, simulate

FOLDER = Path(__file__).resolve().parent
CORES = ("m0plus", "m3", "m4", "m33")
MAX_CYCLES = 1_000_000_000
SOURCES = sorted([FOLDER / "cortexm_run.c", *FOLDER.glob("*.h")])


@dataclass(frozen=True)
class Rule:
    """Cycles of one row of rules.h, on each core that has it."""

    name: str
    cycles: dict[str, int]
    status: str
    what: str


@cache
def version() -> str:
    """The simulator's version is a hash of its sources."""
    return hashlib.sha256(b"".join(f.read_bytes() for f in SOURCES)).hexdigest()[:12]


def build() -> Path:
    return compiled((FOLDER / "cortexm_run.c",), (f'-DCORTEXM_VERSION="{version()}"',))


def run(core: str, elf: Path, *, max_cycles: int = MAX_CYCLES, dump: tuple[int, int, Path] | None = None) -> Run:
    """`dump`: address and bytes of memory that are written to a file at the end."""
    wanted = ["--dump", *dump] if dump else []
    return simulate([build(), core, "--max-cycles", max_cycles, *wanted, elf])


def part(core: str, elf: Path, pairs: Pairs, max_cycles: int = MAX_CYCLES) -> list[Parting]:
    """Reruns the firmware and reports where these windows diverge."""
    return partings(output([build(), core, "--max-cycles", max_cycles, "--part", part_option(pairs), elf]))


def rules() -> list[Rule]:
    """The table of the timing model."""
    rows = json.loads(output([build(), "--rules"]))
    return [
        Rule(name, {c: n for c, n in zip(CORES, numbers, strict=True) if n >= 0}, status, what)
        for name, *numbers, status, what in rows
    ]
