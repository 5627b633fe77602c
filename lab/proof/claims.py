# SPDX-License-Identifier: MIT
"""Claims about a program: for each operation, calls on symbolic buffers and their expected results.

Functions and buffers are those of the bench, so a proof is about the program that is timed.  The claim for decryption
is D(E(block)) = block for every key and block, where E is the specification: D is then its inverse."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from itertools import product
from typing import Any

from spec import algorithms, arithmetic, chacha
from spec.modes import doubled

from ..plan.implementations import Implementation
from ..text import counted, spans
from . import dispatch, ghash, hashes, modes, unknown
from .batches import Batch
from .case import Call, Case, Value, as_it_is
from .core import FALSE, LANES, LIT_BYTES, TRUE, Graph, Lits, lits
from .machines import COUNTER_LEVELS, INT, Buffer, Number
from .masked import Masked
from .program import Image
from .symbolic import bits_of, number, octets

MAX_BLOCKS = 33  # without a loop proof: four times the widest kernel, plus one
CHACHA_BLOCK, COUNTER = 64, 32  # bytes; bits
BLOCK_LITS = 8 * LIT_BYTES * CHACHA_BLOCK
ERROR_LENGTH = -5  # include/narae/status.h
AEAD_RATE, AEAD_AD_BYTES = 16, (5, 16, 33)  # of Ascon-AEAD128
CTR_BLOCKS = 7  # of a CTR kernel: its width plus one less
CHAIN_BLOCKS = 7  # of kernels for CBC and CCM, which compute one block after the other
GCM_BLOCKS = (32, 64, 96)  # of kernels that hash as they encrypt, which take multiples of 32
GCM_START = 2  # the first counter of a text, if the nonce has 12 bytes
XTS_BLOCKS = (0, 1, 9, 32, 33, 64, 73, 128, 137)  # kernels have runs of 8, 16, 24, 32 or 64
CANARY_BYTES = 8  # lab/bench/canary.h: on both sides of a schedule
# Descriptors by machine: offset of the functions, bytes of a pointer, unit of code pointers
DESCRIPTORS = {
    "avr": (14, 2, 2),
    "msp430": (14, 2, 1),
    "msp430x": (14, 2, 1),
    "x86-64": (24, 8, 1),
    "aarch64": (24, 8, 1),
}
WORDS = (16, 4, 1)  # of all others
WIDE_MACHINES = ("x86-64", "aarch64")
MODES = tuple(dict.fromkeys(mode for mode, _ in modes.OPERATIONS))  # of operation
HASHED_WITH = "aes-128"  # GCM of all ciphers has the same GHASH


@dataclass(frozen=True)
class StreamSizes:
    """Of the texts of a stream: all to `every` bytes, and a byte less or more than these numbers of blocks, also of
    the claim for other counters."""

    every: int
    blocks: tuple[int, ...]
    counted: tuple[int, ...]


SMALL_CHIPS = StreamSizes(65, (2, 3, 4), (1, 2, 3, 4))
WIDE = StreamSizes(129, (*range(2, 10), 16, 17, 33, 49, 65), (1, 2, 4, 8, 9, 17, 33))  # kernels: 48 blocks at once


@dataclass(frozen=True)
class Layout:
    """Placement of a call's buffers; `anywhere`: at unaligned addresses too."""

    in_place: bool = False
    anywhere: bool = True

    @property
    def name(self) -> str:
        return ", in place" if self.in_place else ""

    @property
    def offset(self) -> int | None:
        return None if self.anywhere else 0


ALIGNED, LAYOUTS = Layout(anywhere=False), (Layout(), Layout(in_place=True))
IN_PLACE_TOO = ", in place too"


@dataclass(frozen=True)
class Loop:
    """A function of any number of blocks of `size` bytes, for loops.py."""

    size: int
    calls: Calls
    buffers: Callable[[int, Lits, Layout], list[Buffer]]  # for a text of n bytes
    written: tuple[str, ...]  # buffers besides "out"
    block: Callable[[int], tuple[Lits, Lits]]  # input and expected output by number
    any_block: Callable[[int], Lits]  # input of blocks that are not compared
    way: Layout = ALIGNED


LoopFactory = Callable[[Graph, Layout], Loop]


@dataclass(frozen=True)
class BlockRange:
    """Numbers of blocks to prove one by one: below `least`, if a loop of `width` is proved, else up to `most`."""

    most: int
    least: int = 0
    width: int = 0

    @property
    def numbers(self) -> range:
        return range(self.least or self.most + 1)

    @property
    def text(self) -> str:
        return "any number of blocks" if self.least else f"0 to {self.most} blocks"


@dataclass(frozen=True)
class Coverage:
    """The range of each claimed layout."""

    reach: dict[Layout, BlockRange]

    @property
    def limited(self) -> str:
        """What all layouts cover, unless every one covers any number of blocks."""
        return next((reach.text for reach in self.reach.values() if not reach.least), "")

    @property
    def text(self) -> str:
        plain, *others = (f"{reach.text}{way.name}" for way, reach in self.reach.items())
        same = len({reach.text for reach in self.reach.values()}) == 1
        return plain + (IN_PLACE_TOO if others and same else "".join(f"; {other}" for other in others))


@dataclass(frozen=True)
class Claim:
    """The claim about one operation; `cases` generates them, smallest first.  `covers`: the inputs, without a loop;
    `limited`: the same in few words, if it is not every input."""

    operation: str
    covers: str
    max_bytes: int  # of the longest input; with a loop, of a block
    cases: Callable[[Graph, Coverage], Iterator[Case]] = field(repr=False)
    loop: LoopFactory | None = field(default=None, repr=False)
    layouts: tuple[Layout, ...] = (ALIGNED,)
    limited: str = ""
    how: str = ""  # the method of proof, if not the graph's
    sizes: tuple[int, ...] = ()  # bytes of the inputs; all to max_bytes if empty
    assumes: str = ""  # another operation, whose claim must hold


class Unsupported(Exception):
    """There is no claim for such an implementation."""


def claims(implementation: Implementation, image: Image, most: int | None = None) -> list[Claim]:
    """`most`: a limit on the number of blocks, if any."""
    kinds = {
        "block": block,
        "called_block": foreign_block_claims,
        "permutation": permutation_claims,
        "message": stream_claims,
    }
    name = (implementation.cipher, implementation.mode)
    if implementation.kind == "message" and name[1] in MODES:
        return mode_claims(implementation, image)
    if implementation.kind == "message" and name[1] == "hash":
        return hash_claims(implementation, image, most)
    if implementation.kind == "message" and name[1] == "aead":
        return aead_claims(implementation, image)
    if implementation.kind == "message" and name[1] != "stream":
        raise Unsupported(f"no claims for mode {name[1]} yet")
    if implementation.kind == "masked":
        return [masked_claim(Masked(implementation, image))]
    if implementation.kind == "batch":
        return batch_claims(Batch(implementation, image))
    if implementation.kind not in kinds:
        raise Unsupported(f"no claims for {name[1]} of a user's code yet")
    return kinds[implementation.kind](implementation, image, most)


Calls = Callable[[Number, str], list[Call]]  # of n blocks from a named buffer into "out"


@dataclass
class SymbolicCipher:
    """The specification of a block cipher in a graph, and the buffers of calls."""

    graph: Graph
    cipher: str
    schedule: int  # bytes
    inverse: bool
    alignment: int = 0  # of all buffers, if foreign code requires one

    def __post_init__(self) -> None:
        self.size, self.key_bytes, self.encrypt = algorithms.BLOCK_CIPHERS[self.cipher]
        self.key = self.graph.input("key", 8 * self.key_bytes)
        self.graph.set_merging(True)

    @cached_property
    def cache(self) -> dict[int, tuple[Lits, Lits]]:
        return {}

    def encrypted(self, text: Lits) -> Lits:
        return bits_of(self.graph, self.encrypt(octets(self.graph, self.key), octets(self.graph, text)))

    def block(self, number: int) -> tuple[Lits, Lits]:
        """Input and expected output."""
        if number not in self.cache:
            text = self.graph.input(f"block {number}", 8 * self.size)
            after = self.encrypted(text)
            self.cache[number] = (after, text) if self.inverse else (text, after)
        return self.cache[number]

    def buffers(self, size: int, content: Lits, way: Layout) -> list[Buffer]:
        at = self.alignment
        return [
            Buffer("key", self.key_bytes, self.key, offset=way.offset, alignment=at),
            Buffer("schedule", self.schedule, writable=True, alignment=at),
            *([] if way.in_place else [Buffer("in", size, content, offset=way.offset, alignment=at)]),
            Buffer("out", size, content if way.in_place else None, True, way.offset, at),
        ]

    def setup(self, set_key: int) -> Call:
        return Call(set_key, (("schedule", 0), ("key", 0), (self.key_bytes, 0)))

    def case(self, calls: Calls, n: int, way: Layout) -> Case:
        blocks = [self.block(i) for i in range(max(n, 1))][:n]  # also compares key setup
        buffers = self.buffers(n * self.size, b"".join(b for b, _ in blocks), way)
        expected = {"out": b"".join(b for _, b in blocks)}
        return Case(f"{n} blocks{way.name}", buffers, calls(n, "out" if way.in_place else "in"), expected)

    def loop(self, calls: Calls, way: Layout) -> Loop:
        def any_block(number: int) -> Lits:
            return self.graph.input(f"any block {number}", 8 * self.size)

        self.block(0)  # also compares key setup
        return Loop(self.size, calls, self.buffers, ("schedule",), self.block, any_block, way)


def block_claim(
    operation: str,
    blocks: Callable[[Graph], SymbolicCipher],
    size: int,
    calls: Calls,
    allowed: tuple[Layout, ...],
    number: int = 0,
) -> Claim:
    """`allowed` layouts; `number`: of blocks of each call, if fixed."""

    def cases(graph: Graph, span: Coverage) -> Iterator[Case]:
        each = blocks(graph)
        for way, reach in span.reach.items():
            for n in [number] if number else reach.numbers:
                yield each.case(calls, n, way)

    if number:
        limited = f"{counted(number, 'block')} a call"
        return Claim(operation, limited, size * number, cases, limited=limited)
    return Claim(operation, "", size, cases, lambda graph, way: blocks(graph).loop(calls, way), allowed)


def descriptor(implementation: Implementation, image: Image) -> tuple[int, list[int]]:
    """Its address and kernels: key setup, encryption, decryption, counter mode or 0, and on 64-bit machines others."""
    before, word, unit = DESCRIPTORS.get(image.machine, WORDS)
    start = image.function(implementation.define["BENCH_DESCRIPTOR"])
    if start is None:
        raise Unsupported("the program has no descriptor of the cipher")
    if word == dispatch.QUADWORD:
        return start, dispatch.block_kernels(image, start, before)
    return start, [image.number(start + before + word * i, word) * unit for i in range(4)]


def mode_claims(implementation: Implementation, image: Image) -> list[Claim]:
    """A mode of operation over unknown functions, and its kernels."""
    start, kernels = descriptor(implementation, image)
    code = [kernel & ~1 for kernel in kernels] + [0] * (dispatch.KERNELS - len(kernels))  # bit 0: Thumb
    set_key, encrypt, decrypt, counter, chain, xts, gcm, _, ccm = code
    word = DESCRIPTORS.get(image.machine, WORDS)[1]
    context = image.symbols["guarded"].size - 2 * CANARY_BYTES
    functions = unknown.Functions(set_key, encrypt, decrypt, counter, chain, xts, ccm)
    hash = ghash.kernel(image) if implementation.mode in ("gcm", "gmac") else None
    if hash:
        functions = replace(
            functions, set_hash_key=hash.set_key, hash_blocks=hash.blocks, hash_key_bytes=hash.key_bytes
        )
    program = modes.Program(implementation, image, context, start % (1 << 8 * word), functions, word)
    claims = []
    needed = [f"narae_{program.mode}_init_sized", *(modes.OPERATIONS[program.mode, o][0] for o in program.operations())]
    if missing := [name for name in needed if image.function(name) is None]:
        raise Unsupported(f"the program has no function {missing[0]}")
    for operation in program.operations():
        covers, limited = modes.covered(program, operation)
        cases = partial(modes.cases, program, operation)
        most = modes.BLOCKS * program.size
        sizes = () if program.mode == "ctr" else tuple(modes.lengths(program))
        claims.append(
            Claim(operation, covers, most, lambda graph, _, c=cases: c(graph), limited=limited, sizes=sizes)  # type: ignore[misc]
        )
    schedule = max(image.number(start + word + 4 + 2 * i, 2) for i in range(3))  # bytes
    if implementation.mode == "cbc" and chain:
        claims.append(chain_kernel_claim(implementation, schedule, set_key, chain))
    if implementation.mode == "ccm" and ccm:
        claims.append(ccm_kernel_claim(implementation, schedule, set_key, ccm))
    if implementation.mode == "xts" and xts:
        claims.append(xts_kernel_claim(implementation, schedule, set_key, xts))
    if implementation.mode == "ctr" and counter:
        claims.append(ctr_kernel_claim(implementation, image, schedule, kernels[0], kernels[3]))
    if implementation.mode == "gcm" and gcm and hash and hash.layout.powers:
        claims.append(gcm_kernel_claim(implementation, hash, schedule, set_key, gcm))
    if implementation.mode == "gcm" and hash and implementation.cipher == HASHED_WITH:
        claims.append(ghash_claim(hash))
    return claims


def ghash_claim(kernel: ghash.Kernel) -> Claim:
    numbers = ghash.numbers(kernel)
    few = next(n for n in numbers if n + 1 not in numbers)
    limited = f"0 to {few} blocks"
    covers = limited.replace(" blocks", "".join(f", {n}" for n in numbers if n > few)) + " blocks from every state"
    return Claim(
        "ghash", covers, 0, lambda graph, _: ghash.ghash(kernel, graph), limited=limited, how="by coefficients"
    )


def counters_that_carry(size: int) -> list[int]:
    """Big-endian blocks, as little-endian numbers, whose carry from the lowest bits ends at each bit above: of any
    increment, with lowest bits of one, and of some."""
    source, low = random.Random("counters"), (CTR_BLOCKS + 1).bit_length() - 1
    blocks = []
    for lane in range(LANES):
        again, ones = divmod(lane, unknown.LAST_WORD - low + 1)
        lowest = source.getrandbits(low) if again else (1 << low) - 1
        last = source.getrandbits(8 * size) << low + ones + 1 | (1 << ones) - 1 << low | lowest
        blocks.append(int.from_bytes((last % 2 ** (8 * size)).to_bytes(size, "big"), "little"))
    return blocks


def ctr_kernel_claim(implementation: Implementation, image: Image, schedule: int, set_key: int, counter: int) -> Claim:
    """set_key, then a CTR kernel, which may depend on the position of the counter in a group of four blocks."""
    cipher = implementation.cipher
    size = algorithms.BLOCK_CIPHERS[cipher][0]
    starts = 1 if image.machine == "avr" else 4

    def cases(graph: Graph, _: Coverage) -> Iterator[Case]:
        blocks = SymbolicCipher(graph, cipher, schedule, False)
        upper = graph.input("counter", 8 * size, counters_that_carry(size))
        text = graph.input("long text", 8 * size * CTR_BLOCKS)

        def case(n: int, first: Lits, results: list[Lits], way: Layout) -> Case:
            given = text[: 8 * LIT_BYTES * size * n]
            buffers = blocks.buffers(n * size, given, way)
            buffers.append(Buffer("counter", size, first, writable=True, offset=None))
            expected = {
                "out": graph.gates("^", given, b"".join(results[:n])),
                "counter": unknown.counter_plus(graph, first, n),
            }
            setup = blocks.setup(set_key)
            source = "out" if way.in_place else "in"
            arguments = (("schedule", 0), ("out", 0), (source, 0), (n, 0), ("counter", 0))
            count = Call(counter, arguments, constant=("schedule",), inaccessible=("key",))
            return Case(f"{n} blocks{way.name}", buffers, [setup, count], expected)

        at, bits = 8 * LIT_BYTES * (size - 1), starts.bit_length() - 1
        for start in range(starts):
            first = upper[:at] + lits(start, bits) + upper[at + bits * LIT_BYTES :]
            # All of them first: kernels compute blocks beyond n, too, which must find those of the specification
            results = [blocks.encrypted(unknown.counter_plus(graph, first, i)) for i in range(CTR_BLOCKS + 1)]
            yield from (case(n, first, results, way) for way in LAYOUTS for n in range(CTR_BLOCKS + 1))

    limited = f"0 to {CTR_BLOCKS} blocks"
    covers = f"{limited} from every counter{IN_PLACE_TOO}"
    return Claim("key+count", covers, CTR_BLOCKS * size, cases, limited=limited)


def chain_kernel_claim(implementation: Implementation, schedule: int, set_key: int, kernel: int) -> Claim:
    """set_key, then a kernel of one block after the other, which may write each."""
    size = algorithms.BLOCK_CIPHERS[implementation.cipher][0]

    def cases(graph: Graph, _: Coverage) -> Iterator[Case]:
        blocks = SymbolicCipher(graph, implementation.cipher, schedule, False)
        chain, text, results = graph.input("chain", 8 * size), b"", list[Lits]()
        for i in range(CHAIN_BLOCKS):
            text += graph.input(f"block {i}", 8 * size)
            results.append(blocks.encrypted(graph.gates("^", (results or [chain])[-1], text[-8 * LIT_BYTES * size :])))

        def case(n: int, way: Layout, writes: bool) -> Case:
            buffers = blocks.buffers(n * size, text[: 8 * LIT_BYTES * size * n], way)
            buffers = [b for b in buffers if b.name != "out" or writes]
            buffers.append(Buffer("chain", size, chain, True, None))
            setup = blocks.setup(set_key)
            source, out = "out" if way.in_place else "in", "out" if writes else 0
            arguments = (("schedule", 0), ("chain", 0), (out, 0), (source, 0), (n, 0))
            call = Call(kernel, arguments, constant=("schedule",), inaccessible=("key",))
            expected = {"chain": [chain, *results][n]} | ({"out": b"".join(results[:n])} if writes else {})
            return Case(f"{n} blocks{way.name if writes else ' of a tag'}", buffers, [setup, call], expected)

        for n in range(CHAIN_BLOCKS + 1):
            yield from (case(n, way, True) for way in LAYOUTS)
            yield case(n, LAYOUTS[0], False)

    limited = f"0 to {CHAIN_BLOCKS} blocks"
    covers = f"{limited}, written{IN_PLACE_TOO} or not"
    return Claim("key+chain", covers, CHAIN_BLOCKS * size, cases, limited=limited)


def ccm_kernel_claim(implementation: Implementation, schedule: int, set_key: int, kernel: int) -> Claim:
    """set_key, then a kernel of both passes of CCM, in both directions, from every chain and counter."""
    size = algorithms.BLOCK_CIPHERS[implementation.cipher][0]

    def cases(graph: Graph, _: Coverage) -> Iterator[Case]:
        blocks = SymbolicCipher(graph, implementation.cipher, schedule, False)
        chain, counter = graph.input("chain", 8 * size), graph.input("counter", 8 * size, counters_that_carry(size))
        plain, cipher, chains = b"", b"", [chain]
        for i in range(CHAIN_BLOCKS):
            text = graph.input(f"block {i}", 8 * size)
            stream = blocks.encrypted(unknown.counter_plus(graph, counter, i))
            plain, cipher = plain + text, cipher + graph.gates("^", text, stream)
            chains.append(graph.gates("^", text, blocks.encrypted(chains[-1])))

        def case(n: int, decrypt: int, way: Layout) -> Case:
            before, after = (text[: 8 * LIT_BYTES * size * n] for text in (plain, cipher)[:: -1 if decrypt else 1])
            buffers = [
                *blocks.buffers(n * size, before, way),
                Buffer("chain", size, chain, True, None),
                Buffer("counter", size, counter, offset=None),
            ]
            setup = blocks.setup(set_key)
            source = "out" if way.in_place else "in"
            arguments = (("schedule", 0), ("chain", 0), ("out", 0), (source, 0), (n, 0), ("counter", 0), (decrypt, INT))
            call = Call(kernel, arguments, constant=("schedule",), inaccessible=("key",))
            name = f"{n} blocks{', decrypted' if decrypt else ''}{way.name}"
            return Case(name, buffers, [setup, call], {"out": after, "chain": chains[n]})

        for n, decrypt, way in product(range(CHAIN_BLOCKS + 1), (0, 1), LAYOUTS):
            yield case(n, decrypt, way)

    limited = f"0 to {CHAIN_BLOCKS} blocks"
    covers = f"{limited} from every chain and counter, decrypted too{IN_PLACE_TOO}"
    return Claim("key+ccm", covers, CHAIN_BLOCKS * size, cases, limited=limited)


def gcm_kernel_claim(
    implementation: Implementation, hash: ghash.Kernel, schedule: int, set_key: int, kernel: int
) -> Claim:
    """set_key, then a kernel that encrypts and hashes, with any powers of the hash's key, from every state and some
    counters: the hash is a polynomial in the ciphertext (ghash.py)."""
    size = algorithms.BLOCK_CIPHERS[implementation.cipher][0]

    def cases(graph: Graph, _: Coverage) -> Iterator[Case]:
        blocks = SymbolicCipher(graph, implementation.cipher, schedule, False)
        upper = graph.input("counter", 8 * size, counters_that_carry(size))
        y = graph.input("y", 8 * size)
        s, hash_key = ghash.any_key(hash, graph)
        h, before = graph.inputs["h"], graph.inputs["key before"]
        at, bits, field = 8 * LIT_BYTES * (size - 1), GCM_BLOCKS[0].bit_length() - 1, ghash.Field(graph, True)
        counter = upper[:at] + lits(GCM_START, bits) + upper[at + bits * LIT_BYTES :]
        text = [graph.input(f"block {i}", 8 * size) for i in range(GCM_BLOCKS[-1])]
        streams = (blocks.encrypted(unknown.counter_plus(graph, counter, i)) for i in range(len(text)))
        other = [graph.gates("^", block, stream) for block, stream in zip(text, streams, strict=True)]
        states = [ghash.StatesOfText(field, s, {0: y}, ciphertext) for ciphertext in (other, text)]

        def case(n: int, decrypt: int, way: Layout) -> Case:
            buffers = [
                *blocks.buffers(n * size, b"".join(text[:n]), way),
                Buffer("hash key", hash.key_bytes, hash_key),
                Buffer("counter", size, counter, True, None),
                Buffer("y", size, y, True, None),
            ]
            setup = blocks.setup(set_key)
            texts = (("out", 0), ("out" if way.in_place else "in", 0), (n, 0))
            arguments = (("schedule", 0), ("hash key", 0), *texts, ("counter", 0), ("y", 0), (decrypt, INT))
            call = Call(kernel, arguments, constant=("schedule", "hash key"), inaccessible=("key",))
            after = graph.input(f"hash of {n} blocks, {decrypt}", 8 * size)

            def real(value: Value) -> Value:
                """The powers are those of h."""
                state = ghash.hashed(value(h), value(y), value(b"".join((other, text)[decrypt][:n])))
                return ghash.known(value, {hash_key: hash.stored(value(h), value(before)), after: state})

            def same(got: dict[str, Lits], expected: dict[str, Lits]) -> bool:
                is_text = all(got[name] == expected[name] for name in ("out", "counter"))
                return is_text and states[decrypt].is_state(n, got["y"])

            expected = {"out": b"".join(other[:n]), "counter": unknown.counter_plus(graph, counter, n), "y": after}
            name = f"{n} blocks{', decrypted' if decrypt else ''}{way.name}"
            return Case(name, buffers, [setup, call], expected, real=real, same=same, simplify=1)

        for n, decrypt, way in product(GCM_BLOCKS, (0, 1), LAYOUTS):
            yield case(n, decrypt, way)

    limited = f"{', '.join(map(str, GCM_BLOCKS))} blocks"
    from_counters = f"counters that are {GCM_START} modulo {GCM_BLOCKS[0]}"
    covers = f"{limited} from every state and all {from_counters}, decrypted too{IN_PLACE_TOO}"
    return Claim("key+gcm", covers, 0, cases, limited=limited)


def xts_kernel_claim(implementation: Implementation, schedule: int, set_key: int, kernel: int) -> Claim:
    """set_key, then an XTS kernel of whole blocks, in both directions, from every tweak."""
    size = algorithms.BLOCK_CIPHERS[implementation.cipher][0]

    def cases(graph: Graph, _: Coverage) -> Iterator[Case]:
        blocks = SymbolicCipher(graph, implementation.cipher, schedule, False)
        tweak = graph.input("tweak", 8 * size)
        tweaks, plain, cipher = [tweak], b"", b""
        for i in range(max(XTS_BLOCKS)):
            text = graph.input(f"block {i}", 8 * size)
            inside = blocks.encrypted(graph.gates("^", text, tweaks[-1]))
            plain, cipher = plain + text, cipher + graph.gates("^", inside, tweaks[-1])
            after = doubled(arithmetic.number(octets(graph, tweaks[-1])))
            tweaks.append(bits_of(graph, arithmetic.octets(after, size)))

        def case(n: int, decrypt: int, way: Layout) -> Case:
            before, after = (text[: 8 * LIT_BYTES * size * n] for text in (plain, cipher)[:: -1 if decrypt else 1])
            buffers = [*blocks.buffers(n * size, before, way), Buffer("tweak", size, tweak, True, None)]
            setup = blocks.setup(set_key)
            source = "out" if way.in_place else "in"
            arguments = (("schedule", 0), ("out", 0), (source, 0), (n, 0), ("tweak", 0), (decrypt, INT))
            crypt = Call(kernel, arguments, constant=("schedule",), inaccessible=("key",))
            name = f"{n} blocks{', decrypted' if decrypt else ''}{way.name}"
            return Case(name, buffers, [setup, crypt], {"out": after, "tweak": tweaks[n]})

        for n, decrypt, way in product(XTS_BLOCKS, (0, 1), LAYOUTS):
            yield case(n, decrypt, way)

    limited = f"{len(XTS_BLOCKS)} sizes to {XTS_BLOCKS[-1]} blocks"
    covers = f"{', '.join(map(str, XTS_BLOCKS))} blocks from every tweak, decrypted too{IN_PLACE_TOO}"
    sizes = tuple(n * size for n in XTS_BLOCKS)
    return Claim("key+xts", covers, sizes[-1], cases, limited=limited, sizes=sizes)


def block(implementation: Implementation, image: Image, most: int | None) -> list[Claim]:
    """set_key, then encryption or decryption by the descriptor."""
    define = implementation.define
    set_key, encrypt, decrypt = descriptor(implementation, image)[1][:3]
    set_decrypt_key = image.symbols.get(define.get("BENCH_SET_DECRYPT_KEY", ""))
    decrypt_named = image.symbols.get(define.get("BENCH_DECRYPT", ""))

    def calls(prepare: int, function: int) -> Calls:
        setup = Call(prepare, (("schedule", 0), ("key", 0), (implementation.key_bytes, 0)))
        constant = ("schedule",) if own else ()
        unchanged = () if own else ("schedule",)

        def of_numbers(n: Number, source: str) -> list[Call]:
            arguments = (("schedule", 0), ("out", 0), (source, 0), (n, 0))
            return [setup, Call(function, arguments, constant=constant, unchanged=unchanged, inaccessible=("key",))]

        return of_numbers

    def blocks(graph: Graph, inverse: bool) -> SymbolicCipher:
        return SymbolicCipher(graph, cipher, schedule, inverse)

    schedule = image.symbols["schedule"].size - 2 * CANARY_BYTES
    own, cipher = implementation.in_library, implementation.cipher
    size, allowed = algorithms.BLOCK_CIPHERS[cipher][0], LAYOUTS if own else (ALIGNED,)
    backwards = calls(
        set_decrypt_key.start if set_decrypt_key else set_key, decrypt_named.start if decrypt_named else decrypt
    )
    return [
        block_claim("key+encrypt", partial(blocks, inverse=False), size, calls(set_key, encrypt), allowed),
        block_claim("key+decrypt", partial(blocks, inverse=True), size, backwards, allowed),
    ]


def foreign_block_claims(implementation: Implementation, image: Image, most: int | None) -> list[Claim]:
    """Foreign functions, called as in implementation.toml."""
    define = implementation.define
    if implementation.cipher not in algorithms.BLOCK_CIPHERS:
        raise Unsupported(f"the lab has no specification of {implementation.cipher}")
    cipher, unit = implementation.cipher, int(define["CALL_BLOCKS"])

    def calls(prepare: str, function: str) -> Calls:
        texts = [define[n] for word in (prepare, function) for n in define if n.startswith(f"CALL_{word}(")]
        parsed = [parse(image, text) for text in texts]

        def bind(argument: Number | str, n: Number, source: str) -> Number | str:
            return n if argument == "blocks" else source if argument == "in" else argument

        def of_numbers(n: Number, source: str) -> list[Call]:
            *before, last = [
                Call(c.function, tuple((bind(a, n, source), size) for a, size in c.arguments)) for c in parsed
            ]
            takes_key = any(a == "key" for a, _ in last.arguments)
            return [*before, replace(last, unchanged=("schedule",), inaccessible=() if takes_key else ("key",))]

        return of_numbers

    def blocks(graph: Graph, inverse: bool) -> SymbolicCipher:
        return SymbolicCipher(graph, cipher, schedule, inverse, alignment)

    alignment = implementation.foreign.alignment if implementation.foreign else 1
    around = max(alignment, CANARY_BYTES) + (3 if alignment < 4 else 0) + CANARY_BYTES  # as BENCH_AREA
    schedule = image.symbols["bench_schedule_area"].size - around  # CALL_SCHEDULE_BYTES may be an expression of C
    decrypt_key = "SET_DECRYPT_KEY" if any(n.startswith("CALL_SET_DECRYPT_KEY(") for n in define) else "SET_KEY"
    directions = [("key+encrypt", calls("SET_KEY", "ENCRYPT"), False)]
    if any(n.startswith("CALL_DECRYPT(") for n in define):
        directions.append(("key+decrypt", calls(decrypt_key, "DECRYPT"), True))
    size = algorithms.BLOCK_CIPHERS[cipher][0]
    return [block_claim(name, partial(blocks, inverse=i), size, c, (ALIGNED,), unit) for name, c, i in directions]


def parse(image: Image, text: str) -> Call:
    """A call such as ((void)(aes_enc(schedule, in, out, 16))): buffers and numbers only."""
    match = re.fullmatch(r"\(\(void\)\((\w+)\((.*)\)\)\)", text)
    function = image.symbols.get(match[1]) if match else None
    if not match or not function:
        raise Unsupported(f"`{text}` is not a call of one function of the program")
    arguments: list[tuple[Number | str, int]] = []
    for word in match[2].split(","):
        plain = re.sub(r"\([\w\s]+\*\s*\)", "", word).strip()
        if plain in ("schedule", "key", "in", "out", "blocks"):
            arguments.append((plain, 0))
        elif re.fullmatch(r"\d+", plain):
            arguments.append((int(plain), 0))
        else:
            raise Unsupported(f"`{plain}` in `{text}` is neither a buffer nor a number")
    return Call(function.start, tuple(arguments))


def permutation_claims(implementation: Implementation, image: Image, most: int | None) -> list[Claim]:
    """A call such as narae_ascon_permute(state, 12), or the permutation of an interleaved state, if the program has
    only that."""
    expression = implementation.define["BENCH_PERMUTE(state)"]
    name, rest = re.fullmatch(r"(\w+)\(state((?:, \d+)*)\)", expression).groups()  # type: ignore[union-attr]
    rounds = re.findall(r"\d+", rest)
    kept = name not in image.symbols
    if kept:
        names = "|".join([f"{name}_\\w+", *(f"narae_ascon_p{n}_\\w+" for n in rounds)])
        name = next(s for s in image.symbols if re.fullmatch(names, s))
    form = interleaved if kept else bytes
    size, permute = algorithms.PERMUTATIONS[implementation.cipher]

    def cases(graph: Graph, _: Coverage) -> Iterator[Case]:
        graph.set_merging(False)
        state = graph.input("state", 8 * size)
        after = bits_of(graph, permute(octets(graph, state)))
        graph.set_merging(True)
        call = Call(image.address(name), (("state", 0), *((int(n), INT) for n in rounds)), status=not kept)
        yield Case("one state", [Buffer("state", size, form(state), writable=True)], [call], {"state": form(after)})

    covers = "every state" + (", its words interleaved" if kept else "")
    return [Claim("hash", covers, size, cases)]


def hash_claims(implementation: Implementation, image: Image, most: int | None) -> list[Claim]:
    """One-shot hashes of messages with every kind of padding."""
    m = algorithms.MESSAGES[f"{implementation.cipher} {implementation.mode}"]
    expression = implementation.define["BENCH_HASH(digest, digest_bytes, in, bytes)"]
    name, names = re.fullmatch(r"(\w+)\((.*)\)", expression).groups()  # type: ignore[union-attr]
    size = m.block
    compression = hashes.compression(implementation.cipher, image)
    together = 2 if not compression or compression.bits == 32 or image.machine in WIDE_MACHINES else 1
    ends = {7 * size // 8 - 1, 7 * size // 8, size - 1, size, size + 1, 2 * size} if most is None else {size}
    every = bool(compression) and most is None
    lengths = [*range((together + 1) * size)] if every else sorted({0, 1} | ends)

    def cases(graph: Graph, _: Coverage) -> Iterator[Case]:
        text = graph.input("text", 8 * max(lengths))
        graph.set_merging(True)
        for n in lengths:
            given = text[: 8 * LIT_BYTES * n]
            unknown = hashes.UnknownCompression(graph, compression, together) if compression else None
            specified = unknown.digest if unknown else lambda text: m.seal(b"", b"", b"", text, m.tag_bytes)[1]
            digest = bits_of(graph, specified(octets(graph, given)))
            buffers = [
                Buffer("in", n, given, offset=None),
                Buffer("out", m.tag_bytes, writable=True, offset=None),
            ]
            parameters: dict[str, tuple[Number | str, int]] = {
                "digest": ("out", 0), "digest_bytes": (m.tag_bytes, 0), "in": ("in", 0), "bytes": (n, 0)
            }  # fmt: skip
            arguments = tuple(parameters[word] for word in names.split(", "))
            call = Call(image.address(name), arguments, status=True)
            real = partial(real_digest, m, given, digest) if unknown else as_it_is
            yield Case(f"{n} bytes", buffers, [call], {"out": digest}, unknown, real=real)

    covers = f"{spans(lengths)} bytes"
    limited = covers if every else f"{len(lengths)} sizes to {lengths[-1]} bytes"
    claim = Claim("hash", covers, lengths[-1], cases, limited=limited, sizes=tuple(lengths))
    if not compression:
        return [claim]
    blocks = partial(hashes.compress_cases, compression, together)
    limited = "1 and 2 blocks" if together > 1 else "1 block"
    compress = Claim("compress", f"{limited} from every state", 0, lambda graph, _: blocks(graph), limited=limited)
    return [compress, replace(claim, assumes=compress.operation)]


def real_digest(m: Any, text: Lits, digest: Lits, value: Value) -> Value:
    """Values with the real digest of a text."""
    known = m.seal(b"", b"", b"", value(text), m.tag_bytes)[1]
    return lambda bits: known if bits == digest else value(bits)


def aead_claims(implementation: Implementation, image: Image) -> list[Claim]:
    """Ascon's AEADs, each function as a whole: seal, and open with the right tag."""
    m = algorithms.MESSAGES[f"{implementation.cipher} {implementation.mode}"]
    prefix, rate = implementation.define["BENCH_PREFIX"], AEAD_RATE
    sizes = [0, 1, rate // 2, rate - 1, rate, rate + 1, 2 * rate, 2 * rate + 5]

    def cases(opens: bool, graph: Graph, _: Coverage) -> Iterator[Case]:
        key, nonce = graph.input("key", 8 * m.key_bytes), graph.input("nonce", 8 * m.nonce_bytes)
        text, ad = graph.input("text", 8 * max(sizes)), graph.input("associated data", 8 * max(AEAD_AD_BYTES))
        graph.set_merging(True)

        def case(n: int, ad_bytes: int, way: Layout) -> Case:
            plain, data = text[: 8 * LIT_BYTES * n], ad[: 8 * LIT_BYTES * ad_bytes]
            given = octets(graph, key), octets(graph, nonce), octets(graph, data), octets(graph, plain)
            sealed = m.seal(*given, m.tag_bytes)
            cipher, tag = (bits_of(graph, part) for part in sealed)
            before, after = (cipher, plain) if opens else (plain, cipher)
            buffers = [
                Buffer("key", m.key_bytes, key, offset=way.offset),
                Buffer("nonce", m.nonce_bytes, nonce, offset=way.offset),
                Buffer("ad", ad_bytes, data, offset=way.offset),
                Buffer("tag", m.tag_bytes, tag if opens else None, not opens, way.offset),
                *([] if way.in_place else [Buffer("in", n, before, offset=way.offset)]),
                Buffer("out", n, before if way.in_place else None, True, way.offset),
            ]
            tagged = (("tag", 0), (m.tag_bytes, 0))
            public = (("key", 0), ("nonce", 0), (m.nonce_bytes, 0), ("ad", 0), (ad_bytes, 0))
            source = ("out" if way.in_place else "in", 0), (n, 0)
            arguments = (("out", 0), *public, *source, *tagged) if opens else (("out", 0), *tagged, *public, *source)
            call = Call(image.address(f"{prefix}_{'open' if opens else 'seal'}"), arguments, status=True)
            expected = {"out": after} if opens else {"out": after, "tag": tag}
            associated = f" and {ad_bytes} of associated data" if ad_bytes else ""
            return Case(f"{n} bytes{associated}{way.name}", buffers, [call], expected)

        for way in LAYOUTS:
            yield from (case(n, 0, way) for n in sizes)
            yield from (case(n, ad_bytes, way) for n in (0, rate + 1) for ad_bytes in AEAD_AD_BYTES)

    limited = f"{len(sizes)} sizes to {sizes[-1]} bytes"
    shown = f"{', '.join(map(str, sizes[:-1]))} and {sizes[-1]} bytes"
    covers = f"{shown}, {len(AEAD_AD_BYTES) + 1} sizes of associated data{IN_PLACE_TOO}"
    return [
        Claim(name, covers, sizes[-1], partial(cases, opens), limited=limited, sizes=tuple(sizes))
        for name, opens in (("seal", False), ("open", True))
    ]


def batch_claims(batch: Batch) -> list[Claim]:
    count, lengths = batch.implementation.messages, batch.lengths
    shown = f"{', '.join(map(str, lengths[:-1]))} and {lengths[-1]} bytes"
    covers, limited = (
        f"{count} messages of {shown}, or of several lengths",
        f"{len(lengths)} sizes to {lengths[-1]} bytes",
    )
    sizes = tuple(count * n for n in lengths)
    return [
        Claim(name, covers, sizes[-1], partial(batch.cases, name), limited=limited, sizes=sizes)
        for name in batch.operations
    ]


def masked_claim(program: Masked) -> Claim:
    sizes = program.sizes
    return Claim("key+encrypt", program.covers + IN_PLACE_TOO, max(sizes), program.cases, sizes=sizes)


def interleaved(state: Lits) -> Lits:
    """64-bit words with even bits in the low half, odd bits in the high half."""
    bits = [state[LIT_BYTES * i : LIT_BYTES * (i + 1)] for i in range(len(state) // LIT_BYTES)]
    words = [bits[i : i + 64] for i in range(0, len(bits), 64)]
    return b"".join(bit for word in words for bit in word[::2] + word[1::2])


def stream_claims(implementation: Implementation, image: Image, most: int | None) -> list[Claim]:
    """narae_chacha_crypt_message(), as lab/bench/adapters/chacha.h calls it."""
    m = algorithms.MESSAGES[f"{implementation.cipher} {implementation.mode}"]
    rounds = int(implementation.define["BENCH_ROUNDS"])
    sizes = WIDE if image.machine in WIDE_MACHINES else SMALL_CHIPS
    lengths = sorted({*range(sizes.every + 1), *around(sizes.blocks)}) if most is None else [0, 1, 64, 65, 129]

    def cases(graph: Graph, _: Coverage) -> Iterator[Case]:
        key, nonce = graph.input("key", 8 * m.key_bytes), graph.input("nonce", 8 * m.nonce_bytes)
        graph.set_merging(False)
        text = graph.input("text", 8 * max(lengths))
        whole = m.seal(octets(graph, key), octets(graph, nonce), b"", octets(graph, text), 0)[0]
        cache = bits_of(graph, whole)
        graph.set_merging(True)

        for n in lengths:
            for way in LAYOUTS:
                texts = text[: 8 * LIT_BYTES * n], cache[: 8 * LIT_BYTES * n]
                yield stream_case(m, image, rounds, (key, nonce, 0), texts, way)

    limited = f"{len(lengths)} sizes to {lengths[-1]} bytes"
    texts = (
        f"0 to {sizes.every} bytes, {spans(sizes.blocks)} blocks or a byte less or more" if most is None else limited
    )
    covers = f"{texts}, from counter 0{IN_PLACE_TOO}"
    claim = Claim("encrypt", covers, lengths[-1], cases, limited=limited, sizes=tuple(lengths))
    if image.machine == "avr":  # docs/explanation/proofs.md
        return [claim]
    return [claim, counter_claim(m, image, rounds, sizes.counted if most is None else (1, 2))]


def around(blocks: tuple[int, ...]) -> set[int]:
    """Bytes of these numbers of blocks, and one less or more."""
    return {n * CHACHA_BLOCK + more for n in blocks for more in (-1, 0, 1)}


def stream_case(
    m: Any,
    image: Image,
    rounds: int,
    inputs: tuple[Lits, Lits, Number],
    text: tuple[Lits, Lits],
    way: Layout,
    assumed: Lits = TRUE,
    answer: int = 0,
) -> Case:
    """`inputs`: key, nonce, counter; `text` before and after."""
    n = len(text[0]) // LIT_BYTES // 8
    key, nonce, counter = inputs
    buffers = [
        Buffer("key", m.key_bytes, key, offset=way.offset),
        Buffer("nonce", m.nonce_bytes, nonce, offset=way.offset),
        *([] if way.in_place else [Buffer("in", n, text[0], offset=way.offset)]),
        Buffer("out", n, text[0] if way.in_place else None, writable=True, offset=way.offset),
    ]
    into: tuple[tuple[Number | str, int], ...] = (("out", 0), ("out" if way.in_place else "in", 0), (n, 0))
    rest = (("key", 0), (m.key_bytes, 0), ("nonce", 0), (m.nonce_bytes, 0), (counter, 8))
    call = Call(image.address("narae_chacha_crypt_message"), (*into, (rounds, INT), *rest), status=True, answer=answer)
    where = way.name + (", counter too large" if answer else "")
    simplify = int(assumed != TRUE)
    name, expected = f"{n} bytes{where}", {"out": text[1]}
    return Case(name, buffers, [call], expected, assumed=assumed, simplify=simplify)


def counter_claim(m: Any, image: Image, rounds: int, blocks: tuple[int, ...]) -> Claim:
    """From every 32-bit counter but 0; those too close to the end are rejected.  The last one that a text may begin
    with is a case of its own, a constant, since kernels ask whether the counter wraps."""
    lengths = sorted(around(blocks))

    def cases(graph: Graph, _: Coverage) -> Iterator[Case]:
        key, nonce = graph.input("key", 8 * m.key_bytes), graph.input("nonce", 8 * m.nonce_bytes)
        first, text = graph.input("counter", COUNTER), graph.input("longer text", 8 * max(lengths))
        graph.make_public(first, [COUNTER_LEVELS + i for i in range(COUNTER)])
        positive, most = graph.add(first, lits(-1, COUNTER))[1], -(-max(lengths) // CHACHA_BLOCK)

        def stream(start: Lits) -> Lits:
            """The key stream from a counter."""
            counters = (number(graph, graph.add(start, lits(i, COUNTER))[0]) for i in range(most))
            blocks = (chacha.block(rounds, octets(graph, key), counter, octets(graph, nonce)) for counter in counters)
            return b"".join(bits_of(graph, block) for block in blocks)

        graph.set_merging(False)
        after_first, to_last = stream(first), stream(lits(-most, COUNTER))
        graph.set_merging(True)
        for n in lengths:
            blocks, bits = -(-n // CHACHA_BLOCK), 8 * LIT_BYTES * n
            last = 2**COUNTER - blocks
            overflow = graph.add(first, lits(blocks - 1, COUNTER))[1]
            before_last = graph.gates("^", graph.add(first, lits(blocks, COUNTER))[1], TRUE)
            early = graph.gates("&", positive, before_last)
            streams = (first + FALSE * COUNTER, after_first, early), (last, to_last[-blocks * BLOCK_LITS :], TRUE)
            for counter, stream_bits, assumed in streams:
                after = graph.gates("^", text[:bits], stream_bits[:bits])
                for way in LAYOUTS:
                    yield stream_case(m, image, rounds, (key, nonce, counter), (text[:bits], after), way, assumed)
            if overflow != FALSE:
                unchanged, refused = (text[:bits], text[:bits]), (key, nonce, first + FALSE * COUNTER)
                yield stream_case(m, image, rounds, refused, unchanged, LAYOUTS[1], overflow, answer=ERROR_LENGTH)

    limited = f"{len(lengths)} sizes to {lengths[-1]} bytes"
    covers = f"{spans(blocks)} blocks or a byte less or more, from every counter but 0{IN_PLACE_TOO}, or refused"
    return Claim("count", covers, 0, cases, limited=limited)
