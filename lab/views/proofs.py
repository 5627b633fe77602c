# SPDX-License-Identifier: MIT
"""Verdicts of proofs on a screen of 100 columns: each kernel, or each family if there are many, and why the others are
not proved."""

from __future__ import annotations

import re
import textwrap
from collections import Counter

from ..proof.prove import EQUAL, NO_STEP, TABLE, Proof
from ..rows import NOT_TRIED
from ..text import counted

WIDTH = 100
RANGE = " in a range"
PROVED_KINDS = (EQUAL, EQUAL + RANGE, TABLE, TABLE + RANGE)
MAX_ROWS = 30  # that are shown one by one


def family(cipher: str) -> str:
    return re.split("[-/]", cipher)[0]


def verdict(proof: str) -> str:
    """Without the range itself."""
    kind, limited, _ = proof.partition(",")
    return kind + RANGE * bool(limited)


def lines(proofs: list[Proof], all_claims: bool = False) -> list[str]:
    shown = rows(proofs) if all_claims or len(proofs) <= MAX_ROWS else families(proofs)
    return [*shown, "", *reasons(proofs), *summary(proofs)]


def briefly(proof: Proof) -> str:
    """What it covers; docs/explanation/proofs.md lists the ways to call it."""
    return proof.limited or re.split(",| of", proof.covers)[0]


def rows(proofs: list[Proof]) -> list[str]:
    width = max([len("hifive1"), *(len(p.target) for p in proofs)])
    heading = f"{'target':{width}} {'cipher':13} {'kernel':11} {'operation':11} {'how':10} {'seconds':>7} proof"
    result = [heading]
    for p in proofs:
        start = f"{p.target:{width}} {p.cipher:13} {p.kernel:11.11} {p.what:11} {p.how:10} {p.seconds:7.1f}"
        result.append(f"{start} {p.proof}{p.compiled}"[:WIDTH].rstrip())
    return result


def families(proofs: list[Proof]) -> list[str]:
    """One line per family of ciphers: how many claims of each target are proved; a star marks tables."""
    targets = list(dict.fromkeys(p.target for p in proofs))
    names = list(dict.fromkeys(family(p.cipher) for p in proofs))
    result = [f"{'ciphers':9}" + "".join(f"{t:>10}" for t in targets) + f"{'seconds':>9}  covers"]
    for name in names:
        group = [p for p in proofs if family(p.cipher) == name]
        cells = "".join(f"{share([p for p in group if p.target == t]):>10}" for t in targets)
        covers = "; ".join(dict.fromkeys(briefly(p) for p in group if p.proved))
        result.append(f"{name:9}{cells}{sum(p.seconds for p in group):9.0f}  {covers}"[:WIDTH].rstrip())
    by_target = [[p for p in proofs if p.target == t] for t in targets]
    seconds = [sum(p.seconds for p in group) for group in by_target]
    result.append(f"{'all':9}" + "".join(f"{share(group):>10}" for group in by_target) + f"{sum(seconds):9.0f}")
    result.append(f"{'seconds':9}" + "".join(f"{s:10.0f}" for s in seconds))
    return [*result, "proved/claims; *: some look up tables at secret addresses"]


def share(proofs: list[Proof]) -> str:
    """Number proved of all; a star if some use tables."""
    if not proofs:
        return "-"
    star = "*" if any(p.kind == TABLE for p in proofs) else " "
    return f"{sum(p.proved for p in proofs)}/{len(proofs)}{star}"


def reasons(proofs: list[Proof]) -> list[str]:
    """Unproved claims, with each reason once."""
    result: list[str] = []
    groups: dict[tuple[str, str], list[Proof]] = {}
    for p in proofs:
        if not p.proved:
            groups.setdefault((p.proof, p.reason), []).append(p)
    for (verdict, reason), group in groups.items():
        names = group[0].name + (f" and {len(group) - 1} more" if len(group) > 1 else "")
        result += textwrap.wrap(f"{verdict}: {names}: {reason}", WIDTH, subsequent_indent="  ")
        for name, value in group[0].counterexample.items():
            result.append(f"  {name:12} {value}"[:WIDTH])
    for p in proofs:
        if p.loop.startswith(NO_STEP) and p.proved:
            result += textwrap.wrap(f"counts only: {p.name}: {p.loop}", WIDTH, subsequent_indent="  ")
    return [*result, ""] if result else []


def summary(proofs: list[Proof]) -> list[str]:
    counts = Counter(verdict(p.proof) for p in proofs)
    order = [*PROVED_KINDS, *sorted(set(counts) - {*PROVED_KINDS, NOT_TRIED}), NOT_TRIED]
    parts = ", ".join(f"{counts[v]} {v}" for v in order if counts[v])
    seconds, checker, merges = (sum(getattr(p, n) for p in proofs) for n in ("seconds", "checker_seconds", "checked"))
    line = f"{counted(len(proofs), 'claim')}: {parts}; {seconds:.0f} s of computing"
    if merges:
        line += f", {checker:.0f} s of which to check {counted(merges, 'merge')}"
    return textwrap.wrap(line, WIDTH)
