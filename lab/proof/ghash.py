# SPDX-License-Identifier: MIT
"""GHASH: y = (y ^ block) h for each block, a bilinear function compared by its coefficients (bilinear.h).

Each block is proved from an arbitrary state after the previous ones."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import spec.modes

from . import dispatch
from .case import Call, Case
from .core import Graph, Lits
from .machines import Buffer
from .program import Image
from .symbolic import bits_of, octets

BLOCKS = 3
SIZE = 16
H_ALONE = 16  # bytes of a key, narae_ghash_key: h; 32 multiples of it; or h and 81 combs
KEYS = {"avr": 512, "aligned_lookup_rv32": 512, "aligned_multiply_rv32": H_ALONE + 4 * 81}
KEYS_OF_MACHINES = {"x86-64": 528, "aarch64": 784}  # with powers of h: include/narae/ghash.h


@dataclass
class Product:
    """States after n blocks, and the expected product."""

    graph: Graph
    h: Lits
    states: dict[int, Lits] = field(default_factory=dict)

    def block(self, number: int) -> Lits:
        return self.graph.input(f"block {number}", 8 * SIZE)

    def expected(self, n: int) -> Lits:
        if n == 0:
            return self.states[0]
        factor = self.graph.gates("^", self.states[n - 1], self.block(n - 1))
        return bits_of(self.graph, spec.modes.ghash(octets(self.graph, self.h), octets(self.graph, factor)))

    def is_product(self, n: int, state: Lits, expected: Lits) -> bool:
        """Is `state` right after n blocks?"""
        self.states.setdefault(n, state)
        if n == 0:
            return state == expected
        return self.graph.bilinear(state, expected, self.h, self.states[n - 1] + self.block(n - 1))


def kernel(image: Image) -> tuple[int, int, int]:
    """Addresses of key setup and block function, bytes of the key."""
    start = "narae_ghash_"
    if f"{start}best" in image.symbols:
        return image.address(f"{start}set_key"), dispatch.ghash_blocks(image), KEYS_OF_MACHINES[image.machine]
    names = [s.removeprefix(start) for s in image.symbols if s.startswith(start)]
    set_key = next(s for s in names if s.startswith("set_key"))
    blocks = next(s for s in names if s.startswith("blocks_"))
    size = next((KEYS[k] for k in KEYS if k in names or f"blocks_{k}" in names), H_ALONE)
    return image.address(start + set_key), image.address(start + blocks), size


def ghash(image: Image, graph: Graph) -> Iterator[Case]:
    set_key, blocks, key_bytes = kernel(image)
    graph.set_merging(True)
    product = Product(graph, graph.input("h", 8 * SIZE), {0: graph.input("y", 8 * SIZE)})

    def case(n: int) -> Case:
        buffers = [
            Buffer("h", SIZE, product.h, offset=None),
            Buffer("key", key_bytes, writable=True),
            Buffer("in", n * SIZE, b"".join(map(product.block, range(n))), offset=None),
            Buffer("y", SIZE, product.states[0], writable=True, offset=None),
        ]
        calls = [
            Call(set_key, (("key", 0), ("h", 0)), status=True),
            Call(blocks, (("y", 0), ("key", 0), ("in", 0), (n, 0)), constant=("key",), inaccessible=("h",)),
        ]

        def same(got: dict[str, Lits], expected: dict[str, Lits]) -> bool:
            return product.is_product(n, got["y"], expected["y"])

        return Case(f"{n} blocks", buffers, calls, {"y": product.expected(n)}, same=same)

    for n in range(BLOCKS + 1):
        yield case(n)
