# SPDX-License-Identifier: MIT
"""A round of PIPO on rows in two shares, each in a word, as steps of dev/masked_words.py.

Row i of share s is xi.s before the round and in the same register after it. A row that the S-box made is rotated, and
the key added: what is rotated lies in other columns, and what the key was added to is a new secret, so both are pairs
of shares of their own (ri, ni), as is the row of the key (ki)."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from itertools import count

from dev.masked_words import Step, Values
from dev.pipo.sbox import BITS, STEPS

OUT = ["x7", "x0", "x2", "x6", "x5", "x4", "x3", "x1"]  # rows 0 to 7 after STEPS
LEFT = [0, 7, 4, 3, 6, 5, 1, 2]  # rotations of rows


@dataclass
class Builder:
    """The steps of a round; `texts` by kind; `of_two` and `of_one`: what instructions with two and one operand in
    registers do to latches."""

    stream: random.Random
    texts: dict[str, str]
    of_two: tuple[tuple[str, str], ...]
    of_one: tuple[tuple[str, str], ...]
    steps: list[Step] = field(default_factory=list)
    now: dict[str, str] = field(default_factory=dict)  # the name of each row's value, by row and share
    numbers: count[int] = field(default_factory=count)

    def add(self, kind: str, *operands: str, result: str = "", home: str = "", text: str = "") -> str:
        target = home if home.startswith("x") else f"v{next(self.numbers)}"
        if len(operands) == 2 and kind in ("and", "or", "eor"):
            operands = tuple(self.stream.sample(operands, 2))
        latches = self.of_two if len(operands) == 2 else self.of_one
        self.steps.append(Step(kind, target, operands, text or self.texts[kind], latches, result=result))
        return target

    def put(self, row: str, share: int, name: str) -> None:
        self.now[f"{row}.{share}"] = name

    def get(self, row: str, share: int) -> str:
        return self.now.setdefault(f"{row}.{share}", f"{row}.{share}")

    def sbox(self) -> None:
        for kind, x, *others in STEPS:
            if kind == "eor":
                for s in self.stream.sample((0, 1), 2):
                    self.put(x, s, self.add("eor", self.get(x, s), self.get(others[0], s)))
            elif kind == "copy":
                for s in (0, 1):
                    self.put(x, s, self.get(others[0], s))
            elif kind == "com":
                self.put(x, 0, self.add("com", self.get(x, 0)))
            else:
                self.product(kind, x, *others)

    def product(self, kind: str, x: str, a: str, b: str) -> None:
        by_first = self.stream.random() < 0.5
        terms = [(i, j) for i in (0, 1) for j in (0, 1)]
        self.stream.shuffle(terms)
        for i, j in terms:
            term = self.add(kind if i == j else "and", self.get(a, i), self.get(b, j))
            s = i if by_first else j
            self.put(x, s, self.add("eor", self.get(x, s), term))


def values_of_round() -> Values:
    values = Values.of(BITS)
    for i in range(BITS):
        for kind in "knr":
            values.pair(f"{kind}{i}")
    return values
