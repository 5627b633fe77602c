# SPDX-License-Identifier: MIT
"""Earlier versions on this machine's clock: both versions run alternately (lab/run/paired.py)."""

from __future__ import annotations

import re
from argparse import Namespace
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from ..errors import BuildError, LabError, RunError
from ..paths import ROOT
from ..plan import selection
from ..plan.foreign import add_flags_of_command, recognize
from ..plan.foreign.call import implementations
from ..plan.foreign.description import FUNCTIONS, Expected, Functions, Recognized
from ..plan.implementations import Implementation
from ..rows import Row
from ..run import cores, paired
from ..run.paired import Pairing
from ..store import versions
from ..store.versions import Name
from ..targets import machines
from ..targets.host import Host

Report = Callable[[str], None]
Before = tuple[Any, Implementation, Path]  # target, code, program of its earlier version
SAME = "the host's code is the same"


def clocks(plan: selection.Plan) -> list[Any]:
    """The targets that this machine's clock times."""
    return [t for t in plan.targets if t.name == Host.name and not t.remote]


def keep_sources(code: Recognized, rows: list[Row]) -> None:
    """Stores the sources of the host's rows, for later comparisons."""
    for name in {r.provenance["source_hash"] for r in rows if r.target == Host.name and r.cycles}:
        versions.store(code, name)


@contextmanager
def source_of_rows(code: Recognized, rows: list[Row], now: list[Row]) -> Iterator[tuple[Path | None, str]]:
    """The folder from which a file's host rows were measured; or None and the reason, empty if the host was not
    measured."""
    timed = any(r.target == Host.name for r in now)
    host_rows = [r for r in rows if timed and r.target == Host.name and r.cycles and r.kernel == code.name]
    hashes = {r.provenance.get("source_hash") for r in host_rows}
    if not host_rows or hashes <= {r.provenance.get("source_hash") for r in now if r.target == Host.name}:
        yield None, SAME if host_rows else ""
        return
    revision = re.match(r"(\S+) of ", host_rows[0].provenance.get("git", ""))
    with versions.stored(str(hashes.pop())) as folder:
        if folder:
            yield folder, ""
        elif revision and versions.commit(code.folder, revision[1]):
            with versions.at_revision(code.folder, revision[1]) as checkout:
                yield checkout, ""
        else:
            yield None, "the host's earlier code is not stored: name its folder or its git revision in --against"


def has_host_rows(code: Recognized, rows: list[Row]) -> bool:
    """May source_of_rows() find a folder?"""
    return any(r.target == Host.name and r.cycles and r.kernel == code.name for r in rows)


@contextmanager
def source_of_argument(code: Recognized, word: str) -> Iterator[Path]:
    """The folder that --against names, or the user's own at a revision of its repository."""
    if Path(word).is_dir():
        yield Path(word)
    elif versions.commit(code.folder, word):
        with versions.at_revision(code.folder, word) as folder:
            yield folder
    else:
        raise LabError(
            f"--against {word}: use library, records, a file of rows (.json), a folder with the earlier version, a "
            "revision of the folder's git repository, or none"
        )


def build_earlier(
    recognized: Recognized, yours: list[Implementation], plan: selection.Plan, old: Path, options: Namespace
) -> list[Before]:
    """The user's code on this machine's clock, each with the program of its earlier version."""
    programs = []
    for target in clocks(plan):
        for code in (i for i in yours if not i.targets or target.name in i.targets):
            try:
                before = earlier_implementation(recognized, code, old, options)
                programs.append((target, code, cores.built(target, before, plan.sizes_of(target, code)).elf))
            except (BuildError, RunError) as error:
                raise LabError(f"the earlier version in {old} cannot be compared: {error}") from error
    return programs


def compare_foreign(plan: selection.Plan, before: list[Before], report: Report) -> list[Pairing]:
    """Compares the code with its earlier version."""
    pairings = []
    for target, code, elf in before:
        try:
            pairings.append(paired.pair(cores.built(target, code, plan.sizes_of(target, code)), elf, report))
        except (BuildError, RunError) as error:
            raise LabError(f"{code.name} cannot be compared with its earlier version: {error}") from error
    return pairings


def earlier_implementation(
    recognized: Recognized, code: Implementation, old: Path, options: Namespace
) -> Implementation:
    """The same cipher and mode in the earlier folder."""
    given = {name: value for name in FUNCTIONS if (value := getattr(options, name))}
    given |= {f"{n}_bytes": int(code.define.get(f"CALL_{n.upper()}_BYTES", 0)) for n in ("nonce", "tag")}
    given |= {"cipher": code.cipher, "mode": code.mode, "key_bytes": code.key_bytes, "block_bytes": code.block_bytes}
    foreign = code.foreign
    old_code = recognize(
        old, machines(), Functions(**given | {"blocks": max(foreign.blocks, default=0) if foreign else 0})
    )
    old_code.read_as(recognized.reading)
    add_flags_of_command(old_code, options.cflags)
    if recognized.called and old_code.called:
        if old_code.unsized:
            old_code.primitives[0].schedule = recognized.primitives[0].schedule
        old_code.called.cflags = recognized.called.cflags or old_code.called.cflags
        old_code.called.alignment = recognized.called.alignment
    expected = Expected(foreign.vectors, foreign.checksum) if foreign else Expected()
    candidates = [i for i in implementations(old_code, lambda _: expected) if i.mode == code.mode]
    alike = [i for i in candidates if i.cipher == code.cipher] or candidates  # a folder may have got another name
    if not alike:
        raise LabError(f"the earlier version in {old} has no {code.cipher} {code.mode}")
    return replace(alike[0], cipher=code.cipher, kernel=f"{code.kernel} before")


def library_pairs(plan: selection.Plan) -> dict[Name, tuple[Any, Implementation]]:
    """The library and the baselines on this machine's clock."""
    pairs = [(t, i) for t, i in plan.pairs() if t in clocks(plan) and not i.is_peer]
    return {(i.cipher, i.mode, i.kind, i.kernel, i.compiler): (t, i) for t, i in pairs}


def build_library_before(plan: selection.Plan, revision: str, options: Namespace) -> tuple[dict[Name, Path], str]:
    """Builds the library's programs at a revision; none, with the reason, if that is impossible."""
    names = list(library_pairs(plan))
    if not names:
        return {}, "only the library and the baselines are compared with a revision, and none of them is measured here"
    if revision.endswith("-dirty") or not versions.commit(ROOT, revision):
        return {}, f"not in this repository: {revision}, of the host's rows; name a revision"
    try:
        return versions.library(revision, options.mode, options.quick, names), ""
    except RunError as error:
        return {}, str(error)


def compare_library(plan: selection.Plan, before: dict[Name, Path], report: Report) -> list[Pairing]:
    """Compares the library with its earlier version."""
    pairings = []
    for name, (target, i) in library_pairs(plan).items():
        if name in before and not (new := cores.built(target, i, plan.sizes_of(target, i))).lacks_its_kernel:
            pairings.append(paired.pair(new, before[name], report))
    return pairings
