# SPDX-License-Identifier: MIT
"""The vectors of NIST's validation programs and of Python's hashlib, through the vectors runner.

They are too many to keep under vectors/: the package cryptography-vectors carries NIST's files, and hashlib is
its own source.  The runner checks each one in one call and in pieces, both directions, in place and not.
"""

import hashlib
import random
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import cryptography_vectors
import pytest

from tests.tools import every_day

AES = Path(cryptography_vectors.__file__).parent / "ciphers" / "AES"
SEED = AES.parent / "SEED"
CMAC = Path(cryptography_vectors.__file__).parent / "CMAC"
SIZES = (128, 192, 256)
LONGEST = every_day(SIZES[-1:], SIZES)


@pytest.fixture(scope="module")
def runner(cmake_build) -> Path:
    return cmake_build("gcc", ["-DCMAKE_C_COMPILER=gcc"], "vectors_runner") / "tests" / "c" / "vectors_runner"


def check(runner: Path, folder: Path, vectors: list[dict[str, str]], expected: int) -> None:
    """`expected`: the number of vectors, so that none is skipped."""
    lines = folder / "vectors.txt"
    lines.write_text("".join(" ".join(f"{k}={x}" for k, x in vector.items()) + "\n" for vector in vectors))
    done = subprocess.run([runner, lines], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    assert done.stdout.splitlines()[-1] == f"{expected} passed, 0 failed, 0 skipped"


def entries(path: Path) -> Iterator[dict[str, str]]:
    """The tests of one CAVP file, names in lower case.

    A test begins with its Count and ends with an empty line; what is said outside of tests holds for all that
    follow, until it is set again.  "[Alen = 0, Plen = 0]" says two things, a line "FAIL" one.
    """
    common: dict[str, str] = {}
    test: dict[str, str] = {}
    for line in [*path.read_text().splitlines(), ""]:
        pairs = re.findall(r"(\w+) =[ ]?([^],]*)", "" if line.startswith("#") else line)
        if pairs and pairs[0][0].lower() == "count":
            test = {"source": path.stem}
        where = test if test else common
        where |= {name.lower(): value.strip().lower() for name, value in pairs}
        if line == "FAIL":
            test["result"] = "fail"
        if not line.strip() and test:
            yield common | test
            test = {}


def vector(number: int, test: dict[str, str], mode: str, **fields: str) -> dict[str, str]:
    return {
        "id": f"{test['source']}/{number}",
        "cipher": f"aes-{len(test['key']) * 4}",
        "mode": mode,
        "key": test["key"],
        **fields,
    }


@pytest.mark.parametrize(("mode", "count"), [("ECB", 2138), ("CBC", 2138)])
def test_the_known_answers_of_aesavs(runner, tmp_path, mode, count):
    vectors = []
    for path in sorted((AES / mode).glob("*.rsp")):
        for test in entries(path):
            nonce = {"nonce": test["iv"]} if mode == "CBC" else {}
            text = {"plaintext": test["plaintext"], "ciphertext": test["ciphertext"]}
            vectors.append(vector(len(vectors), test, "block" if mode == "ECB" else "cbc", **nonce, **text))
    check(runner, tmp_path, vectors, count)


@pytest.mark.parametrize("bits", LONGEST)
def test_the_known_answers_of_gcmvs(runner, tmp_path, bits):
    vectors = []
    for name in (f"gcmEncryptExtIV{bits}", f"gcmDecrypt{bits}"):
        for test in entries(AES / "GCM" / f"{name}.rsp"):
            fields = {"nonce": test["iv"], "ad": test["aad"], "ciphertext": test["ct"], "tag": test["tag"]}
            text = {"result": "invalid"} if test.get("result") == "fail" else {"plaintext": test["pt"]}
            vectors.append(vector(len(vectors), test, "gcm", **fields, **text))
    check(runner, tmp_path, vectors, 15750)


@pytest.mark.parametrize("bits", LONGEST)
def test_the_known_answers_of_ccmvs(runner, tmp_path, bits):
    vectors = []
    for name in ("DVPT", "VADT", "VNT", "VPT", "VTT"):
        for test in entries(AES / "CCM" / f"{name}{bits}.rsp"):
            tag_digits = 2 * int(test["tlen"])
            fields = {
                "nonce": test["nonce"],
                "ad": test["adata"][: 2 * int(test["alen"])],
                "ciphertext": test["ct"][:-tag_digits],
                "tag": test["ct"][-tag_digits:],
            }
            if test.get("result", "pass") == "pass":
                fields["plaintext"] = test["payload"][: 2 * int(test["plen"])]
            else:
                fields["result"] = "invalid"
            vectors.append(vector(len(vectors), test, "ccm", **fields))
    check(runner, tmp_path, vectors, 960)


def test_the_known_answers_of_sp_800_38b(runner, tmp_path):
    vectors = []
    for path in sorted(CMAC.glob("*aes*.txt")):
        for test in entries(path):
            vectors.append(vector(len(vectors), test, "cmac", message=test["message"], tag=test["output"]))
    check(runner, tmp_path, vectors, 12)


def test_seed_in_the_modes_of_its_rfcs(runner, tmp_path):
    """RFC 4269 and RFC 4196, and CFB and OFB that were checked against Botan."""
    vectors = []
    for name, mode in (("rfc-4269", "block"), ("rfc-4196", "cbc"), ("seed-cfb", "cfb"), ("seed-ofb", "ofb")):
        for test in entries(SEED / f"{name}.txt"):
            nonce = {"nonce": test["iv"]} if mode != "block" else {}
            text = {"plaintext": test["plaintext"], "ciphertext": test["ciphertext"]}
            vectors.append(vector(len(vectors), test, mode, **nonce, **text) | {"cipher": "seed-128"})
    check(runner, tmp_path, vectors, 46)


HASHES = {  # and their names in hashlib
    **{f"sha3-{bits}": f"sha3_{bits}" for bits in (224, 256, 384, 512)},
    **{f"shake{bits}": f"shake_{bits}" for bits in (128, 256)},
    **{f"sha-{bits}": f"sha{bits}" for bits in (224, 256, 384, 512)},
    **{f"sha-512/{bits}": f"sha512_{bits}" for bits in (224, 256)},
}


def test_hashes_hash_messages_of_all_sizes_as_hashlib_does(runner, tmp_path):
    draw = random.Random(202)
    vectors = []
    for size in range(601):
        message = draw.randbytes(size)
        for name in HASHES:
            digest = (
                hashlib.new(HASHES[name], message).hexdigest(draw.randint(1, 500))
                if name.startswith("shake")
                else hashlib.new(HASHES[name], message).hexdigest()
            )
            vectors.append(
                {"id": f"{name}/{size}", "cipher": name, "mode": "hash", "message": message.hex(), "digest": digest}
            )
    check(runner, tmp_path, vectors, len(HASHES) * 601)
