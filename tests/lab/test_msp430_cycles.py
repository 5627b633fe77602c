# SPDX-License-Identifier: MIT
"""How long MSP430 instructions take: TI's tables, row by row.  SLAU049F, tables 3-14 to 3-16; SLAU208Q, tables 6-9,
6-10 and 6-15 to 6-17."""

from __future__ import annotations

from itertools import product

import msp430_code as code
import pytest
from msp430_code import (
    CODE,
    DATA,
    STACK,
    absolute,
    constant,
    immediate,
    indexed,
    indirect,
    one,
    register,
    symbolic,
    two,
)

HERE = CODE + 64
# Operands and their columns in the tables.
SOURCES = {
    "Rn": (register(8), 0),
    "#1": (constant(1), 0),
    "@Rn": (indirect(4), 1),
    "@Rn+": (indirect(4, True), 2),
    "#N": (immediate(HERE), 3),
    "X(Rn)": (indexed(4, 0), 4),
    "EDE": (symbolic(DATA), 5),
    "&EDE": (absolute(DATA), 6),
}
TARGETS = {"Rm": register(9), "PC": register(0), "x(Rm)": indexed(5, 0), "EDE": symbolic(DATA), "&EDE": absolute(DATA)}
# By chip and destination: Rn, @Rn, @Rn+, #N, X(Rn), EDE, &EDE.
DOUBLE = {
    "msp430": {"Rm": (1, 2, 2, 2, 3, 3, 3), "PC": (2, 2, 3, 3, 3, 3, 3), "memory": (4, 5, 5, 5, 6, 6, 6)},
    "msp430x": {"Rm": (1, 2, 2, 2, 3, 3, 3), "PC": (3, 4, 4, 3, 5, 5, 5), "memory": (4, 5, 5, 5, 6, 6, 6)},
}
SINGLE = {
    "msp430": {"rrc": (1, 3, 3, None, 4, 4, 4), "push": (3, 4, 5, 4, 5, 5, 5), "call": (4, 4, 5, 5, 5, 5, 5)},
    "msp430x": {"rrc": (1, 3, 3, None, 4, 4, 4), "push": (3, 3, 3, 3, 4, 4, 4), "call": (4, 4, 4, 4, 5, 5, 6)},
}
EXTENDED = {
    "Rm": ((2, 3, 3, 3, 4, 4, 4), (2, 4, 4, 3, 5, 5, 5)),
    "PC": ((4, 5, 5, 4, 6, 6, 6), (4, 6, 6, 4, 7, 7, 7)),
    "memory": ((5, 6, 6, 6, 7, 7, 7), (7, 9, 9, 8, 10, 10, 10)),
}
EXTENDED_SINGLE = {
    "rrc": ((2, 4, 4, None, 5, 5, 5), (2, 6, 6, None, 7, 7, 7)),
    "push": ((4, 4, 4, 4, 5, 5, 5), (5, 6, 6, 5, 7, 7, 7)),
}
SAVES = ("mov", "cmp", "bit")  # a cycle, where the destination is in memory, on MSP430X
REGISTERS = {1: STACK, 2: 0, 4: DATA, 5: DATA + 8, 8: HERE, 9: 0}


Case = tuple[str, list[int], int]


def wrong(chip: str, cases: list[Case], registers: dict[int, int] | None = None) -> list[str]:
    """Those of name, instruction and cycles that take others."""
    assert len(cases) > 5
    before = REGISTERS | (registers or {})
    data = HERE.to_bytes(2, "little") + bytes(30)
    ends = code.outcomes(chip, [(words, 1, before) for _, words, _ in cases], data)
    return [
        f"{name}: {'a fault' if end.fault else end.cycles}, not {expected}"
        for (name, _, expected), end in zip(cases, ends, strict=True)
        if end.fault or end.cycles != expected
    ]


def extended(words: list[int], wide: bool, low: int = 0, high: int = 0) -> list[int]:
    """After an extension word; 20 bits are A/L = 0 and B/W = 1.  `low`: repetitions but one, or bits 19 to 16 of the
    destination; `high`: those of the source."""
    return [0x1800 | high << 7 | (0 if wide else 0x40) | low, words[0] | (0x40 if wide else 0), *words[1:]]


BACK = {"EDE": 15}  # bits 19 to 16 of a distance


@pytest.mark.parametrize("chip", DOUBLE)
def test_two_operands(chip):
    cases = []
    for name in ("mov", "add", "cmp", "bit", "xor"):
        for (source, (operand, column)), (target, destination) in product(SOURCES.items(), TARGETS.items()):
            if target == "PC" and name in ("cmp", "bit", "xor"):
                continue
            in_memory = target not in ("Rm", "PC")
            saved = chip == "msp430x" and in_memory and name in SAVES
            expected = DOUBLE[chip]["memory" if in_memory else target][column] - saved
            cases.append((f"{name} {source}, {target}", two(name, operand, destination, at=CODE), expected))
    assert wrong(chip, cases) == []


@pytest.mark.parametrize("chip", SINGLE)
def test_one_operand(chip):
    cases = []
    for name, (source, (operand, column)) in product(("rrc", "rra", "swpb", "sxt", "push", "call"), SOURCES.items()):
        expected = SINGLE[chip].get(name, SINGLE[chip]["rrc"])[column]
        if expected is not None and (source != "#1" or name == "push"):
            cases.append((f"{name} {source}", one(name, operand, at=CODE), expected))
    cases += [("reti", [0x1300], 5), *((f"j {n}", code.jump(n, 1), 2) for n in code.JUMPS)]
    assert wrong(chip, cases) == []


@pytest.mark.parametrize("wide", [False, True])
def test_two_operands_after_an_extension_word(wide):
    cases = []
    for name in ("mov", "add", "cmp", "xor", "sub"):
        for (source, (operand, column)), (target, destination) in product(SOURCES.items(), TARGETS.items()):
            if target == "PC" and name in ("cmp", "xor"):
                continue
            in_memory = target not in ("Rm", "PC")
            expected = EXTENDED["memory" if in_memory else target][wide][column]
            if in_memory and name in SAVES:
                expected -= 1 + wide
            if target == "PC" and column >= 3 and name in ("mov", "add", "sub"):
                expected -= 1
            words = two(name, operand, destination, at=CODE + 2)
            words = extended(words, wide, BACK.get(target, 0), BACK.get(source, 0))
            cases.append((f"{name} {source}, {target}", words, expected))
    assert wrong("msp430x", cases) == []


@pytest.mark.parametrize("wide", [False, True])
def test_one_operand_after_an_extension_word(wide):
    cases = []
    for name, (source, (operand, column)) in product(("rrc", "rra", "push"), SOURCES.items()):
        expected = EXTENDED_SINGLE.get(name, EXTENDED_SINGLE["rrc"])[wide][column]
        if expected is not None and (source != "#1" or name == "push"):
            words = extended(one(name, operand, at=CODE + 2), wide, BACK.get(source, 0))
            cases.append((f"{name} {source}", words, expected))
    assert wrong("msp430x", cases) == []


def test_repetitions_take_a_cycle_each():
    cases = [(f"{n} times", extended(one("rrc", register(8)), False, n), 2 + n) for n in range(16)]
    cases += [(f"{n} times", extended(two("add", register(8), register(9)), True, n), 2 + n) for n in range(16)]
    cases += [("as r10 says", [0x18C0 | 10, *two("add", register(8), register(9))], 7)]
    assert wrong("msp430x", cases, {10: 5}) == []


def test_addresses_registers_on_the_stack_and_calls():
    """MOVA, CMPA, ADDA, SUBA; RRCM and its like; PUSHM, POPM; CALLA."""
    here = HERE & 0xFFFF
    cases: list[Case] = [
        ("mova @r4, r9", [0x0409], 3),
        ("mova @r4, pc", [0x0400], 5),
        ("mova @r4+, r9", [0x0419], 3),
        ("reta", [0x0110], 5),
        ("mova &DATA, r9", [0x0029, DATA], 4),
        ("mova &DATA, pc", [0x0020, DATA], 6),
        ("mova 0(r4), r9", [0x0439, 0], 4),
        ("mova 0(r4), pc", [0x0430, 0], 6),
        ("mova r8, &DATA", [0x0860, DATA], 4),
        ("mova r8, 0(r5)", [0x0875, 0], 4),
        ("mova #HERE, r9", [0x0089, here], 2),
        ("mova #HERE, pc", [0x0080, here], 3),
        ("cmpa #HERE, r9", [0x0099, here], 3),
        ("adda #HERE, r9", [0x00A9, here], 3),
        ("suba #HERE, r9", [0x00B9, here], 3),
        ("mova r8, r9", [0x08C9], 1),
        ("mova r8, pc", [0x08C0], 3),
        ("cmpa r8, r9", [0x08D9], 1),
        ("adda r8, r9", [0x08E9], 1),
        ("suba r8, r9", [0x08F9], 1),
        ("calla r8", [0x1348], 5),
        ("calla 0(r4)", [0x1354, 0], 5),
        ("calla 0(sp)", [0x1351, 0], 6),
        ("calla @r4", [0x1364], 6),
        ("calla @r4+", [0x1374], 6),
        ("calla &DATA", [0x1380, DATA], 7),
        ("calla EDE", [0x1390 | (DATA - CODE - 2 >> 16 & 15), DATA - CODE - 2 & 0xFFFF], 7),
        ("calla #HERE", [0x13B0, here], 5),
    ]
    for n, (k, name), wide in product(range(1, 5), enumerate(("rrcm", "rram", "rlam", "rrum")), (False, True)):
        cases += [(f"{name} #{n}", [(n - 1) << 10 | k << 8 | (0x40 if wide else 0x50) | 8], n)]
    for n, (first, last), wide in product(range(1, 9), ((0x1400, 15), (0x1600, 4)), (False, True)):
        words = [first | (0 if wide else 0x100) | (n - 1) << 4 | last]
        cases += [(f"pushm or popm {words[0]:x}", words, 2 + n * (1 + wide))]
    assert wrong("msp430x", cases) == []


def test_a_cycle_more_from_the_stack():
    cases = [
        ("pushx 0(sp)", extended(one("push", indexed(1, 0)), False), 6),
        ("pushx.a 0(sp)", extended(one("push", indexed(1, 0)), True), 8),
    ]
    assert wrong("msp430x", cases * 3) == []
