# SPDX-License-Identifier: MIT
"""Calls of libc's copies, which ask how their operands lie: once for each length it is proved what they do, and then
each call of that length is replaced by it.

The proof is one of this program's code: from any state that the calling convention allows, for operands at all
addresses that do not overlap with each other or the stack below, the bytes are copied and nothing else is written.  A
call is replaced if its length is a constant, and not so short that it asks nothing, and if its operands lie in memory
that it may use, above the return address, and do not overlap; it is executed otherwise.  Different buffers, the stack
and constants do not overlap."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial

from .case import Call
from .core import TRUE, lits
from .machines import INT, TEXT_GRANULE, Buffer, Machine, Part, Stopped, low

STACK_BYTES = 128  # below the stack pointer, that a copy may use
SHORT = 96  # bytes
BYTE = 8
Key = tuple[int, int, int | None]  # function, bytes, value of a fill


def replace_copies(machine: Machine) -> None:
    """From now on, in a machine's runs."""
    copies = Copies(machine)
    machine.replaced = {at: partial(copies.replace, at, fills) for at, fills in machine.image.copies.items()}
    machine.set_stops(())


@dataclass
class Copies:
    machine: Machine
    shown: dict[Key, bool] = field(default_factory=dict)

    def replace(self, function: int, fills: bool, number: int) -> int | None:
        """At the entry of a copy, the `number`th of a call: makes it and returns where it returns to; or None."""
        machine = self.machine
        try:
            value = low(machine.get(machine.first[1][0]), BYTE) if fills else None
            to, size = (machine.arguments_at_entry("*nn" if fills else "**n")[i] for i in (0, 2))
            source = to if fills else machine.arguments_at_entry("**")[1]
            operands = [(to, True)] if fills else [(to, True), (source, False)]
            for at, writes in operands:
                machine.check_access(at, size, writes)
        except Stopped:
            return None
        bottom, sp = machine.stack_top - machine.stack_bytes, machine.stack_pointer()
        in_frames = not any(bottom <= at < sp + machine.word for at, _ in operands)
        apart = fills or abs(to - source) >= size
        if not (
            size > SHORT and in_frames and sp - bottom >= STACK_BYTES and apart and self.holds(function, size, value)
        ):
            return None
        content = lits(value, BYTE) * size if value is not None else machine.read(source, size)
        pointer = machine.get(machine.first[0][0])
        try:
            back = machine.skip_call(f"copy {number} of call {machine.calls}")
        except Stopped:  # against the calling convention
            return None
        machine.set(0, pointer)
        machine.write(to, content)
        return back

    def holds(self, function: int, size: int, value: int | None) -> bool:
        """Does it copy, or fill with a value?"""
        key = function, size, value
        if key not in self.shown:
            graph, assumed = self.machine.graph, self.machine.graph.assumed
            with type(self.machine)(graph, self.machine.image) as machine:
                machine.stack_bytes = STACK_BYTES
                self.shown[key] = any(self.holds_modulo(machine, n, key) for n in (TEXT_GRANULE, machine.granule))
            graph.assume(*assumed)
        return self.shown[key]

    def holds_modulo(self, machine: Machine, granule: int, key: Key) -> bool:
        """Is it shown for each place of the destination modulo `granule`?"""
        machine.text_granule = granule
        machine.parts[key] = [Part(fixed=(("out", i),), apart=True) for i in range(granule)]
        try:
            return all(machine.for_each_part(key, partial(self.holds_in_part, machine, *key)))
        except Stopped:
            return False

    def holds_in_part(self, machine: Machine, function: int, size: int, value: int | None) -> bool:
        if value is None:
            content = machine.graph.input(f"copied: {size} bytes", BYTE * size)
            source = [Buffer("in", size, content, offset=None)]
        else:
            content, source = lits(value, BYTE) * size, []
        machine.prepare([*source, Buffer("out", size, writable=True, offset=None)])
        if not machine.graph.assume(TRUE, machine.where()):
            return True
        second = ("in", 0) if value is None else (value, INT)
        machine.call(Call(function, (("out", 0), second, (size, 0))))
        returned = machine.same(machine.get(0), machine.bases["out"])
        return returned and not machine.looked_up and machine.content("out") == content
