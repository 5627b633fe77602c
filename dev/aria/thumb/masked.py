# SPDX-License-Identifier: MIT
"""Writes aria/thumb/masked.inc: the linear maps of a round of aria_masked_v7m.S, for one share and for the other.

    python3 -m dev.aria.thumb.masked            # generates
    python3 -m dev.aria.thumb.masked search     # prints better orders of their steps, for orders.py

All bytes go through the S-box of aes/thumb/masked.inc, which is S1 without its constant.  With the linear part L of S1
and any c, B(x) = c L^-1 x is before and behind S1 if it is to be its inverse.  S2 and its inverse are of the same kind.
The maps apply to bytes that masks select; Paar's greedy algorithm finds their sums."""

from __future__ import annotations

import pprint
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations
from pathlib import Path

from dev.aes.thumb.masked import SPILLED, place
from dev.aria.thumb import orders
from dev.aria.thumb.rounds import INVERSE, REGISTERS, SECOND, STATE, diffused, masked
from dev.registers_thumb import STORE, Line, Program, Value, macro, schedule, search
from spec.arithmetic import gf_multiply, gf_power
from spec.ciphers.aria import sboxes

OUTPUT = Path(__file__).parents[3] / "src/aria/thumb/masked.inc"
SLOTS = 21  # words that a share may spill, in places of the S-box's
FACTOR = 0x73  # c of the fewest sums
Matrix = list[int]  # images of unit vectors

S1, S2, S1_INVERSE, S2_INVERSE = sboxes()


def linear(f: Callable[[int], int]) -> Matrix:
    images = [f(1 << i) for i in range(8)]
    for x in range(256):
        total = 0
        for i in range(8):
            total ^= images[i] if x >> i & 1 else 0
        assert total == f(x)
    return images


def inverse(x: int) -> int:
    return gf_power(x, 254)


def inverted_core(y: int) -> int:
    return S1_INVERSE[y ^ S1[0]]


BY_S1 = linear(lambda y: gf_multiply(FACTOR, inverse(inverted_core(y))))  # before S1 and behind, for its inverse
BEFORE_S2 = linear(lambda y: gf_multiply(FACTOR, inverse(S2_INVERSE[y ^ S2[0]])))  # for the inverse of S2
BEHIND_S2 = linear(lambda y: S2[inverted_core(y)] ^ S2[0])
IDENTITY = [1 << i for i in range(8)]


def difference(a: Matrix, b: Matrix) -> Matrix:
    return [x ^ y for x, y in zip(a, b, strict=True)]


def summed(p: Program, parts: Sequence[tuple[Matrix, Sequence[Value]]]) -> list[Value]:
    """The sum of images of words, by Paar's greedy algorithm."""
    values = [x for _, words in parts for x in words]
    rows = [
        {8 * n + j for n, (matrix, _) in enumerate(parts) for j, image in enumerate(matrix) if image >> i & 1}
        for i in range(8)
    ]
    while any(len(row) > 1 for row in rows):
        shared = Counter(pair for row in rows for pair in combinations(sorted(row), 2))
        pair = max(shared, key=lambda ab: (shared[ab], -ab[0], -ab[1]))
        rows = [row - set(pair) | {len(values)} if row.issuperset(pair) else row for row in rows]
        values.append(p.xor(values[pair[0]], values[pair[1]]))
    return [values[row.pop()] for row in rows]


def chosen(p: Program, x: list[Value], *maps: tuple[int, Matrix]) -> list[Value]:
    """x, and images of the bytes of it that masks select."""
    return summed(p, [(IDENTITY, x), *((matrix, [masked(p, word, byte) for word in x]) for byte, matrix in maps)])


def before(p: Program, x: list[Value]) -> list[Value]:
    second = INVERSE & SECOND
    return chosen(p, x, (INVERSE, difference(BY_S1, IDENTITY)), (second, difference(BEFORE_S2, BY_S1)))


def behind(p: Program, x: list[Value]) -> list[Value]:
    second = SECOND & ~INVERSE
    return chosen(p, x, (INVERSE, difference(BY_S1, IDENTITY)), (second, difference(BEHIND_S2, IDENTITY)))


def spilled(share: int) -> int:
    return 4 * (SPILLED + SLOTS * share)


def program(name: str, share: int) -> Program:
    """The state is in registers before the S-box, in memory behind it, and in STATE afterwards."""
    p = Program(REGISTERS, spilled(share))
    if name == "before":
        results = before(p, [p.input(register) for register in STATE])
    else:
        results = behind(p, [p.memory(place(8 * share + i)) for i in range(8)])
        results = diffused(p, results) if name == "diffuse" else results
    for value, register in zip(results, STATE, strict=True):
        p.output(value, register)
    return p


NAMES = ("before", "behind", "diffuse")


def quiet(lines: list[Line], share: int) -> list[Line]:
    """Clears what was spilled."""
    places = sorted({line.place for line in lines if line.kind == STORE})
    assert set(places) <= {f"[sp, #{spilled(share) + 4 * i}]" for i in range(SLOTS)}
    return lines + [Line(STORE, f"str.w sp, {x}", "", (), x) for x in places]


def generate() -> str:
    parts = [
        macro(f"{name}_share_{share}", quiet(schedule(program(name, share), orders.MASKED.get(name)), share))
        for name in NAMES
        for share in (0, 1)
    ]
    head = "/* Written by dev/aria/thumb/masked.py: the linear maps of aria_masked_v7m.S, share by share. */\n"
    return "\n".join(["/* SPDX-License-Identifier: MIT */\n" + head, *parts])


if __name__ == "__main__":
    if "search" in sys.argv:
        pprint.pprint({name: search(program(name, 0), 20000, 1) for name in NAMES}, width=120, compact=True)
    else:
        OUTPUT.write_text(generate())
