# SPDX-License-Identifier: MIT
"""Commit logs: which instruction retired in which cycle on two simulators, and where they diverge."""

from __future__ import annotations

import array
from dataclasses import dataclass
from pathlib import Path

PROGRAM_BASE = 0x20010000


@dataclass(frozen=True)
class Parting:
    """The first instruction of a window that two simulators order or time differently."""

    number: int  # in the window
    pc: int
    cycles: tuple[int, int]  # since the instruction before

    def __str__(self) -> str:
        a, b = self.cycles
        return f"instruction {self.number} of the window, PC 0x{self.pc:08x}: {a} cycles after the one before, not {b}"


@dataclass(frozen=True)
class Log:
    """Cycles and program counters, from the program's first instruction on."""

    cycles: array.array[int]
    pcs: array.array[int]

    def windows(self, begin: int, end: int) -> list[range]:
        """The extent of each window, from its first marker to its last."""
        ranges, opened = [], None
        for i, pc in enumerate(self.pcs):
            if pc == begin:
                opened = i
            elif pc == end and opened is not None:
                ranges.append(range(opened, i + 1))
                opened = None
        return ranges


def read(path: Path) -> Log:
    words = array.array("I", path.read_bytes())
    cycles, pcs = words[0::2], words[1::2]
    start = next((i for i, pc in enumerate(pcs) if pc >= PROGRAM_BASE), len(pcs))
    return Log(cycles[start:], pcs[start:])


def first_parting(golden: Log, model: Log, begin: int, end: int, window: int) -> Parting | None:
    """The model's first deviation from the golden log in this window; None if there is none."""
    a, b = golden.windows(begin, end)[window], model.windows(begin, end)[window]
    for number, (i, j) in enumerate(zip(a[1:], b[1:], strict=False), 1):
        steps = golden.cycles[i] - golden.cycles[i - 1], model.cycles[j] - model.cycles[j - 1]
        if golden.pcs[i] != model.pcs[j] or steps[0] != steps[1]:
            return Parting(number, golden.pcs[i], steps)
    return None
