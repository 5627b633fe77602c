# SPDX-License-Identifier: MIT
"""--against: a row that got worse by the least is named and fails the run."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from types import SimpleNamespace

import pytest

from lab import cli
from lab.commands.bench import session as bench
from lab.errors import RunError
from lab.paths import REFERENCE
from lab.run import paired
from lab.run.protocol import Operation
from lab.store import read_json, versions, write_json
from lab.views.regression import Verdict, compare_rows, on_clock, passed
from tests.tools import narae


@pytest.fixture(scope="module")
def before():
    _, rows = read_json(REFERENCE)
    return [r for r in rows if r.target == "uno" and r.cycles and r.kernel == "avr"]


WORSE = {
    "a cycle": (lambda r: replace(r, cycles=r.cycles + 1), "cycles"),
    "a byte of flash": (lambda r: replace(r, flash_bytes=r.flash_bytes + 1), "bytes of flash"),
    "a byte of stack": (lambda r: replace(r, stack_bytes=r.stack_bytes + 1), "bytes of stack"),
    "constant time": (
        lambda r: replace(r, constant_time=dict.fromkeys(r.constant_time, "differs")),
        "constant time: yes -> NO",
    ),
    "the figure": (
        lambda r: replace(r, cycles=None, provenance=r.provenance | {"failure": "a vector failed"}),
        "no longer measured: a vector failed",
    ),
}


@pytest.mark.parametrize("name", WORSE)
def test_the_smallest_regression_is_found(before, name):
    change, output = WORSE[name]
    now = [change(before[3]), *before[:3], *before[4:]]
    (worse,) = compare_rows(before, now).worse
    assert worse.row is now[0] and output in worse.message


def test_a_program_that_stops_fitting_is_worse_and_one_that_never_fitted_is_not_compared(before):
    lost = replace(before[0], cycles=None, provenance=before[0].provenance | {"failure": "does not fit: needs more"})
    (worse,) = compare_rows(before, [lost]).worse
    assert worse.message == "no longer measured: does not fit: needs more"
    result = compare_rows(before, [replace(lost, bytes=12345)])
    assert not result.worse and not result.compared and not passed([result])


def test_equal_or_better_rows_pass(before):
    result = compare_rows(before, [replace(before[0], cycles=before[0].cycles - 1), *before[1:]])
    assert (result.worse, result.better, result.compared) == ([], 1, len(before))


def test_the_worst_comes_first_and_few_are_named(before):
    now = [replace(r, cycles=r.cycles + n + 1) for n, r in enumerate(before)]
    lines = compare_rows(before, now).lines(REFERENCE)
    ratios = [
        float(b.replace(",", "")) / float(a.replace(",", ""))
        for line in lines
        for a, b in re.findall(r"([\d,]+) -> ([\d,]+) cycles", line)
    ]
    assert len(ratios) == 20 and ratios == sorted(ratios, reverse=True) and "more" in lines[-1]


def test_other_compilers_and_real_clocks_are_not_compared(before):
    other = [replace(r, provenance=r.provenance | {"compiler": "avr-gcc 99"}, cycles=r.cycles + 9) for r in before]
    result = compare_rows(before, other)
    assert not result.worse and not result.compared and "another compiler" in result.notes[0]
    clock = [replace(r, fidelity="measured", cycles=2 * r.cycles) for r in before]
    assert not compare_rows(before, clock).worse and compare_rows(before, clock).clocks == len(clock)


def test_a_check_that_compared_nothing_has_not_passed(before):
    equal, none = compare_rows(before, before), compare_rows([], before)
    assert passed([equal]) and passed([none, Verdict(same=1)]), "the same program is not run"
    assert "nothing was compared: no program has both versions" in on_clock([]).lines("HEAD")[1]
    assert not passed([none]) and not passed([]) and not passed([equal, Verdict(worse=[None])])


def timed(row, cycles, **more):
    """A row with other cycles, as it would be stored."""
    rate = cycles / row.bytes if cycles and row.bytes else None
    facts = row.provenance | more
    return replace(row, cycles=cycles, cycles_per_byte=rate, time_us=None, provenance=facts)


def test_the_command_fails_where_a_row_is_slower(before, tmp_path):
    context, _ = read_json(REFERENCE)
    own_rows = [r for r in before if (r.cipher, r.mode) == ("lea-128", "block")]
    one = ["--target", "uno", "--cipher", "lea-128", "--mode", "block"]
    command, environment = ["bench", "--quick", "--no-peers", *one, "--against"], {"NARAE_RESULTS": str(tmp_path)}
    for change, code in ((0, 0), (-1, 1)):
        write_json(tmp_path / "rows.json", context, [timed(r, r.cycles + change) for r in own_rows])
        done = narae(*command, tmp_path / "rows.json", env=environment)
        assert done.returncode == code, done.stdout + done.stderr
        assert f"{len(own_rows)} rows compared, {len(own_rows) if code else 0} worse" in done.stdout
    missing = narae(*command, tmp_path / "no.json", env=environment)
    assert missing.returncode == 2 and "no.json" in missing.stderr
    compiler = {"compiler": "avr-gcc 99"}
    others = [*(r for r in before if r.cipher == "aria-128"), replace(own_rows[0], cipher="null", kernel="portable")]
    for rows, output in [
        (others, "its simulated rows are about other programs: uno: aria-128"),
        ([replace(r, mode="ctr") for r in own_rows], "its simulated rows are about other programs: uno: lea-128 ctr"),
        (
            [timed(r, None, failure="hangs") for r in own_rows],
            "it has no simulated rows",
        ),
        (
            [replace(r, provenance=r.provenance | compiler) for r in own_rows],
            "rows of another compiler: avr-gcc 99;",
        ),
    ]:
        write_json(tmp_path / "rows.json", context, rows)
        done = narae(*command, tmp_path / "rows.json", env=environment)
        assert done.returncode == 2 and f"nothing can be compared: {output}" in done.stderr
        assert "run uno" not in done.stderr, "nothing is measured in vain"


@pytest.mark.parametrize(
    ("options", "output"),
    [
        (["--target", "uno"], "revisions are compared by time, on this machine's clock (--target host)"),
        (["--target", "host", "--cipher", "lea-128", "--mode", "block"], "it builds no program"),
    ],
)
def test_a_revision_that_cannot_be_compared_is_refused_at_once(monkeypatch, tmp_path, options, output, capsys):
    def builds_none(*_) -> None:
        raise RunError("it builds no program")

    monkeypatch.setattr(bench, "STORE", tmp_path / "narae.sqlite")
    monkeypatch.setattr(versions, "library", builds_none)
    assert cli.main(["bench", "--quick", "--no-peers", *options, "--against", "HEAD"]) == 2
    assert f"--against HEAD: nothing can be compared: {output}" in capsys.readouterr().err


def test_a_ratio_is_significant_if_its_whole_interval_is():
    """By the sign test: of 21 pairs, four may lie below the interval of a single operation, fewer if there are many."""
    steady = [1.02] * 18 + [0.9] * 3
    assert paired.ratio(steady, 1).slower and not paired.ratio(steady, 100).slower
    assert not paired.ratio([1.02] * 15 + [0.98] * 6, 1).slower, "six of 21 by chance"
    assert not paired.ratio([1.008] * 21, 1).slower, "where the linker places code makes as much"
    assert paired.ratio([0.9] * 21, 30).faster and paired.ratio([0.9] * 21, 30).pairs == 21


@pytest.mark.parametrize(
    ("ratios", "worse", "output"),
    [
        ([1.0] * 21, 0, ""),
        ([1.3] * 21, 1, ""),
        (
            [1.0] * 12 + [2.4] * 9,
            0,
            "undecided, because times scatter: 1, such as host lea-128 ctr encrypt 64 B, avx2:",
        ),
        ([0.5] * 12 + [0.9] * 9, 0, ""),
    ],
    ids=["steady", "slower", "scattered", "faster"],
)
def test_scattered_times_are_reported_as_undecided(ratios, worse, output):
    implementation = SimpleNamespace(cipher="lea-128", kernel="avx2", name="lea-128")
    program = SimpleNamespace(board=SimpleNamespace(name="host"), implementation=implementation)
    result = on_clock([paired.Pairing(program, ratios={Operation("ctr", "encrypt", 64, 0): ratios})])
    assert len(result.worse) == worse
    assert "\n".join(result.notes).startswith(output) and bool(result.notes) == bool(output)


def test_false_alarms_are_as_rare_as_promised():
    """Of versions that take the same time, with outliers as neighbours make them."""
    source = random.Random(1)

    def run() -> float:
        return source.lognormvariate(0, 0.05) * source.choice([1] * 9 + [1.5])

    draws = [[run() / run() for _ in range(21)] for _ in range(1000)]
    alarms = sum(paired.ratio(draw, 1).low > 1 or paired.ratio(draw, 1).high < 1 for draw in draws)
    assert alarms < 1000 * paired.ERROR
