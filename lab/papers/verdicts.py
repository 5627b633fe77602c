# SPDX-License-Identifier: MIT
"""The verdict on a claim:

    reproduced                              the paper's own program measures within the paper's tolerance `cited`
    reproduced by the same kind of code     code in the paper's style measures within the paper's tolerance
    explained                               neither, but a measured cause gives the paper's value
    impossible                              none of these, and nobody can tell, with the reason
    open                                    none of these; what was tried, and what would close it

An explanation is checked by one or both of:

    instead = EXPRESSION            this measurement is within the tolerance: the cause
    holds   = [[A, "<", B], ...]    these inequalities between expressions hold: a lead, which leaves the claim open

where `{ self = { kernel = "portable" } }` is the claim's own measurement with these fields in all of its terms, and
`{ library = { ... } }` likewise the library's."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ..text import plain
from . import Claim, Explanation, Paper
from .expressions import COMBINE, Quantity

REPRODUCED, SAME_KIND, EXPLAINED = "reproduced", "reproduced by the same kind of code", "explained"
OPEN, IMPOSSIBLE = "open", "impossible"
VERDICTS = (REPRODUCED, SAME_KIND, EXPLAINED, OPEN, IMPOSSIBLE)


@dataclass(frozen=True)
class Verdict:
    verdict: str
    reason: str
    deviation: float | None  # of what decided from the paper's value; 0 inside a model's interval


def verdict(
    paper: Paper,
    claim: Claim,
    cited: Quantity | None,
    baseline: Quantity | None,
    evaluate: Callable[[Any], Quantity],
) -> Verdict:
    """`evaluate`: an expression in the claim's unit."""
    deviation: float | None = None
    if cited is not None:
        deviation = cited.distance(claim.value)
        if deviation <= paper.tolerance_cited:
            reason = f"the paper's program is within {paper.tolerance_cited:.1%} of its value"
            return Verdict(REPRODUCED, reason, deviation)
        if claim.at_least and cited.low > claim.value:
            return Verdict(REPRODUCED, "the paper's program gives more, as the paper says", deviation)
    if baseline is not None:
        deviation = baseline.distance(claim.value)
        if deviation <= paper.tolerance:
            return Verdict(SAME_KIND, f"within {paper.tolerance:.0%} of the paper's value", deviation)
    lead = ""
    for explanation in paper.explanations:
        if explanation.is_about(claim):
            figures = figures_of(paper, claim, explanation, evaluate)
            if figures is not None and "instead" in explanation.check:
                return Verdict(EXPLAINED, f"{explanation.says} [{figures}]", deviation)
            lead = lead or (f"{explanation.says} [{figures}]" if figures is not None else "")
    if claim.impossible:
        return Verdict(IMPOSSIBLE, claim.impossible, deviation)
    return Verdict(OPEN, lead or f"missing: {claim.missing}", deviation)


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
