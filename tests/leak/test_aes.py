# SPDX-License-Identifier: MIT
"""AES-128 in shares without one instruction that clears something: each must leak, or the instruction is not needed. A
check that overlooked a place would say `none` of these as well."""

from __future__ import annotations

import re

import pytest

from lab.leak.jobs import library_cases
from lab.paths import ROOT
from tests.tools import narae

SOURCE = ROOT / "src/aes/thumb/aes_masked_v7m.S"
(FILE,) = {case.file for case in library_cases() if case.facts.cipher == "aes-128"}
# By operation: a line, and what follows it where it is left out.
MUTANTS = {
    "key-setup": ("    and.w   r0, r0, r0, lsl #1\n", "    str.w   sp, [sp, #PUBLIC]\n"),
    "encrypt": ("    mov.w   r12, #0\n", ".endm\n"),
}


@pytest.mark.deep
@pytest.mark.parametrize("operation", MUTANTS)
def test_a_clearing_instruction_is_needed(tmp_path, operation):
    line, after = MUTANTS[operation]
    text = SOURCE.read_text()
    assert text.count(line + after) == 1
    (tmp_path / "mutant.S").write_text(text.replace(line + after, after))
    (case,) = (part for part in FILE.read_text().split("[[case]]\n")[1:] if f'"{operation}"' in part)
    own = [text for text in case.splitlines() if not text.startswith(("cipher", "kernel", "targets"))]
    folders = ", ".join(f'"-I{folder}"' for folder in (ROOT / "include", ROOT / "src", SOURCE.parent))
    facts = ['sources = ["mutant.S"]', 'targets = ["m4"]', f"flags = [{folders}]"]
    (tmp_path / "leak.toml").write_text("\n".join(["[[case]]", *facts, *own]) + "\n")
    done = narae("leak", tmp_path)
    assert re.search(rf"\b{operation} .* leaks ", done.stdout), done.stdout + done.stderr
