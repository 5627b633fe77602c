"""Writes aes_rounds_rv32.inc: the rounds of eight blocks of AES for RV32, scheduled onto its registers.

    python3 src/aes/aes_rounds_rv32.py

The rounds are written down here as what they compute, with the S-box's circuit taken from aes_sbox.h.  Word (row, bit)
of the state holds one bit of the four bytes of a row, of eight blocks, and lies at sp.  core/registers_rv32.py does
the rest."""

from __future__ import annotations

import re
import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "core"))
from registers_rv32 import Program, macro  # noqa: E402

OUTPUT = HERE / "aes_rounds_rv32.inc"
REGISTERS = [f"s{i}" for i in range(12)] + [f"a{i}" for i in range(1, 8)] + [f"t{i}" for i in range(7)] + ["ra"]
ROW, RIGHT, LEFT = "a1", "a2", "a3"  # where a row lies, and how it turns, in code for any of them
SPILLED = 160  # bytes of the frame where values without a home go


def program(*taken: str) -> Program:
    return Program([r for r in REGISTERS if r not in taken], SPILLED)


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
    p = program()
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
    p = program(ROW)
    made = transpose(p, [p.memory(any_row(i)) for i in range(8)])
    for i, x in enumerate(made):
        p.store(p.xor(x, p.memory(key(0, i))), any_row(i))
    return p


def last_row() -> Program:
    p = program(ROW, RIGHT, LEFT)
    made = [p.xor(x, p.memory(key(0, i))) for i, x in enumerate(sub_and_shift_any(p))]
    for i, x in enumerate(transpose(p, made)):
        p.store(x, any_row(i))
    return p


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
