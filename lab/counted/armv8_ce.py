# SPDX-License-Identifier: MIT
"""ARMv8-A with its crypto extension: instructions, counted under qemu's user mode with the lab's tracer.

The Raspberry Pi 4 lacks these instructions, and no core that has them is modelled here.  A row therefore has neither
cycles nor time: its fidelity is `counted`.  Programs are built and run as for pi4."""

from __future__ import annotations

import tempfile
from pathlib import Path

from lab.build import Program
from lab.errors import RunError
from lab.plan.board import load_board
from lab.rows import NOT_RUN
from lab.run import protocol
from lab.sims.qemu.tracing import Machine, Window, trace
from lab.targets.base import Finding, Outcome, Target, spread
from lab.targets.pi4 import CORTEX_A72, each_operation, ending, same

MACHINE = Machine("qemu-aarch64", ("-cpu", "max", "-E", "NARAE_CPU=crypto"), CORTEX_A72.marks)
RULER_STEPS = 4000  # as in lab/boards/pi4/kernels.h


class Armv8Ce(Target):
    name = "armv8-ce"
    fidelity = "counted"

    def __init__(self) -> None:
        self.board = load_board(self.name, Path(__file__).parent).changed(folder=load_board("pi4").folder)

    def simulators(self) -> list[str]:
        return [MACHINE.version()]

    def run_one(self, program: Program, quick: bool) -> Outcome:
        outcome = Outcome(provenance={"simulator": MACHINE.version()})
        try:
            with tempfile.TemporaryDirectory(prefix="narae-") as folder:
                self.count(program, Path(folder), outcome)
        except RunError as error:
            outcome.failure = str(error)
        return outcome

    def count(self, program: Program, folder: Path, outcome: Outcome) -> None:
        traced = trace(program.elf, MACHINE, folder)
        outcome.transcript = transcript = protocol.parse(traced.output)
        zero, *rulers = traced.of("ruler")
        outcome.failure = transcript.fault or ending(transcript, traced.exit_code) or miscounted(rulers)
        if outcome.failure:
            return
        for operation, samples in each_operation(transcript, traced, self.board.warmups).items():
            counts = [w.instructions - zero.instructions for w in samples]
            outcome.findings[operation] = Finding(
                cycles=max(counts),
                spread=spread(counts),
                runs=len(samples),
                stack_bytes=transcript.stacks[operation],
                constant_time={
                    "cycles": NOT_RUN,
                    "pc_trace": same(w.pc_hash for w in samples),
                    "address_trace": same(w.address_hash for w in samples),
                },
                provenance={"instructions": max(counts)},
            )


def miscounted(rulers: list[Window]) -> str:
    """The pi4's rulers know their cycles; here, a second addition in each step is that many more."""
    adds, two_adds, *_ = (w.instructions for w in rulers)
    if two_adds - adds == RULER_STEPS:
        return ""
    return f"the count is off: {RULER_STEPS} additions were {two_adds - adds} instructions"
