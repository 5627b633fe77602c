# SPDX-License-Identifier: MIT
"""CTR and CMAC against `cryptography` and the vectors, in pieces of any size."""

from __future__ import annotations

import hashlib
import os
import random
import threading

import narae
import pytest
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.cmac import CMAC

from vectors import classes, label, vectors

CTRS, CMACS = classes("CTR"), classes("CMAC")


def pieces(draw: random.Random, data: bytes):
    while data:
        n = draw.choice((1, 7, 16, 33, 5000))
        yield data[:n]
        data = data[n:]


@pytest.mark.parametrize("kind", CTRS, ids=lambda c: c.__name__)
def test_ctr_vectors(kind):
    tried = 0
    for v in vectors("ctr", CTRS[kind]):
        if "counter_bits" in v:
            continue
        stream = kind(v["key"], v["nonce"])
        assert stream.update(v["plaintext"]) == v["ciphertext"], label(v)
        stream.seek(len(v["plaintext"]) // 2)
        middle = len(v["plaintext"]) // 2
        assert stream.update(v["plaintext"][middle:]) == v["ciphertext"][middle:], label(v)
        tried += 1
    assert tried >= 3


def test_chacha20_vectors_and_seeking():
    tried = 0
    for v in vectors("stream", "chacha20"):
        stream = narae.ChaCha20(v["key"], v["nonce"], int(v.get("counter", 0)))
        assert stream.update(v["plaintext"]) == v["ciphertext"], label(v)
        for at in (len(v["plaintext"]) // 2, 0):
            stream.seek(at)
            assert stream.update(v["plaintext"][at:]) == v["ciphertext"][at:], label(v)
        tried += 1
    assert tried >= 5
    assert narae.ChaCha20.key_sizes == (256,) and len(narae.ChaCha20.generate_key()) == 32
    stream = narae.ChaCha20(bytes(32), bytes(12), 2**32 - 1)
    stream.update(bytes(64))
    for wrong in (
        lambda: stream.update(b"x"),
        lambda: stream.seek(64),
        lambda: narae.ChaCha20(bytes(16), bytes(12)),
        lambda: narae.ChaCha20(bytes(32), bytes(25)),
        lambda: narae.ChaCha20(bytes(32), bytes(11)),
        lambda: narae.ChaCha20(bytes(32), bytes(12), 2**32),
        lambda: narae.ChaCha20(bytes(32), bytes(8), -1),
    ):
        with pytest.raises((ValueError, OverflowError)):
            wrong()


def test_ctr_is_that_of_cryptography_in_pieces_and_in_place():
    draw = random.Random(11)
    for size in (0, 1, 16, 1000, 70000):
        key, counter, data = os.urandom(32), b"\xff" * 15 + b"\xfd", os.urandom(size)
        expected = Cipher(algorithms.AES(key), modes.CTR(counter)).encryptor().update(data)
        stream = narae.AESCTR(key, counter)
        assert b"".join(map(stream.update, pieces(draw, data))) == expected
        buf = bytearray(data)
        assert narae.AESCTR(key, counter).update_into(buf, buf) == size and buf == expected
        larger = bytearray(size + 5)
        assert narae.AESCTR(key, counter).update_into(data, larger) == size and larger == expected + bytes(5)


@pytest.mark.parametrize("wrong", [None, "text", 5, [1, 2]], ids=repr)
def test_what_must_be_bytes_is_nothing_else(wrong):
    stream, mac = narae.LEACTR(bytes(16), bytes(16)), narae.LEACMAC(bytes(16))
    for call in (
        lambda: narae.LEACTR(wrong, bytes(16)),
        lambda: narae.LEACTR(bytes(16), wrong),
        lambda: stream.update(wrong),
        lambda: stream.update_into(wrong, bytearray(4)),
        lambda: stream.update_into(b"data", wrong),
        lambda: narae.LEACMAC(wrong),
        lambda: mac.update(wrong),
        lambda: mac.verify(wrong),
        lambda: narae.sha3_256(wrong),
        lambda: narae.sha3_256().update(wrong),
        lambda: narae.ascon_cxof128(b"", custom=wrong),
    ):
        with pytest.raises(TypeError, match=r"bytes-like|buffer|read-write"):
            call()
    mac.verify(narae.LEACMAC(bytes(16)).finalize())


def test_ctr_refuses():
    for counter in (b"", bytes(12), bytes(17)):
        with pytest.raises(ValueError, match="nonce"):
            narae.LEACTR(bytes(16), counter)
    with pytest.raises(ValueError, match="key"):
        narae.PIPOCTR(bytes(24), bytes(8))
    stream = narae.LEACTR(bytes(16), bytes(16))
    with pytest.raises(ValueError, match="buf must be at least 5 bytes"):
        stream.update_into(b"12345", bytearray(4))
    with pytest.raises(BufferError):
        stream.update_into(b"12345", bytes(5))
    view = memoryview(bytearray(100))
    with pytest.raises(ValueError, match="overlap"):
        stream.update_into(view[:50], view[1:])
    assert stream.update(b"") == b""


def test_a_stream_is_whole_though_threads_share_it():
    """No part of the key stream is used twice."""
    zeros, parts, together = bytes(1 << 21), 8, threading.Barrier(4)
    shared, alone = (narae.PIPOCTR(bytes(16), bytes(8)) for _ in range(2))
    taken: list[bytes] = []

    def take():
        together.wait()
        for _ in range(parts):
            taken.append(hashlib.sha256(shared.update(zeros)).digest())

    threads = [threading.Thread(target=take) for _ in range(4)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert sorted(taken) == sorted(hashlib.sha256(alone.update(zeros)).digest() for _ in range(4 * parts))


@pytest.mark.parametrize("kind", CMACS, ids=lambda c: c.__name__)
def test_cmac_vectors(kind):
    tried = 0
    for v in vectors("cmac", CMACS[kind]):
        if 8 * len(v["key"]) not in kind.key_sizes:
            with pytest.raises(ValueError, match="key"):
                kind(v["key"])
            continue
        mac = kind(v["key"])
        mac.update(v["message"])
        if v.get("result") == "invalid" or len(v["tag"]) < len(mac.copy().finalize()):
            with pytest.raises(narae.InvalidTag):
                mac.verify(v["tag"])
        else:
            mac.copy().verify(v["tag"])
            assert mac.finalize() == v["tag"], label(v)
            tried += 1
        if v.get("result") != "invalid" and len(v["tag"]) >= 4:
            short = kind(v["key"], tag_length=len(v["tag"]))
            short.update(v["message"])
            short.copy().verify(v["tag"])
            assert short.finalize() == v["tag"], label(v)
    assert tried >= 10


@pytest.mark.parametrize("kind", CMACS, ids=lambda c: c.__name__)
def test_the_length_of_a_cmac_is_its_makers_choice(kind):
    key = bytes(range(kind.key_sizes[0] // 8))
    whole = kind(key).finalize()
    for n in range(4, len(whole) + 1):
        assert kind(key, tag_length=n).finalize() == whole[:n]
        kind(key, n).verify(whole[:n])
        assert kind(key, n).copy().finalize() == whole[:n]
        for wrong in (whole[: n - 1], whole + b"x", bytes(n)):
            with pytest.raises(narae.InvalidTag):
                kind(key, n).verify(wrong)
    for n in (-1, 1, 3, len(whole) + 1):
        with pytest.raises(ValueError, match="tag_length must be 4 to"):
            kind(key, tag_length=n)


def test_cmac_is_that_of_cryptography_in_pieces():
    draw = random.Random(12)
    for size in (0, 1, 16, 32, 1000, 20000):
        key, data = os.urandom(24), os.urandom(size)
        theirs, mine = CMAC(algorithms.AES(key)), narae.AESCMAC(key)
        theirs.update(data)
        for piece in pieces(draw, data):
            mine.update(piece)
        assert mine.finalize() == theirs.finalize()


@pytest.mark.parametrize("wrong", [None, bytes(16), b"short"])
def test_a_cmac_is_used_up_by_its_end(wrong):
    mac = narae.LEACMAC(bytes(16))
    mac.update(b"data")
    if wrong is None:
        mac.finalize()
    else:
        with pytest.raises(narae.InvalidTag):
            mac.verify(wrong)
    for method, *arguments in (("update", b""), ("finalize",), ("verify", bytes(16)), ("verify", b"")):
        with pytest.raises(RuntimeError):
            getattr(mac, method)(*arguments)
