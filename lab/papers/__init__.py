# SPDX-License-Identifier: MIT
"""The ledger: one TOML file per paper, data only.  docs/adding-a-paper.md lists the fields."""

from __future__ import annotations

import math
import tomllib
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path

from ..errors import LabError
from .expressions import check_terms

FOLDER = Path(__file__).parent
FIELDS = {"name", "title", "citation", "target", "recipe", "tolerance", "missing"}
UNITS = {"cycles", "cycles/byte", "us", "ms", "s", "KB/s", "bytes", "times"}


@dataclass(frozen=True)
class Claim:
    """One figure of a paper.  `value` is NaN where the paper draws it without a number: then it is measured only."""

    id: str
    where: str
    says: str
    unit: str
    value: float
    measure: dict  # an expression of expressions.py; empty if nothing here can give it
    missing: str  # what it would take to reproduce it
    row: str = ""  # its place in a table
    column: str = ""
    library: dict = field(default_factory=dict)  # what the library does instead, if not the same operation

    @property
    def is_claim(self) -> bool:
        return not math.isnan(self.value)


@dataclass(frozen=True)
class Explanation:
    """Why claims differ: words, and the check that must hold for the words to count."""

    claims: tuple[str, ...]  # patterns of their ids
    says: str
    check: dict

    def is_about(self, claim: Claim) -> bool:
        return any(fnmatchcase(claim.id, pattern) for pattern in self.claims)


@dataclass(frozen=True)
class Paper:
    name: str
    title: str
    citation: str
    recipe: str
    tolerance: float
    tolerance_reason: str
    defaults: dict  # of every term of every expression: target, environment
    baselines: dict[str, str]  # "cipher mode" or "mode" -> the kernel that stands for the paper's code
    claims: tuple[Claim, ...]
    explanations: tuple[Explanation, ...]
    facts: dict  # the whole file, for its recipe and its page

    def claim(self, name: str) -> Claim:
        found = [c for c in self.claims if c.id == name]
        if not found:
            raise LabError(f"{self.name}: there is no claim `{name}`")
        return found[0]


def papers() -> dict[str, Paper]:
    """Every paper of the ledger by name."""
    return {p.name: p for p in map(load, sorted(FOLDER.glob("*.toml")))}


def load(file: Path) -> Paper:
    try:
        facts = tomllib.loads(file.read_text())
    except (OSError, UnicodeDecodeError) as error:
        raise LabError(f"{file} cannot be read: {error}") from error
    except tomllib.TOMLDecodeError as error:
        raise LabError(f"{file} is not valid TOML: {error}") from error
    if lacking := FIELDS - facts.keys():
        raise LabError(f"{file} lacks {', '.join(sorted(lacking))}; docs/adding-a-paper.md lists the fields")
    try:
        return read(facts)
    except (KeyError, TypeError, ValueError) as error:
        what = f"`{error.args[0]}` is missing" if isinstance(error, KeyError) else str(error)
        raise LabError(f"{file}: {what}; docs/adding-a-paper.md lists the fields") from error


def read(facts: dict) -> Paper:
    defaults = {"target": facts["target"]} | ({"environment": facts["environment"]} if "environment" in facts else {})
    claims = [single(c, facts) for c in facts.get("claims", [])]
    for table in facts.get("tables", []):
        claims += cells(table, facts)
    if not claims:
        raise ValueError("there are no claims")
    for claim in claims:
        if claim.unit not in UNITS:
            raise ValueError(f"{claim.id}: the unit `{claim.unit}` is not one of {', '.join(sorted(UNITS))}")
        check_terms(claim.measure | claim.library, claim.id)
    if double := {c.id for c in claims if sum(d.id == c.id for d in claims) > 1}:
        raise ValueError(f"two claims are called {sorted(double)[0]}")
    explanations = [Explanation(tuple(e["claims"]), e["says"], e["check"]) for e in facts.get("explanations", [])]
    for explanation in explanations:
        for pattern in explanation.claims:
            if not any(fnmatchcase(c.id, pattern) for c in claims):
                raise ValueError(f"an explanation is about `{pattern}`, which is no claim")
    return Paper(
        name=facts["name"],
        title=facts["title"],
        citation=facts["citation"],
        recipe=facts["recipe"],
        tolerance=facts["tolerance"]["relative"],
        tolerance_reason=facts["tolerance"]["reason"],
        defaults=defaults,
        baselines=facts.get("baselines", {}),
        claims=tuple(claims),
        explanations=tuple(explanations),
        facts=facts,
    )


def single(c: dict, facts: dict) -> Claim:
    return Claim(
        id=c["id"],
        where=c["where"],
        says=c["says"],
        unit=c["unit"],
        value=float(c["value"]),
        measure=c.get("measure", {}),
        missing=c.get("missing", facts["missing"]),
        library=c.get("library", {}),
    )


def cells(table: dict, facts: dict) -> list[Claim]:
    """One claim for each cell: what its table, its row and its column say of the measurement, put together."""
    claims = []
    for row in table["rows"]:
        values = row.get("values", [math.nan] * len(table["columns"]))
        if len(values) != len(table["columns"]):
            raise ValueError(
                f"{table['id']}, {row['name']}: {len(values)} values in a table of {len(table['columns'])} columns"
            )
        for column, value in zip(table["columns"], values, strict=True):
            measure = table.get("measure", {}) | row.get("measure", {}) | column.get("measure", {})
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
                )
            )
    return claims


def slug(name: str) -> str:
    return name.lower().replace(" ", "-").replace(",", "").replace("/", "-")
