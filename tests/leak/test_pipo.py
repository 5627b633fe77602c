# SPDX-License-Identifier: MIT
"""PIPO in shares without one instruction that clears something: each must leak, or the instruction is not needed. A
check that overlooked a place would say `none` of these as well."""

from __future__ import annotations

import re

import pytest

from lab.leak.jobs import library_cases
from lab.paths import ROOT
from tests.tools import every_day, narae

(FILE,) = {case.file for case in library_cases() if case.facts.cipher == "pipo-64/128"}
# By target: the kernel's source and the line to leave out, the first of them. On RV32 none of them is needed there.
MUTANTS = {
    "uno": ("src/pipo/avr/pipo_masked_avr.S", "    clt\n"),
    "m0plus": ("src/pipo/thumb/pipo_masked_v6m.S", "    mov     \\r, rk\n"),
    "m4": ("src/pipo/thumb/pipo_masked_v7m.S", "    mov.w   \\r, #0\n"),
}


@pytest.mark.parametrize("target", every_day(["uno"], MUTANTS))
def test_a_clearing_instruction_is_needed(tmp_path, target):
    source, line = MUTANTS[target]
    text = (ROOT / source).read_text()
    assert line in text
    (tmp_path / "mutant.S").write_text(text.replace(line, "", 1))
    (one,) = (part for part in FILE.read_text().split("[[case]]\n")[1:] if f'"{target}"' in part)
    own = [text for text in one.splitlines() if not text.startswith(("cipher", "kernel", "targets"))]
    folders = [f"-I{folder}" for folder in (ROOT / "include", ROOT / "src", (ROOT / source).parent)]
    facts = ['sources = ["mutant.S"]', f'targets = ["{target}"]', f"flags = {folders}".replace("'", '"')]
    (tmp_path / "leak.toml").write_text("\n".join(["[[case]]", *facts, *own]) + "\n")
    done = narae("leak", tmp_path)
    (encrypt,) = (line for line in done.stdout.splitlines() if re.match(r"\w+ +key-setup +encrypt ", line))
    assert " leaks " in encrypt, done.stdout + done.stderr
