# SPDX-License-Identifier: MIT
"""The HiFive1's golden reference: programs of the bench on the Rocket core's RTL and on the model.

The RTL runs some 400,000 cycles a second.  Its programs therefore have fewer windows, no long messages, and no gate:
the usual program has passed it, and both simulators must execute the same instructions."""

from __future__ import annotations

import dataclasses
import math
import tempfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ..build import Program, build, symbols
from ..errors import BuildError, LabError, RunError
from ..plan import selection
from ..plan.implementations import Implementation
from ..rows import Row, cycles_of
from ..sims.e31 import commits, rtl, run_e31
from ..sims.run import Run
from ..targets.base import Outcome, timed_windows
from ..targets.hifive1 import CLOCK, MISSES, HiFive1, read
from . import cores
from .protocol import Operation

FIDELITY = "cycle-exact (RTL)"
LIMIT = 0.01  # allowed deviation of a row of the library ...
LIMIT_CYCLES = 5  # ... or in cycles: one misprediction
USUAL = "-O2"
HELD_OUT = ("-Os", "-O3")  # the model was tuned on -O2
FEWER: dict[str, Any] = {"gated": False, "windows": [(math.inf, 2, 6)], "block_windows": (2, 6)}
MESSAGES, MESSAGES_BY_BLOCKS = [0, 16, 64, 240], [16, 64]  # bytes
MARKERS = {"hal_begin": 12, "hal_end": 0}  # offset of the marker in the function, in bytes


@dataclass
class Compared:
    """One program on both simulators: cycles of the RTL and of the model."""

    implementation: Implementation
    level: str
    cycles: dict[Operation, tuple[float, float]] = field(default_factory=dict)
    partings: dict[Operation, str] = field(default_factory=dict)
    failure: str = ""
    cold: int = 0  # operations not compared: the instruction cache missed in every window
    rtl_cycles: int = 0  # of the whole run

    @property
    def name(self) -> str:
        return f"{self.implementation.name} {self.level}"

    def deviation(self, operation: Operation) -> float:
        golden, model = self.cycles[operation]
        return model / golden - 1 if golden else 0.0

    def over(self, operation: Operation) -> bool:
        golden, model = self.cycles[operation]
        return not agree(golden, model)


def agree(golden: float, model: float) -> bool:
    return abs(model - golden) <= max(LIMIT * golden, LIMIT_CYCLES)


def target_at(level: str, implementation: Implementation) -> HiFive1:
    """The target with fewer windows and sizes, compiled at another optimization level."""
    target = HiFive1()
    board = target.board
    cflags = [level if f == USUAL else f for f in board.cflags]
    messages = MESSAGES_BY_BLOCKS if implementation.block_bytes else MESSAGES
    target.board = board.changed(name=f"{board.name}-rtl{level}", cflags=cflags, messages=messages, **FEWER)
    return target


def compare_all(jobs: list[tuple[Implementation, str]], report: Callable[[str], None]) -> list[Compared]:
    """Builds the RTL if needed, and runs each implementation at its level; those without a kernel are skipped."""
    try:
        rtl.build(report)
    except (RunError, BuildError) as error:
        raise LabError(f"the RTL could not be built: {error}") from error
    pool = ThreadPoolExecutor(cores.WORKERS)
    try:
        compared = list(pool.map(lambda job: compare(job[0], job[1], report), jobs))
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
    return [c for c in compared if c is not None]


def compare(implementation: Implementation, level: str, report: Callable[[str], None]) -> Compared | None:
    target = target_at(level, implementation)
    board = target.board
    compared = Compared(implementation, level)
    report(compared.name)
    try:
        program = build(implementation, board, selection.usual_sizes(target, implementation, quick=False))
        if program.lacks_its_kernel:
            return None
        golden, model = Outcome(), Outcome()
        runs = rtl.run_rtl(program.elf), run_e31(program.elf)
        for outcome, run in zip((golden, model), runs, strict=True):
            read(outcome, run, board)
            if outcome.failure:
                raise RunError(f"{run.simulator}: {outcome.failure}")
        require_same_work(*runs)
        compared.rtl_cycles = runs[0].cycles
        cold = {o for m in (golden, model) for o, f in m.findings.items() if MISSES in f.provenance}
        compared.cold = len(cold)
        compared.cycles = {o: (f.cycles, model.findings[o].cycles) for o, f in golden.findings.items() if o not in cold}
        compared.partings = partings(program, golden, runs, [o for o in compared.cycles if compared.over(o)])
    except (BuildError, RunError) as error:
        compared.failure = str(error)
    return compared


def require_same_work(golden: Run, model: Run) -> None:
    """Both must have executed the same instructions in every window."""
    a, b = [w.pc_hash for w in golden.windows], [w.pc_hash for w in model.windows]
    if a != b:
        at = next((i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))
        raise RunError(f"model and RTL executed different instructions in window {at + 1} of {len(a)}")


def partings(program: Program, golden: Outcome, runs: tuple[Run, Run], over: list[Operation]) -> dict[Operation, str]:
    """For each operation the first instruction whose time differs, in the window with the largest deviation."""
    if not over:
        return {}
    functions = [(name, address) for _, name, _, address, _ in symbols(program.elf)]
    addresses = {name: address + MARKERS[name] for name, address in functions if name in MARKERS}
    with tempfile.TemporaryDirectory(prefix="narae-") as folder:
        files = Path(folder) / "rtl", Path(folder) / "model"
        rtl.run_rtl(program.elf, log=files[0])
        run_e31(program.elf, log=files[1])
        golden_log, model_log = (commits.read(file) for file in files)
    number = {id(w): n for n, w in enumerate(runs[0].windows)}
    first_differences = {}
    for operation, windows in timed_windows(golden.transcript, runs[0], program.board, CLOCK).items():
        if operation in over:
            numbers = [number[id(w)] for w in windows]
            farthest = max(numbers, key=lambda n: abs(runs[1].windows[n].cycles - runs[0].windows[n].cycles))
            begin, end = addresses["hal_begin"], addresses["hal_end"]
            parting = commits.first_parting(golden_log, model_log, begin, end, farthest)
            first_differences[operation] = str(parting or "no instruction differs")
    return first_differences


def with_golden_cycles(rows: list[Row], compared: list[Compared]) -> list[Row]:
    """The rows of the model, with the RTL's cycles where it ran them."""
    golden = {}
    for c in compared:
        i = c.implementation
        for o, (cycles, _) in c.cycles.items():
            golden[HiFive1.name, i.cipher, i.kernel, o.mode, o.name, o.bytes, o.ad_bytes] = cycles
    simulator = f"Rocket RTL {rtl.rocket_version()}, Verilator {rtl.verilator_version()}"
    # One compiler builds for the board, so the key without it is unique.
    return [quote(row, golden[row.key()[:-1]], simulator) if row.key()[:-1] in golden else row for row in rows]


def quote(row: Row, cycles: float, simulator: str) -> Row:
    return dataclasses.replace(
        row,
        cycles=cycles,
        cycles_per_byte=cycles / row.bytes if row.bytes else None,
        time_us=row.time_us * cycles / cycles_of(row) if row.time_us else None,
        fidelity=FIDELITY,
        error_band=None,
        provenance=row.provenance | {"clock": simulator, "modelled_cycles": row.cycles},
    )
