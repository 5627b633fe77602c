# SPDX-License-Identifier: MIT
"""Kernels that runtime dispatch selects: the library's own selection is executed."""

from __future__ import annotations

from .case import Call
from .core import Graph
from .machines import MACHINES, low
from .program import Image

QUADWORD = 8  # bytes of a pointer where there is runtime dispatch
BEST = 120  # of a block cipher's descriptor: offset of the function that selects
KERNELS = 9  # of a block cipher: set_key, encrypt, decrypt, ctr, chain, xts, gcm, gcm_message, ccm
BLOCKS = 24  # of narae_ghash_kernels: offset of `blocks`


def selected(image: Image, function: int) -> int:
    """The pointer that a function without arguments returns."""
    with Graph() as graph, MACHINES[image.machine](graph, image) as machine:
        machine.prepare([])
        machine.call(Call(function, ()))
        return low(machine.get(0), 8 * QUADWORD)


def block_kernels(image: Image, descriptor: int, offset: int) -> list[int]:
    """Addresses of a block cipher's kernels; `offset` of those in its descriptor, which runtime dispatch replaces."""
    best = image.number(descriptor + BEST, QUADWORD)
    kernels = selected(image, best) if best else descriptor + offset
    return [image.number(kernels + QUADWORD * i, QUADWORD) for i in range(KERNELS)]


def ghash_blocks(image: Image) -> int:
    """The address of GHASH's kernel."""
    return image.number(selected(image, image.address("narae_ghash_best")) + BLOCKS, QUADWORD)
