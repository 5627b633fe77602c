# SPDX-License-Identifier: MIT
"""The best public figures (records.toml) next to the library's rows.

A record of a certain core is compared with rows of that core alone, and judged only if the difference exceeds that of
two runs."""

from __future__ import annotations

from functools import cache
from typing import Any

from ...paths import MODELS
from ...plan import schema
from ...rows import Row, cycles_of, is_unsteady, usual_compilers

FILE = MODELS / "records.toml"
PER_BYTE = "cycles/byte"
OTHERS_CODE = ("baseline:", "peer:")
ANOTHER_RUN = 0.15  # two runs of one program on a real clock differ by no more


class Record(schema.Table):
    at: tuple[str, str, str, int]  # cipher, mode, operation, bytes
    source: str
    value: int | float | None = None
    floor: int | float | None = None  # the counted least
    kernel: str = ""
    how: str = ""
    core: str = ""

    def figures(self) -> dict[str, int | float]:
        return {k: v for k, v in (("value", self.value), ("floor", self.floor)) if v is not None}


class Group(schema.Table):
    target: str
    unit: str
    how: str
    records: list[Record]
    core: str = ""  # empty: the target's own chip


class Records(schema.Table):
    sources: dict[str, str]
    group: list[Group]


@cache
def known() -> Records:
    return schema.read(FILE, Records)


def is_on(core: str, row: Row, context: dict[str, Any]) -> bool:
    """Was the row measured on the record's core?  `context`: of the row's run."""
    return core in ("", row.provenance.get("core", context.get("host_cpu_model")))


def is_decided(factor: float, core: str, row: Row) -> bool:
    """Is the factor of record to row significant?"""
    return not is_unsteady(row) and (not core or abs(factor - 1) > ANOTHER_RUN)


def document(context: dict[str, Any], rows: list[Row]) -> list[dict[str, Any]]:
    """Each record with the number of the closest row, or none; `compared`: the row was measured on the record's core;
    `judged`: the difference is significant."""
    usual = usual_compilers(rows)
    library_rows: dict[tuple[Any, ...], list[int]] = {}
    for i, row in enumerate(rows):
        if (
            row.cycles
            and not row.ad_bytes
            and not row.kernel.startswith(OTHERS_CODE)
            and row.compiler == usual[row.target]
        ):
            library_rows.setdefault((row.target, row.cipher, row.mode, row.operation, row.bytes), []).append(i)
    result = []
    for group in known().group:
        for record in group.records:
            candidates = [
                i for i in library_rows.get((group.target, *record.at), []) if record.kernel in ("", rows[i].kernel)
            ]
            best, core = min(candidates, key=lambda i: cycles_of(rows[i]), default=None), record.core or group.core
            compared = judged = False
            if best is not None and record.value is not None:
                factor = record.value * (record.at[3] if group.unit == PER_BYTE else 1) / cycles_of(rows[best])
                compared = is_on(core, rows[best], context)
                judged = compared and is_decided(factor, core, rows[best])
            result.append(
                {"target": group.target, "unit": group.unit, "how": record.how or group.how}
                | {"at": list(record.at), **record.figures()}
                | {"source": known().sources[record.source], "core": core}
                | {"row": best, "compared": compared, "judged": judged}
            )
    return result
