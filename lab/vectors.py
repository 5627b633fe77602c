"""Test vectors: reading the schema of vectors/README.md, and writing C for a board."""

from __future__ import annotations

import importlib.util
import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import ModuleType

from .errors import LabError
from .paths import ROOT

SCHEMA = 1


@cache
def load(folder: str) -> tuple[dict, ...]:
    """Every vector of one folder under vectors/, in file order."""
    vectors = []
    for file in sorted((ROOT / "vectors" / folder).glob("*.json")):
        try:
            document = json.loads(file.read_text())
        except json.JSONDecodeError as error:
            raise LabError(f"{file} is not valid JSON: {error}") from error
        if document.get("schema") != SCHEMA or not document.get("source") or not document.get("licence"):
            raise LabError(f"{file} lacks schema {SCHEMA}, source or licence; see vectors/README.md")
        vectors += document["vectors"]
    return tuple(vectors)


def block_vectors(folders: tuple[str, ...], cipher: str, most_blocks: int, block_bytes: int, budget: int) -> list[dict]:
    """The vectors of a block cipher that fit a board: evenly spread over all there are, at most `budget` bytes."""
    fitting = [
        v
        for folder in folders
        for v in load(folder)
        if v["cipher"] == cipher and v["mode"] == "block" and len(v["plaintext"]) <= 2 * most_blocks * block_bytes
    ]

    def size(v: dict) -> int:
        return 1 + len(v["key"] + v["plaintext"] + v["ciphertext"]) // 2

    step = 1
    while sum(map(size, fitting[::step])) > budget:
        step += 1
    return fitting[::step]


def c_table(vectors: list[dict], block_bytes: int) -> str:
    """`bench_vector_data` as lab/bench/kind_block.c reads it."""
    lines = []
    for v in vectors:
        blocks = len(v["plaintext"]) // (2 * block_bytes)
        data = bytes([blocks]) + bytes.fromhex(v["key"] + v["plaintext"] + v["ciphertext"])
        lines.append(", ".join(str(b) for b in data))
    lines.append("0")
    return "static const uint8_t bench_vector_data[] NARAE_FLASH = {\n" + ",\n".join(lines) + "};\n"


@cache
def checksums(file: Path = ROOT / "vectors" / "checksums.json") -> dict[str, str]:
    """What bench_checksum() must give for each cipher, from the Python models in tests/lab."""
    return json.loads(file.read_text())["checksums"]


@cache
def models() -> ModuleType:
    """vectors/models.py, the slow models of the ciphers."""
    specification = importlib.util.spec_from_file_location("narae_models", ROOT / "vectors" / "models.py")
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


def model(cipher: str) -> Callable[[bytes, bytes], bytes]:
    """A block cipher's model: (key, block) -> block."""
    return models().BLOCK_CIPHERS[cipher][2]
