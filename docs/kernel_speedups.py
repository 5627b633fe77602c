#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes docs/explanation/kernel-speedups.md: each kernel's speedup over the next simpler one, from the committed rows.

.narae/venv/bin/python docs/kernel_speedups.py"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from lab import files  # noqa: E402
from lab.paths import CIPHERS, REFERENCE  # noqa: E402
from lab.plan.implementations import GHASH_LEVELS, LEVELS, load  # noqa: E402
from lab.rows import MODE_OPERATIONS, Row  # noqa: E402
from lab.store import read_json  # noqa: E402

PAGE = ROOT / "docs/explanation/kernel-speedups.md"
# From the simplest to the fastest.
LADDERS = {
    "uno": ("portable", "avr", "avr-ram"),
    "msp430": ("portable", "msp430"),
    "hifive1": ("portable", "rv32", "rv32-tables"),
    "m3": ("portable", "thumb", "thumb-tables"),
    "m4": ("portable", "thumb", "thumb-tables"),
    "m33": ("portable", "thumb", "thumb-tables"),
    "m0plus": ("portable", "thumb", "thumb-tables"),
    "pi4": ("portable", "neon"),
    "host": ("portable", *LEVELS),
}
SMALLER = {"avr-small": "avr", "msp430-small": "msp430", "rv32-small": "rv32", "thumb-small": "thumb"}
MEASURED, MODELLED, SAVED = 5, 10, 10  # required speedup of a kernel, or flash saving of a small variant, in per cent
OPERATIONS = {name for names in MODE_OPERATIONS.values() for name in names} - {"open-forged"}


@dataclass(frozen=True)
class Gain:
    """A kernel's largest speedup over the next simpler one."""

    percent: float
    over: str
    row: Row

    @property
    def needed(self) -> int:
        return SAVED if self.row.kernel in SMALLER else MODELLED if self.row.fidelity == "modelled" else MEASURED

    @property
    def enough(self) -> bool:
        return self.percent >= self.needed


def primitives() -> dict[tuple[str, str, str], str]:
    """The folder of src/ that has the kernels of each cipher and mode; of GCM, at a level where the cipher has none,
    that of GHASH."""
    primitive_of: dict[tuple[str, str, str], str] = {}
    for file in sorted(CIPHERS.glob("*.toml")):
        there = load(ROOT / "src" / file.stem, file)
        own = {(i.cipher, level) for i in there if i.mode not in ("gcm", "xts") for level in i.levels}
        for i in there:
            levels = [level for ladder in LADDERS.values() for level in ladder] + [*SMALLER]
            of_ghash = {k for k in GHASH_LEVELS if i.mode == "gcm" and (i.cipher, k) not in own}
            primitive_of |= {(i.cipher, i.mode, k): "ghash" if k in of_ghash else file.stem for k in levels}
    return primitive_of


def gains(rows: list[Row]) -> dict[tuple[str, str, str], Gain]:
    """By target, primitive and kernel."""
    folder = primitives()
    groups: dict[tuple[Any, ...], dict[str, Row]] = {}
    best: dict[tuple[str, str, str], Gain] = {}
    for row in rows:
        if (
            row.cycles
            and row.target in LADDERS
            and row.operation in OPERATIONS
            and (row.cipher, row.mode, row.kernel) in folder
        ):
            core = row.provenance.get("core", "")
            key = (row.target, core, row.compiler, row.cipher, row.mode, row.operation, row.bytes, row.ad_bytes)
            groups.setdefault(key, {})[row.kernel] = row
    for (target, *_), mine in groups.items():
        ladder = [k for k in LADDERS[target] if k in mine]
        pairs = [*pairwise(ladder), *((a, b) for b, a in SMALLER.items() if {a, b} <= set(mine))]
        for simpler, kernel in pairs:
            row, other = mine[kernel], mine[simpler]
            if kernel in SMALLER:
                if not (row.flash_bytes and other.flash_bytes):
                    continue
                percent = 100 * (1 - row.flash_bytes / other.flash_bytes)
            else:
                if not (row.cycles and other.cycles):
                    continue
                percent = 100 * (other.cycles / row.cycles - 1)
            place: tuple[str, str, str] = (target, folder[row.cipher, row.mode, kernel], kernel)
            if place not in best or percent > best[place].percent:
                best[place] = Gain(percent, simpler, row)
    return best


def text(rows: list[Row]) -> str:
    all_gains = gains(rows)
    lines = [
        "# Speedup of each kernel",
        "",
        "For contributors: why each kernel stays. `docs/kernel_speedups.py` makes this page from the committed rows. "
        "A kernel stays if at least one row is "
        f"{MEASURED} % faster than with the next simpler one ({MODELLED} % where only modelled), a small variant if it "
        f"saves {SAVED} % of the flash. The table shows the row with the largest speedup. On the host, kernels are "
        "named by the level of `NARAE_CPU` that selects them, and compared with the next lower level of the same row.",
        "",
        "| target | primitive | kernel | speedup | over | row |",
        "|---|---|---|---:|---|---|",
    ]
    order = {(t, k): n for t, ladder in LADDERS.items() for n, k in enumerate((*ladder, *SMALLER))}
    for (target, primitive, kernel), gain in sorted(
        all_gains.items(), key=lambda x: ([*LADDERS].index(x[0][0]), x[0][1], order[x[0][0], x[0][2]])
    ):
        row = gain.row
        what = f"{row.cipher} {row.mode} {row.operation}, {row.bytes:,} bytes"
        size = " of flash" if kernel in SMALLER else ""
        mark = "" if gain.enough else " (not enough)"
        lines.append(
            f"| {target} | {primitive} | `{kernel}` | {gain.percent:.0f} %{size}{mark} | `{gain.over}` | {what} |"
        )
    return "\n".join([*lines, ""])


def main(page: Path = PAGE) -> None:
    files.write_text(page, text(read_json(REFERENCE, every_core=True)[1]))


if __name__ == "__main__":
    main()
