# SPDX-License-Identifier: MIT
"""What the core starts in a cycle: measured on this machine, and what is made of several runs."""

from __future__ import annotations

import platform

import pytest

from lab.errors import RunError
from lab.plan.implementations import discover
from lab.run import rates
from lab.targets.host import LEVEL_NEEDS, Host, cpu_flags

KINDS = {
    "sse2": {(64, "any")},
    "avx2": {(64, "turn"), (256, "any"), (256, "turn")},
    "avx2-vaes": {(256, "aes"), (256, "clmul")},
    "avx2-gfni": {(256, "gfni")},
    "avx512": {(512, "any"), (512, "turn")},
    "avx512-gfni": {(512, "gfni"), (512, "aes"), (512, "clmul")},
}


@pytest.mark.skipif(platform.machine() != "x86_64", reason="x86-64 only")
def test_every_kind_that_this_cpu_has_is_measured():
    """A XOR that the core does not execute at all, or a chain that waits for itself, would be out of these bounds."""
    rate_of = {(r["bits"], r["kind"]): r["rate"] for r in rates.measure(discover(), Host().board, lambda _: None)}
    has = set(cpu_flags())
    assert set(rate_of) == set().union(*(some for level, some in KINDS.items() if LEVEL_NEEDS[level] <= has))
    for (bits, kind), rate in rate_of.items():
        assert 0.25 < rate < (6.5 if bits == 64 else 4.5)
        assert rate < 1.1 * rate_of[bits, "any"], kind


def test_of_several_runs_the_highest_rate_counts(monkeypatch):
    runs = [{(512, "any"): rate, (512, "clmul"): 1.0} for rate in (1.2, 2.0, 1.9, 1.1, 1.0)]
    monkeypatch.setattr(rates, "rates_of", lambda elf: runs.pop())
    monkeypatch.setattr(rates, "PAUSE_SECONDS", 0)
    assert rates.measure(discover(), Host().board, lambda _: None) == [
        {"bits": 512, "kind": "any", "rate": 2.0},
        {"bits": 512, "kind": "clmul", "rate": 1.0},
    ]
    assert not runs


def test_a_program_that_ends_early_is_a_record_with_its_reason(monkeypatch):
    def run(elf):
        raise RunError("exit code -4")

    monkeypatch.setattr(rates, "rates_of", run)
    assert rates.measure(discover(), Host().board, lambda _: None) == [{"failure": "exit code -4"}]


def test_nothing_is_measured_where_the_library_is_not():
    assert rates.measure([], Host().board, lambda _: None) == []
