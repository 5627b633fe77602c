# SPDX-License-Identifier: MIT
"""Writes aes/thumb/rounds_v6m.inc: the rounds of two blocks of AES for ARMv6-M, scheduled onto its registers.

    python3 -m dev.aes.thumb.rounds_v6m            # generates
    python3 -m dev.aes.thumb.rounds_v6m search     # searches better orders, some minutes

The rounds are those of rounds.py, each with its MixColumns.  They go from one state on the stack to another."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from textwrap import fill

from dev.aes.thumb import orders_v6m, rounds
from dev.registers_thumb import Program, Value
from dev.registers_v6m import Machine, allocate, in_order, lowered, search, stored

OUTPUT = Path(__file__).parents[3] / "src/aes/thumb/rounds_v6m.inc"
ORDERS = Path(__file__).with_name("orders_v6m.py")
TRIES = 8000
# The frame of aes_v6m.S
RK = "[sp, #0]"
MASKS = {0x03: "[sp, #4]", 0x0F: "[sp, #8]", 0x3F: "[sp, #12]"}
STATES = [[f"[sp, #{at + 4 * i}]" for i in range(8)] for at in (16, 48)]
SPILLED = 100


def state(p: Program, number: int) -> list[Value]:
    return [p.memory(place) for place in STATES[number]]


def keys(p: Program, at: int) -> list[Value]:
    pointer = p.memory(RK)
    return [p.load(f"[{{1}}, #{at + 4 * i}]", pointer) for i in range(8)]


def sums(p: Program, a: list[Value], b: list[Value]) -> list[Value]:
    return [p.xor(*pair) for pair in zip(a, b, strict=True)]


def encrypt(k: int, last: bool = False) -> Program:
    """Key, S-box, and MixColumns of a state with then k pending ShiftRows, or the last key."""
    p = Program([], SPILLED)
    q = sums(p, state(p, 1 - k % 2), keys(p, 0 if last else 32 * ((k - 1) % 4)))
    q = rounds.substituted(p, q, "aes_sub_bytes")
    q = sums(p, q, keys(p, 32)) if last else rounds.mixed(p, q, k)
    return stored(lowered(p, MASKS), q, STATES[k % 2])


def decrypt(k: int, last: bool = False) -> Program:
    """The inverse S-box, key, and InvMixColumns of a state with k pending ShiftRows."""
    p = Program([], SPILLED)
    q = rounds.substituted(p, state(p, k % 2), "aes_inv_sub_bytes")
    q = sums(p, q, keys(p, 32 * k))
    if not last:
        q = rounds.unmixed(p, q, k)
    return stored(lowered(p, MASKS), q, STATES[1 - k % 2])


def s_box() -> Program:
    p = Program([], SPILLED)
    q = rounds.substituted(p, state(p, 0), "aes_sub_bytes")
    return stored(lowered(p, MASKS), q, STATES[1])


def programs() -> dict[str, Program]:
    result = {f"encrypt_{k}": encrypt(k) for k in range(4)} | {"encrypt_last": encrypt(2, last=True)}
    result |= {f"decrypt_{k}": decrypt(k) for k in range(4)} | {"decrypt_last": decrypt(0, last=True)}
    return result | {"s_box": s_box()}


def machines() -> dict[str, Machine]:
    return {
        name: allocate(in_order(p, orders_v6m.ORDERS.get(name, (list(range(len(p.steps))), {}))))
        for name, p in programs().items()
    }


def generate() -> str:
    allocations = machines()
    text = "".join(line for m in allocations.values() for line in m.lines)
    frame = 4 + max(SPILLED - 4, *(int(place) for place in re.findall(r"\[sp, #(\d+)\]", text)))
    parts = [
        f"/* {m.cycles} cycles */\n.macro {name}\n" + "".join(f"    {line}\n" for line in m.lines) + ".endm\n"
        for name, m in allocations.items()
    ]
    return "\n".join(
        [
            "/* SPDX-License-Identifier: MIT */\n"
            "/* Written by dev/aes/thumb/rounds_v6m.py: the rounds of aes_v6m.S on registers. */\n",
            f"#define FRAME {frame}\n",
            *parts,
        ]
    )


def write_orders(orders: dict[str, tuple[list[int], dict[int, int]]]) -> None:
    text = ""
    for name, (numbers, bias) in orders.items():
        lines = [", ".join(map(str, numbers)), ", ".join(f"{value}: {n}" for value, n in bias.items())]
        both = [fill(line, 118, initial_indent=" " * 8, subsequent_indent=" " * 8) for line in lines]
        text += f'    "{name}": ([\n{both[0]}\n    ], {{\n{both[1]}\n    }}),\n'
    ORDERS.write_text(
        "# SPDX-License-Identifier: MIT\n"
        '"""Orders of the steps of rounds_v6m.py, from its search."""\n\n'
        f"# fmt: off\nORDERS: dict[str, tuple[list[int], dict[int, int]]] = {{\n{text}}}\n"
    )


def search_all() -> None:
    orders = dict(orders_v6m.ORDERS)
    for number, (name, p) in enumerate(programs().items()):
        before = allocate(in_order(p, orders.get(name, (list(range(len(p.steps))), {})))).cycles
        cycles, order = search(p, TRIES, seed=number)
        print(f"{name}: {before} -> {cycles}", flush=True)
        if cycles < before:
            orders[name] = order
        write_orders(orders)


if __name__ == "__main__":
    if "search" in sys.argv:
        search_all()
    else:
        OUTPUT.write_text(generate())
