# SPDX-License-Identifier: MIT
"""Writes seed/thumb/sbox.inc: the S-boxes of SEED for ARMv7-M, scheduled onto its registers.

    python3 -m dev.seed.thumb.sbox

The maps to and from the tower field are those of seed_portable.c, the inversion is that of ARIA."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from dev.aria.thumb.rounds import REGISTERS, inverted, linear, numbered
from dev.registers_thumb import Program, Value, macro, schedule
from dev.seed.thumb import orders

OUTPUT = Path(__file__).parents[3] / "src/seed/thumb/sbox.inc"
SPILLED = 96  # bytes of the frame that seed_v7m.S keeps
FIRST, SECOND = 0x00FF00FF, 0xFF00FF00  # bytes with S0 and S1
STATE = [f"r{i}" for i in range(4, 12)]
CONSTANTS = {0: FIRST, 3: 0xFFFFFFFF, 4: SECOND, 5: 0xFFFFFFFF, 7: FIRST}  # 0xa9 and 0x38, by bits

TO_TOWER = """
    a2 = x2 ^ x4, a3 = x7 ^ a2, z0 = x3 ^ x5, z5 = x5 ^ x6, z1 = x0 ^ a3, z2 = x1 ^ x2, z3 = x7 ^ z0, z4 = x3,
    a6 = x1 ^ a3, z6 = z5 ^ a6, a5 = x4 ^ z0, z7 = x1 ^ a5
"""
# y: the bytes of x with S1
FROM_TOWER = """
    t0 = x4 ^ y2, t1 = x1 ^ t0, t2 = x3 ^ y1, t3 = y0 ^ t2, t4 = y5 ^ y7, t5 = x0 ^ t1, t7 = x2 ^ y3 ^ y6,
    t8 = y7 ^ t3, t9 = x6 ^ x7, t11 = t4 ^ t7, t12 = t0 ^ x5 ^ y4, t13 = x5 ^ t5, t14 = t8 ^ t13, z0 = t7 ^ t13,
    z1 = x7 ^ t14, z2 = t11 ^ t1 ^ t2, z3 = t9 ^ t4 ^ t5, z4 = y3 ^ t9 ^ t12, z5 = t1 ^ y4 ^ t3, z6 = t3 ^ t11,
    z7 = t8 ^ t12
"""


def substituted(p: Program, x: list[Value]) -> list[Value]:
    x = inverted(p, linear(p, numbered(x), TO_TOWER))
    seconds = {f"y{i}": p.make(f"and.w {{0}}, {{1}}, #{SECOND:#010x}", value) for i, value in enumerate(x)}
    z = linear(p, numbered(x) | seconds, FROM_TOWER)
    for bit, mask in CONSTANTS.items():
        z[bit] = p.make(f"eor.w {{0}}, {{1}}, #{mask:#010x}", z[bit])
    return z


def mixed(p: Program, x: list[Value]) -> list[Value]:
    """Byte k of bit i becomes the sum of all bytes but byte (i / 2 - k) mod 4."""
    words = []
    for bit, value in enumerate(x):
        total = p.xor(value, value, 8)
        total = p.xor(total, total, 16)
        words.append(p.xor(total, p.make("rev.w {0}, {1}", value), 24 - 8 * (bit // 2)))
    return words


def program(change: Callable[[Program, list[Value]], list[Value]], live_out: list[str] | None) -> Program:
    p = Program(REGISTERS, SPILLED)
    results = change(p, [p.input(register) for register in STATE])
    for value, register in zip(results, live_out or [""] * 8, strict=True):
        p.output(value, register)
    return p


def programs() -> dict[str, Program]:
    """By macro: G without changes of layout, and the S-boxes alone, with outputs in any registers."""
    return {
        "substitute_and_mix": program(lambda p, x: mixed(p, substituted(p, x)), STATE),
        "substitute": program(substituted, None),
    }


def generate() -> str:
    parts, outcome = [], ""
    for name, p in programs().items():
        parts.append(macro(name, schedule(p, orders.ORDERS.get(name))))
        outcome = "".join(f"#define BIT_{bit} {register}\n" for bit, register in enumerate(p.live_out.values()))
    frame = max(4 + int(place) for place in re.findall(r"\[sp, #(\d+)\]", "".join(parts)))
    return "\n".join(
        [
            "/* SPDX-License-Identifier: MIT */\n"
            "/* Written by dev/seed/thumb/sbox.py: the S-boxes of seed_v7m.S on registers. */\n",
            f"#define FRAME {frame + frame % 8}\n{outcome}",
            *parts,
        ]
    )


if __name__ == "__main__":
    OUTPUT.write_text(generate())
