# SPDX-License-Identifier: MIT
"""Any number of blocks, by induction over the iterations of a loop.

A call with a symbolic number N of blocks at symbolic addresses runs to the loop head: an instruction that is reached
again after a fixed number of blocks, the width.  Comparing the state with that after one more iteration gives the
state of iteration t: parts are invariant, or the same function of the blocks left and of advanced addresses, and all
others are havocked.  These functions need agree only where `least` or more blocks are left before the iteration, since
no other one is made in step 1.  In that state N and the addresses stand for what is left and for where it lies, so
that the call began with N + t width blocks at addresses t width blocks before; only invariant parts depend on t.  For
every t,

1. with `least` or more blocks left, an iteration is right and ends in the state of iteration t + 1;
2. with fewer left, down to least - width, the call ends as specified.

Calls with fewer than `least` blocks are cases of their own.  Branches and addresses may depend on N, the addresses and
t only: public.h."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain, pairwise

from .case import Call
from .claims import Loop
from .core import FALSE, LIT_BYTES, READS, TRUE, Lits, literal_list, lits
from .machines import EVERY_LOOP, LEVELS, LOOP_LEVELS, PLACE, Machine, Number, State, Stopped

PROBE_BLOCKS = (4, 20, 260)  # blocks of runs that search for the loop
MAX_PAUSES = 20_000  # of such a run
MAX_HEADS = 6  # loop heads to try
MAX_WEAKENINGS = 6  # rounds of havocking
MAX_WIDTHS = 4  # that a call must have for its first iteration
MAX_RESIDUE_BITS = 7
UNUSED_BLOCK = 1000  # first number of blocks that no other run uses


Step = tuple[int, int, int]  # head, width, number of blocks from which on the proof holds
Byte = tuple[int, int]  # (address of a region, index) or (REGISTER, number)
REGISTER = -1


def level(bit: int, which: int) -> int:
    """The BDD level of a bit of two addresses, the number of blocks and the iteration."""
    return LEVELS * bit + LEVELS - LOOP_LEVELS + which


class NotInductive(Exception):
    """The loop is not proved."""


def prove_loop(machine: Machine, loop: Loop, candidates: list[Step]) -> tuple[int, int]:
    """The number of blocks from which on the proof holds, and the width.  `candidates`: steps of the same function to
    try first; a proved one is added.  Where branches depend on low bits of the number of blocks, each of
    their values is a proof of its own."""
    whole = LoopProof(machine, loop)
    try:
        return whole.prove(candidates)
    except NotInductive:
        bits = whole.residue_bits
        if not bits:
            raise
    return max(LoopProof(machine, loop, bits, residue).prove(candidates) for residue in range(1 << bits))


class LoopProof:
    """Calls with a symbolic number of blocks, whose low `bits` may be fixed, at symbolic addresses."""

    def __init__(self, machine: Machine, loop: Loop, fixed_bits: int = 0, residue: int = 0):
        self.machine, self.loop, self.graph = machine, loop, machine.graph
        bits, shift = 8 * machine.word, loop.size.bit_length() - 1
        self.modulus, self.residue, self.fixed_bits, self.residue_bits = 1 << fixed_bits, residue, fixed_bits, 0
        self.number = self.graph.input("loop: count", bits)
        self.graph.make_public(self.number, [level(i + shift, 2) for i in range(bits)])
        self.count = lits(residue, fixed_bits) + self.number[fixed_bits * LIT_BYTES :]
        self.places, self.low = dict[str, Lits](), dict[str, int]()
        usual, fixed = 1 if loop.way.anywhere else machine.word_alignment, dict(machine.part.fixed)
        for n, name in enumerate(["out", *([] if loop.way.in_place else ["in"])]):
            low = (machine.granule_of(name) if name in fixed else usual).bit_length() - 1
            place = self.graph.input(f"loop: {PLACE}{name}", bits)
            self.graph.make_public(place, [level(i, n) for i in range(bits)])
            self.places[name], self.low[name] = lits(fixed.get(name, 0), low) + place[low * LIT_BYTES :], low
        self.symbols = self.in_symbol_order(self.count, self.places)
        self.bits, self.shift = bits, shift
        self.havocked: set[Byte] = set()
        self.undecided: Stopped | None = None
        self.iteration = self.graph.input("loop: turn", bits)
        self.graph.make_public(self.iteration, [level(i + shift, 3) for i in range(bits)])
        self.right = TRUE

    def prove(self, candidates: list[Step]) -> tuple[int, int]:
        reason, hopeless = "", set[int]()
        try:
            for head, width, number in chain(list(candidates), self.steps()):
                if head in hopeless:
                    continue
                try:
                    self.prove_step(head, width, number)
                    candidates[:] = dict.fromkeys([(head, width, number), *candidates])
                    return number, width
                except (Stopped, NotInductive) as error:
                    reason = str(error)
                    self.note_undecided(error)
                    if isinstance(error, Stopped) and error.fault == READS:  # with more blocks, too
                        hopeless.add(head)
        finally:
            self.machine.graph.assume(TRUE)
        if self.undecided:
            raise self.undecided
        raise NotInductive(reason or "no loop head found")

    def steps(self) -> Iterator[Step]:
        """What to try for each head of a loop."""
        for head, width in self.heads():
            for number in sorted({n * width + more for n in range(1, MAX_WIDTHS + 1) for more in (0, 1)}):
                yield head, width, number

    def note_undecided(self, reason: Exception) -> None:
        """Keeps the first stop that splitting the placements may resolve, and how many low bits of the number of blocks
        decide another."""
        if not isinstance(reason, Stopped) or not reason.support:
            return
        if reason.parts and not self.undecided:
            self.undecided = reason
        low = literal_list(self.number)[:MAX_RESIDUE_BITS]
        if not self.residue_bits and reason.support <= set(low):
            self.residue_bits = 1 + max(low.index(bit) for bit in reason.support)

    def shifted(self, bits: Lits, shift: int) -> tuple[Lits, Lits]:
        """A number << shift, and the bits that must be zero."""
        callee_saved = len(bits) - shift * LIT_BYTES
        return FALSE * shift + bits[:callee_saved], bits[callee_saved:]

    def assume(self, count: Lits, wrong: Lits = b"") -> None:
        """Assumes that buffers of `count` blocks lie in memory, and that the bits `wrong` are zero."""
        size, above = self.shifted(count, self.shift)
        wrong += above + b"".join(self.graph.add(place, size)[1] for place in self.places.values())
        right = TRUE
        for i in range(0, len(wrong), LIT_BYTES):
            right = self.graph.gates("&", right, self.graph.gates("^", wrong[i : i + LIT_BYTES], TRUE))
        self.right = right
        self.require(right)

    def less_than(self, count: Lits, other: Lits) -> Lits:
        carry = self.graph.add(count, self.graph.gates("^", other, TRUE * self.bits), 1)[1]
        return self.graph.gates("^", carry, TRUE)

    def times(self, bits: Lits, factor: int) -> Lits:
        """A product with a constant."""
        total = FALSE * self.bits
        for shift in (i for i in range(factor.bit_length()) if factor >> i & 1):
            total = self.graph.add(total, self.shifted(bits, shift)[0])[0]
        return total

    def advanced(self, width: int) -> tuple[Lits, dict[str, Lits]]:
        """Blocks left and addresses one iteration later."""
        left = self.graph.add(self.count, lits(-width, self.bits))[0]
        step = lits(width * self.loop.size, self.bits)
        return left, {name: self.graph.add(place, step)[0] for name, place in self.places.items()}

    def original(self, width: int) -> Lits:
        """The number of blocks and the addresses with which the call began, in the order of `symbols`."""
        count = self.graph.add(self.count, self.times(self.iteration, width))[0]
        minus = self.graph.gates("^", self.times(self.iteration, width * self.loop.size), TRUE * self.bits)
        places = {name: self.graph.add(place, minus, 1)[0] for name, place in self.places.items()}
        return self.in_symbol_order(count, places)

    def in_symbol_order(self, left: Lits, places: dict[str, Lits]) -> Lits:
        """In the order of `symbols`."""
        return b"".join(
            [
                left[self.fixed_bits * LIT_BYTES :],
                *(place[self.low[name] * LIT_BYTES :] for name, place in places.items()),
            ]
        )

    def prepare(self, blocks: list[Lits], places: dict[str, Lits], first: int = 0) -> None:
        """Memory of a call that may access these blocks, preceded by `first` others."""
        size, content, here = self.loop.size * len(blocks), b"".join(blocks), self.loop
        self.machine.prepare(here.buffers(size, content, here.way))
        for name, place in places.items():
            self.machine.set_base(name, first * self.loop.size, place)
        self.require(self.right, self.machine.fits)

    def require(self, numbers: Lits, places: Lits = TRUE) -> None:
        part = self.machine.part
        numbers, places = self.graph.gates("&", numbers, part.of_loop), self.graph.gates("&", places, part.condition)
        if not self.graph.assume(numbers, places):
            raise NotInductive("unsatisfiable assumption")

    def enter(self) -> tuple[Call, list[Number]]:
        """Makes the preceding calls; returns the last one and the registers it must preserve."""
        *before, last = self.loop.calls(self.count, "out" if self.loop.way.in_place else "in")
        for call in before:
            self.machine.call(call)
        self.unchanged = {name: self.machine.content(name) for name in last.unchanged}
        return last, self.machine.begin(last)

    def heads(self) -> Iterator[tuple[int, int]]:
        """Instructions that a long call reaches once per constant number of blocks, with that number: those to which it
        jumps back, and, since a compiler may load the next block at the end of an iteration, those after its last
        write."""
        tried = set[int]()
        for room in PROBE_BLOCKS:
            loops, ends = self.probe(room, EVERY_LOOP)
            for pause in (EVERY_LOOP, *ends):
                seen = loops if pause == EVERY_LOOP else self.probe(room, pause)[0]
                steps = {pc: {b - a for a, b in pairwise(state_at)} for pc, state_at in seen.items() if pc not in tried}
                widths = {pc: differences.pop() for pc, differences in steps.items() if len(differences) == 1}
                heads = [(pc, n // self.loop.size) for pc, n in widths.items() if n and n % self.loop.size == 0]
                tried |= {pc for pc, _ in heads[:MAX_HEADS]}
                yield from heads[:MAX_HEADS]

    def probe(self, room: int, pause: int) -> tuple[dict[int, list[int]], list[int]]:
        """Runs a call with so many blocks: bytes written by address of each pause, and the instructions after the last
        write before one."""
        self.assume(self.count, self.less_than(self.count, lits(room, self.bits)))
        self.prepare([self.loop.any_block(i) for i in range(room)], self.places)
        call, _ = self.enter()
        before, pc = self.machine.raw_content("out"), call.function
        seen, ends = dict[int, list[int]](), dict[int, None]()
        try:
            for _ in range(MAX_PAUSES):
                pc = self.machine.run(pc, pause)
                if pc == self.machine.end:
                    break
                seen.setdefault(pc, []).append(self.machine.changed("out", before))
                if seen[pc][-1]:
                    ends[self.machine.report().after_write] = None
        except Stopped as stopped:  # at the end of its buffers, or at a branch on the number of blocks
            self.note_undecided(stopped)
        return seen, list(ends)[:MAX_HEADS]

    def prove_step(self, head: int, width: int, number: int) -> None:
        """Proves both steps of the induction."""
        machine, loop = self.machine, self.loop
        self.check_part(width)
        callee_saved, call, first, start, later = self.reach_loop(head, width, number)
        if number - width < first:
            raise NotInductive("its first iteration processes more blocks")
        general = self.generalize(start, later, width)
        blocks = [loop.block(i) for i in range(number)]
        left, places = self.advanced(width)
        one_more = self.graph.add(self.iteration, lits(1, self.bits))[0]
        for _ in range(MAX_WEAKENINGS):
            self.assume(self.count, self.less_than(self.count, lits(number, self.bits)))
            self.prepare([b for b, _ in blocks[:width]], self.places, first)
            machine.restore(general)
            self.run_to(head, head, head)
            later = machine.save(head, loop.written)
            symbols, others = self.symbols + self.iteration, self.in_symbol_order(left, places) + one_more
            havocked = self.differences(self.substituted(general, symbols, others), later)
            if not havocked - self.havocked:
                break
            self.havocked |= havocked
            general = self.havoc(general)
        else:
            raise NotInductive("no loop invariant")
        self.compare([b for _, b in blocks[:width]], "an iteration")
        for rest in (n for n in range(number - width, number) if n % self.modulus == self.residue):
            self.prove_exit(general, first, blocks[first:rest], call, callee_saved)

    def check_part(self, width: int) -> None:
        """Raises NotInductive unless the part of the placements is the same one iteration later."""
        if width % self.modulus:
            raise NotInductive("iterations that change the number of blocks modulo a power of two")
        part, step = self.machine.part, width * self.loop.size
        others = self.in_symbol_order(*self.advanced(width))
        conditions = part.of_loop + part.condition
        kept = self.graph.same_function(self.graph.substituted(conditions, self.symbols, others), conditions)
        if not kept or any(name in self.places and step % self.machine.granule_of(name) for name, _ in part.fixed):
            raise NotInductive("alignments that differ between iterations")

    def reach_loop(self, head: int, width: int, number: int) -> tuple[list[Number], Call, int, State, State]:
        """From a call to its loop: preserved registers, the call, blocks done before the loop, the states there and one
        iteration later."""
        machine, loop, first = self.machine, self.loop, 0
        self.assume(self.count, self.less_than(self.count, lits(number, self.bits)))
        for _ in range(2):
            early = [loop.block(UNUSED_BLOCK + i) for i in range(first)]
            self.prepare([*(b for b, _ in early), *(loop.any_block(i) for i in range(2 * width))], self.places)
            call, callee_saved = self.enter()
            before = machine.raw_content("out")
            self.run_to(head, call.function, head)
            treated, rest = divmod(self.machine.changed("out", before), loop.size)
            if rest or treated > width:
                raise NotInductive("partial blocks before its loop")
            if treated == first:
                break
            first = treated
        if machine.raw_content("out")[: 8 * LIT_BYTES * first * loop.size] != b"".join(b for _, b in early):
            raise NotInductive("blocks before its loop not shown to be as specified")
        start = machine.save(head, loop.written)
        self.run_to(head, head, head)
        if self.machine.changed("out", before) != (first + width) * loop.size:
            raise NotInductive("its first iteration differs")
        return callee_saved, call, first, start, machine.save(head, loop.written)

    def run_to(self, expected: int, pc: int, pause: int) -> None:
        if self.machine.run(pc, pause) != expected:
            raise NotInductive("it ends before it returns to the loop head")

    def compare(self, expected: list[Lits], what: str) -> None:
        if self.machine.content("out") != b"".join(expected):
            raise NotInductive(f"{what} not shown to be as specified")

    def prove_exit(
        self,
        general: State,
        first: int,
        blocks: list[tuple[Lits, Lits]],
        call: Call,
        callee_saved: list[Number],
    ) -> None:
        """Runs from the loop head with these blocks left until the call returns."""
        left = lits(first + len(blocks), self.bits)
        symbol, value = (bits[self.fixed_bits * LIT_BYTES :] for bits in (self.count, left))
        self.assume(left)
        self.prepare([b for b, _ in blocks], self.places, first)
        self.machine.restore(self.substituted(general, symbol, value))
        self.run_to(self.machine.end, general.pc, self.machine.end)
        self.machine.check_return(call.function, callee_saved)
        if call.status and self.machine.result() != 0:
            raise NotInductive("wrong status")
        if any(self.machine.content(name) != was for name, was in self.unchanged.items()):
            raise NotInductive("a buffer of later calls changes")
        self.compare([b for _, b in blocks], f"its end with {first + len(blocks)} blocks")

    def substituted(self, state: State, symbols: Lits, others: Lits) -> State:
        """The state with other literals for public symbols."""
        symbolic = {r: bits for r, bits in state.registers.items() if isinstance(bits, bytes)}
        old = [*symbolic.values(), *(bits for bits, _ in state.memory.values())]
        whole, new, at = self.graph.substituted(b"".join(old), symbols, others), list[Lits](), 0
        for bits in old:
            new.append(whole[at : at + len(bits)])
            at += len(bits)
        registers = state.registers | dict(zip(symbolic, new, strict=False))
        pieces = zip(state.memory.items(), new[len(symbolic) :], strict=True)
        return replace(state, registers=registers, memory={at: (bits, w) for (at, (_, w)), bits in pieces})

    def differences(self, state: State, later: State) -> set[Byte]:
        """Parts that are different functions of public symbols where the assumptions hold."""
        changed, each = set(), 8 * LIT_BYTES
        for r, bits in state.registers.items():
            now = later.registers[r]
            if isinstance(bits, int) or isinstance(now, int):
                if bits != now:
                    raise NotInductive("the stack pointer changes")
            elif not self.graph.same_function(bits, now, True):
                changed.add((REGISTER, r))
        for state_at, (bits, written) in state.memory.items():
            now = later.memory[state_at][0]
            for i in (i for i, w in enumerate(written) if w):
                if not self.graph.same_function(bits[each * i : each * (i + 1)], now[each * i : each * (i + 1)], True):
                    changed.add((state_at, i))
        return changed

    def generalize(self, start: State, later: State, width: int) -> State:
        """The state of iteration t, from the first two."""
        moving = self.differences(start, later)
        following = self.in_symbol_order(*self.advanced(width))
        self.havocked = moving & self.differences(self.substituted(start, self.symbols, following), later)
        fixed = self.substituted(start, self.symbols, self.original(width))
        registers = {r: b if (REGISTER, r) in moving else fixed.registers[r] for r, b in start.registers.items()}
        memory = {}
        for state_at, (bits, written) in start.memory.items():
            whole = bytearray(fixed.memory[state_at][0])
            for _, i in (part for part in moving if part[0] == state_at):
                whole[8 * LIT_BYTES * i : 8 * LIT_BYTES * (i + 1)] = bits[8 * LIT_BYTES * i : 8 * LIT_BYTES * (i + 1)]
            memory[state_at] = bytes(whole), written
        return self.havoc(State(start.pc, registers, memory))

    def havoc(self, state: State) -> State:
        """With arbitrary contents of the havocked parts."""
        registers = state.registers | {
            r: self.graph.input(f"loop: register {r}", self.machine.register_bits)
            for state_at, r in self.havocked
            if state_at == REGISTER
        }
        memory = {}
        for state_at, (bits, written) in state.memory.items():
            callee_saved, flags = bytearray(bits), bytearray(written)
            for _, i in (part for part in self.havocked if part[0] == state_at):
                callee_saved[8 * LIT_BYTES * i : 8 * LIT_BYTES * (i + 1)] = bytes(8 * LIT_BYTES)
                flags[i] = 0
            memory[state_at] = bytes(callee_saved), bytes(flags)
        return replace(state, registers=registers, memory=memory)
