# SPDX-License-Identifier: MIT
"""libFuzzer, with sanitizers, finds nothing in the incremental interfaces: see fuzz.h."""

from __future__ import annotations

from pathlib import Path

import pytest

pytestmark = pytest.mark.deep

FUZZ = ["-DCMAKE_C_COMPILER=clang", "-DNARAE_TESTS=OFF", "-DNARAE_SHARED=OFF", "-DNARAE_FUZZ=ON"]
TARGETS = sorted(file.stem for file in Path(__file__).parent.glob("fuzz_*.c"))


def test_five_thousand_inputs_of_portable_code_each(c_tests):
    """The code that all kernels share."""
    c_tests("fuzz", [*FUZZ, "-DCMAKE_C_FLAGS=-DNARAE_PORTABLE"])


@pytest.mark.parametrize("target", TARGETS)
def test_a_minute_of_fuzzing_finds_nothing(c_tests, target):
    c_tests("fuzz-kernels", FUZZ, "-C", "deep", "-R", f"^{target}_deep$")
