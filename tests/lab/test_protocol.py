# SPDX-License-Identifier: MIT
"""What the measuring firmware says, read back."""

import pytest

from lab.errors import RunError
from lab.run.protocol import Operation, endless, parse, reached
from tests.tools import checked

SEAL, OPEN, ENCRYPT = (Operation("gcm", name, 16, 4) for name in ("seal", "open", "encrypt"))


def test_operations_of_a_row_take_turns():
    """Times and windows go to their operations, warm-ups to nobody."""
    transcript = parse(checked("row gcm encrypt 16 4 7 8\nrow gcm seal,open 16 4 1 2 3 4 5 6\n"))
    assert transcript.times == {ENCRYPT: [7, 8], SEAL: [1, 3, 5], OPEN: [2, 4, 6]}
    assert transcript.deal("ab123456") == {ENCRYPT: ["a", "b"], SEAL: ["1", "3", "5"], OPEN: ["2", "4", "6"]}

    def warmups(operation):
        return 2 if operation == SEAL else 1

    assert parse(checked("row gcm seal,open 16 4 1 2\n")).window_count(warmups) == 5

    def two(_):
        return 2

    assert transcript.window_count(two) == 8 + 6
    assert transcript.deal("wwabwwWW123456", two) == transcript.deal("ab123456")


def test_a_row_without_a_time_for_each_operation_is_refused():
    with pytest.raises(RunError, match=r"line 2 .* not of the protocol"):
        parse(checked("end\nrow gcm seal,open 16 4 1 2 3\n"))


WHOLE = checked("narae-bench 2 cycles lea-128 388\nvectors 9 9\nrow gcm encrypt 16 4 7 18\nend\n")


def test_a_character_that_is_missing_or_another_one_is_noticed():
    for at in range(len(WHOLE)):
        for instead in ("", "9", "8\n") if WHOLE[at] != "\n" else ():
            damaged = WHOLE[:at] + instead + WHOLE[at + 1 :]
            if damaged != WHOLE:
                with pytest.raises(RunError, match=r"of the serial output"):
                    parse(damaged)


def test_a_line_that_is_missing_or_comes_twice_is_noticed_at_the_next_one():
    lines = WHOLE.splitlines(keepends=True)
    for number in range(3):
        for some in (lines[:number] + lines[number + 1 :], lines[: number + 1] + lines[number:]):
            with pytest.raises(RunError, match=r"is incomplete"):
                parse("".join(some))


def test_half_a_line_at_the_end_says_nothing():
    transcript = parse(WHOLE[:-5])
    assert transcript.vectors_total == 9 and transcript.times and not transcript.ended


def test_a_program_that_does_not_end_says_how_far_it_came():
    transcript, killed = "", "killed: no end after 7 cycles"
    assert endless(7, transcript) == endless(7, "no line of the protocol\n") == killed
    for line, where in (
        ("narae-bench 2 cycles lea-128 0", "in the vectors"),
        ("vectors 3 3", "in the checks after the vectors"),
        ("checksum 00000000", "after vectors and checks, before anything was measured"),
        ("row gcm seal,open 16 4 1 2", "after open of 16 bytes was measured"),
    ):
        transcript += f"{line}\n"
        assert endless(7, checked(transcript)) == endless(7, checked(transcript) + "row gcm") == f"{killed}, {where}"
    transcript = endless(7, checked(f"{transcript}row gcm seal 1024 0 1\n"))
    assert (reached(transcript), reached(killed), reached("")) == (1024, 0, 0)
