# SPDX-License-Identifier: MIT
"""The serial line of the bench, as data.  lab/bench/bench.c lists the lines, and each ends with
a check (lab/bench/print.c)."""

from __future__ import annotations

import binascii
import itertools
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TypeVar

from ..errors import RunError

PROTOCOL = "2"
CHECKED = re.compile(r"(.*) \*([0-9a-f]{4})")
Window = TypeVar("Window")


@dataclass(frozen=True)
class Operation:
    mode: str
    name: str
    bytes: int
    ad_bytes: int


@dataclass
class Transcript:
    """What one program said."""

    unit: str = ""
    cipher: str = ""
    context_bytes: int = 0
    vectors_passed: int = 0
    vectors_total: int = 0
    checksum: str = ""
    fault: str = ""
    failed: tuple[int, str, str] | None = None  # of foreign code: which vector, what was wrong, what came out
    clock_khz: int = 0
    calibrations: list[tuple[str, int, int, int]] = field(default_factory=list)
    times: dict[Operation, list[int]] = field(default_factory=dict)
    turns: list[tuple[Operation, ...]] = field(default_factory=list)  # the operations of each row, which take turns
    stacks: dict[Operation, int] = field(default_factory=dict)
    traces: dict[Operation, list[int]] = field(default_factory=dict)
    leaks: dict[Operation, int] = field(default_factory=dict)
    ended: bool = False

    @property
    def cycles_per_unit(self) -> float:
        return 0.01 if self.unit == "centicycles" else 1

    def calibration_fault(self) -> str:
        """The first ruler that is off, or nothing."""
        for name, least, most, got in self.calibrations:
            if not least <= got <= most:
                return f"the clock is off: `{name}` took {got} {self.unit}, it must take {least} to {most}"
        return ""

    def window_count(self, warmups: Callable[[Operation], int] = lambda _: 0) -> int:
        """How many windows all rows have; `warmups` of an operation come before those whose time was printed."""
        return sum(warmups(o) + len(times) for o, times in self.times.items())

    def deal(
        self, windows: Iterable[Window], warmups: Callable[[Operation], int] = lambda _: 0
    ) -> dict[Operation, list[Window]]:
        """The windows of all rows, in the order in which they were seen, by operation and without its warm-ups."""
        rest, found = iter(windows), {}
        for operations in self.turns:
            skipped = warmups(operations[0])
            count = skipped + len(self.times[operations[0]])
            mine = list(itertools.islice(rest, count * len(operations)))
            for number, operation in enumerate(operations):
                found[operation] = mine[number :: len(operations)][skipped:]
        return found


class Checker:
    """Holds the check of each line against all that was said so far."""

    def __init__(self) -> None:
        self.check = 0

    def whole(self, line: str) -> str | None:
        """A line without its check; nothing if characters of it, or of the lines before, are missing or others."""
        found = CHECKED.fullmatch(line)
        if not found:
            return None
        self.check = binascii.crc_hqx(found[1].encode("latin-1", "replace"), self.check)
        return found[1] if int(found[2], 16) == self.check else None


def parse(text: str) -> Transcript:
    """Reads a transcript; a line that is not whole, or not of the protocol, is an error with its number.  Half a line
    at the end, of a program that crashed, says nothing."""
    transcript = Transcript()
    checker = Checker()
    for number, said in enumerate(text.split("\n")[:-1], 1):
        if not CHECKED.fullmatch(said):
            raise RunError(f"line {number} of the serial output is not of the protocol: {said[:80]!r}")
        line = checker.whole(said)
        if line is None:
            raise RunError(f"line {number} of the serial output, or one before it, is not whole: {said[:80]!r}")
        words = line.split()
        try:
            match words:
                case ["narae-bench", version, unit, cipher, context]:
                    if version != PROTOCOL:
                        raise RunError(f"the program speaks protocol {version}, this lab {PROTOCOL}")
                    transcript.unit, transcript.cipher, transcript.context_bytes = unit, cipher, int(context)
                case ["vectors", passed, total]:
                    transcript.vectors_passed, transcript.vectors_total = int(passed), int(total)
                case ["checksum", value]:
                    transcript.checksum = value
                case ["failed", vector, what, got]:
                    transcript.failed = (int(vector), what, got.strip("-"))
                case ["fault", *reason]:
                    transcript.fault = " ".join(reason)
                case ["clock", khz]:
                    transcript.clock_khz = int(khz)
                case ["calibrate", name, least, most, got]:
                    transcript.calibrations.append((name, int(least), int(most), int(got)))
                case ["row", mode, names, size, ad, *times]:
                    found = in_turn(mode, names, int(size), int(ad), times)
                    transcript.times |= found
                    transcript.turns.append(tuple(found))
                case ["trace", mode, names, size, ad, *hashes]:
                    transcript.traces |= in_turn(mode, names, int(size), int(ad), hashes)
                case ["stack", mode, name, size, ad, depth]:
                    transcript.stacks[Operation(mode, name, int(size), int(ad))] = int(depth)
                case ["leaks", mode, name, size, ad, count]:
                    transcript.leaks[Operation(mode, name, int(size), int(ad))] = int(count)
                case ["end"]:
                    transcript.ended = True
                case _:
                    raise ValueError(line)
        except ValueError as error:
            raise RunError(f"line {number} of the serial output is not of the protocol: {line[:80]!r}") from error
    return transcript


def in_turn(mode: str, names: str, size: int, ad: int, figures: list[str]) -> dict[Operation, list[int]]:
    """Figures of the first operation, of the second, ..., of the first again."""
    operations = [Operation(mode, name, size, ad) for name in names.split(",")]
    if len(figures) % len(operations):
        raise ValueError(names)
    return {o: [int(f) for f in figures[n :: len(operations)]] for n, o in enumerate(operations)}
