"""What is remembered is remembered under everything it depends on, and nothing that failed is."""

from __future__ import annotations

import pytest

from lab import cache as cache_module
from lab import measure
from lab.cache import Cache


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.setattr(cache_module, "CACHE", tmp_path)
    return tmp_path


def always(_) -> bool:
    return True


def ask(cache: Cache, parts, answers: list):
    return cache.get(parts, lambda: answers.pop(0), always)


def test_the_second_answer_comes_from_the_cache(tmp_path):
    elf = tmp_path / "elf"
    elf.write_bytes(b"one")
    cache = Cache()
    answers = [1, 2, 3]
    assert [ask(cache, ["uno", elf], answers) for _ in range(2)] == [1, 1]
    elf.write_bytes(b"two")
    assert ask(cache, ["uno", elf], answers) == 2
    assert ask(cache, ["pi4", elf], answers) == 3
    assert (cache.hits, cache.asked) == (1, 4)


def test_fresh_asks_again_and_keeps_the_new_answer():
    answers = [1, 2]
    ask(Cache(), ["x"], answers)
    assert ask(Cache(fresh=True), ["x"], answers) == 2
    assert ask(Cache(), ["x"], answers) == 2


def test_what_is_not_worth_it_is_not_kept():
    answers = [1, 2]
    for expected in (1, 2):
        assert Cache().get(["x"], lambda: answers.pop(0), lambda _: False) == expected


@pytest.mark.parametrize("damage", [b"", b"junk", b"\x80\x05\x95"])
def test_a_damaged_file_is_as_good_as_none(folder, damage):
    ask(Cache(), ["x"], [1])
    (file,) = (folder / "outcomes").iterdir()
    file.write_bytes(damage)
    assert ask(Cache(), ["x"], [2]) == 2


def test_a_repeated_simulation_gives_the_same_rows():
    plan = measure.plan(["uno"], ["null"], ["ctr"], quick=True)
    first, second, fresh = Cache(), Cache(), Cache(fresh=True)
    rows = [measure.execute(plan, cache, lambda _: None) for cache in (first, second, fresh)]
    assert (first.hits, second.hits, fresh.hits) == (0, second.asked, 0) and second.asked > 0
    assert rows[0] == rows[1]
    assert [(r.key(), r.cycles) for r in rows[0]] == [(r.key(), r.cycles) for r in rows[2]]
