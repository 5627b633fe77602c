"""Writes the measured figures of headers, sources and pages anew, from results/reference.json.

    .narae/venv/bin/python docs/figures.py

docs/figures.toml says which words hold a figure and which rows it comes from.  Pages of the interface follow, as they
are made of the headers."""

from __future__ import annotations

import re
import runpy
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from lab.papers.expressions import Term, check_terms, evaluate, terms  # noqa: E402
from lab.papers.ledger import fits, value  # noqa: E402
from lab.paths import REFERENCE  # noqa: E402
from lab.rows import Row, usual_compilers  # noqa: E402
from lab.store import read_json  # noqa: E402

LIST = ROOT / "docs" / "figures.toml"
NUMBER = r"\d+(?:,\d{3})*(?:\.\d+)?"
GAP = r"\s+(?:\* +)?"  # words of a comment may stand on two lines
KEYS = {"file", "text", "row", "are"}
OF_A_FIGURE = {"unit", "digits", "widest"}  # what an entry of `are` has besides an expression


@dataclass(frozen=True)
class Quotation:
    """A piece of text with figures in it, and what each of them is."""

    file: str
    text: str
    are: list[dict]

    def pattern(self) -> re.Pattern[str]:
        words = [re.escape(word).replace(r"\{\}", f"({NUMBER})") for word in self.text.split()]
        return re.compile(GAP.join(words))

    def found(self, content: str) -> re.Match[str]:
        all_of_them = list(self.pattern().finditer(content))
        if len(all_of_them) != 1:
            raise ValueError(f"{self.file} has these words {len(all_of_them)} times, not once: {self.text}")
        return all_of_them[0]


def quotations(file: Path = LIST) -> list[Quotation]:
    found = []
    for entry in tomllib.loads(file.read_text())["quoted"]:
        where = f"{entry.get('file')}: {entry.get('text')}"
        if unknown := set(entry) - KEYS:
            raise ValueError(f"{where}: unknown `{sorted(unknown)[0]}`")
        are = [entry.get("row", {}) | figure for figure in entry["are"]]
        for figure in are:
            check_terms({k: v for k, v in figure.items() if k not in OF_A_FIGURE}, where)
        if entry["text"].count("{}") != len(are):
            raise ValueError(f"{where}: {entry['text'].count('{}')} places for {len(are)} figures")
        found.append(Quotation(entry["file"], entry["text"], are))
    return found


def expression_of(figure: dict) -> dict:
    return {k: v for k, v in figure.items() if k not in OF_A_FIGURE}


class Reference:
    """The rows that the targets' own compilers made."""

    def __init__(self, rows: list[Row]):
        usual = usual_compilers(rows)
        self.rows = [r for r in rows if r.compiler == usual.get(r.target) and not r.failure]

    def rows_of(self, figure: dict) -> list[Row]:
        """Those that a figure comes from; the reference cannot do without them."""
        if "widest" in figure:
            return [r for r in self.rows if all(is_one_of(getattr(r, k), v) for k, v in figure["widest"].items())]
        return [self.row(term) for term in terms(expression_of(figure))]

    def row(self, term: Term) -> Row:
        found = [r for r in self.rows if fits(term, r)]
        if len(found) != 1:
            raise ValueError(f"{len(found)} rows of the reference, not one, are: {term}")
        return found[0]

    def figure(self, figure: dict) -> float:
        if "widest" in figure:
            return max(float(re.search(NUMBER, r.error_band or "0")[0]) for r in self.rows_of(figure))
        unit = figure.get("unit", "cycles")
        return evaluate(expression_of(figure), unit, lambda t, u: value(self.row(t), t, u), no_paper).middle


def is_one_of(it: object, wanted: object) -> bool:
    if isinstance(wanted, str) and wanted.startswith("!"):
        return it != wanted[1:]
    return it in wanted if isinstance(wanted, list) else it == wanted


def written(figure: dict, now: str, reference: Reference) -> str:
    """The figure as it should stand, in the way that `now` is written: its decimals, its commas."""
    x = reference.figure(figure)
    if "digits" in figure:
        x = float(f"{x:.{figure['digits']}g}")
    decimals = len(now.partition(".")[2])
    thousands = "," if "," in now or len(now) < 4 else ""
    return f"{x:{thousands}.{decimals}f}"


def no_paper(name: str) -> float:
    raise ValueError(f"a figure of a page is no claim of a paper: {name}")


def renewed(quotation: Quotation, content: str, reference: Reference) -> str:
    match = quotation.found(content)
    for group in reversed(range(1, len(quotation.are) + 1)):
        begin, end = match.span(group)
        content = content[:begin] + written(quotation.are[group - 1], match[group], reference) + content[end:]
    return content


def main() -> None:
    reference = Reference(read_json(REFERENCE)[1])
    for quotation in quotations():
        path = ROOT / quotation.file
        before = path.read_text()
        after = renewed(quotation, before, reference)
        if after != before:
            path.write_text(after)
            print(f"{quotation.file}: {' '.join(quotation.found(after)[0].split())}")
    runpy.run_path(str(ROOT / "docs" / "api" / "generate.py"), run_name="__main__")


if __name__ == "__main__":
    main()
