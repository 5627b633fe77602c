# SPDX-License-Identifier: MIT
"""Writes aes/thumb/rounds.inc: the rounds of two blocks of AES for ARMv7-M, scheduled onto its registers.

    python3 -m dev.aes.thumb.rounds

The S-box's circuits come from aes/sbox.h, the layout from aes_portable.c.  The state is in STATE, or in OUTCOME after
an S-box."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from dev.aes.thumb import orders
from dev.circuits import circuit, evaluated
from dev.registers_thumb import Program, Value, macro, schedule

SRC = Path(__file__).parents[3] / "src"
OUTPUT = SRC / "aes/thumb/rounds.inc"
REGISTERS = [*(f"r{i}" for i in range(13)), "lr"]
STATE = REGISTERS[:8]
KEY = "lr"
SPILLED = 24  # bytes of the frame that aes_v7m.S keeps


def key_words(p: Program, rk: Value) -> list[Value]:
    return [p.load(f"[{{1}}, #\\at + {4 * i}]", rk) for i in range(8)]


def substituted(p: Program, q: list[Value], function: str) -> list[Value]:
    known = {f"q[{i}]": value for i, value in enumerate(q)}
    values = evaluated(p, circuit((SRC / "aes/sbox.h").read_text(), function), known)
    return [values[f"q[{i}]"] for i in range(8)]


def output_state(p: Program, values: list[Value], registers: list[str] | None = None) -> Program:
    for value, register in zip(values, registers or [""] * 8, strict=True):
        p.output(value, register)
    return p


def key_and_s_box() -> Program:
    p = Program(REGISTERS, SPILLED)
    q = [p.input(register) for register in STATE]
    keys = key_words(p, p.input(KEY))
    return output_state(p, substituted(p, [p.xor(*pair) for pair in zip(q, keys, strict=True)], "aes_sub_bytes"))


def inverse_s_box_and_key() -> Program:
    p = Program(REGISTERS, SPILLED)
    words = substituted(p, [p.input(register) for register in STATE], "aes_inv_sub_bytes")
    keys = key_words(p, p.memory("[sp, #0]"))
    return output_state(p, [p.xor(*pair) for pair in zip(words, keys, strict=True)])


class Rows:
    """The bytes one and two rows below, in a state with k pending ShiftRows.  Values are pairs of a word and a pending
    right rotation."""

    def __init__(self, p: Program, k: int) -> None:
        self.p, self.k = p, k

    def masked(self, x: Value, byte: int) -> Value:
        return self.p.make(f"and.w {{0}}, {{1}}, #{byte * 0x01010101:#010x}", x)

    def rotated(self, x: Value, rows: int) -> tuple[Value, int]:
        n = 2 * rows * self.k % 8
        low = (1 << n) - 1
        if n:
            x = self.p.xor(self.masked(x, 0xFF ^ low), self.masked(x, low), 24)
        return x, n + 8 * rows

    def add(self, x: Value, other: tuple[Value, int]) -> Value:
        return self.p.xor(x, *other)


def mixed(p: Program, q: list[Value], k: int) -> list[Value]:
    """With a the column, b the one below: 2 a0 + 3 a1 + a2 + a3 = 2 (a0 + b0) + b0 + (a2 + b2)."""
    rows = Rows(p, k)
    below = rows.rotated(q[7], 1)
    top = u = rows.add(q[7], below)
    words: list[Value] = []
    for i in reversed(range(8)):
        two_below = rows.rotated(u, 2)
        new = top
        if i:
            next_below = rows.rotated(q[i - 1], 1)
            new = u = rows.add(q[i - 1], next_below)
        if i in (1, 3, 4):
            new = p.xor(new, top)
        words.insert(0, rows.add(rows.add(new, below), two_below))
        if i:
            below = next_below
    return words


def unmixed(p: Program, q: list[Value], k: int) -> list[Value]:
    """InvMixColumns = MixColumns of a0 + 4 (a0 + a2).  If the bytes two rows below are not a rotation away, half
    of the columns are summed and added twice."""
    halves = k % 2 != 0
    s = [p.xor(x, x, 20 if halves else 16) for x in q]
    if halves:
        s = [Rows(p, k).masked(x, 0x0F) for x in s]
    both = p.xor(s[6], s[7])
    s = [s[6], both, p.xor(s[0], s[7]), p.xor(s[1], s[6]), p.xor(s[2], both), p.xor(s[3], s[7]), s[4], s[5]]
    q = [p.xor(x, y) for x, y in zip(q, s, strict=True)]
    if halves:
        q = [p.xor(x, y, 12) for x, y in zip(q, s, strict=True)]
    return mixed(p, q, k)


def columns(change: Callable[[Program, list[Value], int], list[Value]], k: int, outcome: list[str]) -> Program:
    p = Program(REGISTERS, SPILLED)
    return output_state(p, change(p, [p.input(register) for register in outcome], k), STATE)


def s_box() -> Program:
    p = Program(REGISTERS, SPILLED)
    return output_state(p, substituted(p, [p.input(register) for register in STATE], "aes_sub_bytes"))


def last_key(outcome: list[str]) -> Program:
    p = Program(REGISTERS, SPILLED)
    q = [p.input(register) for register in outcome]
    keys = key_words(p, p.memory("[sp, #0]"))
    return output_state(p, [p.xor(*pair) for pair in zip(q, keys, strict=True)], outcome)


def joined(outcome: list[str]) -> str:
    """Joins bits to a word of four bytes, and adds 0x63, which the circuit omits."""
    first, *rest = outcome
    text = f"    eor.w {first}, {first}, #0x63636363\n"
    text += "".join(f"    eor.w {first}, {first}, {x}, lsl #{i}\n" for i, x in enumerate(rest, 1))
    return f".macro join_word\n{text}    mov.w r0, {first}\n.endm\n"


def outcome_of(p: Program) -> list[str]:
    return list(p.live_out.values())


def names(prefix: str, outcome: list[str]) -> str:
    """Registers of the words, and spare ones."""
    spare = [r for r in REGISTERS if r not in outcome]
    text = f"#define {prefix}OUTCOME {', '.join(outcome)}\n"
    return text + "".join(f"#define {prefix}SPARE_{i} {register}\n" for i, register in enumerate(spare[:4]))


def programs() -> dict[str, Program]:
    """By macro, except those that start from an S-box's outcome."""
    return {"key_and_s_box": key_and_s_box(), "inverse_s_box_and_key": inverse_s_box_and_key(), "s_box": s_box()}


def generate() -> str:
    outcomes, parts = {}, []
    for name, p in programs().items():
        lines = schedule(p, orders.ORDERS.get(name))
        outcomes[name] = outcome_of(p)
        parts.append(macro(name + (" at" if "key" in name else ""), lines))
    outcome, inverse = outcomes["key_and_s_box"], outcomes["inverse_s_box_and_key"]
    for k in range(4):
        for name, change, where in (("mix_columns", mixed, outcome), ("inverse_mix_columns", unmixed, inverse)):
            parts.append(macro(f"{name}_{k}", schedule(columns(change, k, where), orders.ORDERS.get(f"{name}_{k}"))))
    parts += [macro("last_key at", schedule(last_key(outcome))), joined(outcomes["s_box"])]
    frame = 4 + max(int(place) for place in re.findall(r"\[sp, #(\d+)\]", "".join(parts)))
    return "\n".join(
        [
            "/* SPDX-License-Identifier: MIT */\n"
            "/* Written by dev/aes/thumb/rounds.py: the rounds of aes_v7m.S on registers. */\n",
            f"#define FRAME {frame + frame % 8}\n#define STATE {', '.join(STATE)}",
            names("", outcome),
            names("INVERSE_", inverse),
            *parts,
        ]
    )


if __name__ == "__main__":
    OUTPUT.write_text(generate())
