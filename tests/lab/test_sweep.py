# SPDX-License-Identifier: MIT
"""./narae sweep: compilers and flags, the frontier, what is missing, and going on after an interruption."""

from __future__ import annotations

import csv
import json
import os
import re
import signal
import subprocess
import time
from dataclasses import replace
from pathlib import Path

import pytest

from lab import progress
from lab.build import tool, variants
from lab.commands import parser
from lab.commands.options import flags_as_values
from lab.paths import ROOT
from lab.plan.implementations import discover
from lab.rows import Row
from lab.store import read_json
from lab.targets import TARGETS
from lab.views import pareto
from tests.tools import narae, own_cache

ONE = ["--cipher", "lea-128", "--mode", "block", "--quick", "--target", "uno"]
PLAIN = ROOT / "tests/lab/foreign/crypto_aead/asconaead128/plain"


def swept(*options: str | Path) -> tuple[int, str, str]:
    done = narae("sweep", *options)
    return done.returncode, done.stdout, done.stderr


def test_a_sweep_says_which_flags_win(tmp_path):
    files = [tmp_path / name for name in ("o.json", "o.csv", "o.svg")]
    options = [*ONE, "--kernel", "portable", "--flags", "-Os", "-O3 -funroll-loops", "--json", files[0]]
    code, output, err = swept(*options, "--csv", files[1], "--plot", files[2])
    assert code == 0, output + err
    lines = output.splitlines()
    assert len(lines) <= 60 and all(len(line) <= 100 for line in lines if not line.startswith("/"))
    context, rows = read_json(files[0])
    assert context["quick"] and {r.cipher for r in rows} == {"lea-128"}
    tried = {(r.provenance["sweep"]["compiler"], r.provenance["sweep"]["flags"]) for r in rows}
    assert tried == {("gcc 5.4.0", flags) for flags in ("-O2", "-Os", "-O3 -funroll-loops")}, "its own, and those asked"
    portable = {
        r.provenance["sweep"]["flags"]: r
        for r in rows
        if (r.kernel, r.operation) == ("portable", "encrypt") and r.cycles
    }
    assert all(flags in row.provenance["flags"] for flags, row in portable.items())
    assert " -O2 " not in portable["-Os"].provenance["flags"] and "avr-gcc" in portable["-Os"].provenance["compiler"]
    small, usual = portable["-Os"], portable["-O2"]
    assert small.flash_bytes < usual.flash_bytes and small.cycles > usual.cycles
    assert re.search(rf"portable +gcc 5.4.0 +-Os +{small.cycles:,.0f} +{small.flash_bytes:,} ", output)
    assert re.search(r"gcc 5.4.0 +-O2 +1.00 +1.00 +1.00 +1.00", output)
    with files[1].open() as sheet:
        assert [r["cycles"] for r in csv.DictReader(sheet)] == ["" if r.cycles is None else str(r.cycles) for r in rows]
    assert "-O3 -funroll-loops" in files[2].read_text()
    code, _, err = swept(*options)
    hits = re.search(r"^(\d+) of (\d+) simulations and checks came from the cache", err, re.MULTILINE)
    assert code == 0 and hits and hits[1] == hits[2]
    again = read_json(files[0])[1]
    assert [(r.key(), r.cycles, r.provenance["sweep"]) for r in again] == [
        (r.key(), r.cycles, r.provenance["sweep"]) for r in rows
    ]


def test_what_does_not_build_is_a_row_with_the_line_that_says_why(tmp_path):
    options = ["--kernel", "portable", "--flags", "-fno-such-thing", "-O2", "--json", tmp_path / "o.json"]
    code, output, err = swept(*ONE, *options)
    assert code == 0, output + err
    (row,) = (r for r in read_json(tmp_path / "o.json")[1] if r.failure)
    assert "-fno-such-thing" in row.failure and row.failure.startswith("does not build: avr-gcc: error: ")
    assert row.provenance["sweep"] == {"compiler": "gcc 5.4.0", "flags": "-O2 -fno-such-thing"}
    assert "-fno-such-thing" in row.provenance["flags"]
    assert "refused: uno, gcc 5.4.0 -O2 -fno-such-thing: lea-128 block portable: does not build" in " ".join(
        output.split()
    )


def test_an_interrupted_sweep_goes_on_where_it_was(tmp_path):
    """With a memory of its own for what programs did; objects are those that others made."""
    kept, out = own_cache(tmp_path) / "outcomes", tmp_path / "o.json"
    env = os.environ | {"NARAE_CACHE": str(kept.parent)}
    options = [*ONE, "--kernel", "portable", "--flags", "-Os", "-O3 -funroll-loops", "--json", out]
    command = [ROOT / "narae", "sweep", *map(str, options)]

    def entries() -> int:
        return sum(f.is_file() for f in kept.glob("*/*"))

    process = subprocess.Popen(command, env=env, stderr=subprocess.PIPE, text=True, start_new_session=True)
    while not entries() and process.poll() is None:
        time.sleep(0.02)
    os.killpg(process.pid, signal.SIGINT)
    _, err = process.communicate(timeout=240)
    assert process.returncode == 130 and "finished simulations are cached: run it again to continue" in err
    assert not out.exists()
    before = entries()
    done = narae("sweep", *options, env=env)
    hits = re.search(r"^(\d+) of (\d+) simulations", done.stderr, re.MULTILINE)
    assert done.returncode == 0 and hits
    assert 1 <= before <= int(hits[1]) and len(read_json(out)[1]) == 3 * 5


@pytest.mark.parametrize(
    ("options", "output"),
    [
        (["--flags", "-O3 -flto"], "-flto leaves no code in objects, which flash and RAM are computed from"),
        (["--flags", "-O2 '"], "No closing quotation"),
        pytest.param(["--compiler", "clang-99"], "uno without clang-99: ", marks=pytest.mark.deep),  # asks apt-cache
        (["--compiler", "icc"], "no program icc builds for it"),
        (["--target", "duo"], "unknown target `duo`; the targets are: uno"),
        (["--kernel", "neon"], "nothing to build"),
        (["--try", PLAIN, "--mode", "Hash"], "--mode block,hash: none of the code of --try; it is ascon-aead128 aead"),
        (["--try", "nowhere"], "nowhere is not a folder; name the folder with the sources"),
    ],
)
def test_bad_input_says_what_is_wrong(options, output):
    code, _, err = swept(*ONE, *options)
    assert code == 2 and output in err and "Traceback" not in err


def test_a_missing_compiler_names_its_package(monkeypatch):
    """What Debian offers instead is asked of apt-cache, where that is there."""
    host, pi4 = TARGETS["host"]().board, TARGETS["pi4"]().board
    monkeypatch.setattr(variants.processes, "is_installed", lambda program: program in ("gcc", "avr-gcc"))
    assert str(variants.resolved("gcc-98", host)).endswith("apt-get install --no-install-recommends gcc-98")
    assert "apt-get install --no-install-recommends gcc-98-aarch64-linux-gnu" in str(variants.resolved("gcc-98", pi4))
    monkeypatch.setattr(variants, "offered_packages", lambda pattern: ("gcc-11", "gcc-12"))
    assert (
        str(variants.resolved("gcc-98", host))
        == "host without gcc-98: this Debian has no package gcc-98; it has gcc-11, gcc-12"
    )
    one = variants.resolved("gcc-98", TARGETS["uno"]().board)
    assert one.instead == "avr-gcc" and "of gcc-avr is the only one in Debian for it" in one.why


def test_only_what_is_measured_is_built_in_another_way():
    (lea,) = (i for i in discover() if (i.cipher, i.mode) == ("lea-128", "block") and i.in_library)
    own, other = variants.of_board(TARGETS["hifive1"]().board, [], ["-O3 -DNARAE_X=1 -funroll-loops"])[0]
    assert variants.variant_of(own)[1] == "-O2" and variants.variant_of(other)[1] == "-O3 -DNARAE_X=1 -funroll-loops"
    around, code = tool(lea, other, False), tool(lea, other.for_code, False)
    assert "-O2" in around and "-DNARAE_X=1" in around and "-funroll-loops" not in around
    assert "-O2" not in code and code[-5:-2] == ["-O3", "-DNARAE_X=1", "-funroll-loops"]
    assert tool(lea, own, False) == tool(lea, own.for_code, False)
    same, _ = variants.of_board(TARGETS["hifive1"]().board, ["riscv64-unknown-elf-gcc"], ["-O2"])
    assert len(same) == 1, "the board's own way is not tried twice"


def test_flags_may_begin_as_options_do():
    sweep = parser("sweep")
    words = ["--flags", "-O2", "-O3 -g", "--param x=1", "--cipher", "lea", "--flags=-Os", "--quick"]
    options = sweep.parse_args(flags_as_values(words, sweep))
    assert options.flags == ["-O2", "-O3 -g", "--param x=1", "-Os"] and options.cipher == ["lea"] and options.quick
    assert flags_as_values(["--flags", "-O2"], parser("bench")) == ["--flags", "-O2"]


def row(kernel: str, flags: str, cycles: float | None, flash: int, ram: int, **more) -> Row:
    result = Row("lea-128", "block", "encrypt", 16, 0, kernel, "uno", cycles, flash_bytes=flash, ram_bytes=ram)
    result.context_bytes = result.stack_bytes = 0
    result.provenance = {"sweep": {"compiler": "gcc 5", "flags": flags}}
    return replace(result, **more)


def test_the_frontier_has_what_nothing_is_better_than():
    rows = [
        row("a", "-O2", 100, 500, 50),
        row("b", "-O2", 200, 400, 50),
        row("c", "-O2", 200, 500, 40),  # less RAM than any other
        row("d", "-O2", 200, 450, 50),  # b is smaller
        row("e", "-O2", 100, 500, 50),  # as a
        row("f", "-O2", 90, 500, 50, ram_bytes=None),  # whose RAM nobody knows
        row("g", "-O2", 1, 1, 1, operation="decrypt"),
        row("h", "-O2", 1, 1, 1, bytes=64, ad_bytes=16),
    ]
    (some,) = pareto.candidates(rows).values()
    assert [c.row.kernel for c in pareto.frontier(some)] == ["f", "a", "b", "c"] and len(some) == 6


def test_builds_are_compared_with_the_targets_own():
    rows = [
        row("a", "-O2", 100, 500, 50),
        row("b", "-O2", 200, 400, 50),
        row("a", "-O3", 50, 1000, 50),
        row("b", "-O3", 400, 400, 50),
        row("only", "-O3", 1, 1, 1),
        row("a", "-Os", 100, 250, 50),
    ]
    by = {s.way[1]: s for s in pareto.build_comparisons("uno", rows)}
    assert by["-O2"].cycles == by["-O2"].flash == 1 and by["-O2"].programs == 2
    fast = by["-O3"]
    assert (fast.programs, fast.least, fast.most) == (2, 0.5, 2) and fast.cycles == pytest.approx(1)
    assert fast.flash == pytest.approx(2**0.5) and (fast.fastest, fast.smallest) == (1, 1)
    assert (by["-Os"].programs, by["-Os"].fastest, by["-Os"].smallest) == (1, 0, 1)
    assert "and 1 more: does not build: x" in "\n".join(
        pareto.lines([*rows, *(replace(row("z", f, None, 0, 0), provenance={"failure": "does not build: x",
         "sweep": {"compiler": "clang", "flags": f}}) for f in ("-O1", "-O2"))])
    )  # fmt: skip


def test_a_figure_that_spreads_is_marked():
    noisy = replace(row("a", "-O2", 100, 500, 50), target="host", fidelity="measured", spread=0.79)
    output = pareto.lines([noisy, replace(noisy, kernel="b", cycles=90.0, flash_bytes=900, spread=0.05)])
    assert any(" 100? " in line for line in output) and any(" 90 " in line for line in output)
    assert output[-1] == "? spreads by more than 10%: ratios and frontiers may change"
    assert not any("spreads" in line for line in pareto.lines([replace(noisy, spread=0.05)]))


def test_many_ciphers_fit_one_screen():
    rows = [
        replace(row(k, "-O2", 100 * n + len(k), 500 // len(k), 50), cipher=f"c{n}")
        for n in range(30)
        for k in ("a", "bb", "ccc")
    ]
    assert len(pareto.lines(rows)) <= 60 and len(pareto.lines(rows, complete=True)) > 100


def test_progress_says_how_fast_and_how_long(monkeypatch, capsys):
    now = [0.0]
    monkeypatch.setattr(progress.time, "monotonic", lambda: now[0])
    some = progress.Progress(100)
    for now[0] in (1.0, 10.0):
        some.step("x")
    assert capsys.readouterr().err.splitlines() == ["[1/100] x", "[2/100, 0.2/s, 8:10 left] x"]


def test_progress_never_says_more_than_all(capsys):
    some = progress.Progress(1)
    some.step("x")
    some.step("a round more")
    assert capsys.readouterr().err.splitlines() == ["[1/1] x", "[2/2] a round more"]


def test_a_folder_of_ones_own_is_swept_too(tmp_path):
    options = ["--try", PLAIN, "--target", "hifive1", "--quick", "--flags", "-Os", "--json", tmp_path / "o.json"]
    code, output, err = swept(*options)
    assert code == 0, output + err
    rows = json.loads((tmp_path / "o.json").read_text())["rows"]
    assert {r["kernel"] for r in rows} == {"try:plain"} and "ascon-aead128 aead" in output
    by = {(r.provenance["sweep"]["flags"], r.bytes): r.cycles for r in read_json(tmp_path / "o.json")[1]
          if r.operation == "seal" and not r.ad_bytes}  # fmt: skip
    assert by["-O2", 64] != by["-Os", 64]
