# SPDX-License-Identifier: MIT
"""A run of ./narae bench: plan, measure, store, show."""

from __future__ import annotations

import contextlib
import os
import shlex
import tempfile
import time
from argparse import Namespace
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ... import cache, store, text
from ...errors import LabError, file_error_text
from ...leak.jobs import check_plan
from ...paths import EXPORT, REPORT, RESULTS, STORE, shown
from ...plan import selection
from ...progress import Progress
from ...proof import jobs
from ...real import connect as real
from ...rows import Row, provenance
from ...run import clock, cores, fleet, measure, stages
from ...store import runs
from ...targets import TARGETS, external
from ...targets.host import Host
from ...views import boards as board_view
from ...views import machines as machine_view
from ...views import regression, summary, table
from ..report import session as report
from . import earlier, machines, reference


@dataclass
class Prepared:
    """What is known before anything is measured."""

    options: Namespace
    plan: selection.Plan
    earlier: earlier.Earlier
    database: store.Store
    context: dict[str, Any]
    previous: dict[tuple[Any, ...], Row]  # the rows of the previous run
    ledger: dict[str, Any]
    notes: list[str]
    begin: float

    @property
    def state(self) -> dict[str, Any]:
        """The part of the context that runs on other machines share."""
        return {name: self.context[name] for name in ("sources", "quick", "asked")}


@dataclass
class Results:
    context: dict[str, Any]
    rows: list[Row]
    machines: list[clock.Result] = field(default_factory=list)  # hosts of workers
    lost: list[str] = field(default_factory=list)  # hosts that failed, with the reason

    @property
    def refused(self) -> list[Row]:
        return [r for r in self.rows if r.failure and not r.failure.startswith("does not fit")]

    @property
    def failures(self) -> list[str]:
        """Of records that are not rows, and of whole machines."""
        records = [(name, r) for name in clock.NO_ROWS for r in self.context.get(name, []) if "failure" in r]
        return [f"{name} {r.get('cipher', '')}: {r['failure']}" for name, r in records] + self.lost


def bench(options: Namespace) -> int:
    targets: real.Targets = dict(TARGETS)
    for folder in options.targets_from:
        targets |= external(folder)
    with real.targets(options, options.target, targets) as available, contextlib.ExitStack() as leaving:
        prepared = prepare(options, available)
        results = measured(prepared)
        number = add_all(prepared, results)
        leaving.enter_context(stored(number))
        view = written(prepared, results)
        show(prepared, results)
        conclude(prepared, results, view, number)
        verdicts = prepared.earlier.verdicts(prepared.plan, results.rows)
        failed = results.refused or results.failures
        return 1 if failed or (options.against and not regression.passed(verdicts)) else 0


def prepare(options: Namespace, targets: real.Targets) -> Prepared:
    """Plans the run and refuses what cannot succeed."""
    begin = time.monotonic()
    compared = earlier.read(options.against or "")
    plan = selection.select(
        options.target, options.cipher, options.mode, options.quick, not options.no_peers, targets, is_full(options)
    )
    selection.require_pairs(plan, targets)
    if options.update_reference:
        check_update(options, plan)
    ledger, notes = ledger_and_notes()
    database = store.Store(STORE)
    database.check_writable()
    state = {"sources": runs.sources_hash(), "quick": options.quick, "asked": selecting_options(options)}
    context = provenance.context() | state | machines.board_context(plan)
    if options.fresh:
        cache.ignore_earlier()
    previous = previous_rows(database, context)
    if options.against:
        earlier.build(compared, plan, options)
    return Prepared(options, plan, compared, database, context, previous, ledger, notes, begin)


def check_update(options: Namespace, plan: selection.Plan) -> None:
    if options.cipher or options.quick or options.targets_from or options.no_peers:
        raise LabError(
            "--update-reference requires all rows of a target, or of its modes: remove --targets-from, --cipher, "
            "--no-peers and --quick"
        )
    if options.mode and any(t.name == Host.name for t in plan.targets):
        raise LabError("--update-reference requires all modes of the host, whose clock compares them: use --target")
    if options.scheduler or real.anything(options):
        raise LabError(
            "--update-reference requires this machine's simulations and clock: remove --scheduler, --port, --ssh and "
            "--place"
        )


def measured(prepared: Prepared) -> Results:
    options, context, outcomes = prepared.options, prepared.context, cache.Cache()
    if options.prove:
        jobs.prove_plan(prepared.plan, options.quick, outcomes)
    if options.leak:
        check_plan(prepared.plan, options.quick, outcomes)
    with fleet.connected(options) as workers:
        plan, clocks = machines.with_clocks(machines.with_boards(prepared.plan, workers), workers, context["sources"])
        with Progress(plan.steps() + len(clocks)) as progress, ThreadPoolExecutor(max(1, len(clocks))) as pool:
            workers.report = progress.report
            request = clock.Request(
                tuple(options.cipher), tuple(options.mode), options.quick, not options.no_peers, is_full(options)
            )
            elsewhere = [
                pool.submit(machines.on_clock, workers, request, name, context["sources"], progress.step)
                for name in clocks
            ]
            rows = measure.execute(plan, outcomes, progress.step, workers)
            machines.name_machine(plan, context, rows)
            if not options.quick and not real.anything(options):
                context |= clock.besides_rows(plan, progress.report)
            answers = [one.result() for one in elsewhere]
            progress.report(outcomes.summary())
    context["seconds"] = stages.seconds()
    hosts = [answer for answer in answers if not isinstance(answer, str)]
    return Results(context, rows, hosts, [answer for answer in answers if isinstance(answer, str)])


def add_all(prepared: Prepared, results: Results) -> int:
    """Stores the rows of this machine and of others; the number of the last run."""
    number = 0
    if results.rows or not results.machines:
        number = add(prepared.database, results.context, results.rows)
    for host in results.machines:
        number = add(prepared.database, host.context | prepared.state, host.rows)
    results.context |= machines.machines_context(results.machines)
    results.rows += [row for host in results.machines for row in host.rows]
    return number


def written(prepared: Prepared, results: Results) -> runs.View:
    """Writes the requested files and returns what the report shows."""
    options = prepared.options
    if options.json:
        store.write_json(options.json, results.context, results.rows)
    current = runs.current(prepared.database)
    assert current
    view = report.with_rows(current)
    prepared.database.close()
    if options.update_reference:
        with stages.stage("RTL"):
            results.rows = reference.with_golden_cycles(prepared.plan, results.rows)
        targets = {t.name for t in prepared.plan.targets}
        reference.update_reference(results.context, results.rows, targets, options.mode)
        if options.json:
            store.write_json(options.json, results.context, results.rows)
    return view


def show(prepared: Prepared, results: Results) -> None:
    """Prints the tables."""
    options, plan = prepared.options, prepared.plan
    about = {t.name: t.about for t in reversed(plan.targets)}
    about |= {Host.name: Host().board.about} if results.machines else {}
    rows = machines.without_board_rows(store.of_shown_core(results.context, results.rows))
    if options.table or options.all_sizes:
        notes = [*plan.notes, *(f"{target}: {line}" for target, line in about.items())]
        table.show_all(rows, results.context, notes, options.all_sizes)
    else:
        notes = [line for note in plan.notes for line in summary.note(note)]
        for line in [*summary.lines(rows, prepared.previous, about), *notes]:
            text.print_wrapped(line)
    for line in machine_view.lines([(host.context, host.rows) for host in results.machines]):
        text.print_wrapped(line)
    for line in board_view.lines(results.rows):
        text.print_wrapped(line)


def conclude(prepared: Prepared, results: Results, view: runs.View, number: int) -> None:
    """Writes the report, and says what was left out, what failed and where everything is."""
    options = prepared.options
    store.write_json(EXPORT, view.context, view.rows)
    with stages.stage("report"):
        about = report.target_descriptions(view.rows)
        material = report.Material(view.context, view.rows, about, prepared.ledger, view.machines, view.boards)
        report.write(REPORT, material)
    total, parts = stages.shown({"all": time.monotonic() - prepared.begin}), stages.shown(stages.seconds())
    notes = [
        *left_out(options),
        f"time: {total}; workers, up to {cores.WORKERS}: {parts}",
        *about_view(view, number, results.rows),
        *prepared.notes,
        *(f"failed: {failure}" for failure in results.failures),
    ]
    if results.refused:
        notes.append(f"{len(results.refused)} of {len(results.rows)} rows were refused, for the reasons above")
    for line in (line for note in notes for line in summary.note(note)):
        text.print_wrapped(line)
    paths = {"rows of this run": options.json} if options.json else {}
    paths |= {"rows of all runs": STORE, "rows of the report": EXPORT, "report": REPORT}
    for what, path in paths.items():
        text.print_wrapped(f"{what}: {shown(path)}")
    if not (options.table or options.all_sizes):
        text.print_wrapped("all figures: ./narae bench --table; what fits your device: ./narae advise")


def selecting_options(options: Namespace) -> str:
    """The options that select what is measured, as typed; empty: everything."""
    words = [f"--{name.replace('_', '-')}" for name in ("quick", "full", "no_peers") if getattr(options, name)]
    words += [
        f"--{name} {shlex.quote(getattr(options, name))}" for name in ("port", "ssh", "place") if getattr(options, name)
    ]
    for name in ("target", "targets_from", "cipher", "mode"):
        words += [f"--{name.replace('_', '-')} {shlex.quote(str(value))}" for value in getattr(options, name)]
    return " ".join(words)


def add(database: store.Store, context: dict[str, Any], rows: list[Row]) -> int:
    """The run's number. If the store cannot be written, saves the rows in another file."""
    try:
        return database.add(context, rows)
    except (OSError, LabError) as error:
        for folder in (RESULTS, Path(), Path(tempfile.gettempdir())):
            with contextlib.suppress(OSError):
                saved = folder.absolute() / f"narae-rows-{os.getpid()}.json"
                store.write_json(saved, context, rows)
                reason = (file_error_text(error) if isinstance(error, OSError) else None) or str(error)
                raise LabError(
                    f"{reason}. The rows of this run are in {saved}: ./narae report --rows {saved}"
                ) from error
        raise


def previous_rows(database: store.Store, context: dict[str, Any]) -> dict[tuple[Any, ...], Row]:
    """The rows of the previous run on this machine, by key."""
    for run in reversed(database.runs()):
        if run.timed and all(run.context.get(name) == context.get(name) for name in (*runs.MACHINE[:2], "board")):
            return {row.key(): row for row in database.rows(run.number)}
    return {}


def is_full(options: Namespace) -> bool:
    """Named ciphers or modes, and comparisons with earlier rows, are measured in full."""
    return bool(options.full or options.update_reference or options.cipher or options.mode or options.against)


def left_out(options: Namespace) -> list[str]:
    """What a run did not measure, and how to measure it."""
    if options.quick:
        what = "most sizes, modes with long keys, kernels with tables, second simulators"
        what += "" if is_full(options) else ", 192-bit keys, textbook code, portable code next to kernels"
        return [f"left out: {what}; ./narae bench measures them"]
    if is_full(options):
        return []
    what = "modes with 192-bit keys, textbook code with long keys, most portable code next to kernels, most modes on "
    what += "boards with another one's kernels, lower levels and second compiler of the host"
    return [f"left out: {what}; ./narae bench --full measures them"]


def about_view(view: runs.View, number: int, rows: list[Row]) -> list[str]:
    """Which other runs the report shows, and which it leaves out."""
    notes = []
    if not any(row.cycles is not None for row in rows):
        notes.append(f"run {number} has no figures; the report shows earlier ones")
    if view.runs != (number,):
        notes.append(f"the report shows {report.runs_text(view)}; for this run only: ./narae report --run {number}")
    if view.left_out:
        others = text.runs(view.left_out)
        notes.append(f"not shown, measured with other sources: {others}; ./narae report --runs lists them")
    return [*notes, view.damage] if view.damage else notes


@contextlib.contextmanager
def stored(number: int) -> Iterator[None]:
    """Adds to errors and interruptions that the rows are stored."""
    try:
        yield
    except BrokenPipeError:
        raise
    except KeyboardInterrupt as error:
        error.add_note(f"the rows are stored as run {number}; write the report with ./narae report")
        raise
    except OSError as error:
        raise LabError(
            f"{file_error_text(error) or error}. The rows are stored as run {number}; then write the report with "
            "./narae report"
        ) from error


def ledger_and_notes() -> tuple[dict[str, Any], list[str]]:
    """A damaged ledger does not prevent measuring."""
    try:
        return report.kept_ledger(), []
    except LabError as error:
        return {}, [f"the report has no papers: {error}"]
