# SPDX-License-Identifier: MIT
"""Wrong programs are not proved, whatever they are wrong about: a key, a call, a number of blocks, a place, a register,
the stack.  Without its error each of them is proved, so that none fails for another reason."""

from __future__ import annotations

import pytest
from wrong_programs import WRONG, proofs

from tests.tools import every_day

# What runs every day.
SOME = {("m4", "c2_calls_counted_in_ram"), ("m4", "d1_early_write"), ("uno", "d3_interrupts_off")}
PROGRAMS = {wrong.name: wrong for wrong in WRONG}
CASES = [(target, wrong.name) for wrong in WRONG for target in wrong.targets]


@pytest.mark.parametrize("target, name", every_day(SOME, CASES))
def test_a_wrong_program_is_not_proved(target, name):
    wrong = PROGRAMS[name]
    verdicts = proofs(wrong, target, is_right=False)
    if wrong.first:
        assert not any(map(wrong.is_proved, verdicts)), verdicts
    else:
        assert wrong.verdict in [proof.proof for proof in verdicts], verdicts


@pytest.mark.parametrize("target, name", every_day(SOME, CASES))
def test_without_its_error_it_is_proved(target, name):
    wrong = PROGRAMS[name]
    for proof in proofs(wrong, target, is_right=True):
        assert proof.proved, proof.reason
        assert wrong.mode != "block" or proof.most_bytes is None, proof.loop
