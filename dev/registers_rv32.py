# SPDX-License-Identifier: MIT
"""Register allocation and scheduling of straight-line code for RV32, for the generators of kernels.

Allocation follows the order of the steps and evicts the value with the furthest next use, which is spilled unless it is
in memory.  Loads then move up until none stalls the E31.  Inputs and outputs may be in given registers.

The E31 multiplies in six cycles, one product at a time, and writes a product only in a cycle in which no other
instruction writes a register: in the sixth if the third instruction after the multiplication is a store, else when the
pipeline has a bubble.  So products are spread over the program in an order from search(), and each gets a store three
instructions later: one of the program's, or a dummy store."""

from __future__ import annotations

import random
import re
from copy import copy
from dataclasses import dataclass, field
from itertools import count


@dataclass
class Step:
    """One instruction or macro."""

    result: str | None
    operands: list[str]
    text: str  # {0}: result, {1}, {2}: operands, {s}: scratch


@dataclass
class Program:
    """Steps in order, and the locations of inputs and outputs."""

    registers: list[str]
    spilled: int  # offset of spill slots in the frame
    dummy_store: str = ""  # target of dummy stores; if set, products are scheduled
    short: bool = False  # prefer compressed instructions
    order: list[int] = field(default_factory=list)  # of the steps, from search()
    steps: list[Step] = field(default_factory=list)
    homes: dict[str, str] = field(default_factory=dict)
    live_in: dict[str, str] = field(default_factory=dict)  # registers of inputs
    live_out: dict[str, str] = field(default_factory=dict)  # registers of outputs; "": any, set by allocation
    names: count[int] = field(default_factory=count)

    def make(self, text: str, *operands: str) -> str:
        name = f"v{next(self.names)}"
        self.steps.append(Step(name, list(operands), text))
        return name

    def xor(self, a: str, b: str) -> str:
        return self.make("xor {0}, {1}, {2}", a, b)

    def and_(self, a: str, b: str) -> str:
        return self.make("and {0}, {1}, {2}", a, b)

    def sum(self, *values: str) -> str:
        total = values[0]
        for value in values[1:]:
            total = self.xor(total, value)
        return total

    def memory(self, place: str) -> str:
        name = f"v{next(self.names)}"
        self.homes[name] = place
        return name

    def input(self, register: str) -> str:
        name = f"v{next(self.names)}"
        self.live_in[name] = register
        return name

    def output(self, value: str, register: str = "") -> None:
        self.live_out[value] = register

    def store(self, value: str, place: str) -> None:
        self.steps.append(Step(None, [value], f"sw {{1}}, {place}"))


# Registers of compressed instructions, whose result overwrites an operand.
SHORT = {"s0", "s1", *(f"a{i}" for i in range(6))}
PRODUCT = 6  # cycles
NEVER = 1 << 30
FREE = 3  # cycles after a multiplication: no register may be written then


def effects(step: Step) -> tuple[set[str], set[str]]:
    """What a step writes and reads: values, registers, addresses."""
    named = re.findall(r"\b(?:a\d|s\d+|t\d|ra)\b", step.text)
    if step.text.startswith("sw "):
        return {step.text.split(", ")[1]}, {*step.operands, *named}
    result = {step.result} if step.result else set(named[:1])
    return result, {*step.operands, *(named if step.result else named[1:])}


def dependences(p: Program) -> list[list[int]]:
    """Predecessors of each step."""
    changes, reads = zip(*map(effects, p.steps), strict=True)
    return [
        [n for n in range(at) if changes[n] & (reads[at] | changes[at]) or reads[n] & changes[at]]
        for at in range(len(p.steps))
    ]


def spread_products(
    p: Program, before: list[list[int]], priorities: list[float], products: list[int], distance: float, ahead: int
) -> list[int]:
    """List scheduling: products in the given order, `distance` apart; prerequisites of the next one if it is due within
    `ahead` cycles; else the lowest priority number."""
    products = list(products)
    ready: dict[int, int] = {}  # cycle in which a result can be used
    remaining, order = set(range(len(p.steps))), []
    cycle, product, next_product = 0, -PRODUCT, 0.0

    def is_ready(n: int) -> bool:
        return all(ready.get(b, 1 << 30) <= cycle for b in before[n])

    def prerequisites(n: int) -> set[int]:
        return {m for b in before[n] if b in remaining for m in (b, *prerequisites(b))}

    while remaining:
        chosen = None
        if products and cycle >= max(next_product, product + PRODUCT) and is_ready(products[0]):
            chosen = products.pop(0)
            product, next_product = cycle, next_product + distance
        elif cycle != product + FREE:
            urgent = prerequisites(products[0]) if products else set()
            if cycle + len(urgent) < next_product - ahead:
                urgent = set()
            free = [n for n in remaining if n not in products and is_ready(n)]
            chosen = min(free, key=lambda n: (n not in urgent, priorities[n], n), default=None)
        if chosen is not None:
            ready[chosen] = cycle + latency(p.steps[chosen].text)
            order.append(chosen)
            remaining.remove(chosen)
        cycle += 1
    return order


def cycles(lines: list[str]) -> int:
    """On the E31, plus one for each product whose write conflicts."""
    ready: dict[str, int] = {}
    cycle, product, waits = 0, -PRODUCT, 0
    for line in lines:
        result, operands = touched(line)
        at = max([cycle, *(ready.get(r, 0) for r in result | operands)])
        if line.startswith("mul"):
            at = max(at, product + PRODUCT)
        waits += at == product + FREE and not line.startswith("sw ")
        if line.startswith("mul"):
            product = at
        for r in result:
            ready[r] = at + latency(line)
        cycle = at + 1
    return cycle + waits


def search(p: Program, tries: int, seed: int) -> list[int]:
    """Hill climbing over priorities and the order of products."""
    rnd, steps, before = random.Random(seed), p.steps, dependences(p)
    multiplications = [n for n, step in enumerate(steps) if step.text.startswith("mul")]
    best_cycles, best_order = 1 << 30, []
    state: tuple[list[float], list[int], float, int] = (list(range(len(steps))), multiplications, PRODUCT, 2)
    for _ in range(tries):
        priorities, products, distance, ahead = list(state[0]), list(state[1]), *state[2:]
        for _ in range(rnd.randint(1, 4)):
            priorities[rnd.randrange(len(steps))] += rnd.gauss(0, 15)
        if rnd.random() < 0.3:
            at = rnd.randrange(len(products) - 1)
            products[at : at + 2] = reversed(products[at : at + 2])
        if rnd.random() < 0.2:
            distance, ahead = rnd.choice([6, 6.2, 6.5, 7, 7.5]), rnd.choice([0, 1, 2, 4])
        order = spread_products(p, before, priorities, products, distance, ahead)
        total = cycles(schedule(in_order(p, order)))
        if total <= best_cycles:
            best_cycles, best_order, state = total, order, (priorities, products, distance, ahead)
    return best_order


def latency(line: str) -> int:
    return PRODUCT if line.startswith("mul") else 2 if line.startswith("lw ") else 1


def near_store(lines: list[str]) -> int:
    """Index of a near store that could be moved to the front; 0 if none."""
    written: set[str] = set()
    for at, line in enumerate(lines[:20]):
        result, operands = touched(line)
        if line.startswith("sw ") and not operands & written:
            return at
        written |= result
    return 0


def free_products(lines: list[str], dummy_store: str) -> list[str]:
    """Puts a store where another register write would block a product."""
    lines, output = list(lines), []
    ready: dict[str, int] = {}
    cycle, product = 0, -PRODUCT

    def issue_cycle(line: str) -> int:
        result, operands = touched(line)
        at = max([cycle, *(ready.get(r, 0) for r in result | operands)])
        return max(at, product + PRODUCT) if line.startswith("mul") else at

    while lines:
        if issue_cycle(lines[0]) == product + FREE and not lines[0].startswith("sw "):
            near = near_store(lines)
            if near and issue_cycle(lines[near]) <= product + FREE:
                lines.insert(0, lines.pop(near))
            else:
                lines.insert(0, f"sw zero, {dummy_store}")
        line = lines.pop(0)
        at = issue_cycle(line)
        if line.startswith("mul"):
            product = at
        for r in touched(line)[0]:
            ready[r] = at + latency(line)
        output.append(line)
        cycle = at + 1
    return output


class Allocation:
    """Registers during allocation."""

    def __init__(self, p: Program) -> None:
        self.p = p
        self.uses: dict[str, list[int]] = {}
        for at, step in enumerate(p.steps):
            for value in step.operands:
                self.uses.setdefault(value, []).append(at)
        for value in p.live_out:
            self.uses.setdefault(value, []).append(len(p.steps))
        self.where, self.home, self.ends = dict(p.live_in), dict(p.homes), set(p.live_out.values())
        self.free = [r for r in p.registers if r not in self.where.values()]
        self.places = iter(f"{p.spilled + 4 * i}(sp)" for i in count())
        self.lines: list[str] = []

    def next_use(self, value: str, at: int) -> int:
        return next((n for n in self.uses.get(value, []) if n >= at), NEVER)

    def register(self, at: int, keep: list[str], read: list[str]) -> str:
        """A register that is none of those in `read`; if none is free, a value not in `keep` is evicted."""
        if not set(self.free) - set(read):
            victim = max((v for v in self.where if v not in keep), key=lambda v: self.next_use(v, at))
            if victim not in self.home and self.next_use(victim, at) < NEVER:
                self.home[victim] = next(self.places)
                self.lines.append(f"sw {self.where[victim]}, {self.home[victim]}")
            self.free.append(self.where.pop(victim))
        candidates = [register for register in self.free if register not in read]
        best = [register for register in candidates if register not in self.ends] or candidates
        if self.p.short:
            best.sort(key=lambda register: register not in SHORT)
        self.free.remove(best[0])
        return best[0]

    def claim(self, register: str, at: int, keep: list[str], read: list[str]) -> str:
        """A given register; its occupant is moved."""
        if register in self.free:
            self.free.remove(register)
            return register
        value = next(v for v, r in self.where.items() if r == register)
        self.where[value] = self.register(at, [*keep, value], read)
        self.lines.append(f"mv {self.where[value]}, {register}")
        return register

    def add(self, at: int, step: Step) -> None:
        for value in step.operands:
            if value not in self.where:
                register = self.register(at, step.operands, [])
                self.lines.append(f"lw {register}, {self.home[value]}")
                self.where[value] = register
        sources = [self.where[v] for v in step.operands]
        rotates = step.text.startswith("ror_to")  # its result overlaps no operand
        target = self.register(at, step.operands, []) if rotates else ""
        scratch = ""
        if "{s}" in step.text:
            scratch = self.register(at, step.operands, [])
            self.free.append(scratch)
        for value in dict.fromkeys(step.operands):
            if self.next_use(value, at + 1) == NEVER:
                self.free.append(self.where.pop(value))
        if step.result:
            end = self.p.live_out.get(step.result, "")
            if end and rotates:
                self.free.append(target)
            if end or not rotates:
                target = self.claim(end, at, step.operands, sources) if end else self.result(at, step, sources)
            self.where[step.result] = target
        self.lines.append(step.text.format(target, *sources, s=scratch))

    def result(self, at: int, step: Step, sources: list[str]) -> str:
        """An operand's register, if that makes the instruction short; or another one."""
        if self.p.short and set(sources) <= SHORT and (short := [r for r in sources if r in self.free and r in SHORT]):
            self.free.remove(short[0])
            return short[0]
        return self.register(at, step.operands, [])


def allocate(p: Program) -> list[str]:
    """Register allocation.  Outputs with a fixed register are computed there; an occupant is moved."""
    allocation = Allocation(p)
    for at, step in enumerate(p.steps):
        allocation.add(at, step)
    p.live_out.update({value: allocation.where[value] for value in p.live_out})
    return allocation.lines


def touched(line: str) -> tuple[set[str], set[str]]:
    """Registers and addresses that a line writes and reads."""
    name, rest = line.split(" ", 1)
    fields = [f.strip() for f in rest.split(",")]
    if name == "sw":
        return {fields[1]}, {fields[0]}
    if name == "ror_to":
        return {fields[0], fields[3]}, {fields[1]}
    return {fields[0]}, {f for f in fields[1:] if not f.isdigit()}


def spread(lines: list[str]) -> list[str]:
    """Moves loads up to avoid load-use stalls."""
    lines = list(lines)
    for at in range(1, len(lines) - 1):
        result, operands = touched(lines[at])
        if not lines[at].startswith("lw ") or not result & touched(lines[at + 1])[1]:
            continue
        place = at
        while place > 0:
            writes, reads = touched(lines[place - 1])
            if result & (writes | reads) or operands & writes:
                break
            place -= 1
            if not lines[place].startswith("lw "):
                break
        lines.insert(place, lines.pop(at))
    return lines


def reduce_pressure(p: Program, seed: int) -> list[int]:
    """An order that frees registers early, with random ties."""
    rnd, before, remaining, order = random.Random(seed), dependences(p), set(range(len(p.steps))), []
    users = {
        value: {n for n in remaining if value in p.steps[n].operands} for step in p.steps for value in step.operands
    }

    def freed(n: int) -> int:
        return sum(users[value] == {n} and value not in p.live_out for value in set(p.steps[n].operands))

    while remaining:
        ready = [n for n in sorted(remaining) if remaining.isdisjoint(before[n])]
        chosen = min(ready, key=lambda n: n / 100 - freed(n) + rnd.random())
        remaining.remove(chosen)
        order.append(chosen)
        for value in p.steps[chosen].operands:
            users[value].discard(chosen)
    return order


def in_order(p: Program, order: list[int]) -> Program:
    other = copy(p)
    other.steps = [p.steps[n] for n in order]
    return other


def schedule(p: Program) -> list[str]:
    """The scheduled instructions."""
    lines = spread(allocate(p))
    return free_products(lines, p.dummy_store) if p.dummy_store else lines


def macro(name: str, p: Program) -> str:
    lines = schedule(in_order(p, p.order) if p.order else p)
    return f".macro {name}\n" + "".join(f"    {line}\n" for line in lines) + ".endm\n"
