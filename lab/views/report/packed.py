# SPDX-License-Identifier: MIT
"""Rows in the report's compact form: by column, each distinct value once, provenance shared by a program's rows once.

A report of fifteen thousand rows must stay small enough for a phone; most of a row's JSON is field names, hashes and
flags that hundreds of rows have in common."""

from __future__ import annotations

import json
from itertools import groupby
from typing import Any

from ... import store
from ...rows import Row, shown_kernel, usual_compilers, verdict
from ...store import compact as short

BENCH, BOARD = "bench", "board"  # where rows come from that no paper requested: simulations and clocks here, or boards
DIGITS = 7  # of a figure; a simulator's cycles are whole and stay exact below ten million
PLAIN: tuple[str, ...] = (
    "cipher",
    "mode",
    "operation",
    "bytes",
    "ad_bytes",
    "kernel",
    "target",
    "runs",
    "fidelity",
    "error_band",
)
PLAIN += ("flash_bytes", "ram_bytes", "context_bytes", "stack_bytes", "constant_time", "vectors", "proof")
PLAIN += ("shares", "random_bytes", "leakage")
FIGURES = ("cycles", "time_us", "spread")


compact = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def column(values: list[Any]) -> dict[str, Any]:
    """The shortest of: the values (`v`); the distinct values (`d`) and each value's index (`i`); or the indices as
    pairs of index and repetitions (`r`)."""
    names = [compact(v) for v in values]
    order = {name: n for n, name in enumerate(dict.fromkeys(names))}
    distinct = [json.loads(name) for name in order]
    numbers = [order[name] for name in names]
    runs = [x for number, run in groupby(numbers) for x in (number, len(list(run)))]
    return min(
        ({"v": values}, {"d": distinct, "i": numbers}, {"d": distinct, "r": runs}), key=lambda c: len(compact(c))
    )


def rounded(x: float | None) -> float | int | None:
    if x is None or float(x).is_integer():
        return x if x is None else int(x)
    return float(f"{x:.{DIGITS}g}")


def table(records: list[dict[str, Any]]) -> dict[str, Any]:
    """Records with similar fields; missing fields are null."""
    names = dict.fromkeys(name for r in records for name in r)
    return {"length": len(records), "columns": {name: column([r.get(name) for r in records]) for name in names}}


def rows(entries: list[tuple[str, str, Row]]) -> dict[str, Any]:
    """Rows with their source (the bench, or a paper's name) and the environment in which they were built."""
    everything = [row for _, _, row in entries]
    shared = {name: short.common(provenances) for name, provenances in store.programs(everything).items()}
    program_numbers = {name: n for n, name in enumerate(shared)}
    usual = usual_compilers([row for source, _, row in entries if source == BENCH])
    records = []
    for source, environment, row in entries:
        program = short.name_of(row)
        own = {k: v for k, v in row.provenance.items() if k not in shared.get(program, {}) and k != "failure"}
        bench = source == BENCH
        own_compiler = bench and (row.kernel.startswith("peer:") or row.compiler == usual[row.target])
        records.append(
            {name: getattr(row, name) for name in PLAIN}
            | {name: rounded(getattr(row, name)) for name in FIGURES}
            | {"source": source, "environment": environment, "verdict": verdict(row), "failure": row.failure}
            | {"program": program_numbers.get(program), "provenance": own or None, "usual": int(own_compiler)}
            | {"kernel_shown": shown_kernel(row, usual) if bench else row.kernel}
        )
    return {"rows": table(records), "programs": table(list(shared.values()))}
