# SPDX-License-Identifier: MIT
"""Writes a page for each public header from the header's own comments.

    python3 docs/api/generate.py

A header is the manual; these pages are the same words for those who read in a browser."""

from __future__ import annotations

import re
from pathlib import Path

HERE = Path(__file__).resolve().parent
HEADERS = HERE.parents[1] / "include" / "narae"
LICENCE = "/* SPDX-License-Identifier: MIT */\n"
MARK = "<!-- Made by docs/api/generate.py from include/narae/{name}; change that. -->"
NOTHING_TO_TELL = [  # what every header has: the guard, C++, and what it includes
    re.compile(r"#ifndef NARAE_\w+_H\n#define NARAE_\w+_H\n"),
    re.compile(r"#ifdef __cplusplus\n.*\n#endif\n"),
    re.compile(r"#include .*\n"),
    re.compile(r"#endif\n\Z"),
]


def parts(header: Path) -> tuple[str, str]:
    """The first comment, and all that follows it."""
    match = re.match(r"/\*(.*?)\*/\n(.*)", header.read_text().removeprefix(LICENCE), re.DOTALL)
    if match is None:
        raise SystemExit(f"{header} does not begin with a comment, which its page would begin with")
    return match[1], match[2]


def page(header: Path) -> str:
    """The first comment as text, then each declaration with what is said of it."""
    first, rest = parts(header)
    title, *body = prose(first).split("\n")
    lines = [f"# {title.split(': ')[0]}", "", MARK.format(name=header.name), ""]
    lines += [sentence_case(title.split(": ", 1)[1]), *body, ""]
    for comment, declaration in items(rest):
        lines += ["```c", *declaration, "```", ""]
        lines += [comment, ""] if comment else []
    return "\n".join(lines).rstrip() + "\n"


def sentence_case(text: str) -> str:
    return text[0].upper() + text[1:]


def prose(comment: str) -> str:
    """A comment without its stars; what is indented stays code, as Markdown has it."""
    return "\n".join(re.sub(r"^ \* ?", "", line).rstrip() for line in comment.strip().splitlines())


def items(text: str) -> list[tuple[str, list[str]]]:
    """(comment, lines of the declaration) of each paragraph that declares something."""
    for nothing in NOTHING_TO_TELL:
        text = nothing.sub("", text)
    found = []
    for paragraph in paragraphs(text):
        comment = re.match(r"/\*(.*?)\*/\n?", paragraph, re.DOTALL)
        lines = (paragraph[comment.end() :] if comment else paragraph).splitlines()
        if lines:
            found.append((prose(comment[1]) if comment else "", lines))
    return found


def paragraphs(text: str) -> list[str]:
    """What blank lines separate, as long as they are not inside of braces."""
    found, lines, depth = [], [], 0
    for line in text.splitlines():
        if line or depth:
            lines.append(line)
            depth += line.count("{") - line.count("}")
        elif lines:
            found.append("\n".join(lines))
            lines = []
    return [*found, "\n".join(lines)]


def index(headers: list[Path]) -> str:
    rows = [f"- [`narae/{h.name}`]({h.stem}.md): {subject(h)}" for h in headers]
    head = ["# The interface", "", MARK.format(name="*.h"), "", "A page for each header:", ""]
    return "\n".join([*head, *rows, ""])


def subject(header: Path) -> str:
    """The first sentence of what a header says it is."""
    first = " ".join(prose(parts(header)[0]).split("\n\n")[0].split())
    return re.split(r"(?<=[a-z0-9)])\. ", first.split(": ", 1)[1])[0].rstrip(".:")


def pages() -> dict[Path, str]:
    headers = sorted(HEADERS.glob("*.h"))
    return {HERE / "README.md": index(headers)} | {HERE / f"{h.stem}.md": page(h) for h in headers}


def main() -> None:
    for path, text in pages().items():
        path.write_text(text)


if __name__ == "__main__":
    main()
