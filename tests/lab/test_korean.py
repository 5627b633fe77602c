# SPDX-License-Identifier: MIT
"""Korean text: particles go by how a word ends when it is spoken, sentences end in -다, and a term has one name.

A particle behind a number, an abbreviation or a word in Latin letters agrees with its pronunciation: 13과, 9.7과,
AES와, CTR과.  Behind a value that is filled in there is no particle that depends on it."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator

import pytest

from lab.paths import ROOT
from lab.views import report

VOWEL, L, CONSONANT = "vowel", "ㄹ", "consonant"
DIGITS = dict(zip("0123456789", (CONSONANT, L, VOWEL, CONSONANT, VOWEL, VOWEL, CONSONANT, L, L, VOWEL), strict=True))
FIRST, BEHIND = 0xAC00, 28  # Hangul syllables, by 28 ends
# Particles that have two forms: (behind a vowel, behind a consonant); 로 also stands behind ㄹ.
PAIRS = [("와", "과"), ("는", "은"), ("가", "이"), ("를", "을"), ("로", "으로")]
TAILS = ("", "의", "는", "도", "만", "서", "써", "부터")  # what may follow 와, 과, 로, 으로
FORMS = {form + tail: (vowel, consonant) for vowel, consonant in PAIRS for form in (vowel, consonant) for tail in TAILS}
# How Latin words end in speech.
SPOKEN = {
    VOWEL: """AES LEA ARIA PIPO GHASH C CPU ms MHz GHz KiB KB hash qemu cmocka valgrind bench reproduce CAVP JavaScript
        box app.c narae.h native Verilator --runs -fdata-sections -Wl,--gc-sections find_package add_subdirectory
        CMAKE_PREFIX_PATH Ascon128AVR.cpp avr8js peer: open-forged avx512-gfni -tables NARAE_CPU advise
        WebAssembly report MB/s
        RustCrypto prove LSH HIGHT SEED NIST OFF""",
    L: "CTR RTL seal simavr portable small --table",
    CONSONANT: """GCM RAM Ascon KeyGen Dec Key+Dec Keccak open key-setup cpack NEON libsodium ON N -ram baseline:
        --quick DecompressionStream""",
}
SPOKEN_OF = {word: end for end, words in SPOKEN.items() for word in words.split()}
# Words that only look as if they ended in a particle.
NO_PARTICLE = {"차이", "나은", "있는", "없는", "않는", "맞는", "읽는", "담는", "불가", "증가", "파이"}
QUESTION = re.compile("[는은한런]가$")


def hangul_end(syllable: str) -> str:
    number = (ord(syllable) - FIRST) % BEHIND
    return VOWEL if number == 0 else L if number == 8 else CONSONANT


def end_of(word: str) -> str | None:
    """How a word ends when it is spoken; None if nobody has said."""
    if "가" <= word[-1] <= "힣":
        return hangul_end(word[-1])
    if word in SPOKEN_OF:
        return SPOKEN_OF[word]
    if word[-1].isdigit():
        return DIGITS[word[-1]]
    if word[-1] == "%":
        return VOWEL  # 퍼센트
    return SPOKEN_OF.get(re.split(r"[-_/ ]", word)[-1])


def form_for(pair: tuple[str, str], end: str) -> str:
    vowel, consonant = pair
    return vowel if end == VOWEL or (end == L and vowel == "로") else consonant


def plain(text: str) -> str:
    """Without marks of code and emphasis, targets of links, and what stands in brackets behind a word."""
    text = re.sub(r"\]\([^)]*\)|\[|\*\*|`", "", text)
    text = re.sub(r"(?<=[\w%])\([^()]*\)(?=[가-힣])", "", text)
    return text


def faults(text: str) -> Iterator[str]:
    """Particles that do not fit."""
    for word in re.finditer(r"(\{[^}]*\}|[A-Za-z0-9_.,:+%/-]*[A-Za-z0-9_+%:])([가-힣]+)", plain(text)):
        before, after = word[1], word[2]
        if after not in FORMS:
            continue
        pair = FORMS[after]
        if before.startswith("{"):
            yield f"{word[0]}: the value may end in either way"
            continue
        end = end_of(before)
        if end is None:
            yield f"{word[0]}: say in SPOKEN how `{before}` ends"
        elif not after.startswith(form_for(pair, end)):
            yield word[0]
    for match in re.finditer(r"(?<![가-힣])([가-힣]{2,})(?![가-힣])", plain(text)):
        yield from faults_of_hangul(match[1])


def faults_of_hangul(word: str) -> Iterator[str]:
    if word[-2:] in NO_PARTICLE or QUESTION.search(word):
        return
    body, last = word[:-1], word[-1]
    if last == "로" and body.endswith("으") and len(body) > 1:
        body, last = body[:-1], "으로"
    end = hangul_end(body[-1])
    wrong = {
        "이": end == VOWEL,
        "가": end != VOWEL,
        "는": end != VOWEL,
        "와": end != VOWEL,
        "과": end == VOWEL,
        "를": end != VOWEL,
        "을": end == VOWEL,
        "은": end == VOWEL,
        "로": end == CONSONANT,
        "으로": end != CONSONANT,
    }
    if wrong.get(last, False):
        yield word


def texts() -> dict[str, str]:
    found = {f"words.toml: {name}": word["ko"] for name, word in report.words().items()}
    found |= {f"sentences.toml: {english[:50]}": korean for english, korean in report.korean().items()}
    page = (report.FOLDER / "page.html.j2").read_text()
    found |= {f"page: {line.strip()[:40]}": line for line in page.splitlines() if re.search("[가-힣]", line)}
    lines = (ROOT / "README.ko.md").read_text().splitlines()
    return found | {f"README.ko.md:{n + 1}": line for n, line in enumerate(lines) if re.search("[가-힣]", line)}


TEXTS = texts()


def test_particles_agree_with_what_is_spoken():
    assert {name: found for name, text in TEXTS.items() if (found := list(faults(text)))} == {}


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("룩업 테이블와 AES", True),
        ("룩업 테이블과 AES", False),
        ("13와 14", True),
        ("13과 14", False),
        ("9.7와", True),
        ("9.7과", False),
        ("560와", True),
        ("560과", False),
        ("124.4와", False),
        ("AES와", False),
        ("AES과", True),
        ("CTR로", False),
        ("CTR으로", True),
        ("RAM으로", False),
        ("RAM로", True),
        ("2으로", True),
        ("1으로", True),
        ("1로", False),
        ("10,240을", False),
        ("10,240를", True),
        ("{0:.1f}와 {1:.1f}", True),
        ("{0:.1f}사이클과", False),
        ("`bench`는", False),
        ("`bench`은", True),
        ("Unheard은", True),
        ("호스트을", True),
        ("시험 벡터를 통과한 결과와", False),
        ("커널가", True),
        ("커널이", False),
        ("커널는", True),
    ],
)
def test_the_rule_itself(text, wrong):
    assert bool(list(faults(text))) is wrong


def test_one_style_of_endings():
    """Sentences of documents and of the report end in -다; labels are nouns."""
    polite, noun = r"(?:(?<!아)니다|십시오|세요|어요|아요)(?![가-힣])", r"[가-힣](?:함|다름|같음|없음|있음|감안)$"
    assert {name: text for name, text in TEXTS.items() if re.search(polite, text)} == {}
    short = {name: text for name, text in TEXTS.items() if name.startswith(("words", "sentences"))}
    assert {name: text for name, text in short.items() if re.search(noun, text) and text != "찾지 못함"} == {}


def test_a_mode_of_operation_has_one_name():
    """운영 모드; 운용 모드 and 운용 방식 are in use elsewhere, but one text has one of them."""
    assert not [name for name, text in TEXTS.items() if re.search("운용|운영 ?방식|운영모드", text)]
    assert any("운영 모드" in text for text in TEXTS.values())


def test_constant_time_is_said_in_korean():
    """What lab/rows/__init__.py says of a row has a word in the report."""
    words = report.words()
    for verdict in ("yes", "yes (table)", "not run", "NO"):
        assert re.search("[가-힣]", words[f"ct-{verdict}"]["ko"])
    shown = "\n".join(f.read_text() for f in report.FOLDER.glob("*.js"))
    assert "r => r.verdict]" not in shown and "constantTime(r.verdict)" in shown
    assert tomllib.loads((report.FOLDER / "words.toml").read_text())["operation-encrypt"]["ko"] == "암호화"
