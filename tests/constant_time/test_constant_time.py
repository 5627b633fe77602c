# SPDX-License-Identifier: MIT
"""No branch and no address of the library depends on a secret, under any usual compiler and level, and a forged
message is refused in the same number of instructions wherever its tag is wrong.

The C programs next to this file do the work; here they are built in each way and run under valgrind."""

from __future__ import annotations

import re
import subprocess
from collections import defaultdict

import pytest

from lab.paths import ROOT
from lab.plan.implementations import discover
from tests.tools import skip_without

RELEASED = "-O3"  # CMake's, of which ./narae test has a build
LEVELS = ("-O0", "-O1", "-O2", "-O3", "-Os")
CROSS_I686 = f"-DCMAKE_TOOLCHAIN_FILE={ROOT}/cmake/toolchains/i686.cmake"
APART = 7  # every day only each seventh bit of a tag is changed
EXAMPLES = {"branch", "table look-up", "early exit"}


def matrix():
    """gcc and clang at every level; gcc as released every day.  i686 is the 32-bit code of the library."""
    for compiler in ("gcc", "clang", "i686"):
        for level in LEVELS:
            everyday = level == RELEASED and compiler == "gcc"
            yield pytest.param(compiler, level, marks=() if everyday else pytest.mark.deep, id=compiler + level)


@pytest.fixture
def build(cmake_build):
    def with_compiler(compiler: str, level: str, target: str):
        skip_without("valgrind", "i686-linux-gnu-gcc" if compiler == "i686" else compiler)
        if (compiler, level) == ("gcc", RELEASED):
            return cmake_build("gcc", ["-DCMAKE_C_COMPILER=gcc"], target) / "tests/constant_time" / target
        chosen = CROSS_I686 if compiler == "i686" else f"-DCMAKE_C_COMPILER={compiler}"
        options = [chosen, "-DCMAKE_BUILD_TYPE=None", f"-DCMAKE_C_FLAGS={level}"]
        folder = cmake_build(f"constant_time-{compiler}{level}", options, target)
        return folder / "tests/constant_time" / target

    return with_compiler


@pytest.mark.parametrize(("compiler", "level"), list(matrix()))
def test_nothing_depends_on_a_secret(build, note, compiler, level):
    program = build(compiler, level, "constant_time")
    done = subprocess.run(["valgrind", "-q", "--error-limit=no", program], capture_output=True, text=True)
    (program.parent / "cases.txt").write_text(done.stdout)
    bad = [line for line in done.stdout.splitlines() if not line.endswith(("constant time", "leaks, as it must"))]
    assert done.returncode == 0, "\n".join(bad) + "\n" + done.stderr[-6000:]
    noticed = {line[21:45].strip() for line in done.stdout.splitlines() if line.endswith("leaks, as it must")}
    assert noticed == EXAMPLES
    assert len(bad) == 1, bad  # the count
    note(f"secrets followed, {compiler} {level}: {bad[0]}")


def instruction_counts(text: str) -> dict[str, dict[int, list[str]]]:
    """By name: attempts by number of instructions."""
    counts: dict[str, dict[int, list[str]]] = defaultdict(lambda: defaultdict(list))
    parts = re.findall(r"^desc: Trigger: Client Request: (.*): (.*)$[^$]*?^summary: (\d+)$", text, re.MULTILINE)
    for name, attempt, instructions in parts:
        counts[name.strip()][int(instructions)].append(attempt)
    return counts


@pytest.mark.parametrize(("compiler", "level"), [p for p in matrix() if "i686" not in p.id])
def test_a_forgery_is_refused_in_one_time(build, note, tmp_path, pytestconfig, compiler, level):
    program = build(compiler, level, "failed_open")
    dump = tmp_path / "callgrind"
    options = ["-q", "--tool=callgrind", "--combine-dumps=yes", f"--callgrind-out-file={dump}"]
    apart = 1 if pytestconfig.getoption("--deep") else APART
    done = subprocess.run(["valgrind", *options, program, str(apart)], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, ""), done.stderr
    counts = instruction_counts(dump.read_text())
    example = counts.pop("example")
    # Of 16 bytes; clang -O3 decides on the last two with as many instructions.
    assert len(example) >= 15, "a comparison that stops at the first wrong byte was not noticed"
    blocks = {(i.folder, i.block_bytes) for i in discover() if i.in_library and i.mode == "block"}
    modes = sum(4 if block_bytes == 16 else 1 for _, block_bytes in blocks)  # CMAC; GCM, CCM, GMAC
    assert len(counts) == modes + 3, "one for each mode with a tag of each block cipher, and what has a key of its own"
    for name, attempts in counts.items():
        assert len(attempts) == 1, f"{name}: {dict(attempts)}"
        ((instructions, titles),) = attempts.items()
        assert len(titles) in [len(range(0, bits, apart)) + 2 for bits in (64, 128)], name
        assert instructions > 300, f"{name}: {instructions} are no whole open"
    note(f"failed opens, {compiler} {level}: {sum(len(t) for c in counts.values() for t in c.values())} equal")
