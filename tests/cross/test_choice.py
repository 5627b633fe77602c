# SPDX-License-Identifier: MIT
"""Run-time dispatch needs one variable and getenv(), besides what test_freestanding.py allows."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from lab.paths import ROOT
from tests.tools import MEMORY_FUNCTIONS, call

CHOICE = {"getauxval", "getenv", "strcmp"}
CHOICE_VARIABLES = {"narae_cpu_known"}
POSITION_INDEPENDENT = {"_GLOBAL_OFFSET_TABLE_"}


def test_a_choice_at_run_time_asks_for_an_environment_and_keeps_one_variable(cmake_build):
    archive = cmake_build("gcc", ["-DCMAKE_C_COMPILER=gcc"], "narae") / "libnarae.a"
    pairs = [(p[1], p[0]) for p in map(str.split, call(["nm", "-P", archive]).splitlines()) if len(p) >= 2]
    own = {name for kind, name in pairs if kind != "U"}
    assert {name for kind, name in pairs if kind == "U"} - own <= MEMORY_FUNCTIONS | CHOICE | POSITION_INDEPENDENT
    assert {name for kind, name in pairs if kind in "bBcC"} <= CHOICE_VARIABLES
    sections = [line.split() for line in call(["size", "-A", archive]).splitlines()]
    assert [words for words in sections if words[:1] == [".data"] and words[1] != "0"] == []


def test_a_program_with_other_rights_than_its_caller_ignores_the_variable(cmake_build, tmp_path: Path):
    """So the caller of a set-user-ID program cannot choose its kernels."""
    if os.geteuid() != 0:
        pytest.skip("only root can give a program to another user")
    if os.statvfs(tmp_path).f_flag & os.ST_NOSUID:
        pytest.skip(f"{tmp_path} ignores set-user-ID")
    archive = cmake_build("gcc", ["-DCMAKE_C_COMPILER=gcc"], "narae") / "libnarae.a"
    source, program = tmp_path / "level.c", tmp_path / "level"
    source.write_text(
        '#include <stdio.h>\n#include "narae/kernels.h"\n'
        'int main(void)\n{\n    printf("%s %d", narae_kernels(), narae_kernels_status());\n    return 0;\n}\n'
    )
    call(["gcc", f"-I{ROOT}/include", source, archive, "-o", program])
    limited, misspelt = os.environ | {"NARAE_CPU": "portable"}, os.environ | {"NARAE_CPU": "protable"}
    unlimited = call([program])
    assert call([program], env=limited) == "portable 0" != unlimited
    assert call([program], env=misspelt) == unlimited.replace(" 0", " -8")
    os.chown(program, 1, 1)
    program.chmod(0o4755)
    assert call([program], env=limited) == call([program], env=misspelt) == unlimited
