# SPDX-License-Identifier: MIT
"""./narae test: what it shows of its parts, how it counts them, and that Ctrl-C ends them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
import types

import pytest

from lab import progress
from lab.commands.test import runner as command
from lab.commands.test.runner import STEP, Runner, ctest_count, find_python3, locked, pytest_count
from lab.paths import ROOT
from tests import conftest

STEPS = "print('[1/4] made.o'); print('.s[2/4]'); print('  3/4 Test  #7: test_lea ... Passed')"


def python(text: str) -> list[str]:
    return [sys.executable, "-c", text]


class Item:
    """A test, as far as tests/conftest.py asks."""

    path = ROOT / "tests" / "lab" / "test_parts.py"

    def __init__(self, marks: list[str]) -> None:
        self.get_closest_marker = marks.count


class Config:
    def __init__(self, deep: bool = False, **more: dict[str, int]) -> None:
        self.getoption = {"--deep": deep, "--slice": None}.__getitem__
        self.stash = pytest.Stash()
        vars(self).update(more)


@pytest.mark.parametrize(
    "line", ["[12/300] Building C object", " 12/300 Test #3: test_gcm", "..s[12/300]\n", "[ 12/300]"]
)
def test_steps_of_each_tool_are_read(line):
    assert STEP.match(line) and STEP.match(line).groups() == ("12", "300")


@pytest.mark.parametrize("line", ["12/300 of it", "300 passed in 12.0s", "tests/a.py:12: [1/2]"])
def test_other_lines_are_no_steps(line):
    assert not STEP.match(line)


def test_a_build_of_another_checkout_is_configured_again(tmp_path, monkeypatch):
    """One that was moved or copied; CMake would end with an error."""
    monkeypatch.setattr(command, "CMAKE", tmp_path)
    (tmp_path / "a").mkdir()
    cache, present = tmp_path / "a/CMakeCache.txt", []
    runner = types.SimpleNamespace(part=lambda *_: present.append(cache.exists()))
    for root in (ROOT, f"{ROOT}2"):
        cache.write_text(f"CMAKE_HOME_DIRECTORY:INTERNAL={root}\n")
        command.built(runner, "a", [])
    assert present == [True, True, False, False]


def test_parts_find_this_python3_first():
    find_python3()
    find_python3()  # the second time it is there
    with progress.Stages() as stages:
        _, output = Runner(stages).run(
            "which", ["python3", "-c", "import os, sys; print(os.path.realpath(sys.executable))"]
        )
    assert output.strip() == os.path.realpath(sys.executable)


def test_deep_tests_are_left_out_and_counted(capsys):
    """Each worker leaves them out, the controller says how many, and Runner reads it."""
    usual, deep = (Item(marks) for marks in ([], ["deep"]))
    worker, controller = Config(workeroutput={}), Config()
    conftest.pytest_collection_modifyitems(worker, items := [deep, usual, deep])
    assert items == [usual]
    conftest.pytest_testnodedown(types.SimpleNamespace(config=controller, workeroutput=worker.workeroutput), None)
    terminal = types.SimpleNamespace(stats={}, write_line=print)
    conftest.pytest_terminal_summary(terminal, controller)
    line = capsys.readouterr().out
    assert line == "2 deep tests left out; ./narae test --deep runs them\n"
    with progress.Stages() as stages:
        runner = Runner(stages)
        runner.part("tests", python(f"print({line!r})"))
    assert runner.deep == 2
    conftest.pytest_collection_modifyitems(Config(deep=True), items := [deep, usual])
    assert items == [deep, usual]


def test_only_a_failure_shows_its_output(capsys):
    with progress.Stages() as stages:
        runner = Runner(stages)
        runner.part("good", python(f"{STEPS}; print('all is well')"))
        runner.part("bad", python(f"{STEPS}; print('what is wrong'); raise SystemExit(1)"))
        runner.part(
            "counted", python("print('8 passed, 1 failed, 2 skipped in 3.1s'); raise SystemExit(1)"), pytest_count
        )
    out = capsys.readouterr().out
    assert "all is well" not in out and "what is wrong" in out and "[1/4]" not in out
    assert "-- good: passed in" in out and "-- bad: FAILED in" in out
    assert (runner.passed, runner.failed, runner.skipped) == (9, 2, 2)


def test_a_part_that_crashes_is_a_failure_whatever_it_counted():
    with progress.Stages() as stages:
        runner = Runner(stages)
        runner.part("ctest", python("print('0 tests failed out of 9'); raise SystemExit(8)"), ctest_count)
    assert (runner.passed, runner.failed) == (9, 1)


def test_stage_steps_and_remaining_time_are_shown(capsys, monkeypatch):
    monkeypatch.setattr(progress, "STAGES_SECONDS", 0)
    with progress.Stages() as stages:
        stages.begin("configure")
        stages.begin("build")
        stages.at("build", 3, 4)
    assert capsys.readouterr().err == "configure; build [3/4, 0:00 left]\n"


def test_a_second_build_in_a_folder_waits(tmp_path):
    order = []

    def other():
        with locked(tmp_path / "build"):
            order.append("second")

    with locked(tmp_path / "build"):
        thread = threading.Thread(target=other)
        thread.start()
        time.sleep(0.2)
        order.append("first")
    thread.join()
    assert order == ["first", "second"]


ENDED = {"Ctrl-C": (signal.SIGINT, 130), "kill": (signal.SIGTERM, 143), "hangup": (signal.SIGHUP, 129)}


@pytest.mark.parametrize("how", ENDED)
def test_a_signal_ends_what_runs_with_its_children(tmp_path, how):
    """Also where a shell has started it in the background, so that it ignores Ctrl-C, as do its children."""
    begun, (number, code) = tmp_path / "begun", ENDED[how]
    script = f"""import signal
from lab.commands.test import runner
from lab.cli import main
signal.signal(signal.SIGHUP, signal.SIG_DFL)
if {how != "Ctrl-C"}:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
runner.SECONDS_TO_STOP = 0.2
part = "sleep 1000 & touch {begun}; wait"
runner.lint = lambda parts, words: parts.part("long", ["sh", "-c", part])
raise SystemExit(main(["test", "--lint"]))"""
    process = subprocess.Popen(
        python(script), cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    while not begun.exists() and process.poll() is None:
        time.sleep(0.1)
    process.send_signal(number)  # to it alone, as `kill` does
    _, output = process.communicate(timeout=300)  # and the part, which would take longer, was ended
    assert (process.returncode, output) == (code, "narae: interrupted; the remaining tests did not run\n")
