# SPDX-License-Identifier: MIT
"""The limit line: the speed of a core that only executes a cipher's operations.

limits.toml counts the operations; the core's rates were measured alongside the rows (lab/run/rates.py). Nothing here
was fitted to a kernel's time."""

from __future__ import annotations

from typing import Annotated, Any

from ...paths import MODELS
from ...plan import schema

FILE = MODELS / "limits.toml"
Kind = Annotated[str, schema.one_of(("any", "turn", "gfni", "aes", "clmul", "chain"))]
Rates = dict[str, dict[str, float]]  # by level and kind


class Limit(schema.Table):
    ciphers: dict[str, int]  # with their rounds
    modes: list[str]
    level: str
    bytes: int
    round: dict[Kind, int]
    rest: dict[Kind, int] = {}


class Limits(schema.Table):
    limits: list[Limit]


def document(context: dict[str, Any]) -> dict[str, Any]:
    """The limits of the core that the rows come from; none if its rates were not measured."""
    rates = rates_of(context)
    result = [
        limit(rates[entry.level], entry, cipher, mode)
        for entry in schema.read(FILE, Limits).limits
        if kinds(entry) <= set(rates.get(entry.level, ()))
        for cipher in entry.ciphers
        for mode in entry.modes
    ]
    return {"rates": rates, "limits": result}


def rates_of(context: dict[str, Any]) -> Rates:
    rates: Rates = {}
    for record in context.get("rates", []):
        if "failure" not in record:
            rates.setdefault(str(record["bits"]), {})[record["kind"]] = record["rate"]
    return rates


def kinds(entry: Limit) -> set[str]:
    return (set(entry.round) | set(entry.rest)) - {"chain"}


def limit(rates: dict[str, float], entry: Limit, cipher: str, mode: str) -> dict[str, Any]:
    rounds, per_round, rest = entry.ciphers[cipher], entry.round, entry.rest
    work = {kind: rounds * per_round.get(kind, 0) + rest.get(kind, 0) for kind in per_round | rest}
    times = {kind: n if kind == "chain" else n / rates[kind] for kind, n in work.items()}
    bound = max(times, key=lambda kind: times[kind])
    by = "" if bound == "chain" else f" / {rates[bound]:.3g}"
    more = rest.get(bound, 0)
    count = f"{rounds} × {per_round[bound]}" if per_round.get(bound) else ""
    count += f" {'+' if more > 0 else '−'} {abs(more)}" if count and more else str(more or "")
    return {
        "cipher": cipher,
        "mode": mode,
        "level": entry.level,
        "cycles_per_byte": times[bound] / entry.bytes,
        "arithmetic": f"({count}){by} / {entry.bytes} B",
    }
