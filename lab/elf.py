"""Symbols and sections of an ELF file: System V ABI, "Object Files".

A run of the lab reads some thousand files; a parser for all of ELF took half of its time for them."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from pathlib import Path

MAGIC = b"\x7fELF"
SYMBOL_TABLE = 2  # sh_type
OBJECT, FUNCTION, FILE = 1, 2, 4  # the lower four bits of st_info
LOCAL = 0  # the upper four
FIRST_RESERVED = 0xFF00  # of section numbers, which name no section
# header: e_shoff, e_shentsize, e_shnum, e_shstrndx behind e_ident .. e_phoff; then a section; then a symbol
HEADERS = {1: "16xHHIIIIIHHHHHH", 2: "16xHHIQQQIHHHHHH"}
SECTIONS = {1: "IIIIIIIIII", 2: "IIQQQQIIQQ"}
SYMBOLS = {1: "IIIBBH", 2: "IBBHQQ"}
ORDERS = {1: "<", 2: ">"}


@dataclass(frozen=True)
class Section:
    name: str
    kind: int
    bytes: int
    offset: int
    link: int


@dataclass(frozen=True)
class Elf:
    data: bytes
    bits: int  # EI_CLASS: 1 is 32 bits, 2 is 64
    order: str
    sections: list[Section]

    def symbols(self) -> list[tuple[str, str, str, int, int]]:
        """(file, name, section, address, size) of each function and object; file is "" for globals."""
        table = next((s for s in self.sections if s.kind == SYMBOL_TABLE), None)
        if table is None:
            return []
        names = self.sections[table.link].offset
        found, file = [], ""
        content = self.data[table.offset : table.offset + table.bytes]
        for fields in struct.iter_unpack(self.order + SYMBOLS[self.bits], content):
            name, info, index, value, size = ordered(fields, self.bits)
            if info & 15 == FILE:
                file = text(self.data, names + name)
            elif info & 15 in (OBJECT, FUNCTION) and 0 < index < FIRST_RESERVED and size:
                here = file if info >> 4 == LOCAL else ""
                found.append((here, text(self.data, names + name), self.sections[index].name, value, size))
        return found


def ordered(fields: tuple, bits: int) -> tuple[int, int, int, int, int]:
    """name, info, section, value, size."""
    if bits == 2:
        name, info, _, index, value, size = fields
    else:
        name, value, size, info, _, index = fields
    return name, info, index, value, size


def text(data: bytes, start: int) -> str:
    return data[start : data.index(b"\0", start)].decode()


def read(path: Path) -> Elf | None:
    """None if the file is not an ELF file."""
    data = path.read_bytes()
    if data[:4] != MAGIC:
        return None
    bits, order = data[4], ORDERS[data[5]]
    header = struct.unpack_from(order + HEADERS[bits], data)
    start, (size, count, names) = header[5], header[10:13]
    raw = [struct.unpack_from(order + SECTIONS[bits], data, start + i * size) for i in range(count)]
    strings = raw[names][4]
    sections = [Section(text(data, strings + s[0]), s[1], s[5], s[4], s[6]) for s in raw]
    return Elf(data, bits, order, sections)
