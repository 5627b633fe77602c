# SPDX-License-Identifier: MIT
"""Checks of the context's fields that views use. No schema, because `advise` works before any package is installed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from ..rows import MAX_COUNT, MAX_FIGURE

Kind = tuple[Callable[[Any], bool], str]


def listed(inside: Callable[[Any], bool], words: str) -> Kind:
    return lambda value: isinstance(value, list) and all(map(inside, value)), words


def is_text(value: Any) -> bool:
    return isinstance(value, str)


def is_count(value: Any) -> bool:
    return type(value) is int and 1 <= value < MAX_COUNT


def is_figure(value: Any) -> bool:
    return type(value) in (int, float) and 0 < value < MAX_FIGURE


TEXT: Kind = (is_text, "a text")
YES_OR_NO: Kind = (lambda value: isinstance(value, bool), "true or false")
COUNT: Kind = (is_count, "a number from 1")
FIGURE: Kind = (is_figure, "a number above 0")
SHARE: Kind = (lambda value: value == 0 or is_figure(value), "a number from 0")
TABLE: Kind = (lambda value: isinstance(value, dict), "a table")
TABLES = listed(TABLE[0], "a list of tables")
FIELDS = {
    **dict.fromkeys(("date", "git", "sources", "asked", "board"), TEXT),
    **dict.fromkeys(("host_name", "host_cpu", "host_cpu_model", "host_os", "host_microcode", "host_governor"), TEXT),
    "quick": YES_OR_NO,
    "seconds": TABLE,
    "machines": TABLES,
}
# Measurements of the host besides rows (lab/run/scaling.py, growth.py and rates.py), and the keys of their records.
RECORDS = {
    "threads": ("cipher", "mode", "kernel", "threads"),
    "growth": ("cipher", "mode", "kernel", "operation"),
    "rates": ("bits", "kind"),
}
NEEDED = ("bits", "kind", "rate")  # rates that the report divides by
OF_RECORDS = {
    **dict.fromkeys(("cipher", "mode", "kernel", "operation", "kind", "failure"), TEXT),
    **dict.fromkeys(("threads", "bits"), COUNT),
    **dict.fromkeys(("bytes_per_second", "rate", "over", "longer"), FIGURE),
    "spread": SHARE,
    "cycles": listed(is_figure, "a list of numbers above 0"),
}


def checked(context: Any) -> dict[str, Any]:
    """The context; a ValueError says what is wrong with it."""
    if not isinstance(context, dict):
        raise ValueError(f"its context is {context!r:.40}, not a table")
    check(context, FIELDS | dict.fromkeys(RECORDS, TABLES), ())
    for machine in context.get("machines", []):
        check(machine, FIELDS, ())
    for name in RECORDS:
        for record in context.get(name, []):
            check(record, OF_RECORDS, NEEDED if name == "rates" and "failure" not in record else (), f"{name} of ")
    return context


def check(facts: dict[str, Any], kinds: dict[str, Kind], needed: Iterable[str], where: str = "") -> None:
    if missing := [name for name in needed if name not in facts]:
        raise ValueError(f"{where}its context: {missing[0]} is missing")
    for name, (is_right, words) in kinds.items():
        if name in facts and not is_right(facts[name]):
            raise ValueError(f"{name} of {where}its context is {facts[name]!r:.40}, not {words}")
