# SPDX-License-Identifier: MIT
"""Writes seed/rv32/sbox.inc: G of SEED, of eight words and of one, scheduled onto the registers of RV32.

    python3 -m dev.seed.rv32.sbox

The inversion is that of ARIA, the maps to and from the tower field are those of seed_portable.c, the layout is that of
seed_rv32.S."""

from __future__ import annotations

import re
from pathlib import Path

from dev.aria.rv32.rounds import REGISTERS, Logic, invert, linear, outputs, transpose
from dev.registers_rv32 import Program, macro, reduce_pressure
from dev.seed.thumb.sbox import FIRST, FROM_TOWER, SECOND, TO_TOWER

OUTPUT = Path(__file__).parents[3] / "src/seed/rv32/sbox.inc"
STATE = ["s0", "s1", *(f"a{i}" for i in range(6))]
WORD = "s0"  # input of g_of_one
KEPT = ["ra", "s9", "s10", "s11"]  # preserved by G: return address, keys and halves
KEPT_OF_ONE = [*KEPT, "s1", "a0", "a1", "a2", "a3"]  # and the block
MASKS = {0x55555555: 0, 0x33333333: 4, 0x0F0F0F0F: 8, FIRST: 12, SECOND: 16, 0x01010101: 20, 0x3CC33CC3: 24}
MASKS |= {0x38A938A9: 28}
SPILLED = 32
# Seeds of reduce_pressure(): those of forty with the fewest loads and stores.
SEEDS = {"g_of_eight": 0, "g_of_one": 4}


class G(Logic):
    def __init__(self, bias: list[str]) -> None:
        Program.__init__(self, [r for r in REGISTERS if r not in bias], SPILLED)
        self.short = True
        self.masks = {mask: self.memory(f"{place}(sp)") for mask, place in MASKS.items()}

    def rotated(self, a: str, n: int) -> str:
        return self.make(f"ror_to {{0}}, {{1}}, {n}, {{s}}", a)


def substituted(p: G, x: list[str]) -> list[str]:
    """Both S-boxes without their constants."""
    x = invert(p, outputs(linear(p, {f"x{i}": value for i, value in enumerate(x)}, TO_TOWER)))
    known = {f"x{i}": value for i, value in enumerate(x)}
    known |= {f"y{i}": p.and_(value, p.masks[SECOND]) for i, value in enumerate(x)}
    return outputs(linear(p, known, FROM_TOWER))


def with_constants(p: G, x: list[str]) -> list[str]:
    x = list(x)
    for bit, mask in ((0, FIRST), (4, SECOND), (7, FIRST)):
        x[bit] = p.xor(x[bit], p.masks[mask])
    for bit in (3, 5):
        x[bit] = p.make("not {0}, {1}", x[bit])
    return x


def mixed(p: G, x: list[str]) -> list[str]:
    """Byte k of bit i becomes the sum of all bytes but byte (i / 2 - k) mod 4."""
    words = []
    for bit, value in enumerate(x):
        pair = bit // 2
        if pair % 2:
            value = p.rotated(value, 8)
        across = p.xor(value, p.rotated(value, 16))
        within = p.and_(across, p.masks[FIRST if pair < 2 else SECOND])
        words.append(p.sum(p.rotated(across, 8), value, within))
    return words


def g_of_eight() -> Program:
    p = G(KEPT)
    x = transpose(p, [p.input(register) for register in STATE])
    for value, register in zip(transpose(p, mixed(p, with_constants(p, substituted(p, x)))), STATE, strict=True):
        p.output(value, register)
    return p


def g_of_one() -> Program:
    """G of a word whose bits are unpacked to the lowest bit of each byte: seed_mix() of seed_internal.h."""
    p = G(KEPT_OF_ONE)
    x = p.input(WORD)
    bits = [p.and_(p.down(x, i) if i else x, p.masks[0x01010101]) for i in range(8)]
    y, *others = substituted(p, bits)
    for i, bit in enumerate(others, 1):
        y = p.or_(y, p.up(bit, i))
    y = p.xor(y, p.masks[0x38A938A9])
    across = p.rotated(y, 16)
    total = p.xor(y, across)
    left_out = p.xor(across, p.and_(total, p.masks[0x3CC33CC3]))
    even = p.xor(total, p.and_(left_out, p.masks[0x33333333]))
    p.output(p.xor(even, p.rotated(p.xor(even, left_out), 8)), WORD)
    return p


def programs() -> dict[str, Program]:
    """By macro."""
    result = {"g_of_eight": g_of_eight(), "g_of_one": g_of_one()}
    for name, p in result.items():
        p.order = reduce_pressure(p, SEEDS[name])
    return result


def generate() -> str:
    code = "\n".join(macro(name, p) for name, p in programs().items())
    spilled = max(4 + int(place) for place in re.findall(r"(\d+)\(sp\)", code))
    text = "/* SPDX-License-Identifier: MIT */\n"
    text += "/* Written by dev/seed/rv32/sbox.py: G of seed_rv32.S on registers. */\n\n"
    return text + f"#define SPILLED {spilled}\n\n" + code


if __name__ == "__main__":
    OUTPUT.write_text(generate())
