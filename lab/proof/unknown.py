# SPDX-License-Identifier: MIT
"""A block cipher and GHASH of which only their own claims are assumed.

Key setup is executed; it must get the key of the claim, or each of two in order.  A call of one of the other functions
is intercepted: its schedule must be what key setup left, its buffers must lie in memory and not overlap in part, and
what it returns are fresh inputs of the graph, the same as in the specification for an equal input under the same key.
The run continues after the call with caller-saved registers and the stack below havocked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from spec import arithmetic
from spec.arithmetic import split
from spec.modes import doubled

from .case import Call
from .core import LIT_BYTES, Graph, Lits, lits
from .machines import Machine, Stopped
from .symbolic import bits_of, octets

BYTE = 8 * LIT_BYTES
LAST_WORD = 32  # bits of the counter that kernels increment
HASH_BYTES = 16
WRONG_KEY = "key setup with another key"
WRONG_SCHEDULE = "a block function with another schedule"
Handler = Callable[["UnknownFunctions", Machine, list[int]], None]


@dataclass(frozen=True)
class Functions:
    """Addresses of a cipher's functions and of GHASH's; 0: none."""

    set_key: int
    encrypt: int
    decrypt: int
    count: int = 0  # the kernel for counter mode
    chain: int = 0
    xts: int = 0
    ccm: int = 0
    set_hash_key: int = 0
    hash_blocks: int = 0
    hash_key_bytes: int = 0


@dataclass
class UnknownFunctions:
    """The functions of one case, with the specification's calls."""

    graph: Graph
    size: int  # bytes of a block
    keys: tuple[Lits, ...]
    context: str  # the buffer that ends with the schedules
    functions: Functions
    schedules: tuple[tuple[int, Lits], ...] = ()  # address of each, and content after key setup
    hash_key: int = 0  # the same of GHASH's key, and its h
    hash_key_bits: Lits = b""
    h: Lits = b""
    queries: list[tuple[int, Lits, Lits]] = field(default_factory=list)  # number of the key, block before and after
    hashes: dict[tuple[Lits, Lits], Lits] = field(default_factory=dict)
    calls: int = 0

    def __call__(self, block: Any) -> Any:
        """A block of the specification."""
        return self.under(0, block)

    def under(self, key: int, block: Any) -> Any:
        """The same under one of the keys."""
        before = bits_of(self.graph, block)
        after = next((after for k, b, after in self.queries if (k, b) == (key, before)), None)
        if after is None:
            after = self.graph.input(f"block {len(self.queries)} of the cipher", 8 * self.size)
            self.queries.append((key, before, after))
        return octets(self.graph, after)

    def hash(self, h: Any, data: Any) -> Any:
        """GHASH of the specification."""
        y = bytes(HASH_BYTES * BYTE)
        for block in split(data, HASH_BYTES):
            y = self.hashed(bits_of(self.graph, h), self.graph.gates("^", y, bits_of(self.graph, block)))
        return octets(self.graph, y)

    def hashed(self, h: Lits, block: Lits) -> Lits:
        """A product in GHASH's field."""
        if (h, block) not in self.hashes:
            self.hashes[h, block] = self.graph.input(f"product {len(self.hashes)} of GHASH", 8 * HASH_BYTES)
        return self.hashes[h, block]

    def output_for(self, block: Lits, inverse: bool = False, key: int = 0) -> Lits:
        """A block of the program; arbitrary if the specification does not use it."""
        for number, before, after in self.queries:
            given, result = (after, before) if inverse else (before, after)
            if number == key and self.graph.equal_assumed(given, block):
                return result
        return self.graph.input(f"another block {self.calls}", 8 * self.size)

    def begin(self) -> None:
        """Before the calls of a run."""
        self.schedules, self.hash_key, self.hash_key_bits, self.h = (), 0, b"", b""
        self.calls = 0

    def call(self, machine: Machine, call: Call) -> None:
        """Makes the first call (key setup) or one of the mode."""
        if self.schedules:
            self.run(machine, call)
            return
        kept = machine.memoized(call, partial(self.set_up, machine, call))
        self.schedules, self.hash_key, self.hash_key_bits, self.h, self.calls = kept

    def set_up(self, machine: Machine, call: Call) -> tuple[tuple[tuple[int, Lits], ...], int, Lits, Lits, int]:
        self.run(machine, call)
        return self.schedules, self.hash_key, self.hash_key_bits, self.h, self.calls

    def run(self, machine: Machine, call: Call) -> None:
        callee_saved = machine.begin(call)
        pc = call.function
        try:
            machine.set_stops(self.handlers)
            pc = machine.run(pc)
            while pc != machine.end:
                pc = self.intercepted(machine, pc)
        finally:
            machine.set_stops(())
        machine.check_return(call.function, callee_saved)
        self.check_keys(machine, machine.end)

    @property
    def handlers(self) -> dict[int, tuple[str, Handler]]:
        """Of each intercepted function, the kinds of its arguments and what takes its place."""
        f = self.functions
        table: list[tuple[int, str, Handler]] = [
            (f.set_key, "", UnknownFunctions.nothing),
            (f.set_hash_key, "", UnknownFunctions.nothing),
            (f.encrypt, "***n", UnknownFunctions.encrypt),
            (f.decrypt, "***n", UnknownFunctions.decrypt),
            (f.count, "***n*", UnknownFunctions.count),
            (f.chain, "****n", UnknownFunctions.chain),
            (f.xts, "***n*n", UnknownFunctions.xts),
            (f.ccm, "****n*n", UnknownFunctions.ccm),
            (f.hash_blocks, "***n", UnknownFunctions.hash_blocks),
        ]
        return {address: (kinds, handler) for address, kinds, handler in table if address}

    def nothing(self, machine: Machine, arguments: list[int]) -> None:
        raise NotImplementedError

    def intercepted(self, machine: Machine, pc: int) -> int:
        """A call of one of the functions; runs on to the next."""
        if pc in (self.functions.set_key, self.functions.set_hash_key):
            return self.run_key_setup(machine, pc)
        kinds, handler = self.handlers[pc]
        arguments = machine.arguments_at_entry(kinds)
        self.check_keys(machine, pc)
        handler(self, machine, arguments)
        self.calls += 1
        return machine.run(machine.skip_call(self.calls))

    def check_keys(self, machine: Machine, pc: int) -> None:
        """Raises Stopped unless the schedule and GHASH's key are what their setup left."""
        schedules = all(self.read_schedule(machine, at) == bits for at, bits in self.schedules)
        if not schedules or (self.hash_key and self.read_hash_key(machine) != self.hash_key_bits):
            raise Stopped(WRONG_SCHEDULE, pc, machine.image.inside(pc) if pc != machine.end else "after the call")

    def run_key_setup(self, machine: Machine, pc: int) -> int:
        """Runs a key setup to its return and on to the next call."""
        of_hash = pc == self.functions.set_hash_key
        target, key, *size = machine.arguments_at_entry("**" if of_hash else "**n")
        machine.check_access(key, HASH_BYTES if of_hash else size[0], False)
        given = machine.read(key, HASH_BYTES if of_hash else size[0])
        if not of_hash and given not in self.keys[len(self.schedules) :][:1]:
            raise Stopped(WRONG_KEY, pc, machine.image.inside(pc))
        back, stack = machine.returns_to(), machine.stack_pointer()
        machine.set_stops(())
        while pc != machine.end and (pc != back or machine.stack_pointer() < stack):
            pc = machine.run(pc, back)
        machine.set_stops(self.handlers)
        if of_hash:
            self.hash_key, self.h = target, given
            self.hash_key_bits = self.read_hash_key(machine)
        else:
            self.schedules += ((target, self.read_schedule(machine, target)),)
        return machine.run(pc) if pc != machine.end else pc

    def read_schedule(self, machine: Machine, schedule: int) -> Lits:
        """The content of a schedule; they share the end of the context."""
        at, context = machine.buffers[self.context]
        first = self.schedules[0][0] if self.schedules else schedule
        size = (at + context.size - first) // len(self.keys)
        machine.check_access(schedule, size, False)
        return machine.read(schedule, size)

    def read_hash_key(self, machine: Machine) -> Lits:
        machine.check_access(self.hash_key, self.functions.hash_key_bytes, False)
        return machine.read(self.hash_key, self.functions.hash_key_bytes)

    def require_schedule(self, machine: Machine, schedule: int, buffers: list[tuple[int, int]], size: int) -> int:
        """The number of its key; raises Stopped unless it is one and the buffers, pairs of read and written ones, may
        be used."""
        pc, addresses = machine.report().pc, [at for at, _ in self.schedules]
        if schedule not in addresses:
            raise Stopped(WRONG_SCHEDULE, pc, machine.image.inside(pc))
        for source, out in buffers:
            machine.check_access(source, size, False)
            machine.check_access(out, size, True)
            if source != out and abs(source - out) < size:
                raise Stopped("blocks that overlap in part", pc, machine.image.inside(pc))
        return addresses.index(schedule)

    def require_apart(self, machine: Machine, at: int, others: list[tuple[int, int]]) -> None:
        """Raises Stopped if the block at an address overlaps with one of the others, pairs of address and bytes."""
        if any(at - size < other < at + self.size for other, size in others):
            raise Stopped("a block among others", machine.report().pc, hex(at))

    def blocks(self, machine: Machine, at: int, count: int) -> list[Lits]:
        text, each = machine.read(at, self.size * count), BYTE * self.size
        return [text[i : i + each] for i in range(0, len(text), each)]

    def crypt(self, machine: Machine, arguments: list[int], inverse: bool) -> None:
        schedule, out, source, count = arguments
        key = self.require_schedule(machine, schedule, [(source, out)], self.size * count)
        blocks = self.blocks(machine, source, count)
        machine.write(out, b"".join(self.output_for(block, inverse, key) for block in blocks))

    def encrypt(self, machine: Machine, arguments: list[int]) -> None:
        self.crypt(machine, arguments, False)

    def decrypt(self, machine: Machine, arguments: list[int]) -> None:
        self.crypt(machine, arguments, True)

    def count(self, machine: Machine, arguments: list[int]) -> None:
        """A kernel for counter mode, which advances the counter in memory."""
        schedule, out, source, count, counter = arguments
        size = self.size * count
        key = self.require_schedule(machine, schedule, [(source, out)], size)
        machine.check_access(counter, self.size, True)
        self.require_apart(machine, counter, [(source, size), (out, size)])
        first, text = machine.read(counter, self.size), machine.read(source, size)
        machine.write(counter, counter_plus(self.graph, first, count))
        stream = b"".join(self.output_for(counter_plus(self.graph, first, i), key=key) for i in range(count))
        machine.write(out, self.graph.gates("^", stream, text))

    def chain(self, machine: Machine, arguments: list[int]) -> None:
        """Block after block, each added to the result of the one before."""
        schedule, chain, out, source, count = arguments
        size = self.size * count
        key = self.require_schedule(machine, schedule, [(source, out)] if out else [], size)
        machine.check_access(source, size, False)
        machine.check_access(chain, self.size, True)
        self.require_apart(machine, chain, [(source, size), *([(out, size)] if out else [])])
        x, results = machine.read(chain, self.size), []
        for block in self.blocks(machine, source, count):
            x = self.output_for(self.graph.gates("^", x, block), key=key)
            results.append(x)
        machine.write(chain, x)
        if out:
            machine.write(out, b"".join(results))

    def xts(self, machine: Machine, arguments: list[int]) -> None:
        """Blocks between tweaks, each of which is doubled for the next."""
        schedule, out, source, count, tweak, decrypt = arguments
        size = self.size * count
        key = self.require_schedule(machine, schedule, [(source, out)], size)
        machine.check_access(tweak, self.size, True)
        self.require_apart(machine, tweak, [(source, size), (out, size)])
        t, results = machine.read(tweak, self.size), b""
        for block in self.blocks(machine, source, count):
            inside = self.output_for(self.graph.gates("^", block, t), bool(decrypt), key)
            results += self.graph.gates("^", inside, t)
            t = bits_of(self.graph, arithmetic.octets(doubled(arithmetic.number(octets(self.graph, t))), self.size))
        machine.write(tweak, t)
        machine.write(out, results)

    def ccm(self, machine: Machine, arguments: list[int]) -> None:
        """Both passes of CCM: chain = E(chain) ^ plaintext, and counter mode."""
        schedule, chain, out, source, count, counter, decrypt = arguments
        size = self.size * count
        key = self.require_schedule(machine, schedule, [(source, out)], size)
        machine.check_access(chain, self.size, True)
        machine.check_access(counter, self.size, False)
        self.require_apart(machine, chain, [(source, size), (out, size), (counter, self.size)])
        self.require_apart(machine, counter, [(out, size)])
        x, first, results = machine.read(chain, self.size), machine.read(counter, self.size), b""
        for i, block in enumerate(self.blocks(machine, source, count)):
            result = self.graph.gates("^", block, self.output_for(counter_plus(self.graph, first, i), key=key))
            x = self.graph.gates("^", self.output_for(x, key=key), result if decrypt else block)
            results += result
        machine.write(chain, x)
        machine.write(out, results)

    def hash_blocks(self, machine: Machine, arguments: list[int]) -> None:
        y, key, source, count = arguments
        if key != self.hash_key:
            raise Stopped(WRONG_KEY, machine.report().pc, "GHASH")
        machine.check_access(source, HASH_BYTES * count, False)
        machine.check_access(y, HASH_BYTES, True)
        self.require_apart(machine, y, [(source, HASH_BYTES * count), (key, self.functions.hash_key_bytes)])
        state, text = machine.read(y, HASH_BYTES), machine.read(source, HASH_BYTES * count)
        for i in range(0, len(text), HASH_BYTES * BYTE):
            state = self.hashed(self.h, self.graph.gates("^", state, text[i : i + HASH_BYTES * BYTE]))
        machine.write(y, state)


def counter_plus(graph: Graph, counter: Lits, by: int) -> Lits:
    """A block with its last word, big-endian, increased modulo 2^32."""
    whole, each = len(counter), BYTE
    last = b"".join(counter[i : i + each] for i in range(whole - each, whole - 5 * each, -each))
    more = graph.add(last, lits(by, LAST_WORD))[0]
    return counter[: whole - 4 * each] + b"".join(more[i : i + each] for i in range(3 * each, -1, -each))
