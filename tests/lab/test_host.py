# SPDX-License-Identifier: MIT
"""The host's rounds: the quietest one counts, a program whose rounds differ, or a single figure of it, is timed again,
and a row says if its core was shared all the time."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from lab.rows import UNSTEADY, Row, is_unsteady
from lab.run.protocol import Operation, Transcript
from lab.targets import host as host_module
from lab.targets.base import Finding
from lab.targets.host import Check, Host, Round, quietest

QUIET, BUSY = 1000, 1600
ENCRYPT = Operation("block", "encrypt", 16, 0)


@pytest.fixture
def timed(monkeypatch):
    """Runs programs whose times are given, round by round, 0 where the clock is off, and whose jumps take a tenth of
    that, but are quick once before; counts their runs.  Each has `steady` more operations that nothing disturbs."""
    runs: dict[str, int] = {}

    def timed(steady: int = 0, **times: list[int]):
        others = [Operation("block", "decrypt", 16 * (n + 1), 0) for n in range(steady)]

        def run_native(command: list) -> Transcript:
            name = command[-1]
            took = times[name][runs.get(name, 0)]
            runs[name] = runs.get(name, 0) + 1
            return Transcript(
                unit="centicycles",
                calibrations=[("branches", 45, 300, QUIET // 10 if took else 0)],
                jump=took // 10,
                times={ENCRYPT: [100 * took] * 19 + [1000 * took]} | {o: [100 * QUIET] * 20 for o in others},
                stacks=dict.fromkeys([ENCRYPT, *others], 64),
                ended=True,
            )

        monkeypatch.setattr(host_module, "run_native", run_native)
        monkeypatch.setattr(host_module, "check", lambda program, cache: Check())
        host = Host()
        programs = [
            SimpleNamespace(
                elf=name,
                implementation=SimpleNamespace(name=name, level="", is_peer=False),
                board=host.board,
            )
            for name in times
        ]
        outcomes = host.run(programs, False, None, lambda _: None)
        return {
            p.elf: (o.findings[ENCRYPT], o.provenance, runs[p.elf]) for p, o in zip(programs, outcomes, strict=True)
        }

    return timed


def test_a_quiet_machine_is_measured_three_times(timed):
    finding, provenance, runs = timed(a=[QUIET + 15, QUIET, QUIET + 40])["a"]
    assert (runs, finding.runs, finding.cycles, "neighbour" in provenance) == (3, 60, QUIET, False)
    assert finding.spread == pytest.approx(0.015)


def test_a_program_whose_quietest_rounds_differ_is_timed_again_and_no_other(timed):
    timings = timed(a=[BUSY, QUIET, BUSY, BUSY, QUIET, BUSY], b=[QUIET] * 3)
    finding, provenance, runs = timings["a"]
    assert (runs, finding.runs, finding.cycles, finding.spread, "neighbour" in provenance) == (5, 100, QUIET, 0, False)
    assert timings["b"][2] == 3


def test_a_figure_that_no_second_round_confirms_spreads(timed):
    finding, provenance, runs = timed(a=[BUSY, BUSY + 100, QUIET, BUSY, BUSY, BUSY, BUSY], b=[QUIET] * 3)["a"]
    assert (runs, finding.cycles, "neighbour" in provenance) == (7, QUIET, False)
    assert finding.spread == pytest.approx(0.6)


def test_a_single_figure_that_spreads_is_timed_again(timed):
    """Whatever the other fifteen do.  What stays apart is marked, what another round confirms is not."""
    timings = timed(15, a=[BUSY, QUIET, BUSY, BUSY, BUSY, QUIET], b=[QUIET, BUSY, BUSY, BUSY, BUSY, BUSY, BUSY])
    assert [(finding.cycles, runs) for finding, _, runs in timings.values()] == [(QUIET, 6), (QUIET, 7)]
    marked = [is_unsteady(as_row(finding)) for finding, *_ in timings.values()]
    assert marked == [False, True] and timings["b"][0].spread == pytest.approx(0.6)


def as_row(finding: Finding) -> Row:
    return Row("lea-128", "block", "encrypt", 16, 0, "avx2", "host", finding.cycles, spread=finding.spread)


@pytest.mark.parametrize(("more", "runs"), [(UNSTEADY - 0.001, 3), (UNSTEADY + 0.001, 7)])
def test_the_limit_of_a_single_figure_is_that_of_the_mark(timed, more, runs):
    slow = round(QUIET * (1 + more))
    finding, _, last = timed(15, a=[slow, QUIET, *[slow] * 5])["a"]
    assert last == runs and is_unsteady(as_row(finding)) == (runs == 7)


def test_a_single_figure_is_timed_again_once_on_a_busy_machine_too(timed, monkeypatch):
    monkeypatch.setattr(host_module, "MORE_SECONDS", 0)
    monkeypatch.setattr(host_module, "MORE_PART", 0)
    assert timed(15, a=[QUIET, BUSY, BUSY, BUSY, BUSY])["a"][2] == 4


def test_on_a_busy_machine_further_rounds_end(timed, monkeypatch):
    """But for a program whose clock was off."""
    monkeypatch.setattr(host_module, "MORE_SECONDS", 0)
    monkeypatch.setattr(host_module, "MORE_PART", 0)
    timings = timed(a=[BUSY, QUIET, BUSY, BUSY], b=[QUIET, 0, 0, 0, QUIET, QUIET])
    assert [(finding.runs, runs) for finding, _, runs in timings.values()] == [(80, 4), (60, 6)]


def test_a_neighbour_that_stays_is_named(timed):
    finding, provenance, runs = timed(a=[BUSY] * 3)["a"]
    assert (runs, finding.runs, finding.cycles) == (3, 60, BUSY)
    assert provenance["neighbour"] == "shared the core in each of 3 rounds"


def test_the_samples_of_one_round_alone_spread():
    one = Round(100, 100, {ENCRYPT: [100] * 10 + [110] * 10})
    assert quietest([one], ENCRYPT) == (105, pytest.approx(10 / 105))


def test_what_valgrind_counts_and_does_not_show_is_a_leak():
    """Its log leaves out what it has shown before, and what ran before main() and at exit is taken out."""
    kinds = ("pc_trace", "address_trace")
    branch = host_module.leaky(1, "==1== Conditional jump or move depends on uninitialised value(s)")
    assert [branch[kind] for kind in kinds] == ["differs", "equal"]
    assert [host_module.leaky(1, "")[kind] for kind in kinds] == ["differs", "differs"]
    assert [host_module.leaky(0, "")[kind] for kind in kinds] == ["equal", "equal"]
