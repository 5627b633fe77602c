# SPDX-License-Identifier: MIT
"""Every number of blocks: one iteration of a loop over blocks, from an arbitrary state of it.

A call with a symbolic number N of blocks at symbolic places runs to the head of its loop: an instruction to which it
comes back after so many blocks, its width.  The state there is a function of N and the places.  An iteration later,
parts of it are the same, others are that function of N - width and of places that have advanced: so they are given for
turn t, with N - t width.  All other parts become arbitrary.  From such a state, for every t,

1. an iteration with `least` blocks left or more treats its blocks as specified and ends in that state of turn t + 1;
2. with each number below `least` left, down to least - width, the call ends as specified.

With all calls of fewer than `least` blocks, which are cases of their own, every number of blocks follows by induction.
Branches and addresses may depend on N, the places and t alone: public.h."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain, pairwise

from .case import Call
from .claims import Loop
from .core import EACH, FALSE, TRUE, Lits, lits
from .machines import EVERY_LOOP, FIXED, LEVELS, LOOP_LEVELS, PLACE, Machine, Number, State, Stopped

ROOM = (4, 20)  # blocks of a run that looks for the loop
PAUSES = 20_000  # of it
MOST_HEADS = 3  # that are tried of those that it finds
ROUNDS = 6  # of making a state more general
FAR = 1000  # number of a block that no other run has


Byte = tuple[int, int]  # of a state: a byte, by its region's address and its number, or a register
REGISTER = -1


def level(bit: int, which: int) -> int:
    """In the order of diagrams: of the same bit of two places, the number of blocks and the turn."""
    return LEVELS * bit + LEVELS - LOOP_LEVELS + which


class NoStep(Exception):
    """Why the loop is not shown."""


def least(machine: Machine, loop: Loop, likely: list[tuple[int, int]]) -> tuple[int, int]:
    """From which number of blocks on every call is shown, and how many blocks an iteration treats.  `likely`: heads of
    the same function's loops and their widths, which are tried first, and to which one that is shown is added."""
    walk, why = Walk(machine, loop), ""
    try:
        for head, width in chain(list(likely), walk.heads()):
            for number in sorted({width, width + 1, 2 * width, 2 * width + 1}):
                try:
                    walk.show(head, width, number)
                    likely[:] = dict.fromkeys([(head, width), *likely])
                    return number, width
                except (Stopped, NoStep) as reason:
                    why = str(reason)
                    walk.heed(reason)
    finally:
        machine.graph.assume(TRUE)
    if walk.undecided:
        raise walk.undecided
    raise NoStep(why or "no instruction to which it comes back after the same number of blocks")


class Walk:
    """Calls with a symbolic number of blocks at symbolic places."""

    def __init__(self, machine: Machine, loop: Loop):
        self.machine, self.loop, self.graph = machine, loop, machine.graph
        bits, shift = 8 * machine.word, loop.size.bit_length() - 1
        self.count = self.graph.input("loop: count", bits)
        self.graph.public(self.count, [level(i + shift, 2) for i in range(bits)])
        self.places, self.low = dict[str, Lits](), dict[str, int]()
        usual, fixed = 1 if loop.way.anywhere else machine.aligned, dict(machine.part.fixed)
        for n, name in enumerate(["out", *([] if loop.way.in_place else ["in"])]):
            low = (FIXED if name in fixed else usual).bit_length() - 1
            place = self.graph.input(f"loop: {PLACE}{name}", bits)
            self.graph.public(place, [level(i, n) for i in range(bits)])
            self.places[name], self.low[name] = lits(fixed.get(name, 0), low) + place[low * EACH :], low
        self.symbols = self.listed(self.count, self.places)
        self.bits, self.shift = bits, shift
        self.loose: set[Byte] = set()
        self.undecided: Stopped | None = None
        self.turn = self.graph.input("loop: turn", bits)
        self.graph.public(self.turn, [level(i + shift, 3) for i in range(bits)])

    def heed(self, reason: Exception) -> None:
        """Keeps the first reason that smaller parts of all places may decide."""
        if isinstance(reason, Stopped) and reason.parts and not self.undecided:
            self.undecided = reason

    def times(self, bits: Lits, shift: int) -> tuple[Lits, Lits]:
        """A number times a power of two, and what must be zero so that this is right."""
        kept = len(bits) - shift * EACH
        return FALSE * shift + bits[:kept], bits[kept:]

    def assume(self, count: Lits, wrong: Lits = b"") -> None:
        """Buffers of so many blocks lie in memory, and other bits are zero."""
        size, above = self.times(count, self.shift)
        wrong += above + b"".join(self.graph.add(place, size)[1] for place in self.places.values())
        right = TRUE
        for i in range(0, len(wrong), EACH):
            right = self.graph.gates("&", right, self.graph.gates("^", wrong[i : i + EACH], TRUE))
        self.right = right
        self.require(right)

    def below(self, count: Lits, other: Lits) -> Lits:
        carry = self.graph.add(count, self.graph.gates("^", other, TRUE * self.bits), 1)[1]
        return self.graph.gates("^", carry, TRUE)

    def at(self, turn: Lits, width: int) -> tuple[Lits, dict[str, Lits], Lits]:
        """Blocks that are left in a turn, places that have advanced, and what must be zero so that this is right."""
        blocks, above = self.times(turn, width.bit_length() - 1)
        size, beyond = self.times(blocks, self.shift)
        left = self.graph.add(self.count, self.graph.gates("^", blocks, TRUE * self.bits), 1)[0]
        places = {name: self.graph.add(place, size)[0] for name, place in self.places.items()}
        return left, places, above + beyond + self.below(self.count, blocks)

    def listed(self, left: Lits, places: dict[str, Lits]) -> Lits:
        """In the order of the symbols that they take the place of."""
        return b"".join([left, *(place[self.low[name] * EACH :] for name, place in places.items())])

    def prepare(self, blocks: list[Lits], places: dict[str, Lits], first: int = 0) -> None:
        """Memory of a call that may touch these blocks, of which so many others come first."""
        size, content, here = self.loop.size * len(blocks), b"".join(blocks), self.loop
        self.machine.prepare(here.buffers(size, content, here.way))
        for name, place in places.items():
            self.machine.based(name, first * self.loop.size, place)
        self.require(self.right, self.machine.fits)

    def require(self, numbers: Lits, places: Lits = TRUE) -> None:
        part = self.machine.part
        numbers, places = self.graph.gates("&", numbers, part.of_loop), self.graph.gates("&", places, part.condition)
        if not self.graph.assume(numbers, places):
            raise NoStep("nothing is as it assumes")

    def enter(self) -> tuple[Call, list[Number]]:
        """Makes the calls before the one with blocks; that one, and what it must keep."""
        *before, last = self.loop.calls(self.count, "out" if self.loop.way.in_place else "in")
        for call in before:
            self.machine.call(call)
        self.unchanged = {name: self.machine.content(name) for name in last.unchanged}
        return last, self.machine.begin(last)

    def done(self, before: Lits) -> int:
        """Bytes of the output that are not as they were."""
        now, size = self.machine.raw("out"), 8 * EACH
        return sum(now[i : i + size] != before[i : i + size] for i in range(0, len(now), size))

    def heads(self) -> Iterator[tuple[int, int]]:
        """Instructions to which a long call comes back each time that it has treated the same number of blocks."""
        for room in ROOM:
            self.assume(self.count, self.below(self.count, lits(room, self.bits)))
            self.prepare([self.loop.any_block(i) for i in range(room)], self.places)
            call, _ = self.enter()
            before, pc, seen = self.machine.raw("out"), call.function, dict[int, list[int]]()
            try:
                for _ in range(PAUSES):
                    pc = self.machine.run(pc, EVERY_LOOP)
                    if pc == self.machine.end:
                        break
                    seen.setdefault(pc, []).append(self.done(before))
            except Stopped as stopped:  # at the end of its buffers, or where the number of blocks decides
                self.heed(stopped)
            steps = {pc: {b - a for a, b in pairwise(at)} for pc, at in seen.items()}
            widths = {pc: some.pop() for pc, some in steps.items() if len(some) == 1}
            found = [(pc, n // self.loop.size) for pc, n in widths.items() if n and n % self.loop.size == 0]
            found = [(pc, n) for pc, n in found if n & n - 1 == 0]
            yield from found[:MOST_HEADS]

    def show(self, head: int, width: int, number: int) -> None:
        """Everything that the first lines of this file say."""
        machine, loop = self.machine, self.loop
        kept, call, first, start, later = self.begin(head, width, number)
        if number - width < first:
            raise NoStep("its first iteration treats more blocks")
        general = self.general(start, later, width)
        blocks = [loop.block(i) for i in range(number)]
        left, places, wrong = self.at(self.turn, width)
        for _ in range(ROUNDS):
            self.assume(self.count, wrong + self.below(left, lits(number, self.bits)))
            self.prepare([b for b, _ in blocks[:width]], places, first)
            machine.restore(general)
            self.to(head, head, head)
            later = machine.save(head, loop.written)
            loose = self.differing(
                self.mapped(general, self.turn, self.graph.add(self.turn, lits(1, self.bits))[0]), later
            )
            if not loose - self.loose:
                break
            self.loose |= loose
            general = self.loosened(general)
        else:
            raise NoStep("its state does not settle")
        self.compare([b for _, b in blocks[:width]], "an iteration")
        for rest in range(number - width, number):
            self.end(general, width, first, blocks[first:rest], call, kept)

    def begin(self, head: int, width: int, number: int) -> tuple[list[Number], Call, int, State, State]:
        """From a call to its loop: what the call must keep, the call, how many blocks it has treated then, the state
        there, and that after another iteration."""
        machine, loop, first = self.machine, self.loop, 0
        self.assume(self.count, self.below(self.count, lits(number, self.bits)))
        for _ in range(2):
            early = [loop.block(FAR + i) for i in range(first)]
            self.prepare([*(b for b, _ in early), *(loop.any_block(i) for i in range(2 * width))], self.places)
            call, kept = self.enter()
            before = machine.raw("out")
            self.to(head, call.function, head)
            treated, rest = divmod(self.done(before), loop.size)
            if rest or treated > width:
                raise NoStep("the blocks before its loop are not whole")
            if treated == first:
                break
            first = treated
        if machine.raw("out")[: 8 * EACH * first * loop.size] != b"".join(b for _, b in early):
            raise NoStep("the blocks before its loop are not shown to be as specified")
        start = machine.save(head, loop.written)
        self.to(head, head, head)
        if self.done(before) != (first + width) * loop.size:
            raise NoStep("its first iteration is another one")
        return kept, call, first, start, machine.save(head, loop.written)

    def to(self, expected: int, pc: int, pause: int) -> None:
        if self.machine.run(pc, pause) != expected:
            raise NoStep("it ends before it comes back")

    def compare(self, expected: list[Lits], what: str) -> None:
        if self.machine.content("out") != b"".join(expected):
            raise NoStep(f"{what} is not shown to be as specified")

    def end(
        self, general: State, width: int, first: int, blocks: list[tuple[Lits, Lits]], call: Call, kept: list[Number]
    ) -> None:
        """From a state with these blocks left, behind the first ones, until the call returns."""
        done, above = self.times(self.turn, width.bit_length() - 1)
        left = lits(first + len(blocks), self.bits)
        count, carry = self.graph.add(done, left)
        size, beyond = self.times(done, self.shift)
        self.assume(count, above + carry + beyond)
        places = {name: self.graph.add(place, size)[0] for name, place in self.places.items()}
        self.prepare([b for b, _ in blocks], places, first)
        self.machine.restore(self.mapped(general, self.count, count))
        self.to(self.machine.end, general.pc, self.machine.end)
        self.machine.returned(call.function, kept)
        if call.status and self.machine.result() != 0:
            raise NoStep("its status is another one")
        if any(self.machine.content(name) != was for name, was in self.unchanged.items()):
            raise NoStep("what later calls need changes")
        self.compare([b for _, b in blocks], f"its end with {first + len(blocks)} blocks")

    def mapped(self, state: State, symbols: Lits, others: Lits) -> State:
        """With other literals in place of public symbols."""

        def new(bits: Number) -> Number:
            return bits if isinstance(bits, int) else self.graph.replaced(bits, symbols, others)

        registers = {r: new(bits) for r, bits in state.registers.items()}
        memory = {at: (self.graph.replaced(bits, symbols, others), w) for at, (bits, w) in state.memory.items()}
        return replace(state, registers=registers, memory=memory)

    def differing(self, state: State, later: State) -> set[Byte]:
        """Parts that are not the same function of public symbols, or of others alone."""
        found, each = set(), 8 * EACH
        for r, bits in state.registers.items():
            now = later.registers[r]
            if isinstance(bits, int) or isinstance(now, int):
                if bits != now:
                    raise NoStep("its stack moves")
            elif not self.graph.same(bits, now):
                found.add((REGISTER, r))
        for at, (bits, written) in state.memory.items():
            now = later.memory[at][0]
            for i in (i for i, w in enumerate(written) if w):
                if not self.graph.same(bits[each * i : each * (i + 1)], now[each * i : each * (i + 1)]):
                    found.add((at, i))
        return found

    def general(self, start: State, later: State, width: int) -> State:
        """The state of any turn, from those of the first two."""
        left, places, _ = self.at(lits(1, self.bits), width)
        moving = self.differing(start, later)
        self.loose = moving & self.differing(self.mapped(start, self.symbols, self.listed(left, places)), later)
        left, places, _ = self.at(self.turn, width)
        moved = self.mapped(start, self.symbols, self.listed(left, places))
        registers = {r: moved.registers[r] if (REGISTER, r) in moving else b for r, b in start.registers.items()}
        memory = {}
        for at, (bits, written) in start.memory.items():
            whole = bytearray(bits)
            for _, i in (part for part in moving if part[0] == at):
                whole[8 * EACH * i : 8 * EACH * (i + 1)] = moved.memory[at][0][8 * EACH * i : 8 * EACH * (i + 1)]
            memory[at] = bytes(whole), written
        return self.loosened(State(start.pc, registers, memory))

    def loosened(self, state: State) -> State:
        """With arbitrary contents of what is loose."""
        registers = state.registers | {
            r: self.graph.input(f"loop: register {r}", self.machine.register_bits)
            for at, r in self.loose
            if at == REGISTER
        }
        memory = {}
        for at, (bits, written) in state.memory.items():
            kept, flags = bytearray(bits), bytearray(written)
            for _, i in (part for part in self.loose if part[0] == at):
                kept[8 * EACH * i : 8 * EACH * (i + 1)] = bytes(8 * EACH)
                flags[i] = 0
            memory[at] = bytes(kept), bytes(flags)
        return replace(state, registers=registers, memory=memory)
