# SPDX-License-Identifier: MIT
"""The executor on instructions of Zbb and Zbkb, against QEMU; kernels built for Zbb are proved."""

from __future__ import annotations

import random
import shutil
import subprocess
from pathlib import Path

import pytest
from proved_programs import program_of
from test_semantics import ROUNDS, executed, state

from lab.plan.selection import usual_sizes
from lab.proof.core import LEAKS, NOT_MODELLED
from lab.proof.program import read
from lab.proof.prove import EQUAL, prove
from lab.run.cores import built
from lab.targets import TARGETS
from tests.tools import every_day

MARCH = "rv32imac_zbb_zbkb"
COMPILER, QEMU, CPU = "riscv64-unknown-elf-gcc", "qemu-riscv32", "rv32,zbb=true,zbkb=true"
needs_qemu = pytest.mark.skipif(not (shutil.which(COMPILER) and shutil.which(QEMU)), reason=f"no {COMPILER} or {QEMU}")
# (name, funct7, funct3) of two registers; (name, upper 12 bits, funct3) of one
TWO = [
    *(("andn", 0x20, 7), ("orn", 0x20, 6), ("xnor", 0x20, 4), ("rol", 0x30, 1), ("ror", 0x30, 5)),
    *(("min", 5, 4), ("minu", 5, 5), ("max", 5, 6), ("maxu", 5, 7), ("pack", 4, 4)),
]
ONE = [
    *(("clz", 0x600, 1), ("ctz", 0x601, 1), ("cpop", 0x602, 1), ("sext.b", 0x604, 1), ("sext.h", 0x605, 1)),
    *(("orc.b", 0x287, 5), ("rev8", 0x698, 5), ("brev8", 0x687, 5)),
]
COUNTS = ("clz", "ctz", "cpop")  # of constants only
WRITE, EXIT = 64, 93  # system calls


def words(source: random.Random):
    """Instructions with random operands."""
    rd, rs1, rs2 = (source.randrange(32) for _ in range(3))
    for name, upper, funct3 in TWO:
        yield name, 0x33 | rd << 7 | funct3 << 12 | rs1 << 15 | rs2 << 20 | upper << 25
    for name, upper, funct3 in ONE:
        yield name, 0x13 | rd << 7 | funct3 << 12 | rs1 << 15 | upper << 20
    yield "zext.h", 0x33 | rd << 7 | 4 << 12 | rs1 << 15 | 4 << 25
    yield "rori", 0x13 | rd << 7 | 5 << 12 | rs1 << 15 | (0x600 | source.randrange(32)) << 20


def of_qemu(cases: list[tuple[int, list[int]]], folder: Path) -> list[int]:
    """The results of these instructions, from one program in QEMU."""
    lines = [".globl _start", "_start:"]
    for i, (word, registers) in enumerate(cases):
        rd, rs1, rs2 = (word >> at & 31 for at in (7, 15, 20))
        base = next(r for r in (5, 6) if r != rd)
        lines += [f"li x{r}, {registers[r]}" for r in (rs1, rs2) if r]
        lines += [f".word {word:#x}", f"la x{base}, out + {4 * i}", f"sw x{rd}, 0(x{base})"]
    size = 4 * len(cases)
    lines += ["li a0, 1", "la a1, out", f"li a2, {size}", f"li a7, {WRITE}", "ecall"]
    lines += ["li a0, 0", f"li a7, {EXIT}", "ecall", f".comm out, {size}, 4"]
    source, program = folder / "each.S", folder / "each"
    source.write_text("\n".join(lines) + "\n")
    flags = ["-march=rv32imac", "-mabi=ilp32", "-nostdlib", "-static", "-Wl,--no-relax"]
    subprocess.run([COMPILER, *flags, source, "-o", program], check=True)
    done = subprocess.run([QEMU, "-cpu", CPU, program], check=True, capture_output=True, timeout=60)
    assert len(done.stdout) == size
    return [int.from_bytes(done.stdout[i : i + 4], "little") for i in range(0, size, 4)]


@needs_qemu
@pytest.mark.parametrize("symbols", every_day(["symbolic"], ["constant", "symbolic"]))
def test_every_zbb_instruction_does_what_qemu_does(symbols, tmp_path, again):
    source = random.Random(f"zbb {symbols}")
    drawn = [(name, word, state(source)) for _ in range(again * ROUNDS) for name, word in words(source)]
    results, seen = of_qemu([(word, registers) for _, word, (registers, _) in drawn], tmp_path), set()
    for (name, word, (registers, data)), expected in zip(drawn, results, strict=True):
        free = {i for i in range(1, 32) if source.random() < 0.7} if symbols == "symbolic" else set()
        got = executed(word, registers, data, free)
        if free and (got[0] in LEAKS or (name in COUNTS and got[0] == NOT_MODELLED)):
            continue
        assert not isinstance(got[0], str), f"{name} {word:#010x}: {got[0]}"
        rd = word >> 7 & 31
        assert got[1][rd] == expected, f"{name} {word:#010x} of {registers[word >> 15 & 31]:#x}"
        assert [x for i, x in enumerate(got[1]) if i != rd] == [x for i, x in enumerate(registers) if i != rd], name
        seen.add(name)
    assert len(seen) == len(TWO) + len(ONE) + 2


KERNELS = [
    ("lea-128", "rv32"),
    ("chacha20", "rv32"),
    ("ascon-p12", "portable"),
    ("keccak-f1600", "portable"),
    ("pipo-64/128", "rv32"),
    ("aes-128", "portable"),
    ("aria-128", "portable"),
    ("sha-256", "rv32"),
]


@pytest.mark.parametrize("cipher, kernel", every_day(KERNELS[:1], KERNELS))
def test_kernels_that_are_built_for_zbb_are_proved(cipher, kernel):
    """Without simulation, since the E31 has no Zbb."""
    target = TARGETS["hifive1"]()
    implementation, elf = program_of("hifive1", cipher, kernel)
    cflags = [f"-march={MARCH}" if f.startswith("-march=") else f for f in target.board.cflags]
    target.board = target.board.changed(name="hifive1-zbb", code_cflags=cflags)
    image = read(built(target, implementation, usual_sizes(target, implementation, False)).elf)
    assert image.code.data != read(elf).code.data, "no other instructions"
    for proof in prove(implementation, image, "hifive1", max_blocks=1, simulate=False):
        assert proof.kind == EQUAL, proof.reason
