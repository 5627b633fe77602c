# SPDX-License-Identifier: MIT
"""The program of a user's case: an ELF file as it is, or sources and objects, linked for the chip."""

from __future__ import annotations

from pathlib import Path

from ..build import call, compiler_version
from ..cache import cached
from ..files import temporary_folder
from ..paths import CACHE
from ..plan.board import Board
from ..targets import TARGETS
from .case import Case

CPU = ("-m", "-f")  # flags of a board that select its instructions
RELOCATABLE = 1  # e_type of an object
# Where the chip has flash and RAM; the linker knows those of AVR.
MEMORY = {
    "hifive1": (0x20010000, 0x80000000),
    "m0plus": (0x10000000, 0x20000000),
    "m3": (0x08000000, 0x20000000),
    "m4": (0x08000000, 0x20000000),
    "m33": (0x10000000, 0x20000000),
}


def program_of(case: Case, target: str) -> Path:
    """The ELF file of a user's case."""
    facts = case.facts
    if facts.program and is_linked(file := required(case, facts.program)):
        return file
    sources = [required(case, name) for name in facts.sources or (facts.program,)]
    return linked(
        TARGETS[target]().board,
        MEMORY.get(target),
        sources,
        (f"-I{case.file.parent}", *facts.flags),
        str(facts.calls[0].function),
        stubs(case),
    )


def required(case: Case, name: str) -> Path:
    file = case.path(name)
    if not file.is_file():
        raise case.error(f"there is no file `{name}`")
    return file


def is_linked(file: Path) -> bool:
    header = file.read_bytes()[:18]
    return header[:4] == b"\x7fELF" and int.from_bytes(header[16:18], "little") != RELOCATABLE


def stubs(case: Case) -> list[str]:
    return sorted({name for call in case.facts.calls for name in call.stubs})


def linked(
    board: Board,
    memory: tuple[int, int] | None,
    sources: list[Path],
    flags: tuple[str, ...],
    entry: str,
    stubs: list[str],
) -> Path:
    """Sources and objects with nothing but libgcc; functions that are replaced exist as labels if nobody has them."""
    cpu = [flag for flag in board.cflags if flag.startswith(CPU)]
    places = [f"-Wl,-Ttext={memory[0]:#x},-Tdata={memory[1]:#x}"] if memory else []
    command: list[str | Path] = [board.compiler, *cpu, "-O2", "-g", *places, *flags, "-nostdlib", "-nostartfiles"]
    folders = dict.fromkeys(source.parent for source in sources)
    command += [*(f"-I{folder}" for folder in folders), f"-Wl,-e,{entry}", *sources]
    headers = [h for folder in folders for h in sorted(folder.glob("*.h"))]
    labels = "".join(f".weak {name}\n.type {name}, %function\n{name}: nop\nnop\n" for name in stubs)
    parts: list[str | Path] = [compiler_version(board.compiler), *map(str, command), labels, *sources, *headers]

    def make(fresh: Path) -> None:
        with temporary_folder(CACHE) as work:
            extra = work / "stubs.s"
            extra.write_text(f".text\n{labels}")
            call([*command, *([extra] if stubs else []), "-lgcc", "-o", fresh])

    return cached("leak-programs", parts, make)
