# SPDX-License-Identifier: MIT
"""The interface to the compiled core (proof.c): the graph and the symbolic machines.

A literal is 2 * node + complement, 0 false, 1 true, as in AIGER.  Words are Python bytes of 32-bit literals, lowest
bit first, so that slicing and joining is cheap."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from ..sims import msp430
from ..sims.run import compiled

HERE = Path(__file__).resolve().parent
Lits = bytes
LIT_BYTES = 4  # bytes of a literal
LANES = 64  # assignments in a word of simulations
FALSE, TRUE = b"\0\0\0\0", b"\1\0\0\0"
CONSTANTS = (FALSE, TRUE, b"")
DIGITS = bytes.maketrans(b"\0\1", b"01")
INPUT, AND, XOR, LOOKUP = range(4)  # kinds of nodes
MAX_INDEX = 10
MAX_NODES = 40_000_000  # some 2 GB
MAX_CANDIDATES = 4  # with eight, a whole run takes an eighth longer
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
LEAKS, READS = FAULTS[1:6], FAULTS[6]
NOT_MODELLED, ENDLESS, TOO_LARGE, UNDECIDED = FAULTS[10], FAULTS[11], FAULTS[12], FAULTS[14]


class Report(ctypes.Structure):
    _fields_ = [
        *((name, ctypes.c_uint32) for name in ("fault", "at", "address", "bytes")),
        *((name, ctypes.c_uint64) for name in ("instructions", "lookups")),
        *((name, ctypes.c_uint32) for name in ("stack", "pc", "undecided", "after_write")),
    ]


SHARED = ("-fPIC", "-shared", "-fvisibility=hidden", f'-DMSP430_VERSION="{msp430.version()}"')


@cache
def library() -> Any:
    return declared(ctypes.CDLL(str(compiled((HERE / "proof.c",), (*SHARED, "-lZydis")))))


def declared(lib: Any) -> Any:
    """The library with the types that ctypes would not guess."""
    lib.graph_new.restype = lib.machine_new.restype = ctypes.c_void_p
    lib.graph_new.argtypes = [ctypes.c_uint64, ctypes.c_uint32, ctypes.c_uint32]
    lib.machine_new.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_uint32, ctypes.c_uint32, ctypes.c_uint64]
    lib.thumb_core.argtypes = [ctypes.c_void_p, ctypes.c_uint32]
    lib.machine_region.argtypes = [ctypes.c_void_p, *[ctypes.c_uint32] * 3, ctypes.c_char_p]
    return lib


BYTE_LITS = [b"".join(TRUE if value >> i & 1 else FALSE for i in range(8)) for value in range(256)]


@lru_cache(1 << 16)
def lits(value: int, bits: int) -> Lits:
    octets = (value & (1 << bits) - 1).to_bytes(-(-bits // 8), "little")
    return b"".join(BYTE_LITS[octet] for octet in octets)[: LIT_BYTES * bits]


def out_buffer(size: int) -> ctypes.Array[ctypes.c_char]:
    """Faster than ctypes.create_string_buffer()."""
    return (ctypes.c_char * size)()


def literal_list(bits: Lits) -> list[int]:
    return list(memoryview(bits).cast("I"))


def constant(bits: Lits) -> int | None:
    """The value, if all bits are constant."""
    if bits[:LIT_BYTES] not in CONSTANTS:  # fast path
        return None
    if max(memoryview(bits).cast("I"), default=0) > 1:
        return None
    return int(bits[::LIT_BYTES].translate(DIGITS)[::-1] or b"0", 2)


@dataclass(frozen=True)
class Counts:
    """Nodes; merges by cancelling XORs, by truth tables and by diagrams; refuted candidates; look-ups; recorded
    merges."""

    nodes: int
    by_sum: int
    by_table: int
    by_diagram: int
    failed: int
    lookups: int
    merges: int


class Graph:
    """`inputs`: literals by name, in order of creation.  `max_candidates`: nodes with equal simulations that a new one
    is compared with."""

    def __init__(self, seed: int = 1, max_nodes: int = MAX_NODES, max_candidates: int = MAX_CANDIDATES):
        self.lib = self.library()
        self.handle = ctypes.c_void_p(self.lib.graph_new(seed, max_nodes, max_candidates))
        self.inputs: dict[str, Lits] = {}
        self.levels: dict[int, Lits] = {}  # of public inputs
        self.assumed = TRUE, TRUE, 0  # the last arguments of assume()

    @staticmethod
    def library() -> Any:
        return library()

    def close(self) -> None:
        if self.handle:
            self.lib.graph_free(self.handle)
            self.handle = ctypes.c_void_p(None)

    def __enter__(self) -> Graph:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def set_merging(self, on: bool) -> None:
        self.lib.graph_merging(self.handle, int(on))

    def input(self, name: str, bits: int, some: list[int] | None = None) -> Lits:
        """`some`: values for 64 of the simulations that propose merges, where random ones are seldom those that
        matter."""
        if name not in self.inputs:
            out = out_buffer(LIT_BYTES * bits)
            lanes = some and (ctypes.c_uint64 * bits)(
                *(sum((value >> bit & 1) << lane for lane, value in enumerate(some)) for bit in range(bits))
            )
            self.lib.graph_inputs(self.handle, bits, lanes, out)
            self.inputs[name] = out.raw
        return self.inputs[name]

    def gates(self, operation: str, a: Lits, b: Lits) -> Lits:
        out = out_buffer(len(a))
        self.lib.graph_gates(self.handle, ord(operation), len(a) // LIT_BYTES, a, b, out)
        return out.raw

    def add(self, a: Lits, b: Lits, carry: int = 0) -> tuple[Lits, Lits]:
        out = out_buffer(len(a))
        carried = self.lib.graph_add(self.handle, len(a) // LIT_BYTES, a, b, carry, out)
        return out.raw, carried.to_bytes(LIT_BYTES, "little", signed=carried < 0)

    def multiply_add(self, a: Lits, b: Lits, c: Lits) -> Lits:
        """c + a b, of twice the width of a and b."""
        out = out_buffer(len(c))
        self.lib.graph_multiply_add(self.handle, len(a) // LIT_BYTES, a, b, c, out)
        return out.raw

    def look_up(self, index: Lits, table: list[int], bits: int) -> Lits:
        entries = (ctypes.c_uint32 * len(table))(*table)
        out = out_buffer(LIT_BYTES * bits)
        self.lib.graph_look_up(self.handle, len(index) // LIT_BYTES, index, entries, bits, out)
        return out.raw

    def mark(self, bits: Lits) -> None:
        self.lib.graph_mark(self.handle, bits)

    def make_public(self, inputs: Lits, levels: list[int], is_place: bool = False) -> None:
        """Declares inputs on which branches and addresses may depend, with their BDD levels."""
        mine = {level: inputs[LIT_BYTES * i : LIT_BYTES * (i + 1)] for i, level in enumerate(levels)}
        assert not any(self.levels.get(level, bit) != bit for level, bit in mine.items())
        self.levels |= mine
        places = (ctypes.c_uint32 * len(levels))(*levels)
        self.lib.graph_declare_public(self.handle, len(levels), inputs, places, int(is_place))

    def assume(self, numbers: Lits, places: Lits = TRUE, simplify: int = 0) -> bool:
        """Replaces the assumptions on public numbers and on pointers; returns whether they are satisfiable.
        `simplify`: what they decide becomes constant, 1 flags, 2 numbers too, in states used only under them."""
        self.assumed = numbers, places, simplify
        both = (int.from_bytes(bit, "little") for bit in (numbers, places))
        return bool(self.lib.graph_assume(self.handle, *both, simplify))

    def same_function(self, a: Lits, b: Lits, assumed: bool = False) -> bool:
        """Are they the same function of public inputs, if `assumed` under the assumptions, or equal literals of
        others?"""
        return bool(self.lib.graph_same_function(self.handle, len(a) // LIT_BYTES, a, b, int(assumed)))

    def simplified(self, bits: Lits) -> Lits:
        """With decided bits replaced by constants."""
        out = out_buffer(len(bits))
        self.lib.graph_simplify(self.handle, len(bits) // LIT_BYTES, bits, out)
        return out.raw

    def equal_assumed(self, a: Lits, b: Lits) -> bool:
        """Are they equal under the assumption?"""
        return a == b or not any(self.simplified(self.gates("^", a, b)))

    def same_quadratic(self, x: Lits, y: Lits, leaves: Lits, forms: list[list[int]] | None = None) -> bool:
        """Are two words equal as polynomials of degree two in different leaves?  `forms`: the variables whose sum each
        leaf is, if not one of its own."""
        sizes = [len(bits) // LIT_BYTES for bits in (x, leaves)]
        forms = forms or [[i] for i in range(sizes[1])]
        variables = [v + 1 for form in forms for v in form]
        counts = (ctypes.c_uint32 * len(forms))(*map(len, forms)), (ctypes.c_uint32 * len(variables))(*variables)
        return bool(self.lib.graph_same_quadratic(self.handle, sizes[0], x, y, sizes[1], leaves, *counts))

    def alike(self, word: Lits, other: Lits) -> Lits | None:
        """Bits that another word depends on with the same simulations as a word's."""
        out = out_buffer(len(word))
        sizes = [len(bits) // LIT_BYTES for bits in (word, other)]
        found = self.lib.graph_find_alike(self.handle, sizes[0], word, sizes[1], other, out)
        return out.raw if found else None

    def substituted(self, bits: Lits, inputs: Lits, others: Lits) -> Lits:
        """Substitutes literals for inputs of public functions; other bits stay."""
        out = out_buffer(len(bits))
        sizes = len(bits) // LIT_BYTES, len(inputs) // LIT_BYTES
        self.lib.graph_substitute(self.handle, sizes[0], bits, sizes[1], inputs, others, out)
        return out.raw

    def support(self, bit: int) -> set[int]:
        """The inputs of a literal's cone."""
        seen, inputs, pending = set(), set(), [bit & ~1]
        while pending:
            if (literal := pending.pop()) in seen:
                continue
            seen.add(literal)
            kind, operands, _ = self.node(literal >> 1)
            if kind == INPUT:
                inputs.add(literal)
            pending += [operand & ~1 for operand in operands]
        return inputs

    def counts(self) -> Counts:
        out = (ctypes.c_uint64 * 7)()
        self.lib.graph_counts(self.handle, out)
        return Counts(*out)

    def node(self, number: int) -> tuple[int, list[int], int]:
        """Kind, operands and, of a look-up, the table: bit i is entry i."""
        kind, operands, table = ctypes.c_uint32(), (ctypes.c_uint32 * MAX_INDEX)(), (ctypes.c_uint64 * 16)()
        n = self.lib.graph_node(self.handle, number, ctypes.byref(kind), operands, table)
        whole = sum(word << 64 * i for i, word in enumerate(table)) & (1 << (1 << n)) - 1
        return kind.value, list(operands[:n]), whole

    def merges(self) -> Iterator[tuple[int, int]]:
        """Pairs of literals proved equal."""
        pair = (ctypes.c_uint32 * 2)()
        for i in range(self.counts().merges):
            self.lib.graph_merge(self.handle, i, pair)
            yield pair[0], pair[1]

    def write_certificate(self, file: int) -> bool:
        """Writes nodes and merges that are new since the last call; False if the reader is gone."""
        return bool(self.lib.graph_certificate(self.handle, file))

    def input_bits(self) -> int:
        return self.lib.graph_input_bits(self.handle)

    def evaluate(self, inputs: Sequence[int], given: Mapping[int, tuple[int, int]] | None = None) -> Any:
        """Simulates 64 assignments: a word per input gives a word per node.  `given`: the values of inputs, and in
        which assignments."""
        values = (ctypes.c_uint64 * self.counts().nodes)()
        words = (ctypes.c_uint64 * len(inputs))(*inputs)
        given = given or {}
        bits = b"".join(literal.to_bytes(LIT_BYTES, "little") for literal in sorted(given))
        fixed = (ctypes.c_uint64 * (2 * len(given)))(*(word for literal in sorted(given) for word in given[literal]))
        self.lib.graph_evaluate(self.handle, words, len(given), bits, fixed, values)
        return values

    def random_model(self, make_public: Lits, random: int) -> tuple[Lits, bytes]:
        """A random satisfying assignment of a public literal."""
        most = max(len(self.levels), 1)
        levels, values = (ctypes.c_uint32 * most)(), (ctypes.c_uint8 * most)()
        whole = int.from_bytes(make_public, "little")
        n = self.lib.graph_random_model(self.handle, whole, ctypes.c_uint64(random), most, levels, values)
        return b"".join(self.levels[level] for level in levels[:n]), bytes(values[:n])
