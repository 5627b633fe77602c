# SPDX-License-Identifier: MIT
"""Standard output and error, whatever they lead to.  An error is met once: what Python writes after it is lost, so that
it adds no message of its own at its end.  What is printed cannot control the terminal."""

from __future__ import annotations

import io
import sys
from typing import Any

from .text import printable


class Output(io.FileIO):
    """Names itself in errors, such as a full disk."""

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
    """A command goes on without them, unless its reader has left."""

    def failed(self, error: OSError, size: int) -> int:
        if isinstance(error, BrokenPipeError):
            raise error
        return size


class Printable(io.TextIOWrapper):
    def write(self, text: str) -> int:
        return super().write(printable(text))

    def write_unchanged(self, text: str) -> int:
        """For the Screen of lab/progress.py."""
        return super().write(text)


def prepare() -> None:
    """Replaces those of Python, where they are open."""
    for name, kind in (("stdout", Output), ("stderr", Messages)):
        if before := getattr(sys, name):
            raw = kind(before.fileno(), "w", closefd=False)
            lines = before.line_buffering or before.write_through
            options = {"encoding": before.encoding, "errors": before.errors, "line_buffering": lines}
            setattr(sys, name, Printable(io.BufferedWriter(raw), **options))
