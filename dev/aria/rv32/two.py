# SPDX-License-Identifier: MIT
"""Writes aria/rv32/two.inc: the rounds of two blocks of ARIA for RV32, scheduled onto its registers.

    python3 -m dev.aria.rv32.two

The S-boxes are those of dev/aria/rv32/rounds.py; the layout is that of aria_two_rv32.S."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from dev.aria.rv32 import rounds as eight
from dev.aria.rv32.rounds import Logic
from dev.registers_rv32 import Program, macro

SRC = Path(__file__).parents[3] / "src"
OUTPUT = SRC / "aria/rv32/two.inc"
STATE = [f"s{i}" for i in range(2, 10)]
FOUR = ["a0", "a1", "a2", "a3"]  # half of the state, for the diffusion
KEY, INVERSE = "s10", "s11"  # address of the round key; mask of the bytes with inverse S-boxes
RESERVED = [KEY, INVERSE, "a6", "a7", "t6", "ra"]
MASKS = {0x55555555: 0, 0x33333333: 4, 0x0F0F0F0F: 8, 0xF0F0F0F0: 12, 0x00003333: 16, 0x03030303: 20, 0x00FF00FF: 24}
SPILLED = 28


class Two(Logic):
    def __init__(self, *live_in: str) -> None:
        Program.__init__(self, [r for r in eight.REGISTERS if r not in [*RESERVED, *live_in]], SPILLED)
        self.short = True
        self.masks = {mask: self.memory(f"{place}(sp)") for mask, place in MASKS.items()}

    def rotate(self, a: str, n: int = 16) -> str:
        return self.make(f"ror_to {{0}}, {{1}}, {n}, {{s}}", a)


def chosen(p: Two, one: str, other: str) -> str:
    """Selects `other` by the mask."""
    return p.xor(one, p.make(f"and {{0}}, {{1}}, {INVERSE}", p.xor(one, other)))


def substitute(p: Two, x: list[str]) -> list[str]:
    """One inversion for all bytes; linear maps before it for half of them, after it for the others."""
    before = eight.outputs(eight.linear(p, eight.with_second(p, x), eight.BEFORE))
    x = eight.invert(p, [chosen(p, *values) for values in zip(x, before, strict=True)])
    behind = eight.outputs(eight.linear(p, eight.with_second(p, x), eight.BEHIND))
    return [chosen(p, *values) for values in zip(behind, x, strict=True)]


def add_other_words(p: Two, x: str) -> str:
    """C of aria_portable.c."""
    rotated = p.rotate(x)
    return p.xor(rotated, p.rotate(p.xor(x, rotated), 8))


def permute_and_join(p: Two, x: str) -> str:
    """P + J: swaps halves if t is even, then first and second bytes if t is 0 or 1."""
    across = p.and_(p.xor(x, p.down(x, 2)), p.masks[0x3333])
    x = p.sum(x, across, p.up(across, 2))
    within = p.and_(p.xor(x, p.down(x, 4)), p.masks[0x0F0F0F0F])
    joined = p.and_(p.xor(within, p.down(within, 2)), p.masks[0x03030303])
    within = p.sum(p.and_(within, p.masks[0x00FF00FF]), joined, p.up(joined, 2))
    return p.sum(x, within, p.up(within, 4))


def diffuse(p: Two, x: list[str]) -> list[str]:
    return [add_other_words(p, permute_and_join(p, add_other_words(p, value))) for value in x]


def add_key(p: Two, x: list[str]) -> list[str]:
    """Two bits of both halves of the bytes at a time, for two blocks."""
    x = list(x)
    for i in (0, 4):
        first, second = p.memory(f"{i}({KEY})"), p.memory(f"{8 + i}({KEY})")
        a, b = p.and_(first, p.masks[0x33333333]), p.and_(second, p.masks[0x33333333])
        pairs = p.xor(a, p.up(b, 2)), p.xor(p.down(p.xor(first, a), 2), p.xor(second, b))
        for j, pair in zip((i, i + 2), pairs, strict=True):
            even = p.and_(pair, p.masks[0x55555555])
            odd = p.xor(pair, even)
            x[j] = p.sum(x[j], even, p.up(even, 1))
            x[j + 1] = p.sum(x[j + 1], odd, p.down(odd, 1))
    return x


def in_place(change: Callable[[Two, list[str]], list[str]], registers: list[str]) -> Program:
    p = Two(*(STATE if registers is FOUR else []))
    for value, register in zip(change(p, [p.input(r) for r in registers]), registers, strict=True):
        p.output(value, register)
    return p


def generate() -> str:
    parts = {change: STATE for change in (eight.to_tower, substitute, add_key, eight.from_tower)}
    parts[diffuse] = FOUR
    text = "/* SPDX-License-Identifier: MIT */\n"
    text += "/* Written by dev/aria/rv32/two.py: the rounds of aria_two_rv32.S on registers. */\n\n"
    text += "\n".join(macro(f"two_{change.__name__}", in_place(change, where)) for change, where in parts.items())
    return text


if __name__ == "__main__":
    OUTPUT.write_text(generate())
