# SPDX-License-Identifier: MIT
"""Headers and guides say what is true, and their commands work."""

from __future__ import annotations

import re
import shutil
import subprocess

import pytest

from lab.paths import ROOT
from lab.rows import COLUMNS
from tests.tools import call, every_day

COMPILERS = ("riscv64-unknown-elf-gcc", "aarch64-linux-gnu-gcc", "qemu-aarch64")


@pytest.mark.parametrize("header", sorted((ROOT / "include/narae").glob("*.h")), ids=lambda h: h.stem)
def test_an_example_in_a_header_stays_code(header):
    """clang-format wraps a line that is too long, and a reader's page then shows its end as prose."""
    comment = re.search(r"^/\* narae/.*?\*/", header.read_text(), re.MULTILINE | re.DOTALL)[0]
    assert re.findall(r"^ \* {5}.*\n \* [^ \n].*", comment, re.MULTILINE) == []


def test_every_field_of_a_row_is_explained():
    table = (ROOT / "docs/reference/rows.md").read_text().partition("\n## Fields\n")[2].partition("\n## ")[0]
    first = re.findall(r"^\| ([^|]*) \|", table, re.MULTILINE)
    assert [name for cell in first for name in re.findall(r"`(\w+)`", cell)] == list(COLUMNS)


def test_the_version_of_the_changes_is_that_of_the_header():
    """Or the one before, where changes for the next version are listed already."""
    header = (ROOT / "include/narae/version.h").read_text()
    version = ".".join(re.findall(r"#define NARAE_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)", header))
    listed = re.findall(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert version in listed[:2]
    assert listed == sorted(listed, key=lambda v: [int(n) for n in v.split(".")], reverse=True)
    assert f"\nversion: {version}\n" in (ROOT / "CITATION.cff").read_text()


GUIDES = ["arduino", "cortex-m", "export", "hifive1", "pico", "raspberry-pi", "server"]


@pytest.mark.parametrize("name", every_day(["cortex-m"], GUIDES))
def test_the_commands_of_a_guide_work(name, tmp_path, pytestconfig):
    """All of them follow one another in one folder; what needs a board stands in a block without a language.  Every day
    compilers take half of the time."""
    text = (ROOT / f"docs/how-to/{name}.md").read_text()
    for block in re.findall(r"```sh\n(.*?)```", text, re.DOTALL):
        commands = block.replace("./narae", str(ROOT / "narae"))
        commands = commands if pytestconfig.getoption("--deep") else commands.replace(" -O2 ", " -O1 ")
        missing = [p for p in COMPILERS if p in commands and not shutil.which(p)]
        if missing:
            pytest.skip(f"{missing[0]} is not installed")
        done = subprocess.run(["sh", "-ec", commands], cwd=tmp_path, capture_output=True, text=True, timeout=300)
        assert done.returncode == 0, f"{commands}\n{done.stdout[-2000:]}{done.stderr[-2000:]}"
        assert "Nothing fits" not in done.stdout, commands


def test_the_example_for_servers_works(cmake_build, tmp_path):
    (example,) = re.findall(r"```c\n(.*?)```", (ROOT / "docs/how-to/server.md").read_text(), re.DOTALL)
    (tmp_path / "app.c").write_text(example)
    archive = cmake_build("gcc", ["-DCMAKE_C_COMPILER=gcc"], "narae") / "libnarae.a"
    call(
        [
            "gcc",
            "-Wall",
            "-Wextra",
            "-Werror",
            f"-I{ROOT / 'include'}",
            tmp_path / "app.c",
            archive,
            "-o",
            tmp_path / "a",
        ]
    )
    call([tmp_path / "a"])
