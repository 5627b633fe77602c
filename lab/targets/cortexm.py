# SPDX-License-Identifier: MIT
"""Cortex-M0+, M3, M4 and M33: a Raspberry Pi Pico, an STM32L100, an STM32F407 and a Raspberry Pi Pico 2, simulated
with a table of rules.

Two clocks time each window: DWT->CYCCNT or SysTick as the firmware reads it, and the simulator's own counter.
They must agree to the cycle.  How far the rules are off is what `./narae validate m4 --sources` shows."""

from __future__ import annotations

from collections.abc import Iterable

from ..build import Program
from ..errors import RunError
from ..plan.board import load_board
from ..rows import DIFFERS, EQUAL
from ..run import protocol
from ..sims import cortexm
from ..sims.run import Run, Window
from .base import Finding, Outcome, Target, failure_of, spread, timed_windows
from .leaks import name_leaks

MAX_CYCLES = cortexm.MAX_CYCLES
CONVERSATION_CYCLES = 20_000_000_000
# Largest values among validated programs: share of cycles in loads from the code's memory; share of LDRD and STRD in
# instructions.
READS, PAIRS = 0.02, 0.02
INSIDE, OUTSIDE = "inside the validated domain", "outside the validated domain"


class CortexM(Target):
    fidelity = "modelled"
    band: float  # of cycles, inside the domain
    # Largest share of cycles in runs of three and more instructions across words, among validated programs.
    runs = 0.045

    def __init__(self) -> None:
        self.board = load_board(self.name)

    def simulators(self) -> list[str]:
        return [f"cortexm {cortexm.version()}"]

    def run_one(self, program: Program, quick: bool) -> Outcome:
        outcome = Outcome(clock_hz=self.board.clock_hz)
        try:
            run = cortexm.run(self.name, program.elf, max_cycles=MAX_CYCLES)
            self.read(outcome, run)
            if not outcome.failure:
                before = len(run.windows) - outcome.transcript.window_count(self.board.warmups)
                numbers = outcome.transcript.deal(range(before, len(run.windows)), self.board.warmups)
                name_leaks(program, outcome, run.windows, numbers, lambda e, p: cortexm.part(self.name, e, p))
        except RunError as error:
            outcome.failure = str(error)
        return outcome

    def read(self, outcome: Outcome, run: Run) -> None:
        """Reads the program's output and the simulator's observations."""
        outcome.provenance = {"simulator": f"{run.simulator} {run.version}"}
        outcome.cycles = run.cycles
        outcome.stack_overflow = self.stack_overflow(run)
        outcome.failure = failure_of(run)
        if outcome.failure:
            return
        outcome.transcript = protocol.parse(run.uart)
        outcome.failure = outcome.transcript.fault or outcome.transcript.calibration_fault()
        if outcome.failure:
            return
        for operation, windows in timed_windows(outcome.transcript, run, self.board, "the chip's").items():
            outcome.findings[operation] = self.finding(windows, run.zero or 0)

    def stack_overflow(self, run: Run) -> int:
        top = self.ram_end()
        return top - run.stack_min if "stack runs into data" in run.reason else 0

    def ram_end(self) -> int:
        return 0x20000000 + self.board.ram_bytes

    def finding(self, windows: list[Window], zero: int) -> Finding:
        cycles = [w.cycles - zero for w in windows]
        slowest = max(windows, key=lambda w: w.cycles)
        most = max(cycles)
        outside = why_outside(slowest, self.runs)
        band = f"±{100 * self.band:g} %"
        return Finding(
            cycles=most,
            spread=spread([float(c) for c in cycles]),
            runs=len(cycles),
            stack_bytes=max(w.stack or 0 for w in windows),
            constant_time={
                "cycles": same(cycles),
                "pc_trace": same(w.pc_hash for w in windows),
                "address_trace": same(w.address_hash for w in windows),
            },
            error_band=f"{band}, {OUTSIDE}" if outside else band,
            interval=(most * (1 - self.band), most * (1 + self.band)),
            kind=OUTSIDE if outside else INSIDE,
            provenance={"stalls": slowest.causes, "exposure": slowest.exposure}
            | ({"outside": outside} if outside else {}),
        )

    def run_with_input(self, program: Program, stdin: str, part: float = 1) -> str:
        run = cortexm.run(self.name, program.elf, max_cycles=int(part * CONVERSATION_CYCLES))
        if failure := failure_of(run):
            raise RunError(failure)
        return run.uart


def why_outside(window: Window, runs: float) -> str:
    """Disputed effects that may exceed the error band (a cycle for each run of instructions across words; pairs), and
    instructions that nobody measured; empty if there are none."""
    if window.exposure > runs * window.cycles:
        return f"{window.exposure} runs of instructions across words"
    if window.pairs > PAIRS * window.instructions:
        return f"{window.pairs} LDRD and STRD of {window.instructions} instructions"
    if window.code_reads > READS * window.cycles:
        return f"{window.code_reads} loads from the code's memory"
    if window.unmeasured:
        return f"{window.unmeasured} instructions whose cycles no source states"
    return ""


def same(values: Iterable[object]) -> str:
    return EQUAL if len(set(values)) == 1 else DIFFERS


class M0Plus(CortexM):
    name = "m0plus"
    band = 0.001


class M3(CortexM):
    name = "m3"
    band = 0.02


class M4(CortexM):
    name = "m4"
    band = 0.02


class M33(CortexM):
    name = "m33"
    band = 0.02
    runs = 0.053
