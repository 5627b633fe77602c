# SPDX-License-Identifier: MIT
"""How times grow with sizes: what the program refuses to time, and what is made of its figures."""

from __future__ import annotations

from dataclasses import replace

import pytest

from lab.build import Program
from lab.errors import RunError
from lab.paths import ROOT
from lab.plan.implementations import Implementation, discover
from lab.run import growth
from lab.run.protocol import Operation
from lab.targets.host import Host


def portable(cipher: str, mode: str) -> Implementation:
    return next(i for i in discover() if (i.cipher, i.mode, i.kernel) == (cipher, mode, "portable"))


def test_each_size_is_timed_in_each_round():
    """Of code that other tests compile, too."""
    some = [portable("pipo-64/128", "block"), portable("ascon-aead128", "aead")]
    records = growth.measure(some, Host().board, lambda _: None, rounds=3)
    assert [(r["mode"], r["operation"]) for r in records] == [
        ("block", "encrypt"),
        ("block", "decrypt"),
        ("aead", "seal"),
        ("aead", "open"),
    ]
    for record in records:
        unit = record["unit_bytes"]
        assert record["rounds"] == 3 and record["over"] >= 1 and 1 <= record["over_blocks"] <= 15
        assert {unit * n for n in range(1, 33)} | {16384, 1048576} <= set(record["bytes"])
        cycles = dict(zip(record["bytes"], record["cycles"], strict=True))
        assert 20 * cycles[16384] < cycles[1048576] and cycles[unit] < cycles[128 * unit] < cycles[16384]


def recorded(cycles, rounds: list[int]) -> dict:
    """Of a block cipher that takes `cycles` for so many blocks, on a core that is slower in some rounds."""
    sizes = sorted({16 * n for n in growth.UNITS} | set(growth.LONG_BYTES))
    times = {Operation("block", "encrypt", n, 0): [int(100 * r * cycles(n // 16)) for r in rounds] for n in sizes}
    (record,) = growth.records(portable("lea-128", "block"), times)
    return record


def test_a_kernel_that_is_slower_for_fewer_blocks_is_found():
    record = recorded(lambda n: 300 if n == 12 else 100 * -(-n // 8), [1] * 5)
    assert (record["over"], record["over_blocks"]) == (1.5, 12)


def test_only_a_few_blocks_are_judged():
    record = recorded(lambda n: 1500 if n == 20 else 100 * n, [1] * 5)
    assert record["over"] == 1


def test_a_long_message_that_takes_longer_a_byte_is_found():
    record = recorded(lambda n: 100 * n * (1.5 if n == 65536 else 1), [1] * 5)
    assert record["longer"] == 1.5


def test_a_core_that_is_slow_for_some_rounds_changes_no_ratio():
    calm, disturbed = (recorded(lambda n: 90 + 10 * n, r) for r in ([1] * 5, [1, 2, 2, 3, 1]))
    assert disturbed["over"] == calm["over"] == 1 and disturbed["longer"] == pytest.approx(calm["longer"])


def test_the_quietest_third_of_the_rounds_counts():
    """Of all sizes alike: short ones weigh as much as long ones."""
    short, long = (Operation("ctr", "encrypt", n, 0) for n in (16, 16384))
    times = {short: [10, 20, 10, 20, 11, 20], long: [9000, 9000, 9900, 9001, 9002, 9000]}
    assert growth.quietest(times) == {short: [10, 10], long: [9000, 9900]}


def test_a_program_that_fails_is_a_record_with_the_reason(monkeypatch):
    monkeypatch.setattr(growth, "build", lambda i, board, rounds: Program(i, board, None, (), False, {}))

    def run(program):
        raise RunError(f"{program.implementation.mode} is off")

    monkeypatch.setattr(growth, "timed", run)
    records = growth.measure([portable("lea-128", m) for m in ("block", "ctr")], Host().board, lambda _: None)
    assert [(r["mode"], r["failure"]) for r in records] == [("block", "block is off"), ("ctr", "ctr is off")]


@pytest.mark.parametrize("right", [0, 1])
def test_runs_whose_clock_was_off_are_left_out(right, monkeypatch):
    sizes = [16 * n for n in growth.UNITS] + growth.LONG_BYTES
    runs = [{Operation("ctr", "encrypt", n, 0): [100 * n] * 31 for n in sizes}] * right
    runs += [{}] * (growth.RUNS - right)
    monkeypatch.setattr(growth, "build", lambda i, board, rounds: Program(i, board, None, (), False, {}))
    monkeypatch.setattr(growth, "timed", lambda program: runs.pop())
    (record,) = growth.measure([portable("lea-128", "ctr")], Host().board, lambda _: None)
    assert record["cycles"][0] == 16 if right else record["failure"] == growth.CLOCK_WAS_OFF


CALL = "    return narae_ctr_crypt_message(ctx, out, nonce,"


@pytest.mark.parametrize(
    ("which", "nonce", "reason"),
    [
        ("adapter_open(", "nonce + (bytes == 256)", "decrypt does not undo encrypt"),
        ("adapter_", "nonce + (bytes == 16384)", "a long message begins otherwise than a short one"),
    ],
)
def test_what_is_wrong_is_not_timed(which, nonce, reason, tmp_path):
    """One call, or all of them, with another nonce at one size."""
    before, mark, after = (ROOT / "lab/bench/adapters/ctr.h").read_text().partition(which)
    assert CALL in after
    (tmp_path / "spoilt.h").write_text(before + mark + after.replace(CALL, CALL.replace("nonce", nonce)))
    ctr = portable("pipo-64/128", "ctr")
    bad = replace(ctr, define=ctr.define | {"BENCH_ADAPTER": f'"{tmp_path / "spoilt.h"}"'})
    with pytest.raises(RunError, match=reason):
        growth.timed(growth.build(bad, Host().board, 1))
