# SPDX-License-Identifier: MIT
"""README and docs/explanation/proofs.md tell the figures of the whole run that results/proofs.json keeps."""

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
def test_pages_quote_the_recorded_figures(name):
    text = (ROOT / name).read_text()
    assert proofs.renewed(name, text, KEPT) == text, "run docs/proofs.py"
    other = json.loads(json.dumps(KEPT))
    other["targets"]["uno"]["claims"] += 1
    assert proofs.renewed(name, text, other) != text


def test_a_partial_or_cached_run_is_not_recorded():
    row = {"cipher": "lea-128", "kernel": "c", "mode": "cbc", "seconds": 1.5, "reason": ""}
    both = {"encrypt": "equal, 0 to 3 blocks", "decrypt": "open"}
    rows = [row | {"target": t, "operation": o, "proof": p} for t in proofs.TARGETS for o, p in both.items()]
    whole = {"context": {}, "seconds": 61, "cached": 0, "rows": rows}
    summary = proofs.summary(whole)
    counts = dict.fromkeys(proofs.VERDICTS, 0) | {"equal in a range": 1, "open": 1}
    assert summary["targets"]["m4"] == {"claims": 2, **counts, "seconds": 3}
    assert summary["verdicts"]["m4"] == {f"lea-128 c cbc {o}": p for o, p in both.items()}
    assert [left["target"] for left in summary["open"]] == list(proofs.TARGETS)
    refuted = [*rows[1:], rows[0] | {"proof": "refuted"}]
    for wrong in ({"rows": rows[2:]}, {"cached": 1}, {"rows": refuted}):
        with pytest.raises(SystemExit):
            proofs.summary(whole | wrong)
