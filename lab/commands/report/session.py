# SPDX-License-Identifier: MIT
"""./narae report; bench and reproduce write the same file when they are done."""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from dataclasses import replace
from pathlib import Path
from typing import Any

from ... import store, text
from ...errors import LabError
from ...paths import LEDGER, REFERENCE, REPORT, RESULTS, STORE, shown
from ...plan.board import load_board
from ...rows import Row
from ...store import runs
from ...store.runs import View
from ...targets import TARGETS
from ...views.report import Material, check_destination, read_ledger, write

__all__ = ["Material", "kept_ledger", "material", "report", "write"]
SQLITE = b"SQLite format 3\0"


def report(options: Namespace) -> int:
    if options.runs:
        if given := [f"--{name}" for name in ("out", "json", "ledger") if getattr(options, name)]:
            raise LabError(f"--runs lists the runs and writes nothing: leave out {', '.join(given)}")
        return list_runs(options.rows or STORE)
    if options.out:
        check_destination(options.out)
    else:
        RESULTS.mkdir(parents=True, exist_ok=True)
    out = options.out or REPORT
    if options.json and os.path.realpath(options.json) == os.path.realpath(out):
        raise LabError(f"{shown(out)} cannot be both the report and its rows; name another file for --json")
    view = select_view(options.rows, options.run, options.older)
    shown_material = material(view, read_ledger(options.ledger) if options.ledger else kept_ledger())
    write(out, shown_material)
    papers = text.counted(len(shown_material.ledger.get("papers", [])), "paper")
    print(f"{runs_text(view)}, the latest of {view.context.get('date', 'an unknown date')}, and {papers}")
    print(f"report: {shown(out)}")
    if options.json:
        store.write_json(options.json, view.context, view.rows)
        print(f"rows of the report: {shown(options.json)}")
    return exit_code(view.damage)


def exit_code(damage: str) -> int:
    """1 if damaged runs were left out; prints which."""
    if damage:
        print(f"narae: {damage}", file=sys.stderr)
    return 1 if damage else 0


def material(view: View | None = None, ledger: dict[str, Any] | None = None) -> Material:
    view = view or select_view()
    return Material(view.context, view.rows, target_descriptions(view.rows), ledger or {}, view.machines, view.boards)


def target_descriptions(rows: list[Row]) -> dict[str, str]:
    """The description of each target."""
    measured_targets = {row.target for row in rows}
    return {name: load_board(name).about for name in TARGETS if name in measured_targets}


def runs_text(view: View) -> str:
    """ "120 rows of run 3", "1,520 rows of runs 1, 3"."""
    return f"{text.counted(len(view.rows), 'row')}{f' of {text.runs(view.runs)}' if view.runs else ''}"


def select_view(path: Path | None = None, number: int | None = None, every_state: bool = False) -> View:
    """The rows to show: those of a file, of this checkout's runs, or else the committed ones."""
    picks = number is not None or every_state
    view = None
    if path is None and (STORE.exists() or picks):
        path = STORE
        if STORE.exists():
            view = view_of_store(STORE, number, every_state)
    elif path is not None and is_store(path):
        view = view_of_store(path, number, every_state)
    elif path is not None and picks:
        raise LabError(f"{shown(path)} contains a single run; --run and --older require the SQLite file of bench")
    else:
        return View(*store.read_json(path or REFERENCE), ())
    if not view and (picks or path != STORE):
        raise LabError(f"{shown(path)} contains no run yet; start one with `./narae bench`")
    return view or View(*store.read_json(REFERENCE), ())


def is_store(path: Path) -> bool:
    try:
        with path.open("rb") as stream:
            return stream.read(len(SQLITE)) == SQLITE
    except OSError as error:
        raise LabError(f"{path} cannot be read: {error.strerror}") from error


def view_of_store(path: Path, number: int | None, every_state: bool) -> View | None:
    database = store.Store(path)
    try:
        if number is not None:
            return runs.one(database, number)
        view = runs.current(database, every_state)
        return view and with_rows(view)
    finally:
        database.close()


def with_rows(view: View) -> View:
    """Adds the committed rows if only boards were measured."""
    if view.rows or not view.boards:
        return view
    context, rows = store.read_json(REFERENCE)
    return replace(view, context=context, rows=rows)


def list_runs(path: Path) -> int:
    """Number, date, revision, targets, rows and options of each run."""
    if (path != STORE or path.exists()) and not is_store(path):
        raise LabError(f"{shown(path)} contains a single run; --runs requires the SQLite file of bench")
    database = store.Store(path) if path.exists() else None
    stored = database.runs() if database else []
    view = runs.current(database) if database else None
    if not view:
        raise LabError(f"{shown(path)} contains no run yet; start one with `./narae bench`")
    table = [("run", "date", "revision", "sources", "rows", "refused", "shown", "targets", "options")]
    for run in stored:
        c = run.context
        selection = c.get("asked", "") or ("everything" if "asked" in c else "")
        counts = (str(run.rows), str(run.rows - run.timed), "yes" if run.number in view.runs else "")
        where = (c.get("date", "")[:16].replace("T", " "), c.get("git", ""), c.get("sources", ""))
        table.append((str(run.number), *where, *counts, " ".join(run.targets), selection))
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    for line in table:
        row = "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()
        print(text.wrapped(row, text.terminal_width(), sum(widths[:-1]) + 2 * len(widths[:-1])))
    return exit_code(view.damage)


def kept_ledger() -> dict[str, Any]:
    """The verdicts of reproduce so far, if there are any."""
    try:
        return read_ledger(LEDGER) if LEDGER.exists() else {}
    except LabError as error:
        raise LabError(f"{error}. Nothing was changed; move it away, and ./narae reproduce begins another") from error
