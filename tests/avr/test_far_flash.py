# SPDX-License-Identifier: MIT
"""Chips with more than 64 KiB of flash, with the library's tables at far addresses.  Vectors are in RAM, so that a
wrong address cannot also read matching answers."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import pytest
from elftools.elf.elffile import ELFFile

from lab.build import vectors
from lab.paths import BUILD, ROOT
from lab.sims.run import compiled, output
from tests.avr.test_avr import BLOCK_CIPHERS, MEMORY_BYTES, Alone, block_cipher, fields, with_block_cipher
from tests.tools import call, compile_all, every_day, library_sources, needed

HERE = Path(__file__).parent
FOLDER = BUILD / "avr-far"
FIRST, PAGE = 80_000, 0x10000  # bytes of other constants; range of a pointer
FLAGS = ["-Os", "-std=gnu11", "-ffunction-sections", "-fdata-sections"]
KERNELS, PORTABLE, SMALL = "", "-DNARAE_PORTABLE", "-DNARAE_SMALL"
SMALL_LEA = block_cipher("lea-128") | {"CIPHER": "narae_lea_small", "SCHEDULE_BYTES": "NARAE_LEA_SMALL_SCHEDULE_BYTES"}
HASHES = {
    **{f"sha-{n}": f"narae_sha{n}_message" for n in (224, 256, 384, 512)},
    "sha-512/256": "narae_sha512_256_message",
    "sha3-256": "narae_sha3_256_message",
    **{f"lsh-256-{n}": f"narae_lsh256_{n}_message" for n in (224, 256)},
    **{f"lsh-512-{n}": f"narae_lsh512_{n}_message" for n in (224, 256, 384, 512)},
}
PROGRAMS = [
    *with_block_cipher("descriptor", "block", *BLOCK_CIPHERS),
    Alone("descriptor", "lea-128", "block", SMALL_LEA | {"SMALL": 1}),
    *with_block_cipher("block_aead", "gcm", "aes-128", MODE="narae_gcm"),
    *with_block_cipher("ctr", "ctr", "aes-128"),
    *(Alone("hash", cipher, "hash", {"HASH": function}) for cipher, function in HASHES.items()),
    Alone("hash", "ascon-hash256", "hash", {"HASH": "narae_ascon_hash256_message"}),
]


@dataclass(frozen=True)
class Chip:
    name: str
    variant: str = KERNELS
    first: int = FIRST

    def __str__(self) -> str:
        return f"{self.name}{self.variant.removeprefix('-DNARAE')}-{self.first}"


MEGA = "atmega2560"
ELSEWHERE = {"lsh256_avr", "lsh512_avr", "sha512_avr"}  # a subroutine reads by the caller's RAMPZ
CHIPS = [Chip(MEGA), Chip("atmega1284p"), Chip(MEGA, PORTABLE), Chip(MEGA, SMALL)]
CHIPS += [Chip(MEGA, first=first) for first in (2 * PAGE - 1500, 2 * PAGE - 900)]  # a page ends within the tables


MAX_BYTES = 112  # of the text, with which SHA-512 takes a second block


def chosen(program: Alone) -> list[list[bytes]]:
    """The shortest and the longest that fits."""
    every = [v for f in sorted((ROOT / "vectors").iterdir()) if f.is_dir() for v in vectors.load(f.name)]
    mine = [fields(v) for v in every if (v.cipher, v.mode) == (program.cipher, program.mode) and not v.result]
    fitting = [f for f in mine if len(f[3]) <= MAX_BYTES and len(f[5]) <= 16 and sum(map(len, f)) <= MEMORY_BYTES]
    fitting.sort(key=lambda f: len(f[3]))
    assert fitting, f"no vector of {program.name} fits"
    return fitting if len(fitting) == 1 else [fitting[0], fitting[-1]]


def header(table: list[list[bytes]]) -> str:
    rows = [", ".join(str(b) for f in v for b in (len(f), *f)) for v in table]
    return f"#define VECTORS {len(table)}\nstatic const uint8_t vector_data[] = {{{', '.join(rows)}}};\n"


def name(program: Alone) -> str:
    return re.sub(r"\W+", "-", program.name + (" small" if "SMALL" in program.defines else ""))


def link(program: Alone, table: list[list[bytes]], chip: Chip) -> Path:
    folder = FOLDER / str(chip) / name(program)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "vectors.h").write_text(header(table))
    flags = [f"-mmcu={chip.name}", *FLAGS, *filter(None, [chip.variant])]
    last = chip.variant == KERNELS and program.source != "self_test"  # assembly runs last
    defines = {"FAR": f'"{chip.first}"', "LEAVES_RAMPZ_ZERO": int(last)} | program.defines
    own_flags = [*flags, "-Wall", "-Wextra", *(f"-D{n}={v}" for n, v in defines.items()), f"-I{folder}", f"-I{HERE}"]
    own = compile_all("avr-gcc", own_flags, [HERE / "far.c", HERE / f"{program.source}.c"], folder)
    elf = folder / "program.elf"
    library = needed("avr-gcc", flags, own, library_sources("avr"))
    call(["avr-gcc", *flags, *own, *library, "-Wl,--gc-sections", "-o", elf])
    return elf


def run(elf: Path, chip: Chip) -> str:
    runner = compiled((HERE / "chip.c",), ("-I/usr/include/simavr", "-lsimavr"))
    return output([runner, chip.name, elf]).splitlines()[-1]


def tables(elf: Path) -> dict[str, tuple[int, int]]:
    """First and last address of each object in flash, except the filler."""
    with elf.open("rb") as stream:
        symbols = ELFFile(stream).get_section_by_name(".symtab")
        objects = {s.name: s for s in symbols.iter_symbols() if s["st_info"]["type"] == "STT_OBJECT"}
    return {
        name: (s["st_value"], s["st_value"] + s["st_size"] - 1)
        for name, s in objects.items()
        if s["st_value"] < 0x800000 and s["st_size"]
    }


@pytest.mark.parametrize(
    "program, chip",
    every_day([(PROGRAMS[0], CHIPS[0])], [(program, chip) for chip in CHIPS for program in PROGRAMS]),
    ids=lambda x: name(x) if isinstance(x, Alone) else str(x),
)
def test_a_far_table_is_read_from_its_place(program, chip):
    elf = link(program, chosen(program), chip)
    for table, (first, last) in tables(elf).items():
        assert first >= min(chip.first, PAGE), f"{table} is near: this tests nothing"
        assert first // PAGE == last // PAGE or chip.variant != KERNELS, f"{table} crosses a page"
    assert run(elf, chip) == "0", "the line of far.c or of the check that failed"


@pytest.mark.deep
def test_known_answers_are_read_from_far_flash():
    """Of every algorithm."""
    assert run(link(Alone("self_test", "all", "known-answers"), [[b""] * 6], CHIPS[0]), CHIPS[0]) == "0"


def test_c_names_the_table_that_it_reads():
    """A pointer alone is a near address."""
    near = re.compile(r"\b(?:flash_read\d+|pgm_\w+|memcpy_P)\b")
    sources = [f for f in (ROOT / "src").rglob("*") if f.suffix in (".c", ".h", ".inc")]
    users = {str(f.relative_to(ROOT / "src")) for f in sources if near.search(f.read_text())}
    assert users == {"core/flash.h", "self_test/self_test_internal.h"}, "and the latter copies far answers to RAM"


def test_assembly_reads_by_elpm_and_clears_rampz_before_other_accesses(tmp_path):
    """LPM would read the first 64 KiB.  On XMEGA, LD and ST through Z also use RAMPZ."""
    kernels = sorted(f for f in ROOT.glob("src/*/avr/*.S") if re.search(r"\blpm\b", f.read_text()))
    assert len(kernels) >= 12
    call(["avr-gcc", f"-mmcu={MEGA}", f"-I{ROOT / 'include'}", f"-I{ROOT / 'src'}", "-c", *kernels], cwd=tmp_path)
    for kernel in kernels:
        far, upper = False, False  # RAMPZ is set; the upper byte of an address was loaded last
        for line in call(["avr-objdump", "-dr", tmp_path / f"{kernel.stem}.o"]).splitlines():
            upper = upper or "R_AVR_HH8_LDI" in line
            if "out\t0x3b" in line:
                far, upper = upper, False
            assert "\tlpm" not in line, f"{kernel.name}: {line}"
            assert far or "\telpm" not in line or kernel.stem in ELSEWHERE, f"{kernel.name}: {line}"
            assert not (far and re.search(r"\t(?:ldd?|std?)\t.*Z", line)), f"{kernel.name}: {line}"
            far = far and "\tret" not in line
