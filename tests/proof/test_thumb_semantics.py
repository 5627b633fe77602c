# SPDX-License-Identifier: MIT
"""The Thumb executor on single instructions and random states, against QEMU."""

from __future__ import annotations

import random
import re
import subprocess

import pytest
from test_semantics import SIZE, stepped

from lab.proof.case import Call
from lab.proof.core import LEAKS, TRUE, Graph
from lab.proof.machines import Buffer, Stopped, V6m, V7em, V7m
from lab.proof.program import Image, Section
from lab.proof.simulation import run_simulator, simulator
from tests.tools import every_day

unicorn = pytest.importorskip("unicorn")
arm = pytest.importorskip("unicorn.arm_const")

CODE, DATA = 0x20003000, 0x20001000  # both in RAM on every core
ROUNDS = 2  # states of each instruction
CONDITIONS = ["eq", "ne", "cs", "cc", "mi", "pl", "vs", "vc", "hi", "ls", "ge", "lt", "gt", "le"]

# Operands: d, n, m, a, h any register; l, j, k one of r0 to r7; b, c a base (any, low); s an amount; i, w, o numbers.
NARROW = """
adds {l}, {j}, {k}; subs {l}, {j}, {k}; adds {l}, {j}, #{i3}; subs {l}, {j}, #{i3}; adds {l}, #{i8}; subs {l}, #{i8}
movs {l}, #{i8}; cmp {l}, #{i8}; ands {l}, {j}; eors {l}, {j}; orrs {l}, {j}; bics {l}, {j}; mvns {l}, {j}
adcs {l}, {j}; sbcs {l}, {j}; rsbs {l}, {j}, #0; tst {l}, {j}; cmp {l}, {j}; cmn {l}, {j}; muls {l}, {j}, {l}
lsls {l}, {j}, #{s31}; lsrs {l}, {j}, #{s}; asrs {l}, {j}, #{s}; lsls {l}, {j}; lsrs {l}, {j}; asrs {l}, {j}
rors {l}, {j}; mov {d}, {n}; add {d}, {n}; cmp {d}, {l}; sxth {l}, {j}; sxtb {l}, {j}; uxth {l}, {j}; uxtb {l}, {j}
rev {l}, {j}; rev16 {l}, {j}; revsh {l}, {j}; add {l}, sp, #{o4}; sub sp, #{o4}; add sp, #{o4}; adr {l}, here
ldr {l}, [{c}, #{o4}]; ldrh {l}, [{c}, #{o2}]; ldrb {l}, [{c}, #{o1}]; str {l}, [{c}, #{o4}]; strh {l}, [{c}, #{o2}]
strb {l}, [{c}, #{o1}]; ldr {l}, [sp, #{o4}]; str {l}, [sp, #{o4}]; ldr {l}, here; push {{r0, r3-r5, lr}}
pop {{r1, r2, r7}}; pop {{r0, pc}}; ldmia {c}!, {{r0, r2, r5}}; ldmia r3, {{r1-r4}}; stmia {c}!, {{r0, r2, r5}}
b here; bl here; bx lr; blx lr; nop
"""
WIDE = """
ldr {d}, [{b}, #{w}]; ldrh.w {d}, [{b}, #{w}]; ldrb.w {d}, [{b}, #{w}]; ldrsh {d}, [{b}, #{w}]; ldrsb {d}, [{b}, #{w}]
str {d}, [{b}, #{w}]; strh.w {d}, [{b}, #{w}]; strb.w {d}, [{b}, #{w}]; ldr {d}, [{b}], #{w}; ldr {d}, [{b}, #{w}]!
str {l}, [{b}], #-{w}; str {l}, [{b}, #-{w}]!; ldrb {d}, [{b}, #-{w}]; strd {l}, {j}, [{b}, #{o4}]
ldrd r0, r5, [{b}, #{o4}]; ldrd r0, r5, [{b}], #{o4}; strd {l}, {j}, [{b}, #-{o4}]!; ldmia.w {b}!, {{r0, r2, r9}}
ldmdb {b}!, {{r0, r2, r9}}; stmia.w {b}, {{r0, r2, r9}}; stmdb {b}!, {{r0, r2, r9}}; push.w {{r4, r9, lr}}
pop.w {{r4, r9}}; movw {d}, #{i16}; movt {d}, #{i16}; addw {d}, {n}, #{i12}; subw {d}, {n}, #{i12}; adr.w {d}, here
ubfx {d}, {n}, #{f}, #{g}; sbfx {d}, {n}, #{f}, #{g}; bfi {d}, {n}, #{f}, #{g}; bfc {d}, #{f}, #{g}; clz {d}, {n}
rbit {d}, {n}; rev.w {d}, {n}; rev16.w {d}, {n}; revsh.w {d}, {n}; mul {d}, {n}, {m}; mla {d}, {n}, {m}, {a}
mls {d}, {n}, {m}, {a}; umull r0, r5, {n}, {m}; smull r0, r5, {n}, {m}; umlal r0, r5, {n}, {m}; smlal r0, r5, {n}, {m}
umaal r0, r5, {n}, {m}; udiv {d}, {n}, {m}; sdiv {d}, {n}, {m}; lsls.w {d}, {n}, {m}; lsrs.w {d}, {n}, {m}
lsls.w {d}, {n}, #{s31}; lsr.w {d}, {n}, #{s}; asrs.w {d}, {n}, #{s}; rors.w {d}, {n}, #{s31}; rrxs {d}, {n}
mov.w {d}, {n}; movs.w {d}, {n}; mov.w {d}, #{e}; movs.w {d}, #{e}; asrs.w {d}, {n}, {m}; rors.w {d}, {n}, {m}
uxtb.w {d}, {n}, ror #8; sxth.w {d}, {n}, ror #16; uxtb16 {d}, {n}
uxtab {d}, {n}, {m}, ror #24; sxtah {d}, {n}, {m}; uxtah {d}, {n}, {m}; sxtab {d}, {n}, {m}; pkhbt {d}, {n}, {m}
uadd8 {d}, {n}, {m}; usub8 {d}, {n}, {m}
b.w here; cbz {l}, here; cbnz {l}, here; tbb [pc, r3]; dsb; bx {h}
"""
SHIFTED = ("{m}", "{m}, lsl #{s31}", "{m}, lsr #{s}", "{m}, asr #{s}", "{m}, ror #{s31}", "{m}, rrx")
for name in ("and", "bic", "orr", "orn", "eor", "add", "adc", "sbc", "sub", "rsb"):
    for flags in ("", "s"):
        WIDE += "".join(f"; {name}{flags}.w {{d}}, {{n}}, {last}" for last in (*SHIFTED, "#{e}"))
for name in ("mvn", "mvns", "tst", "teq", "cmp", "cmn"):
    WIDE += "".join(f"; {name}.w {{d}}, {last}" for last in (*SHIFTED, "#{e}"))
BRANCHES = "".join(f"; b{c} here" for c in CONDITIONS)
WIDE_BRANCHES = "".join(f"; b{c}.w here" for c in CONDITIONS)


def lines(text: str, source: random.Random) -> list[str]:
    """Instructions with random operands."""
    instructions = []
    for form in filter(None, (part.strip() for part in re.split(r"[;\n]", text))):
        low, high = [f"r{n}" for n in (0, 1, 2, 4, 5, 6, 7)], [f"r{n}" for n in (0, 1, 2, 4, 5, 6, 7, 9, 10, 11, 12)]
        f = source.randrange(32)
        value = {k: source.choice(low) for k in "ljk"} | {k: source.choice(high) for k in "dnma"}
        value |= {"b": source.choice(("r3", "r8")), "c": "r3", "h": "lr", "s": source.randrange(1, 33), "f": f}
        value |= {"s31": source.randrange(1, 32), "g": source.randrange(1, 33 - f), "w": source.randrange(64)}
        value |= {"i3": source.randrange(8), "i8": source.randrange(256), "i12": source.randrange(4096)}
        value |= {"i16": source.randrange(65536), "o1": source.randrange(32), "o2": 2 * source.randrange(16)}
        value |= {"o4": 4 * source.randrange(16), "e": encodable(source)}
        instructions.append(form.format(**value))
    return instructions


def encodable(source: random.Random) -> int:
    """A modified immediate."""
    byte, turn = source.randrange(128, 256), source.randrange(1, 25)
    return source.choice((byte, byte << turn, byte * 0x10001, byte * 0x1000100, byte * 0x1010101))


def assembled(instructions: list[str], cpu: str, folder) -> list[bytes]:
    """Each assembled at its own address, followed by 64 bytes."""
    space = "nop\n.balign 4\n.space 32\n9:\n.space 32\n"
    text = "".join(f"L{n}:\n{i.replace('here', '9f')}\n{space}" for n, i in enumerate(instructions))
    (folder / "a.s").write_text(f".syntax unified\n.cpu {cpu}\n.thumb\n{text}")
    subprocess.run(["arm-none-eabi-as", folder / "a.s", "-o", folder / "a.o"], check=True)
    subprocess.run(["arm-none-eabi-objcopy", "-O", "binary", folder / "a.o", folder / "a.bin"], check=True)
    output = subprocess.run(["arm-none-eabi-nm", folder / "a.o"], check=True, capture_output=True, text=True).stdout
    starts = sorted(int(line.split()[0], 16) for line in output.splitlines() if line.split()[2].startswith("L"))
    whole = (folder / "a.bin").read_bytes()
    return [whole[a:b] for a, b in zip(starts, [*starts[1:], len(whole)], strict=True)]


class Qemu:
    def __init__(self, model: int) -> None:
        self.uc = unicorn.Uc(unicorn.UC_ARCH_ARM, unicorn.UC_MODE_THUMB | unicorn.UC_MODE_MCLASS)
        self.uc.ctl_set_cpu_model(model)
        self.uc.mem_map(CODE, 4096)
        self.uc.mem_map(DATA, 4096)
        names = [f"R{n}" for n in range(13)] + ["SP", "LR"]
        self.registers = [getattr(arm, f"UC_ARM_REG_{name}") for name in names]

    def step(self, code: bytes, registers: list[int], flags: int, data: bytes):
        self.uc.mem_write(CODE, code)
        self.uc.ctl_remove_cache(CODE, CODE + 4096)
        self.uc.mem_write(DATA, data)
        for name, number in zip(self.registers, registers, strict=True):
            self.uc.reg_write(name, number)
        self.uc.reg_write(arm.UC_ARM_REG_XPSR, 1 << 24 | flags << 28)
        self.uc.emu_start(CODE | 1, CODE + 4096, count=1)
        after = [self.uc.reg_read(name) for name in self.registers]
        psr = self.uc.reg_read(arm.UC_ARM_REG_XPSR) >> 28
        return self.uc.reg_read(arm.UC_ARM_REG_PC) & ~1, after, psr, bytes(self.uc.mem_read(DATA, SIZE))


def executed(kind, code: bytes, registers: list[int], flags: int, data: bytes, symbolic: set[int]):
    """The same by the executor, with the registers in `symbolic`, flags and data symbolic."""
    image = Image(None, "", (Section(".text", CODE, code, True),), {})
    turned = int(f"{flags:04b}"[::-1], 2)  # N is bit 0
    free = symbolic | {15} if symbolic else set()
    pc, after, memory = stepped(kind, image, CODE, DATA, [*registers, turned], data, free)
    return (pc, after[:15], int(f"{after[15]:04b}"[::-1], 2), memory) if after else (pc, [], 0, b"")


def state(source: random.Random, instruction: str) -> tuple[list[int], int, bytes]:
    special = (0, 1, 0xFFFFFFFF, 0x80000000, 0x7FFFFFFF, 31, 32, 33)
    registers = [source.choice(special) if source.random() < 0.3 else source.getrandbits(32) for _ in range(15)]
    registers[3], registers[8] = source.randrange(8) if instruction.startswith("tbb") else DATA + 100, DATA + 100
    registers[13], registers[14] = DATA + 80, CODE + 33
    flags = source.choice([f for f in range(16) if f & 12 != 12])  # never negative and zero
    data = bytearray(source.randbytes(SIZE))
    data[80:160] = b"".join((CODE + 2 * source.randrange(16) | 1).to_bytes(4, "little") for _ in range(20))  # for pop
    return registers, flags, bytes(data)


CORES = {
    "v6m": (V6m, "cortex-m0plus", arm.UC_CPU_ARM_CORTEX_M0, NARROW + BRANCHES),
    "v7em": (V7em, "cortex-m4", arm.UC_CPU_ARM_CORTEX_M4, NARROW + BRANCHES + WIDE + WIDE_BRANCHES),
}


@pytest.mark.parametrize("symbols", every_day(["symbolic"], ["constant", "symbolic"]))
@pytest.mark.parametrize("core", CORES)
def test_every_thumb_instruction_does_what_qemu_does(core, symbols, tmp_path, again):
    kind, cpu, model, text = CORES[core]
    source, qemu, seen = random.Random(core + symbols), Qemu(model), set()
    for _ in range(again * (ROUNDS if symbols == "constant" else ROUNDS // 2)):
        instructions = lines(text, source)
        for instruction, code in zip(instructions, assembled(instructions, cpu, tmp_path), strict=True):
            registers, flags, data = state(source, instruction)
            free = (
                {i for i in range(13) if source.random() < 0.7 and i not in (3, 8)} if symbols == "symbolic" else set()
            )
            got = executed(kind, code, registers, flags, data, free)
            if free and (got[0] in LEAKS or instruction.startswith("clz")):
                continue  # a branch, division or shift amount on secrets stops, as it should
            assert got == qemu.step(code, registers, flags, data), f"{instruction}: {registers}, flags {flags:04b}"
            seen.add(instruction.split()[0])
    assert len(seen) > {"v6m": 50, "v7em": 100}[core] * (1 if symbols == "constant" else 0.7), sorted(seen)


def call(kind, text: str, folder, arguments: list[int | str]):
    """Runs a function that may read four secret bytes."""
    cpu = "cortex-m0plus" if kind is V6m else "cortex-m4"
    (code,) = assembled([f"{text}\nbx lr"], cpu, folder)
    with Graph() as graph, kind(graph, Image(None, "", (Section(".text", CODE, code, True),), {})) as machine:
        machine.prepare([Buffer("in", 4)])
        graph.assume(TRUE, machine.fits)
        machine.call(Call(CODE, tuple((a, 4) for a in arguments)))
        return machine.result()


def test_an_it_block_skips_and_keeps_the_flags(tmp_path):
    text = "cmp r0, r1\nitete eq\naddeq r0, #1\naddne r0, #16\naddeq r0, #2\nsubne r0, #1"
    assert call(V7em, text, tmp_path, [5, 5]) == 8
    assert call(V7em, text, tmp_path, [5, 6]) == 20


@pytest.mark.parametrize("core", CORES)
def test_every_thumb_instruction_does_what_the_model_of_the_core_does(core, tmp_path, again):
    """The simulator that confirms counterexamples."""
    kind, cpu, _, text = CORES[core]
    source, cases, commands = random.Random(core), [], []
    for _ in range(again * ROUNDS):
        instructions = lines(text, source)
        for instruction, code in zip(instructions, assembled(instructions, cpu, tmp_path), strict=True):
            registers, flags, data = state(source, instruction)
            cases.append((instruction, code, registers, flags, data))
            commands += [f"M {at:x} {content.hex()}" for at, content in ((CODE, code), (DATA, data))]
            numbers = [*registers, int(f"{flags:04b}"[::-1], 2)]
            commands += [f"R {i} {number:x}" for i, number in enumerate(numbers)]
            commands += [f"G {CODE:x} 0 1", "P", f"D {DATA:x} {SIZE}"]
    output = iter(run_simulator(simulator(core), commands))
    for instruction, code, registers, flags, data in cases:
        pc, (*after, turned), memory = next(output), [int(x, 16) for x in next(output).split()], next(output)
        got = executed(kind, code, registers, flags, data, set())
        if not (isinstance(got[0], str) and "fault" in pc):
            psr = int(f"{turned:04b}"[::-1], 2)
            assert got == (int(pc, 16), after, psr, bytes.fromhex(memory)), f"{instruction}: {registers}, {flags:04b}"


@pytest.mark.parametrize(
    "kind, text, fault",
    [
        (V6m, "ldr r1, [r0]\ncmp r1, #0\nbeq here", "a branch depends on a secret"),
        (V7em, "ldr r1, [r0]\ncbz r1, here", "a branch depends on a secret"),
        (V7em, "ldr r1, [r0]\ncmp r1, #0\nit mi\nmovmi r1, r0", "a branch depends on a secret"),
        (V6m, "ldr r1, [r0]\nldr r1, [r0, r1]", "an address depends on a secret"),
        (V7em, "ldr r1, [r0]\nstr r0, [r1]", "an address depends on a secret"),
        (V7em, "ldr r1, [r0]\nudiv r1, r1, r0", "a division depends on a secret"),
        (V6m, "ldr r1, [r0]\nlsls r1, r1", "the amount of a shift depends on a secret"),
        (V7m, "ldr r1, [r0]\numull r2, r3, r1, r0", "the early end of a multiplication depends on a secret"),
        (V6m, "ldr r1, [r0, #4]", "reads outside its buffers"),
        (V7em, "ldr r1, [r0, #1]", "reads outside its buffers"),
        (V6m, "movs r1, #1\nldr r1, [r0, r1]", "a misaligned access"),
        (V7em, "adds r0, #1\nldm r0, {r1, r2}", "a misaligned access"),
        (V6m, "str r1, [r0]", "writes outside its buffers"),
        (V6m, "movs r4, #0", "a register that the caller keeps is not restored"),
        (V6m, "sub sp, #8", "a register that the caller keeps is not restored"),
        (V6m, "svc 0", "an instruction that is not modelled"),
        (V7em, "adr r1, here\nbx r1", "jumps outside the program"),  # to an even address
        (V7em, "adr r1, here\nblx r1", "jumps outside the program"),
        (V6m, "adr r1, here\npush {r1}\npop {pc}", "jumps outside the program"),
        (V7em, "adr r1, here\npush {r1}\nldr pc, [sp], #4", "jumps outside the program"),
        (V6m, "push {r0}\npop {r0}\nsub sp, #4\nldr r0, [sp]\nadd sp, #4\nldr r0, [r0]", "an address depends on a"),
        (V7em, "str r0, [sp, #-4]\nldr r0, [sp, #-4]", "reads memory below the stack pointer"),
    ],
)
def test_what_a_function_must_not_do_ends_its_run(kind, text, fault, tmp_path):
    with pytest.raises(Stopped, match=fault):
        call(kind, text, tmp_path, ["in"])


def test_a_long_multiplication_of_secrets_is_constant_time_on_the_m4(tmp_path):
    assert call(V7em, "ldr r1, [r0]\numull r2, r3, r1, r0\nmovs r0, #7", tmp_path, ["in"]) == 7
