# SPDX-License-Identifier: MIT
"""docs/explanation/kernel-speedups.md: each kernel stays because a row shows what it gains."""

from __future__ import annotations

import importlib.util
import sys
from dataclasses import replace

import pytest

from lab.paths import REFERENCE, ROOT
from lab.store import read_json
from lab.views import reference


@pytest.fixture(scope="module")
def speedups():
    specification = importlib.util.spec_from_file_location("speedups", ROOT / "docs/kernel_speedups.py")
    module = importlib.util.module_from_spec(specification)
    sys.modules[specification.name] = module  # dataclasses look there
    specification.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def rows():
    return read_json(REFERENCE, every_core=True)[1]


def test_the_page_is_that_of_the_rows(speedups, rows):
    assert speedups.PAGE.read_text() == speedups.text(rows), "run .narae/venv/bin/python docs/kernel_speedups.py"


def test_every_kernel_gains_what_it_has_to(speedups, rows):
    idle = [place for place, gain in speedups.gains(rows).items() if not gain.enough]
    assert not idle, "delete them, or measure them where they gain"


def test_a_kernel_that_gains_nothing_is_found(speedups, rows):
    slower = [replace(r, cycles=1e9) if (r.target, r.kernel) == ("uno", "avr") else r for r in rows]
    assert not any(g.enough for (t, _, k), g in speedups.gains(slower).items() if (t, k) == ("uno", "avr"))


def test_every_kernel_of_the_boards_is_listed(speedups, rows):
    """Those that the lab measures, by primitive; of a machine with fewer rows, and of shares, there is no portable
    code."""
    rows = [r for r in rows if r.target not in reference.FEWER_ROWS and r.shares == 1]
    listed = {(target, kernel) for target, _, kernel in speedups.gains(rows)}
    assert listed == {(r.target, r.kernel) for r in rows if r.cycles and ":" not in r.kernel and r.kernel != "portable"}
