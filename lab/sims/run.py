# SPDX-License-Identifier: MIT
"""The result of running one firmware on any simulator.

It knows neither ciphers nor boards: an ELF goes in, a run comes out.  A crashing firmware is a result; a failing
simulator is a RunError."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from functools import cache as remember
from pathlib import Path
from typing import Any

from .. import cache, processes
from ..errors import RunError

RUN_SECONDS = 240


@dataclass(frozen=True)
class Window:
    """A stretch of the firmware between its markers, without interrupts."""

    cycles: int
    instructions: int
    pc_hash: str
    address_hash: str | None
    stack: int | None
    interrupts: int
    interrupt_cycles: int
    refills: int = 0  # lines that an instruction cache had to fetch
    fresh_cycles: int = 0  # from one and the same state of cache and predictor
    exposure: int = 0  # runs of instructions across words, whose cost is disputed
    pairs: int = 0  # loads and stores of two words
    code_reads: int = 0  # loads from the code's memory
    constants: int = 0  # cycles that mspdebug's simulator adds for generated constants of an MSP430
    unmeasured: int = 0  # instructions whose cycles no source measured
    causes: dict[str, int] = field(default_factory=dict)  # why instructions took longer than their own cycle


@dataclass(frozen=True)
class Call:
    """One call of a watched function, by its number; without interrupts.  `uart_bytes` had been sent before it."""

    function: int
    begin: int
    cycles: int
    interrupt_cycles: int
    uart_bytes: int


@dataclass(frozen=True)
class Run:
    """One run of a firmware: `end` is exit, idle, enough (windows), cycle-limit or crash; `zero` is the empty
    window."""

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
    calls: tuple[Call, ...] = ()

    def net(self, window: Window) -> int:
        """Its cycles minus those of an empty one."""
        assert self.zero is not None
        return window.cycles - self.zero


@dataclass(frozen=True)
class Parting:
    """Where two windows, by their numbers, diverged: addresses of the first differing branch and of the first differing
    access."""

    first: int
    second: int
    branch: int | None
    access: int | None


Pairs = list[tuple[int, int]]


def part_option(pairs: Pairs) -> str:
    """As lab/sims/parting.h reads it."""
    return "+".join(f"{a}:{b}" for a, b in pairs)


def partings(text: str) -> list[Parting]:
    return [Parting(*one) for one in json.loads(text)]


def output(command: list[Any], seconds: float = RUN_SECONDS, run: Any = processes.run) -> str:
    done = run(command, seconds)
    if done.returncode != 0:
        name = Path(command[0]).name
        raise RunError(f"{name} failed: {done.stderr.strip()[-300:] or f'exit code {done.returncode}'}")
    return done.stdout


@remember
def compiled(sources: tuple[Path, ...], options: tuple[str, ...], compiler: str = "gcc") -> Path:
    """A C program of the lab, cached by its sources, the headers next to them and in the parent folder, options
    (libraries come last) and compiler."""
    command = [compiler, "-O2", "-std=gnu11"]
    headers = [f for folder in (sources[0].parent, sources[0].parent.parent) for f in sorted(folder.glob("*.h"))]
    parts: list[str | Path] = [output([compiler, "--version"]), *command, *options, *sources, *headers]
    return cache.cached(
        "tools",
        parts,
        lambda fresh: output([*command, *sources, *options, "-o", fresh], run=processes.compiler),
    )


def simulate(command: list[Any], seconds: float = RUN_SECONDS) -> Run:
    return parse(output(command, seconds))


def parse(text: str) -> Run:
    report = json.loads(text)
    windows = tuple(Window(**window) for window in report.pop("windows"))
    calls = tuple(Call(**call) for call in report.pop("calls", ()))
    return Run(windows=windows, calls=calls, **report)
