# SPDX-License-Identifier: MIT
"""The whole ledger, as `./narae reproduce` gives it: every claim with a verdict, every paper in a browser."""

from __future__ import annotations

import json
import os
import subprocess

import pytest

from lab.papers import matrix, papers
from lab.papers.verdicts import SAME_KIND, VERDICTS
from lab.paths import ROOT
from tests.lab.browsing import SIDEWAYS, browse, drawn

pytestmark = [pytest.mark.deep, pytest.mark.quiet("reruns all papers, which takes longer than a slice")]


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    folder = tmp_path_factory.mktemp("ledger")
    done = subprocess.run(
        [ROOT / "narae", "reproduce", "--json", folder / "ledger.json"],
        env=os.environ | {"NARAE_RESULTS": str(folder)},
        capture_output=True,
        text=True,
        timeout=1800,
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-1000:]
    return folder, json.loads((folder / "ledger.json").read_text())


def test_every_claim_has_a_verdict_with_its_reason(run):
    by_name = {p["name"]: p for p in run[1]["papers"]}
    assert set(by_name) == set(papers())
    for name, paper in papers().items():
        claims = {c["id"]: c for c in by_name[name]["claims"]}
        assert set(claims) == {c.id for c in paper.claims}
        stated = [c for c in claims.values() if c["paper"] is not None]
        assert all(c["verdict"] in VERDICTS and c["reason"] for c in stated)
    assert sum(sum(p["verdicts"].values()) for p in by_name.values()) > 300


def test_a_reproduced_claim_is_within_its_papers_tolerance(run):
    for p in run[1]["papers"]:
        for c in (c for c in p["claims"] if c.get("verdict") == SAME_KIND):
            nearest = min(max(c["paper"], c["baseline"]["low"]), c["baseline"]["high"])
            assert abs(nearest - c["paper"]) <= p["tolerance"]["relative"] * c["paper"] * 1.0001, c["id"]


def test_the_matrix_has_every_cipher_on_every_machine(run):
    facts = matrix.Matrix().facts
    cells = {(c["target"], f"{c['cipher']} {c['mode']}") for c in run[1]["future_work"]["cells"]}
    assert cells == {(t, name) for t in facts["sizes"] for name in facts["ciphers"]}


def test_the_papers_in_a_browser(run, tmp_path):
    page = run[0] / "report.html"
    assert len(page.read_bytes()) < 5_000_000
    downwards = """[...document.querySelectorAll("#verdicts .ytick text")]
        .sort((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top).map(text => text.textContent)"""
    script = f"{drawn()} return {{ plots, overflow: {SIDEWAYS}, papers: {downwards} }};"
    seen = browse(page, {"script": script}, {"script": script, "width": 390, "language": "ko"})
    for look in seen:
        assert look.errors == [] and look.result["overflow"] <= 0 and look.result["papers"] == list(papers())
        assert all(points and not empty for _, points, empty in look.result["plots"]), look.result["plots"]
        assert len(look.result["plots"]) > 40
