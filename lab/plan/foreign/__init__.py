# SPDX-License-Identifier: MIT
"""Recognizes the layout of a user's folder and turns it into an implementation like any other.

Every layout is first translated to an `implementation.toml` ([[primitive]] with `call`, docs/reference/fields.md),
which --init writes; implementations are built only from that form (call.py)."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from pathlib import Path

from ... import files
from ...errors import LabError
from ...paths import shown
from .. import flags, schema
from ..implementations import IAR, PAGE
from .description import DESCRIPTION, Called, Functions, Recognized, is_called
from .felics import of_felics
from .functions import of_functions, of_messages
from .sources import sources_of, text_of, unguarded
from .suggestion import unknown_layout
from .supercop import of_supercop


def recognize(folder: Path, machines: dict[str, str], requested: Functions = Functions()) -> Recognized:  # noqa: B008
    """`machines`: by target, the pattern of sources for it alone."""
    if not folder.is_dir():
        raise LabError(f"{folder} is not a folder; name the folder with the sources")
    folder = folder.resolve()
    for path in (folder, *sorted(folder.iterdir())):
        files.check_name(path)
    recognized = of_layout(folder, requested)
    if called := recognized.called:
        sources, recognized.skipped = sources_of(folder, called.sources)
        called.sources = called.sources or [s.relative_to(folder).as_posix() for s in sources]
        recognized.targets, recognized.targets_why = targets_of(folder, called, sources, machines)
    return recognized


def of_layout(folder: Path, requested: Functions) -> Recognized:
    if requested.encrypt or requested.set_key:
        return of_functions(folder, requested)
    if requested.seal:
        return of_messages(folder, requested)
    if (folder / DESCRIPTION).exists():
        return described(folder / DESCRIPTION)
    if recognized := of_felics(folder, requested) or of_supercop(folder, requested):
        return recognized
    raise unknown_layout(folder, requested.cipher)


def described(file: Path) -> Recognized:
    """By an implementation.toml."""
    facts, called = schema.parsed(file), None
    if is_called(facts):
        called = schema.convert(facts, Called, file, PAGE)
        cflags, called.cflags = called.cflags, []
        add_flags(called, file.parent, cflags, f"{shown(file)}: cflags", (file.parent,))
        for name in called.include:
            flags.folder_of(name, f"{shown(file)}: include", (file.parent,))
    return Recognized(file.parent, DESCRIPTION, [f"described by {file.name}"], called, str(facts.get("kernel", "")))


def targets_of(
    folder: Path, called: Called, sources: list[Path], machines: dict[str, str]
) -> tuple[tuple[str, ...], str]:
    """The targets it can run on: as declared, or as implied by its assembly, or by machine-specific C.  Assembly that
    is empty for other machines implies nothing."""
    if called.targets:
        return tuple(called.targets), "targets in implementation.toml"
    texts = {f.name: text for f in sources if f.suffix in (".S", ".s", IAR) and unguarded(text := text_of(f)).strip()}
    texts = texts or {f.name: unguarded(text_of(f)) for f in [*sources, *sorted(folder.glob("*.h"))]}
    reasons: dict[str, str] = {}
    for name, text in texts.items():
        for machine, cflags in machines.items():
            if hit := re.search(cflags, text):
                reasons.setdefault(machine, f"{name} has `{hit[0].strip()}`")
    return tuple(reasons), "; ".join(dict.fromkeys(reasons.values()))


def add_flags(called: Called, folder: Path, cflags: list[str], origin: str, bases: Sequence[Path]) -> None:
    """Adds flags.  Header folders become `include`, so that changes there are noticed and bundles contain them."""
    folders, others = flags.split_folders(cflags, origin, bases)
    called.include = [*called.include, *(os.path.relpath(d, folder) for d in folders)]
    called.cflags = [*called.cflags, *others]


def add_flags_of_command(recognized: Recognized, text: str) -> None:
    """Adds those of --cflags; folders are relative to the user's folder, or else to the current one."""
    cflags, folder = flags.flags_of(text, "--cflags"), recognized.folder
    if recognized.called:
        add_flags(recognized.called, folder, cflags, "--cflags", (folder, Path.cwd()))
    elif cflags:
        raise LabError(f"--cflags: {folder} uses the library's types and is built as that is; leave it out")
