# SPDX-License-Identifier: MIT
"""Modes of operation over a block cipher and GHASH of which only their own claims are assumed (unknown.py).

Branches may depend on the counter of CTR, which is public; each carry pattern is a case (public.h).  All other modes
count from a constant."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import spec.modes
from spec import algorithms

from ..plan.implementations import Implementation
from .case import Call, Case, Value
from .core import FALSE, LIT_BYTES, TRUE, Graph, Lits, lits
from .machines import COUNTER_LEVELS, INT, Buffer
from .program import Image
from .symbolic import bits_of, octets
from .unknown import LAST_WORD, Functions, UnknownFunctions

BLOCKS = 3
NONCE_BYTES, TAG_BYTES, AD_BYTES = 12, 16, (0, 5, 16, 20)  # of GCM, GMAC and CCM
# The function for a whole message, and its arguments
OPERATIONS = {
    ("ctr", "encrypt"): ("narae_ctr_crypt_message", "context out nonce nonce_bytes 0 in bytes"),
    ("cbc", "encrypt"): ("narae_cbc_encrypt_message", "context out written nonce nonce_bytes 0 in bytes"),
    ("cbc", "decrypt"): ("narae_cbc_decrypt_message", "context out written nonce nonce_bytes 0 in bytes"),
    ("cfb", "encrypt"): ("narae_cfb_encrypt_message", "context out nonce nonce_bytes 0 in bytes"),
    ("cfb", "decrypt"): ("narae_cfb_decrypt_message", "context out nonce nonce_bytes 0 in bytes"),
    ("xts", "encrypt"): ("narae_xts_encrypt_unit", "context out nonce nonce_bytes in bytes"),
    ("xts", "decrypt"): ("narae_xts_decrypt_unit", "context out nonce nonce_bytes in bytes"),
    ("ofb", "encrypt"): ("narae_ofb_crypt_message", "context out nonce nonce_bytes in bytes"),
    ("cmac", "seal"): ("narae_cmac_tag_message", "context tag tag_bytes in bytes"),
    ("gmac", "seal"): ("narae_gmac_tag_message", "context tag tag_bytes nonce nonce_bytes in bytes"),
    **{
        (mode, operation): (f"narae_{mode}_{operation}", arguments)
        for mode in ("ccm", "gcm")
        for operation, arguments in (
            ("seal", "context out tag tag_bytes nonce nonce_bytes ad ad_bytes in bytes"),
            ("open", "context out nonce nonce_bytes ad ad_bytes in bytes tag tag_bytes"),
        )
    },
}
ERROR_WEAK_KEY = -12  # include/narae/status.h
INVERSE = ("decrypt", "open")


def covers_every_counter(n: int, size: int) -> bool:
    """Is a message of n bytes claimed from every counter, not only from those far from wrapping?"""
    return n % size in (0, 1, size - 1)


def every(graph: Graph, bits: Lits) -> Lits:
    """Are all bits set?"""
    conjunction = TRUE
    for i in range(0, len(bits), LIT_BYTES):
        conjunction = graph.gates("&", conjunction, bits[i : i + LIT_BYTES])
    return conjunction


def inverted(graph: Graph, bits: Lits) -> Lits:
    return graph.gates("^", bits, TRUE * (len(bits) // LIT_BYTES))


def carry_cases(graph: Graph, counter: Lits, blocks: int) -> Iterator[Lits]:
    """Exhaustive assumptions on a big-endian counter: its last word does not wrap within twice as many blocks (a mode
    may test that), or wraps after exactly n; then the carry ends at one of the bytes above."""
    size = len(counter) // LIT_BYTES // 8
    each = [counter[8 * LIT_BYTES * i : 8 * LIT_BYTES * (i + 1)] for i in reversed(range(size))]
    last, above = b"".join(each[:4]), each[4:]

    most = 2 * blocks
    yield inverted(graph, graph.add(last, lits(most, LAST_WORD))[1])
    for schedule_bits in range(1, most + 1):
        ends = every(graph, inverted(graph, graph.gates("^", last, lits(2**LAST_WORD - schedule_bits, LAST_WORD))))
        if schedule_bits > blocks:
            yield ends
            continue
        full = ends
        for byte in above:
            yield graph.gates("&", full, inverted(graph, every(graph, byte)))
            full = graph.gates("&", full, every(graph, byte))
        yield full


@dataclass(frozen=True)
class Program:
    """A program and the arguments of its calls."""

    implementation: Implementation
    image: Image
    context: int  # bytes
    descriptor: int  # address
    functions: Functions
    pointer: int  # bytes

    @property
    def cipher(self) -> str:
        return self.implementation.cipher

    @property
    def mode(self) -> str:
        return self.implementation.mode

    @property
    def size(self) -> int:
        """Bytes of a block."""
        return algorithms.BLOCK_CIPHERS[self.cipher][0]

    def operations(self) -> list[str]:
        return [operation for mode, operation in OPERATIONS if mode == self.mode]

    @property
    def key_bytes(self) -> int:
        return algorithms.message(f"{self.cipher} {self.mode}").key_bytes

    @property
    def room(self) -> int:
        """Bytes for a schedule, or of the whole context."""
        if self.mode == "xts":
            return (self.context - 4 * self.pointer) // 2
        return self.context

    def setup(self) -> Call:
        init = self.image.function(f"narae_{self.mode}_init_sized") or 0
        arguments = (("context", 0), (self.room, 0), (self.descriptor, 0), ("key", 0), (self.key_bytes, 0))
        return Call(init, arguments, status=True)

    def sealed(self, blocks: UnknownFunctions, nonce: Lits, ad: Lits, text: Lits, tag_bytes: int) -> list[Lits]:
        """Ciphertext and tag of the specification."""
        parts: list[Any] = [octets(blocks.graph, bits) for bits in (nonce, ad, text)]
        if self.mode == "gmac":
            parts = [parts[0], parts[2], b""]
        more = (blocks.hash,) if self.mode in ("gcm", "gmac") else ()
        if self.mode == "xts":
            nonce_octets, _, octets_of_text = parts
            data = spec.modes.xts(blocks, partial(blocks.under, 1), nonce_octets, octets_of_text)
            return [bits_of(blocks.graph, data), b""]
        results = self.specification(blocks, *parts, tag_bytes, *more)
        return [bits_of(blocks.graph, part) for part in results]

    @property
    def specification(self) -> Callable[..., tuple[bytes, bytes]]:
        if self.mode == "cfb":
            return partial(spec.modes.cfb, 0)
        if self.mode == "cmac":
            return partial(spec.modes.cmac, self.size)
        function: Callable[..., tuple[bytes, bytes]] = getattr(spec.modes, self.mode.replace("gmac", "gcm"))
        return function

    def concretize(self, given: list[Lits], sealed: list[Lits], tag_bytes: int) -> Callable[[Value], Value]:
        """Values with the real cipher's ciphertext and tag; `given`: key, nonce, associated data, text."""
        mode = algorithms.message(f"{self.cipher} {self.mode}")

        def real(value: Value) -> Value:
            key, nonce, ad, text = map(value, given)
            results = mode.seal(key, nonce, ad, text, tag_bytes)
            known = {bits: result for bits, result in zip(sealed, results, strict=True) if bits}
            return lambda bits: known[bits] if bits in known else value(bits)

        return real


@dataclass(frozen=True)
class Message:
    """A case of a mode: sizes in bytes, and an assumption on the counter of CTR."""

    bytes: int
    ad_bytes: int = 0
    in_place: bool = False
    assumed: Lits = TRUE

    @property
    def name(self) -> str:
        ad = f" and {self.ad_bytes} of associated data" if self.ad_bytes else ""
        return f"{self.bytes} bytes{ad}{', in place' if self.in_place else ''}"


def cases(program: Program, operation: str, graph: Graph) -> Iterator[Case]:
    """Messages of up to BLOCKS blocks."""
    mode, size = program.mode, program.size
    nonce_bytes = {"cmac": 0, "gcm": NONCE_BYTES, "ccm": NONCE_BYTES, "gmac": NONCE_BYTES}.get(mode, size)
    keys, differ = keys_of(program, graph)
    key = b"".join(keys)
    nonce, text = graph.input("nonce", 8 * nonce_bytes), graph.input("text", 8 * BLOCKS * size)
    ad = graph.input("associated data", 8 * max(AD_BYTES))
    tag_bytes = {"cmac": size, "gcm": TAG_BYTES, "ccm": TAG_BYTES, "gmac": TAG_BYTES}.get(mode, 0)
    if mode == "ctr":
        graph.make_public(nonce, [COUNTER_LEVELS + i for i in range(8 * size)])
    graph.set_merging(True)
    function, arguments_in_order = OPERATIONS[mode, operation]
    takes = arguments_in_order.split()

    def case(m: Message) -> Case:
        blocks = UnknownFunctions(graph, size, keys, "context", program.functions)
        plain, data = text[: 8 * LIT_BYTES * m.bytes], ad[: 8 * LIT_BYTES * m.ad_bytes]
        cipher, tag = program.sealed(blocks, nonce, data, plain, tag_bytes)
        before, after = (cipher, plain) if operation in INVERSE else (plain, cipher)
        buffers = [
            Buffer("key", len(key) // LIT_BYTES // 8, key, offset=None),
            Buffer("context", program.context, writable=True, alignment=program.pointer),
            Buffer("nonce", nonce_bytes, nonce, offset=None),
            Buffer("ad", m.ad_bytes, data, offset=None),
            Buffer("written", program.pointer, writable=True, alignment=program.pointer),
            Buffer("tag", tag_bytes, tag if operation == "open" else None, operation == "seal", None),
            Buffer("in", m.bytes, before, offset=None),
            Buffer("out", m.bytes, before if m.in_place else None, writable=True, offset=None),
        ]
        words = ["out" if word == "in" else word for word in takes] if m.in_place else takes
        sizes = {"bytes": m.bytes, "ad_bytes": m.ad_bytes, "nonce_bytes": nonce_bytes, "tag_bytes": tag_bytes, "0": 0}
        arguments = tuple((sizes.get(word, word), INT if word == "0" else 0) for word in words)
        results = {"out": after, "tag": tag, "written": lits(m.bytes, 8 * program.pointer)}
        call = Call(
            program.image.address(function), arguments, status=True, constant=("context",), inaccessible=("key",)
        )
        return Case(
            m.name,
            [b for b in buffers if b.name in ("key", *words)],
            [program.setup(), call],
            {
                name: bits
                for name, bits in results.items()
                if name in takes and not (name == "tag" and "open" in operation)
            },
            blocks,
            graph.gates("&", m.assumed, differ),
            program.concretize([key, nonce, data, plain], [cipher, tag], tag_bytes),
            simplify={"ctr": 2, "xts": 2}.get(mode, 0),
        )

    yield from map(case, messages(program, graph, nonce, "out" in takes))
    if mode == "xts":
        yield with_equal_keys(case(Message(size)), keys[0])


def keys_of(program: Program, graph: Graph) -> tuple[tuple[Lits, ...], Lits]:
    """The key, or both of XTS and the assumption that they differ.  Their difference is declared public, but no more
    than whether it is zero decides a branch: the assumption must decide it."""
    size = algorithms.BLOCK_CIPHERS[program.cipher][1]
    key = graph.input("key", 8 * size)
    if program.mode != "xts":
        return (key,), TRUE
    difference = graph.input("difference of the keys", 8 * size)
    graph.make_public(difference, [COUNTER_LEVELS + i for i in range(8 * size)])
    same = every(graph, inverted(graph, difference))
    return (key, graph.gates("^", key, difference)), graph.gates("^", same, TRUE)


def with_equal_keys(case: Case, key: Lits) -> Case:
    """Key setup of a cleared context returns an error."""
    init = replace(case.calls[0], answer=ERROR_WEAK_KEY)
    buffers = {b.name: b for b in case.buffers}
    context = buffers["context"]
    cleared = replace(context, content=FALSE * (8 * context.size))
    return Case("equal keys", [replace(buffers["key"], content=key + key), cleared], [init], {}, case.caller)


def messages(program: Program, graph: Graph, nonce: Lits, has_text: bool) -> Iterator[Message]:
    mode, size = program.mode, program.size
    ways = (False, True) if has_text else (False,)
    if mode == "ctr":
        for n in range(BLOCKS * size + 1):
            first, *others = carry_cases(graph, nonce, -(-n // size))
            for assumed in [first, *(others if covers_every_counter(n, size) else ())]:
                yield from (Message(n, 0, way, assumed) for way in ways)
        return
    for n in lengths(program):
        yield from (Message(n, 0, way) for way in ways)
    if mode in ("gcm", "ccm"):
        for n in (0, size + 1, BLOCKS * size):
            yield from (Message(n, ad_bytes, way) for ad_bytes in AD_BYTES[1:] for way in ways)


def lengths(program: Program) -> list[int]:
    """Bytes of the messages without associated data, but for CTR."""
    size = program.size
    whole = range(0, (BLOCKS + 1) * size, size)
    if program.mode == "cbc":
        return list(whole)
    sizes = sorted({*whole, 1, size - 1, size + 1, BLOCKS * size - 1})
    return [n for n in sizes if n >= size] if program.mode == "xts" else sizes


def covered(program: Program, operation: str) -> tuple[str, str]:
    """What a claim covers, and in few words."""
    mode, size = program.mode, program.size
    if mode == "ctr":
        sizes = [n for n in range(BLOCKS * size + 1) if covers_every_counter(n, size)]
        covers = f"{', '.join(map(str, sizes[:-1]))} and {sizes[-1]} bytes over any block function, every counter"
        return (
            f"{covers}, others from counters far from their end, in place too",
            f"{len(sizes)} sizes to {sizes[-1]} bytes",
        )
    limited = f"0 to {BLOCKS} blocks"
    if mode == "cbc":
        return f"{limited} over any block function, in place too", limited
    if mode == "xts":
        limited = f"1 to {BLOCKS} blocks"
        covers = f"{limited}, a byte less and more, over any block function with two different keys"
        return f"{covers}, in place too; equal keys are refused", limited
    functions = "block function and GHASH" if mode in ("gcm", "gmac") else "block function"
    data = f", {len(AD_BYTES)} sizes of associated data" if mode in ("gcm", "ccm") else ""
    place = ", in place too" if mode not in ("cmac", "gmac") else ""
    return f"whole blocks to {BLOCKS}, a byte less and more, over any {functions}{data}{place}", limited
