# SPDX-License-Identifier: MIT
"""Zero tolerance: rows of simulated targets compared with earlier ones, worst first."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .. import store
from ..build import Program, built_by
from ..rows import UNSTEADY, Row, cycles_of, verdict
from ..run.paired import Pairing, ratio
from ..run.protocol import Operation
from ..text import number
from .reference import exact_enough
from .summary import WIDTH, shortened

MAX_LINES = 20
TOO_LARGE = "does not fit"  # a failure of some sizes, not of the program


@dataclass(frozen=True)
class Regression:
    """One aspect in which a row got worse; sorted by `by`."""

    row: Row
    message: str
    by: float


@dataclass
class Verdict:
    worse: list[Regression] = field(default_factory=list)
    better: int = 0
    compared: int = 0
    clocks: int = 0  # rows of a real clock, not evidence by themselves
    same: int = 0  # programs not run, because both versions are equal
    notes: list[str] = field(default_factory=list)  # what was not compared, and why

    def lines(self, before: Path | str, noun: str = "rows") -> list[str]:
        heading = f"against {before}: {self.compared} {noun} compared, {len(self.worse)} worse, {self.better} faster"
        worst_first = sorted(self.worse, key=lambda w: -w.by)
        result = [heading, *(shortened(f"  {name(w.row)}: {w.message}", WIDTH) for w in worst_first[:MAX_LINES])]
        if len(worst_first) > MAX_LINES:
            result.append(f"  and {len(worst_first) - MAX_LINES} more")
        return [*result, *(f"  {note}" for note in self.notes)]


def passed(verdicts: list[Verdict]) -> bool:
    """Something was compared, and nothing is worse."""
    return any(v.compared or v.same for v in verdicts) and not any(v.worse for v in verdicts)


def name(row: Row) -> str:
    ad = f"+{row.ad_bytes}" if row.ad_bytes else ""
    return f"{row.target} {row.cipher} {row.mode} {row.operation} {row.bytes:,}{ad} B, {row.kernel}"


def read_rows(file: Path) -> list[Row]:
    """Earlier rows, written by `bench --json`."""
    return store.read_json(file)[1]


def incomparable(before: list[Row], pairs: list[tuple[Any, ...]]) -> str:
    """Why none of the programs on simulated targets has earlier figures; empty if one has. The null cipher, which
    always runs, does not count."""
    pairs = [(t, i) for t, i in pairs if i.cipher != "null"] or pairs
    compilers: dict[tuple[Any, ...], set[str]] = {}
    for row in before:
        if row.cycles and row.fidelity != "measured":
            compilers.setdefault(program(row), set()).add(row.provenance.get("compiler", ""))
    now: dict[tuple[Any, ...], str] = {
        key: built_by(t.board, i)["compiler"]
        for t, i in pairs
        if t.fidelity != "measured" and (key := (t.name, i.cipher, i.mode, i.kernel)) in compilers
    }
    if any(compiler in compilers[key] for key, compiler in now.items()):
        return ""
    if now:
        compilers_before = sorted(set().union(*(compilers[key] for key in now)))
        return f"rows of another compiler: {', '.join(compilers_before)}; now {', '.join(sorted(set(now.values())))}"
    subjects: dict[str, list[str]] = {}
    ciphers = {i.cipher for _, i in pairs}
    for target, cipher, mode, _ in compilers:
        subjects.setdefault(target, []).append(f"{cipher} {mode}" if cipher in ciphers else cipher)
    has = "; ".join(f"{target}: {', '.join(dict.fromkeys(names))}" for target, names in subjects.items())
    return f"its simulated rows are about other programs: {has}" if has else "it has no simulated rows"


def compare_rows(before: list[Row], now: list[Row]) -> Verdict:
    """Rows of a real clock are left out, because two runs of it differ without a change (on_clock() judges both
    versions). So are rows of another compiler."""
    result = Verdict()
    old_rows = {row.key()[:-1]: row for row in before if row.cycles}
    compilers = set()
    for row in now:
        old = old_rows.get(row.key()[:-1])
        if old is None and row.failure and not row.failure.startswith(TOO_LARGE):
            old = next((r for r in old_rows.values() if program(r) == program(row)), None)
        if old is None:
            continue
        if row.fidelity == "measured":
            result.clocks += 1
        elif row.provenance.get("compiler") != old.provenance.get("compiler") and not row.failure:
            compilers.add(f"{old.provenance.get('compiler')}, now {row.provenance.get('compiler')}")
        else:
            compare(result, old, row)
    result.notes += [f"not compared, because they are of another compiler: {c}" for c in sorted(compilers)]
    if not result.compared and not result.clocks and not result.worse:
        result.notes.append("nothing was compared: no row is about the same thing")
    return result


def on_clock(pairings: list[Pairing]) -> Verdict:
    """Significant differences of two versions that ran alternately."""
    result = Verdict(notes=[] if pairings else ["nothing was compared: no program has both versions"])
    operations = sum(len(p.ratios or {}) for p in pairings)
    undecided: list[tuple[float, str]] = []
    for p in pairings:
        if p.failure:
            result.notes.append(f"not compared: {p.program.board.name} {p.program.implementation.name}: {p.failure}")
        for operation, ratios in (p.ratios or {}).items():
            result.compared += 1
            result.better += (r := ratio(ratios, operations)).faster
            if r.slower:
                text = f"{r.median:.3f} times as long ({r.low:.3f} to {r.high:.3f}, {r.pairs} pairs)"
                result.worse.append(Regression(row_of(p.program, operation), text, r.median))
            elif not r.faster and r.high > 1 + UNSTEADY:
                undecided.append((r.high, f"{name(row_of(p.program, operation))}: {r.low:.2f} to {r.high:.2f}"))
    if undecided:
        result.notes.append(
            f"undecided, because times scatter: {len(undecided)}, such as {max(undecided)[1]} times as long"
        )
    result.same = sum(p.same for p in pairings)
    if result.same:
        result.notes.append(f"{result.same} of {len(pairings)} programs are the same, byte for byte")
    return result


def row_of(program: Program, operation: Operation) -> Row:
    """A row that identifies an operation of a program."""
    i, o = program.implementation, operation
    return Row(i.cipher, o.mode, o.name, o.bytes, o.ad_bytes, i.kernel, program.board.name)


def program(row: Row) -> tuple[Any, ...]:
    return (row.target, row.cipher, row.mode, row.kernel)


def compare(result: Verdict, old: Row, row: Row) -> None:
    if row.failure:
        result.worse.append(Regression(row, f"no longer measured: {row.failure}", math.inf))
        return
    result.compared += 1
    before, after = cycles(old), cycles(row)
    if after > before:
        result.worse.append(Regression(row, f"{number(before)} -> {number(after)} cycles", after / before))
    result.better += after < before
    for attribute in ("flash_bytes", "ram_bytes", "context_bytes", "stack_bytes"):
        a, b = getattr(old, attribute), getattr(row, attribute)
        if a is not None and b is not None and b > a:
            memory = attribute.removesuffix("_bytes")
            result.worse.append(Regression(row, f"{number(a)} -> {number(b)} bytes of {memory}", b / max(a, 1)))
    if verdict(old).startswith("yes") and not verdict(row).startswith("yes"):
        result.worse.append(Regression(row, f"constant time: {verdict(old)} -> {verdict(row)}", math.inf))


def cycles(row: Row) -> float:
    """The model's cycles, also where the committed row has exact ones."""
    row = exact_enough(row)
    return row.provenance.get("modelled_cycles") or cycles_of(row)
