# SPDX-License-Identifier: MIT
"""Published cycles of other people's programs on a chip, and the user's folder with these programs.

The figures are data (lab/models/published.toml).  The programs are not included: the user has them in a folder, with
TOML files that describe how each is built and called (docs/how-to/validate.md).  This module knows nothing of
simulators."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from msgspec import structs

from ..errors import LabError
from ..paths import MODELS, shown
from . import flags, schema

FILE = MODELS / "published.toml"
PAGE = "docs/how-to/validate.md"


class Source(schema.Table):
    repository: str
    commit: str
    by: str  # who measured
    where: str  # the document with the figures
    reading: float = 0  # cycles for reading the counter, included in the figures


class Listed(schema.Table):
    """Published cycles of one call."""

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
    """A published figure with its source."""

    name: str
    target: str
    source: Source
    what: str  # which function, how many bytes
    files: tuple[str, ...]  # its files in the repository
    cycles: float
    rounding: float = 0  # error from rounding in print
    note: str = ""


class Words(schema.Table):
    """How one of them is built and called; docs/how-to/validate.md explains the fields."""

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
    """A TOML file in the user's folder; papers/search.py reads the candidates."""

    program: list[Words] = []
    candidate: list[dict[str, Any]] = []


@dataclass(frozen=True)
class Program:
    """The same with resolved files."""

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
    around: str = ""  # C statements: part of the call that the figure does not include
    missing: str = ""  # a missing folder or file


def figures(target: str, file: Path = FILE) -> list[Figure]:
    """The figures of one target."""
    facts = schema.read(file, Figures, PAGE)
    by_name: dict[str, Figure] = {}
    for listed in facts.figure:
        if listed.source not in facts.source:
            raise LabError(f"{shown(file)}: figure {listed.name}: unknown source `{listed.source}`")
        if listed.name in by_name:
            raise LabError(f"{shown(file)} has two figures named {listed.name}")
        by_name[listed.name] = Figure(**structs.asdict(listed) | {"source": facts.source[listed.source]})
    return [f for f in by_name.values() if f.target == target]


def programs(folder: Path) -> dict[str, Program]:
    """The programs described by the TOML files in a folder, by name."""
    if not folder.is_dir():
        raise LabError(f"{folder} is not a folder; --sources needs the folder of other people's programs")
    by_name: dict[str, Program] = {}
    for file in sorted(folder.glob("*.toml")):
        for words in schema.read(file, Programs, PAGE).program:
            if words.name in by_name:
                raise LabError(f"{shown(file)} describes {words.name} twice")
            by_name[words.name] = described(folder.resolve(), words, f"{shown(file)}: {words.name}: cflags")
    if not by_name:
        raise LabError(f"{folder} has no TOML file with a [[program]]; docs/how-to/validate.md has an example")
    return by_name


def described(sources: Path, words: Words, where: str) -> Program:
    """The program; its flags must change how code is compiled and nothing else."""
    folder = sources / words.folder
    files = tuple(folder / name for name in words.files)
    include = tuple(folder / name for name in words.include)
    absent = next((p for p in (folder, *files, *include) if not p.exists()), None)
    folders, others = ([], []) if absent else flags.sorted_out(words.cflags, where, (folder,))
    paths = {"folder": folder, "files": files, "include": (*include, *folders), "cflags": tuple(others)}
    return Program(**structs.asdict(words) | paths, missing=str(absent.relative_to(sources)) if absent else "")
