# SPDX-License-Identifier: MIT
"""SUPERCOP's checksum, for ciphers that the lab does not know.  A second program of the procedure, in Python, has to
give what SUPERCOP publishes; then it says what the lab's own must give for the code of these tests."""

from __future__ import annotations

import hashlib
import shutil
import struct
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from lab.errors import LabError
from lab.paths import ROOT
from lab.plan.foreign import recognize
from lab.plan.foreign.description import Expected, Functions
from lab.plan.foreign.supercop import checksum_files
from lab.run import trial
from lab.targets import host, machines
from spec import algorithms
from tests.tools import narae

FOREIGN = ROOT / "tests/lab/foreign"
MASK = 0xFFFFFFFF

COLUMNS = [[5 * i, (5 * i + 4) % 16, (5 * i + 8) % 16, (5 * i + 12) % 16] for i in range(4)]
ROWS = [[4 * i + (i + j) % 4 for j in range(4)] for i in range(4)]
DOUBLE_ROUND = [
    step for a, b, c, d in COLUMNS + ROWS for step in ((b, a, d, 7), (c, b, a, 9), (d, c, b, 13), (a, d, c, 18))
]


def core(block: bytes, key: bytes, constant: bytes = b"expand 32-byte k") -> bytes:
    """Salsa20's, from its specification."""
    s, k, n = struct.unpack("<4I", constant), struct.unpack("<8I", key), struct.unpack("<4I", block)
    x = [s[0], *k[:4], s[1], *n, s[2], *k[4:], s[3]]
    y = list(x)
    for to, p, q, turn in 10 * DOUBLE_ROUND:
        total = (y[p] + y[q]) & MASK
        y[to] ^= total << turn & MASK | total >> (32 - turn)
    return struct.pack("<16I", *((a + b) & MASK for a, b in zip(x, y, strict=True)))


class Procedure:
    def __init__(self) -> None:
        self.drawn, self.state = 0, bytes(64)

    def draw(self, count: int) -> bytes:
        nonce = struct.pack("<Q", self.drawn)
        self.drawn += 1
        blocks = (
            core(nonce + struct.pack("<Q", i), b"generate inputs for test vectors") for i in range(-(-count // 64))
        )
        return b"".join(blocks)[:count]

    def length(self) -> int:
        return int.from_bytes(self.draw(8), "little") % 129

    def add(self, data: bytes) -> None:
        whole = len(data) // 16 * 16
        for i in range(0, whole, 16):
            self.state = core(data[i : i + 16], self.state[:32])
        self.state = bytes([self.state[0] ^ 1]) + self.state[1:]
        self.state = core((data[whole:] + b"\1").ljust(16, b"\0"), self.state[:32])

    def checksum(self) -> str:
        return self.state[:32].hex()


def of_hash(digest: Callable[[bytes], bytes]) -> str:
    p = Procedure()
    for _ in range(64):
        p.add(digest(p.draw(p.length())))
    return p.checksum()


def of_stream(encrypt: Callable[[bytes, bytes, bytes], bytes], key_bytes: int, nonce_bytes: int) -> str:
    p = Procedure()
    for _ in range(512):
        size = p.length()
        nonce, key = p.draw(nonce_bytes), p.draw(key_bytes)
        p.add(encrypt(key, nonce, bytes(size)))
        p.add(encrypt(key, nonce, p.draw(size)))
    return p.checksum()


def of_aead(seal: Callable[[bytes, bytes, bytes, bytes], bytes], key_bytes: int, nonce_bytes: int) -> str:
    p = Procedure()
    for _ in range(64):
        size, ad_size = p.length(), p.length()
        text, ad, _secret = p.draw(size), p.draw(ad_size), p.draw(0)
        nonce, key = p.draw(nonce_bytes), p.draw(key_bytes)
        for out in (seal(key, nonce, ad, text), text, b""):
            p.add(out)
        p.drawn += 6
    return p.checksum()


def ascon_v12(key: bytes, nonce: bytes, ad: bytes, text: bytes) -> bytes:
    return b"".join(algorithms.MESSAGES["ascon-128 aead"].seal(key, nonce, ad, text, 16))


def ascon(key: bytes, nonce: bytes, ad: bytes, text: bytes) -> bytes:
    return b"".join(algorithms.MESSAGES["ascon-aead128 aead"].seal(key, nonce, ad, text, 16))


def toy(key: bytes, nonce: bytes, text: bytes) -> bytes:
    return bytes(t ^ key[i % 16] ^ nonce[i % 8] ^ (7 * i & 255) for i, t in enumerate(text))


def test_the_procedure_gives_what_supercop_publishes():
    """SUPERCOP 20260330: checksumsmall of crypto_hash/sha3256 and crypto_aead/ascon128v12."""
    published = "ebbed3a47232047ad399cb77b6324d6c902f4715de871750545b1a3b12046ebe"
    assert of_hash(lambda m: hashlib.sha3_256(m).digest()) == published
    assert of_aead(ascon_v12, 16, 16) == "7d6544834570978a02db80b7e9e4515b96ee7c5af256c3f3b977d82eede4224d"


def expected_of(folder: Path, cipher: str = "") -> Expected:
    code = recognize(folder, machines(), Functions(cipher=cipher))
    (primitive,) = code.primitives
    return trial.supercop(code, primitive, checksum_files(folder, primitive.supercop))


def test_a_published_checksum_is_computed_and_another_one_refused(tmp_path):
    """A function from 16 bytes to 64, under a key and constants."""
    shutil.copytree(FOREIGN / "crypto_core", tmp_path / "crypto_core")
    folder = tmp_path / "crypto_core/salsa20/plain"
    expected = expected_of(folder)
    assert "SUPERCOP's checksumsmall of crypto_core, computed on host" in expected.source
    for v in expected.vectors:
        assert v.ciphertext == core(v.plaintext, v.key[:32], v.key[32:])
    checksum = tmp_path / "crypto_core/salsa20/checksumsmall"
    checksum.write_text(checksum.read_text().replace("3a92", "3a93"))
    with pytest.raises(LabError, match=r"checksumsmall of crypto_core is wrong.*expected 3a93.*got 3a92"):
        expected_of(folder)


def test_code_that_hangs_is_given_up_long_before_a_conversation_is(tmp_path, monkeypatch):
    shutil.copytree(FOREIGN / "crypto_core", tmp_path / "crypto_core")
    code = tmp_path / "crypto_core/salsa20/plain/core.c"
    code.write_text(code.read_text().replace("uint32_t sum =", "for (volatile int ever = 1; ever;) {} uint32_t sum ="))
    monkeypatch.setattr(host, "CONVERSATION_SECONDS", 5)
    with pytest.raises(LabError, match=r"crypto_core could not be computed on host: .* timed out after 1 s"):
        expected_of(code.parent)


CASES = {
    "crypto_aead": ("crypto_aead/asconaead128/plain", lambda: of_aead(ascon, 16, 16)),
    "crypto_stream": ("toy", lambda: of_stream(toy, 16, 8)),
}


@pytest.mark.parametrize("operation", CASES)
def test_vectors_are_made_only_by_code_with_the_right_checksum(tmp_path, operation):
    source, checksum = CASES[operation]
    folder = tmp_path / operation / "unheard/plain"
    shutil.copytree(FOREIGN / source, folder)
    (folder.parent / "checksumsmall").write_text(checksum() + "\n")
    expected = expected_of(folder)
    for v in expected.vectors:
        sealed = v.ciphertext + v.tag
        if operation == "crypto_aead":
            assert sealed == ascon(v.key, v.nonce, v.ad, v.plaintext)
        else:
            assert sealed == toy(v.key, v.nonce, v.plaintext)


FULL_NAMES = {
    "crypto_stream_unheard_plain_xor": "crypto_stream_xor",
    "crypto_stream_xor_plain": "crypto_stream_xor",
    "my_crypto_stream_xor_64": "crypto_stream_xor",
}


@pytest.mark.parametrize("full", FULL_NAMES)
def test_functions_may_be_named_with_primitive_and_implementation(tmp_path, full):
    """Or with an ending: they are called as SUPERCOP's generated headers do.  Sizes may be another implementation's."""
    folder = shutil.copytree(FOREIGN / "toy", tmp_path / "crypto_stream/unheard/plain")
    text = (folder / "stream.c").read_text().replace("TOY_CLEAN_crypto_stream_xor", full)
    other = "int\ncrypto_stream_unheard_plain(unsigned char *out, size_t bytes)\n{\n    return out[bytes];\n}\n"
    (folder / "stream.c").write_text(text.replace('#include "api.h"', "#include <stddef.h>") + other)
    (folder.parent / "other").mkdir()
    sizes = "#define CRYPTO_KEYBYTES 16\n#define CRYPTO_NONCEBYTES 8\n"
    (folder / "api.h").unlink()
    (folder.parent / "other/api.h").write_text(sizes)
    (folder.parent / "checksumsmall").write_text(of_stream(toy, 16, 8) + "\n")
    assert recognize(folder, machines()).called.cflags[0] == f"-D{FULL_NAMES[full]}={full}"
    assert expected_of(folder).vectors


def test_other_functions_of_an_operation_are_not_taken_for_it(tmp_path):
    """A hash that is not there, next to its parts; and code that is elsewhere."""
    folder = tmp_path / "crypto_hash/unheard/plain"
    folder.mkdir(parents=True)
    (folder / "api.h").write_text("#define CRYPTO_BYTES 32\n")
    for text in (
        "int crypto_hash_unheard_init(void)\n{\n}\nint crypto_hash_unheard_final(void)\n{\n}\n",
        '#include "../other/hash.c"\nint crypto_hash_inner(void)\n{\n}\n',
    ):
        (folder / "hash.c").write_text(text)
        assert not recognize(folder, machines()).called.cflags


def test_it_is_measured_on_a_board_and_says_what_it_was_checked_against():
    done = narae("try", FOREIGN / "crypto_core/salsa20/plain", "--quick", "--target", "hifive1")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "SUPERCOP's checksumsmall of crypto_core, computed on host" in " ".join(done.stdout.split())
    assert "key+encrypt     16" in done.stdout


def test_supercops_functions_on_integers_do_what_their_names_say(tmp_path):
    """Facts: cryptoint/README of SUPERCOP."""
    (tmp_path / "t.c").write_text(
        '#include <assert.h>\n#include "crypto_int32.h"\nint main(void)\n{\n'
        "    unsigned char b[4];\n"
        "    assert(crypto_int32_bitmod_01(6, 33) == 1 && crypto_int32_bitmod_mask(6, 0) == 0);\n"
        "    assert(crypto_int32_negative_mask(-5) == -1 && crypto_int32_negative_mask(5) == 0);\n"
        "    assert(crypto_uint64_topbit_01(1ull << 63) == 1 && crypto_uint8_nonzero_mask(0x80) == 0xff);\n"
        "    assert(crypto_uint16_equal_mask(7, 7) == 0xffff && crypto_int64_unequal_mask(1, 2) == -1);\n"
        "    crypto_uint32_store_bigendian(b, 0x01020304);\n"
        "    assert(b[0] == 1 && crypto_uint32_load(b) == 0x04030201);\n"
        "    assert(crypto_uint32_load_bigendian(b) == 0x01020304);\n"
        "    return 0;\n}\n"
    )
    program = tmp_path / "t"
    command = ["gcc", "-Wall", "-Wextra", "-Werror", "-I", ROOT / "lab/bench/supercop", tmp_path / "t.c", "-o", program]
    subprocess.run(command, check=True)
    subprocess.run([program], check=True)


def test_the_names_that_supercop_gives_are_those_that_are_called(tmp_path):
    """Assembly names its entry by a macro, for systems with and without an underscore."""
    folder = tmp_path / "crypto_core/unheard/asm"
    folder.mkdir(parents=True)
    sizes = {"OUTPUT": 8, "INPUT": 8, "KEY": 0, "CONST": 0}
    (folder / "api.h").write_text("".join(f"#define CRYPTO_{n}BYTES {v}\n" for n, v in sizes.items()))
    names = [f"{under}CRYPTO_NAMESPACETOP" for under in ("", "_")]
    (folder / "core.S").write_text(
        "#ifdef SUPERCOP\n" + "".join(f".globl {n}\n{n}:\n" for n in names) + "ret\n#endif\n"
    )
    command = ["gcc", *recognize(folder, machines()).called.cflags, "-c", folder / "core.S", "-o", folder / "core.o"]
    subprocess.run(command, check=True)
    defined = subprocess.run(["nm", folder / "core.o"], check=True, capture_output=True, text=True).stdout.split()
    assert {"crypto_core", "_crypto_core"} <= set(defined)
