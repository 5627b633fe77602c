# SPDX-License-Identifier: MIT
"""Writes pipo/avr/masked.inc: the S-box of PIPO on rows in two shares, for AVR.

    python3 -m dev.pipo.avr.masked

The shares of a row are a pair of registers, so MOVW copies both: a product of two rows takes two copies, four ANDs and
four EORs. The order is the first of those from dev.masked.schedule(), by number of the seed, without a neutral
instruction."""

from __future__ import annotations

import random
from itertools import count
from pathlib import Path

from dev.masked import NEUTRAL, Column, Instruction, name, schedule, share
from dev.pipo.sbox import BITS, STEPS

OUTPUT = Path(__file__).parents[3] / "src/pipo/avr/masked.inc"
SEED = 37  # see search()
ROOMS = 3  # pairs of registers for copies


def two(kind: str, target: str, source: str) -> Instruction:
    """An instruction on two registers; the operand latches take both."""
    return Instruction(kind, (target,), (target, source), (("first", (target,)), ("second", (source,))))


def copy(target: str, source: str) -> Instruction:
    """MOVW. Whether it uses an operand latch, as MOV does, is not documented: it may, with either register."""
    both = (f"{source}.0", f"{source}.1")
    return Instruction("copy", (f"{target}.0", f"{target}.1"), both, (("second", both),))


def program(stream: random.Random) -> list[Instruction]:
    """The S-box in any order that is right; which operand of a product is copied, and which of its terms go to which
    share, is random."""
    result, numbers = [], count()
    for kind, x, *others in STEPS:
        if kind == "eor":
            result += [two(kind, f"{x}.{s}", f"{others[0]}.{s}") for s in (0, 1)]
        elif kind == "copy":
            result.append(copy(x, others[0]))
        elif kind == "com":
            result.append(Instruction(kind, (f"{x}.0",), (f"{x}.0",), (("first", (f"{x}.0",)),)))
        else:
            a, b = stream.sample(others, 2)
            by_copied = stream.random() < 0.7
            for s in stream.sample((0, 1), 2):
                temporary = f"t{next(numbers)}"
                result.append(copy(temporary, a))
                for copied in stream.sample((0, 1), 2):
                    term = kind if copied == s else "and"
                    result.append(two(term, f"{temporary}.{copied}", f"{b}.{s}"))
                    result.append(two("eor", f"{x}.{copied if by_copied else s}", f"{temporary}.{copied}"))
    return result


def ordered(seed: int) -> list[Instruction] | None:
    stream = random.Random(seed)
    column = Column(BITS)
    rows = {f"x{i}.{s}": value for i in range(BITS) for s, value in enumerate(column.shares(i))}
    return schedule(program(stream), column, rows, ROOMS, 2, stream)


def search() -> int:
    """The first seed whose order has no neutral instruction."""
    return next(seed for seed in count() if (order := ordered(seed)) and NEUTRAL not in order)


def text(one: Instruction) -> str:
    def register(r: str, of_pair: bool = False) -> str:
        pair = name(r) if name(r).startswith("x") else f"copy{name(r)[1:]}"
        return pair if of_pair or not share(r) else f"{pair} + 1"

    if one == NEUTRAL:
        return "and     none, none"
    if one.kind == "copy":
        return f"movw    {register(one.targets[0], True)}, {register(one.operands[0], True)}"
    return f"{one.kind:7} " + ", ".join(map(register, one.operands))


def generate() -> str:
    order = ordered(SEED)
    assert order
    lines = "".join(f"    {text(one)}\n" for one in order)
    return (
        "/* SPDX-License-Identifier: MIT */\n"
        "/* Written by dev/pipo/avr/masked.py: the S-box of pipo_masked_avr.S.\n"
        " *\n"
        " * xi and xi + 1 are the shares of row i.  Out: rows 0 ... 7 in x7 x0 x2 x6 x5 x4 x3 x1. */\n\n"
        f".macro substitute\n{lines}.endm\n"
    )


if __name__ == "__main__":
    OUTPUT.write_text(generate())
