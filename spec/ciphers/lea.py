# SPDX-License-Identifier: MIT
"""LEA: KS X 3246:2016."""

from __future__ import annotations

from functools import cache

from ..arithmetic import MASK, joined, octets, rol, words

DELTA = [0xC3EFE9DB, 0x44626B02, 0x79E27C8A, 0x78DF30EC, 0x715EA49E, 0xC785DA0A, 0xE04EF22A, 0xE5C40957]
ROTATIONS = [1, 3, 6, 11, 13, 17]


@cache
def round_keys(key: bytes) -> list[list[int]]:
    t, n = words(key), len(key) // 4
    keys = []
    for i in range({4: 24, 6: 28, 8: 32}[n]):
        indices = range(4) if n == 4 else range(6) if n == 6 else [(6 * i + j) % 8 for j in range(6)]
        for j, index in enumerate(indices):
            t[index] = rol((t[index] + rol(DELTA[i % n], i + j)) & MASK, ROTATIONS[j])
        keys.append([t[0], t[1], t[2], t[1], t[3], t[1]] if n == 4 else [t[index] for index in indices])
    return keys


def encrypt(key: bytes, block: bytes) -> bytes:
    x = words(block)
    for k in round_keys(key):
        x = [
            rol((x[0] ^ k[0]) + (x[1] ^ k[1]) & MASK, 9),
            rol((x[1] ^ k[2]) + (x[2] ^ k[3]) & MASK, 27),
            rol((x[2] ^ k[4]) + (x[3] ^ k[5]) & MASK, 29),
            x[0],
        ]
    return joined(octets(w, 4) for w in x)


CIPHERS = {f"lea-{bits}": (16, bits // 8, encrypt) for bits in (128, 192, 256)}
GATED = ("ctr", "cbc", "gcm", "ccm", "cmac")
GATED_SHORTEST_KEY = ("xts", "cfb", "ofb")
VECTORS = (("gcm", "ccm", "cmac"), ("cfb", "cfb8", "ofb", "xts", "kw", "kwp", "gmac"))
