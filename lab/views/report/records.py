# SPDX-License-Identifier: MIT
"""The best public figures (records.toml) beside the library's rows."""

from __future__ import annotations

import tomllib

from ...paths import MODELS
from ...rows import Row, usual_compilers

FILE = MODELS / "records.toml"
OTHERS_CODE = ("baseline:", "peer:")


def document(rows: list[Row]) -> list[dict]:
    """Each record with the place of the row that stands beside it, or none."""
    facts = tomllib.loads(FILE.read_text())
    usual = usual_compilers(rows)
    ours: dict[tuple, list[int]] = {}
    for i, row in enumerate(rows):
        if (
            row.cycles
            and not row.ad_bytes
            and not row.kernel.startswith(OTHERS_CODE)
            and row.compiler == usual[row.target]
        ):
            ours.setdefault((row.target, row.cipher, row.mode, row.operation, row.bytes), []).append(i)
    found = []
    for group in facts["group"]:
        for record in group["records"]:
            beside = [
                i
                for i in ours.get((group["target"], *record["at"]), [])
                if record.get("kernel") in (None, rows[i].kernel)
            ]
            found.append(
                {"target": group["target"], "unit": group["unit"], "how": record.get("how", group["how"])}
                | {k: record[k] for k in ("at", "value", "floor") if k in record}
                | {"source": facts["sources"][record["source"]]}
                | {"row": min(beside, key=lambda i: rows[i].cycles, default=None)}
            )
    return found
