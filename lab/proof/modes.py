# SPDX-License-Identifier: MIT
"""CTR and CBC over an uninterpreted block function, about which only its own claim is assumed.

Key setup is executed.  A call of the block function is intercepted: the schedule must be that of the key, and its
input blocks are matched with those of the specification; outputs are fresh inputs of the graph, shared with the
specification.  The run continues after the call with caller-saved registers and the stack below havocked.

Branches may depend on the counter, which is public; each carry pattern is a case (public.h).

A CTR kernel has its own claim and replaces the block function: it XORs the outputs of counted blocks to the text."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import spec.modes
from spec import algorithms

from ..plan.implementations import Implementation
from .case import Call, Case, Value
from .core import LIT_BYTES, TRUE, Graph, Lits, lits
from .machines import COUNTER_LEVELS, Buffer, Machine, Stopped
from .program import Image
from .symbolic import bits_of, octets

BLOCKS = 3
LAST_WORD = 32  # bits of the counter that kernels increment
WRONG_KEY = "key setup with another key"
WRONG_SCHEDULE = "a block function with another schedule"


@dataclass
class UninterpretedCipher:
    """The block function of one case, with the specification's calls."""

    graph: Graph
    size: int
    key: Lits
    context: str  # the buffer with the schedule
    set_key: int  # addresses of functions
    function: int
    inverse: bool = False
    counts: bool = False  # the function is a CTR kernel
    schedule: int = 0  # its address
    schedule_bits: Lits = b""  # its content after key setup
    queries: list[tuple[Lits, Lits]] = field(default_factory=list)

    def __call__(self, block: Any) -> Any:
        """A call of the specification."""
        out = self.graph.input(f"block {len(self.queries)} of the cipher", 8 * self.size)
        self.queries.append((bits_of(self.graph, block), out))
        return octets(self.graph, out)

    def output_for(self, block: Lits, number: int) -> Lits:
        """A call of the program; arbitrary for a block that the specification does not use."""
        for before, after in self.queries:
            source, ciphertext = (after, before) if self.inverse else (before, after)
            if self.graph.equal_assumed(source, block):
                return ciphertext
        return self.graph.input(f"another block {number}", 8 * self.size)

    def begin(self) -> None:
        """Before the calls of a run."""
        self.schedule, self.schedule_bits = 0, b""

    def call(self, machine: Machine, call: Call) -> None:
        """Makes the first call (key setup) or one of the mode."""
        if not self.schedule:
            self.schedule, self.schedule_bits = machine.memoized(call, partial(self.set_up, machine, call))
            return
        callee_saved = machine.begin(call)
        self.run_blocks(machine, machine.run(call.function, self.function))
        machine.check_return(call.function, callee_saved)

    def set_up(self, machine: Machine, call: Call) -> tuple[int, Lits]:
        callee_saved = machine.begin(call)
        pc = machine.run(call.function, self.set_key)
        while pc != machine.end:
            pc = self.run_key_setup(machine, pc)
        machine.check_return(call.function, callee_saved)
        return self.schedule, self.schedule_bits

    def run_key_setup(self, machine: Machine, pc: int) -> int:
        """Runs key setup, which must get this key, to its return and on to the next call of it."""
        schedule, key, size = machine.arguments_at_entry("**n")
        machine.check_access(key, size, False)
        if machine.read(key, size) != self.key:
            raise Stopped(WRONG_KEY, pc, machine.image.inside(pc))
        back, stack = machine.returns_to(), machine.stack_pointer()
        while pc != machine.end and (pc != back or machine.stack_pointer() < stack):
            pc = machine.run(pc, back)
        self.schedule = schedule
        self.schedule_bits = self.read_schedule(machine)
        return machine.run(pc, self.set_key) if pc != machine.end else pc

    def read_schedule(self, machine: Machine) -> Lits:
        """The content of the schedule, at the end of the context."""
        at, context = machine.buffers[self.context]
        machine.check_access(self.schedule, at + context.size - self.schedule, False)
        return machine.read(self.schedule, at + context.size - self.schedule)

    def run_blocks(self, machine: Machine, pc: int) -> None:
        """Intercepts the calls of the block function until the mode returns."""
        number, calls = 0, 0
        while pc != machine.end:
            schedule, out, source, count, *counter = machine.arguments_at_entry("***n*" if self.counts else "***n")
            if schedule != self.schedule or self.read_schedule(machine) != self.schedule_bits:
                raise Stopped(WRONG_SCHEDULE, pc, machine.image.inside(pc))
            size = self.size * count
            machine.check_access(source, size, False)
            machine.check_access(out, size, True)
            pairs = [(source, out), *((c, place) for c in counter for place in (source, out))]
            if any(a != b and abs(a - b) < size for a, b in pairs):
                raise Stopped("blocks that overlap in part", pc, machine.image.inside(pc))
            text = machine.read(source, size)
            each = 8 * LIT_BYTES * self.size
            blocks = [text[i : i + each] for i in range(0, len(text), each)]
            if counter:
                blocks = self.count_blocks(machine, counter[0], count)
            outputs = b"".join(self.output_for(block, number + i) for i, block in enumerate(blocks))
            if counter:
                outputs = self.graph.gates("^", outputs, text)
            machine.write(out, outputs)
            number += count
            calls += 1
            pc = machine.run(machine.skip_call(calls), self.function)
        if self.read_schedule(machine) != self.schedule_bits:
            raise Stopped(WRONG_SCHEDULE, machine.end, "after the call")

    def count_blocks(self, machine: Machine, at: int, count: int) -> list[Lits]:
        """`count` blocks from a counter in memory, which is advanced."""
        machine.check_access(at, self.size, True)
        first = machine.read(at, self.size)
        machine.write(at, counter_plus(self.graph, first, count))
        return [counter_plus(self.graph, first, i) for i in range(count)]


def counter_plus(graph: Graph, counter: Lits, by: int) -> Lits:
    """A block with its last word, big-endian, increased modulo 2^32."""
    whole, each = len(counter), 8 * LIT_BYTES
    last = b"".join(counter[i : i + each] for i in range(whole - each, whole - 5 * each, -each))
    more = graph.add(last, lits(by, LAST_WORD))[0]
    return counter[: whole - 4 * each] + b"".join(more[i : i + each] for i in range(3 * each, -1, -each))


def covers_every_counter(n: int, size: int) -> bool:
    """Is a message of n bytes claimed from every counter, not only from those far from wrapping?"""
    return n % size in (0, 1, size - 1)


def carry_cases(graph: Graph, counter: Lits, blocks: int) -> Iterator[Lits]:
    """Exhaustive assumptions on a big-endian counter: its last word does not wrap within twice as many blocks (a mode
    may test that), or wraps after exactly n; then the carry ends at one of the bytes above."""
    size = len(counter) // LIT_BYTES // 8
    each = [counter[8 * LIT_BYTES * i : 8 * LIT_BYTES * (i + 1)] for i in reversed(range(size))]
    last, above = b"".join(each[:4]), each[4:]

    def every(bits: Lits) -> Lits:
        conjunction = TRUE
        for i in range(0, len(bits), LIT_BYTES):
            conjunction = graph.gates("&", conjunction, bits[i : i + LIT_BYTES])
        return conjunction

    def inverted(bits: Lits) -> Lits:
        return graph.gates("^", bits, TRUE * (len(bits) // LIT_BYTES))

    most = 2 * blocks
    yield inverted(graph.add(last, lits(most, LAST_WORD))[1])
    for schedule_bits in range(1, most + 1):
        ends = every(inverted(graph.gates("^", last, lits(2**LAST_WORD - schedule_bits, LAST_WORD))))
        if schedule_bits > blocks:
            yield ends
            continue
        full = ends
        for byte in above:
            yield graph.gates("&", full, inverted(every(byte)))
            full = graph.gates("&", full, every(byte))
        yield full


@dataclass(frozen=True)
class Program:
    """A program and the arguments of its calls."""

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

    def concretize(self, key: Lits, nonce: Lits, text: Lits, ciphertext: Lits) -> Callable[[Value], Value]:
        """Values with the real cipher's ciphertext."""
        mode = algorithms.MESSAGES[f"{self.cipher} {self.implementation.mode}"]

        def concrete_bytes(value: Value) -> Value:
            seal = mode.seal(value(key), value(nonce), b"", value(text), 0)
            return lambda bits: seal[0] if bits == ciphertext and ciphertext else value(bits)

        return concrete_bytes

    def setup(self) -> Call:
        key_bytes = algorithms.BLOCK_CIPHERS[self.cipher][1]
        arguments = (("context", 0), (self.context, 0), (self.descriptor, 0), ("key", 0), (key_bytes, 0))
        return Call(self.init, arguments, status=True)


def ctr(program: Program, graph: Graph) -> Iterator[Case]:
    """Messages of up to BLOCKS blocks."""
    size, key_bytes, _ = algorithms.BLOCK_CIPHERS[program.cipher]
    key, counter = graph.input("key", 8 * key_bytes), graph.input("nonce", 8 * size)
    text = graph.input("text", 8 * BLOCKS * size)
    graph.make_public(counter, [COUNTER_LEVELS + i for i in range(8 * size)])
    graph.set_merging(True)
    function = program.image.address("narae_ctr_crypt_message")

    def case(n: int, assumed: Lits, in_place: bool) -> Case:
        function_of_blocks = program.count or program.encrypt
        blocks = UninterpretedCipher(
            graph, size, key, "context", program.set_key, function_of_blocks, counts=bool(program.count)
        )
        plain = text[: 8 * LIT_BYTES * n]
        ciphertext = bits_of(graph, spec.modes.ctr(blocks, octets(graph, counter), b"", octets(graph, plain), 0)[0])
        buffers = [
            Buffer("key", key_bytes, key, offset=None),
            Buffer("context", program.context, writable=True),
            Buffer("nonce", size, counter, offset=None),
            *([] if in_place else [Buffer("in", n, plain, offset=None)]),
            Buffer("out", n, plain if in_place else None, writable=True, offset=None),
        ]
        source = "out" if in_place else "in"
        arguments = (("context", 0), ("out", 0), ("nonce", 0), (size, 0), (0, 0), (source, 0), (n, 0))
        calls = [program.setup(), Call(function, arguments, status=True, constant=("context",), inaccessible=("key",))]
        concretize = program.concretize(key, counter, plain, ciphertext)
        return Case(
            f"{n} bytes{', in place' if in_place else ''}",
            buffers,
            calls,
            {"out": ciphertext},
            blocks,
            assumed,
            concretize,
            simplify=2,
        )

    for n in range(BLOCKS * size + 1):
        first, *others = carry_cases(graph, counter, -(-n // size))
        for assumed in [first, *(others if covers_every_counter(n, size) else ())]:
            for in_place in (False, True):
                yield case(n, assumed, in_place)


def cbc(program: Program, graph: Graph, inverse: bool) -> Iterator[Case]:
    """Messages of up to BLOCKS blocks, without padding."""
    size, key_bytes, _ = algorithms.BLOCK_CIPHERS[program.cipher]
    key, iv = graph.input("key", 8 * key_bytes), graph.input("nonce", 8 * size)
    text = graph.input("text", 8 * BLOCKS * size)
    graph.set_merging(True)
    function = program.image.address("narae_cbc_decrypt_message" if inverse else "narae_cbc_encrypt_message")

    def case(n: int, in_place: bool) -> Case:
        function_of_blocks = program.decrypt if inverse else program.encrypt
        blocks = UninterpretedCipher(graph, size, key, "context", program.set_key, function_of_blocks, inverse)
        plain = text[: 8 * LIT_BYTES * n]
        ciphertext = bits_of(graph, spec.modes.cbc(blocks, octets(graph, iv), b"", octets(graph, plain), 0)[0])
        given, expected = (ciphertext, plain) if inverse else (plain, ciphertext)
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
        call = Call(function, arguments, status=True, constant=("context",), inaccessible=("key",))
        where = ", in place" if in_place else ""
        expected_buffers = {"out": expected, "bytes": lits(n, 8 * program.pointer)}
        concretize = program.concretize(key, iv, plain, ciphertext)
        calls = [program.setup(), call]
        return Case(f"{n} bytes{where}", buffers, calls, expected_buffers, blocks, real=concretize)

    for n in range(0, (BLOCKS + 1) * size, size):
        for in_place in (False, True):
            yield case(n, in_place)
