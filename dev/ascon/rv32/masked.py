# SPDX-License-Identifier: MIT
"""Writes ascon/rv32/masked.inc: which registers hold the shares of Ascon's state, and two orders of instructions in
which no register and no read port takes one share after the other.

    python3 -m dev.ascon.rv32.masked

The order of the S-box is that of dev/masked.py. The linear layer's needs other means, since it mixes columns: there
the ten words, five a share, are processed one after the other, each by the macro `mix`, and a word's two shares must
not follow each other in a place. The second port reads the register that bits 20 to 24 of an instruction name, even if
they are the amount of a shift, so registers are chosen together with the order, by search()."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

from dev.ascon.sbox import PRODUCT, STEPS
from dev.masked import KEPT, NEUTRAL, Column, Instruction, schedule

OUTPUT = Path(__file__).parents[3] / "src/ascon/rv32/masked.inc"
SEED = 282  # the first whose S-box needs no neutral instruction
SEARCH_SEED = 1
TRIES = 4000
TEMPORARIES = 5
CONSTANT = 11  # the register of the round's constant: a1, an argument
REGISTERS = [1, *range(5, 32)]  # but for the stack, and for those that programs do not change
ROTATIONS = {0: (19, 28), 1: (61, 39), 2: (1, 6), 3: (10, 17), 4: (7, 41)}

Word = tuple[int, int]  # number, share
Half = tuple[int, int, int]  # and 1 for the upper 32 bits


def s_box() -> list[Instruction]:
    """One half of each word."""
    steps: list[Instruction] = []

    def step(kind: str, target: str, a: str, b: str) -> str:
        latches = tuple((latch + place, (r,)) for latch in ("", f"{KEPT} ") for place, r in (("A", a), ("B", b)))
        steps.append(Instruction(kind, (target,), (a, b), latches))
        return target

    def product(target: str, y: str, s: int, z: str, other: int) -> str:
        return step("and" if s else "or", target, f"{y}.{s}", f"{z}.{other}")

    for kind, x, *others in STEPS:
        for s in (0, 1):
            target = f"{x}{s}.0" if x == PRODUCT else f"{x}.{s}"
            if kind == "eor":
                added = f"{PRODUCT}{s}.0" if others == [PRODUCT] else f"{others[0]}.{s}"
                step("eor", target, target, added)
            elif kind == "product":
                y, z = others
                product(target, y, 0, z, s)
                step("eor", target, target, product(f"t{len(steps)}.0", y, 1, z, s))
            else:
                y, z = others
                for other in (0, 1):
                    step("eor", target, target, product(f"t{len(steps)}.0", y, s, z, other))
    return steps


def ordered() -> list[Instruction]:
    column = Column(5)
    contents = {}
    for i in range(5):
        contents[f"x{i}.1"], contents[f"x{i}.0"] = column.shares(i)
    order = schedule(s_box(), column, contents, TEMPORARIES, 1, random.Random(SEED))
    assert order and NEUTRAL not in order
    return order


def halves(i: int, low: int, high: int) -> list[tuple[int, int, int]]:
    """Of both rotations of word i: lower and upper half in the order that rotates by less than 32, and the amount."""
    return [(low, high, n) if n < 32 else (high, low, n - 32) for n in ROTATIONS[i]]


def reads(i: int, low: int, high: int, p: int, q: int, r: int) -> Iterator[tuple[int, int, int, bool]]:
    """The instructions of `mix` in ascon/rv32/linear.inc: target, the fields of both operands, and whether the second
    is a register."""
    (ml, mh, m), (nl, nh, n) = halves(i, low, high)
    terms = ((ml, m), (mh, 32 - m), (nl, n), (nh, 32 - n)), ((mh, m), (ml, 32 - m), (nh, n), (nl, 32 - n))
    for total, spare, shifts in ((p, q, terms[0]), (q, r, terms[1])):
        yield total, *shifts[0], False
        for x, amount in shifts[1:]:
            yield spare, x, amount, False
            yield total, total, spare, True
    yield low, low, p, True
    yield high, high, q, True


class Layout:
    """Registers of the state, spare ones, of which the first are temporary, and the order of the words."""

    def __init__(self, stream: random.Random):
        registers = [r for r in REGISTERS if r != CONSTANT]
        stream.shuffle(registers)
        self.state: dict[Half, int] = {
            (i, share, half): registers.pop() for i in range(5) for share in (0, 1) for half in (0, 1)
        }
        self.spare = registers
        self.order: list[Word] = [(i, share) for i in range(5) for share in (0, 1)]
        stream.shuffle(self.order)

    def changed(self, stream: random.Random) -> Layout:
        other = object.__new__(Layout)
        other.state, other.spare, other.order = dict(self.state), list(self.spare), list(self.order)
        a, b = stream.sample(sorted(other.state), 2)
        i, j = stream.sample(range(10), 2)
        k = stream.randrange(len(other.spare))
        choice = stream.random()
        if choice < 0.4:
            other.order[i], other.order[j] = other.order[j], other.order[i]
        elif choice < 0.8:
            other.state[a], other.state[b] = other.state[b], other.state[a]
        else:
            other.state[a], other.spare[k] = other.spare[k], other.state[a]
        return other

    def meetings(self) -> int:
        """How often a word's other share follows in a place."""
        holds: dict[int | str, Word] = {register: (i, share) for (i, share, _), register in self.state.items()}
        found, recent = 0, (0, 0)
        for i, share in self.order:
            low, high = (self.state[i, share, half] for half in (0, 1))
            for target, a, b, two in reads(i, low, high, *self.spare[:3]):
                changes: list[tuple[int | str, Word | None]] = [("port A", holds.get(a)), ("port B", holds.get(b))]
                changes += [("operand B", holds.get(b))] if two else []
                changes += [("kept A", holds.get(a))] if a not in recent else []
                changes += [("kept B", holds.get(b))] if two and b not in recent else []
                changes += [(target, (i, share)), ("result", (i, share))]
                for place, new in changes:
                    old = holds.get(place)
                    found += old is not None and new is not None and old[0] == new[0] and old[1] != new[1]
                recent = (recent[1], target)
                for place, new in changes:
                    if new is None:
                        holds.pop(place, None)
                    else:
                        holds[place] = new
        return found


def search() -> Layout:
    """A layout in which shares never meet."""
    stream = random.Random(SEARCH_SEED)
    while True:
        layout = Layout(stream)
        best = layout.meetings()
        for _ in range(TRIES):
            other = layout.changed(stream)
            if (found := other.meetings()) <= best:
                layout, best = other, found
            if not best:
                return layout


def macro(name: str, arguments: str, lines: list[str]) -> str:
    return f".macro {name} {arguments}".rstrip() + "\n" + "".join(f"    {line}\n" for line in lines) + ".endm\n"


def generate() -> str:
    layout = search()
    names = {(i, share, half): f"{'ab'[share]}{i}{'lh'[half]}" for i, share, half in layout.state}

    def operand(register: str) -> str:
        name, share = register.split(".")
        return f"temporary{name[1:]}" if name.startswith("r") else f"\\{'ab'[int(share)]}{name[1:]}"

    kinds = {"eor": "xor", "and": "and", "or": "or"}
    substitute = [
        f"{kinds[step.kind]:<7} {', '.join(operand(r) for r in (*step.targets, *step.operands))}" for step in ordered()
    ]
    linear = []
    for i, share in layout.order:
        low, high = (layout.state[i, share, half] for half in (0, 1))
        name = {low: names[i, share, 0], high: names[i, share, 1]}
        rotations = [f"{name[first]}, {name[second]}, {n}" for first, second, n in halves(i, low, high)]
        linear.append(f"mix     {name[low]}, {name[high]}, {', '.join(rotations)}")
    arguments = ", ".join(f"{share}{i}" for i in range(5) for share in "ab")
    return "\n".join(
        [
            "/* SPDX-License-Identifier: MIT */\n"
            "/* Written by dev/ascon/rv32/masked.py: registers and orders of ascon_masked_rv32.S. */\n",
            *(f"#define {name} x{layout.state[half]}" for half, name in names.items()),
            *(f"#define temporary{n} x{register}" for n, register in enumerate(layout.spare[:TEMPORARIES])),
            f"#define constant x{CONSTANT}\n",
            macro("substitute", arguments, substitute),
            macro("mix_shares", "", linear),
        ]
    )


if __name__ == "__main__":
    OUTPUT.write_text(generate())
