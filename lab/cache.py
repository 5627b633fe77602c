# SPDX-License-Identifier: MIT
"""A cache of objects, tools and results of simulations, keyed by the hash of all their inputs.

An entry is a folder named after its inputs. The file in it is named after its content, so an empty, truncated or
corrupted file is detected, removed and created again."""

from __future__ import annotations

import contextlib
import hashlib
import pickle
import threading
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import TypeVar

from . import files
from .paths import CACHE, ROOT

T = TypeVar("T")
Parts = Sequence[str | Path]  # inputs of an entry; files count by content

_locks: dict[Path, threading.Lock] = {}
_fresh: set[Path] | None = None  # entries made since fresh(); None: all entries are valid


def ignore_earlier() -> None:
    """Ignores entries made before this call."""
    global _fresh
    _fresh = set()


def cached(folder: str | Path, parts: Parts, make: Callable[[Path], object], suffix: str = "") -> Path:
    """The file that `make` writes to the path it is given. `folder` is below the cache, or absolute."""
    entry = entry_of(folder, parts)
    with _locks.setdefault(entry, threading.Lock()):
        file, _ = read_entry(entry)
        if file is None:
            with files.temporary_folder(entry.parent) as work:
                fresh = work / f"made{suffix}"
                make(fresh)
                file = store(entry, fresh, suffix)
    return file


def entry_of(folder: str | Path, parts: Parts) -> Path:
    digest = hashlib.sha256()
    for part in parts:
        data = part.read_bytes() if isinstance(part, Path) else part.encode()
        digest.update(b"%d " % len(data) + data)
    return CACHE / folder / digest.hexdigest()


def checksum(entry: Path, data: bytes) -> str:
    return hashlib.sha256(entry.name.encode() + data).hexdigest()


def store(entry: Path, fresh: Path, suffix: str = "") -> Path:
    file = entry / (checksum(entry, fresh.read_bytes()) + suffix)
    entry.mkdir(parents=True, exist_ok=True)
    fresh.replace(file)
    if _fresh is not None:
        _fresh.add(entry)
    return file


def read_entry(entry: Path) -> tuple[Path | None, bytes]:
    """The newest file of an entry with its content. Removes a damaged one."""
    if _fresh is not None and entry not in _fresh:
        return None, b""
    with contextlib.suppress(OSError):
        for file in sorted(entry.iterdir(), key=lambda f: f.stat().st_mtime_ns, reverse=True):
            data = file.read_bytes()
            if file.name.partition(".")[0] == checksum(entry, data):
                return file, data
            file.unlink()
    return None, b""


class Cache:
    """Results of simulated programs.  Counts cache hits."""

    def __init__(self) -> None:
        self.hits, self.requests = 0, 0
        self.counting = threading.Lock()

    def summary(self) -> str:
        return f"{self.hits} of {self.requests} simulations and checks came from the cache; --fresh repeats them"

    def get(self, parts: Parts, make: Callable[[], T], may_keep: Callable[[T], bool]) -> T:
        """The result for `parts`: cached, or computed and then cached if it may be kept.  Concurrent requests for the
        same result wait for it."""
        entry = entry_of("outcomes", [lab_hash(), *parts])
        with _locks.setdefault(entry, threading.Lock()):
            return self._get(entry, make, may_keep)

    def _get(self, entry: Path, make: Callable[[], T], may_keep: Callable[[T], bool]) -> T:
        with self.counting:
            self.requests += 1
        file, data = read_entry(entry)
        if file is not None:
            with contextlib.suppress(Exception):  # written by another Python or with another class
                answer = pickle.loads(data)
                with self.counting:
                    self.hits += 1
                return answer
        result = make()
        if may_keep(result):
            with files.temporary_folder(entry.parent) as work:
                fresh = work / "made"
                fresh.write_bytes(pickle.dumps(result))
                store(entry, fresh)
        return result


@cache
def lab_hash() -> str:
    """The code that runs programs and reads their output."""
    sources = [f for name in ("targets", "sims") for f in sorted((ROOT / "lab" / name).rglob("*")) if f.is_file()]
    digest = hashlib.sha256()
    for file in [*sources, ROOT / "lab" / "run" / "protocol.py"]:
        if "__pycache__" not in file.parts:
            digest.update(file.read_bytes())
    return digest.hexdigest()
