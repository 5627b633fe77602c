# SPDX-License-Identifier: MIT
"""Writes ghash/rv32/block.inc: a block of GHASH by multiplication for RV32, scheduled onto its registers.

    python3 -m dev.ghash.rv32.block

Formulas are those of ghash_rv32.S.  If the steps change, search(carryless(), 6000, seed=1) returns a new ORDER after a
minute."""

from __future__ import annotations

from pathlib import Path

from dev.registers_rv32 import Program, macro

SRC = Path(__file__).parents[3] / "src"
OUTPUT = SRC / "ghash/rv32/block.inc"
IN, KEY, PLACE, COMB = "a2", "a1", "a6", "a3"
RESERVED = ["a0", "a5", "a7", IN, KEY, PLACE, COMB]
REGISTERS = [r for r in (f"{k}{i}" for k, n in (("s", 12), ("a", 8), ("t", 7)) for i in range(n)) if r not in RESERVED]
REGISTERS.append("ra")
# The frame: nine places of two words, and the sum with its least significant word first.
PLACES, NOWHERE, SUM, BYTES, SPILLED = 0, "72(sp)", [f"{76 + 4 * i}(sp)" for i in range(4)], "92(sp)", 96

Word = str
Pair = tuple[str, str]  # low and high word

# fmt: off
# Of the steps of a word, from search().
ORDER = [
    0, 2, 1, 3, 5, 6, 7, 17, 8, 12, 10, 11, 47, 13, 69, 39, 21, 68, 14, 15, 16, 20, 96, 4, 46, 38, 42, 24, 18, 72, 97,
    19, 78, 26, 50, 76, 9, 52, 77, 79, 22, 25, 28, 44, 74, 23, 27, 30, 34, 32, 48, 36, 29, 31, 33, 40, 35, 37, 51, 56,
    41, 54, 43, 58, 90, 70, 60, 64, 62, 66, 98, 73, 91, 92, 80, 99, 82, 86, 100, 102, 49, 104, 106, 84, 88, 71, 108,
    110, 53, 55, 57, 75, 81, 83, 85, 87, 45, 93, 94, 95, 101, 103, 105, 107, 59, 61, 63, 65, 67, 89, 109, 111,
]
# fmt: on


class Block(Program):
    def __init__(self, dummy_store: str = ""):
        super().__init__(REGISTERS, SPILLED, dummy_store)

    def down(self, a: str, n: int) -> str:
        return self.make(f"srli {{0}}, {{1}}, {n}", a)

    def up(self, a: str, n: int) -> str:
        return self.make(f"slli {{0}}, {{1}}, {n}", a)

    def comb(self, a: str) -> str:
        return self.make(f"and {{0}}, {{1}}, {COMB}", a)

    def load(self, place: str) -> str:
        return self.make(f"lw {{0}}, {place}")


def add(p: Block, *pairs: Pair) -> Pair:
    low, high = (p.sum(*words) for words in zip(*pairs, strict=True))
    return low, high


def times_x(p: Block, a: Pair, n: int) -> Pair:
    return p.up(a[0], n), p.xor(p.up(a[1], n), p.down(a[0], 32 - n))


def carryless() -> Program:
    """The word at PLACE and the key's word at KEY.  The order of the nine products lets most sums begin early."""
    p = Block(NOWHERE)
    p.order = ORDER

    def product(number: int, tooth: str) -> Pair:
        key = p.load(f"{4 * number}({KEY})")
        return p.make("mul {0}, {1}, {2}", tooth, key), p.make("mulhu {0}, {1}, {2}", tooth, key)

    def part(i: int, low: Pair, high: Pair | None) -> Pair:
        """Bits i, i + 4, ... of the product."""
        both = add(p, low, times_x(p, high, 4)) if high else low
        both = p.comb(both[0]), p.comb(both[1])
        return times_x(p, both, i) if i else both

    x = p.load(f"0({PLACE})")
    x0 = p.comb(x)
    p0 = product(0, x0)
    x1 = p.comb(p.down(x, 1))
    p1 = product(1, x1)
    x2 = p.comb(p.down(x, 2))
    p2 = product(3, x2)
    x3 = p.comb(p.down(x, 3))
    p3 = product(4, x3)
    x13 = p.xor(x1, x3)
    p13 = product(7, x13)
    u = add(p, p1, p2)
    total = part(0, p0, add(p, u, p3, p13))
    p01 = product(2, p.xor(x0, x1))
    w1 = add(p, p0, p1, p01)
    p23 = product(5, p.xor(x2, x3))
    w5 = add(p, p2, p3, p23)
    total = add(p, total, part(1, w1, w5))
    x02 = p.xor(x0, x2)
    p02 = product(6, x02)
    total = add(p, total, part(2, add(p, u, p0, p02), p3))
    w3 = add(p, w1, w5, p02, p13)
    p0123 = product(8, p.xor(x02, x13))
    total = add(p, total, part(3, add(p, w3, p0123), None))
    p.store(total[0], f"0({PLACE})")
    p.store(total[1], f"4({PLACE})")
    return p


def join(p: Block, top: list[Word], bottom: list[Word], both: list[Word]) -> list[Word]:
    """A Karatsuba step: a product from those of halves."""
    n = len(top) // 2
    across = [p.xor(top[i], bottom[n + i]) for i in range(n)]
    middle = [p.sum(across[i], both[i], bottom[i]) for i in range(n)]
    middle += [p.sum(across[i], both[n + i], top[n + i]) for i in range(n)]
    return [*bottom[:n], *middle, *top[n:]]


def words(p: Block, x: list[Word]) -> list[Word]:
    """The operands of the products: low half, high half, and their sum, recursively."""
    if len(x) == 1:
        return x
    n = len(x) // 2
    return [*words(p, x[:n]), *words(p, x[n:]), *words(p, [p.xor(x[i], x[n + i]) for i in range(n)])]


def joined(p: Block, products: list[list[Word]]) -> list[Word]:
    """The product from those of words()."""
    if len(products) == 1:
        return products[0]
    n = len(products) // 3
    bottom, top, both = [joined(p, products[i : i + n]) for i in (0, n, 2 * n)]
    return join(p, top, bottom, both)


def reverse_bytes(p: Block, x: Word, mask: Word) -> Word:
    even = p.up(p.make("and {0}, {1}, {2}", x, mask), 8)
    odd = p.make("and {0}, {1}, {2}", p.down(x, 8), mask)
    swapped = p.xor(even, odd)
    return p.xor(p.up(swapped, 16), p.down(swapped, 16))


def place(number: int, word: int) -> str:
    return f"{PLACES + 8 * number + 4 * word}(sp)"


def split() -> Program:
    """Splits sum + block into the operands."""
    p = Block()
    x, mask = [], p.memory(BYTES)
    for i in range(4):
        word = reverse_bytes(p, p.load(f"{12 - 4 * i}({IN})"), mask)
        x.append(p.xor(word, p.memory(SUM[i])))
    for number, value in enumerate(words(p, x)):
        p.store(value, place(number, 0))
    return p


def reduce() -> Program:
    """Joins the products and reduces."""
    p = Block()
    z = joined(p, [[p.memory(place(number, word)) for word in range(2)] for number in range(9)])
    for i in range(4):
        low = z[i]
        z[i + 4] = p.sum(z[i + 4], low, p.down(low, 1), p.down(low, 2), p.down(low, 7))
        z[i + 3] = p.sum(z[i + 3], p.up(low, 31), p.up(low, 30), p.up(low, 25))
    for i in range(4):
        p.store(z[i + 4], SUM[i])
    return p


def generate() -> str:
    head = "/* SPDX-License-Identifier: MIT */\n"
    head += "/* Written by dev/ghash/rv32/block.py: a block of ghash_rv32.S on registers. */\n\n"
    return head + "\n".join([macro("split", split()), macro("carryless", carryless()), macro("reduce", reduce())])


if __name__ == "__main__":
    OUTPUT.write_text(generate())
