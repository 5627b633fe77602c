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
from ..files import files_below
from ..paths import MODELS, shown
from . import flags, schema
from .citations import Citation, digest, ends_with

FILE = MODELS / "published.toml"
PAGE = "docs/how-to/validate.md"
HEADERS = (".h", ".hpp", ".i")  # not the scripts next to them, which the compiler does not read


class Source(schema.Table):
    code: str  # what was measured: a name in `code`
    by: str  # who measured
    where: str  # the document with the figures
    reading: float = 0  # cycles for reading the counter, included in the figures
    constants: bool = False  # the figures are of mspdebug, which counts generated constants as operands in memory


class FigureEntry(schema.Table):
    """Published cycles of one call."""

    name: str
    target: str
    source: str
    what: str
    files: tuple[str, ...]  # of those of its source's code, or a folder/ with them
    cycles: float
    rounding: float = 0
    note: str = ""


class Figures(schema.Table):
    code: dict[str, Citation] = {}
    source: dict[str, Source] = {}
    figure: list[FigureEntry] = []


@dataclass(frozen=True)
class Figure:
    """A published figure with its source."""

    name: str
    target: str
    source: Source
    code: Citation
    what: str  # which function, how many bytes
    files: tuple[str, ...]
    cycles: float
    rounding: float = 0  # error from rounding in print
    note: str = ""

    def problem(self, program: Program) -> str:
        """Which files of the program are cited ones of another version."""
        named = {f: [n for n in self.code.files if ends_with(f, n)] for f in program.read()}
        return self.code.problem({file: max(names, key=len) for file, names in named.items() if names})

    def recognized(self, program: Program) -> bool:
        """Is one of its own files in the program, wherever it lies?"""
        own = {sha256 for name, sha256 in self.code.files.items() if any(holds(f, name) for f in self.files)}
        return any(digest(file) in own for file in program.read())


def holds(listed: str, name: str) -> bool:
    return name == listed or (listed.endswith("/") and name.startswith(listed))


class ProgramEntry(schema.Table):
    """How a program is built and called; docs/how-to/validate.md explains the fields."""

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

    program: list[ProgramEntry] = []
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

    def read(self) -> list[Path]:
        """What the compiler may read: the files, and the headers below the include folders."""
        headers = [f for folder in self.include for f in files_below(folder) if f.suffix in HEADERS]
        return [file.resolve() for file in (*self.files, *headers)]


def figures(target: str, file: Path = FILE) -> list[Figure]:
    """The figures of one target."""
    facts = schema.read(file, Figures, PAGE)
    by_name: dict[str, Figure] = {}
    for entry in facts.figure:
        if entry.source not in facts.source:
            raise LabError(f"{shown(file)}: figure {entry.name}: unknown source `{entry.source}`")
        if entry.name in by_name:
            raise LabError(f"{shown(file)} has two figures named {entry.name}")
        source = facts.source[entry.source]
        if source.code not in facts.code:
            raise LabError(f"{shown(file)}: source {entry.source}: unknown code `{source.code}`")
        code = facts.code[source.code]
        if absent := [f for f in entry.files if not any(holds(f, name) for name in code.files)]:
            raise LabError(f"{shown(file)}: figure {entry.name}: code.{source.code}.files has no hash of {absent[0]}")
        by_name[entry.name] = Figure(**structs.asdict(entry) | {"source": source, "code": code})
    return [f for f in by_name.values() if f.target == target]


def programs(folder: Path) -> dict[str, Program]:
    """The programs described by the TOML files in a folder, by name."""
    if not folder.is_dir():
        raise LabError(f"{folder} is not a folder; --sources needs the folder of other people's programs")
    by_name: dict[str, Program] = {}
    for file in sorted(folder.glob("*.toml")):
        for entry in schema.read(file, Programs, PAGE).program:
            if entry.name in by_name:
                raise LabError(f"{shown(file)} describes {entry.name} twice")
            by_name[entry.name] = described(folder.resolve(), entry, f"{shown(file)}: {entry.name}: cflags")
    if not by_name:
        raise LabError(f"{folder} has no TOML file with a [[program]]; docs/how-to/validate.md has an example")
    return by_name


def described(sources: Path, entry: ProgramEntry, where: str) -> Program:
    """The program; its flags must change how code is compiled and nothing else."""
    folder = sources / entry.folder
    files = tuple(folder / name for name in entry.files)
    include = tuple(folder / name for name in entry.include)
    absent = next((p for p in (folder, *files, *include) if not p.exists()), None)
    folders, others = ([], []) if absent else flags.split_folders(entry.cflags, where, (folder,))
    paths = {"folder": folder, "files": files, "include": (*include, *folders), "cflags": tuple(others)}
    return Program(**structs.asdict(entry) | paths, missing=str(absent.relative_to(sources)) if absent else "")
