# SPDX-License-Identifier: MIT
"""Ascon: v1.2 of 2021, and SP 800-232 of 2025, which reads bytes in the other order."""

from __future__ import annotations

from dataclasses import dataclass

from .arithmetic import Order, joined, number, octets, rol, split
from .modes import Sealed


def permute(s: list[int], rounds: int) -> list[int]:
    for i in range(12 - rounds, 12):
        s = list(s)
        s[2] ^= (0xF - i) << 4 | i
        s[0] ^= s[4]
        s[4] ^= s[3]
        s[2] ^= s[1]
        s = [s[j] ^ (~s[(j + 1) % 5] & s[(j + 2) % 5]) & 2**64 - 1 for j in range(5)]
        s[1] ^= s[0]
        s[0] ^= s[4]
        s[3] ^= s[2]
        s[2] ^= 2**64 - 1
        rotations = [(19, 28), (61, 39), (1, 6), (10, 17), (7, 41)]
        s = [x ^ rol(x, 64 - a, 64) ^ rol(x, 64 - b, 64) for x, (a, b) in zip(s, rotations, strict=True)]
    return s


@dataclass(frozen=True)
class Aead:
    """The parameters of an AEAD of the family."""

    order: Order
    iv: int
    rate: int
    inner_rounds: int
    pad: int  # the byte of padding
    separator: int  # added to S4 between associated data and text

    def seal(self, key: bytes, nonce: bytes, ad: bytes, text: bytes, tag_bytes: int) -> Sealed:
        def load(data: bytes) -> list[int]:
            return [number(part, self.order) for part in split(data, 8)]

        def add(state: list[int], data: bytes, first: int) -> list[int]:
            added = [0] * first + load(data)
            return [a ^ b for a, b in zip(state, added + [0] * (5 - len(added)), strict=True)]

        def blocks(data: bytes) -> list[bytes]:
            return split(joined([data, bytes([self.pad]), bytes(-(len(data) + 1) % self.rate)]), self.rate)

        s = permute([self.iv, *load(key), *load(nonce)], 12)
        s = add(s, key, 3)
        if ad:
            for block in blocks(ad):
                s = permute(add(s, block, 0), self.inner_rounds)
        s[4] ^= self.separator
        out: list[bytes] = []
        for block in blocks(text):
            if out:
                s = permute(s, self.inner_rounds)
            s = add(s, block, 0)
            out += (octets(x, 8, self.order) for x in s[: self.rate // 8])
        s = permute(add(s, key, self.rate // 8), 12)
        tag = joined(octets(x, 8, self.order) for x in add(s, key, 3)[3:])
        return joined(out)[: len(text)], tag[:tag_bytes]


AEADS = {
    "ascon-128": Aead("big", 0x80400C0600000000, 8, 6, 0x80, 1),
    "ascon-128a": Aead("big", 0x80800C0800000000, 16, 8, 0x80, 1),
    "ascon-aead128": Aead("little", 0x00001000808C0001, 16, 8, 0x01, 1 << 63),
}


def hash256(message: bytes) -> bytes:
    """SP 800-232, 5.1."""
    s = permute([0x0000080100CC0002, 0, 0, 0, 0], 12)
    for block in split(joined([message, b"\1", bytes(-(len(message) + 1) % 8)]), 8):
        s[0] ^= number(block)
        s = permute(s, 12)
    out = []
    for _ in range(4):
        out.append(octets(s[0], 8))
        s = permute(s, 12)
    return joined(out)


def permute_bytes(state: bytes, rounds: int) -> bytes:
    """The permutation on words whose bytes are little-endian."""
    s = permute([number(part) for part in split(state, 8)], rounds)
    return joined(octets(x, 8) for x in s)
