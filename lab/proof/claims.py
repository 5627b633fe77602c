# SPDX-License-Identifier: MIT
"""What is claimed of a program: for each operation, calls on symbolic buffers and what they must leave there.

Where functions and buffers are is taken from what the bench is built with, so that a proof is about the program that
is timed.  Decryption is claimed as the inverse: D(E(block)) = block for every key and block, where E is the
specification.  As E maps blocks to blocks, it is then a bijection and D its inverse."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from ..build.vectors import models
from ..plan.implementations import Implementation
from .core import EACH, Graph, Lits
from .machines import Buffer
from .program import Image
from .symbolic import bits_of, octets

MOST_BLOCKS = 33
MOST_BYTES = 260  # of a stream
CANARY_BYTES = 8  # lab/bench/canary.h: on both sides of a schedule
# Of a descriptor, by machine: bytes before its functions, bytes of a pointer, what a pointer to code counts
DESCRIPTORS = {"rv32": (12, 4, 1), "avr": (10, 2, 2), "thumb": (12, 4, 1)}


@dataclass(frozen=True)
class Call:
    """`arguments`: (a number or the name of a buffer, bytes; 0: as wide as a pointer)."""

    function: int
    arguments: tuple[tuple[int | str, int], ...]
    status: bool = False  # answers NARAE_OK


@dataclass(frozen=True)
class Case:
    """One way to call: `name` for people, buffers before, calls, and the content of buffers after them."""

    name: str
    buffers: list[Buffer]
    calls: list[Call]
    expected: dict[str, Lits]


@dataclass(frozen=True)
class Claim:
    """Everything that is claimed of one operation; `cases` makes them in a graph, smallest first."""

    operation: str
    covers: str
    cases: Callable[[Graph], Iterator[Case]] = field(repr=False)


class NotTried(Exception):
    """There is no claim for such an implementation."""


def claims(implementation: Implementation, image: Image, most: int = MOST_BLOCKS) -> list[Claim]:
    kinds = {"block": block, "permutation": permutation, "message": stream}
    name = (implementation.cipher, implementation.mode)
    if implementation.kind == "message" and name[1] != "stream":
        raise NotTried(f"no claims for mode {name[1]} yet")
    if implementation.kind not in kinds:
        raise NotTried(f"no claims for {implementation.kind} yet")
    return kinds[implementation.kind](implementation, image, most)


def counts(most: int) -> str:
    return f"0 to {most} blocks" if most else "no block"


def block(implementation: Implementation, image: Image, most: int) -> list[Claim]:
    """set_key, then encryption or decryption, through the descriptor."""
    before, word, unit = DESCRIPTORS[image.machine]
    name = implementation.define["BENCH_DESCRIPTOR"]
    found = [s for s in image.symbols.values() if s.name == name or s.name.startswith(f"{name}_with_")]
    pointers = [image.number(found[0].start + before + word * i, word) * unit for i in range(3)]
    if "BENCH_DECRYPT" in implementation.define:
        names = [implementation.define[n] for n in ("BENCH_SET_DECRYPT_KEY", "BENCH_DECRYPT")]
        named = [image.address(n) if n in image.symbols else pointers[2 * i] for i, n in enumerate(names)]
        set_decrypt_key, decrypt = named
    else:
        set_decrypt_key, decrypt = pointers[0], pointers[2]
    schedule = image.symbols["schedule"].size - 2 * CANARY_BYTES
    size, key_bytes, encrypt = models().BLOCK_CIPHERS[implementation.cipher]
    aligned = implementation.in_library

    def cases(graph: Graph, set_key: int, function: int, inverse: bool) -> Iterator[Case]:
        key = graph.input("key", 8 * key_bytes)
        texts: list[Lits] = []
        made: list[Lits] = []

        def case(n: int, in_place: bool = False, offset: int = 0) -> Case:
            while len(texts) < max(n, 1):  # key setup is compared with the specification's, too
                graph.merging(False)
                texts.append(graph.input(f"block {len(texts)}", 8 * size))
                made.append(bits_of(graph, encrypt(octets(graph, key), octets(graph, texts[-1]))))
                graph.merging(True)
            before, after = (made, texts) if inverse else (texts, made)
            buffers = [Buffer("key", key_bytes, key, offset=offset), Buffer("schedule", schedule, writable=True)]
            if in_place:
                buffers.append(Buffer("out", n * size, b"".join(before[:n]), writable=True, offset=offset))
            else:
                buffers.append(Buffer("in", n * size, b"".join(before[:n]), offset=offset))
                buffers.append(Buffer("out", n * size, writable=True, offset=(3 * offset) % 4))
            calls = [
                Call(set_key, (("schedule", 0), ("key", 0), (key_bytes, 0)), status=True),
                Call(function, (("schedule", 0), ("out", 0), ("out" if in_place else "in", 0), (n, 0))),
            ]
            where = (", in place" if in_place else "") + (", unaligned" if offset else "")
            return Case(f"{n} blocks{where}", buffers, calls, {"out": b"".join(after[:n])})

        for n in range(most + 1):
            yield case(n)
        for n in (1, 2, most):
            yield case(n, in_place=True)
        for offset in (1, 2) if aligned else ():
            yield case(min(9, most), offset=offset)
            yield case(min(9, most), in_place=True, offset=offset)

    covers = f"{counts(most)}, in place too" + (", unaligned too" if aligned else "")
    return [
        Claim("key+encrypt", covers, lambda g: cases(g, pointers[0], pointers[1], False)),
        Claim("key+decrypt", covers, lambda g: cases(g, set_decrypt_key, decrypt, True)),
    ]


def permutation(implementation: Implementation, image: Image, most: int) -> list[Claim]:
    """A call such as narae_ascon_permute(state, 12)."""
    expression = implementation.define["BENCH_PERMUTE(state)"]
    name, rest = re.fullmatch(r"(\w+)\(state((?:, \d+)*)\)", expression).groups()  # type: ignore[union-attr]
    numbers = tuple((int(n), 0) for n in re.findall(r"\d+", rest))
    size, permute = models().PERMUTATIONS[implementation.cipher]

    def cases(graph: Graph) -> Iterator[Case]:
        graph.merging(False)
        state = graph.input("state", 8 * size)
        after = bits_of(graph, permute(octets(graph, state)))
        graph.merging(True)
        call = Call(image.address(name), (("state", 0), *numbers), status=True)
        yield Case("one state", [Buffer("state", size, state, writable=True)], [call], {"state": after})

    return [Claim("hash", "every state", cases)]


def stream(implementation: Implementation, image: Image, most: int) -> list[Claim]:
    """narae_chacha_xor(), as lab/bench/adapters/chacha.h calls it."""
    m = models().MESSAGES[f"{implementation.cipher} {implementation.mode}"]
    rounds = int(implementation.define["BENCH_ROUNDS"])
    lengths = range(MOST_BYTES + 1) if most == MOST_BLOCKS else (0, 1, 64, 65, 129)

    def cases(graph: Graph) -> Iterator[Case]:
        key, nonce = graph.input("key", 8 * m.key_bytes), graph.input("nonce", 8 * m.nonce_bytes)
        graph.merging(False)
        text = graph.input("text", 8 * max(lengths))
        whole = m.seal(octets(graph, key), octets(graph, nonce), b"", octets(graph, text), 0)[0]
        made = bits_of(graph, whole)
        graph.merging(True)

        def case(n: int, in_place: bool = False, offset: int = 0) -> Case:
            bits = 8 * EACH * n
            buffers = [
                Buffer("key", m.key_bytes, key, offset=offset),
                Buffer("nonce", m.nonce_bytes, nonce, offset=offset),
                *([] if in_place else [Buffer("in", n, text[:bits], offset=offset)]),
                Buffer("out", n, text[:bits] if in_place else None, writable=True, offset=3 * offset % 4),
            ]
            into: tuple[tuple[int | str, int], ...] = (("out", 0), ("out" if in_place else "in", 0), (n, 0))
            rest = (("key", 0), (m.key_bytes, 0), ("nonce", 0), (m.nonce_bytes, 0), (0, 8))
            call = Call(image.address("narae_chacha_xor"), (*into, (rounds, 0), *rest), status=True)
            where = (", in place" if in_place else "") + (", unaligned" if offset else "")
            return Case(f"{n} bytes{where}", buffers, [call], {"out": made[:bits]})

        for n in lengths:
            yield case(n)
        for n in (1, 64, 129):
            yield case(n, in_place=True)
            yield case(n, offset=1)
            yield case(n, in_place=True, offset=2)

    return [Claim("encrypt", f"0 to {max(lengths)} bytes from counter 0, in place and unaligned too", cases)]
