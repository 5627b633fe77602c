# SPDX-License-Identifier: MIT
"""Simulated traces of a function: traces.h in the simulator of its chip, in batches on all cores.

A trace depends on the seed and its number alone; the same seed gives the same traces on every machine."""

from __future__ import annotations

import os
import random
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from .. import processes
from ..errors import RunError
from ..proof.core import Graph, Lits, literal_list
from ..proof.machines import MACHINES, Buffer, Number, Place
from ..proof.program import Image
from ..proof.simulation import CORES, write_commands
from ..sims import cortexm, e31
from ..sims.avr import simavr_version
from ..sims.run import compiled
from .welch import Sums, read_sums

HERE = Path(__file__).resolve().parent
PLACES = {"registers": 1, "operands": 2, "bus": 4, "cells": 8, "flags": 16}  # enum place
# Those of a model, in the order of struct model.
SWITCHES = (
    *(
        "whole_words",
        "repeated",
        "shared_bus",
        "split_bus",
        "immediates",
        "store_data",
        "old_targets",
        "shifter",
        "bypass",
    ),
    "results",
    "ports",
    "flags",
)
BATCH_INSTRUCTIONS = 20_000_000  # of the traces of a batch, about a second
MAX_BATCH = 20_000  # traces
SECONDS = 3600  # for a batch
OPTIONS = ("-O3", "-lm")


@dataclass(frozen=True)
class Input:
    """What changes from trace to trace: a secret in Boolean shares (1: not shared), each rotated right in its words of
    32 bits by `rotation` bits more than the one before, or uniform bytes (0 shares): randomness, public inputs.
    `fixed`: a secret's value in the fixed group, light_bytes() if None."""

    name: str
    size: int
    shares: int = 0
    rotation: int = 0
    fixed: bytes | None = None


def light_bytes(source: random.Random, size: int) -> bytes:
    """Random bytes with at most three eighths of their bits set.  A fixed value of the average weight would not differ
    from random ones in what depends on the weight alone."""
    while True:
        value = source.getrandbits(8 * size) & source.getrandbits(8 * size)
        if value.bit_count() <= 3 * size:
            return value.to_bytes(size, "little")


@dataclass(frozen=True)
class Piece:
    """Where bytes of a share of an input lie: at an address, or from a register on."""

    input: int
    share: int
    offset: int
    size: int
    address: int = 0
    register: int | None = None

    def __str__(self) -> str:
        where = f"{self.address:x}" if self.register is None else f"r{self.register:x}"
        return f"W {self.input} {self.share} {self.offset} {self.size} {where}"


@dataclass(frozen=True)
class Call:
    """A function, where it ends, and what is set before it: registers, memory, and pieces of inputs.  What comes before
    `after` is not looked at."""

    function: int
    end: int
    registers: tuple[tuple[int, int], ...] = ()
    pieces: tuple[Piece, ...] = ()
    memory: tuple[tuple[int, bytes], ...] = ()
    after: int | None = None


@dataclass(frozen=True)
class Request:
    """Calls, one after the other; memory before them, and what changes from trace to trace.  `places`: whose changes a
    sample counts; `switches`: of the model, 0 by default.  `devices`: addresses at which each read gives a uniform
    word; `stubs`: functions that are not executed; does each return a uniform word?  `constants`: registers of the chip
    with their values."""

    image: Image
    calls: tuple[Call, ...]
    inputs: tuple[Input, ...]
    pieces: tuple[Piece, ...] = ()
    memory: tuple[tuple[int, bytes], ...] = ()
    places: tuple[str, ...] = tuple(PLACES)
    switches: tuple[tuple[str, int], ...] = ()
    devices: tuple[int, ...] = ()
    stubs: tuple[tuple[int, bool], ...] = ()
    constants: tuple[tuple[int, int], ...] = ()

    def commands(self, seed: int) -> list[str]:
        source = random.Random(seed)
        lines = [line for s in self.image.sections for line in write_commands(s.start, s.data)]
        lines += [line for at, data in self.memory for line in write_commands(at, data)]
        for i in self.inputs:
            fixed = light_bytes(source, i.size) if i.fixed is None else i.fixed
            lines.append(f"S {i.rotation} {i.shares} {fixed.hex()}" if i.shares else f"U {i.size}")
        lines += map(str, self.pieces)
        lines += [f"D {address:x} {value:x}" for address, value in self.constants]
        lines += [f"I {address:x}" for address in self.devices]
        lines += [f"X {address:x} {'R' if has_result else 'N'}" for address, has_result in self.stubs]
        for call in self.calls:
            lines += [line for at, data in call.memory for line in write_commands(at, data)]
            lines += [f"R {number:x} {value:x}" for number, value in call.registers]
            lines += [*map(str, call.pieces), f"G {call.function:x} {call.end:x}"]
        switches = dict(self.switches)
        model = [sum(PLACES[p] for p in self.places), *(int(switches.get(name, 0)) for name in SWITCHES)]
        return [*lines, f"P {' '.join(map(str, model))}"]

    def columns(self) -> list[tuple[str, int]]:
        """Name and bytes of each part of a trace's inputs, in the order in which the simulator writes them."""
        parts = [("fixed", 1)]
        for i in self.inputs:
            parts.append((i.name, i.size))
            parts += [(f"{i.name}.{n}", i.size) for n in range(i.shares)]
        return parts


@dataclass(frozen=True)
class Placed:
    """Where buffers and stack lie, and how the chip's calling convention passes arguments: as registers, and bytes in
    memory."""

    addresses: dict[str, int]
    registers: tuple[tuple[int, int], ...]
    memory: tuple[tuple[int, bytes], ...]
    end: int


def placed(image: Image, sizes: dict[str, int], arguments: Sequence[str | int], seed: int = 0) -> Placed:
    """A call on word-aligned buffers of these sizes; arguments are their names, or integers of a word.  All registers
    and the stack are set, to numbers that the seed chooses."""
    source = random.Random(seed)
    with Graph() as graph, MACHINES[image.machine](graph, image) as machine:
        addresses, stack = machine.concrete([Buffer(name, size) for name, size in sizes.items()], source, {})
        mask = (1 << 8 * machine.word) - 1
        numbers: list[tuple[Number, int]] = [
            (addresses[a] & mask if isinstance(a, str) else a, machine.word) for a in arguments
        ]
        entry = machine.entry(numbers, Place(stack, stack), machine.end)
        registers = {r: source.getrandbits(machine.register_bits) for r in machine.general}
        registers |= {r: number_of(value) for r, value in machine.real(entry).items()}
        memory = [(stack - machine.stack_bytes, source.randbytes(machine.stack_bytes))]
        memory += [(at, bytes_of(bits)) for at, bits in entry.memory]
        return Placed(addresses, tuple(registers.items()), tuple(memory), machine.end)


def number_of(value: Number) -> int:
    return value if isinstance(value, int) else int.from_bytes(bytes_of(value), "little")


def bytes_of(bits: Lits) -> bytes:
    """Of constant literals."""
    values = literal_list(bits)
    return sum(bit << i for i, bit in enumerate(values)).to_bytes(len(values) // 8, "little")


@cache
def simulator(machine: str) -> Path:
    """The program that makes traces on a machine of lab/proof."""
    if machine == "avr":
        return compiled((HERE / "avr_traces.c",), (f'-DSIMAVR_VERSION="{simavr_version()}"', *OPTIONS, "-lsimavr"))
    if machine == "rv32":
        return compiled((HERE / "e31_traces.c",), (f'-DE31_VERSION="{e31.version()}"', *OPTIONS))
    if machine in CORES:
        flags = (f"-DCORE={CORES[machine]}", f'-DCORTEXM_VERSION="{cortexm.version()}"')
        return compiled((HERE / "cortexm_traces.c",), (*flags, *OPTIONS))
    raise RunError(f"no simulator makes traces of {machine}")


@dataclass(frozen=True)
class Traces:
    """The result, of each executed instruction: its address, the number of its call, and t of first and second
    order."""

    addresses: Any
    calls: Any
    first: Any
    second: Any
    count: int
    sigma: float
    seconds: float

    @property
    def per_second(self) -> float:
        return self.count / self.seconds


@dataclass(frozen=True)
class Recording:
    """Files to which samples (float32) and inputs (bytes) of all traces are written, one trace after the other."""

    samples: Path
    inputs: Path


def executed(request: Request) -> tuple[Any, Any]:
    """Of each instruction its address and the number of its call."""
    with temporary() as folder:
        run(request, 0, f"Q {folder / 'addresses'}", SECONDS)
        points = np.fromfile(folder / "addresses", dtype=np.uint32).reshape(-1, 2)
        return points[:, 0], points[:, 1]


def run(request: Request, seed: int, command: str, seconds: float) -> None:
    """Runs a command after the request's; raises RunError if a call fails."""
    program = simulator(request.image.machine)
    lines = "\n".join([*request.commands(seed), command]) + "\n"
    done = processes.run([program], seconds, stdin=lines)
    if done.returncode != 0:
        raise RunError(f"the simulator says: {done.stderr.strip()[-200:] or f'exit code {done.returncode}'}")
    if what := done.stdout.strip():
        said, _, address = what.rpartition(" at ")
        raise RunError(f"{said} at {request.image.inside(int(address, 16))}")


@contextmanager
def temporary() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="narae-traces-") as name:
        yield Path(name)


def batches(points: int, count: int) -> list[range]:
    """The numbers of the traces of each batch, which no machine's speed influences."""
    size = max(1, min(MAX_BATCH, BATCH_INSTRUCTIONS // points))
    return [range(first, min(first + size, count)) for first in range(0, count, size)]


def simulate(
    request: Request,
    count: int,
    seed: int = 0,
    sigma: float = 0,
    recording: Recording | None = None,
    report: Callable[[int], None] = lambda _: None,
) -> Traces:
    """Makes `count` traces with Gaussian noise of standard deviation `sigma`, and tests them.  `report` is told of the
    number of traces after each batch."""
    addresses, calls = executed(request)
    begin = time.monotonic()
    with temporary() as folder:

        def make(batch: range) -> Sums:
            part = [folder / f"{batch.start}.{kind}" for kind in ("sums", "samples", "inputs")]
            words = [seed, batch.start, len(batch), repr(float(sigma)), *part[: 3 if recording else 1]]
            run(request, seed, f"T {' '.join(map(str, words))}", SECONDS)
            sums = read_sums(part[0])
            part[0].unlink()
            report(len(batch))
            return sums

        work = batches(len(addresses), count)
        pool = ThreadPoolExecutor(1 if recording else os.cpu_count())
        total: Sums | None = None
        try:
            for batch, sums in zip(work, pool.map(make, work), strict=True):
                total = total + sums if total else sums
                if recording:
                    append(folder / f"{batch.start}.samples", recording.samples)
                    append(folder / f"{batch.start}.inputs", recording.inputs)
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
    assert total
    first, second = total.t_values()
    return Traces(addresses, calls, first, second, count, sigma, time.monotonic() - begin)


def append(part: Path, whole: Path) -> None:
    with open(whole, "ab") as to, open(part, "rb") as source:
        while data := source.read(1 << 20):
            to.write(data)
    part.unlink()
