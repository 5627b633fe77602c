# SPDX-License-Identifier: MIT
"""Rows for a paper: CSV, a table for LaTeX (booktabs, siunitx), and a plot of speed against flash."""

from __future__ import annotations

import csv
import dataclasses
import io
import re
import warnings
from pathlib import Path
from typing import Any

from .. import files
from ..errors import LabError
from ..rows import COLUMNS, Row, cycles_of, fidelity_text, is_unsteady, verdict
from .ranking import Line, cores_elsewhere, costs_of, operation_key, representative

MARKS = {".csv": "cipher,mode,", ".tex": "% narae", ".svg": "narae", ".pdf": "narae"}
PLOTS = (".svg", ".pdf")


def check(path: Path, kind: str) -> None:
    """Rejects a file that was not written by narae or cannot be written."""
    files.check(path)
    if kind == "plot" and path.suffix not in PLOTS:
        raise LabError(f"--plot {path}: the name has to end in {' or '.join(PLOTS)}")
    mark = {"csv": MARKS[".csv"], "latex": MARKS[".tex"], "plot": "narae"}[kind]
    if path.exists() and path.stat().st_size and mark.encode() not in path.read_bytes():
        raise LabError(f"{path} exists and was not written by narae; it was not overwritten. Choose another file name.")


def csv_text(rows: list[Row]) -> str:
    """A line for each row, with the main fields of its provenance, and the reason of a row without cycles."""
    plain = [c for c in COLUMNS if c not in ("provenance", "constant_time")]
    out = io.StringIO()
    sheet = csv.writer(out, lineterminator="\n")
    sheet.writerow([*plain, "constant_time", "compiler", "flags", "failure"])
    for row in rows:
        values = dataclasses.asdict(row)
        provenance = row.provenance
        more = [verdict(row), provenance.get("compiler", ""), provenance.get("flags", ""), row.failure]
        sheet.writerow([*("" if values[c] is None else values[c] for c in plain), *more])
    return out.getvalue()


def tex(text: str) -> str:
    """Escapes text for LaTeX."""
    escapes = {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "±": r"$\pm$"}
    escapes |= {"<": r"\textless{}", ">": r"\textgreater{}", "|": r"\textbar{}", '"': "''"}
    return "".join(escapes.get(c, f"\\{c}" if c in "&%$#_{}" else c) for c in text)


def figure(x: float | None) -> str:
    return "{--}" if x is None else f"{x:.0f}" if float(x).is_integer() else f"{x:.2f}"


def column(cells: list[str]) -> str:
    """The siunitx format of a column of figures."""
    figures = [c.partition(".") for c in cells if not c.startswith("{")] or [("1", "", "")]
    integers, _, fractions = zip(*figures, strict=True)
    decimals = max(map(len, fractions))
    return f"S[table-format={max(map(len, integers))}{f'.{decimals}' if decimals else ''}]"


def latex(context: dict[str, Any], lines: list[Line]) -> str:
    """One table: a line for each operation, the user's code first, with footnotes about how the figures were
    obtained."""
    notes: list[str] = []
    body: list[str] = []
    all_cells: list[list[str]] = []
    groups = dict.fromkeys(program_key(x) for x in lines)
    for program in groups:
        program_lines = [x for x in lines if program_key(x) == program]
        shown_lines = representative(program_lines)
        cores = "".join(f"; records measured on another core, {core}" for core in cores_elsewhere(shown_lines))
        mark = note_number(notes, provenance_note(max((x.yours for x in shown_lines), key=is_unsteady)) + cores)
        body.append(rf"\multicolumn{{8}}{{l}}{{{tex(' '.join(program[:3]))}, {tex(program[3])}\tnote{{{mark}}}}} \\")
        for x in shown_lines:
            best = x.best
            flash, ram = costs_of(x.yours)
            cells = [
                tex(x.yours.operation),
                str(x.yours.bytes),
                figure(x.yours.cycles),
                figure(best.cycles if best else None),
                figure(x.ratio),
                figure(x.record),
                figure(flash),
                figure(ram),
            ]
            all_cells.append(cells)
            body.append(" & ".join(cells) + r" \\")
    columns = [column(list(c)) for c in zip(*all_cells, strict=True)][1:] or ["S"] * 7
    header = [
        f"% narae, {context.get('date', '')}, {context.get('git', '')}: ./narae try --latex",
        r"% \usepackage{booktabs,siunitx,threeparttable}",
        r"\begin{threeparttable}",
        rf"\begin{{tabular}}{{l {' '.join(columns)}}}",
        r"\toprule",
        r"operation & {bytes} & {cycles} & {library} & {ratio} & {record} & {flash} & {RAM} \\",
        r"\midrule",
    ]
    last = [r"\bottomrule", r"\end{tabular}", r"\begin{tablenotes}"]
    last += [rf"\item[{n}] {tex(text)}" for n, text in enumerate(notes, 1)]
    return "\n".join([*header, *body, *last, r"\end{tablenotes}", r"\end{threeparttable}", ""])


def program_key(x: Line) -> tuple[str, str, str, str]:
    return (x.yours.target, x.yours.cipher, x.yours.mode, x.yours.kernel)


def provenance_note(row: Row) -> str:
    """Fidelity, compiler and flags, as a footnote."""
    provenance = row.provenance
    flags = " ".join(f for f in provenance.get("flags", "").split() if re.match(r"-(O|m|std)", f))
    return f"{fidelity_text(row)}; {provenance.get('compiler', '')}, {flags}; constant time: {verdict(row)}"


def note_number(notes: list[str], text: str) -> int:
    if text not in notes:
        notes.append(text)
    return notes.index(text) + 1


def plot(path: Path, rows: list[Row], kernels: set[str]) -> str:
    """Plots cycles of the usual operation against flash, for each target and program; the Pareto frontier is a line.
    Returns a warning about missing characters, or nothing."""
    import matplotlib

    matplotlib.use("agg")
    from matplotlib import pyplot

    yours = [r for r in rows if r.kernel in kernels and r.cycles and r.flash_bytes]
    chosen: dict[tuple[Any, ...], Row] = {}
    for row in yours:
        best = chosen.get((row.target, row.cipher, row.mode))
        if best is None or (row.ad_bytes, abs(row.bytes - 64)) < (best.ad_bytes, abs(best.bytes - 64)):
            chosen[row.target, row.cipher, row.mode] = row
    if not chosen:
        raise LabError(f"{path} was not written: nothing was measured")
    styled = pyplot.rc_context({"svg.hashsalt": "narae", "svg.fonttype": "none", "font.size": 9})
    with styled, warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        drawn, axes = pyplot.subplots(1, len(chosen), figsize=(4.4 * len(chosen), 3.4), squeeze=False)
        for ax, row in zip(axes[0], chosen.values(), strict=True):
            comparable = [r for r in rows if r.cycles and r.flash_bytes and operation_key(r) == operation_key(row)]
            for r in comparable:
                is_own = r.kernel in kernels
                ax.plot(r.flash_bytes, r.cycles, "o" if is_own else "s", color="#c2410c" if is_own else "#3b7dd8")
                ax.annotate(r.kernel, (r.flash_bytes, r.cycles), xytext=(5, 4), textcoords="offset points")
            points = [(r.flash_bytes or 0, cycles_of(r)) for r in comparable]
            line = sorted(set(points))
            line = [p for p in line if not any(q != p and q[0] <= p[0] and q[1] <= p[1] for q in line)]
            ax.step(*zip(*line, strict=True), where="post", color="#94a3b8", linewidth=1, zorder=0)
            ax.set_xlabel("flash in bytes")
            ax.set_ylabel(f"cycles, {row.operation} of {row.bytes} bytes")
            ax.set_title(f"{row.target}: {row.cipher} {row.mode}")
            ax.set_xlim(0, 1.4 * max(flash for flash, _ in points))
            ax.set_ylim(0, 1.15 * max(cycles for _, cycles in points))
        drawn.tight_layout()
        out = io.BytesIO()
        metadata = {"Creator": "narae"} if path.suffix == ".pdf" else {"Creator": "narae", "Date": None}
        drawn.savefig(out, format=path.suffix[1:], metadata=metadata)
        pyplot.close(drawn)
    files.write_bytes(path, out.getvalue())
    boxes = path.suffix == ".pdf" and any("Glyph" in str(w.message) for w in caught)  # SVG holds text, not glyphs
    return f"{path}: its font lacks characters of the folder's name, which are boxes; .svg has them" if boxes else ""
