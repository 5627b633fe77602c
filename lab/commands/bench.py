# SPDX-License-Identifier: MIT
"""./narae bench"""

from __future__ import annotations

import contextlib
import os
import shlex
import tempfile
import time
from argparse import Namespace
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

from .. import cache, store, text
from ..errors import LabError, sentence
from ..paths import EXPORT, REFERENCE, REPORT, RESULTS, ROOT, STORE, shown
from ..plan import selection
from ..plan.implementations import LEVELS
from ..progress import Progress
from ..real import asked as asked_of_boards
from ..real.board import RealBoard
from ..real.elsewhere import Workers
from ..rows import Row, provenance
from ..run import clock, cores, fleet, measure, paired, stages
from ..store import contexts, runs
from ..store import versions as kept_versions
from ..targets import TARGETS, external
from ..targets.hifive1 import HiFive1
from ..targets.host import Host
from ..views import boards as views_of_boards
from ..views import machines as views_of_machines
from ..views import picture, reference, regression, summary, table
from . import prove, report, versions


def with_golden_cycles(plan: selection.Plan, rows: list[Row]) -> list[Row]:
    """The rows, with RTL cycles where a target has a golden reference that ran them."""
    from ..run import golden
    from ..sims.e31 import rtl

    jobs = [(i, golden.USUAL) for t, i in plan.pairs() if t.name == HiFive1.name]
    if not jobs:
        return rows
    with Progress(rtl.STEPS + len(jobs)) as progress:
        return golden.with_golden_cycles(rows, golden.compare_all(jobs, progress.step))


HOSTS_OWN = (*runs.MACHINE, *contexts.RECORDS)


def update_reference(context: dict[str, Any], rows: list[Row], targets: set[str]) -> None:
    """Keeps the rows of targets that did not run, and the host's context with its rows.  A host's rows name their core;
    rows of other cores are kept.  The core that ran is shown, unless it lacks kernels that the previous one has; its
    rows come first."""
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
    """The kernels that depend on CPU features."""
    return {r.kernel for r in rows if r.target == Host.name and r.kernel in LEVELS}


def asked_for(options: Namespace) -> str:
    """The options that select what is measured, as typed; empty: everything."""
    words = [f"--{name.replace('_', '-')}" for name in ("quick", "full", "no_peers") if getattr(options, name)]
    words += [
        f"--{name} {shlex.quote(getattr(options, name))}" for name in ("port", "ssh", "place") if getattr(options, name)
    ]
    for name in ("target", "targets_from", "cipher", "mode"):
        words += [f"--{name.replace('_', '-')} {shlex.quote(str(value))}" for value in getattr(options, name)]
    return " ".join(words)


def add(database: store.Store, context: dict[str, Any], rows: list[Row]) -> int:
    """The run's number.  If the results cannot be stored, hours of measurements are saved elsewhere."""
    try:
        return database.add(context, rows)
    except (OSError, LabError) as error:
        for folder in (RESULTS, Path(), Path(tempfile.gettempdir())):
            with contextlib.suppress(OSError):
                saved = folder.absolute() / f"narae-rows-{os.getpid()}.json"
                store.write_json(saved, context, rows)
                why = (sentence(error) if isinstance(error, OSError) else None) or str(error)
                raise LabError(f"{why}. The rows of this run are in {saved}: ./narae report --rows {saved}") from error
        raise


def last_figures(database: store.Store, context: dict[str, Any]) -> dict[tuple[Any, ...], Row]:
    """The rows of the previous run on this machine, by key."""
    for run in reversed(database.runs()):
        if run.timed and all(run.context.get(name) == context.get(name) for name in (*runs.MACHINE[:2], "board")):
            return {row.key(): row for row in database.rows(run.number)}
    return {}


def is_full(options: Namespace) -> bool:
    """Who names ciphers or modes gets everything about them, and who compares with earlier rows all of them."""
    return bool(options.full or options.update_reference or options.cipher or options.mode or options.against)


def left_out(options: Namespace) -> list[str]:
    """What a run did not measure, and how to measure it."""
    if options.quick:
        what = "most sizes, modes with long keys, kernels with tables, second simulators"
        what += "" if is_full(options) else ", 192-bit keys, textbook code, portable code next to kernels"
        return [f"left out: {what}; ./narae bench measures them"]
    if is_full(options):
        return []
    what = "modes with 192-bit keys, textbook code with long keys, most portable code next to kernels, lower levels "
    what += "and second compiler of the host"
    return [f"left out: {what}; ./narae bench --full measures them"]


def about_view(view: runs.View, number: int, rows: list[Row]) -> list[str]:
    """Which other runs the report shows, and which it leaves out."""
    notes = []
    if not any(row.cycles is not None for row in rows):
        notes.append(f"run {number} has no figures; the report shows earlier ones")
    if view.runs != (number,):
        notes.append(f"the report shows {report.of_runs(view)}; for this run only: ./narae report --run {number}")
    if view.left_out:
        others = text.runs(view.left_out)
        notes.append(f"not shown, measured with other sources: {others}; ./narae report --runs lists them")
    return [*notes, view.damage] if view.damage else notes


def with_clocks(plan: selection.Plan, workers: cores.Fleet, sources: str) -> tuple[selection.Plan, list[str]]:
    """The plan without the host if workers with the same sources offer clocks, and those clocks."""
    wanted = any(t.name == Host.name for t in plan.targets)
    clocks = sorted(workers.clocks(sources)) if wanted and isinstance(workers, fleet.Fleet) else []
    if not clocks:
        return plan, []
    return replace(plan, targets=[t for t in plan.targets if t.name != Host.name]), clocks


def with_boards(plan: selection.Plan, workers: cores.Fleet) -> selection.Plan:
    """The plan with the boards that workers have, next to the simulations of the same targets."""
    if not isinstance(workers, fleet.Fleet):
        return plan
    simulated = [t for t in plan.targets if not t.alone and workers.boards(t.name)]
    return replace(plan, targets=[*plan.targets, *(RealBoard(t, Workers(workers, t.name)) for t in simulated)])


def on_clock(
    workers: Any, asked: clock.Asked, name: str, sources: str, say: Callable[[str], None]
) -> clock.Found | str:
    found = workers.on_clock("lab.run.clock", asked, name, sources)
    said = found if isinstance(found, str) else f"{len(found.rows)} rows of {found.name}"
    say(f"timed {name}: {said}")
    return found if isinstance(found, clock.Found) else f"{name}: {found}"


def of_board(plan: selection.Plan) -> dict[str, Any]:
    """What a context says of the board, or of the machine that programs are sent to."""
    boards = [t.about for t in plan.targets if hasattr(t, "simulation")]
    remotes = [t.remote.context for t in plan.targets if getattr(t, "remote", None)]
    whole = {"board": ", ".join(boards)} if len(boards) == len(plan.targets) else {}
    return whole | (remotes[0] if remotes else {})


def name_machine(plan: selection.Plan, context: dict[str, Any], rows: list[Row]) -> None:
    """Rows of another machine's clock say so."""
    if any(getattr(t, "remote", None) for t in plan.targets):
        for row in rows:
            row.provenance |= {"machine": clock.sentence(context), "core": context["host_cpu_model"]}


def beside_boards(rows: list[Row]) -> list[Row]:
    """Without what boards measured of targets that were simulated as well; that stands in a table of its own."""
    simulated = {row.target for row in rows if not row.board}
    return [row for row in rows if not row.board or row.target not in simulated]


def of_machines(machines: list[clock.Found]) -> dict[str, Any]:
    """A context of several machines; the first one's rows are shown."""
    if not machines:
        return {}
    first = {k: v for k, v in machines[0].context.items() if k in HOSTS_OWN}
    kept = ("host_name", *runs.MACHINE, "host_microcode", "host_governor", "date")
    return first | {"machines": [{k: m.context[k] for k in kept if k in m.context} for m in machines]}


def bench(options: Namespace) -> int:
    targets: asked_of_boards.Targets = dict(TARGETS)
    for folder in options.targets_from:
        targets |= external(folder)
    with asked_of_boards.targets(options, options.target, targets) as there, contextlib.ExitStack() as leaving:
        return measured(options, there, leaving)


def earlier_rows(against: str) -> tuple[list[Row], str]:
    """What --against names: the rows of a file and the revision of the host's, or a revision alone."""
    if not against:
        return [], ""
    if against.endswith((".json", ".gz")) or Path(against).is_file():
        rows = regression.read(Path(against))
        known = [row.provenance.get("git", "") for row in rows if row.target == Host.name and row.cycles]
        return rows, known[0] if known else ""
    if not kept_versions.commit(ROOT, against):
        raise LabError(f"--against {against}: use a file of rows (.json) or a git revision of this repository")
    return [], against


def before_revision(
    plan: selection.Plan, earlier: list[Row], revision: str, options: Namespace
) -> tuple[dict[kept_versions.Name, Path], str]:
    """The host's programs at the revision; or nothing, and why.  An error if nothing at all can be compared."""
    programs: dict[kept_versions.Name, Path] = {}
    why = ""
    if revision and versions.clocks(plan):
        with Progress(1) as progress:
            progress.step(f"build {revision}")
            programs, why = versions.library_before(plan, revision, options)
    elif revision and not earlier:
        why = (
            "revisions are compared by time, on this machine's clock (--target host); for simulated targets use a file "
            "of rows, which --json writes"
        )
    if not programs and (reason := regression.incomparable(earlier, plan.pairs())):
        raise LabError(f"--against {options.against}: nothing can be compared: {why or reason}")
    return programs, why


def beside_revision(
    plan: selection.Plan, revision: str, before: dict[kept_versions.Name, Path], why: str
) -> regression.Verdict:
    """The host's programs and those of a revision, in turn on this machine's clock."""
    with Progress(len(before) * paired.PAIRS) as progress:
        verdict = regression.on_clock(versions.library(plan, before, progress.step))
    verdict.notes += [why] if why else []
    for line in verdict.lines(revision, "operations of the host"):
        print(line)
    return verdict


@contextlib.contextmanager
def stored(number: int) -> Iterator[None]:
    """What ends the command from now on says that the rows are stored."""
    try:
        yield
    except BrokenPipeError:
        raise
    except KeyboardInterrupt as error:
        error.add_note(f"the rows are stored as run {number}; write the report with ./narae report")
        raise
    except OSError as error:
        raise LabError(
            f"{sentence(error) or error}. The rows are stored as run {number}; then write the report with ./narae "
            "report"
        ) from error


def ledger_or_why_not() -> tuple[dict[str, Any], list[str]]:
    """A damaged one is no reason not to measure."""
    try:
        return report.kept_ledger(), []
    except LabError as error:
        return {}, [f"the report has no papers: {error}"]


def measured(options: Namespace, targets: asked_of_boards.Targets, leaving: contextlib.ExitStack) -> int:
    begin = time.monotonic()
    json_file = options.json
    if json_file:
        store.check_writable(json_file)
    earlier, revision = earlier_rows(options.against)
    peers = not options.no_peers
    full = is_full(options)
    plan = selection.select(options.target, options.cipher, options.mode, options.quick, peers, targets, full)
    selection.require_pairs(plan, targets)
    narrowed = options.cipher or options.mode or options.quick or options.targets_from or options.no_peers
    if options.update_reference and narrowed:
        raise LabError(
            "--update-reference requires all rows of a target: remove --targets-from, --cipher, --mode, --no-peers "
            "and --quick"
        )
    on_boards = asked_of_boards.anything(options)
    if options.update_reference and (options.scheduler or on_boards):
        raise LabError(
            "--update-reference requires this machine's simulations and clock: remove --scheduler, --port, --ssh and "
            "--place"
        )
    ledger, no_ledger = ledger_or_why_not()
    database = store.Store(STORE)
    database.check_writable()
    state = {"sources": runs.sources_hash(), "quick": options.quick, "asked": asked_for(options)}
    context = provenance.context() | state | of_board(plan)
    if options.fresh:
        cache.repeat()
    last = last_figures(database, context)
    programs, why = before_revision(plan, earlier, revision, options) if options.against else ({}, "")
    outcomes = cache.Cache()
    if options.prove:
        prove.of_plan(plan, options.quick, outcomes)
    here = plan  # with the host, also if workers time it
    with fleet.of(options) as workers:
        plan, clocks = with_clocks(with_boards(plan, workers), workers, state["sources"])
        with Progress(plan.steps() + len(clocks)) as progress, ThreadPoolExecutor(max(1, len(clocks))) as pool:
            workers.say = progress.say
            asked = clock.Asked(tuple(options.cipher), tuple(options.mode), options.quick, peers, full)
            elsewhere = [pool.submit(on_clock, workers, asked, n, state["sources"], progress.step) for n in clocks]
            rows = measure.execute(plan, outcomes, progress.step, workers)
            name_machine(plan, context, rows)
            if not options.quick and not on_boards:
                context |= clock.besides_rows(plan, progress.say)
            told = [one.result() for one in elsewhere]
            progress.say(outcomes.said())
    context["seconds"] = stages.seconds()
    lost = [found for found in told if isinstance(found, str)]
    machines = [found for found in told if not isinstance(found, str)]
    number = add(database, context, rows) if rows or not machines else 0
    for found in machines:
        number = add(database, found.context | state, found.rows)
    leaving.enter_context(stored(number))
    context |= of_machines(machines)
    rows += [row for found in machines for row in found.rows]
    if json_file:
        store.write_json(json_file, context, rows)
    shown_view = runs.current(database)
    assert shown_view
    view = report.with_rows(shown_view)
    database.close()
    if options.update_reference:
        with stages.stage("RTL"):
            rows = with_golden_cycles(plan, rows)
        update_reference(context, rows, {t.name for t in plan.targets})
        if json_file:
            store.write_json(json_file, context, rows)
    about = {t.name: getattr(t, "about", t.board.facts["about"]) for t in reversed(plan.targets)}
    about |= {Host.name: Host().board.facts["about"]} if machines else {}
    of_one = beside_boards(store.of_shown_core(context, rows))
    if options.table or options.all_sizes:
        table.show_all(
            of_one, context, [*plan.notes, *(f"{t}: {said}" for t, said in about.items())], options.all_sizes
        )
    else:
        for line in [*summary.lines(of_one, last, about), *(n for note in plan.notes for n in summary.note(note))]:
            text.say(line)
    for line in views_of_machines.lines([(found.context, found.rows) for found in machines]):
        text.say(line)
    for line in views_of_boards.lines(rows):
        text.say(line)
    material = report.Material(view.context, view.rows, report.about(view.rows), ledger, view.machines, view.boards)
    store.write_json(EXPORT, view.context, view.rows)
    with stages.stage("report"):
        report.write(REPORT, material)
    whole, parts = stages.shown({"all": time.monotonic() - begin}), stages.shown(stages.seconds())
    ending = [
        *left_out(options),
        f"time: {whole}; workers, up to {cores.WORKERS}: {parts}",
        *about_view(view, number, rows),
        *no_ledger,
    ]
    refused = [r for r in rows if r.failure and not r.failure.startswith("does not fit")]
    failed = [(name, record) for name in clock.NO_ROWS for record in context.get(name, []) if "failure" in record]
    ending += [f"failed: {name} {record.get('cipher', '')}: {record['failure']}" for name, record in failed]
    ending += [f"failed: {reason}" for reason in lost]
    if refused:
        ending.append(f"{len(refused)} of {len(rows)} rows were refused, for the reasons above")
    for line in (n for note in ending for n in summary.note(note)):
        text.say(line)
    paths = {"rows of this run": json_file} if json_file else {}
    paths |= {"rows of all runs": STORE, "rows of the report": EXPORT, "report": REPORT}
    for what, path in paths.items():
        text.say(f"{what}: {shown(path)}")
    if not (options.table or options.all_sizes):
        text.say("all figures: ./narae bench --table; what fits your device: ./narae advise")
    verdicts = [regression.against(earlier, rows)] if earlier else []
    for line in verdicts[0].lines(options.against) if verdicts else []:
        text.say(line)
    if programs or why:
        verdicts.append(beside_revision(here, revision, programs, why))
    return 1 if refused or failed or lost or (options.against and not regression.passed(verdicts)) else 0
