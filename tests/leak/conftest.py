# SPDX-License-Identifier: MIT
"""Shared fixtures."""

import pytest


@pytest.fixture
def again(request: pytest.FixtureRequest) -> int:
    """A factor for the number of random cases."""
    return 10 if request.config.getoption("--deep") else 1
