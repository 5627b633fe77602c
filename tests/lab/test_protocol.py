# SPDX-License-Identifier: MIT
"""What the measuring firmware says, read back."""

import pytest

from lab.errors import RunError
from lab.run.protocol import Operation, parse

SEAL, OPEN, ENCRYPT = (Operation("gcm", name, 16, 4) for name in ("seal", "open", "encrypt"))


def test_operations_of_a_row_take_turns():
    """Times and windows go to their operations, warm-ups to nobody."""
    said = parse("row gcm encrypt 16 4 7 8\nrow gcm seal,open 16 4 1 2 3 4 5 6\n")
    assert said.times == {ENCRYPT: [7, 8], SEAL: [1, 3, 5], OPEN: [2, 4, 6]}
    assert said.deal("ab123456") == {ENCRYPT: ["a", "b"], SEAL: ["1", "3", "5"], OPEN: ["2", "4", "6"]}

    def warmups(operation):
        return 2 if operation == SEAL else 1

    assert parse("row gcm seal,open 16 4 1 2\n").window_count(warmups) == 5

    def two(_):
        return 2

    assert said.window_count(two) == 8 + 6
    assert said.deal("wwabwwWW123456", two) == said.deal("ab123456")


def test_a_row_without_a_time_for_each_operation_is_refused():
    with pytest.raises(RunError, match=r"line 2 .* not of the protocol"):
        parse("end\nrow gcm seal,open 16 4 1 2 3\n")
