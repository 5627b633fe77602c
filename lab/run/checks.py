# SPDX-License-Identifier: MIT
"""All vectors of a user's code on each target, before anything is timed: in programs of the same objects that only
check, with as many vectors as memory and simulation time allow."""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import dataclass, replace

from ..build import Program, build_checks, vectors
from ..errors import BuildError, DoesNotFit
from ..plan.implementations import Implementation
from ..plan.vector import Vector
from ..rows import sizes
from ..targets.base import Outcome, Target

BATCH_BYTES = 250_000  # of vectors in a program
BATCH_CYCLES = 250_000_000  # of a simulated program, estimated from the first one, which has few vectors
MARGIN = 64  # bytes that alignment may add at link time
SHORT = 80  # texts up to this size always fit
ENDLESS = "no end after"  # of a failure: the simulator's cycles ran out

Run = Callable[[Target, Program], Outcome]
Report = Callable[[str], None]


@dataclass(frozen=True)
class Checked:
    """The number of vectors, how many passed on the target, and how many of the others on the host; or the first
    program that failed, with its outcome."""

    every: int = 0
    here: int = 0
    on_host: int = 0
    program: Program | None = None
    outcome: Outcome | None = None

    @property
    def failed(self) -> Vector | None:
        """The vector that failed, if the program named one."""
        if not self.program or not self.outcome or not self.outcome.transcript.failed:
            return None
        number = self.outcome.transcript.failed[0]
        return self.program.vectors[number] if number < len(self.program.vectors) else None


def checked(target: Target, implementation: Implementation, run: Run, report: Report, host: Target | None) -> Checked:
    """Vectors that are too long for the target run on the host, if the code builds there.  Raises DoesNotFit if the
    target has no space for a single vector."""
    encoded = vectors.all_encoded(implementation)
    result, left = on_target(target, implementation, encoded, run, report)
    if not left or host is None:
        return result
    try:
        on_host, _ = on_target(host, implementation, encoded, run, report)
    except BuildError:
        return result
    if not on_host.outcome:
        return replace(result, on_host=len(left))
    if any(v is on_host.failed for _, v in left):
        on_host.outcome.failure = f"on the {host.name}: {on_host.outcome.failure}"
        return on_host
    return result


def of_library(target: Target, implementation: Implementation, run: Run) -> Checked:
    """Checks the ABI in a program of its own: the timed ones have no space for it."""
    board = target.board
    short = vectors.encoded(implementation, SHORT, board.max_field)
    sample = vectors.sampled(short, board.vector_bytes // 4)
    if not sample:
        return Checked()
    text, field = vectors.longest(sample)
    if implementation.kind == "block":  # as many blocks as are timed
        text = max(text, max(board.blocks) * implementation.block_bytes)
    try:
        program = build_checks(implementation, target.board, sample, (text, field))
    except BuildError:  # of the timed program
        return Checked()
    if any(lacking(target, program, 0)):
        return Checked()
    outcome = run(target, program)
    return Checked(program=program, outcome=outcome) if outcome.failure and not outcome.stack_overflow else Checked()


def on_target(
    target: Target, implementation: Implementation, encoded: vectors.Encoded, run: Run, report: Report
) -> tuple[Checked, vectors.Encoded]:
    """And the vectors that are too long for the target's memory."""
    batchable, passed = encoded, 0
    size = target.board.vector_bytes
    budget = min(BATCH_BYTES, target.board.flash_bytes or BATCH_BYTES)
    while passed < len(batchable):
        batch = first_of(batchable[passed:], min(budget, size))
        batch_bytes = sum(len(e) for e, _ in batch)
        program, outcome = build_checks(implementation, target.board, batch, vectors.longest(batchable)), Outcome()
        flash, ram = lacking(target, program, 0)
        if not flash and not ram:
            report(f"check {target.name} {implementation.name}, vector {passed + 1:,} of {len(batchable):,}")
            outcome = run(target, program)
            ram = lacking(target, program, outcome.stack_overflow)[1]
        if flash and len(batch) > 1:
            budget = batch_bytes - flash - MARGIN
        elif flash or ram:
            shorter = (
                of_less_flash(batchable, batch_bytes - flash - MARGIN) if flash else of_less_ram(target, batchable, ram)
            )
            if not shorter:
                raise DoesNotFit(missing(target, program, outcome.stack_overflow))
            batchable, passed = shorter, 0
        elif passed and len(batch) > 1 and ENDLESS in outcome.failure:  # slower than the first ones
            size = batch_bytes // 4
        elif outcome.failure:
            return Checked(len(encoded), passed, 0, program, outcome), []
        else:
            passed += len(batch)
            size = max(size, batch_bytes * BATCH_CYCLES // outcome.cycles) if outcome.cycles else BATCH_BYTES
    fitting = {id(v) for _, v in batchable}
    return Checked(len(encoded), passed), [(e, v) for e, v in encoded if id(v) not in fitting]


def of_less_flash(encoded: vectors.Encoded, budget: int) -> vectors.Encoded:
    return [(e, v) for e, v in encoded if len(e) <= budget]


def of_less_ram(target: Target, encoded: vectors.Encoded, excess: int) -> vectors.Encoded:
    """Those with shorter texts, which may be in memory twice, or else with shorter associated data; empty if that does
    not help."""
    text, field = vectors.longest(encoded)
    if text > SHORT:
        text = max(SHORT, text - (excess + 1) // 2)
    elif field > target.board.max_field:
        field -= excess
    else:
        return []
    return [(e, v) for e, v in encoded if all(map(operator.le, vectors.longest([(e, v)]), (text, field)))]


def first_of(encoded: vectors.Encoded, budget: int) -> vectors.Encoded:
    """As many as fit into `budget` bytes, but at least one."""
    total, number = 0, 0
    while number < len(encoded) and (not number or total + len(encoded[number][0]) <= budget):
        total += len(encoded[number][0])
        number += 1
    return encoded[:number]


def lacking(target: Target, program: Program, stack: int) -> tuple[int, int]:
    """Bytes of flash and of RAM by which a program and its stack are too large."""
    footprint, board = sizes.footprint(program.elf), target.board
    flash, ram = footprint.flash_bytes, footprint.ram_bytes + stack
    return max(0, flash - (board.flash_bytes or flash)), max(0, ram - (board.ram_bytes or ram))


def missing(target: Target, program: Program, stack: int) -> str:
    """Which memory is too small, with its use; empty if none."""
    footprint, board = sizes.footprint(program.elf), target.board
    flash, ram = lacking(target, program, stack)
    code = sizes.measure(program)
    if flash:
        rest = footprint.flash_bytes - (code.flash_bytes or 0)
        parts = f"{code.flash_bytes} of the code, {rest} of the lab's harness, vectors and the C library"
        return f"needs {footprint.flash_bytes} of {board.flash_bytes} bytes of flash ({parts})"
    if ram:
        parts = f"{footprint.ram_bytes} of variables, {code.ram_bytes} of them the code's"
        parts += f", {stack} or more of stack" if stack else ""
        return f"needs {footprint.ram_bytes + stack} of {board.ram_bytes} bytes of RAM ({parts})"
    return ""
