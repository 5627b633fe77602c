# SPDX-License-Identifier: MIT
"""Writes keccak/thumb/rounds.inc: the rounds of Keccak-f[1600] for ARMv7-M, on its registers.

    python3 -m dev.keccak.thumb.rounds

A round is theta's sums of columns and its ten words d, then ten half rows: the even or odd halves of five lanes are
loaded, XORed with d, and combined by chi.  ORDER is the sequence of the half rows; SUMMED are the words added
to theta's next sums while in a register.  Both determine the number of loads and stores, and come from search().

No half is rotated by an instruction of its own.  Each word has a pending rotation by a constant, applied
by the second operand of the next EOR or BIC.  A word XORed with d has the pending rotation of d; chi's results add
that of rho.  FORMS selects which of the two sums of a d is the first operand, such that pending rotations are equal in
all rounds."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass, field
from pathlib import Path

OUTPUT = Path(__file__).parents[3] / "src/keccak/thumb/rounds.inc"
REGISTERS = [*(f"r{i}" for i in range(1, 13)), "lr", "r0"]  # r0: the caller's state, in the first and the last round
TRIES = 5000
SPILLED, CONSTANTS = 400, 440  # offsets in the frame: spilled words d, address of the round constants

Half = tuple[int, int]  # of a column x: its even (0) or odd (1) bits
Word = tuple[int, int, int]  # y, x, half

# fmt: off
ORDER = [(1, 1), (2, 1), (4, 0), (0, 1), (3, 1), (4, 1), (1, 0), (2, 0), (0, 0), (3, 0)]
SUMMED: set[Word] = {
    (0, 1, 0), (0, 2, 0), (0, 3, 0), (0, 4, 0), (1, 2, 0), (1, 3, 0), (1, 4, 0), (2, 1, 0), (2, 2, 0), (2, 3, 0),
    (2, 4, 0), (3, 1, 0), (3, 2, 0), (3, 3, 0), (3, 4, 0),
}
# fmt: on

RHO = [[0, 36, 3, 41, 18], [1, 44, 10, 45, 2], [62, 6, 43, 15, 61], [28, 55, 25, 21, 56], [27, 20, 39, 8, 14]]
HALVES: list[Half] = [(x, half) for x in range(5) for half in (0, 1)]


def sources(y: int, half: int) -> list[tuple[Word, int]]:
    """The words that pi and rho move into a half row, with left rotations."""
    words = []
    for x in range(5):
        column = next(c for c in range(5) if (2 * c + 3 * x) % 5 == y)
        rotation = RHO[column][x]
        source = half ^ rotation & 1
        words.append(((x, column, source), (rotation + 1 - half) // 2 % 32))
    return words


SOURCES = {(y, half): sources(y, half) for y in range(5) for half in (0, 1)}


def sums_of(d: Half) -> tuple[Half, Half]:
    """d[x] = sum[x-1] ^ rol(sum[x+1], 1)"""
    x, half = d
    return ((x - 1) % 5, half), ((x + 1) % 5, 1 - half)


class OutOfRegisters(Exception):
    """Too few registers."""


@dataclass
class Step:
    text: str  # {0}: result, {1}, ...: operands
    result: str
    operands: list[str]
    cycles: int = 1

    @property
    def kind(self) -> str:
        return self.text[:3]


@dataclass
class Frames:
    """Pending left rotations."""

    seeds: dict[Half, Word]  # the first word of each sum
    forms: dict[Half, int]
    d: dict[Half, int]
    words: dict[Word, int]


def frames(order: list[Half], summed: set[Word], stream: random.Random) -> Frames:
    """Pending rotations that are equal in all rounds."""
    first_words: dict[Half, Word] = {}
    for y, half in order:
        for x in range(5):
            if (y, x, half) in summed:
                first_words.setdefault((x, half), (y, x, half))
    for _ in range(100000):
        seeds = {(x, half): first_words.get((x, half), (stream.randrange(5), x, half)) for x, half in HALVES}
        forms = {d: stream.randrange(2) for d in HALVES}

        before = {}
        for d, form in forms.items():
            y, x, half = seeds[sums_of(d)[form]]
            (_, column, source), turn = SOURCES[y, half][x]
            before[d] = (column, source), turn + (form & 1 - d[1])
        waits: dict[Half, int] = {}
        for d in HALVES:
            path = [d]
            while path[-1] not in waits and path[-1] not in path[:-1]:
                path.append(before[path[-1]][0])
            waits.setdefault(path[-1], 0)
            for one in reversed(path[:-1]):
                previous, turn = before[one]
                waits.setdefault(one, (waits[previous] + turn) % 32)
        if all(waits[d] == (waits[before[d][0]] + before[d][1]) % 32 for d in HALVES):
            words = {}
            for (y, half), row in SOURCES.items():
                for x, ((_, column, source), turn) in enumerate(row):
                    words[y, x, half] = (waits[column, source] + turn) % 32
            return Frames(seeds, forms, waits, words)
    raise OutOfRegisters("no frames")


@dataclass
class Round:
    order: list[Half]
    summed: set[Word]
    frames: Frames
    first: bool = False
    last: bool = False
    steps: list[Step] = field(default_factory=list)
    sums: set[Half] = field(default_factory=set)  # sums in registers
    spilled: set[Half] = field(default_factory=set)
    pending: tuple[str, Word] | None = None  # stored after the next loads
    start: Half = (0, 0)  # the first word d

    @property
    def registers(self) -> list[str]:
        return REGISTERS[:-1] if self.first or self.last else REGISTERS

    def step(self, text: str, result: str, *operands: str) -> None:
        self.steps.append(Step(text, result, list(operands)))

    def rotated(self, name: str, result: str, a: str, b: str, right: int) -> None:
        self.step(f"{name}.w   {{0}}, {{1}}, {{2}}" + (f", ror #{right % 32}" if right % 32 else ""), result, a, b)

    def load(self, word: Word) -> str:
        y, x, half = word
        self.step(f"ldr.w   {{0}}, [\\from, #\\from_at + {8 * (x + 5 * y) + 4 * half}]", f"a{y}{x}{half}")
        return f"a{y}{x}{half}"

    def store(self, base: str = "to") -> None:
        if self.pending:
            value, (y, x, half) = self.pending
            self.step(f"str.w   {{1}}, [\\{base}, #\\{base}_at + {8 * (x + 5 * y) + 4 * half}]", "", value)
        self.pending = None

    def wait(self, word: Word) -> int:
        return 0 if self.first else self.frames.words[word]

    # theta

    def theta(self) -> None:
        in_registers = set(self.sums)
        pending = []
        for x, half in sorted(HALVES, key=in_registers.__contains__):
            column = [(y, x, half) for y in range(5) if self.first or (y, x, half) not in self.summed]
            seed = self.frames.seeds[x, half]
            pending += sorted(column, key=seed.__ne__)
        while pending:
            available = len(self.registers) - len(self.sums) - (self.pending is not None)
            if available <= 0:
                raise OutOfRegisters
            batch, pending = pending[:available], pending[available:]
            values = {}
            for word in batch:
                values[word] = self.load(word)
                self.sums.add(word[1:])
            self.store("from")
            for word, value in values.items():
                _, x, half = word
                seed = self.frames.seeds[x, half]
                if word == seed:
                    self.steps[next(i for i, s in enumerate(self.steps) if s.result == value)].result = f"s{x}{half}"
                else:
                    self.rotated("eor", f"s{x}{half}", f"s{x}{half}", value, self.wait(seed) - self.wait(word))
        d: Half = self.start
        for _ in HALVES:
            a, b = sums_of(d)
            ahead = 1 - d[1]  # of the second sum
            wait_a, wait_b = self.wait(self.frames.seeds[a]), self.wait(self.frames.seeds[b]) + ahead
            name, (na, nb) = f"d{d[0]}{d[1]}", (f"s{c[0]}{c[1]}" for c in (a, b))
            if self.frames.forms[d]:
                self.rotated("eor", name, nb, na, wait_b - wait_a)
            else:
                self.rotated("eor", name, na, nb, wait_a - wait_b)
            if self.first:
                wait = wait_b if self.frames.forms[d] else wait_a
                if (self.frames.d[d] - wait) % 32:
                    self.step(f"ror.w   {{0}}, {{1}}, #{(self.frames.d[d] - wait) % 32}", name, name)
            if d in self.spilled:
                self.step(f"str.w   {{1}}, [sp, #{SPILLED + 4 * HALVES.index(d)}]", "", name)
            d = ((d[0] + 2) % 5, 1 - d[1])
        self.sums = set()

    # chi

    def chi(self) -> None:
        live = set(HALVES)
        uses = {d: [k for k, row in enumerate(self.order) if d in {w[1:] for w, _ in SOURCES[row]}] for d in HALVES}

        def next_use(d: Half, k: int) -> int:
            return next((u for u in uses[d] if u >= k), 99)

        for k, (y, half) in enumerate(self.order):
            row = SOURCES[y, half]
            needed = [word[1:] for word, _ in row]
            live = {d for d in live if next_use(d, k) < 99}
            constant = y == 0 and not self.first and not self.last
            available = len(self.registers) - 5 - 1 - len(self.sums) - constant

            def drop(among: set[Half], after: int = k + 1, live: set[Half] = live) -> None:
                if not among:
                    raise OutOfRegisters
                out = max(among, key=lambda one: (next_use(one, after), one))
                live.discard(out)
                self.spilled.add(out)

            while len(live | set(needed)) > available and live - set(needed):
                drop(live - set(needed))
            while len(live) > available:
                drop(live)
            to_load = [d for d in needed if d not in live]
            self.spilled.update(to_load)
            if constant:
                self.step(f"ldr.w   {{0}}, [sp, #{CONSTANTS}]", f"p{half}")
            values = [self.load(word) for word, _ in row]
            done: set[int] = set()
            while True:
                if not done and constant:
                    self.step(f"ldr.w   {{0}}, [{{1}}, #\\constant + {4 * half}]", f"k{half}", f"p{half}")
                loaded = 0
                while to_load and len(live) < available:
                    d = to_load.pop(0)
                    self.step(f"ldr.w   {{0}}, [sp, #{SPILLED + 4 * HALVES.index(d)}]", f"d{d[0]}{d[1]}")
                    live.add(d)
                    loaded += 1
                self.store()
                for x, (word, _) in enumerate(row):
                    d = word[1:]
                    if x not in done and d in live:
                        self.rotated("eor", f"b{k}{x}", f"d{d[0]}{d[1]}", values[x], self.frames.d[d] - self.wait(word))
                        done.add(x)
                        if next_use(d, k + 1) == 99:
                            live.discard(d)
                if not to_load:
                    break
                if len(live) >= available:
                    drop(live)
            after = self.sums | {(x, half) for x in range(5) if (y, x, half) in self.summed and not self.last}
            while live and len(live) + len(after) + 6 > len(self.registers):
                drop(live)
            self.combine(k, y, half)
            self.sums = after

    def combine(self, k: int, y: int, half: int) -> None:
        b = [f"b{k}{x}" for x in range(5)]
        wait = [self.frames.words[y, x, half] for x in range(5)]
        for x in range(5):
            after, last = (x + 1) % 5, (x + 2) % 5
            word = (y, x, half)
            sums = word in self.summed and not self.last
            begins = sums and self.frames.seeds[x, half] == word
            t = f"s{x}{half}" if begins else f"t{k}{x}"
            self.rotated("bic", t, b[last], b[after], wait[last] - wait[after])
            if self.last and wait[x] and not wait[last]:
                self.rotated("eor", t, t, b[x], -wait[x])
            else:
                self.rotated("eor", t, b[x], t, wait[x] - wait[last])
                if self.last and wait[x]:
                    self.step(f"ror.w   {{0}}, {{1}}, #{32 - wait[x]}", t, t)
            if word == (0, 0, 0) and self.first:
                self.step(f"eor.w   {{0}}, {{1}}, #{1 << (32 - wait[0]) % 32}", t, t)
            elif word == (0, 0, 1) and self.last:
                self.step("eor.w   {0}, {1}, #0x80008000", t, t)
                self.step("eor.w   {0}, {1}, #0x82", t, t)
            elif (y, x) == (0, 0) and not self.first and not self.last:
                self.rotated("eor", t, t, f"k{half}", wait[0])
            if sums and not begins:
                seed = self.frames.seeds[x, half]
                self.rotated("eor", f"s{x}{half}", f"s{x}{half}", t, self.frames.words[seed] - wait[x])
            self.pending = (t, word)
            if x < 4 or (self.last and k == 9):
                self.store()

    def build(self) -> None:
        """Two passes: the first one finds the spills."""
        for _ in range(2):
            self.steps = []
            live = {(x, half) for y, x, half in self.summed}
            self.sums = set() if self.first else set(live)
            word = (self.order[-1][0], 4, self.order[-1][1])
            value = f"s4{word[2]}" if word in self.summed and self.frames.seeds[4, word[2]] == word else "pending"
            self.pending = None if self.first else (value, word)
            self.theta()
            self.chi()
        if self.pending and self.pending[0].startswith("t"):
            name = self.pending[0]
            for s in self.steps:
                s.result = "pending" if s.result == name else s.result
                s.operands = ["pending" if r == name else r for r in s.operands]

    def cycles(self) -> int:
        total, before = 0, ""
        for s in self.steps:
            total += 1
            if s.kind == "ldr" and before != "ldr":
                total += 1 + (before == "str")
            if s.kind == "str" and before == "ldr":
                total -= 1
            before = s.kind
        return total


@dataclass
class Span:
    name: str
    begins: int
    ends: int
    register: str = ""


def spans(r: Round) -> list[Span]:
    """Live ranges of values in registers."""
    end = len(r.steps)
    open_: dict[str, Span] = {}
    result = []
    if not r.first:
        inside = {f"s{x}{half}" for _, x, half in r.summed} | ({"pending"} if has_pending(r) else set())
        for name in sorted(inside):
            open_[name] = Span(name, -1, -1)
            result.append(open_[name])
    for i, s in enumerate(r.steps):
        for name in s.operands:
            open_[name].ends = i
        if s.result and s.result not in s.operands:
            open_[s.result] = Span(s.result, i, i + 1)
            result.append(open_[s.result])
    if not r.last:
        for name in {f"s{x}{half}" for _, x, half in r.summed} | ({"pending"} if has_pending(r) else set()):
            open_[name].ends = end
    return result


def has_pending(r: Round) -> bool:
    y, half = r.order[-1]
    word = (y, 4, half)
    return not (word in r.summed and r.frames.seeds[4, half] == word)


def pressure(r: Round) -> int:
    ranges = spans(r)
    return max(sum(s.begins < i <= s.ends for s in ranges) for i in range(len(r.steps) + 1))


def between(r: Round) -> dict[str, str]:
    """Registers of values between rounds."""
    names = sorted({f"s{x}{half}" for _, x, half in r.summed}) + (["pending"] if has_pending(r) else [])
    return dict(zip(names, REGISTERS, strict=False))


def allocate(r: Round, stream: random.Random, tries: int) -> list[Span] | None:
    """Randomized linear-scan allocation; None on failure."""
    end = len(r.steps)
    fixed = between(r)
    for _ in range(tries):
        ranges = sorted(spans(r), key=lambda s: s.begins)
        reserved = {}
        for s in ranges:
            if s.begins == -1 or (s.ends == end and not r.last):
                s.register = fixed[s.name]
                if s.begins >= 0:
                    reserved[s.register] = s
        active: list[Span] = []
        for s in ranges:
            active = [a for a in active if a.ends > s.begins]
            used = {a.register for a in active}
            if s.register:
                if s.register in used:
                    break
            else:
                free = [x for x in r.registers if x not in used and not (x in reserved and reserved[x].begins < s.ends)]
                if not free:
                    break
                reserved_later = [x for x in free if x in reserved]
                s.register = stream.choice(reserved_later if reserved_later and stream.random() < 0.7 else free)
            active.append(s)
        else:
            return ranges
    return None


def text(r: Round, ranges: list[Span]) -> list[str]:
    where = {s.name: s.register for s in ranges if s.begins == -1}
    begins: dict[int, Span] = {s.begins: s for s in ranges}
    lines = []
    for i, s in enumerate(r.steps):
        operands = [where[name] for name in s.operands]
        if i in begins:
            where[s.result] = begins[i].register
        lines.append("    " + s.text.format(where.get(s.result, ""), *operands))
    return lines


def best_start(f: Frames, first: bool, last: bool) -> Round:
    """The best of the ten orders of the words d."""
    rounds = [Round(ORDER, SUMMED, f, first, last, start=start) for start in HALVES]
    for r in rounds:
        r.build()
    return min(rounds, key=Round.cycles)


def round_cycles(order: list[Half], summed: set[Word]) -> int:
    """Cycles of a round, ignoring rotations."""
    first_words = {(x, half): (y, x, half) for y, half in reversed(order) for x in range(5) if (y, x, half) in summed}
    seeds = {(x, half): first_words.get((x, half), (0, x, half)) for x, half in HALVES}
    none = dict.fromkeys(HALVES, 0)
    words = {(y, x, half): 1 for y in range(5) for x, half in HALVES}
    r = Round(order, summed, Frames(seeds, none, none, words))
    try:
        r.build()
    except OutOfRegisters:
        return 999
    return r.cycles() if pressure(r) <= len(REGISTERS) else 999


def search(tries: int, seed: int) -> tuple[int, list[Half], set[Word]]:
    """Simulated annealing for ORDER and SUMMED; 100 tries take some minutes."""
    stream = random.Random(seed)
    best = (999, ORDER, SUMMED)
    for _ in range(tries):
        order, summed = stream.sample(HALVES, 10), set[Word]()
        current, temperature = round_cycles(order, summed), 3.0
        for _ in range(1500):
            o, s = order.copy(), summed.copy()
            x, half = stream.choice(HALVES)
            kind = stream.random()
            if kind < 0.35:
                i, j = stream.sample(range(10), 2)
                o[i], o[j] = o[j], o[i]
            elif kind < 0.7:
                s ^= {(stream.randrange(5), x, half)}
            elif kind < 0.85:
                s |= {(y, x, half) for y, h in o[stream.randrange(10) :] if h == half}
            else:
                s -= {(y, x, half) for y in range(5)}
            candidate = round_cycles(o, s)
            if candidate <= current or stream.random() < math.exp((current - candidate) / temperature):
                order, summed, current = o, s, candidate
                best = min(best, (current, order, summed), key=lambda result: result[0])
            temperature = max(0.3, temperature * 0.998)
    return best


def generate() -> str:
    stream = random.Random(1)
    f = frames(ORDER, SUMMED, stream)
    lines = [
        "/* SPDX-License-Identifier: MIT */",
        "/* Written by dev/keccak/thumb/rounds.py: the rounds of Keccak-f[1600], from one state to",
        " * another.  `constant` is the offset of the round constant. */",
        "",
        "/* clang-format off */",
    ]
    for name in ("first_round", "middle_round", "last_round"):
        r = best_start(f, name == "first_round", name == "last_round")
        placed = allocate(r, stream, TRIES)
        if placed is None:
            raise OutOfRegisters(name)
        arguments = "from, from_at, to, to_at" + (", constant" if name == "middle_round" else "")
        lines += [f".macro {name} {arguments}", *text(r, placed), ".endm", ""]
    return "\n".join([*lines[:-1], ""])


if __name__ == "__main__":
    OUTPUT.write_text(generate())
