# SPDX-License-Identifier: MIT
"""docs/how-to/adding-a-kernel.md, followed in a copy: the new kernel is built, tried by the C tests, and caught
when it is wrong."""

from __future__ import annotations

import platform
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from lab.paths import ROOT
from tests.tools import call

PAGE = (ROOT / "docs/how-to/adding-a-kernel.md").read_text()
FOLDERS = ("src", "include", "cmake", "tests", "vectors", "baselines", "lab/bench")


@pytest.fixture(scope="module")
def checkout(tmp_path_factory) -> Path:
    """A copy that the page's steps were done in."""
    if platform.machine() != "x86_64":
        pytest.skip("the page's kernel is for x86-64")
    folder = tmp_path_factory.mktemp("kernel")
    for name in FOLDERS:
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    for file in ROOT.glob("*"):
        if file.is_file():
            shutil.copy(file, folder)
    (code,) = re.findall(r"```c\n(.*?)```", PAGE, re.DOTALL)
    place, text = re.match(r"/\* (\S+) \*/\n(.*)", code, re.DOTALL).groups()
    (folder / place).write_text(text)
    (change,) = re.findall(r"```diff\n(.*?)```", PAGE, re.DOTALL)
    call(["git", "apply"], cwd=folder, input=change)
    return folder


def commands() -> list[str]:
    """The page's, which build and run the C test."""
    return re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL)[0].splitlines()


@pytest.mark.deep
def test_the_page_gives_a_kernel_that_is_tried(checkout):
    configure, build, run = (c.split() for c in commands())
    call([*configure, "-DNARAE_WERROR=ON", "--log-level=WARNING"], cwd=checkout)
    call([*build, "-j2"], cwd=checkout)
    assert "    lea: pairs\n" in call(run, cwd=checkout)
    kernel = checkout / "src/lea/x86/lea_pairs.c"
    kernel.write_text(kernel.read_text().replace("(x[1] ^ *k1), 9)", "(x[1] ^ *k1), 8)"))
    call([*build, "-j2"], cwd=checkout)
    assert subprocess.run(run, cwd=checkout, capture_output=True).returncode != 0


def test_the_page_fits_the_sources(checkout):
    """Its changes apply and its kernel compiles."""
    command = [
        "gcc",
        "-std=gnu11",
        "-Wall",
        "-Wextra",
        "-Wconversion",
        "-Werror",
        "-fsyntax-only",
        "-Isrc",
        "-Iinclude",
    ]
    call([*command, "src/lea/x86/lea_pairs.c", "src/lea/x86/lea_x86.c"], cwd=checkout)
