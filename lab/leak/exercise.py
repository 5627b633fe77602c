# SPDX-License-Identifier: MIT
"""Programs of random instructions on secret data, so that the comparison with RTL (rtl.py) meets what masked kernels
happen not to do, such as narrow stores and operands that are results of the last instructions."""

from __future__ import annotations

import random
from pathlib import Path

from .case import FILE, Case, cases_in

BYTES = 128  # of each buffer
FROM, TO = "a0", "a1"  # pointers to secrets, and to where results go
DATA = ["a2", "a3", "a4", "a5", "a6", "a7", "s0", "s1", "t0", "t1", "t2", "t3", "t4", "t5", "t6"]
SAVED = ["s0", "s1"]
RECENT = 0.4  # of operands that are one of the last two results
TWO = ["xor", "and", "or", "add", "sub", "sltu", "slt"]
ONE = {"xori": 12, "andi": 12, "ori": 12, "addi": 12, "sltiu": 12, "slli": 5, "srli": 5, "srai": 5}  # bits
LOADS, STORES = {"lw": 4, "lh": 2, "lhu": 2, "lb": 1, "lbu": 1}, {"sw": 4, "sh": 2, "sb": 1}
CASE = """[[case]]
name = "exercise"
sources = ["exercise.S"]
targets = ["hifive1"]
buffers.x = {{ bytes = {0}, secret = true }}
buffers.y = {{ bytes = {0} }}
calls = [{1}]
"""


class Writer:
    """Instructions, one by one."""

    def __init__(self, source: random.Random):
        self.source = source
        self.recent = [DATA[0], DATA[1]]

    def operand(self) -> str:
        s = self.source
        return s.choice(self.recent) if s.random() < RECENT else s.choice([*DATA, "zero"])

    def target(self) -> str:
        new = self.source.choice(DATA)
        self.recent = [new, self.recent[0]]
        return new

    def address(self, size: int, pointer: str) -> str:
        return f"{self.source.randrange(0, BYTES, size)}({pointer})"

    def instruction(self) -> str:
        s = self.source
        choice = s.random()
        if choice < 0.40:
            kind, a, b = s.choice(TWO), self.operand(), self.operand()
            return f"{kind} {self.target()}, {a}, {b}"
        if choice < 0.60:
            kind, a = s.choice(list(ONE)), self.operand()
            most = 1 << ONE[kind]
            number = s.randrange(most) if most == 32 else s.randrange(-most // 2, most // 2)
            return f"{kind} {self.target()}, {a}, {number}"
        if choice < 0.78:
            kind = s.choice(list(LOADS))
            return f"{kind} {self.target()}, {self.address(LOADS[kind], FROM)}"
        if choice < 0.96:
            kind = s.choice(list(STORES))
            return f"{kind} {self.operand()}, {self.address(STORES[kind], TO)}"
        return f"li {self.target()}, {s.getrandbits(31)}"


def function(name: str, source: random.Random, instructions: int) -> str:
    w = Writer(source)
    body = [f"sw {r}, {4 * i}(sp)" for i, r in enumerate(SAVED)]
    body += [f"lw {r}, {4 * i}(a0)" for i, r in enumerate(DATA)]
    for _ in range(instructions):
        body.append(w.instruction())
    body += [f"lw {r}, {4 * i}(sp)" for i, r in enumerate(SAVED)]
    body = ["addi sp, sp, -16", *body, "addi sp, sp, 16", "ret"]
    text = "".join(f"    {line}\n" for line in body)
    return f".globl {name}\n.type {name}, @function\n{name}:\n{text}.size {name}, . - {name}\n"


def written(folder: Path, functions: int, instructions: int, seed: int) -> Case:
    """A case with so many functions of so many instructions, written into a folder."""
    names = [f"exercise{i}" for i in range(functions)]
    texts = [function(name, random.Random(f"{seed} {name}"), instructions) for name in names]
    (folder / "exercise.S").write_text(".text\n" + "\n".join(texts))
    calls = ", ".join(f'{{ function = "{name}", arguments = ["x", "y"] }}' for name in names)
    (folder / FILE).write_text(CASE.format(BYTES, calls))
    return cases_in(folder / FILE)[0]
