# SPDX-License-Identifier: MIT
"""The executors on single instructions and random states, against QEMU, the model of the E31 and simavr.

Half of the registers of each state are symbols whose values are then filled in, so that constant and symbolic
operands take their own ways through the executor."""

from __future__ import annotations

import random

import pytest
from test_graph import value, values_of

from lab.proof.core import FAULTS, LEAKS, NOT_MODELLED, Graph, constant, lits
from lab.proof.machines import Avr, Buffer, Rv32
from lab.proof.program import DATA_SPACE, Image, Section
from lab.proof.simulation import run_simulator, simulator
from tests.tools import every_day

unicorn = pytest.importorskip("unicorn")
riscv = pytest.importorskip("unicorn.riscv_const")

CODE, DATA, SIZE = 0x20010000, 0x80001000, 256
ROUNDS = 12  # states of each instruction


def rv32_words(source: random.Random):
    """(name, encoding) of instructions with random operands; x8 is the base of loads and stores."""
    rd, rs1, rs2 = (source.randrange(32) for _ in range(3))
    imm = source.getrandbits(12)
    for funct3, name in enumerate(("add", "sll", "slt", "sltu", "xor", "srl", "or", "and")):
        yield name, 0x33 | rd << 7 | funct3 << 12 | rs1 << 15 | rs2 << 20
        if funct3 not in (1, 5):
            yield f"{name}i", 0x13 | rd << 7 | funct3 << 12 | rs1 << 15 | imm << 20
    for funct3, upper, name in ((0, 0x20, "sub"), (5, 0x20, "sra")):
        yield name, 0x33 | rd << 7 | funct3 << 12 | rs1 << 15 | rs2 << 20 | upper << 25
    for funct3, upper, name in ((1, 0, "slli"), (5, 0, "srli"), (5, 0x20, "srai")):
        yield name, 0x13 | rd << 7 | funct3 << 12 | rs1 << 15 | (imm & 31) << 20 | upper << 25
    for funct3, name in enumerate(("mul", "mulh", "mulhsu", "mulhu", "div", "divu", "rem", "remu")):
        yield name, 0x33 | rd << 7 | funct3 << 12 | rs1 << 15 | rs2 << 20 | 1 << 25
    yield "lui", 0x37 | rd << 7 | imm << 12
    yield "auipc", 0x17 | rd << 7 | imm << 12
    for funct3, size, name in ((0, 1, "lb"), (1, 2, "lh"), (2, 4, "lw"), (4, 1, "lbu"), (5, 2, "lhu")):
        yield name, 0x03 | rd << 7 | funct3 << 12 | 8 << 15 | (imm % 128 // size * size) << 20
    for funct3, size, name in ((0, 1, "sb"), (1, 2, "sh"), (2, 4, "sw")):
        at = imm % 128 // size * size
        yield name, 0x23 | (at & 31) << 7 | funct3 << 12 | 8 << 15 | rs2 << 20 | at >> 5 << 25
    for funct3, name in ((0, "beq"), (1, "bne"), (4, "blt"), (5, "bge"), (6, "bltu"), (7, "bgeu")):
        yield name, 0x63 | 0x10 << 7 | funct3 << 12 | rs1 << 15 | rs2 << 20
    yield "jal", 0x6F | rd << 7 | 0x020 << 20
    yield "jalr", 0x67 | rd << 7 | 9 << 15 | (imm & 30) << 20


def rv32_compressed(source: random.Random):
    """Random valid compressed instructions."""
    for group in (0x0001, 0x4001, 0x6001, 0x8001, 0x8401, 0x8801, 0x0002):
        yield f"c {group:#06x}", group | source.getrandbits(13) & (0x13FC if group & 0x8000 else 0x1FFC)
    for group, name in ((0x8002, "c.mv"), (0x9002, "c.add")):
        yield name, group | source.randrange(1, 32) << 2 | source.randrange(1, 32) << 7
        yield f"{name} to a register", group | 9 << 7
    yield "c.and...", 0x8C01 | source.getrandbits(8) << 2 & 0x3FC
    yield "c.addi4spn", source.getrandbits(8) << 5 | 0x20 | source.getrandbits(3) << 2
    yield "c.lw", 0x4000 | source.getrandbits(3) << 10 & 0xC00 | source.getrandbits(3) << 2 | source.getrandbits(2) << 5
    yield "c.sw", 0xC000 | source.getrandbits(3) << 10 & 0xC00 | source.getrandbits(3) << 2 | source.getrandbits(2) << 5
    yield "c.addi16sp", 0x6101 | source.getrandbits(5) << 2
    yield "c.lwsp", 0x4002 | source.randrange(1, 32) << 7 | source.getrandbits(3) << 4
    yield "c.swsp", 0xC002 | source.getrandbits(5) << 2 | source.getrandbits(3) << 10
    yield "c.beqz", 0xC001 | source.getrandbits(3) << 7 | 0x10
    yield "c.bnez", 0xE001 | source.getrandbits(3) << 7 | 0x10
    yield "c.j", 0xA001 | 0x38
    yield "c.jal", 0x2001 | 0x38


class Qemu:
    """Bare-metal RV32."""

    def __init__(self) -> None:
        self.uc = unicorn.Uc(unicorn.UC_ARCH_RISCV, unicorn.UC_MODE_RISCV32)
        self.uc.mem_map(CODE, 4096)
        self.uc.mem_map(DATA, 4096)

    def step(self, word: int, registers: list[int], data: bytes) -> tuple[int, list[int], bytes] | None:
        self.uc.mem_write(CODE, bytes(4096))
        self.uc.ctl_remove_cache(CODE, CODE + 4096)
        self.uc.mem_write(CODE + 64, word.to_bytes(4, "little"))
        self.uc.mem_write(DATA, data)
        for i in range(1, 32):
            self.uc.reg_write(riscv.UC_RISCV_REG_X0 + i, registers[i])
        try:
            self.uc.emu_start(CODE + 64, CODE + 4096, count=1)
        except unicorn.UcError:
            return None
        after = [self.uc.reg_read(riscv.UC_RISCV_REG_X0 + i) for i in range(32)]
        return self.uc.reg_read(riscv.UC_RISCV_REG_PC), after, bytes(self.uc.mem_read(DATA, SIZE))


def executed(word: int, registers: list[int], data: bytes, symbolic: set[int]):
    """The same by the executor, with the registers in `symbolic`, and data, symbolic."""
    code = bytes(64) + word.to_bytes(4, "little") + bytes(64)
    image = Image(None, "rv32", (Section(".text", CODE, code, True),), {})
    return stepped(Rv32, image, CODE + 64, DATA, registers, data, symbolic)


def stepped(kind, image: Image, pc: int, at: int, registers: list[int], data: bytes, symbolic: set[int]):
    """Executes one instruction: a fault, or pc, registers and data."""
    with Graph() as graph, kind(graph, image) as machine:
        width = machine.register_bits
        machine.lib.machine_region(machine.handle, at, SIZE, 1, None)
        for start, constants in machine.spaces():
            machine.lib.machine_region(machine.handle, start, len(constants), 0, constants)
        content = graph.input("data", 8 * SIZE) if symbolic else lits(int.from_bytes(data, "little"), 8 * SIZE)
        machine.lib.machine_set(machine.handle, at, content, SIZE)
        known = {"data": int.from_bytes(data, "little")} if symbolic else {}
        for i, number in enumerate(registers):
            if i in symbolic:
                known[f"x{i}"] = number
                machine.set(i, graph.input(f"x{i}", width))
            else:
                machine.set_number(i, number)
        getattr(machine.lib, f"{machine.prefix}_step_at")(machine.handle, pc)
        report = machine.report()
        if report.fault:
            return FAULTS[report.fault], [], b""
        outputs = [machine.get(i) for i in range(machine.registers)]
        machine.buffers = {"data": (at, Buffer("data", SIZE))}
        outputs.append(machine.content("data"))
        if not symbolic:
            numbers = [constant(bits) for bits in outputs]
        else:
            values = values_of(graph, **known)
            numbers = [value(values, bits) for bits in outputs]
        return report.pc, numbers[:-1], numbers[-1].to_bytes(SIZE, "little")


def state(source: random.Random) -> tuple[list[int], bytes]:
    special = (0, 1, 0xFFFFFFFF, 0x80000000, 0x7FFFFFFF, 31)
    registers = [source.choice(special) if source.random() < 0.2 else source.getrandbits(32) for _ in range(32)]
    registers[0] = 0
    for i in range(8, 16):  # bases of loads, stores and jumps
        registers[i] = DATA + 4 * source.randrange(8)
    registers[2] = DATA + 16
    registers[9] = CODE + 128
    return registers, source.randbytes(SIZE)


@pytest.mark.parametrize("symbols", every_day(["symbolic"], ["constant", "symbolic"]))
def test_every_rv32_instruction_does_what_qemu_does(symbols, again):
    source, qemu = random.Random(symbols), Qemu()
    seen: dict[str, int] = {}
    for _ in range(again * (ROUNDS if symbols == "constant" else ROUNDS // 4)):
        for name, word in [*rv32_words(source), *rv32_compressed(source)]:
            registers, data = state(source)
            before = qemu.step(word, registers, data)
            free = {i for i in range(3, 32) if source.random() < 0.7 and not 8 <= i < 16}
            got = executed(word, registers, data, free if symbols == "symbolic" else set())
            if name.startswith("c ") and got[0] == NOT_MODELLED:
                continue  # a reserved encoding
            if before is None:
                assert isinstance(got[0], str), f"{name} {word:#010x}: QEMU refuses it"
                continue
            if symbols == "symbolic" and got[0] in LEAKS:
                continue  # a branch, division or shift amount on secrets stops, as it should
            pc, after, memory = before
            assert got[0] == pc, f"{name} {word:#010x}: {got[0]} instead of pc {pc:#x}"
            assert got[1] == after, f"{name} {word:#010x}: registers"
            assert got[2] == memory, f"{name} {word:#010x}: memory"
            seen[name] = seen.get(name, 0) + 1
    assert len(seen) > (55 if symbols == "constant" else 40), sorted(seen)


def test_every_rv32_instruction_does_what_the_model_of_the_e31_does(again):
    """The simulator that confirms counterexamples."""
    source = random.Random("e31")
    cases, commands = [], []
    for _ in range(again * ROUNDS):
        for name, word in [*rv32_words(source), *rv32_compressed(source)]:
            registers, data = state(source)
            cases.append((name, word, registers, data))
            commands.append(f"M {CODE + 64:x} {word.to_bytes(4, 'little').hex()}")
            commands.append(f"M {DATA:x} {data.hex()}")
            commands += [f"R {i} {registers[i]:x}" for i in range(1, 32)]
            commands += [f"G {CODE + 64:x} 0 1", "P", f"D {DATA:x} {SIZE}"]
    answers = iter(run_simulator(simulator("rv32"), commands))
    for name, word, registers, data in cases:
        pc, after, memory = next(answers), next(answers), next(answers)
        got = executed(word, registers, data, set())
        if isinstance(got[0], str) and (got[0] == NOT_MODELLED or "fault" in pc):
            continue
        assert pc.removesuffix(" fault") == f"{got[0]:x}", f"{name} {word:#010x}"  # the fault: a jump elsewhere
        assert [int(x, 16) for x in after.split()] == got[1], f"{name} {word:#010x}: registers"
        assert bytes.fromhex(memory) == got[2], f"{name} {word:#010x}: memory"


AVR_CODE, AVR_RAM = 0x200, DATA_SPACE + 0x400  # of the instruction, and of data


def avr_words(source: random.Random):
    """Instructions with random operands, as one or two words."""
    d, r, upper, k, q = (source.randrange(n) for n in (32, 32, 16, 256, 64))
    rd = (r & 16) << 5 | d << 4 | r & 15
    names = ["cpc", "sbc", "add", "cpse", "cp", "sub", "adc", "and", "eor", "or", "mov"]
    for i, name in enumerate(names):
        yield name, (i + 1) << 10 | rd, 0
    for name, op in (("cpi", 3), ("sbci", 4), ("subi", 5), ("ori", 6), ("andi", 7), ("ldi", 14)):
        yield name, op << 12 | (k & 0xF0) << 4 | upper << 4 | k & 15, 0
    yield "movw", 0x0100 | (d & 15) << 4 | r & 15, 0
    yield "muls", 0x0200 | (d & 15) << 4 | r & 15, 0
    for i, name in enumerate(("mulsu", "fmul", "fmuls", "fmulsu")):
        yield name, 0x0300 | (i & 2) << 6 | (i & 1) << 3 | (d & 7) << 4 | r & 7, 0
    yield "mul", 0x9C00 | rd, 0
    for name, op in (("com", 0), ("neg", 1), ("swap", 2), ("inc", 3), ("asr", 5), ("lsr", 6), ("ror", 7), ("dec", 10)):
        yield name, 0x9400 | d << 4 | op, 0
    for i, name in enumerate(("adiw", "sbiw")):
        yield name, 0x9600 | i << 8 | (q & 0x30) << 2 | (r & 3) << 4 | q & 15, 0
    for bit in (0, 1, 5, 6, 7):
        yield "bset", 0x9408 | bit << 4, 0
        yield "bclr", 0x9488 | bit << 4, 0
    for bit in range(8):
        yield "brbs", 0xF000 | source.randrange(64) << 3 | bit, 0
        yield "brbc", 0xF400 | source.randrange(64) << 3 | bit, 0
    yield "bld", 0xF800 | d << 4 | r & 7, 0
    yield "bst", 0xFA00 | d << 4 | r & 7, 0
    for name, op in (("sbrc", 0xFC00), ("sbrs", 0xFE00)):
        yield name, op | d << 4 | r & 7, 0
    low = source.randrange(26)  # a register that is no pointer
    for name, op in (("x", 12), ("x+", 13), ("-x", 14), ("y+", 9), ("-y", 10), ("z+", 1), ("-z", 2)):
        yield f"ld {name}", 0x9000 | low << 4 | op, 0
        yield f"st {name}", 0x9200 | low << 4 | op, 0
    for name, op in (("z", 0), ("y", 8)):
        displacement = (q & 32) << 8 | (q & 24) << 7 | q & 7
        yield f"ldd {name}", 0x8000 | displacement | d << 4 | op, 0
        yield f"std {name}", 0x8200 | displacement | d << 4 | op, 0
    yield "lds", 0x9000 | d << 4, 0x400 + k % 200
    yield "sts", 0x9200 | d << 4, 0x400 + k % 200
    yield "push", 0x920F | d << 4, 0
    yield "pop", 0x900F | d << 4, 0
    yield "in sreg", 0xB60F | d << 4, 0
    yield "in spl", 0xB60D | d << 4, 0
    yield "rjmp", 0xC000 | 0x20, 0
    yield "rcall", 0xD000 | 0x20, 0
    yield "jmp", 0x940C, 0x140
    yield "call", 0x940E, 0x140
    yield "ret", 0x9508, 0
    yield "nop", 0, 0


def avr_state(source: random.Random) -> tuple[list[int], bytes]:
    registers = [
        source.choice((0, 1, 255, 128, 127)) if source.random() < 0.3 else source.getrandbits(8) for _ in range(32)
    ]
    for i in (26, 28, 30):
        registers[i], registers[i + 1] = source.randrange(2, 120), 4
    flags = source.getrandbits(8) & ~0x90
    flags |= (flags >> 2 ^ flags >> 3) << 4 & 0x10  # S is N ^ V
    return [*registers, flags, 0x480], source.randbytes(SIZE)


@pytest.mark.parametrize("symbols", every_day(["symbolic"], ["constant", "symbolic"]))
def test_every_avr_instruction_does_what_simavr_does(symbols, again):
    source = random.Random(symbols)
    cases, commands = [], []
    for _ in range(again * (ROUNDS if symbols == "constant" else ROUNDS // 4)):
        for name, *words in avr_words(source):
            registers, data = avr_state(source)
            code = b"".join(w.to_bytes(2, "little") for w in words)
            cases.append((name, code, registers, data))
            commands += [f"M {AVR_CODE:x} {code.hex()}", f"M {AVR_RAM:x} {data.hex()}"]
            commands += [f"R {i} {x:x}" for i, x in enumerate(registers)]
            commands += [f"G {AVR_CODE:x} 0 1", "P", f"D {AVR_RAM:x} {SIZE}"]
    answers, seen = iter(run_simulator(simulator("avr"), commands)), set()
    for name, code, registers, data in cases:
        pc, after, memory = next(answers), next(answers), next(answers)
        image = Image(None, "avr", (Section(".text", 0, bytes(AVR_CODE) + code + bytes(512), True),), {})
        free = {i for i in range(26) if source.random() < 0.7} if symbols == "symbolic" else set()
        at = [*registers[:-1], DATA_SPACE + registers[-1]]
        got = stepped(Avr, image, AVR_CODE, AVR_RAM, at, data, free)
        if free and got[0] in LEAKS:
            continue
        where = f"{name} {code.hex()} in {registers}"
        assert not isinstance(got[0], str), f"{where}: {got[0]}"
        assert f"{got[0]:x}" == pc, where
        simulated = [int(x, 16) for x in after.split()]
        assert simulated[:33] == got[1][:33], where
        assert bytes.fromhex(memory) == got[2], where
        seen.add(name)
    assert len(seen) > 60, sorted(seen)
