"""What all Python tests share: the option --deep, builds with CMake, and figures for the end of the report."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from lab.paths import BUILD, ROOT
from tests.tools import call

FIGURES = pytest.StashKey[list[str]]()


def pytest_addoption(parser):
    parser.addoption("--deep", action="store_true", help="also what takes long")


def pytest_configure(config):
    config.addinivalue_line("markers", "deep: takes long; runs with --deep only")
    config.stash[FIGURES] = []


def pytest_collection_modifyitems(config, items):
    if not config.getoption("--deep"):
        for item in items:
            if item.get_closest_marker("deep"):
                item.add_marker(pytest.mark.skip(reason="deep: runs with ./narae test --deep"))


def pytest_terminal_summary(terminalreporter, config):
    for line in config.stash[FIGURES]:
        terminalreporter.write_line(line)


@pytest.fixture
def note(request) -> Callable[[str], None]:
    """Adds a line to the end of the report, passed or not."""
    return request.config.stash[FIGURES].append


@pytest.fixture(scope="session")
def cmake_build() -> Callable[..., Path]:
    """Configures and builds the library and what is asked for; returns the folder."""

    def build(name: str, options: list[str], *targets: str) -> Path:
        folder = BUILD / "cmake" / name
        call(["cmake", "-S", ROOT, "-B", folder, "--log-level=WARNING", *options])
        call(["cmake", "--build", folder, "-j2", *[f"--target={t}" for t in targets], "--", "-s"])
        return folder

    return build
