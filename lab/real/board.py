# SPDX-License-Identifier: MIT
"""A real board as a target: it runs the programs that its simulation ran.

Except for times, a program's output must be the same as in the simulation, which proves that it is that program.
Constant time and stack come from the simulation, which executes the same instructions."""

from __future__ import annotations

import statistics
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from ..build import Program, elf
from ..cache import Cache
from ..errors import RunError
from ..plan.board import Board
from ..run import protocol, tasks
from ..run.protocol import Transcript
from ..run.stages import stage
from ..targets.base import Finding, Outcome, Target, Times, is_disturbed, spread, steadier
from . import flash, line
from .line import Port
from .remote import Remote

ATTEMPTS = 2  # serial lines lose characters, and other processes disturb
MEASURED, EXACT = "measured", "cycle-exact"
SIMULATED = "simulated"  # key in a row's provenance: the same program's cycles in the simulation


class Wire(Protocol):
    """The connection to a board."""

    @property
    def name(self) -> str:
        """Its place, such as "/dev/ttyACM0"."""

    @property
    def boards(self) -> int:
        """The number of boards of its kind."""

    def run(self, board: Board, program: Path, cipher: str) -> Output:
        """The output of a program that is written into the board's flash and started."""


@dataclass(frozen=True)
class Output:
    """A program's output, and where it ran."""

    text: str
    where: str


@dataclass
class Serial:
    """A board at a port of this machine, or at a URL that pyserial knows."""

    port: Port
    at: Remote | None = None  # machine with its debugger, if not this one
    place: str = ""  # name of a shared board
    boards: int = 1

    @property
    def name(self) -> str:
        return f"the place {self.place}" if self.place else self.port.url

    def run(self, board: Board, program: Path, cipher: str) -> Output:
        if self.port.resets:
            with self.port.open():  # reports a busy port better than the flashing tool
                pass
            flash.flash(board, program, self.port, self.at)
            with self.port.open() as opened:
                return Output(line.conversation(opened, cipher, self.port.baud), self.name)
        with self.port.open() as opened:
            flash.flash(board, program, self.port, self.at)
            return Output(line.conversation(opened, cipher, self.port.baud), self.name)


@dataclass
class Ssh:
    """A board that runs Linux."""

    remote: Remote
    boards: int = 1

    @property
    def name(self) -> str:
        return self.remote.destination

    def run(self, board: Board, program: Path, cipher: str) -> Output:
        return Output(self.remote.run(program, board.name), self.remote.about)


class RealBoard(Target):
    """A target with a board's clock; its programs are those of its simulation."""

    fidelity = MEASURED
    alone = True
    simulation: Target

    def __init__(self, simulation: Target, wire: Wire):
        self.simulation, self.wire = simulation, wire
        self.name, self.board = simulation.name, simulation.board

    @property
    def about(self) -> str:
        return self.at(self.wire.name)

    @property
    def clock(self) -> str:
        return self.about

    def at(self, where: str) -> str:
        return f"{self.board.about.partition(',')[0]} at {where}"

    def rounds(self, quick: bool) -> int:
        return 1

    def run(self, programs: list[Program], quick: bool, cache: Cache, report: Callable[[str], None]) -> list[Outcome]:
        """One after the other, or as many at once as there are boards."""
        report(f"measure {self.about}")

        def one(program: Program) -> Outcome:
            return self.measured(program, quick, cache, report)

        with stage(f"measure {self.name}"):
            if self.wire.boards == 1:  # in this thread, which Ctrl-C ends
                return [one(program) for program in programs]
            pool = ThreadPoolExecutor(self.wire.boards)
            try:
                return list(pool.map(one, programs))
            finally:
                pool.shutdown(wait=False, cancel_futures=True)

    def measured(self, program: Program, quick: bool, cache: Cache, report: Callable[[str], None]) -> Outcome:
        outcome = simulated(self.simulation, program, quick, cache)
        if outcome.failure:
            outcome.failure = f"in its simulation: {outcome.failure}"
        else:
            measure(self, program, outcome)
        suffix = f": {outcome.failure}" if outcome.failure else ""
        report(f"measure {self.name} {program.implementation.name}{suffix}")
        return outcome


def simulated(target: Target, program: Program, quick: bool, cache: Cache) -> Outcome:
    return cache.get(
        [*tasks.identity(target, quick), elf.identity(program.elf)],
        lambda: target.run_one(program, quick),
        lambda o: not o.failure or bool(o.stack_overflow),
    )


def measure(target: RealBoard, program: Program, outcome: Outcome) -> None:
    """Replaces simulated cycles by those of the board's clock; the row shows both."""
    outcome.provenance |= {"board": target.about}
    arguments = (program.board, program.elf, program.implementation.cipher)
    expected, outcome.transcript = outcome.transcript, Transcript()
    failure, samples = "", Times()
    for _ in range(ATTEMPTS):
        try:
            output = target.wire.run(*arguments)
            transcript = protocol.parse(output.text)
        except RunError as error:
            failure = str(error)
            continue
        failure = transcript.fault or transcript.calibration_fault() or other_program(transcript, expected)
        if not samples or not failure:
            outcome.provenance |= {"board": target.at(output.where)}
            outcome.transcript = transcript
        if failure:
            break
        samples = steadier(samples, transcript.times)
        if not is_disturbed(samples, outcome.findings):
            break
    outcome.failure = "" if samples else failure
    transcript = outcome.transcript
    for operation, times in samples.items():
        finding = outcome.findings[operation]
        simulated = {"cycles": finding.cycles, "fidelity": fidelity_of(target.simulation, finding)}
        finding.provenance = {SIMULATED: simulated | {"interval": finding.interval}}
        of = statistic(target.simulation.fidelity == EXACT, finding.cycles, expected.times[operation], expected)
        finding.cycles = of(times) * transcript.cycles_per_unit
        finding.spread, finding.runs, finding.error_band = spread([float(t) for t in times]), len(times), None


def statistic(exact: bool, figure: float, times: list[int], simulated: Transcript) -> Callable[[list[int]], int]:
    """The statistic by which the simulation made its figure; the median where that comes from other samples than the
    program's.  Among equal ones the maximum comes first for an exact chip, because it shows any deviating sample."""
    usual: list[Callable[[list[int]], int]] = [max, statistics.median_low, min]
    usual = usual if exact else [statistics.median_low, max, min]
    return next((of for of in usual if of(times) * simulated.cycles_per_unit == figure), statistics.median_low)


def fidelity_of(simulation: Target, finding: Finding) -> str:
    return " ".join(filter(None, (simulation.fidelity, finding.error_band)))


def other_program(transcript: Transcript, simulated: Transcript) -> str:
    """Differences other than times."""
    properties: dict[str, Callable[[Transcript], object]] = {
        "bytes of context": lambda t: t.context_bytes,
        "vectors": lambda t: (t.vectors_passed, t.vectors_total),
        "checksum": lambda t: t.checksum,
        "operations": lambda t: {o: len(times) for o, times in t.times.items()},
        "end": lambda t: t.ended,
    }
    different = [name for name, of in properties.items() if of(transcript) != of(simulated)]
    names = ", ".join(different)
    return f"the board runs another program than was built: its {names} differ from the simulation" if names else ""
