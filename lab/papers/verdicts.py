# SPDX-License-Identifier: MIT
"""The verdict on a claim:

    reproduced          code in the paper's style measures within the paper's tolerance
    explained           it does not, but the check of an explanation holds on measured figures
    not reproducible    neither; `missing` says what it would require

An explanation is checked by one or both of:

    instead = EXPRESSION            this measurement is within the tolerance
    holds   = [[A, "<", B], ...]    these inequalities between expressions hold

where `{ self = { kernel = "portable" } }` is the claim's own measurement with these fields in all of its terms, and
`{ library = { ... } }` likewise the library's."""

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
    """`evaluate`: an expression in the claim's unit."""
    deviation = None
    if baseline is not None:
        deviation = baseline.distance(claim.value)
        if deviation <= paper.tolerance:
            return Verdict(REPRODUCED, f"within {paper.tolerance:.0%} of the paper's value", deviation)
    for explanation in paper.explanations:
        if explanation.is_about(claim):
            figures = figures_of(paper, claim, explanation, evaluate)
            if figures is not None:
                return Verdict(EXPLAINED, f"{explanation.says} [{figures}]", deviation)
    return Verdict(NOT_REPRODUCIBLE, f"missing: {claim.missing}", deviation)


def figures_of(paper: Paper, claim: Claim, explanation: Explanation, evaluate: Callable[[Any], Quantity]) -> str | None:
    """The figures that support an explanation, or None if its check fails."""
    figures = []
    if "instead" in explanation.check:
        alternative = evaluate(bind_claim(explanation.check["instead"], claim))
        if alternative.distance(claim.value) > paper.tolerance:
            return None
        figures.append(f"so it is {plain(alternative.middle)} {claim.unit}")
    for left, sign, right in explanation.check.get("holds", []):
        a, b = (evaluate(bind_claim(side, claim)) for side in (left, right))
        if sign != "<":
            raise ValueError(f"an inequality has the sign `<`, not `{sign}`")
        if not a.high < b.low:
            return None
        figures.append(f"{plain(a.middle)} < {plain(b.middle)}")
    return ", ".join(figures)


def bind_claim(expression: object, claim: Claim) -> Any:
    """Replaces `self` and `library` by the claim's measurements."""
    if not isinstance(expression, dict):
        return expression
    if "self" in expression:
        return with_fields(claim.measure, expression["self"])
    if "library" in expression:
        return with_fields(claim.library or claim.measure, expression["library"])
    return {k: [bind_claim(p, claim) for p in v] if k in COMBINE else v for k, v in expression.items()}


def with_fields(expression: object, fields: dict[str, Any]) -> object:
    """Overrides these fields in every term."""
    if not isinstance(expression, dict):
        return expression
    return {k: [with_fields(p, fields) for p in v] if k in COMBINE else v for k, v in expression.items()} | fields
