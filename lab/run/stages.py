# SPDX-License-Identifier: MIT
"""Where a run spends its time: the seconds of each stage, summed over all workers."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

_seconds: dict[str, float] = {}
_lock = threading.Lock()


@contextmanager
def stage(name: str) -> Iterator[None]:
    begin = time.monotonic()
    try:
        yield
    finally:
        add(name, time.monotonic() - begin)


def add(name: str, taken: float) -> None:
    with _lock:
        _seconds[name] = _seconds.get(name, 0) + taken


def seconds() -> dict[str, float]:
    """Seconds of each stage so far, in the order in which they first ended."""
    with _lock:
        return {name: round(taken, 1) for name, taken in _seconds.items()}


def shown(taken: dict[str, float]) -> str:
    """The longest first: "simulate uno 3:12, build host 1:40"."""
    longest = sorted(taken.items(), key=lambda item: -item[1])
    return ", ".join(f"{name} {round(s) // 60}:{round(s) % 60:02}" for name, s in longest)
