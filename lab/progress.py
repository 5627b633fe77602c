# SPDX-License-Identifier: MIT
"""Progress on standard error: a bar on a terminal, otherwise a line every few seconds."""

from __future__ import annotations

import sys
import threading
import time

from rich import progress
from rich.console import Console
from rich.text import Text

SECONDS = 2  # between two lines without a terminal


class Rate(progress.ProgressColumn):
    """Steps per second."""

    def render(self, task: progress.Task) -> Text:
        return Text(f"{task.speed:.1f}/s" if task.speed else "", style="progress.data.speed")


class Progress:
    """Counts steps; step() may be called from any thread."""

    def __init__(self, total: int):
        self.total, self.done, self.said = total, 0, 0.0
        self.began = time.monotonic()
        self.lock = threading.Lock()
        self.bar = None
        if sys.stderr.isatty():
            columns = (
                progress.BarColumn(bar_width=20),
                progress.MofNCompleteColumn(),
                Rate(),
                progress.TimeRemainingColumn(compact=True),
                progress.TextColumn("{task.description}"),
            )
            self.bar = progress.Progress(*columns, console=Console(stderr=True), transient=True)
            self.task = self.bar.add_task("", total=total)

    def __enter__(self) -> Progress:
        if self.bar:
            self.bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self.bar:
            self.bar.stop()

    def step(self, text: str) -> None:
        with self.lock:
            self.done += 1
            if self.bar:
                self.bar.update(self.task, advance=1, description=text)
            elif self.done in (1, self.total) or time.monotonic() - self.said >= SECONDS:
                self.said = time.monotonic()
                print(f"[{self.done}/{self.total}{self.pace()}] {text}", file=sys.stderr, flush=True)

    def pace(self) -> str:
        """Rate so far and estimated remaining time; empty in the first seconds."""
        seconds = time.monotonic() - self.began
        if seconds < SECONDS or self.done == self.total:
            return ""
        left = round(seconds / self.done * (self.total - self.done))
        return f", {self.done / seconds:.1f}/s, {left // 60}:{left % 60:02} left"

    def say(self, text: str) -> None:
        """Prints a line without counting a step."""
        print(text, file=sys.stderr, flush=True) if not self.bar else self.bar.console.print(text)
