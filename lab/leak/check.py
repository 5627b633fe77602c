# SPDX-License-Identifier: MIT
"""Runs a case on a program, watched, and decides what its instructions do: a verdict for each call."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from ..proof.case import Call as Entered
from ..proof.core import LIT_BYTES, literal_list, lits
from ..proof.machines import BUDGET, NOWHERE, Buffer, Machine, Number, Stopped
from ..proof.program import Image, read
from ..rows import NOT_TRIED
from .case import Call, Case, Cut
from .core import ACROSS_CUT, BY_RULE, BY_TABLE, DEPENDENT, MASK, SECRET, TOO_LARGE, Event, Log
from .cuts import Cutter
from .layout import Values
from .machine import Fixed, LeakGraph, address_of, watched_machine
from .model import Model
from .registers import BUSES, LATCHES, register_name, register_number

MOST_LEAKS = 200  # instructions that a verdict describes
MOST_BITS = 8  # secret bits that a description names
SECONDS = 600  # of the processor, so that other work next to it leaves nothing open


@dataclass(frozen=True)
class Leak:
    """An instruction at which bits depend on secrets, or are not decided."""

    pc: int
    where: str  # function and offset
    place: str
    bits: int
    what: str  # how: the values and who wrote the old one
    secrets: str
    open: bool = False
    instruction: str = ""
    line: str = ""


@dataclass
class Verdict:
    """On one call of a case."""

    cipher: str
    mode: str
    operation: str
    kernel: str
    target: str
    leakage: str = NOT_TRIED
    shares: int = 0
    random: int = 0
    level: str = ""
    places: list[str] = field(default_factory=list)
    model: str = ""
    cuts: int = 0
    instructions: int = 0
    events: int = 0
    bits: int = 0
    by_rule: int = 0
    by_table: int = 0
    leaks: list[Leak] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    seconds: float = 0.0
    reason: str = ""
    provenance: dict[str, Any] = field(default_factory=dict)

    @property
    def name(self) -> str:
        return " ".join(part for part in (self.target, self.cipher, self.kernel, self.operation) if part)

    @property
    def leaking(self) -> bool:
        return self.leakage.startswith("leaks")

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)


def check(
    case: Case,
    target: str,
    program: Path,
    model: Model,
    level: str,
    places: tuple[str, ...],
    report: Callable[[float], None] = lambda _: None,
) -> list[Verdict]:
    """Verdicts on the calls of a case, in their order."""
    begin, used = time.monotonic(), time.process_time()
    facts = case.facts
    verdicts = [
        Verdict(
            facts.cipher or case.name, facts.mode if facts.cipher else "", call.name, facts.kernel, target,
            shares=case.shares, random=case.random_bytes, level=level, places=list(places), model=model.chip
        )
        for call in facts.calls
    ]  # fmt: skip
    image = read(program)
    with (
        LeakGraph() as graph,
        Log(graph, model, places) as log,
        watched_machine(model.machine, graph, image, BUDGET) as machine,
    ):
        run = Run(case, log, machine, image)
        try:
            ends = run.calls()
        except Stopped as stopped:
            for verdict in verdicts:
                verdict.reason = f"it stops: {stopped}"
            return verdicts
        for done in log.check(level):
            report(done)
            if time.process_time() - used > SECONDS:
                log.leave_open(done)
                break
        describe(run, log, verdicts, ends)
    for verdict in verdicts:
        verdict.seconds = round(time.monotonic() - begin, 2)
    return verdicts


class Run:
    """One run of a case."""

    def __init__(self, case: Case, log: Log, machine: Any, image: Image):
        self.case, self.log, self.machine, self.image = case, log, machine, image
        self.values = Values(log, case)
        self.cutter = Cutter(log, machine, self.values, case)
        self.cuts: dict[int, list[Cut]] = {}  # of the call that runs, by address
        self.left: list[str] = []  # of each call: what it leaves of secrets
        self.prepare()

    def address(self, symbol: int | str) -> int:
        """A number, a symbol, or `symbol+offset`."""
        if isinstance(symbol, int):
            return symbol
        name, _, offset = symbol.partition("+")
        if name not in self.image.symbols:
            raise self.case.error(f"its program has no symbol `{name}`")
        return self.image.address(name) + int(offset or "0", 0)

    def prepare(self) -> None:
        facts, is_avr = self.case.facts, self.machine.prefix == "avr"
        buffers, fixed = [], []
        for name, b in facts.buffers.items():
            size = self.case.buffer_size(name)
            if b.at != "":
                if isinstance(b.at, str):
                    self.address(b.at)
                at = address_of(self.image, b.at, is_avr)
                if b.fresh:
                    self.log.fresh(at, size)
                fixed.append(Fixed(name, at))
            alignment = max(b.align, self.machine.word_alignment)
            buffers.append(Buffer(name, size, self.values.buffer(name), True, 0, alignment))
        self.machine.place(buffers, fixed)

    def calls(self) -> list[tuple[int, int]]:
        """Runs all calls; the number of instructions and of events after each."""
        self.log.watch()
        try:
            ends = []
            for call in self.case.facts.calls:
                self.call(call)
                ends.append((self.machine.instructions, self.log.size()))
            return ends
        finally:
            self.log.watch(False)

    def argument(self, word: int | str) -> tuple[Number | str, int]:
        if isinstance(word, int):
            return word, 0
        name, _, offset = word.partition("+")
        if name in self.machine.buffers:
            at = int.from_bytes(self.bytes_of(self.machine.bases[name]), "little")
            return at + int(offset or "0", 0), 0
        bits = self.values.part(word)
        return bits, len(bits) // LIT_BYTES // 8

    def bytes_of(self, bits: bytes) -> bytes:
        values = literal_list(bits)
        return bytes(sum(values[i + k] << k for k in range(8)) for i in range(0, len(values), 8))

    def call(self, call: Call) -> None:
        machine: Machine = self.machine
        at = self.address(call.function)
        machine.begin(Entered(at, tuple(self.argument(a) for a in call.arguments)))
        for name, value in call.registers.items():
            self.set_registers(name, value)
        machine.replaced = {self.address(name): self.stub(kind) for name, kind in call.stubs.items()}
        self.cuts = {}
        for cut in self.case.facts.cuts:
            if not cut.calls or call.name in cut.calls:
                self.cuts.setdefault(self.address(cut.at), []).append(cut)
        stops = self.stops()
        machine.set_stops(stops)
        end = self.address(call.until) if call.until != "" else NOWHERE
        if at in stops:
            self.reach(at)
        self.entered(at)
        pc = self.unwatched(at, self.address(call.after)) if call.after != "" else at
        pc = machine.run(pc, end)
        while pc not in (machine.end, end):
            self.reach(pc)
            pc = machine.run(pc, end)
        self.left.append(self.left_behind())

    def stops(self) -> set[int]:
        """Where the run pauses."""
        return set(self.cuts)

    def reach(self, pc: int) -> None:
        """The program is at a stop."""
        if pc in self.cuts:
            self.cutter.reach(self.cuts[pc])

    def entered(self, pc: int) -> None:
        """A call begins: registers and memory are set."""

    def unwatched(self, pc: int, end: int) -> int:
        """Runs from one address to another, of which nothing is logged."""
        self.log.pause(True)
        reached = self.machine.run(pc, end)
        self.log.pause(False)
        return reached

    def set_registers(self, name: str, value: int | str) -> None:
        """Sets a register, or from it on as many as a value needs."""
        first = register_number(self.machine, name)
        if first is None:
            raise self.case.error(f"there is no register `{name}`")
        if isinstance(value, int):
            self.machine.set(first, lits(value, self.machine.register_bits))
            return
        bits, _ = self.argument(value)
        whole = LIT_BYTES * self.machine.register_bits
        data = lits(bits, self.machine.register_bits) if isinstance(bits, int) else bits
        assert isinstance(data, bytes)
        for i in range(0, len(data), whole):
            self.machine.set(first + i // whole, (data[i : i + whole] + bytes(whole))[:whole])

    def stub(self, kind: str) -> Callable[[int], int | None]:
        """What replaces a function: it returns random bits, or does nothing."""

        def replace(_: int) -> int:
            back = self.machine.pop_return()
            if kind == "random":
                new = self.log.input(f"random number {len(self.log.graph.inputs)}", 8 * self.machine.word, MASK)
                width = LIT_BYTES * self.machine.register_bits
                for i, register in enumerate(self.machine.first[0]):
                    self.machine.set(register, new[width * i : width * (i + 1)])
            return back

        return replace

    def left_behind(self) -> str:
        """The registers and bytes of stack that still hold masks or secrets."""
        m = self.machine
        registers = [register_name(m.prefix, r) for r in range(m.registers) if self.log.support(m.get(r), SECRET, MASK)]
        bottom = m.stack_top - m.stack_bytes
        content, written = m.read_region(bottom, m.stack_bytes)
        byte = 8 * LIT_BYTES
        cells = sum(
            bool(written[i] and self.log.support(content[byte * i : byte * (i + 1)], SECRET, MASK))
            for i in range(m.stack_bytes)
        )
        return ", ".join([*registers, *([f"{cells} bytes of stack"] if cells else [])])


def describe(run: Run, log: Log, verdicts: list[Verdict], ends: list[tuple[int, int]]) -> None:
    """Fills in the verdicts by the events of each call."""
    events = log.events()
    first, before = 0, 0
    for verdict, (instructions, end), left in zip(verdicts, ends, run.left, strict=True):
        mine = events[first:end]
        verdict.instructions, verdict.events = instructions - before, len(mine)
        verdict.bits = sum(log.changed[first:end])
        verdict.by_rule, verdict.by_table = log.counts[BY_RULE], log.counts[BY_TABLE]
        verdict.cuts = run.cutter.made
        verdict.notes = list(run.cutter.refused.values())
        if left:
            verdict.notes.append(f"left of masks and secrets on return: {left}")
        leaking = {e.pc for e in mine if e.dependent}
        undecided = {e.pc for e in mine if e.open}
        verdict.leakage = (
            f"leaks {len(leaking)}" if leaking else f"open {len(undecided)}" if undecided else f"none ({verdict.level})"
        )
        verdict.leaks = described(run, log, events, mine)
        first, before = end, instructions


def described(run: Run, log: Log, events: list[Event], mine: list[Event]) -> list[Leak]:
    """Each instruction and place once, leaks first."""
    result: dict[tuple[int, str, bool], Leak] = {}
    writers: dict[tuple[str, int], int] = {}
    wanted = {e.index for e in mine if e.dependent or e.open}
    for e in events:
        key = e.pc, e.place, not e.dependent
        if e.index in wanted and key not in result and len(result) < MOST_LEAKS:
            result[key] = description(run, log, e, writers.get((e.place, e.number)))
        writers[e.place, e.number] = e.pc
    return sorted(result.values(), key=lambda leak: leak.open)


def description(run: Run, log: Log, e: Event, writer: int | None) -> Leak:
    is_open = not e.dependent
    bits = (e.open if is_open else e.dependent) & (1 << e.size) - 1
    bit = (bits & -bits).bit_length() - 1
    old, new = e.old[bit], e.new[bit]
    image = run.image
    questions = {"what it writes": new, "what was there": old, "old and new value together": log.distance(old, new)}
    wanted = (ACROSS_CUT, TOO_LARGE) if is_open else (DEPENDENT,)
    what, literal = next(((text, x) for text, x in questions.items() if x > 1 and log.decide(x) in wanted), ("", new))
    if is_open:
        across = log.decide(literal) == ACROSS_CUT
        what += ", from before a cut" if across else ", too many bits to count" if what else "not decided in time"
    if writer is not None and what != "what it writes":
        what += f"; the old one by {where(image, writer)}"
    secrets = "" if is_open else secret_names(run, log.blame(literal))
    return Leak(e.pc, where(image, e.pc), place_name(run, e), bits.bit_count(), what, secrets, is_open)


def where(image: Image, address: int) -> str:
    """Symbol and offset; of several at one place that with a size."""
    before = [s for s in image.functions if s.start <= address]
    if not before:
        return hex(address)
    last = max(before, key=lambda s: (s.start, s.size))
    return last.name + (f"+{address - last.start:#x}" if address > last.start else "")


def place_name(run: Run, e: Event) -> str:
    if e.place == "registers":
        return f"register {register_name(run.machine.prefix, e.number)}"
    if e.place == "operands":
        return LATCHES[e.number]
    if e.place == "bus":
        return BUSES[e.number]
    if e.place == "flags":
        return "flags"
    for name, (at, b) in run.machine.buffers.items():
        if at <= e.number < at + b.size:
            return f"cell {name}+{e.number - at}"
    return f"cell {e.number:#x}"


def secret_names(run: Run, literals: list[int]) -> str:
    """Bits of secrets, such as `key bits 0, 5`."""
    by_name: dict[str, list[int]] = {}
    for name, bit in sorted(run.values.secrets[x] for x in literals if x in run.values.secrets):
        by_name.setdefault(name, []).append(bit)
    parts = []
    for name, bits in by_name.items():
        shown = ", ".join(map(str, bits[:MOST_BITS])) + (f" and {len(bits) - MOST_BITS} more" * (len(bits) > MOST_BITS))
        parts.append(f"{name} bit{'s' * (len(bits) > 1)} {shown}")
    return "; ".join(parts)
