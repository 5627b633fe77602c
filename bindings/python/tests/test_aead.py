# SPDX-License-Identifier: MIT
"""Authenticated ciphers against `cryptography` and the vectors; forgeries release nothing."""

from __future__ import annotations

import array
import mmap
import os
import random
import threading
import time

import narae
import numpy
import pytest
from cryptography.hazmat.primitives.ciphers import aead as other

from vectors import classes, label, vectors

CLASSES = {
    **{kind: (mode, cipher) for mode in ("gcm", "ccm") for kind, cipher in classes(mode.upper()).items()},
    narae.ChaCha20Poly1305: ("aead", "chacha20-poly1305"),
    narae.XChaCha20Poly1305: ("aead", "xchacha20-poly1305"),
    narae.AsconAEAD128: ("aead", "ascon-aead128"),
}
NONCE_BYTES = {narae.XChaCha20Poly1305: 24, narae.AsconAEAD128: 16}
EVERY = pytest.mark.parametrize("kind", CLASSES, ids=lambda c: c.__name__)


def fresh(kind) -> tuple:
    """An object with a random key, and a nonce for it."""
    return kind(kind.generate_key(kind.key_sizes[0])), os.urandom(NONCE_BYTES.get(kind, 12))


def aead_of(kind, vector: dict):
    if kind.__name__.endswith("CCM"):
        return kind(vector["key"], tag_length=len(vector["tag"]))
    return kind(vector["key"])


@EVERY
def test_vectors(kind):
    tried = 0
    for v in vectors(*CLASSES[kind]):
        sealed = v.get("ciphertext", b"") + v["tag"]
        if v.get("result") == "invalid":
            with pytest.raises((narae.InvalidTag, ValueError)):
                aead_of(kind, v).decrypt(v["nonce"], sealed, v.get("ad"))
                pytest.fail(label(v))
            continue
        if len(v["tag"]) < 16 and not kind.__name__.endswith("CCM"):
            continue
        assert aead_of(kind, v).encrypt(v["nonce"], v["plaintext"], v.get("ad")) == sealed, label(v)
        assert aead_of(kind, v).decrypt(v["nonce"], sealed, v.get("ad")) == v["plaintext"], label(v)
        tried += 1
    assert tried >= 1, "no vectors"


@pytest.mark.parametrize("name", ["AESGCM", "AESCCM", "ChaCha20Poly1305"])
def test_the_same_as_cryptography(name):
    draw = random.Random(10)
    for n in range(400):
        mine, theirs = getattr(narae, name), getattr(other, name)
        key = draw.randbytes(32 if name[0] == "C" else draw.choice((16, 24, 32)))
        options = {"tag_length": draw.choice((4, 6, 8, 10, 12, 14, 16))} if name == "AESCCM" else {}
        bytes_of_nonce = draw.randint(7, 13) if name == "AESCCM" else draw.randint(8, 64) if name == "AESGCM" else 12
        nonce, data = draw.randbytes(bytes_of_nonce), draw.randbytes(draw.choice((n, 16 * n, 4095, 4096)))
        ad = draw.choice((None, b"", draw.randbytes(n)))
        sealed = theirs(key, **options).encrypt(nonce, data, ad)
        assert mine(key, **options).encrypt(nonce, data, ad) == sealed
        assert mine(key, **options).decrypt(nonce, sealed, ad) == data


@EVERY
def test_every_changed_bit_is_found(kind):
    box, nonce = fresh(kind)
    sealed = box.encrypt(nonce, b"wing", b"ad")
    for bit in range(8 * len(sealed)):
        forged = bytearray(sealed)
        forged[bit // 8] ^= 1 << bit % 8
        with pytest.raises(narae.InvalidTag):
            box.decrypt(nonce, forged, b"ad")
    for wrong in (sealed[:-1], sealed[:3], b""):
        with pytest.raises(narae.InvalidTag):
            box.decrypt(nonce, wrong, b"ad")
    with pytest.raises(narae.InvalidTag):
        box.decrypt(nonce, sealed, b"da")
    with pytest.raises(narae.InvalidTag):
        box.decrypt(bytes(len(nonce)), sealed, b"ad")


@EVERY
def test_into_a_buffer_and_in_place(kind):
    box, nonce = fresh(kind)
    for size in (0, 1, 100, 5000):
        data = os.urandom(size)
        sealed = box.encrypt(nonce, data, b"ad")
        buf = bytearray(size + 16)
        assert box.encrypt_into(nonce, data, b"ad", buf) == size + 16 and buf == sealed
        buf[:size] = data
        view = memoryview(buf)
        assert box.encrypt_into(nonce, view[:size], b"ad", view) == size + 16 and buf == sealed
        assert box.decrypt_into(nonce, view, b"ad", view[:size]) == size and buf[:size] == data
        out = bytearray(b"\xff" * size)
        forged = sealed[:-1] + bytes([sealed[-1] ^ 1])
        with pytest.raises(narae.InvalidTag):
            box.decrypt_into(nonce, forged, b"ad", out)
        assert out == bytes(size)


@EVERY
def test_wrong_buffers_are_refused(kind):
    box, nonce = fresh(kind)
    for wrong in (bytearray(115), bytearray(117)):
        with pytest.raises(ValueError, match="buf must be 116 bytes long"):
            box.encrypt_into(nonce, bytes(100), None, wrong)
    with pytest.raises(ValueError, match="buf must be 84 bytes long"):
        box.decrypt_into(nonce, bytes(100), None, bytearray(100))
    with pytest.raises((BufferError, TypeError)):
        box.encrypt_into(nonce, bytes(100), None, bytes(116))
    view = memoryview(bytearray(200))
    with pytest.raises(ValueError, match="overlap"):
        box.encrypt_into(nonce, view[1:101], None, view[:116])


@EVERY
def test_anything_with_a_buffer_will_do(kind):
    box, nonce = fresh(kind)
    data = bytes(range(256))
    sealed = box.encrypt(nonce, data, data)
    mapped = mmap.mmap(-1, 256)
    mapped[:] = data
    same = [bytearray(data), memoryview(data), array.array("B", data), mapped]
    same += [numpy.frombuffer(data, "u1"), numpy.frombuffer(data, "<u4").reshape(8, 8)]
    for form in same:
        assert box.encrypt(memoryview(nonce), form, form) == sealed
    with pytest.raises((BufferError, ValueError)):
        box.encrypt(nonce, numpy.frombuffer(data, "u1")[::2])
    for wrong in ("text", 5, [1, 2]):
        with pytest.raises(TypeError):
            box.encrypt(nonce, wrong)


@EVERY
def test_arguments(kind):
    box, nonce = fresh(kind)
    sealed = box.encrypt(nonce, b"data")
    assert sealed == box.encrypt(nonce, b"data", None) == box.encrypt(nonce, b"data", b"")
    assert sealed == box.encrypt(associated_data=None, data=b"data", nonce=nonce)
    assert box.decrypt(nonce, data=sealed) == b"data"
    for args, kwargs in (
        ((), {}),
        ((nonce,), {}),
        ((nonce, b"", b"", b""), {}),
        ((nonce, b""), {"data": b""}),
        ((nonce, b""), {"ad": b""}),
    ):
        with pytest.raises(TypeError, match=r"encrypt\(\)"):
            box.encrypt(*args, **kwargs)
    with pytest.raises(TypeError):
        box.encrypt_into(nonce, b"", bytearray(16))
    for key in (b"", bytes(15), bytes(33)):
        with pytest.raises(ValueError, match="key"):
            kind(key)
    for wrong in (b"", bytes(300) if kind.__name__.endswith("CCM") else b""):
        with pytest.raises(ValueError, match="nonce"):
            box.encrypt(wrong, b"")
    with pytest.raises(TypeError):
        kind()
    with pytest.raises(TypeError):
        type("Mine", (kind,), {})


@pytest.mark.parametrize("wrong", [None, "text", 5, [1, 2]], ids=repr)
@EVERY
def test_what_must_be_bytes_is_nothing_else(kind, wrong):
    """None for a message would seal an empty one; only associated data may be left out."""
    box, nonce = fresh(kind)
    sealed = box.encrypt(nonce, b"data", b"ad")
    buf, room = bytearray(20), bytearray(4)
    calls = [
        lambda: kind(wrong),
        lambda: box.encrypt(nonce, wrong, b"ad"),
        lambda: box.encrypt(wrong, b"data", b"ad"),
        lambda: box.decrypt(nonce, wrong, b"ad"),
        lambda: box.decrypt(wrong, sealed, b"ad"),
        lambda: box.encrypt_into(nonce, wrong, b"ad", bytearray(16)),
        lambda: box.encrypt_into(wrong, b"data", b"ad", buf),
        lambda: box.encrypt_into(nonce, b"data", b"ad", wrong),
        lambda: box.decrypt_into(nonce, wrong, b"ad", room),
        lambda: box.decrypt_into(wrong, sealed, b"ad", room),
        lambda: box.decrypt_into(nonce, sealed, b"ad", wrong),
    ]
    if wrong is not None:
        calls += [lambda: box.encrypt(nonce, b"data", wrong), lambda: box.decrypt(nonce, sealed, wrong)]
    for call in calls:
        with pytest.raises(TypeError, match=r"bytes-like|buffer|read-write"):
            call()
    assert (buf, room) == (bytearray(20), bytearray(4))


def test_keys():
    assert narae.LEAGCM.key_sizes == (128, 192, 256) and narae.AsconAEAD128.key_sizes == (128,)
    assert [len(narae.ARIAGCM.generate_key(bits)) for bits in (128, 192, 256)] == [16, 24, 32]
    assert len(narae.ChaCha20Poly1305.generate_key()) == len(narae.ChaCha20Poly1305.generate_key(256)) == 32
    assert narae.LEAGCM.generate_key(bit_length=128) != narae.LEAGCM.generate_key(bit_length=128)
    for wrong in (None, 64, "128"):
        with pytest.raises(ValueError, match="bit_length must be one of"):
            narae.LEAGCM.generate_key(wrong)
    for wrong in (0, 3, 5, 17, 18):
        with pytest.raises(ValueError, match="tag_length"):
            narae.LEACCM(bytes(16), wrong)


def test_failures_hold_no_buffer():
    """A bytearray whose buffer is still held cannot grow."""
    box, _ = fresh(narae.LEACCM)
    things = [bytearray(12), bytearray(100), bytearray(3), bytearray(50)]
    for call in (
        lambda n, d, a, b: box.encrypt(n, d, 5),
        lambda n, d, a, b: box.decrypt(n, d, a),
        lambda n, d, a, b: box.encrypt_into(n, d, a, b),
        lambda n, d, a, b: box.encrypt_into(n, d, a, b"fixed"),
        lambda n, d, a, b: box.encrypt(bytes(3), d, a),
        lambda n, d, a, b: narae.LEACCM(d),
        lambda n, d, a, b: narae.LEACTR(d, n),
        lambda n, d, a, b: narae.LEACTR(bytes(16), bytes(16)).update_into(d, b),
    ):
        with pytest.raises((ValueError, TypeError, BufferError, narae.InvalidTag)):
            call(*things)
        for thing in things:
            thing.append(0)
            thing.pop()


def test_other_threads_run_meanwhile():
    """While one thread works on 64 MiB of a hash, this one wakes up every millisecond."""
    data = bytes(1 << 26)
    worker = threading.Thread(target=narae.sha3_512, args=(data,))
    woken = 0
    worker.start()
    while worker.is_alive():
        time.sleep(0.001)
        woken += 1
    assert woken > 10


def test_one_object_serves_many_threads():
    box, nonce = fresh(narae.LEAGCM)
    data = os.urandom(1 << 20)
    sealed, results = box.encrypt(nonce, data), []
    threads = [threading.Thread(target=lambda: results.append(box.encrypt(nonce, data))) for _ in range(8)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert results == 8 * [sealed]
