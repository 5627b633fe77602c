# SPDX-License-Identifier: MIT
"""Comparison of machines: the library's fastest kernel of each cipher and mode on each of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..rows import MARKED, MODE_OPERATIONS, UNSTEADY, Row, cycles_of
from ..text import number
from .summary import WIDTH, note, shortened

USUAL = 1024  # bytes of the message, or the nearest to it that all machines have
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
OTHERS_CODE = ("baseline:", "peer:")

Primitive = tuple[str, str, str]  # cipher, mode, operation


def document(machines: Sequence[tuple[dict[str, Any], list[Row]]]) -> dict[str, Any] | None:
    """The machines, and a line for each operation with one figure per machine."""
    if len(machines) < 2:
        return None
    fastest_of_each = [fastest(rows) for _, rows in machines]
    lines = []
    for operation in dict.fromkeys(w for by_operation in fastest_of_each for w in by_operation):
        sizes = [set(by_operation.get(operation, {})) for by_operation in fastest_of_each]
        common = set.intersection(*(s for s in sizes if s))
        if sum(map(bool, sizes)) < 2 or not common:
            continue
        size = min(common, key=lambda n: (abs(n - USUAL), n))
        rows = [by_operation.get(operation, {}).get(size) for by_operation in fastest_of_each]
        cells = [[r.kernel, r.cycles_per_byte, r.spread] if r else None for r in rows]
        lines.append(
            {"cipher": operation[0], "mode": operation[1], "operation": operation[2], "bytes": size, "figures": cells}
        )
    return {"machines": [facts(context, rows) for context, rows in machines], "lines": lines}


def fastest(rows: list[Row]) -> dict[Primitive, dict[int, Row]]:
    result: dict[Primitive, dict[int, Row]] = {}
    for row in rows:
        first = row.operation == MODE_OPERATIONS.get(row.mode, ("",))[0]
        if not first or not row.cycles_per_byte or row.ad_bytes or row.cipher == "null":
            continue
        if not row.kernel.startswith(OTHERS_CODE):
            sizes = result.setdefault((row.cipher, row.mode, row.operation), {})
            if row.bytes not in sizes or cycles_of(row) < cycles_of(sizes[row.bytes]):
                sizes[row.bytes] = row
    return result


def facts(context: dict[str, Any], rows: list[Row]) -> dict[str, str]:
    names = ("name", "cpu", "cpu_model", "microcode", "os", "governor")
    result = {name: context.get(f"host_{name}", "") for name in names}
    compilers = dict.fromkeys(r.provenance.get("compiler", "") for r in rows if not r.kernel.startswith("peer:"))
    return result | {"compiler": next(iter(compilers), "")}


def machine_text(machine: dict[str, str]) -> str:
    parts = [f"{machine['cpu']} ({machine['cpu_model']})", machine["os"], machine["compiler"]]
    parts += [f"microcode {machine['microcode']}"] if machine["microcode"] else []
    parts += [f"governor {machine['governor']}"] if machine["governor"] else []
    return ", ".join(filter(None, parts)) + (f": {machine['name']}" if machine["name"] else "")


def scatters(figure: list[Any]) -> bool:
    """Its kernel, cycles per byte and spread."""
    return (figure[2] or 0) > UNSTEADY


def lines(machines: Sequence[tuple[dict[str, Any], list[Row]]]) -> list[str]:
    """For the terminal: cycles per byte in columns named by letters, which are explained above the table."""
    comparison = document(machines)
    if not comparison:
        return []
    letters = LETTERS[: len(comparison["machines"])]
    cells = [("cipher", "operation", "bytes", *letters, "kernels")]
    for line in comparison["lines"]:
        figures = [number(f[1]) + "?" * scatters(f) if f else "-" for f in line["figures"]]
        kernels = dict.fromkeys(f[0] for f in line["figures"] if f)
        names = (f"{line['cipher']} {line['mode']}", line["operation"], number(line["bytes"]))
        cells.append((*names, *figures, " ".join(kernels)))
    widths = [max(len(row[i]) for row in cells) for i in range(len(cells[0]))]
    left = (0, 1, len(widths) - 1)
    table = [
        "  "
        + "  ".join(t.ljust(w) if i in left else t.rjust(w) for i, (t, w) in enumerate(zip(row, widths, strict=True)))
        for row in cells
    ]
    descriptions = [
        line for a, m in zip(letters, comparison["machines"], strict=True) for line in note(f"  {a}: {machine_text(m)}")
    ]
    heading = "machines side by side, cycles per byte of the library's fastest kernel on each:"
    unsteady = any(f and scatters(f) for line in comparison["lines"] for f in line["figures"])
    marks = [f"  {MARKED}"] if unsteady else []
    return [heading, *descriptions, *(shortened(line.rstrip(), WIDTH) for line in table), *marks, ""]
