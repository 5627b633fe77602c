"""The README's picture, drawn from the committed reference rows; the same rows give the same bytes."""

from __future__ import annotations

import io

import matplotlib

matplotlib.use("svg")
from matplotlib import pyplot

from .paths import REFERENCE, ROOT
from .rows import Row

PICTURE = ROOT / "docs" / "picture.svg"
OPERATIONS = {"key-setup": "#3b7dd8", "encrypt": "#e08a2e", "decrypt": "#3f9b63"}
STYLE = {"svg.hashsalt": "narae", "svg.fonttype": "none", "font.family": "sans-serif", "font.size": 10}


def draw(rows: list[Row]) -> str:
    """Cycles of one block per cipher, one panel per target."""
    targets = [t for t in ("uno", "host") if any(r.target == t for r in rows)]
    with pyplot.rc_context(STYLE):
        figure, panels = pyplot.subplots(1, len(targets), figsize=(10, 4), layout="constrained")
        for panel, target in zip([panels] if len(targets) == 1 else panels, targets, strict=True):
            draw_panel(panel, target, rows)
        figure.legend(*panel.get_legend_handles_labels(), loc="outside lower center", ncols=3, frameon=False)
        stream = io.StringIO()
        figure.savefig(stream, format="svg", metadata={"Date": None, "Creator": "Narae"})
        pyplot.close(figure)
    return "\n".join(line.rstrip() for line in stream.getvalue().splitlines()) + "\n"


def draw_panel(panel, target: str, rows: list[Row]) -> None:
    mine = [r for r in rows if r.target == target and r.kernel == "portable" and r.cipher != "null" and r.cycles]
    ciphers = list(dict.fromkeys(r.cipher for r in mine))
    for number, (operation, colour) in enumerate(OPERATIONS.items()):
        one = {r.cipher: r for r in reversed(mine) if r.operation == operation}  # the smallest size is last
        places = [i + (1 - number) * 0.27 for i in range(len(ciphers))]
        values = [one[c].cycles for c in reversed(ciphers)]
        panel.barh(places, values, height=0.25, color=colour, label=operation)
        for place, value in zip(places, values, strict=True):
            panel.text(value, place, f" {value:,.0f}", va="center", fontsize=7)
    panel.set_yticks(range(len(ciphers)), reversed(ciphers))
    panel.set_title({"uno": "Arduino Uno (cycle-exact)", "host": "x86-64 host (measured)"}[target], fontsize=11)
    panel.set_xlabel("cycles, one block, portable C")
    panel.spines[["top", "right"]].set_visible(False)
    panel.margins(x=0.15)


def write(rows: list[Row]) -> None:
    PICTURE.write_text(draw(rows), encoding="utf-8")


if __name__ == "__main__":
    from .store import read_json

    write(read_json(REFERENCE)[1])
