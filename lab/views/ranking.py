# SPDX-License-Identifier: MIT
"""A user's code compared with the library's kernels, the best public record and the counted limit."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from ..rows import MARKED, MODE_OPERATIONS, Row, cycles_of, fidelity_text, is_unsteady, verdict, with_mark
from ..text import counted, number
from .report import records as public
from .summary import WIDTH, note, shortened

USUAL = 64
OTHERS = ("baseline:", "peer:", "try:")
PublicBest = tuple[float | None, str, float | None]
NO_RECORD: PublicBest = (None, "", None)


@dataclass(frozen=True, eq=False)
class Line:
    """One operation and size of the user's code, and what it is compared with."""

    yours: Row
    library: tuple[Row, ...]  # the fastest first
    record: float | None  # in cycles
    record_core: str  # its core, if another one than yours: then nothing is compared
    floor: float | None  # in cycles, by counting

    @property
    def best(self) -> Row | None:
        return self.library[0] if self.library else None

    @property
    def ratio(self) -> float | None:
        return cycles_of(self.yours) / cycles_of(self.best) if self.best else None

    @property
    def over_record(self) -> float | None:
        return cycles_of(self.yours) / self.record if self.record and not self.record_core else None

    @property
    def rank(self) -> int:
        return 1 + sum(1 for r in self.library if cycles_of(r) < cycles_of(self.yours))


def operation_key(row: Row) -> tuple[Any, ...]:
    return (row.target, row.cipher, row.mode, row.operation, row.bytes, row.ad_bytes)


def is_library(row: Row) -> bool:
    return not row.kernel.startswith(OTHERS)


def compared(context: dict[str, Any], rows: list[Row], kernels: set[str], records: bool = True) -> list[Line]:
    """A line for each row of these kernels that has figures.  `context`: of their run."""
    public_best = public_records() if records else {}
    library: dict[tuple[Any, ...], list[Row]] = {}
    for row in rows:
        if row.cycles and is_library(row):
            library.setdefault(operation_key(row), []).append(row)
    result = []
    for row in rows:
        if row.kernel not in kernels or not row.cycles:
            continue
        best = tuple(sorted(library.get(operation_key(row), ()), key=cycles_of))
        value, core, floor = public_best.get(operation_key(row)[:5], NO_RECORD) if not row.ad_bytes else NO_RECORD
        result.append(Line(row, best, value, "" if public.is_on(core, row, context) else core, floor))
    return result


def public_records() -> dict[tuple[Any, ...], PublicBest]:
    """The best public value of each operation in cycles, its core, and the counted minimum."""
    result: dict[tuple[Any, ...], PublicBest] = {}
    for group in public.known().group:
        for record in group.records:
            unit = record.at[3] if group.unit == public.PER_BYTE else 1
            value, floor = (None if x is None else unit * x for x in (record.value, record.floor))
            key = (group.target, *record.at)
            before = result.get(key, NO_RECORD)
            if value is not None and (before[0] is None or value < before[0]):
                before = (value, record.core or group.core, before[2])
            result[key] = (before[0], before[1], floor if floor is not None else before[2])
    return result


def representative(lines: list[Line]) -> list[Line]:
    """The first operation at three sizes, the others at one, without associated data."""
    plain = [x for x in lines if not x.yours.ad_bytes] or lines
    chosen = []
    for operation in dict.fromkeys(x.yours.operation for x in plain):
        of_operation = sorted((x for x in plain if x.yours.operation == operation), key=lambda x: x.yours.bytes)
        usual = min(of_operation, key=lambda x: (abs(x.yours.bytes - USUAL), x.yours.bytes))
        first = operation == MODE_OPERATIONS.get(of_operation[0].yours.mode, ("",))[0]
        chosen += [x for x in dict.fromkeys((of_operation[0], usual, of_operation[-1])) if first or x is usual]
    return [x for x in chosen if x.yours.bytes or len(chosen) == 1]


def lines(context: dict[str, Any], rows: list[Row], kernels: set[str], records: bool = True) -> list[str]:
    """The screen: a table, the costs and the place on the Pareto frontier for each target."""
    result: list[str] = []
    all_lines = compared(context, rows, kernels, records)
    groups = dict.fromkeys((x.yours.target, x.yours.cipher, x.yours.mode, x.yours.kernel) for x in all_lines)
    for target, cipher, mode, kernel in groups:
        group = [x for x in all_lines if (x.yours.target, x.yours.cipher, x.yours.mode, x.yours.kernel)
                == (target, cipher, mode, kernel)]  # fmt: skip
        mark = re.split("[,:]", fidelity_text(group[0].yours))[0]
        result.append(shortened(f"{target} ({mark}): {cipher} {mode}, {kernel}", WIDTH))
        result += table(selection := representative(group))
        result += caveats(rows, selection)
        result += costs(group)
        result += [line for sentence in frontier(rows, group) for line in note(f"  {sentence}")]
        result.append("")
    return result + refusals([r for r in rows if r.failure and r.kernel in kernels])


# Compiler errors for intrinsics that need flags, and for the crypto extension of Armv8-A.
INTRINSICS = (
    "target specific option mismatch|(requires|needs) target feature|instructions? (set )?not enabled|"
    "inlining failed in call to .?always_inline.? ._mm"
)
NATIVE = "-march=native"
CRYPTO_OF_ARM = (
    r"\b(vaes\w+q_u8|vsha\w+q_u32|vmull_(high_)?p64)\b|target feature '(aes|sha2|crypto)'|"
    r"does not support .(aes|sha1|sha256|pmull)"
)
# Advice by pattern over target and reason of a refusal.
HINTS = {
    "misaligned|unaligned": "if its callers align all pointers: --alignment 4, or 8",
    "fatal error: .*: No such file": (
        "a folder of headers is named by --cflags=-IFOLDER, or include; files that the code does without can be left "
        "out: --source FILE, or sources"
    ),
    "reference to .(_exit|_kill)|__stop_program": "the boards have no system to return to: leave exit and abort out",
    r"unknown type name .(class|namespace|template)\b|before string constant": (
        'a header that C can include, too, declares the functions: around a class write some with extern "C"'
    ),
    "has constructors": "call what they do explicitly, in --set-key for example, or use constants",
    "has no heap": "--target host and --target pi4 have one",
    r"serial output|printed more|to .std(out|err)|, \w*(put[cs]|putchar|printf)\b": (
        "if the code prints, leave that out: the output is the measurement"
    ),
    "no end after .*measured": "what comes this far is slow rather than hanging: --quick measures fewer sizes",
    "no end after .*in the (vectors|checks)": (
        "code that ends with --target host is too slow to be simulated; other code hangs"
    ),
    "does not fit: .* of flash": "smaller code, unless it is built so already: --cflags=-Os",
    "^uno .*a vector failed": "if it passes on other targets: an int of the Uno has 16 bits; use the types of stdint.h",
    "^(host|pi4|host,pi4) .*a vector failed": (
        "if it passes on other targets: a long of a 64-bit machine has 64 bits; use the types of stdint.h"
    ),
    rf"^(\w+,)*host\b.*({INTRINSICS})": f"it needs flags for this CPU: --target host --cflags={NATIVE}",
    rf"^(\w+,)*pi4\b.*({CRYPTO_OF_ARM})": "the Cortex-A72 of a Raspberry Pi 4 has no crypto extension: leave pi4 out",
}


def refusals(rows: list[Row]) -> list[str]:
    """Each reason once, with its targets; for code that does not fit, the needs of the smallest message."""
    large: dict[tuple[str, ...], list[Row]] = {}
    for row in rows:
        if row.failure.startswith("does not fit"):
            large.setdefault((row.cipher, row.mode, row.kernel, row.target), []).append(row)
    reported = [(row, "") for row in rows if not row.failure.startswith("does not fit")]
    for too_large in large.values():
        least = min(too_large, key=lambda row: row.bytes)
        reported.append(
            (least, f", {least.bytes:,} bytes{' and more' if {r.bytes for r in too_large} != {least.bytes} else ''}")
        )
    targets: dict[tuple[str, ...], list[str]] = {}
    for row, size in reported:
        targets.setdefault((f"{row.cipher} {row.mode} {row.kernel}{size}", row.failure), []).append(row.target)
    result = []
    for (subject, failure), names in targets.items():
        result += note(f"refused: {', '.join(names)} {subject}: {failure}")
    aligned = all(row.provenance.get("alignment", 1) > 1 for row in rows)
    native = any(NATIVE in row.provenance.get("flags", "").split() for row in rows)
    for words, hint in HINTS.items():
        refused = (f"{','.join(names)} {failure}" for (_, failure), names in targets.items())
        already_given = (aligned and "align" in hint) or (native and NATIVE in hint)
        if any(re.search(words, one) for one in refused) and not already_given:
            result += note(f"  {hint}")
    return result


HEADINGS = ("operation", "bytes", "yours", "library", "ratio", "rank", "record", "ratio", "limit")


def table(lines: list[Line]) -> list[str]:
    cells = [HEADINGS]
    for x in lines:
        row = x.yours
        best = f"{with_mark(number(x.best.cycles), x.best)} {x.best.kernel}" if x.best else "-"
        ratio = f"{x.ratio:.2f}" if x.best else "-"
        rank = f"{x.rank} of {1 + len(x.library)}" if x.library else "-"
        record = number(x.record) if x.record else "-", f"{x.over_record:.2f}" if x.over_record else "-"
        floor = number(x.floor) if x.floor else "-"
        cycles = with_mark(number(row.cycles), row)
        cells.append((row.operation, number(row.bytes), cycles, best, ratio, rank, *record, floor))
    empty = [i for i, heading in enumerate(HEADINGS) if i > 2 and all(row[i] == "-" for row in cells[1:])]
    widths = [max(len(row[i]) for row in cells) for i in range(len(HEADINGS))]
    return [
        ("  " + "  ".join(row[i].ljust(widths[i]) if i == 0 else row[i].rjust(widths[i])
                          for i in range(len(HEADINGS)) if i not in empty)).rstrip()
        for row in cells
    ]  # fmt: skip


def cores_elsewhere(lines: list[Line]) -> list[str]:
    """The cores of the records, where they differ from the row's core."""
    return list(dict.fromkeys(x.record_core for x in lines if x.record and x.record_core))


def caveats(rows: list[Row], lines: list[Line]) -> list[str]:
    """Limits of the table."""
    elsewhere = [f"  the record is of another core and not compared: {core}" for core in cores_elsewhere(lines)]
    shown_keys = {operation_key(x.yours) for x in lines}
    unsteady = any(is_unsteady(row) and operation_key(row) in shown_keys for row in rows)
    return [*elsewhere, *([f"  {MARKED}: ratio, rank and frontier may change"] if unsteady else [])]


def usual(lines: list[Line]) -> Line:
    first = [x for x in lines if x.yours.operation == MODE_OPERATIONS.get(x.yours.mode, ("",))[0]] or lines
    return min(first, key=lambda x: (x.yours.ad_bytes, abs(x.yours.bytes - USUAL), x.yours.bytes))


def ram(row: Row) -> int | None:
    parts = (row.ram_bytes, row.context_bytes, row.stack_bytes)
    return None if None in parts[:2] else sum(p or 0 for p in parts)


def costs_of(row: Row) -> tuple[int | None, int | None]:
    """Flash, and RAM with context and stack."""
    return row.flash_bytes, ram(row)


def comparable(lines: list[Line]) -> bool:
    """Do the user's and the library's programs do the same, so that their sizes can be compared? A key setup alone does
    not."""
    return lines[0].yours.mode != "block" or {x.yours.operation for x in lines} != {"key-setup"}


def missing_operations(lines: list[Line]) -> list[str]:
    """Operations that only the library's programs contain."""
    operations = {x.yours.operation for x in lines}
    if lines[0].yours.mode != "block" or not lines[0].best or "decrypt" in operations or "key+decrypt" in operations:
        return []
    if comparable(lines):
        return ["  the library's programs decrypt, too, and take flash for it"]
    return ["  the library's programs encrypt and decrypt, too: flash and RAM are not compared"]


def costs(lines: list[Line]) -> list[str]:
    x = usual(lines)
    row, best = x.yours, x.best if comparable(lines) else None
    of = f" ({best.kernel}: {{}})" if best else ""
    flash = number(row.flash_bytes) + (of.format(number(best.flash_bytes)) if best else "")
    memory = number(ram(row)) + (of.format(number(ram(best))) if best else "")
    verdicts = constant_time([y.yours for y in lines])
    leaks = first_leaks([y.yours for y in lines])
    return [
        shortened(f"  flash {flash}, RAM with context and stack {memory} bytes", WIDTH),
        *missing_operations(lines),
        *vectors(row),
        *note(f"  constant time: {verdicts}" + (f": {leaks}" if leaks else "")),
    ]


def vectors(row: Row) -> list[str]:
    """How many vectors passed, and where."""
    counts = row.provenance.get("vectors", {"every": 0})
    if not counts["every"]:
        return []
    if counts["here"] == counts["every"]:
        return [f"  verified with {counted(counts['every'], 'vector')}, all that there are"]
    of = f"{number(counts['here'])} of {counted(counts['every'], 'vector')}"
    passed = " and passed on the host" if counts["on_host"] else ", and nothing checked them"
    return note(f"  verified with {of}: the others are too long for its memory{passed}")


def first_leaks(rows: list[Row]) -> str:
    """The first branch that depends on a secret, and the first address, of any operation."""
    leaks: dict[str, str] = {}
    for row in rows:
        for leak in filter(None, row.provenance.get("leak", "").split("; ")):
            leaks.setdefault(leak.partition(" depends")[0], leak)
    return "; ".join(leaks[kind] for kind in sorted(leaks))


def constant_time(rows: list[Row]) -> str:
    """The verdict; or every verdict except a plain yes, with its operations, the worst first."""
    operations_of: dict[str, dict[str, None]] = {}
    for row in rows:
        operations_of.setdefault(verdict(row), {})[row.operation] = None
    if len(operations_of) == 1:
        return next(iter(operations_of))
    return "; ".join(
        f"{verdict_text} in {', '.join(operations_of[verdict_text])}"
        for verdict_text in sorted(operations_of)
        if verdict_text != "yes"
    )


def frontier(rows: list[Row], lines: list[Line]) -> list[str]:
    """The place on the Pareto frontiers of speed and flash, and speed and RAM, among all measured programs of this
    operation."""
    x = usual(lines)
    other_rows = [r for r in rows if r.cycles and operation_key(r) == operation_key(x.yours) and r is not x.yours]
    if not other_rows or not comparable(lines):
        return []
    result = []
    for name, cost in (("flash", lambda r: r.flash_bytes), ("RAM", ram)):
        own_cost = cost(x.yours)
        with_cost = [
            (r, n) for r in other_rows if (n := cost(r)) is not None and (r.cycles, n) != (x.yours.cycles, own_cost)
        ]
        if own_cost is None or all(cost(r) is None for r in other_rows):
            continue
        better = [r for r, n in with_cost if cycles_of(r) <= cycles_of(x.yours) and n <= own_cost]
        worse = [r for r, n in with_cost if cycles_of(r) >= cycles_of(x.yours) and n >= own_cost]
        where = f"speed against {name}, {x.yours.operation} of {number(x.yours.bytes)} bytes:"
        if better:
            position = f"dominated by {names(better)}, faster and no larger"
        else:
            position = "on the frontier: nothing measured is both as fast and as small"
        result.append(f"{where} {position}" + (f"; it dominates {names(worse)}" if worse else ""))
    return result


def names(rows: list[Row]) -> str:
    return ", ".join(dict.fromkeys(r.kernel for r in sorted(rows, key=cycles_of)))
