# SPDX-License-Identifier: MIT
"""The interface of targets.

A target is one module in this folder (how to run a program and read its clock) and one folder in lab/boards (startup
code and HAL); both may be in another folder, next to each other."""

from __future__ import annotations

import json
import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ..build import Program
from ..cache import Cache
from ..errors import RunError
from ..plan.board import Board
from ..rows import UNSTEADY, Row, fault
from ..run import protocol
from ..run.protocol import Operation, Transcript
from ..sims.run import Run, Window

if TYPE_CHECKING:
    from ..real.remote import Remote

SCALAR = "scalar"
PAGE = "docs/how-to/adding-a-target.md"
MODELLED = "modelled"


@dataclass
class Finding:
    """The target's result for one operation, besides what the program itself printed."""

    cycles: float
    spread: float
    runs: int
    stack_bytes: int
    constant_time: dict[str, Any]
    error_band: str | None = None  # of a modelled figure
    provenance: dict[str, Any] = field(default_factory=dict)  # of this operation alone
    interval: tuple[float, float] | None = None  # of cycles, expected to contain the chip's
    constants: int = 0  # cycles that mspdebug's simulator adds
    kind: str = SCALAR  # of instructions, on which the interval depends


@dataclass
class Outcome:
    """The result of one program on one target: findings, or the reason of a failure."""

    transcript: Transcript = field(default_factory=Transcript)
    findings: dict[Operation, Finding] = field(default_factory=dict)
    failure: str = ""
    stack_overflow: int = 0  # bytes of stack that exceeded the board's RAM
    clock_hz: float = 0  # 0: counted instructions have no time
    cycles: int = 0  # of the whole simulation
    provenance: dict[str, Any] = field(default_factory=dict)


class Target:
    """A machine; each target is a subclass.

    One that simulates has simulators() and run_one(): an outcome is a function of the program, so programs run in
    parallel and outcomes are cached.  A real clock (alone = True) has rounds(), run() and checks(): it suffers when
    anything else runs, so its programs alternate in rounds."""

    name: str
    fidelity: str
    board: Board
    alone: bool = False
    notes: Sequence[str] = ()  # what is skipped on this machine, and why
    remote: Remote | None = None  # the machine on which programs run, if not this one
    simulation: Target | None = None  # of a real board; runs its programs first

    @property
    def about(self) -> str:
        return self.board.about

    @property
    def clock(self) -> str:
        """Identifies a real clock."""
        return self.name

    def with_every_level(self) -> Target:
        """Also with the levels of kernels that this machine lacks, to build programs, not to run them."""
        return self

    def simulators(self) -> list[str]:
        """Names and versions of what the outcome depends on, besides the program and the lab's own code."""
        raise NotImplementedError

    def run_one(self, program: Program, quick: bool) -> Outcome:
        raise NotImplementedError

    def rounds(self, quick: bool) -> int:
        raise NotImplementedError

    def run(self, programs: list[Program], quick: bool, cache: Cache, step: Callable[[str], None]) -> list[Outcome]:
        """`step` is called for each program and for each round."""
        raise NotImplementedError

    def checks(self, program: Program) -> Outcome:
        """The outcome of a program that times nothing."""
        raise NotImplementedError

    def run_with_input(self, program: Program, stdin: str, part: float = 1) -> str:
        """The output, on the serial line or standard output, of any program with this standard input, if the machine
        has one. `part`: fraction of the time limit. `./narae cavp` needs it."""
        raise NotImplementedError

    @classmethod
    def has(cls, method: str) -> bool:
        """Does this kind of target implement the method?"""
        return getattr(cls, method) is not getattr(Target, method)


def invalid_reason(target: Target, outcome: Any) -> str:
    """Why no rows can be made of the outcome of an external target; empty if they can."""
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
        reason = f"cycles is {finding.cycles}: is too much subtracted?" if subtracted else fault(row)
        if target.fidelity == MODELLED and not row.error_band:
            reason = reason or f"there is no error_band, which a {MODELLED} figure needs"
        if reason:
            return f"the finding of {operation.name}: {reason}"
    return ""


def failure_of(run: Run) -> str:
    """Of a simulated firmware."""
    if run.end == "cycle-limit":
        return protocol.endless(run.cycles, run.uart, run.reason.removeprefix("cycle limit"))
    if run.end == "crash":
        return f"the firmware crashed: {run.reason}"
    return "" if run.exit_status in (0, 1) else f"the firmware ended with exit status {run.exit_status}"


def timed_windows(transcript: Transcript, run: Run, board: Board, clock: str) -> dict[Operation, list[Window]]:
    """The windows of each operation without its warm-ups; firmware and simulator must agree on each."""
    windows = run.windows[len(run.windows) - transcript.window_count(board.warmups) :]
    by_operation = transcript.deal(windows, board.warmups)
    for operation, of_operation in by_operation.items():
        times, cycles = transcript.times[operation], [run.net(w) for w in of_operation]
        if cycles != times:
            first = next(i for i, (a, b) in enumerate(zip(cycles, times, strict=False)) if a != b)
            raise RunError(
                f"two clocks disagree on {operation.name}, sample {first + 1}: "
                f"{clock} {times[first]}, simulator {cycles[first]} cycles"
            )
    return by_operation


def spread(samples: Sequence[float]) -> float:
    """(90th - 10th percentile) / median."""
    if len(samples) < 2 or not statistics.median(samples):
        return 0.0
    tenths = statistics.quantiles(samples, n=10, method="inclusive")
    return (tenths[-1] - tenths[0]) / statistics.median(samples)


Times = dict[Operation, list[int]]


def steadier(times: Times, again: Times) -> Times:
    """Of two runs of one program, for each operation the samples with the smaller spread."""
    return {operation: min(times.get(operation, samples), samples, key=spread) for operation, samples in again.items()}


def is_disturbed(times: Times, expected: dict[Operation, Finding]) -> bool:
    """Is the spread of an operation larger than the program's own by more than UNSTEADY?"""
    return any(spread(samples) > UNSTEADY + expected[operation].spread for operation, samples in times.items())
