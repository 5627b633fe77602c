# SPDX-License-Identifier: MIT
"""Writes ascon/avr/masked.inc: the S-box of Ascon on bytes in two shares, for AVR.

    python3 -m dev.ascon.avr.masked

The shares of a byte are a pair of registers, so MOVW copies both: the four products of a gate take two copies. The
order is the first of those from dev.masked.schedule(), by number of the seed, without a neutral instruction."""

from __future__ import annotations

import random
from itertools import count
from pathlib import Path

from dev.ascon.sbox import STEPS
from dev.masked import NEUTRAL, Column, Instruction, name, schedule, share
from dev.pipo.avr.masked import copy, two

OUTPUT = Path(__file__).parents[3] / "src/ascon/avr/masked.inc"
SEED = 437  # see search()
ROOMS = 4  # pairs of registers for copies


def program(stream: random.Random) -> list[Instruction]:
    """The S-box in any order that is right; which operand of a gate is copied is random."""
    result: list[Instruction] = []
    numbers = count()

    def products(target: str, y: str, z: str, number: int, copies_y: bool) -> None:
        """(ya | z0, yb & z0) for share `number` of z, or (ya | za, ya | zb) for share `number` of y."""
        result.append(copy(target, y if copies_y else z))
        for s in stream.sample((0, 1), 2):
            kind = "and" if (s if copies_y else number) else "or"
            result.append(two(kind, f"{target}.{s}", f"{z if copies_y else y}.{number}"))

    for kind, x, *others in [*STEPS, ("com", "x2")]:
        if kind == "com":
            result.append(Instruction("com", (f"{x}.0",), (f"{x}.0",), (("first", (f"{x}.0",)),)))
        elif kind == "eor":
            result += [two("eor", f"{x}.{s}", f"{others[0]}.{s}") for s in (0, 1)]
        elif kind == "product":
            y, z = others
            spare = f"t{next(numbers)}"
            products(x, y, z, 0, False)
            products(spare, y, z, 1, False)
            result += [two("eor", f"{x}.{s}", f"{spare}.{s}") for s in (0, 1)]
        elif kind == "gate":
            y, z = others
            copies_y = stream.random() < 0.7
            for number in stream.sample((0, 1), 2):
                spare = f"t{next(numbers)}"
                products(spare, y, z, number, copies_y)
                result += [two("eor", f"{x}.{s if copies_y else number}", f"{spare}.{s}") for s in (0, 1)]
    return result


def ordered(seed: int) -> list[Instruction] | None:
    stream = random.Random(seed)
    column = Column(5)
    words = {f"x{i}.{s}": value for i in range(5) for s, value in enumerate(column.shares(i))}
    return schedule(program(stream), column, words, ROOMS, 2, stream)


def search() -> int:
    """The first seed whose order has no neutral instruction."""
    return next(seed for seed in count() if (order := ordered(seed)) and NEUTRAL not in order)


def text(one: Instruction) -> str:
    def register(r: str, of_pair: bool = False) -> str:
        pair = name(r) if name(r).startswith("x") else f"copy{name(r)[1:]}"
        return pair if of_pair or not share(r) else f"{pair} + 1"

    if one.kind == "copy":
        return f"movw    {register(one.targets[0], True)}, {register(one.operands[0], True)}"
    return f"{one.kind:7} " + ", ".join(map(register, one.operands))


def generate() -> str:
    order = ordered(SEED)
    assert order and NEUTRAL not in order
    lines = "".join(f"    {text(one)}\n" for one in order)
    return (
        "/* SPDX-License-Identifier: MIT */\n"
        "/* Written by dev/ascon/avr/masked.py: the S-box of ascon_masked_avr.S.\n"
        " *\n"
        " * xi and xi + 1 are the shares of word i's byte. */\n\n"
        f".macro substitute\n{lines}.endm\n"
    )


if __name__ == "__main__":
    OUTPUT.write_text(generate())
