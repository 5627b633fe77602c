#!/usr/bin/env python3
"""Slow, plain models of the ciphers, written from the standards alone.

They share no idea with the C code (integers and lists, no words, no tables
but the S-box computed from its definition), so that a mistake is unlikely to
be made twice.  Uses:

    python3 vectors/models.py > vectors/checksums.json     the gate of lab/bench/kind_block.c
    pytest                                                 checks them against the vectors
"""

import json
from functools import cache

MASK = 0xFFFFFFFF


def rol(x: int, n: int, bits: int = 32) -> int:
    n %= bits
    return (x << n | x >> (bits - n)) & ((1 << bits) - 1)


def words(data: bytes) -> list[int]:
    return [int.from_bytes(data[i : i + 4], "little") for i in range(0, len(data), 4)]


# LEA: KS X 3246:2016

LEA_DELTA = [0xC3EFE9DB, 0x44626B02, 0x79E27C8A, 0x78DF30EC, 0x715EA49E, 0xC785DA0A, 0xE04EF22A, 0xE5C40957]


def lea_round_keys(key: bytes) -> list[list[int]]:
    t, n = words(key), len(key) // 4
    turns = [1, 3, 6, 11, 13, 17]
    keys = []
    for i in range({4: 24, 6: 28, 8: 32}[n]):
        places = range(4) if n == 4 else range(6) if n == 6 else [(6 * i + j) % 8 for j in range(6)]
        for j, place in enumerate(places):
            t[place] = rol((t[place] + rol(LEA_DELTA[i % n], i + j)) & MASK, turns[j])
        keys.append([t[0], t[1], t[2], t[1], t[3], t[1]] if n == 4 else [t[p] for p in places])
    return keys


def lea_encrypt(key: bytes, block: bytes) -> bytes:
    x = words(block)
    for k in lea_round_keys(key):
        x = [
            rol((x[0] ^ k[0]) + (x[1] ^ k[1]) & MASK, 9),
            rol((x[1] ^ k[2]) + (x[2] ^ k[3]) & MASK, 27),
            rol((x[2] ^ k[4]) + (x[3] ^ k[5]) & MASK, 29),
            x[0],
        ]
    return b"".join(w.to_bytes(4, "little") for w in x)


# AES: FIPS 197


@cache
def gf_multiply(a: int, b: int) -> int:
    """In GF(2^8) modulo x^8 + x^4 + x^3 + x + 1."""
    product = 0
    for i in range(8):
        if b >> i & 1:
            product ^= a << i
    for i in range(14, 7, -1):
        if product >> i & 1:
            product ^= 0x11B << (i - 8)
    return product


def gf_power(a: int, n: int) -> int:
    result = 1
    for _ in range(n):
        result = gf_multiply(result, a)
    return result


def aes_sub(x: int) -> int:
    inverse = gf_power(x, 254)
    return inverse ^ rol(inverse, 1, 8) ^ rol(inverse, 2, 8) ^ rol(inverse, 3, 8) ^ rol(inverse, 4, 8) ^ 0x63


AES_SBOX = [aes_sub(x) for x in range(256)]


def aes_round_keys(key: bytes) -> list[bytes]:
    n = len(key) // 4
    w = [list(key[4 * i : 4 * i + 4]) for i in range(n)]
    for i in range(n, 4 * (n + 7)):
        t = w[-1]
        if i % n == 0:
            t = [AES_SBOX[b] for b in t[1:] + t[:1]]
            t[0] ^= gf_power(2, i // n - 1)
        elif n == 8 and i % n == 4:
            t = [AES_SBOX[b] for b in t]
        w.append([a ^ b for a, b in zip(w[i - n], t, strict=True)])
    return [bytes(b for word in w[i : i + 4] for b in word) for i in range(0, len(w), 4)]


def aes_encrypt(key: bytes, block: bytes) -> bytes:
    keys = aes_round_keys(key)
    s = [a ^ b for a, b in zip(block, keys[0], strict=True)]
    for round_key in keys[1:]:
        s = [AES_SBOX[s[(i + 4 * (i % 4)) % 16]] for i in range(16)]
        if round_key is not keys[-1]:
            s = [
                gf_multiply(2, s[i])
                ^ gf_multiply(3, s[i - i % 4 + (i + 1) % 4])
                ^ s[i - i % 4 + (i + 2) % 4]
                ^ s[i - i % 4 + (i + 3) % 4]
                for i in range(16)
            ]
        s = [a ^ b for a, b in zip(s, round_key, strict=True)]
    return bytes(s)


def null_encrypt(key: bytes, block: bytes) -> bytes:
    return block


# name in a row -> (block bytes, key bytes, encryption of one block)
BLOCK_CIPHERS = {
    "null": (16, 16, null_encrypt),
    **{f"aes-{bits}": (16, bits // 8, aes_encrypt) for bits in (128, 192, 256)},
    **{f"lea-{bits}": (16, bits // 8, lea_encrypt) for bits in (128, 192, 256)},
}


class Stream:
    """lab/bench/random.h: xorshift32, the top byte of each state."""

    def __init__(self, state: int):
        self.state = state

    def bytes(self, count: int) -> bytes:
        out = bytearray()
        for _ in range(count):
            x = self.state
            x ^= x << 13 & MASK
            x ^= x >> 17
            x ^= x << 5 & MASK
            self.state = x
            out.append(x >> 24)
        return bytes(out)


def block_checksum(cipher: str) -> str:
    """bench_checksum() of lab/bench/kind_block.c: FNV-1a over random encryptions of 0 to 3 blocks."""
    block_bytes, key_bytes, encrypt = BLOCK_CIPHERS[cipher]
    stream, value = Stream(1), 0x811C9DC5
    for i in range(16):
        key = stream.bytes(key_bytes)
        for block in [stream.bytes(block_bytes) for _ in range(i % 4)]:
            for b in encrypt(key, block):
                value = (value ^ b) * 0x01000193 & MASK
    return f"{value:08x}"


def document() -> str:
    about = "computed by vectors/models.py; what the gate of lab/bench must find for each cipher"
    return json.dumps({"source": about, "checksums": {c: block_checksum(c) for c in BLOCK_CIPHERS}}, indent=1) + "\n"


if __name__ == "__main__":
    print(document(), end="")
