# SPDX-License-Identifier: MIT
"""The project's test vectors as arguments of this package."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import narae

ROOT = Path(__file__).resolve().parents[3]
PUBLIC = [name for name in vars(narae) if not name.startswith("_")]


@cache
def documents() -> list:
    return [json.loads(file.read_text()) for file in sorted((ROOT / "vectors").glob("*/*.json"))]


def vectors(mode: str, cipher: str) -> Iterator[dict]:
    """All vectors of a cipher of any key size in a mode, with hexadecimal values as bytes."""
    for document in documents():
        for vector in document["vectors"] if isinstance(document, dict) and "vectors" in document else ():
            name = vector["cipher"]
            if vector["mode"] == mode and cipher in (name, name.rpartition("-")[0], name.rpartition("/")[0]):
                yield {k: v if k in KEPT else bytes.fromhex(v) for k, v in vector.items()}


KEPT = {"id", "cipher", "mode", "result", "reason", "counter", "counter_bits", "padding", "note"}


def classes(mode: str) -> dict[type, str]:
    """Those of the block ciphers that have vectors in a mode, such as LEACTR, and the cipher's name."""
    named = {getattr(narae, name): name.removesuffix(mode).lower() for name in PUBLIC if name.endswith(mode)}
    return {kind: cipher for kind, cipher in named.items() if any(vectors(mode.lower(), cipher))}


def label(vector: dict) -> str:
    return f"{vector['cipher']} {vector['mode']} {vector['id']}"
