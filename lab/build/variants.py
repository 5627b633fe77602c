# SPDX-License-Identifier: MIT
"""Variants of a board: its own compiler and flags, and those of a sweep."""

from __future__ import annotations

from typing import Any

import re
import shlex
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from .. import processes
from ..errors import LabError
from ..plan import schema
from ..plan.board import Board
from . import compiler_version

FILE = Path(__file__).with_name("compilers.toml")
LEVEL = "-O"  # prefix of an optimization level; the last one wins, so the board's own is removed
# Sizes are sums of the symbols in objects; with these flags objects have none.
NO_SYMBOLS = ("-flto", "-fwhole-program", "-S", "-E")
# Flags, and beginnings of flags, with which a compiler writes something else than its object.
OTHER_OUTPUT = ("-c", "-S", "-E", "-fsyntax-only")
OTHER_FILES = ("-o", "--output", "-M", "-save-temps", "--save-temps")


@dataclass(frozen=True)
class Missing:
    """A compiler that is not available for a board: the reason, and its replacement if any."""

    name: str
    board: str
    why: str
    instead: str = ""

    def __str__(self) -> str:
        return f"{self.board} without {self.name}: {self.why}"


class Compilers(schema.Table):
    """Of one board: the prefix of its compilers, their package, and additional flags for clang."""

    prefix: str
    package: str
    clang: list[str]
    without: list[str] = []  # of the board's own flags, which clang does not know


@cache
def known() -> dict[str, Compilers]:
    return schema.read(FILE, dict[str, Compilers])


def of_board(board: Board, compilers: list[str], flags: list[str]) -> tuple[list[Board], list[Missing]]:
    """The unchanged board as the baseline, one variant for each compiler and set of flags, and the missing
    compilers."""
    boards, missing = [described(board)], []
    for name in compilers or [board.compiler]:
        program = resolved(name, board)
        if isinstance(program, Missing):
            missing.append(program)
            program = program.instead
        if not program:
            continue
        boards += [changed(board, program, text) for text in flags or [""]]
    return list({variant_of(b): b for b in reversed(boards)}.values())[::-1], missing


def variant_of(board: Board) -> tuple[str, str]:
    sweep = board.provenance["sweep"]
    return sweep["compiler"], sweep["flags"]


def check_flags(flags: Iterable[str]) -> None:
    for text in flags:
        try:
            words = shlex.split(text)
        except ValueError as error:
            raise LabError(f"--flags {text!r}: {error}") from error
        if wrong := next((w for w in words if w.startswith(NO_SYMBOLS)), None):
            raise LabError(f"--flags {text!r}: {wrong} leaves no code in objects, which flash and RAM are computed from")
        check_output(words, "--flags")


def check_output(words: Iterable[str], option: str) -> None:
    """Refuses flags that change which files the compiler writes."""
    if wrong := next((w for w in words if w in OTHER_OUTPUT or w.startswith(OTHER_FILES)), None):
        raise LabError(f"{option}: {wrong} changes what the compiler writes, which the lab decides; leave it out")


def resolved(name: str, board: Board) -> str | Missing:
    """The compiler for a short name ("gcc-12", "clang-14", "gcc") on a board, or for its full name."""
    compilers = known().get(board.name)
    if name == board.compiler:
        return name if processes.is_installed(name) else Missing(name, board.name, processes.not_installed(name))
    if compilers is None:
        return Missing(name, board.name, f"the lab can only build for it with {board.compiler}")
    kind, _, version = name.partition("-")
    if kind == "clang" and (version.isdecimal() or not version):
        return name if processes.is_installed(name) else Missing(name, board.name, package(name, "clang"))
    if kind == "gcc" and (version.isdecimal() or not version):
        own = compilers.prefix + "gcc"
        if processes.is_installed(compilers.prefix + name):
            return compilers.prefix + name
        if processes.is_installed(own) and version == number_of(own).partition(".")[0]:
            return own
        if "{version}" in compilers.package and version:
            return Missing(name, board.name, package(compilers.package.format(version=version), "gcc"))
        if processes.is_installed(own) and version:
            note = f"gcc {number_of(own)} of {compilers.package} is the only one in Debian for it, and is used instead"
            return Missing(name, board.name, note, own)
        return Missing(name, board.name, package(compilers.package, "gcc"))
    if name.startswith(compilers.prefix or name) and processes.is_installed(name):
        return name
    return Missing(name, board.name, f"no program {name} builds for it")


def package(name: str, kind: str) -> str:
    """How to install a missing package on Debian."""
    known_packages = [p for p in offered_packages(f"^{re.sub('[0-9]+', '[0-9]+', name, count=1)}$") if kind in p]
    if known_packages and name not in known_packages:
        return f"this Debian has no package {name}; it has {', '.join(known_packages)}"
    return f"to install it: apt-get install --no-install-recommends {name}"


@cache
def offered_packages(pattern: str) -> tuple[str, ...]:
    """Names of Debian's packages; none without apt-cache."""
    if not processes.is_installed("apt-cache"):
        return ()
    output = processes.run(["apt-cache", "--names-only", "search", pattern], 60).stdout
    return tuple(sorted((line.split()[0] for line in output.splitlines() if line), key=lambda p: (len(p), p)))


def number_of(compiler: str) -> str:
    """Its version: the last number with a dot in its output."""
    numbers = re.findall(r"\d+(?:\.\d+)+", compiler_version(compiler))
    return numbers[-1] if numbers else ""


def is_clang(compiler: str) -> bool:
    return "clang" in compiler_version(compiler)


def changed(board: Board, program: str, flags: str) -> Board:
    """The board with the measured code built by another compiler or with other flags.  The board's code and the bench
    are unchanged except for preprocessor flags, so that only the measured code differs."""
    words = shlex.split(flags)
    cflags = [f for f in board.cflags if not (f.startswith(LEVEL) and any(w.startswith(LEVEL) for w in words))]
    if is_clang(program) and program != board.compiler:
        compilers = known()[board.name]
        cflags = [f for f in cflags if f not in compilers.without] + compilers.clang
    macros = [w for w in words if w.startswith(("-D", "-U"))]
    changes = {"code_compiler": program, "code_cflags": [*cflags, *words], "cflags": [*board.cflags, *macros]}
    return described(board.changed(**changes), words)


def described(board: Board, words: Sequence[str] = ()) -> Board:
    """With the description in its rows: compiler and version, and the requested flags next to the board's level."""
    compiler, cflags = board.for_code.compiler, board.for_code.cflags
    kind = re.sub(r"-[0-9.]+$", "", compiler.removeprefix(getattr(known().get(board.name), "prefix", "")))
    levels = [f for f in cflags if f.startswith(LEVEL) and f not in words]
    sweep = {"compiler": f"{kind} {number_of(compiler)}", "flags": " ".join([*levels, *words])}
    return board.changed(provenance={"sweep": sweep})


def targets_of(target: Callable[..., Any], compilers: list[str], flags: list[str]) -> tuple[list[Any], list[Missing]]:
    """A target once for each variant of its board."""
    boards, missing = of_board(target().board, compilers, flags)
    targets = []
    for board in boards:
        one = target()
        one.board = board
        targets.append(one)
    return targets, missing
