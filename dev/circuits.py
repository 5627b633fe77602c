# SPDX-License-Identifier: MIT
"""Reads bitsliced circuits from C and emits them for the generators of kernels."""

from __future__ import annotations

import re
from typing import Generic, Protocol, TypeVar

V = TypeVar("V")


class Logic(Protocol[V]):
    """A program that gates are appended to."""

    def xor(self, a: V, b: V, /) -> V: ...

    def and_(self, a: V, b: V, /) -> V: ...


def circuit(text: str, function: str) -> list[tuple[str, str]]:
    """The assignments of a C function, with aes_inversion() inlined."""
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    code = text[text.index(f"\n{function}(") :]
    code = code[code.index("{") + 1 : code.index("\n}")]
    assignments = []
    for statement in code.split(";"):
        called = re.match(r"\s*(aes_inversion|aes_inv_sub_bytes_\w+)\(", statement)
        if called:
            assignments += circuit(text, called[1])
        elif "=" in statement:
            target, value = statement.split("=")
            assignments.append((target.replace("word", "").strip(), value.strip()))
    return assignments


def evaluated(p: Logic[V], assignments: list[tuple[str, str]], known: dict[str, V]) -> dict[str, V]:
    """Emits assignments of XORs and ANDs; returns the values of all names.  Names in `known` keep their old value until
    the end, as the bits of a state do."""
    inputs = set(known)
    known, values = dict(known), dict(known)

    def total(tokens: list[str]) -> V:
        value = product(tokens)
        while tokens and tokens[0] == "^":
            tokens.pop(0)
            value = p.xor(value, product(tokens))
        return value

    def product(tokens: list[str]) -> V:
        value = factor(tokens)
        while tokens and tokens[0] == "&":
            tokens.pop(0)
            value = p.and_(value, factor(tokens))
        return value

    def factor(tokens: list[str]) -> V:
        token = tokens.pop(0)
        if token != "(":
            return known[token]
        inner = total(tokens)
        tokens.pop(0)
        return inner

    for target, text in assignments:
        value = total(re.findall(r"[a-z]+\d*(?:\[\d+\])?|[()^&]", text))
        values[target] = value
        if target not in inputs:
            known[target] = value
    return values


class Nibble(Generic[V]):
    """An element of GF(2^4) with the sums that multiplications use."""

    def __init__(self, p: Logic[V], b: list[V]):
        self.b0, self.b1, self.b2, self.b3 = b
        self.b32, self.b10 = p.xor(self.b3, self.b2), p.xor(self.b1, self.b0)
        self.b31, self.b20 = p.xor(self.b3, self.b1), p.xor(self.b2, self.b0)
        self.sum = p.xor(self.b32, self.b10)
