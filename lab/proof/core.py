# SPDX-License-Identifier: MIT
"""The compiled core: one graph of bits, and the machines that run on it.

A bit is a literal: 0 is false, 1 true, others are bits of the graph, an odd one the complement of the one before.
Several bits are Python bytes of 32-bit literals, lowest bit first, so that cutting and joining them costs nothing."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from ..sims.run import compiled

HERE = Path(__file__).resolve().parent
Lits = bytes
EACH = 4  # bytes of a literal
FALSE, TRUE = b"\0\0\0\0", b"\1\0\0\0"
CONSTANTS = (FALSE, TRUE, b"")
DIGITS = bytes.maketrans(b"\0\1", b"01")
INPUT, AND, XOR, LOOKUP = range(4)  # kinds of nodes
MOST_INDEX = 10
MOST_NODES = 40_000_000  # some 2 GB
SAME = 4  # with eight a whole run takes an eighth more time
FAULTS = (
    "",
    "a branch depends on a secret",
    "an address depends on a secret",
    "a division depends on a secret",
    "the amount of a shift depends on a secret",
    "the early end of a multiplication depends on a secret",
    "reads outside its buffers",
    "writes outside its buffers",
    "a misaligned access",
    "jumps outside the program",
    "an instruction that is not modelled",
    "too many instructions",
    "the graph grew too large",
    "reads memory below the stack pointer",
    "depends on public numbers in a way that is not decided",
)
LEAKS = FAULTS[1:6]
NOT_MODELLED, ENDLESS, TOO_LARGE, UNDECIDED = FAULTS[10], FAULTS[11], FAULTS[12], FAULTS[14]


class Report(ctypes.Structure):
    _fields_ = [
        *((name, ctypes.c_uint32) for name in ("fault", "at", "address", "bytes")),
        *((name, ctypes.c_uint64) for name in ("instructions", "lookups")),
        *((name, ctypes.c_uint32) for name in ("stack", "pc", "undecided")),
    ]


@cache
def library() -> Any:
    made = ctypes.CDLL(str(compiled((HERE / "proof.c",), ("-fPIC", "-shared", "-fvisibility=hidden"))))
    made.graph_new.restype = made.machine_new.restype = ctypes.c_void_p
    made.graph_new.argtypes = [ctypes.c_uint64, ctypes.c_uint32, ctypes.c_uint32]
    made.machine_new.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_uint32, ctypes.c_uint32, ctypes.c_uint64]
    made.thumb_core.argtypes = [ctypes.c_void_p, ctypes.c_uint32]
    made.machine_region.argtypes = [ctypes.c_void_p, *[ctypes.c_uint32] * 3, ctypes.c_char_p]
    return made


OCTETS = [b"".join(TRUE if value >> i & 1 else FALSE for i in range(8)) for value in range(256)]


@lru_cache(1 << 16)
def lits(value: int, bits: int) -> Lits:
    octets = (value & (1 << bits) - 1).to_bytes(-(-bits // 8), "little")
    return b"".join(OCTETS[octet] for octet in octets)[: EACH * bits]


def room(size: int) -> ctypes.Array[ctypes.c_char]:
    """For what the core answers.  ctypes' own function for it takes longer than most answers."""
    return (ctypes.c_char * size)()


def listed(bits: Lits) -> list[int]:
    return list(memoryview(bits).cast("I"))


def constant(bits: Lits) -> int | None:
    """The number, if all bits are constant."""
    if bits[:EACH] not in CONSTANTS:  # most are told by the first
        return None
    if max(memoryview(bits).cast("I"), default=0) > 1:
        return None
    return int(bits[::EACH].translate(DIGITS)[::-1] or b"0", 2)


@dataclass(frozen=True)
class Counts:
    """What a graph did: nodes, merges by cancelling XORs and by truth tables, candidates that were none."""

    nodes: int
    by_sum: int
    by_table: int
    failed: int
    lookups: int
    merges: int


class Graph:
    """`inputs`: the literals of each named input, in the order in which they were made.  `same`: how many nodes with
    equal simulations a new one is compared with."""

    def __init__(self, seed: int = 1, most: int = MOST_NODES, same: int = SAME):
        self.lib = library()
        self.handle = ctypes.c_void_p(self.lib.graph_new(seed, most, same))
        self.inputs: dict[str, Lits] = {}
        self.levels: dict[int, Lits] = {}  # of public inputs

    def close(self) -> None:
        if self.handle:
            self.lib.graph_free(self.handle)
            self.handle = ctypes.c_void_p(None)

    def __enter__(self) -> Graph:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def merging(self, on: bool) -> None:
        self.lib.graph_merging(self.handle, int(on))

    def input(self, name: str, bits: int) -> Lits:
        if name not in self.inputs:
            out = room(EACH * bits)
            self.lib.graph_inputs(self.handle, bits, out)
            self.inputs[name] = out.raw
        return self.inputs[name]

    def gates(self, operation: str, a: Lits, b: Lits) -> Lits:
        out = room(len(a))
        self.lib.graph_gates(self.handle, ord(operation), len(a) // EACH, a, b, out)
        return out.raw

    def add(self, a: Lits, b: Lits, carry: int = 0) -> tuple[Lits, Lits]:
        out = room(len(a))
        carried = self.lib.graph_add(self.handle, len(a) // EACH, a, b, carry, out)
        return out.raw, carried.to_bytes(EACH, "little", signed=carried < 0)

    def product_added(self, a: Lits, b: Lits, c: Lits) -> Lits:
        """c + a b, on twice as many bits as a and b have."""
        out = room(len(c))
        self.lib.graph_product_added(self.handle, len(a) // EACH, a, b, c, out)
        return out.raw

    def look_up(self, index: Lits, table: list[int], bits: int) -> Lits:
        entries = (ctypes.c_uint32 * len(table))(*table)
        out = room(EACH * bits)
        self.lib.graph_look_up(self.handle, len(index) // EACH, index, entries, bits, out)
        return out.raw

    def mark(self, bits: Lits) -> None:
        self.lib.graph_mark(self.handle, bits)

    def public(self, inputs: Lits, levels: list[int], is_place: bool = False) -> None:
        """Bits of inputs that branches and addresses may depend on, and where each stands in the order of diagrams."""
        mine = {level: inputs[EACH * i : EACH * (i + 1)] for i, level in enumerate(levels)}
        assert not any(self.levels.get(level, bit) != bit for level, bit in mine.items())
        self.levels |= mine
        places = (ctypes.c_uint32 * len(levels))(*levels)
        self.lib.graph_public(self.handle, len(levels), inputs, places, int(is_place))

    def assume(self, numbers: Lits, places: Lits = TRUE, settles: int = 0) -> bool:
        """Of public numbers and of pointers, instead of what was assumed before: literals; whether they are ever true,
        without which nothing is shown.  `settles`: what they decide is constant from now on, in states that are used
        under this assumption only: 1: flags, 2: numbers that are added, too."""
        both = (int.from_bytes(bit, "little") for bit in (numbers, places))
        return bool(self.lib.graph_assume(self.handle, *both, settles))

    def same(self, a: Lits, b: Lits) -> bool:
        """Are they the same function of public numbers, or of other inputs alone?"""
        return bool(self.lib.graph_same(self.handle, len(a) // EACH, a, b))

    def decided(self, bits: Lits) -> Lits:
        """With constants in place of what the assumption decides."""
        out = room(len(bits))
        self.lib.graph_decided(self.handle, len(bits) // EACH, bits, out)
        return out.raw

    def alike(self, a: Lits, b: Lits) -> bool:
        """Are they the same bits, or the same function of public numbers wherever the assumption holds?"""
        return a == b or not any(self.decided(self.gates("^", a, b)))

    def bilinear(self, x: Lits, y: Lits, a: Lits, b: Lits) -> bool:
        """Are two words the same function of two sets of leaves, each term of which has at most one leaf of each?"""
        sizes = [len(bits) // EACH for bits in (x, a, b)]
        return bool(self.lib.graph_bilinear(self.handle, sizes[0], x, y, sizes[1], a, sizes[2], b))

    def replaced(self, bits: Lits, inputs: Lits, others: Lits) -> Lits:
        """Functions of public numbers with other literals in place of inputs; other bits as they are."""
        out = room(len(bits))
        sizes = len(bits) // EACH, len(inputs) // EACH
        self.lib.graph_replaced(self.handle, sizes[0], bits, sizes[1], inputs, others, out)
        return out.raw

    def support(self, bit: int) -> set[int]:
        """Literals of the inputs that a literal is made of."""
        seen, found, rest = set(), set(), [bit & ~1]
        while rest:
            if (one := rest.pop()) in seen:
                continue
            seen.add(one)
            kind, operands, _ = self.node(one >> 1)
            if kind == INPUT:
                found.add(one)
            rest += [operand & ~1 for operand in operands]
        return found

    def counts(self) -> Counts:
        out = (ctypes.c_uint64 * 6)()
        self.lib.graph_counts(self.handle, out)
        return Counts(*out)

    def node(self, number: int) -> tuple[int, list[int], int]:
        """Its kind, operands (literals) and, of a look-up, its table: entry i is bit i."""
        kind, operands, table = ctypes.c_uint32(), (ctypes.c_uint32 * MOST_INDEX)(), (ctypes.c_uint64 * 16)()
        n = self.lib.graph_node(self.handle, number, ctypes.byref(kind), operands, table)
        whole = sum(word << 64 * i for i, word in enumerate(table)) & (1 << (1 << n)) - 1
        return kind.value, list(operands[:n]), whole

    def merges(self) -> Iterator[tuple[int, int]]:
        """Each pair of literals that was proved equal."""
        pair = (ctypes.c_uint32 * 2)()
        for i in range(self.counts().merges):
            self.lib.graph_merge(self.handle, i, pair)
            yield pair[0], pair[1]

    def input_bits(self) -> int:
        return self.lib.graph_input_bits(self.handle)

    def evaluate(self, inputs: list[int], given: tuple[Lits, bytes] = (b"", b"")) -> Any:
        """For 64 assignments at once: a word for each input bit gives a word for each node.  `given`: some inputs and
        their values instead."""
        values = (ctypes.c_uint64 * self.counts().nodes)()
        words = (ctypes.c_uint64 * len(inputs))(*inputs)
        self.lib.graph_evaluate(self.handle, words, len(given[1]), *given, values)
        return values

    def chosen(self, public: Lits, random: int) -> tuple[Lits, bytes]:
        """Inputs and values that make a literal of public numbers true, at random."""
        most = max(len(self.levels), 1)
        levels, values = (ctypes.c_uint32 * most)(), (ctypes.c_uint8 * most)()
        whole = int.from_bytes(public, "little")
        n = self.lib.graph_chosen(self.handle, whole, ctypes.c_uint64(random), most, levels, values)
        return b"".join(self.levels[level] for level in levels[:n]), bytes(values[:n])
