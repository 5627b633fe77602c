# SPDX-License-Identifier: MIT
"""The README's picture, drawn from the committed reference rows; the same rows give the same bytes."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

from .. import files
from ..paths import REFERENCE, ROOT
from ..rows import MODE_OPERATIONS, Row, usual_compilers

if TYPE_CHECKING:
    from matplotlib import axes

PICTURE = ROOT / "docs" / "picture.svg"
KINDS = {"encrypt only": "#3b7dd8", "encrypt and authenticate": "#e08a2e"}
SHOWN = {
    "encrypt only": [
        ("aes-128", "ctr"),
        ("lea-128", "ctr"),
        ("aria-128", "ctr"),
        ("pipo-64/128", "ctr"),
        ("chacha20", "stream"),
    ],
    "encrypt and authenticate": [
        ("aes-128", "gcm"),
        ("lea-128", "gcm"),
        ("aes-128", "ccm"),
        ("lea-128", "ccm"),
        ("chacha20", "poly1305"),
        ("ascon-aead128", "aead"),
    ],
}
# target -> (title, bytes of the message)
PANELS = {
    "uno": ("Arduino Uno (cycle-exact)", 64),
    "m4": ("Cortex-M4 (modelled)", 64),
    "host": ("x86-64 host (measured)", 16384),
}
STYLE: dict[Any, Any] = {"svg.hashsalt": "narae", "svg.fonttype": "none", "font.family": "sans-serif", "font.size": 10}


def draw(rows: list[Row]) -> str:
    """Cycles per byte of a message, one panel per target."""
    import matplotlib  # takes longer than all else that the lab imports, and few commands draw

    matplotlib.use("svg")
    from matplotlib import pyplot

    targets = [t for t in PANELS if any(r.target == t for r in rows)]
    with pyplot.rc_context(STYLE):
        figure, panels = pyplot.subplots(1, len(targets), figsize=(14, 4), layout="constrained")
        for panel, target in zip([panels] if len(targets) == 1 else panels, targets, strict=True):
            draw_panel(panel, target, [r for r in rows if r.target == target])
        figure.legend(*panel.get_legend_handles_labels(), loc="outside lower center", ncols=2, frameon=False)
        stream = io.StringIO()
        figure.savefig(stream, format="svg", metadata={"Date": None, "Creator": "Narae"})
        pyplot.close(figure)
    return "\n".join(line.rstrip() for line in stream.getvalue().splitlines()) + "\n"


def draw_panel(panel: axes.Axes, target: str, rows: list[Row]) -> None:
    title, size = PANELS[target]
    position, names = 0, []
    for kind, colour in KINDS.items():
        positions, values = [], []
        for cipher, mode in SHOWN[kind]:
            cycles = best(rows, cipher, mode, size)
            if cycles is None:
                continue
            positions.append(-position)
            values.append(cycles)
            names.append(f"{cipher} {mode}")
            position += 1
        panel.barh(positions, values, height=0.7, color=colour, label=kind)
        for at, value in zip(positions, values, strict=True):
            panel.text(value, at, f" {value:,.0f}" if value >= 100 else f" {value:.3g}", va="center", fontsize=8)
    panel.set_yticks([-i for i in range(position)], names)
    panel.set_title(title, fontsize=11)
    panel.set_xlabel(f"cycles per byte, {size:,} bytes")
    panel.spines[["top", "right"]].set_visible(False)
    panel.margins(x=0.15)


def best(rows: list[Row], cipher: str, mode: str, size: int) -> float | None:
    """Cycles per byte of the library's fastest kernel, built by the target's own compiler."""
    usual = usual_compilers(rows)
    return min(
        (
            r.cycles_per_byte or 0
            for r in rows
            if (r.cipher, r.mode, r.bytes, r.ad_bytes) == (cipher, mode, size, 0)
            and r.operation == MODE_OPERATIONS[mode][0]
            and r.cycles
            and not r.kernel.startswith(("baseline", "peer"))
            and r.compiler == usual[r.target]
        ),
        default=None,
    )


def write(rows: list[Row]) -> None:
    files.write_text(PICTURE, draw(rows))


if __name__ == "__main__":
    from ..store import read_json

    write(read_json(REFERENCE)[1])
