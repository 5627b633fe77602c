# SPDX-License-Identifier: MIT
"""LEA-128 in shares without one instruction that keeps shares apart: each must leak, or the instruction is not needed.
A check that overlooked a place would say `none` of these as well."""

from __future__ import annotations

import re

import pytest

from lab.leak.jobs import library_cases
from lab.paths import ROOT
from tests.tools import narae

SOURCES = {"m4": ROOT / "src/lea/thumb/lea_masked_v7m.S", "uno": ROOT / "src/lea/avr/lea_masked_avr.S"}
(FILE,) = {case.file for case in library_cases() if case.facts.cipher == "lea-128"}
# By target and operation: lines, and what is in their place. One round of key setup, or on the Uno of encryption, shows
# it.
MUTANTS = {
    ("m4", "key-setup"): {
        "    cmp.w   r0, #24\n": "    cmp.w   r0, #1\n",
        "    cmp.w   sp, #0\n    eor.w   r5, r5, r3\n": "    eor.w   r5, r5, r3\n",
    },
    ("m4", "encrypt"): {"    str.w   sp, [r1, #4 * \\n + SHARE]\n    str.w   lr,": "    str.w   lr,"},
    ("uno", "key-setup"): {"ROUNDS 24\n": "ROUNDS 1\n", "    mov     u, none\n": ""},
    ("uno", "encrypt"): {"ROUNDS 24\n": "ROUNDS 1\n", "    clc\n    expand  t1, key1\n": "    expand  t1, key1\n"},
}


@pytest.mark.parametrize(
    ("target", "operation"),
    [pytest.param(*m, marks=pytest.mark.deep if m == ("m4", "encrypt") else []) for m in MUTANTS],
)
def test_an_instruction_between_shares_is_needed(tmp_path, target, operation):
    source = SOURCES[target]
    text = source.read_text()
    for lines, changed in MUTANTS[target, operation].items():
        assert text.count(lines) == 1
        text = text.replace(lines, changed)
    (tmp_path / "mutant.S").write_text(text)
    (case,) = (
        part for part in FILE.read_text().split("[[case]]\n")[1:] if f'"{operation}"' in part and f'"{target}"' in part
    )
    own = [text for text in case.splitlines() if not text.startswith(("cipher", "kernel", "targets"))]
    folders = ", ".join(f'"-I{folder}"' for folder in (ROOT / "include", ROOT / "src", source.parent))
    facts = ['sources = ["mutant.S"]', f'targets = ["{target}"]', f"flags = [{folders}]"]
    (tmp_path / "leak.toml").write_text("\n".join(["[[case]]", *facts, *own]) + "\n")
    done = narae("leak", tmp_path)
    assert re.search(rf"\b{operation} .* leaks ", done.stdout), done.stdout + done.stderr
