# SPDX-License-Identifier: MIT
"""LSH: KS X 3262."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from .arithmetic import joined, number, octets, rol, split


@dataclass(frozen=True)
class Family:
    """Parameters, by the bits of a word: 32 is LSH-256, 64 LSH-512."""

    steps: int
    alpha: tuple[int, int]  # rotations of even and odd steps
    beta: tuple[int, int]
    gamma: tuple[int, ...]  # of each column
    first: tuple[int, ...]  # constants of the first step


FAMILIES = {
    32: Family(
        26, (29, 5), (1, 17), (0, 8, 16, 24, 24, 16, 8, 0),
        (0x917CAF90, 0x6C1B10A2, 0x6F352943, 0xCF778243, 0x2CEB7472, 0x29E96FF2, 0x8A9BA428, 0x2EEB2642),
    ),
    64: Family(
        28, (23, 7), (59, 3), (0, 16, 32, 48, 8, 24, 40, 56),
        (
            0x97884283C938982A, 0xBA1FCA93533E2355, 0xC519A2E87AEB1C03, 0x9A0FC95462AF17B1,
            0xFC3DDA8AB019A82B, 0x02825D079A895407, 0x79F2D0A7EE06A6F7, 0xD76D15EED9FDF5FE,
        ),
    ),
}  # fmt: skip
TAU = (3, 2, 0, 1, 7, 4, 5, 6, 11, 10, 8, 9, 15, 12, 13, 14)
SIGMA = (6, 4, 5, 7, 12, 15, 14, 13, 2, 0, 1, 3, 8, 11, 10, 9)


@cache
def constants(word: int) -> list[list[int]]:
    steps = [list(FAMILIES[word].first)]
    while len(steps) < FAMILIES[word].steps:
        steps.append([(c + rol(c, 8, word)) % 2**word for c in steps[-1]])
    return steps


def compress(word: int, chain: list[int], block: list[int]) -> list[int]:
    family, size = FAMILIES[word], 2**word
    messages, x = [block[:16], block[16:]], chain
    for j, step in enumerate(constants(word)):
        x = [a ^ b for a, b in zip(x, messages[j], strict=True)]
        for i, constant in enumerate(step):
            x[i] = rol((x[i] + x[i + 8]) % size, family.alpha[j % 2], word) ^ constant
            x[i + 8] = rol((x[i] + x[i + 8]) % size, family.beta[j % 2], word)
            x[i] = (x[i] + x[i + 8]) % size
            x[i + 8] = rol(x[i + 8], family.gamma[i], word)
        x = [x[i] for i in SIGMA]
        messages.append([(messages[j + 1][i] + messages[j][TAU[i]]) % size for i in range(16)])
    return [a ^ b for a, b in zip(x, messages[family.steps], strict=True)]


@cache
def initial(word: int, bits: int) -> list[int]:
    return compress(word, [word, bits, *[0] * 14], [0] * 32)


def digest(word: int, bits: int, message: bytes) -> bytes:
    chain = initial(word, bits)
    padded = joined([message, b"\x80", bytes(-(len(message) + 1) % (4 * word))])
    for block in split(padded, 4 * word):
        chain = compress(word, chain, [number(part) for part in split(block, word // 8)])
    return joined(octets(chain[i] ^ chain[i + 8], word // 8) for i in range(8))[: bits // 8]
