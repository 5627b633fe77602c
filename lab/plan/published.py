# SPDX-License-Identifier: MIT
"""Cycles that others published of their own programs on a chip, and where a user keeps these programs.

The figures are data (lab/models/published.toml).  No program is: a user has them in folders, and a TOML file there
says how each is built and called (docs/validation.md).  It knows nothing of simulators."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from msgspec import structs

from ..errors import LabError
from ..paths import MODELS, shown
from . import schema

FILE = MODELS / "published.toml"
PAGE = "docs/validation.md"


class Source(schema.Table):
    repository: str
    commit: str
    by: str  # who measured
    where: str  # in which document the figures stand
    reading: float = 0  # cycles that the figures hold of reading the counter before and after


class Listed(schema.Table):
    """So many cycles of one call."""

    name: str
    target: str
    source: str
    what: str
    files: tuple[str, ...]
    cycles: float
    rounding: float = 0
    note: str = ""


class Figures(schema.Table):
    source: dict[str, Source] = {}
    figure: list[Listed] = []


@dataclass(frozen=True)
class Figure:
    """The same with its source."""

    name: str
    target: str
    source: Source
    what: str  # which function, of how much
    files: tuple[str, ...]  # of the repository, in which it is
    cycles: float
    rounding: float = 0  # it may be off by so much, as it was printed
    note: str = ""


class Words(schema.Table):
    """How one of them is built and called, by its user's words; docs/validation.md says what each is."""

    name: str
    files: list[str]
    call: str
    folder: str = "."
    headers: tuple[str, ...] = ()
    include: list[str] = []
    cflags: tuple[str, ...] = ()
    declare: str = ""
    setup: str = ""
    check: str = ""
    around: str = ""


class Programs(schema.Table):
    program: list[Words] = []


@dataclass(frozen=True)
class Program:
    """The same with its files."""

    name: str
    folder: Path
    files: tuple[Path, ...]
    call: str  # C statements
    headers: tuple[str, ...] = ()
    include: tuple[Path, ...] = ()
    cflags: tuple[str, ...] = ()
    declare: str = ""
    setup: str = ""
    check: str = ""  # a C expression
    around: str = ""  # C statements: what the call does besides, which the figure does not hold
    missing: str = ""  # a folder or file that is not there


def figures(target: str, file: Path = FILE) -> list[Figure]:
    """Those of one target."""
    facts = schema.read(file, Figures, PAGE)
    found: dict[str, Figure] = {}
    for listed in facts.figure:
        if listed.source not in facts.source:
            raise LabError(f"{shown(file)}: figure {listed.name} names a source `{listed.source}` that is not there")
        if listed.name in found:
            raise LabError(f"{shown(file)} has two figures of the name {listed.name}")
        found[listed.name] = Figure(**structs.asdict(listed) | {"source": facts.source[listed.source]})
    return [f for f in found.values() if f.target == target]


def programs(folder: Path) -> dict[str, Program]:
    """What the TOML files in a folder describe, by name."""
    if not folder.is_dir():
        raise LabError(f"{folder} is no folder; --sources takes the one that holds other people's programs")
    found: dict[str, Program] = {}
    for file in sorted(folder.glob("*.toml")):
        for words in schema.read(file, Programs, PAGE).program:
            if words.name in found:
                raise LabError(f"{shown(file)} describes {words.name} a second time")
            found[words.name] = described(folder.resolve(), words)
    if not found:
        raise LabError(
            f"{folder} has no TOML file that describes a program ([[program]]); docs/validation.md shows what it says"
        )
    return found


def described(sources: Path, words: Words) -> Program:
    folder = sources / words.folder
    files = tuple(folder / name for name in words.files)
    include = tuple(folder / name for name in words.include)
    gone = next((p for p in (folder, *files, *include) if not p.exists()), None)
    places = {"folder": folder, "files": files, "include": include}
    return Program(**structs.asdict(words) | places, missing=str(gone.relative_to(sources)) if gone else "")
