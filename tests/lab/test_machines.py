# SPDX-License-Identifier: MIT
"""Several machines in one store, side by side on the terminal and in the report."""

from __future__ import annotations

import json

from lab import store
from lab.commands.report.session import material
from lab.rows import Row
from lab.store import runs
from lab.views import machines
from lab.views.report import document

A = {"host_cpu": "One", "host_cpu_model": "family 1", "host_os": "Linux 6.1", "host_name": "alpha", "sources": "s"}
B = A | {"host_cpu": "Two", "host_cpu_model": "family 2", "host_name": "beta", "host_governor": "performance"}
C = A | {"host_name": "gamma"}  # another one with the CPU of alpha
USUAL = {"date": "2026-11-24", "git": "abc"}


def row(kernel: str, cycles: float, size: int = 1024, **more) -> Row:
    result = Row(
        "lea-128", "ctr", "encrypt", size, 0, kernel, "host", cycles, cycles / size, spread=0.01, vectors=1, **more
    )
    result.provenance = {"compiler": "gcc 12", "binary_hash": "1" * 64, "source_hash": "2" * 64}
    return result


def stored(tmp_path, *run_rows: tuple[dict, list[Row]]) -> runs.View:
    database = store.Store(tmp_path / "narae.sqlite")
    for context, rows in run_rows:
        database.add(USUAL | context, rows)
    return runs.current(database)


def test_machines_are_shown_side_by_side(tmp_path):
    simulated = row("avr", 5.0, fidelity="cycle-exact")
    view = stored(
        tmp_path,
        (A, [row("portable", 4096), row("avx2", 2048), row("peer:openssl", 1), simulated]),
        (B, [row("avx2", 1024), row("avx2", 100, 64)]),
        (C, [row("avx2", 3072)]),
        (A, [row("avx2", 2100)]),
    )
    assert [c["host_name"] for c, _ in view.machines] == ["alpha", "beta", "gamma"]
    result = machines.document(view.machines)
    (line,) = result["lines"]
    assert (line["bytes"], [f[1] for f in line["figures"]]) == (1024, [2100 / 1024, 1.0, 3.0]), "the newer run, no peer"
    output = machines.lines(view.machines)
    assert any(s.split() == ["lea-128", "ctr", "encrypt", "1,024", "2.05", "1", "3", "avx2"] for s in output), output
    assert any("A: One (family 1), Linux 6.1, gcc 12: alpha" in s for s in output)
    assert any("B: Two (family 2), Linux 6.1, gcc 12, governor performance: beta" in s for s in output)
    assert all(len(s) <= 100 for s in output)


def test_the_report_has_them_and_one_machine_alone_has_no_table(tmp_path):
    view = stored(tmp_path, (A, [row("avx2", 2048)]), (B, [row("avx2", 1024)]))
    data = document(material(view))
    assert [m["name"] for m in data["machines"]["machines"]] == ["alpha", "beta"]
    assert json.dumps(data["machines"]["lines"][0]["figures"]) == '[["avx2", 2.0, 0.01], ["avx2", 1.0, 0.01]]'
    alone = stored(tmp_path / "other", (A, [row("avx2", 2048)]), (A, [row("avx2", 2000)]))
    assert (
        alone.machines == () and document(material(alone))["machines"] is None and machines.lines(alone.machines) == []
    )


def test_a_figure_that_spreads_is_marked():
    noisy = row("avx2", 2048)
    noisy.spread = 0.79
    output = machines.lines([(A, [noisy]), (B, [row("avx2", 1024)])])
    assert any(line.split()[4:6] == ["2?", "1"] for line in output) and "  ? spreads by more than 10%" in output


def test_what_only_one_machine_measured_has_no_line():
    some = [(A, [row("avx2", 2048), row("avx2", 64, 64)]), (B, [row("avx2", 64, 64)]), (C, [row("avx2", 9, 16)])]
    (line,) = machines.document(some[:2])["lines"]
    assert line["bytes"] == 64, "a size that all of them have"
    assert machines.document([some[0], some[2]])["lines"] == []
