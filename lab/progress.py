# SPDX-License-Identifier: MIT
"""The terminal through Rich, and progress on standard error: a bar on a terminal, otherwise a line every few
seconds."""

from __future__ import annotations

import contextlib
import sys
import threading
import time
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypeVar

from rich import progress
from rich.console import Console, ConsoleOptions, RenderableType
from rich.errors import MarkupError
from rich.segment import Segment
from rich.text import Text

from .text import printable

SECONDS = 2  # between two lines without a terminal
STAGES_SECONDS = 10  # the same, for stages of minutes
BATCH = 1024  # items between two readings of the clock

Item = TypeVar("Item")


class Unchanged:
    """A standard stream for Rich, whose control sequences lab/streams.py does not escape."""

    def __init__(self, stream: Any):
        self.stream = stream
        self.write = getattr(stream, "write_unchanged", stream.write)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stream, name)


class Screen(Console):
    """Rich's console. Only its own control sequences reach the terminal: names, notes and messages are escaped."""

    def __init__(self, stderr: bool = False, **more: Any):
        file: Any = Unchanged(sys.stderr if stderr else sys.stdout)
        super().__init__(**({"file": file, "stderr": stderr} | more))

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        for text, style, control in super().render(renderable, options):
            yield Segment(text if control else printable(text), style, control)

    def render_str(self, text: str, **how: Any) -> Text:
        """Brackets in foreign text may be invalid markup."""
        try:
            return super().render_str(text, **how)
        except MarkupError:
            return super().render_str(text, **(how | {"markup": False}))


class Rate(progress.ProgressColumn):
    """Steps per second."""

    def render(self, task: progress.Task) -> Text:
        return Text(f"{task.speed:.1f}/s" if task.speed else "", style="progress.data.speed")


def left(seconds: float, done: int, total: int) -> str:
    """The remaining time at the rate so far."""
    rest = round(seconds / done * (total - done))
    return f"{rest // 60}:{rest % 60:02} left"


class Progress:
    """Counts steps; step() may be called from any thread."""

    def __init__(self, total: int):
        self.total, self.done, self.printed_at = total, 0, 0.0
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
            self.bar = progress.Progress(*columns, console=Screen(stderr=True), transient=True)
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
            self.total = max(self.total, self.done)  # a clock may need more rounds than planned
            if self.bar:
                self.bar.update(self.task, completed=self.done, total=self.total, description=text)
            elif self.done in (1, self.total) or time.monotonic() - self.printed_at >= SECONDS:
                self.printed_at = time.monotonic()
                print(f"[{self.done}/{self.total}{self.pace()}] {text}", file=sys.stderr, flush=True)

    def at(self, text: str) -> None:
        """Shows how far a step is."""
        with self.lock:
            if self.bar:
                self.bar.update(self.task, description=text)
            elif time.monotonic() - self.printed_at >= SECONDS:
                self.printed_at = time.monotonic()
                print(text, file=sys.stderr, flush=True)

    def through(self, items: Sequence[Item], text: str) -> Iterator[Item]:
        """Shows the progress of a long step over its items."""
        for start in range(0, len(items), BATCH):
            if start:
                self.at(f"{text}: {start:,} of {len(items):,}")
            yield from items[start : start + BATCH]

    @contextlib.contextmanager
    def during(self, text: str) -> Iterator[None]:
        """Shows the text while a step of unknown length runs."""
        began, is_over = time.monotonic(), threading.Event()

        def repeat() -> None:
            while not is_over.wait(SECONDS):
                line = f"{text}, {time.monotonic() - began:.0f} s so far"
                if self.bar:
                    self.bar.update(self.task, description=line)
                else:
                    print(line, file=sys.stderr, flush=True)

        thread = threading.Thread(target=repeat, daemon=True)
        thread.start()
        try:
            yield
        finally:
            is_over.set()
            thread.join()

    def pace(self) -> str:
        """Rate so far and estimated remaining time; empty in the first seconds."""
        seconds = time.monotonic() - self.began
        if seconds < SECONDS or self.done == self.total:
            return ""
        return f", {self.done / seconds:.1f}/s, {left(seconds, self.done, self.total)}"

    def report(self, text: str) -> None:
        """Prints a line without counting a step."""
        print(text, file=sys.stderr, flush=True) if not self.bar else self.bar.console.print(text)


class Stages:
    """Concurrent stages, each with its own steps: a bar each on a terminal, otherwise one line for all at intervals.
    Thread-safe."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.steps: dict[str, tuple[float, int, int]] = {}  # start, steps done, all steps
        self.printed_at = time.monotonic()
        self.bars = None
        if sys.stderr.isatty():
            columns = (
                progress.TextColumn("{task.description}"),
                progress.BarColumn(bar_width=20),
                progress.MofNCompleteColumn(),
                progress.TimeRemainingColumn(compact=True),
            )
            self.bars = progress.Progress(*columns, console=Screen(stderr=True), transient=True)
            self.tasks: dict[str, progress.TaskID] = {}

    def __enter__(self) -> Stages:
        if self.bars:
            self.bars.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self.bars:
            self.bars.stop()

    def begin(self, stage: str) -> None:
        with self.lock:
            self.steps[stage] = (time.monotonic(), 0, 0)
            if self.bars:
                self.tasks[stage] = self.bars.add_task(stage, total=None)

    def at(self, stage: str, done: int, total: int) -> None:
        with self.lock:
            self.steps[stage] = (self.steps[stage][0], done, total)
            if self.bars:
                self.bars.update(self.tasks[stage], completed=done, total=total)
            elif time.monotonic() - self.printed_at >= STAGES_SECONDS:
                self.printed_at = time.monotonic()
                print("; ".join(map(self.line, self.steps)), file=sys.stderr, flush=True)

    def line(self, stage: str) -> str:
        began, done, total = self.steps[stage]
        if not done:
            return stage
        return f"{stage} [{done}/{total}, {left(time.monotonic() - began, done, total)}]"

    def end(self, stage: str, text: str) -> None:
        """Ends a stage with its result."""
        with self.lock:
            del self.steps[stage]
            if self.bars:
                self.bars.remove_task(self.tasks.pop(stage))
        self.report(text)

    def report(self, text: str) -> None:
        """Prints on standard output, above the bars."""
        with self.lock:
            if self.bars:
                self.bars.stop()
            print(text, flush=True)
            if self.bars:
                self.bars.start()
