# SPDX-License-Identifier: MIT
"""The AArch64 executor against QEMU: random instructions of each form that it has, on random states.

What it does not accept is drawn again; QEMU must accept the rest and compute the same."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass

import pytest
from test_semantics import SIZE, stepped

from lab.paths import ROOT
from lab.proof.machines import AArch64
from lab.proof.program import Image, Section
from lab.proof.simulation import AARCH64, run_simulator, simulator
from tests.tools import every_day, skip_without

CODE, DATA, BASE = 0x20010000, 0x20021000, 0x20021080
CODE_BYTES, AT = 512, 256  # `AT`: of the instruction, among breakpoints
BREAK = 0xD4200000
X, SP, FLAGS, V, REGISTERS = 0, 31, 32, 33, 97
TRIES = 60  # random operands until the executor accepts an instruction
ROUNDS = 2  # states of each form
FORM = re.compile(r"\{(0x\w{8}), (0x\w{8}), a64_(\w+)")
MEMORY = ("transfer", "clear_line")
ALL_EXTENSIONS = AARCH64[-1]
ZVA = ("read_zva_size", "clear_line")  # of another size in QEMU with all extensions


@dataclass(frozen=True)
class Form:
    mask: int
    value: int
    handler: str


def forms() -> list[Form]:
    text = (ROOT / "lab/proof/aarch64.h").read_text()
    return [Form(int(m[1], 16), int(m[2], 16), m[3]) for m in FORM.finditer(text)]


def signed_field(number: int, low: int, bits: int) -> int:
    return (number & (1 << bits) - 1) << low


def encoding(form: Form, source: random.Random) -> int:
    """A random instruction, with small offsets in memory."""
    x = source.getrandbits(32)
    if form.handler == "transfer_at":
        x &= ~(0xFF8 << 10)
    elif form.handler == "transfer_pair":
        x = x & ~(0x7F << 15) | signed_field(source.randrange(-4, 4), 15, 7)
    elif form.handler == "transfer_near":
        x = x & ~(0x1FF << 12) | signed_field(source.randrange(-64, 64), 12, 9)
    elif form.handler == "load_literal":
        x = x & ~(0x7FFFF << 5) | signed_field(source.randrange(-16, 16), 5, 19)
    elif form.handler in ("transfer_structures", "transfer_elements") and source.random() < 0.5:
        x |= 31 << 16
    return form.value | x & ~form.mask & 0xFFFFFFFF


@dataclass(frozen=True)
class State:
    registers: tuple[int, ...]
    data: bytes
    symbolic: frozenset[int]


def random_state(form: Form, x: int, source: random.Random, symbols: bool) -> State:
    special = (0, 1, 2**64 - 1, 2**63, 2**63 - 1, 2**31, 2**32 - 1, 31, 64)
    registers = [source.choice(special) if source.random() < 0.3 else source.getrandbits(64) for _ in range(REGISTERS)]
    for i in range(V, REGISTERS, 2):
        if source.random() < 0.3:  # indices of tables, and amounts of shifts
            both = bytes(source.randrange(-70, 90) % 256 for _ in range(16))
            registers[i : i + 2] = (int.from_bytes(both[at : at + 8], "little") for at in (0, 8))
    registers[FLAGS] = source.randrange(16)
    free = {i for i in range(REGISTERS) if source.random() < 0.6} if symbols else set()
    rd, rn, rm = x & 31, x >> 5 & 31, x >> 16 & 31
    if form.handler.startswith(MEMORY):
        if form.handler != "transfer_at":
            registers[rm] = source.randrange(8)
        registers[rn], registers[rd] = (BASE, registers[rd]) if form.handler != "clear_line" else (0, BASE)
        free -= {rn, rm} if form.handler != "clear_line" else {rd}
    if form.handler == "branch_to":
        registers[rn] = CODE + 4 * source.randrange(CODE_BYTES // 4)
        free.discard(rn)
    return State(tuple(registers), source.randbytes(SIZE), frozenset(free - {SP}))


def code_with(x: int) -> bytes:
    words = [BREAK] * (CODE_BYTES // 4)
    words[AT // 4] = x
    return b"".join(word.to_bytes(4, "little") for word in words)


def executed(x: int, s: State):
    """(pc, registers, data) after one instruction in the executor, or why it stops."""
    image = Image(None, "aarch64", (Section(".text", CODE, code_with(x), True),), {})
    return stepped(AArch64, image, CODE + AT, DATA, list(s.registers), s.data, set(s.symbolic))


def in_qemu(steps: list[tuple[int, State]], cpu: str = ALL_EXTENSIONS):
    """The same in QEMU for each step; None if it refuses the instruction or its access."""
    commands = []
    for x, s in steps:
        commands += [f"M {CODE:x} {code_with(x).hex()}", f"M {DATA:x} {s.data.hex()}"]
        commands += [f"R {i} {number:x}" for i, number in enumerate(s.registers)]
        commands += [f"G {CODE + AT:x} {CODE:x} 1", "P", f"D {DATA:x} {SIZE}"]
    command = [cpu if part == ALL_EXTENSIONS else part for part in simulator("aarch64")]
    answers = iter(run_simulator(tuple(command), commands))
    for _ in steps:
        pc, registers, data = next(answers), next(answers), next(answers)
        to = int(pc.split()[0], 16)
        yield None if to == CODE + AT else (to, [int(r, 16) for r in registers.split()], bytes.fromhex(data))


def difference(got, expected) -> str:
    """Where the executor and QEMU differ; empty if they agree."""
    if expected is None:
        return "QEMU refuses it"
    if got[0] != expected[0]:
        return f"pc {got[0]:#x} instead of {expected[0]:#x}"
    for i, (mine, right) in enumerate(zip(got[1], expected[1], strict=True)):
        if mine != right:
            return f"register {i} is {mine:#x} instead of {right:#x}"
    return "" if got[2] == expected[2] else "memory"


def accepted(form: Form, source: random.Random, symbols: bool):
    """An instruction of this form that the executor accepts, with a state and the result; None if there is none."""
    for _ in range(TRIES):
        x = encoding(form, source)
        s = random_state(form, x, source, symbols)
        got = executed(x, s)
        if not isinstance(got[0], str) and got[0] != CODE + AT:
            return x, s, got
    return None


@pytest.mark.parametrize("symbols", every_day(["symbolic"], ["constant", "symbolic"]))
def test_every_aarch64_instruction_does_what_qemu_does(symbols, again):
    skip_without("qemu-aarch64", "aarch64-linux-gnu-gcc")
    source, steps, missing = random.Random(symbols), [], []
    for form in forms():
        for _ in range(again * ROUNDS):
            step = accepted(form, source, symbols == "symbolic")
            steps += [(form, *step)] if step else []
            missing += [form] if not step else []
    assert not missing
    for cpu in (ALL_EXTENSIONS, "cortex-a72"):
        mine = [step for step in steps if (step[0].handler in ZVA) == (cpu == "cortex-a72")]
        for (form, x, s, got), expected in zip(mine, in_qemu([(x, s) for _, x, s, _ in mine], cpu), strict=True):
            differs = difference(got, expected)
            assert not differs, f"{form.handler} {x:#010x}: {differs}; {s}"
