# SPDX-License-Identifier: MIT
"""What the tests of proofs share."""

import pytest


@pytest.fixture
def again(request: pytest.FixtureRequest) -> int:
    """How often a test draws its random cases: more with --deep."""
    return 10 if request.config.getoption("--deep") else 1
