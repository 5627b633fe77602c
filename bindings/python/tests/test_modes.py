# SPDX-License-Identifier: MIT
"""CBC, CFB, OFB, XTS, KW, KWP and GMAC: vectors and errors."""

from __future__ import annotations

import narae
import pytest

from vectors import classes, label, vectors


def each(mode: str):
    """A class, and its cipher's name."""
    return pytest.mark.parametrize(
        ("kind", "cipher"), [pytest.param(*pair, id=pair[0].__name__) for pair in classes(mode).items()]
    )


@each("CFB")
def test_cfb_vectors(kind, cipher):
    tried = 0
    for mode, bits in (("cfb", 0), ("cfb8", 8)):
        for v in vectors(mode, cipher):
            stream = kind(v["key"], segment_bits=bits)
            assert stream.encrypt(v["nonce"], v["plaintext"]) == v["ciphertext"], label(v)
            assert stream.decrypt(iv=v["nonce"], data=v["ciphertext"]) == v["plaintext"], label(v)
            tried += 1
    assert tried >= 6


@each("OFB")
def test_ofb_vectors(kind, cipher):
    tried = 0
    for v in vectors("ofb", cipher):
        assert kind(v["key"]).encrypt(v["nonce"], v["plaintext"]) == v["ciphertext"], label(v)
        assert kind(v["key"]).decrypt(iv=v["nonce"], data=v["ciphertext"]) == v["plaintext"], label(v)
        tried += 1
    assert tried >= 3


@each("CBC")
def test_cbc_vectors(kind, cipher):
    """Derived from those without padding."""
    tried = 0
    for v in vectors("cbc", cipher):
        mode, data = kind(v["key"], padding=False), v["plaintext"]
        assert mode.encrypt(v["nonce"], data) == v["ciphertext"], label(v)
        assert mode.decrypt(iv=v["nonce"], data=v["ciphertext"]) == data, label(v)
        for text in (data, data[:-3]):
            fill = len(v["nonce"]) - len(text) % len(v["nonce"])
            sealed = mode.encrypt(v["nonce"], text + bytes([fill]) * fill)
            assert kind(v["key"]).encrypt(v["nonce"], text) == sealed, label(v)
            assert kind(v["key"], True).decrypt(v["nonce"], sealed) == text, label(v)
        tried += 1
    assert tried >= 1
    for v in vectors("cbc-pkcs7", cipher):
        if v.get("result") == "invalid":
            with pytest.raises(ValueError):
                kind(v["key"]).decrypt(v["nonce"], v["ciphertext"])


def test_sectors_are_units_with_their_numbers():
    disk = narae.LEAXTS(bytes(range(32)))
    data = bytes(range(256)) * 6
    units = [disk.encrypt((5 + i).to_bytes(16, "little"), data[512 * i :][:512]) for i in range(3)]
    assert disk.encrypt_sectors(5, 512, data) == b"".join(units)
    assert disk.decrypt_sectors(sector=6, sector_bytes=512, data=b"".join(units[1:])) == data[512:]
    for wrong in ((0, 512, bytes(513)), (0, 15, bytes(15)), (2**64 - 1, 16, bytes(32)), (0, -1, bytes(16))):
        with pytest.raises(ValueError):
            disk.encrypt_sectors(*wrong)
    for number in (-1, 2**64):
        with pytest.raises(OverflowError):
            disk.encrypt_sectors(number, 512, bytes(512))


@each("XTS")
def test_xts_vectors(kind, cipher):
    tried = 0
    for v in vectors("xts", cipher):
        mode = kind(v["key"])
        assert mode.encrypt(v["nonce"], v["plaintext"]) == v["ciphertext"], label(v)
        assert mode.decrypt(v["nonce"], v["ciphertext"]) == v["plaintext"], label(v)
        tried += 1
    assert tried >= 9
    assert kind.key_sizes == tuple(2 * bits for bits in getattr(narae, f"{cipher.upper()}CBC").key_sizes)


@each("KW")
@pytest.mark.parametrize(("mode", "suffix"), [("kw", ""), ("kwp", "_padded")])
def test_kw_vectors(kind, cipher, mode, suffix):
    tried = 0
    for v in vectors(mode, cipher):
        mode = kind(v["key"])
        if v.get("result") == "invalid":
            with pytest.raises((narae.InvalidTag, ValueError)):
                getattr(mode, "unwrap" + suffix)(v["ciphertext"])
        else:
            assert getattr(mode, "wrap" + suffix)(v["plaintext"]) == v["ciphertext"], label(v)
            assert getattr(mode, "unwrap" + suffix)(v["ciphertext"]) == v["plaintext"], label(v)
            tried += 1
    assert tried >= 9


@each("GMAC")
def test_gmac_vectors(kind, cipher):
    tried = 0
    for v in vectors("gmac", cipher):
        mode = kind(v["key"])
        if v.get("result") == "invalid":
            with pytest.raises(narae.InvalidTag):
                mode.verify(v["nonce"], v["message"], v["tag"])
        else:
            mode.verify(v["nonce"], v["message"], v["tag"])
            assert mode.tag(v["nonce"], v["message"]) == v["tag"], label(v)
            tried += 1
    assert tried >= 9


def test_the_length_of_a_gmac_is_its_makers_choice():
    key, nonce = bytes(range(16)), bytes(12)
    whole = narae.LEAGMAC(key).tag(nonce, b"data")
    for n in (4, 8, 12, 13, 14, 15, 16):
        mode = narae.LEAGMAC(key, tag_length=n)
        assert mode.tag(nonce, b"data") == whole[:n]
        mode.verify(nonce, b"data", whole[:n])
        for wrong in (whole[: n - 1], whole + b"x", bytes(n)):
            with pytest.raises(narae.InvalidTag):
                mode.verify(nonce, b"data", wrong)
    for n in (-4, 0, 3, 5, 11, 17):
        with pytest.raises(ValueError, match="tag"):
            narae.LEAGMAC(key, n)


def test_what_is_wrong_raises():
    for wrong in (
        lambda: narae.LEACFB(bytes(16), segment_bits=12),
        lambda: narae.LEACFB(bytes(16), segment_bits=-8),
        lambda: narae.PIPOCFB(bytes(16), segment_bits=128),
        lambda: narae.LEACFB(bytes(16)).encrypt(bytes(8), b"x"),
        lambda: narae.LEAOFB(bytes(17)),
        lambda: narae.LEACBC(bytes(16), padding=False).encrypt(bytes(16), b"x"),
        lambda: narae.LEACBC(bytes(16)).encrypt(bytes(8), b"x"),
        lambda: narae.LEACBC(bytes(16)).decrypt(bytes(16), bytes(16)),
        lambda: narae.LEAXTS(bytes(32)),
        lambda: narae.LEAXTS(bytes(range(16))),
        lambda: narae.LEAXTS(bytes(range(32))).encrypt(bytes(16), bytes(15)),
        lambda: narae.LEAKW(bytes(16)).wrap(bytes(15)),
        lambda: narae.LEAKW(bytes(16)).unwrap(b""),
        lambda: narae.LEAKW(bytes(16)).wrap_padded(b""),
        lambda: narae.LEAGMAC(bytes(16)).tag(b"", b"x"),
    ):
        with pytest.raises(ValueError):
            wrong()
    with pytest.raises(OverflowError):
        narae.LEACFB(bytes(16), segment_bits=2**32 + 8)
    with pytest.raises(narae.InvalidTag):
        narae.LEAGMAC(bytes(16)).verify(bytes(12), b"x", bytes(4))
    with pytest.raises(TypeError):
        narae.LEAGMAC(bytes(16)).verify(bytes(12), "x", bytes(16))
