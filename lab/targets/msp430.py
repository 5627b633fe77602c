# SPDX-License-Identifier: MIT
"""MSP430F1611 and MSP430FR5994 at 8 MHz, simulated to the cycle by TI's tables.

Two clocks time each window: Timer A as the firmware reads it, and the simulator's own counter.  They must agree to the
cycle."""

from __future__ import annotations

from collections.abc import Iterable

from ..build import Program
from ..errors import RunError
from ..plan.board import load_board
from ..rows import DIFFERS, EQUAL
from ..run import protocol
from ..sims import msp430
from ..sims.run import Run, Window
from .base import Finding, Outcome, Target, failure_of, spread, timed_windows
from .leaks import name_leaks

CONVERSATION_CYCLES = 20_000_000_000


class Msp430(Target):
    name = "msp430"
    fidelity = "cycle-exact"
    ram_end = 0x3900

    def __init__(self) -> None:
        self.board = load_board(self.name)

    def simulators(self) -> list[str]:
        return [f"msp430 {msp430.version()}"]

    def run_one(self, program: Program, quick: bool) -> Outcome:
        outcome = Outcome(clock_hz=self.board.clock_hz)
        try:
            run = msp430.run(self.name, program.elf)
            self.read(outcome, run)
            if not outcome.failure:
                before = len(run.windows) - outcome.transcript.window_count(self.board.warmups)
                numbers = outcome.transcript.deal(range(before, len(run.windows)), self.board.warmups)
                name_leaks(program, outcome, run.windows, numbers, lambda e, p: msp430.part(self.name, e, p))
        except RunError as error:
            outcome.failure = str(error)
        return outcome

    def read(self, outcome: Outcome, run: Run) -> None:
        """Reads the program's output and the simulator's observations."""
        outcome.provenance = {"simulator": f"{run.simulator} {run.version}"}
        outcome.cycles = run.cycles
        outcome.stack_overflow = self.ram_end - run.stack_min if "stack runs into data" in run.reason else 0
        outcome.failure = failure_of(run)
        if outcome.failure:
            return
        outcome.transcript = protocol.parse(run.uart)
        outcome.failure = outcome.transcript.fault or outcome.transcript.calibration_fault()
        if outcome.failure:
            return
        for operation, windows in timed_windows(outcome.transcript, run, self.board, "Timer A").items():
            outcome.findings[operation] = finding(windows, run.zero or 0)

    def run_with_input(self, program: Program, stdin: str, part: float = 1) -> str:
        run = msp430.run(self.name, program.elf, max_cycles=int(part * CONVERSATION_CYCLES))
        if failure := failure_of(run):
            raise RunError(failure)
        return run.uart


class Msp430X(Msp430):
    name = "msp430x"
    ram_end = 0x3C00


def finding(windows: list[Window], zero: int) -> Finding:
    cycles = [w.cycles - zero for w in windows]
    return Finding(
        cycles=max(cycles),
        spread=spread(cycles),
        runs=len(cycles),
        stack_bytes=max(w.stack or 0 for w in windows),
        interval=(max(cycles), max(cycles)),
        constant_time={
            "cycles": same(cycles),
            "pc_trace": same(w.pc_hash for w in windows),
            "address_trace": same(w.address_hash for w in windows),
        },
        constants=windows[0].constants,
    )


def same(values: Iterable[object]) -> str:
    return EQUAL if len(set(values)) == 1 else DIFFERS
