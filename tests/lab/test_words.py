# SPDX-License-Identifier: MIT
"""Pages, comments and messages use the usual technical words.  A word of this list has a shorter or commoner one."""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Iterator

import pytest

from lab.commands.test.runner import tracked
from lab.paths import ROOT

AVOIDED = {
    r"mends?": "fix",
    r"beside": "next to, alongside, interleaved with",
    r"whoever": "name it, or use the passive",
    r"anew": "again, re-",
    r"(takes?|took|taking) turns": "alternate",
    r"(by|in) turns": "alternately",
    r"held? against": "compare with",
    r"(makes? )?room for|makes? room": "space for",
    r"asks? for|asked for": "require, request",
    r"wants? to know": "require, take as parameters",
    r"(has|have|pass(es)?) (its|their|a) results? on": "latency",
    r"none of whose|in its own way|what there is (to|for)": "say it directly",
}
PATTERN = re.compile(rf"\b({'|'.join(AVOIDED)})\b", re.IGNORECASE)
CODE = re.compile(r"`[^`\n]*`|\b\w*[_/]\w*\b|\S*\.(?:inc|py|md|h|c|S)\b")  # names in prose
PROSE = ("*.md", ".github/*.md", ".github/*/*.yml", "narae", "lab/views/report/words.toml")
C = ("*.c", "*.h", "*.S", "*.inc", "*.cpp", "*.hpp", "*.js", "*.mjs")
OLD = {"CHANGELOG.md"}  # what was written for a release stays
HERE = "tests/lab/test_words.py"


def texts(file: str) -> Iterator[tuple[int, str]]:
    """Line numbers with prose: whole pages, comments, and strings of Python."""
    source = (ROOT / file).read_text(errors="replace")
    if file.endswith(".py"):
        for token in tokenize.generate_tokens(io.StringIO(source).readline):
            if token.type in (tokenize.COMMENT, tokenize.STRING):
                yield token.start[0], token.string
    elif file.endswith(tuple(pattern[1:] for pattern in C)):
        for match in re.finditer(r"/\*.*?\*/", source, re.DOTALL):
            yield source.count("\n", 0, match.start()) + 1, match[0]
    else:
        yield 1, re.sub(r"^```.*?^```", lambda m: "\n" * m[0].count("\n"), source, flags=re.DOTALL | re.MULTILINE)


def faults(text: str) -> Iterator[tuple[int, str]]:
    """Lines from the beginning of the text, and what to write instead."""
    plain = CODE.sub("`", text)
    for match in PATTERN.finditer(plain):
        instead = next(better for word, better in AVOIDED.items() if re.fullmatch(word, match[0], re.IGNORECASE))
        yield plain.count("\n", 0, match.start()), f"{match[0]!r}: {instead}"


def test_avoided_words_are_not_used():
    files = set(tracked(*PROSE, *C, "*.py")) - OLD - {HERE}
    uses = [
        f"{file}:{first + line}: {fault}"
        for file in sorted(files)
        if PATTERN.search((ROOT / file).read_text(errors="replace"))  # as a whole, before it is taken apart
        for first, text in texts(file)
        for line, fault in faults(text)
    ]
    assert not uses, "\n".join(uses)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("counter mode beside the chain", True),
        ("They take turns.", True),
        ("as `beside` and x86/anew.inc do", False),
        ("apt-get install --no-install-recommends", False),
        ("besides AES", False),
        ("the mushroom form", False),
    ],
)
def test_the_list_itself(text, fault):
    assert bool(list(faults(text))) is fault
