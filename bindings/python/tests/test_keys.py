# SPDX-License-Identifier: MIT
"""HMAC, PBKDF2, KBKDF and DRBGs against Python, `cryptography` and published answers."""

from __future__ import annotations

import hashlib
import hmac
import os

import narae
import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.ciphers import algorithms
from cryptography.hazmat.primitives.kdf.kbkdf import KBKDFCMAC, KBKDFHMAC, CounterLocation, Mode

PYTHONS = [f"sha{n}" for n in ("224", "256", "384", "512", "3_224", "3_256", "3_384", "3_512")]


@pytest.mark.parametrize("name", PYTHONS)
def test_hmac_and_pbkdf2_are_those_of_python(name):
    for size in (0, 1, 64, 200):
        key, data = os.urandom(size), os.urandom(5000)
        mac = narae.HMAC(key, name)
        mac.update(data[:77])
        other = mac.copy()
        mac.update(data[77:])
        other.update(data[77:])
        expected = hmac.new(key, data, name).digest()
        assert mac.finalize() == expected
        other.verify(expected)
        salt = os.urandom(16)
        assert narae.pbkdf2_hmac(name, key, salt, 3) == hashlib.pbkdf2_hmac(name, key, salt, 3)
        assert narae.pbkdf2_hmac(name, key, salt, 3, dklen=None) == hashlib.pbkdf2_hmac(name, key, salt, 3, dklen=None)
        assert narae.pbkdf2_hmac(name, key, salt, 2, 99) == hashlib.pbkdf2_hmac(name, key, salt, 2, 99)


def test_hmac_refuses_a_wrong_tag_and_is_then_used_up():
    for wrong in (bytes(32), bytes(16)):
        mac = narae.HMAC(b"key", hash_name="lsh256_256")
        with pytest.raises(narae.InvalidTag):
            mac.verify(wrong)
        with pytest.raises(RuntimeError):
            mac.finalize()


def test_the_length_of_an_hmac_is_its_makers_choice():
    whole = hmac.new(b"key", b"", "sha256").digest()
    for n in (4, 16, 31, 32):
        assert narae.HMAC(b"key", "sha256", tag_length=n).finalize() == whole[:n]
        narae.HMAC(b"key", "sha256", n).copy().verify(whole[:n])
        for wrong in (whole[: n - 1], whole + b"x", bytes(n)):
            with pytest.raises(narae.InvalidTag):
                narae.HMAC(b"key", "sha256", n).verify(wrong)
    for n in (-1, 3, 33):
        with pytest.raises(ValueError, match="tag_length must be 4 to 32"):
            narae.HMAC(b"key", "sha256", tag_length=n)


@pytest.mark.parametrize("length_bytes", [1, 4])
def test_kbkdf_is_that_of_cryptography(length_bytes):
    key, label, context = os.urandom(16), b"label", b"context"
    theirs = (Mode.CounterMode, 29, 4, length_bytes, CounterLocation.BeforeFixed, label, context, None)
    ours = {"label": label, "context": context, "length_bytes": length_bytes}
    assert narae.kbkdf("sha256", key, 29, **ours) == KBKDFHMAC(hashes.SHA256(), *theirs).derive(key)
    assert narae.kbkdf("aes", key, 29, **ours) == KBKDFCMAC(algorithms.AES, *theirs).derive(key)


def test_kbkdf_in_feedback_mode_is_that_of_openssl():
    iv = bytes(range(0xF0, 0x100))
    keys = narae.kbkdf("aes", bytes(range(16)), 40, b"narae", b"wing", iv)
    assert keys.hex() == "df573bcdc9139de37162693e8507a8d68012af62066830e8367947564af589337443aeb36fbd89e6"


def test_drbgs_give_the_answers_of_nist():
    """CAVP, drbgtestvectors: the second output is the answer."""
    drbg = narae.HashDRBG(
        "sha224",
        bytes.fromhex("184cbf7f1c462f27fc640ccf2aac1b26174ee41e42dcceaa"),
        bytes.fromhex("09f9d8acd06aba74b9f849f7"),
        bytes.fromhex("5a5afe330e898ca94fad05b0e6b3f8146f46c90379a0b1eb"),
    )
    drbg.reseed(
        bytes.fromhex("b5eb44d3515c74d2cbd28c4ac5edb5fb95846e74e8398ce5"),
        additional=bytes.fromhex("a793fefe0f2ab3e9a0d1ddbc058d78369b03597f44099a81"),
    )
    drbg.generate(112, bytes.fromhex("930ef8531a344fef957660cbb401583afa0f016b7023a9db"))
    out = drbg.generate(112, bytes.fromhex("2ee03b7314fb00e1e2616799c144cd58f051cde370588d70"))
    assert out.hex().startswith("22b856603db40f1b6d439d5b88fbe4734f7fdee15f4df47dfd418b362f23e48f")

    drbg = narae.HMACDRBG(
        "sha512_256",
        bytes.fromhex("357bd51273ed2c6793a54fc80aa7408c8b4a1d05361cb2bafdac4b9b0766e41b"),
        bytes.fromhex("fb2b5bc9daa5916c8efc7d37b37a5616"),
    )
    drbg.generate(
        128,
        entropy=bytes.fromhex("a70d6af35c38df355757322109b4c6917059472fb43a0c5d160987758640fc5c"),
        additional=bytes.fromhex("6c7a8651e3bc3964c637c505cdbc42c09f6d8fe9b2665cc0c7d6986ee2c25f4e"),
    )
    out = drbg.generate(
        128,
        entropy=bytes.fromhex("935eb63c82b190e521c3ddaea4fae9106f59eca716efe4250ca18b2976054980"),
        additional=bytes.fromhex("256f3a8be801f4834bc7602237cae595f7a2111084ee7db807d060376a53efe3"),
    )
    assert out.hex().startswith("1771021fbfde38f3dac9144d642f22f7b93f449a92f99e6b33b05dd30ddf0ed4")

    drbg = narae.CTRDRBG(
        "aes", 128, bytes.fromhex("890eb067acf7382eff80b0c73bc872c6"), bytes.fromhex("aad471ef3ef1d203")
    )
    drbg.generate(64)
    assert drbg.generate(64).hex().startswith("a5514ed7095f64f3d0d3a5760394ab42062f373a25072a6e")


def test_ctr_drbg_without_derivation_function_gives_the_answer_of_nist():
    """NIST's drbgtestvectors, AES-128 no df with reseeding."""
    entropy = "ed1e7f21ef66ea5d8e2a85b9337245445b71d6393a4eecb0e63c193d0f72f9a9"
    drbg = narae.CTRDRBG("aes", 128, bytes.fromhex(entropy), None)
    drbg.reseed(bytes.fromhex("303fb519f0a4e17d6df0b6426aa0ecb2a36079bd48be47ad2a8dbfe48da3efad"))
    drbg.generate(64)
    assert drbg.generate(64).hex().startswith("f80111d08e874672f32f42997133a5210f7a9375e22cea70587f9cfafebe0f6a")
    with pytest.raises(ValueError):
        narae.CTRDRBG("aes", 128, bytes(31), None)


def test_poly1305_is_the_rfc_s():
    """RFC 8439, 2.5.2."""
    key = bytes.fromhex("85d6be7857556d337f4452fe42d506a80103808afb0db2fd4abff6af4149f51b")
    tag = bytes.fromhex("a8061dc1305136c6c22b8baf0c0127a9")

    def fed():
        mac = narae.Poly1305(key)
        for part in (b"Cryptographic ", b"Forum Research Group"):
            mac.update(part)
        return mac

    assert fed().finalize() == tag
    fed().verify(tag)
    for wrong in (bytes(16), tag[:15]):
        with pytest.raises(narae.InvalidTag):
            fed().verify(wrong)
    used = fed()
    used.finalize()
    with pytest.raises(RuntimeError):
        used.update(b"")
    with pytest.raises(ValueError):
        narae.Poly1305(key[:31])


def test_what_is_wrong_raises():
    drbg = narae.CTRDRBG("lea", 256, bytes(32), bytes(16))
    for wrong in (
        lambda: narae.HMAC(b"key", "md5"),
        lambda: narae.pbkdf2_hmac("sha256", b"password", b"salt", 0),
        lambda: narae.pbkdf2_hmac("lea", b"password", b"salt", 1),
        lambda: narae.pbkdf2_hmac("sha256", b"password", b"salt", 2**32),
        lambda: narae.pbkdf2_hmac("sha256", b"password", b"salt", 1, dklen=-1),
        lambda: narae.kbkdf("md5", b"key", 16),
        lambda: narae.kbkdf("aes", bytes(17), 16),
        lambda: narae.kbkdf("sha256", b"key", -1),
        lambda: narae.kbkdf("sha256", b"key", 16, counter_bytes=5),
        lambda: narae.HashDRBG("sha256", bytes(31), bytes(16)),
        lambda: narae.HMACDRBG("sha256", bytes(32), bytes(15)),
        lambda: narae.CTRDRBG("aes", 127, bytes(32), bytes(16)),
        lambda: narae.CTRDRBG("aes", -128, bytes(32), bytes(16)),
        lambda: narae.CTRDRBG("sha256", 128, bytes(32), bytes(16)),
        lambda: drbg.generate(65537),
        lambda: drbg.generate(-1),
        lambda: drbg.reseed(bytes(31)),
    ):
        with pytest.raises(ValueError):
            wrong()
    with pytest.raises(OverflowError):
        narae.CTRDRBG("aes", 2**32 + 128, bytes(32), bytes(16))
    with pytest.raises(TypeError):
        narae.HMAC("key", "sha256")
    with pytest.raises(TypeError):
        narae.pbkdf2_hmac("sha256", b"password", b"salt")


def test_seed_has_every_mode():
    key, iv = os.urandom(16), os.urandom(16)
    xts = narae.SEEDXTS(os.urandom(32))
    assert xts.decrypt(iv, xts.encrypt(iv, bytes(33))) == bytes(33)
    wrapped = narae.SEEDKW(key).wrap_padded(b"a key")
    assert narae.SEEDKW(key).unwrap_padded(wrapped) == b"a key"
    tag = narae.SEEDGCM(key).encrypt(iv[:12], b"", b"data")
    assert narae.SEEDGMAC(key).tag(iv[:12], b"data") == tag


def test_the_cmac_of_seed_is_that_of_the_standard():
    """SP 800-38B, 6.1 and 6.2, for one block; a block of CFB encrypts its IV."""
    key, text = os.urandom(16), os.urandom(16)

    def encrypt(block: bytes) -> bytes:
        return narae.SEEDCFB(key).encrypt(block, bytes(16))

    doubled = int.from_bytes(encrypt(bytes(16)), "big") << 1
    subkey = doubled ^ (doubled >> 128) * ((1 << 128) | 0x87)
    mac = narae.SEEDCMAC(key)
    mac.update(text)
    assert mac.finalize() == encrypt((int.from_bytes(text, "big") ^ subkey).to_bytes(16, "big"))
