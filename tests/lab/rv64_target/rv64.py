# SPDX-License-Identifier: MIT
"""A 64-bit RISC-V without a clock: instructions, counted by qemu's user mode with the lab's tracer.

No pipeline is known here, so a row has no cycles and no time: `counted` says so."""

from __future__ import annotations

import tempfile
from pathlib import Path

from lab.build import Program
from lab.errors import RunError
from lab.plan.board import load_board
from lab.rows import DIFFERS, EQUAL, NOT_RUN
from lab.run import protocol
from lab.sims.qemu.tracing import Machine, trace
from lab.targets.base import Finding, Outcome, Target, spread

# `slti zero, zero, N`: a hint that RISC-V reserves for custom use.  window.S has the same numbers.
MACHINE = Machine("qemu-riscv64", (), marks=tuple(0x2013 | n << 20 for n in (1, 2, 3, 4)))


class Rv64(Target):
    name = "rv64"
    fidelity = "counted"

    def __init__(self):
        self.board = load_board(self.name, Path(__file__).parent)

    def simulators(self) -> list[str]:
        return [MACHINE.version()]

    def run_one(self, program: Program, quick: bool) -> Outcome:
        outcome = Outcome(provenance={"simulator": MACHINE.version()})
        try:
            with tempfile.TemporaryDirectory(prefix="narae-") as folder:
                count(outcome, program, Path(folder))
        except RunError as error:
            outcome.failure = str(error)
        return outcome


def count(outcome: Outcome, program: Program, folder: Path) -> None:
    """The windows in their order: an empty one, one for each ruler, then those of the operations."""
    traced = trace(program.elf, MACHINE, folder)
    outcome.transcript = transcript = protocol.parse(traced.output)
    crashed = f"the program crashed with signal {-traced.exit_code}" if traced.exit_code < 0 else ""
    outcome.failure = transcript.fault or crashed or ("" if transcript.ended else "the program ended early")
    if outcome.failure:
        return
    zero, *rest = traced.of("operation")
    counts = iter(w.instructions - zero.instructions for w in rest)
    transcript.calibrations = [(name, *bounds, next(counts)) for name, *bounds, _ in transcript.calibrations]
    outcome.failure = transcript.calibration_fault()
    if outcome.failure:
        return
    windows = rest[len(transcript.calibrations) :]
    if len(windows) != transcript.window_count():
        raise RunError("the trace has other windows than those that the rows name")
    for operation, samples in transcript.deal(windows).items():
        instructions = [w.instructions - zero.instructions for w in samples]
        outcome.findings[operation] = Finding(
            cycles=max(instructions),
            spread=spread(instructions),
            runs=len(samples),
            stack_bytes=transcript.stacks[operation],
            constant_time={
                "cycles": NOT_RUN,
                "pc_trace": EQUAL if len({w.pc_hash for w in samples}) == 1 else DIFFERS,
                "address_trace": EQUAL if len({w.address_hash for w in samples}) == 1 else DIFFERS,
            },
        )
