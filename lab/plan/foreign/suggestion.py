# SPDX-License-Identifier: MIT
"""Commands and files for a folder without a known layout."""

from __future__ import annotations

import contextlib
import os
import re
import shlex
import textwrap
from collections.abc import Iterable
from pathlib import Path

from ...errors import LabError
from ...paths import shown
from .. import classes
from ..prototypes import candidates, declared_in, defined_in, lone_candidates, message_candidates
from .known import known, known_block_ciphers, only_mode
from .sources import is_source, kat_files, sources_of, text_of, without_sources

CLASS_HEADERS = (".h", ".hh", ".hpp", ".hxx")
MAX_NAMES = 4  # of functions and of headers, in a message
CRYPTIC = r"enc|dec|crypt|cipher|sched|hash|digest|sha\d|md5|mac|auth|seal|xor|permut|init|setup|set_?key|key_?exp"


def unknown_layout(folder: Path, requested: str) -> LabError:
    """An error that says what to do; `requested`: a cipher, or empty."""
    api = folder / "api.h"
    if api.is_symlink():
        return LabError(f"{api} is a link to {api.readlink()}, which is not there")
    headers = [p for p in folder.rglob("api.h") if p.is_file() and re.search(r"\bCRYPTO_\w*BYTES\b", text_of(p))]
    if below := sorted(p.parent.relative_to(folder) for p in headers):
        names = ", ".join(map(str, below[:8])) + (f" and {len(below) - 8} more" if len(below) > 8 else "")
        return LabError(f"{folder} contains implementations below it; choose one: {names}")
    if not any(is_source(f) for f in folder.rglob("*")) and not wrapped(folder, requested):
        return LabError(f"{folder} contains no C, C++ or assembly (.c, .cpp, .S, .s){without_sources(folder, [])}")
    return LabError(
        f"{folder} has no known layout: no api.h (SUPERCOP, NIST's lightweight competition, PQClean) "
        f"and no implementation.toml; for your own functions:\n{suggested(folder, requested)}\n"
        "With --init it writes these options to an implementation.toml."
    )


def suggested(folder: Path, requested: str) -> str:
    """The command for functions that a header declares or a source defines; those of the named cipher, or of a known
    one, come first."""
    without_cipher = ""
    headers = sorted(folder.rglob("*.h"), key=lambda f: (len(f.parts), f))
    for file in [*headers, *sorted(folder.rglob("*.c"))]:
        text = text_of(file)
        defined = dict(defined_in(text)) if file.suffix == ".c" else {}
        prototypes = "".join(f"{prototype};" for prototype in defined.values())
        text = prototypes if file.suffix == ".c" else classes.without_classes(text)
        header = new_header(file).relative_to(folder).as_posix()
        lone = lone_candidates(text, header)
        for functions, mode in (
            (candidates(text, header, requested), "block"),
            (message_candidates(text, header), "aead"),
            (lone, lone.get("mode", "")),
        ):
            names = f"{' '.join(functions.values())} {header} {folder.name}"
            cipher = cipher_named_in(names, [requested] if requested else [c for c, m in known().values() if m == mode])
            own = re.sub(r"[^\w/-]+", "-", folder.resolve().name.lower()) if kat_files(folder.resolve()) else ""
            named = functions | ({"mode": mode} if functions and mode == "aead" and not only_mode(cipher) else {})
            line = command(folder, requested or cipher or own, header, named) + to_write(file, defined, functions)
            if functions and cipher:
                return line
            without_cipher = without_cipher or (line if functions else "")
    declared = {f: f"{f.name} {' '.join(declared_in(text_of(f)))}" for f in headers if requested}
    about = [f for f, names in declared.items() if cipher_named_in(names, [requested])]
    if without_cipher and not about:
        return without_cipher
    if line := wrapped(folder, requested):
        return line
    listed = about or [*headers, *sorted(f for f in folder.rglob("*.[sS]") if is_source(f))]
    example = f"\n{classes.EXAMPLE}" if any(classes.any_in(text_of(f)) for f in class_headers(folder)) else ""
    return (
        command(folder, requested, "FILE", {"set_key": "NAME", "encrypt": "NAME"})
        + files_listed(folder, listed)
        + example
    )


def class_headers(folder: Path) -> list[Path]:
    headers = [f for f in folder.rglob("*") if f.suffix in CLASS_HEADERS and f.is_file()]
    return sorted(headers, key=lambda f: (len(f.parts), f))


def wrapped(folder: Path, requested: str) -> str:
    """The two files to write for a class that C cannot call, and the command; empty without such a class."""
    texts = {file: text_of(file) for file in class_headers(folder)}
    sources: list[Path] = []
    with contextlib.suppress(LabError):
        sources, _ = sources_of(folder)
    directory = sources[0].parent if sources else folder
    headers = {Path(os.path.relpath(file, directory)).as_posix(): text for file, text in texts.items()}
    known = known_block_ciphers()
    for name in headers:
        if not (wrapper := classes.wrapper(headers, name, requested)):
            continue
        header = directory / f"{wrapper.name}_c.h"
        cipher = requested or cipher_named_in(f"{wrapper.name} {name} {folder.resolve().name}", known)
        line = command(folder, cipher, header.relative_to(folder).as_posix(), wrapper.functions)
        more = "" if cipher in known else " --key-bytes N --block-bytes N"
        deeper = {} if sources else {f.relative_to(folder): f.suffix for f in folder.rglob("*") if is_source(f)}
        patterns = sorted({f"{f.parent.as_posix()}/*{suffix}" for f, suffix in deeper.items()})
        for pattern in [f"{wrapper.name}_c.cpp", *patterns] if patterns else []:
            more += f" --source {shlex.quote(pattern)}"
        files = {header: wrapper.header, header.with_suffix(".cpp"): wrapper.source}
        parts = [f"{shown(file)}:\n{textwrap.indent(text, '  ')}" for file, text in files.items()]
        return f"C cannot call the class {wrapper.of}; write two files:\n{''.join(parts)}and then type:\n{line}{more}"
    return ""


def new_header(file: Path) -> Path:
    """The header itself; for a source, the header to be written."""
    if file.suffix == ".h":
        return file
    name = file.with_suffix(".h")
    return name.with_stem(f"{file.stem}_functions") if name.exists() else name


def files_listed(folder: Path, files: list[Path]) -> str:
    """Functions that headers declare and assembly defines, for users who write the calls themselves."""
    lines = []
    for file in files:
        text = text_of(file)
        declared = declared_in(text) if file.suffix == ".h" else re.findall(r"\.globa?l\s+(\w+)", text)
        names = [n for n in dict.fromkeys(declared) if re.search(CRYPTIC, n, re.IGNORECASE)]
        if names and not re.search(r"\bclass\s+\w+", text):
            more = f" and {len(names) - MAX_NAMES} more" if len(names) > MAX_NAMES else ""
            lines.append(f"\n  {file.relative_to(folder).as_posix()}: {', '.join(names[:MAX_NAMES])}{more}")
    if not lines:
        return ""
    return (
        f"\nHeaders declare, or assembly that needs one defines:{''.join(lines[:MAX_NAMES])}\n"
        'Where arguments cannot be told apart, write out the call: --encrypt "f(schedule, in, out)"; of a hash, a MAC, '
        'a stream cipher or an AEAD: --mode hash --seal "f(sealed, text, bytes)".'
    )


def command(folder: Path, cipher: str, header: str, functions: dict[str, str]) -> str:
    words = [word for function, name in functions.items() for word in (f"--{function.replace('_', '-')}", name)]
    words += [word for source in sources_asked(folder, set(functions.values())) for word in ("--source", source)]
    return "  " + shlex.join(
        ["./narae", "try", shown(folder), "--cipher", cipher or "NAME", "--header", header, *words]
    )


def sources_asked(folder: Path, functions: set[str]) -> list[str]:
    """The files to name if the default sources do not define the functions and others do: both; without default
    sources, those next to the others."""

    def defined(file: Path) -> set[str]:
        return functions & {name for name, _ in defined_in(text_of(file))}

    compiled: list[Path] = []
    with contextlib.suppress(LabError):
        compiled, _ = sources_of(folder)
    missing = functions.difference(*map(defined, compiled))
    others = []
    for file in sorted((f for f in folder.rglob("*") if is_source(f)), key=lambda f: (len(f.parts), f)):
        if file not in compiled and (hits := missing & defined(file)):
            missing -= hits
            others += [file] if compiled else sources_of(file.parent)[0]
    names = (file.relative_to(folder).as_posix() for file in dict.fromkeys([*compiled, *others]))
    return list(names) if others else []


def to_write(source: Path, defined: dict[str, str], functions: dict[str, str]) -> str:
    """The header to write if a source defines the functions."""
    if not defined:
        return ""
    own = source.with_suffix(".h")
    types = f'"{own.name}"' if own.exists() else "<stdint.h>"
    lines = "".join(f"\n  {defined[name]};" for name in functions.values() if name in defined)
    return f"\nwith a new header next to {source.name}:\n  #include {types}{lines}"


def cipher_named_in(text: str, ciphers: Iterable[str]) -> str:
    """The cipher that names of functions and files mention, in full or by its family; empty if none."""
    ciphers, end = sorted(set(ciphers)), r"(?![a-z0-9])"
    exact = [c for c in ciphers if re.search("[-_/]?".join(re.split("[-/]", c)) + end, text.lower())]
    family = [c for c in ciphers if re.search(rf"(?<![a-z]){c.partition('-')[0]}(?![a-z])", text.lower())]
    family.sort(key=lambda c: -len(c.partition("-")[0]))  # sha3 is no size of sha
    return [*exact, *family, ""][0]
