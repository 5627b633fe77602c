# SPDX-License-Identifier: MIT
"""All ciphers on all machines: which row stands in the matrix, what the answers say."""

from __future__ import annotations

from lab.papers import matrix, papers
from lab.papers.matrix import Matrix
from lab.plan.implementations import discover
from lab.rows import Row
from lab.targets import TARGETS


def row(cipher="lea-128", mode="ctr", size=64, kernel="portable", cycles=6400.0, **more) -> Row:
    operation = {"gcm": "seal", "aead": "seal", "permutation": "hash"}.get(mode, "encrypt")
    values = {"cipher": cipher, "mode": mode, "operation": operation, "bytes": size, "ad_bytes": 0, "kernel": kernel}
    values |= {"target": "uno", "cycles": cycles, "cycles_per_byte": cycles and cycles / size, "flash_bytes": 2000}
    return Row(**values | {"ram_bytes": 8, "context_bytes": 400, "stack_bytes": 40} | more)


def test_one_kernel_represents_all_sizes():
    rows = [row(), row(kernel="avr", cycles=3200.0), row(size=16, kernel="avr", cycles=1000.0), row(size=1024)]
    cells = Matrix().cells(rows)
    assert [(c.bytes, c.kernel) for c in cells] == [(16, "avr"), (64, "avr")]
    assert cells[1].cycles_per_byte == 50 and cells[1].ram_bytes == 448


def test_what_failed_or_has_associated_data_is_no_cell():
    rows = [row(cycles=None, provenance={"failure": "does not fit: x"}), row(ad_bytes=16), row(size=0, cycles=None)]
    assert Matrix().cells(rows) == []


def test_an_answer_has_the_fastest_kernels_figures():
    question = {
        "answer": "{0:.0f}",
        "figures": [{"target": "uno", "cipher": "lea-128", "mode": "ctr", "operation": "encrypt", "bytes": 64}],
    }
    rows = [row(), row(kernel="avr", cycles=3200.0), row(kernel="baseline:textbook", cycles=64.0)]
    assert matrix.answer(question, rows) == "50"
    assert "no such row" in matrix.answer(question, [])


def test_it_covers_every_machine_and_every_cipher_of_the_papers():
    facts = Matrix().facts
    assert set(facts["sizes"]) == set(TARGETS) and all(facts["usual"] in sizes for sizes in facts["sizes"].values())
    assert {q["paper"] for q in facts["questions"]} == set(papers())
    known = {f"{i.cipher} {i.mode}" for i in discover() if i.has_library_kernels}
    assert set(facts["ciphers"]) <= known
    measured = {name.split()[0] for name in facts["ciphers"]}
    for paper in papers().values():
        assert {name.split()[0] for name in paper.baselines} <= measured


def test_each_cell_names_its_row():
    rows = [row(cycles=None), row(size=1024), row()]
    assert [(c.bytes, rows[c.row].bytes) for c in Matrix().cells(rows)] == [(64, 64), (1024, 1024)]
