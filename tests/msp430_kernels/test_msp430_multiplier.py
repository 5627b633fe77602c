# SPDX-License-Identifier: MIT
"""The simulated hardware multiplier of the MSP430F1611 does what SLAU049F, chapter 7, says."""

from __future__ import annotations

import random

import pytest

from tests.msp430_kernels.calls import FLASH, Chip, Objects

PRODUCTS = 60
MPY, MPYS, MAC, MACS, OP2, RESLO = 0x130, 0x132, 0x134, 0x136, 0x138, 0x13A
EDGES = (0, 1, 0x7FFF, 0x8000, 0xFFFF)
MOVE, RETURN = 0x40B2, 0x4130  # mov #n, &address; ret


def signed(value: int, bits: int) -> int:
    return value - (value >> (bits - 1) << bits)


def word(draw: random.Random) -> int:
    return draw.choice((draw.getrandbits(16), draw.choice(EDGES)))


@pytest.mark.parametrize("first", [MPY, MPYS, MAC, MACS], ids=["MPY", "MPYS", "MAC", "MACS"])
def test_product(first: int) -> None:
    """Each product follows another one of any kind, whose sum it takes or not."""
    draw = random.Random(first)
    for _ in range(PRODUCTS):
        factors = [(draw.choice((MPY, MPYS, MAC, MACS)), word(draw), word(draw)), (first, word(draw), word(draw))]
        code = [w for at, a, b in factors for w in (MOVE, a, at, MOVE, b, OP2)]
        chip = Chip(Objects(bytearray(b"".join(w.to_bytes(2, "little") for w in (*code, RETURN))), {"code": FLASH}))
        chip.call("code")
        result = int.from_bytes(chip.read(RESLO, 6), "little")
        chip.close()
        total, further = 0, 0
        for at, a, b in factors:
            product = signed(a, 16) * signed(b, 16) if at in (MPYS, MACS) else a * b
            total = product % 2**32 + (total % 2**32 if at in (MAC, MACS) else 0)
            further = (total >> 31 & 1) * 0xFFFF if at in (MPYS, MACS) else total >> 32
        assert result == further << 32 | total % 2**32, [f"{at:x} {a:x} {b:x}" for at, a, b in factors]
