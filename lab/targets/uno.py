# SPDX-License-Identifier: MIT
"""Arduino Uno: ATmega328P at 16 MHz, simulated to the cycle by simavr and checked by avr8js.

Three clocks time each operation: the chip's own Timer1 and simavr in every window, avr8js in the first window of
messages that are not long.  Rows are reported only if all of them agree to the cycle."""

from __future__ import annotations

from collections.abc import Iterable

from ..build import Program
from ..errors import RunError
from ..plan.board import load_board
from ..rows import DIFFERS, EQUAL
from ..run import protocol
from ..sims.avr import MAX_CYCLES, part_simavr, run_avr8js, run_simavr, versions
from ..sims.run import Run
from .base import Finding, Outcome, Target, spread
from .leaks import name_leaks

RAM_END = 0x8FF
CROSS_CHECK_BYTES, CROSS_CHECK_SAMPLES = 256, 1  # as in lab/bench/bench.c
CONVERSATION_CYCLES = 20_000_000_000


class Uno(Target):
    name = "uno"
    fidelity = "cycle-exact"

    def __init__(self) -> None:
        self.board = load_board(self.name)

    def simulators(self) -> list[str]:
        return versions()

    def run_one(self, program: Program, quick: bool) -> Outcome:
        outcome = Outcome(clock_hz=self.board.clock_hz)
        try:
            first = run_simavr(program.elf, max_cycles=MAX_CYCLES, addresses=True)
            outcome.provenance = {"simulator": f"simavr {first.version}"}
            outcome.cycles = first.cycles
            outcome.stack_overflow = stack_overflow(first)
            outcome.failure = failure_of(first)
            if outcome.failure:
                return outcome
            outcome.transcript = protocol.parse(first.uart)
            outcome.failure = outcome.transcript.fault or outcome.transcript.calibration_fault()
            if outcome.failure:
                return outcome
            compare(outcome, first)
            before = len(first.windows) - outcome.transcript.window_count()
            numbers = outcome.transcript.deal(range(before, len(first.windows)))
            name_leaks(program, outcome, first.windows, numbers, part_simavr)
            if not quick:
                cross_check(outcome, program, first)
        except RunError as error:
            outcome.failure = str(error)
        return outcome

    def run_with_input(self, program: Program, stdin: str, part: float = 1) -> str:
        run = run_simavr(program.elf, max_cycles=int(part * CONVERSATION_CYCLES))
        if run.end != "exit":
            raise RunError(failure_of(run))
        return run.uart


def cross_check(outcome: Outcome, program: Program, first: Run) -> None:
    """Runs the program once more under both simulators, with only the first windows of each row.  Interrupts may come
    where the stack is deeper."""
    one = run_simavr(program.elf, cross_check=True)
    other = run_avr8js(program.elf, cross_check=True)
    for run in (one, other):
        outcome.stack_overflow = outcome.stack_overflow or stack_overflow(run)
        outcome.failure = outcome.failure or failure_of(run)
    if outcome.failure:
        return
    times = outcome.transcript.times
    checked = [o for o in times if o.bytes <= CROSS_CHECK_BYTES]
    expected = len(first.windows) - sum(map(len, times.values())) + CROSS_CHECK_SAMPLES * len(checked)
    if len(one.windows) != expected:
        raise RunError(f"the cross-check saw {len(one.windows)} windows, not {expected}")
    require_same(one, other)
    for operation in checked:
        outcome.findings[operation].provenance["cross_check"] = f"avr8js {other.version}: equal to the cycle"


def failure_of(run: Run) -> str:
    if run.end == "cycle-limit":
        return protocol.endless(run.cycles, run.uart, run.reason.removeprefix("cycle limit"))
    if run.end == "crash":
        return f"the firmware crashed: {run.reason}"
    return ""


def stack_overflow(run: Run) -> int:
    """Bytes of stack when it reached the variables; 0 if it did not."""
    return RAM_END - run.stack_min if "stack runs into data" in run.reason else 0


def compare(outcome: Outcome, run: Run) -> None:
    """Turns windows into findings; the chip's timer and the simulator's counter must agree on each one."""
    transcript = outcome.transcript
    windows = run.windows[len(run.windows) - transcript.window_count() :]
    for operation, of_operation in transcript.deal(windows).items():
        times, cycles = transcript.times[operation], [run.net(w) for w in of_operation]
        if cycles != times:
            first = next(i for i, (a, b) in enumerate(zip(cycles, times, strict=False)) if a != b)
            raise RunError(
                f"two clocks disagree on {operation.name}, sample {first + 1}: "
                f"Timer1 {times[first]}, simulator {cycles[first]} cycles"
            )
        outcome.findings[operation] = Finding(
            cycles=max(cycles),
            spread=spread(cycles),
            runs=len(cycles),
            stack_bytes=max(w.stack or 0 for w in of_operation),
            interval=(max(cycles), max(cycles)),
            constant_time={
                "cycles": same(cycles),
                "pc_trace": same(w.pc_hash for w in of_operation),
                "address_trace": same(w.address_hash for w in of_operation),
            },
        )


def same(values: Iterable[object]) -> str:
    return EQUAL if len(set(values)) == 1 else DIFFERS


def require_same(first: Run, second: Run) -> None:
    """Two simulators, written by different people, must see the same cycles in every window."""
    a = [first.net(w) for w in first.windows]
    b = [second.net(w) for w in second.windows]
    if len(a) != len(b):
        raise RunError(f"two simulators disagree: {len(a)} windows in simavr, {len(b)} in avr8js")
    for number, (x, y) in enumerate(zip(a, b, strict=True), 1):
        if x != y:
            raise RunError(f"two simulators disagree on window {number}: simavr {x}, avr8js {y} cycles")
