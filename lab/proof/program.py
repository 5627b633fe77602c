# SPDX-License-Identifier: MIT
"""Code, constants and symbols of an ELF file."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from ..plan import cpu

ALLOCATED, EXECUTABLE = 2, 4  # of sh_flags
MACHINES = {"EM_RISCV": "rv32", "EM_AVR": "avr", "EM_X86_64": "x86-64", "EM_AARCH64": "aarch64"}
ARM = {10: "v7m", 11: "v6m", 12: "v6m", 13: "v7em", 17: "v8m"}  # Tag_CPU_arch of the ABI's addenda
FAMILIES = {"x86-64": "x86", "aarch64": "arm"}  # with runtime dispatch
FEATURES = "narae_cpu_known"  # src/core/cpu.h
LIMIT, LEAST = (
    "__x86_shared_non_temporal_threshold",
    0x4040,
)  # glibc copies fewer bytes alike, however large its limit is
NAMED = ("STT_FUNC", "STT_OBJECT", "STT_NOTYPE")
DATA_SPACE = 0x800000  # AVR: where the file has addresses of RAM
MSP430_ATTRIBUTES, TAG_ISA, MSP430X = ".MSP430.attributes", 4, 2  # MSP430 Embedded ABI, SLAA534A, 13.4
LOADED_WHOLE = ("x86-64", "aarch64")  # machines whose executable sections follow each other in memory
INDIRECT = {"EM_X86_64": 37, "EM_AARCH64": 1032}  # R_..._IRELATIVE: a slot whose function is selected when loading
PLAIN = {"EM_X86_64": "sse2_unaligned", "EM_AARCH64": "generic"}  # variants of libc's functions, assumed to be selected

COPIES = ("memcpy", "memmove", "memset")


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

    @cached_property
    def code(self) -> Section:
        parts = [s for s in self.sections if s.executable]
        if self.machine not in LOADED_WHOLE:
            return next(s for s in parts if s.name == ".text")
        data = b""
        for s in sorted(parts, key=lambda s: s.start):
            data += bytes(s.start - parts[0].start - len(data)) + s.data
        return Section(".text", parts[0].start, data, True)

    @cached_property
    def copies(self) -> dict[int, bool]:
        """Addresses of libc's copies for every CPU; does it fill?"""
        names = {f"__{name}_{variant}": name for name in COPIES for variant in PLAIN.values()}
        return {s.start: names[s.name] == "memset" for s in self.symbols.values() if s.name in names}

    @cached_property
    def functions(self) -> list[Symbol]:
        code = self.code
        return sorted((s for s in self.symbols.values() if code.start <= s.start < code.end), key=lambda s: s.start)

    def address(self, name: str) -> int:
        return self.symbols[name].start

    def function(self, name: str) -> int | None:
        """The address of a function or object of the library, whose name may end with how programs must be compiled
        to call it (narae/configuration.h)."""
        names = (s for s in self.symbols if s == name or s.startswith(f"{name}_with_"))
        return next((self.symbols[s].start for s in names), None)

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


def at_level(image: Image, kernel: str) -> Image:
    """The program on a CPU of the level of this name, or of the lowest one: words that it looks up once are constants,
    the CPU's features and a limit of libc's copies."""
    family = FAMILIES.get(image.machine)
    words = []
    if family and FEATURES in image.symbols:
        levels = cpu.levels_of(family)
        value = cpu.feature_word(family, kernel if kernel in levels else next(iter(levels)))
        words.append(Section(FEATURES, image.address(FEATURES), value.to_bytes(4, "little"), False))
    if LIMIT in image.symbols:
        words.append(Section(LIMIT, image.address(LIMIT), LEAST.to_bytes(8, "little"), False))
    return replace(image, sections=(*image.sections, *words))


def selected_functions(elf: Any) -> dict[int, int]:
    """By address of their slots, the functions of libc that a static program's loader would select, in their variant
    for every CPU."""
    kind, variant = INDIRECT.get(elf["e_machine"]), PLAIN.get(elf["e_machine"])
    slots: dict[int, int] = {}
    table: Any = elf.get_section_by_name(".symtab")
    if kind is None or table is None:
        return slots
    names: dict[int, list[str]] = {}
    places: dict[str, int] = {}
    for s in table.iter_symbols():
        names.setdefault(s["st_value"], []).append(s.name)
        places[s.name] = s["st_value"]
    for section in elf.iter_sections():
        for r in section.iter_relocations() if section["sh_type"] == "SHT_RELA" else ():
            if r["r_info_type"] != kind:
                continue
            wanted = [f"__{name}_{variant}" for name in names.get(r["r_addend"], [])]
            if any("mem" in name and "cpy" in name for name in wanted):
                wanted.append(f"__memmove_{variant}")
            target = next((places[name] for name in wanted if name in places), None)
            if target is not None:
                slots[r["r_offset"]] = target
    return slots


def arm_architecture(elf: Any) -> int:
    attributes: Any = elf.get_section_by_name(".ARM.attributes")
    values = [
        attribute.value
        for vendor in (attributes.iter_subsections() if attributes else ())
        for scope in vendor.iter_subsubsections()
        for attribute in scope.iter_attributes("TAG_CPU_ARCH")
    ]
    return values[0] if values else 0


def msp430_machine(elf: Any) -> str:
    """By pairs of tag and value behind the tag of a file, its length, and the vendor."""
    section = elf.get_section_by_name(MSP430_ATTRIBUTES)
    pairs = section.data().partition(b"mspabi\0")[2][5:] if section else b""
    return "msp430x" if dict(zip(pairs[::2], pairs[1::2], strict=False)).get(TAG_ISA) == MSP430X else "msp430"


def read(path: Path, machine: str = "") -> Image:
    """`machine`: if the file does not name it."""
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
        machine = machine or MACHINES.get(elf["e_machine"]) or ARM.get(arm_architecture(elf), "")
        if not machine and elf["e_machine"] == "EM_MSP430":
            machine = msp430_machine(elf)
        image = Image(path, machine, tuple(sections), symbols)
        for slot, function in selected_functions(elf).items():
            image = image.patched(slot, function.to_bytes(8, "little"))
    return image
