# SPDX-License-Identifier: MIT
"""What is remembered is remembered under everything it depends on, nothing that failed is, and what was damaged since
is made again."""

from __future__ import annotations

import pickle
import shutil
from pathlib import Path

import pytest

from lab import build, files
from lab import cache as cache_module
from lab.build import elf
from lab.cache import Cache
from lab.plan import selection
from lab.rows import EQUAL, Row
from lab.run import measure
from lab.run.protocol import Operation, Transcript
from lab.targets.base import Finding, Outcome


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.setattr(cache_module, "CACHE", tmp_path)
    return tmp_path


def always(_) -> bool:
    return True


def look_up(cache: Cache, parts, answers: list):
    return cache.get(parts, lambda: answers.pop(0), always)


def entry(folder: Path, place: str) -> Path:
    (file,) = (f for f in (folder / place).rglob("*") if f.is_file())
    return file


def test_the_second_answer_comes_from_the_cache(tmp_path):
    elf = tmp_path / "elf"
    elf.write_bytes(b"one")
    cache = Cache()
    answers = [1, 2, 3]
    assert [look_up(cache, ["uno", elf], answers) for _ in range(2)] == [1, 1]
    elf.write_bytes(b"two")
    assert look_up(cache, ["uno", elf], answers) == 2
    assert look_up(cache, ["pi4", elf], answers) == 3
    assert (cache.hits, cache.requests) == (1, 4)


def test_parts_are_not_mixed_up():
    answers = [1, 2]
    assert [look_up(Cache(), parts, answers) for parts in (["a", "b"], ["a1 b"])] == [1, 2]


def test_fresh_asks_again_once_and_keeps_the_new_answer(monkeypatch):
    answers = [1, 2]
    look_up(Cache(), ["x"], answers)
    monkeypatch.setattr(cache_module, "_fresh", None)
    cache_module.ignore_earlier()
    assert [look_up(Cache(), ["x"], answers) for _ in range(2)] == [2, 2]
    monkeypatch.setattr(cache_module, "_fresh", None)
    assert look_up(Cache(), ["x"], answers) == 2


def test_fresh_makes_objects_again(monkeypatch):
    result = []

    def make(fresh: Path) -> None:
        result.append(fresh)
        fresh.write_text("an object")

    monkeypatch.setattr(cache_module, "_fresh", None)
    for times in (1, 2):
        for _ in range(2):
            assert cache_module.cached("objects", ["gcc"], make, ".o").read_text() == "an object"
            assert len(result) == times
        cache_module.ignore_earlier()


def test_results_that_may_not_be_kept_are_not():
    answers = [1, 2]
    for expected in (1, 2):
        assert Cache().get(["x"], lambda: answers.pop(0), lambda _: False) == expected


@pytest.mark.parametrize("damage", [b"", b"junk", b"\x80\x05\x95"])
def test_a_damaged_file_is_made_again(folder, damage):
    look_up(Cache(), ["x"], [1])
    entry(folder, "outcomes").write_bytes(damage)
    assert look_up(Cache(), ["x"], [2]) == 2
    assert look_up(Cache(), ["x"], []) == 2
    assert pickle.loads(entry(folder, "outcomes").read_bytes()) == 2


def test_a_damaged_object_is_compiled_again(folder):
    """Linking an emptied one ends in `ld returned 1 exit status`.  Other tests may link the program at the same
    time from another cache, so names of files in it are not compared."""
    plan = selection.select(["uno"], ["null"], ["block"], quick=True)
    (first, *_) = plan.pairs()
    target, implementation = first
    for remembered in (build.shared_object, build.precompiled, build.is_empty, build.object_symbols, build.names):
        remembered.cache_clear()
    program = build.build(implementation, target.board, plan.sizes_of(*first)).elf
    whole = elf.identity(program)
    objects = sorted((folder / "objects").rglob("*.o"))
    assert len(objects) > 10
    for file in objects[::5]:
        file.write_bytes(b"")
    program.with_suffix(".inputs").unlink(missing_ok=True)  # it is linked again
    build.shared_object.cache_clear()
    assert elf.identity(build.build(implementation, target.board, plan.sizes_of(*first)).elf) == whole


def an_outcome() -> Outcome:
    operation = Operation("block", "encrypt", 16, 0)
    finding = Finding(1042.0, 0.0, 50, 48, dict.fromkeys(("cycles", "pc_trace", "address_trace"), EQUAL))
    return Outcome(Transcript(), {operation: finding}, clock_hz=16e6, provenance={"simulator": "simavr 1.6"})


def test_no_flipped_bit_gives_another_answer_or_an_error(folder):
    """Each bit of a small outcome, and what is made instead is kept."""
    outcome = an_outcome()
    look_up(Cache(), ["x"], [outcome])
    file = entry(folder, "outcomes")
    good = file.read_bytes()
    for bit in range(8 * len(good)):
        bad = bytearray(good)
        bad[bit // 8] ^= 1 << bit % 8
        file.write_bytes(bad)
        if bit % 100:
            assert cache_module.read_entry(file.parent) == (None, b"") and not file.exists()
            continue
        cache = Cache()
        assert look_up(cache, ["x"], ["made again"]) == "made again" and cache.hits == 0
        shutil.rmtree(file.parent)
        file.parent.mkdir()
    file.write_bytes(good)
    assert look_up(Cache(), ["x"], []) == outcome


def test_an_entry_under_another_name_is_none(folder):
    look_up(Cache(), ["x"], [1])
    look_up(Cache(), ["y"], [2])
    x, y = (cache_module.entry_of("outcomes", [cache_module.lab_hash(), name]) for name in "xy")
    (kept,) = x.iterdir()
    shutil.copy(kept, y / kept.name)
    assert look_up(Cache(), ["y"], [3]) == 2


@pytest.mark.parametrize("failure", [KeyboardInterrupt, OSError(28, "No space left on device"), ValueError])
def test_what_fails_leaves_nothing_behind(folder, failure):
    def make(fresh: Path) -> None:
        fresh.with_suffix(".i").write_text("text")
        fresh.write_text("half")
        raise failure

    with pytest.raises(type(failure) if isinstance(failure, Exception) else failure):
        cache_module.cached("objects", ["gcc"], make, ".o")
    assert [f for f in folder.rglob("*") if f.is_file()] == []


def test_what_a_killed_process_left_goes_after_a_day(folder, monkeypatch):
    with files.temporary_folder(folder) as work:
        left = work.with_name("left")
    left.mkdir()
    with files.temporary_folder(folder):
        assert left.exists()
    monkeypatch.setattr(files, "SECONDS_KEPT", -1)
    with files.temporary_folder(folder):
        assert not left.exists()


def test_a_repeated_simulation_gives_the_same_rows(monkeypatch):
    plan = selection.select(["uno"], ["null"], ["ctr"], quick=True)
    rows: list[list[Row]] = []
    hits = []
    for repeating in (False, False, True):
        monkeypatch.setattr(cache_module, "_fresh", set() if repeating else None)
        cache = Cache()
        rows.append(measure.execute(plan, cache, lambda _: None))
        hits.append((cache.hits, cache.requests > 0))
    assert hits == [(0, True), (len({r.kernel for r in rows[0]}), True), (0, True)]
    assert rows[0] == rows[1]
    assert [(r.key(), r.cycles) for r in rows[0]] == [(r.key(), r.cycles) for r in rows[2]]
