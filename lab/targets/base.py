# SPDX-License-Identifier: MIT
"""The interface of targets, and the conversion of a program's output to rows.

A target is one module in this folder (how to run a program and read its clock) and one folder in lab/boards (startup
code and HAL); both may be in another folder, next to each other."""

from __future__ import annotations

import json
import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from ..build import Program
from ..cache import Cache
from ..plan.board import Board
from ..rows import UNSTEADY, Row, fault
from ..run.protocol import Operation, Transcript

SCALAR = "scalar"
PAGE = "docs/how-to/adding-a-target.md"
MODELLED = "modelled"


@dataclass
class Finding:
    """What a target found out about one operation, besides what the program itself said."""

    cycles: float
    spread: float
    runs: int
    stack_bytes: int
    constant_time: dict[str, Any]
    error_band: str | None = None  # of a modelled figure
    provenance: dict[str, Any] = field(default_factory=dict)  # what is true of this operation alone
    interval: tuple[float, float] | None = None  # of cycles, in which the chip's are said to lie
    kind: str = SCALAR  # of instructions, on which the interval depends


@dataclass
class Outcome:
    """One program on one target: either findings, or the reason why there are none."""

    transcript: Transcript = field(default_factory=Transcript)
    findings: dict[Operation, Finding] = field(default_factory=dict)
    failure: str = ""
    stack_overflow: int = 0  # bytes of stack that were too many for the board's RAM
    clock_hz: float = 0  # 0: what is counted has no time
    cycles: int = 0  # of the whole simulation
    provenance: dict[str, Any] = field(default_factory=dict)


class Target(Protocol):
    name: str
    fidelity: str
    board: Board

    def converse(self, program: Program, fed: str, part: float = 1) -> str:
        """What any program says on the serial line, or standard output, to what it reads from standard input where
        there is one.  `part`: of the time after which a program is taken to hang.  A target that has no such function
        cannot be asked by `./narae cavp`."""


class SimulatedTarget(Target, Protocol):
    """What a program does there is a function of the program, so it may run next to others and be remembered."""

    alone: bool

    def simulators(self) -> list[str]:
        """Names and versions of what the outcome depends on, besides the program and the lab's own code."""

    def run_one(self, program: Program, quick: bool) -> Outcome: ...


class RealTarget(Target, Protocol):
    """Its clock suffers when anything else runs, so the programs alternate in rounds."""

    alone: bool

    def rounds(self, quick: bool) -> int: ...

    def run(self, programs: list[Program], quick: bool, cache: Cache, say: Callable[[str], None]) -> list[Outcome]:
        """Says something for each program and for each round."""

    def checks(self, program: Program) -> Outcome:
        """Of a program that times nothing; a target that has run_one() does without."""


AnyTarget = SimulatedTarget | RealTarget


def strange(target: Target, outcome: Any) -> str:
    """What rows could not be made of in the outcome of somebody else's target, or nothing."""
    if not isinstance(outcome, Outcome):
        return f"run_one gave {outcome!r:.40}, not an Outcome"
    only_checked = outcome.transcript.ended and not outcome.transcript.times
    if not (outcome.failure or outcome.findings or only_checked):
        return "run_one gave neither findings nor a failure"
    for operation, finding in outcome.findings.items():
        try:
            provenance = json.loads(json.dumps(outcome.provenance | finding.provenance))
        except (TypeError, ValueError) as error:
            return f"the provenance of {operation.name}: {error}"
        row = Row(
            cipher="",
            mode=operation.mode,
            operation=operation.name,
            bytes=operation.bytes,
            ad_bytes=operation.ad_bytes,
            kernel="",
            target=target.name,
            cycles=finding.cycles,
            spread=finding.spread,
            runs=finding.runs,
            fidelity=target.fidelity,
            error_band=finding.error_band,
            stack_bytes=finding.stack_bytes,
            constant_time=finding.constant_time,
            vectors=1,  # the gate counts them
            provenance=provenance,
        )
        subtracted = isinstance(finding.cycles, int | float) and finding.cycles <= 0
        said = f"cycles is {finding.cycles}: is too much subtracted?" if subtracted else fault(row)
        if target.fidelity == MODELLED and not row.error_band:
            said = said or f"there is no error_band, which a {MODELLED} figure needs"
        if said:
            return f"the finding of {operation.name}: {said}"
    return ""


def spread(samples: Sequence[float]) -> float:
    """(90th - 10th percentile) / median."""
    if len(samples) < 2 or not statistics.median(samples):
        return 0.0
    tenths = statistics.quantiles(samples, n=10, method="inclusive")
    return (tenths[-1] - tenths[0]) / statistics.median(samples)


Times = dict[Operation, list[int]]


def steadier(times: Times, again: Times) -> Times:
    """Of two runs of one program those samples of each operation that spread less."""
    return {operation: min(times.get(operation, mine), mine, key=spread) for operation, mine in again.items()}


def is_disturbed(times: Times, expected: dict[Operation, Finding]) -> bool:
    """Does an operation spread by UNSTEADY more than the program itself makes it?"""
    return any(spread(mine) > UNSTEADY + expected[operation].spread for operation, mine in times.items())
