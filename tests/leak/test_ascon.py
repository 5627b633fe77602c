# SPDX-License-Identifier: MIT
"""Masked Ascon with a line of its kernel changed: the check finds it. If it did not, its verdict on the kernel itself
would mean nothing."""

from __future__ import annotations

import pytest

from lab.paths import ROOT
from tests.tools import narae

INCLUDES = f'flags = ["-I{ROOT}/src", "-I{ROOT}/include"]\n'
AVR = """[[case]]
sources = ["ascon_masked_avr.S"]
targets = ["uno"]
values.state = { bytes = 40, shares = 2 }
buffers.m    = { holds = ["zeros 16", "state.0", "state.1", "zeros 16"] }
calls = [{ function = "narae_ascon_masked_permute_avr", arguments = ["m", 2] }]
cuts  = [{ at = "narae_ascon_masked_round", shares = [["m+16:40"], ["m+56:40"]] }]
"""
V7M = """[[case]]
sources = ["ascon_masked_v7m.S"]
targets = ["m4"]
buffers.m = { bytes = 40, shares = 2, unit = 20, rotate = 5 }
calls = [{ function = "narae_ascon_masked_permute_v7m", arguments = ["m", 1] }]
"""
# Case, source, lines, and what is in their place.
MUTANTS = {
    "without a neutral instruction": (
        AVR,
        "avr/ascon_masked_avr.S",
        "    ldi     bytes, 9\n    dec     bytes\n",
        "    ldi     bytes, 8\n",
    ),
    "with both shares of a word in one product": (
        V7M,
        "thumb/ascon_masked_v7m.S",
        "    eor.w   \\xb, \\xb, \\u\n    .ifc    \\second, bic",
        "    eor.w   \\xb, \\xb, \\u\n    and.w   \\u, \\za, \\zb, ror #TO_A\n    .ifc    \\second, bic",
    ),
}


@pytest.mark.parametrize("name", MUTANTS)
def test_a_changed_line_is_found(tmp_path, name):
    case, source, line, changed = MUTANTS[name]
    source = ROOT / "src/ascon" / source
    text = source.read_text()
    assert line in text
    for file in source.parent.glob("*.inc"):
        (tmp_path / file.name).write_bytes(file.read_bytes())
    (tmp_path / source.name).write_text(text.replace(line, changed))
    (tmp_path / "leak.toml").write_text(case.replace("targets", INCLUDES + "targets"))
    done = narae("leak", tmp_path)
    assert (done.returncode, "leaks" in done.stdout) == (1, True), done.stdout + done.stderr
