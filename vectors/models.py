#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Slow, plain models of the ciphers, written from the standards alone.

They share no idea with the C code (integers and lists, no words, no tables
but the S-boxes computed from their definitions), so that a mistake is unlikely
to be made twice.  Uses:

    python3 vectors/models.py > vectors/checksums.json     the gate of lab/bench
    python3 vectors/models.py vectors                      writes vectors/*/modes_model.json
    pytest                                                 checks them against the vectors
"""

import json
import random
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any, Literal

MASK = 0xFFFFFFFF

# Block ciphers, permutations and hashes also run on symbolic numbers (lab/proof/symbolic.py), so that a kernel is
# proved to compute what the gate of lab/bench checks: no `if` depends on data, and bytes are read and made by what
# follows.


def data(values: Iterable[int]) -> bytes:
    """Bytes, or symbolic ones."""
    values = tuple(values)
    try:
        return bytes(values)
    except TypeError:
        return values  # type: ignore[return-value]


def number(octets: Iterable[int], order: Literal["little", "big"] = "little") -> int:
    if not isinstance(octets, bytes):
        octets = data(octets)
    if isinstance(octets, bytes):
        return int.from_bytes(octets, order)
    return sum(b << 8 * i for i, b in enumerate(octets if order == "little" else reversed(octets)))


def octets(x: int, n: int, order: Literal["little", "big"] = "little") -> bytes:
    if isinstance(x, int):
        return (x & ((1 << 8 * n) - 1)).to_bytes(n, order)
    values = [x >> 8 * i & 0xFF for i in range(n)]
    return data(values if order == "little" else reversed(values))


def joined(parts: Iterable[Iterable[int]]) -> bytes:
    parts = list(parts)
    try:
        return b"".join(parts)  # type: ignore[arg-type]
    except TypeError:
        return data(b for part in parts for b in part)


class Box(list[int]):
    """An S-box.  A symbolic number knows how to be looked up."""

    def __getitem__(self, x: Any) -> Any:
        try:
            return list.__getitem__(self, x)
        except TypeError:
            return x.looked_up(self)


def rol(x: int, n: int, bits: int = 32) -> int:
    n %= bits
    return (x << n | x >> (bits - n)) & ((1 << bits) - 1)


def words(data: bytes) -> list[int]:
    return [number(data[i : i + 4]) for i in range(0, len(data), 4)]


# LEA: KS X 3246:2016

LEA_DELTA = [0xC3EFE9DB, 0x44626B02, 0x79E27C8A, 0x78DF30EC, 0x715EA49E, 0xC785DA0A, 0xE04EF22A, 0xE5C40957]


@cache
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
    return joined(octets(w, 4) for w in x)


# AES: FIPS 197


@cache
def gf_multiply(a: int, b: int, modulus: int = 0x11B) -> int:
    """In GF(2^8), by default modulo x^8 + x^4 + x^3 + x + 1."""
    product = 0
    for i in range(8):
        product ^= (b >> i & 1) * (a << i)
    for i in range(14, 7, -1):
        product ^= (product >> i & 1) * (modulus << (i - 8))
    return product


def gf_power(a: int, n: int, modulus: int = 0x11B) -> int:
    result = 1
    for bit in f"{n:b}":  # by squares: each command that verifies needs 1,024 powers
        result = gf_multiply(result, result, modulus)
        if bit == "1":
            result = gf_multiply(result, a, modulus)
    return result


def aes_sub(x: int) -> int:
    inverse = gf_power(x, 254)
    return inverse ^ rol(inverse, 1, 8) ^ rol(inverse, 2, 8) ^ rol(inverse, 3, 8) ^ rol(inverse, 4, 8) ^ 0x63


AES_SBOX = Box(aes_sub(x) for x in range(256))


@cache
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
    return [joined(w[i : i + 4]) for i in range(0, len(w), 4)]


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
    return data(s)


# ARIA: KS X 1213-1; RFC 5794

ARIA_MATRIX = ["01011110", "00111101", "11010111", "10011101", "00101100", "10000001", "01011101", "11010011"]
ARIA_C = [0x517CC1B727220A94FE13ABE8FA9A6EE0, 0x6DB14ACC9E21C820FF28B1D5EF5DE2B0, 0xDB92371D2126E9700324977504E8C90E]
# y[i] is the sum of x[j] for j in row i
ARIA_DIFFUSION = [
    [3, 4, 6, 8, 9, 13, 14],
    [2, 5, 7, 8, 9, 12, 15],
    [1, 4, 6, 10, 11, 12, 15],
    [0, 5, 7, 10, 11, 13, 14],
    [0, 2, 5, 8, 11, 14, 15],
    [1, 3, 4, 9, 10, 14, 15],
    [0, 2, 7, 9, 10, 12, 13],
    [1, 3, 6, 8, 11, 12, 13],
    [0, 1, 4, 7, 10, 13, 15],
    [0, 1, 5, 6, 11, 12, 14],
    [2, 3, 5, 6, 8, 13, 15],
    [2, 3, 4, 7, 9, 12, 14],
    [1, 2, 6, 7, 9, 11, 12],
    [0, 3, 6, 7, 8, 10, 13],
    [0, 3, 4, 5, 9, 11, 14],
    [1, 2, 4, 5, 8, 10, 15],
]


def aria_sub2(x: int) -> int:
    """The matrix times x^247, plus 0xe2; row and column 0 are bit 0."""
    power = gf_power(x, 247)
    bits = [sum((power >> j & 1) * int(row[j]) for j in range(8)) & 1 for row in ARIA_MATRIX]
    return sum(bit << i for i, bit in enumerate(bits)) ^ 0xE2


def inverse_of(box: Box) -> Box:
    return Box(box.index(x) for x in range(256))


ARIA_S2 = Box(aria_sub2(x) for x in range(256))
ARIA_BOXES = [AES_SBOX, ARIA_S2, inverse_of(AES_SBOX), inverse_of(ARIA_S2)]


def aria_substitute(x: int, first: int) -> list[int]:
    return [ARIA_BOXES[(i + first) % 4][b] for i, b in enumerate(octets(x, 16, "big"))]


def aria_round(x: int, key: int, even: bool) -> int:
    s = aria_substitute(x ^ key, 2 if even else 0)
    out = []
    for row in ARIA_DIFFUSION:
        y = 0
        for j in row:
            y ^= s[j]
        out.append(y)
    return number(out, "big")


@cache
def aria_round_keys(key: bytes) -> list[int]:
    left = number(key[:16], "big")
    right = number(key[16:], "big") << 8 * (32 - len(key))
    n = (len(key) - 16) // 8
    constants = ARIA_C[n:] + ARIA_C[:n]
    w = [left]
    w.append(aria_round(w[0], constants[0], False) ^ right)
    w.append(aria_round(w[1], constants[1], True) ^ w[0])
    w.append(aria_round(w[2], constants[2], False) ^ w[1])
    keys = []
    for turn in (128 - 19, 128 - 31, 61, 31, 19):
        keys += [w[i] ^ rol(w[(i + 1) % 4], turn, 128) for i in range(3)] + [rol(w[0], turn, 128) ^ w[3]]
    return keys[: 13 + 2 * n]


def aria_encrypt(key: bytes, block: bytes) -> bytes:
    keys = aria_round_keys(key)
    x = number(block, "big")
    for i, k in enumerate(keys[:-2]):
        x = aria_round(x, k, i % 2 == 1)
    last = number(aria_substitute(x ^ keys[-2], 2), "big")
    return octets(last ^ keys[-1], 16, "big")


# SEED: RFC 4269; the S-boxes as TTAS.KO-12.0004/R1 defines them, row and column 0 of a matrix being bit 0

SEED_MATRIX_0 = ["00101000", "00010001", "10000100", "10100010", "01000010", "10100001", "01111111", "01010001"]
SEED_MATRIX_1 = ["00101000", "01000010", "00010001", "01010001", "10000100", "01111111", "10100001", "10100010"]
SEED_MASKS = [0xFC, 0xF3, 0xCF, 0x3F]


def seed_sub(x: int, power: int, matrix: list[str], constant: int) -> int:
    """The matrix times x^power modulo x^8 + x^6 + x^5 + x + 1, plus a constant."""
    y = gf_power(x, power, 0x163)
    bits = [sum((y >> j & 1) * int(row[j]) for j in range(8)) & 1 for row in matrix]
    return sum(bit << i for i, bit in enumerate(bits)) ^ constant


SEED_BOXES = [
    Box(seed_sub(x, 247, SEED_MATRIX_0, 0xA9) for x in range(256)),
    Box(seed_sub(x, 251, SEED_MATRIX_1, 0x38) for x in range(256)),
]


def seed_g(x: int) -> int:
    y = [SEED_BOXES[j % 2][b] for j, b in enumerate(octets(x, 4))]
    z = []
    for k in range(4):
        masked = [y[j] & SEED_MASKS[(j + k) % 4] for j in range(4)]
        z.append(masked[0] ^ masked[1] ^ masked[2] ^ masked[3])
    return number(z)


@cache
def seed_round_keys(key: bytes) -> list[tuple[int, int]]:
    left, right = number(key[:8], "big"), number(key[8:], "big")
    keys = []
    for i in range(16):
        (a, b), (c, d) = divmod(left, 2**32), divmod(right, 2**32)
        constant = rol(0x9E3779B9, i, 32)
        keys.append((seed_g((a + c - constant) % 2**32), seed_g((b + constant - d) % 2**32)))
        if i % 2 == 0:
            left = rol(left, 56, 64)
        else:
            right = rol(right, 8, 64)
    return keys


def seed_encrypt(key: bytes, block: bytes) -> bytes:
    left, right = number(block[:8], "big"), number(block[8:], "big")
    for k0, k1 in seed_round_keys(key):
        c, d = divmod(right, 2**32)
        t0, t1 = c ^ k0, seed_g(c ^ k0 ^ d ^ k1)
        t0 = seed_g((t0 + t1) % 2**32)
        t1 = seed_g((t1 + t0) % 2**32)
        left, right = right, left ^ ((t0 + t1) % 2**32 << 32 | t1)
    return octets(right << 64 | left, 16, "big")


# PIPO: Kim et al., ICISC 2020


def pipo_sub(value: int) -> int:
    """The paper's bitsliced description, on one byte."""
    x = [value >> i & 1 for i in range(8)]
    x[5] ^= x[7] & x[6]
    x[4] ^= x[3] & x[5]
    x[7] ^= x[4]
    x[6] ^= x[3]
    x[3] ^= x[4] | x[5]
    x[5] ^= x[7]
    x[4] ^= x[5] & x[6]
    x[2] ^= x[1] & x[0]
    x[0] ^= x[2] | x[1]
    x[1] ^= x[2] | x[0]
    x[2] ^= 1
    x[7] ^= x[1]
    x[3] ^= x[2]
    x[4] ^= x[0]
    t = [x[7], x[3], x[4]]
    x[6] ^= t[0] & x[5]
    t[0] ^= x[6]
    x[6] ^= t[2] | t[1]
    t[1] ^= x[5]
    x[5] ^= x[6] | t[2]
    t[2] ^= t[1] & t[0]
    bits = [x[7], x[0] ^ t[1], x[2] ^ t[0], x[6], x[5], x[4], x[3], x[1] ^ t[2]]
    return sum(bit << i for i, bit in enumerate(bits))


PIPO_SBOX = Box(pipo_sub(x) for x in range(256))
PIPO_TURNS = [0, 7, 4, 3, 6, 5, 1, 2]


def transposed(x: int) -> int:
    """An 8 x 8 array of bits, a row in each byte: on both sides of the diagonal bits change places, then blocks of two
    by two, then of four by four."""
    for places, mask in ((7, 0x00AA00AA00AA00AA), (14, 0x0000CCCC0000CCCC), (28, 0x00000000F0F0F0F0)):
        different = (x ^ x >> places) & mask
        x = x ^ different ^ different << places
    return x


def pipo_encrypt(key: bytes, block: bytes) -> bytes:
    """The bytes of a block are the rows of an 8 x 8 array of bits, the columns are what the S-box sees."""
    parts = [number(key[i : i + 8]) for i in range(0, len(key), 8)]
    x = number(block) ^ parts[0]
    for r in range(1, {16: 13, 32: 17}[len(key)] + 1):
        columns = [PIPO_SBOX[column] for column in octets(transposed(x), 8)]
        substituted = octets(transposed(number(columns)), 8)
        rows = [rol(row, turn, 8) for row, turn in zip(substituted, PIPO_TURNS, strict=True)]
        x = number(rows) ^ parts[r % len(parts)] ^ r
    return octets(x, 8)


# HIGHT: TTAS.KO-12.0040/R1; ISO/IEC 18033-3.  Octet 0 of a key or block comes first.


@cache
def hight_constants() -> list[int]:
    """Seven bits of a shift register, 128 times."""
    constants = [0x5A]
    while len(constants) < 128:
        d = constants[-1]
        constants.append(d >> 1 | ((d ^ d >> 3) & 1) << 6)
    return constants


def hight_f(x: int, turns: tuple[int, int, int]) -> int:
    a, b, c = (rol(x, turn, 8) for turn in turns)
    return a ^ b ^ c


def hight_whiten(x: list[int], keys: list[int]) -> list[int]:
    return [x[0] + keys[0] & 255, x[1], x[2] ^ keys[1], x[3], x[4] + keys[2] & 255, x[5], x[6] ^ keys[3], x[7]]


@cache
def hight_round_keys(key: bytes) -> list[int]:
    return [key[k & 8 | (k - k // 16) & 7] + d & 255 for k, d in enumerate(hight_constants())]


def hight_encrypt(key: bytes, block: bytes) -> bytes:
    whitening = [key[(i + 12) % 16] for i in range(8)]
    keys = hight_round_keys(key)
    x = hight_whiten(list(block), whitening[:4])
    for r in range(32):
        for i in (0, 4):
            x[i + 1] = x[i + 1] + (hight_f(x[i], (3, 4, 6)) ^ keys[4 * r + i // 2]) & 255
        for i in (2, 6):
            x[i + 1] = x[i + 1] ^ (hight_f(x[i], (1, 2, 7)) + keys[4 * r + i // 2] & 255)
        x = x[-1:] + x[:-1]
    return data(hight_whiten(x[1:] + x[:1], whitening[4:]))


def null_encrypt(key: bytes, block: bytes) -> bytes:
    return block


# name in a row -> (block bytes, key bytes, encryption of one block)
BLOCK_CIPHERS = {
    "null": (16, 16, null_encrypt),
    **{f"aes-{bits}": (16, bits // 8, aes_encrypt) for bits in (128, 192, 256)},
    **{f"lea-{bits}": (16, bits // 8, lea_encrypt) for bits in (128, 192, 256)},
    **{f"aria-{bits}": (16, bits // 8, aria_encrypt) for bits in (128, 192, 256)},
    "hight-128": (8, 16, hight_encrypt),
    **{f"pipo-64/{bits}": (8, bits // 8, pipo_encrypt) for bits in (128, 256)},
    "seed-128": (16, 16, seed_encrypt),
}

# Modes of operation.  Each seals: (E, nonce, ad, text, tag bytes) -> (ciphertext, tag), E being the cipher under a key.

Block = Callable[[bytes], bytes]
Sealed = tuple[bytes, bytes]
ModeSeal = Callable[[Block, bytes, bytes, bytes, int], Sealed]


def xor(a: bytes, b: bytes) -> bytes:
    return data(x ^ y for x, y in zip(a, b, strict=False))


def split(data: bytes, size: int) -> list[bytes]:
    return [data[i : i + size] for i in range(0, len(data), size)]


def plus(counter: bytes, n: int, count_bytes: int) -> bytes:
    """The last bytes count, big-endian."""
    fixed, field = counter[: len(counter) - count_bytes], counter[len(counter) - count_bytes :]
    return joined([fixed, octets(number(field, "big") + n, count_bytes, "big")])


def counter_stream(e: Block, first: bytes, count_bytes: int, text: bytes) -> bytes:
    blocks = enumerate(split(text, len(first)))
    return joined(xor(block, e(plus(first, i, count_bytes))) for i, block in blocks)


def ctr_seal(e: Block, nonce: bytes, ad: bytes, text: bytes, tag_bytes: int) -> Sealed:
    """SP 800-38A, 6.5."""
    return counter_stream(e, nonce, len(nonce), text), b""


def cfb_seal(segment: int, e: Block, nonce: bytes, ad: bytes, text: bytes, tag_bytes: int) -> Sealed:
    """SP 800-38A, 6.3, with segments of so many bytes, or with 0 of a block."""
    out, register = b"", nonce
    for part in split(text, segment or len(nonce)):
        out = joined([out, xor(part, e(register))])
        register = joined([register, out[-len(part) :]])[-len(nonce) :]
    return out, b""


def ofb_seal(e: Block, nonce: bytes, ad: bytes, text: bytes, tag_bytes: int) -> Sealed:
    """SP 800-38A, 6.4."""
    out = []
    for block in split(text, len(nonce)):
        nonce = e(nonce)
        out.append(xor(block, nonce))
    return joined(out), b""


def cbc_seal(e: Block, nonce: bytes, ad: bytes, text: bytes, tag_bytes: int) -> Sealed:
    """SP 800-38A, 6.2."""
    out = [nonce]
    for block in split(text, len(nonce)):
        out.append(e(xor(block, out[-1])))
    return joined(out[1:]), b""


def xts_seal(e: Block, of_tweak: Block, tweak: bytes, text: bytes) -> bytes:
    """IEEE 1619, 5.3, without what its figures call the second key's: that is `of_tweak`."""
    first = number(of_tweak(tweak))

    def block(at: int, text: bytes) -> bytes:
        t = first
        for _ in range(at):
            t = (t << 1 ^ (t >> 127) * 0x87) % (1 << 128)
        return xor(e(xor(text, octets(t, 16))), octets(t, 16))

    out: list[bytes] = [block(i, part) for i, part in enumerate(split(text, 16)) if len(part) == 16]
    rest = text[16 * len(out) :]
    if rest:
        last = out.pop()
        out += [block(len(out) + 1, rest + last[len(rest) :]), last[: len(rest)]]
    return joined(out)


def wrapped(e: Block, a: bytes, text: bytes) -> bytes:
    """SP 800-38F, 6.1, algorithm 1."""
    parts = split(text, 8)
    for t in range(1, 6 * len(parts) + 1):
        x = e(a + parts.pop(0))
        a = xor(x[:8], t.to_bytes(8, "big"))
        parts.append(x[8:])
    return joined([a, *parts])


def kw_seal(e: Block, nonce: bytes, ad: bytes, text: bytes, tag_bytes: int) -> Sealed:
    """SP 800-38F, 6.2."""
    return wrapped(e, b"\xa6" * 8, text), b""


def kwp_seal(e: Block, nonce: bytes, ad: bytes, text: bytes, tag_bytes: int) -> Sealed:
    """SP 800-38F, 6.3."""
    a = b"\xa6\x59\x59\xa6" + len(text).to_bytes(4, "big")
    text += bytes(-len(text) % 8)
    return (e(a + text) if len(text) == 8 else wrapped(e, a, text)), b""


def gmac_seal(e: Block, nonce: bytes, ad: bytes, text: bytes, tag_bytes: int) -> Sealed:
    """SP 800-38D, 3: a message that is associated data."""
    return gcm_seal(e, nonce, text, b"", tag_bytes)


def cmac_seal(size: int, e: Block, nonce: bytes, ad: bytes, text: bytes, tag_bytes: int) -> Sealed:
    """SP 800-38B, 6, for blocks of `size` bytes."""
    polynomial = {16: 0x87, 8: 0x1B}[size]

    def double(block: bytes) -> bytes:
        x = int.from_bytes(block, "big") << 1
        return ((x ^ polynomial if x >> 8 * size else x) % (1 << 8 * size)).to_bytes(size, "big")

    k1 = double(e(bytes(size)))
    blocks = split(text, size) or [b""]
    if len(blocks[-1]) == size:
        blocks[-1] = xor(blocks[-1], k1)
    else:
        blocks[-1] = xor((blocks[-1] + b"\x80").ljust(size, b"\0"), double(k1))
    x = bytes(size)
    for block in blocks:
        x = e(xor(x, block))
    return b"", x[:tag_bytes]


def ghash(h: bytes, data: bytes) -> bytes:
    """SP 800-38D, 6.3 and 6.4."""
    y, factor = 0, number(h, "big")
    for block in split(data, 16):
        x, v, product = y ^ number(block, "big"), factor, 0
        for i in range(127, -1, -1):
            product ^= (x >> i & 1) * v
            v = v >> 1 ^ (v & 1) * (0xE1 << 120)
        y = product
    return octets(y, 16, "big")


def padded(data: bytes) -> bytes:
    return data + bytes(-len(data) % 16)


def lengths(order: Literal["little", "big"], ad: bytes, text: bytes, unit: int) -> bytes:
    return (unit * len(ad)).to_bytes(8, order) + (unit * len(text)).to_bytes(8, order)


def gcm_seal(e: Block, nonce: bytes, ad: bytes, text: bytes, tag_bytes: int) -> Sealed:
    """SP 800-38D, 7.1."""
    h = e(bytes(16))
    first = nonce + b"\0\0\0\1"
    if len(nonce) != 12:
        first = ghash(h, padded(nonce) + lengths("big", b"", nonce, 8))
    out = counter_stream(e, plus(first, 1, 4), 4, text)
    tag = ghash(h, padded(ad) + padded(out) + lengths("big", ad, out, 8))
    return out, xor(tag, e(first))[:tag_bytes]


def ccm_seal(e: Block, nonce: bytes, ad: bytes, text: bytes, tag_bytes: int) -> Sealed:
    """SP 800-38C, 6.1 and appendix A; associated data below 65280 bytes."""
    q = 15 - len(nonce)
    flags = (64 if ad else 0) + 8 * ((tag_bytes - 2) // 2) + q - 1
    data = bytes([flags]) + nonce + len(text).to_bytes(q, "big")
    if ad:
        data += padded(len(ad).to_bytes(2, "big") + ad)
    x = bytes(16)
    for block in split(data + padded(text), 16):
        x = e(xor(x, block))
    first = bytes([q - 1]) + nonce + bytes(q)
    return counter_stream(e, plus(first, 1, q), q, text), xor(x, e(first))[:tag_bytes]


# ChaCha and Poly1305: RFC 8439, 2


def chacha_block(rounds: int, key: bytes, counter: int, nonce: bytes) -> bytes:
    """With a nonce of 8 bytes the counter has 8 too."""
    head = words(joined([b"expand 32-byte k", key, octets(counter, 16 - len(nonce)), nonce]))
    x = list(head)

    def quarter(a: int, b: int, c: int, d: int) -> None:
        for p, q, r, turn in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
            x[p] = x[p] + x[q] & MASK
            x[r] = rol(x[r] ^ x[p], turn)

    for _ in range(rounds // 2):
        for i in range(4):
            quarter(i, i + 4, i + 8, i + 12)
        for i in range(4):
            quarter(i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4)
    return joined(octets(a + b & MASK, 4) for a, b in zip(head, x, strict=True))


def chacha_xor(rounds: int, key: bytes, nonce: bytes, text: bytes, first: int = 0) -> bytes:
    blocks = enumerate(split(text, 64), first)
    return joined(xor(block, chacha_block(rounds, key, i, nonce)) for i, block in blocks)


def poly1305(key: bytes, message: bytes) -> bytes:
    r = int.from_bytes(key[:16], "little") & 0x0FFFFFFC0FFFFFFC0FFFFFFC0FFFFFFF
    h = 0
    for block in split(message, 16):
        h = (h + int.from_bytes(block + b"\1", "little")) * r % (2**130 - 5)
    return ((h + int.from_bytes(key[16:], "little")) % 2**128).to_bytes(16, "little")


def chacha20_poly1305_seal(key: bytes, nonce: bytes, ad: bytes, text: bytes, tag_bytes: int) -> Sealed:
    out = chacha_xor(20, key, nonce, text, 1)
    one_time = chacha_block(20, key, 0, nonce)[:32]
    return out, poly1305(one_time, padded(ad) + padded(out) + lengths("little", ad, out, 1))


# Keccak-f[1600]: FIPS 202, 3


def keccak_f1600(state: bytes) -> bytes:
    lanes = {(i % 5, i // 5): number(lane) for i, lane in enumerate(split(state, 8))}
    register = 1  # rc(t), a linear feedback shift register
    for _ in range(24):
        column = [lanes[x, 0] ^ lanes[x, 1] ^ lanes[x, 2] ^ lanes[x, 3] ^ lanes[x, 4] for x in range(5)]
        for x, y in lanes:
            lanes[x, y] ^= column[(x - 1) % 5] ^ rol(column[(x + 1) % 5], 1, 64)
        moved = {(0, 0): lanes[0, 0]}
        x, y = 1, 0
        for t in range(24):
            moved[y, (2 * x + 3 * y) % 5] = rol(lanes[x, y], (t + 1) * (t + 2) // 2, 64)
            x, y = y, (2 * x + 3 * y) % 5
        for x, y in moved:
            lanes[x, y] = moved[x, y] ^ (~moved[(x + 1) % 5, y] & moved[(x + 2) % 5, y])
        for j in range(7):
            lanes[0, 0] ^= (register & 1) << (2**j - 1)
            register = register << 1 ^ (0x171 if register & 0x80 else 0)
    return joined(octets(lanes[i % 5, i // 5], 8) for i in range(25))


def sponge(rate: int, suffix: int, message: bytes, digest_bytes: int) -> bytes:
    """SHA-3 and SHAKE: FIPS 202, 4 and 6; the suffix holds the first bit of the padding, too."""
    padded = joined([message, [suffix], bytes(-(len(message) + 1) % rate)])
    padded = joined([padded[:-1], [padded[-1] | 0x80]])
    state, out = bytes(200), b""
    for block in split(padded, rate):
        state = keccak_f1600(joined([xor(state, block), state[rate:]]))
    while len(out) < digest_bytes:
        out = joined([out, state[:rate]])
        state = keccak_f1600(state)
    return out[:digest_bytes]


# LSH: KS X 3262


@dataclass(frozen=True)
class LshFamily:
    """By its word's bits: 32 is LSH-256, 64 LSH-512."""

    steps: int
    alpha: tuple[int, int]  # rotations of even and odd steps
    beta: tuple[int, int]
    gamma: tuple[int, ...]  # of each column
    first: tuple[int, ...]  # constants of the first step


LSH = {
    32: LshFamily(
        26, (29, 5), (1, 17), (0, 8, 16, 24, 24, 16, 8, 0),
        (0x917CAF90, 0x6C1B10A2, 0x6F352943, 0xCF778243, 0x2CEB7472, 0x29E96FF2, 0x8A9BA428, 0x2EEB2642),
    ),
    64: LshFamily(
        28, (23, 7), (59, 3), (0, 16, 32, 48, 8, 24, 40, 56),
        (
            0x97884283C938982A, 0xBA1FCA93533E2355, 0xC519A2E87AEB1C03, 0x9A0FC95462AF17B1,
            0xFC3DDA8AB019A82B, 0x02825D079A895407, 0x79F2D0A7EE06A6F7, 0xD76D15EED9FDF5FE,
        ),
    ),
}  # fmt: skip
LSH_TAU = (3, 2, 0, 1, 7, 4, 5, 6, 11, 10, 8, 9, 15, 12, 13, 14)
LSH_SIGMA = (6, 4, 5, 7, 12, 15, 14, 13, 2, 0, 1, 3, 8, 11, 10, 9)


@cache
def lsh_constants(word: int) -> list[list[int]]:
    steps = [list(LSH[word].first)]
    while len(steps) < LSH[word].steps:
        steps.append([(c + rol(c, 8, word)) % 2**word for c in steps[-1]])
    return steps


def lsh_compress(word: int, chain: list[int], block: list[int]) -> list[int]:
    family, size = LSH[word], 2**word
    messages, x = [block[:16], block[16:]], chain
    for j, constants in enumerate(lsh_constants(word)):
        x = [a ^ b for a, b in zip(x, messages[j], strict=True)]
        for i, constant in enumerate(constants):
            x[i] = rol((x[i] + x[i + 8]) % size, family.alpha[j % 2], word) ^ constant
            x[i + 8] = rol((x[i] + x[i + 8]) % size, family.beta[j % 2], word)
            x[i] = (x[i] + x[i + 8]) % size
            x[i + 8] = rol(x[i + 8], family.gamma[i], word)
        x = [x[place] for place in LSH_SIGMA]
        messages.append([(messages[j + 1][i] + messages[j][LSH_TAU[i]]) % size for i in range(16)])
    return [a ^ b for a, b in zip(x, messages[family.steps], strict=True)]


@cache
def lsh_initial(word: int, bits: int) -> list[int]:
    return lsh_compress(word, [word, bits, *[0] * 14], [0] * 32)


def lsh(word: int, bits: int, message: bytes) -> bytes:
    chain = lsh_initial(word, bits)
    padded = joined([message, b"\x80", bytes(-(len(message) + 1) % (4 * word))])
    for block in split(padded, 4 * word):
        chain = lsh_compress(word, chain, [number(part) for part in split(block, word // 8)])
    return joined(octets(chain[i] ^ chain[i + 8], word // 8) for i in range(8))[: bits // 8]


# Ascon: v1.2 of 2021, and SP 800-232 of 2025, which reads bytes the other way round


def ascon_permute(s: list[int], rounds: int) -> list[int]:
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
        turns = [(19, 28), (61, 39), (1, 6), (10, 17), (7, 41)]
        s = [x ^ rol(x, 64 - a, 64) ^ rol(x, 64 - b, 64) for x, (a, b) in zip(s, turns, strict=True)]
    return s


@dataclass(frozen=True)
class AsconAead:
    """What tells one AEAD of the family from another."""

    order: Literal["little", "big"]
    iv: int
    rate: int
    inner_rounds: int
    pad: int  # the byte after the last one
    separator: int  # added to S4 between associated data and text

    def seal(self, key: bytes, nonce: bytes, ad: bytes, text: bytes, tag_bytes: int) -> Sealed:
        def load(data: bytes) -> list[int]:
            return [int.from_bytes(part, self.order) for part in split(data, 8)]

        def add(state: list[int], data: bytes, at: int) -> list[int]:
            added = [0] * at + load(data)
            return [a ^ b for a, b in zip(state, added + [0] * (5 - len(added)), strict=True)]

        def blocks(data: bytes) -> list[bytes]:
            return split(data + bytes([self.pad]) + bytes(-(len(data) + 1) % self.rate), self.rate)

        s = ascon_permute([self.iv, *load(key), *load(nonce)], 12)
        s = add(s, key, 3)
        if ad:
            for block in blocks(ad):
                s = ascon_permute(add(s, block, 0), self.inner_rounds)
        s[4] ^= self.separator
        out = b""
        for block in blocks(text):
            if out:
                s = ascon_permute(s, self.inner_rounds)
            s = add(s, block, 0)
            out += b"".join(x.to_bytes(8, self.order) for x in s[: self.rate // 8])
        s = ascon_permute(add(s, key, self.rate // 8), 12)
        tag = add(s, key, 3)[3:]
        return out[: len(text)], b"".join(x.to_bytes(8, self.order) for x in tag)[:tag_bytes]


ASCON_AEADS = {
    "ascon-128": AsconAead("big", 0x80400C0600000000, 8, 6, 0x80, 1),
    "ascon-128a": AsconAead("big", 0x80800C0800000000, 16, 8, 0x80, 1),
    "ascon-aead128": AsconAead("little", 0x00001000808C0001, 16, 8, 0x01, 1 << 63),
}


def ascon_hash256(message: bytes) -> bytes:
    """SP 800-232, 5.1."""
    s = ascon_permute([0x0000080100CC0002, 0, 0, 0, 0], 12)
    for block in split(joined([message, b"\1", bytes(-(len(message) + 1) % 8)]), 8):
        s[0] ^= number(block)
        s = ascon_permute(s, 12)
    out = []
    for _ in range(4):
        out.append(octets(s[0], 8))
        s = ascon_permute(s, 12)
    return joined(out)


def ascon_words(state: bytes, rounds: int) -> bytes:
    """The permutation on words whose bytes are little-endian."""
    s = ascon_permute([number(part) for part in split(state, 8)], rounds)
    return joined(octets(x, 8) for x in s)


# What lab/bench/kind_message.c and kind_permutation.c measure, by "cipher mode"


# SHA-2: FIPS 180-4


@cache
def primes(count: int) -> list[int]:
    found: list[int] = []
    candidate = 2
    while len(found) < count:
        if all(candidate % p for p in found):
            found.append(candidate)
        candidate += 1
    return found


@cache
def root_bits(n: int, degree: int, bits: int) -> int:
    """The first bits of the fractional part of a root of n."""
    scaled, low, high = n << degree * bits, 0, 1 << bits + 8
    while low + 1 < high:
        middle = (low + high) // 2
        low, high = (middle, high) if middle**degree <= scaled else (low, middle)
    return low % 2**bits


SHA2_TURNS = {  # of Sigma0, Sigma1, sigma0 and sigma1; the last of the latter two are shifts
    32: ((2, 13, 22), (6, 11, 25), (7, 18, 3), (17, 19, 10)),
    64: ((28, 34, 39), (14, 18, 41), (1, 8, 7), (19, 61, 6)),
}


def sha2(bits: int, rounds: int, start: list[int], text: bytes) -> bytes:
    """The whole state after a message, in words of so many bits."""
    block_bytes, mask = 2 * bits, 2**bits - 1
    padding = b"\x80" + bytes(-(len(text) + 1 + block_bytes // 8) % block_bytes)
    padded = joined([text, padding, octets(8 * len(text), block_bytes // 8, "big")])
    constants = [root_bits(p, 3, bits) for p in primes(rounds)]
    upper0, upper1, (p, q, r), (s, t, u) = SHA2_TURNS[bits]
    state = start
    for block in split(padded, block_bytes):
        w = [number(word, "big") for word in split(block, bits // 8)]
        for i in range(16, rounds):
            x, y = w[i - 15], w[i - 2]
            small0 = rol(x, bits - p, bits) ^ rol(x, bits - q, bits) ^ x >> r
            small1 = rol(y, bits - s, bits) ^ rol(y, bits - t, bits) ^ y >> u
            w.append((w[i - 16] + small0 + w[i - 7] + small1) & mask)
        a, b, c, d, e, f, g, h = state
        for k, word in zip(constants, w, strict=True):
            big0 = rol(a, bits - upper0[0], bits) ^ rol(a, bits - upper0[1], bits) ^ rol(a, bits - upper0[2], bits)
            big1 = rol(e, bits - upper1[0], bits) ^ rol(e, bits - upper1[1], bits) ^ rol(e, bits - upper1[2], bits)
            t1 = h + big1 + (e & f ^ ~e & g) + k + word
            t2 = big0 + (a & b ^ a & c ^ b & c)
            a, b, c, d, e, f, g, h = (t1 + t2) & mask, a, b, c, (d + t1) & mask, e, f, g
        state = [(x + y) & mask for x, y in zip(state, (a, b, c, d, e, f, g, h), strict=True)]
    return joined(octets(word, bits // 8, "big") for word in state)


def sha256(text: bytes) -> bytes:
    return sha2(32, 64, [root_bits(p, 2, 32) for p in primes(8)], text)


def sha512(text: bytes) -> bytes:
    return sha2(64, 80, [root_bits(p, 2, 64) for p in primes(8)], text)


@dataclass(frozen=True)
class Message:
    key_bytes: int
    nonce_bytes: int
    tag_bytes: int
    unit: int
    has_text: bool
    seal: Callable[[bytes, bytes, bytes, bytes, int], Sealed]  # (key, nonce, ad, text, tag bytes)
    block: int = 0  # bytes that a hash takes at a time

    @property
    def has_ad(self) -> bool:
        return self.has_text and self.tag_bytes != 0


def mode_of(cipher: str, mode: str) -> Message:
    block_bytes, key_bytes, encrypt = BLOCK_CIPHERS[cipher]
    modes: dict[str, tuple[int, int, int, ModeSeal]] = {
        "ctr": (block_bytes, 0, 1, ctr_seal),
        "cbc": (block_bytes, 0, block_bytes, cbc_seal),
        "cfb": (block_bytes, 0, 1, partial(cfb_seal, 0)),
        "cfb8": (block_bytes, 0, 1, partial(cfb_seal, 1)),
        "ofb": (block_bytes, 0, 1, ofb_seal),
        "kw": (0, 0, 8, kw_seal),
        "kwp": (0, 0, 1, kwp_seal),
        "gmac": (12, 16, 1, gmac_seal),
        "cmac": (0, block_bytes, 1, partial(cmac_seal, block_bytes)),
        "gcm": (12, 16, 1, gcm_seal),
        "ccm": (12, 16, 1, ccm_seal),
    }
    if mode == "xts":
        return Message(
            2 * key_bytes,
            16,
            0,
            16,
            True,
            lambda key, nonce, ad, text, tag: (
                xts_seal(partial(encrypt, key[:key_bytes]), partial(encrypt, key[key_bytes:]), nonce, text),
                b"",
            ),
        )
    nonce_bytes, tag_bytes, unit, seal = modes[mode]
    return Message(
        key_bytes,
        nonce_bytes,
        tag_bytes,
        unit,
        mode not in ("cmac", "gmac"),
        lambda key, nonce, ad, text, tag: seal(lambda block: encrypt(key, block), nonce, ad, text, tag),
    )


def stream_of(rounds: int) -> Message:
    return Message(32, 12, 0, 1, True, lambda key, nonce, ad, text, tag: (chacha_xor(rounds, key, nonce, text), b""))


def hash_of(block: int, function: Callable[[bytes, int], bytes], digest_bytes: int = 32) -> Message:
    def seal(key: bytes, nonce: bytes, ad: bytes, text: bytes, tag_bytes: int) -> Sealed:
        return b"", function(text, tag_bytes)

    return Message(0, 0, digest_bytes, 1, False, seal, block)


# Ciphers that are measured in some modes alone
FEW_MODES = {"null": ("ctr", "gcm"), "hight-128": ("ctr", "cbc"), "seed-128": ("ctr", "cbc", "gcm")}

MESSAGES = {
    **{
        f"{cipher} {mode}": mode_of(cipher, mode)
        for cipher, (block_bytes, _, _) in BLOCK_CIPHERS.items()
        for mode in FEW_MODES.get(cipher, ("ctr", "cbc", "gcm", "ccm", "cmac"))
        if block_bytes == 16 or mode not in ("gcm", "ccm")
    },
    **{
        f"{cipher} {mode}": mode_of(cipher, mode)
        for mode, ciphers in {
            "xts": ("aes-128", "aria-128", "lea-128"),
            "cfb": ("aria-128", "lea-128"),
            "ofb": ("aria-128", "lea-128"),
        }.items()
        for cipher in ciphers
    },
    **{f"chacha{rounds} stream": stream_of(rounds) for rounds in (20, 12, 8)},
    "chacha20 poly1305": Message(32, 12, 16, 1, True, chacha20_poly1305_seal),
    **{f"{name} aead": Message(16, 16, 16, 1, True, aead.seal) for name, aead in ASCON_AEADS.items()},
    "ascon-hash256 hash": hash_of(8, lambda text, tag: ascon_hash256(text)),
    "sha-256 hash": hash_of(64, lambda text, tag: sha256(text)),
    "sha-512 hash": hash_of(128, lambda text, tag: sha512(text), 64),
    "sha3-256 hash": hash_of(136, partial(sponge, 136, 0x06)),
    "shake128 hash": hash_of(168, partial(sponge, 168, 0x1F)),
    "lsh-256-256 hash": hash_of(128, lambda text, tag: lsh(32, 256, text)),
    "lsh-512-512 hash": hash_of(256, lambda text, tag: lsh(64, 512, text), 64),
}

# Modes that have vectors, but are measured of few ciphers: the shortest message of each.
SHORTEST = {"cfb": 0, "cfb8": 0, "ofb": 0, "xts": 16, "kw": 16, "kwp": 1, "gmac": 0, "cmac": 0}


def message(name: str) -> Message:
    return MESSAGES[name] if name in MESSAGES else mode_of(*name.split())


def is_message(name: str) -> bool:
    cipher, mode = name.split()
    return name in MESSAGES or (cipher in BLOCK_CIPHERS and mode in SHORTEST)


# name -> (state bytes, permutation)
PERMUTATIONS: dict[str, tuple[int, Callable[[bytes], bytes]]] = {
    "keccak-f1600": (200, keccak_f1600),
    **{f"ascon-p{n}": (40, partial(ascon_words, rounds=n)) for n in (12, 8, 6)},
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


def fold(value: int, data: bytes) -> int:
    """FNV-1a."""
    for b in data:
        value = (value ^ b) * 0x01000193 & MASK
    return value


def block_checksum(cipher: str) -> str:
    """bench_checksum() of lab/bench/kind_block.c: random encryptions of 0 to 3 blocks."""
    block_bytes, key_bytes, encrypt = BLOCK_CIPHERS[cipher]
    stream, value = Stream(1), 0x811C9DC5
    for i in range(16):
        key = stream.bytes(key_bytes)
        for block in [stream.bytes(block_bytes) for _ in range(i % 4)]:
            value = fold(value, encrypt(key, block))
    return f"{value:08x}"


# Bytes of text and of associated data: of the gate's messages, and of one that fills the widest kernels.
SHORT, LONG = [(5 * i + i % 3, 7 * i % 24) for i in range(16)], [(1000, 20)]


def message_checksum(name: str, messages: list[tuple[int, int]]) -> str:
    """bench_checksum() of lab/bench/kind_message.c, for `SHORT`: random messages."""
    m = MESSAGES[name]
    stream, value = Stream(1), 0x811C9DC5
    for size, ad_bytes in messages:
        key, nonce = stream.bytes(m.key_bytes), stream.bytes(m.nonce_bytes)
        ad = stream.bytes(ad_bytes) if m.has_ad else b""
        for part in m.seal(key, nonce, ad, stream.bytes(size // m.unit * m.unit), m.tag_bytes):
            value = fold(value, part)
    return f"{value:08x}"


def permutation_checksum(name: str) -> str:
    """bench_checksum() of lab/bench/kind_permutation.c: random states."""
    state_bytes, permute = PERMUTATIONS[name]
    stream, value = Stream(1), 0x811C9DC5
    for _ in range(16):
        value = fold(value, permute(stream.bytes(state_bytes)))
    return f"{value:08x}"


def document() -> str:
    about = "computed by vectors/models.py; what the gate of lab/bench must find for each cipher and mode"
    about += ", and the report's page for browsers, which also takes a long message"
    checksums = {
        **{f"{c} block": block_checksum(c) for c in BLOCK_CIPHERS},
        **{name: message_checksum(name, SHORT) for name in MESSAGES},
        **{f"{name} permutation": permutation_checksum(name) for name in PERMUTATIONS},
    }
    long = {name: message_checksum(name, LONG) for name in MESSAGES}
    return json.dumps({"source": about, "checksums": checksums, "long": long}, indent=1) + "\n"


# Modes that nobody has published vectors for
MODELLED = {
    "null": [("null", mode) for mode in ("ctr", "gcm")],
    "lea": [(f"lea-{bits}", mode) for bits in (128, 192, 256) for mode in ("gcm", "ccm", "cmac")],
    "hight": [("hight-128", "cmac")],
    "pipo": [(f"pipo-64/{bits}", mode) for bits in (128, 256) for mode in ("ctr", "cbc", "cmac")],
    "aria": [(f"aria-{bits}", mode) for bits in (128, 192, 256) for mode in ("ctr", "cbc")],
    "seed": [("seed-128", mode) for mode in ("ctr", "cbc")],
    "ascon": [(f"ascon-p{rounds}", "permutation") for rounds in (12, 8, 6)],
}
# Behind the others, whose vectors stay what they are.
for name, bits, modes in (
    ("lea-{}", (128, 192, 256), ("cfb", "cfb8", "ofb", "xts", "kw", "kwp", "gmac")),
    ("pipo-64/{}", (128, 256), ("cfb", "cfb8", "ofb")),
    ("aria-{}", (128, 192, 256), ("xts", "gmac")),
    ("hight-{}", (128,), ("cfb", "cfb8", "ofb")),
    ("seed-{}", (128,), ("cfb", "cfb8", "ofb", "xts", "kw", "kwp", "gmac", "cmac")),
    ("aria-{}", (128, 192, 256), ("cfb", "ofb")),
):
    MODELLED[name.partition("-")[0]] += [(name.format(b), mode) for b in bits for mode in modes]


def model_vectors(folder: str) -> list[dict[str, Any]]:
    """Random messages of many lengths; for each tag one forgery that must be refused."""
    source = random.Random(f"narae {folder}")
    made = []
    for cipher, mode in MODELLED[folder]:
        for number, size in enumerate((0, 1, 7, 8, 15, 16, 17, 31, 32, 33, 48, 64, 65, 100)):
            vector = {"id": f"{cipher} {mode} {number + 1}", "cipher": cipher, "mode": mode}
            if mode == "permutation":
                state = source.randbytes(PERMUTATIONS[cipher][0])
                made.append(vector | {"input": state.hex(), "output": PERMUTATIONS[cipher][1](state).hex()})
                continue
            m, shortest = message(f"{cipher} {mode}"), SHORTEST.get(mode, 0)
            if size < shortest:
                continue
            key, nonce = source.randbytes(m.key_bytes), source.randbytes(m.nonce_bytes)
            ad = source.randbytes(3 * number % 40) if m.has_ad else b""
            text = source.randbytes(size if mode == "xts" else size // m.unit * m.unit)
            out, tag = m.seal(key, nonce, ad, text, m.tag_bytes)
            vector |= (
                {"key": key.hex()} | ({"nonce": nonce.hex()} if nonce else {}) | ({"ad": ad.hex()} if m.has_ad else {})
            )
            vector |= {"plaintext": text.hex(), "ciphertext": out.hex()} if m.has_text else {"message": text.hex()}
            if not tag:
                made.append(vector)
                continue
            made.append(vector | {"tag": tag.hex()})
            wrong = bytearray(tag)
            wrong[number % len(tag)] ^= 1 << number % 8
            made.append(vector | {"id": f"{vector['id']} forged", "tag": wrong.hex(), "result": "invalid"})
    return made


def write_vectors(vectors: Path) -> None:
    for folder in MODELLED:
        lines = ",\n".join("    " + json.dumps(v) for v in model_vectors(folder))
        source = "random inputs through vectors/models.py, whose modes and ciphers reproduce the published vectors"
        head = f'{{\n  "schema": 1,\n  "source": "{source}",\n  "licence": "as this project (generated)",\n'
        (vectors / folder / "modes_model.json").write_text(f'{head}  "vectors": [\n{lines}\n  ]\n}}\n')


if __name__ == "__main__":
    if len(sys.argv) == 2:
        write_vectors(Path(sys.argv[1]))
    else:
        print(document(), end="")
