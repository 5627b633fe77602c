# SPDX-License-Identifier: MIT
"""Undefined symbols of the library: only the four memory functions and the compiler's
own arithmetic.  It has no variables, no name without its prefix, and no frame of unknown size.  What a choice of
kernels at run time adds to that is in test_choice.py."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from lab.paths import BUILD, ROOT
from lab.plan.board import load_board
from tests.tools import MEMORY_FUNCTIONS, USAGE, call, compile_all, library_sources, skip_without

INCLUDE = ROOT / "include"
MEMCPY_OF_FLASH = "memcpy_P"  # AVR's memcpy from its other address space
LIBGCC = re.compile(
    r"__\w+(si|di|hi|qi|ti|psi)[234](_s8)?|__(prologue_saves|epilogue_restores)__|__tablejump2__|__do_\w+"
)
# The deepest single frame is a batch of blocks, or a known answer of XTS; a microcontroller gets no batch.
MAX_FRAME = {"": 5248, "avr": 512}
# These have contexts on the stack.
MAX_FRAME_WITH_CONTEXTS = {"self_test": 1728, "kdf": 1024, "drbg": 1024}


@dataclass(frozen=True)
class Machine:
    name: str
    compiler: str
    nm: str
    flags: tuple[str, ...]

    @property
    def family(self) -> str:
        """The family of its kernels; none on a freestanding x86-64."""
        return "avr" if self.compiler == "avr-gcc" else ""


MACHINES = [
    Machine("avr", "avr-gcc", "avr-nm", tuple(load_board("uno").flags)),
    Machine("avr-small", "avr-gcc", "avr-nm", (*load_board("uno").flags, "-Os")),
    Machine("gcc", "gcc", "nm", ("-std=c11", "-O2", "-ffreestanding", "-fno-pie", "-fno-stack-protector")),
    Machine("gcc-small", "gcc", "nm", ("-std=c11", "-Os", "-ffreestanding", "-fno-pie", "-fno-stack-protector")),
    Machine("clang", "clang", "nm", ("-std=c11", "-O2", "-ffreestanding", "-fno-pie", "-fno-stack-protector")),
]
REPORTING_FRAMES = [m for m in MACHINES if m.compiler != "clang"]


EVERY_DAY = ("avr",)


def every_day(machines: list[Machine]) -> list:
    """The smallest chip, which needs libgcc most, and the build of ./narae test."""
    return [pytest.param(m, marks=() if m.name in EVERY_DAY else pytest.mark.deep, id=m.name) for m in machines]


@pytest.fixture(scope="module", params=every_day(MACHINES))
def machine(request) -> Machine:
    skip_without(request.param.compiler)
    return request.param


@pytest.fixture(scope="module")
def objects(machine) -> list[Path]:
    folder = BUILD / "freestanding" / machine.name
    usage = [USAGE] if machine.compiler != "clang" else []
    return compile_all(machine.compiler, [*machine.flags, *usage], library_sources(machine.family), folder)


@pytest.fixture(scope="module")
def symbols(machine, objects) -> list[tuple[str, str]]:
    """(kind, name) of each symbol, by nm."""
    lines = call([machine.nm, "-P", *objects]).splitlines()
    return [(parts[1], parts[0]) for parts in map(str.split, lines) if len(parts) >= 2]


def test_a_freestanding_pc_has_no_kernels(machine):
    seen = call([machine.compiler, *machine.flags, f"-I{INCLUDE}", "-dM", "-E", ROOT / "src/core/family.h"])
    assert bool(re.search(r"#define NARAE_\w+_KERNELS\b", seen)) == (machine.family == "avr")


RV32E = ("riscv64-unknown-elf-gcc", "-march=rv32emc", "-mabi=ilp32e", "-ffreestanding")
BIG_ENDIAN = ("arm-none-eabi-gcc", "-mcpu=cortex-m3", "-mthumb", "-mbig-endian", "-ffreestanding")


@pytest.mark.parametrize("compiler", [RV32E, BIG_ENDIAN], ids=["rv32e", "big-endian"])
def test_a_chip_that_the_kernels_are_not_for_has_none(compiler):
    """RV32E lacks registers; Cortex-M kernels need little-endian order."""
    skip_without(compiler[0])
    header = ROOT / "src/core/family.h"
    assert re.search(r"#define NARAE_\w+_KERNELS\b", call([*compiler, f"-I{INCLUDE}", "-dM", "-E", header])) is None


def test_rv32e_has_the_contexts_of_portable_code(tmp_path):
    skip_without(RV32E[0])
    source = tmp_path / "sizes.c"
    source.write_text('#include "narae/gcm.h"\nunsigned long sizes[] = {sizeof(narae_gcm), sizeof(narae_ghash_key)};\n')
    seen = [call([*RV32E, *more, f"-I{INCLUDE}", "-S", "-o", "-", source]) for more in ([], ["-DNARAE_PORTABLE"])]
    assert seen[0] == seen[1]


def test_kernels_assemble_for_an_avr_without_jmp(tmp_path):
    skip_without("avr-gcc")
    kernels = sorted(ROOT.glob("src/*/avr/*.S"))
    call(["avr-gcc", "-mmcu=atmega8", f"-I{INCLUDE}", f"-I{ROOT / 'src'}", "-c", *kernels], cwd=tmp_path)


def test_a_chip_may_have_a_unit_named_aes():
    """avr-libc defines AES, the registers of an XMEGA."""
    skip_without("avr-gcc")
    flags = ["-mmcu=atxmega128a4u", f"-I{INCLUDE}", f"-I{ROOT / 'src'}", "-fsyntax-only"]
    call(["avr-gcc", *flags, ROOT / "src/self_test/known_blocks.c"])


def test_every_global_name_has_the_prefix(symbols):
    names = {name for kind, name in symbols if kind.isupper() and kind not in "UW"}
    assert len(names) > 100
    assert {name for name in names if not name.startswith("narae_")} == set()


def test_only_memory_functions_are_required(machine, symbols):
    own = {name for kind, name in symbols if kind != "U"}
    undefined = {name for kind, name in symbols if kind == "U"} - own - MEMORY_FUNCTIONS
    if machine.family == "avr":
        undefined.discard(MEMCPY_OF_FLASH)
    assert {name for name in undefined if not LIBGCC.fullmatch(name)} == set()


def test_there_are_no_variables(symbols):
    assert [name for kind, name in symbols if kind in "dDbBcCgGsS"] == []


@pytest.mark.parametrize("machine", every_day(REPORTING_FRAMES), indirect=True)
def test_every_frame_has_a_known_and_bounded_size(machine, objects, note):
    frames = {}
    too_large = {}
    for report in (file.with_suffix(".su") for file in objects if file.name.endswith(".c.o")):
        limit = max(MAX_FRAME[machine.family], MAX_FRAME_WITH_CONTEXTS.get(report.name.partition("-")[0], 0))
        for line in report.read_text().splitlines():
            where, size, kind = line.split("\t")
            assert kind != "dynamic", f"{where}: a frame of {kind} size"
            frames[where.rsplit(":", 1)[1]] = int(size)
            if int(size) > limit:
                too_large[where] = int(size)
    deepest = max(frames, key=frames.get)
    note(f"largest frame, {machine.name}: {deepest}, {frames[deepest]} bytes")
    assert too_large == {}


SIXTEEN_BITS = ("clang", "--target=msp430", "-mhwmult=none", "-ffreestanding", "-O2", "-DNARAE_PORTABLE")
PRODUCTS = {  # of 32 bits, in a subroutine
    "aes_portable": "of round constants",
    "ghash_low32": "not selected there",
    "ghash_mul32": "not selected there",
    "poly1305_portable": "SECURITY.md names it",
}


def test_shifts_of_secrets_do_not_become_products_without_a_multiplier(tmp_path: Path):
    """LLVM turns x | x << 8 into x * 257 for disjoint bits, and the time of a multiplication subroutine may vary."""
    skip_without("clang", "nm")
    if "msp430" not in call(["clang", "--print-targets"]):
        pytest.skip("this clang has no MSP430")
    declared = ("void *memcpy(void *, const void *, size_t)", "void *memset(void *, int, size_t)")
    (tmp_path / "string.h").write_text(f"#include <stddef.h>\n{';'.join(declared)};\n")
    sources = [*ROOT.glob("src/*/portable/*.c"), *ROOT.glob("src/*/*_portable.c"), ROOT / "src/ghash/ghash.c"]
    folders = [f"-I{folder}" for folder in (tmp_path, ROOT / "src", INCLUDE)]
    missing = {}
    for source in sources:
        call([*SIXTEEN_BITS, *folders, "-c", source, "-o", tmp_path / "one.o"])
        missing[source.stem] = set(re.findall(r"U (\w+)", call(["nm", tmp_path / "one.o"])))
    assert {
        name for name, symbols in missing.items() if symbols & {"__mspabi_mpyl", "__mspabi_mpyll"}
    } <= PRODUCTS.keys()
    assert "narae_ghash_blocks_bits" in missing["ghash"]
