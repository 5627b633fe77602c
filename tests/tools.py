"""Running the tools that tests are made of."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest


def call(command: list[str | Path]) -> str:
    done = subprocess.run([str(c) for c in command], capture_output=True, text=True)
    assert done.returncode == 0, f"{' '.join(map(str, command))}\n{done.stdout[-2000:]}{done.stderr[-4000:]}"
    return done.stdout


def skip_without(*programs: str) -> None:
    """A tool that this system does not offer is named, not missed in silence."""
    for program in programs:
        if shutil.which(program) is None:
            pytest.skip(f"{program} is not installed")
