# SPDX-License-Identifier: MIT
"""A block cipher stands in every place that it must stand in; docs/how-to/adding-a-cipher.md lists them."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from lab.paths import ROOT

SIZES = 3  # of keys, that a descriptor has space for
READMES = {"README.md": "| block ciphers |", "README.ko.md": "| 블록 암호 |"}


def block_ciphers(root: Path) -> dict[str, dict]:
    """The data of each block cipher in lab/ciphers, by the name of its files."""
    facts = {file.stem: tomllib.loads(file.read_text()) for file in sorted((root / "lab/ciphers").glob("*.toml"))}
    return {name: f for name, f in facts.items() if "descriptor" in f}


def missing(root: Path) -> list[str]:
    """A sentence for each place where a block cipher of this checkout is not named."""
    ciphers = block_ciphers(root)
    headers = {h.stem: h.read_text() for h in sorted((root / "include/narae").glob("*.h"))}
    declared = {n for n, text in headers.items() if f"extern const narae_block_cipher narae_{n};" in text}
    errors = [
        f"lab/ciphers/{name}.toml is missing: include/narae/{name}.h declares the block cipher narae_{name}"
        for name in sorted(declared - ciphers.keys())
    ]
    for name, facts in ciphers.items():
        errors += missing_files(root, name, facts) + missing_lines(root, name, facts)
    return errors


def missing_files(root: Path, name: str, facts: dict) -> list[str]:
    files = {
        f"include/narae/{name}.h": f"the public header, which declares `extern const narae_block_cipher narae_{name};`",
        f"src/{name}/{name}.c": f"the public functions and the descriptor narae_{name}",
    }
    errors = [f"{path} is missing: write {what}" for path, what in files.items() if not (root / path).is_file()]
    if f"&narae_{name}," not in (root / "tests/c/test_block.c").read_text() and not own_test(root, name):
        errors.append(
            f"tests/c/test_{name}.c is missing: write known answers, and PROPERTIES of block_cipher_properties.h"
        )
    for folder in facts["vectors"]:
        if not any((root / "vectors" / folder).glob("*.json")):
            errors.append(
                f"vectors/{folder}/ has no *.json: write the published vectors, as vectors/README.md has them"
            )
    return errors


def own_test(root: Path, name: str) -> bool:
    file = root / f"tests/c/test_{name}.c"
    return file.is_file() and "PROPERTIES" in file.read_text()


def missing_lines(root: Path, name: str, facts: dict) -> list[str]:
    """What each file that lists the ciphers must say of this one."""
    family, block, keys, upper = facts["cipher"].partition("-")[0], facts["block"], facts["keys"], name.upper()
    names = [f"{facts['cipher']}{'/' if facts['cipher'][-1].isdigit() else '-'}{8 * key}" for key in keys]
    entry = ", ".join(map(str, [name, upper, block, *(key if key in keys else 0 for key in (16, 24, 32))]))
    modes = ("CBC", "CFB", "CMAC", "CTR", "OFB", *(("CCM", "GCM", "GMAC", "KW", "XTS") if block == 16 else ()))
    java = "bindings/java/src/main/java/narae/BlockCipher.java"
    lines = [  # what is shown of a line, and what follows in it
        (f"lab/ciphers/{name}.toml", "[security]", ""),
        ("include/narae/block_ciphers.h", f'#include "narae/{name}.h"', ""),
        ("include/narae/block_ciphers.h", f"X(with, {entry})", ""),
        (java, f"{upper}({block}, ", rf"\d+, {', '.join(map(str, keys))}\)"),
        *(("bindings/rust/src/block.rs", f"U{block} U{key} ", rf"\w+ narae_{name} ") for key in keys),
        *(("bindings/python/src/narae/_narae.pyi", f"class {upper}{mode}", "") for mode in modes),
    ]
    errors = [
        f"{path} lacks `{line}`: add it"
        for path, line, rest in lines
        if not re.search(re.escape(line) + rest, (root / path).read_text())
    ]
    checksums = (root / "vectors/checksums.json").read_text()
    errors += [
        f"vectors/checksums.json lacks `{n} {mode}`: write spec/ciphers/{name}.py and then "
        f"the file with python3 -m spec.generate {name}"
        for n in names
        for mode in facts["modes"]
        if f'"{n} {mode}"' not in checksums
    ]
    for readme, row in READMES.items():
        line = next(line for line in (root / readme).read_text().splitlines() if line.startswith(row))
        if not re.search(rf"\b{family}\b", line, re.IGNORECASE):
            errors.append(f"{readme} lacks {family.upper()} in the row `{row}`: name it and its standard there")
    return errors


def test_each_block_cipher_is_registered_everywhere():
    assert len(block_ciphers(ROOT)) >= 4
    assert "\n".join(missing(ROOT)) == ""


@pytest.mark.parametrize("name", block_ciphers(ROOT))
def test_a_descriptor_has_space_for_its_keys(name):
    keys = block_ciphers(ROOT)[name]["keys"]
    assert keys == sorted(keys) and 0 < len(keys) <= SIZES
