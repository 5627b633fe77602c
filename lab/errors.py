# SPDX-License-Identifier: MIT
"""Errors that a user can act on: one sentence says what is wrong, one says what to do."""

from __future__ import annotations

import errno
import os
import signal
import tempfile
from pathlib import Path

from .paths import CACHE, RESULTS


class LabError(Exception):
    """Ends the command with exit code 2 and its text."""


class BuildError(Exception):
    """An implementation that does not build for a target; its row says so and the run goes on."""


class DoesNotFit(BuildError):
    """A program that is larger than the board's memory."""


class RunError(Exception):
    """A program that crashed, hung or broke the protocol; its row says so and the run goes on."""


NO_SPACE = "free some space (`df -h` shows which disk is full) and run it again"
ELSEWHERE = "fix that, or set NARAE_RESULTS and NARAE_CACHE to writable folders"
ACCESS = "give yourself write access to that place, or choose another one"
# What to do about errors of the file system.
REMEDIES = {
    errno.ENOSPC: NO_SPACE,
    errno.EDQUOT: "remove some of your files or have the quota raised, and run it again",
    errno.EFBIG: "raise the limit (`ulimit -f unlimited`) and run it again",
    errno.EROFS: ACCESS,
    errno.EACCES: ACCESS,
    errno.EPERM: ACCESS,
    errno.EEXIST: "a file is in the place of a folder; move it away",
    errno.EISDIR: "a folder is in the place of a file; move it away",
    errno.ENOTDIR: "a file is in the place of a folder; move it away",
    errno.EIO: "the disk may be failing: check the system log (`dmesg`), and back up your data",
}


def file_error_text(error: OSError) -> str | None:
    """Which file could not be written or read, why, and what to do. Empty unless it is about disks or permissions."""
    remedy = REMEDIES.get(error.errno or 0)
    if (remedy == ACCESS and is_in_lab_folder(error.filename)) or (
        error.errno == errno.ENOENT and is_lab_folder(error.filename)
    ):
        remedy = ELSEWHERE
    return f"{error.filename or 'a file'}: {os.strerror(error.errno or 0)}; {remedy}" if remedy else None


def is_lab_folder(name: object) -> bool:
    """Is it one of the folders that are created for results or the cache? In /proc nobody can create one."""
    return isinstance(name, str) and any(Path(name) in (folder, *folder.parents) for folder in (RESULTS, CACHE))


def is_in_lab_folder(name: object) -> bool:
    """Is it such a folder, a file in one, or the text of disk_error() about one? An error without a name may be."""
    return name is None or is_lab_folder(name) or any(str(folder) in str(name) for folder in (RESULTS, CACHE))


def disk_error(program: str, exit_code: int, output: str) -> OSError | None:
    """The error of a program that failed because of its disk, from its exit code and its output."""
    words = {os.strerror(number): number for number in (errno.ENOSPC, errno.EDQUOT, errno.EROFS)}
    words["File size limit exceeded"] = errno.EFBIG
    number = errno.EFBIG if exit_code == -signal.SIGXFSZ else next((words[w] for w in words if w in output), None)
    where = f"{program}, which writes to {CACHE} and {os.environ.get('TMPDIR') or tempfile.gettempdir()}"
    return OSError(number, os.strerror(number), where) if exit_code and number else None
