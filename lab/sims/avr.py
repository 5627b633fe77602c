"""Builds and calls the two AVR simulators, and gives their reports a type.

It knows neither ciphers nor boards: an ELF goes in, a run comes out.  A firmware that crashes is
a result; a simulator that fails is a RunError."""

from __future__ import annotations

import json
import os
import threading
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from .. import processes
from ..errors import LabError, RunError
from ..paths import BUILD, NODE_MODULES, PRIVATE

SIMS = Path(__file__).resolve().parent
MAX_CYCLES = 2_000_000_000  # two minutes on the board, some twenty seconds in simavr
RUN_SECONDS = 240


@dataclass(frozen=True)
class Window:
    """One stretch of the firmware between its markers, interrupts left out."""

    cycles: int
    instructions: int
    pc_hash: str
    address_hash: str | None
    stack: int | None
    interrupts: int
    interrupt_cycles: int


@dataclass(frozen=True)
class Run:
    """What one firmware did: `end` is exit, cycle-limit or crash; `zero` is the first window."""

    simulator: str
    version: str
    end: str
    reason: str
    exit_status: int | None
    cycles: int
    stack_min: int
    zero: int | None
    uart: str
    windows: tuple[Window, ...]


def build_simavr(directory: Path = BUILD / "bin") -> Path:
    """Compiles simavr_run unless it is newer than its source."""
    source = SIMS / "simavr_run.c"
    program = directory / "simavr_run"
    if not program.exists() or program.stat().st_mtime < source.stat().st_mtime:
        directory.mkdir(parents=True, exist_ok=True)
        fresh = directory / f"simavr_run.{os.getpid()}.{threading.get_ident()}"
        version = _output(["pkg-config", "--modversion", "simavr"]).strip()
        compiler = ["gcc", "-O2", "-std=gnu11", f'-DSIMAVR_VERSION="{version}"']
        _output([*compiler, source, "-lsimavr", "-o", fresh])
        fresh.replace(program)
    return program


def run_simavr(elf: Path, *, max_cycles: int = MAX_CYCLES, addresses: bool = False, program: Path | None = None) -> Run:
    command = [program or build_simavr(), "--max-cycles", max_cycles]
    return _run([*command, *(["--addresses"] if addresses else []), elf])


def run_avr8js(elf: Path, *, max_cycles: int = MAX_CYCLES) -> Run:
    if not (NODE_MODULES / "avr8js").exists():
        raise LabError("avr8js is not installed; `./narae doctor` names the command that installs it")
    node, script = PRIVATE / "venv/bin/node", SIMS / "avr8js_run.mjs"
    return _run([node, script, "--node-modules", NODE_MODULES.parent, "--max-cycles", max_cycles, elf])


@cache
def versions() -> list[str]:
    """Both simulators by name and version."""
    package = json.loads((NODE_MODULES / "avr8js" / "package.json").read_text())
    return [f"simavr {_output(['pkg-config', '--modversion', 'simavr']).strip()}", f"avr8js {package['version']}"]


def _output(command: list) -> str:
    done = processes.run(command, RUN_SECONDS)
    if done.returncode != 0:
        name = Path(command[0]).name
        raise RunError(f"{name} failed: {done.stderr.strip()[-300:] or f'exit code {done.returncode}'}")
    return done.stdout


def _run(command: list) -> Run:
    report = json.loads(_output(command))
    windows = tuple(Window(**window) for window in report.pop("windows"))
    return Run(windows=windows, **report)
