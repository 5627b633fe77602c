# SPDX-License-Identifier: MIT
"""SiFive HiFive1 Rev B: FE310-G002 with one E31 core, on a model of its timing.

Two clocks time each window: mcycle as the firmware reads it, and the model's own counter.  They
must agree to the cycle.  How far the model may be off is what `./narae validate hifive1` measures
against the Rocket core's RTL."""

from __future__ import annotations

import statistics
from collections.abc import Iterable

from ..build import Program
from ..errors import RunError
from ..plan.board import Board, load_board
from ..rows import DIFFERS, EQUAL
from ..run import protocol
from ..sims import e31
from ..sims.run import Run, Window
from .base import Finding, Outcome, Target, failure_of, spread, timed_windows
from .leaks import name_leaks

# The largest deviation from the RTL that `validate` accepts for a row of the library.
ERROR_BAND = "±1 %"
# Largest deviation from the chip; `validate hifive1 --sources` measures it.
SILICON_BAND = 0.02
LINE_CYCLES = 4600  # at least, for a line of code from the flash
# For rows where every window has instruction-cache misses.
MISSES = "instruction_cache_misses"
CLOCK = "mcycle"
MAX_CYCLES = e31.MAX_CYCLES
CONVERSATION_CYCLES = 20_000_000_000
RAM_END = 0x80004000


class HiFive1(Target):
    name = "hifive1"
    fidelity = "modelled"

    def __init__(self) -> None:
        self.board = load_board(self.name)

    def simulators(self) -> list[str]:
        return [f"e31 {e31.version()}"]

    def run_one(self, program: Program, quick: bool) -> Outcome:
        outcome = Outcome(clock_hz=self.board.clock_hz)
        try:
            run = e31.run_e31(program.elf, max_cycles=MAX_CYCLES, skim=True)
            read(outcome, run, self.board)
            if not outcome.failure:
                judge(outcome, run, self.board)
                before = len(run.windows) - outcome.transcript.window_count(self.board.warmups)
                numbers = outcome.transcript.deal(range(before, len(run.windows)), self.board.warmups)
                name_leaks(program, outcome, run.windows, numbers, e31.part_e31)
        except RunError as error:
            outcome.failure = str(error)
        return outcome

    def run_with_input(self, program: Program, stdin: str, part: float = 1) -> str:
        run = e31.run_e31(program.elf, max_cycles=int(part * CONVERSATION_CYCLES), functional=True)
        if failure := failure_of(run):
            raise RunError(failure)
        return run.uart


def read(outcome: Outcome, run: Run, board: Board) -> None:
    """Reads the program's output and the simulator's cycles."""
    outcome.provenance = {"simulator": f"{run.simulator} {run.version}"}
    outcome.cycles = run.cycles
    outcome.stack_overflow = RAM_END - run.stack_min if "stack runs into data" in run.reason else 0
    outcome.failure = failure_of(run)
    if outcome.failure:
        return
    outcome.transcript = protocol.parse(run.uart)
    outcome.failure = outcome.transcript.fault or outcome.transcript.calibration_fault()
    if outcome.failure:
        return
    for operation, windows in timed_windows(outcome.transcript, run, board, CLOCK).items():
        hot = [w for w in windows if not w.refills]
        cycles = [run.net(w) for w in hot or windows]
        middle = statistics.median_low(cycles) if hot else min(cycles)
        outcome.findings[operation] = Finding(
            cycles=middle,
            spread=spread(cycles),
            runs=len(windows),
            stack_bytes=outcome.transcript.stacks[operation],
            constant_time={},
            error_band=ERROR_BAND if hot else f"{ERROR_BAND}, with {least_misses(windows)} instruction-cache misses",
            provenance={} if hot else {MISSES: least_misses(windows)},
            interval=on_silicon(windows, cycles),
        )


def on_silicon(windows: list[Window], cycles: list[int]) -> tuple[float, float]:
    """The interval for a chip.  For code that is never hot, the number of cache misses varies with layout and chance:
    from none to the most observed."""
    if any(not w.refills for w in windows):
        middle = statistics.median_low(cycles)
        return (1 - SILICON_BAND) * middle, (1 + SILICON_BAND) * middle
    hot = min(c - LINE_CYCLES * w.refills for w, c in zip(windows, cycles, strict=True))
    return (1 - SILICON_BAND) * hot, (1 + SILICON_BAND) * max(cycles)


def least_misses(windows: list[Window]) -> int:
    return min(w.refills for w in windows)


def judge(outcome: Outcome, run: Run, board: Board) -> None:
    """Constant time: windows that start with the same state of predictor and cache must be equal."""
    for operation, windows in timed_windows(outcome.transcript, run, board, CLOCK).items():
        finding = outcome.findings[operation]
        finding.stack_bytes = max(w.stack or 0 for w in windows)
        finding.constant_time = {
            "cycles": same(w.fresh_cycles for w in windows),
            "pc_trace": same(w.pc_hash for w in windows),
            "address_trace": same(w.address_hash for w in windows),
        }


def same(values: Iterable[object]) -> str:
    return EQUAL if len(set(values)) == 1 else DIFFERS
