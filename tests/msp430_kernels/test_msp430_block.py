# SPDX-License-Identifier: MIT
"""The MSP430 kernels of block ciphers in the lab's executor: equal to the specifications for any number of blocks at
any address, ABI, the same cycles for all keys and blocks, and limits on cycles."""

from __future__ import annotations

import importlib
import random
from dataclasses import dataclass

import pytest

from lab.paths import ROOT
from tests.msp430_kernels.calls import FILL, Called, Chip, compiled_objects
from tests.tools import skip_without

KEYS = 24
SCHEDULE, KEY, IN, OUT = 0x1200, 0x1600, 0x1700, 0x1900
MARGIN = 8  # bytes around a buffer that stay as they are


@dataclass(frozen=True)
class Kernel:
    """Cycles of one block at even addresses, from the first instruction on."""

    name: str
    family: str
    key_bytes: int
    block_bytes: int
    schedule_bytes: int
    set_key: int
    encrypt: int
    decrypt: int
    choice: str = ""  # a macro of the library's

    def __str__(self) -> str:
        return f"{self.name.replace('/', '-')}{self.choice}"


SMALL = "NARAE_SMALL"
KERNELS = [
    Kernel("lea-128", "lea", 16, 16, 580, set_key=3005, encrypt=1638, decrypt=1720),
    Kernel("lea-192", "lea", 24, 16, 676, set_key=7459, encrypt=1893, decrypt=1987),
    Kernel("lea-256", "lea", 32, 16, 772, set_key=8755, encrypt=2148, decrypt=2254),
    Kernel("lea-128", "lea", 16, 16, 580, set_key=5398, encrypt=1932, decrypt=2014, choice=SMALL),
    Kernel("lea-192", "lea", 24, 16, 676, set_key=7620, encrypt=2236, decrypt=2330, choice=SMALL),
    Kernel("lea-256", "lea", 32, 16, 772, set_key=8940, encrypt=2540, decrypt=2646, choice=SMALL),
    Kernel("hight-128", "hight", 16, 8, 140, set_key=1453, encrypt=897, decrypt=930),
    Kernel("hight-128", "hight", 16, 8, 140, set_key=4679, encrypt=2294, decrypt=2327, choice=SMALL),
    Kernel("pipo-64/128", "pipo", 16, 8, 20, set_key=176, encrypt=1385, decrypt=1385),
    Kernel("pipo-64/256", "pipo", 32, 8, 36, set_key=341, encrypt=1884, decrypt=1902),
    Kernel("pipo-64/128", "pipo", 16, 8, 20, set_key=176, encrypt=1480, decrypt=1491, choice=SMALL),
    Kernel("pipo-64/256", "pipo", 32, 8, 36, set_key=341, encrypt=1877, decrypt=1895, choice=SMALL),
    Kernel("seed-128", "seed", 16, 16, 132, set_key=2400, encrypt=2351, decrypt=2383),
    Kernel("seed-128", "seed", 16, 16, 132, set_key=3072, encrypt=3551, decrypt=3583, choice=SMALL),
    Kernel("aes-128", "aes", 16, 16, 356, set_key=2792, encrypt=1672, decrypt=1675),
    Kernel("aes-192", "aes", 24, 16, 420, set_key=3082, encrypt=1992, decrypt=1995),
    Kernel("aes-256", "aes", 32, 16, 484, set_key=3842, encrypt=2312, decrypt=2315),
    Kernel("aes-128", "aes", 16, 16, 356, set_key=1317, encrypt=2984, decrypt=4866, choice=SMALL),
    Kernel("aes-192", "aes", 24, 16, 420, set_key=1465, encrypt=3566, decrypt=5868, choice=SMALL),
    Kernel("aes-256", "aes", 32, 16, 484, set_key=1789, encrypt=4148, decrypt=6870, choice=SMALL),
    Kernel("aria-128", "aria", 16, 16, 212, set_key=2582, encrypt=1923, decrypt=1953),
    Kernel("aria-192", "aria", 24, 16, 244, set_key=2824, encrypt=2232, decrypt=2266),
    Kernel("aria-256", "aria", 32, 16, 276, set_key=3087, encrypt=2541, decrypt=2579),
]


def between_margins(chip: Chip, at: int, content: bytes) -> None:
    chip.write(at - MARGIN, FILL * MARGIN + content + FILL * MARGIN)


def content_of(chip: Chip, at: int, size: int) -> bytes:
    text = chip.read(at - MARGIN, size + 2 * MARGIN)
    assert text[:MARGIN] == text[-MARGIN:] == FILL * MARGIN, "something next to a buffer was written"
    return text[MARGIN:-MARGIN]


@pytest.fixture(scope="module")
def chip_of(tmp_path_factory):
    chips: dict[tuple[str, str], Chip] = {}

    def made(kernel: Kernel) -> Chip:
        name = (kernel.family, kernel.choice)
        if name not in chips:
            sources = [s for f in ("core", kernel.family) for s in sorted((ROOT / f"src/{f}/msp430").glob("*.[cS]"))]
            options = (f"-D{kernel.choice}",) if kernel.choice else ()
            chips[name] = Chip(compiled_objects(sources, options, tmp_path_factory.mktemp("objects")))
        return chips[name]

    yield made
    for chip in chips.values():
        chip.close()


@pytest.mark.parametrize("kernel", KERNELS, ids=str)
def test_kernel(note, chip_of, kernel: Kernel) -> None:
    skip_without("clang")
    chip, model = chip_of(kernel), importlib.import_module(f"spec.ciphers.{kernel.family}")
    draw = random.Random(str(kernel))
    seen: dict[str, set[Called]] = {"set_key": set(), "encrypt": set(), "decrypt": set()}

    def called(operation: str, *arguments: int) -> Called:
        return chip.call(f"narae_{kernel.family}_{operation}_msp430", *arguments)

    for number in range(KEYS):
        key, count = draw.randbytes(kernel.key_bytes), 1 if number % 2 else draw.randrange(4)
        odd_in, odd_out = (0, 0) if number % 4 == 1 else (draw.randrange(2), draw.randrange(2))
        blocks = [draw.randbytes(kernel.block_bytes) for _ in range(count)]
        plain, secret = b"".join(blocks), b"".join(model.encrypt(key, block) for block in blocks)
        chip.write(KEY + odd_in, key)
        between_margins(chip, SCHEDULE, bytes(kernel.schedule_bytes))
        seen["set_key"].add(called("set_key", SCHEDULE, KEY + odd_in, kernel.key_bytes))
        schedule = content_of(chip, SCHEDULE, kernel.schedule_bytes)
        for operation, given, wanted in (("encrypt", plain, secret), ("decrypt", secret, plain)):
            source, target = IN + odd_in, draw.choice((IN + odd_in, OUT + odd_out))
            between_margins(chip, OUT + odd_out, bytes(len(plain)))
            between_margins(chip, source, given)
            result = called(operation, SCHEDULE, target, source, count)
            assert content_of(chip, target, len(plain)) == wanted, (operation, count, source, target)
            assert target == source or content_of(chip, source, len(plain)) == given
            if count == 1 and (source | target) % 2 == 0:
                seen[operation].add(result)
        assert content_of(chip, SCHEDULE, kernel.schedule_bytes) == schedule
    figures = []
    for operation, calls in seen.items():
        assert {c.cycles for c in calls} == {getattr(kernel, operation)}, operation
        figures.append(f"{operation} {getattr(kernel, operation)} cycles, stack {max(c.stack for c in calls)}")
    note(f"msp430: {kernel}: {'; '.join(figures)}")
