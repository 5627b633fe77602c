# SPDX-License-Identifier: MIT
"""Symbols and sections of an ELF file, and a hash of the program: System V ABI, "Object Files".

A run of the lab reads some thousand files; a general ELF parser took half of that time."""

from __future__ import annotations

from typing import Any

import hashlib
import struct
from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from pathlib import Path

MAGIC = b"\x7fELF"
SYMBOL_TABLE, STRINGS, NOTE, NO_BITS = 2, 3, 7, 8  # sh_type
ALLOCATED, EXECUTABLE = 2, 4  # of sh_flags
BUILD_ID = ".note.gnu.build-id"  # a hash of the whole file
UNTYPED, OBJECT, FUNCTION, FILE = 0, 1, 2, 4  # the lower four bits of st_info
RELOCATABLE = 1  # e_type of an object
LOCAL = 0  # the upper four
FIRST_RESERVED = 0xFF00  # reserved section numbers
# the file's header behind e_ident; then a segment, a section, a symbol
HEADERS = {1: "16xHHIIIIIHHHHHH", 2: "16xHHIQQQIHHHHHH"}
SEGMENTS = {1: "IIIIIIII", 2: "IIQQQQQQ"}
SEGMENT_OFFSET = {1: 1, 2: 2}  # index of p_offset
SECTIONS = {1: "IIIIIIIIII", 2: "IIQQQQIIQQ"}
SYMBOLS = {1: "IIIBBH", 2: "IBBHQQ"}
ORDERS = {1: "<", 2: ">"}


@dataclass(frozen=True)
class Section:
    name: str
    kind: int
    flags: int
    address: int
    bytes: int
    offset: int
    link: int

    @property
    def loaded(self) -> bool:
        """Is it non-empty code or data?"""
        return self.bytes != 0 and self.flags & ALLOCATED != 0 and self.kind != NOTE


@dataclass(frozen=True)
class Elf:
    data: bytes
    bits: int  # EI_CLASS: 1 is 32 bits, 2 is 64
    order: str
    target: tuple[int, ...]  # type, machine, entry, flags
    segments: list[tuple[int, ...]]  # where each is loaded, without file offsets
    sections: list[Section]
    file: str  # its name without folders

    def symbols(self) -> list[tuple[str, str, str, int, int]]:
        """(file, name, section, address, size) of each function and object; file is "" for globals.

        Assembly may omit type and size.  A label then extends to the next label, function or object, or to the end of
        the section."""
        sized, labels = [], []
        file = "" if any(entry[1] & 15 == FILE for entry in self.entries) else self.file  # the linker's name
        for name, info, index, value, size in self.entries:
            kind, here = info & 15, file if info >> 4 == LOCAL else ""
            if kind == FILE:
                file = name.rpartition("/")[2]  # some linkers include the path
            elif not 0 < index < FIRST_RESERVED:
                continue
            elif kind in (OBJECT, FUNCTION) and size:
                sized.append((here, name, index, value, size))
            elif kind in (UNTYPED, OBJECT, FUNCTION) and is_label(name) and self.sections[index].loaded:
                labels.append((here, name, index, value))
        return [
            (here, name, self.sections[index].name, value, size)
            for here, name, index, value, size in sized + self.sized(labels, sized)
        ]

    def sized(self, labels: list[tuple[Any, ...]], symbols: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
        """Labels outside functions and objects, each with the bytes up to the next one."""
        sized_labels: list[tuple[Any, ...]] = []
        ranges: dict[int, list[tuple[int, int]]] = {label[2]: [] for label in labels}  # by section, as `labels_in`
        for *_, index, value, size in symbols:
            if index in ranges:
                ranges[index].append((value, value + size))
        labels_in: dict[int, list[tuple[Any, ...]]] = {index: [] for index in ranges}
        for label in labels:
            labels_in[label[2]].append(label)
        for index in sorted(ranges):
            known = sorted(ranges[index])
            starts, ends = [start for start, _ in known], [0, *accumulate((end for _, end in known), max)]
            free = [label for label in labels_in[index] if ends[bisect_right(starts, label[3])] <= label[3]]
            section = self.sections[index]
            start = 0 if self.target[0] == RELOCATABLE else section.address
            stops = sorted({start + section.bytes, *starts, *(label[3] for label in free)})
            seen = set()
            for file, name, _, value in sorted(free, key=lambda label: (label[3], label[0] != "", label[1])):
                after = bisect_right(stops, value)
                size = stops[after] - value if after < len(stops) else 0
                if size and value not in seen:  # aliases have no bytes of their own
                    sized_labels.append((file, name, index, value, size))
                seen.add(value)
        return sized_labels

    def globals(self) -> tuple[frozenset[str], frozenset[str]]:
        """Symbols that the file defines, and symbols that it requires."""
        named = [(name, index) for name, info, index, *_ in self.entries if info >> 4 != LOCAL]
        return frozenset(name for name, index in named if index), frozenset(name for name, index in named if not index)

    def functions(self) -> frozenset[str]:
        """The global symbols in code, with or without a type."""
        named = [(name, index) for name, info, index, *_ in self.entries if info >> 4 != LOCAL]
        inside = [(name, index) for name, index in named if 0 < index < FIRST_RESERVED]
        return frozenset(name for name, index in inside if self.sections[index].flags & EXECUTABLE)

    @cached_property
    def entries(self) -> list[tuple[str, int, int, int, int]]:
        """name, info, section, value, size of each symbol table entry."""
        table = next((s for s in self.sections if s.kind == SYMBOL_TABLE), None)
        if table is None:
            return []
        names, data = self.sections[table.link].offset, self.data
        raw = struct.iter_unpack(self.order + SYMBOLS[self.bits], data[table.offset : table.offset + table.bytes])
        if self.bits == 2:
            return [(text(data, names + name), info, index, value, size) for name, info, _, index, value, size in raw]
        return [(text(data, names + name), info, index, value, size) for name, value, size, info, _, index in raw]

    def identity(self) -> str:
        """A hash that ignores the names of source files and file offsets."""
        digest = hashlib.sha256(repr((self.bits, self.order, self.target, self.segments)).encode())
        for s in self.sections:
            if s.kind == SYMBOL_TABLE or (s.kind == STRINGS and not s.flags & ALLOCATED) or s.name == BUILD_ID:
                continue
            digest.update(repr((s.name, s.kind, s.flags, s.address, s.bytes)).encode())
            if s.kind != NO_BITS:
                digest.update(self.data[s.offset : s.offset + s.bytes])
        digest.update("".join(repr(entry) for entry in self.entries if entry[1] & 15 != FILE).encode())
        return digest.hexdigest()


def is_label(name: str) -> bool:
    """Not a label generated by the assembler: local jumps (.L), or code and data markers ($a, $d, $x)."""
    return bool(name) and name[0] not in ".$"


def text(data: bytes, start: int) -> str:
    return data[start : data.index(b"\0", start)].decode()


def read(path: Path) -> Elf | None:
    """None if the file is not an ELF file."""
    data = path.read_bytes()
    if data[:4] != MAGIC:
        return None
    bits, order = data[4], ORDERS[data[5]]
    header = struct.unpack_from(order + HEADERS[bits], data)
    kind, machine, _, entry, first_segment, first_section, flags, _, *sizes, names = header
    segments = headers(data, order + SEGMENTS[bits], first_segment, *sizes[:2])
    raw = headers(data, order + SECTIONS[bits], first_section, *sizes[2:])
    strings = raw[names][4] if raw else 0
    skipped = SEGMENT_OFFSET[bits]
    return Elf(
        data,
        bits,
        order,
        (kind, machine, entry, flags),
        [s[:skipped] + s[skipped + 1 :] for s in segments],
        [Section(text(data, strings + s[0]), s[1], s[2], s[3], s[5], s[4], s[6]) for s in raw],
        path.name,
    )


def headers(data: bytes, form: str, start: int, size: int, count: int) -> list[tuple[Any, ...]]:
    return [struct.unpack_from(form, data, start + i * size) for i in range(count)]


def identity(path: Path) -> str:
    """A hash of any program that ignores the names of its sources."""
    file = read(path)
    return file.identity() if file and file.sections else hashlib.sha256(path.read_bytes()).hexdigest()
