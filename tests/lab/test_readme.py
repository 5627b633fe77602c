# SPDX-License-Identifier: MIT
"""Every command in the README is run, in a folder of its own, and the Korean README has the same ones."""

from __future__ import annotations

import os
import re
import subprocess

import pytest

from lab.paths import ROOT
from tests.tools import every_day


def blocks(name: str) -> list[list[str]]:
    """The commands, block by block; those of a block follow one another in one folder."""
    texts = re.findall(r"```sh\n(.*?)```", (ROOT / name).read_text(), re.DOTALL)
    return [[line.split("#")[0].strip() for line in block.splitlines() if line.strip()] for block in texts]


def commands(name: str) -> list[str]:
    return [command for block in blocks(name) for command in block]


def c_example(name: str) -> str:
    (example,) = re.findall(r"```c\n(.*?)```", (ROOT / name).read_text(), re.DOTALL)
    return example


# `./narae test` builds and runs all C tests in a folder of its own with the same compiler and flags.  Here one is built
# and run every day; with --deep all are built, and every twelfth runs.
SHORTER = {
    False: {
        "cmake --build build": "cmake --build build --target narae narae_shared test_cmac",
        "ctest": "ctest -R ^test_cmac",
    },
    True: {"ctest": "ctest -I 1,,12"},
}

# The first is what runs this, tests/lab/test_bench.py has the second and test_ledger.py the last.
RUN_ELSEWHERE = {"./narae test", "./narae bench", "./narae reproduce"}


SHORT = [b for b in blocks("README.md") if not RUN_ELSEWHERE & set(b)]


@pytest.mark.parametrize(
    "block", every_day([b for b in SHORT if not b[0].startswith("./narae bench")], SHORT), ids=lambda b: b[0]
)
def test_the_commands_of_the_readme_work(block, tmp_path, pytestconfig):
    (tmp_path / "app.c").write_text(c_example("README.md"))
    environment = os.environ | {"NARAE_RESULTS": str(tmp_path / "results")}
    for command in block:
        here = command.replace("./narae", str(ROOT / "narae")).replace("cmake -B", f"cmake -S {ROOT} -B")
        for long, short in SHORTER[pytestconfig.getoption("--deep")].items():
            here = here.replace(long, short)
        done = subprocess.run(
            here, shell=True, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=900
        )
        assert done.returncode == 0, f"{command}\n{done.stdout[-2000:]}{done.stderr[-2000:]}"
        assert not command.startswith("ctest") or "\n100% tests passed" in done.stdout, "there are no tests"


PAGES = ["README.md", "README.ko.md", *(str(f.relative_to(ROOT)) for f in sorted((ROOT / "docs").rglob("*.md")))]


@pytest.mark.parametrize("name", PAGES)
def test_what_the_steps_write_leaves_the_checkout_clean(name):
    """git status is empty behind a reader who follows a page in the checkout."""
    written = {
        word for c in commands(name) for word in re.findall(r"(?:--out|--json|--prefix|-o|-B) ([^-/$ ][^ ]*)", c)
    }
    written |= {word for c in commands(name) for word in re.findall(r"^cc ([^-]\S*)", c)}  # which the reader has typed
    seen = subprocess.run(
        ["git", "-C", ROOT, "check-ignore", "--no-index", *sorted(written)], capture_output=True, text=True
    )
    assert set(seen.stdout.splitlines()) == written


def test_both_readmes_have_the_same_commands():
    assert commands("README.md") == commands("README.ko.md")


@pytest.mark.parametrize("name", ["README.md", "README.ko.md"])
def test_the_c_example_of_the_readme_compiles(name, tmp_path):
    (tmp_path / "app.c").write_text(c_example(name))
    warnings = ["-Wall", "-Wextra", "-Werror"]
    subprocess.run(["gcc", *warnings, f"-I{ROOT / 'include'}", "-c", "app.c"], cwd=tmp_path, check=True)
