# SPDX-License-Identifier: MIT
"""Cycles that others published of their own programs on a chip, and where a user keeps these programs.

The figures are data (lab/models/published.toml).  No program is: a user has them in folders, and a TOML file there
says how each is built and called (docs/validation.md).  It knows nothing of simulators."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, fields
from pathlib import Path

from ..errors import LabError
from ..paths import MODELS, shown

FILE = MODELS / "published.toml"
# Of a figure, of where it comes from, and of a program in a user's folder: what must be there, what may be.
SOURCE = ({"repository", "commit", "by", "where"}, {"reading"})
FIGURE = ({"name", "target", "source", "what", "files", "cycles"}, {"rounding", "note"})
PROGRAM = ({"name", "files", "call"}, {"folder", "headers", "include", "cflags", "declare", "setup", "check", "around"})


@dataclass(frozen=True)
class Source:
    repository: str
    commit: str
    by: str  # who measured
    where: str  # in which document the figures stand
    reading: float = 0  # cycles that the figures hold of reading the counter before and after


@dataclass(frozen=True)
class Figure:
    """So many cycles of one call."""

    name: str
    target: str
    source: Source
    what: str  # which function, of how much
    files: tuple[str, ...]  # of the repository, in which it is
    cycles: float
    rounding: float = 0  # it may be off by so much, as it was printed
    note: str = ""


@dataclass(frozen=True)
class Program:
    """How one of them is built and called, by its user's words."""

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


def parsed(file: Path) -> dict:
    try:
        return tomllib.loads(file.read_text())
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise LabError(f"{shown(file)} cannot be read: {error}") from error


def require(file: Path, what: str, facts: dict, names: tuple[set[str], set[str]]) -> None:
    must, may = names
    if missing := must - facts.keys():
        raise LabError(f"{shown(file)}: {what} lacks {', '.join(sorted(missing))}; docs/validation.md lists the fields")
    if odd := facts.keys() - must - may:
        raise LabError(f"{shown(file)}: {what} has {', '.join(sorted(odd))}, which docs/validation.md does not list")


def figures(target: str, file: Path = FILE) -> list[Figure]:
    """Those of one target."""
    facts = parsed(file)
    sources = {}
    for name, words in facts.get("source", {}).items():
        require(file, f"source {name}", words, SOURCE)
        sources[name] = Source(**words)
    found: dict[str, Figure] = {}
    for words in facts.get("figure", []):
        name = words.get("name", "?")
        require(file, f"figure {name}", words, FIGURE)
        if words["source"] not in sources:
            raise LabError(f"{shown(file)}: figure {name} names a source `{words['source']}` that is not there")
        if name in found:
            raise LabError(f"{shown(file)} has two figures of the name {name}")
        found[name] = Figure(**words | {"source": sources[words["source"]], "files": tuple(words["files"])})
    return [f for f in found.values() if f.target == target]


def programs(folder: Path) -> dict[str, Program]:
    """What the TOML files in a folder describe, by name."""
    if not folder.is_dir():
        raise LabError(f"{folder} is no folder; --sources takes the one that holds other people's programs")
    found: dict[str, Program] = {}
    for file in sorted(folder.glob("*.toml")):
        for words in parsed(file).get("program", []):
            name = words.get("name", "?")
            require(file, f"program {name}", words, PROGRAM)
            if name in found:
                raise LabError(f"{shown(file)} describes {name} a second time")
            found[name] = described(folder.resolve(), words)
    if not found:
        raise LabError(
            f"{folder} has no TOML file that describes a program ([[program]]); docs/validation.md shows what it says"
        )
    return found


def described(sources: Path, words: dict) -> Program:
    folder = sources / words.get("folder", ".")
    files = tuple(folder / name for name in words["files"])
    include = tuple(folder / name for name in words.get("include", []))
    gone = next((p for p in (folder, *files, *include) if not p.exists()), None)
    plain = {f.name: words[f.name] for f in fields(Program) if isinstance(words.get(f.name), str)}
    return Program(
        **plain | {"folder": folder},
        files=files,
        headers=tuple(words.get("headers", ())),
        include=include,
        cflags=tuple(words.get("cflags", ())),
        missing=str(gone.relative_to(sources)) if gone else "",
    )
