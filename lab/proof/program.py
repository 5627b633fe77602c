# SPDX-License-Identifier: MIT
"""Code, constants and symbols of an ELF file."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

ALLOCATED, EXECUTABLE = 2, 4  # of sh_flags
MACHINES = {"EM_RISCV": "rv32", "EM_AVR": "avr"}
ARM = {10: "v7m", 11: "v6m", 12: "v6m", 13: "v7em"}  # Tag_CPU_arch of the ABI's addenda
NAMED = ("STT_FUNC", "STT_OBJECT", "STT_NOTYPE")
DATA_SPACE = 0x800000  # AVR: where the file has addresses of RAM


@dataclass(frozen=True)
class Section:
    name: str
    start: int
    data: bytes
    executable: bool

    @property
    def end(self) -> int:
        return self.start + len(self.data)


@dataclass(frozen=True)
class Symbol:
    name: str
    start: int
    size: int


@dataclass(frozen=True)
class Image:
    """`sections`: what is loaded from the file, without .bss."""

    path: Path
    machine: str
    sections: tuple[Section, ...]
    symbols: dict[str, Symbol] = field(hash=False)

    @property
    def code(self) -> Section:
        return next(s for s in self.sections if s.executable and s.name == ".text")

    @cached_property
    def functions(self) -> list[Symbol]:
        code = self.code
        return sorted((s for s in self.symbols.values() if code.start <= s.start < code.end), key=lambda s: s.start)

    def address(self, name: str) -> int:
        return self.symbols[name].start

    def content(self, start: int, size: int) -> bytes:
        """Bytes after loading."""
        section = next(s for s in self.sections if s.start <= start and start + size <= s.end)
        return section.data[start - section.start : start - section.start + size]

    def number(self, start: int, size: int) -> int:
        return int.from_bytes(self.content(start, size), "little")

    def inside(self, address: int) -> str:
        """Function and offset of an address."""
        before = [s for s in self.functions if s.start <= address]
        if not before:
            return hex(address)
        offset = address - before[-1].start
        return before[-1].name + (f"+{offset:#x}" if offset else "")

    def patched(self, address: int, data: bytes) -> Image:
        """The same program with other bytes at an address."""
        sections = []
        for s in self.sections:
            if s.start <= address < s.end:
                at = address - s.start
                s = replace(s, data=s.data[:at] + data + s.data[at + len(data) :])
            sections.append(s)
        return replace(self, sections=tuple(sections))


def arm_architecture(elf: Any) -> int:
    attributes: Any = elf.get_section_by_name(".ARM.attributes")
    values = [
        attribute.value
        for vendor in (attributes.iter_subsections() if attributes else ())
        for scope in vendor.iter_subsubsections()
        for attribute in scope.iter_attributes("TAG_CPU_ARCH")
    ]
    return values[0] if values else 0


def read(path: Path) -> Image:
    from elftools.elf.elffile import ELFFile  # slow to import

    with open(path, "rb") as stream:
        elf: Any = ELFFile(stream)
        sections = []
        for s in elf.iter_sections():
            flags = s["sh_flags"]
            if flags & ALLOCATED and s["sh_type"] == "SHT_PROGBITS" and s["sh_size"]:
                sections.append(Section(s.name, s["sh_addr"], s.data(), bool(flags & EXECUTABLE)))
        table: Any = elf.get_section_by_name(".symtab")
        symbols: dict[str, Symbol] = {}
        for s in table.iter_symbols() if table else ():
            named = s["st_info"]["type"] in NAMED and s["st_shndx"] != "SHN_UNDEF" and s.name and s.name[0] not in ".$"
            if named and (s.name not in symbols or s["st_size"]):
                thumb = elf["e_machine"] == "EM_ARM" and s["st_info"]["type"] == "STT_FUNC"  # bit 0
                symbols[s.name] = Symbol(s.name, s["st_value"] & ~int(thumb), s["st_size"])
        machine = MACHINES.get(elf["e_machine"]) or ARM.get(arm_architecture(elf), "")
    return Image(path, machine, tuple(sections), symbols)
