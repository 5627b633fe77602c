"""./narae test: format and lint, the library under two compilers and the sanitizers, then all that pytest finds."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time

from ..paths import BUILD, PRIVATE, ROOT

BIN = PRIVATE / "venv" / "bin"
BUILDS = {
    "gcc": ["-DCMAKE_C_COMPILER=gcc"],
    "clang": ["-DCMAKE_C_COMPILER=clang"],
    "sanitizers": [
        "-DCMAKE_C_COMPILER=gcc",
        "-DCMAKE_BUILD_TYPE=Debug",
        "-DCMAKE_C_FLAGS=-O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all",
    ],
}


class Runner:
    """Runs the parts one after the other and goes on after a failure, so that one run shows all of them."""

    def __init__(self):
        self.passed = self.failed = self.skipped = 0

    def part(self, name: str, command: list, count=None) -> None:
        """One command; `count` reads (passed, failed, skipped) from its output, else it is one test."""
        print(f"\n== {name}", flush=True)
        start = time.monotonic()
        environment = os.environ | {"PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"}
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
    runner.part("C format", [BIN / "clang-format", "--dry-run", "--Werror", *tracked("*.c", "*.h")])
    runner.part("shell lint", [BIN / "shellcheck", "narae", ".ci/run"])


def library(runner: Runner) -> None:
    for name, options in BUILDS.items():
        folder = BUILD / "cmake" / name
        quiet = ["--log-level=WARNING", "-DNARAE_TESTS=ON", "-DNARAE_WERROR=ON"]
        runner.part(f"configure {name}", ["cmake", "-S", ".", "-B", folder, *quiet, *options])
        runner.part(f"build {name}", ["cmake", "--build", folder, "-j2", "--", "-s"])
        runner.part(f"C tests, {name}", ["ctest", "--test-dir", folder, "-j2", "--output-on-failure"], ctest_count)


def run_tests(deep: bool, word: str) -> int:
    start = time.monotonic()
    runner = Runner()
    if not word:
        lint(runner)
        library(runner)
    pytest = [sys.executable, "-m", "pytest", "tests", "-q", "-rs", "--durations=5", "-p", "no:cacheprovider"]
    runner.part("pytest", [*pytest, *(["--deep"] if deep else []), *(["-k", word] if word else [])], pytest_count)
    print(f"\n{time.monotonic() - start:.0f} s")
    print(f"{runner.passed} passed, {runner.failed} failed, {runner.skipped} skipped")
    return 1 if runner.failed or not runner.passed else 0
