# SPDX-License-Identifier: MIT
"""From a plan to rows: builds and runs everything; failures become rows, too."""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace

from .. import peers as peer
from ..build import Program, built_by, common_hash
from ..cache import Cache
from ..errors import BuildError
from ..plan.board import Size
from ..plan.implementations import Archive, Implementation, library_sources
from ..plan.selection import Plan
from ..rows import MODE_OPERATIONS, Row
from ..rows.create import failing_row, rows_of
from ..rows.provenance import now, revision_of
from ..targets import BROKEN, TARGETS, is_external, plugin_error
from ..targets.base import Target
from . import checks
from .cores import Fleet, OwnCores, built
from .fitting import Fitting, largest_that_fits, outcome_of_checks, refusals, verified
from .stages import stage


def execute(
    plan: Plan,
    cache: Cache,
    step: Callable[[str], None],
    fleet: Fleet | None = None,
    detail: Callable[[str], None] = lambda _: None,
) -> list[Row]:
    """Builds everything here and runs it: simulated targets in parallel, on all workers; real clocks alone, at the end.
    `step` counts steps, `detail` reports progress within one."""
    run = Execution(plan, cache, step, fleet or OwnCores(), detail)
    run.build_and_simulate()
    plan.notes.extend(run.absent.values())
    run.time()
    return run.with_provenance()


@dataclass
class Execution:
    """The state of execute()."""

    plan: Plan
    cache: Cache
    step: Callable[[str], None]
    fleet: Fleet
    detail: Callable[[str], None]
    absent: dict[str, str] = field(default_factory=dict)  # peers that another tool cannot build, and why
    # Programs for real clocks, by clock, with their index among the pairs.
    programs: dict[str, list[tuple[int, Program]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.pairs = self.plan.pairs()
        self.rows: list[list[Row]] = [[] for _ in self.pairs]  # of each pair

    def build_and_simulate(self) -> None:
        for once in (common_hash, library_sources):  # before several threads need them at the same time
            once()
        archives = list(dict.fromkeys(i.archive for _, i in self.pairs if i.archive))
        pool, tools = ThreadPoolExecutor(self.fleet.threads), ThreadPoolExecutor(len(archives) or 1)
        try:
            for archive in archives:
                tools.submit(self.build_peer, archive)
            list(pool.map(self.guarded, range(len(self.pairs))))
        finally:
            for threads in (pool, tools):
                threads.shutdown(wait=False, cancel_futures=True)

    def build_peer(self, archive: Archive) -> None:
        """By its own tool, while programs of other implementations are built and simulated."""
        if not archive.is_built():
            self.fleet.report(f"cargo builds {archive.peer}, which is kept: up to a minute of computing")
        with stage("build peers"), contextlib.suppress(peer.Absent):
            archive.file()

    def guarded(self, index: int) -> None:
        target, implementation = self.pairs[index]
        try:
            self.one(index)
        except BROKEN as error:
            self.rows[index] = [failing_row(implementation, target, plugin_error(type(target), error), {})]
            self.step(f"run {target.name} {implementation.name}")

    def one(self, index: int) -> None:
        target, implementation = self.pairs[index]
        sizes = self.plan.sizes_of(target, implementation)
        if target.simulation:  # a real board: its simulation shows what fits
            fitting = self.fitting(target.simulation, implementation, sizes)
            self.rows[index] = [replace(row, fidelity=target.fidelity) for row in fitting.refused]
            if fitting.program:  # its rows say what ran on the board
                self.programs.setdefault(target.clock, []).append((index, replace(fitting.program, checked=0)))
            self.step(f"simulate {target.name} {implementation.name}")
        elif target.alone:
            self.step(f"build {target.name} {implementation.name}")
            self.build_for_clock(index, sizes)
        else:
            self.rows[index] = self.fitting(target, implementation, sizes).rows(target)
            self.step(f"run {target.name} {implementation.name}")

    def build_for_clock(self, index: int, sizes: list[Size]) -> None:
        target, implementation = self.pairs[index]
        try:
            program = built(target, implementation, sizes)
            fallback = self.plan.fallback(implementation)
            if program.lacks_its_kernel and fallback:
                program = built(target, fallback, sizes)
            if program.lacks_its_kernel:
                return
            checked = self.check(target, program.implementation)
            if checked.outcome:
                self.rows[index] = refusals(target, checked)
            else:
                self.programs.setdefault(target.name, []).append((index, verified(program, checked)))
        except peer.Absent as reason:
            assert implementation.archive
            self.absent[implementation.archive.peer] = f"peer {implementation.archive.peer} skipped: {reason}"
        except BuildError as error:
            provenance = built_by(target.board, implementation)
            self.rows[index] = [failing_row(implementation, target, f"does not build: {error}", provenance)]

    def fitting(self, target: Target, implementation: Implementation, sizes: list[Size]) -> Fitting:
        fitting = largest_that_fits(target, implementation, sizes, self.plan.quick, self.cache, self.fleet, self.check)
        fallback = self.plan.fallback(implementation)
        return self.fitting(target, fallback, sizes) if fallback and not fitting.program else fitting

    def check(self, target: Target, implementation: Implementation) -> checks.Checked:
        """All vectors of a user's code; of the library's, whose timed programs have as many as fit, the ABI."""
        run = functools.partial(outcome_of_checks, self.cache, self.fleet)
        if implementation.user_code:
            on_host = not implementation.targets or "host" in implementation.targets
            host = TARGETS["host"]() if on_host and target.name != "host" else None
            return checks.checked(target, implementation, run, self.detail, host)
        has_inverse = {"decrypt", "open"} & set(MODE_OPERATIONS.get(implementation.mode, ()))
        if self.plan.quick or not has_inverse or implementation.is_peer or is_external(target):
            return checks.Checked()
        return checks.of_library(target, implementation, run)

    def time(self) -> None:
        """Runs the programs for real clocks."""
        for programs in self.programs.values():
            ordered = grouped(programs)
            target = self.pairs[ordered[0][0]][0]
            try:
                outcomes = target.run([program for _, program in ordered], self.plan.quick, self.cache, self.step)
                rows = [rows_of(p, target, o) for (_, p), o in zip(ordered, outcomes, strict=True)]
            except BROKEN as error:
                failure = plugin_error(type(target), error)
                rows = [[failing_row(p.implementation, target, failure, p.provenance)] for _, p in ordered]
            for (index, _), timed in zip(ordered, rows, strict=True):
                self.rows[index] = timed + self.rows[index]

    def with_provenance(self) -> list[Row]:
        every = []
        for (target, implementation), rows in zip(self.pairs, self.rows, strict=True):
            git = {"git": revision_of(implementation.folder, target.board.folder)}
            for row in rows:
                row.provenance = {"date": now()} | row.provenance | target.board.provenance | git
                every.append(row)
        return every


def grouped(programs: list[tuple[int, Program]]) -> list[tuple[int, Program]]:
    """Programs for the same computation are adjacent, so that a slowdown of the machine affects all of them alike."""
    programs = sorted(programs, key=lambda p: p[0])
    first: dict[tuple[str, str], int] = {}
    for index, program in programs:
        first.setdefault((program.implementation.cipher, program.implementation.mode), index)
    return sorted(programs, key=lambda p: first[p[1].implementation.cipher, p[1].implementation.mode])
