# SPDX-License-Identifier: MIT
"""Results are never half written, and a file that is not ours is never touched."""

from __future__ import annotations

import contextlib
import gzip
import json
import sqlite3

import pytest

from lab import files, store
from lab.errors import LabError
from lab.rows import COLUMNS, Row, from_dict
from lab.store import Store

# The row of the project's design: a rename here breaks everybody who reads the files.
DESIGNED = """
    cipher mode operation bytes ad_bytes kernel target cycles cycles_per_byte time_us spread runs fidelity error_band
    flash_bytes ram_bytes context_bytes stack_bytes constant_time vectors proof provenance
"""


def row(**changes) -> Row:
    values = {"cipher": "lea-128", "mode": "block", "operation": "encrypt", "bytes": 16, "ad_bytes": 0}
    return Row(**(values | {"kernel": "portable", "target": "uno", "cycles": 19265.0} | changes))


def test_the_columns_are_the_designed_ones():
    assert set(COLUMNS) == set(DESIGNED.split())


def test_rows_come_back_from_sqlite_as_they_went_in(tmp_path):
    database = Store(tmp_path / "r.sqlite")
    rows = [row(), row(cycles=None, provenance={"failure": "it crashed"})]
    run = database.add({"date": "today"}, rows)
    database.close()
    assert Store(tmp_path / "r.sqlite").rows(run) == rows


def test_a_failing_write_leaves_the_store_as_it_was(tmp_path):
    path = tmp_path / "r.sqlite"
    database = Store(path)
    first = database.add({}, [row()])
    with pytest.raises(LabError, match="is unchanged"):
        database.add({}, [row(), row(cycles=object())])
    database.close()
    again = Store(path)
    assert again.rows(first) == [row()] and again.rows(first + 1) == []


@pytest.mark.parametrize(
    "content", [b"this is not a database, just a text of some length", b"SQLite format 3\0" + b"\xff" * 2000]
)
def test_a_damaged_store_is_refused_and_left_alone(tmp_path, content):
    path = tmp_path / "r.sqlite"
    path.write_bytes(content)
    with pytest.raises(LabError, match=r"damaged or not a results file.*Nothing was changed"):
        Store(path)
    assert path.read_bytes() == content


@pytest.mark.parametrize("change", ["runs SET context = '{'", "rows SET provenance = '{'"])
def test_a_damaged_text_in_a_store_is_said(tmp_path, change):
    """Of which SQLite does not know."""
    database = Store(tmp_path / "r.sqlite")
    run = database.add({}, [row()])
    with database.db:
        database.db.execute(f"UPDATE {change}")
    with pytest.raises(LabError, match="damaged or not a results file"):
        assert database.rows(run) and database.runs()


@pytest.mark.parametrize("old", [False, True])
def test_a_store_whose_making_is_stopped_is_made_the_next_time(tmp_path, monkeypatch, old):
    """Each statement on its own would stay.  Of two processes that make it, one finds it there."""
    path = tmp_path / "r.sqlite"
    if old:
        Store(path).close()
        with sqlite3.connect(path) as database:
            database.execute("ALTER TABLE rows DROP COLUMN proof")
            database.execute("PRAGMA user_version = 1")
    with monkeypatch.context() as patch, pytest.raises(LabError):
        patch.setattr(store, "SCHEMA_VERSION", "(")
        Store(path)
    database = Store(path)
    database._create()
    database._add_proofs()
    assert database.rows(database.add({}, [row()])) == [row()]


def test_another_programs_database_is_refused_and_left_alone(tmp_path):
    path = tmp_path / "r.sqlite"
    with sqlite3.connect(path) as other:
        other.execute("CREATE TABLE precious (x)")
    before = path.read_bytes()
    with pytest.raises(LabError, match="another program's database"):
        Store(path)
    assert path.read_bytes() == before


@pytest.mark.parametrize(("version", "word"), [(0, "older"), (99, "newer")])
def test_a_store_of_another_version_is_refused(tmp_path, version, word):
    path = tmp_path / "r.sqlite"
    Store(path).close()
    with sqlite3.connect(path) as database:
        database.execute(f"PRAGMA user_version = {version}")
    with pytest.raises(LabError, match=rf"{word} version .*Nothing was changed"):
        Store(path)


def test_a_store_without_proofs_is_read_and_written_on(tmp_path):
    path = tmp_path / "r.sqlite"
    Store(path).close()
    with sqlite3.connect(path) as database:
        database.execute("ALTER TABLE rows DROP COLUMN proof")
        database.execute("PRAGMA user_version = 1")
        names = [c for c in COLUMNS if c != "proof"]
        old = row().as_dict() | {"constant_time": "{}", "provenance": "{}"}
        marks = ", ".join("?" * len(names))
        database.execute(f"INSERT INTO rows (run, {', '.join(names)}) VALUES (1, {marks})", [old[n] for n in names])
    store_of_today = Store(path)
    number = store_of_today.add({}, [row(proof="equal")])
    assert [r.proof for n in (1, number) for r in store_of_today.rows(n)][-1] == "equal"
    assert store_of_today.rows(1)[0].proof == "not tried"


def test_json_export_and_import(tmp_path):
    path = tmp_path / "o.json"
    store.write_json(path, {"date": "today"}, [row()])
    assert set(json.loads(path.read_text())) == {"context", "rows"}
    assert store.read_json(path) == ({"date": "today"}, [row()])


def test_json_has_what_the_rows_of_a_program_share_once(tmp_path):
    path = tmp_path / "o.json"
    program = {"binary_hash": "0123456789abcdef", "flags": "-O2 " * 20, "date": "today"}
    rows = [row(provenance=program | {"instructions": n, "estimates": {"model": n}}) for n in range(9)]
    other = row(provenance=program | {"binary_hash": "fedcba9876543210", "date": "yesterday"})
    rows += [other, row(), row(cycles=None, provenance={"failure": "does not build"})]
    store.write_json(path, {"date": "today"}, rows)
    assert store.read_json(path) == ({"date": "today"}, rows)
    text = path.read_text()
    assert text.count("0123456789abcdef") == 1 and text.count("-O2 " * 20) == 2
    assert len(text.splitlines()) == 1 + 1 + 2 + 1 + 1 + len(rows) + 2
    assert json.loads(text)["rows"][3]["provenance"] == {
        "of": "0123456789ab",
        "instructions": 3,
        "estimates": {"model": 3},
    }


def test_json_is_compressed_where_its_name_says_so(tmp_path):
    path, rows = tmp_path / "rows.json.gz", [row(), row(bytes=16)]
    store.write_json(path, {"date": "today"}, rows)
    assert store.read_json(path) == ({"date": "today"}, rows)
    assert json.loads(gzip.decompress(path.read_bytes()))["context"]["date"] == "today"
    first = path.read_bytes()
    store.check_writable(path)  # it is ours
    store.write_json(path, {"date": "today"}, rows)
    assert path.read_bytes() == first
    for damaged in (
        first[:-9],
        first[:-8] + b"!!!!" + first[-4:],
        first[:30] + b"!!!!" + first[34:],
        gzip.compress(b"{}"),
        b"\x1f\x8b",
    ):
        path.write_bytes(damaged)
        with pytest.raises(LabError, match="damaged"):
            store.read_json(path)
        with pytest.raises(LabError, match="not overwritten"):
            store.check_writable(path)


def test_compact_json_loses_nothing(tmp_path):
    """Rows of a program that differ in anything, programs of one name, rows without a program."""
    path = tmp_path / "o.json"
    one = {"binary_hash": "01" * 32, "source_hash": "ab", "compiler": "gcc 12", "date": "today", "git": "1"}
    two = one | {"binary_hash": "02" * 32, "compiler": "clang 14"}
    rows = [
        row(provenance=one),
        row(bytes=64, cycles=100, time_us=6.25, stack_bytes=3, provenance=one | {"clock": "the RTL"}),
        row(bytes=65, cycles=1, time_us=0.3, provenance=one | {"modelled_cycles": 7, "date": "later"}),
        row(bytes=66, spread=0.0, runs=0, vectors=0, error_band="±1 %", provenance=one),
        row(ad_bytes=16, constant_time={"cycles": "not-run", "pc_trace": "equal", "address_trace": "differs"}),
        row(provenance=two),
        row(bytes=67, proof="equal", provenance=two | {"proved": {"covers": "every state"}}),
        row(cycles=None, cycles_per_byte=None, time_us=None, provenance={"failure": "does not build"}),
        row(cycles=None, provenance=two | {"failure": "does not fit"}),
    ]
    context = {"date": "today", "threads": [{"threads": 1}, {"threads": 2}]}
    store.write_compact(path, context, rows)
    assert store.read_json(path) == (context, rows)
    assert path.read_text().count("clang 14") == 1 and path.read_text().count("01" * 32) == 1
    lines = [json.loads(line.rstrip(",")) for line in path.read_text().splitlines() if line.startswith('  {"')]
    assert len(lines) == len(rows) and all("clock_hz" not in line for line in lines[:1])
    assert lines[4]["constant_time"] == "-=!" and lines[5]["of"].endswith(" 2")


def test_a_build_says_what_differs_from_an_earlier_one_of_its_target(tmp_path):
    path = tmp_path / "o.json"
    first = {"compiler": "gcc 12", "flags": "-O2 -ffunction-sections", "clock": "RTL", "git": "1"}
    second = {"compiler": "gcc 12", "flags": "-O2 -ffunction-sections", "git": "2"}
    rows = [
        row(kernel="a", provenance=first | {"binary_hash": "01"}),
        row(kernel="b", provenance=second | {"binary_hash": "02"}),
        row(kernel="b", target="elsewhere", provenance=second | {"binary_hash": "03"}),
    ]
    store.write_compact(path, {}, rows)
    assert store.read_json(path) == ({}, rows)
    builds = json.loads(path.read_text())["context"]["builds"]
    assert list(builds.values()) == [first, {"as": 1, "clock": None, "git": "2"}, second]


def test_json_with_whole_provenances_is_still_read(tmp_path):
    path = tmp_path / "o.json"
    rows = [row(provenance={"binary_hash": "0123456789abcdef", "date": "today"})]
    path.write_text(json.dumps({"context": {}, "rows": [r.as_dict() for r in rows]}))
    assert store.read_json(path) == ({}, rows)


def test_json_that_names_a_program_it_lacks_is_damaged(tmp_path):
    path = tmp_path / "o.json"
    path.write_text(json.dumps({"context": {}, "rows": [row(provenance={"of": "nowhere"}).as_dict()]}))
    with pytest.raises(LabError, match="damaged"):
        store.read_json(path)


def test_json_of_another_version_names_the_columns(tmp_path):
    path = tmp_path / "o.json"
    values = row().as_dict()
    del values["stack_bytes"]
    path.write_text(json.dumps({"context": {}, "rows": [values]}))
    with pytest.raises(LabError, match="stack_bytes"):
        store.read_json(path)
    with pytest.raises(ValueError, match="surprise"):
        from_dict(row().as_dict() | {"surprise": 1})


FOREIGN = {
    "cycles": (["19265", float("nan"), float("inf"), True, 10**400], "not a finite number"),
    "bytes": (["16", -1, None], "not a number from 0"),
    "cipher": ([None, 3], "not a text"),
    "fidelity": (["perfect"], "not one of measured"),
    "constant_time": (["equal", {}, {"cycles": "maybe"}], "not equal, differs or not-run"),
    "provenance": (["x", {"of": 5}, {"failure": 5}, {"compiler": None}], "provenance"),
}


@pytest.mark.parametrize("column", FOREIGN)
def test_a_row_that_no_view_could_show_is_named(tmp_path, column):
    path = tmp_path / "o.json"
    for value in FOREIGN[column][0]:
        strange = row().as_dict() | {column: value}
        path.write_text(json.dumps({"context": {}, "rows": [row().as_dict(), strange]}))
        with pytest.raises(LabError, match=f"results file of this version: .*{FOREIGN[column][1]}|damaged.*: 5$"):
            store.read_json(path)
    path.write_text(json.dumps({"context": {}, "rows": [row(cycles=None).as_dict()]}))
    with pytest.raises(LabError, match="row 1: there are neither cycles nor a failure"):
        store.read_json(path)


STRANGE = [
    '{"context": {"rates": [1]}, "rows": []}',
    "[1]",
    "5",
    '{"context": "programs", "rows": []}',
    '{"context": {"date": 5}, "rows": []}',
    "[" * 100_000,
]


@pytest.mark.parametrize("text", STRANGE, ids=range(len(STRANGE)))
def test_json_that_is_something_else_is_refused(tmp_path, text):
    path = tmp_path / "o.json"
    path.write_text(text)
    with pytest.raises(LabError, match="damaged or not a results file"):
        store.read_json(path)
    with pytest.raises(LabError, match="not overwritten") if "context" not in text else contextlib.nullcontext():
        store.check_writable(path)


def test_json_may_begin_with_a_byte_order_mark(tmp_path):
    path = tmp_path / "o.json"
    path.write_text("\ufeff" + store.document({}, [row()]))
    assert store.read_json(path) == ({}, [row()])


def test_a_json_destination_that_is_not_ours_is_not_overwritten(tmp_path):
    precious = tmp_path / "thesis.tex"
    precious.write_text("years of work")
    with pytest.raises(LabError, match="not overwritten"):
        store.check_writable(precious)
    with pytest.raises(LabError, match="it is a folder"):
        store.check_writable(tmp_path)
    with pytest.raises(LabError, match="folder does not exist"):
        store.check_writable(tmp_path / "nowhere" / "o.json")
    empty = tmp_path / "empty.json"
    empty.touch()
    store.check_writable(empty)


def test_an_interrupted_text_leaves_the_old_file(tmp_path, monkeypatch):
    path = tmp_path / "o.json"
    path.write_text("old")

    def fail(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("os.replace", fail)
    with pytest.raises(KeyboardInterrupt):
        files.write_text(path, "new")
    assert path.read_text() == "old" and list(tmp_path.iterdir()) == [path]
