# SPDX-License-Identifier: MIT
"""The S-box of Ascon in two shares, dev/ascon/sbox.py: the standard's, and a permutation of the shares of a column. If
it were none, masks would not stay uniform, and a check of one round would say nothing of the next."""

from __future__ import annotations

from itertools import product

from dev.ascon.sbox import STEPS

# SP 800-232, table 6; x0 is the highest bit.
S_BOX = "04 0b 1f 14 1a 15 09 02 1b 05 08 12 1d 03 06 1c 1e 13 07 0e 00 0d 11 18 10 0c 01 19 16 0a 0f 17"


def substituted(shares: tuple[int, ...]) -> tuple[int, ...]:
    """x0a, x0b, x1a ... to the same."""
    x = {f"x{i}": list(shares[2 * i : 2 * i + 2]) for i in range(5)}
    for kind, target, *others in STEPS:
        operands = [x[name] for name in others]
        if kind == "eor":
            x[target] = [a ^ b for a, b in zip(x[target], operands[0], strict=True)]
            continue
        (ya, yb), (za, zb) = operands
        if kind == "product":
            x[target] = [(ya | za) ^ (yb & za), (ya | zb) ^ (yb & zb)]
        else:
            x[target][0] ^= (ya | za) ^ (ya | zb)
            x[target][1] ^= (yb & za) ^ (yb & zb)
    return tuple(bit for i in range(5) for bit in x[f"x{i}"])


def number(shares: tuple[int, ...]) -> int:
    return sum((shares[2 * i] ^ shares[2 * i + 1]) << 4 - i for i in range(5))


def test_it_is_the_s_box_and_permutes_the_shares():
    columns = list(product((0, 1), repeat=10))
    outputs = {column: substituted(column) for column in columns}
    assert len(set(outputs.values())) == len(columns)
    box = [int(y, 16) for y in S_BOX.split()]
    # the NOT of x2 is the kernels'
    assert all(number(y) ^ 0b00100 == box[number(x)] for x, y in outputs.items())
