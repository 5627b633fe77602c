# SPDX-License-Identifier: MIT
"""The model of the E31's places against the flip-flops of the core's RTL: ./narae validate hifive1 --leak.

A program runs symbolically and, with 64 values of its secrets and masks, on the RTL.  What a bit is in the 64 runs is
its signature.  Each change of a flip-flop whose signatures before and after are not both constant must be one that the
model has, at whatever place: these two signatures together, or one of them if the other is constant or the same.  What
the leak checker decides of the model's places is then decided of the flip-flops."""

from __future__ import annotations

import random
import struct
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import numpy as np
from msgspec import structs

from ..errors import RunError
from ..proof.core import LANES, literal_list, lits
from ..proof.machines import BUDGET, Stopped
from ..proof.program import Image, read
from ..sims.e31 import rtl
from .case import Case
from .check import Run, where
from .core import MASK, SECRET, Log
from .layout import BYTE
from .machine import LeakGraph, ram_of, watched_machine
from .model import Model

ALL = (1 << LANES) - 1
DTIM, DTIM_BYTES, REGISTERS = 0x80000000, 16 << 10, 32
SEED = 1
RECORD = np.dtype(
    [("flop", "<u4"), ("bit", "<u4"), ("pc", "<u4"), ("cycle", "<u4"), ("old", "<u8"), ("new", "<u8")]
)  # of rtl_leak.cpp
VALUE, PAIR = "value", "old and new value together"


@dataclass(frozen=True)
class Missing:
    """Changes of a flip-flop that the model does not have."""

    flop: str
    what: str  # a value, or the old and the new one together
    bits: int
    changes: int
    pc: int  # the last instruction that had retired at the first of them
    where: str


@dataclass
class Compared:
    """A call on the RTL and in the model."""

    name: str
    program: Path | None = None
    flops: int = 0  # that carry data
    changes: int = 0  # of their bits
    missing: list[Missing] = field(default_factory=list)
    left_out: dict[str, int] = field(default_factory=dict)  # changes by the model's reason
    failure: str = ""
    seconds: float = 0.0


@dataclass
class Begun:
    """What a call begins with: literals of registers, and of bytes by address."""

    pc: int
    registers: list[bytes]
    memory: dict[int, bytes]
    first: int  # event


class Recorded(Run):
    """A run that remembers what its calls begin with; bytes that nothing sets have some value."""

    source: random.Random
    begun: list[Begun]

    def prepare(self) -> None:
        self.source, self.begun = random.Random(SEED), []
        super().prepare()

    def entered(self, pc: int) -> None:
        m = self.machine
        areas = [(at, b.size) for at, b in m.buffers.values()]
        areas += [(r.start, r.size) for r in ram_of(m.image.path)]
        areas.append((m.stack_top - m.stack_bytes, m.stack_bytes))
        memory: dict[int, bytes] = {}
        for start, size in areas:
            content, written = m.read_region(start, size)
            for i in range(size):
                if not written[i]:
                    m.write(start + i, lits(self.source.getrandbits(8), 8))
            content, _ = m.read_region(start, size)
            memory |= {start + i: content[BYTE * i : BYTE * (i + 1)] for i in range(size)}
        registers = [m.get(r) for r in range(m.registers)]
        self.begun.append(Begun(pc, registers, memory, self.log.size()))


class Signatures:
    """What bits are in the 64 runs."""

    def __init__(self, run: Recorded):
        log, graph, source = run.log, run.log.graph, random.Random(SEED)
        inputs = [source.choice((0, ALL)) for _ in range(graph.input_bits())]
        named = b"".join(graph.inputs.values())
        given = {x: (source.getrandbits(LANES), ALL) for x in sorted(log.support(named, SECRET, MASK))}
        back = literal_list(graph.inputs["return address"])
        given |= {x: (ALL * (rtl.RETURN >> i & 1), ALL) for i, x in enumerate(back)}
        self.nodes = np.frombuffer(graph.evaluate(inputs, given), np.uint64)

    def __call__(self, literals: Any) -> Any:
        return self.nodes[literals >> 1] ^ (np.uint64(0) - (literals & 1).astype(np.uint64))

    def numbers(self, bits: bytes) -> Any:
        """What a word is in each run."""
        of_bits = self(np.frombuffer(bits, np.uint32))
        columns = of_bits[:, None] >> np.arange(LANES, dtype=np.uint64)[None, :] & np.uint64(1)
        weights = np.uint64(1) << np.arange(len(of_bits), dtype=np.uint64)
        return (columns * weights[:, None]).sum(0).astype(np.uint32)


def canonical(signatures: Any) -> Any:
    """A bit or its complement: that which is 0 in the first run."""
    return signatures ^ (np.uint64(0) - (signatures & np.uint64(1)))


def hashed(a: Any, b: Any) -> Any:
    """Of two signatures, whichever comes first."""
    low, high = np.minimum(a, b), np.maximum(a, b)
    return low * np.uint64(0x9E3779B97F4A7C15) ^ (high * np.uint64(0xC2B2AE3D27D4EB4F) + (high >> np.uint64(29)))


def compare(case: Case, program: Path, model: Model) -> Iterator[Compared]:
    """Of each call of a case."""
    case = Case(structs.replace(case.facts, cuts=()), case.file)
    image = read(program)
    names = [f"{case.name} {call.name}" for call in case.facts.calls]
    with (
        LeakGraph() as graph,
        Log(graph, model, model.chosen(())) as log,
        watched_machine(model.machine, graph, image, BUDGET) as machine,
    ):
        run = Recorded(case, log, machine, image)
        try:
            ends = [end for _, end in run.calls()]
        except Stopped as stopped:
            yield Compared(names[0], program, failure=f"it stops: {stopped}")
            return
        signatures = Signatures(run)
        old, new = (canonical(signatures(bits)) for bits in log.bits())
        known = np.unique(np.concatenate([old, new])), np.unique(hashed(old, new))
        for name, begun, _ in zip(names, run.begun, ends, strict=True):
            start = time.monotonic()
            compared = Compared(name, program)
            try:
                records = on_rtl(image, begun, signatures)
                settle(compared, records, known, model, image)
            except RunError as error:
                compared.failure = str(error)
            compared.seconds = round(time.monotonic() - start, 1)
            yield compared


def on_rtl(image: Image, begun: Begun, signatures: Signatures) -> Any:
    """The changes that the RTL shows in a call."""
    registers = np.stack([signatures.numbers(bits) for bits in begun.registers], axis=1)
    memory = np.zeros((LANES, DTIM_BYTES), np.uint8)
    for at, bits in begun.memory.items():
        memory[:, at - DTIM] = signatures.numbers(bits)
    flash = [s for s in image.sections if s.start < DTIM]
    job = struct.pack("<II", begun.pc, len(flash))
    for s in flash:
        job += struct.pack("<II", s.start, len(s.data)) + s.data + bytes(-len(s.data) % 4)
    job += registers.astype("<u4").tobytes() + memory.tobytes()
    with tempfile.TemporaryDirectory(prefix="narae-") as folder:
        files = Path(folder) / "job", Path(folder) / "out"
        files[0].write_bytes(job)
        if said := rtl.run_leak(*files).strip():
            what, _, address = said.rpartition(" at ")
            raise RunError(f"{what} at {where(image, int(address, 16))}")
        return np.fromfile(files[1], RECORD)


def settle(compared: Compared, records: Any, known: tuple[Any, Any], model: Model, image: Image) -> None:
    """Which changes the model has, which it leaves out, and which are missing."""
    values, pairs = known
    old, new = canonical(records["old"]), canonical(records["new"])
    one = (old == 0) | (new == 0) | (old == new)
    explained = np.where(one, np.isin(np.maximum(old, new), values), np.isin(hashed(old, new), pairs))
    names = rtl.flop_names()
    compared.changes, compared.flops = len(records), len(np.unique(records["flop"]))
    rest = records[~explained]
    is_value = one[~explained]
    for flop in np.unique(rest["flop"]):
        name = names[flop]
        for what in (VALUE, PAIR):
            mine = rest[(rest["flop"] == flop) & (is_value == (what == VALUE))]
            if not len(mine):
                continue
            reason = next((text for pattern, text in model.not_places.items() if fnmatch(name, pattern)), "")
            if reason:
                compared.left_out[reason] = compared.left_out.get(reason, 0) + len(mine)
                continue
            first = mine[np.argmin(mine["cycle"])]
            pc = int(first["pc"])
            compared.missing.append(Missing(name, what, len(np.unique(mine["bit"])), len(mine), pc, where(image, pc)))
