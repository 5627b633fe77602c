"""The AVR kernels of LEA, PIPO and ARIA on the simulated Uno: equal to the portable code for random keys and blocks,
true to the ABI, the same cycles and the same way for any key, and no slower than they claim."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest
from elftools.elf.elffile import ELFFile

from lab.paths import BUILD, ROOT
from lab.sims.avr import run_simavr
from lab.targets.base import load_board
from tests.tools import call, compile_all, library_sources

HERE = Path(__file__).parent
BOARD = load_board("uno")
FOLDER = BUILD / "avr-kernels"
KEYS = 50  # of block.c


@dataclass(frozen=True)
class Kernel:
    """Cycles at most: call, saved registers and return included."""

    name: str
    family: str
    key_bytes: int
    block_bytes: int
    set_key: int
    encrypt: int
    decrypt: int
    choice: str = ""  # a macro of the library's


KERNELS = [
    Kernel("lea-128", "lea", 16, 16, set_key=3270, encrypt=2630, decrypt=2660),
    Kernel("lea-192", "lea", 24, 16, set_key=7400, encrypt=3520, decrypt=3540),
    Kernel("lea-256", "lea", 32, 16, set_key=8700, encrypt=4010, decrypt=4020),
    Kernel("lea-128 small", "lea", 16, 16, set_key=160, encrypt=14830, decrypt=15700),
    Kernel("pipo-64/128", "pipo", 16, 8, set_key=240, encrypt=1175, decrypt=1670),
    Kernel("pipo-64/256", "pipo", 32, 8, set_key=390, encrypt=2160, decrypt=2140),
    Kernel("pipo-64/128", "pipo", 16, 8, set_key=240, encrypt=1680, decrypt=1670, choice="NARAE_SMALL"),
    Kernel("pipo-64/256", "pipo", 32, 8, set_key=390, encrypt=2160, decrypt=2140, choice="NARAE_SMALL"),
    Kernel("aria-128", "aria", 16, 16, set_key=14500, encrypt=2220, decrypt=2410),
    Kernel("aria-192", "aria", 24, 16, set_key=15900, encrypt=2570, decrypt=2800),
    Kernel("aria-256", "aria", 32, 16, set_key=17400, encrypt=2920, decrypt=3180),
]


@cache
def library(choice: str) -> list[Path]:
    flags = [*BOARD.flags, *([f"-D{choice}"] if choice else [])]
    objects = compile_all(BOARD.compiler, flags, library_sources("avr"), FOLDER / f"library{choice}")
    return objects + compile_all(
        BOARD.compiler, [*flags, f"-I{ROOT / 'lab/bench'}"], BOARD.sources(), FOLDER / f"board{choice}"
    )


def link(kernel: Kernel) -> Path:
    schedule = f"NARAE_{kernel.family.upper()}_SCHEDULE_BYTES({kernel.key_bytes})"
    defines = {
        "INTERNAL": f'"{kernel.family}/{kernel.family}_internal.h"',
        "FAMILY": f"narae_{kernel.family}{'_small' if kernel.name.endswith('small') else ''}",
        "PORTABLE": f"narae_{kernel.family}",
        "KEY_BYTES": kernel.key_bytes,
        "BLOCK_BYTES": kernel.block_bytes,
        "SCHEDULE_BYTES": schedule,
    }
    folder = FOLDER / (re.sub(r"\W", "-", kernel.name) + kernel.choice)
    flags = [*BOARD.flags, "-Wall", "-Wextra", f"-I{ROOT / 'src' / kernel.family}", f"-I{ROOT / 'lab/bench'}"]
    own = compile_all(BOARD.compiler, [*flags, *(f"-D{n}={v}" for n, v in defines.items())], [HERE / "block.c"], folder)
    elf = folder / "program.elf"
    call([BOARD.compiler, *BOARD.flags, *own, *library(kernel.choice), "-Wl,--gc-sections", "-o", elf])
    return elf


@pytest.mark.parametrize("kernel", KERNELS, ids=lambda k: re.sub(r"\W", "-", k.name) + k.choice)
def test_kernel(note, kernel):
    run = run_simavr(link(kernel))
    assert (run.end, run.exit_status) == ("exit", 0), f"{run.uart} {run.reason}"
    windows = run.windows[-3 * KEYS :]
    figures = []
    for number, operation in enumerate(("set_key", "encrypt", "decrypt")):
        mine = windows[number::3]
        assert len({w.pc_hash for w in mine}) == 1, f"{operation}: its way depends on the key or the block"
        (cycles,) = {w.cycles - run.zero for w in mine}
        assert cycles <= getattr(kernel, operation)
        figures.append(f"{operation} {cycles} cycles, stack {mine[0].stack}")
    note(f"uno: {kernel.name} {kernel.choice}: {'; '.join(figures)}")


@pytest.mark.parametrize(
    ("choice", "source", "kernel"),
    [("", "lea-lea_small_avr.S", "lea_small_encrypt"), ("NARAE_SMALL", "pipo-pipo_avr.S", "pipo_encrypt")],
)
def test_small_kernels_take_less_than_400_bytes_of_flash(note, choice, source, kernel):
    (path,) = [o for o in library(choice) if o.name == f"{source}.o"]
    with path.open("rb") as stream:
        size = ELFFile(stream).get_section_by_name(f".text.narae_{kernel}_avr")["sh_size"]
    note(f"uno: {kernel}: {size} bytes of flash")
    assert size < 400
