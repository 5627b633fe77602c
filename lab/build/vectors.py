# SPDX-License-Identifier: MIT
"""Test vectors: reading the schema of vectors/README.md, and writing C for a board."""

from __future__ import annotations

import json
import statistics
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path

from spec import algorithms

from ..errors import LabError
from ..paths import ROOT
from ..plan import parse
from ..plan.implementations import Implementation
from ..plan.vector import Vector

SCHEMA = 1
CANARY = 0xA5  # of lab/bench/canary.h
FAILURES = {
    "forgery": "a forged tag was accepted",
    "refusal": "a correct tag was rejected",
    "setup": "key setup returned an error",
    "zeros": "the output is not zeros after a wrong tag",
}


@cache
def load(folder: str) -> tuple[Vector, ...]:
    """Every vector of one folder under vectors/, in file order."""
    vectors: list[Vector] = []
    for file in sorted((ROOT / "vectors" / folder).glob("*.json")):
        try:
            document = parse.from_json(file.read_bytes())
        except ValueError as error:
            raise LabError(f"{file} is not valid JSON: {error}") from error
        if document.get("schema") != SCHEMA or not document.get("source") or not document.get("licence"):
            raise LabError(f"{file} lacks schema {SCHEMA}, source or licence; see vectors/README.md")
        vectors += map(Vector.of, document["vectors"])
    return tuple(vectors)


Encoded = list[tuple[bytes, Vector]]  # vectors, each in the format of its kind
MAX_TEXT, MAX_FIELD = 0xFFFF, 0xFF  # limits of the formats
MAX_FOREIGN_FIELD = 0xFFFF


def fitting(implementation: Implementation, max_bytes: int, max_field: int, budget: int) -> list[bytes]:
    """The vectors of an implementation in the format of its kind: evenly sampled, at most `budget` bytes."""
    return [e for e, _ in sampled(encoded(implementation, max_bytes, max_field), budget)]


def encoded(implementation: Implementation, max_bytes: int, max_field: int) -> Encoded:
    """The vectors for this implementation up to a size, in the format of its kind."""
    encode = {
        "block": block_vector,
        "masked": block_vector,
        "message": message_vector,
        "phases": message_vector,
        "batch": message_vector,
        "permutation": permutation_vector,
        "key": key_vector,
    }[implementation.kind.removeprefix("called_")]
    own = all_of(implementation)
    usual = usual_sizes(own)
    candidates = ((encode(implementation, v, max_bytes, max_field, usual), v) for v in own)
    return [(e, v) for e, v in candidates if e]


def all_encoded(implementation: Implementation) -> Encoded:
    """The vectors for this implementation, of any length."""
    return encoded(implementation, MAX_TEXT, MAX_FOREIGN_FIELD if implementation.foreign else MAX_FIELD)


def sampled(vectors: Encoded, budget: int) -> Encoded:
    """Evenly, at most `budget` bytes."""
    vectors = [(e, v) for e, v in vectors if len(e) <= budget]
    step = 1
    while sum(len(e) for e, _ in vectors[::step]) > budget:
        step += 1
    return vectors[::step]


def longest(vectors: Encoded) -> tuple[int, int]:
    """The longest text, and the longest nonce, tag or associated data, in bytes."""
    texts = (max(len(v.text), len(v.ciphertext)) for _, v in vectors)
    fields = (max(len(v.nonce), len(v.ad), len(v.tag)) for _, v in vectors)
    return max(texts, default=0), max(fields, default=0)


def all_of(implementation: Implementation) -> list[Vector]:
    """The implementation's own vectors, or the project's."""
    if implementation.foreign and implementation.foreign.vectors is not None:
        return list(implementation.foreign.vectors)
    name = implementation.vector_name
    own = [v for f in implementation.vector_folders for v in load(f) if (v.cipher, v.mode) == name]
    if implementation.mode in ("kw", "kwp"):  # a wrapped key is longer than the text, like a tag
        return [replace(v, message=v.plaintext, tag=v.ciphertext, plaintext=b"", ciphertext=b"") for v in own]
    return own


def usual_sizes(vectors: list[Vector]) -> tuple[int, int]:
    """The most frequent sizes of nonce and tag."""
    sizes = [(len(v.nonce), len(v.mark)) for v in vectors] or [(0, 0)]
    return statistics.mode(nonce for nonce, _ in sizes), statistics.mode(tag for _, tag in sizes)


def block_vector(
    implementation: Implementation, v: Vector, max_bytes: int, max_field: int, usual: tuple[int, int]
) -> bytes:
    """In the format of lab/bench/kind_block.c and kind_masked.c."""
    nblocks = len(v.plaintext) // implementation.block_bytes
    if nblocks > 255 or nblocks * implementation.block_bytes > max(max_bytes, 3 * implementation.block_bytes):
        return b""
    return bytes([nblocks]) + v.key + v.plaintext + v.ciphertext


def message_vector(
    implementation: Implementation, v: Vector, max_bytes: int, max_field: int, usual: tuple[int, int]
) -> bytes:
    """In the format of lab/bench/message_gate.h, or of lab/bench/kind_called_message.c, where associated data may have
    256 bytes and more; only vectors whose tag alone is wrong may be rejected."""
    tag, text = v.mark, max(len(v.text), len(v.ciphertext))
    refused = v.result == "invalid"
    fields = (v.ad,) if implementation.foreign else (v.nonce, tag, v.ad)  # that the board holds in fixed buffers
    digest_bytes = int(implementation.define.get("BENCH_DIGEST_BYTES", 0))  # for which it has space in any case
    sizes = {"nonce": len(v.nonce), "tag": len(tag), "iterations": v.iterations}
    if (
        len(v.key) != implementation.key_bytes
        or v.counter != 0
        or v.result == "acceptable"
        or (refused and (len(v.nonce), len(tag)) != usual)
        or any(sizes[name] not in allowed for name, allowed in implementation.only.items())
        or any(len(f) > max_field and not (f is tag and len(f) == digest_bytes) for f in fields)
        or text > max(max_bytes, 80)
    ):
        return b""
    wide = [len(v.ad) >> 8] if implementation.foreign else []
    head = bytes([2 if refused else 1, len(v.nonce), len(tag), len(v.ad) & 255, *wide, text & 255, text >> 8])
    return head + v.key + v.nonce + v.ad + (b"" if refused and v.ciphertext else v.text) + v.ciphertext + tag


def permutation_vector(
    implementation: Implementation, v: Vector, max_bytes: int, max_field: int, usual: tuple[int, int]
) -> bytes:
    """In the format of lab/bench/kind_permutation.c."""
    return b"\1" + v.input + v.output


def key_vector(
    implementation: Implementation, v: Vector, max_bytes: int, max_field: int, usual: tuple[int, int]
) -> bytes:
    """As lab/bench/kind_called_key.c reads it."""
    return b"\1" + v.key + v.schedule


def c_table(vectors: Encoded) -> str:
    """`bench_vector_data` as a string literal: compilers parse these faster than lists of numbers."""
    rows = [b"", *(e for e, _ in vectors)]
    lines = "\n".join('"' + "".join(map("\\{:03o}".format, row)) + '"' for row in rows)
    return f"static const uint8_t bench_vector_data[] NARAE_FLASH =\n{lines};\n"


def failed(vectors: tuple[Vector, ...], number: int, what: str, got: str) -> str:
    """A sentence about the vector that failed, as lab/bench/calls.h numbers them."""
    vector = vectors[number] if number < len(vectors) else Vector("", "", str(number))
    name = f"vector {vector.id or number}" + (f" ({vector.comment})" if vector.comment else "")
    if sentence := FAILURES.get(what):
        return f"{name}: {sentence}"
    if what.endswith("-length"):
        return f"{name}: the length that {what.removesuffix('ed-length')} returns is wrong"
    if got and set(bytes.fromhex(got)) == {CANARY}:
        return f"{name}: {what} wrote nothing to its output, if the arguments were recognized correctly"
    field = {"encryption": "ciphertext", "decryption": "plaintext"}.get(what, what)
    expected = (getattr(vector, field, b"") or vector.message).hex()
    shown = f"expected {expected[:64]}, got {got[: len(expected)][:64]}"
    return f"{name}: {what} is wrong: {shown}" if expected else f"{name}: {what} is wrong"


@cache
def checksums(file: Path = ROOT / "vectors" / "checksums.json") -> dict[str, str]:
    """The result of bench_checksum() for each "cipher mode", from spec/generate.py."""
    return json.loads(file.read_text())["checksums"]


def answers(names: set[str], file: Path = ROOT / "vectors" / "checksums.json") -> dict[str, list[str]]:
    """The checksums of short and of long messages, for those of these "cipher mode" names that take messages."""
    known = json.loads(file.read_text())
    return {name: [known["checksums"][name], long] for name, long in known["long"].items() if name in names}


def model(cipher: str) -> Callable[[bytes, bytes], bytes]:
    """A block cipher's model: (key, block) -> block."""
    return algorithms.BLOCK_CIPHERS[cipher][2]
