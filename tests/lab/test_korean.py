# SPDX-License-Identifier: MIT
"""Korean text: no particle depends on a value that is filled in."""

from __future__ import annotations

import re
import tomllib

import pytest

from lab.paths import ROOT
from lab.views import report

PARTICLES = "[와과는은가이를을로]|으로"  # two forms, by the sound before them
AFTER_A_VALUE = re.compile(rf"\{{[^}}]*\}}(?:{PARTICLES})(?:의|는|도|만|서|써|부터)?(?![가-힣])")


def texts() -> dict[str, str]:
    result = {f"words.toml: {name}": word["ko"] for name, word in report.words().items()}
    result |= {f"sentences.toml: {english[:50]}": korean for english, korean in report.korean().items()}
    for file in (report.FOLDER / "page.html.j2", *sorted(ROOT.glob("*.ko.md")), *sorted(ROOT.glob("docs/**/*.ko.md"))):
        lines = enumerate(file.read_text().splitlines(), 1)
        result |= {f"{file.name}:{n}": line for n, line in lines if re.search("[가-힣]", line)}
    return result


TEXTS = texts()


def test_no_particle_depends_on_a_value():
    assert {name: text for name, text in TEXTS.items() if AFTER_A_VALUE.search(text)} == {}


@pytest.mark.parametrize(
    ("text", "wrong"),
    [("{0:.1f}와 {1:.1f}", True), ("{n}으로", True), ("{0:.1f}사이클과", False), ("{n}개", False), ("{n}이상", False)],
)
def test_the_rule_itself(text, wrong):
    assert bool(AFTER_A_VALUE.search(text)) is wrong


def test_constant_time_verdicts_are_translated():
    words = report.words()
    for verdict in ("yes", "yes (table)", "not run", "NO"):
        assert re.search("[가-힣]", words[f"ct-{verdict}"]["ko"])
    scripts = "\n".join(f.read_text() for f in report.FOLDER.glob("*.js"))
    assert "r => r.verdict]" not in scripts and "constantTime(r.verdict)" in scripts
    assert tomllib.loads((report.FOLDER / "words.toml").read_text())["operation-encrypt"]["ko"] == "암호화"
