# SPDX-License-Identifier: MIT
"""The committed rows: what the rule makes of them, small, readable line by line, and enough to answer questions."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest

from lab.paths import REFERENCE
from lab.plan.implementations import discover
from lab.rows import MODE_OPERATIONS, Row
from lab.store import compact, read_json
from lab.views import advice, quoted_figures, reference
from lab.views.report import records


@pytest.fixture(scope="module")
def committed() -> tuple[dict, list[Row]]:
    return read_json(REFERENCE, every_core=True)


def test_it_is_what_the_rule_makes_of_it(committed):
    """Nobody adds a row by hand, or a figure with more digits than it is worth."""
    context, rows = committed
    assert reference.committed(context, rows) == rows
    assert compact.text(context, rows) == REFERENCE.read_text()
    assert len({(r.key(), r.provenance.get("core")) for r in rows}) == len(rows)


def test_it_stays_small():
    size = REFERENCE.stat().st_size
    assert size < reference.MAX_BYTES, f"{size} bytes: let the rule of lab/views/reference.py keep less"


def test_it_names_no_folder_of_the_machine_that_measured():
    """Compiler flags may name a folder below /usr, as a package's headers."""
    assert re.findall(r"(?<![\w/*.)\]])/(?!usr/)\w+/[\w./-]+", REFERENCE.read_text()) == []


def test_a_row_is_a_line(committed):
    """So that a change of one figure is a change of one line, and a reader without the lab finds the columns."""
    lines = REFERENCE.read_text().splitlines()
    begin = lines.index(' "rows": [') + 1
    assert len(lines) - begin == len(committed[1]) + 2
    for line, row in zip(lines[begin:], committed[1], strict=False):
        values = json.loads(line.rstrip(","))
        if row.cycles_per_byte:
            assert values["cycles_per_byte"] == pytest.approx(row.cycles_per_byte, rel=5e-4)
        for name in compact.IN_EACH_ROW:
            if name not in ("constant_time", "cycles_per_byte") and getattr(row, name):
                assert values[name] == getattr(row, name)


def test_quoted_rows_and_rows_of_records_are_committed(committed):
    context, _ = committed
    rows = read_json(REFERENCE)[1]
    result = quoted_figures.Reference(rows)
    for quotation in quoted_figures.read_quoted():
        for figure in quotation.are:
            assert result.rows_of(figure), f"{quotation.file}: {figure}"
    assert all(record["row"] is not None for record in records.document(context, rows))
    others = {r.provenance["core"] for r in committed[1] if reference.is_of_another_core(r, context)}
    assert others and all(r.provenance.get("core") not in others for r in rows)


def row_of(kernel="avr", operation="seal", size=64, cycles=1000, **more) -> Row:
    checks = dict.fromkeys(compact.CHECKS, "equal")
    facts = {"target": "uno", "fidelity": "cycle-exact", "stack_bytes": 10, "constant_time": checks}
    facts |= {"provenance": {"compiler": "avr-gcc 5"}} | more
    return Row("aria-128", "ccm", operation, size, facts.pop("ad_bytes", 0), kernel, cycles=cycles, **facts)


def kept(*rows: Row) -> list[Row]:
    return reference.committed({}, list(rows))


def test_a_program_is_shown_by_its_usual_and_its_longest_message():
    rows = [row_of(size=n, cycles=100 * n) for n in (0, 16, 32, 64, 112, 1024)]
    slow = [row_of("portable", size=n, cycles=300 * n) for n in (0, 16, 32, 64, 112, 1024)]
    assert kept(*rows, *slow) == [rows[3], rows[5], slow[3], slow[5]]
    other_compiler = row_of(provenance={"compiler": "clang 14"})
    assert kept(*rows, other_compiler, row_of("peer:x", cycles=1), row_of(ad_bytes=16)) == [rows[3], rows[5]]


def test_modes_with_longer_keys_are_shown_by_the_fastest_or_not_at_all():
    def of(cipher: str, *rows: Row) -> list[Row]:
        return [replace(row, cipher=cipher) for row in rows]

    rows = [row_of(), row_of("portable", cycles=3000)]
    assert kept(*of("aria-256", *rows)) == of("aria-256", rows[0])
    assert kept(*of("aria-192", *rows)) == []


def test_no_stack_looks_less_deep_and_no_verdict_better():
    rows = [row_of(), row_of(operation="open", size=16), row_of(size=1024)]
    assert kept(*rows) == [rows[0], rows[2]]
    for name, deeper in (
        ("forged", row_of(operation="open-forged", stack_bytes=20)),
        ("key setup", row_of(operation="key-setup", size=24, stack_bytes=20)),
        ("associated data", row_of(ad_bytes=16, stack_bytes=20)),
        ("time", row_of(operation="open", size=16, constant_time=dict.fromkeys(compact.CHECKS, "differs"))),
        ("leakage", row_of(operation="open", size=16, leakage="leaks 1")),
    ):
        assert kept(*rows, deeper) == [rows[0], rows[2], deeper], name
    assert kept(*rows, row_of(size=2048, stack_bytes=20)) == [rows[0], rows[2]]


def test_a_refusal_is_kept_where_there_is_nothing_else():
    def refused(kernel) -> Row:
        return row_of(kernel, size=1024, cycles=None, provenance={"compiler": "avr-gcc 5", "failure": "does not fit"})

    assert kept(row_of(), refused("avr"), refused("portable")) == [row_of(), refused("portable")]


def test_exact_cycles_keep_all_their_digits():
    exact = row_of(cycles=1234567.5, spread=0.0123456)
    measured = row_of(cycles=1234567.5, spread=0.0123456, fidelity="measured")
    (result,) = kept(exact)
    assert (result.cycles, result.spread) == (1234567.5, None)
    (result,) = kept(measured)
    assert (result.cycles, result.spread) == (1234570, 0.012)


@pytest.mark.parametrize(
    "target, need",
    [
        (target, need)
        for target in ("uno", "hifive1", "m4", "pi4", "host")
        for need in advice.ABOUT_NEEDS
        if {*advice.NEEDS[need]} & {*MODE_OPERATIONS} and (need != "masked" or target not in advice.LARGE)
    ],
)
def test_advice_needs_no_more(committed, target, need):
    """Every kernel of every cipher with the shortest key is a candidate, with figures of a usual and a long message."""
    rows = read_json(REFERENCE)[1]
    shortest = {(i.cipher, i.mode) for i in discover() if i.in_first}
    result = [c for c in advice.candidates(rows, advice.Question(target, need)) if (c.cipher, c.mode) in shortest]
    assert result
    for candidate in (c for c in result if c.cycles is not None and c.mode not in ("block", "masked")):
        sizes = {r.bytes for r in candidate.rows if r.operation == MODE_OPERATIONS[candidate.mode][0]}
        assert candidate.cycles_from == "measured" and (max(sizes) >= 240 or target == "uno")
    if need == "masked":
        assert {c.leakage for c in result} == {"none (pairs)"}
