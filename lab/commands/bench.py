# SPDX-License-Identifier: MIT
"""./narae bench"""

from __future__ import annotations

import contextlib
import os
import shlex
import tempfile
import time
from argparse import Namespace
from collections.abc import Callable
from pathlib import Path

from .. import cache, store
from ..errors import LabError, sentence
from ..paths import EXPORT, REFERENCE, REPORT, RESULTS, STORE, shown
from ..plan.implementations import LEVELS
from ..progress import Progress
from ..rows import Row
from ..run import growth, measure, rates, scaling, stages
from ..store import runs
from ..targets import TARGETS, external
from ..targets.host import Host
from ..views import picture, reference, regression, summary, table
from . import report


def with_golden_cycles(plan: measure.Plan, rows: list[Row]) -> list[Row]:
    """The rows with the cycles of the RTL where a target has a golden reference that runs them."""
    from ..run import golden
    from ..sims.e31 import rtl

    jobs = [(i, golden.USUAL) for t, i in plan.pairs() if t.name == golden.HiFive1.name]
    if not jobs:
        return rows
    with Progress(rtl.STEPS + len(jobs)) as progress:
        return golden.with_golden_cycles(rows, golden.compare_all(jobs, progress.step))


# What is measured of the host besides rows, and by what.
NO_ROWS = {"threads": scaling.measure, "growth": growth.measure, "rates": rates.measure}
HOSTS_OWN = (*runs.MACHINE, *runs.RECORDS)


def besides_rows(plan: measure.Plan, say: Callable[[str], None]) -> dict:
    """What a context shared by threads gives, how times grow with sizes, and what the core starts in a cycle, where the
    host is measured."""
    host = next((t for t in plan.targets if t.name == Host.name), None)
    found = {}
    for name, measured in NO_ROWS.items() if host else []:
        with stages.stage(name):
            found[name] = measured(plan.implementations, host.board, say)
    return {name: records for name, records in found.items() if records}


def update_reference(context: dict, rows: list[Row], targets: set[str]) -> None:
    """Rows of targets that did not run stay as they are, those of the host with what is said of it.  A host's rows name
    their core, and those of other cores stay, too.  The core that ran is the one to be shown, unless it lacks kernels
    that the one before has; its rows come first."""
    for row in rows:
        if row.target == Host.name:
            row.provenance["core"] = context["host_cpu_model"]
    rows = reference.with_digests(rows)
    if REFERENCE.exists():
        before, kept = store.read_json(REFERENCE, every_core=True)
        for row in kept:
            if row.target == Host.name:
                row.provenance.setdefault("core", before["host_cpu_model"])
        found = rows + [r for r in kept if r.target not in targets or reference.is_of_another_core(r, context)]
        shown_before = [r for r in kept if r.target == Host.name and not reference.is_of_another_core(r, before)]
        if Host.name not in targets or not host_kernels(rows) >= host_kernels(shown_before):
            context = {k: v for k, v in context.items() if k not in HOSTS_OWN}
            context |= {k: before[k] for k in HOSTS_OWN if k in before}
        found.sort(key=lambda r: reference.is_of_another_core(r, context))
        rows = [r for name in TARGETS for r in found if r.target == name]
    store.write_compact(REFERENCE, context, reference.kept(context, rows))
    picture.write(store.read_json(REFERENCE)[1])


def host_kernels(rows: list[Row]) -> set[str]:
    """Those that a CPU has or has not."""
    return {r.kernel for r in rows if r.target == Host.name and r.kernel in LEVELS}


def asked_for(options: Namespace) -> str:
    """The options that say what is measured, as they are typed; nothing: everything."""
    words = [f"--{name.replace('_', '-')}" for name in ("quick", "no_peers") if getattr(options, name)]
    for name in ("target", "targets_from", "cipher", "mode"):
        words += [f"--{name.replace('_', '-')} {shlex.quote(str(value))}" for value in getattr(options, name)]
    return " ".join(words)


def add(database: store.Store, context: dict, rows: list[Row]) -> int:
    """The run's number.  What took hours to measure is not lost because the results cannot be written any more."""
    try:
        return database.add(context, rows)
    except (OSError, LabError) as error:
        for folder in (RESULTS, Path.cwd(), Path(tempfile.gettempdir())):
            saved = folder / f"narae-rows-{os.getpid()}.json"
            with contextlib.suppress(OSError):
                store.write_json(saved, context, rows)
                why = (sentence(error) if isinstance(error, OSError) else None) or str(error)
                raise LabError(f"{why}. The rows of this run are in {saved}: ./narae report --rows {saved}") from error
        raise


def last_figures(database: store.Store, context: dict) -> dict[tuple, Row]:
    """What the newest run on this machine before this one measured, by what each row is about."""
    for run in reversed(database.runs()):
        if run.timed and all(run.context.get(name) == context.get(name) for name in runs.MACHINE[:2]):
            return {row.key(): row for row in database.rows(run.number)}
    return {}


def about_view(view: runs.View, number: int, rows: list[Row]) -> list[str]:
    """What the report shows besides this run, and what it does not."""
    notes = []
    if not any(row.cycles is not None for row in rows):
        notes.append(f"run {number} measured nothing, so it replaces nothing")
    if view.runs != (number,):
        notes.append(f"the report shows {report.of_runs(view)}; of this run alone: ./narae report --run {number}")
    if view.left_out:
        numbers = ", ".join(map(str, view.left_out))
        notes.append(f"not shown, because the sources were others: run {numbers}; ./narae report --runs lists them")
    return notes


def bench(options: Namespace) -> int:
    begin = time.monotonic()
    json_file = options.json
    if json_file:
        store.check_writable(json_file)
    earlier = regression.read(options.against) if options.against else []
    targets = dict(TARGETS)
    for folder in options.targets_from:
        targets |= external(folder)
    peers = not options.no_peers
    plan = measure.plan(options.target, options.cipher, options.mode, options.quick, peers, targets)
    narrowed = options.cipher or options.mode or options.quick or options.targets_from or options.no_peers
    if options.update_reference and narrowed:
        raise LabError(
            "--update-reference needs all rows of a target: leave out --targets-from, --cipher, --mode, --no-peers "
            "and --quick"
        )
    ledger = report.kept_ledger()
    database = store.Store(STORE)
    database.check_writable()
    context = measure.context() | {"sources": runs.sources_hash(), "quick": options.quick, "asked": asked_for(options)}
    if options.fresh:
        cache.repeat()
    before = last_figures(database, context)
    outcomes = cache.Cache()
    with Progress(plan.steps()) as progress:
        rows = measure.execute(plan, outcomes, progress.step)
        if not options.quick:
            context |= besides_rows(plan, progress.say)
        progress.say(outcomes.said())
    context["seconds"] = stages.seconds()
    number = add(database, context, rows)
    if json_file:
        store.write_json(json_file, context, rows)
    view = runs.current(database)
    database.close()
    if options.update_reference:
        with stages.stage("RTL"):
            rows = with_golden_cycles(plan, rows)
        update_reference(context, rows, {t.name for t in plan.targets})
        if json_file:
            store.write_json(json_file, context, rows)
    about = {t.name: t.board.facts["about"] for t in plan.targets}
    if options.table or options.all_sizes:
        table.show_all(rows, context, [*plan.notes, *(f"{t}: {said}" for t, said in about.items())], options.all_sizes)
    else:
        for line in [*summary.lines(rows, before, about), *(n for note in plan.notes for n in summary.note(note))]:
            print(line)
    material = report.Material(view.context, view.rows, report.about(view.rows) | about, ledger)
    try:
        store.write_json(EXPORT, view.context, view.rows)
        with stages.stage("report"):
            report.write(REPORT, material)
    except OSError as error:
        raise LabError(f"{sentence(error) or error}: only ./narae report, the rows are kept as run {number}") from error
    whole, parts = stages.shown({"all": time.monotonic() - begin}), stages.shown(stages.seconds())
    last = [f"time: {whole}; of up to {measure.WORKERS} workers: {parts}", *about_view(view, number, rows)]
    refused = [r for r in rows if r.failure and not r.failure.startswith("does not fit")]
    failed = [(name, record) for name in NO_ROWS for record in context.get(name, []) if "failure" in record]
    last += [f"failed: {name} {record.get('cipher', '')}: {record['failure']}" for name, record in failed]
    if refused:
        last.append(f"{len(refused)} of {len(rows)} rows were refused; the reasons are above")
    for line in (n for note in last for n in summary.note(note)):
        print(line)
    paths = {"rows of this run": json_file} if json_file else {}
    paths |= {"rows of all runs": STORE, "rows of the report": EXPORT, "report": REPORT}
    for what, path in paths.items():
        print(f"{what}: {shown(path)}")
    if not (options.table or options.all_sizes):
        print("all figures: ./narae bench --table; what fits your device: ./narae advise")
    worse = options.against and regression.against(earlier, rows)
    for line in worse.lines(options.against) if worse else []:
        print(line)
    return 1 if refused or failed or (worse and worse.worse) else 0
