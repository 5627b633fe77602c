# SPDX-License-Identifier: MIT
"""The interface to the compiled core (leak.c): the prover's graph and executors, a log of events, and verdicts."""

from __future__ import annotations

import ctypes
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from .. import processes
from ..cache import cached
from ..proof.core import HERE as PROOF
from ..proof.core import LIT_BYTES, SHARED, Graph, Lits, declared, literal_list
from ..proof.machines import Machine
from ..sims.run import output
from .model import PLACES, Model

HERE = Path(__file__).resolve().parent
PUBLIC, SECRET, MASK, STALE = range(4)  # kinds of inputs
LEVELS = ("values", "distances", "pairs")
BY_RULE, BY_TABLE, ACROSS_CUT, TOO_LARGE, DEPENDENT = range(1, 6)  # verdicts
UNIFORM, NOT_UNIFORM, NOT_SHOWN = range(3)
OPTIONS = ("-O2", "-std=gnu11", *SHARED)
MAX_BLAMED, MAX_SUPPORT, CHUNK = 512, 1 << 16, 1000  # secrets of a bit; masks of a cut; events between progress


@cache
def library() -> Any:
    sources = [*sorted(HERE.glob("*.h")), HERE / "leak.c", *sorted(PROOF.glob("*.[ch]"))]
    parts: list[str | Path] = [output(["gcc", "--version"]), *OPTIONS, *sources]
    command = ["gcc", *OPTIONS, HERE / "leak.c", "-lZydis", "-o"]
    file = cached("tools", parts, lambda fresh: output([*command, fresh], run=processes.compiler))
    lib = declared(ctypes.CDLL(str(file)))
    lib.leak_new.restype = lib.leak_cut.restype = ctypes.c_void_p
    return lib


class Switches(ctypes.Structure):
    """`model` of events.h."""

    _fields_ = [
        (name, ctypes.c_uint32)
        for name in (
            "places",
            "whole_words",
            "repeated",
            "shared_bus",
            "split_bus",
            "immediates",
            "store_data",
            "old_targets",
            "shifter",
            "bypass",
            "results",
            "ports",
            "flags",
        )
    ]


class RawEvent(ctypes.Structure):
    _fields_ = [(name, ctypes.c_uint32) for name in ("pc", "instruction", "number", "bits", "first", "place")]


@dataclass(frozen=True)
class Event:
    """Bits at a place before and after an instruction; which of them depend on a secret, and which are open."""

    index: int
    pc: int
    instruction: int  # how many had begun
    place: str
    number: int  # of a register or latch; address of a cell
    size: int  # bits
    literals: Any  # an array: of all events
    first: int  # of these, the old ones; then the new ones
    dependent: int
    open: int

    @property
    def old(self) -> list[int]:
        return self.literals[self.first : self.first + self.size]

    @property
    def new(self) -> list[int]:
        return self.literals[self.first + self.size : self.first + 2 * self.size]


class Log:
    """What a program does at the places of a model."""

    def __init__(self, graph: Graph, model: Model, places: Iterable[str]):
        self.graph, self.lib = graph, graph.lib
        self.handle = ctypes.c_void_p(self.lib.leak_new(graph.handle))
        chosen = sum(1 << PLACES.index(place) for place in places)
        self.switches = Switches(places=chosen, **model.switches())
        self.counts = [0] * (DEPENDENT + 1)  # bits by verdict
        self.dependent: Any = None
        self.open: Any = None
        self.changed: Any = None  # bits that change

    def close(self) -> None:
        self.lib.leak_free(self.handle)

    def __enter__(self) -> Log:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def watch(self, on: bool = True) -> None:
        self.lib.leak_watch(self.handle if on else None, ctypes.byref(self.switches))

    def pause(self, on: bool) -> None:
        """What runs now is not logged, and leaves latches and buses as they were."""
        self.lib.leak_pause(self.handle, int(on))

    def input(self, name: str, bits: int, kind: int) -> Lits:
        """New inputs of a kind."""
        new = self.graph.input(name, bits)
        self.lib.leak_inputs(self.handle, bits, new, kind)
        return new

    def columns(self, bits: Lits, width: int, cut: bool) -> None:
        """These inputs are words of so many columns, of a new cut or of all."""
        self.lib.leak_columns(self.handle, len(bits) // LIT_BYTES, bits, width, int(cut))

    def fresh(self, address: int, size: int) -> None:
        """Each load from there gives new random bits."""
        self.lib.leak_fresh(self.handle, ctypes.c_uint32(address), size)

    def check(self, level: str) -> Iterator[float]:
        """Decides all events; yields the fraction that is done."""
        n = self.size()
        self.dependent, self.open, self.changed = ((ctypes.c_uint32 * n)() for _ in range(3))
        counts = (ctypes.c_uint64 * len(self.counts))()
        for first in range(0, n, CHUNK):
            end = min(first + CHUNK, n)
            number = LEVELS.index(level)
            self.lib.leak_check(self.handle, number, first, end, self.dependent, self.open, self.changed, counts)
            self.counts = list(counts)
            yield end / n

    def leave_open(self, done: float) -> None:
        """Events after this fraction are open."""
        n = self.size()
        for i in range(round(done * n), n):
            self.open[i] = 2**32 - 1

    def size(self) -> int:
        counts = (ctypes.c_uint32 * 2)()
        self.lib.leak_counts(self.handle, counts)
        return counts[0]

    def events(self) -> list[Event]:
        """After check()."""
        raw, bits = self.raw()
        result = []
        for i, e in enumerate(raw):
            verdicts = self.dependent[i], self.open[i]
            result.append(Event(i, e.pc, e.instruction, PLACES[e.place], e.number, e.bits, bits, e.first, *verdicts))
        return result

    def restart(self) -> None:
        """Forgets all events, and what latches and buses hold; verdicts stay."""
        self.lib.leak_restart(self.handle)

    def raw(self) -> tuple[Any, Any]:
        """Events, with their literals."""
        counts = (ctypes.c_uint32 * 2)()
        self.lib.leak_counts(self.handle, counts)
        raw, bits = (RawEvent * counts[0])(), (ctypes.c_uint32 * counts[1])()
        self.lib.leak_events(self.handle, raw, bits)
        return raw, bits

    def table(self, name: str) -> Any:
        """A field of all events, as an array."""
        import numpy as np

        fields = [field[0] for field in RawEvent._fields_]
        return np.frombuffer(self.raw()[0], np.uint32).reshape(-1, len(fields))[:, fields.index(name)]

    def found(self) -> set[tuple[int, str, int]]:
        """After check(): address, place and number of each event that depends on secrets or is open."""
        import numpy as np

        wanted = np.frombuffer(self.dependent, np.uint32) | np.frombuffer(self.open, np.uint32) != 0
        pcs, places, numbers = (self.table(name)[wanted].tolist() for name in ("pc", "place", "number"))
        return set(zip(pcs, (PLACES[place] for place in places), numbers, strict=True))

    def bits(self) -> tuple[Any, Any]:
        """The literals before and after all events, as arrays."""
        import numpy as np

        n, at = (self.table(name).astype(np.int64) for name in ("bits", "first"))
        literals = np.frombuffer(self.raw()[1], np.uint32)
        number = np.arange(n.sum()) - np.repeat(np.cumsum(n) - n, n)
        old = np.repeat(at, n) + number
        return literals[old], literals[old + np.repeat(n, n)]

    def decide(self, literal: int) -> int:
        return self.lib.leak_decide(self.handle, literal)

    def distance(self, old: int, new: int) -> int:
        """The literal of their XOR."""
        return literal_list(self.graph.gates("^", *(x.to_bytes(LIT_BYTES, "little") for x in (old, new))))[0]

    def blame(self, literal: int) -> list[int]:
        """The secret inputs on which the probability of a bit depends."""
        out = (ctypes.c_uint32 * MAX_BLAMED)()
        return list(out[: self.lib.leak_blame(self.handle, literal, out)])

    def support(self, bits: Lits, *kinds: int) -> set[int]:
        """The inputs of these kinds on which bits depend."""
        out = (ctypes.c_uint32 * MAX_SUPPORT)()
        which = sum(1 << kind for kind in kinds)
        return set(out[: self.lib.leak_support(self.handle, len(bits) // LIT_BYTES, bits, which, MAX_SUPPORT, out)])

    def uniform(self, bits: Lits, spent: Iterable[int]) -> int:
        """Are bits uniform over the spent masks, for each value of all other inputs?"""
        inputs = array_of(spent)
        return self.lib.leak_uniform(self.handle, len(bits) // LIT_BYTES, bits, len(inputs), inputs)

    def free_of_masks(self, literal: int) -> int:
        return self.lib.leak_free_of_masks(self.handle, literal)

    def replace(self, machine: Machine, old: Lits, new: Lits, spent: Iterable[int]) -> None:
        """At a cut: `old` bits become `new` ones wherever they are, and what else depends on spent masks stale."""
        inputs = array_of(spent)
        n = len(old) // LIT_BYTES
        cut = ctypes.c_void_p(self.lib.leak_cut(self.handle, machine.handle, n, old, new, len(inputs), inputs))
        for register in range(machine.registers):
            bits = ctypes.create_string_buffer(machine.get(register), LIT_BYTES * machine.register_bits)
            self.lib.leak_replace(cut, machine.register_bits, bits)
            machine.set(register, bits.raw)
        self.lib.leak_cut_end(cut, machine.handle, int(machine.prefix == "avr"))


def array_of(literals: Iterable[int]) -> Any:
    values = sorted(literals)
    return (ctypes.c_uint32 * len(values))(*values)
