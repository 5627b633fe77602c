# SPDX-License-Identifier: MIT
"""The sources in a user's folder: which are compiled, and what their text says."""

from __future__ import annotations

import ast
import contextlib
import operator
import re
import shlex
from collections.abc import Iterable
from pathlib import Path

from ...errors import LabError
from ..implementations import CPLUSPLUS, IAR

SOURCES = (".c", ".S", ".s", IAR, *CPLUSPLUS)
BYTE_ORDER_MARK = "\xef\xbb\xbf"  # of UTF-8, read as Latin-1
BELOW = ("src", "source")  # where they may be, if there are none in the folder itself
OTHER_LANGUAGES = {".ino": "a sketch", ".asm": "of another assembler than GNU's"}
KAT = "LWC_*KAT*.txt"
MAX_INCLUDES = 4  # of sources by each other
NIST_GLUE = ("lwc_crypto_aead.c", "lwc_crypto_hash.c")  # in its Lightweight-Cryptography-Benchmarking


def text_of(file: Path) -> str:
    """Text without comments, in any encoding."""
    try:
        text = file.read_text("latin-1")
    except OSError as error:
        link = f" is a link to {file.readlink()}, which" if file.is_symlink() else ""
        raise LabError(f"{file}{link} cannot be read: {error.strerror}") from error
    return re.sub(r"/\*.*?\*/|//[^\n]*", " ", text.removeprefix(BYTE_ORDER_MARK), flags=re.DOTALL)


def sources_of(folder: Path, patterns: Iterable[str] = ()) -> tuple[list[Path], list[str]]:
    """The files to compile, without programs and tests, and what was skipped."""
    if patterns:
        return [file for pattern in patterns for file in matching(folder, pattern)], []
    sources, skipped = [], []
    candidates = [[f for f in sorted(d.glob("*")) if is_source(f)] for d in (folder, *(folder / d for d in BELOW))]
    for file in next(filter(None, candidates), []):
        if file.suffix in (".c", *CPLUSPLUS) and (program := main_of(file)):
            includes = f"includes {program.name}, which " if program != file else ""
            skipped.append(f"{file.name} {includes}has a main()")
        elif file.name in NIST_GLUE:
            skipped.append(f"{file.name} belongs to NIST's benchmarking framework")
        else:
            sources.append(file)
    if not sources:
        raise LabError(f"{folder} contains no C, C++ or assembly (.c, .cpp, .S, .s){without_sources(folder, skipped)}")
    for file in sorted(sources[0].parent.glob("*")):
        if file.suffix in OTHER_LANGUAGES:
            skipped.append(f"{file.name} is {OTHER_LANGUAGES[file.suffix]}: left out")
    including = {
        part.resolve(): file for file in sources for part in included_by(file) if file not in included_by(part)
    }
    skipped += [f"{f.name} is a part of {including[f].name}, which includes it" for f in sources if f in including]
    return [f for f in sources if f not in including], skipped


def matching(folder: Path, pattern: str) -> list[Path]:
    """The sources that a pattern names; an error if there are none, or if a file is no source."""
    hits: list[Path] = []
    with contextlib.suppress(ValueError, IndexError, NotImplementedError):  # of `***`, `.` and `/`
        hits = sorted(folder.glob(pattern))
    files = [f for f in hits if f.is_file()]
    if other := next((f for f in files if f.suffix in OTHER_LANGUAGES), None):
        raise LabError(f"{other} is {OTHER_LANGUAGES[other.suffix]}: move what it computes to a .c file")
    if other := next((f for f in files if f.suffix not in SOURCES), None):
        suffix = next((f.suffix for f in files if f.suffix in SOURCES), ".c")
        alike = f", as in `{pattern}{suffix}`" if pattern.endswith("*") else ""
        raise LabError(
            f"{other} is no source: expected C, C++ or assembly ({', '.join(SOURCES)}){alike}; what a source includes "
            "is not named"
        )
    if not files:
        inside = f"; `{pattern}` is a folder: name what is in it, as in `{pattern.rstrip('/')}/*.c`" if hits else ""
        raise LabError(f"{folder}: no file matches `{pattern}` of its sources{inside}")
    return files


def main_of(file: Path, depth: int = MAX_INCLUDES) -> Path | None:
    """The file that defines main(): a source itself, or another one that it includes."""
    if re.search(r"\bmain\s*\(", unguarded(text_of(file))):
        return file
    return next(filter(None, (main_of(f, depth - 1) for f in included_by(file) if depth)), None)


def included_by(file: Path) -> list[Path]:
    """The sources that another one includes."""
    names = re.findall(r'^\s*#\s*include\s*"([^"]+)"', unguarded(text_of(file)), re.MULTILINE)
    return [file.parent / name for name in names if name.endswith(SOURCES) and (file.parent / name).is_file()]


def is_source(file: Path) -> bool:
    """Not hidden (editors and macOS leave such files), no folder or pipe.  A broken link counts, so that text_of()
    reports it."""
    return file.suffix in SOURCES and not file.name.startswith(".") and (file.is_file() or file.is_symlink())


def without_sources(folder: Path, skipped: list[str]) -> str:
    """Contents of a folder without sources, and advice."""
    if skipped:
        return f" but {'; '.join(skipped)}: move the rest of it to a file of its own"
    below = sorted(f.relative_to(folder) for f in folder.rglob("*") if f.is_file())
    if deeper := next((f for f in below if is_source(folder / f)), None):
        pattern = shlex.quote(f"{deeper.parent.as_posix()}/*{deeper.suffix}")
        return f" but {deeper}: name it, as in --source {pattern}"
    if other := next((f for f in below if f.suffix in OTHER_LANGUAGES), None):
        return f" but {other}, which is {OTHER_LANGUAGES[other.suffix]}: move what it computes to a .c file"
    if header := next((f for f in below if f.suffix == ".h"), None):
        return f" but {header}: if that defines functions, add a .c file that includes it"
    return f", and neither {' nor '.join(BELOW)} in it does"


def unguarded(text: str) -> str:
    """The lines of C outside of conditionals, include guards aside."""
    lines = [line for line in text.splitlines() if line.strip()]
    outside: list[str] = []
    conditions: list[bool] = []
    for number, line in enumerate(lines):
        hit = re.match(r"\s*#\s*(if\w*|endif)\b\s*(\w*)", line)
        if hit and hit[1] == "endif":
            conditions[-1:] = []
        elif hit:
            once = hit[1] == "ifndef" and re.match(rf"\s*#\s*define\s+{hit[2]}\b", "".join(lines[number + 1 :][:1]))
            conditions.append(not once)
        elif not any(conditions):
            outside.append(line)
    return "\n".join(outside)


def kat_files(folder: Path) -> list[Path]:
    """Test vectors of NIST's competition, in the folder or its parents."""
    folders = (folder, *list(folder.parents)[:2])
    return [f for folder in folders for f in sorted(folder.glob(KAT)) if f.is_file()]


MAX_MACROS = 8  # that are defined by each other


def macros_of(*texts: str) -> dict[str, str]:
    definitions = [hit for text in texts for hit in re.findall(r"#\s*define\s+(\w+)[ \t]+(\S.*)", text)]
    return dict(reversed(definitions))  # the first text comes first


OPERATORS = {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.floordiv}


def integer(text: str, macros: dict[str, str]) -> int | None:
    """The value of a C expression such as (KEY_BITS / 8); None if it is more complex."""

    def value(node: ast.expr, depth: int) -> int:
        if isinstance(node, ast.Constant) and type(node.value) is int:
            return node.value
        if isinstance(node, ast.BinOp) and type(node.op) in OPERATORS:
            return OPERATORS[type(node.op)](value(node.left, depth), value(node.right, depth))
        if isinstance(node, ast.Name) and node.id in macros and depth:
            return value(parsed(macros[node.id]), depth - 1)
        raise ValueError(text)

    def parsed(words: str) -> ast.expr:
        return ast.parse(re.sub(r"\b(0[xX][\da-fA-F]+|\d+)[uUlL]+\b", r"\1", words.strip()), mode="eval").body

    with contextlib.suppress(ArithmeticError, SyntaxError, ValueError):
        return value(parsed(text), MAX_MACROS)
    return None
