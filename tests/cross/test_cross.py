# SPDX-License-Identifier: MIT
"""The C tests on other machines, simulated by qemu, and on Windows under Wine: big-endian, 32 bits, other compilers'
ideas of C, and a `long` that is shorter than a pointer.

Every day only the kernels of AArch64; words of 32 bits are those of the simulated boards."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from lab.paths import ROOT
from tests.tools import EVERY_DAY, every_day, skip_without

TOOLCHAINS = ROOT / "cmake/toolchains"
MACHINES = ("powerpc", "s390x", "armhf", "i686", "aarch64", "mingw64")
BEST_OF_AARCH64 = ("crypto", 2)  # a level, and how many programs run at it


def value(toolchain: Path, name: str) -> str:
    return re.search(rf"set\({name} (\S+)\)", toolchain.read_text())[1]


@pytest.fixture
def environment(machine) -> Iterator[dict]:
    """Wine makes itself a world of 700 MB, which nobody needs afterwards."""
    if machine != "mingw64" or shutil.which("wine") is None:
        yield dict(os.environ)
        return
    with tempfile.TemporaryDirectory(prefix="narae-", ignore_cleanup_errors=True) as folder:
        mine = os.environ | {"WINEPREFIX": folder, "WINEDEBUG": "-all"}
        yield mine
        subprocess.run(["wineserver", "--kill", "--wait"], env=mine)


@pytest.mark.deep
@pytest.mark.parametrize("machine", MACHINES)
def test_all_c_tests_pass(cmake_build, note, machine, environment):
    toolchain = TOOLCHAINS / f"{machine}.cmake"
    skip_without(value(toolchain, "CMAKE_C_COMPILER"), value(toolchain, "CMAKE_CROSSCOMPILING_EMULATOR"))
    folder = cmake_build(machine, [f"-DCMAKE_TOOLCHAIN_FILE={toolchain}"], "all")
    command = ["ctest", "--test-dir", folder, "-j2", "--output-on-failure"]
    done = subprocess.run(command, capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stdout[-6000:]
    count = re.search(r"tests passed, 0 tests failed out of (\d+)", done.stdout)
    assert count and int(count[1]) >= 20, done.stdout[-500:]
    note(f"{machine}: {toolchain.read_text().split('.')[0].split(': ')[1]}: {count[1]} C tests pass")


@pytest.mark.parametrize(("level", "programs"), every_day([BEST_OF_AARCH64], [BEST_OF_AARCH64, (".*", 6)]))
def test_kernels_of_aarch64(cmake_build, level, programs):
    """A build of its own, of little more than the kernels; every day the highest level, whose kernels are the most."""
    toolchain = TOOLCHAINS / "aarch64.cmake"
    skip_without(value(toolchain, "CMAKE_C_COMPILER"), value(toolchain, "CMAKE_CROSSCOMPILING_EMULATOR"))
    options = [f"-DCMAKE_TOOLCHAIN_FILE={toolchain}", *EVERY_DAY]
    folder = cmake_build("aarch64-kernels", options, "test_kernels", "test_batch")
    command = ["ctest", "--test-dir", folder, "-R", f"^(kernels|batch)_{level}$", "--output-on-failure"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-6000:]
    assert f"tests passed, 0 tests failed out of {programs}" in done.stdout and "Skipped" not in done.stdout
