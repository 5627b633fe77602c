# SPDX-License-Identifier: MIT
"""What the MSP430X adds, which mspdebug does not simulate: numbers of 20 bits, compared with Python's, and instructions
that do what several others do."""

from __future__ import annotations

import random
from functools import partial
from itertools import product

import msp430_code as code
import pytest
from msp430_code import (
    CODE,
    DATA,
    DATA_BYTES,
    SR,
    STACK,
    absolute,
    constant,
    immediate,
    indexed,
    indirect,
    one,
    register,
    two,
)

TOP = 0xFFFFF
Case = tuple[list[int], int, dict[int, int]]


def state(r: random.Random, bits: int = 20) -> dict[int, int]:
    registers = {n: r.choice((r.getrandbits(bits), 0, 1, (1 << bits) - 1, 1 << bits - 1)) for n in range(8, 16)}
    return registers | {1: STACK, 4: DATA + 64, 5: DATA + 128, 6: DATA + 192, 7: 0, SR: r.choice((0, 1, 2, 0x107))}


def extended(words: list[int], bits: int, low: int = 0) -> list[int]:
    """`low`: repetitions but one, or with 0x100 no carry."""
    wide = bits == 20
    return [0x1800 | low | (0 if wide else 0x40), words[0] | (0x40 if bits != 16 else 0), *words[1:]]


def data_of(r: random.Random) -> bytes:
    return r.randbytes(DATA_BYTES)


def same(first: list[Case], second: list[Case], data: bytes, ignored: int = 0) -> list[str]:
    """Where two ways to do the same thing end differently, PC apart."""
    assert len(first) == len(second) > 10
    found = []
    ends = (code.outcomes("msp430x", cases, data) for cases in (first, second))
    for (words, _, before), a, b in zip(first, *ends, strict=True):
        masked = [(*e.registers[1:2], e.registers[2] & ~ignored, *e.registers[4:]) for e in (a, b)]
        if a.fault or b.fault or masked[0] != masked[1] or a.data != b.data:
            found.append(f"{[hex(w) for w in words]} from {before}: {a.registers} {a.fault}, {b.registers} {b.fault}")
    return found


def test_an_extension_word_for_16_and_8_bits_changes_nothing():
    r, plain, long = random.Random(1), [], []
    sources = [register(8), constant(1), constant(-1), immediate(0x8765), indirect(4), indirect(5, True), indexed(6, 4)]
    for name, source, byte in product(code.TWO, [*sources, absolute(DATA + 10)], (False, True)):
        for destination in (register(9), indexed(6, 8), absolute(DATA + 32)):
            before = state(r)
            words = two(name, source, destination, byte)
            plain.append((words, 1, before))
            long.append((extended(words, 8 if byte else 16), 1, before))
    for name, source in product(("rrc", "rra", "swpb", "sxt", "push"), (register(8), indirect(4), absolute(DATA + 2))):
        before = state(r)
        plain.append((one(name, source), 1, before))
        long.append((extended(one(name, source), 16), 1, before))
    assert same(plain, long, data_of(r)) == []


def added(a: int, b: int, carry: int) -> tuple[int, int]:
    """The sum of 20 bits and SR."""
    total = a + b + carry
    result = total & TOP
    overflow = (a ^ ~b) & (a ^ result) & 0x80000
    return result, total >> 20 | (result == 0) << 1 | (result >> 19) << 2 | (0x100 if overflow else 0)


def logical(result: int, overflow: int = 0) -> tuple[int, int]:
    return result, (result != 0) | (result == 0) << 1 | (result >> 19) << 2 | (0x100 if overflow else 0)


# destination, source, carry: result and SR; None: it stays
OPERATIONS = {
    "mov": lambda d, s, c: (s, None),
    "add": lambda d, s, c: added(d, s, 0),
    "addc": lambda d, s, c: added(d, s, c),
    "sub": lambda d, s, c: added(d, s ^ TOP, 1),
    "subc": lambda d, s, c: added(d, s ^ TOP, c),
    "cmp": lambda d, s, c: (d, added(d, s ^ TOP, 1)[1]),
    "bit": lambda d, s, c: (d, logical(d & s)[1]),
    "and": lambda d, s, c: logical(d & s),
    "bic": lambda d, s, c: (d & ~s, None),
    "bis": lambda d, s, c: (d | s, None),
    "xor": lambda d, s, c: logical(d ^ s, d & s & 0x80000),
}


def long_word(value: int) -> bytes:
    return value.to_bytes(4, "little")


@pytest.mark.parametrize("name", OPERATIONS)
def test_operands_of_20_bits(name):
    """In registers, in memory as two words, and as immediates; MOVA, ADDA, SUBA and CMPA as well."""
    r = random.Random(name)
    cases, expected = [], []
    data = bytearray(data_of(r))
    stored = r.getrandbits(20)
    data[64:68] = long_word(stored | 0xABC00000)  # bits above are not read
    for _ in range(30):
        before = state(r)
        carry = before[SR] & 1
        for words, source, target in (
            (extended(two(name, register(8), register(9)), 20), before[8], 9),
            (extended(two(name, indirect(4), register(9)), 20), stored, 9),
            (extended(two(name, indirect(4, True), register(9)), 20), stored, 9),
            ([0x1800 | 9 << 7, *two(name, immediate(0x8421), register(9), True)], 0x98421, 9),
            (extended(two(name, register(8), indexed(4, 0)), 20), before[8], None),
        ):
            old = stored if target is None else before[9]
            result, status = OPERATIONS[name](old, source, carry)
            cases.append((words, 1, before))
            expected.append((target, result, before[SR] if status is None else status))
        short = {"mov": 0xC0, "cmp": 0xD0, "add": 0xE0, "sub": 0xF0}.get(name)
        if short:
            for words, source in (([8 << 8 | short | 9], before[8]), ([5 << 8 | short - 0x40 | 9, 0x1357], 0x51357)):
                result, status = OPERATIONS[name](before[9], source, carry)
                cases.append((words, 1, before))
                expected.append((9, result, before[SR] if status is None else status))
    for (words, _, before), (target, result, status), end in zip(
        cases, expected, code.outcomes("msp430x", cases, bytes(data)), strict=True
    ):
        got = end.registers[9] if target else int.from_bytes(end.data[64:68], "little")
        if not target and name in ("cmp", "bit"):
            got &= TOP  # not written
        assert (got, end.registers[SR], end.fault) == (result, status, False), ([hex(w) for w in words], before)
        if words[-1] >> 4 & 3 == 3 and words[-1] >> 8 & 15 == 4:
            assert end.registers[4] == before[4] + 4


def test_shifts_by_several_bits_are_several_shifts():
    r, first, second = random.Random(3), [], []
    for n, bits, (k, name) in product(range(1, 5), (16, 20), enumerate(("rrc", "rra", "rla", "rru"))):
        for _ in range(4):
            before = state(r)
            single = {
                "rrc": extended(one("rrc", register(8)), bits),
                "rra": extended(one("rra", register(8)), bits),
                "rla": extended(two("add", register(8), register(8)), bits),
                "rru": extended(one("rrc", register(8)), bits, 0x100),
            }[name]
            first.append(([(n - 1) << 10 | k << 8 | (0x40 if bits == 20 else 0x50) | 8], 1, before))
            second.append((single * n, n, before))
    assert same(first, second, data_of(r), ignored=0x100) == []


def test_repetitions():
    """By a number, and by the low bits of a register."""
    r, first, second = random.Random(4), [], []
    for n, bits in product(range(1, 17), (8, 16, 20)):
        for words in (
            one("rrc", register(8)),
            two("addc", register(8), register(9)),
            two("sub", register(10), register(9)),
        ):
            before = state(r) | {11: (r.getrandbits(16) << 4) + n - 1}
            first += [(extended(words, bits, n - 1), 1, before), (extended(words, bits, 0x80 | 11), 1, before)]
            second += [(extended(words, bits) * n, n, before)] * 2
    assert same(first, second, data_of(r)) == []


def test_registers_go_to_the_stack_and_back():
    r = random.Random(5)
    cases: list[Case] = []
    counts = [(n, wide) for n in range(1, 13) for wide in (False, True)]
    for n, wide in counts:
        width = 0 if wide else 0x100
        before = {k: r.getrandbits(20) for k in range(4, 16)} | {1: DATA + DATA_BYTES, SR: 0}
        push, pop = 0x1400 | width | (n - 1) << 4 | 15, 0x1600 | width | (n - 1) << 4 | 16 - n
        clear = [[0x4300 | k] for k in range(16 - n, 16)]
        cases += [([push], 1, before), ([push, *(w for i in clear for w in i), pop], n + 2, before)]
    ends = code.outcomes("msp430x", cases, bytes(DATA_BYTES))
    for (n, wide), (_, _, before), pushed, back in zip(counts, cases[::2], ends[::2], ends[1::2], strict=True):
        size, mask = (4, TOP) if wide else (2, 0xFFFF)
        expected = b"".join((before[k] & mask).to_bytes(size, "little") for k in range(16 - n, 16))
        assert pushed.registers[1] == DATA + DATA_BYTES - n * size
        assert pushed.data[DATA_BYTES - n * size :] == expected
        assert back.registers[1] == DATA + DATA_BYTES
        assert list(back.registers[4:]) == [before[k] & (mask if k >= 16 - n else TOP) for k in range(4, 16)]


def test_calls_and_returns_of_20_bits():
    there = CODE + 0x40
    at = (there).to_bytes(4, "little")
    before = {1: DATA + DATA_BYTES, SR: 0, 4: DATA, 8: there}
    calls = {
        "register": [0x1348],
        "index": [0x1354, 0],
        "indirect": [0x1364],
        "increment": [0x1374],
        "absolute": [0x1380, DATA],
        "symbolic": [0x1390 | (DATA - CODE - 2) >> 16 & 15, (DATA - CODE - 2) & 0xFFFF],
        "immediate": [0x13B0, there],
    }
    cases: list[Case] = [(words, 1, before) for words in calls.values()]
    cases += [(words + [0] * (32 - len(words)) + [0x0110], 2, before) for words in calls.values()]  # RETA
    ends = code.outcomes("msp430x", cases, at + bytes(DATA_BYTES - 4))
    for (words, _, _), call, back in zip(cases, ends[: len(calls)], ends[len(calls) :], strict=False):
        after = CODE + 2 * len(words)
        assert (call.pc, call.registers[1], call.fault) == (there, DATA + DATA_BYTES - 4, False), words
        assert int.from_bytes(call.data[-4:], "little") == after
        assert (back.pc, back.registers[1], back.fault) == (after, DATA + DATA_BYTES, False), words


def test_words_and_bytes_clear_what_is_above_them():
    r, cases = random.Random(6), []
    for name, byte in product(("mov", "add", "xor", "bis"), (False, True)):
        cases.append((two(name, register(8), register(9), byte), 1, state(r) | {9: TOP}))
    for end, (_, byte) in zip(code.outcomes("msp430x", cases, bytes(8)), product(range(4), (16, 8)), strict=True):
        assert end.registers[9] >> byte == 0


def test_what_the_manual_does_not_name_is_refused():
    strange = [
        [0x1380 + 0x60],
        [0x1340],
        [0x13A5],
        [0x1800, 0x4809],
        [0x1840, 0x1800],
        [0x1840, 0x1288],
        [0x140F | 0xC0],
    ]
    ends = code.outcomes("msp430x", [(words, 1, state(random.Random(7))) for words in strange], bytes(8))
    assert [end.fault for end in ends] == [True] * len(strange)
    old = [[0x0849], [0x1348], [0x1508], [0x1840, 0x4809]]
    ends = code.outcomes("msp430", [(words, 1, {}) for words in old], bytes(8))
    assert [end.fault for end in ends] == [True] * len(old)


WRONG = {
    "long word": ("isa.h", "msp_up(msp_low(msp_load(p, msp_moved(p, address, 2), 2), 4), 16)", "msp_known(0)"),
    "long store": ("isa.h", "msp_store(p, msp_moved(p, address, 2), msp_down(w, 16), 2);", ";"),
    "long step": ("isa.h", "bits == 20 ? 4 : bits == 16", "bits == 16"),
    "without carry": ("isa.h", "msp_do_one(p, i, i->without_carry ? 0 : msp_carry(p));", "msp_do_one(p, i, 0);"),
    "repetition": ("decode.h", "(extension & 15) + !i->counts_by_register", "(extension & 7) + !i->counts_by_register"),
    "by register": ("isa.h", "times = 1 + (msp_place(p, p->r[i->count]) & 15)", "times = 1"),
    "shift": ("decode.h", "(uint8_t)(MSP_RRCM + (high & 3))", "(uint8_t)(MSP_RRCM + (high & 1))"),
    "left": ("isa.h", "msp_low(msp_up(a, 1), bits), bits, 0, 0, 0)", "msp_up(a, 1), bits, 0, 0, 0)"),
    "pushed": ("isa.h", "p->r[i->source.reg - n]", "p->r[i->source.reg]"),
    "popped": ("isa.h", "p->r[i->source.reg + n]", "p->r[i->source.reg]"),
    "address": ("decode.h", "{MSP_MOV, MSP_CMP, MSP_ADD, MSP_SUB}", "{MSP_MOV, MSP_CMP, MSP_SUB, MSP_ADD}"),
    "call": ("decode.h", "(at + (low << 16 | msp_next_word(c))) & 0xfffff", "(low << 16 | msp_next_word(c))"),
    "high bits": ("decode.h", "extension >> 7 & 15);", "extension >> 8 & 15);"),
    "reserved": ("decode.h", "(wide && !narrow) ||", ""),
}
TESTS = (
    test_an_extension_word_for_16_and_8_bits_changes_nothing,
    test_shifts_by_several_bits_are_several_shifts,
    test_repetitions,
    test_registers_go_to_the_stack_and_back,
    test_calls_and_returns_of_20_bits,
    test_what_the_manual_does_not_name_is_refused,
    *(partial(test_operands_of_20_bits, name) for name in OPERATIONS),
)


@pytest.mark.parametrize("kind", WRONG)
def test_a_wrong_instruction_is_seen(kind, tmp_path, monkeypatch):
    broken = code.broken_executor("FR5994", tmp_path, *WRONG[kind])
    old = code.simulator
    monkeypatch.setattr(code, "simulator", lambda chip: (broken,) if chip == "msp430x" else old(chip))

    def fails(test) -> bool:  # type: ignore[no-untyped-def]
        try:
            test()
        except AssertionError:
            return True
        return False

    assert any(map(fails, TESTS))
