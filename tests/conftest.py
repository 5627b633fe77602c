# SPDX-License-Identifier: MIT
"""What all Python tests share: the option --deep, builds with CMake, and figures for the end of the report."""

from __future__ import annotations

import fcntl
import signal
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from lab.paths import BUILD, ROOT
from tests.tools import call

FIGURE = "figure"


def pytest_addoption(parser):
    parser.addoption("--deep", action="store_true", help="also what takes long")


def pytest_configure(config):
    config.addinivalue_line("markers", "deep: takes long; runs with --deep only")
    # A shell that starts the tests in the background has them ignore Ctrl-C, and so would every program they start.
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(config, items):
    if not config.getoption("--deep"):
        for item in items:
            if item.get_closest_marker("deep"):
                item.add_marker(pytest.mark.skip(reason="deep: runs with ./narae test --deep"))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """Two workers take groups of tests."""
    from xdist.scheduler import LoadScopeScheduling

    scheduler = LoadScopeScheduling(config, log)
    scheduler._split_scope = lambda name: group(ROOT / name.split("::")[0])
    return scheduler


@cache
def group(file: Path) -> str:
    """Tests that share what they build run one after the other: those of a folder, or of a file of the lab's."""
    if "full_run" in file.read_text():
        return "bench"
    return file.stem if file.parent == ROOT / "tests" / "lab" else file.parent.name


def pytest_terminal_summary(terminalreporter):
    for report in (r for some in terminalreporter.stats.values() for r in some if getattr(r, "when", "") == "call"):
        for name, line in report.user_properties:
            if name == FIGURE:
                terminalreporter.write_line(line)


@pytest.fixture
def note(record_property) -> Callable[[str], None]:
    """Adds a line to the end of the report, passed or not."""
    return lambda line: record_property(FIGURE, line)


@pytest.fixture(scope="session")
def cmake_build() -> Callable[..., Path]:
    """Configures and builds the library and what is requested; returns the folder.  One at a time in a folder."""

    def build(name: str, options: list[str], *targets: str) -> Path:
        folder = BUILD / "cmake" / name
        folder.mkdir(parents=True, exist_ok=True)
        with (folder / "lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            call(["cmake", "-S", ROOT, "-B", folder, "--log-level=WARNING", *options])
            call(["cmake", "--build", folder, "-j2", *[f"--target={t}" for t in targets], "--", "-s"])
        return folder

    return build
