#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes the tables of docs/explanation/leak-corpus.md: published masked programs, and what is known of them.

.narae/venv/bin/python docs/leak_corpus.py"""

from __future__ import annotations

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from lab import files  # noqa: E402
from lab.leak.corpus import Program, programs  # noqa: E402

PAGE = ROOT / "docs/explanation/leak-corpus.md"
BLOCK = re.compile(r"(<!-- (\w+) -->\n)(?:(?!<!--).)*(<!-- end -->)", re.DOTALL)


def counts(all_programs: list[Program]) -> str:
    compared = [p for p in all_programs if p.agreement]
    agree = sum(p.agreement == "agrees" for p in compared)
    alone = len(all_programs) - len(compared)
    return (
        f"{len(all_programs)} programs; of {len(compared)} published verdicts {agree} agree and "
        f"{len(compared) - agree} differ; of {alone} there is none."
    )


def repositories(all_programs: list[Program]) -> str:
    lines = ["| repository | revision | programs |", "|---|---|---|"]
    for code in {p.code.commit: p.code for p in all_programs}.values():
        names = [p.name for p in all_programs if p.code is code]
        first = names[0].partition("-")[0]
        lines.append(f"| `{code.repository}` | {code.commit[:10]} | {len(names)}: `{first}-*` |")
    return "\n".join(lines)


def verdicts(all_programs: list[Program]) -> str:
    lines = ["| program | what | target | published | here | |", "|---|---|---|---|---|---|"]
    for p in all_programs:
        e = p.entry
        cells = (f"`{p.name}`", e.what, e.model or p.target, f"{e.published}: {e.where}", e.verdict, p.agreement)
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def differences(all_programs: list[Program]) -> str:
    return "\n".join(f"- `{p.name}`: {p.entry.reason}" for p in all_programs if p.entry.reason)


def findings(all_programs: list[Program]) -> str:
    return "\n".join(f"- `{p.name}`: {p.entry.found}" for p in all_programs if p.entry.found)


def page(text: str) -> str:
    """The page with the tables of the corpus."""
    known = programs()
    made = {f.__name__: f(known) for f in (counts, repositories, verdicts, differences, findings)}
    return BLOCK.sub(lambda m: m[1] + made[m[2]] + "\n" + m[3], text)


if __name__ == "__main__":
    files.write_text(PAGE, page(PAGE.read_text()))
