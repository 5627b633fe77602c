# SPDX-License-Identifier: MIT
"""Which tests of ./narae test --deep run after a landing, whose time is limited.

All Python tests are cut into units, each of tests of one file, which share what they build.  The units are dealt to
`SLICES` slices in turn.  A run begins at the slice that its commit selects and continues with the
following ones until its time is over.  Tests marked `quiet` are in no slice."""

from __future__ import annotations

import subprocess
from collections.abc import Iterable
from pathlib import Path

from ...errors import LabError
from ...paths import ROOT

SLICES = 31  # a prime: landings of equally many commits visit all slices
MINUTES = 40  # of a run
CHANGED_MINUTES, REPEAT_MINUTES = 25, 5  # of these, at most: for the last day's changes; to repeat what failed
REPEATED = 20  # failures, at most; more are no chance
TOGETHER = 20  # tests of a unit, at most
TOGETHER_IN = {
    # Each takes minutes.
    "tests/c/test_builds.py": 1,
    "tests/constant_time/test_constant_time.py": 3,
    "tests/cross/test_configurations.py": 5,
    "tests/cross/test_cross.py": 2,
    "tests/fuzz/test_fuzzing.py": 8,
    "tests/lab/test_java.py": 3,
    "tests/proof/test_modes.py": 5,
    "tests/proof/test_mutants.py": 2,
    "tests/proof/test_proofs.py": 5,
    # Whole, since each unit would measure or build the same for minutes.
    **dict.fromkeys(("tests/lab/test_checks.py", "tests/lab/test_gate.py", "tests/lab/test_pi4.py"), 1000),
    **dict.fromkeys(("tests/linux/test_linux.py", "tests/wasm/test_wasm.py"), 1000),
}


def units(tests: Iterable[str]) -> dict[str, tuple[str, int]]:
    """The unit of each test, by the tests' names, FILE::NAME."""
    files: dict[str, list[str]] = {}
    for test in sorted(tests):
        files.setdefault(test.partition("::")[0], []).append(test)
    return {
        test: (file, index // TOGETHER_IN.get(file, TOGETHER))
        for file, names in files.items()
        for index, test in enumerate(names)
    }


def slices(tests: Iterable[str]) -> dict[str, int]:
    """The slice of each test."""
    unit_of = units(tests)
    slice_of = {unit: number % SLICES for number, unit in enumerate(sorted({*unit_of.values()}))}
    return {test: slice_of[unit] for test, unit in unit_of.items()}


def git(*words: str, root: Path = ROOT) -> str:
    done = subprocess.run(["git", "-C", str(root), *words], capture_output=True, text=True)
    if done.returncode:
        raise LabError(f"--slice needs a git clone with commits; {' '.join(done.stderr.split())}")
    return done.stdout.strip()


def slice_of_commit(root: Path = ROOT) -> int:
    """By the number of commits, or, where a shallow clone does not have them, by the commit's hash."""
    if git("rev-parse", "--is-shallow-repository", root=root) == "true":
        return int(git("rev-parse", "HEAD", root=root), 16) % SLICES
    return int(git("rev-list", "--count", "HEAD", root=root)) % SLICES


def day_before(root: Path = ROOT) -> str:
    """The last commit that is a day older than the current one, or the first one of a clone without such."""
    day_ago = int(git("log", "-1", "--format=%ct", root=root)) - 24 * 3600
    older = git("rev-list", "-1", f"--before={day_ago}", "HEAD", root=root)
    return older or git("rev-list", "HEAD", root=root).splitlines()[-1]
