# SPDX-License-Identifier: MIT
"""Progress on standard error: a bar on a terminal, elsewhere a line of a step now and then."""

from __future__ import annotations

import sys
import threading
import time

from rich import progress
from rich.console import Console
from rich.text import Text

SECONDS = 2  # between two lines where there is no terminal


class Rate(progress.ProgressColumn):
    """Steps a second."""

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

    def __exit__(self, *_) -> None:
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
        """Steps a second so far, and how long the rest takes at that; at first that would say nothing."""
        seconds = time.monotonic() - self.began
        if seconds < SECONDS or self.done == self.total:
            return ""
        left = round(seconds / self.done * (self.total - self.done))
        return f", {self.done / seconds:.1f}/s, {left // 60}:{left % 60:02} left"

    def say(self, text: str) -> None:
        """A line that is not a step."""
        print(text, file=sys.stderr, flush=True) if not self.bar else self.bar.console.print(text)
