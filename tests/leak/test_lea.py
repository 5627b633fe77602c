# SPDX-License-Identifier: MIT
"""LEA-128 in shares, with one round instead of 24: none (pairs), as the kernel's header says, and each instruction that
keeps shares apart is needed.  With more rounds there are too many bits to count."""

from __future__ import annotations

import re

import pytest

from lab.paths import ROOT
from tests.tools import narae

SOURCE = ROOT / "src/lea/thumb/lea_masked_v7m.S"
ROUNDS = {
    "key-setup": ("    cmp.w   r0, #24\n", "    cmp.w   r0, #1\n"),
    "encrypt": ("    mov.w   r9, #24\n", "    mov.w   r9, #1\n"),
}
CASES = {
    "key-setup": """
buffers.schedule = { bytes = 768 }
buffers.key      = { bytes = 16, shares = 2 }
calls = [{ operation = "key-setup", function = "narae_lea_masked_set_key_v7m", arguments = ["schedule", "key"] }]
""",
    "encrypt": """
buffers.schedule = { bytes = 384, shares = 2, unit = 16 }
buffers.in       = { bytes = 512, shares = 2, unit = 16 }
buffers.out      = { bytes = 1024 }
buffers.random   = { bytes = 4, random = true }
[[case.calls]]
operation = "encrypt"
function  = "narae_lea_masked_encrypt_v7m"
arguments = ["schedule", "out", "in", "random"]
""",
}
# By operation: a line, and what follows it where it is left out.
MUTANTS = {
    "key-setup": ("    cmp.w   sp, #0\n", "    eor.w   r5, r5, r3\n"),
    "encrypt": ("    str.w   sp, [r1, #4 * \\n + SHARE]\n", "    str.w   lr, [r2, #4 * \\n + SHARE]\n"),
}


def found(folder, target, operation, *changes):
    """What `leak` prints of one call of a changed source."""
    text = SOURCE.read_text()
    for old, new in (ROUNDS[operation], *changes):
        assert text.count(old) == 1
        text = text.replace(old, new)
    (folder / "lea.S").write_text(text)
    folders = ", ".join(f'"-I{path}"' for path in (ROOT / "include", ROOT / "src"))
    facts = ["[[case]]", 'sources = ["lea.S"]', f'targets = ["{target}"]', f"flags = [{folders}]"]
    (folder / "leak.toml").write_text("\n".join(facts) + CASES[operation])
    done = narae("leak", folder)
    return done.stdout + done.stderr


@pytest.mark.parametrize(
    ("operation", "target"),
    [(o, t) if o == "key-setup" else pytest.param(o, t, marks=pytest.mark.deep) for o in CASES for t in ("m3", "m4")],
)
def test_a_round_keeps_shares_apart(tmp_path, operation, target):
    output = found(tmp_path, target, operation)
    assert "1 call: 1 none (pairs)" in output, output


@pytest.mark.parametrize(
    "operation", [o if o == "key-setup" else pytest.param(o, marks=pytest.mark.deep) for o in MUTANTS]
)
def test_an_instruction_between_shares_is_needed(tmp_path, operation):
    line, after = MUTANTS[operation]
    output = found(tmp_path, "m4", operation, (line + after, after))
    assert re.search(rf"\b{operation} .*leaks ", output), output
