# SPDX-License-Identifier: MIT
"""Figures of headers, sources and pages are those of the reference, and none stands there that nobody checks."""

from __future__ import annotations

import importlib.util
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from lab.paths import REFERENCE, ROOT
from lab.store import read_json
from lab.views import advice, quoted_figures
from tests.tools import call

SPEC = importlib.util.spec_from_file_location("figures", ROOT / "docs/figures.py")
figures = importlib.util.module_from_spec(SPEC)
sys.modules["figures"] = figures  # dataclasses look their module up
SPEC.loader.exec_module(figures)

QUOTED = quoted_figures.read_quoted()
DEFINED = tomllib.loads(quoted_figures.LIST.read_text())["defined"]
GENERATED = ["docs/explanation/kernel-speedups.md"]  # compared as a whole: test_kernel_speedups.py
OF_TOOLS = ["docs/explanation/decisions.md"]  # no row has what a library costs that was tried
OF_PAPERS = [
    f.relative_to(ROOT).as_posix() for f in (ROOT / "docs/explanation/papers").glob("*.md")
]  # test_cited_programs
PAGES = [ROOT / name for name in ("README.md", "README.ko.md", "SECURITY.md")]
PAGES += [
    f for f in sorted((ROOT / "docs").rglob("*.md")) if str(f.relative_to(ROOT)) not in GENERATED + OF_TOOLS + OF_PAPERS
]
HEADERS = sorted((ROOT / "include/narae").glob("*.h"))

FEW = "two|three|four|five|six|seven|eight|nine|ten|twenty|thirty|hundred"
NUMBER = rf"(?<![\w.,^/-]){quoted_figures.NUMBER}(?:[-–]{quoted_figures.NUMBER})?"
UNIT = (
    r"cycles?|instructions|ticks|times|per cent|%|ms|µs|bytes of (?:flash|stack|RAM)|of (?:flash|stack|RAM)"
    r"|사이클|배|바이트의 (?:플래시|스택|RAM)"
)
FIGURE = re.compile(rf"({NUMBER})(?=,?(?:\s|\n \* )*(?:{UNIT}))|\b\d+(?:,\d{{3}})+\b|\b(?:{FEW})(?= times as)")
BYTES = re.compile(rf"({NUMBER}),?(?:\s|\n \* )+bytes\b(?!\s+(?:of (?:flash|stack|RAM)))")


def is_a_size(text: str) -> bool:
    """Of a key, block or message: what measuring finds is seldom a small number or a power of two, and where it is, it
    says of what memory."""
    number = float(re.split("[-–]", text)[-1].replace(",", ""))
    return number <= 64 or (number.is_integer() and int(number) & (int(number) - 1) == 0)


def figures_in(text: str) -> Iterator[re.Match[str]]:
    yield from FIGURE.finditer(text)
    yield from (m for m in BYTES.finditer(text) if not is_a_size(m[1]))


def covered(file: Path, text: str) -> list[tuple[int, int]]:
    """Where figures may be: where they are quoted, and in phrases that say what they are."""
    name = str(file.relative_to(ROOT))
    spans = [m.span() for m in re.finditer(r"^\| Cortex-M.*$", text, re.MULTILINE)]  # compared by test_cortexm.py
    for quotation in QUOTED:
        if quotation.file == name:
            match = quotation.match(text)
            spans += [match.span(i + 1) for i in range(len(quotation.are))]
    for phrase in DEFINED:
        if phrase["file"] == name:
            words = quoted_figures.GAP.join(re.escape(word) for word in phrase["text"].split())
            result = [m.span() for m in re.finditer(words, text)]
            assert result, f"{name} no longer says: {phrase['text']}"
            spans += result
    return spans


def unchecked(text: str, spans: list[tuple[int, int]]) -> list[str]:
    return [
        text[max(0, m.start() - 40) : m.end() + 20].replace("\n", " ")
        for m in figures_in(text)
        if not any(begin <= m.start() < end for begin, end in spans)
    ]


@pytest.fixture(scope="module")
def reference():
    return quoted_figures.Reference(read_json(REFERENCE)[1])


def test_a_figure_is_that_of_its_row(reference):
    texts = {quotation.file: (ROOT / quotation.file).read_text() for quotation in QUOTED}
    old = [f"{q.file}: {q.text}" for q in QUOTED if figures.renewed(q, texts[q.file], reference) != texts[q.file]]
    assert old == [], "run .narae/venv/bin/python docs/figures.py"


def test_every_figure_is_checked():
    texts = {file: file.read_text() for file in [*PAGES, *HEADERS]}
    result = {str(file): left for file, text in texts.items() if (left := unchecked(text, covered(file, text)))}
    assert result == {}, "a row for it, or why there is none, belongs into docs/figures.toml"


@pytest.mark.parametrize(
    "text",
    [
        "takes 916 bytes of flash",
        "takes 48 of stack",
        "in 1,290 cycles",
        "takes 14\n * cycles",
        "6,000 bytes",
        "1.7 times",
        "up to ±16 %",
        "703사이클",
        "three times as fast",
        "370 bytes",
    ],
)
def test_a_figure_that_is_not_listed_is_found(text):
    assert unchecked(text, [])


@pytest.mark.parametrize(
    "text", ["16 bytes", "FIPS 197", "SP 800-38D", "2^32 blocks", "4096 bytes", "a key of 32 bytes"]
)
def test_what_is_no_figure_is_left_alone(text):
    assert unchecked(text, []) == []


def test_a_file_is_updated_in_its_own_format(reference):
    row = {"target": "hifive1", "cipher": "lea-128", "mode": "block", "operation": "encrypt", "bytes": 16}
    exact = next(
        r for r in read_json(REFERENCE)[1] if all(getattr(r, k) == v for k, v in row.items()) and r.kernel == "rv32"
    )
    quotation = quoted_figures.QuotedFigures("x", "takes {} cycles, {} a byte", [row | {"kernel": "rv32"}] * 2)
    quotation.are[1]["unit"] = "cycles/byte"
    text = "takes 1\n * cycles, 1.00 a byte"
    quotation.are[0] = row | {"kernel": "rv32"}
    expected = f"takes {exact.cycles}\n * cycles, {exact.cycles_per_byte:.2f} a byte"
    assert figures.renewed(quotation, text, reference) == expected


def test_pages_tell_the_limit_of_64_bit_blocks_that_advice_goes_by():
    """q^2 / 2^65 for q blocks of 8 bytes; SECURITY.md, a header, the provider's page and the crate say how much."""
    blocks = 2 ** ((advice.security()["data_limit"]["chance"] + 65) // 2)
    mebibytes = 8 * blocks // 2**20
    files = ["SECURITY.md", "include/narae/pipo.h", "docs/how-to/openssl.md", "bindings/rust/src/block.rs"]
    for file in files:
        lines = (ROOT / file).read_text().splitlines()
        output = [int(n) for line in lines for n in re.findall(r"(\d+) MiB", line)]
        assert output and set(output) == {mebibytes}, file


def test_the_library_keeps_one_word(cmake_build):
    """README.md: what the CPU has is all that may be written outside of callers' memory."""
    archive = cmake_build("gcc", ["-DCMAKE_C_COMPILER=gcc"], "narae") / "libnarae.a"
    symbols = [line.split("|") for line in call(["nm", "--format=sysv", archive]).splitlines() if "|" in line]
    writable = (".data", ".bss", "*COM*", ".tdata", ".tbss")  # .data.rel.ro is not: the linker seals it
    changing = {s[0].strip() for s in symbols if s[6].startswith(writable) and not s[6].startswith(".data.rel.ro")}
    assert changing == {"narae_cpu_known"}
