# SPDX-License-Identifier: MIT
"""Figures quoted in texts: docs/figures.toml lists the phrases and the rows that they come from."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from ..papers import Unit
from ..papers.expressions import Expression, Term, evaluate, terms
from ..papers.ledger import fits, value
from ..paths import ROOT
from ..plan import schema
from ..rows import Row, usual_compilers

LIST = ROOT / "docs" / "figures.toml"
NUMBER = r"\d+(?:,\d{3})*(?:\.\d+)?"
GAP = r"\s+(?:\* +)?"  # comments may break lines between words
OF_A_FIGURE = {"unit", "digits", "widest"}  # keys of an entry of `are` besides an expression


class Figure(Expression):
    unit: Unit = "cycles"
    digits: int = 0
    widest: dict[str, str | int | list[str]] = {}


class Quoted(schema.Table):
    file: str
    text: str
    are: list[Figure]
    row: Expression = msgspec.field(default_factory=Expression)


class Defined(schema.Table):
    file: str
    text: str
    why: str


class Figures(schema.Table):
    quoted: list[Quoted]
    defined: list[Defined]


@dataclass(frozen=True)
class QuotedFigures:
    """A piece of text with figures, and the expression for each of them."""

    file: str
    text: str
    are: list[dict[str, Any]]

    def pattern(self) -> re.Pattern[str]:
        words = [re.escape(word).replace(r"\{\}", f"({NUMBER})") for word in self.text.split()]
        return re.compile(GAP.join(words))

    def match(self, content: str) -> re.Match[str]:
        all_of_them = list(self.pattern().finditer(content))
        if len(all_of_them) != 1:
            raise ValueError(f"{self.file} has these words {len(all_of_them)} times, not once: {self.text}")
        return all_of_them[0]


def read_quoted(file: Path = LIST) -> list[QuotedFigures]:
    result = []
    for entry in schema.checked(file, Figures)["quoted"]:
        are = [entry.get("row", {}) | figure for figure in entry["are"]]
        if entry["text"].count("{}") != len(are):
            where = f"{entry['file']}: {entry['text']}"
            raise ValueError(f"{where}: {entry['text'].count('{}')} places for {len(are)} figures")
        result.append(QuotedFigures(entry["file"], entry["text"], are))
    return result


def expression_of(figure: dict[str, Any]) -> dict[str, Any]:
    return {k: v for k, v in figure.items() if k not in OF_A_FIGURE}


class Reference:
    """The rows built by the targets' own compilers."""

    def __init__(self, rows: list[Row]):
        usual = usual_compilers(rows)
        self.rows = [r for r in rows if r.compiler == usual.get(r.target) and not r.failure]

    def rows_of(self, figure: dict[str, Any]) -> list[Row]:
        """The rows from which a figure is computed; the reference must keep them."""
        if "widest" in figure:
            candidates = [r for r in self.rows if all(is_one_of(getattr(r, k), v) for k, v in figure["widest"].items())]
            return [max(candidates, key=band)] if candidates else []
        return [r for term in terms(expression_of(figure)) for r in self.rows if fits(term, r)]

    def row(self, term: Term) -> Row:
        rows = [r for r in self.rows if fits(term, r)]
        if len(rows) != 1:
            raise ValueError(f"{len(rows)} rows of the reference, not one, are: {term}")
        return rows[0]

    def figure(self, figure: dict[str, Any]) -> float:
        if "widest" in figure:
            return max(map(band, self.rows_of(figure)))
        unit = figure.get("unit", "cycles")
        return evaluate(expression_of(figure), unit, lambda t, u: value(self.row(t), t, u), no_paper).middle


def band(row: Row) -> float:
    """The error band of a figure, in per cent."""
    return float(re.findall(NUMBER, row.error_band or "0")[0])


def is_one_of(value: object, allowed: object) -> bool:
    if isinstance(allowed, str) and allowed.startswith("!"):
        return value != allowed[1:]
    return value in allowed if isinstance(allowed, list) else value == allowed


def no_paper(name: str) -> float:
    raise ValueError(f"a figure of a page is no claim of a paper: {name}")
