# SPDX-License-Identifier: MIT
"""Writes aes/rv32/rounds.inc: the rounds of AES for RV32, of eight blocks and of two, scheduled onto its registers.

    python3 -m dev.aes.rv32.rounds

The S-box's circuit comes from aes/sbox.h.  Eight blocks: word (row, bit) of the state, in the frame, holds one bit of
the four bytes of a row.  Two blocks: word i holds bit i of all bytes, a row in a byte, in the registers STATE, or
OUTCOME after the S-box."""

from __future__ import annotations

from pathlib import Path

from dev.circuits import circuit, evaluated
from dev.registers_rv32 import Program, macro, reduce_pressure

SRC = Path(__file__).parents[3] / "src"
OUTPUT = SRC / "aes/rv32/rounds.inc"
REGISTERS = [f"s{i}" for i in range(12)] + [f"a{i}" for i in range(1, 8)] + [f"t{i}" for i in range(7)] + ["ra"]
STATE = ["s0", "s1", "a1", "a2", "a3", "a4", "a5", "s2"]
LINK = "ra"
# Of some thousand seeds: the S-box needs no memory, and the macros after it the fewest moves.
SEED = 3144
# The frame: spill slots, and the state of eight blocks.
SPILLED, EIGHT = 24, 48


def state(row: int, bit: int) -> str:
    return f"{EIGHT + 4 * (8 * row + bit)}(sp)"


def key(row: int, bit: int) -> str:
    return f"{4 * (8 * row + bit)}(rk)"


def sub_bytes(p: Program, q: list[str]) -> list[str]:
    known = {f"q[{i}]": value for i, value in enumerate(q)}
    values = evaluated(p, circuit((SRC / "aes/sbox.h").read_text(), "aes_sub_bytes"), known)
    return [values[f"q[{i}]"] for i in range(8)]


def sub_and_shift(p: Program, row: int) -> list[str]:
    """SubBytes and ShiftRows of a row."""
    words = sub_bytes(p, [p.memory(state(row, i)) for i in range(8)])
    return words if row == 0 else [p.make(f"ror_to {{0}}, {{1}}, {8 * row}, {{1}}", x) for x in words]


def middle_round() -> Program:
    """MixColumns: with u[r] = a[r] + a[r+1], 2 u[r] + a[r+1] + u[r+2]."""
    p = Program(REGISTERS, EIGHT + 128)
    a = [sub_and_shift(p, row) for row in range(4)]
    top = [p.xor(a[r][7], a[(r + 1) % 4][7]) for r in range(4)]
    u = top
    for i in reversed(range(8)):
        rest = [p.xor(a[(r + 1) % 4][i], u[(r + 2) % 4]) for r in range(4)]
        u = [p.xor(a[r][i - 1], a[(r + 1) % 4][i - 1]) for r in range(4)] if i else top
        for r in range(4):
            value = p.xor(rest[r], u[r])
            if i in (1, 3, 4):
                value = p.xor(value, top[r])
            p.store(p.xor(value, p.memory(key(r, i))), state(r, i))
    return p


def subroutine() -> Program:
    return Program([r for r in REGISTERS if r != LINK], SPILLED)


def inputs(p: Program, registers: list[str]) -> list[str]:
    return [p.input(register) for register in registers]


def output_state(p: Program, values: list[str]) -> Program:
    for value, register in zip(values, STATE, strict=True):
        p.output(value, register)
    return p


def s_box() -> tuple[Program, list[str]]:
    p = subroutine()
    words = sub_bytes(p, inputs(p, STATE))
    for value in words:
        p.output(value)
    p.order = reduce_pressure(p, SEED)
    return p, words


def inverse_linear(registers: list[str]) -> Program:
    """The inverse of the S-box's linear layer, b[i] = a[i + 2] + a[i + 5] + a[i + 7]; pairs share a sum."""
    p = subroutine()
    a, b = inputs(p, registers), [""] * 8
    both = {j: p.xor(a[j], a[(j + 3) % 8]) for j in range(0, 8, 2)}
    for j in (0, 4, 2, 6):
        b[(j + 1) % 8] = p.xor(both[j], a[(j + 6) % 8])
        b[(j + 6) % 8] = p.xor(both[j], a[(j + 5) % 8])
    return output_state(p, b)


def rotated(p: Program, x: str, n: int, mask: str) -> str:
    """Rotates each byte right by n bits; `mask`: its n lowest bits."""
    low = p.make("and {0}, {1}, {2}", x, mask)
    high = p.make(f"srli {{0}}, {{1}}, {n}", p.xor(x, low))
    return p.make("or {0}, {1}, {2}", high, p.make(f"slli {{0}}, {{1}}, {8 - n}", low))


def rows_up(p: Program, x: str, n: int) -> str:
    return p.make(f"ror_to {{0}}, {{1}}, {8 * n}, {{s}}", x)


class Columns:
    """The bytes one and two rows below; `shift_pending`: ShiftRows is not done yet."""

    def __init__(self, p: Program, shift_pending: bool):
        self.p = p
        self.one, self.two = (
            p.make(f"li {{0}}, {mask}") if shift_pending else "" for mask in ("0x03030303", "0x0f0f0f0f")
        )

    def below(self, x: str) -> str:
        return rows_up(self.p, rotated(self.p, x, 2, self.one) if self.one else x, 1)

    def two_below(self, x: str) -> str:
        return rows_up(self.p, rotated(self.p, x, 4, self.two) if self.two else x, 2)


def mix_columns(outcome: list[str], shift_pending: bool) -> Program:
    """With a the column, b the one below: 2 a0 + 3 a1 + a2 + a3 = 2 (a0 + b0) + b0 + (a2 + b2)."""
    p = subroutine()
    q, columns = inputs(p, outcome), Columns(p, shift_pending)
    below = columns.below(q[7])
    top = u = p.xor(q[7], below)
    words: list[str] = []
    for i in reversed(range(8)):
        rest = p.xor(below, columns.two_below(u))
        if i:
            below = columns.below(q[i - 1])
            u = p.xor(q[i - 1], below)
        if i in (1, 3, 4):
            rest = p.xor(rest, top)
        words.insert(0, p.xor(rest, u if i else top))
    return output_state(p, words)


def inverse_mix_columns(outcome: list[str], shift_pending: bool) -> Program:
    """InvMixColumns = MixColumns of a0 + 4 (a0 + a2)."""
    p = subroutine()
    q, columns = inputs(p, STATE), Columns(p, shift_pending)
    six, seven = (p.xor(q[i], columns.two_below(q[i])) for i in (6, 7))
    both = p.xor(six, seven)
    zero = p.xor(q[0], columns.two_below(q[0]))
    words = [p.xor(q[0], six), p.xor(q[1], both)]
    one = p.xor(q[1], columns.two_below(q[1]))
    words.append(p.sum(q[2], zero, seven))
    two = p.xor(q[2], columns.two_below(q[2]))
    words.append(p.sum(q[3], one, six))
    three = p.xor(q[3], columns.two_below(q[3]))
    words.append(p.sum(q[4], two, both))
    words.append(p.sum(q[5], three, seven))
    words.append(p.xor(q[6], p.xor(q[4], columns.two_below(q[4]))))
    words.append(p.xor(q[7], p.xor(q[5], columns.two_below(q[5]))))
    for value, register in zip(words, outcome, strict=True):
        p.output(value, register)
    return p


def last_key(outcome: list[str]) -> Program:
    p = subroutine()
    return output_state(p, [p.xor(x, p.memory(key(0, i))) for i, x in enumerate(inputs(p, outcome))])


def generate() -> str:
    box, words = s_box()
    sub = macro("s_box", box)
    outcome = [box.live_out[value] for value in words]
    return "\n".join(
        [
            "/* SPDX-License-Identifier: MIT */\n"
            "/* Written by dev/aes/rv32/rounds.py: the rounds of aes_rv32.S on registers. */\n",
            f"#define STATE {', '.join(STATE)}",
            f"#define OUTCOME {', '.join(outcome)}\n",
            macro("middle_round", middle_round()),
            sub,
            macro("last_key", last_key(outcome)),
            macro("mix_columns", mix_columns(outcome, shift_pending=False)),
            macro("mix_columns_pending", mix_columns(outcome, shift_pending=True)),
            macro("inverse_mix_columns", inverse_mix_columns(outcome, shift_pending=False)),
            macro("inverse_mix_columns_pending", inverse_mix_columns(outcome, shift_pending=True)),
            macro("inverse_linear_state", inverse_linear(STATE)),
            macro("inverse_linear_outcome", inverse_linear(outcome)),
        ]
    )


if __name__ == "__main__":
    OUTPUT.write_text(generate())
