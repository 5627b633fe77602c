# SPDX-License-Identifier: MIT
"""Puts straight-line code onto the registers of ARMv6-M, for the generators of kernels.

A program is written down as for ARMv7-M: dev/registers_thumb.py.  Here an instruction has two registers of eight, and
changes one of them; a rotation takes its distance from a third.  Who is not wanted for long waits in a high register,
a MOV each way, or on the stack.  A value may be in several places at once, and is lost where it costs nothing.

The order of the steps decides how much has to wait: search() looks for one that takes few cycles."""

from __future__ import annotations

import math
import random
import re
from dataclasses import dataclass, field, replace

from dev.registers_thumb import NEVER, Program, Step, Value, moved_before, moved_behind

LOW = [f"r{i}" for i in range(8)]
HIGH = [*(f"r{i}" for i in range(8, 13)), "lr"]
EOR, AND, BIC, ROR, LOAD, STORE = "eors", "ands", "bics", "rors", "ldr", "str"
DISTANCE = -1  # a value that is no value


def lowered(p: Program, masks: dict[int, str]) -> Program:
    """The same in instructions of ARMv6-M.  `masks` are the places of constants, by the byte that each repeats."""
    q = Program(LOW, p.spilled, homes=dict(p.homes), names=p.names)
    turned: dict[tuple[Value, int], Value] = {}
    constant: dict[int, Value] = {}

    def make(name: str, makes: Value, *of: Value) -> Value:
        q.steps.append(Step(makes, list(of), name))
        return makes

    for step in p.steps:
        name, rest = step.text.split(" ", 1)
        assert step.makes is not None
        if name == "ldr.w":
            make(f"{LOAD} {rest.split('#')[1].rstrip(']')}", step.makes, *step.of)
        elif mask := re.search(r"#0x([0-9a-f]{2})", rest):
            byte = int(mask[1], 16)
            least = min(byte, 0xFF ^ byte)
            if least not in constant:
                constant[least] = q.memory(masks[least])
            make(AND if byte == least else BIC, step.makes, step.of[0], constant[least])
        else:
            a, b = step.of
            if turn := re.search(r"ror #(\d+)", rest):
                n = int(turn[1])
                if (b, n) not in turned:
                    turned[b, n] = make(f"{ROR} {n}", next(q.names), b)
                b = turned[b, n]
            make(EOR if name == "eor.w" else AND, step.makes, a, b)
    return q


def stored(p: Program, values: list[Value], places: list[str]) -> Program:
    for value, place in zip(values, places, strict=True):
        p.steps.append(Step(None, [value], f"{STORE} {place}"))
    return p


@dataclass
class Machine:
    """Where the values are."""

    p: Program
    uses: dict[Value, list[int]]
    low: dict[str, Value] = field(default_factory=dict)
    high: dict[str, Value] = field(default_factory=dict)
    memory: dict[Value, str] = field(default_factory=dict)
    constants: dict[str, int] = field(default_factory=dict)  # of rotations, in registers that are free
    slots: list[str] = field(default_factory=list)
    places: int = 0  # on the stack
    lines: list[str] = field(default_factory=list)
    cycles: int = 0
    at: int = 0

    def emit(self, text: str, cycles: int = 1) -> None:
        self.lines.append(text)
        self.cycles += cycles

    def next_use(self, value: Value) -> int:
        line = self.uses.get(value, [])
        while line and line[-1] <= self.at:
            line.pop()
        return line[-1] if line else NEVER

    def in_low(self, value: Value) -> str | None:
        return next((r for r, v in self.low.items() if v == value), None)

    def in_high(self, value: Value) -> str | None:
        return next((r for r, v in self.high.items() if v == value), None)

    def elsewhere(self, value: Value) -> bool:
        return value in self.memory or self.in_high(value) is not None

    def hand(self, register: str, value: Value) -> None:
        self.low[register] = value
        self.constants.pop(register, None)

    def save(self, value: Value, register: str) -> None:
        """Somewhere else than in this low register."""
        if self.elsewhere(value) or self.next_use(value) == NEVER:
            return
        free = [r for r in HIGH if r not in self.high]
        if not free:
            idle = [r for r, v in self.high.items() if v in self.memory or self.in_low(v) not in (None, register)]
            idle = [r for r in idle if self.next_use(self.high[r]) > self.next_use(value)]
            free = sorted(idle, key=lambda r: -self.next_use(self.high[r]))[:1]
        if free:
            self.high[free[0]] = value
            self.emit(f"mov     {free[0]}, {register}")
            return
        place = self.slots.pop() if self.slots else f"[sp, #{self.p.spilled + 4 * self.places}]"
        if f"[sp, #{self.p.spilled + 4 * self.places}]" == place:
            self.places += 1
        self.memory[value] = place
        self.emit(f"str     {register}, {place}", 2)

    def room(self, keep: list[Value], constant: int | None = None) -> str:
        free = [r for r in LOW if r not in self.low]
        if free:
            return next((r for r in free if constant is not None and self.constants.get(r) == constant), free[0])
        others = [r for r in LOW if self.low[r] not in keep]

        def far(r: str) -> tuple[float, str]:
            value = self.low[r]
            until = self.next_use(value) - self.at - self.p.kept.get(value, 0)
            return until + (12 if self.elsewhere(value) else 0), r

        victim = max(others, key=far)
        self.save(self.low[victim], victim)
        del self.low[victim]
        return victim

    def fetch(self, value: Value, keep: list[Value]) -> str:
        register = self.in_low(value)
        if register is not None:
            return register
        register = self.room(keep)
        source = self.in_high(value)
        if source is not None:
            self.emit(f"mov     {register}, {source}")
        else:
            self.emit(f"ldr     {register}, {self.memory[value]}", 2)
        self.hand(register, value)
        return register

    def bury(self) -> None:
        for places in (self.low, self.high):
            for r in [r for r, v in places.items() if self.next_use(v) == NEVER]:
                del places[r]
        for value in [v for v in self.memory if v not in self.p.homes and self.next_use(v) == NEVER]:
            self.slots.append(self.memory.pop(value))

    def change(self, value: Value, keep: list[Value]) -> str:
        """A register that has this value and may be overwritten."""
        register = self.fetch(value, keep)
        if self.next_use(value) == NEVER:
            return register
        if any(r not in self.low for r in LOW) or not self.elsewhere(value):
            others = [v for v in self.low.values() if v not in keep]
            if all(r in self.low for r in LOW) and (
                not others or max(self.next_use(v) for v in others) < self.next_use(value)
            ):
                self.save(value, register)
                return register
            to = self.room(keep)
            self.emit(f"movs    {to}, {register}")
            return to
        return register

    def step(self, step: Step) -> None:
        name, _, more = step.text.partition(" ")
        for value in step.of:
            self.fetch(value, step.of)
        if name == STORE:
            self.emit(f"str     {self.in_low(step.of[0])}, {more}", 2)
        elif name == LOAD:
            pointer = self.fetch(step.of[0], step.of)
            to = self.room(step.of)
            self.emit(f"ldr     {to}, [{pointer}, #{more}]", 2)
            self.finish(step, to)
        elif name == ROR:
            k = self.room(step.of, int(more))
            if self.constants.get(k) != int(more):
                self.emit(f"movs    {k}, #{more}")
            self.low[k] = DISTANCE
            to = self.change(step.of[0], [*step.of, DISTANCE])
            del self.low[k]
            self.constants[k] = int(more)
            self.emit(f"rors    {to}, {to}, {k}")
            self.finish(step, to)
        else:
            a, b = step.of
            if name != BIC and self.worse(a, b):
                a, b = b, a
            to = self.change(a, step.of)
            other = next(r for r, v in self.low.items() if v == b)
            self.emit(f"{name}    {to}, {to}, {other}")
            self.finish(step, to)

    def worse(self, a: Value, b: Value) -> bool:
        """Is b the better one to be lost?"""

        def price(value: Value) -> tuple[int, int]:
            until = self.next_use(value)
            return (0 if until == NEVER else 1 if self.elsewhere(value) else 2), -until

        return price(b) < price(a)

    def finish(self, step: Step, to: str) -> None:
        assert step.makes is not None
        self.hand(to, step.makes)


def allocate(p: Program) -> Machine:
    uses: dict[Value, list[int]] = {}
    for at, step in enumerate(p.steps):
        for value in step.of:
            uses.setdefault(value, []).append(at)
    for line in uses.values():
        line.reverse()
    machine = Machine(p, uses, memory=dict(p.homes))
    for at, step in enumerate(p.steps):
        machine.at = at
        machine.step(step)
        machine.bury()
    return machine


def in_order(p: Program, order: tuple[list[int], dict[Value, int]]) -> Program:
    numbers, kept = order
    return replace(p, steps=[p.steps[n] for n in numbers], kept=kept)


def search(p: Program, tries: int, seed: int, heat: float = 1.5) -> tuple[int, tuple[list[int], dict[Value, int]]]:
    """By simulated annealing, cycles and the order that takes them, with what is kept longer or shorter in a register
    than its next use suggests."""
    rnd = random.Random(seed)
    order: list[int] = list(range(len(p.steps)))
    kept: dict[Value, int] = {}
    now = allocate(p).cycles
    fewest, chosen = now, (order, kept)
    made = [step.makes for step in p.steps if step.makes is not None] + list(p.homes)
    for turn in range(tries):
        tried, holds = order, kept
        at = rnd.randrange(len(order))
        if rnd.random() < 0.15:
            holds = kept | {rnd.choice(made): 0 if rnd.random() < 0.3 else rnd.randint(-60, 60)}
        else:
            span = rnd.randint(1, rnd.choice((12, 60)))
            if rnd.random() < 0.5:
                tried = moved_before(p, order, at, max(0, at - span))
            else:
                tried = moved_behind(p, order, at, min(len(order) - 1, at + span))
        then = allocate(in_order(p, (tried, holds))).cycles
        if then <= now or rnd.random() < math.exp((now - then) / (heat * (1 - turn / tries) + 0.02)):
            order, kept, now = tried, holds, then
            if now < fewest:
                fewest, chosen = now, (order, {v: n for v, n in kept.items() if n})
    return fewest, chosen
