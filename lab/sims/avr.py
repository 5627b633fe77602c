"""Builds and calls the two AVR simulators, and gives their reports a type.

It knows neither ciphers nor boards: an ELF goes in, a run comes out.
"""

from __future__ import annotations

import json
import os
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

SIMS = Path(__file__).resolve().parent
TOOLS = SIMS.parents[1] / ".narae"
MAX_CYCLES = 16_000_000_000


class SimulatorError(RuntimeError):
    """The simulator itself failed; a firmware that crashes is a result, not this."""


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


def build_simavr(directory: Path = TOOLS / "bin") -> Path:
    """Compiles simavr_run unless it is newer than its source."""
    source = SIMS / "simavr_run.c"
    program = directory / "simavr_run"
    if not program.exists() or program.stat().st_mtime < source.stat().st_mtime:
        directory.mkdir(parents=True, exist_ok=True)
        fresh = directory / f"simavr_run.{os.getpid()}"
        version = _output(["pkg-config", "--modversion", "simavr"]).strip()
        compiler = [os.environ.get("CC", "cc"), "-O2", "-std=gnu11", f'-DSIMAVR_VERSION="{version}"']
        _output([*compiler, str(source), "-lsimavr", "-o", str(fresh)])
        fresh.replace(program)
    return program


def run_simavr(elf: Path, *, max_cycles: int = MAX_CYCLES, addresses: bool = False, program: Path | None = None) -> Run:
    command = [str(program or build_simavr()), "--max-cycles", str(max_cycles)]
    return _run([*command, *(["--addresses"] if addresses else []), str(elf)])


def run_avr8js(elf: Path, *, max_cycles: int = MAX_CYCLES, node_modules: Path | None = None) -> Run:
    """Without `node_modules`, avr8js comes from NODE_PATH or .narae/node_modules."""
    if node_modules is None and "NODE_PATH" not in os.environ:
        node_modules = TOOLS / "node_modules"
    where = ["--node-modules", str(node_modules)] if node_modules else []
    script = SIMS / "avr8js_run.mjs"
    return _run(["node", str(script), *where, "--max-cycles", str(max_cycles), str(elf)])


def _output(command: list[str]) -> str:
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except FileNotFoundError as missing:
        raise SimulatorError(f"{command[0]} is not installed") from missing
    if done.returncode != 0:
        raise SimulatorError(f"{' '.join(command)}: {done.stderr.strip() or f'exit {done.returncode}'}")
    return done.stdout


def _run(command: list[str]) -> Run:
    report: dict[str, Any] = json.loads(_output(command))
    windows = tuple(Window(**window) for window in report.pop("windows"))
    return Run(windows=windows, **report)
