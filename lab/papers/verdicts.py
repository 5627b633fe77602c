# SPDX-License-Identifier: MIT
"""What became of a claim: one function from data to `reproduced`, `explained` or `not reproducible`.

    reproduced          code in the paper's style gives the paper's value within the paper's tolerance
    explained           it does not, and the check of an explanation holds, on figures that were measured
    not reproducible    neither, and `missing` says what it would take

The check of an explanation has one of two forms, or both:

    instead = EXPRESSION            this convention, or this code, gives the paper's value within the tolerance
    holds   = [[A, "<", B], ...]    each of these inequalities between expressions is true

where `{ self = { kernel = "portable" } }` is the claim's own measurement with these fields in all of its terms, and
`{ library = { ... } }` the same of what the library does instead."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ..text import plain
from . import Claim, Explanation, Paper
from .expressions import COMBINE, Quantity

REPRODUCED, EXPLAINED, NOT_REPRODUCIBLE = "reproduced", "explained", "not reproducible"
VERDICTS = (REPRODUCED, EXPLAINED, NOT_REPRODUCIBLE)


@dataclass(frozen=True)
class Verdict:
    verdict: str
    reason: str
    deviation: float | None  # of the baseline from the paper's value; 0 inside a model's interval


def verdict(paper: Paper, claim: Claim, baseline: Quantity | None, evaluate: Callable[[Any], Quantity]) -> Verdict:
    """`evaluate` gives the value of an expression in the claim's unit."""
    deviation = None
    if baseline is not None:
        deviation = baseline.distance(claim.value)
        if deviation <= paper.tolerance:
            return Verdict(REPRODUCED, f"within {paper.tolerance:.0%} of the paper's value", deviation)
    for explanation in paper.explanations:
        if explanation.is_about(claim):
            shown = why(paper, claim, explanation, evaluate)
            if shown is not None:
                return Verdict(EXPLAINED, f"{explanation.says} [{shown}]", deviation)
    return Verdict(NOT_REPRODUCIBLE, f"missing: {claim.missing}", deviation)


def why(paper: Paper, claim: Claim, explanation: Explanation, evaluate: Callable[[Any], Quantity]) -> str | None:
    """The figures that bear an explanation out, or None if they do not."""
    figures = []
    if "instead" in explanation.check:
        found = evaluate(with_self(explanation.check["instead"], claim))
        if found.distance(claim.value) > paper.tolerance:
            return None
        figures.append(f"so it is {plain(found.middle)} {claim.unit}")
    for left, sign, right in explanation.check.get("holds", []):
        a, b = (evaluate(with_self(side, claim)) for side in (left, right))
        if sign != "<":
            raise ValueError(f"an inequality has the sign `<`, not `{sign}`")
        if not a.high < b.low:
            return None
        figures.append(f"{plain(a.middle)} < {plain(b.middle)}")
    return ", ".join(figures)


def with_self(expression: object, claim: Claim) -> Any:
    """The expression with `self` and `library` replaced by the claim's own measurements."""
    if not isinstance(expression, dict):
        return expression
    if "self" in expression:
        return override(claim.measure, expression["self"])
    if "library" in expression:
        return override(claim.library or claim.measure, expression["library"])
    return {k: [with_self(p, claim) for p in v] if k in COMBINE else v for k, v in expression.items()}


def override(expression: object, fields: dict[str, Any]) -> object:
    """The expression with these fields in every term, whatever it says of them itself."""
    if not isinstance(expression, dict):
        return expression
    return {k: [override(p, fields) for p in v] if k in COMBINE else v for k, v in expression.items()} | fields
