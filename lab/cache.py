"""What a simulated program did, kept under the hash of everything it depends on: the program, the code that
looks at it, and the simulators.  A file that cannot be read is as good as none."""

from __future__ import annotations

import hashlib
import os
import pickle
import threading
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TypeVar

from .paths import CACHE, ROOT

T = TypeVar("T")


class Cache:
    """Counts how often an answer was there already; `fresh` asks again each time and keeps the new answer."""

    def __init__(self, fresh: bool = False):
        self.fresh, self.hits, self.asked = fresh, 0, 0

    def get(self, parts: list[str | Path], make: Callable[[], T], worth: Callable[[T], bool]) -> T:
        """The answer that `parts` determine: a kept one, or a made one, which is kept if it is worth it."""
        self.asked += 1
        digest = hashlib.sha256(lab_hash().encode())
        for part in parts:
            digest.update(b"\0" + (part.read_bytes() if isinstance(part, Path) else part.encode()))
        file = CACHE / "outcomes" / digest.hexdigest()
        if not self.fresh:
            try:
                kept = pickle.loads(file.read_bytes())
                self.hits += 1
                return kept
            except (OSError, pickle.PickleError, EOFError, AttributeError, ImportError, IndexError):
                pass
        made = make()
        if not worth(made):
            return made
        file.parent.mkdir(parents=True, exist_ok=True)
        fresh = file.with_name(f"{file.name}.{os.getpid()}.{threading.get_ident()}")
        fresh.write_bytes(pickle.dumps(made))
        fresh.replace(file)
        return made


@cache
def lab_hash() -> str:
    """The code that runs programs and reads what they say."""
    files = [f for name in ("targets", "sims") for f in sorted((ROOT / "lab" / name).rglob("*")) if f.is_file()]
    digest = hashlib.sha256()
    for file in [*files, ROOT / "lab" / "protocol.py"]:
        if "__pycache__" not in file.parts:
            digest.update(file.read_bytes())
    return digest.hexdigest()
