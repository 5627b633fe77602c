# SPDX-License-Identifier: MIT
"""Results are never half written, and a file that is not ours is never touched."""

from __future__ import annotations

import contextlib
import gzip
import json
import random
import re
import sqlite3
from collections import Counter

import pytest

from lab import files, store
from lab.errors import LabError
from lab.rows import CHECKS, COLUMNS, Row, from_dict
from lab.store import Store, runs
from tests.tools import every_day

# The row of the project's design: a rename here breaks everybody who reads the files.
DESIGNED = """
    cipher mode operation bytes ad_bytes kernel target cycles cycles_per_byte time_us spread runs fidelity error_band
    flash_bytes ram_bytes context_bytes stack_bytes constant_time vectors proof
    shares random_bytes leakage provenance
"""


def row(**changes) -> Row:
    values = {"cipher": "lea-128", "mode": "block", "operation": "encrypt", "bytes": 16, "ad_bytes": 0}
    return Row(**(values | {"kernel": "portable", "target": "uno", "cycles": 19265.0, "vectors": 9} | changes))


OF_THE_FIRST_VERSION = (
    "DROP INDEX rows_of_runs",
    "ALTER TABLE runs DROP COLUMN digest",
    "ALTER TABLE rows DROP COLUMN proof",
    "PRAGMA user_version = 1",
)
OF_THE_THIRD_VERSION = [f"ALTER TABLE rows DROP COLUMN {name}" for name in ("shares", "random_bytes", "leakage")]


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


CHANGES = [
    "runs SET context = '{'",
    'runs SET context = \'{"date": "tomorrow"}\'',
    "runs SET digest = NULL",
    "rows SET provenance = '{'",
    "rows SET cycles = 19265",  # which was a fraction
    "rows SET cycles = '19265.0'",
    "rows SET cycles = x'00'",
    "rows SET kernel = CAST(x'ff' AS TEXT)",
    "rows SET run = 7",
    "runs SET run = 8",
]


@pytest.mark.parametrize("change", CHANGES)
def test_a_run_that_is_not_what_was_stored_is_left_out_and_named(tmp_path, change):
    """Of which SQLite does not know; the run before it is shown."""
    path = tmp_path / "r.sqlite"
    database = Store(path)
    rows = [row(), row(operation="decrypt")]
    database.add({"date": "today"}, [row()])
    run = database.add({"date": "today"}, rows)
    assert [r.number for r in database.runs()] == [1, run] and database.rows(run) == rows
    with database.db:
        database.db.execute(f"UPDATE {change} WHERE run = {run}")
    database.close()
    before, database = path.read_bytes(), Store(path)
    assert [r.number for r in database.runs()] == [1]
    assert run in database.damaged and re.search(r"runs? 2.* damaged and left out \(.*digest", database.damage())
    with pytest.raises(LabError, match="run 2 is damaged"):
        database.rows(run)
    assert runs.current(database).rows == [row()]
    with pytest.raises(LabError, match="damaged and left out"):
        runs.one(database, run)
    assert path.read_bytes() == before
    database.add({}, [row()])
    assert database.runs()[0].number == 1 and database.rows(1) == [row()]


def test_rows_in_another_order_are_not_what_was_stored(tmp_path):
    database = Store(tmp_path / "r.sqlite")
    database.add({}, [row(), row(operation="decrypt")])
    with database.db:
        database.db.execute("UPDATE rows SET rowid = 9 WHERE rowid = 1")
    assert database.runs() == [] and list(database.damaged) == [1]


def test_a_run_without_its_record_is_named(tmp_path):
    database = Store(tmp_path / "r.sqlite")
    database.add({}, [row()])
    with database.db:
        database.db.execute("DELETE FROM runs")
    assert database.runs() == [] and list(database.damaged) == [1]
    with pytest.raises(LabError, match="run 1 is damaged and left out"):
        runs.current(database)


@pytest.mark.parametrize("flips", every_day([30], [30, 600]))
def test_no_flipped_bit_changes_what_is_shown_without_a_word(tmp_path, flips):
    """Anywhere in the file, and as often in its first page, which has the header and the schema."""
    path, chance = tmp_path / "r.sqlite", random.Random(flips)
    database = Store(path)
    for cipher in ("lea-128", "aes-128"):
        facts = {"compiler": "avr-gcc 5", "flags": "-O2 -ffunction-sections"}
        rows = [row(cipher=cipher, bytes=16 * n, cycles=19265.5 * n, provenance=facts) for n in range(1, 9)]
        database.add({"date": "2026-11-29", "sources": "now"}, rows)
    shown = runs.current(database)
    database.close()
    good, seen = path.read_bytes(), Counter()
    for n in range(flips):
        bad = bytearray(good)
        place = chance.randrange(len(good) if n % 2 else 4096)
        bad[place] ^= 1 << chance.randrange(8)
        path.write_bytes(bad)
        for other in tmp_path.glob("r.sqlite-*"):
            other.unlink()
        try:
            database = Store(path)
            view = runs.current(database)
            database.close()
        except (LabError, OSError) as error:
            assert str(path.name) in str(error), place
            seen["refused"] += 1
            continue
        assert view == shown or "damaged and left out" in view.damage, place
        assert not view.damage or all(r in shown.rows for r in view.rows), place
        seen["left out" if view.damage else "same"] += 1
    assert all(seen[what] for what in ("refused", "left out", "same")), seen


@pytest.mark.parametrize("old", [False, True])
def test_a_store_whose_making_is_stopped_is_made_the_next_time(tmp_path, monkeypatch, old):
    """Each statement on its own would stay.  Of two processes that make it, one finds it there."""
    path = tmp_path / "r.sqlite"
    if old:
        Store(path).close()
        with sqlite3.connect(path) as database:
            for statement in OF_THE_FIRST_VERSION:
                database.execute(statement)
    with monkeypatch.context() as patch, pytest.raises(LabError):
        patch.setattr(store, "INDEX", "nonsense")
        Store(path)
    database = Store(path)
    database._create()
    database._upgrade()
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
        for statement in OF_THE_FIRST_VERSION:
            database.execute(statement)
        names = [c for c in COLUMNS if c != "proof"]
        old = dict(zip(COLUMNS, store.flat(row()), strict=True))
        marks = ", ".join("?" * len(names))
        database.execute("INSERT INTO runs VALUES (1, '{}')")
        database.execute("INSERT INTO runs VALUES (2, '{}')")
        database.execute(f"INSERT INTO rows (run, {', '.join(names)}) VALUES (1, {marks})", [old[n] for n in names])
        old["cycles_per_byte"] = 3
        database.execute(f"INSERT INTO rows (run, {', '.join(names)}) VALUES (2, {marks})", [old[n] for n in names])
    store_of_today = Store(path)
    number = store_of_today.add({}, [row(proof="equal")])
    assert [r.proof for n in (1, number) for r in store_of_today.rows(n)] == ["not tried", "equal"]
    assert [r.number for r in store_of_today.runs()] == [1, number]
    assert store_of_today.damaged == {2: "row 1: 19265 cycles of 16 bytes are not 3 a byte"}
    before = path.read_bytes()
    assert len(Store(path).runs()) == 2 and path.read_bytes() == before, "it is brought up to date once"


def test_a_store_without_shares_keeps_its_sound_runs_and_its_damaged_ones(tmp_path):
    """A digest of today's content would make a damaged run a sound one."""
    path = tmp_path / "r.sqlite"
    Store(path).close()
    with sqlite3.connect(path) as database:
        for statement in OF_THE_THIRD_VERSION:
            database.execute(statement)
        database.execute("PRAGMA user_version = 3")
        names = [c for c in COLUMNS if c not in ("shares", "random_bytes", "leakage")]
        values = dict(zip(COLUMNS, store.flat(row()), strict=True))
        for run in (1, 2):
            content = [values[n] for n in names]
            database.execute("INSERT INTO runs VALUES (?, '{}', ?)", [run, store.digest(run, "{}", [tuple(content)])])
            marks = ", ".join("?" * len(names))
            database.execute(f"INSERT INTO rows (run, {', '.join(names)}) VALUES ({run}, {marks})", content)
        database.execute("UPDATE rows SET cycles = 1 WHERE run = 2")
    store_of_today = Store(path)
    assert [(r.shares, r.leakage) for r in store_of_today.rows(1)] == [(1, "not tried")]
    assert [r.number for r in store_of_today.runs()] == [1]
    assert store_of_today.damaged == {2: "its digest does not match"}


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
        row(bytes=66, spread=0.0, runs=0, vectors=8, error_band="±1 %", provenance=one),
        row(ad_bytes=16, constant_time={"cycles": "not-run", "pc_trace": "equal", "address_trace": "differs"}),
        row(provenance=two),
        row(bytes=67, proof="equal", provenance=two | {"proved": {"covers": "every state"}}),
        row(cycles=None, cycles_per_byte=None, time_us=None, provenance={"failure": "does not build"}),
        row(cycles=None, provenance=two | {"failure": "does not fit"}),
    ]
    record = {"cipher": "lea-128", "mode": "ctr", "kernel": "neon"}
    context = {"date": "today", "threads": [record | {"threads": 1}, record | {"threads": 2}]}
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
        invalid = row().as_dict() | {column: value}
        path.write_text(json.dumps({"context": {}, "rows": [row().as_dict(), invalid]}))
        with pytest.raises(LabError, match=f"results file of this version: .*{FOREIGN[column][1]}|damaged.*: 5$"):
            store.read_json(path)
    path.write_text(json.dumps({"context": {}, "rows": [row(cycles=None).as_dict()]}))
    with pytest.raises(LabError, match="row 1: there are neither cycles nor a failure"):
        store.read_json(path)


IMPOSSIBLE = {
    "negative": ({"cycles": -5.0}, "cycles is -5.0, not a number above 0"),
    "zero": ({"cycles": 0}, "cycles is 0, not a number above 0"),
    "no time": ({"time_us": 0.0}, "time_us is 0.0, not a number above 0"),
    "spread": ({"spread": -0.1}, "spread is -0.1, not a number above 0"),
    "rate": ({"cycles_per_byte": 1204.1}, "19265 cycles of 16 bytes are not 1204.1 a byte"),
    "rate of nothing": ({"bytes": 0, "cycles_per_byte": 1.0}, "19265 cycles of 0 bytes are not 1 a byte"),
    "vectors": ({"vectors": 0}, "there are cycles of code that passed no vectors"),
    "flash": ({"flash_bytes": -1}, "flash_bytes is -1, not a number from 0"),
    "stack": ({"stack_bytes": 1.5}, "stack_bytes is 1.5, not a number from 0"),
    "size": ({"bytes": 2**60}, "bytes is 1152921504606846976, not a number from 0"),
    "proof": ({"proof": "equel"}, "proof is 'equel', not one of not tried, equal"),
    "check": ({"constant_time": dict.fromkeys(CHECKS, "dyffers")}, "not equal, differs or not-run"),
    "time": ({"cycles": None, "time_us": 1.0, "provenance": {"failure": "no"}}, "there is time_us without cycles"),
}


@pytest.mark.parametrize("what", IMPOSSIBLE)
def test_impossible_figures_are_refused_from_wherever_they_come(tmp_path, what):
    """Also where the digest is right, as in a store that an earlier version wrote."""
    changes, output = IMPOSSIBLE[what]
    wrong = row(**changes)
    for write in (store.write_json, store.write_compact)[: 1 if what == "check" else 2]:  # a sign for each known word
        path = tmp_path / "o.json"
        write(path, {}, [row(), wrong])
        with pytest.raises(LabError, match=f"o.json is damaged .*row 2: .*{re.escape(output)}"):
            store.read_json(path)
    database = Store(tmp_path / "r.sqlite")
    database.add({}, [row()])
    database.add({}, [row(), wrong])
    assert [r.number for r in database.runs()] == [1] and output in database.damage()
    with pytest.raises(LabError, match=f"r.sqlite: run 2 is damaged .row 2: .*{re.escape(output)}"):
        database.rows(2)


CONTEXTS = {
    "[]": "its context is .., not a table",
    '{"date": 5}': "date of its context is 5, not a text",
    '{"quick": "yes"}': "quick of its context is 'yes', not true or false",
    '{"threads": {}}': "threads of its context is .*, not a list of tables",
    '{"threads": [{"cipher": 5}]}': "cipher of threads of its context is 5, not a text",
    '{"rates": [{"bits": 64, "kind": "any"}]}': "rates of its context: rate is missing",
    '{"rates": [{"bits": 64, "kind": "any", "rate": -1}]}': "rate of rates of its context is -1, not a number above 0",
    '{"date": "\\ud800"}': "half a character",
    f'{{"date": {"9" * 5000}}}': "a number has too many digits",
    f'{{"date": {"[" * 3000}{"]" * 3000}}}': "nested more than 64 deep",
    "\0": "Expecting value",
}


@pytest.mark.parametrize("text", CONTEXTS, ids=range(len(CONTEXTS)))
def test_a_context_that_no_view_could_show_is_refused_from_wherever_it_comes(tmp_path, text):
    path = tmp_path / "o.json"
    path.write_text(f'{{"context": {text}, "rows": []}}')
    with pytest.raises(LabError, match=f"o.json is damaged or not a results file of this version: .*{CONTEXTS[text]}"):
        store.read_json(path)
    database = Store(tmp_path / "r.sqlite")
    database.add({}, [row()])
    with database.db:
        database.db.execute("UPDATE runs SET context = ?", [text])
        database._seal(1)
    assert database.runs() == [] and re.search(CONTEXTS[text], database.damage())


MALFORMED = [
    '{"context": {"rates": [1]}, "rows": []}',
    "[1]",
    "5",
    '{"context": "programs", "rows": []}',
    '{"context": {"date": 5}, "rows": []}',
    "[" * 100_000,
]


@pytest.mark.parametrize("text", MALFORMED, ids=range(len(MALFORMED)))
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


def test_a_foreign_json_destination_is_not_overwritten(tmp_path):
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
