# SPDX-License-Identifier: MIT
"""The AArch64 executor against QEMU: random instructions of each form that it has, on random states.

What it does not accept is drawn again; QEMU must accept the rest and compute the same."""

from __future__ import annotations

import random
import re
import subprocess
from dataclasses import dataclass

import pytest
from test_semantics import SIZE, stepped

from lab.counted.armv8_ce import Armv8Ce
from lab.paths import ROOT
from lab.plan.implementations import discover, on_board
from lab.plan.selection import usual_sizes
from lab.proof.case import Call
from lab.proof.core import TRUE, Graph
from lab.proof.machines import AArch64, Buffer, Stopped
from lab.proof.program import Image, Section, read
from lab.proof.simulation import AARCH64, run_simulator, simulator
from lab.run.cores import built
from lab.targets.pi4 import Pi4
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


@pytest.mark.deep
@pytest.mark.parametrize("target", [Pi4, Armv8Ce])
def test_every_instruction_of_the_kernels_has_a_form(target):
    skip_without("aarch64-linux-gnu-gcc")
    board, known, unknown = target(), [(form.mask, form.value) for form in forms()], set()
    for i in on_board(board.name, board.board, discover(), all_levels=True):
        if i.kernel not in ("neon", "crypto") or i.mode in ("cbc", "ccm", "cmac") or "-192" in i.cipher:
            continue
        image = read(built(board, i, usual_sizes(board, i, False)).elf)
        for symbol in image.functions:
            if symbol.name.startswith("narae_") or symbol.name in ("__memcpy_generic", "__memset_generic"):
                data = image.content(symbol.start, symbol.size)
                whole = [int.from_bytes(data[at : at + 4], "little") for at in range(0, len(data), 4)]
                unknown |= {(symbol.name, hex(x)) for x in set(whole) if all(x & m != v for m, v in known)}
    assert not unknown


# What the executor runs, and a sibling that QEMU runs instead.
SIBLINGS = {
    "add x1, x2, x3, lsl #7": "sub x1, x2, x3, lsl #7",
    "adcs w1, w2, w3": "adcs x1, x2, x3",
    "orn x1, x2, x3, ror #9": "orr x1, x2, x3, ror #9",
    "ands x1, x2, #0xff00ff00ff00ff": "and x1, x2, #0xff00ff00ff00ff",
    "ubfm x1, x2, #9, #40": "sbfm x1, x2, #9, #40",
    "csinv x1, x2, x3, hi": "csneg x1, x2, x3, hi",
    "ccmp x1, x2, #5, ge": "ccmn x1, x2, #5, ge",
    "madd x1, x2, x3, x4": "msub x1, x2, x3, x4",
    "umulh x1, x2, x3": "smulh x1, x2, x3",
    "rev x1, x2": "rbit x1, x2",
    "rorv x1, x2, x3": "asrv x1, x2, x3",
    "ldrsb x1, [x8, #3]": "ldrb w1, [x8, #3]",
    "stp x1, x2, [x8, #16]!": "stp x1, x2, [x8], #16",
    "ld1 {v1.16b, v2.16b}, [x8]": "ld2 {v1.16b, v2.16b}, [x8]",
    "ld1 {v1.b}[9], [x8]": "ld1 {v1.b}[8], [x8]",
    "bsl v1.16b, v2.16b, v3.16b": "bit v1.16b, v2.16b, v3.16b",
    "cmhi v1.8h, v2.8h, v3.8h": "cmgt v1.8h, v2.8h, v3.8h",
    "uqsub v1.16b, v2.16b, v3.16b": "sub v1.16b, v2.16b, v3.16b",
    "umlal v1.2d, v2.2s, v3.2s": "umlal2 v1.2d, v2.4s, v3.4s",
    "umaxp v1.16b, v2.16b, v3.16b": "umax v1.16b, v2.16b, v3.16b",
    "sri v1.4s, v2.4s, #7": "sli v1.4s, v2.4s, #7",
    "usra v1.4s, v2.4s, #7": "ssra v1.4s, v2.4s, #7",
    "shrn v1.8b, v2.8h, #3": "shrn2 v1.16b, v2.8h, #3",
    "movi v1.4s, #0xa5, msl #8": "mvni v1.4s, #0xa5, msl #8",
    "ins v1.s[2], v2.s[1]": "ins v1.s[2], v2.s[3]",
    "zip1 v1.8h, v2.8h, v3.8h": "uzp1 v1.8h, v2.8h, v3.8h",
    "ext v1.16b, v2.16b, v3.16b, #5": "ext v1.16b, v3.16b, v2.16b, #5",
    "rev32 v1.16b, v2.16b": "rev64 v1.16b, v2.16b",
    "tbl v1.16b, {v2.16b}, v3.16b": "tbx v1.16b, {v2.16b}, v3.16b",
    "fmov x1, d2": "fmov x1, v2.d[1]",
    "pmull v1.1q, v2.1d, v3.1d": "pmull2 v1.1q, v2.2d, v3.2d",
    "aese v1.16b, v2.16b": "aesd v1.16b, v2.16b",
    "aesmc v1.16b, v2.16b": "aesimc v1.16b, v2.16b",
    "sha256h q1, q2, v3.4s": "sha256h2 q1, q2, v3.4s",
    "sha256su0 v1.4s, v2.4s": "add v1.4s, v1.4s, v2.4s",
    "sha256su1 v1.4s, v2.4s, v3.4s": "sha256su1 v1.4s, v3.4s, v2.4s",
    "eor3 v1.16b, v2.16b, v3.16b, v4.16b": "bcax v1.16b, v2.16b, v3.16b, v4.16b",
    "xar v1.2d, v2.2d, v3.2d, #9": "xar v1.2d, v2.2d, v3.2d, #8",
    "b.ls .+16": "b.cc .+16",
    "tbz x1, #40, .+16": "tbnz x1, #40, .+16",
}


def assembled(text: str, folder) -> bytes:
    skip_without("aarch64-linux-gnu-as", "aarch64-linux-gnu-objcopy")
    (folder / "a.s").write_text(f".arch armv8.2-a+crypto+sha3\n{text}\n")
    subprocess.run(["aarch64-linux-gnu-as", folder / "a.s", "-o", folder / "a.o"], check=True)
    command = ["aarch64-linux-gnu-objcopy", "-O", "binary", "-j", ".text", folder / "a.o", folder / "a.bin"]
    subprocess.run(command, check=True)
    return (folder / "a.bin").read_bytes()


def words(texts, folder) -> list[int]:
    whole = assembled("\n".join(texts), folder)
    return [int.from_bytes(whole[i : i + 4], "little") for i in range(0, len(whole), 4)]


def test_an_instruction_is_told_from_its_sibling(tmp_path):
    skip_without("qemu-aarch64", "aarch64-linux-gnu-gcc")
    source, states = random.Random(1), []
    for _ in SIBLINGS:
        registers = [source.getrandbits(64) | 1 << 63 for _ in range(REGISTERS)]
        registers[8], registers[FLAGS] = BASE, 0b0110  # Z and C: `ls` holds and `cc` does not
        states.append(State(tuple(registers), source.randbytes(SIZE), frozenset()))
    mine, other = words(SIBLINGS, tmp_path), words(SIBLINGS.values(), tmp_path)
    right = in_qemu(list(zip(mine, states, strict=True)))
    wrong = in_qemu(list(zip(other, states, strict=True)))
    for text, x, s, same, differs in zip(SIBLINGS, mine, states, right, wrong, strict=True):
        got = executed(x, s)
        assert difference(got, same) == "", text
        assert difference(got, differs) != "", text


def call(text: str, folder, arguments: list[int | str], size: int = 16):
    """Runs a function that may read `size` secret bytes."""
    code = assembled(f"{text}\nret\nhere: ret", folder)
    with Graph() as graph, AArch64(graph, Image(None, "", (Section(".text", CODE, code, True),), {})) as machine:
        machine.prepare([Buffer("in", size)])
        graph.assume(TRUE, machine.fits)
        machine.call(Call(CODE, tuple((a, 8) for a in arguments)))
        return machine.result()


@pytest.mark.parametrize(
    "text, fault",
    [
        ("ldr x1, [x0]\ncmp x1, #0\nb.eq here", "a branch depends on a secret"),
        ("ldr x1, [x0]\ncbz x1, here", "a branch depends on a secret"),
        ("ldr x1, [x0]\ntbnz x1, #9, here", "a branch depends on a secret"),
        ("ldr x1, [x0]\nbr x1", "a branch depends on a secret"),
        ("ldr x1, [x0]\nldr x1, [x0, x1]", "an address depends on a secret"),
        ("ldr q1, [x0]\nfmov x1, d1\nstr q1, [x1]", "an address depends on a secret"),
        ("ldr x1, [x0]\nldr q1, [x1]", "an address depends on a secret"),
        ("ldr x1, [x0]\nudiv x1, x1, x0", "a division depends on a secret"),
        ("ldr x1, [x0, #9]", "reads outside its buffers"),
        ("ldp q1, q2, [x0]", "reads outside its buffers"),
        ("ld4 {v0.8b-v3.8b}, [x0]", "reads outside its buffers"),
        ("str x1, [x0]", "writes outside its buffers"),
        ("sub sp, sp, #8\nldr x1, [sp]", "a misaligned access"),
        ("mov x20, #0", "a register that the caller keeps is not restored"),
        ("movi v9.16b, #0", "a register that the caller keeps is not restored"),
        ("sub sp, sp, #16", "a register that the caller keeps is not restored"),
        ("svc #0", "an instruction that is not modelled"),
        ("fadd v0.4s, v0.4s, v0.4s", "an instruction that is not modelled"),
        ("ldr x1, [x0]\nclz x1, x1", "an instruction that is not modelled"),
        ("adr x1, here + 2\nbr x1", "jumps outside the program"),
        ("mov x1, #0x100000000\nbr x1", "jumps outside the program"),
        ("b .+4096", "jumps outside the program"),
        ("str x0, [sp, #-16]\nldr x0, [sp, #-16]", "reads memory below the stack pointer"),
        (
            "str x0, [sp, #-16]!\nadd sp, sp, #16\nsub sp, sp, #16\nldr x0, [sp], #16\nldr x0, [x0]",
            "an address depends",
        ),
    ],
)
def test_what_a_function_must_not_do_ends_its_run(text, fault, tmp_path):
    with pytest.raises(Stopped, match=fault):
        call(text, tmp_path, ["in"])


def test_what_takes_the_same_time_for_all_operands_may_have_secret_ones(tmp_path):
    secret = "ldr x1, [x0]\nldr q1, [x0]\n"
    for text in ("umulh x2, x1, x1", "lslv x2, x1, x1", "cmp x1, x2\nccmp x1, x3, #0, ne\ncsel x2, x1, x3, hi"):
        assert call(f"{secret}{text}\nmov x0, #7", tmp_path, ["in"]) == 7
    for text in ("pmull v2.1q, v1.1d, v1.1d", "aese v2.16b, v1.16b", "tbl v2.16b, {v1.16b}, v1.16b"):
        assert call(f"{secret}{text}\nmov x0, #7", tmp_path, ["in"]) == 7


def test_a_call_keeps_the_stack_of_its_caller(tmp_path):
    text = """stp x29, x30, [sp, #-32]!
str x0, [sp, #16]
adr x9, callee
blr x9
ldr x1, [sp, #16]
sub x0, x0, x1
ldp x29, x30, [sp], #32
ret
callee: str x0, [sp, #-16]!
add x0, x0, #5
ldr x3, [sp], #16"""
    assert call(text, tmp_path, [37]) == 5
