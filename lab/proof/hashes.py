# SPDX-License-Identifier: MIT
"""SHA-2 in two parts: the compression function from every state, and messages over an unknown one.

The second part assumes of the function only the first part's claim.  Each of its calls is intercepted: the state must
be aligned, the blocks, no more than claimed, must lie in memory that the function may read, apart from the state, and
the state after each block becomes a fresh input of the graph, the same as in the specification for an equal state and
block.  The run continues with caller-saved registers and the stack below havocked."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from spec import sha2

from ..errors import RunError
from . import dispatch
from .case import Call, Case
from .core import LIT_BYTES, Graph, Lits
from .machines import Buffer, Machine
from .program import Image
from .symbolic import as_number, bits_of, number, octets

WORD_BITS = {"sha-256": 32, "sha-512": 64}
WORDS = 8  # of a state
BEST, KERNELS = "narae_sha2_best", 16  # of narae_hash_kernels: offset of the first function
BYTE = 8 * LIT_BYTES


@dataclass(frozen=True)
class Compression:
    """The kernel of a program: void (word state[8], const uint8_t *in, size_t nblocks)."""

    bits: int  # of a word
    kernel: int  # address

    @property
    def size(self) -> int:
        """Bytes of a block."""
        return 2 * self.bits

    @property
    def state(self) -> int:
        """Bytes of a state."""
        return self.bits

    def words(self, graph: Graph, state: Lits) -> list[Any]:
        """A state in memory as the specification has it."""
        each = self.bits * LIT_BYTES
        return [number(graph, state[i : i + each]) for i in range(0, len(state), each)]

    def stored(self, graph: Graph, words: list[Any]) -> Lits:
        return b"".join(as_number(graph, word).low_bits(self.bits) for word in words)


def compression(cipher: str, image: Image) -> Compression | None:
    """SHA-2's; None for other hashes."""
    if cipher not in WORD_BITS:
        return None
    bits = WORD_BITS[cipher]
    if BEST in image.symbols:
        table = dispatch.selected(image, image.address(BEST))
        offset = KERNELS + dispatch.QUADWORD * (bits == 64)
        return Compression(bits, image.number(table + offset, dispatch.QUADWORD))
    name = next(name for name in image.symbols if re.fullmatch(f"narae_sha{8 * bits}_blocks_[a-z0-9]+", name))
    return Compression(bits, image.address(name))


@dataclass
class UnknownCompression:
    """In one case, with the specification's calls."""

    graph: Graph
    function: Compression
    most: int  # blocks of a call
    known: dict[tuple[Lits, Lits], Lits] = field(default_factory=dict)  # state and block, the state after it
    calls: int = 0

    def specified(self, _: int, state: list[Any], block: Any) -> list[Any]:
        """For spec.sha2."""
        f = self.function
        key = f.stored(self.graph, state), bits_of(self.graph, block)
        if key not in self.known:
            self.known[key] = self.graph.input(f"state {len(self.known)} of the hash", 8 * f.state)
        return f.words(self.graph, self.known[key])

    def digest(self, text: Any) -> Any:
        """Of the specification."""
        return sha2.digest(self.function.bits, text, self.specified)

    def begin(self) -> None:
        """Before the calls of a run."""
        self.calls = 0

    def call(self, machine: Machine, call: Call) -> None:
        callee_saved = machine.begin(call)
        try:
            machine.set_stops([self.function.kernel])
            pc = machine.run(call.function)
            while pc != machine.end:
                back = self.compressed(machine)
                pc = back if back == machine.end else machine.run(back)
        finally:
            machine.set_stops(())
        machine.check_return(call.function, callee_saved)

    def compressed(self, machine: Machine) -> int:
        """A call of the function; returns where it returns to."""
        at, source, count = machine.arguments_at_entry("**n")
        size, state = self.function.size * count, self.function.state
        machine.check_access(at, state, True)
        machine.check_access(source, size, False)
        bottom = machine.stack_top - machine.stack_bytes
        below = any(bottom <= place < machine.stack_pointer() for place in (at, source))
        apart = at + state <= source or source + size <= at
        if below or at % machine.word_alignment or not apart or not 1 <= count <= self.most:
            raise RunError("a call of the compression function that its claim does not cover")
        chain, text = machine.read(at, state), machine.read(source, size)
        for i in range(0, len(text), self.function.size * BYTE):
            block = text[i : i + self.function.size * BYTE]
            other = self.graph.input(f"another state {self.calls} {i // BYTE}", 8 * state)
            chain = self.known.get((chain, block), other)
        machine.write(at, chain)
        self.calls += 1
        return machine.skip_call(self.calls)


def compress_cases(f: Compression, most: int, graph: Graph) -> Iterator[Case]:
    """One call from every state, of each number of blocks to `most`."""
    before, text = graph.input("state", 8 * f.state), graph.input("blocks", 8 * f.size * most)
    graph.set_merging(True)
    state = f.words(graph, before)
    for n in range(1, most + 1):
        given = text[: n * f.size * BYTE]
        state = sha2.compress(f.bits, state, octets(graph, given[-f.size * BYTE :]))
        buffers = [Buffer("state", f.state, before, writable=True), Buffer("in", n * f.size, given, offset=None)]
        call = Call(f.kernel, (("state", 0), ("in", 0), (n, 0)))
        yield Case(f"{n} blocks", buffers, [call], {"state": f.stored(graph, state)})
