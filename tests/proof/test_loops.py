# SPDX-License-Identifier: MIT
"""Loop proofs: found for right loops, not for loops of which only the first iterations are right."""

from __future__ import annotations

from itertools import chain

import pytest
from proved_programs import program_of

from lab.proof.case import Call
from lab.proof.claims import Layout, Loop
from lab.proof.core import Graph, Lits
from lab.proof.loops import NotInductive, prove_loop
from lab.proof.machines import MACHINES, Buffer
from lab.proof.program import Image, Section, read
from lab.proof.prove import EQUAL, TABLE, prove

START = 0x20010000
OUT, IN, COUNT, T0, T1, SP = 11, 12, 13, 5, 6, 2  # a1 to a3 and others


def load(register: int, base: int, offset: int = 0) -> int:
    return 0x2003 | register << 7 | base << 15 | (offset & 0xFFF) << 20


def store(register: int, base: int, offset: int = 0) -> int:
    return 0x2023 | register << 20 | base << 15 | (offset & 31) << 7 | (offset >> 5 & 127) << 25


def add(register: int, source: int, value: int) -> int:
    return 0x13 | register << 7 | source << 15 | (value & 0xFFF) << 20


def branch(kind: int, register: int, offset: int, other: int = 0) -> int:
    """kind: 0 if equal to another register, or to zero, 1 if not, 6 if less."""
    high = (offset >> 12 & 1) << 31 | (offset >> 5 & 63) << 25 | other << 20
    return 0x63 | kind << 12 | register << 15 | high | (offset >> 1 & 15) << 8 | (offset >> 11 & 1) << 7


RET, AND_255 = 0x00008067, 0x0FF6F693  # andi a3, a3, 255
ADVANCE = [add(IN, IN, 4), add(OUT, OUT, 4), add(COUNT, COUNT, -1)]
COPY = [branch(0, COUNT, 28), load(T0, IN), store(T0, OUT), *ADVANCE, branch(1, COUNT, -20), RET]
STALE = [branch(0, COUNT, 28), load(T0, IN), store(T0, OUT), *ADVANCE, branch(1, COUNT, -16), RET]
SHORT = [AND_255, *COPY]
FIRST = [  # stores the first block repeatedly
    branch(0, COUNT, 32),
    load(T1, IN),
    add(T0, T1, 0),
    store(T0, OUT),
    *ADVANCE,
    branch(1, COUNT, -20),
    RET,
]
DECIDES = [branch(0, COUNT, 28), load(T0, IN), branch(0, T0, 4), store(T0, OUT), *ADVANCE, branch(1, COUNT, -24), RET]


def move(blocks: int) -> list[int]:
    copies = [(load(T0, IN, 4 * i), store(T0, OUT, 4 * i)) for i in range(blocks)]
    return [*chain(*copies), add(IN, IN, 4 * blocks), add(OUT, OUT, 4 * blocks), add(COUNT, COUNT, -blocks)]


LESS_THAN_3, IS_ODD = 0x0036B313, 0x0016F313  # sltiu t1, a3, 3 and andi t1, a3, 1
THREES = [LESS_THAN_3, branch(1, T1, 44), *move(3), branch(0, 0, -44)]
IN_THREES = [*THREES, *COPY]
ENDS_EARLY = [*THREES, add(T1, COUNT, -2), branch(1, T1, 8), add(COUNT, COUNT, -1), *COPY]
PAIRS = [branch(0, COUNT, 36), *move(2), branch(0, 0, -32), RET]
ODD_FIRST = [IS_ODD, branch(0, T1, 24), *move(1), *PAIRS]
ODD_CLEARED = [IS_ODD, branch(0, T1, 24), move(1)[0], store(0, OUT), *ADVANCE, *PAIRS]
END = [0x00269313, 0x00C30333]  # slli t1, a3, 2 and add t1, t1, a2
TO_END = [*END, branch(0, IN, 24, T1), load(T0, IN), store(T0, OUT), *ADVANCE[:2], branch(1, IN, -16, T1), RET]
SPILLED = [add(SP, SP, -16), store(COUNT, SP), branch(0, COUNT, 28), *COPY[1:-1], load(T0, SP)]
RETURN = [add(SP, SP, 16), RET]
LOAD_LAST = [branch(0, COUNT, 36), branch(0, 0, 24), store(T0, OUT), *ADVANCE, branch(0, COUNT, 12), load(T0, IN)]
LOAD_LAST += [branch(0, 0, -24), RET]
ONE_LEFT = [add(T1, COUNT, -1), branch(0, T1, -24)]  # skips a load
LAST_IS_STALE = [branch(0, COUNT, 44), branch(0, 0, 32), *LOAD_LAST[2:6], branch(0, COUNT, 20), *ONE_LEFT, load(T0, IN)]
LAST_IS_STALE += [branch(0, 0, -32), RET]
CLAMPED = [0x00D03333, 0x406686B3]  # snez t1, a3 and sub a3, a3, t1
CLAMPS = [branch(0, COUNT, 32), *COPY[1:5], *CLAMPED, branch(1, COUNT, -24), RET]
IS_2 = [add(T1, COUNT, -2), 0x00133313]  # seqz t1, t1
LOSES_1 = [branch(0, COUNT, 40), *COPY[1:5], *IS_2, CLAMPED[1], ADVANCE[2], branch(1, COUNT, -32), RET]
MANY = [0x00100337, branch(6, T0, 8, T1), store(0, OUT, -4)]  # lui t1, 2^20
BY_20 = [0x0142D293, load(T1, OUT, -4), 0x00534333, store(T1, OUT, -4)]  # srli t0, t0, 20 and xor t1, t1, t0


def prove_copy(code: list[int]) -> tuple[int, int]:
    """Proves a loop that should copy blocks of four bytes."""
    data = b"".join(word.to_bytes(4, "little") for word in code)
    image = Image(None, "rv32", (Section(".text", START, data, True),), {})
    with Graph() as graph, MACHINES["rv32"](graph, image) as machine:

        def buffers(size: int, content: Lits, way: Layout) -> list[Buffer]:
            return [Buffer("in", size, content), Buffer("out", size, writable=True)]

        def calls(n, source):
            return [Call(START, ((0, 0), ("out", 0), (source, 0), (n, 0)))]

        def text(n: int) -> Lits:
            return graph.input(f"block {n}", 32)

        loop = Loop(4, calls, buffers, (), lambda n: (text(n), text(n)), lambda n: graph.input(f"any {n}", 32))
        return prove_loop(machine, loop, [])


def test_a_right_loop_is_proved_for_every_number():
    number, width = prove_copy(COPY)
    assert width == 1 and number <= 2


@pytest.mark.parametrize(
    "code, expected",
    [(IN_THREES, 3), (ODD_FIRST, 2), (TO_END, 1), ([*SPILLED, *RETURN], 1), (LOAD_LAST, 1), (CLAMPS, 1)],
    ids=["threes", "odd first", "to an end", "spilled", "load last", "clamps"],
)
def test_right_loops_of_other_forms_are_proved(code, expected):
    assert prove_copy(code)[1] == expected


@pytest.mark.parametrize(
    "code",
    [ENDS_EARLY, ODD_CLEARED, [*SPILLED, *MANY, *RETURN], [*SPILLED, *BY_20, *RETURN], LAST_IS_STALE, LOSES_1],
    ids=["ends early", "odd cleared", "many", "by 20", "last is stale", "loses 1"],
)
def test_their_errors_are_found(code):
    """ENDS_EARLY loses the last of two blocks that remain, ODD_CLEARED clears the first of an odd number, MANY the last
    of 2^20 or more, which BY_20 changes, LAST_IS_STALE does not load the last one, LOSES_1 ends before it."""
    with pytest.raises(NotInductive):
        prove_copy(code)


@pytest.mark.parametrize("code", [STALE, FIRST, SHORT, DECIDES], ids=["stale", "first", "short", "decides"])
def test_a_wrong_loop_is_not_proved(code):
    """STALE loads one block only, SHORT counts to 255, DECIDES branches on data."""
    with pytest.raises(NotInductive):
        prove_copy(code)


@pytest.mark.parametrize(
    "target, cipher, kernel, width",
    [
        pytest.param("uno", "lea-128", "avr", 1, marks=pytest.mark.deep),
        pytest.param("uno", "pipo-64/256", "avr", 1, marks=pytest.mark.deep),
        pytest.param("hifive1", "lea-128", "rv32", 8, marks=pytest.mark.deep),
        ("hifive1", "lea-128", "rv32-small", 8),
        pytest.param("hifive1", "pipo-64/128", "portable", 4, marks=pytest.mark.deep),
        pytest.param("m4", "lea-128", "thumb", 2, marks=pytest.mark.deep),
        pytest.param("m0plus", "aes-128", "portable", 2, marks=pytest.mark.deep),
    ],
)
def test_kernels_are_proved_for_every_number_of_blocks(target, cipher, kernel, width):
    implementation, elf = program_of(target, cipher, kernel)
    for proof in prove(implementation, read(elf), target):
        assert proof.proof in (EQUAL, TABLE), proof.reason
        assert proof.covers.startswith("any number of blocks"), proof.loop
        assert proof.max_bytes is None
        assert proof.loop == f"{width} a step" or proof.operation == "key+decrypt"
