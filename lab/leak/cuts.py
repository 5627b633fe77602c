# SPDX-License-Identifier: MIT
"""Cuts: where a program reaches one, its shares become fresh ones, if it is proved that they are uniform (uniform.h).

The masks over which they are shown to be uniform are spent: what else depends on them is stale.  Masks on which nothing
else depends are tried first, then those that others are but do not depend on, such as random bytes in memory that are
used once, then all but those that the case keeps."""

from __future__ import annotations

import re
from array import array
from dataclasses import dataclass

from ..proof.core import LIT_BYTES, Lits, literal_list
from ..proof.machines import Machine
from .case import Case, Cut
from .core import MASK, NOT_UNIFORM, STALE, UNIFORM, Log
from .layout import BYTE, Values, rotated
from .registers import register_number, register_range

LOCATION = re.compile(r"([\w-]+?)(?:\+(\d+))?(?::(\d+)(?:/(\d+))?)?(?: *>>> *(\d+))?")


class CutRefused(Exception):
    """It is not proved that the shares are fresh."""


@dataclass(frozen=True)
class Location:
    """Where bytes of a share lie: a register, or memory."""

    register: int | None
    at: int
    size: int
    rotate: int


def locations(machine: Machine, text: str, case: Case) -> list[Location]:
    match = LOCATION.fullmatch(text)
    if match is None:
        raise case.error(f"`{text}` is no place of a share")
    name, offset, size, rotate = match[1], int(match[2] or 0), match[3], int(match[5] or 0)
    if size is None:
        numbers = register_range(machine, name)
        if not numbers or offset:
            raise case.error(f"`{text}` names no register; memory needs a size, as in `out+4:8`")
        return [Location(n, 0, machine.register_bits // 8, rotate) for n in numbers]
    start = machine.buffers[name][0] if name in machine.buffers else pointer(machine, name, text, case)
    if match[4]:
        return [Location(None, start + offset + int(match[4]) * i, 1, rotate) for i in range(int(size))]
    return [Location(None, start + offset, int(size), rotate)]


def pointer(machine: Machine, name: str, text: str, case: Case) -> int:
    """The address in a register, or a pair of an AVR."""
    if name.upper() in ("SP", "R13", "X2") and register_number(machine, "sp") is None:
        return machine.stack_pointer() - 1
    number = register_number(machine, name)
    if number is None:
        raise case.error(f"`{text}` names neither a buffer nor a register")
    width = 2 if machine.word == 2 else 1
    return machine.pointee(b"".join(machine.get(number + i) for i in range(width)))


def content(machine: Machine, where: Location) -> Lits:
    bits = machine.read(where.at, where.size) if where.register is None else machine.get(where.register)
    return rotated(bits, -where.rotate)


class Cutter:
    """The cuts of a case in one run."""

    def __init__(self, log: Log, machine: Machine, values: Values, case: Case):
        self.log, self.machine, self.values, self.case = log, machine, values, case
        self.passes: dict[str, int] = {}
        self.spent: set[int] = set()
        self.refused: dict[str, str] = {}
        self.made = 0

    def reach(self, cuts: list[Cut]) -> None:
        """The program is at a place with cuts."""
        at = cuts[0].at
        number = self.passes[at] = self.passes.get(at, 0) + 1
        for cut in cuts:
            if number <= cut.skip or (number - 1 - cut.skip) % cut.every or at in self.refused:
                continue
            try:
                self.make(cut, number)
            except CutRefused as error:
                self.refused[at] = f"the cut at {at} is refused at pass {number}: {error}"

    def make(self, cut: Cut, number: int) -> None:
        places = [[p for text in share for p in locations(self.machine, text, self.case)] for share in cut.shares]
        shares = [b"".join(content(self.machine, p) for p in share) for share in places]
        if len(set(map(len, shares))) != 1:
            sizes = " and ".join(str(len(s) // BYTE) for s in shares)
            raise self.case.error(f"the shares of the cut at {cut.at} have {sizes} bytes")
        spent = self.prove(shares, places)
        name, bits = f"{cut.value} at {cut.at}, pass {number}", len(shares[0]) // LIT_BYTES
        fresh = self.values.split(name, bits, len(shares), self.machine.register_bits)
        self.log.replace(self.machine, b"".join(shares), b"".join(fresh), spent)
        self.spent |= spent
        self.made += 1

    def prove(self, shares: list[Lits], places: list[list[Location]]) -> set[int]:
        """The masks over which the shares are uniform."""
        masks, whole = b"".join(shares[:-1]), shares[0]
        if self.log.support(b"".join(shares), STALE):
            raise CutRefused("a share there stems from before an earlier cut")
        for share in shares[1:]:
            whole = self.log.graph.gates("^", whole, share)
        for literal in literal_list(whole):
            if literal > 1 and self.log.free_of_masks(literal) != UNIFORM:
                raise CutRefused("the value that is shared there is not shown to be independent of masks")
        free = self.log.support(masks, MASK) - self.values.kept - self.spent
        answer, others = NOT_UNIFORM, self.elsewhere(places)
        combined = [x for x in literal_list(others) if x & ~1 not in free]
        nowhere, alone = (free - self.log.support(bits, MASK) for bits in (others, array("I", combined).tobytes()))
        for spent in dict.fromkeys(map(frozenset, (nowhere, alone, free))):
            answer = self.log.uniform(masks, spent) if spent else NOT_UNIFORM
            if answer == UNIFORM:
                return set(spent)
        if answer == NOT_UNIFORM:
            raise CutRefused("the shares there are not uniform: its step is no bijection of earlier masks")
        raise CutRefused("the shares there are not shown to be uniform: too many bits depend on each other")

    def elsewhere(self, places: list[list[Location]]) -> Lits:
        """All other bits in registers and memory."""
        mine = [p for share in places for p in share]
        registers = {p.register for p in mine}
        bits = [self.machine.get(r) for r in range(self.machine.registers) if r not in registers]
        inside = {p.at + i for p in mine if p.register is None for i in range(p.size)}
        areas = [(at, b.size) for at, b in self.machine.buffers.values()]
        areas.append((self.machine.stack_top - self.machine.stack_bytes, self.machine.stack_bytes))
        for at, size in areas:
            content, written = self.machine.read_region(at, size)
            bits += [content[BYTE * i : BYTE * (i + 1)] for i in range(size) if written[i] and at + i not in inside]
        return b"".join(bits)
