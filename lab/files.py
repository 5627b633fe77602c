# SPDX-License-Identifier: MIT
"""Files and folders that are never half there: each is made elsewhere and takes its name in one step.  Whatever fails,
Ctrl-C too, leaves nothing behind, and an error of the system names the file (errors.py makes a sentence of it)."""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

UNDER_WAY = "under-way"
SECONDS_KEPT = 24 * 3600  # of what a killed process left


@contextmanager
def named(path: Path, always: bool = False) -> Iterator[None]:
    """An error that does not say which file it is about, as when a disk is full, is about this one."""
    try:
        yield
    except OSError as error:
        if always or error.filename is None:
            error.filename, error.filename2 = str(path), None
        raise


def check(path: Path) -> None:
    """Refuses, before any work is done, a file that cannot be written later."""
    with named(path, always=True):
        tempfile.TemporaryFile(dir=path.parent).close()


def write_text(path: Path, text: str) -> None:
    write_bytes(path, text.encode())


def write_bytes(path: Path, content: bytes) -> None:
    """Replaces a file in one step: a reader sees the old one or the new one, after a power cut too."""
    with named(path, always=True):
        handle, fresh = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        try:
            with os.fdopen(handle, "wb") as stream:
                stream.write(content)
                stream.flush()
                os.fsync(stream.fileno())
            os.chmod(fresh, 0o644)
            os.replace(fresh, path)
        except BaseException:
            os.unlink(fresh)
            raise


@contextmanager
def workshop(place: Path) -> Iterator[Path]:
    """A folder of its own in `place`; what is not moved out of it goes."""
    shared = place / UNDER_WAY
    with named(place):
        shared.mkdir(parents=True, exist_ok=True)
        sweep(shared)
        folder = Path(tempfile.mkdtemp(dir=shared))
        try:
            yield folder
        finally:
            shutil.rmtree(folder, ignore_errors=True)


def sweep(folder: Path) -> None:
    """Removes what no process has touched for a day; another one may do so at the same time."""
    for old in folder.iterdir():
        with suppress(OSError):
            if old.stat().st_mtime < time.time() - SECONDS_KEPT:
                shutil.rmtree(old, ignore_errors=True) if old.is_dir() else old.unlink()


@contextmanager
def made_folder(path: Path) -> Iterator[Path]:
    """A folder that appears under its name when everything in it is made; one that is there meanwhile stays."""
    with workshop(path.parent) as work:
        fresh = work / path.name
        fresh.mkdir()
        yield fresh
        if not path.exists():
            fresh.rename(path)
