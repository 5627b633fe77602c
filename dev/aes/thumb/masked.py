# SPDX-License-Identifier: MIT
"""Writes aes/thumb/masked.inc: the S-box and MixColumns of aes_masked_v7m.S in an order that keeps shares apart.

    python3 -m dev.aes.thumb.masked            # generates
    python3 -m dev.aes.thumb.masked search     # searches better orders, half an hour

The S-box is the circuit of aes/sbox.h, with products added to masked values: the comment of
aes_masked_v7m.S says which."""

from __future__ import annotations

import random
import re
import sys
import time
from pathlib import Path

from dev.aes.thumb.rounds import REGISTERS, STATE, mixed
from dev.circuits import circuit
from dev.masked_thumb import Field, Placement, Program, Shared, Unsafe
from dev.registers_thumb import STORE, Line, cycles, macro, schedule
from dev.registers_thumb import Program as Linear

SRC = Path(__file__).parents[3] / "src"
OUTPUT = SRC / "aes/thumb/masked.inc"

# The frame, in words: both shares of the state, guards, their seeds (see the kernel), the recycled random word.
X0, X1, GUARDS, SEEDS, RECYCLED, PUBLIC, RK, OUT, IN, LEFT, RETURN, KEY, RCON = (
    0,
    8,
    16,
    24,
    32,
    33,
    34,
    35,
    36,
    37,
    38,
    40,
    48,
)
SPILLED = 50
NAMES = {
    "X0": X0, "X1": X1, "GUARDS": GUARDS, "SEEDS": SEEDS, "RECYCLED": RECYCLED, "PUBLIC": PUBLIC, "RK": RK, "OUT": OUT,
    "IN": IN, "LEFT": LEFT, "RETURN": RETURN, "KEY": KEY, "RCON": RCON,
}  # fmt: skip
CHOICES, WINDOW, SEED = 3, 24, 722317  # of the best order that search() found


def place(word: int) -> str:
    return f"[sp, #{4 * word}]"


class SBox:
    """The masked circuit.  Names are those of aes/sbox.h."""

    def __init__(self, choices: int) -> None:
        self.field = Field(9, 8)
        self.p = p = Program(self.field, random.Random(choices))
        masks, secrets = self.field.masks, self.field.secrets
        random_word = p.input(masks[8], 0, place(RECYCLED))
        self.recycled = random_word, random_word
        self.guards = iter([p.input(0, 1 << i, place(GUARDS + i)) for i in range(8)])
        self.word: dict[str, Shared] = {
            f"q[{i}]": (p.input(masks[i], 0, place(X0 + i)), p.input(masks[i] ^ secrets[i], 0, place(X1 + i)))
            for i in range(8)
        }
        self.inputs = [self.word[f"q[{i}]"] for i in range(8)]
        self.text = (SRC / "aes/sbox.h").read_text()
        self.outputs = self.substituted()

    def guard(self) -> Shared:
        guard = next(self.guards)
        return guard, guard

    def add(self, z: Shared, a: str, b: str) -> Shared:
        return self.p.toffoli(z, self.word[a], self.word[b])

    def first_layer(self) -> None:
        """The linear forms y that the inversion reads."""
        for target, value in circuit(self.text, "aes_sub_bytes"):
            if re.fullmatch(r"y\[\d+\]", target):
                self.word[target] = self.p.xor(*(self.word[x] for x in value.split(" ^ ")))

    def inversion(self) -> None:
        """The values t that aes_inversion multiplies by forms y."""
        word, xor = self.word, self.p.xor
        t12 = self.add(self.recycled, "y[9]", "y[11]")
        t14, t16 = self.add(t12, "y[14]", "y[17]"), self.add(t12, "y[8]", "y[10]")
        t2 = self.add(word["y[20]"], "y[12]", "y[15]")
        word["t21"] = self.add(xor(t2, t14), "y[3]", "y[6]")
        word["t22"] = self.add(xor(t2, xor(word["y[19]"], word["y[20]"]), t16), "y[4]", "y[0]")
        t7 = self.add(word["y[21]"], "y[13]", "y[16]")
        word["t23"] = self.add(xor(t7, t14), "y[5]", "y[1]")
        word["t24"] = self.add(xor(t7, xor(word["y[18]"], word["y[21]"]), t16), "y[2]", "y[7]")
        self.sum("t25", "t21", "t22")
        t26 = self.add(self.recycled, "t21", "t23")
        word["t27"], word["t31"] = xor(word["t24"], t26), xor(word["t22"], t26)
        word["t29"] = self.add(word["t22"], "t25", "t27")
        self.sum("t30", "t23", "t24")
        word["t33"] = self.add(word["t24"], "t31", "t30")
        self.sum("t34", "t23", "t33")
        self.sum("t35", "t27", "t33")
        word["t37"] = self.add(word["t34"], "t24", "t35")
        word["t38"] = xor(xor(word["t34"], word["t27"]), word["t37"])
        word["t40"] = self.add(word["t25"], "t29", "t38")
        for target, a, b in (("41", "40", "37"), ("42", "29", "33"), ("43", "29", "40"), ("44", "33", "37")):
            self.sum(f"t{target}", f"t{a}", f"t{b}")
        self.sum("t45", "t42", "t41")

    def sum(self, target: str, a: str, b: str) -> None:
        self.word[target] = self.p.xor(self.word[a], self.word[b])

    def last_layer(self) -> list[Shared]:
        """Sums of products, each with a guard, such that the guards of the eight outputs are independent."""
        factors = dict(re.findall(r"z\[(\d+)\] = (t\d+ & y\[\d+\]);", self.text))
        xor, guard = self.p.xor, self.guard

        def add(z: Shared, product: int) -> Shared:
            return self.add(z, *factors[str(product)].split(" & "))

        g = guard()
        z0, z9, z1 = add(g, 0), add(g, 9), add(guard(), 1)
        t2 = xor(add(z1, 4), guard())
        t3 = xor(add(xor(t2, z0), 3), guard())
        t7, t8, t4 = add(z0, 6), add(z1, 7), add(t2, 5)
        t9 = add(t4, 8)
        q2 = xor(t8, t9)
        t10 = add(xor(t7, t8, z9), 11)
        z12 = add(guard(), 12)
        t0 = xor(add(z12, 13), guard())
        z15 = add(guard(), 15)
        t1 = xor(add(xor(t0, z15), 16), guard())
        q4 = xor(t1, t7, t9)
        q3 = add(xor(t10, z12), 14)
        t5 = add(xor(t4, t1), 2)
        t6 = xor(t3, t5)
        q7 = add(xor(t6, t10, z15), 17)
        q6 = add(xor(t0, t5, z9), 10)
        return [t6, t3, q2, q3, q4, t1, q6, q7]

    def substituted(self) -> list[Shared]:
        self.first_layer()
        self.inversion()
        return self.last_layer()


def independent(vectors: list[int]) -> bool:
    rows = list(vectors)
    while rows:
        row = rows.pop()
        if row == 0:
            return False
        low = row & -row
        rows = [other ^ row if other & low else other for other in rows]
    return True


def s_box(choices: int, window: int, seed: int) -> list[Line]:
    """The S-box from state to state, in one order; raises Unsafe if a value depends on a secret."""
    box = SBox(choices)
    assert independent([q[0].guards for q in box.outputs])
    for share in (0, 1):
        for i, q in enumerate(box.outputs):
            box.p.store(q[share], place(8 * share + i))
    spare = [place(SPILLED + i) for i in range(60)]
    placed = Placement(box.p, REGISTERS, spare, place(PUBLIC), window, random.Random(seed))
    placed.start({r: q[1] for r, q in zip(STATE, box.inputs, strict=True)})
    lines: list[Line] = [*placed.run()]
    return lines + [Line(STORE, f"str.w sp, {x}", "", (), x) for x in spare if x in placed.written]


def search(minutes: float) -> None:
    """Prints better and better orders."""
    end, best = time.monotonic() + 60 * minutes, 0
    while time.monotonic() < end:
        chosen = random.randrange(100), random.randrange(10, 30), random.randrange(1000000)
        try:
            found = cycles(s_box(*chosen))
        except Unsafe:
            continue
        if not best or found < best:
            best = found
            print(found, *chosen, flush=True)


def mix_columns(k: int, share: int) -> list[Line]:
    p = Linear(REGISTERS, SPILLED)
    words = mixed(p, [p.memory(place(8 * share + i)) for i in range(8)], k)
    for word, register in zip(words, STATE, strict=True):
        p.output(word, register)
    lines = schedule(p)
    assert all(line.kind != STORE for line in lines)
    return lines


def generate() -> str:
    box = s_box(CHOICES, WINDOW, SEED)
    last = max(int(x) for x in re.findall(r"\[sp, #(\d+)\]", "".join(line.text for line in box)))
    frame = last + 4 + (last + 4) % 8
    parts = [macro("masked_s_box", box)]
    for k in range(4):
        parts += [macro(f"mix_columns_{k}_share_{share}", mix_columns(k, share)) for share in (0, 1)]
    names = "".join(f"#define {name} {4 * at}\n" for name, at in NAMES.items())
    return "\n".join(
        [
            "/* SPDX-License-Identifier: MIT */\n"
            "/* Written by dev/aes/thumb/masked.py: the rounds of aes_masked_v7m.S in two shares. */\n",
            f"#define FRAME {frame + 4 if frame % 8 else frame}\n#define STATE {', '.join(STATE)}\n{names}",
            *parts,
        ]
    )


if __name__ == "__main__":
    if "search" in sys.argv:
        search(30)
    else:
        OUTPUT.write_text(generate())
