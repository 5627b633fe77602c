# SPDX-License-Identifier: MIT
"""The x86-64 kernels on other CPUs, simulated by qemu: older ones execute no unsupported instruction, and levels that
this CPU lacks run if qemu supports them."""

from __future__ import annotations

import os
import platform
import re
import signal
import subprocess
from pathlib import Path

import pytest

from lab.plan.cpu import levels_of, needs
from lab.targets.host import cpu_flags
from tests.tools import call, skip_without

pytestmark = pytest.mark.skipif(platform.machine() not in ("x86_64", "AMD64"), reason="kernels of x86-64 only")

LEVELS = levels_of("x86")
NAMES = list(LEVELS)
OLDEST = "Opteron_G1"
BEST = {OLDEST: "sse2", "Nehalem": "sse2", "Westmere": "aesni", "Haswell": "avx2"}
LACKS = 77


def run(program: Path, *arguments: str | Path, model: str | None = None, level: str | None = None) -> int:
    """The exit status; `model`: a CPU of qemu, or None for this one."""
    environment = {name: value for name, value in os.environ.items() if name != "NARAE_CPU"}
    if level is not None:
        environment["NARAE_CPU"] = level
    command = [program, *arguments] if model is None else ["qemu-x86_64", "-cpu", model, program, *arguments]
    return subprocess.run(command, capture_output=True, env=environment).returncode


@pytest.fixture(scope="module")
def programs(cmake_build) -> Path:
    skip_without("qemu-x86_64")
    targets = ("test_kernels", "test_batch", "vectors_runner", "vectors")
    return cmake_build("gcc", ["-DCMAKE_C_COMPILER=gcc"], *targets) / "tests/c"


def test_qemu_refuses_what_a_cpu_lacks(tmp_path):
    """A precondition of the tests below."""
    skip_without("qemu-x86_64")
    source, program = tmp_path / "aes.c", tmp_path / "aes"
    source.write_text('int main(void) { __asm__ volatile("aesenc %%xmm0, %%xmm0" : : : "xmm0"); return 0; }')
    call(["gcc", source, "-o", program])
    assert run(program, model="Westmere") == 0
    assert run(program, model=OLDEST) in (-signal.SIGILL, 128 + signal.SIGILL)


@pytest.mark.deep
@pytest.mark.parametrize("model", BEST)
def test_older_cpus_run_the_best_that_they_have(programs, model):
    assert run(programs / "test_kernels", model=model) == 0


@pytest.mark.parametrize("model", BEST)
def test_older_cpus_lack_the_level_above(programs, model):
    above = NAMES[NAMES.index(BEST[model]) + 1]
    assert run(programs / "test_kernels", above, model=model, level=above) == LACKS


def longest(vectors: list[str]) -> list[str]:
    """The longest vector of each cipher and mode."""
    of: dict[str, str] = {}
    for vector in vectors:
        (what,) = re.findall(r"cipher=\S+ mode=\S+", vector)
        of[what] = max(of.get(what, ""), vector, key=len)
    return [*of.values()]


def test_the_oldest_cpu_gives_the_known_answers(programs, tmp_path, pytestconfig):
    assert run(programs / "test_batch", model=OLDEST) == 0
    files = sorted(programs.glob("vectors_*.txt"))
    assert len(files) > 12
    vectors = [line for file in files for line in file.read_text().splitlines()]
    chosen = tmp_path / "vectors.txt"
    chosen.write_text("\n".join(vectors if pytestconfig.getoption("--deep") else longest(vectors)) + "\n")
    names = re.search("^NARAE_VECTORS_SKIP:STRING=(.*)$", (programs / "../../CMakeCache.txt").read_text(), re.MULTILINE)
    skipped = [word for name in names[1].split(";") for word in ("--skip", name)]
    assert run(programs / "vectors_runner", *skipped, chosen, model=OLDEST) == 0


def test_what_this_cpu_lacks_runs_in_qemu_if_it_can(programs, note):
    has = set(cpu_flags())
    lacking = [level for level, features in LEVELS.items() if not needs("x86", features) <= has]
    nowhere = []
    for level in lacking:
        status = run(programs / "test_kernels", level, model="max", level=level)
        assert status in (0, LACKS), level
        if status == LACKS:
            nowhere.append(level)
    if lacking:
        note(f"x86-64 kernels run in qemu: {', '.join(sorted(set(lacking) - set(nowhere))) or 'none'}")
    if nowhere:
        note(f"x86-64 kernels skipped, neither this CPU nor qemu has them: {', '.join(nowhere)}")
