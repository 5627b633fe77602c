# SPDX-License-Identifier: MIT
"""Runs other people's programs in the simulators and compares them with their published cycles on the chip."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from ..build import Program as Built
from ..build import link_program
from ..errors import BuildError, RunError
from ..paths import ROOT
from ..plan.board import Board
from ..plan.implementations import Foreign, Implementation
from ..plan.published import Figure, Program
from ..targets.base import Finding, Outcome, Target
from . import cores

BENCH = ROOT / "lab/bench/bench.c"
KIND = ROOT / "lab/bench/kind_published.c"


@dataclass(frozen=True)
class Compared:
    """A published figure and the simulation of the same program."""

    figure: Figure
    finding: Finding | None = None
    failure: str = ""
    around: float = 0  # cycles of the part that the figure excludes
    recognized: bool = True  # by the hashes of its files

    @property
    def simulated(self) -> float:
        assert self.finding
        return self.finding.cycles + self.besides

    @property
    def interval(self) -> tuple[float, float]:
        """The interval that should contain the chip's figure."""
        assert self.finding and self.finding.interval
        low, high = self.finding.interval
        return low + self.besides, high + self.besides

    @property
    def besides(self) -> float:
        """Cycles that only the figure includes, minus those that only the call includes."""
        assert self.finding
        constants = self.finding.constants if self.figure.source.constants else 0
        return self.figure.source.reading + constants - self.around

    @property
    def kind(self) -> str:
        """The kind of instructions, which determines the error band."""
        assert self.finding
        return self.finding.kind

    @property
    def difference(self) -> float:
        return self.simulated / self.figure.cycles - 1

    @property
    def inside(self) -> bool:
        """Is the published figure, within rounding, inside the simulator's interval?"""
        low, high = self.interval
        return low <= self.figure.cycles + self.figure.rounding and self.figure.cycles - self.figure.rounding <= high


@dataclass(frozen=True)
class Summary:
    """All programs of one kind."""

    kind: str
    count: int
    median: float  # difference
    largest: float  # difference by absolute value
    inside: int

    @classmethod
    def of(cls, kind: str, compared: Iterable[Compared]) -> Summary:
        of_kind = [c for c in compared if c.kind == kind]
        off = [c.difference for c in of_kind]
        return cls(kind, len(of_kind), statistics.median(off), max(off, key=abs), sum(c.inside for c in of_kind))


def summaries(compared: list[Compared]) -> list[Summary]:
    good = [c for c in compared if c.finding]
    return [Summary.of(kind, good) for kind in dict.fromkeys(c.kind for c in good)]


def compare_all(pairs: list[tuple[Figure, Program]], target: Target, step: Callable[[str], None]) -> list[Compared]:
    pool = ThreadPoolExecutor(cores.WORKERS)
    try:
        return list(pool.map(lambda pair: compare(pair[0], pair[1], target, step), pairs))
    finally:
        pool.shutdown(cancel_futures=True)


def compare(figure: Figure, program: Program, target: Target, step: Callable[[str], None]) -> Compared:
    step(f"{target.name} {figure.name}")
    if problem := figure.problem(program):
        return Compared(figure, failure=problem)
    try:
        call = timed(program, built(program, target.board), target)
    except (BuildError, RunError) as error:
        return Compared(figure, failure=str(error))
    return Compared(figure, call.finding, around=call.around, recognized=figure.recognized(program))


@dataclass(frozen=True)
class Call:
    """The timing of one call."""

    finding: Finding
    around: float  # cycles of `around`, which the finding includes


def timed(program: Program, executable: Built, target: Target) -> Call:
    return call_of(program, target.run_one(executable, quick=True))


def call_of(program: Program, outcome: Outcome) -> Call:
    if outcome.failure:
        wrong = "a vector failed" in outcome.failure
        raise RunError(f"its check failed: {program.check}" if wrong else outcome.failure)
    findings = {operation.name: finding for operation, finding in outcome.findings.items()}
    return Call(findings["call"], findings["around"].cycles if program.around else 0)


def built(program: Program, board: Board, cold: bool = False) -> Built:
    """The bench around one call.  `cold`: each window begins with an instruction cache full of other code."""
    has_cpp = any(f.suffix == ".cpp" for f in program.files)
    implementation = Implementation(
        cipher=program.name,
        mode="published",
        kernel="published",
        kind="published",
        folder=program.folder,
        header="",
        vector_folders=(),
        vector_name=("", ""),
        language="c++" if has_cpp else "c",
        cflags=program.cflags,
        foreign=Foreign(program.files, program.include),
    )
    board = board.changed(gated=bool(program.check))
    return link_program(
        implementation, board, "published", [BENCH, KIND, *board.sources()], config(program, board, cold)
    )


def inlined(name: str, statements: str) -> str:
    return f"static inline __attribute__((always_inline)) void {name}(void) {{ {statements} ; }}"


def config(program: Program, board: Board, cold: bool = False) -> str:
    """bench_config.h of kind_published.c."""
    samples, warmups = board.window_counts(1)
    return "\n".join(
        [
            "/* Generated by lab/run/silicon.py. */",
            '#define BENCH_CIPHER "published"',
            '#define BENCH_MODE "published"',
            "#define BENCH_CHECKSUM 0u",
            "#define BENCH_CHECKED_BYTES 0",
            f"#define BENCH_GATED {int(board.gated)}",
            f"#define BENCH_SAMPLES {samples}",
            f"#define BENCH_WARMUPS {warmups}",
            *(f'#include "{header}"' for header in program.headers),
            program.declare,
            f"static void published_setup(void) {{ {program.setup} ; }}",
            inlined("published_call", program.call),
            *([f"#define PUBLISHED_COLD {board.instruction_cache_bytes}"] if cold else []),
            *([f"#define PUBLISHED_AROUND\n{inlined('published_around', program.around)}"] if program.around else []),
            f"static int published_check(void) {{ return {program.check or 1}; }}",
            "",
        ]
    )
