"""The lab's own reader of ELF files against pyelftools."""

from __future__ import annotations

from pathlib import Path

import pytest
from elftools.elf.elffile import ELFFile

from lab import elf
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
    found = {
        (name, section, at, size, "STB_LOCAL" if file else "STB_GLOBAL")
        for file, name, section, at, size in mine.symbols()
    }
    assert found == wanted and len(found) == 5
    assert {file for file, *_ in mine.symbols()} == {"", "a.c"}


def test_what_is_no_elf_file_and_what_has_no_symbols(tmp_path):
    (tmp_path / "text").write_text("MZ")
    assert elf.read(tmp_path / "text") is None
    (tmp_path / "empty.S").write_text("")
    call(["gcc", "-c", tmp_path / "empty.S", "-o", tmp_path / "empty.o"])
    call(["strip", tmp_path / "empty.o"])
    assert elf.read(Path(tmp_path / "empty.o")).symbols() == []
