# SPDX-License-Identifier: MIT
"""Machine code of MSP430, and what the lab's executor and mspdebug make of it."""

from __future__ import annotations

import random
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from lab import processes
from lab.paths import ROOT
from lab.proof.simulation import run_simulator, simulator, write_commands

CODE, DATA, DATA_BYTES, STACK = 0x4400, 0x2000, 256, 0x2800  # in memory of both chips
NAMES = ("mov", "add", "addc", "subc", "sub", "cmp", "dadd", "bit", "bic", "bis", "xor", "and")
TWO = {name: number << 12 for number, name in enumerate(NAMES, start=4)}
ONE = {"rrc": 0x1000, "swpb": 0x1080, "rra": 0x1100, "sxt": 0x1180, "push": 0x1200, "call": 0x1280}
JUMPS = ("jne", "jeq", "jnc", "jc", "jn", "jge", "jl", "jmp")
BYTE = 0x40
SR, CG = 2, 3
SOURCES = ("register", "constant", "immediate", "indirect", "increment", "indexed", "symbolic", "absolute")
DESTINATIONS = ("register", "indexed", "symbolic", "absolute")


@dataclass(frozen=True)
class Operand:
    """Bits of the instruction, its own word if there is one, and whether that is relative to where it is."""

    reg: int
    mode: int
    word: int | None = None
    relative: bool = False


def register(n: int) -> Operand:
    return Operand(n, 0)


def constant(value: int) -> Operand:
    return {0: Operand(CG, 0), 1: Operand(CG, 1), 2: Operand(CG, 2), 4: Operand(SR, 2), 8: Operand(SR, 3)}.get(
        value, Operand(CG, 3)
    )


def immediate(value: int) -> Operand:
    return Operand(0, 3, value & 0xFFFF)


def indexed(n: int, by: int) -> Operand:
    return Operand(n, 1, by & 0xFFFF)


def symbolic(address: int) -> Operand:
    return Operand(0, 1, address, True)


def absolute(address: int) -> Operand:
    return Operand(SR, 1, address)


def indirect(n: int, increment: bool = False) -> Operand:
    return Operand(n, 3 if increment else 2)


def encoded(at: int, first: int, *operands: Operand) -> list[int]:
    words = [first]
    for o in operands:
        if o.word is not None:
            words.append((o.word - (at + 2 * len(words) if o.relative else 0)) & 0xFFFF)
    return words


def two(name: str, source: Operand, destination: Operand, byte: bool = False, at: int = 0) -> list[int]:
    first = TWO[name] | source.reg << 8 | destination.mode << 7 | byte * BYTE | source.mode << 4 | destination.reg
    return encoded(at, first, source, destination)


def one(name: str, operand: Operand, byte: bool = False, at: int = 0) -> list[int]:
    return encoded(at, ONE[name] | byte * BYTE | operand.mode << 4 | operand.reg, operand)


def jump(condition: str, words: int) -> list[int]:
    """Over so many words after it."""
    return [0x2000 | JUMPS.index(condition) << 10 | words & 0x3FF]


def as_bytes(words: list[int]) -> bytes:
    return b"".join(w.to_bytes(2, "little") for w in words)


@dataclass(frozen=True)
class State:
    """After an instruction: PC, SP, SR and r4 to r15; cycles so far, as mspdebug counts them."""

    registers: tuple[int, ...]
    cycles: int


SEEN = (0, 1, 2, *range(4, 16))


@dataclass(frozen=True)
class End:
    """After one or more instructions: registers, of SR its flags, cycles, and the data."""

    pc: int
    fault: bool
    registers: tuple[int, ...]
    cycles: int
    data: bytes


def outcomes(chip: str, cases: list[tuple[list[int], int, dict[int, int]]], data: bytes) -> list[End]:
    """Of some words with so many instructions, from these registers."""
    command = simulator(chip)
    assert command
    commands = []
    for words, steps, registers in cases:
        commands += [*write_commands(DATA, data), *write_commands(CODE, as_bytes(words))]
        commands += [f"R {n} {value:x}" for n, value in (registers | {16: 0}).items()]
        commands += [f"G {CODE:x} fffffff {steps}", "P", f"D {DATA:x} {len(data)}"]
    answers = run_simulator(command, commands)
    ends = []
    for end, state, content in zip(answers[::3], answers[1::3], answers[2::3], strict=True):
        fields = [int(f, 16) for f in state.split()]
        pc = int(end.split()[0], 16)
        ends.append(End(pc, "fault" in end, tuple(fields[:16]), fields[16], bytes.fromhex(content)))
    return ends


def execute(
    chip: str, program: list[list[int]], registers: dict[int, int], data: bytes, steps: int | None = None
) -> tuple[list[State], bytes]:
    """The states after each instruction in the lab's executor, and the data at the end."""
    command = simulator(chip)
    assert command
    commands = [*write_commands(DATA, data), *write_commands(CODE, as_bytes([w for i in program for w in i]))]
    commands += [f"R {n} {value:x}" for n, value in registers.items()]
    commands += ["R 16 0"]
    pc, states = CODE, []
    process = subprocess.Popen([str(c) for c in command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdin and process.stdout
    process.stdin.write("\n".join(commands) + "\n")
    for _ in range(steps or len(program)):
        process.stdin.write(f"G {pc:x} fffffff 1\nP\n")
        process.stdin.flush()
        answer = process.stdout.readline().split()
        assert answer[1:] == [], f"a fault at {pc:x}"
        pc = int(answer[0], 16)
        fields = [int(f, 16) for f in process.stdout.readline().split()]
        states.append(State(tuple(fields[n] for n in SEEN), fields[16] + fields[17]))
    process.stdin.write(f"D {DATA:x} {DATA_BYTES}\n")
    process.stdin.close()
    after = bytes.fromhex(process.stdout.readline())
    process.wait()
    return states, after


def execute_in_mspdebug(
    program: list[list[int]], registers: dict[int, int], data: bytes, steps: int | None = None
) -> tuple[list[State], bytes]:
    """The same by mspdebug's simulator."""
    commands = ["opt color false", "simio add tracer t 16"]

    def write(at: int, content: bytes) -> None:
        for n in range(0, len(content), 64):
            commands.append(f"mw {at + n:#x} {content[n : n + 64].hex(' ')}")

    write(DATA, data)
    write(CODE, as_bytes([w for i in program for w in i]))
    commands += [f"set {n} {value:#x}" for n, value in registers.items()]
    commands += [f"set 0 {CODE:#x}"]
    for _ in range(steps or len(program)):
        commands += ["step", "simio info t"]
    commands += [f"md {DATA:#x} {DATA_BYTES}"]
    text = subprocess.run(
        ["mspdebug", "-q", "-n", "sim"], input="\n".join(commands) + "\n", capture_output=True, text=True, check=True
    ).stdout
    _, *parts = text.split("(mspdebug) step\n")
    states = []
    for part in parts:
        found = {n: int(v, 16) for n, v in re.findall(r"\(\s*(PC|SP|SR|R\d+): ([0-9a-f]+)\)", part)}
        cycles = re.search(r"MCLK:\s+(\d+)", part)
        assert cycles, part
        names = ["PC", "SP", "SR", *(f"R{n}" for n in range(4, 16))]
        states.append(State(tuple(found[n] for n in names), int(cycles.group(1))))
    lines = re.findall(r"^ +0[0-9a-f]{4}: ((?:[0-9a-f]{2} )+)\|", parts[-1].split("md ")[1], re.M)
    return states, bytes.fromhex("".join(lines))


def random_state(r: random.Random) -> tuple[dict[int, int], bytes]:
    registers = {n: r.getrandbits(16) for n in range(4, 16)} | {1: STACK, SR: r.choice((0, 1, 2, 4, 0x100, 0x107))}
    return registers, r.randbytes(DATA_BYTES)


def broken_executor(chip: str, folder: Path, file: str, old: str, new: str) -> Path:
    """The executor with one change in a file of lab/sims/msp430."""
    for name in ("lab/proof", "lab/sims", "lab/sims/msp430"):
        (folder / name).mkdir(parents=True)
        for source in (ROOT / name).glob("*.[ch]"):
            shutil.copy(source, folder / name)
    broken = folder / "lab/sims/msp430" / file
    text = broken.read_text()
    assert old in text
    broken.write_text(text.replace(old, new, 1))
    program = folder / "call"
    done = processes.run(["gcc", "-O1", f"-DCHIP={chip}", folder / "lab/proof/msp430_call.c", "-o", program], 60)
    assert done.returncode == 0, done.stderr
    return program
