# SPDX-License-Identifier: MIT
"""The MSP430: what instructions do, compared with mspdebug's simulator, and how long they take, compared with TI's
tables."""

from __future__ import annotations

import random
import shutil
from functools import cache
from itertools import product

import msp430_code as code
import pytest
from msp430_code import (
    CODE,
    DATA,
    DATA_BYTES,
    SR,
    State,
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

needs_mspdebug = pytest.mark.skipif(shutil.which("mspdebug") is None, reason="mspdebug is not installed")
V = 0x100


class Program:
    """Instructions one after another, of which mspdebug knows what they do."""

    def __init__(self, seed: int):
        self.random = random.Random(seed)
        self.instructions: list[list[int]] = []
        self.at = CODE
        self.moves = 0
        for n in (4, 6):
            self.add(two("mov", immediate(DATA + 128), register(n)))

    def add(self, *instructions: list[int]) -> None:
        for words in instructions:
            self.instructions.append(words)
            self.at += 2 * len(words)

    def operand(self, kind: str, byte: bool) -> code.Operand:
        r = self.random
        place = DATA + 2 * r.randrange(DATA_BYTES // 2)
        if kind == "increment":
            return indirect(7 if byte else 5, True)
        return {
            "register": register(r.randrange(8, 16)),
            "constant": constant(r.choice((0, 1, 2, 4, 8, -1))),
            "immediate": immediate(r.getrandbits(16)),
            "indirect": indirect(4),
            "indexed": indexed(6, 2 * r.randrange(-64, 64)),
            "symbolic": symbolic(place),
            "absolute": absolute(place),
        }[kind]

    def rewind(self) -> None:
        """Increments leave the data after a while."""
        if self.moves % 60 == 0:
            self.add(*(two("mov", immediate(DATA), register(n)) for n in (5, 7)))
        self.moves += 1

    def two(self, name: str, source: str, destination: str, byte: bool) -> None:
        self.rewind()
        operands = self.operand(source, byte), self.operand(destination, byte)
        self.add(two(name, *operands, byte, self.at))

    def one(self, name: str, kind: str, byte: bool) -> None:
        self.rewind()
        self.add(one(name, self.operand(kind, byte), byte, self.at))


def double_operands() -> Program:
    p = Program(1)
    for name, source, destination in product(code.TWO, code.SOURCES, code.DESTINATIONS):
        for byte in (False, True):
            if name != "dadd":
                p.two(name, source, destination, byte)
    return p


def decimal_sums() -> Program:
    p = Program(2)
    for source, destination in product(("register", "increment", "absolute", "indexed"), ("register", "absolute")):
        for byte in (False, True):
            p.two("dadd", source, destination, byte)
    return p


def single_operands() -> Program:
    p = Program(3)
    kinds = [k for k in code.SOURCES if k not in ("constant", "immediate")]
    for name, kind in product(("rrc", "rra", "swpb", "sxt", "push"), kinds):
        p.one(name, kind, False)
        if name in ("rrc", "rra"):
            p.one(name, kind, True)
    for value in (0, 1, 2, -1):
        p.add(one("push", constant(value)))
    p.add(one("push", immediate(0x1234)), two("mov", register(1), register(8)), one("push", register(1)))
    p.add(two("mov", indirect(1, True), register(9)), two("sub", immediate(6), register(1)))
    p.add(two("mov", register(1), register(10)), one("push", register(10)), two("mov", indirect(1, True), register(1)))
    return p


def jumps() -> Program:
    """Each condition with all flags; calls, returns and branches to what follows."""
    p = Program(4)
    for condition, flags in product(code.JUMPS, range(16)):
        p.add(two("mov", immediate((flags & 7) | (flags >> 3) * V), register(SR)))
        p.add(code.jump(condition, 1), two("add", constant(1), register(8)))
    p.add(code.jump("jmp", 0))
    places = {"register": (register(8), register(8)), "absolute": (absolute(DATA), absolute(DATA))}
    places |= {"symbolic": (absolute(DATA), symbolic(DATA)), "indexed": (indexed(4, 0), indexed(4, 0))}
    places |= {"indirect": (indexed(4, 0), indirect(4))}
    for place, operand in places.values():
        for name, leave in (
            ("call", lambda at, o=operand: one("call", o, at=at)),
            ("mov", lambda at, o=operand: two("mov", o, register(0), at=at)),
        ):
            p.add(two("mov", immediate(p.at + 2 * (len(two("mov", immediate(0), place)) + len(leave(0)))), place))
            p.add(leave(p.at))
            if name == "call":
                p.add(two("mov", indirect(1, True), register(9)))
    p.add(one("call", immediate(p.at + 4)), two("mov", immediate(p.at + 8), register(0)))
    p.add(one("push", immediate(p.at + 6)), two("mov", indirect(1, True), register(0)))
    p.add(one("push", immediate(p.at + 10)), one("push", immediate(V | 5)), [0x1300])
    p.add(
        two("add", constant(2), register(0)), two("mov", constant(0), register(9)), two("mov", register(0), register(9))
    )
    p.add(code.jump("jmp", -1))  # for as many steps as were skipped
    return p


def status() -> Program:
    p = Program(5)
    for name, value in product(("bis", "bic", "bit", "mov"), (1, 2, 4, V, V | 7)):
        p.add(two(name, constant(value) if value in (1, 2, 4) else immediate(value), register(SR)))
        p.add(two("mov", register(SR), register(8)), two("addc", register(8), register(9)))
        p.add(
            one("push", register(SR)),
            two("xor", register(9), register(10)),
            two("mov", indirect(1, True), register(SR)),
        )
    p.add(two("cmp", register(8), register(9)), one("rrc", register(8)))
    return p


PROGRAMS = (double_operands, decimal_sums, single_operands, jumps, status)


def state_of(program: Program, decimal: bool) -> tuple[dict[int, int], bytes]:
    r = program.random
    if not decimal:
        return code.random_state(r)
    digits = lambda n: int("".join(str(r.randrange(10)) for _ in range(n)), 16)  # noqa: E731
    registers = {n: digits(4) for n in range(4, 16)} | {1: code.STACK, SR: 1}
    return registers, b"".join(digits(2).to_bytes(1, "little") for _ in range(DATA_BYTES))


@cache
def of_mspdebug(make) -> tuple[Program, dict[int, int], bytes, list[State], bytes]:  # type: ignore[no-untyped-def]
    program = make()
    registers, data = state_of(program, make is decimal_sums)
    return (program, registers, data, *code.execute_in_mspdebug(program.instructions, registers, data))


def differences(make, chip: str = "msp430") -> list[str]:  # type: ignore[no-untyped-def]
    """Where the executor and mspdebug part: V after DADD is undefined."""
    program, registers, data, theirs, their_data = of_mspdebug(make)
    own, own_data = code.execute(chip, program.instructions, registers, data)
    ignored = V if make is decimal_sums else 0
    at = {CODE + 2 * sum(map(len, program.instructions[:n])): w for n, w in enumerate(program.instructions)}
    found = []
    before = State((CODE,), 0), State((CODE,), 0)
    for a, b in zip(own, theirs, strict=True):
        words = at.get(before[1].registers[0], [])
        shown = f"{before[1].registers[0]:x} " + " ".join(f"{w:04x}" for w in words)
        here, there = list(a.registers), list(b.registers)
        here[2] &= ~ignored
        there[2] &= ~ignored
        here = [x & 0xFFFF for x in here]  # SXT goes on to the top of a register of 20 bits
        if here != there:
            found.append(f"{shown}: {[f'{x:x}' for x in here]}, not {[f'{x:x}' for x in there]}")
            break
        cycles = a.cycles - before[0].cycles, b.cycles - before[1].cycles
        if cycles[0] != cycles[1] and chip == "msp430":
            found.append(f"{shown}: {cycles[0]} cycles, not {cycles[1]}")
        before = a, b
    return found + (["memory"] if own_data != their_data else [])


@needs_mspdebug
@pytest.mark.parametrize("chip", ["msp430", "msp430x"])
@pytest.mark.parametrize("make", PROGRAMS)
def test_instructions_do_what_mspdebug_does(make, chip):
    assert differences(make, chip) == []


WRONG = {
    "addition": ("isa.h", "return msp_sum(p, bits, b, a, 0);", "return msp_sum(p, bits, b, a, p->n);"),
    "carry": ("isa.h", "return msp_sum(p, bits, b, a, carry);", "return msp_sum(p, bits, b, a, 1);"),
    "subtraction": ("isa.h", "return msp_sum(p, bits, b, inverse, 1);", "return msp_sum(p, bits, b, inverse, 0);"),
    "decimal": ("isa.h", "msp_known(256 - 10)", "msp_known(256 - 11)"),
    "overflow": ("isa.h", "msp_get(b, bits - 1), msp_get(r, bits - 1)", "msp_get(b, bits - 1), msp_get(b, bits - 1)"),
    "logic": ("isa.h", "msp_and(p, b, inverse)", "msp_and(p, b, a)"),
    "logical carry": ("isa.h", "p->inverse = true;", "p->inverse = false;"),
    "exclusive or": ("isa.h", "msp_xor(p, b, a), bits, msp_get(a, bits - 1)", "msp_xor(p, b, a), bits, 0"),
    "shift": ("isa.h", "return msp_right(p, bits, a, msp_get(a, bits - 1));", "return msp_right(p, bits, a, 0);"),
    "rotation": ("isa.h", "return msp_right(p, bits, a, carry);", "return msp_right(p, bits, a, p->n);"),
    "sign": ("isa.h", "msp_put(r, n, msp_get(a, 7))", "msp_put(r, n, msp_get(a, 6))"),
    "swap": ("isa.h", "msp_low(msp_down(a, 8), 8)", "msp_low(msp_down(a, 7), 8)"),
    "push": ("isa.h", "UINT32_C(0) - 2", "UINT32_C(0) - 4"),
    "call": ("isa.h", "msp_known(p->next), i->bits", "msp_known(p->next + 2), i->bits"),
    "interrupt": ("isa.h", "msp_word status = msp_pop(p, 16), to = msp_pop(p, 16);",
                  "msp_word to = msp_pop(p, 16), status = msp_pop(p, 16);"),
    "condition": ("isa.h", "== (condition == 6)", "== (condition == 5)"),
    "status": ("isa.h", "p->n = msp_get(w, MSP_N);", "p->n = msp_get(w, MSP_C);"),
    "increment": ("isa.h", "bits == 16 || o->reg == MSP_SP ? 2 : 1", "2"),
    "stack": ("isa.h", "|| o->reg == MSP_SP ? 2 : 1", "? 2 : 3"),
    "constant": ("decode.h", "as == 2 ? 4 : 8", "as == 2 ? 8 : 4"),
    "symbolic": ("decode.h", "msp_indexed(at, x, family)}", "msp_indexed(at + 2, x, family)}"),
    "index": ("isa.h", "msp_add(p, 16, p->r[o->reg], msp_known(o->value), 0, NULL)",
              "msp_add(p, 16, p->r[o->reg], msp_known(o->value & 0x7f), 0, NULL)"),
    "jump": ("decode.h", "((x & 0x3ff) ^ 0x200) - 0x200", "(x & 0x3ff)"),
    "byte": ("decode.h", "(x & 0x40) != 0 ? 8 : 16", "16"),
    "cycles of two": ("cycles.h", "return 4 + from;", "return 3 + from;"),
    "cycles of one": ("cycles.h", "? 1 : from == 1 ? 3 : 4;", "? 1 : from == 1 ? 3 : 5;"),
    "cycles of a branch": ("cycles.h", "return from == 0 || mode == MSP_INDIRECT ? 2 : 3;", "return 2;"),
    "cycles of a push": ("cycles.h", "from == 2 || mode == MSP_INCREMENT ? 5 : 4", "4"),
    "cycles of a call": ("cycles.h", "return from == 0 || mode == MSP_INDIRECT ? 4 : 5;", "return 4;"),
}  # fmt: skip


@needs_mspdebug
@pytest.mark.parametrize("kind", WRONG)
def test_a_wrong_instruction_is_seen(kind, tmp_path, monkeypatch):
    program = code.broken_executor("F1611", tmp_path, *WRONG[kind])
    monkeypatch.setattr(code, "simulator", lambda chip: (program,))
    assert any(seen(make) for make in PROGRAMS)


def seen(make) -> bool:  # type: ignore[no-untyped-def]
    try:
        return differences(make) != []
    except AssertionError:  # it ran into a fault
        return True
