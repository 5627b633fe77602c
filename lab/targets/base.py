# SPDX-License-Identifier: MIT
"""The interface of targets, and the conversion of a program's output to rows.

A target is one module in this folder (how to run a program and read its clock) and one folder in lab/boards (startup
code and HAL); both may be in another folder, next to each other."""

from __future__ import annotations

import json
import math
import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, Protocol

import msgspec

from ..build import Board, Program
from ..cache import Cache
from ..errors import LabError
from ..paths import BOARDS, shown
from ..plan import schema
from ..plan.implementations import ChipKernel, Level
from ..rows import MODE_OPERATIONS, UNSTEADY, Row, fault
from ..run.protocol import Operation, Transcript

SCALAR = "scalar"
PAGE = "docs/how-to/adding-a-target.md"
MODELLED = "modelled"
# Numbers of board.toml; windows and associated data are counted in 16 bits.
Bytes = Annotated[int, msgspec.Meta(ge=0)]
Count = Annotated[int, msgspec.Meta(ge=1)]
Samples = Annotated[int, msgspec.Meta(ge=1, le=0xFFFF)]
Short = Annotated[int, msgspec.Meta(ge=0, le=0xFFFF)]
Some = msgspec.Meta(min_length=1)  # of a list: what is measured has a size


class Layout(schema.Table):
    """Which programs are linked in another way as well, and what is otherwise then."""

    ciphers: list[str]
    modes: list[str]
    kernels: list[str]
    tables: str = ""


class Serial(schema.Table):
    """A real board's serial line: the identifiers of its USB side, and whether opening it resets the board."""

    usb: list[str]  # vendor:product
    baud: int
    resets: bool


class Flash(schema.Table):
    """One way to load a program onto a real board: by a tool, or by copying it to a volume."""

    image: str  # its format
    tool: str = ""
    packages: list[str] = []  # that hold the tool
    args: list[str] = []
    volume: str = ""
    hint: str = ""
    address: int = 0
    family: int = 0


class BoardFile(schema.Table):
    """board.toml."""

    about: str
    compiler: Annotated[str, msgspec.Meta(min_length=1)]
    cflags: list[str]
    ldflags: list[str]
    windows: Annotated[list[tuple[float, Samples, Short]], Some]
    blocks: Annotated[list[Count], Some]
    quick_blocks: Annotated[list[Count], Some]
    messages: Annotated[list[Bytes], Some]
    quick_messages: Annotated[list[Bytes], Some]
    ad_bytes: Short
    in_place: bool
    most_field: Bytes
    checked_bytes: Bytes
    vector_bytes: Bytes
    recognized: str = ""
    mcu: str = ""
    clock_hz: Count = 0
    flash_bytes: Count = 0
    ram_bytes: Count = 0
    tables: str = ""
    own_ldflags: list[str] = []
    links_what_is_needed: bool = False
    valgrind_levels: list[str] = []
    block_windows: tuple[Samples, Short] = (0, 0)
    baseline_blocks: list[Count] = []
    packets: list[Bytes] = []
    sectors: list[Bytes] = []
    phases: list[Bytes] = []
    quick_phases: list[Bytes] = []
    batches: list[Count] = []
    quick_batches: list[Count] = []
    rounds: Count = 0
    kernels: list[ChipKernel] = []
    levels: list[Level] = []
    modes: list[Annotated[str, schema.one_of(MODE_OPERATIONS)]] = []
    portable: bool = True
    layouts: dict[str, Layout] = {}
    shared: str = ""
    serial: Serial | None = None
    flash: list[Flash] = []


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


def load_board(name: str, boards: Path = BOARDS) -> Board:
    """The board in the folder `name`, among the lab's own or among those of somebody else."""
    file = boards / name / "board.toml"
    board = Board(name, file.parent, schema.checked(file, BoardFile, "docs/reference/fields.md"))
    if board.facts["windows"][-1][0] != math.inf:
        raise LabError(f"{shown(file)}: windows: the last entry must be for operations on up to inf bytes")
    for folder in board.folders:
        if not folder.is_dir():
            raise LabError(f"{shown(file)}: shared: there is no folder {shown(folder)}")
    return board


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
