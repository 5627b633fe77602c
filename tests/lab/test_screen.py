# SPDX-License-Identifier: MIT
"""Names and notes of others do not control the terminal, whichever way they are printed."""

from __future__ import annotations

import io
import os
import pty
import subprocess
import sys

import pytest

from lab import store
from lab.paths import ROOT
from lab.progress import Screen
from lab.rows import Row
from lab.text import printable
from tests.tools import every_day

EVIL = "a\x1b[2J\x1b]0;title\x07\rb\x9b1m\u202ec\x7f\x00"
SHOWN = r"a\x1b[2J\x1b]0;title\x07\rb\x9b1m\u202ec\x7f\x00"


def test_controls_are_shown_by_their_numbers_and_text_stays():
    assert printable(EVIL) == SHOWN
    assert printable("\udc9b") == r"\udc9b"
    kept = "µs, ±2 %, 가나다\tx\n"
    assert printable(kept) == kept


def test_rich_controls_the_terminal_and_its_text_does_not():
    out = io.StringIO()
    console = Screen(file=out, force_terminal=True, width=200)
    console.print(f"[bold]{EVIL}[/]", highlight=False)
    assert out.getvalue().count("\x1b") == 2 and r"a\x1b[2J\x1b]0;title" in out.getvalue()


def test_foreign_brackets_are_text_not_markup():
    out = io.StringIO()
    Screen(file=out, width=200).print("failed: [/x] of [this", highlight=False)
    assert out.getvalue() == "failed: [/x] of [this\n"


def output_of(words: list[str], folder, columns: int = 100, stderr: int | None = None) -> str:
    """Of ./narae on a terminal, that of both streams unless one goes elsewhere."""
    command = [sys.executable, "-m", "lab", *words]
    env = os.environ | {"PYTHONPATH": str(ROOT), "NARAE_RESULTS": str(folder / "results"), "TERM": "xterm"}
    env |= {"COLUMNS": str(columns)}
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        command, cwd=folder, env=env, stdout=theirs, stderr=stderr or theirs, stdin=subprocess.DEVNULL
    )
    os.close(theirs)
    output = b""
    while True:
        try:
            part = os.read(ours, 65536)
        except OSError:  # the other end is closed
            break
        output += part
    process.wait()
    os.close(ours)
    return output.decode().replace("\r\n", "\n")


@pytest.fixture
def evil(tmp_path):
    """Rows with such names, in a file with such a name, and a folder of such code."""
    facts = {"target": "uno", "cycles": 160.0, "vectors": 1, "fidelity": "cycle-exact", "flash_bytes": 9}
    facts |= {"ram_bytes": 1, "context_bytes": 1, "stack_bytes": 1, "time_us": 10.0}
    rows = [Row(f"evil{EVIL}", "ctr", "encrypt", 16, 0, f"kernel{EVIL}", **facts)]
    rows += [Row("lea-128", "gcm", name, 64, 0, f"kernel{EVIL}", **facts) for name in ("key-setup", "seal", "open")]
    store.write_json(tmp_path / "rows.json", {"date": f"to{EVIL}day"}, rows)
    (tmp_path / "no\x1b[2Jrows.json").write_text("{}")
    database = store.Store(tmp_path / "results/narae.sqlite")
    database.add({"asked": f"--cipher {EVIL}", "sources": EVIL}, rows)
    return tmp_path


COMMANDS = {
    "file": ["report", "--rows", "no\x1b[2Jrows.json"],
    "runs": ["report", "--runs"],
    "rows": ["report", "--rows", "rows.json", "--out", "r.html"],
    "advise": ["advise", "--target", "uno", "--rows", "rows.json"],
    "folder": ["try", "no\x1b[2Jrows.json"],
    "paper": ["reproduce", "\x1b[2J"],
    "command": ["\x1b[2J"],
}


@pytest.mark.parametrize("what", every_day(["file", "runs"], COMMANDS))
def test_no_name_controls_the_terminal(evil, what):
    words = COMMANDS[what]
    output = output_of(words, evil)
    assert output and "Traceback" not in output
    assert not set("\x1b\x07\r\x9b\u202e\x7f\x00") & set(output), output
    if "--rows" in words or "--runs" in words:
        assert r"\x1b[2J" in output


def test_the_summary_of_bench_fits_a_narrow_terminal(tmp_path):
    """Figures that have no room are named."""
    one = ["bench", "--quick", "--no-peers", "--target", "uno", "--cipher", "lea-128", "--mode", "block"]
    lines = output_of(one, tmp_path, 40, subprocess.DEVNULL).splitlines()
    assert [line for line in lines if len(line) > 40 and str(tmp_path) not in line] == []
    whole = " ".join(" ".join(lines).split())
    assert "lea-128" in whole and "cycles/B" in whole and "columns omitted: " in whole
    assert "all figures: ./narae bench --table; what fits your device: ./narae advise" in whole
