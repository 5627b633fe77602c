# SPDX-License-Identifier: MIT
"""Block ciphers in two shares (narae/masked.h): for every key, block and mask, and all random bytes, the shares of the
output add up to the block of the specification.

Each bit of the program is a polynomial over GF(2) in masks, whose coefficients are functions of keys and texts alone,
literals of the graph.  Masks are all inputs but keys and texts.  An XOR adds polynomials, an AND multiplies them.  A
factor that is no sum of masks and a constant becomes a mask, and so does what has many terms and is used twice; what
has the same polynomial but for the constant, as the other share, is a sum with the same mask.  If the polynomial of a
sum of shares is a constant, the sum is this function of keys and texts, what the program computes where all masks are
zero.  It is compared with the specification as the bits of other kernels are, by merging."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from spec import algorithms

from ..plan.implementations import Implementation
from ..text import counted
from .case import Call, Case
from .core import AND, LIT_BYTES, XOR, Graph, Lits, literal_list
from .machines import Buffer
from .program import Image
from .symbolic import bits_of, octets

if TYPE_CHECKING:
    from .claims import Coverage

BYTE = 8 * LIT_BYTES
MOST_TERMS = 20_000  # of a product of polynomials
LONG = 40  # terms of what becomes a mask if it is used twice
# Descriptors by machine: offsets of the sizes that have 16 bits and of the functions, bytes of a pointer, unit of code
# pointers
LAYOUTS = {"avr": (5, 9, 2, 2)}
WORDS = (8, 12, 4, 1)  # of all others
Monomial = tuple[int, ...]  # one or two masks, ascending
Polynomial = dict[Monomial, int]  # coefficients, not zero; without the constant term


@dataclass
class Polynomials:
    """Of the nodes of a graph, in all masks but `secret` inputs."""

    graph: Graph
    secret: set[int]
    known: dict[int, tuple[int, Polynomial]] = field(default_factory=dict)  # by literal: constant term, the others
    masks: dict[frozenset[tuple[Monomial, int]], int] = field(default_factory=dict)  # new ones
    gates: dict[tuple[str, int, int], int] = field(default_factory=dict)

    def constant(self, bits: Lits) -> Lits | None:
        """The functions of secrets that these bits are, or None if one is not shown to be independent of masks."""
        results = []
        self.find([x & ~1 for x in literal_list(bits)])
        for literal in literal_list(bits):
            value, terms = self.known[literal & ~1]
            if terms:
                return None
            results.append(value ^ literal & 1)
        return b"".join(value.to_bytes(LIT_BYTES, "little") for value in results)

    def find(self, literals: list[int]) -> None:
        """Computes the polynomials of these nodes, and before them those of their cones."""
        cone, pending, factors = dict[int, tuple[int, list[int]]](), literals.copy(), set[int]()
        while pending:
            literal = pending.pop()
            if literal not in cone:
                kind, operands, _ = self.graph.node(literal >> 1)
                cone[literal] = kind, operands if kind in (AND, XOR) else []
                whole = [x & ~1 for x in cone[literal][1]]
                factors.update(whole if kind == AND else [])
                pending += whole
        uses = Counter(literals) + Counter(x & ~1 for _, operands in cone.values() for x in operands)
        for literal in sorted(cone):
            value, terms = self.of_node(literal, *cone[literal])
            is_linear = all(len(masks) == 1 and c == 1 for masks, c in terms.items())
            if not is_linear and (literal in factors or (len(terms) > LONG and uses[literal] > 1)):
                terms = {(self.masks.setdefault(frozenset(terms.items()), literal),): 1}
            self.known[literal] = value, terms
            for x in cone[literal][1]:
                uses[x & ~1] -= 1
                if not uses[x & ~1]:
                    del self.known[x & ~1]  # they are many

    def of_node(self, literal: int, kind: int, operands: list[int]) -> tuple[int, Polynomial]:
        if kind in (AND, XOR):
            (one, terms), (other, others) = (self.known[x & ~1] for x in operands)
            one, other = one ^ operands[0] & 1, other ^ operands[1] & 1
            if kind == XOR:
                return self.gate("^", one, other), self.sum(terms, 1, others)
            if len(terms) * len(others) <= MOST_TERMS:
                return self.gate("&", one, other), self.product(one, terms, other, others)
        elif literal == 0 or literal in self.secret:
            return literal, {}
        return 0, {(literal,): 1}

    def product(self, one: int, terms: Polynomial, other: int, others: Polynomial) -> Polynomial:
        """Of two polynomials of degree one with these constant terms, without its own."""
        result = self.sum(self.sum({}, one, others), other, terms)
        for (a,), c in terms.items():
            for (b,), d in others.items():
                masks = (a,) if a == b else (min(a, b), max(a, b))
                self.add(result, masks, self.gate("&", c, d))
        return result

    def sum(self, terms: Polynomial, coefficient: int, others: Polynomial) -> Polynomial:
        """The sum of a polynomial and a multiple of another one."""
        result = terms.copy()
        for masks, c in others.items() if coefficient else ():
            self.add(result, masks, self.gate("&", c, coefficient))
        return result

    def add(self, terms: Polynomial, masks: Monomial, coefficient: int) -> None:
        whole = self.gate("^", terms.pop(masks, 0), coefficient)
        if whole:
            terms[masks] = whole

    def gate(self, operation: str, a: int, b: int) -> int:
        """Of two literals."""
        if operation == "&" and (a < 2 or b < 2):
            return (0, b)[a] if a < 2 else (0, a)[b]
        if operation == "^" and (a < 2 or b < 2 or a ^ b < 2):
            return a ^ b
        key = operation, min(a, b), max(a, b)
        if key not in self.gates:
            one, other = (x.to_bytes(LIT_BYTES, "little") for x in (a, b))
            self.gates[key] = int.from_bytes(self.graph.gates(operation, one, other), "little")
        return self.gates[key]


@dataclass(frozen=True)
class Masked:
    """A program with a descriptor of narae/masked.h."""

    implementation: Implementation
    image: Image

    def number(self, offset: int, size: int) -> int:
        return self.image.number(self.image.address(self.implementation.define["BENCH_DESCRIPTOR"]) + offset, size)

    @property
    def layout(self) -> tuple[int, int, int, int]:
        return LAYOUTS.get(self.image.machine, WORDS)

    @property
    def blocks(self) -> int:
        """Of a group; the number follows the bytes of a block and of a key."""
        return self.number(self.layout[2] + 2, 1)

    @property
    def covers(self) -> str:
        return f"groups of {counted(self.blocks, 'block')}, for all masks and random bytes"

    @property
    def sizes(self) -> tuple[int, ...]:
        """Bytes of a group and of a key."""
        size, key_bytes, _ = algorithms.BLOCK_CIPHERS[self.implementation.cipher]
        return size * self.blocks, key_bytes

    def calls(self, source: str) -> list[Call]:
        """Key setup, and encryption of a group."""
        _, at, word, unit = self.layout
        set_key, encrypt = (self.number(at + word * i, word) * unit & ~1 for i in range(2))
        random = "random" if self.random_bytes else 0
        arguments = (("schedule", 0), ("out", 0), (source, 0), (random, 0))
        return [
            Call(set_key, (("schedule", 0), ("key", 0))),
            Call(encrypt, arguments, constant=("schedule",), inaccessible=("key",)),
        ]

    @property
    def random_bytes(self) -> int:
        return self.number(self.layout[0] + 2, 2)

    def cases(self, graph: Graph, _: Coverage) -> Iterator[Case]:
        size, key_bytes, encrypt = algorithms.BLOCK_CIPHERS[self.implementation.cipher]
        key = graph.input("key", 8 * key_bytes)
        texts = [graph.input(f"block {i}", 8 * size) for i in range(self.blocks)]
        graph.set_merging(True)
        expected = b"".join(bits_of(graph, encrypt(octets(graph, key), octets(graph, text))) for text in texts)
        graph.set_merging(False)  # of the program's bits only sums of shares are those of the specification
        shared_key = shared(graph, "mask of the key", key)
        random = graph.input("random", 8 * self.random_bytes)
        given = b"".join(shared(graph, f"mask of block {i}", text) for i, text in enumerate(texts))
        secret = set(literal_list(key + b"".join(texts)))

        def same(got: dict[str, Lits], expected: dict[str, Lits]) -> bool:
            graph.set_merging(True)
            is_same = Polynomials(graph, secret).constant(got["out"]) == expected["out"]
            graph.set_merging(False)
            return is_same

        for in_place in (False, True):
            buffers = [
                Buffer("key", 2 * key_bytes, shared_key),
                Buffer("schedule", self.number(self.layout[0], 2), writable=True),
                *([] if in_place else [Buffer("in", len(given) // BYTE, given)]),
                Buffer("out", len(given) // BYTE, given if in_place else None, writable=True),
                *([Buffer("random", self.random_bytes, random)] if self.random_bytes else []),
            ]
            name = counted(self.blocks, "block") + ", in place" * in_place
            calls = self.calls("out" if in_place else "in")
            yield Case(name, buffers, calls, {"out": expected}, same=same, share_bytes=size)


def shared(graph: Graph, mask: str, value: Lits) -> Lits:
    """The shares of a value, of which the second one is a mask of this name."""
    masks = graph.input(mask, len(value) // LIT_BYTES)
    return graph.gates("^", value, masks) + masks
