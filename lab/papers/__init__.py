# SPDX-License-Identifier: MIT
"""The ledger: one TOML file per paper.  docs/how-to/adding-a-paper.md lists the fields."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Annotated, Any

import msgspec

from ..errors import LabError
from ..paths import shown
from ..plan import schema
from ..text import counted
from .expressions import COMBINE, Expression
from .programs import Program

FOLDER = Path(__file__).parent
PAGE = "docs/how-to/adding-a-paper.md"
RECIPES = ("rows", "sketch")
CITED = 0.025  # tolerance of a paper's own programs, if its file has none
UNITS = ("cycles", "cycles/byte", "us", "ms", "s", "KB/s", "bytes", "times")
Unit = Annotated[str, schema.one_of(UNITS)]
Share = Annotated[float, msgspec.Meta(ge=0, le=1)]


class Side(Expression):
    """An expression in a check, which may refer to the claim's own measurement (`self`) or to the library's."""

    sum: Sequence[Side | float] = []
    difference: Sequence[Side | float] = []
    ratio: Sequence[Side | float] = []
    its: Expression = msgspec.field(default_factory=Expression, name="self")
    library: Expression = msgspec.field(default_factory=Expression)


class Check(schema.Table):
    instead: Side = msgspec.field(default_factory=Side)
    holds: list[tuple[Side | float, Annotated[str, schema.one_of("<")], Side | float]] = []


class ClaimEntry(schema.Table):
    id: str
    where: str
    says: str
    value: schema.Positive
    unit: Unit
    cited: Expression = msgspec.field(default_factory=Expression)
    at_least: bool = False  # the paper says "more than"
    measure: Expression = msgspec.field(default_factory=Expression)
    library: Expression = msgspec.field(default_factory=Expression)
    missing: str = ""
    impossible: str = ""


class Column(schema.Table):
    name: str
    id: str = ""
    unit: Unit = "cycles"
    cited: Expression = msgspec.field(default_factory=Expression)
    impossible: str = ""
    measure: Expression = msgspec.field(default_factory=Expression)
    library: Expression = msgspec.field(default_factory=Expression)


class RowEntry(schema.Table):
    name: str
    id: str = ""
    label: str = ""
    values: list[schema.Positive] = []
    cited: Expression = msgspec.field(default_factory=Expression)
    measure: Expression = msgspec.field(default_factory=Expression)
    library: Expression = msgspec.field(default_factory=Expression)
    missing: str = ""


class TableEntry(schema.Table):
    id: str
    where: str
    columns: list[Column]
    rows: list[RowEntry]
    unit: Unit = "cycles"
    cited: Expression = msgspec.field(default_factory=Expression)
    measure: Expression = msgspec.field(default_factory=Expression)
    missing: str = ""
    impossible: str = ""


class ExplanationEntry(schema.Table):
    claims: list[str]
    says: str
    check: Check


class Finding(schema.Table):
    says: str
    figures: list[Expression] = []
    unit: Unit = "times"


class Drawing(schema.Table):
    table: str
    title: str
    kind: Annotated[str, schema.one_of(("bars", "lines"))]
    only: list[str] = []
    along: Annotated[str, schema.one_of(("rows", "columns"))] = "columns"
    scale: schema.Positive = 1
    unit: str = ""
    log: bool = False


class Tolerance(schema.Table):
    relative: Annotated[float, msgspec.Meta(gt=0, le=1)]  # 0.25: plus or minus a quarter
    reason: str
    cited: Share = CITED  # of the paper's own programs


class PaperFile(schema.Table):
    name: str
    title: str
    citation: str
    target: str
    recipe: Annotated[str, schema.one_of(RECIPES)]
    tolerance: Tolerance
    missing: str
    environment: str = ""
    compiler: str = ""  # according to the paper
    plaintext: str = ""
    repetitions: Annotated[int, msgspec.Meta(gt=0)] = 1
    baselines: dict[str, str] = {}
    programs: list[Program] = []
    claims: list[ClaimEntry] = []
    tables: list[TableEntry] = []
    explanations: list[ExplanationEntry] = []
    findings: list[Finding] = []
    figures: list[Drawing] = []


@dataclass(frozen=True)
class Claim:
    """One figure of a paper.  `value` is NaN if the paper only plots it: then it is measured, not judged."""

    id: str
    where: str
    says: str
    unit: str
    value: float
    measure: dict[str, Any]  # an expression (expressions.py); empty if it cannot be measured here
    missing: str  # what reproducing it would require
    row: str = ""  # in a table
    column: str = ""
    library: dict[str, Any] = field(default_factory=dict)  # of the library, if it uses another operation
    cited: dict[str, Any] = field(default_factory=dict)  # an expression over figures of the paper's own programs
    at_least: bool = False  # any larger figure of the paper's own program confirms it
    impossible: str = ""  # why nobody can reproduce it

    @property
    def is_claim(self) -> bool:
        return not math.isnan(self.value)


@dataclass(frozen=True)
class Explanation:
    """Why claims differ, with a check that must hold."""

    claims: tuple[str, ...]  # patterns of their ids
    says: str
    check: dict[str, Any]

    def is_about(self, claim: Claim) -> bool:
        return any(fnmatchcase(claim.id, pattern) for pattern in self.claims)


@dataclass(frozen=True)
class Paper:
    name: str
    title: str
    citation: str
    recipe: str
    tolerance: float
    tolerance_cited: float
    tolerance_reason: str
    defaults: dict[str, Any]  # of all terms: target, environment
    baselines: dict[str, str]  # "cipher mode" -> kernel in the paper's style
    programs: tuple[Program, ...]
    claims: tuple[Claim, ...]
    explanations: tuple[Explanation, ...]
    facts: dict[str, Any]  # the whole file
    file: Path

    def claim(self, name: str) -> Claim:
        matches = [c for c in self.claims if c.id == name]
        if not matches:
            raise ValueError(f"there is no claim `{name}`")
        return matches[0]


def papers() -> dict[str, Paper]:
    """Papers by name."""
    return {p.name: p for p in map(load, sorted(FOLDER.glob("*.toml")))}


def load(file: Path) -> Paper:
    facts = schema.checked(file, PaperFile, PAGE)
    try:
        return read(facts, file)
    except ValueError as error:
        raise LabError(f"{shown(file)}: {error}; {PAGE} lists the fields") from error


def read(facts: dict[str, Any], file: Path) -> Paper:
    defaults = {"target": facts["target"]} | ({"environment": facts["environment"]} if "environment" in facts else {})
    claims = [single(c, facts) for c in facts.get("claims", [])]
    for table in facts.get("tables", []):
        claims += cells(table, facts)
    if not claims:
        raise ValueError("there are no claims")
    if double := {c.id for c in claims if sum(d.id == c.id for d in claims) > 1}:
        raise ValueError(f"two claims are named {sorted(double)[0]}")
    explanations = [Explanation(tuple(e["claims"]), e["says"], e["check"]) for e in facts.get("explanations", [])]
    for explanation in explanations:
        if not explanation.check.keys() & {"instead", "holds"}:
            raise ValueError(f"the explanation `{explanation.says}` has a check without `instead` and `holds`")
        for pattern in explanation.claims:
            if not any(fnmatchcase(c.id, pattern) for c in claims):
                raise ValueError(f"an explanation is about `{pattern}`, which is not a claim")
    for figure in facts.get("figures", []):
        table = [c for c in claims if c.id.startswith(f"{figure['table']}/")]
        if not table:
            raise ValueError(f"the figure `{figure['title']}` draws `{figure['table']}`, which is not a table")
        for name in figure.get("only", []):
            if not any(name in (c.row, c.column) for c in table):
                raise ValueError(f"the figure `{figure['title']}` has only `{name}`, which is no row or column")
    return Paper(
        name=facts["name"],
        title=facts["title"],
        citation=facts["citation"],
        recipe=facts["recipe"],
        tolerance=facts["tolerance"]["relative"],
        tolerance_cited=facts["tolerance"].get("cited", CITED),
        tolerance_reason=facts["tolerance"]["reason"],
        defaults=defaults,
        baselines=facts.get("baselines", {}),
        programs=tuple(msgspec.convert(facts.get("programs", []), list[Program])),
        claims=tuple(claims),
        explanations=tuple(explanations),
        facts=facts,
        file=file,
    )


def single(c: dict[str, Any], facts: dict[str, Any]) -> Claim:
    return Claim(
        id=c["id"],
        where=c["where"],
        says=c["says"],
        unit=c["unit"],
        value=float(c["value"]),
        measure=c.get("measure", {}),
        missing=c.get("missing", facts["missing"]),
        library=c.get("library", {}),
        cited=c.get("cited", {}),
        at_least=c.get("at_least", False),
        impossible=c.get("impossible", ""),
    )


def cells(table: dict[str, Any], facts: dict[str, Any]) -> list[Claim]:
    """One claim for each cell, measured as its table, row and column say."""
    claims = []
    for row in table["rows"]:
        values = row.get("values", [math.nan] * len(table["columns"]))
        if len(values) != len(table["columns"]):
            raise ValueError(
                f"{table['id']}, {row['name']}: {counted(len(values), 'value')} in a table of "
                f"{counted(len(table['columns']), 'column')}"
            )
        for column, value in zip(table["columns"], values, strict=True):
            measure = table.get("measure", {}) | row.get("measure", {}) | column.get("measure", {})
            own = row.get("cited", {}) | column.get("cited", {})
            cited = table.get("cited", {}) | own if own.keys() & {"figure", *COMBINE} else {}
            library = {} | row.get("library", {}) | column.get("library", {})
            claims.append(
                Claim(
                    id="/".join(
                        [table["id"], row.get("id", slug(row["name"])), column.get("id", slug(column["name"]))]
                    ),
                    where=table["where"],
                    says=f"{row['name']}, {column['name']}",
                    unit=column.get("unit", table.get("unit", "")),
                    value=float(value),
                    measure=measure,
                    missing=row.get("missing", table.get("missing", facts["missing"])),
                    row=row.get("label", row["name"]),
                    column=column["name"],
                    library=measure | library if library else {},
                    cited=cited,
                    impossible=column.get("impossible", table.get("impossible", "")),
                )
            )
    return claims


def slug(name: str) -> str:
    return name.lower().replace(" ", "-").replace(",", "").replace("/", "-")
