# SPDX-License-Identifier: MIT
"""The RV32 kernels: equal to the portable code for random keys, blocks, sizes and alignments, true to the ABI, the same
cycles and the same way for any key, and no slower than they claim, on the simulated HiFive1; and equal once more
under qemu, without the extensions that the HiFive1 has and with those that it lacks."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from lab.build import PRINT
from lab.paths import BUILD, ROOT
from lab.plan.board import Board, load_board
from lab.plan.implementations import VARIANTS
from lab.sims.e31 import run_e31
from lab.sims.run import Run, Window
from tests.tools import board_objects, call, compile_all, every_day, library_sources, needed, skip_without

HERE = Path(__file__).parent
HIFIVE1 = load_board("hifive1")
FOLDER = BUILD / "rv32-kernels"
# Kernels that rotate 64-bit words or nothing: 32-bit rotations do not help.
WITHOUT_ROTATIONS = {"ascon", "ascon-masked", "keccak", "ghash", "poly1305", "sha512", "lsh512"}
QEMU_CPU = "rv32,zbb=true,zbkb=true"
# These names select the C library, so all link with one.
LINK = ["-march=rv32imac", "-mabi=ilp32", "--specs=picolibc.specs", "-nostartfiles", "-Wl,--gc-sections"]


@dataclass(frozen=True)
class Program:
    """A program of this folder on a core; `most`: maximal cycles of its windows, from a cold predictor."""

    name: str
    source: str
    most: tuple[int, ...]
    defines: tuple[str, ...] = ()
    variant: str = ""  # for which the library and the program are compiled
    core: str = "hifive1"

    @property
    def full_name(self) -> str:
        return "-".join(filter(None, [self.name, self.core.replace("hifive1", ""), self.variant]))

    @property
    def options(self) -> list[str]:
        return VARIANTS[self.variant]


def block(
    family: str, key_bytes: int, block_bytes: int, most: tuple[int, ...], variant: str = "", core: str = "hifive1"
) -> Program:
    defines = (
        f'-DINTERNAL="{family}/{family}_internal.h"',
        f"-DFAMILY={family}",
        f"-DKEY_BYTES={key_bytes}",
        f"-DBLOCK_BYTES={block_bytes}",
        f"-DSCHEDULE_BYTES=NARAE_{family.upper()}_SCHEDULE_BYTES({key_bytes})",
    )
    return Program(f"{family}-{8 * key_bytes}", "block.c", most, defines, variant, core)


def sha2(bits: int, kernel: str) -> tuple[str, ...]:
    """Defines of hash_blocks.c."""
    return (
        '-DINTERNAL="sha2/sha2_internal.h"',
        f"-DKERNEL=narae_sha{bits}_blocks_{kernel}",
        f"-DPORTABLE=narae_sha{bits}_blocks_portable",
        f"-DWORD=uint{bits // 8}_t",
        "-DWORDS=8",
        f"-DBLOCK_BYTES={bits // 4}",
    )


def lsh(bits: int, kernel: str) -> tuple[str, ...]:
    return (
        '-DINTERNAL="lsh/lsh_internal.h"',
        f"-DKERNEL=narae_lsh{bits}_blocks_{kernel}",
        f"-DPORTABLE=narae_lsh{bits}_blocks_portable",
        f"-DWORD=uint{bits // 8}_t",
        "-DWORDS=16",
        f"-DBLOCK_BYTES={bits // 2}",
    )


# Nine blocks at a time.
PROGRAMS = [
    block("lea", 16, 16, (1200, 4520, 4520)),
    block("lea", 24, 16, (1830, 5400, 5420)),
    block("lea", 32, 16, (2050, 6130, 6150)),
    block("pipo", 16, 8, (1180, 3450, 3510, 4170)),
    block("pipo", 32, 8, (1730, 4610, 4610, 5340)),
    block("aes", 16, 16, (11200, 12700, 19700)),
    block("aes", 24, 16, (12500, 14900, 23500)),
    block("aes", 32, 16, (15000, 17100, 27300)),
    block("aes", 16, 16, (4300, 8020, 11150), variant="tables"),
    block("aes", 24, 16, (5000, 9550, 13250), variant="tables"),
    block("aes", 32, 16, (5950, 11110, 15500), variant="tables"),
    block("aria", 16, 16, (25800, 25000, 24850)),
    block("aria", 24, 16, (28200, 28850, 28700)),
    block("aria", 32, 16, (31100, 32750, 32550)),
    block("seed", 16, 16, (5200, 34000, 34000)),
    block("seed", 16, 16, (1800, 10750, 10750), variant="tables"),
    block("hight", 16, 8, (1340, 8010, 8310)),
    block("aria", 16, 16, (13500, 12600, 17600), variant="tables"),
    block("aria", 24, 16, (14500, 14700, 20650), variant="tables"),
    block("aria", 32, 16, (15500, 16750, 23600), variant="tables"),
    block("lea", 16, 16, (2220, 6260, 6720), variant="small"),
    block("lea", 24, 16, (3610, 7240, 7770), variant="small"),
    block("lea", 32, 16, (4100, 8210, 8810), variant="small"),
    block("pipo", 16, 8, (320, 11690, 11770), variant="small"),
    block("pipo", 32, 8, (490, 14570, 14570), variant="small"),
    block("aes", 16, 16, (10700, 40400, 101000), variant="small"),
    block("aes", 24, 16, (11500, 47200, 120000), variant="small"),
    block("aes", 32, 16, (14450, 53800, 139000), variant="small"),
    Program("chacha", "chacha_blocks.c", (1600,)),
    Program("sha256", "hash_blocks.c", (7220,), sha2(256, "rv32")),
    Program("sha512", "hash_blocks.c", (23500,), sha2(512, "rv32")),
    Program("lsh256", "hash_blocks.c", (9700,), lsh(256, "rv32")),
    Program("lsh512", "hash_blocks.c", (28800,), lsh(512, "rv32")),
    Program("ascon", "ascon_permutation.c", (1460, 1980, 2010, 6950)),
    Program("ascon", "ascon_permutation.c", (1530,), variant="small"),
    Program("ascon-masked", "ascon_masked.c", (3700, 2600, 30000)),
    Program("keccak", "keccak_permutation.c", (12800,)),
    Program("poly1305", "poly1305_blocks.c", (970,)),
    Program("ghash", "ghash_blocks.c", (3060,)),
    Program("ghash", "ghash_blocks.c", (1290,), variant="tables"),
]
# Longer keys only with other schedules; the rest only has more rounds.
LONGER = ("-192", "-256")
EVERY_DAY = [p for p in PROGRAMS if p.full_name in ("aes-256", "lea-256") or not p.name.endswith(LONGER)]
# With rotations of 32 bits, and with words of 64.
EVERY_DAY_WITH_ZBB = [p for p in EVERY_DAY if p.full_name in ("lea-128", "ascon")]


def link(
    program: Program,
    board: Board,
    flags: list[str],
    folder: Path,
    around: list[Path],
    how: list,
    drawn: dict[str, int],
    family: str = "rv32",
) -> Path:
    own = [*flags, *program.defines, "-Wall", "-Wextra", "-Wno-unused-result"]  # outputs are compared
    own += [f"-I{place}" for place in (ROOT / "lab/bench", ROOT / "tests/c", HERE)]
    own += [*(f"-D{name}={number}" for name, number in drawn.items()), "-O1"]  # only the library is measured
    elf = folder / "program.elf"
    mine = compile_all(board.compiler, own, [HERE / program.source], folder)
    library = needed(board.compiler, flags, [*mine, *around], library_sources(family))
    call([board.compiler, *mine, *library, *around, *how, "-o", elf])
    return elf


def link_on_board(program: Program, board: Board, folder: Path, drawn: dict[str, int], family: str) -> Path:
    skip_without(board.compiler)
    flags, how = [*board.flags, *program.options], [*board.flags, *board.link_flags, "-Wl,--gc-sections"]
    return link(program, board, flags, folder, board_objects(board), how, drawn, family)


def figures(program: Program, run: Run, keys: int, cycles_of: Callable[[Window], int]) -> str:
    """Checks each kind of window, of which there is one for each key."""
    assert (run.end, run.exit_status) == ("exit", 0), f"{run.uart} {run.reason}"
    kinds, texts = len(program.most), []
    windows = run.windows[-kinds * keys :]
    for number, most in enumerate(program.most):
        mine = windows[number::kinds]
        assert len({w.pc_hash for w in mine}) == 1, "its way depends on the key or the block"
        addresses = {w.address_hash for w in mine}
        assert program.variant == "tables" or len(addresses) == 1, "an address depends on the key or the block"
        (cycles,) = {cycles_of(w) for w in mine}
        assert cycles <= most
        texts.append(f"{cycles} cycles, stack {max(w.stack or 0 for w in mine)}")
    return f"{program.core}: {program.name}: {'; '.join(texts)}"


@pytest.mark.parametrize("program", every_day(EVERY_DAY, PROGRAMS), ids=lambda p: p.full_name)
def test_kernel_on_the_hifive1(note, drawn, program):
    elf = link_on_board(program, HIFIVE1, FOLDER / program.full_name, drawn, "rv32")
    note(figures(program, run_e31(elf), drawn["KEYS"], lambda w: w.fresh_cycles))


@cache
def around_in_qemu(*flags: str) -> list[Path]:
    """Objects in place of a board."""
    sources = [HERE / "qemu.c", HIFIVE1.folder / "abi.S", HIFIVE1.folder / "abi.c", PRINT]
    return compile_all(
        HIFIVE1.compiler, [*flags, f"-I{ROOT / 'lab/bench'}"], sources, FOLDER / flags[0][len("-march=") :]
    )


MACHINES = [pytest.param("rv32i", marks=pytest.mark.deep), "rv32imac_zbb_zbkb"]


@pytest.mark.parametrize("machine", MACHINES)
@pytest.mark.parametrize("program", every_day(EVERY_DAY_WITH_ZBB, PROGRAMS), ids=lambda p: p.full_name)
def test_kernel_under_qemu(drawn, program, machine):
    skip_without(HIFIVE1.compiler, "qemu-riscv32")
    flags = [f"-march={machine}", "-mabi=ilp32", "--specs=picolibc.specs", "-DHAL_EXACT", "-O2"]
    flags += ["-ffunction-sections", "-fdata-sections"]
    folder = FOLDER / program.full_name / machine
    elf = link(program, HIFIVE1, [*flags, *program.options], folder, around_in_qemu(*flags), LINK, drawn)
    done = subprocess.run(["qemu-riscv32", "-cpu", QEMU_CPU, elf], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stdout
    rotates = "rori" in call(["riscv64-unknown-elf-objdump", "-d", "-M", "no-aliases", elf])
    assert rotates == ("zbb" in machine and program.name not in WITHOUT_ROTATIONS)
