# SPDX-License-Identifier: MIT
"""The bench's serial output as data.  lab/bench/bench.c documents the lines; each ends with a
checksum (lab/bench/print.c)."""

from __future__ import annotations

import binascii
import itertools
import re
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TypeVar

from ..errors import RunError
from ..text import counted

PROTOCOL = "2"
KILLED = "killed: no end after"
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
    """The output of one program."""

    unit: str = ""
    cipher: str = ""
    context_bytes: int = 0
    shares: int = 1  # of secrets
    random_bytes: int = 0  # fresh ones for each call
    key_random_bytes: int = 0  # fresh ones for each key setup, if it is a call of its own
    vectors_passed: int = 0
    vectors_total: int = 0
    checksum: str = ""
    fault: str = ""
    failed: tuple[int, str, str] | None = None  # user's code: the vector, what was wrong, the actual value
    outside: str = ""  # user's code: where it wrote that it may not
    clock_khz: int = 0
    jump: int = 0  # what a jump took after the windows, the median
    calibrations: list[tuple[str, int, int, int]] = field(default_factory=list)
    times: dict[Operation, list[int]] = field(default_factory=dict)
    turns: list[tuple[Operation, ...]] = field(default_factory=list)  # the operations of each row, which alternate
    stacks: dict[Operation, int] = field(default_factory=dict)
    traces: dict[Operation, list[int]] = field(default_factory=dict)
    leaks: dict[Operation, int] = field(default_factory=dict)
    ended: bool = False

    @property
    def cycles_per_unit(self) -> float:
        return 0.01 if self.unit == "centicycles" else 1

    def calibration_fault(self) -> str:
        """A sentence about the first ruler that is off, or nothing."""
        for name, least, greatest, got in self.calibrations:
            if not least <= got <= greatest:
                return f"the clock is off: `{name}` took {got} {self.unit} instead of {least} to {greatest}"
        return ""

    def window_count(self, warmups: Callable[[Operation], int] = lambda _: 0) -> int:
        """The number of windows of all rows, including each operation's `warmups`."""
        return sum(warmups(o) + len(times) for o, times in self.times.items())

    def deal(
        self, windows: Iterable[Window], warmups: Callable[[Operation], int] = lambda _: 0
    ) -> dict[Operation, list[Window]]:
        """Assigns the observed windows, in order, to operations, without warm-ups."""
        rest, by_operation = iter(windows), {}
        for operations in self.turns:
            skipped = warmups(operations[0])
            count = skipped + len((self.times or self.traces)[operations[0]])
            windows_of_row = list(itertools.islice(rest, count * len(operations)))
            for number, operation in enumerate(operations):
                by_operation[operation] = windows_of_row[number :: len(operations)][skipped:]
        return by_operation


class Checker:
    """Verifies the checksum of each line, which covers all lines so far."""

    def __init__(self) -> None:
        self.check = 0

    def whole(self, line: str) -> str | None:
        """The line without its checksum; None if it or an earlier line is incomplete or corrupted."""
        match = CHECKED.fullmatch(line)
        if not match:
            return None
        self.check = binascii.crc_hqx(match[1].encode("latin-1", "replace"), self.check)
        return match[1] if int(match[2], 16) == self.check else None


def parse(text: str) -> Transcript:
    """Parses the output; a corrupted or unknown line is an error with its number.  An incomplete last line, from a
    crashed program, is ignored."""
    transcript = Transcript()
    checker = Checker()
    for number, raw in enumerate(text.split("\n")[:-1], 1):
        if not CHECKED.fullmatch(raw):
            raise RunError(f"line {number} of the serial output is not of the protocol: {raw[:80]!r}")
        line = checker.whole(raw)
        if line is None:
            raise RunError(f"line {number} of the serial output, or an earlier one, is incomplete: {raw[:80]!r}")
        words = line.split()
        try:
            match words:
                case ["narae-bench", version, unit, cipher, context]:
                    if version != PROTOCOL:
                        raise RunError(f"the program uses protocol {version}, this lab {PROTOCOL}")
                    transcript.unit, transcript.cipher, transcript.context_bytes = unit, cipher, int(context)
                case ["masked", shares, fresh, of_key]:
                    transcript.shares, transcript.random_bytes = int(shares), int(fresh)
                    transcript.key_random_bytes = int(of_key)
                case ["vectors", passed, total]:
                    transcript.vectors_passed, transcript.vectors_total = int(passed), int(total)
                case ["checksum", value]:
                    transcript.checksum = value
                case ["failed", vector, what, got]:
                    transcript.failed = (int(vector), what, got.strip("-"))
                case ["outside", before, after, length]:
                    transcript.outside = beyond(int(before), int(after), int(length))
                case ["fault", *reason]:
                    transcript.fault = " ".join(reason)
                case ["clock", khz]:
                    transcript.clock_khz = int(khz)
                case ["jumps", took]:
                    transcript.jump = int(took)
                case ["calibrate", name, least, most, got]:
                    transcript.calibrations.append((name, int(least), int(most), int(got)))
                case ["row", mode, names, size, ad, *times]:
                    values = interleaved(mode, names, int(size), int(ad), times)
                    transcript.times |= values
                    transcript.turns.append(tuple(values))
                case ["trace", mode, names, size, ad, *hashes]:
                    values = interleaved(mode, names, int(size), int(ad), hashes)
                    transcript.traces |= values
                    transcript.turns.append(tuple(values))
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


def endless(cycles: int, text: str, place: str = "") -> str:
    """The failure of a killed program: its last progress distinguishes slow code from code that hangs.  `place`: the
    end of the sentence."""
    transcript = Transcript()
    with suppress(RunError):
        transcript = parse(text)
    reached = ""
    if transcript.times:
        last = list(transcript.times)[-1]
        reached = f", after {last.name} of {counted(last.bytes, 'byte')} was measured"
    elif transcript.checksum:
        reached = ", after vectors and checks, before anything was measured"
    elif transcript.unit:
        reached = ", in the checks after the vectors" if transcript.vectors_total else ", in the vectors"
    return f"{KILLED} {cycles} cycles{reached}{place}"


def reached(failure: str) -> int:
    """The last measured size in a failure of endless(); 0 if there was none, or for another failure."""
    hit = re.match(rf"{KILLED} \d+ cycles, after \S+ of ([\d,]+) bytes? was measured", failure)
    return int(hit[1].replace(",", "")) if hit else 0


def beyond(before: int, after: int, length: int) -> str:
    """A phrase about the bytes farthest from a buffer, as lab/bench/calls.h measures them."""
    sides = [f"up to {counted(n, 'byte')} {side}" for n, side in ((before, "before it"), (after, "after it")) if n]
    return f"{' and '.join(sides)}, at a length of {counted(length, 'byte')}"


def interleaved(mode: str, names: str, size: int, ad: int, figures: list[str]) -> dict[Operation, list[int]]:
    """Figures of the first operation, the second, ..., the first again."""
    operations = [Operation(mode, name, size, ad) for name in names.split(",")]
    if len(figures) % len(operations):
        raise ValueError(names)
    return {o: [int(f) for f in figures[n :: len(operations)]] for n, o in enumerate(operations)}
