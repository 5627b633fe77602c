# SPDX-License-Identifier: MIT
"""Arguments that a prototype leaves open: each way to read them is tried on the vectors, and the one that passes is
taken."""

from __future__ import annotations

import json
import shutil
from argparse import Namespace
from pathlib import Path
from typing import Any

import pytest

from lab.build.expected import of_code
from lab.commands import versions
from lab.errors import LabError
from lab.paths import ROOT
from lab.plan.foreign import recognize
from lab.plan.foreign.call import implementations
from lab.plan.foreign.description import FUNCTIONS, Functions, Recognized
from lab.plan.readings import MAX_READINGS, Choice, readings
from lab.run import trial
from lab.targets import machines
from tests.tools import every_day, narae

LEA = ROOT / "tests/lab/foreign/my-lea"
SWAP = """
static void swap(uint32_t *out, const uint32_t *in)
{
    for (int i = 0; i < 4; i++)
        out[i] = __builtin_bswap32(in[i]);
}
"""
BACK = """
static uint32_t right(uint32_t x, int n)
{
    return x >> n | x << (32 - n);
}

void my_decrypt(uint8_t *p, uint8_t *c, uint32_t *rk, unsigned len)
{
    uint32_t x[4];

    __builtin_memcpy(x, c, 16);
    for (int i = 23; len == 128 && rk[144] == 1 && i >= 0; i--) {
        uint32_t *k = rk + 6 * i, y[4] = {x[3]};

        y[1] = (right(x[0], 9) - (y[0] ^ k[0])) ^ k[1];
        y[2] = (right(x[1], 27) - (y[1] ^ k[2])) ^ k[3];
        y[3] = (right(x[2], 29) - (y[2] ^ k[4])) ^ k[5];
        __builtin_memcpy(x, y, 16);
    }
    __builtin_memcpy(p, x, 16);
}
"""
# A header, what is behind it, and the reading that is right.
CASES = {
    "words, bits, input first": (
        "typedef struct { uint32_t rk[144]; } ctx;\n"
        "void my_init(ctx *c, const uint32_t *key, uint32_t keyLength);\n"
        "void my_encrypt(ctx *c, uint32_t *block, uint32_t *P);\n",
        SWAP + "void my_init(ctx *c, const uint32_t *key, uint32_t keyLength)\n"
        "{ uint32_t k[4]; swap(k, key); if (keyLength == 128) lea_key(c->rk, (uint8_t *)k); }\n"
        "void my_encrypt(ctx *c, uint32_t *block, uint32_t *P)\n"
        "{ uint32_t x[4]; swap(x, block); lea_encrypt(c->rk, (uint8_t *)x, (uint8_t *)x); swap(P, x); }\n",
        "key length in bits, input is the first, words of 32 bits in big-endian order",
    ),
    "a size of the key in both, a schedule of unknown size": (
        "void my_init(const uint8_t key[], uint32_t w[], int keysize);\n"
        "void my_encrypt(const uint8_t in[], uint8_t out[], const uint32_t w[], int keysize);\n",
        "void my_init(const uint8_t key[], uint32_t w[], int keysize) { if (keysize == 128) lea_key(w, key); }\n"
        "void my_encrypt(const uint8_t in[], uint8_t out[], const uint32_t w[], int keysize)\n"
        "{ if (keysize == 128) lea_encrypt(w, in, out); }\n",
        "key length in bits",
    ),
    "rounds that key setup returns": (
        "int my_init(uint32_t rk[144], const uint8_t *key);\n"
        "void my_encrypt(const uint32_t *rk, int Nr, const uint8_t *in, uint8_t *out);\n",
        "int my_init(uint32_t rk[144], const uint8_t *key) { lea_key(rk, key); return 77; }\n"
        "void my_encrypt(const uint32_t *rk, int Nr, const uint8_t *in, uint8_t *out)\n"
        "{ if (Nr == 77) lea_encrypt(rk, in, out); }\n",
        "number of rounds returned by key setup",
    ),
    "a flag, and a number of blocks": (
        "void my_init(uint32_t rk[144], const uint8_t *key);\n"
        "void my_encrypt(const uint32_t *rk, uint8_t *buf, int len, int dec);\n",
        "void my_init(uint32_t rk[144], const uint8_t *key) { lea_key(rk, key); }\n"
        "void my_encrypt(const uint32_t *rk, uint8_t *buf, int len, int dec)\n"
        "{ for (; !dec && len-- > 0; buf += 16) lea_encrypt(rk, buf, buf); }\n",
        "length in blocks, flag to encrypt 0",
    ),
    "a length of the key, and a setup for decryption": (
        "void my_enc_key(const uint8_t *k, uint32_t *rk, unsigned len);\n"
        "void my_dec_key(const uint8_t *k, uint32_t *rk, unsigned len);\n"
        "void my_encrypt(uint8_t *c, uint8_t *p, uint32_t *rk, unsigned len);\n"
        "void my_decrypt(uint8_t *p, uint8_t *c, uint32_t *rk, unsigned len);\n",
        "void my_enc_key(const uint8_t *k, uint32_t *rk, unsigned len) { if (len == 128) lea_key(rk, k); }\n"
        "void my_dec_key(const uint8_t *k, uint32_t *rk, unsigned len)\n"
        "{ if (len == 128) lea_key(rk, k), rk[144] = 1; }\n"
        "void my_encrypt(uint8_t *c, uint8_t *p, uint32_t *rk, unsigned len)\n"
        "{ if (len == 128) lea_encrypt(rk, p, c); }\n" + BACK,
        "key length in bits, schedule of decryption by my_dec_key, input is the second, length in bits of the key",
    ),
    "encryption that sets its key itself": (
        "void my_init(const uint8_t *k, uint32_t rk[144]);\n"
        "void my_encrypt(const uint8_t *key, const uint8_t *in, uint8_t *out);\n",
        "void my_init(const uint8_t *k, uint32_t rk[144]) { lea_key(rk, k); }\n"
        "void my_encrypt(const uint8_t *key, const uint8_t *in, uint8_t *out)\n"
        "{ uint32_t rk[144]; my_init(key, rk), lea_encrypt(rk, in, out); }\n",
        "my_encrypt takes the key",
    ),
    "neither pointer is named": (
        "void my_init(uint32_t *a, uint32_t *b);\nvoid my_encrypt(uint32_t *rk, void *x, void *y);\n",
        "void my_init(uint32_t *a, uint32_t *b) { lea_key(b, (uint8_t *)a); }\n"
        "void my_encrypt(uint32_t *rk, void *x, void *y) { lea_encrypt(rk, y, x); }\n",
        "my_init writes b, input is the second",
    ),
}
WORDS = {"header": "my.h", "set_key": "my_init", "encrypt": "my_encrypt", "cipher": "lea-128"}


def folder_of(place: Path, declared: str, defined: str) -> Path:
    folder = shutil.copytree(LEA, place / "mine")
    (folder / "my.h").write_text(f"#include <stdint.h>\n{declared}")
    (folder / "my.c").write_text(f'#include "my.h"\n#include "lea.h"\n{defined}')
    return folder


def settled(folder: Path, vectors: Path | None = None, **options: Any) -> Recognized:
    options = WORDS | options
    if "my_enc_key" in (folder / "my.h").read_text():
        options |= {"set_key": "my_enc_key", "decrypt": "my_decrypt"}
    code = recognize(folder, machines(), Functions(**options))
    trial.read(code, lambda primitive: of_code(code, primitive, vectors, None, trial.RUNNER))
    return code


@pytest.mark.parametrize("name", every_day(list(CASES)[1:3], list(CASES)))
def test_the_reading_that_passes_is_taken(tmp_path, name):
    declared, defined, reading = CASES[name]
    code = settled(folder_of(tmp_path, declared, defined))
    assert code.reading == reading and f"arguments read with {reading}" in code.calls
    assert not any("none of" in why for why in code.why)
    size = {"a size of the key in both, a schedule of unknown size": 576, "neither pointer is named": 576}.get(name)
    assert size is None or (code.primitives[0].schedule == size and f"key setup writes {size} bytes" in code.why)


def test_the_reading_is_what_init_writes_and_what_is_measured(tmp_path):
    folder = folder_of(tmp_path, *CASES["words, bits, input first"][:2])
    words = [word for name, value in WORDS.items() for word in (f"--{name.replace('_', '-')}", value)]
    assert narae("try", folder, *words, "--init").returncode == 0
    written = (folder / "implementation.toml").read_text()
    assert "words = 4" in written and "(const uint32_t *)key, 128)" in written and "*)in, (uint32_t *)out)" in written
    done = narae("try", folder, "--quick", "--target", "uno", "--against", "none")
    assert done.returncode == 0 and "lea-128 block: checked" in done.stdout, done.stdout + done.stderr
    (folder / "implementation.toml").write_text(written.replace("words = 4", "words = 3"))
    assert "words is 3: it is 2, 4 or 8 bytes" in narae("try", folder, "--target", "uno").stderr


def test_an_earlier_version_is_read_alike(tmp_path):
    """With the reading and the size of the schedule that were settled for this one."""
    folder = folder_of(tmp_path, *CASES["a size of the key in both, a schedule of unknown size"][:2])
    recognized = settled(folder)
    (code,) = implementations(recognized)
    options = Namespace(**dict.fromkeys(FUNCTIONS) | WORDS, cflags="")
    assert versions.earlier_implementation(recognized, code, folder, options).define == code.define


def test_code_that_no_reading_fits_says_so_and_whether_it_wrote(tmp_path):
    declared = "void my_init(uint32_t rk[144], const uint8_t *key);\nvoid my_encrypt(uint32_t *rk, void *x, void *y);\n"
    defined = "void my_init(uint32_t rk[144], const uint8_t *key) { lea_key(rk, key); }\n"
    defined += "void my_encrypt(uint32_t *rk, void *x, void *y) { (void)rk, (void)x, (void)y; }\n"
    folder = folder_of(tmp_path, declared, defined)
    words = [word for name, value in WORDS.items() for word in (f"--{name.replace('_', '-')}", value)]
    done = narae("try", folder, *words, "--quick", "--target", "uno", "--against", "none")
    output = " ".join(done.stdout.split())
    assert done.returncode == 1 and "none of 2 ways to read the arguments passes all vectors" in output, output
    assert "encryption wrote nothing to its output, if the arguments were recognized correctly" in output


def test_few_vectors_do_not_choose_between_readings_that_all_pass(tmp_path):
    """A length of one block of one byte is the same in both; a second block tells."""
    declared = "void my_encrypt(const uint8_t key[1], const uint8_t *in, uint8_t *out, int n);\n"
    defined = "void my_encrypt(const uint8_t key[1], const uint8_t *in, uint8_t *out, int n)\n"
    folder = folder_of(tmp_path, declared, defined + "{ while (n-- > 0) *out++ = *in++ ^ *key; }\n")
    file, vector = tmp_path / "v.json", {"cipher": "toy", "mode": "block", "key": "03"}
    options = {"cipher": "toy", "set_key": "", "key_bytes": 1, "block_bytes": 1}
    one = vector | {"plaintext": "01", "ciphertext": "02"}
    file.write_text(json.dumps({"schema": 1, "vectors": [one]}))
    with pytest.raises(LabError, match=r"1 vector cannot tell how the arguments are meant: length in blocks or"):
        settled(folder, file, **options)
    file.write_text(json.dumps({"schema": 1, "vectors": [one] * 4}))
    assert settled(folder, file, **options).reading == "length in blocks"


def test_all_answers_are_combined_and_their_number_is_bounded():
    def call_of(choose: Choice) -> str:
        return choose("one", "a", "b") + choose("two", "c", "d") + choose("one", "b", "a")

    assert readings(call_of) == [("aca", "one a, two c"), ("ada", "one a, two d"), ("bcb", "one b, two c"),
                              ("bdb", "one b, two d")]  # fmt: skip
    assert readings(lambda choose: 7) == [(7, "")]
    assert len(readings(lambda choose: [choose(str(n), "a", "b") for n in range(9)])) == MAX_READINGS


def test_lengths_and_pointers_of_a_message_are_tried(tmp_path):
    """A hash with its text second, both lengths in bits, and a model of its own."""
    (tmp_path / "own.h").write_text("#include <stdint.h>\nvoid own(uint8_t *data, int mdlen, uint8_t *buf, int len);\n")
    (tmp_path / "own.c").write_text(
        '#include "own.h"\nvoid own(uint8_t *data, int mdlen, uint8_t *buf, int len)\n{\n    uint32_t h = 7;\n'
        "    for (int i = 0; i < len / 8; i++)\n        h = h * 31 + buf[i];\n"
        "    for (int i = 0; i < mdlen / 8; i++)\n        data[i] = (uint8_t)(h >> 8 * i);\n}\n"
    )
    model = tmp_path / "own.py"
    model.write_text(
        "def digest(message):\n    h = 7\n    for byte in message:\n        h = h * 31 + byte & 0xffffffff\n"
        '    return h.to_bytes(4, "little")\n'
    )
    options = {"header": "own.h", "seal": "own", "cipher": "own", "mode": "hash", "tag_bytes": 4}
    code = recognize(tmp_path, machines(), Functions(**options))
    trial.read(code, lambda primitive: of_code(code, primitive, None, model, trial.RUNNER))
    assert code.reading == "input is the second, digest length in bits, text length in bits"
