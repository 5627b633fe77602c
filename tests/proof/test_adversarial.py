# SPDX-License-Identifier: MIT
"""Programs with an error in a key, a call, a number of blocks, an address, a register or the stack are not proved.
Without the error each is proved, so none fails for another reason, but where a limit of the method is known."""

from __future__ import annotations

import pytest
from wrong_programs import WRONG, proofs

from lab.proof.prove import REFUTED
from tests.tools import every_day

# One of each kind.
SAMPLE = {
    ("hifive1", "c1_schedule_spoiled_rarely"),
    ("m4", "c2_round_key_destroyed"),
    ("hifive1", "c3_count_ends_call"),
    ("hifive1", "c4_register"),
    ("uno", "c5_key_carry"),
    ("hifive1", "c6_below_stack"),
    ("m3", "c7_blx"),
    ("m4", "c8_behind_schedule"),
    ("host", "c6_below_stack"),
    ("pi4", "c8_behind_schedule"),
}
FAULTS = ("c1", "c2", "c7", "c8")  # kinds that are refuted by execution; others may be open
PROGRAMS = {wrong.name: wrong for wrong in WRONG}
CASES = [(target, wrong.name) for wrong in WRONG for target in wrong.targets]


@pytest.mark.parametrize("target, name", every_day(SAMPLE, CASES))
def test_a_wrong_program_is_not_proved(target, name):
    wrong = PROGRAMS[name]
    verdicts = proofs(wrong, target, correct=False)
    assert not any(map(wrong.is_proved, verdicts[wrong.claims - 1 :])), verdicts
    if wrong.kind in FAULTS:
        assert any(proof.proof == REFUTED for proof in verdicts), [proof.reason for proof in verdicts]


@pytest.mark.parametrize("target, name", every_day({case for case in SAMPLE if case[1][:2] != "c1"}, CASES))
def test_without_its_error_it_is_proved(target, name):
    wrong = PROGRAMS[name]
    for proof in proofs(wrong, target, correct=True):
        if wrong.limit:
            assert not proof.proved and wrong.limit in proof.reason
            continue
        assert proof.proved, proof.reason
        assert wrong.mode != "block" or proof.max_bytes is None, proof.loop
