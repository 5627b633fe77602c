# SPDX-License-Identifier: MIT
"""Register allocation of straight-line code for ARMv6-M, for the generators of kernels.

Programs are those of dev/registers_thumb.py.  Instructions have two of eight low registers and overwrite one; the
amount of a rotation is in a third.  Evicted values go to a high register, a MOV each way, or to the stack.  A value may
have several copies.  search() looks for an order of the steps with few cycles."""

from __future__ import annotations

import math
import random
import re
from dataclasses import dataclass, field, replace

from dev.registers_thumb import NEVER, Program, Step, Value, move_down, move_up

LOW = [f"r{i}" for i in range(8)]
HIGH = [*(f"r{i}" for i in range(8, 13)), "lr"]
EOR, AND, BIC, ROR, LOAD, STORE = "eors", "ands", "bics", "rors", "ldr", "str"
DISTANCE = -1  # placeholder for a register with a rotation amount


def lowered(p: Program, masks: dict[int, str]) -> Program:
    """Lowers a program to ARMv6-M.  `masks`: addresses of constants by their repeated byte."""
    q = Program(LOW, p.spilled, homes=dict(p.homes), names=p.names)
    rotations: dict[tuple[Value, int], Value] = {}
    constant: dict[int, Value] = {}

    def make(name: str, result: Value, *operands: Value) -> Value:
        q.steps.append(Step(result, list(operands), name))
        return result

    for step in p.steps:
        name, rest = step.text.split(" ", 1)
        assert step.result is not None
        if name == "ldr.w":
            make(f"{LOAD} {rest.split('#')[1].rstrip(']')}", step.result, *step.operands)
        elif mask := re.search(r"#0x([0-9a-f]{2})", rest):
            byte = int(mask[1], 16)
            smaller = min(byte, 0xFF ^ byte)
            if smaller not in constant:
                constant[smaller] = q.memory(masks[smaller])
            make(AND if byte == smaller else BIC, step.result, step.operands[0], constant[smaller])
        else:
            a, b = step.operands
            if rotate := re.search(r"ror #(\d+)", rest):
                n = int(rotate[1])
                if (b, n) not in rotations:
                    rotations[b, n] = make(f"{ROR} {n}", next(q.names), b)
                b = rotations[b, n]
            make(EOR if name == "eor.w" else AND, step.result, a, b)
    return q


def stored(p: Program, values: list[Value], places: list[str]) -> Program:
    for value, place in zip(values, places, strict=True):
        p.steps.append(Step(None, [value], f"{STORE} {place}"))
    return p


@dataclass
class Machine:
    """Locations of the values."""

    p: Program
    uses: dict[Value, list[int]]
    low: dict[str, Value] = field(default_factory=dict)
    high: dict[str, Value] = field(default_factory=dict)
    memory: dict[Value, str] = field(default_factory=dict)
    constants: dict[str, int] = field(default_factory=dict)  # rotation amounts in free registers
    slots: list[str] = field(default_factory=list)
    places: int = 0  # stack slots
    lines: list[str] = field(default_factory=list)
    cycles: int = 0
    now: int = 0

    def emit(self, text: str, cycles: int = 1) -> None:
        self.lines.append(text)
        self.cycles += cycles

    def next_use(self, value: Value) -> int:
        line = self.uses.get(value, [])
        while line and line[-1] <= self.now:
            line.pop()
        return line[-1] if line else NEVER

    def in_low(self, value: Value) -> str | None:
        return next((r for r, v in self.low.items() if v == value), None)

    def in_high(self, value: Value) -> str | None:
        return next((r for r, v in self.high.items() if v == value), None)

    def has_copy(self, value: Value) -> bool:
        return value in self.memory or self.in_high(value) is not None

    def assign(self, register: str, value: Value) -> None:
        self.low[register] = value
        self.constants.pop(register, None)

    def save(self, value: Value, register: str) -> None:
        """Copies a value that is still needed to a high register or the stack."""
        if self.has_copy(value) or self.next_use(value) == NEVER:
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

    def allocate_register(self, keep: list[Value], constant: int | None = None) -> str:
        free = [r for r in LOW if r not in self.low]
        if free:
            return next((r for r in free if constant is not None and self.constants.get(r) == constant), free[0])
        others = [r for r in LOW if self.low[r] not in keep]

        def far(r: str) -> tuple[float, str]:
            value = self.low[r]
            until = self.next_use(value) - self.now - self.p.bias.get(value, 0)
            return until + (12 if self.has_copy(value) else 0), r

        victim = max(others, key=far)
        self.save(self.low[victim], victim)
        del self.low[victim]
        return victim

    def fetch(self, value: Value, keep: list[Value]) -> str:
        register = self.in_low(value)
        if register is not None:
            return register
        register = self.allocate_register(keep)
        source = self.in_high(value)
        if source is not None:
            self.emit(f"mov     {register}, {source}")
        else:
            self.emit(f"ldr     {register}, {self.memory[value]}", 2)
        self.assign(register, value)
        return register

    def free_dead(self) -> None:
        for places in (self.low, self.high):
            for r in [r for r, v in places.items() if self.next_use(v) == NEVER]:
                del places[r]
        for value in [v for v in self.memory if v not in self.p.homes and self.next_use(v) == NEVER]:
            self.slots.append(self.memory.pop(value))

    def writable(self, value: Value, keep: list[Value]) -> str:
        """A register with this value that may be overwritten."""
        register = self.fetch(value, keep)
        if self.next_use(value) == NEVER:
            return register
        if any(r not in self.low for r in LOW) or not self.has_copy(value):
            others = [v for v in self.low.values() if v not in keep]
            if all(r in self.low for r in LOW) and (
                not others or max(self.next_use(v) for v in others) < self.next_use(value)
            ):
                self.save(value, register)
                return register
            to = self.allocate_register(keep)
            self.emit(f"movs    {to}, {register}")
            return to
        return register

    def step(self, step: Step) -> None:
        name, _, more = step.text.partition(" ")
        for value in step.operands:
            self.fetch(value, step.operands)
        if name == STORE:
            self.emit(f"str     {self.in_low(step.operands[0])}, {more}", 2)
        elif name == LOAD:
            pointer = self.fetch(step.operands[0], step.operands)
            to = self.allocate_register(step.operands)
            self.emit(f"ldr     {to}, [{pointer}, #{more}]", 2)
            self.finish(step, to)
        elif name == ROR:
            k = self.allocate_register(step.operands, int(more))
            if self.constants.get(k) != int(more):
                self.emit(f"movs    {k}, #{more}")
            self.low[k] = DISTANCE
            to = self.writable(step.operands[0], [*step.operands, DISTANCE])
            del self.low[k]
            self.constants[k] = int(more)
            self.emit(f"rors    {to}, {to}, {k}")
            self.finish(step, to)
        else:
            a, b = step.operands
            if name != BIC and self.worse(a, b):
                a, b = b, a
            to = self.writable(a, step.operands)
            other = next(r for r, v in self.low.items() if v == b)
            self.emit(f"{name}    {to}, {to}, {other}")
            self.finish(step, to)

    def worse(self, a: Value, b: Value) -> bool:
        """Is it cheaper to overwrite b?"""

        def eviction_cost(value: Value) -> tuple[int, int]:
            until = self.next_use(value)
            return (0 if until == NEVER else 1 if self.has_copy(value) else 2), -until

        return eviction_cost(b) < eviction_cost(a)

    def finish(self, step: Step, to: str) -> None:
        assert step.result is not None
        self.assign(to, step.result)


def allocate(p: Program) -> Machine:
    uses: dict[Value, list[int]] = {}
    for now, step in enumerate(p.steps):
        for value in step.operands:
            uses.setdefault(value, []).append(now)
    for line in uses.values():
        line.reverse()
    machine = Machine(p, uses, memory=dict(p.homes))
    for now, step in enumerate(p.steps):
        machine.now = now
        machine.step(step)
        machine.free_dead()
    return machine


def in_order(p: Program, order: tuple[list[int], dict[Value, int]]) -> Program:
    numbers, bias = order
    return replace(p, steps=[p.steps[n] for n in numbers], bias=bias)


def search(
    p: Program, tries: int, seed: int, temperature: float = 1.5
) -> tuple[int, tuple[list[int], dict[Value, int]]]:
    """Simulated annealing over the order of steps and eviction bias; returns cycles and both."""
    rnd = random.Random(seed)
    order: list[int] = list(range(len(p.steps)))
    bias: dict[Value, int] = {}
    cost = allocate(p).cycles
    best_cycles, best_order = cost, (order, bias)
    values = [step.result for step in p.steps if step.result is not None] + list(p.homes)
    for iteration in range(tries):
        new_order, new_bias = order, bias
        at = rnd.randrange(len(order))
        if rnd.random() < 0.15:
            new_bias = bias | {rnd.choice(values): 0 if rnd.random() < 0.3 else rnd.randint(-60, 60)}
        else:
            span = rnd.randint(1, rnd.choice((12, 60)))
            if rnd.random() < 0.5:
                new_order = move_up(p, order, at, max(0, at - span))
            else:
                new_order = move_down(p, order, at, min(len(order) - 1, at + span))
        new_cost = allocate(in_order(p, (new_order, new_bias))).cycles
        if new_cost <= cost or rnd.random() < math.exp(
            (cost - new_cost) / (temperature * (1 - iteration / tries) + 0.02)
        ):
            order, bias, cost = new_order, new_bias, new_cost
            if cost < best_cycles:
                best_cycles, best_order = cost, (order, {v: n for v, n in bias.items() if n})
    return best_cycles, best_order
