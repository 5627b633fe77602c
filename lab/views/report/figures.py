# SPDX-License-Identifier: MIT
"""A paper's own figures, drawn again: the paper's values, the baseline's and the library's side by side.

A figure is a table of the ledger and a shape, with the table's columns along the axis, or its rows if
`along = "rows"`.  `bars` show the whole table with a bar for each source in each place, `lines` have
a line for each row and source."""

from __future__ import annotations

from typing import Any

SOURCES = ("paper", "cited", "baseline", "library")


def drawn(figures: list[dict[str, Any]], claims: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The data from which the page's script draws each figure."""
    return [draw(f, [c for c in claims if c["id"].startswith(f["table"] + "/")]) for f in figures]


def draw(figure: dict[str, Any], claims: list[dict[str, Any]]) -> dict[str, Any]:
    wanted = figure.get("only", [])
    claims = [c for c in claims if not wanted or c["row"] in wanted or c["column"] in wanted]
    along, across = ("row", "column") if figure.get("along") == "rows" else ("column", "row")
    scale = figure.get("scale", 1)
    traces = []
    sets = [None] if figure["kind"] == "bars" else list(dict.fromkeys(c[across] for c in claims))
    for name in sets:
        mine = [c for c in claims if name in (None, c[across])]
        for source in SOURCES:
            some = [(c, v) for c in mine if (v := value(c, source))]
            if not some:
                continue
            traces.append(
                {
                    "name": source if name is None else f"{name}, {source}",
                    "set": 0 if name is None else sets.index(name),
                    "source": SOURCES.index(source),
                    "x": [[c[across] for c, _ in some], [c[along] for c, _ in some]]
                    if name is None
                    else [c[along] for c, _ in some],
                    "y": [scale * v["value"] for _, v in some],
                    "low": [scale * (v["value"] - v["low"]) for _, v in some],
                    "high": [scale * (v["high"] - v["value"]) for _, v in some],
                }
            )
    unit = figure.get("unit", claims[0]["unit"] if claims else "")
    return {k: figure[k] for k in ("title", "kind")} | {"unit": unit, "log": figure.get("log", False), "traces": traces}


def value(claim: dict[str, Any], source: str) -> dict[str, Any] | None:
    if source != "paper":
        return claim[source]
    x = claim["paper"]
    return None if x is None else {"low": x, "value": x, "high": x}
