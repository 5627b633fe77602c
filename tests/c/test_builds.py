# SPDX-License-Identifier: MIT
"""The C tests as every other configuration builds them, line coverage of src/, and random operations compared with
other libraries."""

from __future__ import annotations

import re

import pytest

from lab.commands.test.runner import BIN, BUILDS, PROVIDER, SANITIZERS, WATCHED
from lab.paths import ROOT
from lab.plan.cpu import needs
from lab.targets.host import cpu_flags
from tests.tools import call

pytestmark = pytest.mark.deep

WORDS32 = ROOT / "tests/coverage/words32.h"
KERNELS_AT_O0 = f"-DCMAKE_PROJECT_narae_INCLUDE={ROOT / 'tests/coverage/kernels.cmake'}"
COVERED = {
    "coverage": [*WATCHED, PROVIDER, f"-DCMAKE_C_FLAGS={SANITIZERS} --coverage", KERNELS_AT_O0],
    "coverage-words32": [*WATCHED, f"-DCMAKE_C_FLAGS={SANITIZERS} --coverage -include {WORDS32}"],
}
OTHERS = {
    "gcc": BUILDS["gcc"],  # with the tests of each CPU level
    "clang": ["-DCMAKE_C_COMPILER=clang", PROVIDER],
    "small": [*WATCHED, "-DCMAKE_C_FLAGS=-O1 -DNARAE_SMALL"],
    "small-words32": [*WATCHED, f"-DCMAKE_C_FLAGS=-O1 -DNARAE_SMALL -include {WORDS32}"],
}
KERNEL_NEEDS = {  # suffix of a kernel's files, and the CPU features that it requires
    "aesni": {"AES"},
    "ssse3": {"AES"},
    "shani": {"AES", "SHA"},
    "pclmul": {"AES"},
    "avx2": {"AVX2"},
    "bmi2": {"AVX2"},
    "gfni": {"AVX2", "GFNI"},
    "vbmi": {"VBMI", "GFNI"},
    "vaes": {"VAES"},
    "avx512": {"AVX512"},
    "avx512vl": {"AVX512"},
    "ifma": {"VBMI"},
    "gfni512": {"AVX512", "GFNI"},
    "vaes512": {"AVX512", "VAES"},
    "vpclmul256": {"AVX2", "VAES"},
    "vpclmul": {"AVX512", "VAES"},
}


@pytest.mark.parametrize("name", OTHERS)
def test_the_c_tests_pass(c_tests, name):
    c_tests(name, OTHERS[name])


def test_every_line_of_the_library_is_run(c_tests, note):
    """By the C tests and vectors, with 64- or 32-bit words.  Code for 8-bit chips is not built here (*8.c files and
    #ifdef __AVR__): the lab runs its vectors on the simulated Uno."""
    objects = [c_tests(name, options) / "CMakeFiles/narae_objects.dir" for name, options in COVERED.items()]
    missing = [f"--gcov-ignore-errors={error}" for error in ("source_not_found", "no_working_dir_found")]
    merge = ["--merge-mode-functions=separate", "--sort=uncovered-number", "--sort-reverse"]
    lacking = [kernel for kernel, features in KERNEL_NEEDS.items() if not needs("x86", features) <= set(cpu_flags())]
    if lacking:
        note(f"coverage without src/*/x86/*_{{{','.join(lacking)}}}.c, which this CPU cannot run")
    excluded = [f"--exclude={name}" for name in of_kernels(lacking)]
    command = [BIN / "gcovr", "--root", ROOT, "--filter", "src/", *excluded, *merge, *missing, "--fail-under-line=100"]
    call([*command, *objects])


def of_kernels(kernels: list[str]) -> list[str]:
    """Files with code of these kernels: their sources, the headers that these include, and the dispatch."""
    source = ROOT / "src"
    waiting = [file for kernel in kernels for file in source.glob(f"*/x86/*_{kernel}.c")]
    files = {*waiting, *(source.glob("*/x86/*_x86.c") if kernels else [])}
    while waiting:
        file = waiting.pop()
        for name in re.findall(r'^#\s*include "(.+)"', file.read_text(), re.M):
            headers = {h for h in (file.parent / name, source / name) if h.exists()} - files
            files |= headers
            waiting += headers
    return sorted(str(file.relative_to(ROOT)) for file in files)


def test_a_million_random_operations_agree_with_other_libraries(cmake_build):
    """One in 240 operations is not supported by its oracle."""
    folder = cmake_build("gcc", BUILDS["gcc"], "differential")
    call([folder / "tests/differential/differential", "--count", "1010000"])
