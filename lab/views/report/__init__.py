# SPDX-License-Identifier: MIT
"""The report: one HTML file that works offline, with its data, style, texts in two languages and plots.

It shows existing rows and a ledger and does not know how they were measured. data.js unpacks what `document` packs;
each of the other scripts draws a part of the page."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from ... import files, store
from ...build import vectors, webassembly
from ...errors import LabError
from ...papers import matrix
from ...papers.verdicts import REPRODUCED
from ...paths import NODE_MODULES, ROOT, shown
from ...plan import parse, schema
from ...rows import COLUMNS, MODE_OPERATIONS, UNSTEADY, Row, from_dict, usual_compilers
from ...store import contexts
from .. import advice, boards, comparison, machines
from . import limits, packed, records
from .packed import BENCH, BOARD

FOLDER = Path(__file__).parent
BUDGET_NEEDS = ("aead", "stream", "mac", "hash")
BUDGET_BYTES = advice.Question("").message
PAPER_PAGES = "docs/explanation/papers"
PLOTLY = NODE_MODULES / "plotly.js-basic-dist-min" / "plotly-basic.min.js"
MARK = '<meta name="generator" content="Narae">'
SCRIPTS = (
    "data",
    "page",
    "charts",
    "tables",
    "overview",
    "machine",
    "host",
    "ciphers",
    "yours",
    "proofs",
    "leaks",
    "papers",
    "records",
    "method",
    "rows",
)


@dataclass
class Material:
    """What a report shows."""

    context: dict[str, Any]
    rows: list[Row]
    about: dict[str, str] = field(default_factory=dict)  # a sentence about each target
    ledger: dict[str, Any] = field(default_factory=dict)  # as `./narae reproduce --json` writes it, or nothing
    machines: tuple[tuple[dict[str, Any], list[Row]], ...] = ()  # each one's context and rows, if there are several
    boards: tuple[Row, ...] = ()  # what boards measured, with their simulations' figures


def check_destination(path: Path) -> None:
    """Rejects, before any work is done, a file that would overwrite something else or cannot be written."""
    files.check(path)
    if path.exists() and path.stat().st_size and MARK.encode() not in path.read_bytes()[:1000]:
        raise LabError(f"{path} exists and is not a report; it was not overwritten. Choose another file name.")


class Words(schema.Table):
    en: str
    ko: str


class Sentences(schema.Table):
    sentences: list[Words]


@cache
def korean() -> dict[str, str]:
    """The sentences of papers in Korean, by their English."""
    return {s.en: s.ko for s in schema.read(FOLDER / "sentences.toml", Sentences).sentences}


def in_korean(sentence: str) -> str:
    return korean().get(sentence, sentence)


class Value(msgspec.Struct):
    """A claim's value in a column of the ledger."""

    low: float
    value: float
    high: float
    kernel: str
    rows: list[int]


COLUMNS_OF_CLAIMS = ("cited", "baseline", "library", "portable")


class Claim(msgspec.Struct):
    id: str
    cited: Value | None = None
    baseline: Value | None = None
    library: Value | None = None
    portable: Value | None = None
    verdict: str | None = None
    reason: str = ""


class Part(msgspec.Struct, kw_only=True):
    context: dict[str, Any]
    rows: list[dict[str, Any]]


class Paper(Part):
    name: str
    claims: list[Claim]
    verdicts: dict[str, int] = {}


class Cell(msgspec.Struct):
    row: int


class FutureWork(Part):
    cells: list[Cell]
    usual: Any
    questions: Any


class Ledger(msgspec.Struct):
    """The fields that views need; others stay as they are."""

    papers: list[Paper]
    future_work: FutureWork | None = None


def read_ledger(path: Path) -> dict[str, Any]:
    """The ledger without its digest, which files of `--json` do not have."""
    try:
        ledger = parse.from_json(path.read_bytes())
        if not isinstance(ledger, dict) or "papers" not in ledger:
            raise ValueError("there are no `papers`")
        digest = ledger.pop("digest", None)
        if digest not in (None, sealed(ledger)["digest"]):
            raise ValueError("its digest does not match")
        typed = msgspec.convert(ledger, Ledger)
        for part in [*typed.papers, *([typed.future_work] if typed.future_work else [])]:
            contexts.checked(part.context)
            store.checked([ledger_row(row)[1] for row in part.rows])
        for paper in typed.papers:
            for value in (getattr(claim, column) for claim in paper.claims for column in COLUMNS_OF_CLAIMS):
                check_places(value.rows if value else [], paper.rows)
        if typed.future_work:
            check_places([cell.row for cell in typed.future_work.cells], typed.future_work.rows)
            typed.future_work.context["date"], typed.future_work.context["git"], typed.future_work.context["host_cpu"]
        return ledger
    except OSError as error:
        raise LabError(f"{shown(path)} cannot be read: {error.strerror}") from error
    except (*store.DAMAGE, msgspec.ValidationError) as error:
        raise LabError(
            f"{shown(path)} is not a ledger of this version ({error}); `./narae reproduce --json FILE` writes one"
        ) from error


def check_places(numbers: list[int], rows: Sequence[object]) -> None:
    if wrong := [number for number in numbers if not 0 <= number < len(rows)]:
        raise ValueError(f"there is no row {wrong[0]}")


def sealed(ledger: dict[str, Any]) -> dict[str, Any]:
    """Adds a digest, for the stored ledger."""
    return ledger | {"digest": hashlib.sha256(json.dumps(ledger).encode()).hexdigest()}


def ledger_row(values: dict[str, Any]) -> tuple[str, Row]:
    return values.get("environment", ""), from_dict({name: values[name] for name in COLUMNS if name in values})


def write(path: Path, material: Material) -> None:
    files.write_text(path, render(document(material), webassembly.package()))


def render(data: dict[str, Any], package: webassembly.Package) -> str:
    """JSON is safe inside a script element if no tag can start in it."""
    if not PLOTLY.exists():
        raise LabError("the report's plotting library is not installed; `./narae doctor` names the command")
    import jinja2  # here, because it takes longer to load than most of what does not render

    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(FOLDER), autoescape=True, undefined=jinja2.StrictUndefined, trim_blocks=True
    )
    return environment.get_template("page.html.j2").render(
        mark=MARK,
        style=(FOLDER / "style.css").read_text(),
        plotly=PLOTLY.read_text(),
        scripts="\n".join((FOLDER / f"{name}.js").read_text() for name in SCRIPTS),
        package=package.text,
        data=packed.compact(data | {"missing": package.why}).replace("<", "\\u003c"),
    )


def document(material: Material) -> dict[str, Any]:
    """Everything that the page shows, as data; figures refer to rows by number."""
    places = [(BENCH, "", row) for row in material.rows]
    place = {id(row): i for i, row in enumerate(material.rows)}
    papers = []
    for paper in material.ledger.get("papers", []):
        papers.append(shown_paper(paper, len(places)))
        places += [(paper["name"], *ledger_row(r)) for r in paper["rows"]]
    every, more = future_work(material, len(places))
    places += more
    on_boards = boards.document(material.boards, len(places))
    places += [(BOARD, row.board, row) for row in material.boards]
    keep = ("date", "git", "host_cpu", "host_cpu_model", "host_os")
    return {
        "context": {k: material.context[k] for k in keep if k in material.context},
        "about": material.about,
        **{
            name: [record for record in material.context.get(name, []) if "failure" not in record]
            for name in ("threads", "growth")
        },
        **packed.rows(places),
        "comparisons": [[place[id(c.ours)], place[id(c.theirs)]] for c in comparison.comparisons(material.rows)],
        "papers": papers,
        "matrix": every,
        "budgets": budgets(material.rows),
        "reduced": sorted({row.cipher for row in material.rows if advice.family(row.cipher).get("reduced_rounds")}),
        "answers": vectors.answers({f"{row.cipher} {row.mode}" for row in material.rows}),
        "records": records.document(material.context, material.rows),
        "limits": limits.document(material.context),
        "unsteady": UNSTEADY,
        "machines": machines.document(material.machines),
        "boards": on_boards,
        "words": words(),
        "sentences": korean(),
    }


def budgets(rows: list[Row]) -> dict[str, dict[str, list[dict[str, Any]]]]:
    """The answers of `./narae advise` for each target and need, at any limits of flash and RAM."""
    place = {id(row): i for i, row in enumerate(rows)}
    targets: dict[str, dict[str, list[dict[str, Any]]]] = {}
    for target in dict.fromkeys(row.target for row in rows):
        mine = [row for row in rows if row.target == target]
        for need in BUDGET_NEEDS:
            frontier = advice.frontier(mine, advice.Question(target, need, BUDGET_BYTES))
            targets.setdefault(target, {})[need] = [
                {
                    "row": place[id(c.nearest)],
                    "cycles": packed.rounded(c.cycles),
                    "measured": c.cycles_from == "measured",
                    "flash": c.flash_bytes,
                    "ram": c.ram_bytes,
                }
                for c in frontier
            ]
    return targets


def words() -> dict[str, dict[str, str]]:
    """Each word of the page in each language."""
    return {name: {"en": w.en, "ko": w.ko} for name, w in schema.read(FOLDER / "words.toml", dict[str, Words]).items()}


def shown_paper(paper: dict[str, Any], first: int) -> dict[str, Any]:
    """A paper of the ledger; its rows start at `first`."""
    claims = []
    for claim in paper["claims"]:
        columns = {c: claim[c] for c in COLUMNS_OF_CLAIMS if claim.get(c)}
        moved = {c: v | {"rows": [first + i for i in v["rows"]]} for c, v in columns.items()}
        claims.append(claim | moved)
    kept = {k: v for k, v in paper.items() if k not in ("rows", "claims")}
    pages = {language: f"{PAPER_PAGES}/{paper['name']}{end}" for language, end in (("en", ".md"), ("ko", ".ko.md"))}
    if all((ROOT / page).exists() for page in pages.values()):
        kept["pages"] = pages
    return kept | {"claims": packed.table(claims), "reasons": reasons(paper["claims"])}


def future_work(material: Material, first: int) -> tuple[dict[str, Any] | None, list[tuple[str, str, Row]]]:
    """All ciphers of the papers on all machines, and its additional rows, which start at `first`: those of the bench if
    they cover every machine and are not older than the ledger's."""
    ledgers = material.ledger.get("future_work")
    every = matrix.Matrix()
    rows, places = of_matrix(material.rows, every.order)
    covered = {r.target for r in rows} >= set(every.targets)
    if covered and not (ledgers and ledgers["context"]["date"] > material.context.get("date", "")):
        return moved(every.document(rows, in_korean) | {"context": material.context}, places), []
    if not ledgers:
        return None, []
    brought = [(matrix.NAME, *ledger_row(r)) for r in ledgers["rows"]]
    return moved(ledgers, range(first, first + len(brought))), brought


def of_matrix(rows: list[Row], wanted: list[tuple[Any, ...]]) -> tuple[list[Row], list[int]]:
    """The library's rows of whole messages, built by each target's own compiler, and their numbers."""
    usual = usual_compilers(rows)
    cells = [
        (i, row)
        for i, row in enumerate(rows)
        if (row.cipher, row.mode) in wanted
        and row.operation == MODE_OPERATIONS[row.mode][0]
        and not row.kernel.startswith(("baseline:", "peer:"))
        and row.compiler == usual[row.target]
    ]
    return [row for _, row in cells], [i for i, _ in cells]


def moved(result: dict[str, Any], places: Sequence[int]) -> dict[str, Any]:
    """The matrix as row numbers."""
    return {k: result[k] for k in ("usual", "questions")} | {
        "context": {k: result["context"][k] for k in ("date", "git", "host_cpu")},
        "cells": [places[c["row"]] for c in result["cells"]],
    }


def reasons(claims: list[dict[str, Any]]) -> list[tuple[str, str, list[str]]]:
    """Why claims are not simply reproduced: verdict, sentence, and the claims with their figures."""
    groups: dict[tuple[str, str], list[str]] = {}
    for claim in claims:
        if claim.get("verdict") not in (None, REPRODUCED):
            words, bracket, figures = claim["reason"].partition(" [")
            groups.setdefault((claim["verdict"], words), []).append(claim["id"] + bracket + figures)
    return [(*key, about) for key, about in groups.items()]
