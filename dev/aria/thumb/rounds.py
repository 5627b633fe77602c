# SPDX-License-Identifier: MIT
"""Writes aria/thumb/rounds.inc: the rounds of two blocks of ARIA for ARMv7-M, scheduled onto its registers.

    python3 -m dev.aria.thumb.rounds

The inversion is that of aria/portable/bitslice.h, the layout that of aria_v7m.S.  The state is in STATE between the
programs, or in OUTCOME."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from dev.aria.thumb import orders
from dev.circuits import Nibble
from dev.registers_thumb import Program, Value, macro, schedule

SRC = Path(__file__).parents[3] / "src"
OUTPUT = SRC / "aria/thumb/rounds.inc"
REGISTERS = [*(f"r{i}" for i in range(13)), "lr"]
STATE = REGISTERS[:8]
SPILLED = 24  # bytes of the frame that aria_v7m.S keeps
SECOND, INVERSE = 0xF0, 0xCC  # by byte of a word: bits with S2 or its inverse; bits with an inverse S-box

# x + the difference of the inverse S-boxes' map to x, for u, the bytes with an inverse S-box, of which v are second
# bytes.  The sums are those of bitslice.h, by Paar's greedy algorithm.
BEFORE = """
    t0 = u7 ^ v0, t1 = u2 ^ v5, t2 = u1 ^ v7, t3 = t0 ^ u0, t4 = t3 ^ v3, t5 = t1 ^ t2, t6 = t5 ^ v6, t7 = t4 ^
    v1, t8 = t7 ^ v4, t9 = t6 ^ u6, t10 = v1 ^ v2, t11 = t10 ^ x2, t12 = t5 ^ x4, t13 = t9 ^ x6, t14 = t8 ^ v6,
    t15 = u2 ^ x1, t16 = t1 ^ x3, t17 = t14 ^ t15, t18 = t2 ^ x7, t19 = t11 ^ u2, t20 = t8 ^ t9, t21 = t12 ^ u0,
    t22 = t18 ^ t4, t23 = u4 ^ u5, t24 = t17 ^ v7, t25 = t19 ^ u0, t26 = t0 ^ t13, t27 = t21 ^ u7, t28 = u4 ^ v1,
    t29 = t16 ^ t28, t30 = t10 ^ t3, t31 = t23 ^ t24, t32 = t30 ^ x0, t33 = t20 ^ x5, z0 = t32, z1 = t31, z2 =
    t25, z3 = t29, z4 = t27, z5 = t33, z6 = t26, z7 = t22
"""
# The same for S1 and S2 after the inversion.
BEHIND = """
    t0 = u7 ^ v2, t1 = u2 ^ v1, t2 = u0 ^ v6, t3 = u1 ^ v6, t4 = t1 ^ v7, t5 = u6 ^ v4, t6 = t0 ^ t2, t7 = t3 ^
    u5, t8 = t7 ^ u4, t9 = t8 ^ v5, t10 = t3 ^ t4, t11 = t6 ^ u4, t12 = t5 ^ x2, t13 = t4 ^ x0, t14 = v3 ^ v4, t15
    = t0 ^ x1, t16 = t6 ^ v3, t17 = t9 ^ x5, t18 = t14 ^ t15, t19 = t1 ^ t5, t20 = t19 ^ x4, t21 = v1 ^ x3, t22 =
    t0 ^ x7, t23 = t11 ^ t21, t24 = t8 ^ x6, t25 = t22 ^ u0, t26 = t13 ^ t2, t27 = t26 ^ v0, t28 = t20 ^ v5, t29 =
    t12 ^ t16, t30 = t24 ^ u2, t31 = t10 ^ t18, z0 = t27, z1 = t31, z2 = t29, z3 = t23, z4 = t28, z5 = t17, z6 =
    t30, z7 = t25
"""
TO_TOWER = """
    t0 = x3 ^ x7, t1 = x4 ^ x5, t2 = x0 ^ x6, t3 = x1 ^ t1, t4 = x2 ^ t2, t5 = x3 ^ t3, t6 = x5 ^ t4, t7 = t3 ^ t4,
    t8 = t0 ^ t2, z7 = x7 ^ t6, z6 = t5, z5 = x0 ^ t0, z4 = t0 ^ t7, z3 = x6 ^ t5, z2 = t1 ^ t8, z1 = x1 ^ t0,
    z0 = x6 ^ t0
"""
FROM_TOWER = """
    t0 = x3 ^ x6, t1 = x2 ^ x5, t2 = x0 ^ t0, t3 = x1 ^ t2, t4 = x3 ^ t1, t5 = x4 ^ x7, t6 = x2 ^ x4, t7 = x0 ^ x1,
    t8 = x6 ^ t1, z7 = x1 ^ t4, z6 = t0, z5 = x6 ^ t5, z4 = t4 ^ t5, z3 = t7 ^ t8, z2 = t3 ^ t6, z1 = t3,
    z0 = x5 ^ t2
"""


def or_(p: Program, a: Value, b: Value) -> Value:
    return p.make("orr.w {0}, {1}, {2}", a, b)


def masked(p: Program, x: Value, byte: int) -> Value:
    return p.make(f"and.w {{0}}, {{1}}, #{byte * 0x01010101:#010x}", x)


def linear(p: Program, known: dict[str, Value], formulas: str) -> list[Value]:
    """Sums: `t0 = x2 ^ v6, ...`."""
    known = dict(known)
    for line in formulas.replace("\n", " ").split(","):
        name, terms = line.split("=")
        known[name.strip()] = p.sum(*[known[t.strip()] for t in terms.split("^")])
    return [known[f"z{i}"] for i in range(8)]


def numbered(x: list[Value]) -> dict[str, Value]:
    return {f"x{i}": value for i, value in enumerate(x)}


def chosen(p: Program, x: list[Value], byte: int, formulas: str) -> list[Value]:
    known = numbered(x)
    for name in sorted(set(re.findall(r"[uv]\d", formulas))):
        known[name] = masked(p, known[f"x{name[1]}"], byte & (SECOND if name[0] == "v" else 0xFF))
    return linear(p, known, formulas)


def multiply(p: Program, a: Nibble[Value], b: Nibble[Value]) -> list[Value]:
    w = p.and_(a.b31, b.b31)
    high, low = p.xor(w, p.and_(a.b20, b.b20)), p.xor(w, p.and_(a.sum, b.sum))
    u, v = p.and_(a.b32, b.b32), p.and_(a.b10, b.b10)
    return [
        p.sum(p.and_(a.b0, b.b0), v, low),
        p.sum(p.and_(a.b1, b.b1), v, high),
        p.sum(p.and_(a.b2, b.b2), u, low),
        p.sum(p.and_(a.b3, b.b3), u, high),
    ]


def inverted(p: Program, x: list[Value]) -> list[Value]:
    a, b = Nibble(p, x[4:]), Nibble(p, x[:4])
    w = or_(p, a.b31, b.b31)
    high = p.sum(p.and_(a.b20, b.b20), w, a.b0, b.b0)
    low = p.xor(or_(p, a.sum, b.sum), w)
    u, v = p.and_(a.b32, b.b32), p.and_(a.b10, b.b10)
    f3 = p.sum(or_(p, a.b3, b.b3), u, high)
    f2 = p.sum(or_(p, a.b2, b.b2), u, low)
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
    return [*multiply(p, a, g), *high_half]


def substituted(p: Program, x: list[Value]) -> list[Value]:
    """One inversion for all bytes; linear maps before and after it for half of them each."""
    x = inverted(p, chosen(p, x, INVERSE, BEFORE))
    return chosen(p, x, 0xFF ^ INVERSE, BEHIND)


def diffused(p: Program, x: list[Value]) -> list[Value]:
    """H C (P + J) C of aria_portable.c, where H exchanges the halves of all words.  A word is a byte, which the first C
    moves up by one and the second moves back."""
    words = []
    for value in x:
        value = p.xor(value, p.xor(value, value, 8), 8)
        across = p.make("eor.w {0}, {1}, {2}, lsr #2", value, value)
        across = p.make("and.w {0}, {1}, #0x00330033", across)
        value = p.make("eor.w {0}, {1}, {2}, lsl #2", p.xor(value, across), across)
        within = masked(p, p.make("eor.w {0}, {1}, {2}, lsr #4", value, value), 0x0F)
        joined = masked(p, p.make("eor.w {0}, {1}, {2}, lsr #2", within, within), 0x03)
        joined = p.make("eor.w {0}, {1}, {2}, lsl #2", joined, joined)
        within = p.xor(joined, p.make("uxth.w {0}, {1}, ror #8", within), 24)
        value = p.make("eor.w {0}, {1}, {2}, lsl #4", p.xor(value, within), within)
        words.append(p.xor(value, p.xor(value, value, 24), 24))
    return words


def between(
    change: Callable[[Program, list[Value]], list[Value]],
    live_in: list[str],
    live_out: list[str] | None = None,
    without: str = "",
) -> Program:
    p = Program([r for r in REGISTERS if r != without], SPILLED)
    results = change(p, [p.input(register) for register in live_in])
    for value, register in zip(results, live_out or [""] * 8, strict=True):
        p.output(value, register)
    return p


def to_tower(p: Program, x: list[Value]) -> list[Value]:
    return linear(p, numbered(x), TO_TOWER)


def from_tower(p: Program, x: list[Value]) -> list[Value]:
    return linear(p, numbered(x), FROM_TOWER)


def programs(outcome: list[str], key: str) -> dict[str, Program]:
    """By macro, except the S-boxes."""
    return {
        "diffuse": between(diffused, outcome, STATE, key),
        "to_tower": between(to_tower, STATE, STATE),
        "from_tower": between(from_tower, outcome, outcome),
        "state_to_outcome": between(lambda _, x: x, STATE, outcome),
    }


def s_boxes() -> Program:
    return between(substituted, STATE)


def registers_after(p: Program) -> tuple[list[str], list[str]]:
    """Registers of the state after the S-boxes, and free ones, first those that are also free before."""
    outcome = list(p.live_out.values())
    spare = [r for r in REGISTERS if r not in outcome]
    return outcome, sorted(spare, key=lambda r: r in STATE)


def other_than_state(key: str) -> list[str]:
    """Free registers before the S-boxes, except the key's address."""
    return [r for r in REGISTERS if r not in [*STATE, key]]


def generate() -> str:
    p = s_boxes()
    parts = [macro("substitute", schedule(p, orders.ORDERS.get("substitute")))]
    outcome, spare = registers_after(p)
    for name, other in programs(outcome, spare[0]).items():
        parts.append(macro(name, schedule(other, orders.ORDERS.get(name))))
    frame = max(4 + int(place) for place in re.findall(r"\[sp, #(\d+)\]", "".join(parts)))
    return "\n".join(
        [
            "/* SPDX-License-Identifier: MIT */\n"
            "/* Written by dev/aria/thumb/rounds.py: the rounds of aria_v7m.S on registers. */\n",
            f"#define FRAME {frame + frame % 8}\n"
            f"#define STATE {', '.join(STATE)}\n"
            f"#define OUTCOME {', '.join(outcome)}\n"
            + "".join(f"#define SPARE_{i} {register}\n" for i, register in enumerate(spare))
            + "".join(f"#define OTHER_{i} {register}\n" for i, register in enumerate(other_than_state(spare[0]))),
            *parts,
        ]
    )


if __name__ == "__main__":
    OUTPUT.write_text(generate())
