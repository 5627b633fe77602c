# SPDX-License-Identifier: MIT
"""DRBGs: SP 800-90A Rev. 1, for requests of less than 2^16 bits."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from .arithmetic import number, split, xor
from .hmac import CMAC_CIPHERS, HASHES, SECRET, Hash, Prf, hmac

SIZES = (32, 64)  # bytes of a request
NONCE = 16


class HashDrbg:
    """10.1.1, with seeds of 440 bits, or 888 for digests of more than 256."""

    def __init__(self, digest: Hash, seed: bytes) -> None:
        self.digest = digest
        self.size = 55 if len(digest(b"")) <= 32 else 111
        self.seed(self.derived(seed))

    def derived(self, data: bytes) -> bytes:
        """Hash_df: 10.3.1."""
        out, count = b"", 1
        while len(out) < self.size:
            out += self.digest(bytes([count]) + (8 * self.size).to_bytes(4, "big") + data)
            count += 1
        return out[: self.size]

    def seed(self, v: bytes) -> None:
        self.v, self.c, self.count = v, self.derived(b"\0" + v), 1

    def reseed(self, entropy: bytes, additional: bytes) -> None:
        self.seed(self.derived(b"\1" + self.v + entropy + additional))

    def plus(self, *terms: int) -> bytes:
        return (sum(terms) % (1 << 8 * self.size)).to_bytes(self.size, "big")

    def generate(self, size: int, additional: bytes) -> bytes:
        if additional:
            self.v = self.plus(number(self.v, "big"), number(self.digest(b"\2" + self.v + additional), "big"))
        out, i = b"", 0
        while len(out) < size:
            out += self.digest(self.plus(number(self.v, "big"), i))
            i += 1
        self.v = self.plus(
            number(self.v, "big"), number(self.digest(b"\3" + self.v), "big"), number(self.c, "big"), self.count
        )
        self.count += 1
        return out[:size]


class HmacDrbg:
    """10.1.2."""

    def __init__(self, mac: Prf, size: int, seed: bytes) -> None:
        self.mac, self.key, self.v = mac, bytes(size), b"\1" * size
        self.update(seed)

    def update(self, data: bytes) -> None:
        for first in (b"\0", b"\1") if data else (b"\0",):
            self.key = self.mac(self.key, self.v + first + data)
            self.v = self.mac(self.key, self.v)

    def reseed(self, entropy: bytes, additional: bytes) -> None:
        self.update(entropy + additional)

    def generate(self, size: int, additional: bytes) -> bytes:
        if additional:
            self.update(additional)
        out = b""
        while len(out) < size:
            self.v = self.mac(self.key, self.v)
            out += self.v
        self.update(additional)
        return out[:size]


class CtrDrbg:
    """10.2.1, with derivation function or without."""

    def __init__(
        self, cipher: Callable[[bytes, bytes], bytes], key_bytes: int, block: int, seed: bytes, has_df: bool = True
    ) -> None:
        self.cipher, self.block, self.has_df = cipher, block, has_df
        self.key, self.v = bytes(key_bytes), bytes(block)
        self.update(self.derived(seed))

    def derived(self, data: bytes) -> bytes:
        """Block_Cipher_df: 10.3.2; without it, zeros behind the data."""
        size = len(self.key) + self.block
        if not self.has_df:
            return data.ljust(size, b"\0")
        s = len(data).to_bytes(4, "big") + size.to_bytes(4, "big") + data + b"\x80"
        s += bytes(-len(s) % self.block)

        def bcc(key: bytes, text: bytes) -> bytes:
            chain = bytes(self.block)
            for part in split(text, self.block):
                chain = self.cipher(key, xor(chain, part))
            return chain

        first = bytes(range(len(self.key)))
        blocks = range(-(-size // self.block))
        both = b"".join(bcc(first, i.to_bytes(4, "big") + bytes(self.block - 4) + s) for i in blocks)
        key, x, out = both[: len(self.key)], both[len(self.key) : size], b""
        while len(out) < size:
            x = self.cipher(key, x)
            out += x
        return out[:size]

    def stream(self, size: int) -> bytes:
        out = b""
        while len(out) < size:
            self.v = ((number(self.v, "big") + 1) % (1 << 8 * self.block)).to_bytes(self.block, "big")
            out += self.cipher(self.key, self.v)
        return out[:size]

    def update(self, data: bytes) -> None:
        both = xor(self.stream(len(self.key) + self.block), data)
        self.key, self.v = both[: len(self.key)], both[len(self.key) :]

    def reseed(self, entropy: bytes, additional: bytes) -> None:
        if self.has_df:
            self.update(self.derived(entropy + additional))
        else:
            self.update(xor(entropy, self.derived(additional)))

    def generate(self, size: int, additional: bytes) -> bytes:
        data = bytes(len(self.key) + self.block)
        if additional:
            data = self.derived(additional)
            self.update(data)
        out = self.stream(size)
        self.update(data)
        return out


def vectors() -> Iterator[dict[str, Any]]:
    """Entropy and personalization are key and ad, the bits of the first request the tag."""
    kinds: list[tuple[str, str, int, Callable[[bytes], Any]]] = []
    for name, (block, digest) in HASHES.items():
        mac, digest_bytes = partial(hmac, digest, block), len(digest(b""))
        kinds.append((name, "hash-drbg", SECRET, partial(HashDrbg, digest)))
        kinds.append((name, "hmac-drbg", SECRET, partial(HmacDrbg, mac, digest_bytes)))
    for name, (block, key_bytes, cipher) in CMAC_CIPHERS.items():
        kinds.append((name, "ctr-drbg", key_bytes, partial(CtrDrbg, cipher, key_bytes, block)))
    for name, mode, entropy_bytes, seeded in kinds:
        source = random.Random(f"narae {mode} {name}")
        for size in SIZES:
            entropy, nonce = source.randbytes(entropy_bytes), source.randbytes(NONCE)
            text = source.randbytes(size - SIZES[0])
            bits = seeded(entropy + nonce + text).generate(size, b"")
            vector = {"cipher": name, "mode": mode, "key": entropy.hex(), "nonce": nonce.hex(), "ad": text.hex()}
            yield vector | {"tag": bits.hex()}
