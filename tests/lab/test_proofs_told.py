# SPDX-License-Identifier: MIT
"""README and docs/proof.md tell the figures of the whole run that results/proofs.json keeps."""

from __future__ import annotations

import importlib.util
import json

import pytest

from lab.paths import ROOT

SPEC = importlib.util.spec_from_file_location("proofs", ROOT / "docs/proofs.py")
proofs = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(proofs)
KEPT = json.loads(proofs.KEPT.read_text())


@pytest.mark.parametrize("name", proofs.SENTENCES)
def test_pages_tell_the_figures_that_are_kept(name):
    text = (ROOT / name).read_text()
    assert proofs.renewed(name, text, KEPT) == text, "run docs/proofs.py"
    other = json.loads(json.dumps(KEPT))
    other["targets"]["uno"]["claims"] += 1
    assert proofs.renewed(name, text, other) != text


def test_a_run_of_a_part_or_from_the_cache_is_not_kept():
    row = {"cipher": "lea-128", "kernel": "c", "operation": "key+encrypt", "seconds": 1.5, "reason": ""}
    rows = [row | {"target": t, "proof": p} for t in proofs.TARGETS for p in ("equal, 0 to 3 blocks", "open")]
    whole = {"context": {}, "seconds": 61, "cached": 0, "rows": rows}
    made = proofs.summary(whole)
    assert made["targets"]["m4"] == {"claims": 2, "equal": 1, "equal (table)": 0, "open": 1, "seconds": 3}
    assert [left["target"] for left in made["open"]] == list(proofs.TARGETS)
    refuted = [*rows[1:], rows[0] | {"proof": "refuted"}]
    for wrong in ({"rows": rows[2:]}, {"cached": 1}, {"rows": refuted}):
        with pytest.raises(SystemExit):
            proofs.summary(whole | wrong)
