# SPDX-License-Identifier: MIT
"""The vectors are in one schema, and the slow models agree with every one of them."""

from __future__ import annotations

import hashlib
import json
import random
from dataclasses import fields
from functools import partial

import pytest

from dev.lsh import constants
from lab.build.vectors import checksums, fitting, load, model
from lab.paths import ROOT
from lab.plan.implementations import Implementation, discover
from lab.plan.vector import Vector
from spec import algorithms, generate, hmac, kdf

FOLDERS = sorted(f.name for f in (ROOT / "vectors").iterdir() if f.is_dir())
MEASURED = {(i.cipher, i.mode): i for i in discover() if i.kernel == "portable"}
ALL = [v for folder in FOLDERS for v in load(folder)]
BLOCK = [v for v in ALL if v.mode == "block"]


def only(cipher: str, mode: str) -> Implementation:
    return MEASURED[cipher, mode]


@pytest.mark.parametrize("folder", FOLDERS)
def test_the_schema_holds(folder):
    for file in (ROOT / "vectors" / folder).glob("*.json"):
        document = json.loads(file.read_text())
        assert set(document) <= {"schema", "source", "licence", "note", "vectors"}
        ids = [v["id"] for v in document["vectors"]]
        assert len(ids) == len(set(ids))
        assert {name for v in document["vectors"] for name in v} <= {f.name for f in fields(Vector)}
    assert {v.result for v in load(folder)} <= {"", "invalid", "acceptable"}


def test_the_models_agree_with_every_block_vector():
    for vector in BLOCK:
        encrypt, text = model(vector.cipher), vector.plaintext
        size = algorithms.BLOCK_CIPHERS[vector.cipher][0]
        blocks = [text[i : i + size] for i in range(0, len(text), size)]
        assert b"".join(encrypt(vector.key, b) for b in blocks) == vector.ciphertext, vector.id


def test_the_models_agree_with_the_message_vectors(pytestconfig):
    """Every day a twelfth of them, at least one of nearly each cipher and mode."""
    seen = set()
    for v in ALL if pytestconfig.getoption("--deep") else ALL[::12]:
        name = f"{v.cipher} {v.mode}".replace("chacha20-poly1305 aead", "chacha20 poly1305")
        if algorithms.is_message(name) and not v.result and not v.counter and len(v.ad) < 65280:
            sealed = algorithms.message(name).seal(v.key, v.nonce, v.ad, v.text, len(v.mark))
            assert sealed == (v.ciphertext, v.mark), v.id
            seen.add(name)
    assert len(seen) > 80


def test_the_models_agree_with_the_permutation_vectors():
    for vector in (v for v in ALL if v.mode == "permutation"):
        assert algorithms.PERMUTATIONS[vector.cipher][1](vector.input) == vector.output, vector.id


def test_everything_measured_has_a_checksum_and_every_checksum_is_used():
    assert {i.checksum_name for i in MEASURED.values()} == set(checksums())


@pytest.mark.parametrize("thing", MEASURED, ids=" ".join)
def test_a_small_board_gets_vectors_of_every_kind(thing):
    """On an Uno: at least one, within the budget, spread over all there are; for a tag one that must be refused."""
    everything = fitting(only(*thing), 1 << 20, 255, 10**9)
    few = fitting(only(*thing), 240, 32, 4000)
    assert 0 < len(few) <= len(everything) and sum(map(len, few)) <= 4000
    assert len(everything) < 4 or len(few) > 1
    if thing[1] in ("gcm", "ccm", "poly1305", "aead", "cmac"):
        assert {v[0] for v in few} == {1, 2}


def test_a_vector_larger_than_the_budget_is_left_out():
    sizes = [len(v) for v in fitting(only("aria-128", "ctr"), 1 << 20, 255, 10**9)]
    few = fitting(only("aria-128", "ctr"), 1 << 20, 255, min(sizes))
    assert sum(map(len, few)) == min(sizes) < sizes[0]


@pytest.mark.deep
@pytest.mark.parametrize("name", generate.VECTORS)
def test_the_generated_vectors_are_those_of_the_models(name):
    assert (ROOT / "vectors" / name).read_text() == generate.vectors_text(name)


def test_the_models_of_derived_keys_agree_with_published_vectors():
    """Of PBKDF2 those of few iterations, which are slow here, and a part of HMAC's."""
    published = [v for v in load("kdf") if v.iterations == 1] + [v for v in load("hmac") if not v.result][::9]
    for v in published:
        block, digest = hmac.HASHES[v.cipher]
        prf, size = partial(hmac.hmac, digest, block), len(v.tag)
        derived = prf(v.key, v.message) if v.mode == "hmac" else kdf.pbkdf2(prf, v.message, v.nonce, 1, size)
        assert derived[:size] == v.tag, v.id


@pytest.mark.parametrize("size", (0, 1, 135, 136, 137, 167, 168, 400))
def test_the_model_of_sha3_agrees_with_another_implementation(size):
    text = random.Random(size).randbytes(size)
    seals = {name: algorithms.MESSAGES[f"{name} hash"].seal for name in ("sha3-256", "shake128")}
    assert seals["sha3-256"](b"", b"", b"", text, 32)[1] == hashlib.sha3_256(text).digest()
    assert seals["shake128"](b"", b"", b"", text, 400)[1] == hashlib.shake_128(text).digest(400)


@pytest.mark.deep
def test_the_checksums_are_those_of_the_models():
    assert (ROOT / "vectors/checksums.json").read_text() == generate.checksums_text(generate.checksums())


def test_the_constants_of_lsh_are_what_their_generator_writes():
    assert constants.OUTPUT.read_text() == constants.generate()
    assert constants.OUTPUT_8.read_text() == constants.generate_8()
