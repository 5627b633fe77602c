# SPDX-License-Identifier: MIT
"""A case (case.py) as a request for traces: the same calls, with values that change from trace to trace."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path
from typing import Any

from ..proof.core import Graph, Lits, literal_list
from ..proof.machines import MACHINES, Number, Place
from ..proof.program import read
from .case import XOR, ZEROS, Case
from .case import Call as CaseCall
from .machine import address_of, ram_of
from .model import Model
from .registers import register_number
from .traces import Call, Input, Piece, Request

Source = tuple[int, int, int] | int  # of a byte: input, share and offset; or a constant
PERIPHERAL_BYTES = 4  # of a register of the chip


def request_of(case: Case, program: Path, model: Model, places: tuple[str, ...], seed: int) -> Request:
    """Registers and stack that a caller leaves open hold numbers that the seed chooses."""
    image = replace(read(program), machine=model.machine)
    with Graph() as graph, MACHINES[model.machine](graph, image) as machine:
        return Writer(case, machine, random.Random(seed)).request(model, places)


class Values:
    """Inputs of a case, in the order in which they are first used, and how their bytes lie in memory."""

    def __init__(self, case: Case):
        self.case = case
        self.inputs: list[Input] = []
        self.numbers: dict[str, int] = {}

    def number(self, name: str) -> int:
        if name not in self.numbers:
            value = self.case.values[name]
            self.numbers[name] = len(self.inputs)
            self.inputs.append(Input(name, value.bytes, value.shares or int(value.secret), value.rotate))
        return self.numbers[name]

    def share(self, name: str, share: int, start: int, size: int) -> list[Source]:
        number = self.number(name)
        return [(number, share, start + i) for i in range(size)]

    def content(self, name: str) -> list[Source]:
        """A value as it lies in memory."""
        value = self.case.values[name]
        if value.constant:
            return list(bytes.fromhex(value.constant))
        unit = value.unit or value.bytes
        starts = range(0, value.bytes, unit)
        return [x for at in starts for i in range(max(value.shares, 1)) for x in self.share(name, i, at, unit)]

    def part(self, text: str) -> list[Source]:
        """A part of a buffer, an argument or a register."""
        if zeros := ZEROS.fullmatch(text):
            return [0] * int(zeros[1])
        if XOR in text:
            raise self.case.error(f"`{text}`: traces have no sums of parts; the check has")
        part = self.case.part(text)
        if part.rotate:
            raise self.case.error(f"`{text}`: traces have no rotated parts; `rotate` of a value they have")
        if part.share is None:
            return self.content(part.name)
        return self.share(part.name, part.share, 0, self.case.values[part.name].bytes)

    def buffer(self, name: str) -> list[Source]:
        """Empty if its content is open."""
        b = self.case.facts.buffers[name]
        if b.holds:
            return [source for text in b.holds for source in self.part(text)]
        has_content = b.shares or b.secret or b.random or b.public or b.constant
        return self.content(name) if has_content else []


class Writer:
    """Builds the request for one program."""

    def __init__(self, case: Case, machine: Any, source: random.Random):
        self.case, self.machine, self.source = case, machine, source
        self.values = Values(case)
        self.is_avr = machine.prefix == "avr"
        self.addresses: dict[str, int] = {}
        self.pieces: list[Piece] = []
        self.memory: list[tuple[int, bytes]] = []
        self.constants: list[tuple[int, int]] = []
        self.devices: list[int] = []

    def request(self, model: Model, places: tuple[str, ...]) -> Request:
        bottom, top = self.machine.ram
        self.memory.append((top - self.machine.stack_bytes, self.source.randbytes(self.machine.stack_bytes)))
        self.place(bottom, top)
        calls = tuple(map(self.call, self.case.facts.calls))
        stubs = {name: kind for call in self.case.facts.calls for name, kind in call.stubs.items()}
        return Request(
            self.machine.image,
            calls,
            tuple(self.values.inputs),
            tuple(self.pieces),
            tuple(self.memory),
            places,
            tuple(model.switches().items()),
            tuple(self.devices),
            tuple((self.address(name), kind == "random") for name, kind in stubs.items()),
            tuple(self.constants),
        )

    def place(self, bottom: int, top: int) -> None:
        """Buffers lie behind what the program has in RAM, or where the case says."""
        ram = ram_of(self.machine.image.path)
        free = max([bottom, *(m.start + m.size for m in ram if bottom <= m.start < top)])
        for name, b in self.case.facts.buffers.items():
            size = self.case.buffer_size(name)
            alignment = max(b.align, self.machine.word_alignment)
            if b.at != "":
                at = address_of(self.machine.image, b.at, self.is_avr)
            else:
                at = -(-free // alignment) * alignment
                free = at + size
            self.addresses[name] = at
            if b.fresh:
                self.devices += range(at, at + size, self.machine.word if self.is_avr else PERIPHERAL_BYTES)
            else:
                self.fill(at, self.values.buffer(name), bottom <= at < top)

    def fill(self, at: int, sources: list[Source], in_memory: bool) -> None:
        for start, run in runs(sources):
            if isinstance(run[0], int):
                data = constants(run)
                if in_memory:
                    self.memory.append((at + start, data))
                else:
                    words = range(0, len(data), PERIPHERAL_BYTES)
                    self.constants += [(at + start + i, int.from_bytes(data[i : i + 4], "little")) for i in words]
            else:
                self.pieces.append(piece_of(run, address=at + start))

    def address(self, symbol: int | str) -> int:
        if isinstance(symbol, int):
            return symbol
        name, _, offset = symbol.partition("+")
        if name not in self.machine.image.symbols:
            raise self.case.error(f"its program has no symbol `{name}`")
        return self.machine.image.address(name) + int(offset or "0", 0)

    def argument(self, word: int | str) -> int | list[Source]:
        if isinstance(word, int):
            return word
        name, _, offset = word.partition("+")
        if name in self.addresses:
            mask = (1 << 8 * self.machine.word) - 1
            return (self.addresses[name] + int(offset or "0", 0)) & mask
        return self.values.part(word)

    def call(self, call: CaseCall) -> Call:
        machine, graph = self.machine, self.machine.graph
        origins: dict[int, Source] = {}  # by literal: of its byte
        numbers: list[tuple[Number, int]] = []
        for n, word in enumerate(call.arguments):
            value = self.argument(word)
            if isinstance(value, int):
                numbers.append((value, machine.word))
                continue
            bits = graph.input(f"argument {n} of {call.name}", 8 * len(value))
            origins |= {literal: value[i // 8] for i, literal in enumerate(literal_list(bits))}
            numbers.append((bits, len(value)))
        top = machine.ram[1]
        entry = machine.entry(numbers, Place(top, top - machine.space), machine.end)
        registers: dict[int, int] = {}
        if call is self.case.facts.calls[0]:  # later ones find what is left
            registers = {r: self.source.getrandbits(machine.register_bits) for r in machine.general}
        pieces, memory = list[Piece](), list[tuple[int, bytes]]()
        for register, number in machine.real(entry).items():
            registers[register] = self.set_register(register, number, origins, pieces)
        for at, bits in entry.memory:
            self.on_stack(at, sources_of(bits, origins), memory, pieces)
        for name, word in call.registers.items():
            first = register_number(machine, name)
            if first is None:
                raise self.case.error(f"there is no register `{name}`")
            value = self.argument(word)
            if isinstance(value, int):
                registers[first] = value
            else:
                pieces += [
                    piece_of(run, register=first + start // register_bytes(machine)) for start, run in runs(value)
                ]
        end = self.address(call.until) if call.until != "" else machine.end
        after = self.address(call.after) if call.after != "" else None
        return Call(self.address(call.function), end, tuple(registers.items()), tuple(pieces), tuple(memory), after)

    def set_register(self, register: int, number: Number, origins: dict[int, Source], pieces: list[Piece]) -> int:
        """A constant; or what it gets of an input becomes a piece."""
        if isinstance(number, int):
            return number
        sources = sources_of(number, origins)
        for start, run in runs(sources):
            if not isinstance(run[0], int):
                pieces.append(piece_of(run, register=register + start // register_bytes(self.machine)))
        return sum(x << 8 * i for i, x in enumerate(sources) if isinstance(x, int))

    def on_stack(self, at: int, sources: list[Source], memory: list[tuple[int, bytes]], pieces: list[Piece]) -> None:
        """Arguments, and the return address of AVR."""
        for start, run in runs(sources):
            if isinstance(run[0], int):
                memory.append((at + start, constants(run)))
            else:
                pieces.append(piece_of(run, address=at + start))


def register_bytes(machine: Any) -> int:
    return machine.register_bits // 8


def sources_of(bits: Lits, origins: dict[int, Source]) -> list[Source]:
    """Of each byte of an argument or return address: its source, or its constant value."""
    literals = literal_list(bits)
    result: list[Source] = []
    for i in range(0, len(literals), 8):
        byte = literals[i : i + 8]
        result.append(origins[byte[0]] if byte[0] in origins else sum(bit << k for k, bit in enumerate(byte)))
    return result


def runs(sources: list[Source]) -> list[tuple[int, list[Source]]]:
    """Neighbouring bytes of one share, or constants, with the place of each run."""
    result: list[tuple[int, list[Source]]] = []
    for i, source in enumerate(sources):
        before = sources[i - 1] if i else None
        joins = isinstance(before, int) if isinstance(source, int) else before == (*source[:2], source[2] - 1)
        if joins:
            result[-1][1].append(source)
        else:
            result.append((i, [source]))
    return result


def constants(run: list[Source]) -> bytes:
    return bytes(source for source in run if isinstance(source, int))


def piece_of(run: list[Source], address: int = 0, register: int | None = None) -> Piece:
    first = run[0]
    assert not isinstance(first, int)
    return Piece(*first, len(run), address, register)
