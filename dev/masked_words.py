# SPDX-License-Identifier: MIT
"""Orders and registers of masked code on machines with instructions of three operands: dev/masked.py for these.

Every instruction has a new value as its result, in any register that is free and whose old content the new one may
replace. Values may be stored and loaded again. What is not a function of the column that is checked, such as a word of
the key or a row after its rotation, is a pair of shares of its own: other columns have masks of their own, so such a
value and one of the column reveal nothing together unless one of them does alone."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import count

from dev.masked import Column, Value

SPREAD = 10  # how far, in instructions, an order deviates from the program
MOST_MOVED = 4
URGENCY = 3  # where few registers are free, steps that free some come so many instructions earlier
PUBLIC = ""  # an operand that depends on no secret


@dataclass(frozen=True)
class Word:
    column: int  # 0: the one that is checked
    value: Value


@dataclass(frozen=True)
class Step:
    """`target` = `kind` of `operands`, which are names of values; an operand of a store or load is a slot. `text`: the
    instruction, with {0} for the target and {1}, ... for operands in registers. `latches` takes operands ("1", ...),
    the result ("0") or something public (""). `result`: a name of given shares, if it is none of the column's.
    `home`: the register that the target must have."""

    kind: str
    target: str
    operands: tuple[str, ...]
    text: str
    latches: tuple[tuple[str, str], ...]
    home: str = ""
    result: str = ""
    slot: str = ""
    before: tuple[str, str] = ("", "")  # a register, and the name that alone may be in it when the step is done
    cost: str = "alu"  # load, store


@dataclass
class Values:
    columns: list[Column]
    given: dict[str, Word] = field(default_factory=dict)

    @classmethod
    def of(cls, bits: int) -> Values:
        return cls([Column(bits)])

    @property
    def public(self) -> Word:
        return Word(0, self.columns[0].zero)

    def pair(self, name: str) -> None:
        """NAME.0 and NAME.1 are shares of a secret of their own."""
        self.columns.append(Column(1))
        for share, value in enumerate(self.columns[-1].shares(0)):
            self.given[f"{name}.{share}"] = Word(len(self.columns) - 1, value)

    def independent(self, a: Word, b: Word) -> bool:
        if a.column == b.column:
            return self.columns[a.column].independent(a.value, b.value)
        return all(self.columns[w.column].independent(w.value, w.value) for w in (a, b))

    def apply(self, kind: str, operands: Sequence[Word]) -> Word:
        assert all(w.column == 0 for w in operands)
        return Word(0, self.columns[0].apply(kind, *(w.value for w in operands)))


class Stuck(Exception):
    """No instruction is possible."""


@dataclass
class Machine:
    values: Values
    registers: dict[str, Word]  # contents
    holds: dict[str, str]  # live names by register
    latches: dict[str, Word] = field(default_factory=dict)
    cells: dict[str, Word] = field(default_factory=dict)
    wanted: set[str] = field(default_factory=set)  # registers that steps wait for
    recent: tuple[str, ...] | None = None  # registers of the last two results, where these bypass the latches
    outputs: set[Word] = field(default_factory=set)  # what new shares are sums of, with the key and rotated

    def place(self, name: str) -> str:
        return next(r for r, held in self.holds.items() if held == name)

    def word(self, name: str) -> Word:
        return self.registers[self.place(name)]

    def outcome(self, step: Step) -> Word:
        if step.result:
            return self.values.given[step.result]
        if step.kind == "load":
            return self.cells[step.slot]
        operands = [self.word(n) for n in step.operands]
        if not operands:
            return self.values.public
        return operands[0] if step.kind in ("copy", "store") else self.values.apply(step.kind, operands)

    def latched(self, step: Step, outcome: Word) -> dict[str, Word]:
        def of(source: str) -> Word:
            if source == PUBLIC:
                return self.values.public
            return outcome if source == "0" else self.word(step.operands[int(source) - 1])

        taken = {latch: of(source) for latch, source in step.latches}
        if self.recent is not None:  # a second pair of latches keeps its operands then
            for latch, source in step.latches:
                passed = source not in (PUBLIC, "0") and self.place(step.operands[int(source) - 1]) in self.recent
                if latch in ("first", "second") and not passed:
                    taken[f"kept {latch}"] = taken[latch]
        return taken

    def stale(self, registers: Sequence[str], kept: str) -> list[str]:
        """Those of these registers that hold more of what was before than the new shares tell: neither something
        public, nor a pair of its own whose name begins with one of these letters, nor an output."""
        columns = {word.column for name, word in self.values.given.items() if name[0] in kept}
        words = {r: self.registers[r] for r in registers}
        known = {self.values.public, *self.outputs}
        return [r for r, w in words.items() if w not in known and w.column not in columns]

    def moves(self, move: Step) -> tuple[str, str] | None:
        """A register that `before` of a step waits for, and a free one to which its value can be moved."""
        for register, name in self.holds.items():
            for room in self.registers:
                if room not in self.holds and register in self.wanted:
                    word = self.registers[register]
                    latched = {latch: word if source else self.values.public for latch, source in move.latches}
                    held = {latch: self.latches.get(latch, self.values.public) for latch in latched}
                    if all(self.values.independent(held[latch], w) for latch, w in latched.items()) and (
                        self.values.independent(self.registers[room], word)
                    ):
                        self.latches |= latched
                        self.registers[room] = word
                        del self.holds[register]
                        self.holds[room] = name
                        return room, register
        return None

    def rooms(self, step: Step, outcome: Word, dying: set[str]) -> list[str] | None:
        """Registers that the result may take; none if there is no result. None: the step leaks, or has no register."""
        safe = self.values.independent
        register, name = step.before
        if register and self.holds.get(register, name) != name:
            self.wanted.add(register)
            return None
        for latch, word in self.latched(step, outcome).items():
            if not safe(self.latches.get(latch, self.values.public), word):
                return None
        if step.kind == "store":
            return [] if safe(self.cells.get(step.slot, self.values.public), outcome) else None
        free = [r for r in self.registers if r not in self.holds or self.holds[r] in dying]
        if step.home:
            free = [r for r in free if r == step.home]
        return [r for r in free if safe(self.registers[r], outcome)] or None

    def take(self, step: Step, outcome: Word, dying: set[str], room: str) -> str:
        """The text of the instruction."""
        if step.result.startswith("n"):
            self.outputs |= {self.word(n) for n in step.operands if self.word(n).column == 0}
        self.latches |= self.latched(step, outcome)
        sources = [self.place(n) for n in step.operands]
        if self.recent is not None:
            self.recent = (room, self.recent[0])
        for register in [r for r, name in self.holds.items() if name in dying]:
            del self.holds[register]
        if step.kind == "store":
            self.cells[step.slot] = outcome
        else:
            self.registers[room], self.holds[room] = outcome, step.target
        return step.text.format(room, *sources)


def dependences(program: Sequence[Step]) -> list[set[int]]:
    """By names; slots are read and written in order."""
    made = {step.target: n for n, step in enumerate(program) if step.target}
    before: list[set[int]] = []
    for number, step in enumerate(program):
        earlier = {made[n] for n in step.operands if n in made}
        if step.slot:
            earlier |= {n for n, other in enumerate(program[:number]) if other.slot == step.slot}
        before.append(earlier)
    return before


def schedule(
    program: Sequence[Step],
    machine: Machine,
    neutral: Step,
    move: Step | None,
    stream: random.Random,
    most_neutral: int,
    fits: Callable[[Sequence[Step], Step], float] = lambda done, step: 0.0,
    few: int = -1,
    spread: float = SPREAD,
) -> list[tuple[Step, str]]:
    """The steps with their instructions, in an order near that of the program. `fits`: how much earlier a step is
    preferred after those that are done, in instructions; `few`: so many free registers are few. Raises Stuck."""
    before = dependences(program)
    after: list[list[int]] = [[] for _ in program]
    for number, earlier in enumerate(before):
        for n in earlier:
            after[n].append(number)
    uses: dict[str, int] = {}
    for step in program:
        for name in set(step.operands):
            uses[name] = uses.get(name, 0) + 1
    missing = [set(b) for b in before]
    ready = [n for n, m in enumerate(missing) if not m]
    result: list[tuple[Step, str]] = []
    neutrals = moved = 0
    while ready:
        machine.wanted.clear()
        done = [step for step, _ in result[-3:]]
        need = URGENCY * (len(machine.holds) >= len(machine.registers) - few)

        rank: dict[int, float] = {}
        for n in ready:
            step = program[n]
            gain = sum(uses[name] == 1 for name in set(step.operands)) - bool(step.target)
            rank[n] = n + spread * stream.random() - fits(done, step) - need * gain
        order = sorted(ready, key=rank.__getitem__)
        for number in order[:16]:
            step = program[number]
            outcome = machine.outcome(step)
            dying = {n for n in step.operands if uses[n] == 1}
            rooms = machine.rooms(step, outcome, dying)
            if rooms is None:
                continue
            room = stream.choice(rooms) if rooms else ""
            result.append((step, machine.take(step, outcome, dying, room)))
            break
        else:
            if move and moved < MOST_MOVED and (places := machine.moves(move)):
                moved += 1
                result.append((move, move.text.format(*places)))
                continue
            if neutrals == most_neutral or (result and result[-1][0] is neutral):
                raise Stuck
            neutrals += 1
            machine.latches |= {latch: machine.values.public for latch, _ in neutral.latches}
            result.append((neutral, neutral.text))
            continue
        for name in set(step.operands):
            uses[name] -= 1
        ready.remove(number)
        for n in after[number]:
            missing[n].discard(number)
            if not missing[n]:
                ready.append(n)
    return result


def first_seed(ordered: Callable[[int], tuple[list[str], int]], most: int) -> int:
    """The first seed whose order costs at most so much."""
    for seed in count():
        try:
            if ordered(seed)[1] <= most:
                return seed
        except Stuck:
            continue
    raise AssertionError


def round_macro(generator: str, kernel: str, instructions: list[str]) -> str:
    """The file that a kernel includes."""
    lines = "".join(f"    {line}\n" for line in instructions)
    return (
        "/* SPDX-License-Identifier: MIT */\n"
        f"/* Written by {generator}: a round of {kernel}. */\n\n"
        f".macro round\n{lines}.endm\n"
    )
