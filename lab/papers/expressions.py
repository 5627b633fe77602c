# SPDX-License-Identifier: MIT
"""Expressions over measurements.  A term selects one row of the lab:

    { cipher = "lea-128", mode = "block", operation = "encrypt", bytes = 16 }

and a table with `sum`, `difference` or `ratio` combines terms, numbers and such tables; its other keys are defaults of
the terms in it.  The fields of a term:

    target, environment        the paper's own by default
    cipher, mode, operation    as in a row
    bytes, ad_bytes            optional if the operation has one size only
    kernel                     as in a row; or `baseline` (the paper's style of code), `library` (its fastest) or
                               `portable`; by default the column that is evaluated
    per                        bytes for "cycles/byte" and "KB/s", if not those of the row
    times                      a factor
    metric                     instead of time: flash_bytes, ram_bytes, context_bytes, stack_bytes; instructions (one
                               cycle each); of a sketch, mode_us
    paper                      the paper's value of this claim ("this") or of the claim with this id
    program, figure            instead: a figure of a cited program (programs.py); one per byte counts for `bytes`

Figures of a model are intervals, so a quantity has low, middle and high."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

import msgspec

from ..plan import schema

COMBINE = ("sum", "difference", "ratio")
PLACE = ("target", "environment", "cipher", "mode", "operation", "bytes", "ad_bytes", "kernel")
METRICS = ("time", "flash_bytes", "ram_bytes", "context_bytes", "stack_bytes", "instructions", "mode_us")
KILOBYTE = 1000


class Expression(schema.Table):
    """The schema of an expression; evaluated as plain data."""

    sum: Sequence[Expression | float] = []
    difference: Sequence[Expression | float] = []
    ratio: Sequence[Expression | float] = []
    target: str = ""
    environment: str = ""
    cipher: str = ""
    mode: str = ""
    operation: str = ""
    bytes: Annotated[int, msgspec.Meta(ge=0)] = 0
    ad_bytes: Annotated[int, msgspec.Meta(ge=0)] = 0
    kernel: str = ""
    per: Annotated[int, msgspec.Meta(gt=0)] = 1
    times: schema.Positive = 1
    metric: Annotated[str, schema.one_of(METRICS)] = "time"
    paper: str = ""
    program: str = ""
    figure: str = ""


@dataclass(frozen=True)
class Quantity:
    low: float
    middle: float
    high: float

    def map(self, f: Callable[[float], float]) -> Quantity:
        ends = sorted((f(self.low), f(self.high)))
        return Quantity(ends[0], f(self.middle), ends[1])

    def distance(self, value: float) -> float:
        """Relative distance of a value from the interval."""
        return max(self.low - value, value - self.high, 0) / abs(value)


def exactly(x: float) -> Quantity:
    return Quantity(x, x, x)


@dataclass(frozen=True)
class Term:
    """A term with all fields."""

    target: str
    environment: str
    cipher: str
    mode: str
    operation: str
    bytes: int | None
    ad_bytes: int
    kernel: str
    per: int | None
    times: float
    metric: str

    def __str__(self) -> str:
        size = "" if self.bytes is None else f" {self.bytes} bytes"
        place = f"{self.target}{f' ({self.environment})' if self.environment else ''}"
        return f"{self.cipher} {self.mode} {self.operation}{size}, {self.kernel}, on {place}"


@dataclass(frozen=True)
class CitedTerm:
    """A figure of a cited program."""

    program: str
    figure: str
    bytes: int | None
    times: float
    per: int | None = None

    def __str__(self) -> str:
        return f"{self.figure} of the program {self.program}"


def operands_of(expression: dict[str, Any]) -> list[Any]:
    words = [word for word in (*COMBINE, "paper") if word in expression]
    if len(words) > 1:
        raise ValueError(f"{' and '.join(words)} exclude each other")
    word = words[0] if words else ""
    operands = expression[word] if word in COMBINE else []
    if word == "sum" and not operands:
        raise ValueError("an empty sum")
    if word in ("difference", "ratio") and len(operands) != 2:
        raise ValueError(f"a {word} has two operands, not {len(operands)}")
    if word == "ratio" and operands[1] == 0:
        raise ValueError("a ratio to 0 is no number")
    return operands


def cited_term(fields: dict[str, Any]) -> CitedTerm:
    if "figure" not in fields:
        raise ValueError(f"a term lacks the figure of the program {fields['program']}")
    return CitedTerm(
        fields["program"], fields["figure"], fields.get("bytes"), fields.get("times", 1), fields.get("per")
    )


def term(fields: dict[str, Any]) -> Term:
    if lacking := {"target", "cipher", "mode", "operation"} - fields.keys():
        raise ValueError(f"a measurement lacks {', '.join(sorted(lacking))}")
    return Term(
        target=fields["target"],
        environment=fields.get("environment", ""),
        cipher=fields["cipher"],
        mode=fields["mode"],
        operation=fields["operation"],
        bytes=fields.get("bytes"),
        ad_bytes=fields.get("ad_bytes", 0),
        kernel=fields["kernel"],
        per=fields.get("per"),
        times=fields.get("times", 1),
        metric=fields.get("metric", "time"),
    )


def inherit(expression: dict[str, Any], part: dict[str, Any] | float) -> dict[str, Any] | float:
    """An operand with the defaults of its expression."""
    if not isinstance(part, dict):
        return part
    inherited = {k: v for k, v in expression.items() if k not in COMBINE and k != "paper"}
    return inherited | part


def terms(expression: object) -> Iterator[Term]:
    """Every term of an expression that names a row."""
    if not isinstance(expression, dict):
        return
    operands = operands_of(expression)
    if not operands and not {"paper", "program"} & expression.keys():
        yield term(expression)
    for part in operands:
        yield from terms(inherit(expression, part))


def evaluate(
    expression: dict[str, Any] | float,
    unit: str,
    look_up: Callable[[Term, str], Quantity],
    paper: Callable[[str], float],
    cited: Callable[[CitedTerm, str], Quantity] | None = None,
) -> Quantity:
    """A ratio is one of cycles, whatever the unit; rates cannot be summed."""
    if isinstance(expression, int | float):
        return exactly(expression)
    operands = operands_of(expression)
    if "paper" in expression:
        return exactly(paper(expression["paper"]))
    if not operands:
        if "program" not in expression:
            return look_up(term(expression), unit)
        if cited is None:
            raise ValueError("a program is cited in papers only")
        return cited(cited_term(expression), unit)
    if unit == "KB/s" and "ratio" not in expression:
        raise ValueError("KB/s cannot be added")
    inner = "cycles" if "ratio" in expression else unit
    values = [evaluate(inherit(expression, p), inner, look_up, paper, cited) for p in operands]
    if "sum" in expression:
        return Quantity(sum(q.low for q in values), sum(q.middle for q in values), sum(q.high for q in values))
    a, b = values
    if "ratio" in expression:
        if b.low <= 0 <= b.high:
            raise ZeroDivisionError(f"a ratio to {b.middle:g} is no number")
        return Quantity(a.low / b.high, a.middle / b.middle, a.high / b.low)
    return Quantity(a.low - b.high, a.middle - b.middle, a.high - b.low)
