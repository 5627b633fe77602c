# SPDX-License-Identifier: MIT
"""Every kernel of AArch64 keeps what the ABI promises its caller, whichever the CPU would choose."""

from __future__ import annotations

import re
import subprocess

from lab.build import PRINT
from lab.paths import BUILD, ROOT
from tests.tools import EVERY_DAY, call, skip_without

COMPILER, EMULATOR = "aarch64-linux-gnu-gcc", "qemu-aarch64"
HERE = ROOT / "tests/arm_kernels"
BOARD = ROOT / "lab/boards/pi4"
KERNEL = re.compile(r" T (narae_\w+_(?:best|neon|ce|pmull|sha3))$", re.MULTILINE)
BROKEN = {
    **{f"corrupt_{n}": f"x{n}" for n in range(19, 30)},
    **{f"corrupt_{n}": f"d{n}" for n in range(8, 16)},
    "corrupt_31": "the stack pointer",
    "corrupt_32": "FPCR",
}


def test_every_kernel_keeps_the_abi_and_every_corrupter_is_caught(cmake_build, note):
    skip_without(COMPILER, EMULATOR)
    toolchain = ROOT / "cmake/toolchains/aarch64.cmake"
    options = [f"-DCMAKE_TOOLCHAIN_FILE={toolchain}", *EVERY_DAY]
    library = cmake_build("aarch64-kernels", options, "narae") / "libnarae.a"
    program = BUILD / "arm_abi"
    program.parent.mkdir(parents=True, exist_ok=True)
    include = [f"-I{ROOT / folder}" for folder in ("include", "src", "lab/bench")]
    sources = [HERE / "abi.c", HERE / "abi.S", BOARD / "abi.S", BOARD / "abi.c", PRINT]
    call([COMPILER, "-static", "-O2", "-Wall", "-Wextra", *include, *sources, library, "-o", program])

    done = subprocess.run([EMULATOR, "-cpu", "max", program], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    found: dict[str, set[str]] = {}
    for line in done.stdout.splitlines():
        name, broken = line.split(" ", 1)
        found.setdefault(name, set()).add(broken)
    kernels = set(KERNEL.findall(call(["aarch64-linux-gnu-nm", library])))
    assert {name: its - {""} for name, its in found.items() if its != {""}} == {k: {v} for k, v in BROKEN.items()}
    assert kernels == found.keys() - BROKEN.keys(), "a kernel that abi.c does not call"
    note(f"pi4: {len(kernels)} kernels of AArch64 keep the ABI; {len(BROKEN)} corrupters are caught")
