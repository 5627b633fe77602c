# SPDX-License-Identifier: MIT
"""Atomic files and folders: each is written under a temporary name and renamed.  A failure, or Ctrl-C, leaves nothing
behind; system errors name the file (errors.py turns them into a message)."""

from __future__ import annotations

import errno
import gzip
import json
import os
import re
import shutil
import tempfile
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from .errors import LabError

TEMPORARY = "under-way"
SECONDS_KEPT = 24 * 3600  # leftovers of killed processes


@contextmanager
def naming(path: Path, always: bool = False) -> Iterator[None]:
    """Adds this path to errors without a file name, such as a full disk."""
    try:
        yield
    except OSError as error:
        if always or error.filename is None:
            error.filename, error.filename2 = str(path), None
        raise


def check(path: Path, remedy: str = "choose another file") -> None:
    """Refuses, before any work is done, a file that could not be written later."""
    try:
        with suppress(FileNotFoundError, NotADirectoryError):
            path.stat()  # the only one that tells a link that leads back to itself from nothing
        reason = "it is a folder" if path.is_dir() else "" if path.parent.is_dir() else "its folder does not exist"
        if not reason and (path.is_file() or not path.exists()):
            target = Path(os.path.realpath(path))
            tempfile.NamedTemporaryFile(dir=target.parent, prefix=f".{target.name}.").close()
    except OSError as error:
        reason = f"{error.strerror}; {remedy}"
    if reason:
        raise LabError(f"{path} cannot be written: {reason}")


def check_different(paths: Iterable[Path | None]) -> None:
    """Refuses a file that two options name: the second would replace what the first wrote."""
    seen = set()
    for path in filter(None, paths):
        target = os.path.realpath(path)
        if target in seen and not path.is_char_device():
            raise LabError(f"{path} is named by two options; name another file for one of them")
        seen.add(target)


def check_name(path: Path) -> None:
    """Rejects a name that lists of compilers and reports cannot hold."""
    if re.search(r"[\n\r\ud800-\udfff]", str(path)):
        raise LabError(f"{str(path)!a}: rename it: its name has a line end, or bytes that are not UTF-8")


def missing_reason(path: Path) -> str:
    """Why no file can be read at this path, as the end of a sentence."""
    try:
        path.stat()
    except OSError as error:
        if error.errno == errno.ELOOP:
            return "is a symbolic link that leads back to itself"
        return f"is a link to {path.readlink()}, which does not exist" if path.is_symlink() else "does not exist"
    return "is not a file"


def files_below(folder: Path) -> Iterator[Path]:
    """Every file in a folder and below it, without hidden folders."""
    for parent, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith(".")]
        yield from (Path(parent, name) for name in names if os.path.isfile(os.path.join(parent, name)))


def write_text(path: Path, text: str) -> None:
    write_bytes(path, text.encode())


def write_json(path: Path, value: object) -> None:
    """Compressed if the name ends in .gz."""
    content = (json.dumps(value, indent=1, ensure_ascii=False) + "\n").encode()
    write_bytes(path, gzip.compress(content, mtime=0) if path.suffix == ".gz" else content)


def write_bytes(path: Path, content: bytes) -> None:
    """Replaces a file atomically, also across a power cut; a device, a pipe or a link stays what it is."""
    with naming(path, always=True):
        if path.exists() and not path.is_file():
            with path.open("wb") as stream:
                stream.write(content)
            return
        path = Path(os.path.realpath(path))
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
def temporary_folder(parent: Path) -> Iterator[Path]:
    """A temporary folder in `parent`; whatever is not moved out of it is removed."""
    shared = parent / TEMPORARY
    with naming(parent):
        shared.mkdir(parents=True, exist_ok=True)
        sweep(shared)
        folder = Path(tempfile.mkdtemp(dir=shared))
        try:
            yield folder
        finally:
            shutil.rmtree(folder, ignore_errors=True)


def sweep(folder: Path) -> None:
    """Removes leftovers older than a day; another process may do so concurrently."""
    for old in folder.iterdir():
        with suppress(OSError):
            if old.stat().st_mtime < time.time() - SECONDS_KEPT:
                shutil.rmtree(old, ignore_errors=True) if old.is_dir() else old.unlink()


@contextmanager
def new_folder(path: Path) -> Iterator[Path]:
    """A folder that appears under its name when complete; if another process created it first, that one stays."""
    with temporary_folder(path.parent) as work:
        fresh = work / path.name
        fresh.mkdir()
        yield fresh
        if not path.exists():
            fresh.rename(path)
