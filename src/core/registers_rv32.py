"""Schedules straight-line code onto the registers of RV32, for the generators of kernels.

A program is written down as what it computes.  Values go through the registers in the order in which they are named;
the one that is wanted again the latest makes room, by a store unless memory has it already.  At last loads move up
until the E31 has to wait for none of them."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import count


@dataclass
class Step:
    """One instruction or macro: what it makes, of what, and how it is written."""

    makes: str | None
    of: list[str]
    text: str  # {0} is what it makes, {1} and {2} what of, {s} is scratch


@dataclass
class Program:
    """Steps in order, and where values lie in memory before the first."""

    registers: list[str]
    spilled: int  # bytes of the frame where values without a home go
    steps: list[Step] = field(default_factory=list)
    homes: dict[str, str] = field(default_factory=dict)
    names: count = field(default_factory=count)

    def make(self, text: str, *of: str) -> str:
        name = f"v{next(self.names)}"
        self.steps.append(Step(name, list(of), text))
        return name

    def xor(self, a: str, b: str) -> str:
        return self.make("xor {0}, {1}, {2}", a, b)

    def memory(self, place: str) -> str:
        name = f"v{next(self.names)}"
        self.homes[name] = place
        return name

    def store(self, value: str, place: str) -> None:
        self.steps.append(Step(None, [value], f"sw {{1}}, {place}"))


def allocate(p: Program) -> list[str]:
    """Instructions with registers."""
    uses: dict[str, list[int]] = {}
    for at, step in enumerate(p.steps):
        for value in step.of:
            uses.setdefault(value, []).append(at)
    free, where, home = list(p.registers), {}, dict(p.homes)
    places = iter(f"{p.spilled + 4 * i}(sp)" for i in count())
    lines: list[str] = []

    def next_use(value: str, at: int) -> int:
        return next((n for n in uses.get(value, []) if n >= at), 1 << 30)

    def room(at: int, keep: list[str]) -> str:
        if not free:
            out = max((v for v in where if v not in keep), key=lambda v: next_use(v, at))
            if out not in home and next_use(out, at) < 1 << 30:
                home[out] = next(places)
                lines.append(f"sw {where[out]}, {home[out]}")
            free.append(where.pop(out))
        return free.pop(0)

    for at, step in enumerate(p.steps):
        for value in step.of:
            if value not in where:
                register = room(at, step.of)
                lines.append(f"lw {register}, {home[value]}")
                where[value] = register
        sources = [where[v] for v in step.of]
        turns = step.text.startswith("ror_to")
        scratch = ""
        dying = [v for v in dict.fromkeys(step.of) if next_use(v, at + 1) == 1 << 30]
        target = ""
        if turns:
            target = room(at, step.of)
        if "{s}" in step.text:
            scratch = room(at, step.of)
            free.append(scratch)
        for value in dying:
            free.append(where.pop(value))
        if step.makes and not turns:
            target = room(at, step.of)
        if step.makes:
            where[step.makes] = target
        lines.append(step.text.format(target, *sources, s=scratch))
    return lines


def touched(line: str) -> tuple[set[str], set[str]]:
    """Registers that a line writes and reads; places in memory count as such."""
    name, rest = line.split(" ", 1)
    fields = [f.strip() for f in rest.split(",")]
    if name == "sw":
        return {fields[1]}, {fields[0]}
    if name == "ror_to":
        return {fields[0], fields[3]}, {fields[1]}
    return {fields[0]}, {f for f in fields[1:] if not f.isdigit()}


def spread(lines: list[str]) -> list[str]:
    """Moves each load that its use would wait for above an instruction that is none."""
    lines = list(lines)
    for at in range(1, len(lines) - 1):
        makes, of = touched(lines[at])
        if not lines[at].startswith("lw ") or not makes & touched(lines[at + 1])[1]:
            continue
        place = at
        while place > 0 and not makes & set.union(*touched(lines[place - 1])) and not of & touched(lines[place - 1])[0]:
            place -= 1
            if not lines[place].startswith("lw "):
                break
        lines.insert(place, lines.pop(at))
    return lines


def macro(name: str, program: Program) -> str:
    return f".macro {name}\n" + "".join(f"    {line}\n" for line in spread(allocate(program))) + ".endm\n"
