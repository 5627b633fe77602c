# SPDX-License-Identifier: MIT
"""What is checked: which functions are called with which secrets, shares and masks (cases/*.toml, or `leak.toml` in a
user's folder).  docs/how-to/checking-leakage.md explains the fields."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import msgspec

from ..errors import LabError
from ..paths import shown
from ..plan import schema
from .model import models

CASES = Path(__file__).resolve().parent / "cases"
FILE = "leak.toml"
PAGE = "docs/how-to/checking-leakage.md"
WORD = 4  # bytes that shares are rotated in
MOST_SHARES, MOST_BYTES = 8, 1 << 12
Bytes = Annotated[int, msgspec.Meta(ge=1, le=MOST_BYTES)]
ZEROS = re.compile(r"zeros (\d+)")
PART = re.compile(r"(\w+)(?:\.(\d+))?(?: >>> (\d+))?")
XOR = " ^ "


class Value(schema.Table):
    """A secret in shares, a secret without masks, random or public bytes, a constant; else arbitrary and public."""

    bytes: Bytes = 0
    shares: Annotated[int, msgspec.Meta(ge=2, le=MOST_SHARES)] = 0
    unit: Bytes = 0  # its shares follow each other in units of so many bytes
    rotate: int = 0  # share i is stored rotated right by i times so many bits in each word
    secret: bool = False
    random: bool = False
    public: bool = False
    constant: str = ""  # hexadecimal
    kept: bool = False  # no cut uses its masks up
    columns: int = 0  # of words of random bits in bitsliced code; it matters only for time

    @property
    def size(self) -> int:
        """Bytes in memory."""
        return len(self.constant) // 2 if self.constant else self.bytes * max(self.shares, 1)


class Buffer(Value):
    """A value in memory."""

    at: int | str = ""  # a fixed address, or a symbol
    fresh: bool = False  # random bytes that are new at each load
    holds: tuple[str, ...] = ()  # parts: "value", "value.n" for a share, "zeros n", "value >>> n", "value ^ mask"
    align: Annotated[int, msgspec.Meta(ge=1, le=4096)] = WORD


class Call(schema.Table):
    function: int | str
    operation: str = ""
    arguments: tuple[int | str, ...] = ()
    registers: dict[str, int | str] = {}
    after: int | str = ""  # what comes before it is not watched
    until: int | str = ""
    stubs: dict[str, Annotated[str, schema.one_of(("random", "nothing"))]] = {}

    @property
    def name(self) -> str:
        return self.operation or str(self.function)


class Cut(schema.Table):
    """Where shares become fresh ones, if it is proved that they may."""

    at: str
    shares: tuple[tuple[str, ...], ...]
    value: str = "state"
    skip: int = 0
    every: Annotated[int, msgspec.Meta(ge=1)] = 1  # of so many passes one, after those that it skips
    calls: tuple[str, ...] = ()


class CaseFile(schema.Table):
    """One [[case]]."""

    calls: tuple[Call, ...]
    targets: tuple[str, ...]
    name: str = ""
    cipher: str = ""
    mode: str = "masked"
    kernel: str = ""
    rows: tuple[str, ...] = ()  # of the bench, that quote the worst verdict; else each call is one
    program: str = ""
    sources: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    shares: int = 0
    values: dict[str, Value] = {}
    buffers: dict[str, Buffer] = {}
    cuts: tuple[Cut, ...] = ()


class Cases(schema.Table):
    case: tuple[CaseFile, ...]


@dataclass(frozen=True)
class Part:
    """A value or one of its shares (None: all), words rotated right."""

    name: str
    share: int | None
    rotate: int


@dataclass(frozen=True)
class Case:
    """A case of a file, checked as far as that is possible without its program."""

    facts: CaseFile
    file: Path

    @property
    def name(self) -> str:
        return self.facts.name or self.facts.cipher or next((call.name for call in self.facts.calls), "")

    @property
    def values(self) -> dict[str, Value]:
        return {**self.facts.values, **self.facts.buffers}

    @property
    def shares(self) -> int:
        return self.facts.shares or max([v.shares for v in self.values.values()], default=0)

    @property
    def random_bytes(self) -> int:
        """Fresh random bytes that its buffers hold."""
        return sum(v.size for v in self.values.values() if v.random)

    def path(self, name: str) -> Path:
        return self.file.parent / name

    def part(self, text: str) -> Part:
        """A value's name, which share is meant if not the whole, and by how much its words are rotated right."""
        match = PART.fullmatch(text)
        name, share, rotate = match.groups() if match else (text, None, None)
        if name not in self.values:
            raise self.error(f"`{text}` is neither a buffer nor a value; there are: {', '.join(self.values)}")
        if share is not None and int(share) >= self.values[name].shares:
            raise self.error(f"`{text}`: {name} has {self.values[name].shares} shares, numbered from 0")
        return Part(name, None if share is None else int(share), int(rotate or 0))

    def size_of(self, text: str) -> int:
        """Bytes of a part; the first of those that are combined is as long as it, and they are repeated."""
        first, *others = map(self.size_of_one, text.split(XOR))
        if any(not size or first % size for size in others):
            raise self.error(f"`{text}`: {first} bytes are no multiple of what they are combined with")
        return first

    def size_of_one(self, text: str) -> int:
        if zeros := ZEROS.fullmatch(text):
            return int(zeros[1])
        part = self.part(text)
        return self.values[part.name].size if part.share is None else self.values[part.name].bytes

    def buffer_size(self, name: str) -> int:
        buffer = self.facts.buffers[name]
        return sum(map(self.size_of, buffer.holds)) if buffer.holds else buffer.size

    def error(self, text: str) -> LabError:
        return LabError(f"{shown(self.file)}, case {self.name}: {text}")

    def validate(self) -> None:
        known = models()
        for target in self.facts.targets:
            if target not in known:
                raise self.error(f"there is no model of target `{target}`; those with one are: {', '.join(known)}")
        if not self.facts.calls:
            raise self.error("it has no calls")
        programs = sum(map(bool, (self.facts.cipher, self.facts.program, self.facts.sources)))
        if programs != 1:
            raise self.error("it needs one of `cipher` with `kernel`, `program` or `sources`")
        if both := self.facts.values.keys() & self.facts.buffers.keys():
            raise self.error(f"{min(both)} is both a value and a buffer")
        for name, value in self.values.items():
            self.validate_value(name, value)
        for name, buffer in self.facts.buffers.items():
            for text in buffer.holds:
                self.size_of(text)
            if not self.buffer_size(name):
                raise self.error(f"{name} has no `bytes`")
        for cut in self.facts.cuts:
            if len(cut.shares) < 2:
                raise self.error(f"the cut at {cut.at} has fewer than two shares")

    def validate_value(self, name: str, value: Value) -> None:
        kinds = [k for k in ("shares", "secret", "random", "public", "constant") if getattr(value, k)]
        if len(kinds) > 1:
            raise self.error(f"{name} cannot have both `{kinds[0]}` and `{kinds[1]}`")
        if value.unit and value.bytes % value.unit:
            raise self.error(f"{name}: {value.bytes} bytes are no multiple of its unit of {value.unit}")
        if value.rotate and (value.unit or value.bytes) % WORD:
            raise self.error(f"{name}: only words of {WORD} bytes are rotated")
        if value.columns and not value.random:
            raise self.error(f"{name}: only random bits have `columns`")
        if value.constant and not re.fullmatch(r"([0-9a-fA-F]{2})+", value.constant):
            raise self.error(f"{name}: `constant` is not hexadecimal")


def cases_in(file: Path) -> list[Case]:
    """The cases of a file; raises LabError."""
    cases = [Case(facts, file) for facts in schema.read(file, Cases, PAGE).case]
    for case in cases:
        case.validate()
    return cases


def library_cases() -> list[Case]:
    """Those of the library's masked kernels."""
    return [case for file in sorted(CASES.glob("*.toml")) for case in cases_in(file)]
