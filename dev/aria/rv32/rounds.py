# SPDX-License-Identifier: MIT
"""Writes aria/rv32/rounds.inc: the rounds of eight blocks of ARIA for RV32, scheduled onto its registers.

    python3 -m dev.aria.rv32.rounds

Formulas are those of aria/portable/bitslice.h, the layout that of aria_rv32.S."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from dev.circuits import Nibble
from dev.registers_rv32 import Program, macro

SRC = Path(__file__).parents[3] / "src"
OUTPUT = SRC / "aria/rv32/rounds.inc"
REGISTERS = [f"s{i}" for i in range(12)] + [f"a{i}" for i in range(8)] + [f"t{i}" for i in range(7)] + ["ra"]
# Addresses of the words and of the round key's two halves; code runs per group of eight words or per four bits.
BASE, KEY_0, KEY_1 = "s9", "s10", "s11"
MASKS = {0xF0F0F0F0: 128, 0x0F0F0F0F: 132, 0xFFFF: 136, 0x11111111: 140, 0x00FF00FF: 144}
MASKS |= {0x55555555: 148, 0x33333333: 152}
SPILLED = 188  # frame size: nothing may be spilled


class Logic(Program):
    """Bits of many bytes in a word."""

    def __init__(self, *live_in: str):
        super().__init__([r for r in REGISTERS if r not in live_in], SPILLED)
        self.short = True
        self.masks = {mask: self.memory(f"{place}(sp)") for mask, place in MASKS.items()}

    def or_(self, a: str, b: str) -> str:
        return self.make("or {0}, {1}, {2}", a, b)

    def down(self, a: str, n: int) -> str:
        return self.make(f"srli {{0}}, {{1}}, {n}", a)

    def up(self, a: str, n: int) -> str:
        return self.make(f"slli {{0}}, {{1}}, {n}", a)

    def rotate(self, a: str) -> str:
        return self.make("ror_to {0}, {1}, 16, {s}", a)


def word(half: int, pair: int, bit: int) -> str:
    return f"{4 * (8 * (2 * half + pair) + bit)}({BASE})"


def group() -> list[str]:
    return [word(0, 0, bit) for bit in range(8)]


def linear(p: Logic, known: dict[str, str], formulas: str) -> dict[str, str]:
    """Sums: `t0 = x2 ^ y6, ...`."""
    for line in formulas.replace("\n", " ").split(","):
        name, terms = line.split("=")
        known[name.strip()] = p.sum(*[known[t.strip()] for t in terms.split("^")])
    return known


def outputs(known: dict[str, str]) -> list[str]:
    return [known[f"z{i}"] for i in range(8)]


def multiply(p: Logic, a: Nibble[str], b: Nibble[str]) -> list[str]:
    w = p.and_(a.b31, b.b31)
    high, low = p.xor(w, p.and_(a.b20, b.b20)), p.xor(w, p.and_(a.sum, b.sum))
    u = p.and_(a.b32, b.b32)
    x3 = p.sum(p.and_(a.b3, b.b3), u, high)
    x2 = p.sum(p.and_(a.b2, b.b2), u, low)
    v = p.and_(a.b10, b.b10)
    return [p.sum(p.and_(a.b0, b.b0), v, low), p.sum(p.and_(a.b1, b.b1), v, high), x2, x3]


def invert(p: Logic, x: list[str]) -> list[str]:
    a, b = Nibble(p, x[4:]), Nibble(p, x[:4])
    w = p.or_(a.b31, b.b31)
    high = p.sum(p.and_(a.b20, b.b20), w, a.b0, b.b0)
    low = p.xor(p.or_(a.sum, b.sum), w)
    u, v = p.and_(a.b32, b.b32), p.and_(a.b10, b.b10)
    f3 = p.sum(p.or_(a.b3, b.b3), u, high)
    f2 = p.sum(p.or_(a.b2, b.b2), u, low)
    f1 = p.sum(p.and_(a.b1, b.b1), v, high)
    f0 = p.sum(p.and_(a.b0, b.b0), v, low, a.b3, b.b3)
    f10, s = p.xor(f1, f0), p.and_(f2, f0)
    q = p.xor(f3, s)
    g3 = p.xor(p.and_(f10, q), f1)
    g1 = p.xor(p.and_(p.xor(f1, s), p.xor(f2, f3)), f3)
    r = p.and_(f3, p.xor(q, g1))
    g0 = p.sum(r, f2, g1)
    g2 = p.xor(p.and_(g3, p.xor(q, r)), f10)
    g = Nibble(p, [g0, g1, g2, g3])
    high_half = multiply(p, b, g)
    return multiply(p, a, g) + high_half


def with_second(p: Logic, x: list[str]) -> dict[str, str]:
    """x, and y: the second bytes of x, which go through S2."""
    known = {f"x{i}": value for i, value in enumerate(x)}
    return known | {f"y{i}": p.and_(value, p.masks[0xF0F0F0F0]) for i, value in enumerate(x)}


# Linear maps of S1 and S2 after the inversion, and of their inverses before it.
BEHIND = """
    t0 = x2 ^ y6, t1 = x0 ^ y2, t2 = y1 ^ t0, t3 = x4 ^ y1, t4 = x7 ^ y3, t5 = x6 ^ t0, t6 = y7 ^ t2, t7 = y4 ^ t4,
    t8 = x1 ^ x4, t9 = x2 ^ y5, t10 = x6 ^ y4, t11 = x5 ^ t8, t12 = y2 ^ t6, t13 = x3 ^ t1, t14 = t3 ^ t9,
    t15 = t3 ^ t13, t16 = t1 ^ t5, t17 = y6 ^ t8, t18 = x7 ^ y6, z7 = t1, z6 = t5 ^ t11, z5 = y5 ^ t17,
    z4 = t10 ^ t14, z3 = t15 ^ t18, z2 = t7 ^ t16, z1 = t7 ^ t12, z0 = y0 ^ t6
"""
BEFORE = """
    t0 = x1 ^ y7, t1 = x2 ^ y5, t2 = x7 ^ y0, t3 = x0 ^ t0, t4 = y6 ^ t2, t5 = y3 ^ t3, t6 = y1 ^ y4, t7 = t4 ^ t5,
    t8 = x5 ^ t6, t9 = y1 ^ y2, t10 = x4 ^ t1, t11 = t7 ^ t8, t12 = x2 ^ x4, t13 = x7 ^ t10, t14 = t0 ^ t1,
    t15 = t1 ^ t11, t16 = x3 ^ t10, z7 = y0 ^ t5, z6 = t4 ^ t14, z5 = x6 ^ t15, z4 = t3 ^ t13, z3 = y1 ^ t16,
    z2 = x0 ^ t9, z1 = t11 ^ t12, z0 = t2 ^ t9
"""


def substituted(p: Logic, x: list[str]) -> list[str]:
    return outputs(linear(p, with_second(p, invert(p, x)), BEHIND))


def substituted_inverse(p: Logic, x: list[str]) -> list[str]:
    return invert(p, outputs(linear(p, with_second(p, x), BEFORE)))


def add_other_words(p: Logic, x: list[list[str]]) -> list[list[str]]:
    """C of aria_portable.c."""
    pairs = []
    for pair in x:
        s = p.xor(*pair)
        s = p.xor(p.rotate(s), s)
        pairs.append([p.xor(value, s) for value in pair])
    return pairs


def within(p: Logic, x: str) -> str:
    """In first bytes, the sum of first and second."""
    return p.and_(p.xor(p.down(x, 4), x), p.masks[0x0F0F0F0F])


def permute_and_join(p: Logic, x: list[list[str]]) -> list[list[str]]:
    """P + J.  Swaps bytes b and b ^ v of word t, v = 3, 1, 2, 0: halves if t is even, first and second if t is 0, 1."""
    across = p.and_(p.xor(x[0][0], x[1][0]), p.masks[0xFFFF])
    even = [p.xor(half[0], across) for half in x]
    swapped = [within(p, value) for value in even]
    even = [p.sum(even[i], swapped[1 - i], p.up(swapped[1 - i], 4)) for i in range(2)]
    both = p.xor(x[0][1], x[1][1])
    across = p.and_(both, p.masks[0xFFFF])
    joined = within(p, both)
    across = p.sum(across, joined, p.up(joined, 4))
    return [[even[i], p.xor(x[i][1], across)] for i in range(2)]


def keyed(p: Logic, x: list[str], packed: str, bit: int) -> list[str]:
    """Adds a bit of each byte of the round key: to the words of a pair from the even and the odd bytes of `packed`."""
    k = p.and_(p.down(packed, bit % 4) if bit % 4 else packed, p.masks[0x11111111])
    k = p.make("sub {0}, {1}, {2}", p.up(k, 4), k)
    differs = p.and_(p.xor(p.down(k, 8), k), p.masks[0x00FF00FF])
    return [p.sum(x[0], k, p.up(differs, 8)), p.sum(x[1], k, differs)]


def four_bits(p: Logic) -> Iterator[tuple[int, list[list[str]], list[str]]]:
    """Bit, words, and the packed round key of both halves."""
    keys = [p.memory(f"0({base})") for base in (KEY_0, KEY_1)]
    for bit in range(4):
        yield bit, [[p.memory(word(half, pair, bit)) for pair in range(2)] for half in range(2)], keys


def store(p: Logic, x: list[list[str]], bit: int) -> None:
    for half in range(2):
        for pair in range(2):
            p.store(x[half][pair], word(half, pair, bit))


def diffuse(key_first: bool) -> Program:
    """A, with the round key before or after it; finally swaps the halves."""
    p = Logic(BASE, KEY_0, KEY_1)
    for bit, x, keys in four_bits(p):
        if key_first:
            x = [keyed(p, x[i], keys[i], bit) for i in range(2)]
        x = add_other_words(p, permute_and_join(p, add_other_words(p, x)))
        x = [x[1], x[0]]
        if not key_first:
            x = [keyed(p, x[i], keys[i], bit) for i in range(2)]
        store(p, x, bit)
    return p


def add_key() -> Program:
    p = Logic(BASE, KEY_0, KEY_1)
    for bit, x, keys in four_bits(p):
        store(p, [keyed(p, x[i], keys[i], bit) for i in range(2)], bit)
    return p


def of_group(change: Callable[[Logic, list[str]], list[str]]) -> Program:
    p = Logic(BASE)
    for value, place in zip(change(p, [p.memory(place) for place in group()]), group(), strict=True):
        p.store(value, place)
    return p


def transpose(p: Logic, x: list[str]) -> list[str]:
    """Transposes: bit i of word b and bit b of word i of each byte."""
    x = list(x)
    for n, mask in ((1, 0x55555555), (2, 0x33333333), (4, 0x0F0F0F0F)):
        for i in range(8):
            if i & n:
                continue
            t = p.and_(p.xor(p.down(x[i], n), x[i + n]), p.masks[mask])
            x[i + n] = p.xor(x[i + n], t)
            x[i] = p.xor(x[i], p.up(t, n))
    return x


def to_tower(p: Logic, x: list[str]) -> list[str]:
    """Eight rows of a group to bits, in the basis of the tower."""
    return outputs(
        linear(
            p,
            {f"x{i}": value for i, value in enumerate(transpose(p, x))},
            """t0 = x3 ^ x7, t1 = x4 ^ x5, t2 = x0 ^ x6, t3 = x1 ^ t1, t4 = x2 ^ t2, t5 = x3 ^ t3, t6 = x5 ^ t4,
            t7 = t3 ^ t4, t8 = t0 ^ t2, z7 = x7 ^ t6, z6 = t5, z5 = x0 ^ t0, z4 = t0 ^ t7, z3 = x6 ^ t5, z2 = t1 ^ t8,
            z1 = x1 ^ t0, z0 = x6 ^ t0""",
        )
    )


def from_tower(p: Logic, x: list[str]) -> list[str]:
    bits = linear(
        p,
        {f"x{i}": value for i, value in enumerate(x)},
        """t0 = x3 ^ x6, t1 = x2 ^ x5, t2 = x0 ^ t0, t3 = x1 ^ t2, t4 = x3 ^ t1, t5 = x4 ^ x7, t6 = x2 ^ x4,
        t7 = x0 ^ x1, t8 = x6 ^ t1, z7 = x1 ^ t4, z6 = t0, z5 = x6 ^ t5, z4 = t4 ^ t5, z3 = t7 ^ t8, z2 = t3 ^ t6,
        z1 = t3, z0 = x5 ^ t2""",
    )
    return transpose(p, outputs(bits))


def generate() -> str:
    text = "\n".join(
        [
            "/* SPDX-License-Identifier: MIT */\n"
            "/* Written by dev/aria/rv32/rounds.py: the rounds of aria_rv32.S on registers. */\n",
            macro("to_tower", of_group(to_tower)),
            macro("add_key", add_key()),
            macro("substitute", of_group(substituted)),
            macro("substitute_inverse", of_group(substituted_inverse)),
            macro("diffuse_then_add_key", diffuse(key_first=False)),
            macro("add_key_then_diffuse", diffuse(key_first=True)),
            macro("from_tower", of_group(from_tower)),
        ]
    )
    assert f"{SPILLED}(sp)" not in text, "spilled values"
    return text


if __name__ == "__main__":
    OUTPUT.write_text(generate())
