# SPDX-License-Identifier: MIT
"""A picture of a t-test: |t| of each executed instruction, of first and of second order."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import numpy as np

from .. import files
from ..errors import LabError
from .traces import Traces
from .welch import THRESHOLD

FORMATS = (".svg", ".pdf", ".png")
STYLE: dict[Any, Any] = {"svg.hashsalt": "narae", "svg.fonttype": "none", "font.size": 9}
MOST_NAMES = 12  # below the axis


def check(file: Path) -> None:
    """Refuses a format or place before any work is done."""
    if file.suffix not in FORMATS:
        raise LabError(f"{file}: pictures are {', '.join(FORMATS)}")
    files.check(file)


def draw(file: Path, title: str, traces: Traces, names: list[str]) -> None:
    """`names`: the function of each point."""
    import matplotlib  # takes longer than all else that the lab imports

    matplotlib.use("agg")
    from matplotlib import pyplot

    with pyplot.rc_context(STYLE):
        figure, panels = pyplot.subplots(2, 1, figsize=(10, 5), sharex=True, layout="constrained")
        for panel, order, t in zip(panels, ("first", "second"), (traces.first, traces.second), strict=True):
            panel.plot(np.abs(t), color="#3b7dd8", linewidth=0.7)
            panel.axhline(THRESHOLD, color="#c2410c", linewidth=0.8, linestyle="--")
            panel.set_ylabel(f"|t|, {order} order")
            panel.set_ylim(0, 1.1 * max(THRESHOLD, float(np.max(np.abs(t)))))
            panel.spines[["top", "right"]].set_visible(False)
            panel.margins(x=0)
        starts = [i for i, name in enumerate(names) if i == 0 or name != names[i - 1]]
        if len(starts) <= MOST_NAMES:
            for start in starts:
                panels[0].axvline(start, color="#94a3b8", linewidth=0.6)
                panels[0].annotate(names[start], (start, 1), xycoords=("data", "axes fraction"), fontsize=7)
        panels[1].set_xlabel("executed instruction")
        panels[0].set_title(title, loc="left", fontsize=9, pad=14)
        out = io.BytesIO()
        metadata = {"Date": None, "Creator": "Narae"} if file.suffix == ".svg" else {}
        figure.savefig(out, format=file.suffix[1:], metadata=metadata)
        pyplot.close(figure)
    files.write_bytes(file, out.getvalue())
