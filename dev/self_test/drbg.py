# SPDX-License-Identifier: MIT
"""The DRBGs of NIST SP 800-90A Rev. 1, as the standard has them, for requests of less than 2^16 bits."""

from __future__ import annotations

from collections.abc import Callable

from vectors import models

Hash = Callable[[bytes], bytes]


def hmac(digest: Hash, block: int, key: bytes, text: bytes) -> bytes:
    """FIPS 198-1."""
    padded = (digest(key) if len(key) > block else key).ljust(block, b"\0")
    inner, outer = (bytes(x ^ pad for x in padded) for pad in (0x36, 0x5C))
    return digest(outer + digest(inner + text))


def number(data: bytes) -> int:
    return int.from_bytes(data, "big")


class HashDrbg:
    """10.1.1, with seeds of 440 bits, or 888 for digests of more than 256."""

    def __init__(self, digest: Hash, seed: bytes) -> None:
        self.digest = digest
        self.size = 55 if len(digest(b"")) <= 32 else 111
        self.seed(self.derived(seed))

    def derived(self, data: bytes) -> bytes:
        """Hash_df: 10.3.1."""
        made, counter = b"", 1
        while len(made) < self.size:
            made += self.digest(bytes([counter]) + (8 * self.size).to_bytes(4, "big") + data)
            counter += 1
        return made[: self.size]

    def seed(self, v: bytes) -> None:
        self.v, self.c, self.count = v, self.derived(b"\0" + v), 1

    def reseed(self, entropy: bytes, additional: bytes) -> None:
        self.seed(self.derived(b"\1" + self.v + entropy + additional))

    def plus(self, *terms: int) -> bytes:
        return (sum(terms) % (1 << 8 * self.size)).to_bytes(self.size, "big")

    def generate(self, size: int, additional: bytes) -> bytes:
        if additional:
            self.v = self.plus(number(self.v), number(self.digest(b"\2" + self.v + additional)))
        made = b"".join(self.digest(self.plus(number(self.v), i)) for i in range(size))
        self.v = self.plus(number(self.v), number(self.digest(b"\3" + self.v)), number(self.c), self.count)
        self.count += 1
        return made[:size]


class HmacDrbg:
    """10.1.2."""

    def __init__(self, digest: Hash, block: int, seed: bytes) -> None:
        self.mac: Callable[[bytes, bytes], bytes] = lambda key, text: hmac(digest, block, key, text)
        size = len(digest(b""))
        self.key, self.v = bytes(size), b"\1" * size
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
        made = b""
        while len(made) < size:
            self.v = self.mac(self.key, self.v)
            made += self.v
        self.update(additional)
        return made[:size]


class CtrDrbg:
    """10.2.1, with derivation function, on blocks of 128 bits."""

    def __init__(self, cipher: Callable[[bytes, bytes], bytes], key_bytes: int, seed: bytes) -> None:
        self.cipher, self.key, self.v = cipher, bytes(key_bytes), bytes(16)
        self.update(self.derived(seed))

    def derived(self, data: bytes) -> bytes:
        """Block_Cipher_df: 10.3.2."""
        size = len(self.key) + 16
        s = len(data).to_bytes(4, "big") + size.to_bytes(4, "big") + data + b"\x80"
        s += bytes(-len(s) % 16)

        def bcc(key: bytes, text: bytes) -> bytes:
            chain = bytes(16)
            for part in models.split(text, 16):
                chain = self.cipher(key, models.xor(chain, part))
            return chain

        first = bytes(range(len(self.key)))
        both = b"".join(bcc(first, i.to_bytes(4, "big") + bytes(12) + s) for i in range(-(-size // 16)))
        key, x, made = both[: len(self.key)], both[len(self.key) : size], b""
        while len(made) < size:
            x = self.cipher(key, x)
            made += x
        return made[:size]

    def stream(self, size: int) -> bytes:
        made = b""
        while len(made) < size:
            self.v = ((number(self.v) + 1) % (1 << 128)).to_bytes(16, "big")
            made += self.cipher(self.key, self.v)
        return made[:size]

    def update(self, data: bytes) -> None:
        both = models.xor(self.stream(len(self.key) + 16), data)
        self.key, self.v = both[: len(self.key)], both[len(self.key) :]

    def reseed(self, entropy: bytes, additional: bytes) -> None:
        self.update(self.derived(entropy + additional))

    def generate(self, size: int, additional: bytes) -> bytes:
        data = bytes(len(self.key) + 16)
        if additional:
            data = self.derived(additional)
            self.update(data)
        made = self.stream(size)
        self.update(data)
        return made
