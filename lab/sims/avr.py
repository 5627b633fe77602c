"""Builds and calls the two AVR simulators.

It knows neither ciphers nor boards: an ELF goes in, a run comes out.  A firmware that crashes is
a result; a simulator that fails is a RunError."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from ..errors import LabError
from ..paths import BUILD, NODE_MODULES, PRIVATE
from .run import Run, compiled, output, simulate

SIMS = Path(__file__).resolve().parent
MAX_CYCLES = 2_000_000_000  # two minutes on the board, some twenty seconds in simavr


def build_simavr(directory: Path = BUILD / "bin") -> Path:
    return compiled(SIMS / "simavr_run.c", [f'-DSIMAVR_VERSION="{simavr_version()}"', "-lsimavr"], directory)


@cache
def simavr_version() -> str:
    return output(["pkg-config", "--modversion", "simavr"]).strip()


def run_simavr(
    elf: Path,
    *,
    max_cycles: int = MAX_CYCLES,
    addresses: bool = False,
    cross_check: bool = False,
    program: Path | None = None,
) -> Run:
    flags = [*(["--addresses"] if addresses else []), *(["--cross-check"] if cross_check else [])]
    return simulate([program or build_simavr(), "--max-cycles", max_cycles, *flags, elf])


def run_avr8js(elf: Path, *, max_cycles: int = MAX_CYCLES, cross_check: bool = False) -> Run:
    if not (NODE_MODULES / "avr8js").exists():
        raise LabError("avr8js is not installed; `./narae doctor` names the command that installs it")
    node, script = PRIVATE / "venv/bin/node", SIMS / "avr8js_run.mjs"
    options = ["--node-modules", NODE_MODULES.parent, "--max-cycles", max_cycles]
    return simulate([node, script, *options, *(["--cross-check"] if cross_check else []), elf])


@cache
def versions() -> list[str]:
    """Both simulators by name and version."""
    package = json.loads((NODE_MODULES / "avr8js" / "package.json").read_text())
    return [f"simavr {simavr_version()}", f"avr8js {package['version']}"]
