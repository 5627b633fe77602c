# SPDX-License-Identifier: MIT
"""The project's test vectors as arguments of this package."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]


def vectors(mode: str, cipher: str) -> Iterator[dict]:
    """All vectors of a cipher of any key size in a mode, with hexadecimal values as bytes."""
    for file in sorted((ROOT / "vectors").glob("*/*.json")):
        document = json.loads(file.read_text())
        for vector in document["vectors"] if isinstance(document, dict) and "vectors" in document else ():
            name = vector["cipher"]
            if vector["mode"] == mode and cipher in (name, name.rpartition("-")[0], name.rpartition("/")[0]):
                yield {k: v if k in KEPT else bytes.fromhex(v) for k, v in vector.items()}


KEPT = {"id", "cipher", "mode", "result", "reason", "counter", "counter_bits", "padding", "note"}


def label(vector: dict) -> str:
    return f"{vector['cipher']} {vector['mode']} {vector['id']}"
