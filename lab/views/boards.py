# SPDX-License-Identifier: MIT
"""Boards compared with their simulations: both figures and their difference for each row of a board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..rows import MARKED, Row, is_unsteady, with_mark
from ..text import number
from .summary import WIDTH, shortened

SIMULATED = "simulated"  # in the provenance of such a row
MAX_LINES = 30  # differing rows that are printed


def measured(rows: Sequence[Row]) -> list[Row]:
    """The rows with figures on both sides."""
    return [r for r in rows if r.cycles is not None and SIMULATED in r.provenance]


def simulated(row: Row) -> float:
    return row.provenance[SIMULATED]["cycles"]


def difference(row: Row) -> float:
    """In cycles."""
    return (row.cycles or 0) - simulated(row)


def inside(row: Row) -> bool:
    """Is the board's figure inside the simulation's interval? Without an interval it must be equal."""
    low, high = row.provenance[SIMULATED]["interval"] or (simulated(row), simulated(row))
    return low <= (row.cycles or 0) <= high


def lines(rows: Sequence[Row], all_rows: bool = False) -> list[str]:
    """The rows that differ, with the difference in cycles; `all_rows`: equal rows, too."""
    compared = measured(rows)
    if not compared:
        return []
    shown = sorted((r for r in compared if all_rows or difference(r)), key=lambda r: -abs(difference(r) / simulated(r)))
    table = [("cipher", "operation", "bytes", "kernel", "board", "simulated", "difference", "")]
    for r in shown[: None if all_rows else MAX_LINES]:
        size = number(r.bytes) + (f"+{r.ad_bytes}" if r.ad_bytes else "")
        share = f"{100 * difference(r) / simulated(r):+.2f} %" if simulated(r) else ""
        figures = (with_mark(number(r.cycles), r), number(simulated(r)), f"{difference(r):+,.0f} ({share})")
        table.append((r.cipher, f"{r.mode} {r.operation}", size, r.kernel, *figures, "" if inside(r) else "outside"))
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    left = (0, 1, 3, 7)
    cells = [
        "  ".join(t.ljust(w) if i in left else t.rjust(w) for i, (t, w) in enumerate(zip(row, widths, strict=True)))
        for row in table
    ]
    result = [shortened(f"  {line.rstrip()}", WIDTH) for line in cells] if shown else []
    if len(shown) > MAX_LINES and not all_rows:
        result.append(f"  and {len(shown) - MAX_LINES} more that differ; --json has all")
    result += [f"  {MARKED}"] if any(map(is_unsteady, compared)) else []
    return [*result, *summaries(compared)]


def summaries(compared: Sequence[Row]) -> list[str]:
    """A sentence for each board."""
    result = []
    for board in dict.fromkeys(r.board for r in compared):
        board_rows = [r for r in compared if r.board == board]
        equal, within = sum(difference(r) == 0 for r in board_rows), sum(map(inside, board_rows))
        farthest = max(board_rows, key=lambda r: abs(difference(r)))
        marks = ", ".join(dict.fromkeys(r.provenance[SIMULATED]["fidelity"].partition(",")[0] for r in board_rows))
        more = f"; the largest difference is {difference(farthest):+,.0f} cycles" if equal < len(board_rows) else ""
        result.append(f"{board} (measured) against the simulation ({marks}):")
        result.append(
            f"  {equal} of {len(board_rows)} rows equal to the cycle, {within} inside what the simulation allows{more}"
        )
    return result


def document(rows: Sequence[Row], first: int) -> list[dict[str, Any]]:
    """For the report: row numbers, which start at `first`, and the simulation's figures."""
    return [
        {"row": first + i, "board": r.board, "cycles": simulated(r), "inside": inside(r)}
        | {"fidelity": r.provenance[SIMULATED]["fidelity"]}
        for i, r in enumerate(rows)
        if r.cycles is not None and SIMULATED in r.provenance
    ]
