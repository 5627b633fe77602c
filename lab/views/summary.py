# SPDX-License-Identifier: MIT
"""One screen about a run: the fastest of each kind on each machine with its cost, changes since the previous run, and
failures.  The long table is lab/views/table.py."""

from __future__ import annotations

import re
import statistics
import textwrap
from collections import Counter
from collections.abc import Callable
from typing import Any

from ..rows import MODE_OPERATIONS, UNSTEADY, Row, cycles_of, fidelity_text, is_unsteady, usual_compilers, with_mark
from ..text import kept_columns, left_out, number, terminal_width
from . import comparison
from .advice import NEEDS, family

WIDTH, LINES, INDENT = 100, 60, 2
KINDS = {"aead": "AEAD", "stream": "encryption", "mac": "MAC", "hash": "hash", "block": "block"}
SHORT, LONG = 64, 1024  # message size of each class; the nearest available size is shown
HEADINGS = ("", "bytes", "fastest", "kernel", "cycles/B", "flash", "RAM")
DROPPED_FIRST = ("RAM", "flash", "kernel", "bytes", "")  # columns that a narrow terminal omits, the first one first
FOR_MACHINES, FOR_NOTES = 44, 8  # lines of LINES
MAX_CHANGES = 3
MAX_ALIKE = 3  # separate lines for programs of a target refused for the same reason
Plan = tuple[str, tuple[str, ...], tuple[int, ...]]  # a machine, and the kinds and size classes that are shown of it
NARROWER: tuple[Callable[[tuple[str, ...]], tuple[tuple[str, ...], tuple[int, ...]]], ...] = (
    lambda kinds: (kinds, (SHORT,)),
    lambda kinds: (kinds[:1], (SHORT,)),
)
BUSY = 0.06  # on a quiet machine, fewer than a quarter of the rows exceed this spread
SHARED = 0.1  # share of clock rows taken while another thread used the core
NOISE = 0.03  # of a real clock: smaller differences are not significant, whatever the spread


def lines(rows: list[Row], before: dict[tuple[Any, ...], Row], about: dict[str, str]) -> list[str]:
    """The screen without the list of files at its end."""
    targets = list(dict.fromkeys(r.target for r in rows))
    plans: list[Plan] = [(target, tuple(KINDS), (SHORT, LONG)) for target in targets]
    machines_shown = [machine(rows, about, *plan) for plan in plans]
    for narrower in NARROWER:
        for i, (target, kinds, _) in enumerate(plans):  # many machines have fewer lines each, small ones first
            if sum(1 + len(cells) for _, cells in machines_shown) > FOR_MACHINES - 2:
                plans[i] = (target, *narrower(kinds))
                machines_shown[i] = machine(rows, about, *plans[i])
    with_rows = [(heading, cells) for heading, cells in machines_shown if cells]
    fidelities = {r.fidelity for r in rows if r.cycles}
    drawn, omitted = table(
        [row for _, cells in with_rows for row in cells], fidelities == {"counted"}, terminal_width()
    )
    lines_of = iter(drawn)
    headings = next(lines_of)
    block: list[str] = []
    for heading, cells in with_rows:
        block += [heading, *([] if block else [headings]), *(next(lines_of) for _ in cells)]
    block += [f"  ({omitted})"] if omitted else []
    block += [""] if block else []
    notes = [*peers(rows), *changes(rows, before), *busy(rows), *unsteady(rows)]
    so_far = [*block, *notes]
    return [*so_far, *failures(rows, max(LINES - FOR_NOTES - len(so_far), 2))]


def machine(
    rows: list[Row], about: dict[str, str], target: str, kinds: tuple[str, ...], classes: tuple[int, ...]
) -> tuple[str, list[tuple[str, ...]]]:
    """A heading, and cells for each kind and size class; no cells for a machine without figures. Ciphers of fewer
    rounds and other modes are shown only if there is nothing else."""
    usual = usual_compilers(rows)
    null_alone = all(r.cipher == "null" for r in rows if r.target == target)
    target_rows = [
        r
        for r in rows
        if r.target == target
        and r.cycles
        and r.compiler == usual[target]
        and r.bytes > 0
        and not r.ad_bytes
        and (r.cipher != "null" or null_alone)
        and not r.kernel.startswith(("baseline:", "peer:"))
        and r.operation == MODE_OPERATIONS.get(r.mode, ("",))[0]
    ]
    if not target_rows:
        return "", []
    target_rows = [r for r in target_rows if not family(r.cipher).get("reduced_rounds")] or target_rows
    groups = [(KINDS[kind], [r for r in target_rows if r.mode in NEEDS[kind]]) for kind in kinds]
    if not any(r.mode in NEEDS[kind] for r in target_rows for kind in KINDS):
        groups = [
            (mode, [r for r in target_rows if r.mode == mode]) for mode in dict.fromkeys(r.mode for r in target_rows)
        ]
    cells: list[tuple[str, ...]] = []
    for kind, kind_rows in groups:
        for best in fastest(kind_rows, classes if kind != KINDS["block"] else classes[:1]):
            says_mode = kind == KINDS["block"] or kind not in KINDS.values()
            name = best.cipher if says_mode else f"{best.cipher} {best.mode}"
            ram = None
            if best.ram_bytes is not None and best.context_bytes is not None:
                ram = best.ram_bytes + best.context_bytes + (best.stack_bytes or 0)
            speed = with_mark(number(best.cycles_per_byte), best)
            cells.append((kind, number(best.bytes), name, best.kernel, speed, number(best.flash_bytes), number(ram)))
    previous = ""
    for i, row in enumerate(cells):
        cells[i] = ("" if row[0] == previous else row[0], *row[1:])
        previous = row[0]
    mark = fidelity_text(target_rows[0])  # without its reason, except for counted instructions
    fidelity = mark if target_rows[0].fidelity == "counted" else re.split("[,:]", mark)[0]
    heading = shortened(f"{target} ({fidelity}): {about.get(target, '')}".rstrip(": "), WIDTH)
    return heading, cells


def fastest(rows: list[Row], classes: tuple[int, ...]) -> list[Row]:
    """The fastest row of each size class."""
    result: list[Row] = []
    for usual in classes:
        sizes = {r.bytes for r in rows}
        if not sizes:
            break
        size = min(sizes, key=lambda n: (abs(n - usual), n))
        if not result or size >= 4 * result[0].bytes:
            result.append(min((r for r in rows if r.bytes == size), key=cycles_of))
    return result


def table(cells: list[tuple[str, ...]], counts: bool, width: int | None) -> tuple[list[str], str]:
    """The lines, and the omitted columns. If all targets count instructions, the heading does not say cycles."""
    left = {"", "fastest", "kernel"}
    headings = tuple("instructions/B" if counts and h == "cycles/B" else h for h in HEADINGS)
    rows = [dict(zip(HEADINGS, row, strict=True)) for row in [headings, *cells]]
    widths = {h: max(len(row[h]) for row in rows) for h in HEADINGS}
    columns = kept_columns(widths, DROPPED_FIRST, width and width - INDENT)
    return [
        (
            INDENT * " " + "  ".join(row[h].ljust(widths[h]) if h in left else row[h].rjust(widths[h]) for h in columns)
        ).rstrip()
        for row in rows
    ], left_out([h for h in HEADINGS if h and h not in columns])


def peers(rows: list[Row]) -> list[str]:
    """The library compared with the fastest peer of the same run."""
    comparisons = comparison.comparisons(rows)
    if not comparisons:
        return []
    slower = [c for c in comparisons if c.ratio > 1 + NOISE]
    decided = [c for c in slower if cycles_of(c.ours) - cycles_of(c.theirs) > noise(c.theirs, c.ours)]
    sentence = f"other libraries: faster in {len(decided)} of {len(comparisons)} operations"
    if decided:
        worst = max(decided, key=lambda c: c.ratio)
        sentence += f", up to {with_mark(f'{worst.ratio:.2f}', worst.ours, worst.theirs)}x ({row_text(worst.ours)})"
    unclear = len(slower) - len(decided)
    undecided = [f"  undecided in {unclear}: the difference is within the spread of the figures"] if unclear else []
    return [shortened(sentence, WIDTH), *undecided]


def busy(rows: list[Row]) -> list[str]:
    """A warning if others used the machine while a real clock was read."""
    measured = [r for r in rows if r.cycles and r.fidelity == "measured"]
    shared = sum("neighbour" in r.provenance for r in measured)
    if shared > SHARED * len(measured):
        return note(
            f"busy machine: another thread used the core for {shared / len(measured):.0%} of the figures; "
            "compare them only within this run"
        )
    spreads = [r.spread for r in measured if r.spread is not None]
    widest_quarter = statistics.quantiles(spreads, n=4)[2] if len(spreads) > 1 else 0
    if widest_quarter <= BUSY:
        return []
    return [f"busy machine: a quarter of the figures spread by {widest_quarter:.0%} or more; repeat what matters"]


def changes(rows: list[Row], before: dict[tuple[Any, ...], Row]) -> list[str]:
    """Figures that differ from the previous run on this machine."""
    both = [(before[r.key()], r) for r in rows if r.cycles and r.key() in before and before[r.key()].cycles]
    if not both:
        return []
    moved = [(a, b) for a, b in both if has_changed(a, b)]
    slower = sorted(
        (p for p in moved if cycles_of(p[1]) > cycles_of(p[0])), key=lambda p: cycles_of(p[0]) / cycles_of(p[1])
    )
    new = sum(1 for r in rows if r.cycles and r.key() not in before)
    undecided = sum(not has_changed(a, b) and (is_unsteady(a) or is_unsteady(b)) for a, b in both)
    counts = f"{len(slower)} slower, {len(moved) - len(slower)} faster, {new} new"
    counts += f", {undecided} undecided" if undecided else ""
    same = f"all {len(both)} rows unchanged"
    result = [f"since the last run: {counts if moved or new or undecided else same}"]
    for a, b in slower[:MAX_CHANGES]:
        figures = " -> ".join(with_mark(number(r.cycles), r) for r in (a, b))
        result.append(shortened(f"  slower: {b.target} {row_text(b)}, {b.kernel}: {figures} cycles", WIDTH))
    return result


def row_text(row: Row) -> str:
    return f"{row.cipher} {row.mode} {row.operation} {row.bytes:,} B"


def unsteady(rows: list[Row]) -> list[str]:
    """The figures that a second round did not confirm."""
    by_spread = sorted(filter(is_unsteady, rows), key=lambda r: r.spread or 0)
    if not by_spread:
        return []
    worst, measured = by_spread[-1], sum(r.fidelity == "measured" and r.cycles is not None for r in rows)
    return note(
        f"unsteady: {len(by_spread)} of {measured} figures, marked ?, spread by more than {UNSTEADY:.0%}, that of "
        f"{worst.target} {row_text(worst)}, {worst.kernel} by {worst.spread:.0%}; repeat what matters"
    )


def has_changed(a: Row, b: Row) -> bool:
    return abs(cycles_of(b) - cycles_of(a)) > noise(a, b)


def noise(a: Row, b: Row) -> float:
    """The largest insignificant difference in cycles."""
    if b.fidelity != "measured":
        return 0
    return max(NOISE, a.spread or 0, b.spread or 0) * cycles_of(a)


def failures(rows: list[Row], max_lines: int = LINES) -> list[str]:
    """A line for each cipher that does not fit a machine in any variant, and a few for each refused program, or for all
    with the same reason."""
    measured = {(r.target, r.cipher, r.mode) for r in rows if r.cycles}
    alike = Counter((target, reason) for target, reason, *_ in {(r.target, r.failure, *program(r)) for r in rows})
    groups: dict[tuple[Any, ...], list[Row]] = {}
    for r in (r for r in rows if r.failure):
        if not r.failure.startswith("does not fit"):
            same = alike[r.target, r.failure]
            many = same > MAX_ALIKE
            subject = f"{same} programs" if many else " ".join(program(r))
            groups.setdefault((0, r.target, subject, r.failure if many else ""), []).append(r)
        elif (r.target, r.cipher, r.mode) not in measured:
            groups.setdefault((1, r.target, r.cipher, ""), []).append(r)
    notes = []
    for (fits_not, target, subject, _), group_rows in sorted(groups.items(), key=lambda g: g[0][0]):
        modes = ", ".join(dict.fromkeys(r.mode for r in group_rows))
        reason = group_rows[0].failure.partition(": ")[2].partition(" (")[0]
        line = f"does not fit: {target} {subject} {modes}: {reason}"
        notes.append(note(line if fits_not else f"refused: {target} {subject}: {group_rows[0].failure}", WIDTH)[:3])
    result: list[str] = []
    for n, block in enumerate(notes):
        if len(result) + len(block) + (n + 1 < len(notes)) > max_lines:
            return [*result, f"and {len(notes) - n} more that failed or do not fit; --table lists all"]
        result += block
    return result


def program(row: Row) -> tuple[str, str, str]:
    return row.cipher, row.mode, row.kernel


def shortened(line: str, width: int) -> str:
    line = " ".join(line.split()) if not line.startswith("  ") else line
    return line if len(line) <= width else f"{line[: width - 1]}…"


def note(line: str, width: int | None = None) -> list[str]:
    """Wraps a sentence for the screen."""
    width = width or min(WIDTH, terminal_width() or WIDTH)
    return textwrap.wrap(line, width, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)
