# SPDX-License-Identifier: MIT
"""The last screen of bench: what is on it, and that it is one."""

from __future__ import annotations

from dataclasses import replace

import pytest

from lab.paths import REFERENCE
from lab.rows import Row, fidelity_text
from lab.store import read_json
from lab.views import summary
from tests.tools import narae


def a_row(cipher: str, mode: str, cycles: float | None, **more) -> Row:
    operation = {"block": "encrypt", "ctr": "encrypt", "stream": "encrypt", "cmac": "hash", "hash": "hash"}
    values = {
        "operation": operation.get(mode, "seal"),
        "bytes": 64,
        "ad_bytes": 0,
        "kernel": "avr",
        "target": "uno",
        "fidelity": "cycle-exact",
        "flash_bytes": 1000,
        "ram_bytes": 10,
        "context_bytes": 20,
        "stack_bytes": 30,
        "provenance": {"compiler": "avr-gcc 5.4"},
    } | more
    per_byte = cycles and cycles / values["bytes"]
    return Row(cipher=cipher, mode=mode, cycles=cycles, cycles_per_byte=per_byte, **values)


def failed(cipher: str, mode: str, reason: str, **more) -> Row:
    row = a_row(cipher, mode, None, **more)
    return replace(row, provenance=row.provenance | {"failure": reason})


@pytest.fixture(scope="module")
def reference() -> list[Row]:
    return read_json(REFERENCE)[1]


def test_everything_is_one_screen(reference):
    about = dict.fromkeys({r.target for r in reference}, "a board with a very long name " * 9)
    many = [failed(f"cipher-{i}", "gcm", "does not fit: needs 9 of 8 bytes of RAM") for i in range(99)]
    many += [failed(f"cipher-{i}", "gcm", "the clock is off " * 40, kernel="mine") for i in range(9)]
    slower = {r.key(): replace(r, cycles=r.cycles - 1) for r in reference if r.cycles and r.target == "uno"}
    lines = summary.lines([*reference, *many], slower, about)
    assert len(lines) <= summary.LINES - summary.FOR_NOTES, "space for notes and paths"
    assert max(map(len, lines)) <= summary.WIDTH
    for target in about:
        assert any(line.startswith(f"{target} (") for line in lines)


def test_instructions_are_not_called_cycles():
    rows = [a_row("lea-128", "ctr", 640, fidelity="counted")]
    assert "instructions/B" in (shown := "\n".join(summary.lines(rows, {}, {}))) and "cycles/B" not in shown
    assert "cycles/B" in "\n".join(summary.lines([*rows, a_row("lea-128", "ctr", 640, target="m4")], {}, {}))


@pytest.mark.parametrize(("misses", "output"), [(1, "1 instruction-cache miss"), (11, "11 instruction-cache misses")])
def test_one_miss_is_not_called_misses(misses, output):
    band = f"±1 %, with {misses} instruction-cache misses"
    assert (
        fidelity_text(a_row("lea-128", "ctr", 1, fidelity="modelled", error_band=band))
        == f"modelled ±1 %, with {output}"
    )


def of_host(kernel: str, cycles: float, spread: float, **more) -> Row:
    return a_row("lea-128", "ctr", cycles, kernel=kernel, target="host", fidelity="measured", spread=spread, **more)


def test_another_library_is_faster_only_beyond_the_spread():
    rows = [of_host("avx2", 1100, 0.01), of_host("peer:one", 1000, 0.02), of_host("peer:two", 1300, 0.5)]
    assert summary.peers(rows) == [
        "other libraries: faster in 1 of 1 operations, up to 1.10x (lea-128 ctr encrypt 64 B)"
    ]
    assert summary.peers([of_host("avx2", 1100, 0.15), *rows[1:]]) == [
        "other libraries: faster in 0 of 1 operations",
        "  undecided in 1: the difference is within the spread of the figures",
    ]
    assert summary.peers([of_host("avx2", 1020, 0.001), *rows[1:]]) == ["other libraries: faster in 0 of 1 operations"]


def test_a_busy_machine_is_named():
    quiet = [of_host("avx2", 1000, 0.01, bytes=n) for n in range(1, 10)]
    busy = [of_host("avx2", 1000, 0.2, bytes=n) for n in range(10, 20)]
    simulated = [a_row("lea-128", "ctr", 1000, spread=0.9, bytes=n) for n in range(1, 99)]
    assert not summary.busy([*quiet, *busy[:2], *simulated])
    assert summary.busy([*quiet, *busy]) == [
        "busy machine: a quarter of the figures spread by 20% or more; repeat what matters"
    ]


def test_a_figure_that_spreads_is_marked_and_the_worst_named():
    rows = [of_host("avx2", 640, 0.02), of_host("avx512", 320, 0.79), of_host("sse2", 1280, 0.3)]
    lines = summary.lines([*rows, a_row("lea-128", "ctr", 640, spread=0.9)], {}, {})
    assert any(line.split()[-4:-2] == ["avx512", "5?"] for line in lines), lines
    assert " ".join(" ".join(lines[-2:]).split()) == (
        "unsteady: 2 of 3 figures, marked ?, spread by more than 10%, that of host lea-128 ctr encrypt 64 B, avx512 by "
        "79%; repeat what matters"
    )
    assert not summary.unsteady(rows[:1]) and fidelity_text(rows[1]) == "measured, spread 79%"


def test_a_figure_that_spreads_does_not_pass_for_unchanged():
    then, noisy = of_host("avx2", 1000, 0.02), of_host("avx2", 1600, 0.79)
    before = {then.key(): then}
    assert summary.changes([noisy], before) == ["since the last run: 0 slower, 0 faster, 0 new, 1 undecided"]
    lines = summary.changes([replace(noisy, cycles=3000.0)], before)
    assert lines[1] == "  slower: host lea-128 ctr encrypt 64 B, avx2: 1,000 -> 3,000? cycles"


def test_a_core_that_was_shared_is_named():
    alone = [of_host("avx2", 1000, 0.01, bytes=n) for n in range(1, 10)]
    shared = [of_host("avx2", 1000, 0.01, bytes=n, provenance={"neighbour": "there"}) for n in range(10, 13)]
    assert not summary.busy([*alone, *shared[:1]])
    assert summary.busy([*alone, *shared]) == [
        "busy machine: another thread used the core for 25% of the figures; compare them only within this run"
    ]
    assert max(map(len, summary.busy(shared))) <= summary.WIDTH, "100%"


def test_the_fastest_of_each_kind_and_size_with_what_it_costs():
    rows = [
        a_row("aes-128", "gcm", 6400),
        a_row("lea-128", "gcm", 3200),
        a_row("lea-128", "gcm", 51200, bytes=1024),
        a_row("aria-128", "gcm", 10240, bytes=1024),
        a_row("chacha8", "stream", 64),  # reduced rounds
        a_row("chacha20", "stream", 640),
        a_row("aes-128", "gcm", 1, kernel="peer:openssl"),
        a_row("null", "ctr", 1),
        a_row("lea-128", "ctr", 1, ad_bytes=16),
    ]
    lines = [line.split() for line in summary.lines(rows, {}, {})]
    assert lines[0] == ["uno", "(cycle-exact)"]
    assert lines[2] == ["AEAD", "64", "lea-128", "gcm", "avr", "50", "1,000", "60"]
    assert lines[3] == ["1,024", "aria-128", "gcm", "avr", "10", "1,000", "60"]
    assert lines[4] == ["encryption", "64", "chacha20", "stream", "avr", "10", "1,000", "60"]
    assert len(lines) == 7 and lines[5] == [] and lines[6][:2] == ["other", "libraries:"]


@pytest.mark.parametrize(
    "cipher, mode, output",
    [
        ("chacha8", "stream", "  encryption     64  chacha8 stream  avr           10  1,000   60"),
        ("lea-128", "cbc", "  cbc     64  lea-128  avr           10  1,000   60"),
        ("keccak-f1600", "permutation", "  permutation     64  keccak-f1600  avr           10  1,000   60"),
        ("null", "block", "  block     64  null     avr           10  1,000   60"),
    ],
)
def test_a_run_of_what_a_whole_run_leaves_out_shows_its_figures(cipher, mode, output):
    operation = "hash" if mode == "permutation" else "encrypt"
    one = a_row(cipher, mode, 640, operation=operation)
    assert output in summary.lines([one], {}, {})
    shown = summary.lines([one, a_row("chacha20", "stream", 1280)], {}, {})
    assert not any(cipher in line for line in shown) and any("chacha20" in line for line in shown)


def test_the_null_cipher_does_not_replace_a_refused_one():
    assert not any("null" in s for s in summary.lines([a_row("null", "ctr", 9), failed("aes-128", "ctr", "")], {}, {}))


def test_figures_of_a_model_carry_their_mark():
    row = a_row("lea-128", "gcm", 3200, fidelity="modelled", error_band="±11 %, against what others published")
    assert summary.lines([row], {}, {"uno": "a board"})[0] == "uno (modelled ±11 %): a board"


def test_changes_are_counted_and_the_worst_named():
    then = [a_row("aes-128", "gcm", 1000), a_row("lea-128", "gcm", 1000), a_row("aria-128", "gcm", 1000)]
    now = [replace(then[0], cycles=1001), replace(then[1], cycles=1500), replace(then[2], cycles=900)]
    before = {r.key(): r for r in then}
    lines = summary.changes([*now, a_row("pipo-64/128", "ctr", 5)], before)
    assert lines[0] == "since the last run: 2 slower, 1 faster, 1 new"
    assert lines[1] == "  slower: uno lea-128 gcm seal 64 B, avr: 1,000 -> 1,500 cycles" and "aes-128" in lines[2]
    assert summary.changes(then, before) == ["since the last run: all 3 rows unchanged"]
    assert summary.changes(now, {}) == []


@pytest.mark.parametrize(("spread", "result"), [(0.01, 1), (0.1, 0)])
def test_a_real_clock_may_differ_by_its_spread(spread, result):
    then = a_row("aes-128", "gcm", 1000, fidelity="measured", spread=spread)
    lines = summary.changes([replace(then, cycles=1050)], {then.key(): then})
    assert ("1 slower" in lines[0]) == bool(result)


def test_what_does_not_fit_is_one_line_for_a_cipher():
    rows = [
        failed("aes-256", mode, "does not fit: needs 3000 of 2048 bytes of RAM", bytes=n)
        for mode in ("gcm", "ccm")
        for n in (0, 16, 64)
    ]
    rows += [failed("lea-128", "ctr", "wrong: vector 3", bytes=n) for n in (16, 64)]
    assert summary.failures(rows) == [
        "refused: uno lea-128 ctr avr: wrong: vector 3",
        "does not fit: uno aes-256 gcm, ccm: needs 3000 of 2048 bytes of RAM",
    ]


def test_a_reason_common_to_all_programs_is_shown_once():
    rows = [failed("lea-128", mode, "off", bytes=n) for mode in ("block", "ctr", "gcm", "ccm") for n in (16, 64)]
    assert summary.failures(rows) == ["refused: uno 4 programs: off"]
    assert len(summary.failures(rows[2:])) == 3


def test_bench_ends_in_one_screen(tmp_path, pytestconfig):
    what = ["lea"] if pytestconfig.getoption("--deep") else ["lea-128", "--mode", "block"]
    for output in ("", "since the last run: all "):
        options = ["--quick", "--no-peers", "--target", "uno", "--cipher", *what]
        done = narae("bench", *options, env={"NARAE_RESULTS": str(tmp_path)})
        lines = done.stdout.splitlines()
        assert done.returncode == 0 and len(lines) <= summary.LINES, done.stderr
        assert all(len(line) <= summary.WIDTH for line in lines if str(tmp_path) not in line)
        assert output in done.stdout and "report.html" in lines[-2] and "--table" in lines[-1]
        assert len(done.stderr.splitlines()) < 60


def test_every_kind_is_shown_on_each_of_seven_machines():
    """One size class where two do not fit."""
    kinds = {"gcm": "AEAD", "ctr": "encryption", "cmac": "MAC", "hash": "hash", "block": "block"}
    rows = [
        a_row("lea-128", mode, 6400, target=f"board-{n}", bytes=size)
        for n in range(7)
        for mode in kinds
        for size in (64, 1024)
    ]
    lines = summary.lines(rows, {}, {})
    assert len(lines) <= summary.FOR_MACHINES
    for n in range(7):
        at = next(i for i, line in enumerate(lines) if line.startswith(f"board-{n} ("))
        assert [line.split()[0] for line in lines[at + 1 + (n == 0) :][:5]] == list(kinds.values())
    assert {line.split()[1] for line in lines if line.startswith("  AEAD")} == {"64"}
