# SPDX-License-Identifier: MIT
"""Verdicts of proofs on a screen of 100 columns: each kernel, or each family where there are many, and why the others
are not proved."""

from __future__ import annotations

import re
import textwrap
from collections import Counter

from ..proof.prove import EQUAL, NO_STEP, TABLE, Proof
from ..rows import NOT_TRIED
from ..text import counted

WIDTH = 100
MOST_ROWS = 30  # that are shown one by one


def family(cipher: str) -> str:
    return re.split("[-/]", cipher)[0]


def lines(proofs: list[Proof], every: bool = False) -> list[str]:
    shown = rows(proofs) if every or len(proofs) <= MOST_ROWS else families(proofs)
    return [*shown, "", *reasons(proofs), *summary(proofs)]


def briefly(proof: Proof) -> str:
    """What it covers, without the ways to call it, which docs/proof.md lists."""
    some = re.match(r"(\d+, .*?) and (\d+ bytes)", proof.covers)
    if some:
        return f"{some[1].count(',') + 2} sizes to {some[2]}"
    return re.split(",| from| of| over", proof.covers)[0]


def rows(proofs: list[Proof]) -> list[str]:
    head = f"{'target':7} {'cipher':13} {'kernel':11} {'operation':11} {'proof':13} {'how':10} {'seconds':>7}  covers"
    made = [head]
    for p in proofs:
        start = f"{p.target:7} {p.cipher:13} {p.kernel:11.11} {p.what:11} {p.proof:13} {p.how:10} {p.seconds:7.1f}"
        made.append(f"{start}  {briefly(p)}"[:WIDTH].rstrip())
    return made


def families(proofs: list[Proof]) -> list[str]:
    """One line for each family of ciphers: of each target, how many of its claims are proved; a star: with tables."""
    targets = list(dict.fromkeys(p.target for p in proofs))
    names = list(dict.fromkeys(family(p.cipher) for p in proofs))
    made = [f"{'ciphers':9}" + "".join(f"{t:>10}" for t in targets) + f"{'seconds':>9}  covers"]
    for name in names:
        mine = [p for p in proofs if family(p.cipher) == name]
        cells = "".join(f"{share([p for p in mine if p.target == t]):>10}" for t in targets)
        covers = "; ".join(dict.fromkeys(briefly(p) for p in mine if p.proved))
        made.append(f"{name:9}{cells}{sum(p.seconds for p in mine):9.0f}  {covers}"[:WIDTH].rstrip())
    whole = [[p for p in proofs if p.target == t] for t in targets]
    seconds = [sum(p.seconds for p in mine) for mine in whole]
    made.append(f"{'all':9}" + "".join(f"{share(mine):>10}" for mine in whole) + f"{sum(seconds):9.0f}")
    made.append(f"{'seconds':9}" + "".join(f"{s:10.0f}" for s in seconds))
    return [*made, "proved/claims; *: some look up tables at secret addresses"]


def share(proofs: list[Proof]) -> str:
    """Proved of all; a star if some with tables."""
    if not proofs:
        return "-"
    star = "*" if any(p.proof == TABLE for p in proofs) else " "
    return f"{sum(p.proved for p in proofs)}/{len(proofs)}{star}"


def reasons(proofs: list[Proof]) -> list[str]:
    """What is not proved, and why; the same reason once."""
    made: list[str] = []
    groups: dict[tuple[str, str], list[Proof]] = {}
    for p in proofs:
        if not p.proved:
            groups.setdefault((p.proof, p.reason), []).append(p)
    for (verdict, reason), mine in groups.items():
        names = mine[0].name + (f" and {len(mine) - 1} more" if len(mine) > 1 else "")
        made += textwrap.wrap(f"{verdict}: {names}: {reason}", WIDTH, subsequent_indent="  ")
        for name, value in mine[0].counterexample.items():
            made.append(f"  {name:12} {value}"[:WIDTH])
    for p in proofs:
        if p.loop.startswith(NO_STEP):
            made += textwrap.wrap(f"counts only: {p.name}: {p.loop}", WIDTH, subsequent_indent="  ")
    return [*made, ""] if made else []


def summary(proofs: list[Proof]) -> list[str]:
    found = Counter(p.proof for p in proofs)
    order = [EQUAL, TABLE, *sorted(set(found) - {EQUAL, TABLE, NOT_TRIED}), NOT_TRIED]
    said = ", ".join(f"{found[v]} {v}" for v in order if found[v])
    return [f"{counted(len(proofs), 'claim')}: {said}; {sum(p.seconds for p in proofs):.0f} s of computing"]
