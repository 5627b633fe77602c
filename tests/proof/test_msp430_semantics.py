# SPDX-License-Identifier: MIT
"""The symbolic executor of MSP430 on single instructions and random states, against the lab's simulator, which
mspdebug's is compared with."""

from __future__ import annotations

import random

import pytest
from test_semantics import stepped

from lab.proof.core import LEAKS
from lab.proof.machines import Msp430
from lab.proof.program import Image, Section
from lab.proof.simulation import run_simulator, simulator
from tests.lab.msp430_code import (
    CODE,
    DATA,
    JUMPS,
    ONE,
    TWO,
    absolute,
    as_bytes,
    constant,
    immediate,
    indexed,
    indirect,
    jump,
    one,
    register,
    symbolic,
    two,
)
from tests.tools import every_day

BYTES = 256  # of data
POINTERS = range(8, 12)  # registers that hold addresses
SR, RESERVED = 2, 0xFE00
ROUNDS = 2


def operands(source: random.Random):
    """One of each kind; those in memory lie among the data."""
    at = DATA + 2 * source.randrange(40)
    pointer = source.choice(POINTERS)
    yield "register", register(source.randrange(4, 16))
    yield "indexed", indexed(pointer, 2 * source.randrange(-8, 8))
    yield "symbolic", symbolic(at)
    yield "absolute", absolute(at)
    yield "constant", constant(source.choice((-1, 0, 1, 2, 4, 8)))
    yield "immediate", immediate(source.getrandbits(16))
    yield "indirect", indirect(pointer)
    yield "increment", indirect(pointer, True)


def instructions(source: random.Random):
    """(name, words) of each with each kind of operands."""
    for name in TWO:
        for byte in (False, True):
            for kind, origin in operands(source):
                for to, destination in source.sample([*operands(source)][:4], 2):
                    yield f"{name} {kind} {to}", two(name, origin, destination, byte, CODE)
    for name in ONE:
        for byte in (False, True) if name in ("rrc", "rra", "push") else (False,):
            for kind, operand in operands(source):
                if kind in ("constant", "immediate") and name != "push":
                    continue
                yield f"{name} {kind}", one(name, operand, byte, CODE)
    for condition in JUMPS:
        yield condition, jump(condition, source.randrange(-16, 16))
    yield "ret", two("mov", indirect(1, True), register(0))


def state(source: random.Random) -> tuple[list[int], bytes]:
    special = (0, 1, 0xFFFF, 0x8000, 0x7FFF)
    registers = [source.choice(special) if source.random() < 0.2 else source.getrandbits(16) for _ in range(16)]
    registers[0] = registers[3] = 0
    registers[1] = DATA + 128
    registers[SR] = source.getrandbits(3) | source.getrandbits(1) << 8
    for i in POINTERS:
        registers[i] = DATA + 32 + 2 * source.randrange(24)
    data = bytearray(source.randbytes(BYTES))
    data[128:130] = (CODE + 32).to_bytes(2, "little")
    return registers, bytes(data)


def simulated(cases):
    """PC, registers and data after each instruction; None if it faults."""
    commands = []
    for words, registers, data in cases:
        commands.append(f"M {CODE:x} {as_bytes(words).hex()}")
        commands.append(f"M {DATA:x} {data.hex()}")
        commands += [f"R {n} {value:x}" for n, value in enumerate(registers) if n not in (0, 3)]
        commands += [f"G {CODE:x} fffffff 1", "P", f"D {DATA:x} {BYTES}"]
    answers = iter(run_simulator(simulator("msp430"), commands))
    for _ in cases:
        pc, after, memory = next(answers), next(answers), next(answers)
        numbers = [int(x, 16) for x in after.split()][:16]
        numbers[0] = numbers[3] = 0
        yield None if "fault" in pc else (int(pc, 16), numbers, bytes.fromhex(memory))


@pytest.mark.parametrize("symbols", every_day(["symbolic"], ["constant", "symbolic"]))
def test_every_msp430_instruction_does_what_the_simulator_does(symbols, again):
    source = random.Random(symbols)
    cases = [
        (name, words, *state(source))
        for _ in range(again * ROUNDS if symbols == "constant" else again)
        for name, words in instructions(source)
    ]
    seen: dict[str, int] = {}
    for (name, words, registers, data), expected in zip(cases, simulated([c[1:] for c in cases]), strict=True):
        code = as_bytes(words) + bytes(64)
        image = Image(None, "msp430", (Section(".text", CODE, code, True),), {})
        free = {i for i in range(4, 16) if source.random() < 0.7 and i not in POINTERS}
        got = stepped(Msp430, image, CODE, DATA, registers, data, free if symbols == "symbolic" else set())
        if symbols == "symbolic" and got[0] in LEAKS:
            continue
        if expected is None:
            assert isinstance(got[0], str), f"{name}: the simulator faults"
            continue
        assert got == expected, f"{name} {as_bytes(words).hex()}"
        seen[name] = seen.get(name, 0) + 1
    assert len(seen) > 250, len(seen)
