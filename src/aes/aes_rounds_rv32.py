"""Writes aes_rounds_rv32.inc: the rounds of eight blocks of AES for RV32, scheduled onto its registers.

    python3 src/aes/aes_rounds_rv32.py

The rounds are written down here as what they compute, with the S-box's circuit taken from aes_sbox.h.  Word (row, bit)
of the state holds one bit of the four bytes of a row, of eight blocks, and lies at sp.  Values go through the registers
in the order in which they are named; the one that is wanted again the latest makes room, by a store unless memory has
it already.  At last loads move up until the E31 has to wait for none of them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

HERE = Path(__file__).parent
OUTPUT = HERE / "aes_rounds_rv32.inc"
REGISTERS = [f"s{i}" for i in range(12)] + [f"a{i}" for i in range(1, 8)] + [f"t{i}" for i in range(7)] + ["ra"]
ROW, RIGHT, LEFT = "a1", "a2", "a3"  # where a row lies, and how it turns, in code for any of them
SPILLED = 160  # bytes of the frame where values without a home go


@dataclass
class Step:
    """One instruction or macro: what it makes, of what, and how it is written."""

    makes: str | None
    of: list[str]
    text: str  # {0} is what it makes, {1} and {2} what of, {s} is scratch


@dataclass
class Program:
    """Steps in order, and where values lie in memory before the first."""

    taken: tuple[str, ...] = ()  # registers
    steps: list[Step] = field(default_factory=list)
    homes: dict[str, str] = field(default_factory=dict)
    names: count = field(default_factory=count)

    def make(self, text: str, *of: str) -> str:
        name = f"v{next(self.names)}"
        self.steps.append(Step(name, list(of), text))
        return name

    def xor(self, a: str, b: str) -> str:
        return self.make("xor {0}, {1}, {2}", a, b)

    def memory(self, place: str) -> str:
        name = f"v{next(self.names)}"
        self.homes[name] = place
        return name

    def store(self, value: str, place: str) -> None:
        self.steps.append(Step(None, [value], f"sw {{1}}, {place}"))


def state(row: int, bit: int) -> str:
    return f"{4 * (8 * row + bit)}(sp)"


def key(row: int, bit: int) -> str:
    return f"{4 * (8 * row + bit)}(rk)"


def any_row(bit: int) -> str:
    return f"{4 * bit}({ROW})"


def body(name: str) -> list[tuple[str, str]]:
    """The assignments of a function of aes_sbox.h, of the inversion that it calls in its place."""
    text = re.sub(r"/\*.*?\*/", "", (HERE / "aes_sbox.h").read_text(), flags=re.S)
    code = text[text.index(f"\n{name}(") :]
    code = code[code.index("{") + 1 : code.index("\n}")]
    found = []
    for statement in code.split(";"):
        if "aes_inversion(z, y)" in statement:
            found += body("aes_inversion")
        elif "=" in statement:
            target, value = statement.split("=")
            found.append((target.replace("word", "").strip(), value.strip()))
    return found


def expression(p: Program, text: str, known: dict[str, str]) -> str:
    """Sums of products and of parentheses."""
    tokens = re.findall(r"[a-z]+\d*(?:\[\d+\])?|[()^&]", text)

    def factor() -> str:
        token = tokens.pop(0)
        if token != "(":
            return known[token]
        inner = total()
        tokens.pop(0)
        return inner

    def product() -> str:
        value = factor()
        while tokens and tokens[0] == "&":
            tokens.pop(0)
            value = p.make("and {0}, {1}, {2}", value, factor())
        return value

    def total() -> str:
        value = product()
        while tokens and tokens[0] == "^":
            tokens.pop(0)
            value = p.xor(value, product())
        return value

    return total()


def sub_bytes(p: Program, q: list[str]) -> list[str]:
    known = {f"q[{i}]": value for i, value in enumerate(q)}
    result = dict(known)
    for target, text in body("aes_sub_bytes"):
        value = expression(p, text, known)
        if target.startswith("q["):
            result[target] = value
        else:
            known[target] = value
    return [result[f"q[{i}]"] for i in range(8)]


def sub_and_shift(p: Program, row: int) -> list[str]:
    """SubBytes and ShiftRows of a row: its columns are bytes, which turn."""
    made = sub_bytes(p, [p.memory(state(row, i)) for i in range(8)])
    return made if row == 0 else [p.make(f"ror_to {{0}}, {{1}}, {8 * row}, {{1}}", x) for x in made]


def sub_and_shift_any(p: Program) -> list[str]:
    """The same for a row that is known in its turn only."""
    made = sub_bytes(p, [p.memory(any_row(i)) for i in range(8)])
    turned = []
    for x in made:
        right, left = p.make(f"srl {{0}}, {{1}}, {RIGHT}", x), p.make(f"sll {{0}}, {{1}}, {LEFT}", x)
        turned.append(p.make("or {0}, {1}, {2}", right, left))
    return turned


def middle_round() -> Program:
    """MixColumns: with u[r] = a[r] + a[r+1], 2 u[r] + a[r+1] + u[r+2]."""
    p = Program()
    a = [sub_and_shift(p, row) for row in range(4)]
    top = [p.xor(a[r][7], a[(r + 1) % 4][7]) for r in range(4)]
    u = top
    for i in reversed(range(8)):
        rest = [p.xor(a[(r + 1) % 4][i], u[(r + 2) % 4]) for r in range(4)]
        u = [p.xor(a[r][i - 1], a[(r + 1) % 4][i - 1]) for r in range(4)] if i else top
        for r in range(4):
            value = p.xor(rest[r], u[r])
            if i in (1, 3, 4):
                value = p.xor(value, top[r])
            p.store(p.xor(value, p.memory(key(r, i))), state(r, i))
    return p


def transpose(p: Program, x: list[str]) -> list[str]:
    """Bit i of word b and bit b of word i of each byte change places."""
    x = list(x)
    for n in (1, 2, 4):
        mask = p.memory(f"{128 + 4 * (n // 2)}(sp)")
        for i in range(8):
            if i & n:
                continue
            t = p.make(f"srli {{0}}, {{1}}, {n}", x[i])
            t = p.make("and {0}, {1}, {2}", p.xor(t, x[i + n]), mask)
            x[i + n] = p.xor(x[i + n], t)
            x[i] = p.xor(x[i], p.make(f"slli {{0}}, {{1}}, {n}", t))
    return x


def first_row() -> Program:
    """Eight words of a row, one of each block, to bits, and the first key."""
    p = Program(taken=(ROW,))
    made = transpose(p, [p.memory(any_row(i)) for i in range(8)])
    for i, x in enumerate(made):
        p.store(p.xor(x, p.memory(key(0, i))), any_row(i))
    return p


def last_row() -> Program:
    p = Program(taken=(ROW, RIGHT, LEFT))
    made = [p.xor(x, p.memory(key(0, i))) for i, x in enumerate(sub_and_shift_any(p))]
    for i, x in enumerate(transpose(p, made)):
        p.store(x, any_row(i))
    return p


def allocate(p: Program) -> list[str]:
    """Instructions with registers."""
    uses: dict[str, list[int]] = {}
    for at, step in enumerate(p.steps):
        for value in step.of:
            uses.setdefault(value, []).append(at)
    free, where, home = [r for r in REGISTERS if r not in p.taken], {}, dict(p.homes)
    places = iter(f"{SPILLED + 4 * i}(sp)" for i in count())
    lines: list[str] = []

    def next_use(value: str, at: int) -> int:
        return next((n for n in uses.get(value, []) if n >= at), 1 << 30)

    def room(at: int, keep: list[str]) -> str:
        if not free:
            out = max((v for v in where if v not in keep), key=lambda v: next_use(v, at))
            if out not in home and next_use(out, at) < 1 << 30:
                home[out] = next(places)
                lines.append(f"sw {where[out]}, {home[out]}")
            free.append(where.pop(out))
        return free.pop(0)

    for at, step in enumerate(p.steps):
        for value in step.of:
            if value not in where:
                register = room(at, step.of)
                lines.append(f"lw {register}, {home[value]}")
                where[value] = register
        sources = [where[v] for v in step.of]
        turns = step.text.startswith("ror_to")
        dying = [v for v in dict.fromkeys(step.of) if next_use(v, at + 1) == 1 << 30]
        target = ""
        if turns:
            target = room(at, step.of)
        for value in dying:
            free.append(where.pop(value))
        if step.makes and not turns:
            target = room(at, step.of)
        if step.makes:
            where[step.makes] = target
        lines.append(step.text.format(target, *sources))
    return lines


def touched(line: str) -> tuple[set[str], set[str]]:
    """Registers that a line writes and reads; places in memory count as such."""
    name, rest = line.split(" ", 1)
    fields = [f.strip() for f in rest.split(",")]
    if name == "sw":
        return {fields[1]}, {fields[0]}
    if name == "ror_to":
        return {fields[0], fields[3]}, {fields[1]}
    return {fields[0]}, {f for f in fields[1:] if not f.isdigit()}


def spread(lines: list[str]) -> list[str]:
    """Moves each load that its use would wait for above an instruction that is none."""
    lines = list(lines)
    for at in range(1, len(lines) - 1):
        makes, of = touched(lines[at])
        if not lines[at].startswith("lw ") or not makes & touched(lines[at + 1])[1]:
            continue
        place = at
        while place > 0 and not makes & set.union(*touched(lines[place - 1])) and not of & touched(lines[place - 1])[0]:
            place -= 1
            if not lines[place].startswith("lw "):
                break
        lines.insert(place, lines.pop(at))
    return lines


def macro(name: str, program: Program) -> str:
    return f".macro {name}\n" + "".join(f"    {line}\n" for line in spread(allocate(program))) + ".endm\n"


def generate() -> str:
    return "\n".join(
        [
            "/* Written by aes_rounds_rv32.py: the rounds of aes_rv32.S on registers. */\n",
            macro("first_row", first_row()),
            macro("middle_round", middle_round()),
            macro("last_row", last_row()),
        ]
    )


if __name__ == "__main__":
    OUTPUT.write_text(generate())
