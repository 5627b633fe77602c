"""Writes ghash_block_rv32.inc: a block of GHASH by multiplication for RV32, scheduled onto its registers.

    python3 src/ghash/ghash_block_rv32.py

The block is written down here as what it computes, by the formulas of ghash_rv32.S; core/registers_rv32.py does the
rest."""

from __future__ import annotations

import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "core"))
from registers_rv32 import Program, Step, macro  # noqa: E402

OUTPUT = HERE / "ghash_block_rv32.inc"
IN, KEY, SUM = "a2", "a1", ["s8", "s9", "s10", "s11"]  # the sum's least significant word first
COMB, BYTES = "a3", "a4"  # 0x11111111, 0x00ff00ff
TAKEN = ["a0", "a5", IN, KEY, COMB, BYTES, *SUM]
REGISTERS = [r for r in (f"{k}{i}" for k, n in (("s", 12), ("a", 8), ("t", 7)) for i in range(n)) if r not in TAKEN]
REGISTERS.append("ra")
NOWHERE, SPILLED = "0(sp)", 4  # of the frame

Word = str
Pair = tuple[str, str]  # low and high word


class Block(Program):
    def __init__(self):
        super().__init__(REGISTERS, SPILLED, NOWHERE)

    def sum(self, *values: str) -> str:
        total = values[0]
        for value in values[1:]:
            total = self.xor(total, value)
        return total

    def down(self, a: str, n: int) -> str:
        return self.make(f"srli {{0}}, {{1}}, {n}", a)

    def up(self, a: str, n: int) -> str:
        return self.make(f"slli {{0}}, {{1}}, {n}", a)

    def comb(self, a: str) -> str:
        return self.make(f"and {{0}}, {{1}}, {COMB}", a)

    def load(self, place: str) -> str:
        return self.make(f"lw {{0}}, {place}")


def add(p: Block, *pairs: Pair) -> Pair:
    return tuple(p.sum(*words) for words in zip(*pairs, strict=True))


def times_x(p: Block, a: Pair, n: int) -> Pair:
    return p.up(a[0], n), p.xor(p.up(a[1], n), p.down(a[0], 32 - n))


def combs(p: Block, x: Word) -> list[Word]:
    """The four combs of a word, and the sums that Karatsuba's multiplication wants, twice."""
    x0, x1, x2, x3 = [p.comb(p.down(x, i) if i else x) for i in range(4)]
    x02, x13 = p.xor(x0, x2), p.xor(x1, x3)
    return [x0, x1, p.xor(x0, x1), x2, x3, p.xor(x2, x3), x02, x13, p.xor(x02, x13)]


def carryless(p: Block, x: Word, number: int) -> Pair:
    """x and the key's word of that number."""
    product = []
    for i, tooth in enumerate(combs(p, x)):
        key = p.load(f"{4 * (9 * number + i)}({KEY})")
        product.append((p.make("mul {0}, {1}, {2}", tooth, key), p.make("mulhu {0}, {1}, {2}", tooth, key)))
    p0, p1, p01, p2, p3, p23, p02, p13, p0123 = product
    w1, w5, u = add(p, p0, p1, p01), add(p, p2, p3, p23), add(p, p1, p2)
    w = [p0, w1, add(p, u, p0, p02), add(p, w1, w5, p02, p13, p0123), add(p, u, p3, p13), w5, p3]
    total: Pair = ()
    for i in range(4):
        part = add(p, w[i], times_x(p, w[i + 4], 4)) if i < 3 else w[i]
        part = tuple(map(p.comb, part))
        total = add(p, total, times_x(p, part, i)) if i else part
    return total


def join(p: Block, top: list[Word], bottom: list[Word], both: list[Word]) -> list[Word]:
    """Karatsuba's sums: a product of twice the words, of the products of halves."""
    n = len(top) // 2
    across = [p.xor(top[i], bottom[n + i]) for i in range(n)]
    middle = [p.sum(across[i], both[i], bottom[i]) for i in range(n)]
    middle += [p.sum(across[i], both[n + i], top[n + i]) for i in range(n)]
    return [*bottom[:n], *middle, *top[n:]]


def multiply(p: Block, x: list[Word], first: int) -> list[Word]:
    """Of words, the least significant one first; the key's words in the same order."""
    if len(x) == 1:
        return list(carryless(p, x[0], first))
    n, third = len(x) // 2, len(x) - 1
    bottom = multiply(p, x[:n], first)
    top = multiply(p, x[n:], first + third)
    both = multiply(p, [p.xor(x[i], x[n + i]) for i in range(n)], first + 2 * third)
    return join(p, top, bottom, both)


def reverse_bytes(p: Block, x: Word) -> Word:
    even = p.up(p.make(f"and {{0}}, {{1}}, {BYTES}", x), 8)
    odd = p.make(f"and {{0}}, {{1}}, {BYTES}", p.down(x, 8))
    swapped = p.xor(even, odd)
    return p.xor(p.up(swapped, 16), p.down(swapped, 16))


def block() -> Program:
    p = Block()
    x = []
    for i in range(4):
        word = reverse_bytes(p, p.load(f"{12 - 4 * i}({IN})"))
        x.append(p.make(f"xor {{0}}, {{1}}, {SUM[i]}", word))
    z = multiply(p, x, 0)
    for i in range(4):
        low = z[i]
        z[i + 4] = p.sum(z[i + 4], low, p.down(low, 1), p.down(low, 2), p.down(low, 7))
        z[i + 3] = p.sum(z[i + 3], p.up(low, 31), p.up(low, 30), p.up(low, 25))
    for i in range(4):
        p.steps.append(Step(None, [z[i + 4]], f"mv {SUM[i]}, {{1}}"))
    return p


def generate() -> str:
    head = "/* Written by ghash_block_rv32.py: a block of ghash_rv32.S on registers. */\n\n"
    return head + macro("block", block())


if __name__ == "__main__":
    OUTPUT.write_text(generate())
