# SPDX-License-Identifier: MIT
"""Errors that a user can act on: one sentence that says what is wrong, one that says what to do."""

from __future__ import annotations

import errno
import os
import signal
import tempfile

from .paths import CACHE


class LabError(Exception):
    """Ends the command with exit code 2 and its text."""


class BuildError(Exception):
    """An implementation that does not build for a target; its row says so and the run goes on."""


class DoesNotFit(BuildError):
    """A program that is larger than the board's memory."""


class RunError(Exception):
    """A program that crashed, hung or broke the protocol; its row says so and the run goes on."""


NO_ROOM = "make room (`df -h` says which disk is full) and run it again"
ELSEWHERE = "fix that, or set NARAE_RESULTS and NARAE_CACHE to folders that can be written"
# What a user can do when the system refuses to write.
MENDS = {
    errno.ENOSPC: NO_ROOM,
    errno.EDQUOT: "remove files of yours, or have the quota raised, and run it again",
    errno.EFBIG: "raise the limit (`ulimit -f unlimited`) and run it again",
    errno.EROFS: ELSEWHERE,
    errno.EACCES: ELSEWHERE,
    errno.EPERM: ELSEWHERE,
    errno.EEXIST: "a file lies where a folder is needed; move it away",
    errno.ENOTDIR: "a file lies where a folder is needed; move it away",
    errno.EIO: "the disk may be failing: look into the system's log (`dmesg`), and save what you have",
}


def sentence(error: OSError) -> str | None:
    """What could not be written or read, why, and what to do; nothing if it is no matter of disks and permissions."""
    if error.errno not in MENDS:
        return None
    return f"{error.filename or 'a file'}: {os.strerror(error.errno)}; {MENDS[error.errno]}"


def of_disk(program: str, exit_code: int, said: str) -> OSError | None:
    """The error of a program that failed because its disk did, by its exit code and its last words."""
    words = {os.strerror(number): number for number in (errno.ENOSPC, errno.EDQUOT, errno.EROFS)}
    words["File size limit exceeded"] = errno.EFBIG
    found = errno.EFBIG if exit_code == -signal.SIGXFSZ else next((words[w] for w in words if w in said), None)
    where = f"{program}, which writes into {CACHE} and {tempfile.gettempdir()}"
    return OSError(found, os.strerror(found), where) if exit_code and found else None
