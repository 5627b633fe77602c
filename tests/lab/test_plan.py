# SPDX-License-Identifier: MIT
"""What a run of everything leaves out, so that a first answer takes minutes."""

from __future__ import annotations

import re
from argparse import Namespace

import pytest

from lab.commands import bench
from lab.plan.implementations import LEVELS
from lab.run import measure


def programs(full: bool) -> set[tuple[str, str, str, str, str]]:
    plan = measure.plan([], [], [], False, full=full)
    return {(t.name, i.cipher, i.mode, i.kernel, i.compiler) for t, i in plan.pairs()}


def test_a_run_that_is_not_full_leaves_out_what_another_key_or_level_shows():
    full, usual = programs(True), programs(False)
    assert usual < full

    def family(cipher: str) -> str:
        return re.sub("[-/](128|192|256)$", "", cipher)

    shown = {(target, family(cipher), mode, kernel) for target, cipher, mode, kernel, _ in usual}
    for target, cipher, mode, kernel, compiler in full - usual:
        lower = target == "host" and kernel in LEVELS and any(s[:3] == (target, family(cipher), mode) for s in shown)
        assert compiler or lower or (target, family(cipher), mode, kernel) in shown, (target, cipher, mode, kernel)
    assert {(c, m) for _, c, m, *_ in full - usual if c.endswith("-192")} > {("lea-192", "gcm")}
    assert any(c == "lea-192" and m == "block" for _, c, m, *_ in usual)


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({}, "192-bit keys"),
        ({"quick": True}, "most sizes"),
        ({"full": True}, ""),
        ({"update_reference": True}, ""),
        ({"cipher": ["lea"]}, ""),
        ({"mode": ["gcm"]}, ""),
    ],
)
def test_the_end_of_a_run_says_what_it_left_out(asked, said):
    usual = {"quick": False, "full": False, "update_reference": False, "cipher": [], "mode": []}
    found = bench.left_out(Namespace(**(usual | asked)))
    assert [said in line and "./narae bench" in line for line in found] == [True] * bool(said)
