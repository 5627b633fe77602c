# SPDX-License-Identifier: MIT
"""MSP430F1611 and MSP430FR5994: programs are executed, and TI's tables say how long each instruction takes.

It knows neither ciphers nor boards: an ELF goes in, a run comes out."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

from ..run import Pairs, Parting, Run, compiled, output, part_option, partings, simulate

FOLDER = Path(__file__).resolve().parent
CHIPS = ("msp430", "msp430x")
MAX_CYCLES = 2_000_000_000
SOURCES = sorted([FOLDER / "msp430_run.c", *FOLDER.glob("*.h")])


@cache
def version() -> str:
    """The simulator's version is a hash of its sources."""
    return hashlib.sha256(b"".join(f.read_bytes() for f in SOURCES)).hexdigest()[:12]


def build() -> Path:
    return compiled((FOLDER / "msp430_run.c",), (f'-DMSP430_VERSION="{version()}"',))


def run(chip: str, elf: Path, *, max_cycles: int = MAX_CYCLES) -> Run:
    return simulate([build(), chip, "--max-cycles", max_cycles, elf])


def part(chip: str, elf: Path, pairs: Pairs, max_cycles: int = MAX_CYCLES) -> list[Parting]:
    """Reruns the firmware and reports where these windows diverge."""
    return partings(output([build(), chip, "--max-cycles", max_cycles, "--part", part_option(pairs), elf]))
