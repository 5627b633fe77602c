# SPDX-License-Identifier: MIT
"""What a claim measures, as data.  A term selects one row of the lab:

    { cipher = "lea-128", mode = "block", operation = "encrypt", bytes = 16 }

and a table with `sum`, `difference` or `ratio` combines terms, numbers and other such tables.
What stands next to these words is the default of every term below.  The fields of a term:

    target, environment        where; the paper's own if not given
    cipher, mode, operation    as in a row
    bytes, ad_bytes            may be missing where the operation has one size only
    kernel                     a kernel as in a row; or `baseline` (the paper's style of code), `library` (the fastest
                               of the library's) or `portable`: the column in which the claim stands, if not given
    per                        bytes over which "cycles/byte" and "KB/s" spread the cycles, if not those of the row
    times                      how often it happens
    metric                     another field of the row than its time: flash_bytes, ram_bytes, context_bytes,
                               stack_bytes; instructions, taken as if each took a cycle; of a sketch, mode_us
    paper                      the paper's own value of this claim ("this") or of the claim with that id

Figures of a model are intervals; a quantity therefore always has a low, a middle and a high."""

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
    """As it is written; what is evaluated is the same as plain data."""

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


@dataclass(frozen=True)
class Quantity:
    low: float
    middle: float
    high: float

    def map(self, f: Callable[[float], float]) -> Quantity:
        ends = sorted((f(self.low), f(self.high)))
        return Quantity(ends[0], f(self.middle), ends[1])

    def distance(self, value: float) -> float:
        """How far a value lies outside, as a share of it."""
        return max(self.low - value, value - self.high, 0) / abs(value)


def exactly(x: float) -> Quantity:
    return Quantity(x, x, x)


@dataclass(frozen=True)
class Term:
    """A leaf with all its fields."""

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


def parts(expression: dict[str, Any]) -> list[Any]:
    words = [word for word in (*COMBINE, "paper") if word in expression]
    if len(words) > 1:
        raise ValueError(f"{' and '.join(words)} exclude each other")
    word = words[0] if words else ""
    some = expression[word] if word in COMBINE else []
    if word == "sum" and not some:
        raise ValueError("a sum of nothing")
    if word in ("difference", "ratio") and len(some) != 2:
        raise ValueError(f"a {word} is of two, not of {len(some)}")
    if word == "ratio" and some[1] == 0:
        raise ValueError("a ratio to 0 is no number")
    return some


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


def below(expression: dict[str, Any], part: dict[str, Any] | float) -> dict[str, Any] | float:
    """A part with what its surroundings give by default."""
    if not isinstance(part, dict):
        return part
    inherited = {k: v for k, v in expression.items() if k not in COMBINE and k != "paper"}
    return inherited | part


def terms(expression: object) -> Iterator[Term]:
    """Every term of an expression."""
    if not isinstance(expression, dict):
        return
    some = parts(expression)
    if not some and "paper" not in expression:
        yield term(expression)
    for part in some:
        yield from terms(below(expression, part))


def evaluate(
    expression: dict[str, Any] | float,
    unit: str,
    look_up: Callable[[Term, str], Quantity],
    paper: Callable[[str], float],
) -> Quantity:
    """The expression in a unit.  A ratio is one of cycles, whatever the unit; a rate cannot be summed."""
    if isinstance(expression, int | float):
        return exactly(expression)
    some = parts(expression)
    if "paper" in expression:
        return exactly(paper(expression["paper"]))
    if not some:
        return look_up(term(expression), unit)
    if unit == "KB/s" and "ratio" not in expression:
        raise ValueError("KB/s cannot be added")
    inner = "cycles" if "ratio" in expression else unit
    found = [evaluate(below(expression, p), inner, look_up, paper) for p in some]
    if "sum" in expression:
        return Quantity(sum(q.low for q in found), sum(q.middle for q in found), sum(q.high for q in found))
    a, b = found
    if "ratio" in expression:
        if b.low <= 0 <= b.high:
            raise ZeroDivisionError(f"a ratio to {b.middle:g} is no number")
        return Quantity(a.low / b.high, a.middle / b.middle, a.high / b.low)
    return Quantity(a.low - b.high, a.middle - b.middle, a.high - b.low)
