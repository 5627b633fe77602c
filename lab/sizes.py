"""Flash and static RAM of an implementation, symbol by symbol, from the linked program."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from elftools.elf.elffile import ELFFile

from .build import Program


@dataclass(frozen=True)
class Sizes:
    flash_bytes: int
    ram_bytes: int


def symbols(path: Path) -> list[tuple[str, str, str, int, int]]:
    """(file, name, section, address, size) of each function and object; file is "" for globals."""
    found, file = [], ""
    with path.open("rb") as stream:
        elf = ELFFile(stream)
        for symbol in elf.get_section_by_name(".symtab").iter_symbols():
            kind, index = symbol["st_info"]["type"], symbol["st_shndx"]
            if kind == "STT_FILE":
                file = symbol.name
            elif kind in ("STT_FUNC", "STT_OBJECT") and isinstance(index, int) and symbol["st_size"]:
                local = symbol["st_info"]["bind"] == "STB_LOCAL"
                section = elf.get_section(index).name
                found.append((file if local else "", symbol.name, section, symbol["st_value"], symbol["st_size"]))
    return found


def measure(program: Program) -> Sizes:
    """Sums the symbols that the implementation's own objects brought into the program.

    Flash holds code, constants and the initial values of variables; RAM holds variables and,
    on AVR, constants that are not explicitly placed in flash."""
    wanted = {(file, name) for o in program.own_objects for file, name, *_ in symbols(o)}
    flash = ram = 0
    seen = set()
    for file, name, section, address, size in symbols(program.elf):
        if (file, name) not in wanted or (section, address) in seen:
            continue
        seen.add((section, address))  # aliases share their bytes
        ram += size if section in (".data", ".bss") else 0
        flash += size if section != ".bss" else 0
    return Sizes(flash, ram)
