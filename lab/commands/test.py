"""./narae test: format and lint, the library under two compilers, fuzzers and sanitizers with the coverage of its
lines, then all that pytest finds."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

from ..paths import BUILD, PRIVATE, ROOT
from ..targets.host import cpu_flags

BIN = PRIVATE / "venv" / "bin"
SANITIZERS = "-fsanitize=address,undefined -fno-sanitize-recover=all"
WATCHED = f"-O0 -g --coverage {SANITIZERS}"
WORDS32 = ROOT / "tests" / "coverage" / "words32.h"
FUZZ = ["-DCMAKE_C_COMPILER=clang", "-DNARAE_TESTS=OFF", "-DNARAE_SHARED=OFF", "-DNARAE_FUZZ=ON"]
PROVIDER = "-DNARAE_OPENSSL_PROVIDER=ON"
BUILDS = {
    "gcc": ["-DCMAKE_C_COMPILER=gcc", "-DNARAE_DIFFERENTIAL=ON", PROVIDER],
    "clang": ["-DCMAKE_C_COMPILER=clang", PROVIDER],
    "fuzz": [*FUZZ, "-DCMAKE_C_FLAGS=-DNARAE_PORTABLE"],  # what they try is what all kernels share
    "sanitizers": ["-DCMAKE_C_COMPILER=gcc", "-DCMAKE_BUILD_TYPE=Debug", f"-DCMAKE_C_FLAGS={WATCHED}", PROVIDER],
    "sanitizers-words32": [
        "-DCMAKE_C_COMPILER=gcc",
        "-DCMAKE_BUILD_TYPE=Debug",
        f"-DCMAKE_C_FLAGS={WATCHED} -include {WORDS32}",
    ],
}
KERNEL_NEEDS = {  # how the files of a kernel end, and what /proc/cpuinfo says of a CPU that runs it
    "aesni": {"aes"},
    "pclmul": {"pclmulqdq"},
    "avx2": {"avx2"},
    "bmi2": {"avx2", "bmi2"},
    "gfni": {"avx2", "gfni"},
    "vbmi": {"avx512vbmi", "gfni"},
    "vaes": {"vaes"},
    "avx512": {"avx512bw"},
    "ifma": {"avx512ifma"},
    "gfni512": {"avx512bw", "gfni"},
    "vaes512": {"avx512bw", "vaes"},
    "vpclmul256": {"avx2", "vpclmulqdq"},
    "vpclmul": {"avx512bw", "vpclmulqdq"},
}
# Several tests build the library in the same way in folders of their own.
LAUNCHERS = dict.fromkeys(("CMAKE_C_COMPILER_LAUNCHER", "CMAKE_CXX_COMPILER_LAUNCHER"), "ccache")
COMPILE_ONCE = LAUNCHERS | {"CCACHE_DIR": str(PRIVATE / "ccache")} if shutil.which("ccache") else {}
COVERED = ("sanitizers", "sanitizers-words32")


class Runner:
    """Runs the parts one after the other and goes on after a failure, so that one run shows all of them."""

    def __init__(self):
        self.passed = self.failed = self.skipped = 0

    def part(self, name: str, command: list, count=None) -> None:
        """One command; `count` reads (passed, failed, skipped) from its output, else it is one test.

        What is counted is shown when it is over, the rest while it runs.
        """
        print(f"\n== {name}", flush=True)
        start = time.monotonic()
        environment = os.environ | {"PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"} | COMPILE_ONCE
        done = subprocess.run(
            [str(c) for c in command], cwd=ROOT, env=environment, capture_output=bool(count), text=True
        )
        if count:
            sys.stdout.write(done.stdout + done.stderr)
        figures = count(done.stdout) if count else None
        if figures is None:
            figures = (int(done.returncode == 0), int(done.returncode != 0), 0)
        elif done.returncode != 0 and not figures[1]:
            figures = (figures[0], 1, figures[2])
        self.passed, self.failed, self.skipped = (
            a + b for a, b in zip((self.passed, self.failed, self.skipped), figures, strict=True)
        )
        print(
            f"-- {name}: {'passed' if done.returncode == 0 else 'FAILED'} in {time.monotonic() - start:.1f} s",
            flush=True,
        )


def ctest_count(text: str) -> tuple[int, int, int] | None:
    match = re.search(r"(\d+) tests? failed out of (\d+)", text)
    return (int(match[2]) - int(match[1]), int(match[1]), 0) if match else None


def pytest_count(text: str) -> tuple[int, int, int] | None:
    lines = [line for line in text.splitlines() if re.search(r"\bin [\d.]+s", line)]
    if not lines:
        return None

    def figure(word: str) -> int:
        match = re.search(rf"(\d+) {word}", lines[-1])
        return int(match[1]) if match else 0

    return figure("passed"), figure("failed") + figure("error"), figure("skipped")


def tracked(*patterns: str) -> list[str]:
    """The files of the project, committed or about to be."""
    command = ["git", "-C", str(ROOT), "ls-files", "--cached", "--others", "--exclude-standard", "--", *patterns]
    files = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    return [f for f in files if (ROOT / f).exists()]


def lint(runner: Runner) -> None:
    runner.part("python format", [BIN / "ruff", "format", "--check", "."])
    runner.part("python lint", [BIN / "ruff", "check", "."])
    runner.part("C format", [BIN / "clang-format", "--dry-run", "--Werror", *tracked("*.c", "*.h", "*.cpp", "*.hpp")])
    runner.part("shell lint", [BIN / "shellcheck", "narae", ".ci/run"])


def library(runner: Runner) -> None:
    for name, options in BUILDS.items():
        folder = built(runner, name, options)
        for counts in folder.rglob("*.gcda"):
            counts.unlink()
        runner.part(f"C tests, {name}", ["ctest", "--test-dir", folder, "-j2", "--output-on-failure"], ctest_count)
    coverage(runner)


def built(runner: Runner, name: str, options: list[str]) -> Path:
    folder = BUILD / "cmake" / name
    quiet = ["--log-level=WARNING", "-DNARAE_TESTS=ON", "-DNARAE_WERROR=ON"]
    runner.part(f"configure {name}", ["cmake", "-S", ".", "-B", folder, *quiet, *options])
    runner.part(f"build {name}", ["cmake", "--build", folder, "-j2", "--", "-s"])
    return folder


def coverage(runner: Runner) -> None:
    """Every line of the library was run by the C tests and vectors above, on 64- or on 32-bit words.

    What only 8-bit chips compile is not seen here: the *8.c files and the other parts within #ifdef __AVR__.
    The lab runs their vectors on the simulated Uno.  Kernels that this CPU cannot run are left out, by name, and
    so is what they have in common with others.
    """
    objects = [BUILD / "cmake" / name / "CMakeFiles" / "narae_objects.dir" for name in COVERED]
    gone = [f"--gcov-ignore-errors={error}" for error in ("source_not_found", "no_working_dir_found")]
    merge = ["--merge-mode-functions=separate", "--sort=uncovered-number", "--sort-reverse"]
    has = set(cpu_flags())
    lacking = [kernel for kernel, needs in KERNEL_NEEDS.items() if not needs <= has]
    for kernel in lacking:
        print(f"\nthis CPU has no {kernel}: src/*/*_{kernel}.c and what they share with others need not be covered")
    other = [f"--exclude={name}" for name in in_part_for(lacking)]
    command = [BIN / "gcovr", "--root", ROOT, "--filter", "src/", *other, *merge, *gone, "--fail-under-line=100"]
    runner.part("coverage of src/: all lines", [*command, *objects])


def in_part_for(kernels: list[str]) -> list[str]:
    """Where lines of these kernels are: their files, the headers that these include, and what chooses among kernels."""
    source = ROOT / "src"
    waiting = [file for kernel in kernels for file in source.glob(f"*/*_{kernel}.c")]
    found = {*waiting, *(source.glob("*/*_x86.c") if kernels else [])}
    while waiting:
        file = waiting.pop()
        for name in re.findall(r'^#\s*include "(.+)"', file.read_text(), re.M):
            headers = {h for h in (file.parent / name, source / name) if h.exists()} - found
            found |= headers
            waiting += headers
    return sorted(str(file.relative_to(ROOT)) for file in found)


def deep_library(runner: Runner) -> None:
    # Of 240 operations one asks for something that its oracle does not have.
    differential = BUILD / "cmake" / "gcc" / "tests" / "differential" / "differential"
    runner.part("a million random operations", [differential, "--count", "1010000", "--progress"])
    folder = built(runner, "fuzz-kernels", FUZZ)
    fuzz = ["ctest", "--test-dir", folder, "-j2", "-C", "deep", "-R", "_deep$", "--output-on-failure"]
    runner.part("fuzz targets, a minute each", fuzz)


def run_tests(deep: bool, word: str) -> int:
    start = time.monotonic()
    runner = Runner()
    if not word:
        lint(runner)
        library(runner)
        if deep:
            deep_library(runner)
    pytest = [sys.executable, "-m", "pytest", "tests", "-q", "-rs", "--durations=5", "-p", "no:cacheprovider"]
    choice = ["-k", word] if word else ["-n", "2", "--dist", "loadscope"]
    runner.part("pytest", [*pytest, *(["--deep"] if deep else []), *choice], pytest_count)
    print(f"\n{time.monotonic() - start:.0f} s")
    print(f"{runner.passed} passed, {runner.failed} failed, {runner.skipped} skipped")
    return 1 if runner.failed or not runner.passed else 0
