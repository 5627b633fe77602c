# SPDX-License-Identifier: MIT
"""Runs an Arduino sketch in simavr: what it prints, the cycles behind the times it takes, the cycles of functions.

The sketch's own clock, micros(), has steps of 4 microseconds.  The simulator's counter is exact: an interval
is from one call of micros() or millis() to the next, interrupts included, as the sketch's difference is."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from .. import processes
from ..build import elf
from ..build.arduino import FLASH_BYTES, RAM_BYTES
from ..errors import BuildError, LabError, RunError
from ..rows.sizes import Footprint, footprint
from ..sims.avr import run_simavr
from ..sims.run import Call, Run

CLOCK_HZ = 16_000_000
SECONDS = 120  # default limit of the board's time
IDLE_SECONDS = 10  # without stores or output: longer than a usual delay()
CLOCKS, PAUSE, PRINT = ("micros", "millis"), "delay", "HardwareSerial::write"
MAX_WATCHED = 32  # as in lab/sims/simavr_run.c
MAX_READINGS = 8  # per line; more come from a waiting loop


@dataclass(frozen=True)
class Line:
    text: str
    intervals: tuple[int, ...]  # cycles between the sketch's readings of its clock since the previous line


@dataclass(frozen=True)
class Result:
    lines: tuple[Line, ...]
    functions: dict[str, list[int]]  # cycles of each call, without interrupts
    cycles: int
    ended: bool  # or the time was over
    size: Footprint
    simulator: str

    @property
    def seconds(self) -> float:
        return self.cycles / CLOCK_HZ

    @property
    def text(self) -> str:
        return "".join(f"{line.text}\n" for line in self.lines)


def run(program: Path, functions: Sequence[str] = (), seconds: float = SECONDS) -> Result:
    """Raises BuildError if the program does not fit, LabError for a function that it does not have, RunError if it
    crashes or prints nothing."""
    size = footprint(program)
    for used, available, memory in ((size.flash_bytes, FLASH_BYTES, "flash"), (size.ram_bytes, RAM_BYTES, "RAM")):
        if used > available:
            raise BuildError(f"uses {used:,} bytes of {memory}, and the Uno has {available:,}")
    places = addresses(program, (*CLOCKS, PAUSE, PRINT, *functions))
    if missing := [name for name in functions if not places[name]]:
        raise LabError(
            f"the program has no function `{missing[0]}`; the compiler may have inlined it: try --cflags=-fno-lto; "
            f"functions with such a name: {', '.join(similar(missing[0], program)) or 'none'}"
        )
    watched = [(name, address) for name, addresses_of in places.items() for address in addresses_of]
    if len(watched) > MAX_WATCHED:
        asked = sum(name in functions for name, _ in watched)
        room = max(0, MAX_WATCHED - len(watched) + asked)
        raise LabError(f"the functions are {asked} in the program, and {room} can be watched at a time")
    outcome = run_simavr(
        program,
        max_cycles=int(seconds * CLOCK_HZ),
        idle=int(IDLE_SECONDS * CLOCK_HZ),
        calls=[address for _, address in watched],
    )
    printed = outcome.uart.strip()
    if outcome.end == "crash":
        last = f"; its last line was `{printed.splitlines()[-1].strip()}`" if printed else ""
        raise RunError(f"crashes after {outcome.cycles / CLOCK_HZ:.1f} s: {outcome.reason}{last}")
    if not printed and not any(watched[call.function][0] in functions for call in outcome.calls):
        waits = "waits for hardware that is not simulated" if outcome.end == "idle" else f"ran for {seconds:g} s"
        raise RunError(f"prints nothing: it {waits}; what it measures must go to Serial")
    return read(outcome, [name for name, _ in watched], functions, size)


def read(outcome: Run, watched: Sequence[str], functions: Sequence[str], size: Footprint) -> Result:
    calls: dict[str, list[Call]] = {}
    for call in sorted(outcome.calls, key=lambda call: call.begin):
        calls.setdefault(watched[call.function], []).append(call)
    pauses = [(c.begin, c.begin + c.cycles + c.interrupt_cycles) for c in calls.get(PAUSE, ())]
    readings = sorted(c.begin for name in CLOCKS for c in calls.get(name, ()))
    readings = [at for at in readings if not any(first < at < last for first, last in pauses)]
    return Result(
        lines=tuple(lines(outcome.uart, [c.begin for c in calls.get(PRINT, ())], readings)),
        functions={name: [c.cycles for c in calls.get(name, ())] for name in functions},
        cycles=outcome.cycles,
        ended=outcome.end != "cycle-limit",
        size=size,
        simulator=f"{outcome.simulator} {outcome.version}",
    )


def lines(text: str, printed: Sequence[int], readings: Sequence[int]) -> Iterable[Line]:
    """`printed`: the cycle at which the sketch prints each byte; sent bytes lag behind.  Unknown where the compiler
    inlined the function: then there are no intervals."""
    start = 0
    for match in re.finditer(r"[^\n]*\n|[^\n]+$", text):
        end = match.end() - 1
        until = bisect_left(readings, printed[end]) if end < len(printed) else start
        own, start = readings[start:until], until
        intervals = tuple(b - a for a, b in pairwise(own)) if len(own) <= MAX_READINGS else ()
        yield Line(match[0].rstrip("\r\n"), intervals)


def symbols_of(program: Path) -> dict[str, list[int]]:
    """Addresses of functions by their C++ names, without parameters."""
    contents = elf.read(program)
    code = (
        [(name, place) for _, name, section, place, _ in contents.symbols() if section == ".text"] if contents else []
    )
    named = processes.run(["avr-c++filt"], 10, stdin="\n".join(name for name, _ in code)).stdout.splitlines()
    places: dict[str, list[int]] = {}
    for (_, place), name in zip(code, named, strict=True):
        places.setdefault(re.sub(r"\(.*|\.(constprop|isra|part|lto_priv|clone).*", "", name), []).append(place)
    return places


def addresses(program: Path, names: Iterable[str]) -> dict[str, list[int]]:
    places = symbols_of(program)
    return {name: sorted(set(places.get(name, ()))) for name in dict.fromkeys(names)}


def similar(name: str, program: Path) -> list[str]:
    """Functions of the program that have a part of the name."""
    words = [word.lower() for word in re.findall(r"[A-Za-z]{3,}", name)]
    return [known for known in symbols_of(program) if any(word in known.lower() for word in words)][:8]
