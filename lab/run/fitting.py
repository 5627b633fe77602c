# SPDX-License-Identifier: MIT
"""The largest program of an implementation that fits its target: the memory of the board, the time of the simulator."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

from ..build import Program, build, build_ungated, built_by, elf
from ..cache import Cache
from ..errors import BuildError, DoesNotFit
from ..plan.board import Size
from ..plan.implementations import Implementation
from ..rows import Row
from ..rows.create import failing_row, rows_of
from ..targets.base import Outcome, Target
from ..targets.leaks import with_locations
from . import checks, tasks
from .cores import Fleet, built, checked_natively
from .protocol import reached

Check = Callable[[Target, Implementation], checks.Checked]


@dataclass
class Fitting:
    """A program with all sizes for which memory and time suffice, its outcome, and rows with the reasons for the
    others."""

    program: Program | None = None
    outcome: Outcome = field(default_factory=Outcome)
    refused: list[Row] = field(default_factory=list)

    def rows(self, target: Target) -> list[Row]:
        return [*(rows_of(self.program, target, self.outcome) if self.program else []), *self.refused]


def largest_that_fits(
    target: Target,
    implementation: Implementation,
    sizes: list[Size],
    quick: bool,
    cache: Cache,
    fleet: Fleet,
    check: Check = lambda *_: checks.Checked(),
) -> Fitting:
    """`check` runs all vectors of a user's code."""
    refused: list[Row] = []
    checked: checks.Checked | None = None
    while True:
        program: Program | None = None
        try:
            program = program_for(target, implementation, sizes)
            if program.lacks_its_kernel:
                return Fitting()
            reason = checks.missing(target, program, 0)
        except DoesNotFit as error:
            reason = str(error)
        except BuildError as error:
            provenance = built_by(target.board, implementation)
            failed = failing_row(implementation, target, f"does not build: {error}", provenance)
            return Fitting(refused=[*refused, failed])
        if program and not reason:
            if not checked:
                checked, failed_checks = first_check(target, program, sizes, check)
                if failed_checks:
                    return Fitting(refused=[*refused, *failed_checks])
            program = verified(program, checked)
            outcome = simulated(target, program, quick, cache, fleet)
            if not outcome.stack_overflow:
                in_time = sizes_in_time(sizes, reached(outcome.failure))
                if not in_time:
                    return Fitting(program, outcome, refused)
                slow = min(s.bytes for s in sizes if s not in in_time)
                failure = with_locations(program, outcome.failure)
                refused.append(failing_row(implementation, target, failure, program.provenance, slow))
                sizes = in_time
                continue
            reason = checks.missing(target, program, outcome.stack_overflow)
        largest = max((s.bytes for s in sizes), default=0)
        provenance = program.provenance if program else {}
        refused.append(failing_row(implementation, target, f"does not fit: {reason}", provenance, largest))
        sizes = [s for s in sizes if s.bytes < largest]
        if not sizes:
            return Fitting(refused=refused)


def program_for(target: Target, implementation: Implementation, sizes: list[Size]) -> Program:
    """The timed program.  If a user's code fits with fewer vectors only, or with none, it has these: all of them are
    checked separately."""
    program = built(target, implementation, sizes)
    excess = checks.lacking(target, program, 0)[0] if implementation.user_code else 0
    if not excess:
        return program
    budget = target.board.vector_bytes - excess - checks.MARGIN
    if budget > 0:
        smaller = built(target, implementation, sizes, functools.partial(build, budget=budget))
        if smaller.vectors and not checks.lacking(target, smaller, 0)[0]:
            return smaller
    return built(target, implementation, sizes, build_ungated)


def first_check(target: Target, program: Program, sizes: list[Size], check: Check) -> tuple[checks.Checked, list[Row]]:
    """And the rows of a failure."""
    try:
        checked = check(target, program.implementation)
    except BuildError as error:
        verb = "fit" if isinstance(error, DoesNotFit) else "build"
        smallest = min((s.bytes for s in sizes), default=0)
        failure = f"does not {verb}: {error}"
        return checks.Checked(), [failing_row(program.implementation, target, failure, program.provenance, smallest)]
    return checked, refusals(target, checked) if checked.outcome else []


def simulated(target: Target, program: Program, quick: bool, cache: Cache, fleet: Fleet) -> Outcome:
    return cache.get(
        [*tasks.identity(target, quick), elf.identity(program.elf)],
        functools.partial(fleet.outcome, target, program, quick),
        lambda o: not o.failure or bool(o.stack_overflow or reached(o.failure)),
    )


def sizes_in_time(sizes: list[Size], last: int) -> list[Size]:
    """The sizes to keep if the simulator's limit ended the program after the size `last`; none if it did not."""
    kept = [s for s in sizes if s.bytes <= last]
    if len(kept) == len(sizes):  # what follows the last size is too slow, too
        kept = [s for s in sizes if s.bytes < last]
    return kept if last else []


def outcome_of_checks(cache: Cache, fleet: Fleet, target: Target, program: Program) -> Outcome:
    """The outcome of a program that only checks."""
    parts: list[str | Path] = [target.name, program.implementation.level]
    make: Callable[[], Outcome] = functools.partial(checked_natively, target, program)
    if not target.has("checks"):
        parts, make = tasks.identity(target, True), functools.partial(fleet.outcome, target, program, True)
    return cache.get(
        [*parts, "checks", elf.identity(program.elf)], make, lambda o: not o.failure or bool(o.stack_overflow)
    )


def verified(program: Program, checked: checks.Checked) -> Program:
    """With the numbers of checked vectors that its rows show."""
    if not checked.every:
        return program
    numbers = {"every": checked.every, "here": checked.here, "on_host": checked.on_host}
    return replace(program, checked=checked.here, provenance=program.provenance | {"vectors": numbers})


def refusals(target: Target, checked: checks.Checked) -> list[Row]:
    assert checked.program and checked.outcome
    return rows_of(checked.program, target, checked.outcome)
