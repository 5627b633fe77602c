"""The vectors are in one schema, and the slow models agree with every one of them."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from lab.paths import ROOT
from lab.vectors import block_vectors, checksums, load, model

FOLDERS = sorted(f.name for f in (ROOT / "vectors").iterdir() if f.is_dir())
FIELDS = {
    "id",
    "cipher",
    "mode",
    "key",
    "nonce",
    "ad",
    "plaintext",
    "ciphertext",
    "tag",
    "message",
    "digest",
    "input",
    "output",
}
BLOCK = [v for folder in FOLDERS for v in load(folder) if v["mode"] == "block" and v["cipher"] in checksums()]


def test_there_are_vectors_for_every_key_size():
    assert {v["cipher"] for v in BLOCK} == set(checksums())


@pytest.mark.parametrize("folder", FOLDERS)
def test_the_schema_holds(folder):
    for file in (ROOT / "vectors" / folder).glob("*.json"):
        document = json.loads(file.read_text())
        assert set(document) <= {"schema", "source", "licence", "note", "vectors"}
        ids = [v["id"] for v in document["vectors"]]
        assert len(ids) == len(set(ids))
    for vector in load(folder):
        assert set(vector) <= FIELDS | {"result"}
        assert vector.get("result") in (None, "invalid", "acceptable")
        for field in FIELDS - {"id", "cipher", "mode"} & set(vector):
            if field in vector:
                bytes.fromhex(vector[field])


def test_the_models_agree_with_every_block_vector():
    for vector in BLOCK:
        encrypt = model(vector["cipher"])
        key, plaintext = bytes.fromhex(vector["key"]), bytes.fromhex(vector["plaintext"])
        size = 8 if vector["cipher"].startswith("pipo") else 16
        blocks = [plaintext[i : i + size] for i in range(0, len(plaintext), size)]
        assert b"".join(encrypt(key, b) for b in blocks).hex() == vector["ciphertext"].lower(), vector["id"]


def test_the_checksums_are_those_of_the_models():
    made = subprocess.run(
        [sys.executable, ROOT / "vectors/models.py"], capture_output=True, text=True, check=True
    ).stdout
    assert made == (ROOT / "vectors/checksums.json").read_text()


def test_a_board_with_little_flash_gets_vectors_from_the_whole_range():
    everything = block_vectors(("lea",), "lea-128", 255, 16, 10**9)
    few = block_vectors(("lea",), "lea-128", 3, 16, 1000)
    size = sum(1 + len(v["key"] + v["plaintext"] + v["ciphertext"]) // 2 for v in few)
    assert 0 < len(few) < len(everything) and size <= 1000
    assert few[0] in everything and len({v["key"] for v in few}) > 1
