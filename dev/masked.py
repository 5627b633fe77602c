# SPDX-License-Identifier: MIT
"""Orders of instructions in which no register, operand or result reveals a secret that is held in two shares: for the
generators of masked kernels.

Code that is right in any order leaks in most of them: where a register takes one share after the other, or where two
instructions in a row read both, what changes is the secret. schedule() takes the instructions one by one, each such
that every transition it causes is independent of the secrets, and inserts a neutral instruction where none is.

Bit-sliced code does the same in each column, so one column is checked, exactly: a value is its truth table over all
secrets and masks, and a pair (old, new) is independent if each of its four values is as frequent for every secret."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy

SPREAD = 6  # how far, in instructions, a random order deviates from the longest path first
MAX_NEUTRAL = 30

Value = int  # number of a truth table
OPERATIONS: dict[str, Callable[..., numpy.ndarray]] = {
    "and": lambda a, b: a & b,
    "or": lambda a, b: a | b,
    "eor": lambda a, b: a ^ b,
    "com": lambda a: a ^ 1,
}


class Column:
    """The values of one column of a circuit with `bits` secrets, each in two shares."""

    def __init__(self, bits: int):
        self.bits, self.size = bits, 1 << bits
        self.tables: list[numpy.ndarray] = []
        self.numbers: dict[bytes, Value] = {}
        self.applied: dict[tuple[Any, ...], Value] = {}
        self.known: dict[tuple[Value, Value], bool] = {}
        self.zero = self.number(numpy.zeros(self.size**2, numpy.uint8))

    def number(self, table: numpy.ndarray) -> Value:
        key = table.tobytes()
        if key not in self.numbers:
            self.numbers[key] = len(self.tables)
            self.tables.append(table)
        return self.numbers[key]

    def shares(self, bit: int) -> tuple[Value, Value]:
        """The shares of a secret: rows of a table are secrets, columns are masks."""
        place = numpy.arange(self.size**2, dtype=numpy.uint32)
        mask, secret = place >> bit & 1, place >> (self.bits + bit) & 1
        return self.number(mask.astype(numpy.uint8)), self.number((mask ^ secret).astype(numpy.uint8))

    def apply(self, kind: str, *values: Value) -> Value:
        key = (kind, *values)
        if key not in self.applied:
            self.applied[key] = self.number(OPERATIONS[kind](*(self.tables[v] for v in values)))
        return self.applied[key]

    def independent(self, old: Value, new: Value) -> bool:
        """Is the pair's distribution over the masks the same for all secrets?"""
        key = (min(old, new), max(old, new))
        if key not in self.known:
            a, b = (self.tables[v].reshape(self.size, self.size) for v in key)
            counts = (t.sum(1, dtype=numpy.int32) for t in (a, b, a & b))
            self.known[key] = all((c == c[0]).all() for c in counts)
        return self.known[key]


@dataclass(frozen=True)
class Instruction:
    """`target` = `kind` of the registers `operands`; "copy" moves several registers at once. A register is NAME.SHARE;
    names that begin with t are temporary."""

    kind: str
    targets: tuple[str, ...]
    operands: tuple[str, ...]
    latches: tuple[tuple[str, tuple[str, ...]], ...]  # operand latches, and the registers each takes; see KEPT

    @property
    def touched(self) -> set[str]:
        return {*self.targets, *self.operands}

    def commutes(self, other: Instruction) -> bool:
        """Are both additions to the same register, of values that neither writes?"""
        return (
            self.kind == other.kind == "eor"
            and self.targets == other.targets
            and self.targets[0] == self.operands[0]
            and other.targets[0] == other.operands[0]
            and self.targets[0] not in (self.operands[1], other.operands[1])
        )


# Begins the name of a latch that keeps what it held if the register is the target of one of the last two instructions,
# whose results come by a bypass.
KEPT = "kept"


def name(register: str) -> str:
    return register.partition(".")[0]


def share(register: str) -> int:
    return int(register.partition(".")[2])


def is_temporary(register: str) -> bool:
    return register.startswith("t")


def dependences(program: Sequence[Instruction]) -> list[set[int]]:
    """For each instruction, those that precede it in any order."""
    before: list[set[int]] = []
    for number, one in enumerate(program):
        before.append(
            {
                n
                for n, other in enumerate(program[:number])
                if not one.commutes(other)
                and (set(other.targets) & one.touched or set(one.targets) & set(other.operands))
            }
        )
    return before


@dataclass
class State:
    """Contents of registers and latches; of a latch all possible ones, since a copy may pass it by."""

    column: Column
    contents: dict[str, Value]
    rooms: list[list[Value]]  # what each room of a temporary name holds, by share
    latches: dict[str, tuple[Value, ...]] = field(default_factory=dict)
    room_of: dict[str, int] = field(default_factory=dict)
    free: list[int] = field(default_factory=list)
    recent: tuple[str, ...] = ()  # targets of the last two instructions

    def read(self, register: str) -> Value:
        if is_temporary(register):
            return self.rooms[self.room_of[name(register)]][share(register)]
        return self.contents[register]

    def results(self, one: Instruction) -> list[Value]:
        values = [self.read(r) for r in one.operands]
        return values if one.kind == "copy" else [self.column.apply(one.kind, *values)]

    def latched(self, one: Instruction) -> list[tuple[str, tuple[str, ...]]]:
        """The latches that change, and what they take."""
        return [
            (latch, registers)
            for latch, registers in one.latches
            if not (latch.startswith(KEPT) and self.placed(registers[0]) in self.recent)
        ]

    def possible(self, one: Instruction, results: list[Value]) -> list[int] | None:
        """The rooms that a new temporary may take without a leak (-1: it takes none); None if the instruction leaks."""
        safe = self.column.independent
        taken = [(latch, self.read(r)) for latch, registers in self.latched(one) for r in registers]
        if one.kind != "copy":
            taken.append(("result", results[0]))
        if not all(safe(old, new) for latch, new in taken for old in self.latches.get(latch, (self.column.zero,))):
            return None
        new_name = name(one.targets[0])
        if is_temporary(new_name) and new_name not in self.room_of:
            changes = [(share(t), v) for t, v in zip(one.targets, results, strict=True)]
            return [n for n in self.free if all(safe(self.rooms[n][s], v) for s, v in changes)] or None
        return [-1] if all(safe(self.read(t), v) for t, v in zip(one.targets, results, strict=True)) else None

    def take(self, one: Instruction, results: list[Value], room: int) -> None:
        for latch, registers in self.latched(one):
            kept = self.latches.get(latch, (self.column.zero,)) if one.kind == "copy" else ()
            self.latches[latch] = (*kept, *(self.read(r) for r in registers))
        if one.kind != "copy":
            self.latches["result"] = (results[0],)
        if room >= 0:
            self.room_of[name(one.targets[0])] = room
            self.free.remove(room)
        for target, value in zip(one.targets, results, strict=True):
            if is_temporary(target):
                self.rooms[self.room_of[name(target)]][share(target)] = value
            else:
                self.contents[target] = value
        self.recent = (*self.recent[-1:], self.placed(one.targets[0]))

    def placed(self, register: str) -> str:
        """The register with the room of a temporary name instead of the name: r0.1."""
        return f"r{self.room_of[name(register)]}.{share(register)}" if is_temporary(register) else register


NEUTRAL = Instruction("neutral", (), (), ())


def schedule(
    program: Sequence[Instruction],
    column: Column,
    contents: dict[str, Value],
    rooms: int,
    width: int,
    stream: random.Random,
) -> list[Instruction] | None:
    """An order with temporary names in `rooms` rooms of `width` registers, all empty at first; None if it got stuck."""
    before = dependences(program)
    after: list[list[int]] = [[] for _ in program]
    for number, earlier in enumerate(before):
        for n in earlier:
            after[n].append(number)
    height = [0] * len(program)
    for number in reversed(range(len(program))):
        height[number] = max((height[n] + 1 for n in after[number]), default=0)
    uses: dict[str, int] = {}
    for one in program:
        for temporary in {name(r) for r in one.touched if is_temporary(r)}:
            uses[temporary] = uses.get(temporary, 0) + 1

    state = State(column, dict(contents), [[column.zero] * width for _ in range(rooms)], free=list(range(rooms)))
    missing = [set(b) for b in before]
    ready = [n for n, m in enumerate(missing) if not m]
    result: list[Instruction] = []
    while ready:
        ready.sort(key=lambda n: -(height[n] + SPREAD * stream.random()))
        for number in ready:
            one = program[number]
            values = state.results(one)
            if possible := state.possible(one, values):
                state.take(one, values, stream.choice(possible))
                break
        else:
            if result.count(NEUTRAL) == MAX_NEUTRAL or result[-1:] == [NEUTRAL]:
                return None
            state.latches.clear()
            result.append(NEUTRAL)
            continue
        moved = (tuple(map(state.placed, one.targets)), tuple(map(state.placed, one.operands)))
        result.append(Instruction(one.kind, *moved, ()))
        for temporary in {name(r) for r in one.touched if is_temporary(r)}:
            uses[temporary] -= 1
            if not uses[temporary]:
                state.free.append(state.room_of[temporary])
        ready.remove(number)
        for n in after[number]:
            missing[n].discard(number)
            if not missing[n]:
                ready.append(n)
    return result
