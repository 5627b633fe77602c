# SPDX-License-Identifier: MIT
"""Schedules straight-line code onto the registers of RV32, for the generators of kernels.

A program is written down as what it computes.  Values go through the registers in the order in which they are named;
the one that is wanted again the latest makes space, by a store unless memory has it already.  At last loads move up
until the E31 has to wait for none of them.

A program may begin and end with values in registers: in those that it is told, or it tells where it left them.

The E31 multiplies in six cycles, one product at a time, and writes a product only in a cycle in which no other
instruction writes a register: in the sixth if the third instruction after the multiplication is a store, and otherwise
when the instructions pause.  So products are spread over the program first, in an order that search() found, and in
the end each gets a store; where the program has none, one of zero to the word that the program names."""

from __future__ import annotations

import random
import re
from copy import copy
from dataclasses import dataclass, field
from itertools import count


@dataclass
class Step:
    """One instruction or macro: what it makes, of what, and how it is written."""

    makes: str | None
    of: list[str]
    text: str  # {0} is what it makes, {1} and {2} what of, {s} is scratch


@dataclass
class Program:
    """Steps in order, and where values lie in memory before the first."""

    registers: list[str]
    spilled: int  # bytes of the frame where values without a home go
    nowhere: str = ""  # a word that nobody reads; then products are scheduled
    short: bool = False  # whether to look for instructions of two bytes
    order: list[int] = field(default_factory=list)  # of the steps, which search() found
    steps: list[Step] = field(default_factory=list)
    homes: dict[str, str] = field(default_factory=dict)
    taken: dict[str, str] = field(default_factory=dict)  # where values lie before the first step
    left: dict[str, str] = field(default_factory=dict)  # and behind the last; "": anywhere, until it is known
    names: count[int] = field(default_factory=count)

    def make(self, text: str, *of: str) -> str:
        name = f"v{next(self.names)}"
        self.steps.append(Step(name, list(of), text))
        return name

    def xor(self, a: str, b: str) -> str:
        return self.make("xor {0}, {1}, {2}", a, b)

    def sum(self, *values: str) -> str:
        total = values[0]
        for value in values[1:]:
            total = self.xor(total, value)
        return total

    def memory(self, place: str) -> str:
        name = f"v{next(self.names)}"
        self.homes[name] = place
        return name

    def take(self, register: str) -> str:
        name = f"v{next(self.names)}"
        self.taken[name] = register
        return name

    def leave(self, value: str, register: str = "") -> None:
        self.left[value] = register

    def store(self, value: str, place: str) -> None:
        self.steps.append(Step(None, [value], f"sw {{1}}, {place}"))


# What instructions of two bytes can name, if the result takes the place of an operand.
SHORT = {"s0", "s1", *(f"a{i}" for i in range(6))}
PRODUCT = 6  # cycles
FREE = 3  # the cycle after a multiplication in which no register may be written


def wanted(step: Step) -> tuple[set[str], set[str]]:
    """What a step changes and reads: values, registers by their names, places in memory."""
    named = re.findall(r"\b(?:a\d|s\d+|t\d|ra)\b", step.text)
    if step.text.startswith("sw "):
        return {step.text.split(", ")[1]}, {*step.of, *named}
    makes = {step.makes} if step.makes else set(named[:1])
    return makes, {*step.of, *(named if step.makes else named[1:])}


def dependences(p: Program) -> list[list[int]]:
    """The steps that have to come before each."""
    changes, reads = zip(*map(wanted, p.steps), strict=True)
    return [
        [n for n in range(at) if changes[n] & (reads[at] | changes[at]) or reads[n] & changes[at]]
        for at in range(len(p.steps))
    ]


def spread_products(
    p: Program, before: list[list[int]], priorities: list[float], products: list[int], distance: float, ahead: int
) -> list[int]:
    """A new order of the steps: products in theirs and at that distance, what the next one waits for when its time is
    not further `ahead`, and else what has priority: the lowest number."""
    products = list(products)
    ready: dict[int, int] = {}  # when the result of a step that was taken can be used
    left, order = set(range(len(p.steps))), []
    cycle, product, due = 0, -PRODUCT, 0.0

    def can(n: int) -> bool:
        return all(ready.get(b, 1 << 30) <= cycle for b in before[n])

    def missing(n: int) -> set[int]:
        return {m for b in before[n] if b in left for m in (b, *missing(b))}

    while left:
        taken = None
        if products and cycle >= max(due, product + PRODUCT) and can(products[0]):
            taken = products.pop(0)
            product, due = cycle, due + distance
        elif cycle != product + FREE:
            urgent = missing(products[0]) if products else set()
            if cycle + len(urgent) < due - ahead:
                urgent = set()
            free = [n for n in left if n not in products and can(n)]
            taken = min(free, key=lambda n: (n not in urgent, priorities[n], n), default=None)
        if taken is not None:
            ready[taken] = cycle + latency(p.steps[taken].text)
            order.append(taken)
            left.remove(taken)
        cycle += 1
    return order


def cycles(lines: list[str]) -> int:
    """That the E31 takes for them, one more for each product that is in the way of another result."""
    ready: dict[str, int] = {}
    cycle, product, waits = 0, -PRODUCT, 0
    for line in lines:
        makes, of = touched(line)
        at = max([cycle, *(ready.get(r, 0) for r in makes | of)])
        if line.startswith("mul"):
            at = max(at, product + PRODUCT)
        waits += at == product + FREE and not line.startswith("sw ")
        if line.startswith("mul"):
            product = at
        for r in makes:
            ready[r] = at + latency(line)
        cycle = at + 1
    return cycle + waits


def search(p: Program, tries: int, seed: int) -> list[int]:
    """An order of the steps that takes few cycles, by small changes to what has priority and to the products' order;
    none that makes it longer is kept."""
    rnd, steps, before = random.Random(seed), p.steps, dependences(p)
    multiplications = [n for n, step in enumerate(steps) if step.text.startswith("mul")]
    best, chosen = 1 << 30, []
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
        now = cycles(finished(in_order(p, order)))
        if now <= best:
            best, chosen, state = now, order, (priorities, products, distance, ahead)
    return chosen


def latency(line: str) -> int:
    return PRODUCT if line.startswith("mul") else 2 if line.startswith("lw ") else 1


def near_store(lines: list[str]) -> int:
    """Which of the next lines is a store that could come first; 0 if none."""
    made: set[str] = set()
    for at, line in enumerate(lines[:20]):
        makes, of = touched(line)
        if line.startswith("sw ") and not of & made:
            return at
        made |= makes
    return 0


def free_products(lines: list[str], nowhere: str) -> list[str]:
    """Puts a store behind each product where another register would be written."""
    lines, made = list(lines), []
    ready: dict[str, int] = {}
    cycle, product = 0, -PRODUCT

    def when(line: str) -> int:
        makes, of = touched(line)
        at = max([cycle, *(ready.get(r, 0) for r in makes | of)])
        return max(at, product + PRODUCT) if line.startswith("mul") else at

    while lines:
        if when(lines[0]) == product + FREE and not lines[0].startswith("sw "):
            near = near_store(lines)
            if near and when(lines[near]) <= product + FREE:
                lines.insert(0, lines.pop(near))
            else:
                lines.insert(0, f"sw zero, {nowhere}")
        line = lines.pop(0)
        at = when(line)
        if line.startswith("mul"):
            product = at
        for r in touched(line)[0]:
            ready[r] = at + latency(line)
        made.append(line)
        cycle = at + 1
    return made


def allocate(p: Program) -> list[str]:
    """Instructions with registers.  What is left in certain ones is made there: who lies in the way moves."""
    uses: dict[str, list[int]] = {}
    for at, step in enumerate(p.steps):
        for value in step.of:
            uses.setdefault(value, []).append(at)
    for value in p.left:
        uses.setdefault(value, []).append(len(p.steps))
    where, home, ends = dict(p.taken), dict(p.homes), set(p.left.values())
    free = [r for r in p.registers if r not in where.values()]
    places = iter(f"{p.spilled + 4 * i}(sp)" for i in count())
    lines: list[str] = []

    def next_use(value: str, at: int) -> int:
        return next((n for n in uses.get(value, []) if n >= at), 1 << 30)

    def room(at: int, keep: list[str], read: list[str] | None = None) -> str:
        if not set(free) - set(read or []):
            out = max((v for v in where if v not in keep), key=lambda v: next_use(v, at))
            if out not in home and next_use(out, at) < 1 << 30:
                home[out] = next(places)
                lines.append(f"sw {where[out]}, {home[out]}")
            free.append(where.pop(out))
        can = [register for register in free if register not in (read or [])]
        best = [register for register in can if register not in ends] or can
        if p.short:
            best.sort(key=lambda register: register not in SHORT)
        free.remove(best[0])
        return best[0]

    def cleared(register: str, at: int, keep: list[str], read: list[str]) -> str:
        if register in free:
            free.remove(register)
            return register
        value = next(v for v, r in where.items() if r == register)
        where[value] = room(at, [*keep, value], read)
        lines.append(f"mv {where[value]}, {register}")
        return register

    for at, step in enumerate(p.steps):
        for value in step.of:
            if value not in where:
                register = room(at, step.of)
                lines.append(f"lw {register}, {home[value]}")
                where[value] = register
        sources = [where[v] for v in step.of]
        turns = step.text.startswith("ror_to")
        scratch = ""
        dying = [v for v in dict.fromkeys(step.of) if next_use(v, at + 1) == 1 << 30]
        target = ""
        if turns:
            target = room(at, step.of)
        if "{s}" in step.text:
            scratch = room(at, step.of)
            free.append(scratch)
        for value in dying:
            free.append(where.pop(value))
        end = p.left.get(step.makes, "") if step.makes else ""
        short = next((r for r in sources if p.short and r in free and r in SHORT and set(sources) <= SHORT), "")
        if end and turns:
            free.append(target)
        if end:
            target = cleared(end, at, step.of, sources)
        elif short and step.makes and not turns:
            free.remove(short)
            target = short
        elif step.makes and not turns:
            target = room(at, step.of)
        if step.makes:
            where[step.makes] = target
        lines.append(step.text.format(target, *sources, s=scratch))
    p.left.update({value: where[value] for value in p.left})
    return lines


def touched(line: str) -> tuple[set[str], set[str]]:
    """Registers that a line writes and reads; places in memory count as such."""
    name, rest = line.split(" ", 1)
    fields = [f.strip() for f in rest.split(",")]
    if name == "sw":
        return {fields[1]}, {fields[0]}
    if name == "ror_to":
        return {fields[0], fields[3]}, {fields[1]}
    return {fields[0]}, {f for f in fields[1:] if not f.isdigit()}


def spread(lines: list[str]) -> list[str]:
    """Moves each load that its use would wait for above an instruction that is none."""
    lines = list(lines)
    for at in range(1, len(lines) - 1):
        makes, of = touched(lines[at])
        if not lines[at].startswith("lw ") or not makes & touched(lines[at + 1])[1]:
            continue
        place = at
        while place > 0:
            writes, reads = touched(lines[place - 1])
            if makes & (writes | reads) or of & writes:
                break
            place -= 1
            if not lines[place].startswith("lw "):
                break
        lines.insert(place, lines.pop(at))
    return lines


def frugal(p: Program, seed: int) -> list[int]:
    """An order of the steps in which registers become free early; what does so no sooner is a matter of chance."""
    rnd, before, left, order = random.Random(seed), dependences(p), set(range(len(p.steps))), []
    wanted_by = {value: {n for n in left if value in p.steps[n].of} for step in p.steps for value in step.of}

    def freed(n: int) -> int:
        return sum(wanted_by[value] == {n} and value not in p.left for value in set(p.steps[n].of))

    while left:
        can = [n for n in sorted(left) if left.isdisjoint(before[n])]
        taken = min(can, key=lambda n: n / 100 - freed(n) + rnd.random())
        left.remove(taken)
        order.append(taken)
        for value in p.steps[taken].of:
            wanted_by[value].discard(taken)
    return order


def in_order(p: Program, order: list[int]) -> Program:
    other = copy(p)
    other.steps = [p.steps[n] for n in order]
    return other


def finished(p: Program) -> list[str]:
    """The instructions, in the order of the steps."""
    lines = spread(allocate(p))
    return free_products(lines, p.nowhere) if p.nowhere else lines


def macro(name: str, p: Program) -> str:
    lines = finished(in_order(p, p.order) if p.order else p)
    return f".macro {name}\n" + "".join(f"    {line}\n" for line in lines) + ".endm\n"
