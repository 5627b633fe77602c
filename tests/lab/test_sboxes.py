# SPDX-License-Identifier: MIT
"""The lists from which tables are made hold what the standards define."""

from __future__ import annotations

import re

import pytest

from lab.paths import ROOT
from spec.ciphers import aria, seed

NAMES = ("SBOX_S1", "SBOX_S2", "SBOX_INV_S1", "SBOX_INV_S2", "SBOX_SEED_0", "SBOX_SEED_1")


@pytest.mark.parametrize("place", range(6))
def test_an_s_box_is_the_models(place):
    text = (ROOT / "src" / "core" / "portable" / "sboxes.h").read_text().replace("\\\n", " ")
    (line,) = re.findall(rf"#define {NAMES[place]}\(X\)(.*)", text)
    assert [int(x, 16) for x in re.findall(r"X\((0x[0-9a-f]+)\)", line)] == [
        *aria.sboxes(),
        *seed.sboxes(),
    ][place]
