# SPDX-License-Identifier: MIT
"""Flash and static RAM of an implementation, symbol by symbol, from the linked program."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from ..build import Program, elf, object_symbols, symbols


@dataclass(frozen=True)
class Sizes:
    flash_bytes: int | None  # None: the program's format does not tell
    ram_bytes: int | None


def measure(program: Program) -> Sizes:
    """Sums the symbols that the implementation's own objects brought into the program.

    Flash holds code, constants and the initial values of variables; RAM holds variables and,
    on AVR, constants that are not explicitly placed in flash."""
    own_symbols = {(file, name): size for o in program.own_objects for file, name, *_, size in object_symbols(o)}
    flash = ram = 0
    counted = set()
    linked = symbols(program.elf)
    if not linked:
        return Sizes(None, None)
    for file, name, section, address, size in linked:
        if (file, name) not in own_symbols or (section, address) in counted:
            continue
        counted.add((section, address))  # aliases share their bytes
        size = min(size, own_symbols[file, name])  # labels include the gap after them; the linker may shorten jumps
        ram += size if section in (".data", ".bss") else 0
        flash += size if section != ".bss" else 0
    return Sizes(flash, ram)


@dataclass(frozen=True)
class Footprint:
    """A program's static use of its board's memory."""

    flash_bytes: int
    ram_bytes: int


def footprint(program: Path) -> Footprint:
    program_elf = elf.read(program)
    sections = program_elf.sections if program_elf else []

    def total(*names: str) -> int:
        return sum(s.bytes for s in sections if any(f"{s.name}.".startswith(f"{name}.") for name in names))

    return Footprint(total(".text", ".rodata", ".data"), total(".data", ".bss", ".noinit"))


def objects(program: Program) -> Footprint:
    """The implementation's own objects, whole."""
    sizes = [footprint(o) for o in program.own_objects]
    return Footprint(sum(s.flash_bytes for s in sizes), sum(s.ram_bytes for s in sizes))
