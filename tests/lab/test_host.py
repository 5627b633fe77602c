# SPDX-License-Identifier: MIT
"""The host's rounds: a program that shared its core is timed again, and its row says if that did not help."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from lab.run.protocol import Operation, Transcript
from lab.targets import host as host_module
from lab.targets.host import Check, Host

QUIET, BUSY = 100, 160
ENCRYPT = Operation("block", "encrypt", 16, 0)


@pytest.fixture
def timed(monkeypatch):
    """Runs programs whose jumps are given, round by round, and which take ten times as long; counts their runs."""
    runs: dict[str, int] = {}

    def timed(**jumps: list[int]):
        def run_native(command: list) -> Transcript:
            name = command[-1]
            jump = jumps[name][runs.get(name, 0)]
            runs[name] = runs.get(name, 0) + 1
            return Transcript(
                unit="centicycles",
                calibrations=[("branches", 45, 300, jump)],
                times={ENCRYPT: [1000 * jump] * 20},
                stacks={ENCRYPT: 64},
                ended=True,
            )

        monkeypatch.setattr(host_module, "run_native", run_native)
        monkeypatch.setattr(host_module, "check", lambda program, cache: Check())
        host = Host()
        programs = [
            SimpleNamespace(
                elf=name,
                implementation=SimpleNamespace(name=name, level="", is_peer=False),
                board=SimpleNamespace(name="host", facts=host.board.facts),
            )
            for name in jumps
        ]
        outcomes = host.run(programs, False, None, lambda _: None)
        return {
            p.elf: (o.findings[ENCRYPT], o.provenance, runs[p.elf]) for p, o in zip(programs, outcomes, strict=True)
        }

    return timed


def test_a_quiet_machine_is_measured_three_times(timed):
    finding, provenance, runs = timed(a=[QUIET, QUIET + 10, QUIET])["a"]
    assert (runs, finding.runs, finding.cycles, "neighbour" in provenance) == (3, 60, 1000, False)


def test_a_program_that_shared_its_core_is_timed_again_and_no_other(timed):
    found = timed(a=[BUSY, QUIET, BUSY, QUIET, QUIET], b=[QUIET] * 3)
    finding, provenance, runs = found["a"]
    assert (runs, finding.runs, finding.cycles, finding.spread, "neighbour" in provenance) == (5, 60, 1000, 0, False)
    assert found["b"][2] == 3


def test_only_quiet_rounds_count_where_there_is_one(timed):
    """Two sides of a comparison, of which one was disturbed longer, would else differ by that."""
    finding, provenance, runs = timed(a=[BUSY, BUSY, BUSY, QUIET, BUSY], b=[QUIET] * 3)["a"]
    assert (runs, finding.runs, finding.cycles, "neighbour" in provenance) == (5, 20, 1000, False)


def test_a_neighbour_that_stays_is_named(timed):
    finding, provenance, runs = timed(a=[BUSY] * 5, b=[BUSY, QUIET, QUIET, QUIET])["a"]
    assert (runs, finding.runs, finding.cycles) == (5, 60, 1600)
    assert provenance["neighbour"] == "shared the core in each of 5 rounds"
