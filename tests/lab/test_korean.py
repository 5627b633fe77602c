# SPDX-License-Identifier: MIT
"""Korean text: sentences end in -다, a term has one name, and no particle depends on a value that is filled in."""

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


def test_one_style_of_endings():
    """Sentences of documents and of the report end in -다; labels are nouns."""
    polite, noun = r"(?:(?<!아)니다|십시오|세요|어요|아요)(?![가-힣])", r"[가-힣](?:함|다름|같음|없음|있음|감안)$"
    assert {name: text for name, text in TEXTS.items() if re.search(polite, text)} == {}
    short = {name: text for name, text in TEXTS.items() if name.startswith(("words", "sentences"))}
    assert {name: text for name, text in short.items() if re.search(noun, text) and text != "찾지 못함"} == {}


def test_a_mode_of_operation_has_one_name():
    """운영 모드, not 운용 모드 or 운용 방식."""
    assert not [name for name, text in TEXTS.items() if re.search("운용|운영 ?방식|운영모드", text)]
    assert any("운영 모드" in text for text in TEXTS.values())


def test_constant_time_verdicts_are_translated():
    words = report.words()
    for verdict in ("yes", "yes (table)", "not run", "NO"):
        assert re.search("[가-힣]", words[f"ct-{verdict}"]["ko"])
    scripts = "\n".join(f.read_text() for f in report.FOLDER.glob("*.js"))
    assert "r => r.verdict]" not in scripts and "constantTime(r.verdict)" in scripts
    assert tomllib.loads((report.FOLDER / "words.toml").read_text())["operation-encrypt"]["ko"] == "암호화"
