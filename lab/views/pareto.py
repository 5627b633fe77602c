# SPDX-License-Identifier: MIT
"""The result of a sweep: the Pareto frontier of speed, flash and RAM of each cipher on each target, and which compiler
and flags win, by how much."""

from __future__ import annotations

import io
import math
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .. import files
from ..errors import LabError
from ..rows import MARKED, MODE_OPERATIONS, Row, is_unsteady, with_mark
from ..text import number
from .ranking import USUAL, costs_of
from .summary import LINES, WIDTH, note, shortened

GROUP_HEADINGS = ("kernel", "compiler", "flags", "cycles", "flash", "RAM", "against usual")
FASTEST_HEADINGS = ("target", "cipher", "kernel", "built by", "cycles", "flash", "RAM", "ratio")
WAY_HEADINGS = ("compiler", "flags", "cycles", "least", "most", "flash", "RAM", "fastest", "smallest")
LEFT = {"target", "cipher", "kernel", "compiler", "flags", "built by"}
FOR_WAYS, MAX_REFUSED = 12, 6  # lines of a target, of all that failed
COLOURS = ("#c2410c", "#3b7dd8", "#15803d", "#7e22ce", "#a16207", "#0e7490", "#be185d", "#475569")
MARKERS = "os^Dv*PX"

Way = tuple[str, str]
Subject = tuple[str, str, str]  # target, cipher, mode


@dataclass(frozen=True, eq=False)
class Candidate:
    """One program, a kernel built with one compiler and flags, represented by one row."""

    row: Row

    @property
    def way(self) -> Way:
        return way_of(self.row)

    @property
    def costs(self) -> tuple[float, float, float]:
        """Cycles, flash, and RAM with context and stack; unknown values count as infinite."""
        flash, ram = costs_of(self.row)
        return self.row.cycles or math.inf, math.inf if flash is None else flash, math.inf if ram is None else ram


def way_of(row: Row) -> Way:
    way = row.provenance["sweep"]
    return way["compiler"], way["flags"]


def candidates(rows: list[Row]) -> dict[Subject, list[Candidate]]:
    """By target, cipher and mode: rows of the first operation, at the size closest to the usual one that most programs
    have."""
    by_size: dict[Subject, dict[tuple[Any, ...], list[Row]]] = {}
    for row in rows:
        first = row.operation == MODE_OPERATIONS.get(row.mode, ("",))[0]
        if row.cycles and first and not row.ad_bytes:
            sizes = by_size.setdefault((row.target, row.cipher, row.mode), {})
            sizes.setdefault((abs(row.bytes - USUAL), row.bytes), []).append(row)
    chosen = {}
    for key, sizes in by_size.items():
        ways = max(len({(r.kernel, way_of(r)) for r in size_rows}) for size_rows in sizes.values())
        complete = [
            size for size, size_rows in sizes.items() if len({(r.kernel, way_of(r)) for r in size_rows}) == ways
        ]
        chosen[key] = [Candidate(row) for row in sizes[min(complete)]]
    return chosen


def frontier(candidates: list[Candidate]) -> list[Candidate]:
    """The candidates that no other one dominates, the fastest first; of equal ones the first."""
    seen: dict[tuple[Any, ...], Candidate] = {}
    for one in candidates:
        seen.setdefault(one.costs, one)
    best = [
        one
        for one in seen.values()
        if not any(o is not one and all(a <= b for a, b in zip(o.costs, one.costs, strict=True)) for o in seen.values())
    ]
    return sorted(best, key=lambda one: one.costs)


def usual_of(rows: list[Row]) -> dict[str, Way]:
    """Each target's own compiler and flags, with which a sweep starts."""
    return {row.target: way_of(row) for row in reversed(rows)}


@dataclass(frozen=True)
class BuildComparison:
    """A compiler and flags compared with a target's own, over all programs that both have."""

    way: Way
    programs: int
    cycles: float  # geometric means of ratios
    least: float
    most: float
    flash: float | None
    ram: float | None
    fastest: int  # in how many programs nothing was faster, or smaller
    smallest: int


def build_comparisons(target: str, rows: list[Row]) -> list[BuildComparison]:
    """The fastest first. A program is one kernel of a cipher and mode."""
    usual = usual_of(rows)[target]
    programs: dict[tuple[Any, ...], dict[Way, Candidate]] = {}
    for (where, cipher, mode), group in candidates(rows).items():
        for one in group if where == target else ():
            programs.setdefault((cipher, mode, one.row.kernel), {})[one.way] = one
    both = [by_way for by_way in programs.values() if usual in by_way]
    result = []
    for way in dict.fromkeys(way for by_way in both for way in by_way):
        pairs = [(by_way[way].costs, by_way[usual].costs) for by_way in both if way in by_way]
        ratios = [[a / b for a, b in ((x[i], y[i]) for x, y in pairs) if 0 < b < math.inf > a > 0] for i in range(3)]
        best = [[min(one.costs[i] for one in by_way.values()) for by_way in both if way in by_way] for i in (0, 1)]
        wins = [sum(x[i] == least for (x, _), least in zip(pairs, best[i], strict=True)) for i in (0, 1)]
        cycles, flash, ram = (mean(r) for r in ratios)
        if cycles is not None:
            result.append(BuildComparison(way, len(pairs), cycles, min(ratios[0]), max(ratios[0]), flash, ram, *wins))
    return sorted(result, key=lambda s: s.cycles)


def mean(ratios: list[float]) -> float | None:
    return math.exp(sum(map(math.log, ratios)) / len(ratios)) if ratios else None


def lines(rows: list[Row], complete: bool = False) -> list[str]:
    """One screen: which compiler and flags win on each target, then the frontiers, shortened if there are many;
    `complete`: all of them."""
    targets = list(dict.fromkeys(r.target for r in rows))
    by_target = [line for target in targets for line in target_lines(target, rows)]
    groups = candidates(rows)
    unsteady = any(is_unsteady(one.row) for group in groups.values() for one in group)
    failed = [*([f"{MARKED}: ratios and frontiers may change"] if unsteady else []), *refused(rows)]
    usual = usual_of(rows)
    for max_lines in (math.inf, 4, 2):
        blocks = [frontier_lines(key, group, usual[key[0]], max_lines) for key, group in groups.items()]
        if complete or sum(map(len, blocks)) + len(by_target) + len(failed) <= LINES:
            break
    else:
        heading, *each = table(FASTEST_HEADINGS, [fastest_cells(p, group, usual[p[0]]) for p, group in groups.items()])
        blocks = [
            ["the fastest of each cipher and mode; --table shows the frontiers", heading],
            *([line] for line in each),
        ]
    space = max(LINES - len(by_target) - len(failed) - 1, 4)
    result: list[str] = []
    for n, block in enumerate(blocks):
        if not complete and len(result) + len(block) > space:
            result.append(f"and {len(blocks) - n} more; --table shows all, --json has all rows")
            break
        result += block
    return [*by_target, *result, *failed]


def target_lines(target: str, rows: list[Row]) -> list[str]:
    comparisons = build_comparisons(target, rows)
    if not comparisons:
        return []
    compiler, flags = usual_of(rows)[target]
    heading = f"{target}: ratios to {compiler} {flags}, over the programs that both build"
    cells = [
        (*s.way, *map(ratio, (s.cycles, s.least, s.most, s.flash, s.ram)), *(f"{n} of {s.programs}" for n in wins))
        for s in comparisons
        for wins in [(s.fastest, s.smallest)]
    ]
    more = len(cells) - FOR_WAYS
    return [heading, *table(WAY_HEADINGS, cells[:FOR_WAYS]), *([f"  and {more} more"] if more > 0 else []), ""]


def frontier_lines(key: Subject, group: list[Candidate], usual: Way, max_lines: float = math.inf) -> list[str]:
    """The frontier of a cipher and mode on a target."""
    best = frontier(group)
    row = best[0].row
    cells = [cells_of(one, group, usual) for one in best[: int(min(max_lines, len(best)))]]
    title = f"{' '.join(key)}, {row.operation} of {number(row.bytes)} bytes"
    more = [f"  and {len(best) - len(cells)} smaller ones"] if len(best) > len(cells) else []
    heading = shortened(f"{title}: {len(best)} of {len(group)} programs are on the frontier", WIDTH)
    return [heading, *table(GROUP_HEADINGS, cells), *more, ""]


def fastest_cells(key: Subject, group: list[Candidate], usual: Way) -> tuple[str, ...]:
    target, cipher, mode = key
    best = frontier(group)[0]
    kernel, compiler, flags, *figures = cells_of(best, group, usual)
    return (target, f"{cipher} {mode}", kernel, shortened(f"{compiler} {flags}", 24), *figures)


def cells_of(one: Candidate, group: list[Candidate], usual: Way) -> tuple[str, ...]:
    """The last cell is the ratio to the fastest program of the target's own compiler and flags."""
    before = [c.costs[0] for c in group if c.way == usual]
    gain = ratio(one.costs[0] / min(before)) if before else "-"
    cycles = with_mark(number(one.row.cycles), one.row)
    return (one.row.kernel, *one.way, cycles, *map(number, costs_of(one.row)), gain)


def ratio(x: float | None) -> str:
    return "-" if x is None else f"{x:.2f}"


def table(headings: tuple[str, ...], cells: list[tuple[str, ...]]) -> list[str]:
    widths = [max(len(row[i]) for row in [headings, *cells]) for i in range(len(headings))]
    return [
        shortened(
            (
                "  "
                + "  ".join(
                    t.ljust(w) if h in LEFT else t.rjust(w) for t, w, h in zip(row, widths, headings, strict=True)
                )
            ).rstrip(),
            WIDTH,
        )
        for row in [headings, *cells]
    ]


def refused(rows: list[Row]) -> list[str]:
    """Programs that do not build, fit or run: each reason once, with the number of programs."""
    reasons: dict[tuple[Any, ...], list[Row]] = {}
    for row in (r for r in rows if r.failure):
        kind = "does not fit" if row.failure.startswith("does not fit") else row.failure
        reasons.setdefault((row.target, way_of(row)[0], kind), []).append(row)
    notes = []
    for (target, compiler, kind), group_rows in reasons.items():
        programs = len({(r.cipher, r.mode, r.kernel, way_of(r)) for r in group_rows})
        flags = list(dict.fromkeys(way_of(r)[1] for r in group_rows))
        which = flags[0] if len(flags) == 1 else f"with {len(flags)} sets of flags"
        first = f"{group_rows[0].cipher} {group_rows[0].mode} {group_rows[0].kernel}" + (
            f" and {programs - 1} more" if programs > 1 else ""
        )
        notes.append(note(f"refused: {target}, {compiler} {which}: {first}: {kind}")[:2])
    if len(notes) > MAX_REFUSED:
        notes[MAX_REFUSED:] = [[f"and {len(notes) - MAX_REFUSED} more reasons; --json and --csv have all"]]
    return [line for block in notes for line in block]


def plot(path: Path, rows: list[Row]) -> None:
    """Plots cycles against flash for each cipher and target, in one colour per compiler and flags; the Pareto frontier
    is a line."""
    import matplotlib

    matplotlib.use("agg")
    from matplotlib import pyplot

    groups = {p: [c for c in group if c.row.flash_bytes] for p, group in candidates(rows).items()}
    groups = {p: group for p, group in groups.items() if group}
    if not groups:
        raise LabError(f"{path} was not written: nothing was measured")
    ways = list(dict.fromkeys(c.way for group in groups.values() for c in group))
    across = min(3, len(groups))
    down = math.ceil(len(groups) / across)
    with pyplot.rc_context({"svg.hashsalt": "narae", "svg.fonttype": "none", "font.size": 9}):
        drawn, axes = pyplot.subplots(
            down, across, figsize=(4.4 * across, 3.4 * down + 0.6), squeeze=False, layout="constrained"
        )
        for ax in axes.flat[len(groups) :]:
            ax.set_visible(False)
        for ax, ((target, cipher, mode), group) in zip(axes.flat, groups.items(), strict=False):
            for n, way in enumerate(ways):
                points = [c.costs for c in group if c.way == way]
                style = {"color": COLOURS[n % len(COLOURS)], "marker": MARKERS[n // len(COLOURS) % len(MARKERS)]}
                ax.plot([c[1] for c in points], [c[0] for c in points], linestyle="", label=" ".join(way), **style)
            flat = sorted({c.costs[1::-1] for c in group})
            best = [p for p in flat if not any(q != p and q[0] <= p[0] and q[1] <= p[1] for q in flat)]
            ax.step(*zip(*best, strict=True), where="post", color="#94a3b8", linewidth=1, zorder=0)
            for one in {c.row.kernel: c for c in reversed(frontier(group))}.values():
                ax.annotate(one.row.kernel, one.costs[1::-1], xytext=(5, 4), textcoords="offset points")
            ax.set_xscale("log")
            ax.set_yscale("log")
            ax.set_xlabel("flash in bytes")
            ax.set_ylabel(f"cycles, {group[0].row.operation} of {group[0].row.bytes} bytes")
            ax.set_title(f"{target}: {cipher} {mode}")
        drawn.legend(*axes.flat[0].get_legend_handles_labels(), loc="outside lower center", ncols=min(4, len(ways)))
        out = io.BytesIO()
        metadata = {"Creator": "narae"} if path.suffix == ".pdf" else {"Creator": "narae", "Date": None}
        drawn.savefig(out, format=path.suffix[1:], metadata=metadata)
        pyplot.close(drawn)
    files.write_bytes(path, out.getvalue())
