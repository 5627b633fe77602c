# SPDX-License-Identifier: MIT
"""The lab's own reader of ELF files against pyelftools."""

from __future__ import annotations

from pathlib import Path

import pytest
from elftools.elf.elffile import ELFFile

from lab.build import elf
from tests.tools import call, skip_without

SOURCE = """
static int variable = 1; int zero; const char text[] = "text";
static int inner(int x) { return x + variable++; }
int outer(int x) { return inner(x) + zero; }
"""


@pytest.mark.parametrize("compiler", ["gcc", "avr-gcc", "riscv64-unknown-elf-gcc", "powerpc-linux-gnu-gcc"])
def test_the_same_symbols_and_sections(compiler, tmp_path):
    skip_without(compiler)
    (tmp_path / "a.c").write_text(SOURCE)
    call([compiler, "-O0", "-fno-common", "-c", tmp_path / "a.c", "-o", tmp_path / "a.o"])
    mine = elf.read(tmp_path / "a.o")
    with (tmp_path / "a.o").open("rb") as stream:
        theirs = ELFFile(stream)
        assert {(s.name, s.bytes) for s in mine.sections} == {(s.name, s["sh_size"]) for s in theirs.iter_sections()}
        kinds = ("STT_FUNC", "STT_OBJECT")
        wanted = {
            (s.name, theirs.get_section(s["st_shndx"]).name, s["st_value"], s["st_size"], s["st_info"]["bind"])
            for s in theirs.get_section_by_name(".symtab").iter_symbols()
            if s["st_info"]["type"] in kinds
        }
    symbols = {
        (name, section, at, size, "STB_LOCAL" if file else "STB_GLOBAL")
        for file, name, section, at, size in mine.symbols()
    }
    assert symbols == wanted and len(symbols) == 5
    assert {file for file, *_ in mine.symbols()} == {"", "a.c"}


LABELS = """    .text
first: .zero 40
    .globl twice
twice: .zero 100
again: .zero 60
    .globl alias, empty
alias:
twin: .zero 4
    .type typed, %function
typed: .zero 6
inside: .zero 2
    .size typed, . - typed
empty:
    .section .rodata
table: .zero 256
    .comm unused, 4
"""


@pytest.mark.parametrize(
    "compiler",
    [["gcc"], ["avr-gcc", "-mmcu=atmega328p"], ["riscv64-unknown-elf-gcc"], ["aarch64-linux-gnu-gcc"]],
    ids=lambda c: c[0],
)
def test_labels_without_type_and_size_reach_to_the_next_one(compiler, tmp_path):
    """Other people's assembly: 196 bytes were counted of 1,524."""
    skip_without(compiler[0])
    (tmp_path / "labels.S").write_text(LABELS)
    call([*compiler, "-c", tmp_path / "labels.S", "-o", tmp_path / "labels.o"])
    sizes = {(file, name): size for file, name, _, _, size in elf.read(tmp_path / "labels.o").symbols()}
    here = "labels.o"  # where a file does not say what it is called, the linker says it
    assert sizes == {
        (here, "first"): 40,
        ("", "twice"): 100,
        (here, "again"): 60,
        ("", "alias"): 4,
        (here, "typed"): 8,
        (here, "table"): 256,
    }
    (tmp_path / "main.c").write_text("void twice(void); int main(void) { twice(); return 0; }")
    call([*compiler, tmp_path / "main.c", tmp_path / "labels.o", "-nostdlib", "-e", "main", "-o", tmp_path / "program"])
    linked = {(file, name) for file, name, *_ in elf.read(tmp_path / "program").symbols()}
    assert set(sizes) <= linked, "by the same names in the program"


def test_what_is_no_elf_file_and_what_has_no_symbols(tmp_path):
    (tmp_path / "text").write_text("MZ")
    assert elf.read(tmp_path / "text") is None
    (tmp_path / "empty.S").write_text("")
    call(["gcc", "-c", tmp_path / "empty.S", "-o", tmp_path / "empty.o"])
    call(["strip", tmp_path / "empty.o"])
    assert elf.read(Path(tmp_path / "empty.o")).symbols() == []


@pytest.mark.parametrize("compiler", ["gcc", "avr-gcc"])
def test_a_program_is_the_same_whatever_its_files_are_called_and_another_one_otherwise(compiler, tmp_path):
    """One object has no name of its own, so the linker takes the file's; a host's build id is a hash of that, too."""
    skip_without(compiler)
    (tmp_path / "main.c").write_text(
        "int twice(int); static int one(void) { return twice(4); } int main(void) { return one(); }"
    )
    text = ".section .note.GNU-stack\n.text\n.globl twice\ntwice: .byte {byte}\n{local}: .byte 0\n"

    def identity(name: str, byte: int = 1, local: str = "marker", more: str = "") -> str:
        (tmp_path / "twice.S").write_text(text.format(byte=byte, local=local) + more)
        call([compiler, "-x", "assembler", "-c", tmp_path / "twice.S", "-o", tmp_path / name])
        call([compiler, tmp_path / "main.c", tmp_path / name, "-o", tmp_path / "program"])
        return elf.identity(tmp_path / "program")

    first = identity("a.o")
    assert b"a.o" in (tmp_path / "program").read_bytes()
    assert identity("a-longer-name.o") == first
    others = [identity("a.o", byte=2), identity("a.o", local="other"), identity("a.o", more=".data\n.byte 1\n")]
    assert len({first, *others}) == 4


def test_of_what_is_no_elf_file_every_byte_counts(tmp_path):
    identities = set()
    for content in (b"MZ", b"MZ ", b""):
        (tmp_path / "text").write_bytes(content)
        identities.add(elf.identity(tmp_path / "text"))
    assert len(identities) == 3
