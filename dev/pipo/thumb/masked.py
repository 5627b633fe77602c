# SPDX-License-Identifier: MIT
"""Writes pipo/thumb/masked.inc: a round of PIPO-64/128 in two shares, four blocks in words, for ARMv7-M.

    python3 -m dev.pipo.thumb.masked

Rows 3 to 7 are in registers before and after a round, rows 0 to 2 in the frame. Which words leave the registers
meanwhile is written below; order and registers are those of dev/masked_words.py for SEED. Nothing that depends on the
shares before the round is left after it: registers and words of the frame that still hold such are cleared."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

from dev.masked_words import Machine, Step, Word, first_seed, round_macro, schedule
from dev.pipo.sbox import BITS
from dev.pipo.words import LEFT, OUT, Builder, values_of_round

OUTPUT = Path(__file__).parents[3] / "src/pipo/thumb/masked.inc"
SEED = 5275  # see search()
MOST_NEUTRAL, FEW, SPREAD = 4, 2, 6
MOST_CYCLES = 199
HOMES = {f"n{i}.{s}": f"r{2 * i + s - 5}" for i in range(3, 8) for s in (0, 1)}  # r1 to r10
REGISTERS = [*HOMES.values(), "r11", "r12", "lr"]
SLOTS = ["X0", "X1", "X2", "E0", "E1"]  # pairs of words of the frame; the first three have rows 0 to 2
TEXTS = {
    "and": "and.w   {0}, {1}, {2}",
    "or": "orr.w   {0}, {1}, {2}",
    "eor": "eor.w   {0}, {1}, {2}",
    "com": "mvn.w   {0}, {1}",
}
TWO, ONE = (("first", "1"), ("second", "2")), (("second", "1"),)
LOAD = (("first", ""), ("bus", "0"), ("read", "0"))
STORE = (("first", ""), ("second", "1"), ("bus", "1"), ("write", "1"))
MOVE = Step("move", "", (), "mov.w   {0}, {1}", (("second", "1"),))
NEUTRAL = Step("neutral", "", (), "cmp.w   rk, rk, lsl #1", (("first", ""), ("second", ""), ("shifter", "")))


class Round(Builder):
    def load(self, slot: str, share: int) -> str:
        target = f"v{next(self.numbers)}"
        place = f"{slot}.{share}"
        text = f"ldr.w   {{0}}, [sp, #{slot} + {4 * share}]"
        self.steps.append(Step("load", target, (), text, LOAD, slot=place, cost="load"))
        return target

    def store(self, name: str, slot: str, share: int) -> None:
        place = f"{slot}.{share}"
        text = f"str.w   {{1}}, [sp, #{slot} + {4 * share}]"
        self.steps.append(Step("store", "", (name,), text, STORE, slot=place, cost="store"))

    def wipe(self, slot: str) -> None:
        latches = (("first", ""), ("second", ""), ("bus", ""), ("write", ""))
        for s in (0, 1):
            text = f"str.w   rk, [sp, #{slot} + {4 * s}]"
            self.steps.append(Step("store", "", (), text, latches, slot=f"{slot}.{s}", cost="store"))

    def both(self) -> list[int]:
        return self.stream.sample((0, 1), 2)

    def fetch(self, row: str, slot: str) -> None:
        for s in self.both():
            self.put(row, s, self.load(slot, s))

    def spill(self, row: str, slot: str) -> None:
        for s in self.both():
            self.store(self.get(row, s), slot, s)

    def eor(self, x: str, a: str) -> None:
        for s in self.both():
            self.put(x, s, self.add("eor", self.get(x, s), self.get(a, s)))

    def enter(self, i: int, s: int) -> None:
        """Rotates row i and adds the key."""
        key, new = f"k{i}.{s}", f"n{i}.{s}"
        at = f"ldr.w   {{0}}, [rk, #{4 * (i + 8 * s)}]"
        home, row = HOMES.get(new, ""), self.get(OUT[i], s)
        self.steps.append(Step("given", key, (), at, LOAD, result=key, before=(home, row), cost="load"))
        text = "eor.w   {0}, {1}, {2}"
        latches: tuple[tuple[str, str], ...] = TWO
        if LEFT[i]:
            text += f", ror #{32 - 4 * LEFT[i]}"
            latches = (*TWO, ("shifter", "2"))
        self.steps.append(Step("given", new, (key, row), text, latches, home, new))
        if i < 3:
            self.store(new, f"X{i}", s)

    def leave(self, *rows: int) -> None:
        places = [(i, s) for i in rows for s in (0, 1)]
        self.stream.shuffle(places)
        for i, s in places:
            self.enter(i, s)


def program(stream: random.Random) -> list[Step]:
    b = Round(stream, TEXTS, TWO, ONE)
    b.product("and", "x5", "x7", "x6")
    b.product("and", "x4", "x3", "x5")
    b.eor("x7", "x4")
    b.eor("x6", "x3")
    b.product("or", "x3", "x4", "x5")
    b.eor("x5", "x7")
    b.product("and", "x4", "x5", "x6")
    b.fetch("x0", "X0")
    b.spill("x5", "X0")
    b.fetch("x1", "X1")
    b.spill("x6", "X1")
    b.fetch("x2", "X2")
    b.spill("x7", "X2")
    b.product("and", "x2", "x1", "x0")
    b.product("or", "x0", "x2", "x1")
    b.product("or", "x1", "x2", "x0")
    b.put("x2", 0, b.add("com", b.get("x2", 0)))
    b.eor("x3", "x2")
    b.eor("x4", "x0")
    b.fetch("x7", "X2")
    b.eor("x7", "x1")
    b.spill("x2", "X2")
    b.eor("x1", "x4")
    b.spill("x1", "E0")
    b.fetch("x5", "X0")
    b.eor("x0", "x3")
    b.eor("x0", "x5")
    b.fetch("x6", "X1")
    first, second = b.both()
    b.enter(1, first)
    b.product("and", "x6", "x7", "x5")
    b.put("ta", 0, b.add("eor", b.get("x7", 0), b.get("x6", 0)))
    b.store(b.get("x6", 0), "E1", 0)
    b.enter(1, second)
    b.put("ta", 1, b.add("eor", b.get("x7", 1), b.get("x6", 1)))
    first, second = b.both()
    b.enter(0, first)
    b.store(b.get("x6", 1), "E1", 1)
    b.enter(0, second)
    for s in (0, 1):
        b.put("tb", s, b.add("eor", b.get("x3", s), b.get("x5", s)))
    b.fetch("x1", "E0")
    b.product("and", "x1", "tb", "ta")
    b.fetch("x2", "X2")
    b.eor("x2", "ta")
    first, second = b.both()
    b.enter(2, first)
    b.wipe("E0")
    b.enter(2, second)
    b.leave(7)
    b.fetch("x6", "E1")
    b.wipe("E1")
    b.product("or", "x6", "x4", "x3")
    b.leave(6)
    b.product("or", "x5", "x6", "x4")
    b.leave(3, 4, 5)
    return b.steps


def machine() -> Machine:
    values = values_of_round()
    shares = {f"x{i}.{s}": Word(0, v) for i in range(BITS) for s, v in enumerate(values.columns[0].shares(i))}
    registers = dict.fromkeys(REGISTERS, values.public)
    holds = {}
    for new, register in HOMES.items():
        registers[register], holds[register] = shares[f"x{new[1:]}"], f"x{new[1:]}"
    cells = {f"X{i}.{s}": shares[f"x{i}.{s}"] for i in range(3) for s in (0, 1)}
    return Machine(values, registers, holds, cells=cells)


def early(done: Sequence[Step], step: Step) -> float:
    """Loads and stores follow each other, and a loaded word is used later."""
    if done and done[-1].cost == "load" and done[-1].target in step.operands and step.cost != "store":
        return -4.0
    if done and done[-1].cost == "store" and step.cost == "load":
        return -6.0
    return 6.0 * bool(done and done[-1].cost == "load" and step.cost != "alu")


def cycles(costs: list[str]) -> int:
    """A load takes 2, 1 after another one; a store 1; a load after a store 1 more."""
    total = 0
    for before, kind in zip(["alu", *costs], costs, strict=False):
        total += {"alu": 1, "store": 1 - (before == "load"), "load": 2 - (before == "load") + (before == "store")}[kind]
    return total


def ordered(seed: int) -> tuple[list[str], int]:
    """The instructions, and their cycles. Raises Stuck."""
    stream = random.Random(seed)
    m = machine()
    order = schedule(program(stream), m, NEUTRAL, MOVE, stream, MOST_NEUTRAL, early, FEW, SPREAD)
    clear = [f"mov.w   {r}, #0" for r in m.stale(REGISTERS, "kn")]
    return [text for _, text in order] + clear, cycles([s.cost for s, _ in order]) + len(clear)


def search() -> int:
    return first_seed(ordered, MOST_CYCLES)


def generate() -> str:
    return round_macro("dev/pipo/thumb/masked.py", "pipo_masked_v7m.S", ordered(SEED)[0])


if __name__ == "__main__":
    OUTPUT.write_text(generate())
