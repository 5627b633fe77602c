# SPDX-License-Identifier: MIT
"""./narae reproduce"""

from __future__ import annotations

import json
import math
from argparse import Namespace
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from rich import box
from rich.cells import cell_len
from rich.console import Console
from rich.table import Table
from rich.text import Text

from ... import cache, files
from ...build import variants
from ...errors import ELSEWHERE, LabError
from ...papers import PAGE, Claim, Paper, ledger, load, matrix, papers, programs
from ...papers import search as searching
from ...papers.expressions import Quantity
from ...papers.ledger import ClaimResult
from ...papers.recipes import RECIPES, Measured, Rows, Sketch
from ...papers.verdicts import EXPLAINED, REPRODUCED, SAME_KIND, VERDICTS
from ...paths import LEDGER, RECORDED, REPORT, RESULTS, shown
from ...progress import Progress
from ...rows import MARKED, provenance
from ...run import clock
from ...targets import TARGETS
from ...text import counted, kept_columns, left_out, plain, terminal_width, wrapped
from ...views import table
from ...views.report import in_korean, reasons, sealed
from ...views.report.figures import drawn
from ..report import session as report

SHORT = {SAME_KIND: "by the same kind"}
HEADINGS = ("claim", "paper", "its program", "baseline", "library", "factor", "kernel", "portable", "verdict")
LEAST = ("portable", "kernel", "factor", "library")  # dropped first where the terminal is narrow
CLAIM_WIDTH, GAP = 40, 2
MAX_CLAIMS, MAX_RANKS = 6, 12  # that a table of candidates shows
COLOURS = {REPRODUCED: "green", SAME_KIND: "green", EXPLAINED: "yellow"}


def reproduce(options: Namespace) -> int:
    console = table.wide_console()
    with_matrix = options.paper in (None, matrix.NAME)
    chosen = [] if options.paper == matrix.NAME else choose(options.paper)
    if options.list:
        if given := [f"--{n}" for n in ("json", "fresh", "scheduler", "sources", "record") if getattr(options, n)]:
            raise LabError(f"--list measures and writes nothing: leave out {', '.join(given)}")
        if options.paper:
            list_claims(console, chosen)
        else:
            list_papers(console, chosen)
        return 0
    if options.search:
        return search(options, console, chosen)
    if not 0 < options.seed < 2**32:
        raise LabError(f"--seed {options.seed} is out of range: use 1 to {2**32 - 1}")
    if options.scheduler and [p.defaults.get("target") for p in chosen] != ["host"]:
        names = ", ".join(p.name for p in papers().values() if p.defaults.get("target") == "host")
        raise LabError(f"--scheduler is for one paper about hosts: {names}")
    if given := [f"--{n}" for n in ("compiler", "flags") if getattr(options, n)]:
        raise LabError(f"{given[0]} is for --search, whose candidates it builds: leave it out")
    check_sources(options, chosen)
    kept = report.kept_ledger()
    RESULTS.mkdir(parents=True, exist_ok=True)
    files.check(LEDGER, ELSEWHERE)
    recipes = [recipe(paper, options.seed, not options.scheduler) for paper in chosen]
    if options.scheduler:
        return on_machines(options, console, chosen[0], kept)
    everything = matrix.Matrix()
    if options.fresh:
        cache.ignore_earlier()
    outcomes = cache.Cache()
    with Progress(sum(r.steps() for r in recipes) + with_matrix * everything.steps()) as progress:
        measured = [r.run(outcomes, progress.step) for r in recipes]
        problems = [
            add_programs(paper, result, options.sources, outcomes, progress.report)
            for paper, result in zip(chosen, measured, strict=True)
        ]
        rows = everything.run(outcomes, progress.step) if with_matrix else []
        progress.report(outcomes.summary())
    judged = [judge(p, m) for p, m in zip(chosen, measured, strict=True)]

    context = provenance.context()
    documents = [document(*x, options.seed) | {"context": context} for x in zip(chosen, measured, judged, strict=True)]
    for paper, some, results, reasons_of in zip(chosen, judged, documents, problems, strict=True):
        show(console, paper, some, results)
        show_programs(console, paper, results, reasons_of)
    if options.record:
        record(documents)
    exported = {"context": context, "papers": documents}
    failures = []
    if with_matrix:
        results = everything.document(rows, in_korean)
        exported["future_work"] = results | {"context": context, "rows": [row.as_dict() for row in rows]}
        failures = results["failures"]
        show_matrix(console, results)
    keep(merged(kept, exported))
    if options.json:
        files.write_json(options.json, exported)
        console.print(f"JSON: {shown(options.json)}", highlight=False, soft_wrap=True)
    console.print(f"report: {shown(REPORT)}\n", highlight=False, soft_wrap=True)
    return summary(console, chosen, judged, failures)


def search(options: Namespace, console: Console, chosen: list[Paper]) -> int:
    """Exit code 1 if no candidate could be measured."""
    if given := [f"--{n}" for n in ("scheduler", "sources", "record") if getattr(options, n)]:
        raise LabError(f"--search measures candidates alone: leave out {', '.join(given)}")
    if len(chosen) != 1:
        raise LabError("--search needs one paper: ./narae reproduce PAPER --search DIR")
    [paper] = chosen
    target = TARGETS[paper.defaults["target"]]()
    variants.check_flags(options.flags)
    trials = [
        (folder, candidate, setting)
        for folder, candidate in searching.candidates_in(options.search, paper)
        for setting in searching.settings(candidate, target, options.compiler, options.flags)
    ]
    if options.fresh:
        cache.ignore_earlier()
    with Progress(len(trials)) as progress:
        recorded = programs.recorded(RECORDED, paper.name)
        outcomes = searching.search(paper, trials, recorded, cache.Cache(), progress.step)
    show_ranks(console, paper, outcomes)
    if options.json:
        ranked = {"paper": paper.name, "candidates": searching.as_documents(outcomes)}
        files.write_json(options.json, {"context": provenance.context()} | ranked)
        console.print(f"JSON: {shown(options.json)}", highlight=False, soft_wrap=True)
    return 0 if any(not o.failure for o in outcomes) else 1


def show_ranks(console: Console, paper: Paper, outcomes: Sequence[searching.Outcome]) -> None:
    for group in searching.groups([o for o in outcomes if not o.failure]):
        claims = [c for c in paper.claims if any(c.id in o.figures for o in group)]
        console.print(ranks(f"{paper.name}: candidates by distance", claims, group))
        best = group[0]
        others = [o for o in group if o.candidate != best.candidate]
        gap = f"; the next program, {others[0].candidate}: {math.exp(others[0].distance):.3g}" if others else ""
        console.print(
            f"nearest: {best.candidate} with {best.setting}, off by a factor of {math.exp(best.distance):.3g} in the "
            f"mean of {counted(len(best.figures), 'claim')}{gap}",
            highlight=False,
            soft_wrap=True,
        )
    failures: dict[tuple[str, str], list[str]] = {}
    for o in outcomes:
        if o.failure:
            failures.setdefault((o.candidate, o.failure), []).append(o.setting)
    for (candidate, failure), settings in failures.items():
        more = f" and {len(settings) - 1} more" if len(settings) > 1 else ""
        console.print(f"not measured: {candidate} {settings[0]}{more}: {failure}", highlight=False, soft_wrap=True)


def ranks(title: str, claims: Sequence[Claim], group: Sequence[searching.Outcome]) -> Table:
    table = Table(title=title, box=box.SIMPLE_HEAD, title_justify="left")
    for heading in ("candidate", "built with"):
        table.add_column(heading, overflow="fold")
    if has_clock := any(o.clock for o in group):
        table.add_column("clock", justify="right")
    for heading in ("off by a factor of", *(c.id for c in claims[:MAX_CLAIMS])):
        table.add_column(heading, justify="right", overflow="fold")
    table.add_row("the paper", *[""] * (2 + has_clock), *(figure(c.value, c.unit) for c in claims[:MAX_CLAIMS]))
    for o in group[:MAX_RANKS]:
        cells_of = (plain(o.figures[c.id]) if c.id in o.figures else "" for c in claims[:MAX_CLAIMS])
        clocks = [f"{o.clock:.3g}" if o.clock else ""] if has_clock else []
        table.add_row(o.candidate, o.setting, *clocks, f"{math.exp(o.distance):.3g}", *cells_of)
    parts = [
        counted(n, what) for n, what in ((len(group) - MAX_RANKS, "row"), (len(claims) - MAX_CLAIMS, "claim")) if n > 0
    ]
    table.caption = f"{' and '.join(parts)} more: --json has all" if parts else None
    table.caption_justify = "left"
    return table


def on_machines(options: Namespace, console: Console, paper: Paper, ledger_so_far: dict[str, Any]) -> int:
    """A paper on the host of each worker; the report shows the first one's figures, --json has all."""
    from ...papers import remote
    from ...run import fleet

    with fleet.Fleet(options.scheduler, fleet.tls_of(options)) as lab:
        answers = remote.on_all_machines(lab, paper, options.seed, lab.report)
    answered = [one for one in answers if isinstance(one, remote.Response)]
    judged = [judge(paper, one.measured) for one in answered]
    documents = []
    for one, some in zip(answered, judged, strict=True):
        documents.append(document(paper, one.measured, some, options.seed) | {"context": one.context})
        console.print(f"\n[bold]{clock.sentence(one.context)}[/]", highlight=False, soft_wrap=True)
        show(console, paper, some, documents[-1])
    exported = {"context": provenance.context(), "papers": documents}
    if answered:
        keep(merged(ledger_so_far, exported | {"papers": documents[:1]}))
        console.print(f"report: {shown(REPORT)}\n", highlight=False, soft_wrap=True)
    if options.json:
        files.write_json(options.json, exported)
        console.print(f"JSON: {shown(options.json)}", highlight=False, soft_wrap=True)
    lost = [one for one in answers if isinstance(one, str)]
    return summary(console, [paper] * len(answered), judged, lost, [one.context["host_name"] for one in answered])


def keep(verdicts: dict[str, Any]) -> None:
    """Writes the ledger and the report."""
    files.write_text(LEDGER, json.dumps(sealed(verdicts)) + "\n")
    try:
        report.write(REPORT, report.material(ledger=verdicts))
    except KeyboardInterrupt as error:
        error.add_note("the verdicts are stored; write the report with ./narae report")
        raise


def merged(old: dict[str, Any], new: dict[str, Any]) -> dict[str, Any]:
    """The verdicts on each paper so far, in the order of the ledger; the user's own papers last."""
    by_name = {p["name"]: p for p in [*old.get("papers", []), *new["papers"]]}
    order = [name for name in papers() if name in by_name]
    order += [name for name in by_name if name not in order]
    return old | new | {"papers": [by_name[name] for name in order]}


def choose(name: str | None) -> list[Paper]:
    """All papers, one by name, or the user's own by its file."""
    known = papers()
    if name and (name.endswith(".toml") or "/" in name):
        own = load(Path(name))
        namesake = known.get(own.name)
        if own.name == matrix.NAME or (namesake and namesake.file.resolve() != own.file.resolve()):
            raise LabError(f"{shown(own.file)}: {own.name} is the name of a paper of the ledger: use another one")
        return [own]
    if name and name not in known:
        raise LabError(
            f"unknown paper `{name}`; use the name of a TOML file or one of: {', '.join([*known, matrix.NAME])}"
        )
    return [known[name]] if name else list(known.values())


def recipe(paper: Paper, seed: int, is_local: bool) -> Rows | Sketch:
    """The recipe that measures a paper, on this machine if `is_local`. Rejects claims that could not be judged."""
    try:
        result = RECIPES[paper.recipe](paper, ledger.required_terms(paper), seed)
        if is_local:
            ledger.validate_paper(paper, result.sample_rows())
    except (ValueError, LabError) as error:
        raise LabError(f"{shown(paper.file)}: {error}; {PAGE} lists the fields") from error
    return result


def judge(paper: Paper, measured: Measured) -> list[ClaimResult]:
    try:
        return ledger.judge(paper, measured)
    except (ValueError, ZeroDivisionError) as error:
        raise LabError(f"{shown(paper.file)}: {error}") from error


def list_papers(console: Console, chosen: list[Paper]) -> None:
    """One screen: the subject of each paper and the verdicts so far."""
    verdicts = {p["name"]: p["verdicts"] for p in report.kept_ledger().get("papers", [])}
    for paper in chosen:
        claims = sum(c.is_claim for c in paper.claims)
        counts = [f"{n} {verdict}" for verdict, n in verdicts.get(paper.name, {}).items() if n]
        so_far = ", ".join(counts) or "not rerun yet"
        console.print(f"[bold]{paper.name}[/]  {counted(claims, 'claim')}: {so_far}", highlight=False)
        console.print(f"  {paper.title}", highlight=False)
    console.print(f"[bold]{matrix.NAME}[/]", highlight=False)
    console.print("  all ciphers of the papers on all machines", highlight=False)
    console.print("\nClaims of a paper: ./narae reproduce --list PAPER", highlight=False)


def list_claims(console: Console, chosen: list[Paper]) -> None:
    for paper in chosen:
        console.print(f"[bold]{paper.name}[/]: {paper.title}", highlight=False, soft_wrap=True)
        for claim in (c for c in paper.claims if c.is_claim):
            text = claim.says if not claim.row else f"{claim.says}: {claim.value:g} {claim.unit}"
            line = wrapped(f"  {claim.id:12} {text} ({claim.where})", terminal_width(), len(f"  {claim.id:12} "))
            console.print(line, highlight=False, soft_wrap=True)
    if not chosen:
        console.print(f"[bold]{matrix.NAME}[/]: all ciphers of the papers on all machines", highlight=False)


def document(paper: Paper, measured: Measured, judged: list[ClaimResult], seed: int) -> dict[str, Any]:
    """All results, as data."""
    return {
        "name": paper.name,
        "title": paper.title,
        "citation": paper.citation,
        "seed": seed,
        "tolerance": paper.facts["tolerance"] | {"cited": paper.tolerance_cited},
        "verdicts": ledger.counts(judged),
        "claims": [j.as_dict() for j in judged],
        "rows": [{"environment": e, **row.as_dict()} for e, row in measured.rows],
        "findings": ledger.findings(paper, measured),
        "findings_ko": ledger.findings(paper, measured, in_korean),
        "figures": drawn(paper.facts.get("figures", []), [j.as_dict() for j in judged]),
        "transcripts": measured.transcripts,
        "programs": {
            p.name: {"what": p.what, "repository": p.repository, "commit": p.commit, "licence": p.licence}
            | {"rerun": p.name in measured.rerun, "provenance": measurement.provenance}
            | {"figures": {name: asdict(figure) for name, figure in measurement.figures.items()}}
            for p in paper.programs
            if (measurement := measured.programs.get(p.name))
        },
    }


def check_sources(options: Namespace, chosen: list[Paper]) -> None:
    if options.sources is None:
        if options.record:
            raise LabError("--record keeps what --sources measured: name the folder of programs with it")
        return
    if not options.sources.is_dir():
        raise LabError(f"{options.sources} is not a folder; --sources needs the one with the papers' programs")
    if options.scheduler or not any(paper.programs for paper in chosen):
        raise LabError("--sources: none of these papers cites a program that runs here; leave it out")


def add_programs(
    paper: Paper, measured: Measured, sources: Path | None, outcomes: cache.Cache, say: Callable[[str], None]
) -> dict[str, str]:
    """The figures of the cited programs: of today, or recorded. Returns why programs were not run."""
    rerun: dict[str, programs.Measurement] = {}
    problems: dict[str, str] = {}
    if sources is not None:
        rerun, problems = programs.measure_all(paper.programs, sources, paper.defaults["target"], outcomes, say)
    measured.programs, measured.rerun = programs.recorded(RECORDED, paper.name) | rerun, set(rerun)
    return problems


def show_programs(console: Console, paper: Paper, result: dict[str, Any], problems: dict[str, str]) -> None:
    for program in paper.programs:
        entry = result["programs"].get(program.name)
        how = "rerun" if entry and entry["rerun"] else "not run"
        if entry and not entry["rerun"]:
            how = f"recorded {entry['provenance'].get('date', '')}".rstrip()
        text = f"program {program.name}: {how}: {program.what}; {program.revision}"
        console.print(text, highlight=False, soft_wrap=True)
        if program.name in problems:
            console.print(f"  [bold red]not run[/]: {problems[program.name]}", highlight=False, soft_wrap=True)


def record(documents: list[dict[str, Any]]) -> None:
    """Replaces what was recorded of the programs that ran now, and the verdicts of their papers."""
    kept = json.loads(RECORDED.read_text())["papers"] if RECORDED.exists() else {}
    for result in documents:
        if not any(p["rerun"] for p in result["programs"].values()):
            continue
        today = {"date": result["context"]["date"][:10], "git": result["context"]["git"]}
        kept[result["name"]] = {
            "programs": {
                name: {"figures": p["figures"], "provenance": p["provenance"] | (today if p["rerun"] else {})}
                for name, p in result["programs"].items()
            },
            "claims": [
                {key: c[key] for key in ("id", "verdict", "paper", "unit", "programs")}
                | {"cited": c["cited"] and c["cited"]["value"]}
                for c in result["claims"]
                if c.get("verdict")
            ],
        }
    files.write_json(RECORDED, {"papers": kept})


def show(console: Console, paper: Paper, judged: list[ClaimResult], results: dict[str, Any]) -> None:
    console.rule(f"{paper.name}: {paper.title}", align="left")
    for heading, text in results["transcripts"]:
        console.print(f"\n[bold]{heading}[/]", highlight=False)
        console.print(text.rstrip(), highlight=False, markup=False)
    lines = [dict(zip(HEADINGS, cells(j), strict=True)) for j in judged]
    widths = {h: max(len(h), *(cell_len(Text.from_markup(line[h]).plain) for line in lines)) for h in HEADINGS}
    widths = {h: min(n, CLAIM_WIDTH if h == HEADINGS[0] else n) for h, n in widths.items() if any(x[h] for x in lines)}
    kept = kept_columns(widths, LEAST, console.width, GAP)
    shown_table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for heading in kept:
        is_text = heading in ("claim", "kernel", "verdict")
        shown_table.add_column(heading, justify="left" if is_text else "right", no_wrap=heading != "claim")
    place = None
    for j, line in zip(judged, lines, strict=True):
        if place not in (None, (j.claim.where, j.claim.row)):
            shown_table.add_section()
        place = (j.claim.where, j.claim.row)
        shown_table.add_row(*(line[heading] for heading in kept))
    console.print(shown_table)
    if omitted := left_out([heading for heading in widths if heading not in kept]):
        console.print(omitted, highlight=False)
    if any(j.unsteady for j in judged):
        console.print(f"{MARKED}: another run may give another verdict", highlight=False)
    for verdict, words, about in reasons(results["claims"]):
        others = f" and {len(about) - 1} more" if len(about) > 1 else ""
        console.print(f"{verdict}: {words}: {about[0]}{others}", highlight=False, markup=False)
    for finding in results["findings"]:
        console.print(finding, highlight=False)


def cells(j: ClaimResult) -> list[str]:
    claim = j.claim
    text = f"{claim.says} ({claim.where})"
    if j.failure:
        return [text, figure(claim.value, claim.unit), *[""] * 6, f"[bold red]failed: {j.failure}[/]"]
    values = {c: q for c, q in j.values.items()}
    library = values.get("library")
    verdict, mark = j.verdict.verdict if j.verdict else "", "?" * j.unsteady
    return [
        text,
        figure(claim.value, claim.unit) if claim.is_claim else "no number",
        interval(values["cited"]) if "cited" in values else "",
        interval(values.get("baseline")),
        interval(library),
        f"{j.factor:.3g}{mark}" if j.factor else "",
        j.kernels.get("library", ""),
        interval(values.get("portable")) if j.kernels.get("library") != "portable" else "",
        f"[{COLOURS.get(verdict, 'red')}]{SHORT.get(verdict, verdict)}{mark}[/]" if verdict else "",
    ]


def figure(x: float, unit: str) -> str:
    return f"{plain(x)} {unit}"


def interval(q: Quantity | None) -> str:
    if q is None:
        return "–"
    return plain(q.middle) + (f" ({plain(q.low)}–{plain(q.high)})" if q.low != q.high else "")


def show_matrix(console: Console, results: dict[str, Any]) -> None:
    console.rule(f"{matrix.NAME}: all ciphers of the papers on all machines", align="left")
    for question in results["questions"]:
        console.print(f"[bold]{question['says']}[/] ({question['paper']})", highlight=False)
        console.print(question["answer"], highlight=False)


def summary(
    console: Console,
    chosen: list[Paper],
    judged: list[list[ClaimResult]],
    failures: list[str],
    machines: Sequence[str] = (),
) -> int:
    """The counts of all papers, or of one paper on several machines. Lists the claims that could not be measured."""
    overview = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    overview.add_column("machine" if machines else "paper")
    for verdict in VERDICTS:
        overview.add_column(verdict, justify="right")
    for name, some in zip(machines or [p.name for p in chosen], judged, strict=True):
        verdicts = ledger.counts(some)
        overview.add_row(name, *map(str, verdicts.values()))
    if chosen:
        console.print(overview)
    failed = [(p, j) for p, some in zip(chosen, judged, strict=True) for j in some if j.failure]
    for paper, j in failed:
        console.print(f"[bold red]failed[/] {paper.name} {j.claim.id}: {j.failure}", highlight=False, soft_wrap=True)
    for failure in failures:
        prefix = "" if machines else f"{matrix.NAME} "
        console.print(f"[bold red]failed[/] {prefix}{failure}", highlight=False, soft_wrap=True)
    return 1 if failed or failures else 0
