# SPDX-License-Identifier: MIT
"""Writes pipo/thumb/masked_v6m.inc: a round of PIPO-64/128 in two shares, four blocks in words, for ARMv6-M.

    python3 -m dev.pipo.thumb.masked_v6m

An operation works on low registers and overwrites one operand, so a value is copied where it is needed again, and it
waits in a high register or in the frame where no low one is free. Each step of the S-box is tried in several ways, with
a neutral instruction or one that clears something wherever a place would otherwise combine shares, and the cheapest is
taken; the order, near that of the program, is that of SEED. Nothing that depends on the shares before the round is left
after it."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from dev.masked_words import Step, Stuck, Word, first_seed, round_macro
from dev.pipo.sbox import BITS
from dev.pipo.words import LEFT, OUT, Builder, values_of_round

OUTPUT = Path(__file__).parents[3] / "src/pipo/thumb/masked_v6m.inc"
SEED = 10  # see search()
MOST_CYCLES = 385
BEAM = 6  # states that are followed
WINDOW = 8  # steps that are tried, of those that are ready
LOW = [f"r{n}" for n in range(1, 8)]
HIGH = ["r8", "r9", "r10", "r11", "r12", "lr"]
IN_HIGH = [5, 6, 7]  # rows in high registers between rounds
VALUES = values_of_round()
TAKEN = ""  # held by what a step is working on
COSTS = {"ldr": 2, "str": 2}
NAMES = {"and": "ands", "or": "orrs", "eor": "eors"}
HOMES = {f"{i}.{s}": f"X{i}.{s}" for i in range(BITS) for s in (0, 1)}
HOMES |= {f"{i}.{s}": HIGH[2 * n + s] for n, i in enumerate(IN_HIGH) for s in (0, 1)}
CELLS = [place for place in HOMES.values() if place not in HIGH]


def address(cell: str) -> str:
    name, _, share = cell.partition(".")
    return f"[sp, #{name}{' + 4' if share == '1' else ''}]"


@dataclass
class State:
    """What is where. `content`: of each register and cell, live or not; `holds`: the names of live values."""

    uses: dict[str, list[int]]  # steps to come
    content: dict[str, Word]
    holds: dict[str, str]
    words: dict[str, Word]
    lines: list[str] = dataclasses.field(default_factory=list)
    constants: dict[str, int] = dataclasses.field(default_factory=dict)
    waiting: list[int] = dataclasses.field(default_factory=list)  # steps
    cost: int = 0
    score: float = 0.0

    def copy(self) -> State:
        one = dataclasses.replace(self)
        one.content, one.holds, one.lines = dict(self.content), dict(self.holds), list(self.lines)
        one.constants, one.words = dict(self.constants), dict(self.words)
        return one

    def safe(self, place: str, word: Word) -> bool:
        return VALUES.independent(self.content[place], word)

    # Instructions

    # In `changes`, A and B are the operands' latches, N and C flags, and bus, read and write what is on buses.

    def emit(self, text: str, **changes: Word) -> None:
        """A neutral instruction comes first where a latch or flag would combine shares."""
        if not all(self.safe(latch, changes[latch]) for latch in "ABNC" if latch in changes):
            self.neutral()
        assert all(self.safe(place, word) for place, word in changes.items())
        self.content.update(changes)
        self.lines.append(text)
        self.cost += COSTS.get(text.split()[0], 1)

    def neutral(self) -> None:
        self.emit("cmp     rk, rk", **dict.fromkeys("ABNC", VALUES.public))

    def quiet(self, bus: str, word: Word) -> None:
        """Something public is on the bus, if it must be."""
        public = VALUES.public
        if not self.safe(bus, word) or not self.safe("bus", word):
            if bus == "write":
                self.emit("str     rk, [sp, #PUBLIC]", A=public, B=public, bus=public, write=public)
            else:
                register = self.room()
                old = self.content[register]
                self.forget(register)
                self.emit(f"ldr     {register}, [sp, #PUBLIC]", A=public, B=old, bus=public, read=public)
                self.content[register] = public

    def forget(self, place: str) -> None:
        """Another value comes there."""
        self.holds.pop(place, None)
        self.constants.pop(place, None)

    def clear(self, place: str) -> None:
        public, old = VALUES.public, self.content[place]
        self.forget(place)
        if place in LOW:
            self.emit(f"movs    {place}, #0", A=old, B=public, N=public, **{place: public})
        elif place in HIGH:
            self.emit(f"mov     {place}, rk", A=old, B=public, **{place: public})
        else:
            text = f"str     rk, {address(place)}"
            self.emit(text, A=public, B=public, bus=public, write=public, **{place: public})

    def prepare(self, place: str, word: Word) -> None:
        if not self.safe(place, word):
            self.clear(place)

    def move(self, target: str, source: str) -> None:
        word, name = self.content[source], self.holds[source]
        self.prepare(target, word)
        self.forget(target)
        self.emit(f"mov     {target}, {source}", A=self.content[target], B=word, **{target: word})
        self.holds[target] = name

    def load(self, target: str, cell: str, text: str = "", word: Word | None = None, name: str = "") -> None:
        if word is None:
            word, name = self.content[cell], self.holds[cell]
        self.holds[target] = TAKEN
        self.quiet("read", word)
        self.prepare(target, word)
        self.forget(target)
        text = text or f"ldr     {target}, {address(cell)}"
        old = self.content[target]
        self.emit(text, A=VALUES.public, B=old, bus=word, read=word, **{target: word})
        self.holds[target] = name

    def store(self, cell: str, source: str) -> None:
        word, name = self.content[source], self.holds[source]
        self.quiet("write", word)
        self.prepare(cell, word)
        self.forget(cell)
        text = f"str     {source}, {address(cell)}"
        self.emit(text, A=VALUES.public, B=word, bus=word, write=word, **{cell: word})
        self.holds[cell] = name

    def operate(self, kind: str, target: str, source: str, name: str, word: Word | None = None) -> None:
        a, b = self.content[target], self.content[source]
        word = word or VALUES.apply(kind, (a, b))
        if not self.safe(target, word):
            raise Stuck
        self.emit(f"{NAMES[kind]:8}{target}, {target}, {source}", A=a, B=b, N=word, **{target: word})
        self.forget(target)
        self.holds[target] = name
        self.words[name] = word

    def finish(self) -> None:
        """Clears what holds more than the next round's rows."""
        for register in LOW:
            if self.content[register] != VALUES.public:
                self.clear(register)
        if self.content["write"] != VALUES.public:
            self.emit("str     rk, [sp, #PUBLIC]", **dict.fromkeys(["A", "B", "bus", "write"], VALUES.public))

    # Places

    def places(self, name: str) -> list[str]:
        return [place for place, held in self.holds.items() if held == name]

    def is_free(self, place: str) -> bool:
        name = self.holds.get(place)
        return name is None or (name != TAKEN and len(self.places(name)) > 1)

    def room(self, keep: Iterable[str] = (), word: Word | None = None) -> str:
        """A low register that nothing needs, empty or made so; one where the word may follow, if there is one."""
        free = [r for r in LOW if r not in keep and self.is_free(r)]
        if not free:
            candidates = [r for r in LOW if r not in keep and self.holds[r] != TAKEN]
            if not candidates:
                raise Stuck
            victim = max(candidates, key=lambda r: self.next_use(self.holds[r]))
            self.evict(victim)
            free = [victim]
        register = min(free, key=lambda r: self.unfit(r, word))
        self.holds.pop(register, None)
        return register

    def unfit(self, register: str, word: Word | None) -> tuple[bool, ...]:
        """Orders registers: first those that need no clearing, and hold neither a value, a constant nor zero."""
        content = self.content[register]
        taken = (register in self.holds, register in self.constants)
        return (word is not None and not self.safe(register, word), *taken, content == VALUES.public)

    def next_use(self, name: str) -> int:
        return self.uses[name][0] if self.uses.get(name) else 10**6

    def evict(self, place: str, cells: Iterable[str] = CELLS) -> None:
        """Moves the only copy of a value elsewhere."""
        word = self.content[place]
        high = [h for h in HIGH if h != place and self.is_free(h)]
        if high:
            self.move(min(high, key=lambda h: (not self.safe(h, word), h in self.holds)), place)
        else:
            free = [c for c in cells if self.is_free(c)]
            if not free:
                raise Stuck
            cell = min(free, key=lambda c: (not self.safe(c, word), self.content[c] == VALUES.public, c in self.holds))
            self.holds.pop(cell, None)
            self.store(cell, place)
        self.holds.pop(place, None)

    def fetch(self, name: str, keep: Iterable[str] = ()) -> str:
        """The low register with a value, copied there if necessary."""
        places = self.places(name)
        low = [p for p in places if p in LOW]
        return low[0] if low else self.duplicate(name, keep)

    def duplicate(self, name: str, keep: Iterable[str] = ()) -> str:
        """A copy in another low register."""
        word = self.words[name]
        register = self.room(keep, word)
        places = sorted(self.places(name), key=lambda p: p not in LOW and p not in HIGH)
        if places[0] in LOW or places[0] in HIGH:
            self.move(register, places[0])
        else:
            self.load(register, places[0])
        return register

    def drop(self, name: str) -> None:
        for place in self.places(name):
            del self.holds[place]


def dying(state: State, step: Step, number: int) -> set[str]:
    """The operands that no other step needs."""
    return {name for name in step.operands if state.uses[name] == [number]}


def combine(state: State, step: Step, first: str, second: str, last: set[str]) -> None:
    """first = first op second, in a copy of the first where that is needed again."""
    keep = [p for p in state.places(second) if p in LOW]
    target = (state.fetch if first in last else state.duplicate)(first, keep)
    state.holds[target] = TAKEN
    if first not in last and not state.places(first):
        raise Stuck
    source = state.fetch(second, [target])
    if first in last:
        state.drop(first)
    state.operate(step.kind, target, source, step.target)
    if second in last:
        state.drop(second)


def complement(state: State, step: Step, last: set[str]) -> None:
    (name,) = step.operands
    source = state.fetch(name)
    word = VALUES.apply("com", [state.content[source]])
    target = source if name in last else state.room([source], word)
    if target == source:
        state.drop(name)
    state.prepare(target, word)
    state.emit(
        f"mvns    {target}, {source}", A=state.content[target], B=state.content[source], N=word, **{target: word}
    )
    state.forget(target)
    state.holds[target], state.words[step.target] = step.target, word


def enter(state: State, step: Step) -> None:
    """Rotates a row, adds the key and puts it where the next round takes it."""
    place, (row,) = step.target[1:], step.operands
    i, s = int(place[0]), int(place[2])
    register = state.fetch(row)
    state.drop(row)
    state.holds[register] = TAKEN
    if LEFT[i]:
        turn = 32 - 4 * LEFT[i]
        known = [r for r, n in state.constants.items() if n == turn]
        if not known:
            known = [state.room([register], VALUES.public)]
            old, public = state.content[known[0]], VALUES.public
            state.emit(f"movs    {known[0]}, #{turn}", A=old, B=public, N=public, **{known[0]: public})
            state.constants[known[0]] = turn
        state.holds[known[0]] = TAKEN
        old, turned = state.content[register], VALUES.given[f"r{place}"]
        text = f"rors    {register}, {register}, {known[0]}"
        state.emit(text, A=old, B=VALUES.public, N=turned, C=turned, **{register: turned})
        del state.holds[known[0]]
    key = VALUES.given[f"k{place}"]
    other = state.room([register], key)
    state.load(other, "", f"ldr     {other}, [rk, #{4 * (i + 8 * s)}]", key, TAKEN)
    state.operate("eor", other, register, step.target, VALUES.given[f"n{place}"])
    del state.holds[register]
    home = HOMES[place]
    if not state.is_free(home):
        if home in HIGH:
            state.evict(home, [])
        else:
            raise Stuck
    state.holds.pop(home, None)
    if home in HIGH:
        state.move(home, other)
    else:
        state.store(home, other)
    state.holds.pop(other)


def program(stream: random.Random) -> list[Step]:
    b = Builder(stream, dict.fromkeys(["and", "or", "eor", "com"], ""), (), ())
    b.sbox()
    steps = list(b.steps)
    for i in range(BITS):
        for s in stream.sample((0, 1), 2):
            row = b.get(OUT[i], s)
            last = max(n for n, step in enumerate(steps) if row in step.operands or step.target == row)
            steps.insert(last + 1, Step("enter", f"n{i}.{s}", (row,), "", ()))
    return steps


def dependences(steps: list[Step]) -> list[set[int]]:
    made = {step.target: n for n, step in enumerate(steps)}
    before = [{made[n] for n in step.operands if n in made} for step in steps]
    for number, step in enumerate(steps):
        if step.kind == "enter":
            before[number] |= {n for n, other in enumerate(steps[:number]) if step.operands[0] in other.operands}
    return before


def start(steps: list[Step]) -> State:
    words = {f"x{i}.{s}": Word(0, v) for i in range(BITS) for s, v in enumerate(VALUES.columns[0].shares(i))}
    places = [*LOW, *HIGH, *CELLS, *"ABNC", "bus", "read", "write"]
    content = dict.fromkeys(places, VALUES.public)
    holds = {home: f"x{place}" for place, home in HOMES.items()}
    content |= {home: words[f"x{place}"] for place, home in HOMES.items()}
    uses: dict[str, list[int]] = {}
    for number, step in enumerate(steps):
        for name in set(step.operands):
            uses.setdefault(name, []).append(number)
    return State(uses, content, holds, words, waiting=list(range(len(steps))))


def ways(state: State, step: Step, number: int) -> Iterable[State]:
    last = dying(state, step, number)
    first, second = step.operands[0], step.operands[-1]
    for roles in dict.fromkeys([(first, second), (second, first)]):
        one = state.copy()
        try:
            if step.kind == "enter":
                enter(one, step)
            elif step.kind == "com":
                complement(one, step, last)
            else:
                combine(one, step, *roles, last)
        except Stuck:
            continue
        yield one


@dataclass(frozen=True)
class Weights:
    """Of what a step is good for, in cycles."""

    early: float  # a place in the order
    freed: float  # a value that is not needed again
    enter: float
    noise: float


def scored(
    state: State, steps: list[Step], before: list[set[int]], weights: Weights, noise: list[float]
) -> Iterable[State]:
    """The state after each step that is possible, in each way."""
    ready = [n for n in state.waiting if before[n].isdisjoint(state.waiting)][:WINDOW]
    for rank, number in enumerate(ready):
        step = steps[number]
        merit = weights.freed * (len(dying(state, step, number)) - (step.kind != "enter"))
        merit += weights.enter * (step.kind == "enter") - weights.early * rank - weights.noise * noise[number]
        for one in ways(state, step, number):
            one.score += one.cost - state.cost - merit
            one.waiting = [n for n in state.waiting if n != number]
            one.uses = dict(state.uses)
            for name in step.operands:
                one.uses[name] = [n for n in one.uses[name] if n != number]
            yield one


def ordered(seed: int) -> tuple[list[str], int]:
    """The instructions, and their cycles. Raises Stuck."""
    stream = random.Random(seed)
    steps = program(stream)
    before = dependences(steps)
    weights = Weights(stream.uniform(0.02, 0.5), stream.uniform(0.5, 2.5), stream.uniform(0, 8), stream.uniform(0, 1.5))
    beam = [start(steps)]
    for _ in steps:
        noise = [stream.random() for _ in steps]
        found = [one for state in beam for one in scored(state, steps, before, weights, noise)]
        different: dict[tuple[int, ...], State] = {}
        for one in sorted(found, key=lambda one: one.score):
            different.setdefault((*one.waiting, one.cost), one)
        beam = list(different.values())[:BEAM]
    if not beam:
        raise Stuck
    for state in beam:
        state.finish()
    state = min(beam, key=lambda state: state.cost)
    return state.lines, state.cost


def search() -> int:
    return first_seed(ordered, MOST_CYCLES)


def generate() -> str:
    return round_macro("dev/pipo/thumb/masked_v6m.py", "pipo_masked_v6m.S", ordered(SEED)[0])


if __name__ == "__main__":
    OUTPUT.write_text(generate())
