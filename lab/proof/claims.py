# SPDX-License-Identifier: MIT
"""What is claimed of a program: for each operation, calls on symbolic buffers and what they must leave there.

Where functions and buffers are is taken from what the bench is built with, so that a proof is about the program that
is timed.  Decryption is claimed as the inverse: D(E(block)) = block for every key and block, where E is the
specification.  As E maps blocks to blocks, it is then a bijection and D its inverse."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import Any

from spec import algorithms, chacha

from ..plan.implementations import Implementation
from ..text import counted
from . import ghash, modes
from .case import Call, Case
from .core import EACH, FALSE, TRUE, Graph, Lits, lits
from .machines import COUNTER_LEVELS, Buffer, Number
from .program import Image
from .symbolic import bits_of, number, octets

MOST_BLOCKS = 33  # where a loop is not shown for every number: four times the widest kernel, and one more
EACH_BYTE, MOST_BYTES = 65, 260  # of a stream: each number up to the first, then those around blocks
CHACHA_BLOCK, COUNTER = 64, 32  # bytes; bits
CHACHA_ASKED = 1024  # blocks: a kernel may ask whether so many are left
ERROR_LENGTH = -5  # include/narae/status.h
COUNTED = 7  # blocks of a kernel that counts: its width, and one less
CANARY_BYTES = 8  # lab/bench/canary.h: on both sides of a schedule
# Of a descriptor, by machine: bytes before its functions, bytes of a pointer, what a pointer to code counts
DESCRIPTORS = {"avr": (10, 2, 2)}
WORDS = (12, 4, 1)  # of all others


@dataclass(frozen=True)
class Way:
    """How the buffers of a call lie; `anywhere`: not only where words may."""

    in_place: bool = False
    anywhere: bool = True

    @property
    def name(self) -> str:
        return ", in place" if self.in_place else ""

    @property
    def offset(self) -> int | None:
        return None if self.anywhere else 0


PLAIN, WAYS = Way(anywhere=False), (Way(), Way(in_place=True))
IN_PLACE_TOO = ", in place too"


@dataclass(frozen=True)
class Loop:
    """How a function treats any number of blocks, of `size` bytes: lab/proof/loops.py."""

    size: int
    calls: Calls
    buffers: Callable[[int, Lits, Way], list[Buffer]]  # for so many bytes of text
    written: tuple[str, ...]  # buffers besides "out"
    block: Callable[[int], tuple[Lits, Lits]]  # what goes in and must come out, by number
    any_block: Callable[[int], Lits]  # what goes in where nobody looks at what comes out
    way: Way = PLAIN


MakesLoop = Callable[[Graph, Way], Loop]


@dataclass(frozen=True)
class Reach:
    """Which numbers of blocks cases are for: all below `least` where a loop of this `width` is shown, else all up to
    `most`."""

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
class Span:
    """The reach of each way to call; those that are missing are not claimed."""

    reach: dict[Way, Reach]

    @property
    def limited(self) -> str:
        """In few words, unless every way has any number of blocks: what all have."""
        return next((reach.text for reach in self.reach.values() if not reach.least), "")

    @property
    def text(self) -> str:
        plain, *others = (f"{reach.text}{way.name}" for way, reach in self.reach.items())
        same = len({reach.text for reach in self.reach.values()}) == 1
        return plain + (IN_PLACE_TOO if others and same else "".join(f"; {other}" for other in others))


@dataclass(frozen=True)
class Claim:
    """Everything that is claimed of one operation; `cases` makes them in a graph, smallest first.  Without loops a
    claim covers what it says; `limited`: in few words what it is limited to, if it does not cover every input."""

    operation: str
    covers: str
    most_bytes: int  # of the longest input; with loops, of a block
    cases: Callable[[Graph, Span], Iterator[Case]] = field(repr=False)
    loop: MakesLoop | None = field(default=None, repr=False)
    ways: tuple[Way, ...] = (PLAIN,)
    limited: str = ""
    how: str = ""  # it is proved, if not by what the graph finds


class NotTried(Exception):
    """There is no claim for such an implementation."""


def claims(implementation: Implementation, image: Image, most: int | None = None) -> list[Claim]:
    """`most`: the number of blocks to stop at, if not every number is wanted."""
    kinds = {"block": block, "called_block": called_block, "permutation": permutation, "message": stream}
    name = (implementation.cipher, implementation.mode)
    if implementation.kind == "message" and name[1] in ("ctr", "cbc"):
        return of_mode(implementation, image)
    if implementation.kind == "message" and name[1] == "hash":
        return hashed(implementation, image, most)
    if implementation.kind == "message" and name[1] == "gcm":
        return [product_of_gcm(image)]
    if implementation.kind == "message" and name[1] != "stream":
        raise NotTried(f"no claims for mode {name[1]} yet")
    if implementation.kind not in kinds:
        raise NotTried(f"no claims for {name[1]} of a user's code yet")
    return kinds[implementation.kind](implementation, image, most)


Calls = Callable[[Number, str], list[Call]]  # for so many blocks, from the buffer of a name into "out"


@dataclass
class Blocks:
    """A block cipher of a program in one graph: its key, blocks before and after encryption, and how it is called."""

    graph: Graph
    cipher: str
    schedule: int  # bytes
    inverse: bool
    alignment: int = 0  # of all buffers, where a user's code requires one

    def __post_init__(self) -> None:
        self.size, self.key_bytes, self.encrypt = algorithms.BLOCK_CIPHERS[self.cipher]
        self.key = self.graph.input("key", 8 * self.key_bytes)
        self.graph.merging(True)

    @cached_property
    def made(self) -> dict[int, tuple[Lits, Lits]]:
        return {}

    def encrypted(self, text: Lits) -> Lits:
        return bits_of(self.graph, self.encrypt(octets(self.graph, self.key), octets(self.graph, text)))

    def block(self, number: int) -> tuple[Lits, Lits]:
        """What goes in and must come out."""
        if number not in self.made:
            text = self.graph.input(f"block {number}", 8 * self.size)
            after = self.encrypted(text)
            self.made[number] = (after, text) if self.inverse else (text, after)
        return self.made[number]

    def buffers(self, size: int, content: Lits, way: Way) -> list[Buffer]:
        at = self.alignment
        return [
            Buffer("key", self.key_bytes, self.key, offset=way.offset, alignment=at),
            Buffer("schedule", self.schedule, writable=True, alignment=at),
            *([] if way.in_place else [Buffer("in", size, content, offset=way.offset, alignment=at)]),
            Buffer("out", size, content if way.in_place else None, True, way.offset, at),
        ]

    def case(self, calls: Calls, n: int, way: Way) -> Case:
        blocks = [self.block(i) for i in range(max(n, 1))][:n]  # key setup is compared with the specification's, too
        buffers = self.buffers(n * self.size, b"".join(b for b, _ in blocks), way)
        expected = {"out": b"".join(b for _, b in blocks)}
        return Case(f"{n} blocks{way.name}", buffers, calls(n, "out" if way.in_place else "in"), expected)

    def loop(self, calls: Calls, way: Way) -> Loop:
        def any_block(number: int) -> Lits:
            return self.graph.input(f"any block {number}", 8 * self.size)

        self.block(0)  # key setup is compared with the specification's
        return Loop(self.size, calls, self.buffers, ("schedule",), self.block, any_block, way)


def of_blocks(
    operation: str,
    blocks: Callable[[Graph], Blocks],
    size: int,
    calls: Calls,
    allowed: tuple[Way, ...],
    number: int = 0,
) -> Claim:
    """`allowed`: by the contract of the function; `number`: of blocks, if a call takes no others."""

    def cases(graph: Graph, span: Span) -> Iterator[Case]:
        each = blocks(graph)
        for way, reach in span.reach.items():
            for n in [number] if number else reach.numbers:
                yield each.case(calls, n, way)

    if number:
        limited = f"{counted(number, 'block')} a call"
        return Claim(operation, limited, size * number, cases, limited=limited)
    return Claim(operation, "", size, cases, lambda graph, way: blocks(graph).loop(calls, way), allowed)


def descriptor(implementation: Implementation, image: Image) -> tuple[int, list[int]]:
    """Where it is, and its functions: key setup, encryption, decryption, and counter mode or 0."""
    before, word, unit = DESCRIPTORS.get(image.machine, WORDS)
    name = implementation.define["BENCH_DESCRIPTOR"]
    start = next(s.start for s in image.symbols.values() if s.name == name or s.name.startswith(f"{name}_with_"))
    return start, [image.number(start + before + word * i, word) * unit for i in range(4)]


def of_mode(implementation: Implementation, image: Image) -> list[Claim]:
    """Counter mode or CBC; the most bytes are those of the longest message."""
    start, (set_key, encrypt, decrypt, counter) = descriptor(implementation, image)
    word = DESCRIPTORS.get(image.machine, WORDS)[1]
    init = image.address(f"narae_{implementation.mode}_init_sized")
    context = image.symbols["guarded"].size - 2 * CANARY_BYTES
    functions = (init, set_key & ~1, encrypt & ~1, decrypt & ~1, counter & ~1)  # bit 0 is Thumb's
    program = modes.Program(implementation, image, context, start % (1 << 8 * word), *functions, word)
    most = modes.BLOCKS * algorithms.BLOCK_CIPHERS[implementation.cipher][0]
    if implementation.mode == "ctr":
        size = algorithms.BLOCK_CIPHERS[implementation.cipher][0]
        sizes = [n for n in range(most + 1) if modes.of_every_counter(n, size)]
        covers = f"{', '.join(map(str, sizes[:-1]))} and {most} bytes over any block function, every counter"
        covers += f", others from counters far from their end{IN_PLACE_TOO}"
        limited = f"{len(sizes)} sizes to {most} bytes"
        mode = Claim("encrypt", covers, most, lambda graph, _: modes.ctr(program, graph), limited=limited)
        schedule = image.number(start + word + 4, 2)  # bytes of that of the longest key
        return [mode, counting(implementation, image, schedule, set_key, counter)] if counter else [mode]
    covers = f"0 to {modes.BLOCKS} blocks over any block function{IN_PLACE_TOO}"
    limited = f"0 to {modes.BLOCKS} blocks"
    return [
        Claim(name, covers, most, lambda graph, _, i=inverse: modes.cbc(program, graph, i), limited=limited)  # type: ignore[misc]
        for name, inverse in (("encrypt", False), ("decrypt", True))
    ]


def product_of_gcm(image: Image) -> Claim:
    limited = f"0 to {ghash.BLOCKS} blocks"
    covers = f"{limited} from every state"
    cases = ghash.ghash
    return Claim("ghash", covers, 0, lambda graph, _: cases(image, graph), limited=limited, how="by coefficients")


def counting(implementation: Implementation, image: Image, schedule: int, set_key: int, counter: int) -> Claim:
    """set_key, then a kernel for counter mode.  Kernels of several blocks begin with the four that the counter is in:
    which one of them it is, is a case."""
    cipher = implementation.cipher
    size = algorithms.BLOCK_CIPHERS[cipher][0]
    starts = 1 if image.machine == "avr" else 4

    def cases(graph: Graph, _: Span) -> Iterator[Case]:
        blocks = Blocks(graph, cipher, schedule, False)
        upper, text = graph.input("counter", 8 * size), graph.input("long text", 8 * size * COUNTED)

        def case(n: int, start: int, way: Way) -> Case:
            given, bits = text[: 8 * EACH * size * n], starts.bit_length() - 1
            at = 8 * EACH * (size - 1)
            first = upper[:at] + lits(start, bits) + upper[at + bits * EACH :]
            made = [blocks.encrypted(modes.advanced(graph, first, i)) for i in range(n)]
            buffers = blocks.buffers(n * size, given, way)
            buffers.append(Buffer("counter", size, first, writable=True, offset=None))
            expected = {"out": graph.gates("^", given, b"".join(made)), "counter": modes.advanced(graph, first, n)}
            setup = Call(set_key, (("schedule", 0), ("key", 0), (implementation.key_bytes, 0)), status=True)
            source = "out" if way.in_place else "in"
            arguments = (("schedule", 0), ("out", 0), (source, 0), (n, 0), ("counter", 0))
            count = Call(counter, arguments, constant=("schedule",), gone=("key",))
            return Case(f"{n} blocks{way.name}", buffers, [setup, count], expected)

        for start in range(starts):
            for way in WAYS:
                for n in range(COUNTED + 1):
                    yield case(n, start, way)

    limited = f"0 to {COUNTED} blocks"
    covers = f"{limited} from every counter{IN_PLACE_TOO}"
    return Claim("key+count", covers, COUNTED * size, cases, limited=limited)


def block(implementation: Implementation, image: Image, most: int | None) -> list[Claim]:
    """set_key, then encryption or decryption, through the descriptor."""
    define = implementation.define
    set_key, encrypt, decrypt, _ = descriptor(implementation, image)[1]
    set_decrypt_key = image.symbols.get(define.get("BENCH_SET_DECRYPT_KEY", ""))
    decrypt_named = image.symbols.get(define.get("BENCH_DECRYPT", ""))

    def calls(prepare: int, function: int) -> Calls:
        setup = Call(prepare, (("schedule", 0), ("key", 0), (implementation.key_bytes, 0)), status=True)
        constant = ("schedule",) if own else ()
        unchanged = () if own else ("schedule",)

        def of_numbers(n: Number, source: str) -> list[Call]:
            arguments = (("schedule", 0), ("out", 0), (source, 0), (n, 0))
            return [setup, Call(function, arguments, constant=constant, unchanged=unchanged, gone=("key",))]

        return of_numbers

    def blocks(graph: Graph, inverse: bool) -> Blocks:
        return Blocks(graph, cipher, schedule, inverse)

    schedule = image.symbols["schedule"].size - 2 * CANARY_BYTES
    own, cipher = implementation.in_library, implementation.cipher
    size, allowed = algorithms.BLOCK_CIPHERS[cipher][0], WAYS if own else (PLAIN,)
    backwards = calls(
        set_decrypt_key.start if set_decrypt_key else set_key, decrypt_named.start if decrypt_named else decrypt
    )
    return [
        of_blocks("key+encrypt", partial(blocks, inverse=False), size, calls(set_key, encrypt), allowed),
        of_blocks("key+decrypt", partial(blocks, inverse=True), size, backwards, allowed),
    ]


def called_block(implementation: Implementation, image: Image, most: int | None) -> list[Claim]:
    """A user's functions, as implementation.toml calls them."""
    define = implementation.define
    if implementation.cipher not in algorithms.BLOCK_CIPHERS:
        raise NotTried(f"the lab has no specification of {implementation.cipher}")
    cipher, unit = implementation.cipher, int(define["CALL_BLOCKS"])

    def calls(prepare: str, function: str) -> Calls:
        texts = [define[n] for word in (prepare, function) for n in define if n.startswith(f"CALL_{word}(")]
        parsed = [parse(image, text) for text in texts]

        def put(argument: Number | str, n: Number, source: str) -> Number | str:
            return n if argument == "blocks" else source if argument == "in" else argument

        def of_numbers(n: Number, source: str) -> list[Call]:
            given = [tuple((put(a, n, source), size) for a, size in c.arguments) for c in parsed]
            *before, last = [Call(c.function, arguments) for c, arguments in zip(parsed, given, strict=True)]
            takes_key = any(a == "key" for a, _ in last.arguments)
            return [*before, replace(last, unchanged=("schedule",), gone=() if takes_key else ("key",))]

        return of_numbers

    def blocks(graph: Graph, inverse: bool) -> Blocks:
        return Blocks(graph, cipher, schedule, inverse, alignment)

    alignment = implementation.foreign.alignment if implementation.foreign else 1
    around = max(alignment, CANARY_BYTES) + (3 if alignment < 4 else 0) + CANARY_BYTES  # as BENCH_AREA
    schedule = image.symbols["bench_schedule_area"].size - around  # CALL_SCHEDULE_BYTES may be an expression of C
    decrypt_key = "SET_DECRYPT_KEY" if any(n.startswith("CALL_SET_DECRYPT_KEY(") for n in define) else "SET_KEY"
    directions = [("key+encrypt", calls("SET_KEY", "ENCRYPT"), False)]
    if any(n.startswith("CALL_DECRYPT(") for n in define):
        directions.append(("key+decrypt", calls(decrypt_key, "DECRYPT"), True))
    size = algorithms.BLOCK_CIPHERS[cipher][0]
    return [of_blocks(name, partial(blocks, inverse=i), size, c, (PLAIN,), unit) for name, c, i in directions]


def parse(image: Image, text: str) -> Call:
    """A call such as ((void)(aes_enc(schedule, in, out, (blocks) * 16))): buffers and numbers only."""
    found = re.fullmatch(r"\(\(void\)\((\w+)\((.*)\)\)\)", text)
    function = image.symbols.get(found[1]) if found else None
    if not found or not function:
        raise NotTried(f"`{text}` is not a call of one function of the program")
    arguments: list[tuple[Number | str, int]] = []
    for word in found[2].split(","):
        plain = re.sub(r"\([\w\s]+\*\s*\)", "", word).strip()
        if plain in ("schedule", "key", "in", "out", "blocks"):
            arguments.append((plain, 0))
        elif re.fullmatch(r"\d+", plain):
            arguments.append((int(plain), 0))
        else:
            raise NotTried(f"`{plain}` in `{text}` is neither a buffer nor a number")
    return Call(function.start, tuple(arguments))


def permutation(implementation: Implementation, image: Image, most: int | None) -> list[Claim]:
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
    size, permute = algorithms.PERMUTATIONS[implementation.cipher]

    def cases(graph: Graph, _: Span) -> Iterator[Case]:
        graph.merging(False)
        state = graph.input("state", 8 * size)
        after = bits_of(graph, permute(octets(graph, state)))
        graph.merging(True)
        call = Call(image.address(name), (("state", 0), *((int(n), 0) for n in rounds)), status=not kept)
        yield Case("one state", [Buffer("state", size, form(state), writable=True)], [call], {"state": form(after)})

    covers = "every state" + (", its words interleaved" if kept else "")
    return [Claim("hash", covers, size, cases)]


def hashed(implementation: Implementation, image: Image, most: int | None) -> list[Claim]:
    """A hash function in one call, on messages whose padding begins where something changes."""
    m = algorithms.MESSAGES[f"{implementation.cipher} {implementation.mode}"]
    expression = implementation.define["BENCH_HASH(digest, digest_bytes, in, bytes)"]
    name, names = re.fullmatch(r"(\w+)\((.*)\)", expression).groups()  # type: ignore[union-attr]
    size = m.block
    ends = {7 * size // 8 - 1, 7 * size // 8, size - 1, size, size + 1, 2 * size} if most is None else {size}
    lengths = sorted({0, 1} | ends)

    def cases(graph: Graph, _: Span) -> Iterator[Case]:
        text = graph.input("text", 8 * 2 * size)
        graph.merging(True)
        for n in lengths:
            digest = bits_of(graph, m.seal(b"", b"", b"", octets(graph, text[: 8 * EACH * n]), m.tag_bytes)[1])
            buffers = [
                Buffer("in", n, text[: 8 * EACH * n], offset=None),
                Buffer("out", m.tag_bytes, writable=True, offset=None),
            ]
            given: dict[str, tuple[Number | str, int]] = {
                "digest": ("out", 0), "digest_bytes": (m.tag_bytes, 0), "in": ("in", 0), "bytes": (n, 0)
            }  # fmt: skip
            arguments = tuple(given[word] for word in names.split(", "))
            call = Call(image.address(name), arguments, status=True)
            yield Case(f"{n} bytes", buffers, [call], {"out": digest})

    covers = f"{', '.join(map(str, lengths[:-1]))} and {lengths[-1]} bytes"
    limited = f"{len(lengths)} sizes to {lengths[-1]} bytes"
    return [Claim("hash", covers, 1, cases, limited=limited)]  # longer ones are some only


def interleaved(state: Lits) -> Lits:
    """Each word of 64 bits with its even bits in the lower half and its odd ones in the upper half."""
    bits = [state[EACH * i : EACH * (i + 1)] for i in range(len(state) // EACH)]
    words = [bits[i : i + 64] for i in range(0, len(bits), 64)]
    return b"".join(bit for word in words for bit in word[::2] + word[1::2])


def stream(implementation: Implementation, image: Image, most: int | None) -> list[Claim]:
    """narae_chacha_xor(), as lab/bench/adapters/chacha.h calls it."""
    m = algorithms.MESSAGES[f"{implementation.cipher} {implementation.mode}"]
    rounds = int(implementation.define["BENCH_ROUNDS"])
    every = most is None
    around = {n * CHACHA_BLOCK + more for n in range(2, MOST_BYTES // CHACHA_BLOCK + 1) for more in (-1, 0, 1)}
    lengths = [*range(EACH_BYTE + 1), *sorted(around), MOST_BYTES] if every else [0, 1, 64, 65, 129]

    def cases(graph: Graph, _: Span) -> Iterator[Case]:
        key, nonce = graph.input("key", 8 * m.key_bytes), graph.input("nonce", 8 * m.nonce_bytes)
        graph.merging(False)
        text = graph.input("text", 8 * max(lengths))
        whole = m.seal(octets(graph, key), octets(graph, nonce), b"", octets(graph, text), 0)[0]
        made = bits_of(graph, whole)
        graph.merging(True)

        for n in lengths:
            for way in WAYS:
                made_of_text = text[: 8 * EACH * n], made[: 8 * EACH * n]
                yield streamed(m, image, rounds, (key, nonce, 0), made_of_text, way)

    some = ", ".join(map(str, lengths[EACH_BYTE + 1 :] if every else lengths))
    limited = f"{len(lengths)} sizes to {lengths[-1]} bytes"
    covers = (f"0 to {EACH_BYTE}, " if every else "") + f"{some} bytes from counter 0{IN_PLACE_TOO}"
    counted = [counted_stream(m, image, rounds)] if image.machine != "avr" else []  # docs/explanation/proofs.md
    return [Claim("encrypt", covers, EACH_BYTE if every else 0, cases, limited=limited), *counted]


def streamed(
    m: Any,
    image: Image,
    rounds: int,
    given: tuple[Lits, Lits, Number],
    text: tuple[Lits, Lits],
    way: Way,
    assumed: Lits = TRUE,
    answer: int = 0,
) -> Case:
    """A call with a key, a nonce and a counter, on a text, and what it must become."""
    n = len(text[0]) // EACH // 8
    key, nonce, counter = given
    buffers = [
        Buffer("key", m.key_bytes, key, offset=way.offset),
        Buffer("nonce", m.nonce_bytes, nonce, offset=way.offset),
        *([] if way.in_place else [Buffer("in", n, text[0], offset=way.offset)]),
        Buffer("out", n, text[0] if way.in_place else None, writable=True, offset=way.offset),
    ]
    into: tuple[tuple[Number | str, int], ...] = (("out", 0), ("out" if way.in_place else "in", 0), (n, 0))
    rest = (("key", 0), (m.key_bytes, 0), ("nonce", 0), (m.nonce_bytes, 0), (counter, 8))
    call = Call(image.address("narae_chacha_xor"), (*into, (rounds, 0), *rest), status=True, answer=answer)
    where = way.name + (", counter too large" if answer else "")
    settles = int(assumed != TRUE)
    name, expected = f"{n} bytes{where}", {"out": text[1]}
    return Case(name, buffers, [call], expected, assumed=assumed, settles=settles)


def counted_stream(m: Any, image: Image, rounds: int) -> Claim:
    """From any counter of 32 bits but 0: with as many blocks left as the text has, or refused."""
    most = MOST_BYTES // CHACHA_BLOCK
    lengths = sorted({n * CHACHA_BLOCK + more for n in range(1, most + 1) for more in (-1, 0, 1)})

    def cases(graph: Graph, _: Span) -> Iterator[Case]:
        key, nonce = graph.input("key", 8 * m.key_bytes), graph.input("nonce", 8 * m.nonce_bytes)
        first, text = graph.input("counter", COUNTER), graph.input("longer text", 8 * max(lengths))
        graph.public(first, [COUNTER_LEVELS + i for i in range(COUNTER)])
        graph.merging(False)
        made = b""
        for i in range(most + 1):
            counter = number(graph, graph.add(first, lits(i, COUNTER))[0])
            block = chacha.block(rounds, octets(graph, key), counter, octets(graph, nonce))
            made += bits_of(graph, block)
        made = graph.gates("^", text, made[: len(text)])
        graph.merging(True)

        def reaches(blocks: int) -> Lits:
            """Are there fewer blocks than these from the counter on?"""
            return graph.add(first, lits(blocks - 1, COUNTER))[1]

        def without(some: Lits, others: Lits) -> Lits:
            return graph.gates("&", some, graph.gates("^", others, TRUE))

        positive = reaches(2**COUNTER)
        far = without(positive, reaches(CHACHA_ASKED))
        for n in lengths:
            blocks, bits, given = -(-n // CHACHA_BLOCK), 8 * EACH * n, (key, nonce, first + FALSE * COUNTER)
            over, ends = reaches(blocks), reaches(blocks + 1)
            for enough in (far, without(reaches(CHACHA_ASKED), ends), without(ends, over)):
                for way in WAYS:
                    yield streamed(m, image, rounds, given, (text[:bits], made[:bits]), way, enough)
            if over != FALSE:
                same = (text[:bits], text[:bits])
                yield streamed(m, image, rounds, given, same, WAYS[1], over, answer=ERROR_LENGTH)

    limited = f"1 to {most} blocks"
    covers = f"{limited} and a byte less or more, from every counter but 0{IN_PLACE_TOO}, or refused"
    return Claim("count", covers, 0, cases, limited=limited)
