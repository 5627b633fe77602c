# SPDX-License-Identifier: MIT
"""Register allocation and scheduling of straight-line code for ARMv7-M, for the generators of kernels.

A program is a list of three-operand instructions, the last operand optionally shifted.  Allocation follows the order of
the steps and evicts the value with the furthest next use, which is later rematerialized as a sum of two values in
registers, or spilled and reloaded.  Inputs and outputs may be in given registers.

Loads and stores are then moved to where they cost least: a load takes one cycle after another load or before a store,
two alone, three right after a store.  search() looks for an order of the steps with few cycles."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations, count

NEVER = 1 << 30
Value = int
Order = tuple[list[int], dict[Value, int], dict[int, tuple[Value, Value]]]  # of steps; Program.bias; terms of sums
SUM = "eor.w {0}, {1}, {2}"
ALU, LOAD, STORE, PENDING = range(4)  # kinds of lines; PENDING: a possible spill


@dataclass
class Step:
    """One instruction."""

    result: Value | None
    operands: list[Value]
    text: str  # {0}: result, {1}, {2}: operands
    kind: int = ALU


@dataclass
class Line:
    kind: int
    text: str
    result: str
    reads: tuple[str, ...]  # registers; of a load also its address
    place: str = ""  # the address of a store


@dataclass
class Program:
    """Steps in order, and the locations of inputs and outputs."""

    registers: list[str]
    spilled: int  # offset of spill slots in the frame
    steps: list[Step] = field(default_factory=list)
    homes: dict[Value, str] = field(default_factory=dict)
    live_in: dict[Value, str] = field(default_factory=dict)  # registers of inputs
    live_out: dict[Value, str] = field(default_factory=dict)  # registers of outputs; "": any, set by allocation
    bias: dict[Value, int] = field(default_factory=dict)  # added to a value's next use in evictions, by search()
    names: count[Value] = field(default_factory=count)

    def make(self, text: str, *operands: Value, kind: int = ALU) -> Value:
        name = next(self.names)
        self.steps.append(Step(name, list(operands), text, kind))
        return name

    def xor(self, a: Value, b: Value, rotate: int = 0) -> Value:
        """a ^ ror(b, rotate)"""
        return self.make(SUM + (f", ror #{rotate % 32}" if rotate % 32 else ""), a, b)

    def and_(self, a: Value, b: Value) -> Value:
        return self.make("and.w {0}, {1}, {2}", a, b)

    def sum(self, *values: Value) -> Value:
        total = values[0]
        for value in values[1:]:
            total = self.xor(total, value)
        return total

    def load(self, place: str, *operands: Value) -> Value:
        return self.make(f"ldr.w {{0}}, {place}", *operands, kind=LOAD)

    def memory(self, place: str) -> Value:
        name = next(self.names)
        self.homes[name] = place
        return name

    def input(self, register: str) -> Value:
        name = next(self.names)
        self.live_in[name] = register
        return name

    def output(self, value: Value, register: str = "") -> None:
        self.live_out[value] = register


def forms(p: Program) -> dict[Value, frozenset[Value]]:
    """Each value as a set of terms that are not XORs."""
    sums = {value: frozenset([value]) for value in [*p.live_in, *p.homes]}
    for step in p.steps:
        if step.result is not None:
            sums[step.result] = (
                sums[step.operands[0]] ^ sums[step.operands[1]] if step.text == SUM else frozenset([step.result])
            )
    return sums


def in_order(p: Program, order: Order) -> Program:
    """Reorders the steps, and regroups some sums."""
    numbers, bias, terms = order
    steps = [replace(step, operands=list(terms.get(n, step.operands))) for n, step in enumerate(p.steps)]
    return replace(p, steps=[steps[n] for n in numbers], live_out=dict(p.live_out), bias=bias)


class Allocation:
    """Registers during allocation."""

    def __init__(self, p: Program) -> None:
        self.p = p
        self.uses: dict[Value, list[int]] = {}  # by value, the next one last
        for at, step in enumerate(p.steps):
            for value in step.operands:
                self.uses.setdefault(value, []).append(at)
        for value in p.live_out:
            self.uses.setdefault(value, []).append(len(p.steps))
        for uses in self.uses.values():
            uses.reverse()
        self.where, self.home, self.sums = dict(p.live_in), dict(p.homes), forms(p)
        self.pending: dict[Value, Line] = {}
        self.free = [r for r in p.registers if r not in self.where.values()]
        self.reserved = {r for r in p.live_out.values() if r}
        self.places = iter(f"[sp, #{p.spilled + 4 * i}]" for i in count())
        self.lines: list[Line] = []

    def next_use(self, value: Value, at: int) -> int:
        uses = self.uses.get(value)
        while uses and uses[-1] < at:
            uses.pop()
        return uses[-1] if uses else NEVER

    def register(self, at: int, keep: list[Value], read: tuple[str, ...] = ()) -> str:
        """A register that is none of those in `read`; if none is free, a value not in `keep` is evicted."""
        if not set(self.free) - set(read):
            others = [v for v in self.where if v not in keep and self.where[v] not in read]
            victim = max(others, key=lambda v: (self.next_use(v, at) - self.p.bias.get(v, 0), v))
            if victim not in self.home and victim not in self.pending:
                self.pending[victim] = Line(PENDING, "", "", (self.where[victim],))
                self.lines.append(self.pending[victim])
            self.free.append(self.where.pop(victim))
        candidates = [r for r in self.free if r not in read]
        best = next((r for r in candidates if r not in self.reserved), candidates[0])
        self.free.remove(best)
        return best

    def pair_of(self, value: Value) -> tuple[Value, Value] | None:
        """Two values in registers whose XOR is this one."""
        pairs, sums = combinations(sorted(self.where), 2), self.sums
        return next((pair for pair in pairs if sums[pair[0]] ^ sums[pair[1]] == sums[value]), None)

    def fetch(self, value: Value, at: int, keep: list[Value]) -> None:
        """Puts a value into a register: as a sum of two others, or from memory."""
        where = self.where
        if pair := self.pair_of(value):
            sources = where[pair[0]], where[pair[1]]
            where[value] = self.register(at, [*keep, *pair])
            self.lines.append(Line(ALU, SUM.format(where[value], *sources), where[value], sources))
            return
        if value not in self.home:
            place = self.home[value] = next(self.places)
            store = self.pending.pop(value)
            store.kind, store.text, store.place = STORE, f"str.w {store.reads[0]}, {place}", place
        where[value] = self.register(at, keep)
        self.lines.append(Line(LOAD, f"ldr.w {where[value]}, {self.home[value]}", where[value], (self.home[value],)))

    def claim(self, register: str, at: int, read: tuple[str, ...] = ()) -> str:
        """A given register; its occupant is moved."""
        if register in self.free:
            self.free.remove(register)
            return register
        value = next(v for v, r in self.where.items() if r == register)
        self.where[value] = self.register(at, [value], read)
        self.lines.append(Line(ALU, f"mov.w {self.where[value]}, {register}", self.where[value], (register,)))
        return register

    def add(self, at: int, step: Step) -> None:
        operands = step.operands
        if step.result is not None and step.text == SUM and not all(v in self.where for v in operands):
            operands = list(self.pair_of(step.result) or operands)
        for value in operands:
            if value not in self.where:
                self.fetch(value, at, operands)
        sources = tuple(self.where[v] for v in operands)
        for value in dict.fromkeys(step.operands):
            if value in self.where and self.next_use(value, at + 1) == NEVER:
                self.free.append(self.where.pop(value))
        if step.result is None:
            self.lines.append(Line(step.kind, step.text.format("", *sources), "", sources))
            return
        end = self.p.live_out.get(step.result, "")
        target = self.claim(end, at + 1, sources) if end else self.register(at + 1, [])
        self.where[step.result] = target
        place = (step.text.split(", ", 1)[1],) if step.kind == LOAD and not sources else ()
        self.lines.append(Line(step.kind, step.text.format(target, *sources), target, (*sources, *place)))

    def finish(self) -> None:
        """Moves the outputs to their registers."""
        end = len(self.p.steps)
        for value, register in self.p.live_out.items():
            if value not in self.where:
                self.fetch(value, end, [])
            if register and self.where[value] != register:
                old = self.where.pop(value)
                self.where[value] = self.claim(register, end)
                self.free.append(old)
                self.lines.append(Line(ALU, f"mov.w {register}, {old}", register, (old,)))
        self.p.live_out.update({value: self.where[value] for value in self.p.live_out})


def allocate(p: Program) -> list[Line]:
    """Register allocation.  Outputs with a fixed register are computed there; an occupant is moved."""
    allocation = Allocation(p)
    for at, step in enumerate(p.steps):
        allocation.add(at, step)
    allocation.finish()
    return [line for line in allocation.lines if line.kind != PENDING]


def cycles(lines: Sequence[Line]) -> int:
    """On a Cortex-M3 or M4."""
    total, before, written = 0, ALU, ""
    for line in lines:
        kind = line.kind
        total += 1
        if kind == LOAD:
            fresh = written in line.reads
            if before != LOAD or fresh:
                total += 1 + (before == STORE) + (before == ALU and fresh)
        elif kind == STORE and before == LOAD:
            total -= 1
        before, written = kind, line.result
    return total


def clash(first: Line, second: Line) -> bool:
    """Do the lines depend on each other?"""
    return bool(
        (first.result and (first.result in second.reads or first.result == second.result))
        or (second.result and second.result in first.reads)
        or (first.place and (first.place in second.reads or first.place == second.place))
        or (second.place and second.place in first.reads)
    )


def schedule_memory(lines: list[Line]) -> list[Line]:
    """Moves loads and stores while that saves cycles."""
    lines, best = list(lines), cycles(lines)
    again = True
    while again:
        again = False
        for line in [line for line in lines if line.kind != ALU]:
            at = lines.index(line)
            first = last = at
            while first > 0 and not clash(lines[first - 1], line):
                first -= 1
            while last < len(lines) - 1 and not clash(line, lines[last + 1]):
                last += 1
            rest = lines[:at] + lines[at + 1 :]
            for place in range(first, last + 1):
                lower = max(0, min(place, at) - 2)
                candidate = [*rest[:place], line, *rest[place:]]
                upper = max(place, at) + 3
                total = best + cycles(candidate[lower:upper]) - cycles(lines[lower:upper])
                if total < best and (total := cycles(candidate)) < best:
                    lines, best, again = candidate, total, True
                    break
    return lines


def dependences(p: Program) -> list[set[int]]:
    """Predecessors of each step."""
    definitions = {step.result: n for n, step in enumerate(p.steps)}
    return [{definitions[v] for v in step.operands if v in definitions} for step in p.steps]


def move_up(p: Program, order: list[int], at: int, to: int) -> list[int]:
    """Moves the step at `at` up to `to`, together with its operands."""
    operands, up, rest = set(p.steps[order[at]].operands), [order[at]], []
    for n in reversed(order[to:at]):
        if p.steps[n].result in operands:
            operands |= set(p.steps[n].operands)
            up.append(n)
        else:
            rest.append(n)
    return [*order[:to], *reversed(up), *reversed(rest), *order[at + 1 :]]


def move_down(p: Program, order: list[int], at: int, to: int) -> list[int]:
    """Moves it down, together with its users."""
    results, down, rest = {p.steps[order[at]].result}, [order[at]], []
    for n in order[at + 1 : to + 1]:
        if results & set(p.steps[n].operands):
            results.add(p.steps[n].result)
            down.append(n)
        else:
            rest.append(n)
    return [*order[:at], *rest, *down, *order[to + 1 :]]


def regroup_sum(p: Program, n: int, rnd: random.Random) -> tuple[Program, int] | None:
    """Regroups sum n, (a + b) + c, as (a + c) + b, if a + b has no other use; also returns the inner sum's number."""
    step = p.steps[n]
    if step.text != SUM:
        return None
    inner, other = rnd.sample(step.operands, 2)
    definitions = [m for m, definition in enumerate(p.steps) if definition.result == inner]
    users = sum(s.operands.count(inner) for s in p.steps) + (inner in p.live_out)
    if users != 1 or not definitions or p.steps[definitions[0]].text != SUM:
        return None
    a, b = rnd.sample(p.steps[definitions[0]].operands, 2)
    if other == a:
        return None
    steps = list(p.steps)
    steps[definitions[0]], steps[n] = (
        replace(p.steps[definitions[0]], operands=[a, other]),
        replace(step, operands=[inner, b]),
    )
    return replace(p, steps=steps), definitions[0]


def search(p: Program, tries: int, seed: int, temperature: float = 0.7) -> Order:
    """Simulated annealing over the order of steps, the grouping of sums, and eviction bias.  100,000 tries for an S-box
    take some minutes."""
    rnd, first = random.Random(seed), p.steps
    p, order = replace(p, bias={}), list(range(len(p.steps)))

    def lines_of(p: Program, order: list[int]) -> list[Line]:
        return allocate(replace(p, steps=[p.steps[n] for n in order], live_out=dict(p.live_out)))

    def estimate(lines: list[Line]) -> float:
        """An estimate of the cycles after schedule_memory()."""
        return cycles(lines) - 0.55 * sum(line.kind == LOAD for line in lines)

    cost = best = estimate(lines_of(p, order))
    best_cycles, best_order = NEVER, (p, order)
    for iteration in range(tries):
        other, new_order, choice = p, order, rnd.random()
        at = rnd.randrange(len(order))
        if choice < 0.12:
            value = rnd.choice([*p.live_in, *(step.result for step in p.steps if step.result is not None)])
            other = replace(p, bias=p.bias | {value: 0 if rnd.random() < 0.3 else rnd.randint(-80, 80)})
        elif choice < 0.2:
            alternative = regroup_sum(p, order[at], rnd)
            if not alternative:
                continue
            other, inner = alternative
            new_order = [n for n in order if n != inner]
            new_order.insert(new_order.index(order[at]), inner)
        else:
            span = rnd.randint(1, rnd.choice((12, 60)))
            up = rnd.random() < 0.5
            new_order = (move_up if up else move_down)(
                p, order, at, max(0, at - span) if up else min(len(order) - 1, at + span)
            )
        lines = lines_of(other, new_order)
        new_cost = estimate(lines)
        if new_cost <= cost or rnd.random() < math.exp(
            (cost - new_cost) / (temperature * (1 - iteration / tries) + 0.02)
        ):
            p, order, cost = other, new_order, new_cost
            if cost < best + 0.9:
                real = cycles(schedule_memory(lines))
                if real < best_cycles:
                    best_cycles, best_order = real, (p, order)
                best = min(best, cost)
    p, order = best_order
    terms = {n: (s.operands[0], s.operands[1]) for n, s in enumerate(p.steps) if s.operands != first[n].operands}
    return order, {value: n for value, n in p.bias.items() if n}, terms


def schedule(p: Program, order: Order | None = None) -> list[Line]:
    """The scheduled instructions; sets p.live_out."""
    ordered = in_order(p, order or (list(range(len(p.steps))), {}, {}))
    assert all(forms(ordered)[value] == forms(p)[value] for value in p.live_out)
    lines = schedule_memory(allocate(ordered))
    p.live_out.update(ordered.live_out)
    return lines


def macro(name: str, lines: list[Line]) -> str:
    return f".macro {name}\n" + "".join(f"    {line.text}\n" for line in lines) + ".endm\n"
