# SPDX-License-Identifier: MIT
"""Writes lea/avr/masked.inc: a slice of an addition in two shares, for AVR.

    python3 -m dev.lea.avr.masked

The order is the first of those from dev.masked.schedule(), by number of the seed, without a neutral instruction."""

from __future__ import annotations

import random
from itertools import count
from pathlib import Path

from dev.masked import NEUTRAL, Column, Instruction, name, schedule, share
from dev.pipo.avr.masked import copy, two

OUTPUT = Path(__file__).parents[3] / "src/lea/avr/masked.inc"
SEED = 2118  # see search()
SHARES = (0, 1)


def program(stream: random.Random) -> list[Instruction]:
    """The sum s = x + y + c of bits, then the carry c = c + m + (x + c) (y + c), in any order that is right; which
    terms of the products go to which share is random."""
    crossed, by_copied = stream.random() < 0.5, stream.random() < 0.5
    result = [copy("s", "x")]
    result += [two("eor", f"{word}.{s}", f"c.{s}") for word in "xy" for s in SHARES]
    result += [two("eor", f"s.{s}", f"y.{s}") for s in SHARES]
    result.append(copy("t0", "x"))
    result += [two("eor", f"c.{s}", "m.0") for s in SHARES]
    for factor, other in (("t0", crossed), ("x", not crossed)):
        for s in stream.sample(SHARES, 2):
            by = s ^ other
            result.append(two("and", f"{factor}.{s}", f"y.{by}"))
            result.append(two("eor", f"c.{s if by_copied else by}", f"{factor}.{s}"))
    return result


def ordered(seed: int) -> list[Instruction] | None:
    stream = random.Random(seed)
    column = Column(4)
    contents = {"s.0": column.zero, "s.1": column.zero, "m.0": column.shares(3)[0]}
    for bit, word in enumerate("xyc"):
        contents[f"{word}.1"], contents[f"{word}.0"] = column.shares(bit)
    return schedule(program(stream), column, contents, 1, 2, stream)


def fits(order: list[Instruction]) -> bool:
    """Has it no neutral instruction, and is m what is added to the carry first, and to the sum the last result?"""
    added = [[one.operands[1] for one in order if one.targets == (f"c.{s}",)] for s in SHARES]
    return NEUTRAL not in order and order[-1].targets[0] in ("s.0", "s.1") and all(a[0] == "m.0" for a in added)


def search() -> int:
    """The first seed whose order fits."""
    return next(seed for seed in count() if (order := ordered(seed)) and fits(order))


def text(one: Instruction) -> str:
    def register(r: str, of_pair: bool = False) -> str:
        if r == "m.0":
            return "\\m"
        pair = "\\t" if name(r) == "r0" else f"\\{name(r)}"
        return pair if of_pair or not share(r) else f"{pair} + 1"

    if one.kind == "copy":
        return f"movw    {register(one.targets[0], True)}, {register(one.operands[0], True)}"
    return f"{one.kind:7} " + ", ".join(map(register, one.operands))


def generate() -> str:
    order = ordered(SEED)
    assert order
    lines = "".join(f"    {text(one)}\n" for one in order)
    return (
        "/* SPDX-License-Identifier: MIT */\n"
        "/* Written by dev/lea/avr/masked.py: a slice of an addition of lea_masked_avr.S.\n"
        " *\n"
        " * s = x + y + c, then c = c + m + (x + c) (y + c), where + is XOR.  x, y and t are lost. */\n\n"
        f".macro add_slice x, y, s, t, c, m\n{lines}.endm\n"
    )


if __name__ == "__main__":
    OUTPUT.write_text(generate())
