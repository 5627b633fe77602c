# SPDX-License-Identifier: MIT
"""./narae bench --update-reference: the committed rows, results/reference.json."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from ... import store
from ...paths import REFERENCE
from ...plan import selection
from ...plan.implementations import LEVELS
from ...progress import Progress
from ...rows import Row
from ...store import contexts, runs
from ...targets import TARGETS
from ...targets.hifive1 import HiFive1
from ...targets.host import Host
from ...views import picture, reference

HOST_FIELDS = (*runs.MACHINE, *contexts.RECORDS)  # of a context


def with_golden_cycles(plan: selection.Plan, rows: list[Row]) -> list[Row]:
    """The rows, with RTL cycles where a target has a golden reference that ran them."""
    from ...run import golden
    from ...sims.e31 import rtl

    jobs = [(i, golden.USUAL) for t, i in plan.pairs() if t.name == HiFive1.name]
    if not jobs:
        return rows
    with Progress(rtl.STEPS + len(jobs)) as progress:
        return golden.with_golden_cycles(rows, golden.compare_all(jobs, progress.step))


def update_reference(context: dict[str, Any], rows: list[Row], targets: set[str], modes: Collection[str] = ()) -> None:
    """Keeps rows of targets and, if `modes` are given, of modes that did not run, and of other cores of the host. A
    host's rows name their core. The core that ran is shown, unless it lacks kernels of the previous one; its rows come
    first."""

    def is_renewed(row: Row) -> bool:
        return row.target in targets and (not modes or row.mode in modes)

    rows = [r for r in rows if is_renewed(r)]
    for row in rows:
        if row.target == Host.name:
            row.provenance["core"] = context["host_cpu_model"]
    rows = reference.with_digests(rows)
    if REFERENCE.exists():
        before, old_rows = store.read_json(REFERENCE, every_core=True)
        for row in old_rows:
            if row.target == Host.name:
                row.provenance.setdefault("core", before["host_cpu_model"])
        merged = [r for r in old_rows if not is_renewed(r) or reference.is_of_another_core(r, context)] + rows
        shown_before = [r for r in old_rows if r.target == Host.name and not reference.is_of_another_core(r, before)]
        if Host.name not in targets or not host_kernels(rows) >= host_kernels(shown_before):
            context = {k: v for k, v in context.items() if k not in HOST_FIELDS}
            context |= {k: before[k] for k in HOST_FIELDS if k in before}
        merged.sort(key=lambda r: reference.is_of_another_core(r, context))
        rows = [r for name in TARGETS for r in merged if r.target == name]
    store.write_compact(REFERENCE, context, reference.committed(context, rows))
    picture.write(store.read_json(REFERENCE)[1])


def host_kernels(rows: list[Row]) -> set[str]:
    """The kernels that depend on CPU features."""
    return {r.kernel for r in rows if r.target == Host.name and r.kernel in LEVELS}
