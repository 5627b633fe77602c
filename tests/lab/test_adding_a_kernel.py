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
from tests.tools import call, skip_without

PAGE = (ROOT / "docs/how-to/adding-a-kernel.md").read_text()
CODES = re.findall(r"```c\n(.*?)```", PAGE, re.DOTALL)
CHANGES = re.findall(r"```diff\n(.*?)```", PAGE, re.DOTALL)
# On Cortex-M the page has the file of AVR, with other names.
CODES += [
    CODES[1]
    .replace("src/lea/avr/lea_ctr_avr.c", "src/lea/thumb/lea_ctr_v7m.c")
    .replace("NARAE_AVR_KERNELS", "NARAE_THUMB_V7M")
    .replace("_avr", "_v7m")
]
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
    for code in CODES:
        place, text = re.match(r"/\* (\S+) \*/\n(.*)", code, re.DOTALL).groups()
        (folder / place).write_text(text)
    for change in CHANGES:
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


def test_each_kernel_is_one_new_file_and_one_entry():
    assert [re.findall(r"^\+\+\+ b/(\S+)", change, re.MULTILINE) for change in CHANGES] == [
        ["src/lea/x86/lea_x86.c"],
        ["src/lea/avr/kernels.h"],
        ["src/lea/thumb/kernels.h"],
    ]
    assert len(CODES) == len(CHANGES)


MICROCONTROLLERS = {
    "avr": ["avr-gcc", "-mmcu=atmega328p"],
    "v7m": ["arm-none-eabi-gcc", "-mcpu=cortex-m4", "-mthumb"],
}


@pytest.mark.parametrize("chip", MICROCONTROLLERS)
def test_the_descriptor_of_a_microcontroller_has_the_new_kernel(checkout, tmp_path, chip):
    compiler, *flags = MICROCONTROLLERS[chip]
    skip_without(compiler)
    command = [compiler, *flags, "-std=gnu11", "-O2", "-Wall", "-Wextra", "-Werror", "-Isrc", "-Iinclude", "-c"]
    folder = "avr" if chip == "avr" else "thumb"
    for source in ("src/lea/lea.c", f"src/lea/{folder}/lea_ctr_{chip}.c"):
        call([*command, source, "-o", tmp_path / f"{Path(source).stem}.o"], cwd=checkout)
    nm = compiler.replace("gcc", "nm")
    assert f"U narae_lea_ctr_{chip}" in call([nm, tmp_path / "lea.o"])
    assert f"T narae_lea_ctr_{chip}" in call([nm, tmp_path / f"lea_ctr_{chip}.o"])
