# SPDX-License-Identifier: MIT
"""Symbolic execution of calls: calling conventions, memory and its access rights.

Memory is the stack, the constants of the program and the buffers of the call, each of its exact size.  Registers and
bytes that a caller does not set are arbitrary, and so are the return address and the addresses of buffers and stack,
but for their alignment.  Pointers are public numbers (public.h); an address is a constant distance from one, or a
look-up relative to it.  The executors identify places by addresses that no chip has, VIRTUAL and above."""

from __future__ import annotations

import ctypes
import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import permutations
from typing import TYPE_CHECKING, Any, TypeVar

from .core import FALSE, FAULTS, LEAKS, LIT_BYTES, TRUE, UNDECIDED, Graph, Lits, Report, literal_list, lits
from .program import DATA_SPACE, Image

if TYPE_CHECKING:
    from .case import Call

Result = TypeVar("Result")

FLAGS, STACK_POINTER, INTERRUPTS = 32, 33, 34  # of AVR, after the registers; the last one is a flag
RBX, RSP, RBP, X86_FLAGS, X86_DIRECTION = 3, 4, 5, 16, 281
AARCH64_SP, AARCH64_V = 31, 33
NOT_RESTORED = "a register that the caller keeps is not restored"
NOWHERE, EVERY_LOOP = 1, 3  # breakpoints: none, or each backward jump
Number = int | Lits  # concrete or symbolic
INT, INT_BYTES = -1, 4  # the size of an argument of type int, which AVR has two bytes of
BUDGET = 30_000_000  # instructions of a call
VIRTUAL, APART = 0x8800_0000, 1 << 24  # of the stack and of buffers
LEVELS, TEXTS, ALONE = 8, ("in", "out", "tag"), 1 << 12  # BDD order: bits of neighbours are interleaved
OF_BATCHES = 1 << 14  # the same for each message of a batch
COUNTER_LEVELS = 1 << 16
LOOP_LEVELS = 4  # the last ones of each bit, for loops.py
PLACE, STACK = "place of ", "the stack"  # names of pointers
NEIGHBOURS = (*TEXTS, STACK)  # compared with each other
MAX_PARTS = 256
TEXT_GRANULE = 16  # bytes, at most
MIN_PLACE = 0x100  # no buffer is at a null pointer, or among the registers of an AVR


@dataclass(frozen=True)
class Buffer:
    """`offset` from a multiple of `alignment` (0: of a word); None: any address.  `pointers`: by position in the
    content, to other buffers."""

    name: str
    size: int
    content: Lits | None = None  # arbitrary if None
    writable: bool = False
    offset: int | None = 0
    alignment: int = 0
    pointers: tuple[tuple[int, str], ...] = ()

    def placed(self, word: int) -> tuple[int, int]:
        """Offset and alignment, given that of words."""
        return (0, 1) if self.offset is None else (self.offset % (at := max(self.alignment, word)), at)


@dataclass(frozen=True)
class Place:
    """An address and the value of a pointer to it."""

    at: int
    pointer: Number

    def moved(self, graph: Graph, by: int) -> Place:
        if isinstance(self.pointer, int):
            return Place(self.at + by, self.pointer + by)
        return Place(self.at + by, graph.add(self.pointer, lits(by, len(self.pointer) // LIT_BYTES))[0])


@dataclass(frozen=True)
class Entry:
    """What a caller sets: registers, and bytes of the stack."""

    registers: dict[int, Number]
    memory: list[tuple[int, Lits]]
    stack: int = 0  # of AVR: the stack pointer


@dataclass(frozen=True)
class State:
    """A paused run: registers, and by address the bits of regions and which bytes were written."""

    pc: int
    registers: dict[int, Number]
    memory: dict[int, tuple[Lits, bytes]]


def kind_and_number(name: str) -> tuple[str, str]:
    """Of a buffer; messages of a batch have numbers."""
    kind, _, number = name.rpartition(" ")
    return (kind, number) if number.isdecimal() else (name, "")


class Stopped(Exception):
    """A run stopped before its function returned.  If the stop was undecided, `parts` are placements to retry and
    `support` are the inputs on which it depends."""

    def __init__(
        self,
        fault: str,
        at: int,
        where: str,
        access: str = "",
        parts: list[Part] | None = None,
        support: set[int] | None = None,
    ):
        super().__init__(f"{fault} at {at:#x}, {where}{access}")
        self.fault, self.at, self.where, self.parts = fault, at, where, parts or []
        self.support = support or set()

    @property
    def leaks(self) -> bool:
        return self.fault in LEAKS


@dataclass(frozen=True)
class Part:
    """A part of all placements: two conditions, on a loop's addresses and on buffers; `fixed` offsets from multiples
    of the machine's `granule`; `apart`: the texts do not overlap."""

    of_loop: Lits = TRUE
    condition: Lits = TRUE
    fixed: tuple[tuple[str, int], ...] = ()
    apart: bool = False


class Machine:
    """A processor with a program."""

    word: int  # bytes of a pointer
    prefix: str  # of functions in proof.c
    registers: int
    register_bits: int
    ram: tuple[int, int]  # for buffers and stack in simulations
    stack_bytes: int
    end: int  # placeholder of the return address
    return_bits: int
    callee_saved: tuple[int, ...]
    caller_saved: tuple[int, ...]
    first: tuple[tuple[int, ...], ...]  # registers of the first arguments
    general: range  # registers with arbitrary initial contents
    space = 0  # the address of pointer 0
    word_alignment = 4  # of buffers of words, bytes
    stack_alignment = 16
    granule, text_granule = 4, TEXT_GRANULE  # bytes: granule_of()

    def __init__(self, graph: Graph, image: Image, budget: int = BUDGET):
        self.graph, self.lib, self.image = graph, graph.lib, image
        self.code = image.code
        self.handle = ctypes.c_void_p(
            self.lib.machine_new(graph.handle, self.code.data, self.code.start, len(self.code.data), budget)
        )
        self.buffers: dict[str, tuple[int, Buffer]] = {}
        self.bases: dict[str, Lits] = {}  # pointers to buffers
        self.fits = TRUE  # condition: they lie in memory
        self.top = Place(VIRTUAL, VIRTUAL)  # of the stack
        self.calls, self.constant, self.inaccessible = 0, tuple[str, ...](), tuple[str, ...]()  # number of calls made
        self.replaced: dict[int, Callable[[int], int | None]] = {}  # functions by address: makes a call at once
        self.replacements, self.stops = 0, set[int]()
        self.first_calls = dict[Any, Any]()
        self.part = Part()
        self.parts = dict[Any, list[Part]]()
        self.instructions, self.stack = 0, 0

    def close(self) -> None:
        self.lib.machine_free(self.handle)

    def __enter__(self) -> Machine:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def spaces(self) -> list[tuple[int, bytes]]:
        """Addresses and contents of constants."""
        return [(s.start, s.data) for s in self.image.sections]

    @property
    def stack_top(self) -> int:
        return VIRTUAL

    def prepare(self, buffers: list[Buffer]) -> None:
        """Sets up memory before a call.  No pointer is null, not even to an empty buffer."""
        self.lib.machine_reset(self.handle)
        self.calls, self.buffers, self.bases, self.fits = 0, {}, {}, TRUE
        top = self.symbolic_pointer(STACK, 0, self.stack_alignment, 0)
        self.top = Place(VIRTUAL, top)
        self.lib.machine_region(self.handle, VIRTUAL - self.stack_bytes, self.stack_bytes, 1, None)
        self.require_range(top, MIN_PLACE + self.stack_bytes, (1 << 8 * self.word) - self.stack_bytes)
        self.base(VIRTUAL - self.stack_bytes, self.top)
        for start, data in self.spaces():
            self.lib.machine_region(self.handle, start, len(data), 0, data)
        for number, b in enumerate(buffers, 1):
            offset, alignment = b.placed(self.word_alignment)
            at = VIRTUAL + number * APART + offset
            self.lib.machine_region(self.handle, at, b.size, int(b.writable), None)
            if b.content is not None and b.size:
                self.lib.machine_set(self.handle, at, b.content, b.size)
            self.buffers[b.name] = at, b
            self.bases[b.name] = self.symbolic_pointer(b.name, offset, alignment, b.size)
            self.base(at, Place(at, self.bases[b.name]))
        for at, b in self.buffers.values():
            for position, name in b.pointers:
                self.lib.machine_set(self.handle, at + position, self.bases[name], self.word)
        back = self.graph.input("return address", self.return_bits)
        self.lib.machine_set_return(self.handle, len(back) // LIT_BYTES, back)

    def symbolic_pointer(self, name: str, offset: int, alignment: int, size: int) -> Lits:
        """An arbitrary pointer with this alignment to `size` bytes."""
        granule = self.granule_of(name)
        for other, distance in self.part.fixed if alignment < granule else ():
            offset, alignment = (distance, granule) if other == name else (offset, alignment)
        bits, low = 8 * self.word, alignment.bit_length() - 1
        whole, new = PLACE + name, self.graph.inputs
        if whole not in new:
            others = sum(n.startswith(PLACE) for n in new)
            kind, number = kind_and_number(name)
            first, step = ALONE + bits * others, 1
            if kind in NEIGHBOURS:
                group = OF_BATCHES + LEVELS * bits * int(number) if number else 0
                first, step = group + NEIGHBOURS.index(kind), LEVELS
            self.graph.make_public(self.graph.input(whole, bits), [first + step * i for i in range(bits)], True)
        place = lits(offset, low) + new[whole][low * LIT_BYTES :]
        self.require_range(place, MIN_PLACE, (1 << bits) - max(size, 1))
        return place

    def require_range(self, place: Lits, least: int, end: int) -> None:
        """Adds least <= place < end to `fits`."""
        bits = len(place) // LIT_BYTES
        starts, ends = (self.graph.add(place, lits(-n, bits))[1] for n in (least, end))
        for condition in (starts, self.graph.gates("^", ends, TRUE)):
            self.fits = self.graph.gates("&", self.fits, condition)

    def for_each_part(self, key: Any, attempt: Callable[[], Result]) -> Iterator[Result]:
        """The results of an attempt in each part of the placements.  Undecided parts are split; the partition is
        remembered by `key`."""
        rest, done = list(self.parts.get(key, [Part()])), list[Part]()
        while rest:
            self.part = rest.pop()
            try:
                yield attempt()
            except Stopped as stopped:
                if not stopped.parts or len(rest) + len(done) > MAX_PARTS:
                    raise
                rest += stopped.parts
            else:
                done.append(self.part)
        self.parts[key] = done

    def split(self, undecided: int, in_address: bool) -> list[Part]:
        """Smaller parts, which may decide a literal of a condition or address."""
        part, inputs = self.part, self.graph.support(undecided)
        places = {name: bits for name, bits in self.graph.inputs.items() if PLACE in name}
        named = {name: bits for name, bits in places.items() if inputs & set(literal_list(bits))}
        if not part.apart and sum(kind_and_number(name.removeprefix(PLACE))[0] in NEIGHBOURS for name in named) > 1:
            return [replace(part, apart=True)]
        if in_address:
            short = [name.partition(PLACE)[2] for name in named]
            name = next((name for name in short if name not in dict(part.fixed)), "")
            return [replace(part, fixed=(*part.fixed, (name, n))) for n in self.offsets(name)] if name else []
        bit = undecided.to_bytes(LIT_BYTES, "little")
        if inputs.difference(*map(literal_list, named.values())):  # a number decides, too: split by alignment
            low = [
                bits[LIT_BYTES * i : LIT_BYTES * (i + 1)]
                for bits in named.values()
                for i in range(self.granule.bit_length() - 1)
            ]
            bit = next((b for b in low if inputs & set(literal_list(b)) and self.graph.simplified(b) == b), b"")
        if not bit or not named:
            return []
        both = (bit, self.graph.gates("^", bit, TRUE))
        if all(name.startswith(PLACE) for name in named):
            return [replace(part, condition=self.graph.gates("&", part.condition, b)) for b in both]
        return [replace(part, of_loop=self.graph.gates("&", part.of_loop, b)) for b in both]

    def offsets(self, name: str) -> range:
        """What a pointer may be modulo `granule`."""
        own = (0, self.stack_alignment) if name == STACK else self.buffers[name][1].placed(self.word_alignment)
        return range(own[0] % own[1], self.granule_of(name), own[1])

    def granule_of(self, name: str) -> int:
        """Programs may ask how an address lies within so many bytes."""
        return self.granule if name == STACK else min(self.granule, self.text_granule)

    def where(self) -> Lits:
        """The assumption on the addresses of buffers."""
        places = self.graph.gates("&", self.fits, self.part.condition)
        return self.graph.gates("&", places, self.texts_apart()) if self.part.apart else places

    def texts_apart(self) -> Lits:
        """Do texts, tag and stack not overlap?  Of each message of a batch: does its tag lie above its text?"""
        bottom = self.top.moved(self.graph, -self.stack_bytes).pointer
        assert not isinstance(bottom, int)
        areas = [(self.bases[n], self.buffers[n][1].size) for n in TEXTS if n in self.buffers]
        apart = TRUE
        for (one, size), (other, _) in permutations([(bottom, self.stack_bytes), *(a for a in areas if a[1])], 2):
            near = self.graph.gates("&", *self.behind(one, size, other))
            apart = self.graph.gates("&", apart, self.graph.gates("^", near, TRUE))
        for name in (name for name in self.buffers if name.startswith("tag ")):
            text = name.replace("tag", "out")
            first, near = self.behind(self.bases[text], max(self.buffers[text][1].size, 1), self.bases[name])
            above = self.graph.gates("&", first, self.graph.gates("^", near, TRUE))
            apart = self.graph.gates("&", apart, above)
        return apart

    def behind(self, one: Lits, size: int, other: Lits) -> tuple[Lits, Lits]:
        """Does `other` lie at or above `one`, and less than `size` bytes from it, modulo 2^n?"""
        bits = 8 * self.word
        distance, first = self.graph.add(other, self.graph.gates("^", one, TRUE * bits), 1)
        far = self.graph.add(distance, lits(-size, bits))[1]
        return first, self.graph.gates("^", far, TRUE)

    def base(self, region: int, place: Place) -> None:
        """Pointers at a constant distance from `place` point into this region."""
        assert not isinstance(place.pointer, int)
        n = len(place.pointer) // LIT_BYTES
        self.lib.machine_set_base(self.handle, region, place.at, n, place.pointer)

    def concrete(
        self, buffers: list[Buffer], source: random.Random, aligned_as: dict[str, int]
    ) -> tuple[dict[str, int], int]:
        """Random addresses in the chip's RAM of buffers, aligned as these pointers are, and of the stack's top."""
        bottom, top = self.ram
        at = max([bottom, *(e for s, e in self.data_ends() if bottom <= s < top)])
        top -= self.stack_alignment * source.randrange(16)
        places = {}
        for b in buffers:
            offset, alignment = b.placed(self.word_alignment)
            granule = self.granule_of(b.name)
            if alignment < granule and b.name in aligned_as:
                offset, alignment = aligned_as[b.name] % granule, granule
            at = -(-(at + source.randrange(256)) // alignment) * alignment + offset
            places[b.name] = at
            at += b.size
        if at > top - self.stack_bytes:
            raise Stopped("buffers that are larger than the RAM", 0, "")
        return places, top

    def data_ends(self) -> list[tuple[int, int]]:
        return [(s.start, s.end) for s in self.image.sections]

    def set(self, register: int, bits: Lits) -> None:
        getattr(self.lib, f"{self.prefix}_set")(self.handle, register, bits)

    def get(self, register: int) -> Lits:
        out = ctypes.create_string_buffer(LIT_BYTES * self.register_bits)
        getattr(self.lib, f"{self.prefix}_get")(self.handle, register, out)
        return out.raw

    def call(self, call: Call) -> None:
        """Makes a call; raises Stopped."""

        def make_call() -> None:
            before = self.begin(call)
            self.run(call.function)
            self.check_return(call.function, before)

        self.memoized(call, make_call)

    def memoized(self, call: Call, make_call: Callable[[], Result]) -> Result:
        """Caches key setup, a first call without texts, by its buffers, on which alone it depends."""
        names = [a for a, _ in call.arguments if isinstance(a, str)]
        if self.calls or any(name in TEXTS for name in names):
            return make_call()
        arguments_at_entry = tuple(self.buffers[name] for name in names)
        key = call, self.part, arguments_at_entry
        if key not in self.first_calls:
            result = make_call()
            buffers = {at: self.read_region(at, b.size) for at, b in arguments_at_entry if b.writable}
            self.first_calls[key] = result, [self.get(r) for r in range(self.registers)], buffers
            return result
        result, registers, buffers = self.first_calls[key]
        for register, bits in enumerate(registers):
            self.set(register, bits)
        for at, (bits, written) in buffers.items():
            self.lib.machine_restore(self.handle, at, len(written), bits, written)
        self.calls = 1
        return result

    def begin(self, call: Call) -> list[Number]:
        """Enters a call; returns the registers that it must preserve."""
        self.constant, self.inaccessible, self.replacements = call.constant, call.inaccessible, 0
        for name, (at, b) in self.buffers.items():
            self.lib.machine_protect(
                self.handle, at, int(b.writable and name not in call.constant), int(name in call.inaccessible)
            )
        bottom = self.stack_top - self.stack_bytes
        self.lib.machine_restore(
            self.handle, bottom, self.stack_bytes, bytes(8 * LIT_BYTES * self.stack_bytes), bytes(self.stack_bytes)
        )
        for register in range(self.registers):
            self.set(register, self.graph.input(self.arbitrary(register, self.calls), self.register_bits))
        self.calls += 1
        entry = self.entry(self.numbers(call.arguments), self.top, self.graph.inputs["return address"])
        self.set_stack_pointer(entry)
        for register, value in entry.registers.items():
            self.set_number(register, value)
        for at, bits in entry.memory:
            self.write(at, bits)
        return self.preserved()

    def arbitrary(self, register: int, call: int) -> str:
        """The name of a register's initial content."""
        return f"register {register} of call {call}"

    def set_stack_pointer(self, entry: Entry) -> None:
        """Sets a stack pointer that is not a register."""

    def preserved(self) -> list[Number]:
        return [self.get(register) for register in self.callee_saved]

    def check_return(self, function: int, before: list[Number]) -> None:
        """Checks preserved registers."""
        for register, expected, actual in zip(self.callee_saved, before, self.preserved(), strict=True):
            if expected != actual and not self.same(expected, actual):
                raise Stopped(NOT_RESTORED, function, self.image.inside(function), f", register {register}")

    def set_stops(self, addresses: Iterable[int]) -> None:
        """Sets breakpoints besides that of run()."""
        self.stops = set(addresses)
        stops = [*self.stops, *self.replaced]
        self.lib.machine_set_stops(self.handle, len(stops), (ctypes.c_uint32 * len(stops))(*stops))

    def same(self, a: Number, b: Number) -> bool:
        """The same function of pointers, whose sums may have been built in different ways?"""
        return isinstance(a, bytes) and isinstance(b, bytes) and self.graph.same_function(a, b)

    def run(self, pc: int, pause: int = NOWHERE) -> int:
        """Runs until the call returns or reaches a breakpoint, such as `pause`; returns the address."""
        at = self.run_to_stop(pc, pause)
        while at in self.replaced:
            self.replacements += 1
            back = self.replaced[at](self.replacements)
            if back is not None and back in (self.end, pause, *self.stops):
                return back
            at = self.run_to_stop(at if back is None else back, pause)
        return at

    def run_to_stop(self, pc: int, pause: int) -> int:
        """The same, or to a function that may be replaced."""
        getattr(self.lib, f"{self.prefix}_call")(self.handle, pc, self.end, pause)
        report = self.report()
        if report.fault:
            raise self.stopped(report)
        self.instructions += report.instructions
        self.lib.machine_count_from_zero(self.handle)
        self.stack = max(self.stack, report.stack)
        return report.pc

    def read_region(self, at: int, size: int) -> tuple[Lits, bytes]:
        """Bits of a region, and which bytes were written."""
        bits, written = ctypes.create_string_buffer(8 * LIT_BYTES * size), ctypes.create_string_buffer(size)
        if size:
            self.lib.machine_save(self.handle, at, size, bits, written)
        return bits.raw, written.raw

    def raw_content(self, buffer: str) -> Lits:
        """The content of a buffer, without creating inputs for unset bytes."""
        at, b = self.buffers[buffer]
        return self.read_region(at, b.size)[0]

    def changed(self, buffer: str, before: Lits) -> int:
        """The number of bytes of a buffer that raw_content() gave otherwise."""
        at, b = self.buffers[buffer]
        return self.lib.machine_changed(self.handle, at, b.size, before) if b.size else 0

    def save(self, pc: int, buffers: tuple[str, ...]) -> State:
        """Saves registers, the stack and some buffers."""
        places = [(self.buffers[b][0], self.buffers[b][1].size) for b in buffers]
        places.append((self.stack_top - self.stack_bytes, self.stack_bytes))
        return State(
            pc, {r: self.get(r) for r in range(self.registers)}, {at: self.read_region(at, n) for at, n in places}
        )

    def restore(self, state: State) -> None:
        for register, value in state.registers.items():
            self.set_number(register, value)
        for at, (bits, written) in state.memory.items():
            self.lib.machine_restore(self.handle, at, len(written), bits, written)

    def set_base(self, buffer: str, before: int, pointer: Lits) -> None:
        """Makes `pointer` the address `before` bytes before a buffer."""
        at = self.buffers[buffer][0]
        self.bases[buffer] = pointer
        self.base(at, Place(at - before, pointer))

    def report(self) -> Report:
        report = Report()
        self.lib.machine_report(self.handle, ctypes.byref(report))
        return report

    def stopped(self, report: Report) -> Stopped:
        fault, access = FAULTS[report.fault], ""
        if fault.startswith(("reads", "writes", "a misaligned")):
            near = [f"{name}{report.address - at:+d}" for name, (at, _) in self.buffers.items()]
            close = min(near, key=lambda n: abs(int(n[max(n.rfind("+"), n.rfind("-")) :])), default="")
            access = f", {report.bytes} bytes at {report.address:#x}" + (f" ({close})" if close else "")
        where = self.image.inside(report.at)
        if fault != UNDECIDED:
            return Stopped(fault, report.at, where, access)
        parts = self.split(report.undecided, report.bytes > 0)
        return Stopped(fault, report.at, where, access, parts, self.graph.support(report.undecided))

    def set_number(self, register: int, value: Number) -> None:
        """Sets a register to a number."""
        self.set(register, bits_of(value, self.register_bits // 8))

    def entry(self, arguments: list[tuple[Number, int]], top: Place, back: Number) -> Entry:
        """Arguments (value, bytes), stack and return address by the calling convention."""
        raise NotImplementedError

    def real(self, entry: Entry) -> dict[int, Number]:
        """Registers by the simulator's numbers."""
        return entry.registers

    def pointee(self, bits: Lits) -> int:
        """The address of a symbolic pointer."""
        at = self.lib.machine_located(self.handle, bits, len(bits) // LIT_BYTES) & 0xFFFFFFFF
        if at == NOWHERE:
            raise Stopped("a pointer that depends on a secret", 0, "")
        return at

    def return_target(self, bits: Lits) -> int:
        """The target of a return address."""
        if bits == self.graph.inputs["return address"]:
            return self.end
        return low(bits, len(bits) // LIT_BYTES)

    def stack_pointer(self) -> int:
        """The lowest address in use."""
        raise NotImplementedError

    def skip_call(self, number: int | str) -> int:
        """Replaces a function at its entry: havocs caller-saved registers and the stack below; returns the return
        target.  `number`: tells such calls apart."""
        back = self.pop_return()
        for register in self.caller_saved:
            self.set_number(
                register, self.graph.input(f"register {register} after function {number}", self.register_bits)
            )
        bottom = self.stack_top - self.stack_bytes
        below = self.stack_pointer() - bottom
        self.lib.machine_restore(self.handle, bottom, below, bytes(8 * LIT_BYTES * below), bytes(below))
        return back

    def returns_to(self) -> int:
        """The return target, at the entry of a function."""
        raise NotImplementedError

    def pop_return(self) -> int:
        """Returns from a function at its entry; returns the target."""
        return self.returns_to()

    def arguments_at_entry(self, kinds: str) -> list[int]:
        """The first arguments at the entry of a function: `*` a pointer's address, `n` a number."""
        arguments = [b"".join(self.get(r) for r in registers) for registers in self.first[: len(kinds)]]
        arguments += [self.stacked_argument(i) for i in range(len(kinds) - len(arguments))]
        return [
            self.pointee(bits) if kind == "*" else low(self.graph.simplified(bits), 8 * self.word)
            for kind, bits in zip(kinds, arguments, strict=True)
        ]

    def stacked_argument(self, number: int) -> Lits:
        """An argument at the entry of a function that no register holds."""
        raise NotImplementedError

    def read(self, at: int, size: int) -> Lits:
        out = ctypes.create_string_buffer(8 * LIT_BYTES * size)
        if size:
            self.lib.machine_get(self.handle, at, out, size)
        return out.raw

    def write(self, at: int, bits: Lits) -> None:
        if bits:
            self.lib.machine_set(self.handle, at, bits, len(bits) // LIT_BYTES // 8)

    def check_access(self, at: int, size: int, writes: bool) -> None:
        """Raises Stopped unless these bytes lie in one buffer, the stack or, to be read, constants."""
        buffers = ((n, start, b) for n, (start, b) in self.buffers.items() if n not in self.inaccessible)
        places = [(at, b.size) for n, at, b in buffers if (b.writable and n not in self.constant) or not writes]
        places.append((self.stack_top - self.stack_bytes, self.stack_bytes))
        if not writes:
            places += [(start, len(data)) for start, data in self.spaces()]
        if not any(start <= at and at + size <= start + length for start, length in places):
            raise Stopped("a block outside its buffers", at, hex(at))

    def numbers(self, arguments: tuple[tuple[Number | str, int], ...]) -> list[tuple[Number, int]]:
        """Arguments with the addresses of buffers."""
        return [(self.address(a) if isinstance(a, str) else a, self.width(size)) for a, size in arguments]

    def quadwords(self, arguments: list[tuple[Number, int]], concrete: bool) -> list[Number]:
        """Arguments in 64 bits; in a symbolic call those above a shorter one are arbitrary."""

        def quadword(value: Number, size: int) -> Number:
            if concrete or size == 8:
                return value
            above = self.graph.input("above an argument", 64)
            return bits_of(value, size) + above[: LIT_BYTES * (64 - 8 * size)]

        return [quadword(value, size) for value, size in arguments]

    def width(self, size: int) -> int:
        """Bytes of an argument."""
        return min(self.word, INT_BYTES) if size == INT else size or self.word

    def result(self) -> int:
        """The int that the function returned."""
        raise NotImplementedError

    def address(self, buffer: str) -> Number:
        """A pointer to a buffer."""
        return self.bases[buffer]

    def content(self, buffer: str) -> Lits:
        """The content of a buffer."""
        at, b = self.buffers[buffer]
        return self.read(at, b.size)

    @property
    def looked_up(self) -> bool:
        return bool(self.report().lookups)

    def executed(self) -> bytes:
        """For each byte of code: was an instruction executed there?"""
        out = ctypes.create_string_buffer(len(self.code.data))
        self.lib.machine_executed(self.handle, out)
        return out.raw

    def tables(self) -> list[int]:
        """Addresses of constants read at symbolic addresses."""
        addresses = []
        for number, (start, data) in enumerate(self.spaces(), 1):
            out = ctypes.create_string_buffer(len(data))
            self.lib.machine_looked_up(self.handle, number, out)
            addresses += [start + i for i, used in enumerate(out.raw) if used]
        return addresses


def low(bits: Lits, n: int) -> int:
    """The value of the low bits, which must be constant."""
    values = literal_list(bits[: LIT_BYTES * n])
    if max(values) > 1:
        raise Stopped("a result that depends on a secret", 0, "")
    return sum(v << i for i, v in enumerate(values))


def piece(value: Number, first: int, count: int) -> Number:
    """A slice of bytes of a number."""
    if isinstance(value, int):
        return value >> 8 * first & (1 << 8 * count) - 1
    return value[8 * LIT_BYTES * first : 8 * LIT_BYTES * (first + count)]


def bits_of(value: Number, size: int) -> Lits:
    """The literals of a number of `size` bytes."""
    return lits(value, 8 * size) if isinstance(value, int) else value


def words_of(arguments: list[tuple[Number, int]]) -> list[Number]:
    """Arguments on a 32-bit machine: 64-bit numbers begin at an even word."""
    words: list[Number] = []
    for value, size in arguments:
        if size == 8:
            words += [0] * (len(words) % 2) + [piece(value, 0, 4), piece(value, 4, 4)]
        else:
            words.append(value)
    return words


class Rv32(Machine):
    word = 4
    prefix = "rv32"
    registers, register_bits = 32, 32
    ram = (0x80000000, 0x80004000)
    stack_bytes = 4096
    end = 0xFFFFFFF0
    callee_saved = (2, 3, 4, 8, 9, *range(18, 28))  # sp, gp, tp, s0 to s11
    caller_saved = (1, 5, 6, 7, *range(10, 18), *range(28, 32))
    first = ((10,), (11,), (12,), (13,), (14,))
    general = range(1, 32)
    return_bits = 32

    def stack_pointer(self) -> int:
        return self.pointee(self.get(2))

    def returns_to(self) -> int:
        return self.return_target(self.get(1))

    def entry(self, arguments: list[tuple[Number, int]], top: Place, back: Number) -> Entry:
        words = words_of(arguments)
        registers: dict[int, Number] = {10 + i: word for i, word in enumerate(words[:8])}
        rest = b"".join(bits_of(word, 4) for word in words[8:])
        sp = top.moved(self.graph, -(-(-4 * len(words[8:]) // 16) * 16))
        registers |= {1: back, 2: sp.pointer}
        if "__global_pointer$" in self.image.symbols:
            registers[3] = self.image.address("__global_pointer$")
        return Entry(registers, [(sp.at, rest)] if rest else [])

    def result(self) -> int:
        value = low(self.get(10), 32)
        return value - (value >> 31 << 32)


class Avr(Machine):
    word = 2
    prefix = "avr"
    registers, register_bits = 33, 8  # the last one: flags
    ram = (DATA_SPACE + 0x100, DATA_SPACE + 0x4100)
    stack_bytes = 2048
    end = 0x1FFFE
    callee_saved = (*range(1, 18), 28, 29, INTERRUPTS, STACK_POINTER)  # r1 is zero
    caller_saved = (0, *range(18, 28), 30, 31, FLAGS)
    first = ((24, 25), (22, 23), (20, 21), (18, 19), (16, 17))
    general = range(32)
    space = DATA_SPACE
    word_alignment = stack_alignment = 1
    return_bits = 16

    def stack_pointer(self) -> int:
        return self.lib.avr_stack_pointer(self.handle) % 2**32 + 1

    def returns_to(self) -> int:
        high_first, _ = self.read_region(self.stack_pointer(), 2)
        to = self.return_target(high_first[8 * LIT_BYTES :] + high_first[: 8 * LIT_BYTES])
        return to if to == self.end else 2 * to

    def pop_return(self) -> int:
        if self.get(1) != FALSE * 8:
            raise Stopped("a call while r1 is not zero", 0, "")
        to = self.returns_to()
        self.lib.avr_stack(self.handle, self.stack_pointer() + 1)
        return to

    def skip_call(self, number: int | str) -> int:
        interrupts = self.special()[INTERRUPTS]
        back = super().skip_call(number)
        self.set_number(INTERRUPTS, interrupts)
        return back

    def set_number(self, register: int, value: Number) -> None:
        if register == STACK_POINTER:
            self.lib.avr_stack(self.handle, value)
        elif register == INTERRUPTS:
            self.lib.avr_set_interrupts(self.handle, value)
        else:
            super().set_number(register, value)

    def special(self) -> dict[int, Number]:
        flag = self.lib.avr_interrupts(self.handle)
        return {INTERRUPTS: flag.to_bytes(LIT_BYTES, "little"), STACK_POINTER: self.stack_pointer() - 1}

    def preserved(self) -> list[Number]:
        return [*(self.get(r) for r in self.callee_saved[:-2]), *self.special().values()]

    def check_return(self, function: int, before: list[Number]) -> None:
        pointer = before[-1]
        assert isinstance(pointer, int)
        super().check_return(function, [*before[:-1], pointer + 2])  # the return address is popped

    def save(self, pc: int, buffers: tuple[str, ...]) -> State:
        state = super().save(pc, buffers)
        return replace(state, registers=state.registers | self.special())

    def entry(self, arguments: list[tuple[Number, int]], top: Place, back: Number) -> Entry:
        registers: dict[int, Number] = {1: 0}
        at, rest = 26, b""
        for value, size in arguments:
            at -= size + size % 2
            if at < 8:  # and all that follow
                rest += bits_of(value, size)
                at = 0
            else:
                registers |= {at + i: piece(value, i, 1) for i in range(size)}
        words = bits_of(back // 2 if isinstance(back, int) else back, 2)
        rest = words[8 * LIT_BYTES :] + words[: 8 * LIT_BYTES] + rest
        sp = top.at - len(rest) // LIT_BYTES // 8 - 1
        return Entry(registers, [(sp + 1, rest)], sp)

    def set_stack_pointer(self, entry: Entry) -> None:
        self.lib.avr_stack(self.handle, entry.stack)

    def real(self, entry: Entry) -> dict[int, Number]:
        return entry.registers | {FLAGS + 1: entry.stack - DATA_SPACE}

    def result(self) -> int:
        value = low(self.get(24) + self.get(25), 16)
        return value - (value >> 15 << 16)


class Thumb(Machine):
    """Cortex-M; `core` as in thumb.h."""

    word = 4
    prefix = "thumb"
    registers, register_bits = 16, 32  # the last one is the flags
    ram = (0x20000000, 0x20020000)
    stack_bytes = 4096
    end = 0xFFFFFFE0
    callee_saved = (*range(4, 12), 13)
    caller_saved = (0, 1, 2, 3, 12, 14, 15)
    first = ((0,), (1,), (2,), (3,))
    general = range(15)
    stack_alignment = 8
    return_bits = 32
    core: int

    def stack_pointer(self) -> int:
        return self.pointee(self.get(13))

    def returns_to(self) -> int:
        bits = self.get(14)
        if bits == TRUE + self.graph.inputs["return address"][LIT_BYTES:]:
            return self.end
        return low(bits, 32) & ~1

    def __init__(self, graph: Graph, image: Image, budget: int = BUDGET):
        super().__init__(graph, image, budget)
        self.lib.thumb_core(self.handle, self.core)

    def entry(self, arguments: list[tuple[Number, int]], top: Place, back: Number) -> Entry:
        words = words_of(arguments)
        rest = b"".join(bits_of(word, 4) for word in words[4:])
        sp = top.moved(self.graph, -(-(-4 * len(words[4:]) // 8) * 8))
        odd: Number = back | 1 if isinstance(back, int) else TRUE + back[LIT_BYTES:]
        registers = dict(enumerate(words[:4])) | {13: sp.pointer, 14: odd}
        return Entry(registers, [(sp.at, rest)] if rest else [])

    def result(self) -> int:
        value = low(self.get(0), 32)
        return value - (value >> 31 << 32)


class V6m(Thumb):
    core = 0


class V7m(Thumb):
    """The M3: long multiplications terminate early."""

    core = 1


class V7em(Thumb):
    core = 2


class V8m(V7em):
    """ARMv8-M Mainline with the DSP extension, which has the instructions of ARMv7E-M that programs use."""


class X86(Machine):
    """x86-64 under the System V ABI.  Every register is a quadword: 16 general ones in the order of their numbers, the
    flags, 8 masks, eight for each ZMM register, and the direction flag."""

    word = 8
    prefix = "x86"
    registers, register_bits = 282, 64
    ram = (0x20000000, 0x20100000)
    stack_bytes = 16384
    end = 0x7FFFF000
    callee_saved = (RBX, RSP, RBP, 12, 13, 14, 15, X86_DIRECTION)
    caller_saved = (0, 1, 2, 6, 7, 8, 9, 10, 11, X86_FLAGS, *range(X86_FLAGS + 1, X86_DIRECTION))
    first = ((7,), (6,), (2,), (1,), (8,), (9,))  # rdi, rsi, rdx, rcx, r8, r9
    general = range(X86_DIRECTION)
    granule = 64
    return_bits = 64

    def stack_pointer(self) -> int:
        return self.pointee(self.get(RSP))

    def returns_to(self) -> int:
        return self.return_target(self.read(self.stack_pointer(), self.word))

    def stacked_argument(self, number: int) -> Lits:
        return self.read(self.stack_pointer() + self.word * (1 + number), self.word)

    def pop_return(self) -> int:
        aligned = self.graph.simplified(self.get(RSP)[: 4 * LIT_BYTES]) == lits(self.word, 4)
        if not aligned or self.get(X86_DIRECTION)[:LIT_BYTES] != FALSE:
            raise Stopped("a call against the calling convention", self.report().pc, "")
        to = self.returns_to()
        self.set(RSP, self.graph.add(self.get(RSP), lits(self.word, 64))[0])
        return to

    def check_return(self, function: int, before: list[Number]) -> None:
        pointer = before[1]
        assert not isinstance(pointer, int)
        popped = self.graph.add(pointer, lits(self.word, 64))[0]
        super().check_return(function, [before[0], popped, *before[2:]])

    def entry(self, arguments: list[tuple[Number, int]], top: Place, back: Number) -> Entry:
        words = self.quadwords(arguments, isinstance(back, int))
        registers: dict[int, Number] = {r: word for (r,), word in zip(self.first, words, strict=False)}
        rest = b"".join(bits_of(word, 8) for word in words[len(self.first) :])
        sp = top.moved(self.graph, -(-(-len(rest) // LIT_BYTES // 8 // 16) * 16) - self.word)
        registers |= {RSP: sp.pointer, X86_DIRECTION: 0}
        return Entry(registers, [(sp.at, bits_of(back, 8) + rest)])

    def result(self) -> int:
        value = low(self.get(0), 32)
        return value - (value >> 31 << 32)


class AArch64(Machine):
    """Under the AAPCS64.  Every register is a doubleword: x0 to x30, sp, the flags, and two for each of v0 to v31."""

    word = 8
    prefix = "aarch64"
    registers, register_bits = 97, 64
    ram = (0x20000000, 0x20100000)
    stack_bytes = 16384
    end = 0x7FFFF000
    callee_saved = (*range(19, 30), AARCH64_SP, *range(AARCH64_V + 16, AARCH64_V + 32, 2))  # d8 to d15
    caller_saved = (
        *range(19), 30, AARCH64_SP + 1, *range(AARCH64_V, AARCH64_V + 16), *range(AARCH64_V + 17, AARCH64_V + 32, 2),
        *range(AARCH64_V + 32, registers)
    )  # fmt: skip
    first = tuple((r,) for r in range(8))
    general = range(registers)
    granule = 64
    return_bits = 64

    def stack_pointer(self) -> int:
        return self.pointee(self.get(AARCH64_SP))

    def returns_to(self) -> int:
        return self.return_target(self.get(30))

    def entry(self, arguments: list[tuple[Number, int]], top: Place, back: Number) -> Entry:
        words = self.quadwords(arguments, isinstance(back, int))
        rest = b"".join(bits_of(word, 8) for word in words[8:])
        sp = top.moved(self.graph, -(-(-len(rest) // LIT_BYTES // 8 // 16) * 16))
        registers = dict(enumerate(words[:8])) | {AARCH64_SP: sp.pointer, 30: back}
        return Entry(registers, [(sp.at, rest)] if rest else [])

    def result(self) -> int:
        value = low(self.get(0), 32)
        return value - (value >> 31 << 32)


class Msp430(Machine):
    """Status is register 2; registers 0 and 3 hold nothing."""

    word = 2
    prefix = "msp430"
    registers, register_bits = 16, 16
    ram = (0x1100, 0x3900)
    stack_bytes = 2048
    end = 0xFFFE
    callee_saved = (1, *range(4, 11))
    caller_saved = (2, *range(11, 16))
    first = ((12,), (13,), (14,), (15,))
    general = range(4, 16)
    word_alignment = stack_alignment = granule = 2
    return_bits = 16
    core_bits = 16

    def __init__(self, graph: Graph, image: Image, budget: int = BUDGET):
        super().__init__(graph, image, budget)
        self.lib.msp430_width(self.handle, self.core_bits)

    def stack_pointer(self) -> int:
        return self.pointee(self.get(1))

    def returns_to(self) -> int:
        return self.return_target(self.read_region(self.stack_pointer(), 2)[0])

    def above_return(self, pointer: Number) -> Number:
        """A stack pointer when the return address has been popped."""
        return pointer + 2 if isinstance(pointer, int) else self.graph.add(pointer, lits(2, 16))[0]

    def pop_return(self) -> int:
        to = self.returns_to()
        self.set_number(1, self.above_return(self.get(1)))
        return to

    def check_return(self, function: int, before: list[Number]) -> None:
        super().check_return(function, [self.above_return(before[0]), *before[1:]])

    def entry(self, arguments: list[tuple[Number, int]], top: Place, back: Number) -> Entry:
        """A number of 32 bits may begin in r15 and end on the stack; one of 64 bits lies there, and later arguments in
        registers."""
        registers: dict[int, Number] = {}
        free, rest = [12, 13, 14, 15], b""
        for value, size in arguments:
            for first in range(0, size, 2):
                if free and size < 8:
                    registers[free.pop(0)] = piece(value, first, 2)
                else:
                    rest += bits_of(piece(value, first, 2), 2)
        sp = top.moved(self.graph, -2 - len(rest) // LIT_BYTES // 8)
        return Entry(registers | {1: sp.pointer}, [(sp.at, bits_of(back, 2) + rest)])

    def result(self) -> int:
        value = low(self.get(12), 16)
        return value - (value >> 15 << 16)


class Msp430X(Msp430):
    """With registers of 20 bits, whose upper four are zero when a function is called."""

    ram = (0x1C00, 0x3C00)
    core_bits = 20


MACHINES: dict[str, type[Machine]] = {
    "rv32": Rv32, "avr": Avr, "msp430": Msp430, "msp430x": Msp430X, "v6m": V6m, "v7m": V7m, "v7em": V7em, "v8m": V8m,
    "x86-64": X86, "aarch64": AArch64
}  # fmt: skip
