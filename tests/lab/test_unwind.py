# SPDX-License-Identifier: MIT
"""At each instruction of assembly a debugger finds the caller, and the caller's registers.

The code is followed as disassembled, with symbolic values: what the stack pointer, saved registers and slots of the
stack are in terms of the values at the call.  At each instruction that the code reaches, the unwind table must give
the same values."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from elftools.dwarf.callframe import FDE
from elftools.elf.elffile import ELFFile

from lab.paths import ROOT
from tests.tools import AARCH64, call, skip_without

SRC = ROOT / "src"

Value = tuple[Any, ...]  # ("cfa", offset), ("entry", register), ("?", address)
DEREFERENCED = re.compile(rb"\x77([\x80-\xff])([\x00-\x3f])\x06\x23([\x00-\x7f])")  # *(rsp + n) + m


@dataclass
class State:
    """Values of registers and of slots of the stack, which are named by base and offset."""

    values: dict[Any, Value]

    def __getitem__(self, name: Any) -> Value | None:
        return self.values.get(name)

    def moved(self, register: str, by: int) -> None:
        base, offset = self.values[register]
        self.values[register] = (base, offset + by)

    def slot(self, register: str, offset: int) -> Any:
        base, at = self.values[register]
        return ("slot", base, at + offset)


@dataclass
class Chip:
    compiler: str
    options: list[str]
    family: str
    stack: str
    link: tuple[str, Value]  # what holds the return address at the call: a register or a slot
    first: int  # offset of the stack pointer from the CFA at the call
    numbers: dict[int, str]  # registers by DWARF's numbers
    saved: list[int]  # callee-saved ones
    step: Callable[[State, str, list[str], int], None] = field(repr=False)
    jumps: re.Pattern[str] = field(repr=False)
    plain: re.Pattern[str] = field(repr=False)  # instructions that change neither general registers nor the stack
    promises: str  # of the options, as readelf calls them
    pads: tuple[str, ...]  # where an indirect call may arrive
    ends: tuple[str, ...] = ("ret",)
    calls: tuple[str, ...] = ("call",)


# x86-64

PARTS = {f"%{p}{n}{s}": f"r{n}{s}" for n, s in (("a", "x"), ("b", "x"), ("c", "x"), ("d", "x")) for p in "re"}
PARTS |= {f"%{p}{n}": f"r{n}" for n in ("si", "di", "bp", "sp") for p in "re"}
PARTS |= {f"%{n}l": f"r{n}x" for n in "abcd"} | {f"%{n}x": f"r{n}x" for n in "abcd"}
PARTS |= {f"%r{n}{s}": f"r{n}" for n in range(8, 16) for s in ("", "d", "w", "b")}
ON_STACK = re.compile(r"(-?0x[0-9a-f]+)?\(%(rsp|rbp)\)")


def x86_step(state: State, name: str, operands: list[str], at: int) -> None:
    registers = [PARTS.get(o, "") for o in operands]
    if name == "push":
        state.moved("rsp", -8)
        state.values[state.slot("rsp", 0)] = state[registers[0]] or ("?", at)
    elif name == "pop":
        state.values[registers[0]] = state[state.slot("rsp", 0)] or ("?", at)
        state.moved("rsp", 8)
    elif name == "leave":
        state.values["rsp"] = state["rbp"]
        x86_step(state, "pop", ["%rbp"], at)
    elif name in ("add", "sub") and operands[1] == "%rsp":
        state.moved("rsp", int(operands[0][1:], 0) * (1 if name == "add" else -1))
    elif name == "and" and operands[1] == "%rsp":
        state.values["rsp"] = (f"aligned at {at:x}", 0)
    elif name == "mov" and all(registers) and operands[0].startswith("%r"):
        state.values[registers[1]] = state[registers[0]] or ("?", at)
    elif operands and name not in ("cmp", "cmpq", "test", "bt"):
        for changed in operands[-2:] if name in ("mulx", "xchg") else operands[-1:]:
            stored = ON_STACK.fullmatch(changed)
            if stored and state[stored[2]] and isinstance(state[stored[2]][-1], int):
                slot = state.slot(stored[2], int(stored[1] or "0", 0))
                state.values[slot] = (name == "mov" and state[registers[0]]) or ("?", at)
            elif PARTS.get(changed):
                loaded = ON_STACK.fullmatch(operands[0]) if name == "mov" else None
                value = loaded and state[state.slot(loaded[2], int(loaded[1] or "0", 0))]
                state.values[PARTS[changed]] = value or ("?", at)


# AArch64


def arm_register(operand: str) -> str:
    if match := re.match(r"\{?([wxvdqsb])(\d+)\b", operand):
        return ("x" if match[1] in "wx" else "v") + match[2]
    return operand


def arm_step(state: State, name: str, operands: list[str], at: int) -> None:
    registers = [arm_register(o) for o in operands]
    if name in ("add", "sub") and registers[0] == "sp":
        assert registers[1] == "sp"
        state.moved("sp", int(operands[2][1:], 0) * (1 if name == "add" else -1))
    elif name in ("stp", "ldp", "str", "ldr") and (match := re.match(r"\[sp(?:,#(\d+))?\]$", operands[-1])):
        size = 16 if operands[0][0] == "q" else 8
        for i, register in enumerate(registers[:-1]):
            slot = state.slot("sp", int(match[1] or "0") + size * i)
            to, source = (slot, register) if name[0] == "s" else (register, slot)
            state.values[to] = state[source] or ("?", at)
    elif name in ("paciasp", "autiasp"):
        kind, register = state["x30"]
        assert kind == ("entry" if name == "paciasp" else "signed")
        state.values["x30"] = ("signed" if name == "paciasp" else "entry", register)
    elif not name.startswith(("st", "cmp", "b", "hint", "nop", "ret", "tst", "cbz", "cbnz")):
        for register in registers[: 2 if name.startswith("ldp") else 1]:
            state.values[register] = ("?", at)


CHIPS = [
    Chip(
        compiler="gcc",
        options=["-fcf-protection"],
        family="x86",
        stack="rsp",
        link=("slot", "cfa", -8),
        first=-8,
        numbers=dict(
            enumerate(["rax", "rdx", "rcx", "rbx", "rsi", "rdi", "rbp", "rsp", *(f"r{n}" for n in range(8, 16))])
        ),
        saved=[3, 6, 12, 13, 14, 15],
        step=x86_step,
        jumps=re.compile("j"),
        plain=re.compile(r"v\w+ .*%[xyz]mm"),
        promises="x86 feature: IBT, SHSTK",
        pads=("endbr64",),
    ),
    Chip(
        compiler=AARCH64,
        options=["-mbranch-protection=standard"],
        family="arm",
        stack="sp",
        link="x30",
        first=0,
        numbers={n: f"x{n}" for n in range(31)} | {31: "sp"} | {64 + n: f"v{n}" for n in range(32)},
        saved=[*range(19, 31), *range(72, 80)],
        step=arm_step,
        jumps=re.compile(r"b$|b\.|c?bn?z"),
        plain=re.compile(r"nop"),
        promises="AArch64 feature: BTI, PAC",
        pads=("paciasp", "bti"),
        calls=("bl",),
    ),
]


@dataclass
class Instruction:
    name: str
    operands: list[str]
    next: int


def disassembled(chip: Chip, file: Path) -> dict[int, Instruction]:
    objdump = chip.compiler.replace("gcc", "objdump")
    text = call([objdump, "-d", "-j", ".text", "--no-show-raw-insn", file])
    lines = re.findall(r"^\s*([0-9a-f]+):\t(\S+)[ \t]*([^\n<]*?)\s*(?://[^\n]*|<[^\n]*|# [^\n]*)?$", text, re.MULTILINE)
    code, ends = {}, [int(at, 16) for at, *_ in lines[1:]] + [0]
    for (at, name, operands), end in zip(lines, ends, strict=True):
        code[int(at, 16)] = Instruction(
            name, re.findall(r"(?:[^,(\[{]|\([^)]*\)|\[[^\]]*\]|\{[^}]*\})+", operands.replace(", ", ",")), end
        )
    return code


@dataclass
class Table:
    """How to unwind a part of the code: from each address on."""

    start: int
    end: int
    addresses: list[int]
    rows: list[dict[Any, Any]]


def table(fde: FDE) -> Table:
    rows = fde.get_decoded().table
    start = fde["initial_location"]
    return Table(start, start + fde["address_range"], [row["pc"] for row in rows], rows)


def tables(file: Path) -> tuple[list[Table], set[int]]:
    """Of all code, and the addresses of functions."""
    with file.open("rb") as stream:
        elf = ELFFile(stream)
        rows = [table(entry) for entry in elf.get_dwarf_info().EH_CFI_entries() if isinstance(entry, FDE)]
        symbols = elf.get_section_by_name(".symtab").iter_symbols()
        return rows, {s["st_value"] for s in symbols if s["st_info"]["type"] == "STT_FUNC"}


@dataclass
class Assembly:
    file: Path
    code: dict[int, Instruction]
    parts: list[Table]
    functions: set[int]


@pytest.fixture(scope="module", params=CHIPS, ids=lambda chip: chip.family)
def chip(request) -> Chip:
    skip_without(request.param.compiler)
    return request.param


@pytest.fixture(scope="module")
def assembly(chip, tmp_path_factory) -> Assembly:
    """A family's assembly, and a file of each other one, as a shared library."""
    whole = tmp_path_factory.mktemp("assembly") / "assembly.so"
    options = ["-shared", "-nostdlib", "-Iinclude", "-Isrc", *chip.options]
    sources = [*SRC.glob(f"*/{chip.family}/*.S"), *(next(SRC.glob(f"*/{family}/*.S")) for family in ("avr", "rv32"))]
    call([chip.compiler, *options, *sources, "-o", whole], cwd=ROOT)
    return Assembly(whole, disassembled(chip, whole), *tables(whole))


def after_call(state: State, at: int, kept: set[str], chip: Chip) -> None:
    for name in list(state.values):
        if isinstance(name, str) and name not in kept and name != chip.stack:
            state.values[name] = ("?", at)


@dataclass
class Follower:
    chip: Chip
    code: dict[int, Instruction]
    parts: list[Table]
    functions: set[int]
    reached: set[int] = field(default_factory=set)
    known: dict[int, set[str]] = field(default_factory=dict)

    def part(self, at: int) -> Table:
        inside = [part for part in self.parts if part.start <= at < part.end]
        assert len(inside) == 1, f"{len(inside)} unwind tables at {at:x}"
        return inside[0]

    def follow(self, entry: int) -> set[str]:
        """Checks the code from an entry; the registers that it does not preserve."""
        if entry in self.known:
            return self.known[entry]
        chip, part = self.chip, self.part(entry)
        saved = {chip.numbers[n] for n in chip.saved}
        start = {r: ("entry", r) for r in saved} | {chip.stack: ("cfa", chip.first)}
        start[chip.link] = ("entry", "return")
        states, work, changed = {entry: State(start)}, [entry], set()
        while work:
            at = work.pop()
            assert part.start <= at < part.end, f"{at:x} is reached from another function"
            instruction, state = self.code[at], states[at]
            self.reached.add(at)
            name, operands = instruction.name, instruction.operands
            nexts = [instruction.next]
            if name in chip.ends:
                assert state[chip.stack] == ("cfa", chip.first) and state[chip.link] == ("entry", "return")
                changed |= {r for r in saved if r != chip.link and state[r] != ("entry", r)}
                continue
            if name in chip.calls:
                state = State(dict(state.values))
                after_call(state, at, saved - self.follow(int(operands[0], 16)), chip)
            elif chip.jumps.match(name):
                nexts = [int(operands[-1], 16), *([] if name in ("jmp", "b") else nexts)]
            elif not chip.plain.match(f"{name} {operands[-1:]}"):
                state = State(dict(state.values))
                chip.step(state, name, operands, at)
            for after in nexts:
                if after not in states:
                    states[after] = state
                elif (merged := dict(states[after].values.items() & state.values.items())) != states[after].values:
                    states[after] = State(merged)
                else:
                    continue
                work.append(after)
        for at, state in states.items():
            self.check(part, at, state, entry in self.functions)
        self.known[entry] = changed
        return changed

    def check(self, part: Table, at: int, state: State, function: bool) -> None:
        """A routine that is no function may change what its caller has saved."""
        chip = self.chip
        row = part.rows[bisect_right(part.addresses, at) - 1]
        rule = row["cfa"]
        if rule.expr:
            low, high, above = map(ord, DEREFERENCED.fullmatch(bytes(rule.expr)).group(1, 2, 3))
            base, offset = state[state.slot(chip.stack, (low & 0x7F) | high << 7)]
            offset += above
        else:
            base, offset = state[chip.numbers[rule.reg]]
            offset += rule.offset
        assert (base, offset) == ("cfa", 0), f"{at:x}: the CFA is {base} + {offset}"
        for number in chip.saved:
            name, rule = chip.numbers[number], row.get(number)
            expected = ("entry", "return" if name == chip.link else name)
            if rule is None or rule.type in ("SAME_VALUE", "UNDEFINED"):
                value = state[name] if function or name == chip.link else expected
            else:
                assert rule.type == "OFFSET"
                value = state["slot", "cfa", rule.arg]
            if value and value[0] == "signed":
                value = ("entry", value[1])
            assert value == expected, f"{at:x}: {name} is {value}"
        if isinstance(chip.link, tuple):
            assert state[chip.link] == ("entry", "return")


def test_the_caller_is_found_at_each_instruction(chip, assembly):
    follower = Follower(chip, assembly.code, assembly.parts, assembly.functions)
    for part in assembly.parts:
        if part.start in assembly.code:
            follower.follow(part.start)
    left = [i for at, i in assembly.code.items() if at not in follower.reached]
    missed = [i for i in left if "nop" not in f"{i.name}{i.operands}" and i.operands != ["%ax", "%ax"]]  # padding
    assert len(follower.reached) > 800
    assert missed == []


def test_assembly_keeps_the_promises_of_the_compiler(chip, assembly):
    """One object without the note takes the promise from the whole program, and an executable stack from none."""
    assert f": {chip.promises}\n" in call(["readelf", "-n", assembly.file])
    assert re.search(r"GNU_STACK.* RW +0x", call(["readelf", "-lW", assembly.file]))


def test_a_pointer_leads_to_a_landing_pad(chip, assembly):
    entries = {at: assembly.code[at].name for at in assembly.functions if at in assembly.code}
    assert len(entries) > (50 if chip.family == "x86" else 0)
    assert {f"{at:x} {name}" for at, name in entries.items() if name not in chip.pads} == set()


@pytest.mark.deep
@pytest.mark.parametrize(("name", "compiler"), [("x86", "gcc"), ("arm", AARCH64)])
def test_the_shared_library_keeps_the_promises_of_the_compiler(name, compiler, cmake_build, tmp_path):
    """With the objects of the compiler."""
    [chip] = [c for c in CHIPS if c.family == name]
    skip_without(compiler)
    flags = " ".join(chip.options)
    options = [f"-DCMAKE_C_COMPILER={compiler}", f"-DCMAKE_C_FLAGS={flags}", f"-DCMAKE_ASM_FLAGS={flags}"]
    if name == "arm":
        options.append("-DCMAKE_SYSTEM_NAME=Linux")
    archive = cmake_build(f"promises-{name}", options, "narae") / "libnarae.a"
    whole = ["-Wl,--whole-archive", archive, "-Wl,--no-whole-archive", "-o", tmp_path / "all.so"]
    call([compiler, "-shared", "-nostdlib", *whole])
    assert f": {chip.promises}\n" in call(["readelf", "-n", tmp_path / "all.so"])
