# SPDX-License-Identifier: MIT
"""Limits of flash and stack of the small kernels on RV32, by symbol in linked programs."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import pytest
from elftools.elf.elffile import ELFFile

from lab.build import symbols
from lab.paths import BUILD, REFERENCE, ROOT
from lab.plan.board import load_board
from lab.plan.implementations import VARIANTS
from lab.sims.e31 import run_e31
from lab.store import read_json
from tests.tools import board_objects, call, compile_all, library_sources, needed, skip_without

HIFIVE1 = load_board("hifive1")
FOLDER = BUILD / "rv32-sizes"
FLAGS = [*HIFIVE1.flags, *VARIANTS["small"]]
OUTPUTS = "void outputs(void) { hal_begin(); %s (void)hal_end(); }\n"
MAIN = "int main(void) { hal_init(); outputs(); hal_exit(0); }\n"


@dataclass(frozen=True)
class Small:
    """A program, and the library's limits in flash and stack."""

    what: str
    header: str
    data: str
    calls: str
    flash: int
    stack: int


BLOCK = "static uint8_t key[16], block[16] __attribute__((aligned(4))); static uint32_t schedule[200];"
AEAD = "static uint8_t key[16], nonce[16], ad[9], text[33], tag[16];"


def cipher(name: str, flash: int, stack: int) -> Small:
    """Key setup, encryption and decryption with tables, as papers count."""
    calls = (
        f"narae_{name}.kernels.set_key(schedule, key, 16); narae_{name}.kernels.encrypt(schedule, block, block, 1);"
        f"narae_{name}.kernels.decrypt(schedule, block, block, 1);"
    )
    return Small(name, name, BLOCK, calls, flash, stack)


SMALL = [
    cipher("lea", 990, 32),
    cipher("pipo", 960, 80),
    cipher("aes", 1970, 450),
    Small(
        "ascon-aead128",
        "ascon",
        AEAD,
        "narae_ascon_aead128_seal(text, tag, 16, key, nonce, 16, ad, 9, text, 33);"
        "if (narae_ascon_aead128_open(text, key, nonce, 16, ad, 9, text, 33, tag, 16) != 0) hal_exit(1);",
        1600,
        240,
    ),
    Small("ascon-p12", "ascon", "static uint64_t key[5];", "narae_ascon_permute(key, 12);", 580, 32),
]


@pytest.mark.parametrize("small", SMALL, ids=lambda small: small.what)
def test_the_small_form_is_small(note, tmp_path: Path, small: Small) -> None:
    skip_without(HIFIVE1.compiler)
    board = board_objects(HIFIVE1)
    source, elf = tmp_path / "program.c", tmp_path / "program.elf"
    source.write_text(
        f'#include "hal.h"\n#include "narae/descriptor.h"\n#include "narae/{small.header}.h"\n'
        f"{small.data}\n{OUTPUTS % small.calls}{MAIN}"
    )
    own = compile_all(HIFIVE1.compiler, [*FLAGS, f"-I{ROOT / 'lab/bench'}"], [source], tmp_path)
    library = needed(HIFIVE1.compiler, FLAGS, [*own, *board], library_sources("rv32"))
    call([HIFIVE1.compiler, *FLAGS, *own, *library, *board, *HIFIVE1.link_flags, "-Wl,--gc-sections", "-o", elf])
    seen = run_e31(elf)
    assert (seen.end, seen.exit_status) == ("exit", 0), seen.reason
    names = {symbol[:2] for path in library for symbol in symbols(path)}
    linked = {(section, at, size) for file, name, section, at, size in symbols(elf) if (file, name) in names}
    flash, stack = sum(size for section, _, size in linked if section != ".bss"), seen.windows[-1].stack
    note(f"hifive1, small: {small.what}: {flash} bytes of flash, {stack} of stack")
    assert flash <= small.flash
    assert stack <= small.stack


def test_every_function_in_assembly_is_counted() -> None:
    """Local symbols need the name of their file, which assembly must set."""
    skip_without(HIFIVE1.compiler)
    sources = [source for source in library_sources("rv32") if source.suffix == ".S"]
    nameless = [
        f"{path.name}: {name}"
        for path in compile_all(HIFIVE1.compiler, FLAGS, sources, FOLDER / "assembly")
        for file, name, *_ in symbols(path)
        if not file and not name.startswith("narae_")
    ]
    assert nameless == []


# In docs/how-to/hifive1.md: the file of what encrypts one block, where it ends, and the bytes of its tables.
ONE_BLOCK = {
    "LEA-128": ("lea/rv32/lea_rv32.S", ".Lencrypt_others", 0),
    "PIPO-64/128": ("pipo/rv32/pipo_rv32.S", ".Lencrypt_one_256", 0),
    "ARIA-128, tables": ("aria/rv32/aria_lookup_rv32.S", "", 4 * 1024),
}


def bytes_before(elf: Path, label: str) -> int:
    """Bytes before a label, or of the whole section of encryption."""
    with elf.open("rb") as file:
        content = ELFFile(file)
        index, section = next(
            (i, s)
            for i, s in enumerate(content.iter_sections())
            if s.name.startswith(".text.narae_") and "_encrypt_" in s.name
        )
        labels = {
            symbol.name: symbol["st_value"]
            for symbol in content.get_section_by_name(".symtab").iter_symbols()
            if symbol["st_shndx"] == index
        }
        return labels[label] if label else section["sh_size"]


@pytest.mark.parametrize("name", ONE_BLOCK)
def test_the_flash_next_to_a_papers_is_what_the_guide_says(name: str, tmp_path: Path) -> None:
    skip_without(HIFIVE1.compiler)
    source, label, tables = ONE_BLOCK[name]
    elf, flags = tmp_path / "kernel.o", VARIANTS["tables"] if tables else []
    folders = [f"-I{ROOT / 'src'}", f"-I{ROOT / 'include'}"]
    call(
        [
            HIFIVE1.compiler,
            *HIFIVE1.flags,
            *flags,
            *folders,
            "-Wa,--keep-locals",
            "-c",
            ROOT / "src" / source,
            "-o",
            elf,
        ]
    )
    row = re.search(rf"^\| {re.escape(name)} \|(.*)\|$", (ROOT / "docs/how-to/hifive1.md").read_text(), re.MULTILINE)
    cells = [int(field.replace(",", "") or 0) for field in row[1].replace(" ", "").split("|")]
    flash = {
        row.kernel: row.flash_bytes
        for row in read_json(REFERENCE)[1]
        if (row.target, row.mode, row.cipher) == ("hifive1", "block", name.split(",")[0].lower())
    }
    assert cells[1] == bytes_before(elf, label) + tables < cells[0]
    assert cells[2] == pytest.approx(flash["rv32-tables" if tables else "rv32"], rel=0.01)
    assert cells[3] == pytest.approx(flash.get("rv32-small", 0), rel=0.01)
