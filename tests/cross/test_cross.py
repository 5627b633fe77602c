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
from lab.plan.cpu import levels_of
from tests.tools import AARCH64, AARCH64_FLAGS, call, compile_all, every_day, library_sources, needed, skip_without

TOOLCHAINS = ROOT / "cmake/toolchains"
MACHINES = ("powerpc", "s390x", "armhf", "i686", "aarch64", "mingw64")
LEVELS = list(levels_of("arm"))


def value(toolchain: Path, name: str) -> str:
    return re.search(rf"set\({name} (\S+)\)", toolchain.read_text())[1]


@pytest.fixture
def environment(machine) -> Iterator[dict]:
    """A temporary WINEPREFIX, which takes 700 MB."""
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


@pytest.mark.parametrize("level", every_day(LEVELS[-1:], LEVELS))
def test_kernels_of_aarch64(tmp_path, level):
    """Only what two programs need; every day only the highest level."""
    skip_without(AARCH64, "qemu-aarch64")
    for name in ("test_kernels", "test_batch"):
        source, program = ROOT / f"tests/c/{name}.c", tmp_path / name
        (own,) = compile_all(AARCH64, [*AARCH64_FLAGS, f"-I{ROOT / 'tests/cross/cmocka'}"], [source], tmp_path)
        library = needed(AARCH64, AARCH64_FLAGS, [own], library_sources("arm"))
        call([AARCH64, "-static", own, *library, "-o", program])
        arguments = [level] if name == "test_kernels" else []
        call(["qemu-aarch64", program, *arguments], env=os.environ | {"NARAE_CPU": level})
