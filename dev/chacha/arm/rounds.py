# SPDX-License-Identifier: MIT
"""Writes chacha/arm/rounds.inc: nine blocks of ChaCha for ARMv8-A, scheduled for the Cortex-A72.

    python3 -m dev.chacha.arm.rounds

Word w of blocks 0 to 3 is v[w], of blocks 4 to 7 v[16 + w], of block 8 x[w].  Operations are sorted by issue time
in cycles; a round takes 60.  Chain j of the eight vector quarter rounds starts 7.5 j cycles late, which spreads each
kind of operation evenly.  A round has 120 operations for the two vector pipes; its 48 shifts need one of them.

33 vectors do not fit in 32 registers: word 0 or 3 is spilled for half a round, and its register holds the rotation.

The times come from a local search: small changes, kept if the results stayed the same functions of the inputs and the
lab's pipeline model took no longer."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

SRC = Path(__file__).parents[3] / "src"
OUTPUT = SRC / "chacha/arm/rounds.inc"

ROUND, APART = 60, 7.5
# Issue times in a quarter round: additions, XORs, the rotation by 16; rotations of three operations.
ADD1, XOR1, TURN, ADD2, ROT12, ADD3, ROT8, ADD4, ROT7 = 0.71, 1.64, 3.72, 8.31, 12.18, 20.44, 24.14, 32.11, 38.01
GAP = 0.47  # between the operations of a rotation
PARKED = 31.08  # duration of a spill
WORDS = 1.09  # between operations on block 8, which begin LATE
LATE = 5.13
START = 15.12  # of round 0; round 1 begins at 60
# After the last round: words 0 to 7 and 8 to 15 of each group, block 8, and the gap between operations.
HALVES = [[14.14, 0], [38.71, 27.06]]
FINISH_WORDS = 9.91
BETWEEN = 0.54
AHEAD = 6  # window of packed()

ROWS, FIRST, COUNTERS = 0, 64, 320  # offsets in chacha_nine
SLOTS = 16  # spill slots


@dataclass
class Op:
    """An instruction; `tied`: the result overwrites the first operand."""

    time: float
    text: str  # {0}, {1}, ...: results (unless tied), operands
    results: list[str] = field(default_factory=list)
    operands: list[str] = field(default_factory=list)
    tied: bool = False


def word(group: int, w: int) -> str:
    return f"v{16 * group + w}"


def quarter(i: int, d: int) -> tuple[int, int, int, int]:
    return i, 4 + (i + d) % 4, 8 + (i + 2 * d) % 4, 12 + (i + 3 * d) % 4


class Rounds:
    """Operations with their times."""

    def __init__(self) -> None:
        self.ops: list[Op] = []
        self.temporaries = 0

    def at(
        self, time: float, text: str, results: Iterable[str] = (), operands: Iterable[str] = (), tied: bool = False
    ) -> None:
        self.ops.append(Op(time, text, list(results), list(operands), tied))

    def add(self, time: float, x: str, y: str) -> None:
        self.at(time, "add {0}.4s, {1}.4s, {2}.4s", [x], [x, y])

    def xor(self, time: float, x: str, y: str) -> None:
        self.at(time, "eor {0}.16b, {1}.16b, {2}.16b", [x], [x, y])

    def rotate(self, time: float, x: str, y: str, n: int) -> None:
        t = f"t{self.temporaries}"
        self.temporaries += 1
        self.at(time, "eor {0}.16b, {1}.16b, {2}.16b", [t], [x, y])
        self.at(time + GAP, f"shl {{0}}.4s, {{1}}.4s, {n}", [x], [t])
        self.at(time + 2 * GAP, f"usra {{0}}.4s, {{1}}.4s, {32 - n}", [x], [x, t], tied=True)

    def quarter_round(self, start: float, group: int, i: int, d: int, known: int = 0) -> None:
        """On vectors; the first `known` operations are already done."""
        a, b, c, e = (word(group, w) for w in quarter(i, d))
        if known < 1:
            self.add(start + ADD1, a, b)
        if known < 2:
            self.xor(start + XOR1, e, a)
            self.at(start + TURN, "rev32 {0}.8h, {1}.8h", [e], [e])
        self.add(start + ADD2, c, e)
        self.rotate(start + ROT12, b, c, 12)
        self.add(start + ADD3, a, b)
        self.rotate(start + ROT8, e, a, 8)
        self.add(start + ADD4, c, e)
        self.rotate(start + ROT7, b, c, 7)

    def word_round(
        self, start: float, d: int, columns: Iterable[int] = range(4), known: Sequence[int] = (0, 0, 0, 0)
    ) -> None:
        """On block 8."""
        for step in range(12):
            for i in columns:
                if step < known[i]:
                    continue
                a, b, c, e = (f"w{w}" for w in quarter(i, d))
                time = start + WORDS * (4 * step + i)
                kind = step % 3
                x, y = ((a, b) if step % 6 < 3 else (c, e)) if kind == 0 else ((e, a) if step % 6 < 3 else (b, c))
                if kind == 2:
                    self.at(time, f"ror {x}, {x}, {32 - (16, 12, 8, 7)[step // 3]}")
                else:
                    self.at(time, f"{'eor' if kind else 'add'} {x}, {x}, {y}")

    def park(self, r: int) -> None:
        """Spills in turn the words that the first chain of each group has added to."""
        for g in range(2):
            start = ROUND * r + 4 * APART * g + ROT8 + 0.05
            x = word(g, 3 * (r % 2))
            self.at(start, f"str {{0}}, {slot(g)}", [], [x])
            self.at(start + PARKED, f"ldr {{0}}, {slot(g)}", [x])

    def whole_round(self, r: int, known: Sequence[int] = (0, 0, 0, 0)) -> None:
        """Chain k has word 4 + k in each round, which is finished last and needed first."""
        for j in range(8):
            i = (j - r % 2) % 4
            self.quarter_round(ROUND * r + APART * j, j // 4, i, r % 2, known[i])
        self.word_round(ROUND * r + LATE, r % 2, known=known)
        self.park(r)

    def start(self, at: float) -> None:
        """Round 0 and parts of round 1 are the same for all blocks, except in column 0."""
        for g in range(2):
            start = at + 3 * g
            self.quarter_round(start, g, 0, 0, known=1)
            loads = [(4, 5), (8, 9), (0, 1)] if g == 0 else [(8, 9), (4, 5)]
            for n, (w, x) in enumerate(loads):
                self.load(start - 9 + n, f"ldp {{0}}, {{1}}, {saved(FIRST, w)}", word(g, w), word(g, x))
            for n, w in enumerate((2, 6, 10, 14)):
                self.load(at + 20 + 20 * g + n, f"ldp {{0}}, {{1}}, {saved(FIRST, w)}", word(g, w), word(g, w + 1))
        self.load(at - 7, f"ldr {{0}}, {saved(FIRST, 12)}", word(0, 12))
        self.load(at - 5, f"ldr {{0}}, {saved(COUNTERS, 0)}", word(1, 12))
        self.load(at - 4.5, f"ldr {{0}}, {saved(FIRST, 0)}", word(1, 0))
        for g in range(2):
            self.load(at + 19 + 20 * g, f"ldr {{0}}, {saved(FIRST, 13)}", word(g, 13))
        self.at(at + 3 + ROT8 + 0.05, f"str {{0}}, {slot(1)}", [], [word(1, 0)])
        self.load(ROUND + 24.3 + 3, f"ldr {{0}}, {slot(1)}", word(1, 0))
        self.load(ROUND + 24.3 + 3, f"ldr {{0}}, {saved(FIRST, 1)}", word(1, 1))
        for n, w in enumerate(w for i in range(4) for w in quarter(i, 0)):
            self.at(at - 8 + 0.7 * n, f"ldr w{w}, {saved(FIRST, w)}")
        self.at(at - 8 + 3.5, "add w12, w12, 8")
        self.word_round(at - 3, 0, columns=[0], known=[1, 0, 0, 0])

    def load(self, time: float, text: str, *names: str) -> None:
        self.at(time, text, names)

    def finish(self, g: int, pair: int, time: float) -> None:
        """Transposes words 8 pair to 8 pair + 7 to rows of blocks, and XORs the text."""
        apart = BETWEEN
        rows = {}
        for half in range(2):
            x = [word(g, 8 * pair + 4 * half + w) for w in range(4)]
            name = f"{g}{pair}{half}"
            if pair == 1 and half == 1:
                self.load(time - 2, f"ldr {{0}}, {saved(COUNTERS, 0) if g else saved(FIRST, 12)}", f"n{g}")
                self.add(time + 2, x[0], f"n{g}")
            t = [f"m{name}{k}" for k in range(4)]
            start = time + 4 * half * apart
            for k in range(4):
                self.at(
                    start + k * apart,
                    f"trn{1 + k % 2} {{0}}.4s, {{1}}.4s, {{2}}.4s",
                    [t[k]],
                    [x[k // 2 * 2], x[k // 2 * 2 + 1]],
                )
            start += 8 * apart
            self.load(start, f"ldr {{0}}, {saved(ROWS, 2 * pair + half)}", f"s{name}")
            for k in range(4):
                j = (0, 2, 1, 3)[k]
                rows[j, half] = f"r{name}{j}"
                self.at(
                    start + k * apart,
                    f"trn{1 + k % 2} {{0}}.2d, {{1}}.2d, {{2}}.2d",
                    [rows[j, half]],
                    [t[k // 2], t[k // 2 + 2]],
                )
            start += 8 * apart
            for j in range(4):
                self.add(start + j * apart, rows[j, half], f"s{name}")
        start = time + 24 * apart
        for j in range(4):
            at, place = start + 2 * j * apart, 256 * g + 64 * j + 32 * pair
            mine = [f"i{g}{pair}{j}{half}" for half in range(2)]
            self.load(at - 5, f"ldp {{0}}, {{1}}, [in, {place}]", *mine)
            for half in range(2):
                self.xor(at + half * apart, rows[j, half], mine[half])
            self.at(at + 2, f"stp {{0}}, {{1}}, [out, {place}]", [], [rows[j, half] for half in range(2)])

    def finish_words(self, time: float) -> None:
        for w in range(0, 16, 2):
            t = time + w
            x, y = 25 + w % 4, 26 + w % 4
            self.at(t - 2.5, f"ldp w{x}, w{y}, [nine, {ROWS + 4 * w}]")
            if w == 12:
                self.at(t - 2.4, f"ldr w{x}, {saved(FIRST, 12)}")
                self.at(t - 1, "add w12, w12, 8")
            self.at(t, f"add w{w}, w{w}, w{x}")
            self.at(t + 0.3, f"add w{w + 1}, w{w + 1}, w{y}")
            self.at(t + 1, f"orr x{w}, x{w}, x{w + 1}, lsl 32")
            if w % 4 == 2:
                self.at(t + 1.1, f"ldp x{w - 1}, x{w + 1}, [in8, {4 * w - 8}]")
                self.at(t + 3.1, f"eor x{w - 2}, x{w - 2}, x{w - 1}")
                self.at(t + 3.1, f"eor x{w}, x{w}, x{w + 1}")
                self.at(t + 4.1, f"stp x{w - 2}, x{w}, [out8, {4 * w - 8}]")


def slot(n: int) -> str:
    return f"[sp, {16 * n}]"


def saved(place: int, n: int) -> str:
    return f"[nine, {place + 16 * n}]"


def instruction(op: Op, results: list[str], operands: list[str]) -> str:
    names = ([] if op.tied else results) + operands
    if op.text.startswith(("ld", "st")):
        names = [x.replace("v", "q") for x in names]
    return op.text.format(*names)


def between(ops: list[Op], start: float, end: float) -> list[Op]:
    return [op for op in sorted(ops, key=lambda op: op.time) if start <= op.time < end]


def fixed(ops: list[Op], parked: list[str]) -> list[str]:
    """Each word in its register; a rotation uses that of a spilled word."""
    lines, register_of, parked, rotated = [], {}, list(parked), ""
    for op in ops:
        for x in op.results:
            if x.startswith("t"):
                assert not rotated, "two rotations at a time"
                register_of[x] = parked[-1]
                rotated = x
            elif x in parked:
                parked.remove(x)
        if op.text.startswith("str"):
            parked += op.operands
        lines.append(
            instruction(op, [register_of.get(x, x) for x in op.results], [register_of.get(x, x) for x in op.operands])
        )
        if op.tied:
            rotated = ""
        assert not any(x in parked for x in op.operands) or op.text.startswith("str"), op
        assert all(register_of[x] in parked for x in op.operands if x in register_of), op
    return lines


def allocated(ops: list[Op], memory: dict[str, str]) -> list[str]:
    """Register allocation with furthest-next-use eviction."""
    lines: list[str] = []
    memory = dict(memory)
    where = {f"v{n}": f"v{n}" for n in range(32) if f"v{n}" not in memory}
    free = list(memory)
    fresh = iter(range(2, SLOTS))

    def next_use(name: str, at: int) -> int:
        for n in range(at, len(ops)):
            if name in ops[n].operands:
                return n
            if name in ops[n].results:
                break
        return 1 << 30

    def allocate_register(at: int, keep: list[str]) -> str:
        if not free:
            victim = max((x for x in where if x not in keep), key=lambda x: next_use(x, at))
            if victim not in memory:
                memory[victim] = slot(next(fresh))
                lines.append(f"str {where[victim].replace('v', 'q')}, {memory[victim]}")
            free.append(where.pop(victim))
        return free.pop(0)

    for at, op in enumerate(ops):
        for x in op.operands:
            if x not in where:
                where[x] = allocate_register(at, op.operands)
                lines.append(f"ldr {where[x].replace('v', 'q')}, {memory[x]}")
        read = [where[x] for x in op.operands]
        for x in dict.fromkeys(op.operands):
            if next_use(x, at + 1) == 1 << 30 and not (op.tied and x == op.operands[0]):
                free.insert(0, where.pop(x))
        for x in op.results:
            memory.pop(x, None)
            if not op.tied:
                if x in where:
                    free.insert(0, where.pop(x))
                where[x] = allocate_register(at, op.results)
        lines.append(instruction(op, [where[x] for x in op.results], read))
    return lines


def touched(line: str) -> tuple[set[str], set[str]]:
    """Registers and memory operands written and read."""
    name, rest = line.split(" ", 1)
    places = set(re.findall(r"\[(?:sp|out|out8|nine|in|in8).*\]", rest))
    registers = [f"{'v' if r in 'qv' else 'x'}{n}" for r, n in re.findall(r"\b([qvwx])(\d+)", rest)]
    if name.startswith("st"):
        return places, set(registers)
    count = 2 if name == "ldp" else 1
    return set(registers[:count]), {*registers[count:], *places, *(registers[:1] if name == "usra" else [])}


def packed(lines: list[str]) -> list[str]:
    """In dispatch groups: two vector operations, at most one a shift, and one other."""
    lines, output = list(lines), []

    def issue(allowed: Callable[[str], object]) -> str:
        writes: set[str] = set()
        operands: set[str] = set()
        for at, line in enumerate(lines[:AHEAD]):
            w, r = touched(line)
            if allowed(line) and not (w & (writes | operands) or r & writes):
                output.append(lines.pop(at))
                return line
            writes |= w
            operands |= r
        return ""

    while lines:
        first = issue(is_vector)
        second = issue(lambda line: is_vector(line) and not (shifts(line) and shifts(first)))  # noqa: B023
        third = issue(lambda line: not is_vector(line))
        if not (first or second or third):
            output.append(lines.pop(0))
    return output


def is_vector(line: str) -> bool:
    return bool(re.match(r"\w+ v", line))


def shifts(line: str) -> bool:
    return line.startswith(("shl", "usra"))


def macro(name: str, lines: list[str]) -> str:
    lines = packed(lines)
    return f".macro {name}\n" + "".join(f"    {line}\n" for line in lines) + ".endm\n"


def generate() -> str:
    begin = Rounds()
    begin.start(START)
    begin.whole_round(1, known=(0, 1, 3, 0))
    steady = Rounds()
    for r in range(1, 4):
        steady.whole_round(r)
    end = Rounds()
    end.whole_round(-1)
    end.ops = [op for op in end.ops if op.time >= 0 and not op.text.startswith(("ldr", "str"))]
    for g in range(2):
        for half in (1, 0):
            end.finish(g, half, HALVES[g][half])
    end.finish_words(FINISH_WORDS)
    two = 2 * ROUND
    return "\n".join(
        [
            "/* SPDX-License-Identifier: MIT */\n"
            "/* Written by dev/chacha/arm/rounds.py: the rounds of chacha_nine_neon.S. */\n",
            macro("start_rounds", fixed(between(begin.ops, -1e9, two), ["v17"])),
            macro("two_rounds", fixed(between(steady.ops, two, 2 * two), ["v19"])),
            macro("finish_rounds", allocated(between(end.ops, -1e9, 1e9), {"v19": slot(1)})),
        ]
    )


if __name__ == "__main__":
    OUTPUT.write_text(generate())
