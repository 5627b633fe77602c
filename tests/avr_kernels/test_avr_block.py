# SPDX-License-Identifier: MIT
"""The AVR kernels of block ciphers on the simulated Uno: equal to the portable code, ABI, constant time, and limits on
cycles."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.avr_kernels.firmware import link, run

HERE = Path(__file__).parent
KEYS = 50  # of block.c


@dataclass(frozen=True)
class Kernel:
    """Maximal cycles, including call, saved registers and return."""

    name: str
    family: str
    key_bytes: int
    block_bytes: int
    set_key: int
    encrypt: int
    decrypt: int
    choice: str = ""  # a macro of the library's


KERNELS = [
    Kernel("hight-128", "hight", 16, 8, set_key=240, encrypt=1100, decrypt=1102),
    Kernel("lea-128", "lea", 16, 16, set_key=3270, encrypt=2630, decrypt=2660),
    Kernel("lea-192", "lea", 24, 16, set_key=7400, encrypt=3520, decrypt=3540),
    Kernel("lea-256", "lea", 32, 16, set_key=8700, encrypt=4010, decrypt=4020),
    Kernel("lea-128 small", "lea", 16, 16, set_key=160, encrypt=14830, decrypt=24900),
    Kernel("pipo-64/128", "pipo", 16, 8, set_key=240, encrypt=1175, decrypt=1670),
    Kernel("pipo-64/256", "pipo", 32, 8, set_key=390, encrypt=2160, decrypt=2140),
    Kernel("pipo-64/128", "pipo", 16, 8, set_key=240, encrypt=1680, decrypt=1670, choice="NARAE_SMALL"),
    Kernel("pipo-64/256", "pipo", 32, 8, set_key=390, encrypt=2160, decrypt=2140, choice="NARAE_SMALL"),
    Kernel("seed-128", "seed", 16, 16, set_key=4840, encrypt=2838, decrypt=2839),
    Kernel("aria-128", "aria", 16, 16, set_key=14500, encrypt=2220, decrypt=2410),
    Kernel("aria-192", "aria", 24, 16, set_key=15900, encrypt=2570, decrypt=2800),
    Kernel("aria-256", "aria", 32, 16, set_key=17400, encrypt=2920, decrypt=3180),
]


@pytest.mark.parametrize("kernel", KERNELS, ids=lambda k: re.sub(r"\W", "-", k.name) + k.choice)
def test_kernel(note, tmp_path: Path, kernel: Kernel) -> None:
    defines = {
        "INTERNAL": f'"{kernel.family}/{kernel.family}_internal.h"',
        "FAMILY": f"narae_{kernel.family}{'_small' if kernel.name.endswith('small') else ''}",
        "PORTABLE": kernel.family,
        "KEY_BYTES": kernel.key_bytes,
        "BLOCK_BYTES": kernel.block_bytes,
        "SCHEDULE_BYTES": f"NARAE_{kernel.family.upper()}_SCHEDULE_BYTES({kernel.key_bytes})",
    }
    options = (f"-D{kernel.choice}",) if kernel.choice else ()
    seen = run(*link(HERE / "block.c", tmp_path, options, tuple(f"-D{n}={v}" for n, v in defines.items())))
    figures = []
    for number, operation in enumerate(("set_key", "encrypt", "decrypt")):
        mine = seen.windows[number - 3 * KEYS :: 3]
        cycles = seen.cycles(mine)
        assert cycles <= getattr(kernel, operation)
        figures.append(f"{operation} {cycles} cycles, stack {mine[0].stack}")
    note(f"uno: {kernel.name} {kernel.choice}: {'; '.join(figures)}")
