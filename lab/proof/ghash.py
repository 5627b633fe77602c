# SPDX-License-Identifier: MIT
"""GHASH: y = (y ^ block) h for each block, in a field of characteristic two; polynomials of degree two are compared by
their coefficients (quadratic.h).

Keys with powers are proved in two steps, which together are the claim, since a field is commutative and associative:

- Key setup: the key holds bytes of s_1 = h / x, of other s_i, and of sums of their halves.  Each s_i is shown to be
  x s_a s_b, a + b = i, for all values of s_a and s_b, or of one that both are made of by squaring, which is linear.
  By induction it is h^i / x.
- Blocks, from a key whose s_i have any values: the state is shown to become the sum of x s_i (block i from the end),
  with the former state added to the first block.  After as many blocks as there are powers the state may have any
  value, too, or so may the sums of every second block, every fourth and so on, to which the next blocks are added.

Without powers each block is proved from an arbitrary state after the previous ones."""

from __future__ import annotations

import operator
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property, partial
from typing import TypeVar

import spec.modes
from spec.arithmetic import xor

from . import dispatch
from .case import Call, Case, Value, as_it_is
from .core import LIT_BYTES, TRUE, Graph, Lits, literal_list
from .machines import MACHINES, Buffer, Stopped
from .program import Image
from .symbolic import bits_of, octets

BLOCKS = 3  # at least
SIZE = 16
BYTE = 8 * LIT_BYTES
H_ALONE = 16  # bytes of a key, narae_ghash_key: h; 32 multiples of it; or h and 81 combs
KEYS = {"avr": 512, "aligned_lookup_rv32": 512, "aligned_multiply_rv32": H_ALONE + 4 * 81}
KEYS_OF_MACHINES = {"x86-64": 528, "aarch64": 784}  # with powers of h: include/narae/ghash.h
X, INVERSE_OF_X = b"\x40" + bytes(15), b"\xc2" + bytes(14) + b"\x01"  # x^-1 = 1 + x + x^6 + x^127
LANES = 8  # simulations, which tell bytes of a key apart
T = TypeVar("T")


@dataclass(frozen=True)
class Layout:
    """What key setup stores: `places` has the power i and byte b of s_i by byte of the key, b + SIZE for the sum of
    byte b and byte b + 8; `powers`: how many s_i it has, 0 if the key is of another kind."""

    places: dict[int, tuple[int, int]]
    powers: int

    def stored(self, s: Sequence[Sequence[T]], other: Sequence[T], add: Callable[[T, T], T]) -> list[T]:
        """The bytes of a key with these s_i, and of another one where it has none."""

        def byte(at: int) -> T:
            if at not in self.places:
                return other[at]
            i, b = self.places[at]
            each = s[i - 1]
            return each[b] if b < SIZE else add(each[b - SIZE], each[b - SIZE + SIZE // 2])

        return [byte(at) for at in range(len(other))]


@dataclass(frozen=True)
class Kernel:
    """Addresses of key setup and block function, bytes of the key."""

    image: Image
    set_key: int
    blocks: int
    key_bytes: int

    def setup(self) -> Call:
        return Call(self.set_key, (("key", 0), ("h", 0)), status=True)

    @cached_property
    def layout(self) -> Layout:
        """A proposal, from a few values of the key."""
        with Graph() as graph, MACHINES[self.image.machine](graph, self.image) as machine:
            graph.set_merging(False)
            machine.prepare(self.buffers_of_setup(graph))
            graph.assume(TRUE, machine.where())
            try:
                machine.call(self.setup())
            except Stopped:
                return Layout({}, 0)
            stored, before = machine.content("key"), graph.inputs["key before"]
            source = random.Random(SIZE)
            values = graph.evaluate([source.getrandbits(64) for _ in range(graph.input_bits())])
            h, key = lanes(values, graph.inputs["h"]), lanes(values, stored)
        known = dict[tuple[int, ...], tuple[int, int]]()
        for i, each in enumerate(zip(*(powers(lane, self.key_bytes // SIZE) for lane in h), strict=True), 1):
            both = [s + xor(s[: SIZE // 2], s[SIZE // 2 :]) for s in each]
            known |= {sample: (i, b) for b, sample in enumerate(zip(*both, strict=True))}
        places = {at: known[sample] for at, sample in enumerate(zip(*key, strict=True)) if sample in known}
        count = 0
        while {(count + 1, b) for b in range(SIZE)} <= set(places.values()):
            count += 1
        places = {at: place for at, place in places.items() if place[0] <= count}
        pairs = enumerate(zip(each_byte(stored), each_byte(before), strict=True))
        changed = {at for at, (a, b) in pairs if a != b}
        return Layout(places, count if changed <= set(places) else 0)

    def stored(self, h: bytes, before: bytes) -> bytes:
        """The key of h."""
        return bytes(self.layout.stored(powers(h, self.layout.powers), before, operator.xor))

    def buffers_of_setup(self, graph: Graph) -> list[Buffer]:
        return [
            Buffer("h", SIZE, graph.input("h", 8 * SIZE), offset=None),
            Buffer("key", self.key_bytes, graph.input("key before", 8 * self.key_bytes), writable=True),
        ]


def kernel(image: Image) -> Kernel:
    start = "narae_ghash_"
    if f"{start}best" in image.symbols:
        function = dispatch.ghash_blocks(image)
        return Kernel(image, image.address(f"{start}set_key"), function, KEYS_OF_MACHINES[image.machine])
    names = [s.removeprefix(start) for s in image.symbols if s.startswith(start)]
    set_key = next(s for s in names if s.startswith("set_key"))
    blocks = next(s for s in names if s.startswith("blocks_"))
    size = next((KEYS[k] for k in KEYS if k in names or f"blocks_{k}" in names), H_ALONE)
    return Kernel(image, image.address(start + set_key), image.address(start + blocks), size)


def powers(h: bytes, count: int) -> list[bytes]:
    """s_1 to s_count."""
    s = [spec.modes.ghash(INVERSE_OF_X, h)]
    while len(s) < count:
        s.append(spec.modes.ghash(h, s[-1]))
    return s


def lanes(values: list[int], bits: Lits) -> list[bytes]:
    """A word in the first simulations."""
    words = [values[x >> 1] ^ -(x & 1) for x in literal_list(bits)]
    return [
        sum((word >> lane & 1) << i for i, word in enumerate(words)).to_bytes(len(words) // 8, "little")
        for lane in range(LANES)
    ]


def each_byte(bits: Lits) -> list[Lits]:
    return [bits[i : i + BYTE] for i in range(0, len(bits), BYTE)]


@dataclass
class Field:
    """Products in a graph: of a key's h and a block; of a key's s_i and a block, times x."""

    graph: Graph
    divided: bool
    products: dict[tuple[Lits, Lits], Lits] = field(default_factory=dict)

    def product(self, s: Lits, block: Lits) -> Lits:
        if (s, block) not in self.products:
            bits = spec.modes.ghash(octets(self.graph, s), octets(self.graph, block))
            self.products[s, block] = bits_of(self.graph, spec.modes.ghash(X, bits) if self.divided else bits)
        return self.products[s, block]

    def sum(self, pairs: list[tuple[Lits, Lits]]) -> Lits:
        total = bytes(BYTE * SIZE)
        for s, block in pairs:
            total = self.graph.gates("^", total, self.product(s, block))
        return total

    def added(self, x: Lits, y: Lits | None) -> Lits:
        return x if y is None else self.graph.gates("^", x, y)


@dataclass
class States:
    """The s_i of a key, or h alone, and the states after n blocks; the last blocks of a case, no more than powers,
    are a group whose names count from its end, so that cases share their products."""

    field: Field
    powers: list[Lits]  # s_1 to s_n
    states: dict[int, Lits]

    def group(self, n: int) -> tuple[int, int]:
        """The number of blocks before the last group of n, and in it."""
        before = max(n - 1, 0) // len(self.powers) * len(self.powers)
        return before, n - before

    def blocks(self, n: int) -> list[Lits]:
        """The last group of n blocks."""
        before, size = self.group(n)
        return [self.block(before, e) for e in reversed(range(size))]

    def block(self, before: int, end: int) -> Lits:
        return self.field.graph.input(f"block {before + end}", 8 * SIZE)

    def text(self, n: int) -> Lits:
        before, _ = self.group(n)
        return (self.text(before) if before else b"") + b"".join(self.blocks(n))

    def after(self, n: int, sums: list[Lits | None]) -> Lits:
        """The state after n blocks, from one or more sums before the last group."""
        blocks = self.blocks(n)
        added = [self.field.added(block, s) for block, s in zip(blocks, sums + [None] * len(blocks), strict=False)]
        return self.field.sum(list(zip(reversed(self.powers[: len(blocks)]), added, strict=True)))

    def expected(self, n: int) -> Lits:
        before, size = self.group(n)
        return self.after(n, [self.states[before]]) if size else self.states[0]

    def holds(self, n: int, state: Lits, sums: list[Lits | None]) -> bool:
        """Is this the state after n blocks, for all values of the sums?"""
        return self.same(state, self.after(n, sums), sums, self.blocks(n))

    def same(self, word: Lits, expected: Lits, sums: list[Lits | None], blocks: list[Lits]) -> bool:
        leaves = [*self.powers, *(s for s in sums if s is not None), *blocks]
        return self.field.graph.same_quadratic(word, expected, b"".join(leaves))

    def is_state(self, n: int, state: Lits) -> bool:
        """Is `state` right after n blocks?  The first that is becomes that of larger cases."""
        if n == 0 or state == self.states.get(n):
            return state == self.states[n]
        before, size = self.group(n)
        is_known = before in self.states and self.holds(n, state, [self.states[before]])
        widths = [width for width in (1, 2, 4, 8) if before and width <= size and len(self.powers) % width == 0]
        found = (self.sums(before, width, state) for width in widths)
        if not is_known and not any(sums and self.holds(n, state, sums) for sums in found):
            return False
        self.states.setdefault(n, state)
        return True

    def sums(self, n: int, width: int, state: Lits) -> list[Lits | None]:
        """What a state depends on: sums of the first n blocks, each of those at a distance of `width`; if there are
        none, nothing."""
        sums: list[Lits | None] = [self.states[0], *[None] * (width - 1)]
        high, size = self.powers[::-1], len(self.powers)
        for before in range(size, n + 1, size):
            blocks, following = self.blocks(before), list[Lits | None]()
            for lane in range(width):
                mine, first = blocks[lane::width], sums[lane]
                pairs = zip(high[::width], [self.field.added(mine[0], first), *mine[1:]], strict=True)
                expected = self.field.sum(list(pairs))
                actual = self.field.graph.alike(expected, state)
                if actual is None or not self.same(actual, expected, [first], mine):
                    return []
                following.append(actual)
            sums = following
        return sums


@dataclass
class StatesOfText(States):
    """The same of whole groups of these blocks."""

    given: list[Lits] = field(default_factory=list)

    def block(self, before: int, end: int) -> Lits:
        return self.given[before + len(self.powers) - 1 - end]


def is_key(field: Field, layout: Layout, h: Lits, key: Lits) -> bool:
    """Does a key hold h / x and what follows from it?"""
    graph, stored = field.graph, each_byte(key)
    at = {place: number for number, place in reversed(layout.places.items())}
    s = [[stored[at[i, b]] for b in range(SIZE)] for i in range(1, layout.powers + 1)]
    if layout.stored(s, stored, partial(graph.gates, "^")) != stored:
        return False
    divided = bits_of(graph, spec.modes.ghash(INVERSE_OF_X, octets(graph, h)))
    words = [b"".join(word) for word in s]
    is_first = graph.same_quadratic(words[0], divided, h)
    return is_first and all(is_power(field, h, words, i) for i in range(2, len(words) + 1))


def is_power(field: Field, h: Lits, s: list[Lits], i: int) -> bool:
    """Is s_i a product of two others?"""
    likely = [1 << (i - 1).bit_length() - 1, i - 1]
    for a in dict.fromkeys([*likely, *range(i // 2, i)]):
        leaves, forms = factors(h, s, a, i - a)
        if field.graph.same_quadratic(s[i - 1], field.product(s[a - 1], s[i - a - 1]), leaves, forms):
            return True
    return False


def factors(h: Lits, s: list[Lits], a: int, b: int) -> tuple[Lits, list[list[int]] | None]:
    """Leaves for s_a and s_b, and their forms: powers of the same one by squaring are sums of its bits."""
    root = a // (a & -a)
    if root != b // (b & -b):
        return b"".join(h if i == 1 else s[i - 1] for i in (a, b)), None
    words = [(h if root == 1 else s[root - 1], [[i] for i in range(8 * SIZE)])]
    words += [(s[i - 1], squared((i // root).bit_length() - 1, root == 1)) for i in (root, a, b)]
    forms = {
        bits[i : i + LIT_BYTES]: form[i // LIT_BYTES] for bits, form in words for i in range(0, len(bits), LIT_BYTES)
    }
    return b"".join(forms), list(forms.values())


@cache
def squared(times: int, undivided: bool) -> list[list[int]]:
    """The bits of x s^2, so many times, as sums of bits of s, or of h if s = h / x."""
    forms: list[list[int]] = [[] for _ in range(8 * SIZE)]
    for i in range(8 * SIZE):
        s = (1 << i).to_bytes(SIZE, "little")
        if undivided:
            s = spec.modes.ghash(INVERSE_OF_X, s)
        for _ in range(times):
            s = spec.modes.ghash(X, spec.modes.ghash(s, s))
        for bit in range(8 * SIZE):
            if s[bit // 8] >> bit % 8 & 1:
                forms[bit].append(i)
    return forms


def numbers(kernel: Kernel) -> list[int]:
    """Numbers of blocks of a claim: to two groups and one block, then three groups and one block."""
    size = kernel.layout.powers
    return sorted({*range(max(BLOCKS, 2 * size + 1) + 1), 3 * size, 3 * size + 1})


def key_case(kernel: Kernel, field: Field) -> Case:
    buffers, graph = kernel.buffers_of_setup(field.graph), field.graph
    h, before = (buffer.content or b"" for buffer in buffers)
    expected = graph.input("key", 8 * kernel.key_bytes)

    def real(value: Value) -> Value:
        return known(value, {expected: kernel.stored(value(h), value(before))})

    def same(got: dict[str, Lits], expected: dict[str, Lits]) -> bool:
        return is_key(field, kernel.layout, h, got["key"])

    return Case("the key", buffers, [kernel.setup()], {"key": expected}, real=real, same=same)


def known(value: Value, results: dict[Lits, bytes]) -> Value:
    return lambda bits: results[bits] if bits in results else value(bits)


def any_key(kernel: Kernel, graph: Graph) -> tuple[list[Lits], Lits]:
    """The s_i and content of a key with any values of them."""
    s = [graph.input(f"power {i}", 8 * SIZE) for i in range(1, kernel.layout.powers + 1)]
    _, key = kernel.buffers_of_setup(graph)
    before = each_byte(key.content or b"")
    return s, b"".join(kernel.layout.stored(list(map(each_byte, s)), before, partial(graph.gates, "^")))


def hashed(h: bytes, y: bytes, text: bytes) -> bytes:
    """The state after a text of whole blocks."""
    return spec.modes.ghash(h, xor(y, text[:SIZE]) + text[SIZE:]) if text else y


def block_cases(kernel: Kernel, graph: Graph) -> Iterator[Case]:
    """Each number of blocks: with any powers, or after key setup if there are none."""
    layout, setup = kernel.layout, kernel.buffers_of_setup(graph)
    h, before = (buffer.content or b"" for buffer in setup)
    y, s, stored = graph.input("y", 8 * SIZE), [h], before
    if layout.powers:
        s, stored = any_key(kernel, graph)
        setup = [Buffer("key", kernel.key_bytes, stored)]
    states = States(Field(graph, bool(layout.powers)), s, {0: y})

    def case(n: int) -> Case:
        expected, text = states.expected(n), states.text(n)
        buffers = [
            *setup,
            Buffer("in", n * SIZE, text, offset=None),
            Buffer("y", SIZE, y, writable=True, offset=None),
        ]
        hidden = () if layout.powers else ("h",)
        arguments = (("y", 0), ("key", 0), ("in", 0), (n, 0))
        call = Call(kernel.blocks, arguments, constant=("key",), inaccessible=hidden)

        def real(value: Value) -> Value:
            """The powers are those of h."""
            after = hashed(value(h), value(y), value(text))
            return known(value, {stored: kernel.stored(value(h), value(before)), expected: after})

        def same(got: dict[str, Lits], expected: dict[str, Lits]) -> bool:
            return states.is_state(n, got["y"])

        calls = [call] if layout.powers else [kernel.setup(), call]
        return Case(f"{n} blocks", buffers, calls, {"y": expected}, real=real if layout.powers else as_it_is, same=same)

    for n in numbers(kernel):
        yield case(n)


def ghash(kernel: Kernel, graph: Graph) -> Iterator[Case]:
    graph.set_merging(not kernel.layout.powers)
    if kernel.layout.powers:
        yield key_case(kernel, Field(graph, True))
    yield from block_cases(kernel, graph)
