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


def run_of(targets, **other):
    row = {"cipher": "lea-128", "kernel": "c", "mode": "cbc", "seconds": 1.5, "reason": ""}
    both = {"encrypt": "equal, 0 to 3 blocks", "decrypt": "open"}
    rows = [row | {"target": t, "operation": o, "proof": p} for t in targets for o, p in both.items()]
    return {"context": {}, "seconds": 61, "cached": 0, "rows": rows} | other


def test_a_run_is_counted_by_target():
    summary = proofs.summary(run_of(proofs.TARGETS))
    counts = dict.fromkeys(proofs.VERDICTS, 0) | {"equal in a range": 1, "open": 1}
    assert summary["targets"]["m4"] == {"claims": 2, **counts, "seconds": 3}
    assert summary["verdicts"]["m4"] == {
        "lea-128 c cbc encrypt": "equal, 0 to 3 blocks",
        "lea-128 c cbc decrypt": "open",
    }
    assert [left["target"] for left in summary["open"]] == list(proofs.TARGETS)


def test_a_cached_or_refuted_run_is_not_recorded():
    rows = run_of(proofs.TARGETS)["rows"]
    for wrong in ({"cached": 1}, {"rows": [*rows[1:], rows[0] | {"proof": "refuted"}]}):
        with pytest.raises(SystemExit):
            proofs.summary(run_of(proofs.TARGETS, **wrong))


def test_a_run_replaces_only_its_own_targets():
    kept = proofs.merged(proofs.summary(run_of(("uno", "m4"))), proofs.summary(run_of(("m4", "host"), seconds=62)))
    assert list(kept["targets"]) == list(kept["verdicts"]) == ["uno", "m4", "host"]
    assert [(run["targets"], run["seconds"]) for run in kept["runs"]] == [(["uno"], 61), (["m4", "host"], 62)]
    assert [left["target"] for left in kept["open"]] == ["uno", "m4", "host"]
