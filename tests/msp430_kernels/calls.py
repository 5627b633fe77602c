# SPDX-License-Identifier: MIT
"""Calls of the MSP430 kernels in the lab's executor, without a program around them."""

from __future__ import annotations

import io
import random
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

from elftools.elf.elffile import ELFFile

from lab.paths import ROOT
from lab.proof.simulation import simulator, write_commands
from tests.tools import call

FLASH, STACK, STACK_BYTES, END = 0x4000, 0x38F0, 512, 0xFFF0
MOST = 1_000_000  # instructions of a call
SAVED = range(4, 11)  # registers that a function preserves
WORD = 5  # R_MSP430_16_BYTE
FILL = b"\xa5"
# All that the sources with tables take from a C library.
STRING_H = "#include <stddef.h>\nvoid *memcpy(void *, const void *, size_t), *memset(void *, int, size_t);\n"


@dataclass
class Objects:
    """The objects of some sources in flash."""

    content: bytearray = field(default_factory=bytearray)
    symbols: dict[str, int] = field(default_factory=dict)

    def place(self, objects: list[ELFFile]) -> None:
        words = []
        for elf in objects:
            places = {}
            for number, section in enumerate(elf.iter_sections()):
                if section["sh_flags"] & 2:  # SHF_ALLOC
                    self.content += bytes(len(self.content) % 2)
                    places[number] = FLASH + len(self.content)
                    self.content += section.data()
            table = list(elf.get_section_by_name(".symtab").iter_symbols())
            for symbol in table:
                if symbol["st_shndx"] in places and symbol["st_info"]["bind"] == "STB_GLOBAL":
                    self.symbols[symbol.name] = places[symbol["st_shndx"]] + symbol["st_value"]
            for section in elf.iter_sections():
                if section["sh_type"] == "SHT_RELA" and section["sh_info"] in places:
                    words += [
                        (places, places[section["sh_info"]], r, table[r["r_info_sym"]])
                        for r in section.iter_relocations()
                    ]
        for places, start, relocation, symbol in words:
            assert relocation["r_info_type"] == WORD
            at = start - FLASH + relocation["r_offset"]
            base = places.get(symbol["st_shndx"])
            value = self.symbols[symbol.name] if base is None else base + symbol["st_value"]
            self.content[at : at + 2] = (value + relocation["r_addend"] & 0xFFFF).to_bytes(2, "little")


def compiled_objects(sources: list[Path], options: tuple[str, ...], folder: Path) -> Objects:
    (folder / "string.h").write_text(STRING_H)
    objects = []
    for source in sources:
        output = folder / f"{source.stem}.o"
        include = [f"-I{folder}", f"-I{ROOT / 'src'}", f"-I{ROOT / 'include'}"]
        call(["clang", "--target=msp430", "-O1", "-ffreestanding", *options, *include, "-c", source, "-o", output])
        objects.append(ELFFile(io.BytesIO(output.read_bytes())))
    result = Objects()
    result.place(objects)
    return result


@dataclass(frozen=True)
class Called:
    cycles: int
    stack: int  # bytes


class Chip:
    """An MSP430F1611, or an MSP430FR5994 as `msp430x`, with these objects; its functions are called one after the
    other."""

    def __init__(self, objects: Objects, machine: str = "msp430"):
        command = simulator(machine)
        assert command
        self.objects, self.random = objects, random.Random(0)
        self.process = subprocess.Popen(
            [str(c) for c in command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.write(FLASH, bytes(objects.content))

    def close(self) -> None:
        assert self.process.stdin
        self.process.stdin.close()
        self.process.wait()

    def send(self, commands: list[str]) -> None:
        assert self.process.stdin
        self.process.stdin.write("\n".join(commands) + "\n")
        self.process.stdin.flush()

    def answer(self, command: str) -> str:
        self.send([command])
        assert self.process.stdout
        return self.process.stdout.readline().strip()

    def write(self, at: int, data: bytes) -> None:
        self.send(write_commands(at, data))

    def read(self, at: int, size: int) -> bytes:
        return bytes.fromhex(self.answer(f"D {at:x} {size}"))

    def call(self, function: str, *arguments: int) -> Called:
        """Other registers have any values before, and those of the caller the same ones afterwards."""
        before = {n: self.random.getrandbits(16) for n in range(4, 16)} | {1: STACK - 2}
        before |= dict(zip(range(12, 16), arguments, strict=False))
        further = b"".join(value.to_bytes(2, "little") for value in (END, *arguments[4:]))
        self.write(STACK - STACK_BYTES, FILL * (STACK_BYTES - 2) + further)
        self.send([*(f"R {n} {value:x}" for n, value in before.items()), "R 16 0"])
        assert self.answer(f"G {self.objects.symbols[function]:x} {END:x} {MOST}") == f"{END:x}", function
        after = [int(value, 16) for value in self.answer("P").split()]
        assert after[1] == STACK and all(after[n] == before[n] for n in SAVED), f"{function} changes registers"
        used = self.read(STACK - STACK_BYTES, STACK_BYTES - 2).lstrip(FILL)
        return Called(after[16], len(used))
