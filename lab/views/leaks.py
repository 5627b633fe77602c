# SPDX-License-Identifier: MIT
"""Verdicts of the leak checker on a screen of 100 columns: each call of each kernel, then what leaks, where and why."""

from __future__ import annotations

import textwrap
from collections import Counter

from ..leak.check import Leak, Verdict
from ..leak.repair import Repair
from ..rows import NOT_TRIED
from ..text import counted

WIDTH = 100
MOST_LEAKS = 10  # of a verdict, unless all are requested
MARGIN = "    "


def lines(verdicts: list[Verdict], everything: bool = False) -> list[str]:
    return [*rows(verdicts), "", *reasons(verdicts, everything), *summary(verdicts)]


def rows(verdicts: list[Verdict]) -> list[str]:
    wide = max([13, *(len(v.cipher) for v in verdicts)])
    result = [
        f"{'target':8} {'cipher':{wide}} {'kernel':14} {'operation':12} {'events':>8} {'bits':>9} {'cuts':>4} "
        f"{'seconds':>7}  leakage"
    ]
    for v in verdicts:
        result.append(
            f"{v.target:8} {v.cipher:{wide}} {v.kernel:14} {v.operation:12} {v.events:8,} {v.bits:9,} {v.cuts:4} "
            f"{v.seconds:7.1f}  {v.leakage}".rstrip()
        )
    return result


def reasons(verdicts: list[Verdict], everything: bool) -> list[str]:
    """What leaks or is open, and remarks."""
    result: list[str] = []
    for v in verdicts:
        shown = v.leaks if everything else v.leaks[:MOST_LEAKS]
        parts = [line for leak in shown for line in described(leak)]
        if len(shown) < len(v.leaks):
            parts.append(f"{MARGIN}... and {len(v.leaks) - len(shown)} more; --table shows them")
        parts += [line for text in [*([v.reason] if v.reason else []), *v.notes] for line in wrapped(text)]
        if parts:
            result += [f"{v.name}: {v.leakage}", *parts, ""]
    return result


def described(leak: Leak) -> list[str]:
    kind = "open" if leak.open else "leaks"
    place = f"{leak.line}, {leak.where}" if leak.line else f"{leak.pc:#x}, {leak.where}"
    which = f"; depends on {leak.secrets}" if leak.secrets else ""
    bits = counted(leak.bits, "bit")
    return wrapped(f"{kind}: {place}: {leak.instruction}: {leak.place}, {bits}: {leak.what}{which}")


def repairs(found: list[Repair]) -> list[str]:
    """What ends the leaks of each case, and at what price."""
    result: list[str] = []
    for r in found:
        result.append(f"repair of {r.target} {r.name}")
        for p in r.proposals:
            place = f"{p.line}, {p.where}" if p.line else p.where
            price = counted(p.cycles, "cycle")
            if p.replaces:
                result += wrapped(f"at {place}: {p.instruction}: exchange the operands: `{p.text}`")
            else:
                result += wrapped(f"before {place}: {p.instruction}: insert `{p.text}`: {price}")
        result += [line for text in r.left for line in wrapped(f"no repair was found for {text}")]
        end = r.reason or f"{counted(len(r.proposals), 'proposal')}, {counted(r.cycles, 'cycle')} in all calls"
        result += [*wrapped(end + (": nothing leaks or is open with them" * (not r.left and not r.reason))), ""]
    return result


def wrapped(text: str) -> list[str]:
    return textwrap.wrap(text, WIDTH, initial_indent=MARGIN, subsequent_indent=2 * MARGIN)


def summary(verdicts: list[Verdict]) -> list[str]:
    counts = Counter(v.leakage if v.leakage == NOT_TRIED else v.leakage.partition(" ")[0] for v in verdicts)
    level = verdicts[0].level or "pairs"
    names = {"none": f"none ({level})", "leaks": "leak", "open": "open"}
    parts = ", ".join(f"{n} {names.get(kind, kind)}" for kind, n in sorted(counts.items()))
    models = ", ".join(dict.fromkeys(f"{v.model} ({', '.join(v.places)})" for v in verdicts if v.model))
    text = f"{counted(len(verdicts), 'call')}: {parts}; order one; models of {models}"
    left_out = "left out: glitches, neighbouring wires, second order, the chip itself (docs/explanation/leakage.md)"
    return [*textwrap.wrap(text, WIDTH), *textwrap.wrap(left_out, WIDTH)]
