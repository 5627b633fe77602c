# SPDX-License-Identifier: MIT
"""The everyday simulator of the E31: a model of its pipeline, tuned against the Rocket core's RTL.

It knows neither ciphers nor boards: an ELF goes in, a run comes out."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

from ..run import Pairs, Parting, Run, compiled, output, part_option, partings, simulate

FOLDER = Path(__file__).resolve().parent
MAX_CYCLES = 1_000_000_000  # a minute on the board, less than ten seconds here
SOURCES = sorted([FOLDER / "e31_run.c", *FOLDER.glob("*.h")])


@cache
def version() -> str:
    """The model's version is a hash of its sources."""
    return hashlib.sha256(b"".join(f.read_bytes() for f in SOURCES)).hexdigest()[:12]


def build_e31(*options: str) -> Path:
    return compiled((FOLDER / "e31_run.c",), (f'-DE31_VERSION="{version()}"', *options))


def run_e31(
    elf: Path,
    *,
    max_cycles: int = MAX_CYCLES,
    functional: bool = False,
    skim: bool = False,
    log: Path | None = None,
) -> Run:
    """`functional`: one cycle per instruction; `skim`: no clock where the firmware times nothing; `log`: a commit log
    for lab.sims.e31.commits."""
    options = [
        *(["--functional"] if functional else []),
        *(["--skim"] if skim else []),
        *(["--log", log] if log else []),
    ]
    return simulate([build_e31(), "--max-cycles", max_cycles, *options, elf])


def part_e31(elf: Path, pairs: Pairs, max_cycles: int = MAX_CYCLES) -> list[Parting]:
    """Reruns the firmware without clocks and reports where these windows diverge."""
    command = [build_e31(), "--max-cycles", max_cycles, "--functional", "--part", part_option(pairs), elf]
    return partings(output(command))
