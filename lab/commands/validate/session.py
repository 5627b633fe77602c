# SPDX-License-Identifier: MIT
"""./narae validate: the model of the E31 against the Rocket core's RTL, on programs of the bench; with --sources, any
simulator against published cycles of other people's programs, or the leak checker against published verdicts."""

from __future__ import annotations

import dataclasses
from argparse import Namespace
from pathlib import Path
from typing import Any

from rich import box
from rich.console import Console
from rich.table import Table

from ... import files, store
from ...cache import Cache
from ...errors import LabError
from ...paths import shown
from ...plan import published, selection
from ...progress import Progress, Screen
from ...real import connect
from ...rows import provenance
from ...run import golden, measure, silicon
from ...run.golden import Compared
from ...sims.e31 import rtl
from ...targets import TARGETS
from ...targets.base import Target
from ...targets.hifive1 import MISSES
from ...targets.host import Host
from ...views import boards, summary
from . import corpus, flops

GOLDEN = ("hifive1",)  # targets with RTL as reference
# The options that each comparison takes besides --json.
LEAK = "leak"  # no target: the leak checker against published masked programs
OF_CORPUS: tuple[str, ...] = ("sources", "program", "published")
OF_FIGURES: tuple[str, ...] = ("sources", "program", "published")
OF_BOARD = ("port", "ssh", "place", "baud", "quick", "cipher", "mode")
OF_RTL = ("cipher", "mode", "held_out")
OF_FLOPS: tuple[str, ...] = ("leak", "cipher")


def validate(options: Namespace) -> int:
    refuse_unused_options(options)
    if options.target == LEAK:
        return corpus.validate(options, a_console())
    if options.sources:
        return against_silicon(options)
    if connect.anything(options):
        return against_board(options)
    if options.target not in GOLDEN:
        raise LabError(
            f"`{options.target}` has no reference; the targets are: {', '.join(GOLDEN)}, or with --sources DIR, "
            "against published figures: uno, msp430, msp430x, hifive1, m0plus, m3, m4, m33, pi4; or with --port, --ssh "
            "or --place, a board"
        )
    if options.leak:
        return flops.validate(options, a_console())
    return against_rtl(options.target, options.cipher, options.mode, options.held_out, options.json)


def refuse_unused_options(options: Namespace) -> None:
    """Rejects options of another comparison, which would be ignored."""
    if options.target == LEAK:
        comparison, accepted = "against published masked programs", OF_CORPUS
    elif options.sources:
        comparison, accepted = "with --sources", OF_FIGURES
    elif connect.anything(options):
        comparison, accepted = "on a board", OF_BOARD
    elif options.leak:
        comparison, accepted = "with --leak", OF_FLOPS
    else:
        comparison, accepted = "against RTL (without --sources, --port, --ssh or --place)", OF_RTL
    names = (*OF_FIGURES, *OF_BOARD, *OF_RTL, *OF_FLOPS)
    unexpected = [name for name in names if getattr(options, name) and name not in accepted]
    if unexpected:
        rejected, allowed = (
            ", ".join(f"--{n.replace('_', '-')}" for n in dict.fromkeys(names)) for names in (unexpected, accepted)
        )
        raise LabError(f"{comparison}, validate does not take {rejected}; it takes {allowed} and --json")


def a_console() -> Console:
    return Screen(width=max(Screen().width, 140))


# A board


def against_board(options: Namespace) -> int:
    """Compares row by row, with the same programs. Exit code 1 if a row failed or lies outside the simulation's
    interval."""
    if options.target == Host.name:
        raise LabError("a host is not simulated; bench --target host --ssh HOST measures one")
    with connect.targets(options, [options.target], dict(TARGETS)) as targets:
        plan = selection.select([options.target], options.cipher, options.mode, options.quick, targets=targets)
        selection.require_pairs(plan)
        with Progress(plan.steps()) as progress:
            rows = measure.execute(plan, Cache(), progress.step)
    for line in [*summary.failures(rows), *boards.lines(rows)]:
        print(line)
    if options.json:
        store.write_json(options.json, provenance.context(), rows)
        print(f"JSON: {shown(options.json)}")
    refused = [r for r in rows if r.failure and not r.failure.startswith("does not fit")]
    compared = boards.measured(rows)
    return 0 if compared and not refused and all(map(boards.inside, compared)) else 1


# Published figures


def against_silicon(options: Namespace) -> int:
    """Exit code 0 if all available programs were built and lie inside their intervals."""
    simulated = [name for name, target in TARGETS.items() if target.has("run_one")]
    if options.target not in simulated:
        raise LabError(f"`{options.target}` is not simulated; the targets are: {', '.join(simulated)}")
    target, totals = TARGETS[options.target](), options.published or published.FILE
    if target.alone:
        raise LabError(f"this machine is a {target.name}: it is not simulated here")
    figures = published.figures(target.name, totals)
    described = published.programs(options.sources)
    if unknown := [name for name in options.program if name not in {f.name for f in figures}]:
        raise LabError(f"{shown(totals)} has no figure `{unknown[0]}` of {target.name}")
    figures = [f for f in figures if not options.program or f.name in options.program]
    pairs = [(f, described[f.name]) for f in figures if f.name in described and not described[f.name].missing]
    skipped = {
        f.name: why_skipped(f, described.get(f.name)) for f in figures if f.name not in {g.name for g, _ in pairs}
    }
    console = a_console()
    if not pairs:
        raise LabError(
            f"{options.sources} describes none of the {len(figures)} published programs for {target.name}; "
            f"docs/how-to/validate.md lists them"
        )
    with Progress(len(pairs)) as progress:
        compared = silicon.compare_all(pairs, target, progress.step)
    show_silicon(console, target, compared, skipped)
    if options.json:
        files.write_json(options.json, silicon_document(target, compared, skipped))
        console.print(f"JSON: {shown(options.json)}", highlight=False, soft_wrap=True)
    return 0 if all(c.finding and c.inside for c in compared) else 1


def why_skipped(figure: published.Figure, program: published.Program | None) -> str:
    return (
        f"{program.missing} is missing" if program else f"no TOML file describes it; it is from {figure.code.revision}"
    )


def show_silicon(console: Console, target: Target, compared: list[silicon.Compared], skipped: dict[str, str]) -> None:
    title = f"{target.name}: published cycles on the chip, and simulated cycles of the same program"
    table = Table(title=title, box=box.SIMPLE_HEAD, title_justify="left")
    for heading in ("program", "instructions"):
        table.add_column(heading, no_wrap=True)
    for heading in ("published", "simulated", "difference", "interval"):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("", no_wrap=True)
    for c in compared:
        if not c.finding:
            continue
        low, high = c.interval
        interval = "exact" if low == high else f"{low:,.0f}-{high:,.0f}"
        cells = [f"{c.figure.cycles:,.0f}", f"{c.simulated:,.0f}", f"{100 * c.difference:+.1f} %", interval]
        misses = c.finding.provenance.get(MISSES)
        cold = f", {misses} misses" if misses else ""
        table.add_row(c.figure.name, c.kind, *cells, ("inside" if c.inside else "[bold]outside[/]") + cold)
    if table.row_count:
        console.print(table)
    for c in compared:
        if c.failure:
            console.print(f"[bold red]failed[/] {c.figure.name}: ", end="", highlight=False)
            console.print(c.failure, markup=False, highlight=False, soft_wrap=True)
    if unknown := [c.figure.name for c in compared if not c.recognized]:
        text = f"not recognized by its files, {len(unknown)} of {len(compared)}: {', '.join(unknown)}"
        console.print(text, markup=False, highlight=False, soft_wrap=True)
    for name, reason in skipped.items():
        console.print(f"skipped {name}: {reason}", markup=False, highlight=False, soft_wrap=True)
    for s in silicon.summaries(compared):
        console.print(
            f"{s.kind}: {s.inside} of {s.count} inside; median difference {100 * s.median:+.1f} %, "
            f"largest {100 * s.largest:+.1f} %",
            highlight=False,
        )


def silicon_document(target: Target, compared: list[silicon.Compared], skipped: dict[str, str]) -> dict[str, Any]:
    rows = [
        {
            "name": c.figure.name,
            "repository": c.figure.code.repository,
            "commit": c.figure.code.commit,
            "where": c.figure.source.where,
            "kind": c.kind,
            "published": c.figure.cycles,
            "simulated": c.simulated,
            "difference": c.difference,
            "interval": c.interval,
            "inside": c.inside,
            "recognized": c.recognized,
            "provenance": c.finding.provenance,
        }
        for c in compared
        if c.finding
    ]
    return {
        "context": provenance.context(),
        "target": target.name,
        "simulators": target.simulators(),
        "rows": rows,
        "summary": [dataclasses.asdict(s) for s in silicon.summaries(compared)],
        "failures": {c.figure.name: c.failure for c in compared if c.failure},
        "skipped": skipped,
    }


# The Rocket core's RTL


def against_rtl(target: str, ciphers: list[str], modes: list[str], held_out: bool, json_file: Path | None) -> int:
    console = a_console()
    plan = selection.select([target], ciphers, modes, quick=False)
    selection.require_pairs(plan)
    levels = [golden.USUAL, *(golden.HELD_OUT if held_out else ())]
    jobs = [(i, level) for level in levels for _, i in plan.pairs() if level == golden.USUAL or i.in_library]
    with Progress(rtl.STEPS + len(jobs)) as progress:
        compared = golden.compare_all(jobs, progress.step)
    show(console, compared)
    if json_file:
        files.write_json(json_file, document(compared))
        console.print(f"JSON: {shown(json_file)}", highlight=False, soft_wrap=True)
    return verdict(console, compared)


def show(console: Console, compared: list[Compared]) -> None:
    table = Table(title="hifive1: Rocket RTL and the timing model", box=box.SIMPLE_HEAD, title_justify="left")
    for heading in ("cipher", "mode", "kernel", "level", "operation"):
        table.add_column(heading, no_wrap=True)
    for heading in ("bytes", "RTL cycles", "model", "deviation"):
        table.add_column(heading, justify="right", no_wrap=True)
    for c in compared:
        i = c.implementation
        for o, (exact, model) in c.cycles.items():
            size = f"{o.bytes:,}" + (f" + {o.ad_bytes} ad" if o.ad_bytes else "")
            cells = [i.cipher, i.mode, i.kernel, c.level, o.name, size, f"{exact:,.0f}", f"{model:,.0f}"]
            table.add_row(*cells, f"{100 * c.deviation(o):+.2f} %")
    console.print(table)


def document(compared: list[Compared]) -> dict[str, Any]:
    rows = [
        {
            "cipher": c.implementation.cipher,
            "kernel": c.implementation.kernel,
            "level": c.level,
            "mode": o.mode,
            "operation": o.name,
            "bytes": o.bytes,
            "ad_bytes": o.ad_bytes,
            "rtl_cycles": exact,
            "model_cycles": model,
            "deviation": c.deviation(o),
            "parting": c.partings.get(o),
        }
        for c in compared
        for o, (exact, model) in c.cycles.items()
    ]
    failures = {c.name: c.failure for c in compared if c.failure}
    return {"context": provenance.context(), "limit": golden.LIMIT, "rows": rows, "failures": failures}


def verdict(console: Console, compared: list[Compared]) -> int:
    """Prints failures and the largest deviations; returns the exit code."""
    bad = 0
    for c in compared:
        if c.failure:
            bad += 1
            console.print(f"[bold red]failed[/] {c.name}: {c.failure}", highlight=False, soft_wrap=True)
        for operation, where in c.partings.items():
            bad += c.implementation.in_library
            word = (
                "[bold red]over the limit[/]" if c.implementation.in_library else "over the limit, not the library's:"
            )
            text = f"{word} {c.name} {operation.name} {operation.bytes}: {where}"
            console.print(text, highlight=False, soft_wrap=True)
    if cold := sum(c.cold for c in compared):
        console.print(f"{cold} rows are not compared: the instruction cache missed in every window")
    for title, in_library in (("library", True), ("others", False)):
        off = [abs(c.deviation(o)) for c in compared for o in c.cycles if c.implementation.in_library == in_library]
        if off:
            mean, within = sum(off) / len(off), sum(x <= golden.LIMIT for x in off)
            console.print(
                f"{title}: {len(off)} rows, {within} of them within {100 * golden.LIMIT:g} %; "
                f"mean deviation {100 * mean:.2f} %, largest {100 * max(off):.2f} %",
                highlight=False,
            )
    return 1 if bad else 0
