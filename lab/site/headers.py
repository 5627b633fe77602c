# SPDX-License-Identifier: MIT
"""A page for each public header, from the header's own comments."""

from __future__ import annotations

import re
from pathlib import Path

from ..errors import LabError
from ..paths import ROOT

HEADERS = ROOT / "include" / "narae"
LICENCE = "/* SPDX-License-Identifier: MIT */\n"
BOILERPLATE = [
    re.compile(r"#ifndef NARAE_\w+_H\n#define NARAE_\w+_H\n"),
    re.compile(r"#ifdef __cplusplus\n.*\n#endif\n"),
    re.compile(r"#include .*\n"),
    re.compile(r"#endif\n\Z"),
]


def pages() -> dict[str, str]:
    """File name and Markdown of each page; README.md lists the others."""
    headers = sorted(HEADERS.glob("*.h"))
    return {"README.md": index(headers)} | {f"{h.stem}.md": page(h) for h in headers}


def index(headers: list[Path]) -> str:
    about = "For programmers in C and C++: one page per header of `include/narae`, with the same text."
    rows = [f"- [`narae/{h.name}`]({h.stem}.md): {subject(h)}" for h in headers]
    return "\n".join(["# Interface", "", about, "", *rows, ""])


def subject(header: Path) -> str:
    """The first sentence of the header's first comment."""
    first = " ".join(prose(split(header)[0]).split("\n\n")[0].split())
    return re.split(r"(?<=[a-z0-9)])\. ", first.split(": ", 1)[1])[0].rstrip(".:")


def page(header: Path) -> str:
    comment, rest = split(header)
    title, *body = prose(comment).split("\n")
    name, summary = title.split(": ", 1)
    lines = [f"# {name}", "", summary[0].upper() + summary[1:], *body, ""]
    for text, declaration in declarations(rest):
        lines += ["```c", *declaration, "```", ""]
        lines += [text, ""] if text else []
    return "\n".join(lines).rstrip() + "\n"


def split(header: Path) -> tuple[str, str]:
    """The first comment, and everything after it."""
    match = re.match(r"/\*(.*?)\*/\n(.*)", header.read_text().removeprefix(LICENCE), re.DOTALL)
    if match is None:
        raise LabError(f"{header} does not begin with a comment")
    return match[1], match[2]


def prose(comment: str) -> str:
    """A comment without its stars.  Lines indented by four are code in Markdown, too."""
    return "\n".join(re.sub(r"^ \* ?", "", line).rstrip() for line in comment.strip().splitlines())


def declarations(text: str) -> list[tuple[str, list[str]]]:
    """(comment, lines of the declaration) of each paragraph that declares something."""
    for pattern in BOILERPLATE:
        text = pattern.sub("", text)
    pairs = []
    for paragraph in paragraphs(text):
        comment = re.match(r"/\*(.*?)\*/\n?", paragraph, re.DOTALL)
        lines = (paragraph[comment.end() :] if comment else paragraph).splitlines()
        if lines:
            pairs.append((prose(comment[1]) if comment else "", lines))
    return pairs


def paragraphs(text: str) -> list[str]:
    """Text between blank lines, ignoring those inside braces."""
    blocks, lines, depth = [], [], 0
    for line in text.splitlines():
        if line or depth:
            lines.append(line)
            depth += line.count("{") - line.count("}")
        elif lines:
            blocks.append("\n".join(lines))
            lines = []
    return [*blocks, "\n".join(lines)]
