# SPDX-License-Identifier: MIT
"""Values of a case as literals: secrets, masks, and how shares lie in memory."""

from __future__ import annotations

from ..proof.core import FALSE, LIT_BYTES, Lits, literal_list
from .case import WORD, XOR, ZEROS, Case, Part, Value
from .core import MASK, PUBLIC, SECRET, Log

BYTE = 8 * LIT_BYTES
WORD_BITS = 8 * WORD


def rotated(bits: Lits, by: int) -> Lits:
    """Each word rotated right; a shorter rest as a whole."""
    result = b""
    for i in range(0, len(bits), WORD_BITS * LIT_BYTES):
        word = bits[i : i + WORD_BITS * LIT_BYTES]
        at = by % (len(word) // LIT_BYTES) * LIT_BYTES
        result += word[at:] + word[:at]
    return result


class Values:
    """The literals of a case's values, made as they are needed."""

    def __init__(self, log: Log, case: Case):
        self.log, self.case = log, case
        self.shares: dict[str, list[Lits]] = {}
        self.kept: set[int] = set()  # masks that no cut may use up
        self.secrets: dict[int, tuple[str, int]] = {}  # value and bit, by literal

    def secret(self, name: str, bits: int) -> Lits:
        new = self.log.input(name, bits, SECRET)
        self.secrets |= {literal: (name, i) for i, literal in enumerate(literal_list(new))}
        return new

    def split(self, name: str, bits: int, count: int, width: int = 0) -> list[Lits]:
        """A new secret in uniform shares; with a width, of a cut, in words of so many columns."""
        last = self.secret(name, bits)
        masks = [self.log.input(f"{name}, mask {i}", bits, MASK) for i in range(count - 1)]
        if width:
            self.log.columns(b"".join([last, *masks]), width, cut=True)
        for mask in masks:
            last = self.log.graph.gates("^", last, mask)
        return [*masks, last]

    def shares_of(self, name: str) -> list[Lits]:
        if name not in self.shares:
            value = self.case.values[name]
            self.shares[name] = self.split(name, 8 * value.bytes, value.shares)
            if value.kept:
                self.kept.update(literal for mask in self.shares[name][:-1] for literal in literal_list(mask))
        return self.shares[name]

    def stored_share(self, name: str, number: int) -> Lits:
        return rotated(self.shares_of(name)[number], self.case.values[name].rotate * number)

    def content(self, name: str) -> Lits | None:
        """As it lies in memory; None: arbitrary."""
        value = self.case.values[name]
        if value.shares:
            unit = BYTE * (value.unit or value.bytes)
            shares = [self.stored_share(name, i) for i in range(value.shares)]
            return b"".join(s[at : at + unit] for at in range(0, BYTE * value.bytes, unit) for s in shares)
        if value.constant:
            return constant_bits(bytes.fromhex(value.constant))
        return self.unshared(name, value)

    def unshared(self, name: str, value: Value) -> Lits | None:
        bits = 8 * value.bytes
        if value.secret:
            return self.secret(name, bits)
        if value.random:
            new = self.log.input(name, bits, MASK)
            if value.kept:
                self.kept.update(literal_list(new))
            if value.columns:
                self.log.columns(new, value.columns, cut=False)
            return new
        return self.log.input(name, bits, PUBLIC) if value.public else None

    def part(self, text: str) -> Lits:
        """A part of a buffer, an argument or a register."""
        first, *others = map(self.single_part, text.split(XOR))
        for other in others:
            first = self.log.graph.gates("^", first, other * (len(first) // len(other)))
        return first

    def single_part(self, text: str) -> Lits:
        if zeros := ZEROS.fullmatch(text):
            return FALSE * 8 * int(zeros[1])
        part = self.case.part(text)
        return rotated(self.stored_part(part), part.rotate)

    def stored_part(self, part: Part) -> Lits:
        if part.share is not None:
            return self.stored_share(part.name, part.share)
        content = self.content(part.name)
        if content is None:
            return self.log.input(part.name, 8 * self.case.values[part.name].bytes, PUBLIC)
        return content

    def buffer(self, name: str) -> Lits | None:
        holds = self.case.facts.buffers[name].holds
        return b"".join(map(self.part, holds)) if holds else self.content(name)


def constant_bits(data: bytes) -> Lits:
    return b"".join((byte >> i & 1).to_bytes(LIT_BYTES, "little") for byte in data for i in range(8))
