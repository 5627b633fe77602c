# SPDX-License-Identifier: MIT
"""Builds and runs the two AVR simulators.

It knows neither ciphers nor boards: an ELF goes in, a run comes out.  A crashing firmware is a result; a failing
simulator is a RunError."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from ..errors import LabError, RunError
from ..paths import NODE_MODULES, PRIVATE
from ..processes import Service
from .run import RUN_SECONDS, Pairs, Parting, Run, compiled, output, parse, part_option, partings, simulate

SIMS = Path(__file__).resolve().parent
MAX_CYCLES = 2_000_000_000  # two minutes on the board, some twenty seconds in simavr


def build_simavr() -> Path:
    return compiled((SIMS / "simavr_run.c",), (f'-DSIMAVR_VERSION="{simavr_version()}"', "-lsimavr"))


@cache
def simavr_version() -> str:
    return output(["pkg-config", "--modversion", "simavr"]).strip()


def run_simavr(
    elf: Path,
    *,
    max_cycles: int = MAX_CYCLES,
    addresses: bool = False,
    cross_check: bool = False,
    idle: int = 0,
    calls: Sequence[int] = (),
) -> Run:
    """`idle`: the run also ends after so many cycles in which the firmware waits; `calls`: addresses of functions
    whose calls are reported."""
    flags = [*(["--addresses"] if addresses else []), *(["--cross-check"] if cross_check else [])]
    flags += ["--idle", str(idle)] if idle else []
    flags += ["--calls", ",".join(map(str, calls))] if calls else []
    return simulate([build_simavr(), "--max-cycles", max_cycles, *flags, elf])


def part_simavr(elf: Path, pairs: Pairs, max_cycles: int = MAX_CYCLES) -> list[Parting]:
    """Reruns the firmware and reports where these windows diverge."""
    return partings(output([build_simavr(), "--max-cycles", max_cycles, "--part", part_option(pairs), elf]))


@cache
def avr8js() -> Service:
    if not (NODE_MODULES / "avr8js").exists():
        raise LabError("avr8js is not installed; `./narae doctor` names the command that installs it")
    return Service([PRIVATE / "venv/bin/node", SIMS / "avr8js_run.mjs", NODE_MODULES.parent])


def run_avr8js(elf: Path, *, max_cycles: int = MAX_CYCLES, cross_check: bool = False, windows: int = 0) -> Run:
    """`windows`: the run ends after so many; 0: at the firmware's end."""
    question = {"file": str(elf), "max_cycles": max_cycles, "cross_check": cross_check, "windows": windows}
    answer = avr8js().request(json.dumps(question), RUN_SECONDS)
    if error := json.loads(answer).get("error"):
        raise RunError(f"avr8js_run failed: {error}")
    return parse(answer)


@cache
def versions() -> list[str]:
    """Both simulators by name and version."""
    package = json.loads((NODE_MODULES / "avr8js" / "package.json").read_text())
    return [f"simavr {simavr_version()}", f"avr8js {package['version']}"]
