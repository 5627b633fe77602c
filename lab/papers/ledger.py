# SPDX-License-Identifier: MIT
"""Joins a paper with measurements: for each claim the values of paper, baseline and library, and a verdict."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

from ..plan.environments import target_in
from ..plan.implementations import discover
from ..rows import Row, cycles_of, is_unsteady
from . import Claim, Paper
from .expressions import KILOBYTE, CitedTerm, Quantity, Term, evaluate, exactly, terms
from .recipes import Measured
from .verdicts import VERDICTS, Verdict, bind_claim, verdict

COLUMNS = ("cited", "baseline", "library", "portable")
OTHERS_CODE = ("baseline:", "peer:")
OF_TIME = ("us", "ms", "s", "KB/s")
PER_BYTE = ("cycles/byte", "KB/s")
CLOCKED = ("cycles", *PER_BYTE, *OF_TIME)


class Unmeasured(Exception):
    """No figure for a term, with the reason."""


@dataclass
class ClaimResult:
    """A claim with its measurements and verdict."""

    claim: Claim
    values: dict[str, Quantity] = field(default_factory=dict)  # by column
    kernels: dict[str, str] = field(default_factory=dict)  # by column
    rows: dict[str, list[int]] = field(default_factory=dict)  # by column: indices of measured rows
    programs: set[str] = field(default_factory=set)  # cited ones that gave a figure
    fidelity: str = ""
    unsteady: bool = False  # may a clock disturbance have decided?
    verdict: Verdict | None = None  # None: the paper states no value
    failure: str = ""

    @property
    def factor(self) -> float | None:
        """Improvement of the library over code in the paper's style."""
        if not {"baseline", "library"} <= self.values.keys() or self.claim.unit == "times":
            return None
        baseline, library = self.values["baseline"].middle, self.values["library"].middle
        ours, theirs = (library, baseline) if self.claim.unit == "KB/s" else (baseline, library)
        return ours / theirs if theirs else None

    def as_dict(self) -> dict[str, Any]:
        numbers = {
            column: {"low": q.low, "value": q.middle, "high": q.high}
            | {"kernel": self.kernels[column], "rows": self.rows[column]}
            for column, q in self.values.items()
        }
        claim = self.claim
        document = {k: getattr(claim, k) for k in ("id", "where", "says", "unit", "row", "column")}
        document |= {"paper": claim.value if claim.is_claim else None, **{c: numbers.get(c) for c in COLUMNS}}
        document |= {"factor": self.factor, "fidelity": self.fidelity, "unsteady": self.unsteady}
        document["failure"] = self.failure
        document["programs"] = sorted(self.programs)
        if self.verdict:
            document |= {"deviation": self.verdict.deviation, "verdict": self.verdict.verdict}
            document |= {"reason": self.verdict.reason}
        return document


def default_fields(paper: Paper, kernel: str) -> dict[str, Any]:
    return paper.defaults | {"kernel": kernel}


def expression_of(claim: Claim, column: str) -> dict[str, Any]:
    if column == "cited":
        return claim.cited
    return claim.library if claim.library and column != "baseline" else claim.measure


def required_terms(paper: Paper) -> set[Term]:
    """The terms of all claims, explanations and findings, in every column."""
    needed: set[Term] = set()

    def add(expression: object, kernel: str) -> None:
        if isinstance(expression, dict):
            needed.update(with_baseline(paper, t) for t in terms(default_fields(paper, kernel) | expression))

    for finding in paper.facts.get("findings", []):
        for expression in finding.get("figures", []):
            add(expression, "baseline")
    for claim in paper.claims:
        with error_context(f"the claim {claim.id}"):
            for column in ("baseline", "library"):
                if expression_of(claim, column):
                    add(expression_of(claim, column), column)
            for expression in check_expressions(paper, claim):
                add(bind_claim(expression, claim), "baseline")
    return needed


def check_expressions(paper: Paper, claim: Claim) -> Iterator[object]:
    for explanation in paper.explanations:
        if explanation.is_about(claim):
            if "instead" in explanation.check:
                yield explanation.check["instead"]
            for left, _, right in explanation.check.get("holds", []):
                yield from (left, right)


def with_baseline(paper: Paper, term: Term) -> Term:
    """Replaces `baseline` by the kernel in the paper's style."""
    if term.kernel != "baseline":
        return term
    name = f"{term.cipher} {term.mode}"
    if name not in paper.baselines:
        if term.cipher not in {i.cipher for i in discover()}:
            raise ValueError(f"unknown cipher `{term.cipher}`")
        raise ValueError(f"{paper.name} names no baseline for `{name}`")
    return Term(**{**term.__dict__, "kernel": paper.baselines[name]})


class Figures:
    """The rows of a paper, looked up by term."""

    def __init__(self, paper: Paper, measured: Measured):
        self.paper, self.rows = paper, measured.rows
        self.measured = measured
        self.used: set[int] = set()  # indices of rows
        self.programs: set[str] = set()  # cited ones in use
        self.fidelities: set[str] = set()
        self.unsteady = False

    def evaluate(
        self, expression: dict[str, Any] | float, kernel: str, unit: str, claim: Claim | None = None
    ) -> Quantity:
        """`claim`: `this` in expressions."""
        if isinstance(expression, dict):
            expression = default_fields(self.paper, kernel) | expression
        this = {"this": claim} if claim else {}

        def value_of(name: str) -> float:
            return (this.get(name) or self.paper.claim(name)).value

        return evaluate(expression, unit, self.look_up, value_of, self.look_up_cited)

    def validate_expression(self, expression: dict[str, Any], column: str, claim: Claim) -> None:
        """The library's column may be empty."""
        try:
            self.evaluate(expression, column, claim.unit)
        except Unmeasured as error:
            if column == "baseline" or not str(error).endswith("no such row"):
                raise

    def look_up(self, term: Term, unit: str) -> Quantity:
        term = with_baseline(self.paper, term)
        candidates = [
            (place, row)
            for place, (environment, row) in enumerate(self.rows)
            if environment == term.environment and fits(term, row)
        ]
        failure = next(
            (r.failure for _, r in candidates if r.failure and not r.failure.startswith("does not fit")), None
        )
        if failure:  # or another kernel would replace the failed one
            raise Unmeasured(f"{term}: {failure}")
        usable = [(i, row) for i, row in candidates if row.cycles is not None and row.operation == term.operation]
        if len({row.bytes for _, row in usable}) > 1:
            raise Unmeasured(f"{term}: say which size is meant")
        if not usable:
            raise Unmeasured(f"{term}: {next((r.failure for _, r in candidates if r.failure), 'no such row')}")
        place, row = min(usable, key=lambda candidates: cycles_of(candidates[1]))
        if term.metric.endswith("_bytes") and unit in CLOCKED:
            raise ValueError(f"{term}: {term.metric} has no unit `{unit}`")
        self.used.add(place)
        self.fidelities.add(row.fidelity)
        self.unsteady |= term.metric == "time" and is_unsteady(row)
        return value(row, term, unit)

    def look_up_cited(self, term: CitedTerm, unit: str) -> Quantity:
        known = {p.name: p for p in self.paper.programs}
        if term.program not in known or term.figure not in known[term.program].figures:
            raise ValueError(f"{term}: there is no such program or figure")
        measurement = self.measured.programs.get(term.program)
        if measurement is None or term.figure not in measurement.figures:
            raise Unmeasured(f"{term} is not measured")
        self.programs.add(term.program)
        target = target_in(known[term.program].target or self.paper.defaults["target"])
        return measurement.figures[term.figure].quantity(term, unit, target.board.clock_hz)


def fits(term: Term, row: Row) -> bool:
    if (row.target, row.cipher, row.mode) != (term.target, term.cipher, term.mode):
        return False
    if not row.failure and (
        row.operation != term.operation
        or row.ad_bytes != term.ad_bytes
        or (term.bytes is not None and row.bytes != term.bytes)
    ):
        return False
    return not row.kernel.startswith(OTHERS_CODE) if term.kernel == "library" else row.kernel == term.kernel


def required(figure: float | None, term: Term) -> float:
    """A figure that a row may lack."""
    if figure is None:
        raise Unmeasured(f"{term}: the row has no {'time in seconds' if term.metric == 'time' else term.metric}")
    return figure


def value(row: Row, term: Term, unit: str) -> Quantity:
    """A figure of a row in a unit, as an interval if it is modelled."""
    band = re.match(r"±?([\d.]+)\s*%", row.error_band or "")
    share = float(band[1]) / 100 if band and term.metric == "time" else 0
    cycles, us = row.cycles, row.time_us
    if term.metric == "mode_us":
        us = required(row.provenance.get("mode_us"), term)
    elif term.metric == "instructions":
        cycles = required(row.provenance.get("instructions"), term)
        us = cycles * row.time_us / row.cycles if row.time_us and row.cycles else None
    elif term.metric != "time":
        return exactly(required(getattr(row, term.metric), term) * term.times)
    if unit in OF_TIME:
        us = required(us, term)
    size = term.per or row.bytes
    if unit in PER_BYTE and not size:
        raise ValueError(f"{term}: {unit} of no bytes; name them with `per`")
    convert = {
        "cycles": lambda x: x * cycles,
        "times": lambda x: x * cycles,
        "cycles/byte": lambda x: x * cycles / size,
        "us": lambda x: x * us,
        "ms": lambda x: x * us / 1e3,
        "s": lambda x: x * us / 1e6,
        "KB/s": lambda x: size / KILOBYTE / (x * us / 1e6),
    }
    if unit not in convert:
        raise ValueError(f"{term}: a time has no unit `{unit}`")
    n = term.times
    return Quantity(n * (1 - share), n, n * (1 + share)).map(convert[unit])


def validate_paper(paper: Paper, sample: Measured) -> None:
    """Checks before measuring that all claims can be evaluated; `sample`: placeholder rows of the recipe."""
    figures = Figures(paper, replace(sample, programs={p.name: p.placeholder() for p in paper.programs}))
    for claim in paper.claims:
        for column in ("cited", "baseline", "library"):
            name = column if column == "cited" or (column == "library" and claim.library) else "measure"
            with error_context(f"{name} of the claim {claim.id}"):
                if expression := expression_of(claim, column):
                    figures.validate_expression(expression, column, claim)
        with error_context(f"an explanation of the claim {claim.id}"):
            for check in check_expressions(paper, claim) if claim.is_claim else ():
                figures.evaluate(bind_claim(check, claim), "baseline", claim.unit, claim)
    for finding in paper.facts.get("findings", []):
        with error_context(f"the finding `{finding['says']}`"):
            some = [figures.evaluate(e, "baseline", finding.get("unit", "times")) for e in finding.get("figures", [])]
            finding["says"].format(*(q.middle for q in some))


@contextmanager
def error_context(what: str) -> Iterator[None]:
    try:
        yield
    except ZeroDivisionError:
        pass  # placeholder rows have equal figures
    except (Unmeasured, ValueError, LookupError) as error:
        raise ValueError(f"{what}: {error}") from error


def judge(paper: Paper, measured: Measured) -> list[ClaimResult]:
    figures = Figures(paper, measured)
    return [judge_one(paper, claim, figures) for claim in paper.claims]


def judge_one(paper: Paper, claim: Claim, figures: Figures) -> ClaimResult:
    result = ClaimResult(claim)
    figures.fidelities, figures.unsteady = set(), False
    for column in COLUMNS:
        expression = expression_of(claim, column)
        if not expression or (column == "portable" and "library" not in result.values):
            continue
        figures.used, figures.programs = set(), set()
        try:
            result.values[column] = figures.evaluate(expression, column, claim.unit)
            result.rows[column] = sorted(figures.used)
            result.kernels[column] = " ".join(sorted({figures.rows[i][1].kernel for i in figures.used}))
            result.programs |= figures.programs
        except Unmeasured as error:
            if column == "cited":
                continue
            if column == "baseline" or not str(error).endswith("no such row"):
                result.failure = str(error)
                return result
    result.fidelity = " ".join(sorted(figures.fidelities))
    if claim.is_claim:
        try:
            result.verdict = verdict(
                paper,
                claim,
                result.values.get("cited"),
                result.values.get("baseline"),
                lambda e: figures.evaluate(e, "baseline", claim.unit, claim),
            )
        except Unmeasured as error:
            result.failure = str(error)
    result.unsteady = figures.unsteady
    return result


def findings(paper: Paper, measured: Measured, worded: Callable[[str], str] = str) -> list[str]:
    """The paper's findings with measured figures for {0}, {1}, ...; `worded` translates them."""
    figures, sentences = Figures(paper, measured), []
    for finding in paper.facts.get("findings", []):
        try:
            quantities = [
                figures.evaluate(e, "baseline", finding.get("unit", "times")) for e in finding.get("figures", [])
            ]
            sentences.append(worded(finding["says"]).format(*(q.middle for q in quantities)))
        except Unmeasured as error:
            sentences.append(f"(not measured: {error})")
    return sentences


def counts(judged: list[ClaimResult]) -> dict[str, int]:
    return {v: sum(j.verdict is not None and j.verdict.verdict == v for j in judged) for v in VERDICTS}
