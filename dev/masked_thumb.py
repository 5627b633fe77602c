# SPDX-License-Identifier: MIT
"""Orders and registers for masked code on ARMv7-M, such that no transition combines the shares of a secret.

A wire is a bit of one lane as a function of masks and secrets: a truth table, and the set of its guards, which are
masks that only ever enter by XOR.  Two wires may follow one another in a place (a register, an operand of the ALU, the
bus, a cell of memory) if their joint distribution over the masks is the same for all secrets.  place() emits a program
of XORs and ANDs in an order and in registers in which this always holds, and adds loads of a public word where nothing
else helps.  The verdict on the kernel is that of `./narae leak`, which knows nothing of this file."""

from __future__ import annotations

import dataclasses
import random
from dataclasses import dataclass
from itertools import count

from dev.registers_thumb import ALU, LOAD, STORE, Line, clash, cycles


@dataclass(frozen=True)
class Wire:
    number: int
    table: int
    guards: int = 0


class Field:
    """Truth tables over masks and secrets; masks are the low variables."""

    def __init__(self, masks: int, secrets: int) -> None:
        self.bits = 1 << (masks + secrets)
        self.chunk = (1 << masks) // 8
        self.masks = [self.variable(i) for i in range(masks)]
        self.secrets = [self.variable(masks + i) for i in range(secrets)]
        self.known: dict[int, bool] = {}
        self.pairs: dict[tuple[int, int], bool] = {}

    def variable(self, i: int) -> int:
        table, length = ((1 << (1 << i)) - 1) << (1 << i), 2 << i
        while length < self.bits:
            table, length = table | table << length, 2 * length
        return table

    def uniform(self, table: int) -> bool:
        """Whether as many masks give 1 for each secret."""
        if table not in self.known:
            raw = table.to_bytes(self.bits // 8, "little")
            parts = (raw[i : i + self.chunk] for i in range(0, len(raw), self.chunk))
            self.known[table] = len({int.from_bytes(part, "little").bit_count() for part in parts}) == 1
        return self.known[table]

    def safe(self, wire: Wire) -> bool:
        return wire.guards != 0 or self.uniform(wire.table)

    def may_follow(self, a: Wire | None, b: Wire | None) -> bool:
        """Whether the pair is independent of the secrets; None is public."""
        if a is None or b is None or a is b:
            return True
        key = (a.number, b.number) if a.number < b.number else (b.number, a.number)
        if key not in self.pairs:
            self.pairs[key] = self.independent(a, b)
        return self.pairs[key]

    def independent(self, a: Wire, b: Wire) -> bool:
        if a.guards != b.guards:
            return (a.guards != 0 or self.uniform(a.table)) and (b.guards != 0 or self.uniform(b.table))
        if a.guards:
            return self.uniform(a.table ^ b.table)
        return all(self.uniform(t) for t in (a.table, b.table, a.table & b.table))


Shared = tuple[Wire, Wire]


@dataclass
class Step:
    name: str  # eor, and, str
    result: Wire | None
    operands: tuple[Wire, ...]
    place: str = ""  # of str


class Unsafe(Exception):
    pass


@dataclass
class Program:
    field: Field
    random: random.Random
    steps: list[Step] = dataclasses.field(default_factory=list)
    homes: dict[int, str] = dataclasses.field(default_factory=dict)  # places of inputs, by number
    inputs_at: dict[str, Wire] = dataclasses.field(default_factory=dict)  # by place
    numbers: count[int] = dataclasses.field(default_factory=count)

    def wire(self, table: int, guards: int = 0) -> Wire:
        wire = Wire(next(self.numbers), table, guards)
        if not self.field.safe(wire):
            raise Unsafe
        return wire

    def input(self, table: int, guards: int, place: str) -> Wire:
        wire = self.wire(table, guards)
        self.homes[wire.number] = place
        self.inputs_at[place] = wire
        return wire

    def eor(self, a: Wire, b: Wire) -> Wire:
        wire = self.wire(a.table ^ b.table, a.guards ^ b.guards)
        self.steps.append(Step("eor", wire, (a, b)))
        return wire

    def and_(self, a: Wire, b: Wire) -> Wire:
        assert not a.guards and not b.guards
        wire = self.wire(a.table & b.table)
        self.steps.append(Step("and", wire, (a, b)))
        return wire

    def xor(self, *values: Shared) -> Shared:
        total = values[0]
        for value in values[1:]:
            total = self.eor(total[0], value[0]), self.eor(total[1], value[1])
        return total

    def toffoli(self, z: Shared, a: Shared, b: Shared) -> Shared:
        """z ^ a & b, with each share of z masking the products that are added to it."""
        for left, right in self.random.sample([(a, b), (b, a)], 2):
            marks = len(self.steps)
            try:
                return self.accumulated(z[0], left[0], right), self.accumulated(z[1], left[1], right[::-1])
            except Unsafe:
                del self.steps[marks:]
        raise Unsafe

    def accumulated(self, z: Wire, a: Wire, b: Shared) -> Wire:
        """z ^ a & (b[0] ^ b[1]), product by product."""
        marks = len(self.steps)
        for first, second in (b, b[::-1]):
            try:
                # no statement between the two products may combine them without z
                p = self.and_(a, first)
                total = self.eor(p, z)
                q = self.and_(a, second)
                return self.eor(q, total)
            except Unsafe:
                del self.steps[marks:]
        raise Unsafe

    def store(self, wire: Wire, place: str) -> None:
        self.steps.append(Step("str", None, (wire,), place))


KEPT = object()


@dataclass
class Placed(Line):
    """A line, and what it puts into the latches of the ALU's operands: a wire, None for what is public, or KEPT."""

    latched: tuple[object, object] = (KEPT, KEPT)


def ordered(first: Line, second: Line) -> bool:
    """May these not change places?  The order on the bus stays, and so does what follows what in registers."""
    return (first.kind != ALU and second.kind != ALU) or clash(first, second)


def quiet_latches(lines: list[Placed], truth: Field) -> bool:
    """Whether each latch takes only what may follow what it holds."""
    for side in (0, 1):
        held = None
        for line in lines:
            new = line.latched[side]
            if new is not KEPT:
                if not truth.may_follow(held, new):  # type: ignore[arg-type]
                    return False
                held = new
    return True


def settle(lines: list[Placed], truth: Field) -> list[Placed]:
    """Moves loads and stores while that saves cycles and no latch objects."""
    lines, reach, again = list(lines), 40, True
    while again:
        again = False
        for line in [line for line in lines if line.kind != ALU]:
            at = next(n for n, other in enumerate(lines) if other is line)
            first = last = at
            while first > 0 and not ordered(lines[first - 1], line):
                first -= 1
            while last < len(lines) - 1 and not ordered(line, lines[last + 1]):
                last += 1
            low, high = max(0, first - reach), last + reach
            near, rest = lines[low:high], lines[low:at] + lines[at + 1 : high]
            for place in range(first - low, last - low + 1):
                candidate = [*rest[:place], line, *rest[place:]]
                if cycles(candidate) < cycles(near) and quiet_latches(candidate, truth):
                    lines[low:high] = candidate
                    again = True
                    break
    return lines


@dataclass
class Placement:
    """Emission of a program in one order, which `random` varies."""

    p: Program
    registers: list[str]
    slots: list[str]  # places of spilled wires, public at first
    public: str  # the place of a public word
    window: int
    random: random.Random
    lines: list[Placed] = dataclasses.field(default_factory=list)

    def __post_init__(self) -> None:
        self.content: dict[str, Wire | None] = dict.fromkeys(self.registers)
        self.where: dict[int, str] = {}
        self.home = dict(self.p.homes)
        self.latch: tuple[Wire | None, Wire | None] = (None, None)
        self.bus: dict[int, Wire | None] = dict.fromkeys((ALU, LOAD, STORE))  # shared, read, write
        self.cell: dict[str, Wire | None] = dict.fromkeys(self.slots)
        self.free_slots = self.slots[::-1]
        self.written: set[str] = set()
        self.uses: dict[int, list[int]] = {}
        for at, step in enumerate(self.p.steps):
            for wire in step.operands:
                self.uses.setdefault(wire.number, []).append(at)

    def start(self, registers: dict[str, Wire]) -> None:
        """Inputs that registers hold, too."""
        self.content.update(registers)
        self.where = {wire.number: register for register, wire in registers.items()}

    def ok(self, a: Wire | None, b: Wire | None) -> bool:
        return self.p.field.may_follow(a, b)

    def alu(self, name: str, target: str, a: tuple[str, Wire], b: tuple[str, Wire]) -> None:
        text = f"{name}.w {target}, {a[0]}, {b[0]}"
        self.latch = a[1], b[1]
        self.lines.append(Placed(ALU, text, target, (a[0], b[0]), latched=self.latch))

    def loaded(self, register: str, place: str) -> None:
        self.latch = None, self.latch[1]
        self.lines.append(Placed(LOAD, f"ldr.w {register}, {place}", register, (place,), latched=(None, KEPT)))

    def stored(self, register: str, place: str, wire: Wire | None) -> None:
        self.latch = None, wire
        reads = () if wire is None else (register,)
        self.lines.append(Placed(STORE, f"str.w {register}, {place}", "", reads, place, latched=self.latch))

    def next_use(self, register: str) -> int:
        wire = self.holder(register)
        assert wire is not None
        return self.uses[wire.number][0]

    def used(self, wire: Wire, at: int) -> None:
        """Notes that the step has read the wire; drops it after its last use."""
        self.uses[wire.number].remove(at)
        if not self.uses[wire.number]:
            self.where.pop(wire.number, None)
            place = self.home.get(wire.number, "")
            if place in self.cell:
                self.free_slots.append(place)

    def holder(self, register: str) -> Wire | None:
        """The live wire in a register."""
        wire = self.content[register]
        return wire if wire is not None and self.where.get(wire.number) == register else None

    def others(self, keep: set[str]) -> list[str]:
        return [r for r in self.registers if r not in keep and self.holder(r) is None]

    def fitting(self, wire: Wire, keep: set[str]) -> str | None:
        """A register without live wire in which this one may follow; public ones last."""
        free = [r for r in self.others(keep) if self.ok(self.content[r], wire)]
        return max(free, key=lambda r: (self.content[r] is not None, self.random.random()), default=None)

    def register_for(self, wire: Wire, keep: set[str]) -> str:
        register = self.fitting(wire, keep)
        if register is None and not (free := self.others(keep)):
            live = sorted((r for r in self.registers if r not in keep), key=lambda r: -self.next_use(r))
            register = next((r for r in live[:3] if self.ok(self.content[r], wire)), None)
            self.evict(register or live[0])
            free = live[:1]
        if register is None:
            register = free[0]
            self.clear(register)
        return register

    def clear(self, register: str) -> None:
        self.latch = self.latch[0], None
        self.lines.append(Placed(ALU, f"mov.w {register}, #0", register, (), latched=(KEPT, None)))
        self.content[register] = None

    def clear_latches(self) -> None:
        self.latch = None, None
        self.lines.append(Placed(ALU, "cmp.w sp, #0", "", (), latched=self.latch))

    def evict(self, register: str) -> None:
        wire = self.holder(register)
        assert wire is not None
        if wire.number not in self.home:
            slot = next(s for s in reversed(self.free_slots) if self.ok(self.cell[s], wire))
            self.free_slots.remove(slot)
            self.to_memory(register, wire, slot)
            self.cell[slot], self.home[wire.number] = wire, slot
            self.written.add(slot)
        del self.where[wire.number]

    def quiet(self, kind: int, wire: Wire) -> bool:
        return self.ok(self.bus[ALU], wire) and self.ok(self.bus[kind], wire)

    def to_memory(self, register: str, wire: Wire, place: str) -> None:
        if not self.quiet(STORE, wire):
            self.stored("sp", self.public, None)
        elif not self.ok(self.latch[1], wire):
            self.clear_latches()
        self.stored(register, place, wire)
        self.bus[ALU] = self.bus[STORE] = wire

    def load(self, wire: Wire, register: str) -> None:
        if not self.quiet(LOAD, wire):
            self.loaded(register, self.public)
        self.loaded(register, self.home[wire.number])
        self.content[register] = self.bus[ALU] = self.bus[LOAD] = wire
        self.where[wire.number] = register

    def fetch(self, wires: list[Wire], keep: set[str]) -> None:
        """Puts wires into registers, in the order that the bus allows."""
        missing = [w for w in wires if w.number not in self.where]
        if len(missing) == 2 and not self.quiet(LOAD, missing[0]) and self.quiet(LOAD, missing[1]):
            missing.reverse()
        for wire in missing:
            register = self.register_for(wire, keep)
            self.load(wire, register)
            keep.add(register)

    def cost(self, step: Step) -> float:
        """About what a step costs now."""
        total = 0.0
        for w in step.operands:
            if w.number not in self.where:
                total += 2 if self.quiet(LOAD, w) else 3
            elif len(self.uses[w.number]) == 1:
                total -= 0.6  # frees a register
        if step.result is not None:
            total += 0.5 if self.swapped(step) is not None else 2.5
        return total

    def swapped(self, step: Step) -> bool | None:
        """Whether operands change places, so that each may follow what was there; None if neither way does."""
        a, b = step.operands
        if self.ok(self.latch[0], a) and self.ok(self.latch[1], b):
            return False
        if self.ok(self.latch[0], b) and self.ok(self.latch[1], a):
            return True
        return None

    def do(self, at: int) -> None:
        step = self.p.steps[at]
        self.fetch(list(step.operands), {self.where[w.number] for w in step.operands if w.number in self.where})
        if step.result is None:
            (wire,) = step.operands
            if not self.ok(self.p.inputs_at.get(step.place), wire):
                self.stored("sp", step.place, None)
            self.to_memory(self.where[wire.number], wire, step.place)
            self.used(wire, at)
            return
        sources = {w.number: self.where[w.number] for w in step.operands}
        for wire in dict.fromkeys(step.operands):
            self.used(wire, at)
        target = self.fitting(step.result, set()) or self.register_for(step.result, set(sources.values()))
        if (swapped := self.swapped(step)) is None:
            self.clear_latches()
        operands = step.operands[::-1] if swapped else step.operands
        self.alu(step.name, target, *((sources[w.number], w) for w in operands))
        self.content[target] = step.result
        self.where[step.result.number] = target

    def run(self) -> list[Placed]:
        made, waiting = set(self.home), list(range(len(self.p.steps)))
        while waiting:
            near = waiting[: self.window]
            ready = [n for n in near if self.is_ready(self.p.steps[n], made)]
            best = min(ready, key=lambda n: self.cost(self.p.steps[n]) + near.index(n) / 4 + 0.6 * self.random.random())
            self.do(best)
            waiting.remove(best)
            if result := self.p.steps[best].result:
                made.add(result.number)
        for register in self.registers:
            if self.content[register] is not None:
                self.clear(register)
        self.clear_latches()
        self.result = settle(self.lines, self.p.field)
        return self.result

    def is_ready(self, step: Step, made: set[int]) -> bool:
        """Whether its operands exist, and what is in the place that it stores to is no longer needed."""
        there = self.p.inputs_at.get(step.place)
        waits = there is not None and bool(self.uses.get(there.number)) and there not in step.operands
        return not waits and all(w.number in made for w in step.operands)
