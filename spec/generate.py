# SPDX-License-Identifier: MIT
"""Writes what the models compute: vectors/checksums.json, the checksums that the gate of lab/bench must get, and
vectors/*/*_model.json, for what has no published vectors.

    python3 -m spec.generate            all of it
    python3 -m spec.generate lea        what a block cipher has in it"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from . import drbg, hmac, kdf
from .algorithms import BLOCK_CIPHERS, MESSAGES, MODULES, PERMUTATIONS, SHORTEST, message
from .arithmetic import MASK

FOLDER = Path(__file__).parent.parent / "vectors"
# Bytes of text and of associated data: of the gate's messages, and of one that fills the widest kernels.
GATE_MESSAGES, LONG_MESSAGES = [(5 * i + i % 3, 7 * i % 24) for i in range(16)], [(1000, 20)]
FNV_START, FNV_PRIME = 0x811C9DC5, 0x01000193


class Stream:
    """lab/bench/random.h: xorshift32, the top byte of each state."""

    def __init__(self, state: int):
        self.state = state

    def bytes(self, count: int) -> bytes:
        out = bytearray()
        for _ in range(count):
            x = self.state
            x ^= x << 13 & MASK
            x ^= x >> 17
            x ^= x << 5 & MASK
            self.state = x
            out.append(x >> 24)
        return bytes(out)


def fold(value: int, data: bytes) -> int:
    """FNV-1a."""
    for b in data:
        value = (value ^ b) * FNV_PRIME & MASK
    return value


def block_checksum(cipher: str) -> str:
    """bench_checksum() of lab/bench/kind_block.c: random encryptions of 0 to 3 blocks."""
    block_bytes, key_bytes, encrypt = BLOCK_CIPHERS[cipher]
    stream, value = Stream(1), FNV_START
    for i in range(16):
        key = stream.bytes(key_bytes)
        for block in [stream.bytes(block_bytes) for _ in range(i % 4)]:
            value = fold(value, encrypt(key, block))
    return f"{value:08x}"


def message_checksum(name: str, messages: list[tuple[int, int]]) -> str:
    """bench_checksum() of lab/bench/kind_message.c, for GATE_MESSAGES: random messages."""
    m = MESSAGES[name]
    stream, value = Stream(1), FNV_START
    for size, ad_bytes in messages:
        key, nonce = stream.bytes(m.key_bytes), stream.bytes(m.nonce_bytes)
        ad = stream.bytes(ad_bytes) if m.has_ad else b""
        for part in m.seal(key, nonce, ad, stream.bytes(size // m.unit * m.unit), m.tag_bytes):
            value = fold(value, part)
    return f"{value:08x}"


def permutation_checksum(name: str) -> str:
    """bench_checksum() of lab/bench/kind_permutation.c: random states."""
    state_bytes, permute = PERMUTATIONS[name]
    stream, value = Stream(1), FNV_START
    for _ in range(16):
        value = fold(value, permute(stream.bytes(state_bytes)))
    return f"{value:08x}"


def checksums(wanted: Callable[[str], bool] = lambda cipher: True) -> dict[str, dict[str, str]]:
    """Of the gate and, for the report's page in browsers, of a long message, of the ciphers that are wanted."""
    messages = [name for name in MESSAGES if wanted(name.split()[0])]
    return {
        "checksums": {
            **{f"{c} block": block_checksum(c) for c in BLOCK_CIPHERS if wanted(c)},
            **{name: message_checksum(name, GATE_MESSAGES) for name in messages},
            **{f"{name} permutation": permutation_checksum(name) for name in PERMUTATIONS if wanted(name)},
        },
        "long": {name: message_checksum(name, LONG_MESSAGES) for name in messages},
    }


def modes_of(name: str) -> Iterator[dict[str, Any]]:
    """Random messages of many lengths; one forgery of each tag."""
    source = random.Random(f"narae {name}")
    for modes in MODULES[name].VECTORS:
        for cipher in MODULES[name].CIPHERS:
            for mode in modes:
                yield from of_mode(source, cipher, mode)


def of_mode(source: random.Random, cipher: str, mode: str) -> Iterator[dict[str, Any]]:
    m = message(f"{cipher} {mode}")
    for number, size in enumerate((0, 1, 7, 8, 15, 16, 17, 31, 32, 33, 48, 64, 65, 100)):
        if size < SHORTEST.get(mode, 0):
            continue
        vector: dict[str, Any] = {"id": f"{cipher} {mode} {number + 1}", "cipher": cipher, "mode": mode}
        key, nonce = source.randbytes(m.key_bytes), source.randbytes(m.nonce_bytes)
        ad = source.randbytes(3 * number % 40) if m.has_ad else b""
        text = source.randbytes(size if mode == "xts" else size // m.unit * m.unit)
        out, tag = m.seal(key, nonce, ad, text, m.tag_bytes)
        vector |= (
            {"key": key.hex()} | ({"nonce": nonce.hex()} if nonce else {}) | ({"ad": ad.hex()} if m.has_ad else {})
        )
        vector |= {"plaintext": text.hex(), "ciphertext": out.hex()} if m.has_text else {"message": text.hex()}
        yield vector | ({"tag": tag.hex()} if tag else {})
        if tag:
            wrong = bytearray(tag)
            wrong[number % len(tag)] ^= 1 << number % 8
            yield vector | {"id": f"{vector['id']} forged", "tag": wrong.hex(), "result": "invalid"}


def permutations_of_ascon() -> Iterator[dict[str, Any]]:
    source = random.Random("narae ascon")
    for name in (f"ascon-p{rounds}" for rounds in (12, 8, 6)):
        state_bytes, permute = PERMUTATIONS[name]
        for number in range(1, 15):
            state = source.randbytes(state_bytes)
            vector = {"id": f"{name} permutation {number}", "cipher": name, "mode": "permutation"}
            yield vector | {"input": state.hex(), "output": permute(state).hex()}


def numbered(vectors: Iterator[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    return ({"id": f"{number}"} | vector for number, vector in enumerate(vectors, 1))


VECTORS: dict[str, Callable[[], Iterator[dict[str, Any]]]] = {
    **{f"{name}/modes_model.json": partial(modes_of, name) for name, m in MODULES.items() if hasattr(m, "VECTORS")},
    "ascon/modes_model.json": permutations_of_ascon,
    "hmac/derived_model.json": lambda: numbered(hmac.vectors()),
    "kdf/derived_model.json": lambda: numbered(kdf.vectors()),
    "drbg/derived_model.json": lambda: numbered(drbg.vectors()),
}


def vectors_text(name: str) -> str:
    lines = ",\n".join("    " + json.dumps(v) for v in VECTORS[name]())
    head = {"schema": 1, "source": "random inputs through spec/, whose models reproduce the published vectors"}
    head["licence"] = "as this project (generated)"
    return json.dumps(head, indent=2)[:-2] + f',\n  "vectors": [\n{lines}\n  ]\n}}\n'


def checksums_text(values: dict[str, dict[str, str]]) -> str:
    about = "computed by spec/generate.py; what the gate of lab/bench must get for each cipher and mode"
    ordered = {kind: dict(sorted(of_kind.items())) for kind, of_kind in values.items()}
    return json.dumps({"source": about, **ordered}, indent=1) + "\n"


def main(name: str = "") -> None:
    file = FOLDER / "checksums.json"
    if name:
        kept, fresh = json.loads(file.read_text()), checksums(lambda cipher: cipher in MODULES[name].CIPHERS)
        values = {kind: kept[kind] | fresh[kind] for kind in fresh}
    else:
        values = checksums()
    file.write_text(checksums_text(values))
    for path in VECTORS:
        if not name or path.startswith(f"{name}/"):
            (FOLDER / path).parent.mkdir(exist_ok=True)
            (FOLDER / path).write_text(vectors_text(path))


if __name__ == "__main__":
    main(*sys.argv[1:])
