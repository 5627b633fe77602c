# SPDX-License-Identifier: MIT
"""Schedules straight-line code onto the registers of ARMv7-M, for the generators of kernels.

A program is written down as what it computes: instructions of three registers, the last of which may be shifted.
Values go through the registers in the order of the steps; the one that is wanted again the latest makes space.  It is
made once more if what it was made of is still there, and else it is stored and loaded again.

A program may begin and end with values in registers: in those that it is told, or it tells where it left them.

At last loads and stores move to where they cost least: a load takes a cycle after another one or before a store, and
two alone; right after a store, three.  search() looks for an order of the steps with few cycles."""

from __future__ import annotations

import math
import random
import re
from dataclasses import dataclass, field, replace
from itertools import combinations, count

NEVER = 1 << 30
Value = int
Order = tuple[list[int], dict[Value, int], dict[int, tuple[Value, Value]]]  # of steps; Program.kept; terms of sums
SUM = "eor.w {0}, {1}, {2}"
DATA, LOAD, STORE, WAITING = range(4)  # kinds of lines; a store that waits to be wanted


@dataclass
class Step:
    """One instruction: what it makes, of what, and how it is written."""

    makes: Value | None
    of: list[Value]
    text: str  # {0} is what it makes, {1} and {2} what of
    kind: int = DATA


@dataclass
class Line:
    kind: int
    text: str
    makes: str
    reads: tuple[str, ...]  # registers, and of a load its place in memory
    place: str = ""  # that a store writes


@dataclass
class Program:
    """Steps in order, and where values lie before the first."""

    registers: list[str]
    spilled: int  # bytes of the frame where values without a home go
    steps: list[Step] = field(default_factory=list)
    homes: dict[Value, str] = field(default_factory=dict)
    taken: dict[Value, str] = field(default_factory=dict)  # where values lie before the first step
    left: dict[Value, str] = field(default_factory=dict)  # and behind the last; "": anywhere, until it is known
    kept: dict[Value, int] = field(default_factory=dict)  # so many steps longer than its next use says, by search()
    names: count[Value] = field(default_factory=count)

    def make(self, text: str, *of: Value, kind: int = DATA) -> Value:
        name = next(self.names)
        self.steps.append(Step(name, list(of), text, kind))
        return name

    def xor(self, a: Value, b: Value, turn: int = 0) -> Value:
        """a + b, the latter rotated to the right."""
        return self.make(SUM + (f", ror #{turn % 32}" if turn % 32 else ""), a, b)

    def both(self, a: Value, b: Value) -> Value:
        return self.make("and.w {0}, {1}, {2}", a, b)

    def sum(self, *values: Value) -> Value:
        total = values[0]
        for value in values[1:]:
            total = self.xor(total, value)
        return total

    def load(self, place: str, *of: Value) -> Value:
        return self.make(f"ldr.w {{0}}, {place}", *of, kind=LOAD)

    def memory(self, place: str) -> Value:
        name = next(self.names)
        self.homes[name] = place
        return name

    def take(self, register: str) -> Value:
        name = next(self.names)
        self.taken[name] = register
        return name

    def leave(self, value: Value, register: str = "") -> None:
        self.left[value] = register


def forms(p: Program) -> dict[Value, frozenset[Value]]:
    """Each value as the sum of what is no sum."""
    found = {value: frozenset([value]) for value in [*p.taken, *p.homes]}
    for step in p.steps:
        if step.makes is not None:
            found[step.makes] = found[step.of[0]] ^ found[step.of[1]] if step.text == SUM else frozenset([step.makes])
    return found


def in_order(p: Program, order: Order) -> Program:
    """The steps in this order, some sums made of other terms."""
    numbers, kept, terms = order
    steps = [replace(step, of=list(terms.get(n, step.of))) for n, step in enumerate(p.steps)]
    return replace(p, steps=[steps[n] for n in numbers], left=dict(p.left), kept=kept)


def allocate(p: Program) -> list[Line]:
    """Instructions with registers.  What is left in certain ones is made there: who lies in the way moves."""
    uses: dict[Value, list[int]] = {}
    for at, step in enumerate(p.steps):
        for value in step.of:
            uses.setdefault(value, []).append(at)
    for value in p.left:
        uses.setdefault(value, []).append(len(p.steps))
    for line in uses.values():
        line.reverse()  # the next one is the last
    where, home, form = dict(p.taken), dict(p.homes), forms(p)
    waiting: dict[Value, Line] = {}
    free = [r for r in p.registers if r not in where.values()]
    wanted = {r: v for v, r in p.left.items() if r}
    places = iter(f"[sp, #{p.spilled + 4 * i}]" for i in count())
    lines: list[Line] = []

    def next_use(value: Value, at: int) -> int:
        line = uses.get(value)
        while line and line[-1] < at:
            line.pop()
        return line[-1] if line else NEVER

    def room(at: int, keep: list[Value], read: tuple[str, ...] = ()) -> str:
        if not set(free) - set(read):
            others = [v for v in where if v not in keep and where[v] not in read]
            out = max(others, key=lambda v: (next_use(v, at) - p.kept.get(v, 0), v))
            if out not in home and out not in waiting:
                waiting[out] = Line(WAITING, "", "", (where[out],))
                lines.append(waiting[out])
            free.append(where.pop(out))
        can = [r for r in free if r not in read]
        best = next((r for r in can if r not in wanted), can[0])
        free.remove(best)
        return best

    def pair_of(value: Value) -> tuple[Value, Value] | None:
        """Two values in registers that add up to this one."""
        return next(
            (pair for pair in combinations(sorted(where), 2) if form[pair[0]] ^ form[pair[1]] == form[value]), None
        )

    def fetch(value: Value, at: int, keep: list[Value]) -> None:
        pair = pair_of(value)
        if pair:
            sources = where[pair[0]], where[pair[1]]
            where[value] = room(at, [*keep, *pair])
            lines.append(Line(DATA, SUM.format(where[value], *sources), where[value], sources))
            return
        if value not in home:
            home[value] = next(places)
            store = waiting.pop(value)
            store.kind, store.text, store.place = STORE, f"str.w {store.reads[0]}, {home[value]}", home[value]
        where[value] = room(at, keep)
        lines.append(Line(LOAD, f"ldr.w {where[value]}, {home[value]}", where[value], (home[value],)))

    def cleared(register: str, at: int, read: tuple[str, ...] = ()) -> str:
        if register in free:
            free.remove(register)
            return register
        value = next(v for v, r in where.items() if r == register)
        where[value] = room(at, [value], read)
        lines.append(Line(DATA, f"mov.w {where[value]}, {register}", where[value], (register,)))
        return register

    for at, step in enumerate(p.steps):
        of = step.of
        if step.makes is not None and step.text == SUM and not all(v in where for v in of):
            of = list(pair_of(step.makes) or of)
        for value in of:
            if value not in where:
                fetch(value, at, of)
        sources = tuple(where[v] for v in of)
        for value in dict.fromkeys(step.of):
            if value in where and next_use(value, at + 1) == NEVER:
                free.append(where.pop(value))
        if step.makes is None:
            lines.append(Line(step.kind, step.text.format("", *sources), "", sources))
            continue
        end = p.left.get(step.makes, "")
        where[step.makes] = cleared(end, at + 1, sources) if end else room(at + 1, [])
        place = (step.text.split(", ", 1)[1],) if step.kind == LOAD and not sources else ()
        target = where[step.makes]
        lines.append(Line(step.kind, step.text.format(target, *sources), target, (*sources, *place)))
    for value, register in p.left.items():
        if value not in where:
            fetch(value, len(p.steps), [])
        if register and where[value] != register:
            old = where.pop(value)
            where[value] = cleared(register, len(p.steps))
            free.append(old)
            lines.append(Line(DATA, f"mov.w {register}, {old}", register, (old,)))
    p.left.update({value: where[value] for value in p.left})
    return [line for line in lines if line.kind != WAITING]


def cycles(lines: list[Line]) -> int:
    """That a Cortex-M3 or M4 takes for them."""
    total, before, written = 0, DATA, ""
    for line in lines:
        kind = line.kind
        total += 1
        if kind == LOAD:
            fresh = written in line.reads
            if before != LOAD or fresh:
                total += 1 + (before == STORE) + (before == DATA and fresh)
        elif kind == STORE and before == LOAD:
            total -= 1
        before, written = kind, line.makes
    return total


def clash(first: Line, second: Line) -> bool:
    """Must they stay in this order?"""
    return bool(
        (first.makes and (first.makes in second.reads or first.makes == second.makes))
        or (second.makes and second.makes in first.reads)
        or (first.place and (first.place in second.reads or first.place == second.place))
        or (second.place and second.place in first.reads)
    )


def settled(lines: list[Line]) -> list[Line]:
    """Moves loads and stores to where the whole takes fewer cycles, until none does."""
    lines, best = list(lines), cycles(lines)
    again = True
    while again:
        again = False
        for line in [line for line in lines if line.kind != DATA]:
            at = lines.index(line)
            first = last = at
            while first > 0 and not clash(lines[first - 1], line):
                first -= 1
            while last < len(lines) - 1 and not clash(line, lines[last + 1]):
                last += 1
            rest = lines[:at] + lines[at + 1 :]
            for place in range(first, last + 1):
                lower = max(0, min(place, at) - 2)
                tried = [*rest[:place], line, *rest[place:]]
                upper = max(place, at) + 3
                now = best + cycles(tried[lower:upper]) - cycles(lines[lower:upper])
                if now < best and (now := cycles(tried)) < best:
                    lines, best, again = tried, now, True
                    break
    return lines


def dependences(p: Program) -> list[set[int]]:
    """The steps that have to come before each."""
    makers = {step.makes: n for n, step in enumerate(p.steps)}
    return [{makers[v] for v in step.of if v in makers} for step in p.steps]


def moved_before(p: Program, order: list[int], at: int, to: int) -> list[int]:
    """The order with the step at `at` moved up to `to`, behind what it is made of; that moves up with it."""
    wanted, up, rest = set(p.steps[order[at]].of), [order[at]], []
    for n in reversed(order[to:at]):
        if p.steps[n].makes in wanted:
            wanted |= set(p.steps[n].of)
            up.append(n)
        else:
            rest.append(n)
    return [*order[:to], *reversed(up), *reversed(rest), *order[at + 1 :]]


def moved_behind(p: Program, order: list[int], at: int, to: int) -> list[int]:
    """The same downwards, with what is made of it."""
    made, down, rest = {p.steps[order[at]].makes}, [order[at]], []
    for n in order[at + 1 : to + 1]:
        if made & set(p.steps[n].of):
            made.add(p.steps[n].makes)
            down.append(n)
        else:
            rest.append(n)
    return [*order[:at], *rest, *down, *order[to + 1 :]]


def regrouped(p: Program, n: int, rnd: random.Random) -> tuple[Program, int] | None:
    """Sum n, (a + b) + c, as (a + c) + b, if nobody else wants a + b; and the number of the inner sum."""
    step = p.steps[n]
    if step.text != SUM:
        return None
    inner, other = rnd.sample(step.of, 2)
    makers = [m for m, maker in enumerate(p.steps) if maker.makes == inner]
    users = sum(s.of.count(inner) for s in p.steps) + (inner in p.left)
    if users != 1 or not makers or p.steps[makers[0]].text != SUM:
        return None
    a, b = rnd.sample(p.steps[makers[0]].of, 2)
    if other == a:
        return None
    steps = list(p.steps)
    steps[makers[0]], steps[n] = replace(p.steps[makers[0]], of=[a, other]), replace(step, of=[inner, b])
    return replace(p, steps=steps), makers[0]


def search(p: Program, tries: int, seed: int, heat: float = 0.7) -> Order:
    """By simulated annealing, an order of the steps that takes few cycles, with sums of other terms and what is kept
    longer or evicted earlier than its next use suggests.  100,000 tries for an S-box take
    some minutes."""
    rnd, first = random.Random(seed), p.steps
    p, order = replace(p, kept={}), list(range(len(p.steps)))

    def lines_of(p: Program, order: list[int]) -> list[Line]:
        return allocate(replace(p, steps=[p.steps[n] for n in order], left=dict(p.left)))

    def hopeful(lines: list[Line]) -> float:
        """About what settled() will make of them."""
        return cycles(lines) - 0.55 * sum(line.kind == LOAD for line in lines)

    now = best = hopeful(lines_of(p, order))
    fewest, chosen = NEVER, (p, order)
    for turn in range(tries):
        other, tried, what = p, order, rnd.random()
        at = rnd.randrange(len(order))
        if what < 0.12:
            value = rnd.choice([*p.taken, *(step.makes for step in p.steps if step.makes is not None)])
            other = replace(p, kept=p.kept | {value: 0 if rnd.random() < 0.3 else rnd.randint(-80, 80)})
        elif what < 0.2:
            found = regrouped(p, order[at], rnd)
            if not found:
                continue
            other, inner = found
            tried = [n for n in order if n != inner]
            tried.insert(tried.index(order[at]), inner)
        else:
            span = rnd.randint(1, rnd.choice((12, 60)))
            up = rnd.random() < 0.5
            tried = (moved_before if up else moved_behind)(
                p, order, at, max(0, at - span) if up else min(len(order) - 1, at + span)
            )
        lines = lines_of(other, tried)
        then = hopeful(lines)
        if then <= now or rnd.random() < math.exp((now - then) / (heat * (1 - turn / tries) + 0.02)):
            p, order, now = other, tried, then
            if now < best + 0.9:
                real = cycles(settled(lines))
                if real < fewest:
                    fewest, chosen = real, (p, order)
                best = min(best, now)
    p, order = chosen
    terms = {n: (s.of[0], s.of[1]) for n, s in enumerate(p.steps) if s.of != first[n].of}
    return order, {value: n for value, n in p.kept.items() if n}, terms


def finished(p: Program, order: Order | None = None) -> list[Line]:
    """The instructions, in this order of the steps; p then says where its values are left."""
    ordered = in_order(p, order or (list(range(len(p.steps))), {}, {}))
    assert all(forms(ordered)[value] == forms(p)[value] for value in p.left)
    lines = settled(allocate(ordered))
    p.left.update(ordered.left)
    return lines


def macro(name: str, lines: list[Line]) -> str:
    return f".macro {name}\n" + "".join(f"    {line.text}\n" for line in lines) + ".endm\n"


def circuit(text: str, function: str) -> list[tuple[str, str]]:
    """The assignments of a function of C, with those of aes_inversion() in its place."""
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    code = text[text.index(f"\n{function}(") :]
    code = code[code.index("{") + 1 : code.index("\n}")]
    found = []
    for statement in code.split(";"):
        called = re.match(r"\s*(aes_inversion|aes_inv_sub_bytes_\w+)\(", statement)
        if called:
            found += circuit(text, called[1])
        elif "=" in statement:
            target, value = statement.split("=")
            found.append((target.replace("word", "").strip(), value.strip()))
    return found


def evaluated(p: Program, assignments: list[tuple[str, str]], known: dict[str, Value]) -> dict[str, Value]:
    """The values of all names after the assignments, which are sums of products and of parentheses.  What is known
    before keeps its value while they are made, as the bits of a state do."""
    fixed = set(known)
    known, outcome = dict(known), dict(known)

    def total(tokens: list[str]) -> Value:
        value = product(tokens)
        while tokens and tokens[0] == "^":
            tokens.pop(0)
            value = p.xor(value, product(tokens))
        return value

    def product(tokens: list[str]) -> Value:
        value = factor(tokens)
        while tokens and tokens[0] == "&":
            tokens.pop(0)
            value = p.both(value, factor(tokens))
        return value

    def factor(tokens: list[str]) -> Value:
        token = tokens.pop(0)
        if token != "(":
            return known[token]
        inner = total(tokens)
        tokens.pop(0)
        return inner

    for target, text in assignments:
        value = total(re.findall(r"[a-z]+\d*(?:\[\d+\])?|[()^&]", text))
        outcome[target] = value
        if target not in fixed:
            known[target] = value
    return outcome
