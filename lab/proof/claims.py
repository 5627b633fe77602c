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

MOST_BLOCKS = 17  # twice the widest kernel, and one more
MOST_BYTES = 260  # of a stream
CANARY_BYTES = 8  # lab/bench/canary.h: on both sides of a schedule
# Of a descriptor, by machine: bytes before its functions, bytes of a pointer, what a pointer to code counts
DESCRIPTORS = {"avr": (10, 2, 2)}
WORDS = (12, 4, 1)  # of all others


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
    most_bytes: int  # of the longest input
    cases: Callable[[Graph], Iterator[Case]] = field(repr=False)


class NotTried(Exception):
    """There is no claim for such an implementation."""


def claims(implementation: Implementation, image: Image, most: int = MOST_BLOCKS) -> list[Claim]:
    kinds = {"block": block, "called_block": called_block, "permutation": permutation, "message": stream}
    name = (implementation.cipher, implementation.mode)
    if implementation.kind == "message" and name[1] != "stream":
        raise NotTried(f"no claims for mode {name[1]} yet")
    if implementation.kind not in kinds:
        raise NotTried(f"no claims for {implementation.kind} yet")
    return kinds[implementation.kind](implementation, image, most)


def counts(most: int) -> str:
    return f"0 to {most} blocks" if most else "no block"


Calls = Callable[[int, str], list[Call]]  # for so many blocks, from the buffer of a name into "out"


@dataclass(frozen=True)
class Blocks:
    """A block cipher of a program: how it is called, in which numbers of blocks, and what a caller may do."""

    cipher: str
    schedule: int
    numbers: list[int]
    in_place: bool
    unaligned: bool

    def claim(self, operation: str, covers: str, calls: Calls, inverse: bool) -> Claim:
        most = max(self.numbers) * models().BLOCK_CIPHERS[self.cipher][0]
        return Claim(operation, covers, most, lambda graph: self.cases(graph, calls, inverse))

    def cases(self, graph: Graph, calls: Calls, inverse: bool) -> Iterator[Case]:
        size, key_bytes, encrypt = models().BLOCK_CIPHERS[self.cipher]
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
            source = b"".join(before[:n])
            buffers = [
                Buffer("key", key_bytes, key, offset=offset),
                Buffer("schedule", self.schedule, writable=True),
                *([] if in_place else [Buffer("in", n * size, source, offset=offset)]),
                Buffer("out", n * size, source if in_place else None, writable=True, offset=3 * offset % 4),
            ]
            where = (", in place" if in_place else "") + (", unaligned" if offset else "")
            called = calls(n, "out" if in_place else "in")
            return Case(f"{n} blocks{where}", buffers, called, {"out": b"".join(after[:n])})

        most = max(self.numbers)
        for n in self.numbers:
            yield case(n)
        for n in (1, 2, most) if self.in_place else ():
            yield case(n, in_place=True)
        for offset in (1, 2) if self.unaligned else ():
            yield case(min(9, most), offset=offset)
            yield case(min(9, most), in_place=True, offset=offset)


def block(implementation: Implementation, image: Image, most: int) -> list[Claim]:
    """set_key, then encryption or decryption, through the descriptor."""
    before, word, unit = DESCRIPTORS.get(image.machine, WORDS)
    name, define = implementation.define["BENCH_DESCRIPTOR"], implementation.define
    found = [s for s in image.symbols.values() if s.name == name or s.name.startswith(f"{name}_with_")]
    set_key, encrypt, decrypt = (image.number(found[0].start + before + word * i, word) * unit for i in range(3))
    set_decrypt_key = image.symbols.get(define.get("BENCH_SET_DECRYPT_KEY", ""))
    decrypt_named = image.symbols.get(define.get("BENCH_DECRYPT", ""))

    def calls(prepare: int, function: int) -> Calls:
        setup = Call(prepare, (("schedule", 0), ("key", 0), (implementation.key_bytes, 0)), status=True)
        return lambda n, source: [setup, Call(function, (("schedule", 0), ("out", 0), (source, 0), (n, 0)))]

    schedule = image.symbols["schedule"].size - 2 * CANARY_BYTES
    own = implementation.in_library  # whose contract allows both
    blocks = Blocks(implementation.cipher, schedule, list(range(most + 1)), own, own)
    covers = counts(most) + (", in place and unaligned too" if own else "")
    backwards = calls(
        set_decrypt_key.start if set_decrypt_key else set_key, decrypt_named.start if decrypt_named else decrypt
    )
    return [
        blocks.claim("key+encrypt", covers, calls(set_key, encrypt), False),
        blocks.claim("key+decrypt", covers, backwards, True),
    ]


def called_block(implementation: Implementation, image: Image, most: int) -> list[Claim]:
    """A user's functions, as implementation.toml calls them."""
    define = implementation.define
    if implementation.cipher not in models().BLOCK_CIPHERS:
        raise NotTried(f"the lab has no specification of {implementation.cipher}")
    unit = int(define["CALL_BLOCKS"])
    numbers = list(range(most + 1)) if unit == 0 else [unit]

    def calls(prepare: str, function: str) -> Calls:
        texts = [define[n] for word in (prepare, function) for n in define if n.startswith(f"CALL_{word}(")]
        parsed = [parse(image, text) for text in texts]

        def put(argument: int | str, n: int, source: str) -> int | str:
            return n if argument == "blocks" else source if argument == "in" else argument

        return lambda n, source: [
            Call(c.function, tuple((put(a, n, source), size) for a, size in c.arguments)) for c in parsed
        ]

    schedule = int(define["CALL_SCHEDULE_BYTES"])
    blocks = Blocks(implementation.cipher, schedule, numbers, False, False)
    covers = counts(most) if unit == 0 else f"{unit} blocks in a call"
    decrypt_key = "SET_DECRYPT_KEY" if any(n.startswith("CALL_SET_DECRYPT_KEY(") for n in define) else "SET_KEY"
    made = [blocks.claim("key+encrypt", covers, calls("SET_KEY", "ENCRYPT"), False)]
    if any(n.startswith("CALL_DECRYPT(") for n in define):
        made.append(blocks.claim("key+decrypt", covers, calls(decrypt_key, "DECRYPT"), True))
    return made


def parse(image: Image, text: str) -> Call:
    """A call such as ((void)(aes_enc(schedule, in, out, (blocks) * 16))): buffers and numbers only."""
    found = re.fullmatch(r"\(\(void\)\((\w+)\((.*)\)\)\)", text)
    function = image.symbols.get(found[1]) if found else None
    if not found or not function:
        raise NotTried(f"`{text}` is not a call of one function of the program")
    arguments: list[tuple[int | str, int]] = []
    for word in found[2].split(","):
        plain = re.sub(r"\([\w\s]+\*\s*\)", "", word).strip()
        if plain in ("schedule", "key", "in", "out", "blocks"):
            arguments.append((plain, 0))
        elif re.fullmatch(r"\d+", plain):
            arguments.append((int(plain), 0))
        else:
            raise NotTried(f"`{plain}` in `{text}` is neither a buffer nor a number")
    return Call(function.start, tuple(arguments))


def permutation(implementation: Implementation, image: Image, most: int) -> list[Claim]:
    """A call such as narae_ascon_permute(state, 12).  Where hashes keep the state in another form, the program holds
    the permutation of that form only."""
    expression = implementation.define["BENCH_PERMUTE(state)"]
    name, rest = re.fullmatch(r"(\w+)\(state((?:, \d+)*)\)", expression).groups()  # type: ignore[union-attr]
    rounds = re.findall(r"\d+", rest)
    kept = name not in image.symbols
    if kept:
        names = "|".join([f"{name}_\\w+", *(f"narae_ascon_p{n}_\\w+" for n in rounds)])
        name = next(s for s in image.symbols if re.fullmatch(names, s))
    form = interleaved if kept else bytes
    size, permute = models().PERMUTATIONS[implementation.cipher]

    def cases(graph: Graph) -> Iterator[Case]:
        graph.merging(False)
        state = graph.input("state", 8 * size)
        after = bits_of(graph, permute(octets(graph, state)))
        graph.merging(True)
        call = Call(image.address(name), (("state", 0), *((int(n), 0) for n in rounds)), status=not kept)
        yield Case("one state", [Buffer("state", size, form(state), writable=True)], [call], {"state": form(after)})

    covers = "every state" + (", its words interleaved" if kept else "")
    return [Claim("hash", covers, size, cases)]


def interleaved(state: Lits) -> Lits:
    """Each word of 64 bits with its even bits in the lower half and its odd ones in the upper half."""
    bits = [state[EACH * i : EACH * (i + 1)] for i in range(len(state) // EACH)]
    words = [bits[i : i + 64] for i in range(0, len(bits), 64)]
    return b"".join(bit for word in words for bit in word[::2] + word[1::2])


def stream(implementation: Implementation, image: Image, most: int) -> list[Claim]:
    """narae_chacha_xor(), as lab/bench/adapters/chacha.h calls it."""
    m = models().MESSAGES[f"{implementation.cipher} {implementation.mode}"]
    rounds = int(implementation.define["BENCH_ROUNDS"])
    every = most >= MOST_BLOCKS
    lengths = list(range(MOST_BYTES + 1)) if every else [0, 1, 64, 65, 129]

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

    said = f"0 to {MOST_BYTES}" if every else ", ".join(map(str, lengths))
    covers = f"{said} bytes from counter 0, in place and unaligned too"
    return [Claim("encrypt", covers, MOST_BYTES if every else 0, cases)]
