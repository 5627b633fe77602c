# SPDX-License-Identifier: MIT
"""The comparison as a table in the terminal."""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Callable
from itertools import pairwise
from typing import Any, Literal

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from ..progress import Screen
from ..rows import MARKED, Row, fidelity_text, is_unsteady, shown_kernel, usual_compilers, verdict, with_mark
from ..run import growth
from ..text import duration, kept_columns, left_out, number

WIDTH = 195
EDGES, GAP = 2, 2  # margin of a table, gap between columns
MANY_ROWS = 200
USUAL_BYTES = 64

# heading, alignment, text of a row
COLUMNS: list[tuple[str, Literal["left", "right"], Callable[[Row], str]]] = [
    ("cipher", "left", lambda r: r.cipher),
    ("kernel", "left", lambda r: r.kernel),
    ("operation", "left", lambda r: r.operation if r.mode == "block" else f"{r.mode} {r.operation}"),
    ("bytes", "right", lambda r: f"{r.bytes:,}" + (f"+{r.ad_bytes}" if r.ad_bytes else "")),
    ("cycles", "right", lambda r: with_mark(number(r.cycles), r)),
    ("cycles/B", "right", lambda r: with_mark(number(r.cycles_per_byte), r)),
    ("time", "right", lambda r: duration(r.time_us)),
    ("flash", "right", lambda r: number(r.flash_bytes)),
    ("RAM", "right", lambda r: number(r.ram_bytes)),
    ("context", "right", lambda r: number(r.context_bytes)),
    ("stack", "right", lambda r: number(r.stack_bytes)),
    ("constant time", "left", lambda r: verdict(r)),
    ("proof", "left", lambda r: r.proof),
    ("shares", "right", lambda r: masked(r, str(r.shares))),
    ("random", "right", lambda r: masked(r, number(r.random_bytes))),
    ("leakage", "left", lambda r: masked(r, r.leakage)),
    ("fidelity", "left", lambda r: fidelity_text(r)),
]
OF_SHARES = ("shares", "random", "leakage")  # omitted where no row has shares


def masked(row: Row, text: str) -> str:
    return text if row.shares > 1 else ""


NAMES, SHORTEST = ("kernel", "cipher", "operation"), 9
# Columns that a narrow terminal omits, the first one first.
DROPPED_FIRST = (
    "proof",
    "random",
    "shares",
    "context",
    "stack",
    "time",
    "RAM",
    "flash",
    "constant time",
    "leakage",
    "cycles/B",
)


def wide_console() -> Console:
    """The terminal; without one, a console as wide as the table."""
    console = Screen()
    return console if console.is_terminal else Screen(width=max(console.width, WIDTH))


def show_all(rows: list[Row], context: dict[str, Any], notes: list[str], all_sizes: bool) -> None:
    """All tables, through a pager on a terminal."""
    console = wide_console()
    os.environ.setdefault("LESS", "-RSFX")
    with console.pager(styles=True) if console.is_terminal else contextlib.nullcontext():
        show(console, rows, all_sizes)
        show_threads(console, context.get("threads", []))
        show_growth(console, context.get("growth", []))
        show_rates(console, context.get("rates", []))
        for note in notes:
            console.print(note, highlight=False, soft_wrap=True)


def representative(rows: list[Row]) -> list[Row]:
    """One block or a 64-byte message of each operation; with real clocks also the longest message."""
    groups: dict[tuple[Any, ...], list[Row]] = {}
    for row in rows:
        groups.setdefault((row.target, row.cipher, row.kernel, row.compiler, row.mode, row.operation), []).append(row)
    chosen = set()
    for group in groups.values():
        plain = [r for r in group if r.ad_bytes == 0] or group
        usual = [r for r in plain if r.mode != "block" and r.bytes == USUAL_BYTES]
        chosen |= {id(r) for r in [*(usual or [min(plain, key=lambda r: r.bytes)])]}
        chosen |= {id(max(plain, key=lambda r: r.bytes)) for r in plain if r.fidelity == "measured"}
    return [row for row in rows if id(row) in chosen or row.failure]


def show(console: Console, rows: list[Row], all_sizes: bool = False) -> None:
    """One table per target, followed by refused rows with their reasons."""
    everything, usual = len(rows), usual_compilers(rows)
    if everything > MANY_ROWS and not all_sizes:
        rows = representative(rows)
    for target in dict.fromkeys(r.target for r in rows):
        measured = [r for r in rows if r.target == target and not r.failure]
        cells = {
            heading: [shown_kernel(r, usual) if heading == "kernel" else text(r) for r in measured]
            for heading, _, text in COLUMNS
            if heading not in OF_SHARES or any(r.shares > 1 for r in measured)
        }
        if console.width < WIDTH:  # the error band without its reason
            cells["fidelity"] = [re.split("[,:]", text)[0] for text in cells["fidelity"]]
        widths = {heading: max(map(len, (heading, *column))) for heading, column in cells.items()}
        columns = kept_columns(widths, DROPPED_FIRST, console.width - EDGES, GAP)
        over = sum(widths[heading] + GAP for heading in columns) - GAP - (console.width - EDGES)
        for heading in NAMES:  # long cells are cut as a last resort
            least = max(SHORTEST, widths[heading] - max(over, 0))
            over -= widths[heading] - min(widths[heading], least)
            cells[heading] = [name if len(name) <= least else f"{name[: least - 1]}…" for name in cells[heading]]
        console.print(f"{target}: one call of each operation\n", style="italic", highlight=False)
        heading, *lines = aligned({heading: cells[heading] for heading in columns})
        console.print(Text.assemble((heading, "bold"), f"\n {'─' * (len(heading) - 1)}"), soft_wrap=True)
        ciphers = [(row.cipher, kernel) for row, kernel in zip(measured, cells["kernel"], strict=True)]
        ends = ("\n" if this == after else "\n\n" for this, after in pairwise([*ciphers, None]))
        console.print(Text("".join(line + end for line, end in zip(lines, ends, strict=True))), soft_wrap=True, end="")
        if any(map(is_unsteady, measured)):
            console.print(f"{MARKED}: another run may give another figure", highlight=False, soft_wrap=True)
        if text := left_out([name for name in widths if name not in columns]):
            console.print(text, highlight=False, soft_wrap=True)
        for row in (r for r in rows if r.target == target and r.failure):
            console.print(
                f"[bold red]refused[/] {row.cipher} {row.mode} {shown_kernel(row, usual)}, {row.bytes:,} bytes, "
                f"on {row.target}: {row.failure}",
                highlight=False,
                soft_wrap=True,
            )
    if len(rows) < everything:
        console.print(f"{len(rows)} of {everything} rows; for all rows see --all-sizes, the report or the JSON file\n")


def aligned(cells: dict[str, list[str]]) -> list[str]:
    """The heading and each row as a line.  Rich's tables take twenty times as long."""
    sides = {heading: "<" if side == "left" else ">" for heading, side, _ in COLUMNS}
    columns = [[heading, *column] for heading, column in cells.items()]
    formats = [f"{sides[heading]}{max(map(len, column))}" for heading, column in zip(cells, columns, strict=True)]
    template = " " + (" " * GAP).join(f"{{:{alignment}}}" for alignment in formats)
    return [template.format(*row) for row in zip(*columns, strict=True)]


def show_threads(console: Console, records: list[dict[str, Any]]) -> None:
    """How throughput scales when threads share a context."""
    good = [r for r in records if "failure" not in r]
    one = {(r["cipher"], r["mode"]): r["bytes_per_second"] for r in good if r["threads"] == 1}
    if good:
        title = f"host: one const context on many threads, messages of {good[0]['bytes']:,} bytes"
        console.print(title, style="italic", highlight=False)
        table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
        for heading in ("cipher", "kernel", "threads", "GB/s", "gain", "spread"):
            table.add_column(heading, justify="left" if heading in ("cipher", "kernel") else "right")
        for r in good:
            gain = r["bytes_per_second"] / one[r["cipher"], r["mode"]]
            figures = (f"{r['bytes_per_second'] / 1e9:.2f}", f"{gain:.2f}", f"{r['spread']:.0%}")
            table.add_row(f"{r['cipher']} {r['mode']}", r["kernel"], str(r["threads"]), *figures)
        console.print(table)
    show_failures(console, "threads", records)


def show_growth(console: Console, records: list[dict[str, Any]]) -> None:
    """How the time of a message grows with its size, with outliers marked."""
    good = [r for r in records if "failure" not in r]
    if good:
        title = f"host: how the time of a message grows with its size, medians of {good[0]['rounds']} rounds"
        console.print(title, style="italic", highlight=False)
        table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
        shortest, longest = growth.LONG_BYTES[0], growth.LONG_BYTES[-1]
        up = f"1 to {growth.FEW} over more blocks"
        headings = ("cycles of 1 block", "of 4", "of 16", up, f"a byte of {longest:,} over {shortest:,}")
        for heading in ("cipher", "kernel", *headings):
            table.add_column(heading, justify="left" if heading in ("cipher", "kernel") else "right")
        for r in good:
            cycles = dict(zip(r["bytes"], r["cycles"], strict=True))
            times = [number(cycles[n * r["unit_bytes"]]) for n in (1, 4, 16)]
            step = marked(f"{r['over']:.2f} × (of {r['over_blocks']})", r["over"] > growth.MAX_OVER)
            longer = marked(f"{r['longer']:.2f} ×", r["longer"] > growth.MAX_LONGER)
            table.add_row(f"{r['cipher']} {r['mode']} {r['operation']}", r["kernel"], *times, step, longer)
        console.print(table)
    show_failures(console, "growth", records)


def show_rates(console: Console, records: list[dict[str, Any]]) -> None:
    """Operations per cycle of the core, from which the report derives limits."""
    widths: dict[int, list[str]] = {}
    for r in (r for r in records if "failure" not in r):
        widths.setdefault(r["bits"], []).append(f"{r['kind']} {r['rate']:.2f}")
    if widths:
        text = "; ".join(f"{bits} bits: {', '.join(rates)}" for bits, rates in widths.items())
        console.print(f"host: operations that this core starts per cycle: {text}\n", highlight=False, soft_wrap=True)
    show_failures(console, "rates", records)


def marked(text: str, too_much: bool) -> str:
    return f"[bold red]{text}[/]" if too_much else text


def show_failures(console: Console, title: str, records: list[dict[str, Any]]) -> None:
    for r in (r for r in records if "failure" in r):
        name = " ".join([title, *(r[k] for k in ("cipher", "mode") if k in r)])
        console.print(f"[bold red]failed[/] {name}: {r['failure']}", highlight=False)
