# SPDX-License-Identifier: MIT
"""--repair on a masked AND whose clearing instruction was forgotten: what it proposes, written into the source, ends
the leak.  A search that tries nothing, or believes itself, leaves it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from lab.leak.case import cases_in
from lab.leak.repair import exchanged, stored, target_of
from tests.leak.masked_and import CLEARED, FORGOTTEN, PROGRAMS, assembly
from tests.leak.small import verdicts, written
from tests.tools import every_day, narae

FACTS = """[[case]]
sources = ["and.S"]
targets = ["{target}"]
buffers.x = {{ bytes = {n}, shares = 2 }}
buffers.y = {{ bytes = {n}, shares = 2 }}
buffers.z = {{ bytes = {out} }}
buffers.r = {{ bytes = {n}, random = true }}
calls = [{{ function = "masked_and", arguments = ["z", "x", "y", "r"] }}]
"""


def folder_of(folder: Path, target: str, variant: str) -> Path:
    n = PROGRAMS[target][2]
    (folder / "and.S").write_text(assembly(target, variant))
    (folder / "leak.toml").write_text(FACTS.format(target=target, n=n, out=3 * n))
    return folder


def proposals(folder: Path) -> list[dict[str, object]]:
    done = narae("leak", folder, "--repair", "--json", folder / "leaks.json")
    assert done.returncode == 1, done.stderr  # the program as it is leaks
    (one,) = json.loads((folder / "leaks.json").read_text())["repairs"]
    assert one["left"] == [] and "nothing leaks or is open with them" in done.stdout
    assert sum(p["cycles"] for p in one["proposals"]) < 3
    return one["proposals"]


@pytest.mark.parametrize("target", every_day(["uno", "m4"], PROGRAMS))
def test_a_forgotten_instruction_is_found_again(tmp_path, target):
    folder = folder_of(tmp_path, target, FORGOTTEN)
    found = proposals(folder)
    lines = (folder / "and.S").read_text().splitlines()
    for p in reversed(found):
        number = int(str(p["line"]).removeprefix("and.S:"))
        lines[number - 1 : number - 1 + bool(p["replaces"])] = str(p["text"]).split(";")
    (folder / "and.S").write_text("\n".join(lines) + "\n")
    (verdict,) = verdicts(cases_in(folder / "leak.toml")[0])
    assert verdict.leakage == "none (pairs)", verdict
    assert found


def test_what_does_not_leak_is_left_alone(tmp_path):
    done = narae("leak", folder_of(tmp_path, "m4", CLEARED), "--repair", "--json", tmp_path / "leaks.json")
    assert (done.returncode, json.loads((tmp_path / "leaks.json").read_text())["repairs"]) == (0, []), done.stdout


def test_operands_are_exchanged_where_that_is_enough(tmp_path):
    """Both instructions read a share through the first port; the second one can read it through the other."""
    facts = "values.a = { bytes = 4, shares = 2 }\nvalues.b = { bytes = 4, random = true }\n"
    calls = 'calls = [{ function = "f", registers = { a0 = "a.0", a1 = "a.1", a2 = "b" } }]'
    written(tmp_path, "hifive1", ["xor a3, a0, a2", "li a4, 0", "xor a5, a1, a2"], facts + calls)
    (one,) = proposals(tmp_path)
    assert (one["replaces"], one["cycles"], one["text"]) == (True, 0, "xor a5, a2, a1")


def test_texts_of_instructions():
    assert exchanged("eor.w r4, r0, r2") == "eor.w r4, r2, r0"
    assert not any(map(exchanged, ("sub a0, a1, a2", "xori a0, a1, 3", "eor r18, r20", "and t0,t1,t1")))
    assert [target_of(text) for text in ("lw a3,0(a0)", "sw a3,0(a0)", "std Z+1, r19", "ret")] == ["a3", "", "", ""]
    assert stored("sw a3,4(a0)", "sp") == "sw sp,4(a0)"
    assert stored("std Z+1, r19", "r1") == "std Z+1, r1"
    assert stored("str r2, [r1, #4]", "lr") == "str lr, [r1, #4]"
