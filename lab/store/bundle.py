# SPDX-License-Identifier: MIT
"""An artifact for reviewers: rows, sources, programs, tool versions, and a script that repeats the measurements."""

from __future__ import annotations

import hashlib
import io
import json
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import zstandard

from .. import files
from ..errors import LabError
from ..paths import BUILD
from ..plan import parse, schema
from ..plan.foreign import Recognized, as_toml, is_called
from ..rows import Row
from . import document

SUFFIX = ".tar.zst"
WORDS, ROWS, CODE = "bundle.json", "rows.json", "code"
SCHEMA = 1
AGAIN = """#!/bin/sh
# Measures this bundle again, with a checkout of Narae: ./again.sh NARAE-FOLDER BUNDLE{suffix}
# What is simulated has to give the same cycles; the exit code is 1 if it does not.
exec "$1/narae" try --bundle "$2"
"""


class Asked(schema.Table):
    """What the command was told besides the folder."""

    target: list[str]
    quick: bool
    vectors: str | None
    model: str | None


class Words(schema.Table):
    """bundle.json."""

    schema: int
    narae: str
    date: str
    folder: str
    words: Asked
    kernels: list[str]
    tools: list[str]


def check(path: Path) -> None:
    if not path.name.endswith(SUFFIX):
        raise LabError(f"--bundle {path}: the name must end in {SUFFIX}")
    files.check(path)
    if path.exists():
        raise LabError(
            f"{path} exists; it was not overwritten. Choose another file name, or omit the folder to repeat its "
            "measurements"
        )


def write(
    path: Path,
    found: Recognized,
    words: dict[str, Any],
    truth: list[Path],
    context: dict[str, Any],
    rows: list[Row],
    kernels: set[str],
) -> None:
    """`words`: what the command was told besides the folder; `truth`: files that say what is right."""
    holds, here = code_of(found)
    holds |= {f"truth/{file.name}": file.read_bytes() for file in truth}
    above = [file for file in truth if file.suffix == ".txt" and file.parent != found.folder]
    holds |= {f"{CODE}/{here / file.name}": file.read_bytes() for file in above}  # where it is looked for first
    for name, program in programs(rows, kernels).items():
        holds[f"programs/{name}"] = program.read_bytes()
    holds[ROWS] = document(context, rows).encode()
    mine = [r for r in rows if r.kernel in kernels]
    tools = sorted({r.provenance[k] for r in mine for k in ("compiler", "simulator", "checker") if k in r.provenance})
    about = {"schema": SCHEMA, "narae": context["git"], "date": context["date"], "folder": f"{CODE}/{here}",
             "words": words, "kernels": sorted(kernels), "tools": tools}  # fmt: skip
    holds[WORDS] = (json.dumps(about, indent=1) + "\n").encode()
    holds["again.sh"] = AGAIN.format(suffix=SUFFIX).encode()
    files.write_bytes(path, zstandard.compress(archive(path.name.removesuffix(SUFFIX), holds), 10))


def code_of(found: Recognized) -> tuple[dict[str, bytes], Path]:
    """The files of a user's folder and its include folders, under CODE, and where in there the folder is."""
    folders = [found.folder, *((found.folder / d).resolve() for d in found.facts.get("include", ()))]
    root = Path(*common(folders))
    holds: dict[str, bytes] = {}
    for folder in folders:
        around = folder != found.folder and found.folder.is_relative_to(folder)  # holds other implementations, too
        inside = folder.iterdir() if around else files.below(folder)
        for file in sorted(f for f in inside if f.is_file() and not f.name.startswith(".")):
            holds[f"{CODE}/{file.relative_to(root)}"] = file.read_bytes()
    here = found.folder.relative_to(root)
    if is_called(found.facts):
        facts = {**found.facts, "targets": found.facts.get("targets", list(found.targets))}
        if not facts["targets"]:
            del facts["targets"]
        holds[f"{CODE}/{here / 'implementation.toml'}"] = as_toml(facts).encode()
    return holds, here


def common(folders: list[Path]) -> tuple[str, ...]:
    """The parts of the folder that holds all of them."""
    parts = [f.parts for f in folders]
    same = next((i for i, level in enumerate(zip(*parts, strict=False)) if len(set(level)) > 1), min(map(len, parts)))
    return parts[0][:same]


def programs(rows: list[Row], kernels: set[str]) -> dict[str, Path]:
    """The ELF files that the rows come from, by target and kernel."""
    wanted = {r.provenance.get("binary_hash"): r for r in rows if r.kernel in kernels and r.cycles}
    found = {}
    for target in {r.target for r in wanted.values()}:
        for file in (BUILD / target).glob("bench-*/*/bench.elf"):
            row = wanted.get(hashlib.sha256(file.read_bytes()).hexdigest())
            if row:
                found[f"{target}/{row.cipher}-{row.mode}.elf".replace(":", "-")] = file
    return found


def archive(name: str, holds: dict[str, bytes]) -> bytes:
    """The same content gives the same bytes."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as tar:
        for place in sorted(holds):
            entry = tarfile.TarInfo(f"{name}/{place}")
            entry.size, entry.mode = len(holds[place]), 0o755 if place.endswith(".sh") else 0o644
            tar.addfile(entry, io.BytesIO(holds[place]))
    return out.getvalue()


@contextmanager
def opened(path: Path) -> Iterator[tuple[Path, dict[str, Any]]]:
    """The bundle's folder, while it is there, and what it says of itself."""
    if not path.is_file():
        raise LabError(f"{path} {files.absent(path)}; name a folder to create it from")
    with tempfile.TemporaryDirectory() as place:
        try:
            with (
                path.open("rb") as file,
                zstandard.ZstdDecompressor().stream_reader(file) as stream,
                tarfile.open(fileobj=stream, mode="r|") as tar,
            ):
                tar.extractall(place, filter="data")
            (folder,) = Path(place).iterdir()
            words = parse.from_json((folder / WORDS).read_bytes())
        except (zstandard.ZstdError, tarfile.TarError, OSError, ValueError) as error:
            raise LabError(f"{path} is not a bundle of narae: {error}") from error
        if isinstance(words, dict) and words.get("schema") != SCHEMA:
            raise LabError(f"{path} was written by another version of narae: {words.get('narae')}")
        schema.convert(words, Words, path / WORDS)
        yield folder, words
