# SPDX-License-Identifier: MIT
"""ARIA-128 in shares without one instruction that clears something: each must leak, or the instruction is not needed.
A check that overlooked a place would say `none` of these as well.  The first S-box of an encryption shows it, and what
comes before that of key setup."""

from __future__ import annotations

import re

import pytest

from lab.leak.jobs import library_cases
from lab.paths import ROOT
from tests.tools import narae

SOURCE, S_BOX = ROOT / "src/aria/thumb/aria_masked_v7m.S", ROOT / "src/aes/thumb/masked.inc"
INCLUDE = '#    include "aes/thumb/masked.inc"\n'
(FILE,) = {case.file for case in library_cases() if case.facts.cipher == "aria-128"}
END = "    .globl end_of_test\nend_of_test:\n"
# By operation: a line, what is in its place, the lines before which the check ends, and the last argument of the call.
MUTANTS = {
    "key-setup": ("    clear   r0, r1, r2, r3, r4,", "    clear   r1, r2, r3, r4,", "    step    1,", '"key"] }'),
    "encrypt": (
        "    mov.w lr, #0\n    and.w lr, ",
        "    and.w lr, ",
        "    ldr.w   r8, [sp, #LEFT]\n    subs.w",
        '"random"] }',
    ),
}


@pytest.mark.parametrize("operation", MUTANTS)
@pytest.mark.parametrize("is_mutant", [False, True])
def test_a_clearing_instruction_is_needed(tmp_path, operation, is_mutant):
    line, changed, last, argument = MUTANTS[operation]
    text = SOURCE.read_text().replace(INCLUDE, S_BOX.read_text())
    assert text.count(line) == text.count(last) == 1
    text = text.replace(last, END + last)
    (tmp_path / "mutant.S").write_text(text.replace(line, changed) if is_mutant else text)
    (case,) = (part for part in FILE.read_text().split("[[case]]\n")[1:] if f'"{operation}"' in part)
    assert case.count(argument) == 1
    case = case.replace(argument, argument.replace("}", ', until = "end_of_test" }'))
    own = [text for text in case.splitlines() if not text.startswith(("cipher", "kernel", "targets"))]
    folders = ", ".join(f'"-I{folder}"' for folder in (ROOT / "include", ROOT / "src", SOURCE.parent))
    facts = ['sources = ["mutant.S"]', 'targets = ["m4"]', f"flags = [{folders}]"]
    (tmp_path / "leak.toml").write_text("\n".join(["[[case]]", *facts, *own]) + "\n")
    done = narae("leak", tmp_path)
    verdict = r"leaks" if is_mutant else r"none \(pairs\)"
    assert re.search(rf"\b{operation} .* {verdict}", done.stdout), done.stdout + done.stderr
