# SPDX-License-Identifier: MIT
"""Names of ciphers and modes as users write them.  A name such as `lea-gcm` is a cipher and a mode, `--cipher lea-128
--mode gcm`; error messages say so."""

from __future__ import annotations

import difflib
import re

from .derived import MEASURED_AS, OF_BLOCK, OF_HASH, WHOLE_BLOCKS
from .implementations import discover


def plain(name: str) -> str:
    """ "pipo-64/128" and "PIPO64-128" are the same."""
    return re.sub("[^a-z0-9]", "", name.lower())


def measured() -> dict[str, list[str]]:
    """Modes of the library that the lab measures, and their ciphers."""
    ciphers: dict[str, list[str]] = {}
    for i in discover():
        if i.has_library_kernels and i.kind != "phases" and i.cipher not in ciphers.setdefault(i.mode, []):
            ciphers[i.mode].append(i.cipher)
    return ciphers


def derived() -> dict[str, list[str]]:
    """Modes that the lab only estimates and packages, and their ciphers."""
    size = {i.cipher: i.block_bytes for i in discover() if i.in_library and i.mode == "block"}
    of_cipher = {
        mode: [c for c, block in size.items() if block == 16 or mode not in WHOLE_BLOCKS]
        for mode in (*OF_BLOCK, *WHOLE_BLOCKS)
    }
    return of_cipher | {mode: [*of_cipher.get(mode, ()), *MEASURED_AS] for mode in OF_HASH}


def ciphers_like(name: str) -> list[str]:
    """The library's ciphers that match a name in any spelling: one, or those of a family."""
    known = sorted({cipher for ciphers in measured().values() for cipher in ciphers})
    return [c for c in known if plain(c) == plain(name)] or [c for c in known if c.split("-")[0] == plain(name)]


def taken_apart(name: str, modes: dict[str, list[str]]) -> tuple[str, list[str]] | None:
    """The mode and the matching ciphers of a joined name."""
    joined = plain(name)
    for mode in sorted(modes, key=len, reverse=True):
        short = plain(mode)
        for rest in {joined.removeprefix(short), joined.removesuffix(short)} - {joined, ""}:
            ciphers = [c for c in modes[mode] if plain(c) == rest] or [
                c for c in modes[mode] if plain(c).startswith(rest) and rest.startswith(re.split("[-/]", c)[0])
            ]
            if ciphers:
                return mode, ciphers
    return None


def hint(name: str, also_estimated: bool = True) -> str:
    """The options for a joined name; empty if it is none."""
    split = taken_apart(name, measured()) or (taken_apart(name, derived()) if also_estimated else None)
    if not split:
        return ""
    mode, (first, *others) = split
    alike = f" (or {', '.join(others)})" if others else ""
    return f"`{name}` is a cipher and a mode: --cipher {first}{alike} --mode {mode}"


def alike(name: str, known: list[str]) -> list[str]:
    """Known names similar to an unknown one: of its family, or with a similar spelling."""
    joined, by_plain = plain(name), {plain(k): k for k in known}
    letters = joined.rstrip("0123456789")
    same = [k for p, k in by_plain.items() if p == joined]
    longer = [k for p, k in by_plain.items() if joined and p.startswith(joined)]
    family = [k for p, k in by_plain.items() if p.rstrip("0123456789") == letters]
    return same or longer or family or [by_plain[p] for p in difflib.get_close_matches(joined, by_plain, 3, 0.75)]


def unknown_cipher(name: str, known: list[str]) -> str:
    """The error message for a cipher that is not measured."""
    measured_as = {plain(other): measured for other, measured in MEASURED_AS.items()}.get(plain(name))
    if measured_as:
        return f"`{name}` is not measured by itself; it runs the code of {measured_as}: name that"
    if near := alike(name, known):
        return f"unknown cipher `{name}`; did you mean {' or '.join(near)}?"
    return f"unknown cipher `{name}`; the ciphers are: {', '.join(known)}"


def unknown_mode(name: str, known: list[str]) -> str:
    """The error message for such a mode."""
    if name in derived():
        return f"mode `{name}` is estimated, not measured: ./narae advise --need {name}"
    return f"unknown mode `{name}`; the modes are: {', '.join(known)}"
