# SPDX-License-Identifier: MIT
"""Both AVR simulators count every instruction as the datasheet does, but for faults known by number."""

from __future__ import annotations

import pytest

from lab.sims import instruction_timing
from lab.sims.instruction_timing import Result


@pytest.fixture(scope="module")
def results() -> list[Result]:
    return instruction_timing.measure()


def test_every_instruction_costs_what_the_datasheet_says(results: list[Result]) -> None:
    assert [result for result in results if not result.good] == []


def test_every_known_fault_was_looked_for(results: list[Result]) -> None:
    looked_for = {(result.simulator, result.case) for result in results if result.known_fault}
    assert looked_for == set(instruction_timing.FAULTS)


def test_a_fault_that_no_longer_shows_fails(results: list[Result]) -> None:
    fixed = [
        Result(r.case, r.simulator, r.expected, case.cycles, r.known_fault)
        for r in results
        for case in [*instruction_timing.cases(), instruction_timing.INTERRUPT]
        if r.known_fault and case.name == r.case
    ]
    assert len(fixed) == len(instruction_timing.FAULTS)
    assert not any(result.good for result in fixed)
