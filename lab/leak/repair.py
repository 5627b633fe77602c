# SPDX-License-Identifier: MIT
"""./narae leak --repair: which operands to exchange, and which neutral instructions to insert, so that code no longer
leaks; with their price.

Each proposal is tried: the program runs with it, inserted instructions out of line, and is decided again.  One is taken
if the leak is gone, no other place leaks or is open, and the call leaves the same in buffers and preserved registers,
for all inputs."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field, replace
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from ..build import call
from ..errors import BuildError
from ..files import temporary_folder
from ..paths import CACHE
from ..proof.machines import BUDGET, Stopped
from ..proof.program import Image, Section, read
from ..targets import TARGETS
from . import listing
from .case import Case
from .check import Run, where
from .core import MASK, SECRET, STALE, Log
from .machine import LeakGraph, watched_machine
from .model import Model
from .program import CPU
from .registers import register_name

Found = tuple[int, str, int]  # address, place and its number, of something that leaks or is open
MOST_REPAIRED, MOST_PUBLIC = 64, 2  # leaks that are tried; registers that neutral instructions are tried with
# By executor: cycles and text of instructions that change nothing that matters.  {p}: a register without secrets and
# masks, {t}: the target of the instruction that leaks.
ARM = [
    (1, "mov {p}, {p}"),
    (1, "tst {p}, {p}"),
]
NEUTRAL = {
    "avr": [
        (1, "mov {p}, {p}"),
        (1, "and {p}, {p}"),
        (1, "clr {t}"),
        (1, "ldi {t}, 0"),
        (1, "clc"),
        (1, "clt"),
        (4, "push {p}; pop {p}"),
    ],
    "rv32": [(1, "add zero, {p}, {p}"), (1, "li {t}, 0"), (1, "sw {p}, -4(sp)")],
    "v6m": [*ARM, (1, "movs {t}, #0"), (4, "push {{{p}}}; pop {{{p}}}")],
    "v7m": [
        *ARM,
        (1, "mov.w {t}, #0"),
        (1, "and.w {p}, {p}, {p}"),
        (1, "mov.w {t}, {p}, ror #1"),
        (4, "str {p}, [sp, #-4]!; ldr {p}, [sp], #4"),
    ],
}
NEUTRAL["v7em"] = NEUTRAL["v7m"]
FIRST_PUBLIC = {"avr": [1, 0], "rv32": [2, 3, 4], "thumb": [14, 12]}  # registers that seldom hold shares
STORE = re.compile(r"(st|std|sts|str\S*|s[bhw])\s")
COMMUTES = re.compile(r"(and|eor|orr|add|xor|or)(\.w)?\s")
HEADS = {"avr": "", "rv32": ".option norvc\n", "thumb": ".syntax unified\n.thumb\n"}


@dataclass(frozen=True)
class Fix:
    """An instruction that is inserted before that at an address, or replaces it."""

    at: int
    text: str
    code: bytes
    replaces: bool
    cycles: int  # each time


@dataclass(frozen=True)
class Proposal:
    """A fix, as it is shown."""

    where: str
    line: str
    instruction: str  # before which it is inserted, or which it replaces
    text: str
    replaces: bool
    times: int  # that the calls execute it
    cycles: int  # in all of them


@dataclass
class Repair:
    """Of a case on a target: `left` still leaks or is open."""

    name: str
    target: str
    proposals: list[Proposal] = field(default_factory=list)
    left: list[str] = field(default_factory=list)
    reason: str = ""

    @property
    def cycles(self) -> int:
        return sum(p.cycles for p in self.proposals)

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True)
class Extended(Image):
    """A program with code behind its own."""

    extra: bytes = b""

    @cached_property
    def code(self) -> Section:
        own = Image.code.func(self)  # type: ignore[attr-defined]
        return replace(own, data=own.data + self.extra)


@dataclass(frozen=True)
class Outcome:
    found: set[Found]
    result: tuple[bytes, ...]  # literals of buffers and preserved registers
    times: dict[int, int]  # how often each address that is looked at was reached
    public: dict[int, list[int]]  # registers without secrets and masks there, each time


class Patched(Run):
    """A run with insertions: before an address, code that lies elsewhere."""

    def __init__(self, case: Case, log: Log, machine: Any, image: Image, pieces: dict[int, list[range]]):
        self.pieces = pieces
        self.times: dict[int, int] = {}
        self.public: dict[int, list[int]] = {}
        self.inside = range(0)  # addresses of the call that runs
        super().__init__(case, log, machine, image)

    def prepare(self) -> None:
        super().prepare()
        for name, (at, b) in self.machine.buffers.items():
            if b.content is None:
                self.machine.write(at, self.log.graph.input(f"arbitrary content of {name}", 8 * b.size))

    def stops(self) -> set[int]:
        return super().stops() | self.pieces.keys()

    def reach(self, pc: int) -> None:
        super().reach(pc)
        m = self.machine
        if pc in self.pieces:
            self.times[pc] = self.times.get(pc, 0) + 1
            free = [r for r in range(m.registers) if not self.log.support(m.get(r), SECRET, MASK, STALE)]
            self.public[pc] = [r for r in self.public.get(pc, free) if r in free]
        for piece in self.pieces.get(pc, ()):
            m.run(piece.start, piece.stop)

    def result(self) -> tuple[bytes, ...]:
        m = self.machine
        saved = [m.get(r) for r in m.callee_saved]
        return (*saved, *(m.read_region(at, b.size)[0] for at, b in m.buffers.values()))


class Workshop:
    """Runs of one case with fixes, in one graph, so that what was decided once is known."""

    def __init__(self, case: Case, target: str, program: Path, model: Model, level: str, places: tuple[str, ...]):
        self.case, self.target, self.program, self.model, self.level = case, target, program, model, level
        self.board = TARGETS[target]().board
        self.image = read(program)
        self.graph = LeakGraph()
        self.log = Log(self.graph, model, places)

    def __enter__(self) -> Workshop:
        return self

    def __exit__(self, *_: object) -> None:
        self.log.close()
        self.graph.close()

    def attempt(self, fixes: list[Fix], looked_at: set[int] = frozenset()) -> Outcome:  # type: ignore[assignment]
        """Raises Stopped."""
        image, extra = self.image, b""
        pieces: dict[int, list[range]] = {at: [] for at in looked_at}
        for fix in fixes:
            pieces.setdefault(fix.at, [])
            if fix.replaces:
                image = image.patched(fix.at, fix.code)
            else:
                start = self.image.code.end + len(extra)
                pieces[fix.at].append(range(start, start + len(fix.code)))
                extra += fix.code
        image = Extended(image.path, image.machine, image.sections, image.symbols, extra + bytes(8))
        self.log.restart()
        with watched_machine(self.model.machine, self.graph, image, BUDGET) as machine:
            run = Patched(self.case, self.log, machine, image, pieces)
            run.calls()
            for _ in self.log.check(self.level):
                pass
            return Outcome(self.log.found(), run.result(), run.times, run.public)

    def instruction(self, at: int) -> str:
        return listing.instructions(self.board.compiler, self.program).get(at, "")

    def candidates(self, leak: Found, public: list[int]) -> Iterator[Fix]:
        """What may end a leak, the cheapest first."""
        at, place, _ = leak
        text = self.instruction(at)
        prefix = {"avr": "avr", "rv32": "rv32"}.get(self.model.machine, "thumb")
        if swapped := exchanged(text):
            yield from self.fixes(at, [(0, swapped)], replaces=True)
        first = FIRST_PUBLIC[prefix]
        chosen = sorted(public, key=lambda r: first.index(r) if r in first else len(first) + r)
        names = [register_name(prefix, r) for r in chosen if register_name(prefix, r) != "zero"]
        registers = [*names[:1], *[n for n in names[1:] if n != "r13"]][:MOST_PUBLIC]
        texts = []
        for cycles, template in NEUTRAL[self.model.machine]:
            target = target_of(text)
            for p in registers if "{p}" in template else [""]:
                if target or "{t}" not in template:
                    texts.append((cycles, template.format(p=p, t=target)))
        if STORE.match(text) and place in ("bus", "cells"):
            texts += [(2, stored(text, p)) for p in registers]
        yield from self.fixes(at, sorted(dict.fromkeys(texts), key=lambda one: one[0]), replaces=False)

    def fixes(self, at: int, texts: list[tuple[int, str]], replaces: bool) -> Iterator[Fix]:
        cpu = tuple(flag for flag in self.board.cflags if flag.startswith(CPU))
        head = HEADS.get(self.model.machine, HEADS["thumb"])
        for cycles, text in texts:
            code = assembled(self.board.compiler, cpu, head + text)
            if code and (not replaces or len(code) == self.size(at)):
                yield Fix(at, text, code, replaces, cycles)

    def size(self, at: int) -> int:
        """Bytes of the instruction there."""
        after = [other for other in listing.instructions(self.board.compiler, self.program) if other > at]
        return min(after, default=at) - at

    def shown(self, fix: Fix, times: int) -> Proposal:
        where_ = where(self.image, fix.at)
        line = listing.line(self.board.compiler, self.program, fix.at)
        return Proposal(where_, line, self.instruction(fix.at), fix.text, fix.replaces, times, times * fix.cycles)


def exchanged(text: str) -> str:
    """The same instruction with its operands exchanged, if their order does not matter."""
    name, _, rest = text.partition(" ")
    parts = [p.strip() for p in rest.split(",")]
    if not COMMUTES.match(text) or len(parts) != 3 or not parts[2][0].isalpha() or parts[1] == parts[2]:
        return ""
    return f"{name} {parts[0]}, {parts[2]}, {parts[1]}"


def target_of(text: str) -> str:
    """The register that an instruction writes."""
    first = text.partition(" ")[2].partition(",")[0].strip()
    return "" if STORE.match(text) or not re.fullmatch(r"[a-z]+\d*", first) else first


def stored(text: str, register: str) -> str:
    """A store of another register to the same place."""
    name, _, rest = text.partition(" ")
    if name.startswith(("st", "sts")) and not name.startswith("str"):
        return f"{name} {rest.rpartition(',')[0]}, {register}"
    return f"{name} {register},{rest.partition(',')[2]}"


@cache
def assembled(compiler: str, cpu: tuple[str, ...], text: str) -> bytes:
    """Its code; empty if the chip has no such instruction."""
    from elftools.elf.elffile import ELFFile  # slow to import

    with temporary_folder(CACHE) as work:
        source, object_ = work / "fix.S", work / "fix.o"
        source.write_text(text.replace(";", "\n") + "\n")
        try:
            call([compiler, *cpu, "-c", source, "-o", object_])
        except BuildError:
            return b""
        with open(object_, "rb") as stream:
            section: Any = ELFFile(stream).get_section_by_name(".text")
            return bytes(section.data())


def repair(
    case: Case,
    target: str,
    program: Path,
    model: Model,
    level: str,
    places: tuple[str, ...],
    report: Callable[[str], None] = lambda _: None,
) -> Repair:
    done = Repair(case.name, target)
    with Workshop(case, target, program, model, level, places) as shop:
        try:
            before = shop.attempt([])
            seen = shop.attempt([], set(sorted({pc for pc, _, _ in before.found})[:MOST_REPAIRED]))
        except Stopped as stopped:
            done.reason = f"it stops: {stopped}"
            return done
        fixes: list[Fix] = []
        now, hopeless = seen, set[Found]()
        while (rest := sorted(now.found - hopeless)) and len(fixes) + len(hopeless) < MOST_REPAIRED:
            leak = rest[0]
            report(f"repair {where(shop.image, leak[0])}")
            for fix in shop.candidates(leak, seen.public.get(leak[0], [])):
                try:
                    after = shop.attempt([*fixes, fix])
                except Stopped:
                    continue
                if leak not in after.found and after.found < now.found and after.result == before.result:
                    fixes.append(fix)
                    now = after
                    break
            else:
                hopeless.add(leak)
        for fix in list(fixes):  # one may have made an earlier one needless
            fewer = [other for other in fixes if other is not fix]
            after = shop.attempt(fewer)
            if after.found == now.found and after.result == before.result:
                fixes = fewer
        now = shop.attempt(fixes)
        done.proposals = [shop.shown(fix, now.times.get(fix.at, 0)) for fix in fixes]
        done.left = sorted({f"{where(shop.image, pc)}: {shop.instruction(pc)}: {place}" for pc, place, _ in now.found})
    return done
