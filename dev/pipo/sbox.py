# SPDX-License-Identifier: MIT
"""The S-box of PIPO on rows in two shares, as steps for the generators of masked kernels: src/pipo/sbox.h.

A step that adds a product to a row is invertible on shares, whatever the terms: the product depends on other rows. So
uniform shares stay uniform, and no fresh randomness is needed."""

from __future__ import annotations

BITS = 8
A, B = "ta", "tb"  # the second 5-bit S-box's inputs of the last product
# ("and" or "or", x, a, b): x ^= a & b, x ^= a | b; ("eor", x, a); ("copy", x, a); ("com", x)
STEPS: list[tuple[str, ...]] = [
    ("and", "x5", "x7", "x6"),
    ("and", "x4", "x3", "x5"),
    ("eor", "x7", "x4"),
    ("eor", "x6", "x3"),
    ("or", "x3", "x4", "x5"),
    ("eor", "x5", "x7"),
    ("and", "x4", "x5", "x6"),
    ("and", "x2", "x1", "x0"),
    ("or", "x0", "x2", "x1"),
    ("or", "x1", "x2", "x0"),
    ("com", "x2"),
    ("eor", "x7", "x1"),
    ("eor", "x3", "x2"),
    ("eor", "x4", "x0"),
    ("and", "x6", "x7", "x5"),
    ("copy", A, "x7"),
    ("eor", A, "x6"),
    ("or", "x6", "x4", "x3"),
    ("copy", B, "x3"),
    ("eor", B, "x5"),
    ("or", "x5", "x6", "x4"),
    ("eor", "x0", B),
    ("eor", "x2", A),
    ("eor", "x1", "x4"),
    ("and", "x1", B, A),
]
