# SPDX-License-Identifier: MIT
"""Names of registers, as cases and verdicts have them."""

from __future__ import annotations

import re

from ..proof.machines import Machine

RV32 = [
    "zero", "ra", "sp", "gp", "tp", "t0", "t1", "t2", "s0", "s1", *(f"a{i}" for i in range(8)),
    *(f"s{i}" for i in range(2, 12)), "t3", "t4", "t5", "t6"
]  # fmt: skip
THUMB = {"sp": 13, "lr": 14, "ip": 12}
AVR = {"x": 26, "y": 28, "z": 30}
COUNT = {"rv32": 32, "avr": 32, "thumb": 15}
LATCHES = ("operand A", "operand B", "shifter", "port A", "port B", "kept operand A", "kept operand B", "result")
BUSES = ("bus", "read bus", "write bus")
LETTER = {"rv32": "x", "avr": "r", "thumb": "r"}


def register_number(machine: Machine, name: str) -> int | None:
    word, kind = name.lower(), machine.prefix
    if kind == "rv32" and word in RV32:
        return RV32.index(word)
    special = {"thumb": THUMB, "avr": AVR}.get(kind, {})
    if word in special:
        return special[word]
    match = re.fullmatch(rf"{LETTER[kind]}(\d+)", word)
    return int(match[1]) if match and int(match[1]) < COUNT[kind] else None


def register_range(machine: Machine, text: str) -> list[int]:
    """Of `r4` or `r0-r7`; empty if it names none."""
    first, _, last = text.partition("-")
    numbers = [register_number(machine, name) for name in (first, last or first)]
    low, high = numbers
    return list(range(low, high + 1)) if low is not None and high is not None else []


def register_name(prefix: str, number: int) -> str:
    return RV32[number] if prefix == "rv32" else f"r{number}"
