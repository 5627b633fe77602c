# SPDX-License-Identifier: MIT
"""Tables in narrow terminals: columns go, by name, but no line wraps."""

from __future__ import annotations

import io
import re
from dataclasses import replace

import pytest
from rich.console import Console

from lab import text
from lab.commands import advise
from lab.paths import REFERENCE
from lab.rows import Row
from lab.store import read_json
from lab.targets import TARGETS
from lab.views import advice, table

WIDTHS = (80, 100, 120, 200)


@pytest.fixture(scope="module")
def rows():
    return read_json(REFERENCE)[1]


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("target", TARGETS)
def test_the_table_of_bench_fits(rows, target, width):
    screen = io.StringIO()
    console = Console(width=width, file=screen, force_terminal=True, color_system=None)
    table.show(console, [r for r in rows if r.target == target and not r.failure])
    lines = screen.getvalue().splitlines()
    head = next(line for line in lines if line.lstrip().startswith("cipher"))
    assert max(len(line.rstrip()) for line in lines if not line.startswith("columns omitted")) <= width
    output = next((line for line in lines if line.startswith("columns omitted")), "")
    in_shares = any(r.shares > 1 for r in rows if r.target == target)
    droppable = [name for name in table.DROPPED_FIRST if in_shares or name not in table.OF_SHARES]
    lost = [name for name, *_ in table.COLUMNS if name in droppable and name not in re.split(r"\s{2,}", head.strip())]
    assert output == text.left_out(lost)
    for name in ("cipher", "operation", "bytes", "cycles", "fidelity"):
        assert name in head.split()
    assert not lost or width < 200 or target in ("host", "hifive1", "m3", "m4", "m33")  # long names or bands


@pytest.mark.parametrize("width", (80, 200))
def test_a_figure_that_spreads_is_marked(width):
    """At any width."""
    screen = io.StringIO()
    console = Console(width=width, file=screen, force_terminal=True, color_system=None)
    steady = Row("lea-128", "ctr", "encrypt", 64, 0, "avx2", "host", 640.0, 10.0, spread=0.1)
    table.show(console, [steady, replace(steady, cycles=1234.0, kernel="avx512", spread=0.79)])
    output = screen.getvalue()
    assert " 640 " in output and " 1,234? " in output and output.count("? spreads by more than 10%") == 1
    assert ("measured, spread 79%" in output) == (width == 200)
    table.show(console, [steady])
    assert screen.getvalue().count("spreads by more than") == 1


@pytest.mark.parametrize("width", [*WIDTHS, None])
@pytest.mark.parametrize("target", TARGETS)
def test_the_answer_of_advise_fits(rows, target, width, monkeypatch, capsys):
    for module in (advise, text):
        monkeypatch.setattr(module, "terminal_width", lambda: width)
    question = advice.Question(target, "aead", 64, rate=1.0, milliwatts=50.0)
    fitting, out = advice.ranked(advice.candidates(rows, question))
    advise.show(question, "results/reference.json", fitting, out)
    lines = capsys.readouterr().out.splitlines()
    if not fitting:
        pytest.skip(f"nothing fits on {target} within that load")
    head = next(line for line in lines if line.split()[:2] == ["cipher", "mode"])
    for name in ("kernel", "cycles", "flash", "fidelity"):
        assert name in head.split()
    if width:
        # a command is one line, to be copied, and so is the question; a word may be as long as it is
        ours = [line for line in lines if "./narae" not in line and " of 64 bytes on " not in line]
        assert max(len(line) for line in ours if len(line.split()) > 1) <= width
    else:
        assert "constant time" in head and not any("columns omitted" in line for line in lines)


def test_the_least_important_columns_are_dropped_first():
    widths = {"a": 10, "b": 10, "c": 10}
    assert text.kept_columns(widths, ("b", "c"), None) == ["a", "b", "c"]
    assert text.kept_columns(widths, ("b", "c"), 34) == ["a", "b", "c"]
    assert text.kept_columns(widths, ("b", "c"), 33) == ["a", "c"]
    assert text.kept_columns(widths, ("b", "c"), 5) == ["a"]
