# SPDX-License-Identifier: MIT
"""Standard output and error. After the first write error, output is discarded, so Python prints no second error at
exit. Control characters in text are escaped."""

from __future__ import annotations

import io
import sys
from typing import Any

from .text import printable


class Output(io.FileIO):
    """Its errors name it, for example when the disk is full."""

    lost = False

    def write(self, data: Any) -> int:
        try:
            return len(data) if self.lost else super().write(data)
        except OSError as error:
            self.lost = True
            return self.failed(error, len(data))

    def failed(self, error: OSError, _: int) -> int:
        error.filename = "standard output"
        raise error


class Messages(Output):
    """Standard error: a command continues if it cannot be written, unless its reader has exited."""

    def failed(self, error: OSError, size: int) -> int:
        if isinstance(error, BrokenPipeError):
            raise error
        return size


class Printable(io.TextIOWrapper):
    def write(self, text: str) -> int:
        return super().write(printable(text))

    def write_unchanged(self, text: str) -> int:
        """For Screen in lab/progress.py."""
        return super().write(text)


def prepare() -> None:
    """Replaces Python's streams, where they are open."""
    for name, kind in (("stdout", Output), ("stderr", Messages)):
        if before := getattr(sys, name):
            raw = kind(before.fileno(), "w", closefd=False)
            lines = before.line_buffering or before.write_through
            options = {"encoding": before.encoding, "errors": before.errors, "line_buffering": lines}
            setattr(sys, name, Printable(io.BufferedWriter(raw), **options))
