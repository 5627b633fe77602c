# SPDX-License-Identifier: MIT
"""The flip-flops of the core's Verilog: their names, and how a bench reads them (flops.h, flops.vlt)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

WORD = 32
MOST_ENTRIES = 64  # of a memory that counts as flip-flops, such as the register file; larger ones are RAM
MODULE = re.compile(r"module (\w+)\(")
DECLARED = re.compile(r"  reg (?: |\[(\d+):0\] )(\w+)(?: \[0:(\d+)\])?;")
INSTANCE = re.compile(r"  (\w+) (\w+) \(")
REGISTER_FILE = "tile.core._T_288"  # RocketCore.scala, class RegFile: ~i is entry of register i
EXCEPTION_PC = "tile.core.csr.reg_mepc"
DTIM = [f"tile.dcache.data.data_arrays_0_{byte}" for byte in range(4)]
# Registers that the generator leaves without a name; of version 1.2.6.
NAMES = {
    REGISTER_FILE: "tile.core.rf",
    "tile.core._T_1259": "tile.core.coreMonitorBundle_rd0val, before",
    "tile.core._T_1262": "tile.core.coreMonitorBundle_rd1val, before",
    **{f"tile.dcache._T_{965 + 5 * byte}": f"tile.dcache.pstore2_storegen_data, byte {byte}" for byte in range(4)},
}
NOT_FLOPS = re.compile(r"_RAND_\d+")  # initial values of simulations


@dataclass(frozen=True)
class Flop:
    """A register, or an entry of a memory: of `bits` bits, read in words."""

    path: str  # instances below the top, and the name
    bits: int
    entries: int = 0  # of a memory; 0: it is none

    @property
    def words(self) -> int:
        return -(-self.bits // WORD)

    def names(self) -> list[str]:
        """Of each word."""
        name = NAMES.get(self.path, self.path)
        entries = [f"{name}[{i}]" for i in range(self.entries)] or [name]
        return [f"{e}.{w}" if self.words > 1 else e for e in entries for w in range(self.words)]

    def reads(self, top: str) -> list[str]:
        """C++ expressions of each word, by Verilator's names."""
        name = expression(self.path, top)
        entries = [f"{name}[{i}]" for i in range(self.entries)] or [name]
        if self.bits <= WORD:
            return entries
        if self.bits <= 2 * WORD:
            return [f"(uint32_t)({e} >> {WORD * w})" for e in entries for w in range(2)]
        return [f"{e}[{w}]" for e in entries for w in range(self.words)]


@dataclass(frozen=True)
class Module:
    registers: list[Flop]
    instances: list[tuple[str, str]]  # module and name


def expression(path: str, top: str) -> str:
    """In C++, by Verilator's names."""
    names = [name.replace("__", "___05F") for name in path.split(".")]
    return f"root->{'__DOT__'.join([top, *names])}"


def modules(verilog: str) -> dict[str, Module]:
    """As FIRRTL writes them: a declaration a line."""
    result: dict[str, Module] = {}
    current = Module([], [])
    for line in verilog.splitlines():
        if match := MODULE.match(line):
            current = result[match[1]] = Module([], [])
        elif match := DECLARED.match(line):
            width, name, last = match.groups()
            if not NOT_FLOPS.fullmatch(name):
                current.registers.append(Flop(name, int(width or 0) + 1, int(last) + 1 if last else 0))
        elif match := INSTANCE.match(line):
            current.instances.append((match[1], match[2]))
    return result


def flops(verilog: Path, top: str) -> list[Flop]:
    """All of the design, by instance."""
    known = modules(verilog.read_text())
    result: list[Flop] = []

    def walk(module: str, path: str) -> None:
        if module not in known:
            return
        for r in known[module].registers:
            if r.entries <= MOST_ENTRIES:
                result.append(Flop(path + r.path, r.bits, r.entries))
        for kind, name in known[module].instances:
            walk(kind, f"{path}{name}.")

    walk(top, "")
    return result


def control(verilog: Path) -> str:
    """For Verilator: which registers are visible to the bench, and which it sets."""
    known = modules(verilog.read_text())
    set_by_bench = {path.rpartition(".")[2] for path in (REGISTER_FILE, EXCEPTION_PC, *DTIM)}
    lines = ["`verilator_config"]
    for name, module in known.items():
        for r in module.registers:
            kind = "rw" if r.path in set_by_bench else "rd"
            lines.append(f'public_flat_{kind} -module "{name}" -var "{r.path}"')
    return "\n".join([*lines, ""])


def header(found: list[Flop], top: str) -> str:
    """flops.h: reads all flip-flops, and sets what a call begins with."""
    reads = [read for f in found for read in f.reads(top)]
    first = next(i for i, read in enumerate(reads) if read.startswith(f"{expression(REGISTER_FILE, top)}["))
    root = f"V{top}___024root"
    body = "".join(f"    out[{i}] = {read};\n" for i, read in enumerate(reads))
    bytes_ = "".join(f"    {expression(path, top)}[at] = word >> {8 * i} & 255;\n" for i, path in enumerate(DTIM))
    return f"""\
enum {{ FLOPS = {len(reads)}, FIRST_REGISTER = {first} }};

static void
read_flops(const {root} *root, uint32_t *out)
{{
{body}}}

static bool
is_register(unsigned flop)
{{
    return flop - FIRST_REGISTER < 31;
}}

static void
set_register({root} *root, unsigned number, uint32_t value)
{{
    {expression(REGISTER_FILE, top)}[31 - number] = value;
}}

static void
set_exception_pc({root} *root, uint32_t value)
{{
    {expression(EXCEPTION_PC, top)} = value;
}}

static void
set_dtim({root} *root, unsigned at, uint32_t word)
{{
{bytes_}}}
"""
