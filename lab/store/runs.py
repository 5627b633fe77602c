# SPDX-License-Identifier: MIT
"""Selects the measurements that the views show: those of one state of the sources on one machine, merged from all runs.

A short run adds to a long one without hiding its rows: a measurement takes precedence over a refusal, a whole run over
a quick one, and then the newer one. Figures of other machines' clocks are left out; simulated figures are the same
everywhere."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

from .. import text
from ..errors import LabError
from ..paths import ROOT, shown
from ..rows import Row
from ..targets import TARGETS
from . import Run, Store
from .contexts import RECORDS

# Folders that rows depend on, besides tools that a row names; VIEWS are parts of the lab that only read rows.
SOURCES = ("include", "src", "baselines", "vectors", "lab")
VIEWS = ("cavp", "commands", "export", "models", "papers", "views")
MACHINE = ("host_cpu", "host_cpu_model", "host_os")
MEASURED = "measured"


def sources_hash() -> str:
    """The state of the sources, committed or not."""
    digest = hashlib.sha256()
    for file in (f for name in SOURCES for f in sorted((ROOT / name).rglob("*"))):
        relative = file.relative_to(ROOT)
        is_view = relative.parts[0] == "lab" and (
            relative.parts[1] in VIEWS or (len(relative.parts) == 2 and file.suffix != ".py")
        )
        if file.is_file() and not is_view and "__pycache__" not in relative.parts:
            digest.update(f"{relative}\0".encode() + hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()[:12]


@dataclass(frozen=True)
class View:
    context: dict[str, Any]
    rows: list[Row]
    runs: tuple[int, ...]  # numbers of the shown runs, the newest last
    left_out: tuple[int, ...] = ()  # measured runs of other states of the sources
    machines: tuple[
        tuple[dict[str, Any], list[Row]], ...
    ] = ()  # each one's context and rows of its clock, if there are several
    boards: tuple[Row, ...] = ()  # measured on boards; their simulations are in `rows`
    damage: str = ""  # a sentence about runs that are left out because they are damaged


def state(run: Run) -> str:
    return run.context.get("sources") or run.context.get("git", "")


def machine(run: Run) -> tuple[Any, ...]:
    return tuple(run.context.get(name) for name in MACHINE[:2])


def one(database: Store, number: int) -> View:
    """A single run."""
    by_number = {run.number: run for run in database.runs()}
    if number in database.damaged:
        raise LabError(database.damage())
    if number not in by_number:
        available = f"it has {text.runs(list(by_number))}" if by_number else "it has none yet"
        raise LabError(f"{shown(database.path)} has no run {number}; {available}; `./narae report --runs` lists them")
    return View(by_number[number].context, database.rows(number), (number,))


def current(database: Store, every_state: bool = False) -> View | None:
    """The rows to show; `every_state`: including rows that only older sources have."""
    stored = database.runs()
    if database.damaged and not stored:
        raise LabError(database.damage())
    timed = [run for run in stored if run.timed]
    if not timed:
        return replace(one(database, stored[-1].number), damage=database.damage()) if stored else None
    same_state = [run for run in stored if every_state or state(run) == state(timed[-1])]
    clock = machine(next((run for run in reversed(same_state) if run.clocked), timed[-1]))
    last_of = {state(run): run.number for run in same_state}

    def rank(run: Run) -> tuple[Any, ...]:
        return (last_of[state(run)], not run.context.get("quick"), run.number)

    by_size = sorted(
        same_state, key=lambda run: (-run.rows, run.number)
    )  # the order of rows is that of the largest run
    rows = {
        run: [r for r in database.rows(run.number) if not r.board and (r.fidelity != MEASURED or machine(run) == clock)]
        for run in by_size
    }
    chosen: dict[tuple[Any, ...], tuple[tuple[Any, ...], Run, Row]] = {}
    best_of: dict[tuple[Any, ...], tuple[tuple[Any, ...], Run]] = {}  # a program's refusals count only in its best run
    for run in by_size:
        for row in rows[run]:
            mark = (row.cycles is not None, *rank(run))
            if row.key() not in chosen or mark > chosen[row.key()][0]:
                chosen[row.key()] = (mark, run, row)
            if program(row) not in best_of or mark > best_of[program(row)][0]:
                best_of[program(row)] = (mark, run)
    shown_rows = [
        (run, row) for _, run, row in chosen.values() if row.cycles is not None or best_of[program(row)][1] is run
    ]
    targets = list(dict.fromkeys([*TARGETS, *(row.target for _, row in shown_rows)]))
    shown_rows.sort(key=lambda stored: targets.index(stored[1].target))
    same_machine = [run for run in by_size if machine(run) == clock]
    context = {k: v for k, v in timed[-1].context.items() if k not in (*MACHINE, *RECORDS)}
    context |= {k: v for k, v in max(same_machine, key=rank).context.items() if k in MACHINE}
    for name, fields in RECORDS.items():
        context |= records(name, fields, sorted(same_machine, key=rank))
    numbers = tuple(sorted({run.number for run, _ in shown_rows}))
    context["runs"] = list(numbers)
    left_out = tuple(r.number for r in timed if r not in same_state)
    shown_boards = of_boards(database, sorted(same_state, key=rank))
    return View(
        context,
        [row for _, row in shown_rows],
        numbers,
        left_out,
        by_machine(database, same_state, rank),
        shown_boards,
        database.damage(),
    )


def of_boards(database: Store, stored: list[Run]) -> tuple[Row, ...]:
    """The best rows of each board; runs are in ascending rank."""
    rows = [r for run in stored for r in database.rows(run.number) if r.board and r.cycles is not None]
    return tuple({(r.board, *r.key()): r for r in rows}.values())


def by_machine(
    database: Store, stored: list[Run], rank: Callable[[Run], tuple[Any, ...]]
) -> tuple[tuple[dict[str, Any], list[Row]], ...]:
    """The best rows of each machine's clock, if there are several machines; the context is that of the best run."""
    machines: dict[tuple[Any, ...], list[Run]] = {}
    for run in stored:
        if run.clocked:
            machines.setdefault((*machine(run), run.context.get("host_name")), []).append(run)
    if len(machines) < 2:
        return ()
    result = []
    for machine_runs in machines.values():
        by_rank = sorted(machine_runs, key=rank)
        rows = [
            r
            for run in by_rank
            for r in database.rows(run.number)
            if r.fidelity == MEASURED and r.cycles and not r.board
        ]
        result.append((by_rank[-1].context, list({r.key(): r for r in rows}.values())))
    return tuple(result)


def program(row: Row) -> tuple[Any, ...]:
    return (row.target, row.cipher, row.kernel, row.mode, row.compiler)


def records(name: str, fields: tuple[str, ...], runs: Iterable[Run]) -> dict[str, list[dict[str, Any]]]:
    """The best record of each kind; runs are in ascending rank."""
    best = {
        tuple(record.get(field) for field in fields): record
        for run in runs
        for record in run.context.get(name, [])
        if "failure" not in record
    }
    return {name: list(best.values())} if best else {}
