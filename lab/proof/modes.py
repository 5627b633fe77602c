# SPDX-License-Identifier: MIT
"""CTR and CBC over a block function that is unknown but for what its own claim says: it makes of each block another
one, the same for the same block, and touches nothing else.

Key setup runs.  Where a mode calls the block function, the run stops: the schedule must be that of the key, the
blocks are looked up among those that the specification requires, and what comes out are new inputs of the graph, the
same in the specification.  Then the run goes on behind the call, with arbitrary contents of all that a function need
not keep.

Branches may depend on the counter, which is public.  Each way that its carries can take is a case: public.h.

A kernel that counts has a claim of its own, and takes the place of the block function: what it XORs to the text is
what comes out of the blocks that it counts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import spec.modes
from spec import algorithms

from ..plan.implementations import Implementation
from .case import Call, Case, Value
from .core import EACH, TRUE, Graph, Lits, lits
from .machines import COUNTER_LEVELS, Buffer, Machine, Stopped
from .program import Image
from .symbolic import bits_of, octets

BLOCKS = 3
LAST_WORD = 32  # bits of a counter that kernels count in
NOT_ITS_KEY = "key setup with another key"
NOT_ITS_SCHEDULE = "a block function with another schedule"


@dataclass
class Blocks:
    """The block function of one case: how the specification called it."""

    graph: Graph
    size: int
    key: Lits
    context: str  # the buffer with the schedule
    set_key: int  # addresses of functions
    function: int
    inverse: bool = False
    counts: bool = False  # the function is a kernel for counter mode
    schedule: int = 0  # its address
    left: Lits = b""  # what key setup left there
    asked: list[tuple[Lits, Lits]] = field(default_factory=list)

    def __call__(self, block: Any) -> Any:
        """Of the specification: the next block that comes out."""
        out = self.graph.input(f"block {len(self.asked)} of the cipher", 8 * self.size)
        self.asked.append((bits_of(self.graph, block), out))
        return octets(self.graph, out)

    def answer(self, block: Lits, number: int) -> Lits:
        """Of the program; arbitrary for a block that it does not require."""
        for before, after in self.asked:
            given, made = (after, before) if self.inverse else (before, after)
            if self.graph.alike(given, block):
                return made
        return self.graph.input(f"another block {number}", 8 * self.size)

    def begin(self) -> None:
        """Before the calls of a run: key setup is the first one."""
        self.schedule, self.left = 0, b""

    def call(self, machine: Machine, call: Call) -> None:
        """Calls a function that calls key setup, or this one."""
        if not self.schedule:
            self.schedule, self.left = machine.once(call, partial(self.set_up, machine, call))
            return
        kept = machine.begin(call)
        self.answered(machine, machine.run(call.function, self.function))
        machine.returned(call.function, kept)

    def set_up(self, machine: Machine, call: Call) -> tuple[int, Lits]:
        kept = machine.begin(call)
        pc = machine.run(call.function, self.set_key)
        while pc != machine.end:
            pc = self.prepared(machine, pc)
        machine.returned(call.function, kept)
        return self.schedule, self.left

    def prepared(self, machine: Machine, pc: int) -> int:
        """Goes on from key setup until it has returned, and on to the next one: it must be that of this key, and what
        it leaves is the schedule of every block.  A mode may request the size first, without a schedule."""
        schedule, key, size = machine.passed("**n")
        if schedule == machine.space:
            return machine.run(pc, self.set_key)
        machine.within(key, size, False)
        if machine.read(key, size) != self.key:
            raise Stopped(NOT_ITS_KEY, pc, machine.image.inside(pc))
        back, stack = machine.returns_to(), machine.stack_pointer()
        while pc != machine.end and (pc != back or machine.stack_pointer() < stack):
            pc = machine.run(pc, back)
        self.schedule = schedule
        self.left = self.scheduled(machine)
        return machine.run(pc, self.set_key) if pc != machine.end else pc

    def scheduled(self, machine: Machine) -> Lits:
        """The schedule, which is the end of the context."""
        at, context = machine.buffers[self.context]
        machine.within(self.schedule, at + context.size - self.schedule, False)
        return machine.read(self.schedule, at + context.size - self.schedule)

    def answered(self, machine: Machine, pc: int) -> None:
        """Goes on from the first call of this function until the one that calls it returns."""
        number, calls = 0, 0
        while pc != machine.end:
            schedule, out, given, count, *counter = machine.passed("***n*" if self.counts else "***n")
            if schedule != self.schedule or self.scheduled(machine) != self.left:
                raise Stopped(NOT_ITS_SCHEDULE, pc, machine.image.inside(pc))
            size = self.size * count
            machine.within(given, size, False)
            machine.within(out, size, True)
            apart = [(given, out), *((c, place) for c in counter for place in (given, out))]
            if any(a != b and abs(a - b) < size for a, b in apart):
                raise Stopped("blocks that overlap in part", pc, machine.image.inside(pc))
            text = machine.read(given, size)
            each = 8 * EACH * self.size
            blocks = [text[i : i + each] for i in range(0, len(text), each)]
            if counter:
                blocks = self.counted(machine, counter[0], count)
            made = b"".join(self.answer(block, number + i) for i, block in enumerate(blocks))
            if counter:
                made = self.graph.gates("^", made, text)
            machine.write(out, made)
            number += count
            calls += 1
            pc = machine.run(machine.skipped(calls), self.function)
        if self.scheduled(machine) != self.left:
            raise Stopped(NOT_ITS_SCHEDULE, machine.end, "after the call")

    def counted(self, machine: Machine, at: int, count: int) -> list[Lits]:
        """So many blocks from a counter in memory on, which becomes the next one."""
        machine.within(at, self.size, True)
        first = machine.read(at, self.size)
        machine.write(at, advanced(self.graph, first, count))
        return [advanced(self.graph, first, i) for i in range(count)]


def advanced(graph: Graph, counter: Lits, by: int) -> Lits:
    """A block whose last word, big-endian, is so much larger, modulo 2^32."""
    whole, each = len(counter), 8 * EACH
    last = b"".join(counter[i : i + each] for i in range(whole - each, whole - 5 * each, -each))
    more = graph.add(last, lits(by, LAST_WORD))[0]
    return counter[: whole - 4 * each] + b"".join(more[i : i + each] for i in range(3 * each, -1, -each))


def of_every_counter(n: int, size: int) -> bool:
    """Is a message of so many bytes claimed from every counter, not only from those far from their end?"""
    return n % size in (0, 1, size - 1)


def carries(graph: Graph, counter: Lits, blocks: int) -> Iterator[Lits]:
    """What may be assumed of a counter, big-endian, of which so many blocks are made: one of these is always true.
    Its last word reaches its end after twice so many blocks or later, which a mode may ask, or after exactly so
    many; then the bytes above that are 255 end at one of them."""
    size = len(counter) // EACH // 8
    each = [counter[8 * EACH * i : 8 * EACH * (i + 1)] for i in reversed(range(size))]
    last, above = b"".join(each[:4]), each[4:]

    def every(bits: Lits) -> Lits:
        made = TRUE
        for i in range(0, len(bits), EACH):
            made = graph.gates("&", made, bits[i : i + EACH])
        return made

    def inverted(bits: Lits) -> Lits:
        return graph.gates("^", bits, TRUE * (len(bits) // EACH))

    most = 2 * blocks
    yield inverted(graph.add(last, lits(most, LAST_WORD))[1])
    for left in range(1, most + 1):
        ends = every(inverted(graph.gates("^", last, lits(2**LAST_WORD - left, LAST_WORD))))
        if left > blocks:
            yield ends
            continue
        full = ends
        for byte in above:
            yield graph.gates("&", full, inverted(every(byte)))
            full = graph.gates("&", full, every(byte))
        yield full


@dataclass(frozen=True)
class Program:
    """What a program is called with."""

    implementation: Implementation
    image: Image
    context: int  # bytes
    descriptor: int  # and the addresses of functions
    init: int
    set_key: int
    encrypt: int
    decrypt: int
    count: int  # the kernel for counter mode, or 0
    pointer: int  # bytes

    @property
    def cipher(self) -> str:
        return self.implementation.cipher

    def real(self, key: Lits, nonce: Lits, text: Lits, made: Lits) -> Callable[[Value], Value]:
        """With the ciphertext that the cipher itself makes."""
        mode = algorithms.MESSAGES[f"{self.cipher} {self.implementation.mode}"]

        def valued(value: Value) -> Value:
            seal = mode.seal(value(key), value(nonce), b"", value(text), 0)
            return lambda bits: seal[0] if bits == made and made else value(bits)

        return valued

    def setup(self) -> Call:
        key_bytes = algorithms.BLOCK_CIPHERS[self.cipher][1]
        arguments = (("context", 0), (self.context, 0), (self.descriptor, 0), ("key", 0), (key_bytes, 0))
        return Call(self.init, arguments, status=True)


def ctr(program: Program, graph: Graph) -> Iterator[Case]:
    """Messages of up to BLOCKS blocks; of whole blocks, and of a byte less or more, with every counter."""
    size, key_bytes, _ = algorithms.BLOCK_CIPHERS[program.cipher]
    key, counter = graph.input("key", 8 * key_bytes), graph.input("nonce", 8 * size)
    text = graph.input("text", 8 * BLOCKS * size)
    graph.public(counter, [COUNTER_LEVELS + i for i in range(8 * size)])
    graph.merging(True)
    function = program.image.address("narae_ctr_crypt_message")

    def case(n: int, assumed: Lits, in_place: bool) -> Case:
        function_of_blocks = program.count or program.encrypt
        blocks = Blocks(graph, size, key, "context", program.set_key, function_of_blocks, counts=bool(program.count))
        plain = text[: 8 * EACH * n]
        made = bits_of(graph, spec.modes.ctr(blocks, octets(graph, counter), b"", octets(graph, plain), 0)[0])
        buffers = [
            Buffer("key", key_bytes, key, offset=None),
            Buffer("context", program.context, writable=True),
            Buffer("nonce", size, counter, offset=None),
            *([] if in_place else [Buffer("in", n, plain, offset=None)]),
            Buffer("out", n, plain if in_place else None, writable=True, offset=None),
        ]
        source = "out" if in_place else "in"
        arguments = (("context", 0), ("out", 0), ("nonce", 0), (size, 0), (0, 0), (source, 0), (n, 0))
        calls = [program.setup(), Call(function, arguments, status=True, constant=("context",), gone=("key",))]
        real = program.real(key, counter, plain, made)
        return Case(
            f"{n} bytes{', in place' if in_place else ''}",
            buffers,
            calls,
            {"out": made},
            blocks,
            assumed,
            real,
            settles=2,
        )

    for n in range(BLOCKS * size + 1):
        first, *others = carries(graph, counter, -(-n // size))
        for assumed in [first, *(others if of_every_counter(n, size) else ())]:
            for in_place in (False, True):
                yield case(n, assumed, in_place)


def cbc(program: Program, graph: Graph, inverse: bool) -> Iterator[Case]:
    """Messages of up to BLOCKS blocks, without padding."""
    size, key_bytes, _ = algorithms.BLOCK_CIPHERS[program.cipher]
    key, iv = graph.input("key", 8 * key_bytes), graph.input("nonce", 8 * size)
    text = graph.input("text", 8 * BLOCKS * size)
    graph.merging(True)
    function = program.image.address("narae_cbc_decrypt_message" if inverse else "narae_cbc_encrypt_message")

    def case(n: int, in_place: bool) -> Case:
        function_of_blocks = program.decrypt if inverse else program.encrypt
        blocks = Blocks(graph, size, key, "context", program.set_key, function_of_blocks, inverse)
        plain = text[: 8 * EACH * n]
        made = bits_of(graph, spec.modes.cbc(blocks, octets(graph, iv), b"", octets(graph, plain), 0)[0])
        given, expected = (made, plain) if inverse else (plain, made)
        buffers = [
            Buffer("key", key_bytes, key, offset=None),
            Buffer("context", program.context, writable=True),
            Buffer("nonce", size, iv, offset=None),
            Buffer("bytes", program.pointer, writable=True),
            *([] if in_place else [Buffer("in", n, given, offset=None)]),
            Buffer("out", n, given if in_place else None, writable=True, offset=None),
        ]
        source = "out" if in_place else "in"
        rest = (("nonce", 0), (size, 0), (0, 0), (source, 0), (n, 0))
        arguments = (("context", 0), ("out", 0), ("bytes", 0), *rest)
        call = Call(function, arguments, status=True, constant=("context",), gone=("key",))
        where = ", in place" if in_place else ""
        wanted = {"out": expected, "bytes": lits(n, 8 * program.pointer)}
        real = program.real(key, iv, plain, made)
        calls = [program.setup(), call]
        return Case(f"{n} bytes{where}", buffers, calls, wanted, blocks, real=real)

    for n in range(0, (BLOCKS + 1) * size, size):
        for in_place in (False, True):
            yield case(n, in_place)
