# SPDX-License-Identifier: MIT
"""The prover's executors at the addresses of a chip, with everything that an ELF file has in RAM.

The prover leaves addresses open; here they are numbers, as in the chip, since foreign programs compute with them.  A
verdict does not depend on where buffers lie: addresses are public."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..proof.case import Call
from ..proof.core import LIT_BYTES, Graph, lits
from ..proof.machines import MACHINES, Buffer, Machine, Number, Place
from ..proof.program import DATA_SPACE, Image
from . import core
from .layout import constant_bits

WRITABLE = 1  # of sh_flags
ALLOCATED = 2


class LeakGraph(Graph):
    library = staticmethod(core.library)


@dataclass(frozen=True)
class Memory:
    """RAM that a file describes: None for zeros."""

    start: int
    size: int
    data: bytes | None


def ram_of(path: Path) -> list[Memory]:
    from elftools.elf.elffile import ELFFile  # slow to import

    result = []
    with open(path, "rb") as stream:
        for s in ELFFile(stream).iter_sections():
            if s["sh_flags"] & ALLOCATED and s["sh_flags"] & WRITABLE and s["sh_size"]:
                data = None if s["sh_type"] == "SHT_NOBITS" else s.data()
                result.append(Memory(s["sh_addr"], s["sh_size"], data))
    return result


@dataclass(frozen=True)
class Fixed:
    """A buffer that a program reaches by its address."""

    name: str
    at: int


class Watched(Machine):
    """What all of them share; the class of a processor follows in the order of bases."""

    def place(self, buffers: list[Buffer], fixed: list[Fixed]) -> None:
        """Sets up memory: the stack, fixed buffers, RAM of the program, its constants, other buffers."""
        self.lib.machine_reset(self.handle)
        self.calls, self.buffers, self.bases = 0, {}, {}
        by_name = {b.name: b for b in buffers}
        at = {f.name: f.at for f in fixed}
        ram = ram_of(self.image.path)
        bottom, end = self.ram
        self.top = Place(end, end - self.space)
        self.lib.machine_region(self.handle, end - self.stack_bytes, self.stack_bytes, 1, None)
        for f in fixed:
            self.region(by_name[f.name], f.at)
        for m in ram:
            self.lib.machine_region(self.handle, m.start, m.size, 1, None)
            self.write(m.start, constant_bits(m.data or bytes(m.size)))
        for start, data in self.spaces():
            if not any(m.start == start for m in ram):
                self.lib.machine_region(self.handle, start, len(data), 0, data)
        free = max([bottom, *(m.start + m.size for m in ram if bottom <= m.start < end)])
        for b in buffers:
            if b.name not in at:
                free = -(-free // b.alignment) * b.alignment
                self.region(b, free)
                free += b.size
        back = self.graph.input("return address", self.return_bits)
        self.lib.machine_set_return(self.handle, len(back) // LIT_BYTES, back)

    def region(self, b: Buffer, at: int) -> None:
        self.lib.machine_region(self.handle, at, b.size, int(b.writable), None)
        if b.content is not None:
            self.lib.machine_set(self.handle, at, b.content, b.size)
        self.buffers[b.name] = at, b
        self.bases[b.name] = lits(at - self.space, 8 * self.word)

    def begin(self, call: Call) -> list[Number]:
        """Enters a call; after the first one, registers and stack hold what the call before left there."""
        if self.calls == 0:
            return super().begin(call)
        self.calls += 1
        entry = self.entry(self.numbers(call.arguments), self.top, self.graph.inputs["return address"])
        self.set_stack_pointer(entry)
        for register, value in entry.registers.items():
            self.set_number(register, value)
        for at, bits in entry.memory:
            self.write(at, bits)
        return self.preserved()

    @property
    def stack_top(self) -> int:
        return self.ram[1]


def watched_machine(kind: str, graph: Graph, image: Image, budget: int) -> Any:
    """A machine of this kind, watched."""
    return type(f"Watched{kind}", (Watched, MACHINES[kind]), {})(graph, image, budget)


def address_of(image: Image, where: int | str, is_avr: bool) -> int:
    """A number or symbol as an address."""
    at = image.address(where) if isinstance(where, str) else where
    return at + DATA_SPACE if is_avr and at < DATA_SPACE and not isinstance(where, str) else at
