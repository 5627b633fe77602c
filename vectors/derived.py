# SPDX-License-Identifier: MIT
"""Slow models of what is built on hashes and block ciphers, written from the standards: HMAC (FIPS 198-1), KBKDF with
counters of 32 bits in front of the fixed data (NIST SP 800-108 Rev. 1), PBKDF2 (RFC 8018), and the DRBGs of
NIST SP 800-90A Rev. 1 for requests of less than 2^16 bits.

    python3 -m vectors.derived vectors

writes vectors/{hmac,kdf,drbg}/derived_model.json."""

from __future__ import annotations

import hashlib
import json
import random
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from vectors import models

Hash = Callable[[bytes], bytes]
Prf = Callable[[bytes, bytes], bytes]  # (key, text)


def hmac(digest: Hash, block: int, key: bytes, text: bytes) -> bytes:
    padded = (digest(key) if len(key) > block else key).ljust(block, b"\0")
    inner, outer = (bytes(x ^ pad for x in padded) for pad in (0x36, 0x5C))
    return digest(outer + digest(inner + text))


def cmac(block: int, cipher: Callable[[bytes, bytes], bytes], key: bytes, text: bytes) -> bytes:
    return models.cmac_seal(block, partial(cipher, key), b"", b"", text, block)[1]


def counter(prf: Callable[[bytes], bytes], after: bytes, size: int) -> bytes:
    """KBKDF, 4.1."""
    made, i = b"", 1
    while len(made) < size:
        made += prf(i.to_bytes(4, "big") + after)
        i += 1
    return made[:size]


def feedback(prf: Callable[[bytes], bytes], iv: bytes, after: bytes, size: int) -> bytes:
    """KBKDF, 4.2."""
    made, last, i = b"", iv, 1
    while len(made) < size:
        last = prf(last + i.to_bytes(4, "big") + after)
        made += last
        i += 1
    return made[:size]


def fixed_data(label: bytes, context: bytes, size: int) -> bytes:
    return label + b"\0" + context + (8 * size).to_bytes(4, "big")


def pbkdf2(prf: Prf, password: bytes, salt: bytes, iterations: int, size: int) -> bytes:
    """RFC 8018, 5.2."""
    made, i = b"", 1
    while len(made) < size:
        u = block = prf(password, salt + i.to_bytes(4, "big"))
        for _ in range(iterations - 1):
            u = prf(password, u)
            block = models.xor(block, u)
        made += block
        i += 1
    return made[:size]


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
        made, count = b"", 1
        while len(made) < self.size:
            made += self.digest(bytes([count]) + (8 * self.size).to_bytes(4, "big") + data)
            count += 1
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
        made, i = b"", 0
        while len(made) < size:
            made += self.digest(self.plus(number(self.v), i))
            i += 1
        self.v = self.plus(number(self.v), number(self.digest(b"\3" + self.v)), number(self.c), self.count)
        self.count += 1
        return made[:size]


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
        made = b""
        while len(made) < size:
            self.v = self.mac(self.key, self.v)
            made += self.v
        self.update(additional)
        return made[:size]


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
            for part in models.split(text, self.block):
                chain = self.cipher(key, models.xor(chain, part))
            return chain

        first = bytes(range(len(self.key)))
        blocks = range(-(-size // self.block))
        both = b"".join(bcc(first, i.to_bytes(4, "big") + bytes(self.block - 4) + s) for i in blocks)
        key, x, made = both[: len(self.key)], both[len(self.key) : size], b""
        while len(made) < size:
            x = self.cipher(key, x)
            made += x
        return made[:size]

    def stream(self, size: int) -> bytes:
        made = b""
        while len(made) < size:
            self.v = ((number(self.v) + 1) % (1 << 8 * self.block)).to_bytes(self.block, "big")
            made += self.cipher(self.key, self.v)
        return made[:size]

    def update(self, data: bytes) -> None:
        both = models.xor(self.stream(len(self.key) + self.block), data)
        self.key, self.v = both[: len(self.key)], both[len(self.key) :]

    def reseed(self, entropy: bytes, additional: bytes) -> None:
        if self.has_df:
            self.update(self.derived(entropy + additional))
        else:
            self.update(models.xor(entropy, self.derived(additional)))

    def generate(self, size: int, additional: bytes) -> bytes:
        data = bytes(len(self.key) + self.block)
        if additional:
            data = self.derived(additional)
            self.update(data)
        made = self.stream(size)
        self.update(data)
        return made


def python_hash(name: str) -> Hash:
    return lambda text: hashlib.new(name, text).digest()


# name: (bytes of a block, hash).  SHA-2 and SHA-3 are Python's.
HASHES: dict[str, tuple[int, Hash]] = {
    **{f"sha-{bits}": (64 if bits < 384 else 128, python_hash(f"sha{bits}")) for bits in (224, 256, 384, 512)},
    **{f"sha-512/{bits}": (128, python_hash(f"sha512_{bits}")) for bits in (224, 256)},
    **{f"sha3-{bits}": (200 - bits // 4, python_hash(f"sha3_{bits}")) for bits in (224, 256, 384, 512)},
    **{f"lsh-256-{bits}": (128, partial(models.lsh, 32, bits)) for bits in (224, 256)},
    **{f"lsh-512-{bits}": (256, partial(models.lsh, 64, bits)) for bits in (224, 256, 384, 512)},
}
CIPHERS = {name: facts for name, facts in models.BLOCK_CIPHERS.items() if name != "null"}
SIZES = (16, 32, 64)  # bytes of what is derived, or random
SECRET, SALT, ITERATIONS = 32, 16, 2


def of_hmac(source: random.Random) -> Iterator[dict[str, Any]]:
    """Of hashes without published vectors; long keys are hashed."""
    for name in (n for n in HASHES if n.startswith("lsh")):
        block, digest = HASHES[name]
        for key_bytes, size in ((16, 0), (SECRET, 1), (SECRET, 64), (block, block - 1), (block + 1, block + 17)):
            key, message = source.randbytes(key_bytes), source.randbytes(size)
            tag = hmac(digest, block, key, message)
            made = {"cipher": name, "mode": "hmac", "key": key.hex(), "message": message.hex()}
            yield made | {"tag": tag.hex()}
            yield made | {"tag": bytes([tag[0] ^ 1, *tag[1:]]).hex(), "result": "invalid"}


def of_kdf(source: random.Random) -> Iterator[dict[str, Any]]:
    """Label and context are nonce and ad, what is derived is the tag."""
    prfs: dict[str, tuple[int, Prf]] = {n: (SECRET, partial(hmac, f, block)) for n, (block, f) in HASHES.items()}
    for name, (_, prf) in prfs.items():
        for size in SIZES[1:]:
            salt, password = source.randbytes(SALT), source.randbytes(size // 3)
            made = {"cipher": name, "mode": "pbkdf2", "message": password.hex(), "nonce": salt.hex()}
            derived = pbkdf2(prf, password, salt, ITERATIONS, size)
            yield made | {"iterations": ITERATIONS, "tag": derived.hex()}
    prfs |= {n: (key_bytes, partial(cmac, block, f)) for n, (block, key_bytes, f) in CIPHERS.items()}
    for name, (key_bytes, prf) in prfs.items():
        for size in SIZES:
            key, label, context = source.randbytes(key_bytes), source.randbytes(8), source.randbytes(size // 2)
            made = {"cipher": name, "mode": "kbkdf", "key": key.hex(), "nonce": label.hex(), "ad": context.hex()}
            yield made | {"tag": counter(partial(prf, key), fixed_data(label, context, size), size).hex()}


def of_drbg(source: random.Random) -> Iterator[dict[str, Any]]:
    """Entropy and personalization are key and ad, the bits of the first request the tag."""
    kinds: list[tuple[str, str, int, Callable[[bytes], Any]]] = []
    for name, (block, digest) in HASHES.items():
        mac, digest_bytes = partial(hmac, digest, block), len(digest(b""))
        kinds.append((name, "hash-drbg", SECRET, partial(HashDrbg, digest)))
        kinds.append((name, "hmac-drbg", SECRET, partial(HmacDrbg, mac, digest_bytes)))
    for name, (block, key_bytes, cipher) in CIPHERS.items():
        kinds.append((name, "ctr-drbg", key_bytes, partial(CtrDrbg, cipher, key_bytes, block)))
    for name, mode, entropy_bytes, seeded in kinds:
        for size in SIZES[1:]:
            entropy, nonce = source.randbytes(entropy_bytes), source.randbytes(SALT)
            text = source.randbytes(size - SIZES[1])
            random_bits = seeded(entropy + nonce + text).generate(size, b"")
            made = {"cipher": name, "mode": mode, "key": entropy.hex(), "nonce": nonce.hex(), "ad": text.hex()}
            yield made | {"tag": random_bits.hex()}


FOLDERS = {"hmac": of_hmac, "kdf": of_kdf, "drbg": of_drbg}


def write_vectors(vectors: Path) -> None:
    for folder, of in FOLDERS.items():
        made = enumerate(of(random.Random(f"narae {folder}")), 1)
        lines = ",\n".join(f"    {json.dumps({'id': f'{number}'} | vector)}" for number, vector in made)
        source = "random inputs through vectors/derived.py, whose models reproduce what is published"
        head = f'{{\n  "schema": 1,\n  "source": "{source}",\n  "licence": "as this project (generated)",\n'
        (vectors / folder / "derived_model.json").write_text(f'{head}  "vectors": [\n{lines}\n  ]\n}}\n')


if __name__ == "__main__":
    write_vectors(Path(sys.argv[1]))
