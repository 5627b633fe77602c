# SPDX-License-Identifier: MIT
"""What all Python tests share: the option --deep, builds with CMake, and figures for the end of the report."""

from __future__ import annotations

import gc
import json
import os
import signal
import time
from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from lab.commands.test import slices
from lab.commands.test.runner import CMAKE, COUNTS, locked
from lab.paths import PRIVATE, ROOT
from tests.tools import call

FIGURE = "figure"
DEEP = "deep"
QUIET = "quiet"
LEFT_OUT = pytest.StashKey[int]()
# In this order, so that the workers end together: what takes longest, all that is not named, and what builds as
# ./narae test does meanwhile.
FIRST = ("bench", "c", "fuzz", "linux", "proof", "cross", "test_try", "test_export")
LAST = (
    "test_java",
    "test_python",
    "test_install",
    "test_rust",
    "test_openssl",
    "test_known_answers",
    "test_constant_time",
    "test_readme",
    "test_x86_64",
    "test_choice",
)


def pytest_addoption(parser):
    parser.addoption("--deep", action="store_true", help="also what takes long")
    parser.addoption("--slice", type=int, help="without quiet tests, from this slice of lab/commands/test/slices.py on")
    parser.addoption("--until", type=float, help="Unix time at which the run is stopped: a later failure is none")
    parser.addoption("--outcome", type=Path, help="JSON file for the names of failed and of stopped tests")
    parser.addoption("--after", type=Path, help="such a file: without the tests that ended there")


def pytest_configure(config):
    config.addinivalue_line("markers", "deep: takes long; runs with --deep only")
    config.addinivalue_line(
        "markers", "quiet(reason): needs a quiet machine, or more time than a slice has, and is in no slice"
    )
    if config.getoption("--outcome") and not hasattr(config, "workerinput"):
        config.pluginmanager.register(Outcome(*map(config.getoption, ("--outcome", "--until", "--slice"))))
    if os.environ.pop(COUNTS, None):
        config.pluginmanager.register(Steps())
    # A shell that starts the tests in the background has them ignore Ctrl-C, and so would every program they start.
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(wrapper=True)
def pytest_collection():
    """One worker after the other: in a new checkout the first one compiles the tests for all.  What is collected
    stays, so no search for garbage has to look at it, then or later."""
    with locked(PRIVATE / "collecting"):
        gc.disable()
        try:
            return (yield)
        finally:
            gc.freeze()
            gc.enable()


@pytest.hookimpl(trylast=True)  # after -k
def pytest_collection_modifyitems(config, items):
    items.sort(key=lambda item: turn(group(item.path)))
    if not config.getoption("--deep"):
        every = items[:]
        items[:] = [item for item in every if not item.get_closest_marker(DEEP)]
        left_out(config, len(every) - len(items))
    if (first := config.getoption("--slice")) is not None:
        items[:] = from_slice(first, not_ended([i for i in items if not is_quiet(i)], config.getoption("--after")))


def is_quiet(item) -> bool:
    """The whole bench, which `full_run` is with --deep, takes hours."""
    return bool(item.get_closest_marker(QUIET)) or "full_run" in item.fixturenames


def not_ended(items: list, outcome: Path | None) -> list:
    ended = {*json.loads(outcome.read_text())["ended"]} if outcome else set()
    return [item for item in items if item.nodeid not in ended]


def from_slice(first: int, items: list) -> list:
    names = [item.nodeid for item in items]
    unit_of, slice_of = slices.units(names), slices.slices(names)
    return sorted(items, key=lambda item: ((slice_of[item.nodeid] - first) % slices.SLICES, unit_of[item.nodeid]))


def left_out(config, number: int) -> None:
    config.stash[LEFT_OUT] = number
    if hasattr(config, "workeroutput"):
        config.workeroutput[DEEP] = number


def pytest_sessionfinish(session, exitstatus):
    left = session.config.stash.get(LEFT_OUT, 0) or session.config.getoption("--slice") is not None
    if exitstatus == pytest.ExitCode.NO_TESTS_COLLECTED and left:
        session.exitstatus = pytest.ExitCode.OK


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node, error):
    """What each worker left out is the same."""
    if DEEP in getattr(node, "workeroutput", {}):
        left_out(node.config, node.workeroutput[DEEP])


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """Workers take groups of tests."""
    from xdist.scheduler import LoadScopeScheduling

    scheduler = LoadScopeScheduling(config, log)
    scheduler._split_scope = lambda name: group(ROOT / name.split("::")[0])
    if config.getoption("--slice") is not None:
        unit_of = cache(lambda: slices.units(scheduler.collection))
        scheduler._split_scope = lambda name: " ".join(map(str, unit_of()[name]))
    return scheduler


def turn(name: str) -> int:
    """When a group begins."""
    places = [*FIRST, "", *LAST]
    return places.index(name if name in places else "")


@cache
def group(file: Path) -> str:
    """Tests that share what they build run one after the other: those of a folder, or of a file of the lab's or
    of LAST."""
    if "full_run" in file.read_text():
        return "bench"
    alone = file.parent == ROOT / "tests" / "lab" or file.stem in LAST
    return file.stem if alone else file.parent.name


class Steps:
    """Prints after each test how many are done, of how many, for lab/commands/test/runner.py."""

    def __init__(self) -> None:
        self.done = self.total = 0

    def pytest_collection_finish(self, session):
        self.total = len(session.items) or self.total

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_node_collection_finished(self, ids):
        self.total = len(ids)

    @pytest.hookimpl(tryfirst=True)
    def pytest_report_teststatus(self, report):
        if report.when != "teardown" or not report.passed:
            return None
        self.done += 1
        return "", f"[{self.done}/{self.total}]\n", ""


class Outcome:
    """Writes which tests failed, which were running when the time was over, and what ran of which slice.  Also
    meanwhile: a starved run may be killed before it ends."""

    SECONDS = 10  # between two writes

    def __init__(self, file: Path, until: float | None, first: int | None) -> None:
        self.file, self.until, self.first = file, until or float("inf"), first
        self.slice_of: dict[str, int] = {}
        self.written = 0.0
        self.passed, self.skipped, self.failed, self.running, self.ended = (set() for _ in range(5))

    def collected(self, names: list[str]) -> None:
        if self.first is not None:
            self.slice_of = slices.slices(names)

    def pytest_collection_finish(self, session):
        self.collected([item.nodeid for item in session.items])

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_node_collection_finished(self, ids):
        self.collected(ids)

    def pytest_runtest_logstart(self, nodeid):
        self.running.add(nodeid)

    @pytest.hookimpl(tryfirst=True)
    def pytest_report_teststatus(self, report):
        if report.skipped:
            self.skipped.add(report.nodeid)
        elif report.passed and report.when == "call":
            self.passed.add(report.nodeid)
        if not report.failed or report.nodeid in self.failed:  # the summary asks again
            return None
        if time.time() >= self.until:
            return "stopped", "", ""
        self.failed.add(report.nodeid)
        return None

    def pytest_runtest_logfinish(self, nodeid):
        if time.time() < self.until:
            self.running.discard(nodeid)
            self.ended.add(nodeid)
            if nodeid in self.failed or time.time() >= self.written + self.SECONDS:
                self.write()

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self):
        self.write()

    def write(self) -> None:
        totals, ended = Counter(self.slice_of.values()), Counter(self.slice_of.get(name) for name in self.ended)
        order = sorted(totals, key=lambda number: (number - self.first) % slices.SLICES)
        files = {
            number: sorted({n.split("::")[0] for n in self.ended if self.slice_of[n] == number}) for number in order
        }
        outcome = {
            "passed": len(self.passed - self.failed),
            "skipped": len(self.skipped),
            "failed": sorted(self.failed),
            "stopped": sorted(self.running - self.failed),
            "ended": sorted(self.ended | self.failed),
            "slices": [(number, ended[number], totals[number], files[number]) for number in order if ended[number]],
        }
        new = self.file.with_suffix(".new")
        new.write_text(json.dumps(outcome))
        new.replace(self.file)
        self.written = time.time()


def pytest_terminal_summary(terminalreporter, config):
    if number := config.stash.get(LEFT_OUT, 0):
        terminalreporter.write_line(f"{number} deep tests left out; ./narae test --deep runs them")
    for report in (r for some in terminalreporter.stats.values() for r in some if getattr(r, "when", "") == "call"):
        for name, line in report.user_properties:
            if name == FIGURE:
                terminalreporter.write_line(line)


@pytest.fixture
def note(record_property) -> Callable[[str], None]:
    """Adds a line to the end of the report, passed or not."""
    return lambda line: record_property(FIGURE, line)


@pytest.fixture(scope="session")
def drawn(pytestconfig) -> dict[str, int]:
    """Of the programs in tests/rv32_kernels: comparisons of random sizes, and windows of random keys; every day
    fewer."""
    return {"ROUNDS": 60, "KEYS": 50} if pytestconfig.getoption("--deep") else {"ROUNDS": 15, "KEYS": 20}


@pytest.fixture(scope="session")
def cmake_build() -> Callable[..., Path]:
    """Configures and builds the library and what is requested; returns the folder.  One at a time in a folder."""

    def build(name: str, options: list[str], *targets: str) -> Path:
        folder = CMAKE / name
        with locked(folder):
            call(["cmake", "-G", "Ninja", "-S", ROOT, "-B", folder, "--log-level=WARNING", *options])
            call(["cmake", "--build", folder, "-j2", *[f"--target={t}" for t in targets]])
        return folder

    return build


@pytest.fixture
def c_tests(cmake_build) -> Callable[..., Path]:
    """Builds a configuration and runs its C tests; returns the folder."""

    def run(name: str, options: list[str], *chosen: str) -> Path:
        folder = cmake_build(name, ["-DNARAE_TESTS=ON", "-DNARAE_WERROR=ON", *options])
        for counts in folder.rglob("*.gcda"):
            counts.unlink()
        call(["ctest", "--test-dir", folder, "-j2", "--output-on-failure", *chosen])
        return folder

    return run
