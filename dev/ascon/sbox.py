# SPDX-License-Identifier: MIT
"""The S-box of Ascon in two shares, in place, as steps for the generators of masked kernels.  SP 800-232, 3.3.

x ^= ~y & z has the shares

    xa ^= (ya | za) ^ (ya | zb),  xb ^= yb & za ^ yb & zb

since ya cancels. It changes x alone and depends on other words, so it permutes the shares. The order 0, 2, 4, 1 is
right because ~x1 & x1 = 0: the new x0 serves the gate for x4 as well as the old one, and the new x2 that for x1. The
product for x3 needs the old x0 and x4, and so comes first; ya, added to both of its shares, masks it:

    ta = (ya | za) ^ (yb & za),  tb = (ya | zb) ^ (yb & zb)

Together the steps permute the 2^10 values of a column's shares, so uniform shares stay uniform. The NOT of x2 is left
to the kernel."""

from __future__ import annotations

PRODUCT = "tp"  # the name of the product for x3
# ("eor", x, y): x ^= y; ("product", t, y, z): t = ~y & z + ya; ("gate", x, y, z): x ^= ~y & z
STEPS: list[tuple[str, ...]] = [
    ("eor", "x0", "x4"),
    ("eor", "x4", "x3"),
    ("eor", "x2", "x1"),
    ("product", PRODUCT, "x4", "x0"),
    ("gate", "x0", "x1", "x2"),
    ("gate", "x2", "x3", "x4"),
    ("gate", "x4", "x0", "x1"),
    ("gate", "x1", "x2", "x3"),
    ("eor", "x3", PRODUCT),
    ("eor", "x1", "x0"),
    ("eor", "x0", "x4"),
    ("eor", "x3", "x2"),
]
