# SPDX-License-Identifier: MIT
"""Updates the measured figures of headers, sources and pages from results/reference.json.

    .narae/venv/bin/python docs/figures.py

docs/figures.toml says which words hold a figure and which rows it comes from."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from lab.paths import REFERENCE  # noqa: E402
from lab.store import read_json  # noqa: E402
from lab.views.quoted_figures import QuotedFigures, Reference, read_quoted  # noqa: E402


def written(figure: dict[str, Any], now: str, reference: Reference) -> str:
    """The figure as it should stand, in the way that `now` is written: its decimals, its commas."""
    x = reference.figure(figure)
    if "digits" in figure:
        x = float(f"{x:.{figure['digits']}g}")
    decimals = len(now.partition(".")[2])
    thousands = "," if "," in now or len(now) < 4 else ""
    return f"{x:{thousands}.{decimals}f}"


def renewed(quotation: QuotedFigures, content: str, reference: Reference) -> str:
    match = quotation.match(content)
    for group in reversed(range(1, len(quotation.are) + 1)):
        begin, end = match.span(group)
        content = content[:begin] + written(quotation.are[group - 1], match[group], reference) + content[end:]
    return content


def main() -> None:
    reference = Reference(read_json(REFERENCE)[1])
    for quotation in read_quoted():
        path = ROOT / quotation.file
        before = path.read_text()
        after = renewed(quotation, before, reference)
        if after != before:
            path.write_text(after)
            print(f"{quotation.file}: {' '.join(quotation.match(after)[0].split())}")


if __name__ == "__main__":
    main()
