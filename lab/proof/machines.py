# SPDX-License-Identifier: MIT
"""Calls of a program's functions on symbolic data: who may touch which bytes, and where arguments go.

Memory is the stack, the constants of the program and the buffers of the call, each of its exact size.  Registers and
bytes that a caller does not set are arbitrary: nothing that is proved depends on them."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass, replace

from .core import EACH, FALSE, FAULTS, LEAKS, Graph, Lits, Report, listed, lits
from .program import DATA_SPACE, Image

FLAGS, STACK_POINTER, INTERRUPTS = 32, 33, 34  # of AVR, behind the registers; the last one is a flag
NOT_RESTORED = "a register that the caller keeps is not restored"
NOWHERE, EVERY_LOOP = 1, 3  # a run pauses at no address, or wherever it jumps backwards
Number = int | Lits  # a public number may be symbolic
BUDGET = 30_000_000  # instructions of a call


@dataclass(frozen=True)
class Buffer:
    """`offset`: of its first byte from a multiple of 16."""

    name: str
    size: int
    content: Lits | None = None  # arbitrary if None
    writable: bool = False
    offset: int = 0


@dataclass(frozen=True)
class Entry:
    """What a caller sets: registers by number, and bytes of the stack."""

    registers: dict[int, Number]
    memory: list[tuple[int, Lits]]


@dataclass(frozen=True)
class State:
    """Of a run that pauses: registers, and by address the bits of regions and which of their bytes were written."""

    pc: int
    registers: dict[int, Number]
    memory: dict[int, tuple[Lits, bytes]]


class Stopped(Exception):
    """A run ended before its function returned."""

    def __init__(self, fault: str, at: int, where: str, access: str = ""):
        super().__init__(f"{fault} at {at:#x}, {where}{access}")
        self.fault, self.at, self.where = fault, at, where

    @property
    def leaks(self) -> bool:
        return self.fault in LEAKS


class Machine:
    """One processor with one program."""

    word: int  # bytes of a pointer
    prefix: str  # of its functions in proof.c
    registers: int
    register_bits: int
    ram: tuple[int, int]  # where buffers and the stack are
    stack_bytes: int
    end: int  # the return address of every call
    kept: tuple[int, ...]  # registers that a call leaves as they were
    lost: tuple[int, ...]  # that it may change
    first: tuple[tuple[int, ...], ...]  # of the first arguments
    general: range  # registers that hold anything
    space = 0  # of pointers: address 0

    def __init__(self, graph: Graph, image: Image, budget: int = BUDGET):
        self.graph, self.lib, self.image = graph, graph.lib, image
        self.code = image.code
        self.handle = ctypes.c_void_p(
            self.lib.machine_new(graph.handle, self.code.data, self.code.start, len(self.code.data), budget)
        )
        self.buffers: dict[str, tuple[int, Buffer]] = {}
        self.bases: dict[str, Lits] = {}  # public numbers that are pointers to buffers
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
        return self.ram[1]

    def prepare(self, buffers: list[Buffer]) -> None:
        """Memory as it is before a call."""
        self.lib.machine_reset(self.handle)
        bottom, top = self.ram
        self.lib.machine_region(self.handle, top - self.stack_bytes, self.stack_bytes, 1, None)
        for start, data in self.spaces():
            self.lib.machine_region(self.handle, start, len(data), 0, data)
        at = -(-max([bottom, *(e for s, e in self.data_ends() if bottom <= s < top)]) // 16) * 16
        self.buffers, self.bases = {}, {}
        for b in buffers:
            at += 16 + b.offset
            self.lib.machine_region(self.handle, at, b.size, int(b.writable), None)
            if b.content is not None and b.size:
                self.lib.machine_set(self.handle, at, b.content, b.size)
            self.buffers[b.name] = at, b
            at = -(-(at + b.size) // 16) * 16
        if at > top - self.stack_bytes:
            raise Stopped("buffers that are larger than the RAM", 0, "")

    def data_ends(self) -> list[tuple[int, int]]:
        return [(s.start, s.end) for s in self.image.sections]

    def set(self, register: int, bits: Lits) -> None:
        getattr(self.lib, f"{self.prefix}_set")(self.handle, register, bits)

    def get(self, register: int) -> Lits:
        out = ctypes.create_string_buffer(EACH * self.register_bits)
        getattr(self.lib, f"{self.prefix}_get")(self.handle, register, out)
        return out.raw

    def call(self, function: int, arguments: list[tuple[Number, int]]) -> None:
        """Calls the function at an address; arguments are (value, bytes).  Stopped if something is wrong."""
        before = self.begin(arguments)
        self.run(function)
        self.returned(function, before)

    def begin(self, arguments: list[tuple[Number, int]]) -> list[Number]:
        """Registers and stack as a caller leaves them; gives what a call must keep."""
        for register in range(self.registers):
            self.set(register, self.graph.input(f"register {register}", self.register_bits))
        entry = self.entry(arguments)
        for register, value in entry.registers.items():
            self.put(register, value)
        for at, bits in entry.memory:
            self.write(at, bits)
        return self.keeps()

    def keeps(self) -> list[Number]:
        return [self.get(register) for register in self.kept]

    def returned(self, function: int, before: list[Number]) -> None:
        """What a call kept must be as it was."""
        for register, was, found in zip(self.kept, before, self.keeps(), strict=True):
            if was != found:
                raise Stopped(NOT_RESTORED, function, self.image.inside(function), f", register {register}")

    def run(self, pc: int, pause: int = NOWHERE) -> int:
        """From an instruction on, until the call returns or comes to the address where it pauses; where that is."""
        getattr(self.lib, f"{self.prefix}_called")(self.handle, pc, self.end, pause)
        report = self.report()
        if report.fault:
            raise self.stopped(report)
        self.instructions += report.instructions
        self.lib.machine_count_from_zero(self.handle)
        self.stack = max(self.stack, report.stack)
        return report.pc

    def saved(self, at: int, size: int) -> tuple[Lits, bytes]:
        """Bits of a region as they are, and which of its bytes were written."""
        bits, written = ctypes.create_string_buffer(8 * EACH * size), ctypes.create_string_buffer(size)
        if size:
            self.lib.machine_save(self.handle, at, size, bits, written)
        return bits.raw, written.raw

    def raw(self, buffer: str) -> Lits:
        """What is in a buffer, without making up what nobody has set."""
        at, b = self.buffers[buffer]
        return self.saved(at, b.size)[0]

    def save(self, pc: int, buffers: tuple[str, ...]) -> State:
        """All registers, the stack and some buffers."""
        places = [(self.buffers[b][0], self.buffers[b][1].size) for b in buffers]
        places.append((self.stack_top - self.stack_bytes, self.stack_bytes))
        return State(pc, {r: self.get(r) for r in range(self.registers)}, {at: self.saved(at, n) for at, n in places})

    def restore(self, state: State) -> None:
        for register, value in state.registers.items():
            self.put(register, value)
        for at, (bits, written) in state.memory.items():
            self.lib.machine_restore(self.handle, at, len(written), bits, written)

    def based(self, buffer: str, before: int, pointer: Lits) -> None:
        """A public number is the address so many bytes before a buffer."""
        at = self.buffers[buffer][0]
        self.bases[buffer] = pointer
        self.lib.machine_base(self.handle, at, at - before, len(pointer) // EACH, pointer)

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
        return Stopped(fault, report.at, self.image.inside(report.at), access)

    def put(self, register: int, value: Number) -> None:
        """Sets a register to a number."""
        self.set(register, bits_of(value, self.register_bits // 8))

    def entry(self, arguments: list[tuple[Number, int]]) -> Entry:
        """Where a function finds its arguments, (value, bytes), its stack and its return address."""
        raise NotImplementedError

    def stack_pointer(self) -> int:
        """The lowest address in use."""
        raise NotImplementedError

    def skipped(self, number: int) -> int:
        """At the entry of a function: leaves it as one that only keeps what it must, the `number`th such one; where
        it returns to."""
        back = self.leave()
        for register in self.lost:
            self.put(register, self.graph.input(f"register {register} after function {number}", self.register_bits))
        bottom = self.stack_top - self.stack_bytes
        below = self.stack_pointer() - bottom
        self.lib.machine_restore(self.handle, bottom, below, bytes(8 * EACH * below), bytes(below))
        return back

    def leave(self) -> int:
        """Returns from a function that has not begun."""
        raise NotImplementedError

    def passed(self, count: int) -> list[int]:
        """The first arguments of a function, as wide as pointers each, at its entry."""
        found = [b"".join(self.get(r) for r in registers) for registers in self.first[:count]]
        return [low(self.graph.decided(bits), 8 * self.word) for bits in found]

    def read(self, at: int, size: int) -> Lits:
        out = ctypes.create_string_buffer(8 * EACH * size)
        if size:
            self.lib.machine_get(self.handle, at, out, size)
        return out.raw

    def write(self, at: int, bits: Lits) -> None:
        if bits:
            self.lib.machine_set(self.handle, at, bits, len(bits) // EACH // 8)

    def within(self, at: int, size: int, writes: bool) -> None:
        """Stopped, if these bytes are not all in one buffer, in the stack or, to be read, in constants."""
        places = [(start, b.size) for start, b in self.buffers.values() if b.writable or not writes]
        places.append((self.stack_top - self.stack_bytes, self.stack_bytes))
        if not writes:
            places += [(start, len(data)) for start, data in self.spaces()]
        if not any(start <= at and at + size <= start + length for start, length in places):
            raise Stopped("a block outside its buffers", at, hex(at))

    def numbers(self, arguments: tuple[tuple[Number | str, int], ...]) -> list[tuple[Number, int]]:
        """Arguments with the addresses of buffers."""
        return [(self.address(a) if isinstance(a, str) else a, size or self.word) for a, size in arguments]

    def result(self) -> int:
        """What the function that was called returned, an int."""
        raise NotImplementedError

    def address(self, buffer: str) -> Number:
        """What a pointer to a buffer is."""
        if buffer in self.bases:
            return self.bases[buffer]
        return self.buffers[buffer][0] & (1 << 8 * self.word) - 1

    def content(self, buffer: str) -> Lits:
        """What is in a buffer."""
        at, b = self.buffers[buffer]
        return self.read(at, b.size)

    @property
    def looked_up(self) -> bool:
        return bool(self.report().lookups)

    def executed(self) -> bytes:
        """For each byte of the code, whether an instruction that ran begins there."""
        out = ctypes.create_string_buffer(len(self.code.data))
        self.lib.machine_executed(self.handle, out)
        return out.raw

    def tables(self) -> list[int]:
        """Addresses of constants that were looked up at symbolic addresses."""
        found = []
        for number, (start, data) in enumerate(self.spaces(), 1):
            out = ctypes.create_string_buffer(len(data))
            self.lib.machine_looked_up(self.handle, number, out)
            found += [start + i for i, used in enumerate(out.raw) if used]
        return found


def low(bits: Lits, n: int) -> int:
    """The number that lower bits are, which must be constant."""
    values = listed(bits[: EACH * n])
    if max(values) > 1:
        raise Stopped("a result that depends on a secret", 0, "")
    return sum(v << i for i, v in enumerate(values))


def piece(value: Number, first: int, count: int) -> Number:
    """Some bytes of a number."""
    if isinstance(value, int):
        return value >> 8 * first & (1 << 8 * count) - 1
    return value[8 * EACH * first : 8 * EACH * (first + count)]


def bits_of(value: Number, size: int) -> Lits:
    """So many bytes of a number."""
    return lits(value, 8 * size) if isinstance(value, int) else value


def words_of(arguments: list[tuple[Number, int]]) -> list[Number]:
    """Arguments on a machine of 32 bits: numbers of 64 bits begin at an even word."""
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
    kept = (2, 3, 4, 8, 9, *range(18, 28))  # sp, gp, tp, s0 to s11
    lost = (1, 5, 6, 7, *range(10, 18), *range(28, 32))
    first = ((10,), (11,), (12,), (13,), (14,))
    general = range(1, 32)

    def stack_pointer(self) -> int:
        return low(self.get(2), 32)

    def leave(self) -> int:
        return low(self.get(1), 32)

    def entry(self, arguments: list[tuple[Number, int]]) -> Entry:
        words = words_of(arguments)
        registers: dict[int, Number] = {10 + i: word for i, word in enumerate(words[:8])}
        rest = b"".join(bits_of(word, 4) for word in words[8:])
        sp = self.stack_top - -(-4 * len(words[8:]) // 16) * 16
        registers |= {1: self.end, 2: sp}
        if "__global_pointer$" in self.image.symbols:
            registers[3] = self.image.address("__global_pointer$")
        return Entry(registers, [(sp, rest)] if rest else [])

    def result(self) -> int:
        value = low(self.get(10), 32)
        return value - (value >> 31 << 32)


class Avr(Machine):
    word = 2
    prefix = "avr"
    registers, register_bits = 33, 8  # the last one is the flags
    ram = (DATA_SPACE + 0x100, DATA_SPACE + 0x4100)
    stack_bytes = 2048
    end = 0x1FFFE
    kept = (*range(1, 18), 28, 29, INTERRUPTS, STACK_POINTER)  # r1 is zero
    lost = (0, *range(18, 28), 30, 31, FLAGS)
    first = ((24, 25), (22, 23), (20, 21), (18, 19), (16, 17))
    general = range(32)
    space = DATA_SPACE

    def stack_pointer(self) -> int:
        return DATA_SPACE + self.lib.avr_stack_pointer(self.handle) + 1

    def leave(self) -> int:
        if self.get(1) != FALSE * 8:
            raise Stopped("a call while r1 is not zero", 0, "")
        at = self.stack_pointer()
        back, _ = self.saved(at, 2)
        self.lib.avr_stack(self.handle, at + 1 - DATA_SPACE)
        return 2 * (low(back[8 * EACH :], 8) | low(back[: 8 * EACH], 8) << 8)

    def skipped(self, number: int) -> int:
        interrupts = self.special()[INTERRUPTS]
        back = super().skipped(number)
        self.put(INTERRUPTS, interrupts)
        return back

    def put(self, register: int, value: Number) -> None:
        if register == STACK_POINTER:
            self.lib.avr_stack(self.handle, value)
        elif register == INTERRUPTS:
            self.lib.avr_set_interrupts(self.handle, value)
        else:
            super().put(register, value)

    def special(self) -> dict[int, Number]:
        flag = self.lib.avr_interrupts(self.handle)
        return {INTERRUPTS: flag.to_bytes(EACH, "little"), STACK_POINTER: self.lib.avr_stack_pointer(self.handle)}

    def keeps(self) -> list[Number]:
        return [*(self.get(r) for r in self.kept[:-2]), *self.special().values()]

    def returned(self, function: int, before: list[Number]) -> None:
        pointer = before[-1]
        assert isinstance(pointer, int)
        super().returned(function, [*before[:-1], pointer + 2])  # the return address is gone

    def save(self, pc: int, buffers: tuple[str, ...]) -> State:
        state = super().save(pc, buffers)
        return replace(state, registers=state.registers | self.special())

    def entry(self, arguments: list[tuple[Number, int]]) -> Entry:
        registers: dict[int, Number] = {1: 0}
        at, rest = 26, b""
        for value, size in arguments:
            at -= size + size % 2
            if at < 8:  # and all that follow
                rest += bits_of(value, size)
                at = 0
            else:
                registers |= {at + i: piece(value, i, 1) for i in range(size)}
        back = bits_of(int.from_bytes((self.end // 2).to_bytes(2, "big"), "little"), 2)
        sp = self.stack_top - len(back + rest) // EACH // 8 - 1
        registers[STACK_POINTER] = sp - DATA_SPACE
        return Entry(registers, [(sp + 1, back + rest)])

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
    kept = (*range(4, 12), 13)
    lost = (0, 1, 2, 3, 12, 14, 15)
    first = ((0,), (1,), (2,), (3,))
    general = range(15)
    core: int

    def stack_pointer(self) -> int:
        return low(self.get(13), 32)

    def leave(self) -> int:
        return low(self.get(14), 32) & ~1

    def __init__(self, graph: Graph, image: Image, budget: int = BUDGET):
        super().__init__(graph, image, budget)
        self.lib.thumb_core(self.handle, self.core)

    def entry(self, arguments: list[tuple[Number, int]]) -> Entry:
        words = words_of(arguments)
        rest = b"".join(bits_of(word, 4) for word in words[4:])
        sp = self.stack_top - -(-4 * len(words[4:]) // 8) * 8
        registers = dict(enumerate(words[:4])) | {13: sp, 14: self.end | 1}
        return Entry(registers, [(sp, rest)] if rest else [])

    def result(self) -> int:
        value = low(self.get(0), 32)
        return value - (value >> 31 << 32)


class V6m(Thumb):
    core = 0


class V7m(Thumb):
    """The M3: long multiplications end early."""

    core = 1


class V7em(Thumb):
    core = 2


MACHINES: dict[str, type[Machine]] = {"rv32": Rv32, "avr": Avr, "v6m": V6m, "v7m": V7m, "v7em": V7em}
