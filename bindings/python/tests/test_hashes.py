# SPDX-License-Identifier: MIT
"""Hashes against hashlib and the vectors, and as replacement of hashlib's."""

from __future__ import annotations

import hashlib
import hmac
import random

import narae
import pytest

from vectors import label, vectors

SHA2 = ("sha224", "sha256", "sha384", "sha512", "sha512_224", "sha512_256")
FIXED = (*SHA2, "sha3_224", "sha3_256", "sha3_384", "sha3_512")
ANY = ("shake_128", "shake_256")


@pytest.mark.parametrize("name", FIXED + ANY)
def test_the_same_as_hashlib(name):
    draw = random.Random(13)
    for size in (*range(300), 4095, 4096, 70000):
        data, length = draw.randbytes(size), () if name in FIXED else (draw.randint(0, 400),)
        theirs, mine = hashlib.new(name, data), getattr(narae, name)()
        cut = draw.randint(0, size)
        mine.update(data[:cut])
        halfway = mine.copy()
        assert halfway.digest(*length) == hashlib.new(name, data[:cut]).digest(*length)
        mine.update(memoryview(data)[cut:])
        assert mine.hexdigest(*length) == theirs.hexdigest(*length)
        assert mine.digest(*length) == getattr(narae, name)(data).digest(*length)
    assert (mine.name, mine.digest_size, mine.block_size) == (theirs.name, theirs.digest_size, theirs.block_size)


def test_vectors_of_ascon():
    tried = set()
    for cipher in ("ascon-hash256", "ascon-xof128", "ascon-cxof128"):
        for v in vectors("hash", cipher):
            options = {"custom": v["custom"]} if "custom" in v else {}
            mine = getattr(narae, cipher.replace("-", "_"))(v["message"], **options)
            length = () if cipher == "ascon-hash256" else (len(v["digest"]),)
            assert mine.digest(*length) == v["digest"], label(v)
            tried.add(cipher)
    assert len(tried) == 3


LSH = {"lsh-256-224": 128, "lsh-256-256": 128, **{f"lsh-512-{bits}": 256 for bits in (224, 256, 384, 512)}}


@pytest.mark.parametrize("cipher", LSH)
def test_vectors_of_lsh(cipher):
    function = getattr(narae, cipher.replace("lsh-", "lsh").replace("-", "_"))
    tried = 0
    for v in vectors("hash", cipher):
        mine = function()
        mine.update(v["message"][: len(v["message"]) // 2])
        mine.copy().update(b"another message")
        mine.update(v["message"][len(v["message"]) // 2 :])
        assert mine.digest() == function(v["message"]).digest() == v["digest"], label(v)
        tried += 1
    assert tried > 30
    assert (mine.digest_size, mine.block_size) == (int(cipher[-3:]) // 8, LSH[cipher])


def test_hmac_takes_them():
    for name in FIXED:
        mine = hmac.new(b"key", b"data", getattr(narae, name)).digest()
        assert mine == hmac.new(b"key", b"data", name).digest()


def test_arguments():
    assert narae.sha3_256(data=b"x", usedforsecurity=False).digest() == hashlib.sha3_256(b"x").digest()
    assert narae.shake_128(b"x").digest(length=5) == hashlib.shake_128(b"x").digest(5)
    with pytest.raises(ValueError, match="too long"):
        narae.ascon_cxof128(custom=bytes(257))
    with pytest.raises(ValueError, match="negative"):
        narae.shake_128().digest(-1)
    for wrong in (
        lambda: narae.sha3_256("text"),
        lambda: narae.sha3_256().update(None),
        lambda: narae.sha3_256().digest(5),
    ):
        with pytest.raises(TypeError):
            wrong()
    for wrong in (
        lambda: narae.shake_128().digest(),
        lambda: narae.shake_128().digest("5"),
        lambda: narae.sha3_256(custom=b""),
    ):
        with pytest.raises(TypeError):
            wrong()
