# SPDX-License-Identifier: MIT
"""What a choice of kernels at run time adds to what the library asks of its machine (test_freestanding.py): one
variable holds it, and an environment is read."""

from __future__ import annotations

from tests.tools import MEMORY_FUNCTIONS, call

CHOICE = {"getenv", "strcmp"}
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
