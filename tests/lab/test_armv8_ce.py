# SPDX-License-Identifier: MIT
"""The kernels of ARMv8-A's crypto extension, counted: that it is they who run, and that the count is right."""

from __future__ import annotations

import sys
from types import ModuleType

import pytest

from lab.cache import Cache
from lab.paths import ROOT
from lab.plan import selection
from lab.plan.implementations import discover
from lab.rows import Row, verdict
from lab.run import measure
from lab.targets import external
from tests.tools import skip_without

FOLDER = ROOT / "lab/counted"
THINGS = {("aes-128", "block"), ("aes-128", "gcm")}


@pytest.fixture(scope="module")
def target():
    skip_without("aarch64-linux-gnu-gcc", "qemu-aarch64")
    return external(FOLDER)["armv8-ce"]()


def counted(target) -> list[Row]:
    some = [i for i in discover() if (i.cipher, i.mode) in THINGS]
    return measure.execute(selection.Plan(some, [target]), Cache(), lambda _: None)


def test_rows_count_the_instructions_of_the_extension(target):
    rows = counted(target)
    assert {(r.cipher, r.mode) for r in rows} == THINGS
    for row in rows:
        assert not row.failure and row.vectors > 0 and row.kernel == "crypto", row.key()
        assert row.fidelity == "counted" and row.time_us is None and row.spread == 0
        assert verdict(row) == "yes" and row.cycles == row.provenance["instructions"]
    count = {(r.mode, r.operation, r.bytes): r.cycles for r in rows if not r.ad_bytes}

    def each(mode: str, operation: str, few: int, many: int) -> float:
        """Instructions of a block more."""
        return 16 * (count[mode, operation, many] - count[mode, operation, few]) / (many - few)

    assert 21 < each("block", "encrypt", 256, 1024) < 30  # AESE and AESMC ten times, and XOR; without them 230
    assert 8 < each("gcm", "open-forged", 1024, 10240) < 16  # GHASH alone; without PMULL more than 50


def test_a_wrong_count_is_refused(target, monkeypatch):
    module: ModuleType = sys.modules[type(target).__module__]
    monkeypatch.setattr(module, "RULER_STEPS", module.RULER_STEPS + 1)
    monkeypatch.setattr(Cache, "get", lambda self, parts, make, keep: make())
    assert {r.failure for r in counted(target)} == {"the count is off: 4001 additions were 4000 instructions"}
