# SPDX-License-Identifier: MIT
"""The best public figures (records.toml) next to the library's rows."""

from __future__ import annotations

from functools import cache
from typing import Any

from ...paths import MODELS
from ...plan import schema
from ...rows import Row, took, usual_compilers

FILE = MODELS / "records.toml"
OTHERS_CODE = ("baseline:", "peer:")


class Record(schema.Table):
    at: tuple[str, str, str, int]  # cipher, mode, operation, bytes
    source: str
    value: int | float | None = None
    floor: int | float | None = None  # the counted least
    kernel: str = ""
    how: str = ""

    def figures(self) -> dict[str, int | float]:
        return {k: v for k, v in (("value", self.value), ("floor", self.floor)) if v is not None}


class Group(schema.Table):
    target: str
    unit: str
    how: str
    records: list[Record]


class Records(schema.Table):
    sources: dict[str, str]
    group: list[Group]


@cache
def known() -> Records:
    return schema.read(FILE, Records)


def document(rows: list[Row]) -> list[dict[str, Any]]:
    """Each record with the place of the row that stands next to it, or none."""
    usual = usual_compilers(rows)
    ours: dict[tuple[Any, ...], list[int]] = {}
    for i, row in enumerate(rows):
        if (
            row.cycles
            and not row.ad_bytes
            and not row.kernel.startswith(OTHERS_CODE)
            and row.compiler == usual[row.target]
        ):
            ours.setdefault((row.target, row.cipher, row.mode, row.operation, row.bytes), []).append(i)
    found = []
    for group in known().group:
        for record in group.records:
            beside = [i for i in ours.get((group.target, *record.at), []) if record.kernel in ("", rows[i].kernel)]
            found.append(
                {"target": group.target, "unit": group.unit, "how": record.how or group.how}
                | {"at": list(record.at), **record.figures()}
                | {"source": known().sources[record.source]}
                | {"row": min(beside, key=lambda i: took(rows[i]), default=None)}
            )
    return found
