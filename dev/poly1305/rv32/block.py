# SPDX-License-Identifier: MIT
"""Writes poly1305/rv32/block.inc: a block of Poly1305 for RV32IM, scheduled onto its registers.

    python3 -m dev.poly1305.rv32.block

Formulas are those of poly1305_portable.c.  If the steps change, search(block(), 5000, seed=1) returns a new ORDER after
a minute."""

from __future__ import annotations

from pathlib import Path

from dev.registers_rv32 import Program, Step, macro

SRC = Path(__file__).parents[3] / "src"
OUTPUT = SRC / "poly1305/rv32/block.inc"
IN, TOP = "a1", "a3"
H = ["s0", "s1", "s2", "s3", "s4"]  # from one block to the next
R = ["s5", "s6", "s7", "s8"]
S = ["", "s9", "s10", "s11"]  # 5/4 r, the first one is not used
RESERVED = [IN, TOP, "a2", *H, *R, *S[1:]]
REGISTERS = [r for r in (f"{k}{i}" for k, n in (("s", 12), ("a", 8), ("t", 7)) for i in range(n)) if r not in RESERVED]
REGISTERS.append("ra")
NOWHERE, SPILLED = "0(sp)", 4  # of the frame

# fmt: off
# Of the steps of a block, from search().
ORDER = [
    0, 3, 1, 2, 4, 6, 36, 5, 27, 15, 7, 37, 9, 8, 10, 12, 39, 16, 17, 13, 11, 38, 14, 18, 19, 20, 44, 40, 41, 42, 43,
    45, 21, 46, 22, 24, 50, 25, 23, 47, 48, 65, 52, 53, 49, 54, 72, 26, 28, 29, 34, 84, 32, 35, 30, 33, 71, 56, 58,
    57, 59, 51, 61, 31, 60, 62, 66, 55, 63, 64, 67, 77, 68, 69, 70, 90, 78, 73, 74, 75, 76, 83, 79, 80, 81, 82, 99,
    85, 86, 87, 88, 104, 89, 91, 92, 94, 98, 93, 95, 96, 97, 105, 100, 106, 107, 101, 110, 102, 103, 108, 109, 138,
    112, 130, 113, 114, 139, 122, 124, 133, 123, 116, 125, 127, 129, 131, 150, 118, 119, 132, 126, 111, 128, 134, 135,
    117, 115, 120, 144, 121, 136, 137, 140, 145, 146, 147, 141, 142, 156, 143, 148, 149, 152, 151, 153, 154, 158, 159,
    157, 155, 160, 161, 162,
]
# fmt: on


class Block(Program):
    def __init__(self) -> None:
        super().__init__(REGISTERS, SPILLED, NOWHERE)

    def plus(self, a: str, b: str) -> str:
        return self.make("add {0}, {1}, {2}", a, b)

    def carry(self, total: str, term: str) -> str:
        return self.make("sltu {0}, {1}, {2}", total, term)

    def copy_to(self, register: str, a: str, b: str) -> None:
        self.steps.append(Step(None, [a, b], f"add {register}, {{1}}, {{2}}"))


def fold_and_add(p: Block) -> list[str]:
    """Folds h to little more than 130 bits and adds the block."""
    above = p.plus(p.make(f"srli {{0}}, {H[4]}, 2"), p.make(f"andi {{0}}, {H[4]}, -4"))
    h, carry = [], above
    for i in range(4):
        word = p.make(f"lw {{0}}, {4 * i}({IN})")
        total = p.make(f"add {{0}}, {H[i]}, {{1}}", word)
        over = p.carry(total, word)
        h.append(p.plus(total, carry))
        carry = p.plus(over, p.carry(h[i], carry))
    rest = p.plus(p.make(f"andi {{0}}, {H[4]}, 3"), carry)
    return [*h, p.make(f"add {{0}}, {{1}}, {TOP}", rest)]


def bits(p: Block, x: str) -> list[str]:
    """Of x < 8, as masks."""
    return [p.make("srai {0}, {1}, 31", p.make(f"slli {{0}}, {{1}}, {31 - i}", x)) for i in range(3)]


def few_times(p: Block, masks: list[str], factor: str) -> str:
    """factor * x, for x given by masks: seven instructions that fill gaps between products."""
    total = ""
    for mask in reversed(masks):
        term = p.make(f"and {{0}}, {{1}}, {factor}", mask)
        total = p.plus(p.make("slli {0}, {1}, 1", total), term) if total else term
    return total


def column(p: Block, h: list[str], masks: list[str], k: int, below: str) -> str:
    """Computes word k; returns the carry word."""
    terms = [(i, R[k - i] if i <= k else S[4 + k - i]) for i in range(4)]
    low, high = below, ""
    if k:
        small = few_times(p, masks, S[k])
        low = p.plus(below, small)
        high = p.carry(low, small)
    for n, (i, factor) in enumerate(terms):
        below_word = p.make(f"mul {{0}}, {{1}}, {factor}", h[i])
        above_word = p.make(f"mulhu {{0}}, {{1}}, {factor}", h[i])
        if not low:
            low, high = below_word, above_word
            continue
        if n == 3:
            p.copy_to(H[k], low, below_word)
            carry = p.make(f"sltu {{0}}, {H[k]}, {{1}}", below_word)
        else:
            low = p.plus(low, below_word)
            carry = p.carry(low, below_word)
        high = p.plus(p.plus(high, carry), above_word)
    return high


def block() -> Program:
    p = Block()
    p.order = ORDER
    h = fold_and_add(p)
    masks, above = bits(p, h[4]), ""
    for k in range(4):
        if k == 3:
            top = few_times(p, masks, R[0])
        above = column(p, h, masks, k, above)
    p.copy_to(H[4], top, above)
    return p


def generate() -> str:
    return (
        "/* SPDX-License-Identifier: MIT */\n"
        "/* Written by dev/poly1305/rv32/block.py: a block of poly1305_rv32.S. */\n\n" + macro("block", block())
    )


if __name__ == "__main__":
    OUTPUT.write_text(generate())
