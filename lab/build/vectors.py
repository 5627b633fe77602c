# SPDX-License-Identifier: MIT
"""Test vectors: reading the schema of vectors/README.md, and writing C for a board."""

from __future__ import annotations

from spec import algorithms

from typing import Any

import json
import statistics
from collections.abc import Callable
from functools import cache
from pathlib import Path

from ..errors import LabError
from ..plan import parse
from ..plan.implementations import Implementation
from ..paths import ROOT

SCHEMA = 1
CANARY = 0xA5  # of lab/bench/canary.h


@cache
def load(folder: str) -> tuple[dict[str, Any], ...]:
    """Every vector of one folder under vectors/, in file order."""
    vectors = []
    for file in sorted((ROOT / "vectors" / folder).glob("*.json")):
        try:
            document = parse.from_json(file.read_bytes())
        except ValueError as error:
            raise LabError(f"{file} is not valid JSON: {error}") from error
        if document.get("schema") != SCHEMA or not document.get("source") or not document.get("licence"):
            raise LabError(f"{file} lacks schema {SCHEMA}, source or licence; see vectors/README.md")
        vectors += document["vectors"]
    return tuple(vectors)


Encoded = list[tuple[bytes, dict[str, Any]]]  # vectors, each in the format of its kind
MOST_TEXT, MOST_FIELD = 0xFFFF, 0xFF  # that the formats hold
MOST_FOREIGN_FIELD = 0xFFFF


def fitting(implementation: Implementation, most_bytes: int, most_field: int, budget: int) -> list[bytes]:
    """The vectors of an implementation in the format of its kind: evenly sampled, at most `budget` bytes."""
    return [e for e, _ in sampled(encoded(implementation, most_bytes, most_field), budget)]


def encoded(implementation: Implementation, most_bytes: int, most_field: int) -> Encoded:
    """The vectors for this implementation up to a size, in the format of its kind."""
    encode = {
        "block": block_vector,
        "message": message_vector,
        "phases": message_vector,
        "batch": message_vector,
        "permutation": permutation_vector,
        "key": key_vector,
    }[implementation.kind.removeprefix("called_")]
    own = all_of(implementation)
    usual = usual_sizes(own)
    candidates = ((encode(implementation, v, most_bytes, most_field, usual), v) for v in own)
    return [(e, v) for e, v in candidates if e]


def all_encoded(implementation: Implementation) -> Encoded:
    """The vectors for this implementation, of any length."""
    return encoded(implementation, MOST_TEXT, MOST_FOREIGN_FIELD if implementation.foreign else MOST_FIELD)


def sampled(vectors: Encoded, budget: int) -> Encoded:
    """Evenly, at most `budget` bytes."""
    vectors = [(e, v) for e, v in vectors if len(e) <= budget]
    step = 1
    while sum(len(e) for e, _ in vectors[::step]) > budget:
        step += 1
    return vectors[::step]


def longest(vectors: Encoded) -> tuple[int, int]:
    """The longest text, and the longest nonce, tag or associated data, in bytes."""
    texts = (len(v.get(n, "")) // 2 for _, v in vectors for n in ("plaintext", "ciphertext", "message"))
    fields = (len(v.get(n, "")) // 2 for _, v in vectors for n in ("nonce", "ad", "tag"))
    return max(texts, default=0), max(fields, default=0)


def all_of(implementation: Implementation) -> list[dict[str, Any]]:
    """Its own vectors or the project's."""
    if implementation.foreign and implementation.foreign.vectors is not None:
        return list(implementation.foreign.vectors)
    name = implementation.vector_name
    own = [v for f in implementation.vector_folders for v in load(f) if (v["cipher"], v["mode"]) == name]
    if implementation.mode in ("kw", "kwp"):  # what is wrapped is as a tag: of another size than the text
        return [
            {**v, "message": v["plaintext"], "tag": v["ciphertext"], "plaintext": "", "ciphertext": ""} for v in own
        ]
    return own


def usual_sizes(vectors: list[dict[str, Any]]) -> tuple[int, int]:
    """The most frequent sizes of nonce and tag."""
    return statistics.mode(map(nonce_bytes, vectors or [{}])), statistics.mode(map(tag_bytes, vectors or [{}]))


def nonce_bytes(v: dict[str, Any]) -> int:
    return len(v.get("nonce", "")) // 2


def tag_bytes(v: dict[str, Any]) -> int:
    """The size of the tag or digest."""
    return len(v.get("tag", v.get("digest", ""))) // 2


def iterations(v: dict[str, Any]) -> int:
    return v.get("iterations", 0)


def block_vector(
    implementation: Implementation, v: dict[str, Any], most_bytes: int, most_field: int, usual: tuple[Any, ...]
) -> bytes:
    """In the format of lab/bench/kind_block.c."""
    nblocks = len(v["plaintext"]) // (2 * implementation.block_bytes)
    if nblocks > 255 or nblocks * implementation.block_bytes > max(most_bytes, 3 * implementation.block_bytes):
        return b""
    return bytes([nblocks]) + bytes.fromhex(v["key"] + v["plaintext"] + v["ciphertext"])


def message_vector(
    implementation: Implementation, v: dict[str, Any], most_bytes: int, most_field: int, usual: tuple[Any, ...]
) -> bytes:
    """In the format of lab/bench/message_gate.h, or of lab/bench/kind_called_message.c, where associated data may have
    256 bytes and more; only vectors whose tag alone is wrong may be rejected."""
    key, nonce, ad = (bytes.fromhex(v.get(f, "")) for f in ("key", "nonce", "ad"))
    plaintext = bytes.fromhex(v.get("plaintext") or v.get("message", ""))
    ciphertext, tag = (bytes.fromhex(v.get(f, "")) for f in ("ciphertext", "tag" if "tag" in v else "digest"))
    text = max(len(plaintext), len(ciphertext))
    refused = v.get("result") == "invalid"
    fields = (ad,) if implementation.foreign else (nonce, tag, ad)  # that the board holds in fixed buffers
    digest_bytes = int(implementation.define.get("BENCH_DIGEST_BYTES", 0))  # for which it has space in any case
    if (
        len(key) != implementation.key_bytes
        or v.get("counter", 0) != 0
        or v.get("result") == "acceptable"
        or (refused and (len(nonce), len(tag)) != usual)
        or any(
            {"nonce": nonce_bytes, "tag": tag_bytes, "iterations": iterations}[f](v) not in n
            for f, n in implementation.only.items()
        )
        or any(len(f) > most_field and not (f is tag and len(f) == digest_bytes) for f in fields)
        or text > max(most_bytes, 80)
    ):
        return b""
    wide = [len(ad) >> 8] if implementation.foreign else []
    head = bytes([2 if refused else 1, len(nonce), len(tag), len(ad) & 255, *wide, text & 255, text >> 8])
    return head + key + nonce + ad + (b"" if refused and ciphertext else plaintext) + ciphertext + tag


def permutation_vector(
    implementation: Implementation, v: dict[str, Any], most_bytes: int, most_field: int, usual: tuple[Any, ...]
) -> bytes:
    """In the format of lab/bench/kind_permutation.c."""
    return b"\1" + bytes.fromhex(v["input"] + v["output"])


def key_vector(
    implementation: Implementation, v: dict[str, Any], most_bytes: int, most_field: int, usual: tuple[Any, ...]
) -> bytes:
    """As lab/bench/kind_called_key.c reads it."""
    return b"\1" + bytes.fromhex(v["key"] + v["schedule"])


def c_table(vectors: Encoded) -> str:
    """`bench_vector_data` as a string literal: compilers parse these faster than lists of numbers."""
    rows = [b"", *(e for e, _ in vectors)]
    lines = "\n".join('"' + "".join(map("\\{:03o}".format, row)) + '"' for row in rows)
    return f"static const uint8_t bench_vector_data[] NARAE_FLASH =\n{lines};\n"


def failed(vectors: tuple[dict[str, Any], ...], number: int, what: str, got: str) -> str:
    """A sentence about the vector that failed, as lab/bench/calls.h numbers them."""
    vector = vectors[number] if number < len(vectors) else {}
    name = f"vector {vector.get('id', number)}" + (f" ({vector['comment']})" if vector.get("comment") else "")
    if what == "forgery":
        return f"{name}: a forged tag was accepted"
    if what == "refusal":
        return f"{name}: a correct tag was rejected"
    if what == "setup":
        return f"{name}: key setup returned an error"
    if what == "zeros":
        return f"{name}: the output is not zeros after a wrong tag"
    if what.endswith("-length"):
        return f"{name}: the length that {what.removesuffix('ed-length')} returns is wrong"
    if got and set(bytes.fromhex(got)) == {CANARY}:
        return f"{name}: {what} wrote nothing to its output, if the arguments are what they are taken for"
    field = {"encryption": "ciphertext", "decryption": "plaintext"}.get(what, what)
    expected = vector.get(field, vector.get("message", ""))
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
