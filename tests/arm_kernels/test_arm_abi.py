# SPDX-License-Identifier: MIT
"""Every kernel of AArch64 keeps the ABI, whichever the CPU would choose."""

from __future__ import annotations

import re
import subprocess

from lab.build import PRINT, is_empty
from lab.paths import ROOT
from lab.plan.implementations import family_of
from tests.tools import (
    AARCH64,
    AARCH64_FLAGS,
    call,
    compile_all,
    library_object,
    library_sources,
    needed,
    skip_without,
)

EMULATOR = "qemu-aarch64"
HERE = ROOT / "tests/arm_kernels"
BOARD = ROOT / "lab/boards/pi4"
KERNEL = re.compile(r"(?:^| T )(narae_\w+_(?:neon|ce|pmull|sha3))$", re.MULTILINE)  # not those that dispatch selects
BROKEN = {
    **{f"corrupt_{n}": f"x{n}" for n in range(19, 30)},
    **{f"corrupt_{n}": f"d{n}" for n in range(8, 16)},
    "corrupt_31": "the stack pointer",
    "corrupt_32": "FPCR",
}


def test_every_kernel_keeps_the_abi_and_every_corrupter_is_caught(tmp_path, note):
    skip_without(AARCH64, EMULATOR)
    include = [f"-I{ROOT / 'lab/bench'}"]
    sources = [HERE / "abi.c", HERE / "abi.S", BOARD / "abi.S", BOARD / "abi.c", PRINT]
    own = compile_all(AARCH64, ["-O2", "-Wall", "-Wextra", *include], sources, tmp_path)
    library = library_sources("arm")
    mine = [library_object(AARCH64, AARCH64_FLAGS, f) for f in library if family_of(f)]
    first = [*own, *(object for object in mine if not is_empty(object))]
    objects = dict.fromkeys([*first, *needed(AARCH64, AARCH64_FLAGS, first, library)])
    program = tmp_path / "arm_abi"
    call([AARCH64, "-static", *objects, "-o", program])

    done = subprocess.run([EMULATOR, "-cpu", "max", program], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    failures: dict[str, set[str]] = {}
    for line in done.stdout.splitlines():
        name, broken = line.split(" ", 1)
        failures.setdefault(name, set()).add(broken)
    kernels = set(KERNEL.findall(call(["aarch64-linux-gnu-nm", *mine])))
    assert {name: its - {""} for name, its in failures.items() if its != {""}} == {k: {v} for k, v in BROKEN.items()}
    assert kernels == {name for name in failures if KERNEL.match(name)}, "a kernel that abi.c does not call"
    note(f"pi4: {len(kernels)} kernels of AArch64 keep the ABI; {len(BROKEN)} corrupters are caught")
