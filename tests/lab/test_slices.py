# SPDX-License-Identifier: MIT
"""./narae test --slice: every deep test is in one slice, changed files come first, and the time is limited."""

from __future__ import annotations

import json
import subprocess
import sys
import time
import types
from collections import Counter
from pathlib import Path

import pytest

from lab.commands.test import runner as command
from lab.commands.test import slices
from lab.commands.test.runner import SECONDS_TO_STOP, Runner, affected_tests
from lab.errors import LabError
from lab.paths import ROOT
from lab.progress import Stages
from tests import conftest

LONG, SHORT = "tests/lab/test_long.py", [f"tests/lab/test_{n}.py" for n in range(100)]
TESTS = [*(f"{LONG}::test_a[{n}]" for n in range(50)), *(f"{file}::test_{n}" for file in SHORT for n in range(3))]


@pytest.fixture
def long(monkeypatch) -> None:
    """A file of ten units."""
    monkeypatch.setattr(slices, "TOGETHER_IN", {LONG: 5})


class Item:
    """A test, as far as tests/conftest.py asks."""

    def __init__(self, nodeid: str, *marks: str, fixturenames: tuple[str, ...] = ()) -> None:
        self.nodeid, self.get_closest_marker, self.fixturenames = nodeid, marks.count, fixturenames


def test_every_test_is_in_one_of_equal_slices(long):
    slice_of = slices.slices(TESTS)
    assert [*slice_of] == sorted(TESTS) and {*slice_of.values()} == {*range(slices.SLICES)}
    units = Counter(slice_of[tests[0]] for tests in units_of(TESTS).values())
    assert max(units.values()) - min(units.values()) <= 1


def units_of(tests: list[str]) -> dict[tuple[str, int], list[str]]:
    units: dict[tuple[str, int], list[str]] = {}
    for test, unit in slices.units(tests).items():
        units.setdefault(unit, []).append(test)
    return units


def test_a_file_stays_together_unless_it_has_many_tests(long):
    units = units_of(TESTS)
    assert all(len(units[file, 0]) == 3 and (file, 1) not in units for file in SHORT)
    assert [len(units[LONG, n]) for n in range(10)] == [5] * 10
    others = units_of([name.replace(LONG, "tests/lab/test_other.py") for name in TESTS[:50]])
    assert [len(tests) for tests in others.values()] == [20, 20, 10]


def test_the_files_with_a_number_are_there():
    assert all((ROOT / file).exists() for file in slices.TOGETHER_IN)


def test_a_run_begins_at_its_slice_and_reaches_all_others(long):
    first = slices.SLICES - 2
    names = [item.nodeid for item in conftest.from_slice(first, [Item(name) for name in TESTS])]
    order = [*dict.fromkeys(slices.slices(TESTS)[name] for name in names)]
    assert sorted(names) == sorted(TESTS) and order == [first, first + 1, *range(first)]
    assert slices.units(names) == slices.units(TESTS), "the scheduler of workers knows the new order alone"


def test_what_needs_a_quiet_machine_is_in_no_slice():
    assert conftest.is_quiet(Item("a", "deep", "quiet")) and conftest.is_quiet(Item("a", fixturenames=("full_run",)))
    assert not conftest.is_quiet(Item("a", "deep"))


@pytest.fixture
def repository(tmp_path) -> Path:
    """Commits of 60, 30, 3, 2, 1 and 0 hours ago."""
    slices.git("init", "-q", "-b", "main", root=tmp_path)
    for hours in (60, 30, 3, 2, 1, 0):
        date = f"{int(time.time()) - 3600 * hours} +0000"
        who = {f"GIT_{role}_{what}": "a" for role in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
        who |= {"GIT_AUTHOR_DATE": date, "GIT_COMMITTER_DATE": date}
        commit = ["git", "-C", str(tmp_path), "commit", "-q", "--allow-empty", "-m", f"{hours} hours"]
        subprocess.run(commit, env=who, check=True)
    return tmp_path


def subject(folder: Path, revision: str) -> str:
    return slices.git("log", "-1", "--format=%s", revision, root=folder)


def test_each_commit_selects_the_next_slice(repository):
    assert slices.slice_of_commit(repository) == 6
    slices.git("reset", "-q", "--hard", "HEAD~1", root=repository)
    assert slices.slice_of_commit(repository) == 5


def test_the_last_day_begins_at_the_newest_commit_before_it(repository):
    assert subject(repository, slices.day_before(repository)) == "30 hours"


@pytest.mark.parametrize("depth, begin", [("1", "0 hours"), ("3", "2 hours")])
def test_a_shallow_clone_has_a_slice_and_what_it_knows_of_the_last_day(repository, tmp_path, depth, begin):
    clone = tmp_path / "clone"
    slices.git("clone", "-q", "--depth", depth, f"file://{repository}", str(clone), root=tmp_path)
    assert 0 <= slices.slice_of_commit(clone) < slices.SLICES
    assert subject(clone, slices.day_before(clone)) == begin


def test_a_clone_without_commits_is_refused(tmp_path):
    slices.git("init", "-q", root=tmp_path)
    for function in (slices.slice_of_commit, slices.day_before):
        with pytest.raises(LabError, match="--slice needs a git clone with commits; fatal: "):
            function(tmp_path)


def test_ci_has_all_commits():
    text = (ROOT / ".github/workflows/test.yml").read_text()
    (job,) = [part for part in text.split("actions/checkout@v4\n") if "run: .ci/run\n" in part]
    assert job.lstrip().startswith("with:\n          fetch-depth: 0 ")


COMMANDS = ["test", "bench"]


@pytest.mark.parametrize("failing, reached", [("", 2), ("test", 1)])
def test_ci_ends_at_the_first_command_that_fails(tmp_path, failing, reached):
    (tmp_path / ".ci").mkdir()
    script, narae, log = tmp_path / ".ci/run", tmp_path / "narae", tmp_path / "log"
    script.write_text((ROOT / ".ci/run").read_text())
    narae.write_text(f'#!/bin/sh\necho "$*" >> log\n[ "$*" != "{failing}" ]\n')
    narae.chmod(0o755)
    assert (subprocess.run(["sh", script]).returncode == 0) == (not failing)
    lines = log.read_text().splitlines()
    assert len(lines) == reached and all(map(str.startswith, lines, COMMANDS))


def test_a_changed_kernel_brings_the_builds_and_the_proofs():
    chosen = affected_tests(["src/lea/avr/lea_encrypt.S"])
    assert {"tests/c/test_builds.py", "tests/proof/test_proofs.py", "tests/avr_kernels/test_avr_block.py"} <= {*chosen}


class Recorded:
    """Stands for deep_tests(): what it was called with, and what failed."""

    def __init__(self, failures: list[list[str]]) -> None:
        self.failures, self.calls = failures, []

    def __call__(self, runner, name, words, until, required=False):
        self.calls.append((words, round((until - time.time()) / 60), required))
        return self.failures.pop(0)


@pytest.fixture
def sliced(monkeypatch, tmp_path):
    """Runs slice 7 with a changed file, and these failures: the failed tests, and the calls."""
    monkeypatch.setattr(command, "changed_since", lambda _: ["tests/lab/test_cache.py"])
    monkeypatch.setattr(command, "BUILD", tmp_path)

    def run(*failures: list[str]):
        recorded = Recorded([*failures])
        monkeypatch.setattr(command, "deep_tests", recorded)
        runner = types.SimpleNamespace(failed=0)
        command.sliced_tests(runner, 7)
        return runner.failed, recorded.calls

    return run


def test_changed_tests_run_first_and_only_once(sliced, tmp_path):
    """Those that the time did not reach are not left out then."""
    (tmp_path / command.OUTCOME).write_text(json.dumps({"ended": ["a"]}))
    failed, ((changed, _, _), (others, _, _)) = sliced([], [])
    assert failed == 0
    assert changed == ["tests/lab/test_cache.py", "--slice=7", *command.PARALLEL]
    assert others == ["tests", "--slice=7", f"--after={tmp_path}/earlier.json", *command.PARALLEL]
    both = [Item("a"), Item("b")]
    assert conftest.not_ended(both, tmp_path / "earlier.json") == both[1:] and conftest.not_ended(both, None) == both


def test_without_an_outcome_nothing_is_left_out(sliced):
    _, (_, (others, _, _)) = sliced([], [])
    assert others == ["tests", "--slice=7", *command.PARALLEL]


def test_all_of_it_ends_after_forty_minutes(sliced):
    _, calls = sliced(["a"], [], [])
    assert [minutes for _, minutes, _ in calls] == [25, 35, 40]


def test_what_failed_is_repeated_once_by_itself(sliced):
    failed, calls = sliced(["a"], ["b"], ["b"])
    assert failed == 1 and calls[2][0] == ["a", "b"] and calls[2][2]
    assert sliced(["a"], [], [])[0] == 0


def test_many_failures_are_not_repeated(sliced):
    many = [f"{n}" for n in range(slices.REPEATED + 1)]
    failed, calls = sliced(many, [])
    assert failed == len(many) and len(calls) == 2


def test_a_part_is_stopped_at_its_time_and_has_not_failed():
    with Stages() as stages:
        runner, began = Runner(stages), time.monotonic()
        runner.part("long", [sys.executable, "-c", "import time; time.sleep(1000)"], until=time.time() + 0.3)
    assert (runner.passed, runner.failed) == (0, 0) and time.monotonic() - began < 60


FAILS_LATER = """import time
def test_passes(): pass
def test_fails(): assert False
def test_long():
    try: time.sleep(1000)
    except KeyboardInterrupt: time.sleep({seconds})
    assert False
"""


def test_a_repetition_that_does_not_end_has_failed(tmp_path, monkeypatch):
    monkeypatch.setattr(command, "BUILD", tmp_path)
    outcome = {"failed": ["a"], "stopped": ["b"], "ended": ["a", "c"], "slices": []}

    def part(*_, **more):
        (tmp_path / "outcome.json").write_text(json.dumps(outcome))

    runner = types.SimpleNamespace(failed=0, part=part)
    assert command.deep_tests(runner, "again", ["a", "b", "c", "d"], 0, required=True) == ["a", "b", "d"]
    assert command.deep_tests(runner, "first", ["tests"], 0) == ["a"]


@pytest.mark.parametrize("finished", [True, False])
def test_results_are_counted_without_a_summary(tmp_path, finished):
    """A run that is killed because a test does not end has none; one on a starved machine does not finish either."""
    file = tmp_path / "outcome.json"
    outcome = conftest.Outcome(file, None, None)
    for name, call in (("a", "passed"), ("b", "failed"), ("c", "skipped"), ("d", "passed")):
        for when, result in (("setup", "passed"), ("call", call), ("teardown", "passed")):
            status = {each: each == result for each in ("passed", "failed", "skipped")}
            outcome.pytest_report_teststatus(types.SimpleNamespace(nodeid=name, when=when, **status))
        outcome.pytest_runtest_logfinish(name)
    if finished:
        outcome.pytest_sessionfinish()
    assert command.outcome_count(file, "") == ((2, 1, 1) if finished else (1, 1, 0)), "at once what failed"
    assert command.outcome_count(tmp_path / "none.json", "") is None


@pytest.mark.deep
@pytest.mark.parametrize("seconds", [0, SECONDS_TO_STOP + 5])
def test_a_running_test_is_stopped_and_named(tmp_path, monkeypatch, capsys, seconds):
    """At a time that leaves this machine, as busy as it is, enough of it for the others."""
    monkeypatch.setattr(command, "BUILD", tmp_path)
    words = ["-p", "tests.conftest", "--slice=0", *command.PARALLEL, str(tmp_path)]
    (tmp_path / "test_more.py").write_text("def test_passes(): pass\n")
    with Stages() as stages:
        runner, began = Runner(stages), time.time()
        assert command.deep_tests(runner, "one test", words, began + 3600) == []
        (tmp_path / "test_it.py").write_text(FAILS_LATER.format(seconds=seconds))
        failed = command.deep_tests(runner, "all tests", words, time.time() + 10 + 3 * (time.time() - began))
    assert [name.partition("::")[2] for name in failed] == ["test_fails"]
    assert (runner.passed, runner.failed) == (3, 0)
    output = capsys.readouterr().out
    assert "2 of 3 tests" in output and output.partition("stopped:")[2].strip().endswith("::test_long")
