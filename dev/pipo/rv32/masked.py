# SPDX-License-Identifier: MIT
"""Writes pipo/rv32/masked.inc: a round of PIPO-64/128 in two shares, four blocks in words, for RV32.

    python3 -m dev.pipo.rv32.masked

Order and registers are those of dev/masked_words.py for SEED. Nothing that depends on the shares before the round is
left after it: registers that still hold such are cleared."""

from __future__ import annotations

import random
from pathlib import Path

from dev.masked_words import Machine, Step, Word, first_seed, round_macro, schedule
from dev.pipo.sbox import BITS
from dev.pipo.words import LEFT, OUT, Builder, values_of_round

OUTPUT = Path(__file__).parents[3] / "src/pipo/rv32/masked.inc"
SEED = 2  # see search()
MOST_CLEARED = 0
ROWS = ["s0", "s1", "s2", "s3", "s4", "s5", "s6", "s7"], ["s8", "s9", "s10", "s11", "t3", "t4", "t5", "t6"]
OTHERS = ["t0", "t1", "t2", "ra", "a4", "a5", "a6", "a7"]
TEXTS = {
    "and": "and     {0}, {1}, {2}",
    "or": "or      {0}, {1}, {2}",
    "eor": "xor     {0}, {1}, {2}",
    "com": "not     {0}, {1}",
}
TWO, ONE = (("first", "1"), ("second", "2"), ("result", "0")), (("first", "1"), ("result", "0"))
NEUTRAL = Step("neutral", "", (), "add     zero, zero, zero", (("first", ""), ("second", ""), ("result", "")))


def at(row: int, share: int) -> str:
    """The address of a word of the round's key: row 0 of share 0 has the round's number in it."""
    return "(row0)" if row == share == 0 else f"4 * {row + 8 * share - 1}(rk)"


def program(stream: random.Random) -> list[Step]:
    b = Builder(stream, TEXTS, TWO, ONE)
    b.sbox()
    rows = [(i, s) for s in (0, 1) for i in range(BITS)]
    stream.shuffle(rows)
    for i, s in rows:
        home = ROWS[s][i]
        y = b.get(OUT[i], s)
        key = f"k{i}.{s}"
        b.steps.append(
            Step(
                "given",
                key,
                (),
                f"lw      {{0}}, {at(i, s)}",
                (("first", ""), ("result", ""), ("bus", "0")),
                result=key,
                cost="load",
            )
        )
        if LEFT[i]:
            turned = f"r{i}.{s}"
            right = 4 * (8 - LEFT[i])
            low = b.add("given", y, result=turned, text=f"srli    {{0}}, {{1}}, {right}")
            high = b.add("given", y, result=turned, text=f"slli    {{0}}, {{1}}, {32 - right}")
            y = b.add("given", low, high, result=turned, text="or      {0}, {1}, {2}")
        b.steps.append(Step("given", f"n{i}.{s}", (y, key), TEXTS["eor"], TWO, home=home, result=f"n{i}.{s}"))
    return b.steps


def machine() -> Machine:
    values = values_of_round()
    column = values.columns[0]
    start = {ROWS[s][i]: (f"x{i}.{s}", Word(0, v)) for i in range(BITS) for s, v in enumerate(column.shares(i))}
    registers = {r: start[r][1] if r in start else values.public for r in (*ROWS[0], *ROWS[1], *OTHERS)}
    return Machine(values, registers, {r: name for r, (name, _) in start.items()}, recent=("", ""))


def ordered(seed: int) -> tuple[list[str], int]:
    """The instructions, and how many clear registers. Raises Stuck."""
    stream = random.Random(seed)
    m = machine()
    order = schedule(program(stream), m, NEUTRAL, None, stream, 0)
    stale = m.stale(OTHERS, "knr")
    return [text for _, text in order] + [f"li      {r}, 0" for r in stale], len(stale)


def search() -> int:
    return first_seed(ordered, MOST_CLEARED)


def generate() -> str:
    return round_macro("dev/pipo/rv32/masked.py", "pipo_masked_rv32.S", ordered(SEED)[0])


if __name__ == "__main__":
    OUTPUT.write_text(generate())
