# SPDX-License-Identifier: MIT
"""The independent checker (checker.go) of what a graph has merged: builds it, and sends it a graph's certificate."""

from __future__ import annotations

import os
import subprocess
from functools import cache as remember
from pathlib import Path
from typing import Any

from .. import cache, processes
from ..errors import RunError
from ..paths import CACHE
from ..sims.run import output
from .core import Graph

SOURCE = Path(__file__).with_suffix(".go")
ALONE = {"GO111MODULE": "off", "GOTOOLCHAIN": "local", "GOENV": "off", "GOFLAGS": "", "CGO_ENABLED": "0"}


def go(command: list[Any], seconds: float) -> subprocess.CompletedProcess[str]:
    return processes.run(command, seconds, env=os.environ | ALONE | {"GOCACHE": str(CACHE / "go")})


@remember
def program() -> Path:
    """The compiled checker."""
    version = output(["go", "version"], run=go)
    return cache.cached("tools", [version, SOURCE], lambda fresh: output(["go", "build", "-o", fresh, SOURCE], run=go))


class Checker:
    """Checks what a graph has gained, each time that it is asked."""

    def __init__(self, graph: Graph):
        self.graph, self.seconds, self.failure = graph, 0.0, ""
        self.process: subprocess.Popen[str] | None = None

    def check(self) -> tuple[int, float]:
        """Merges checked since the last time, and seconds that it took.  Raises RunError if one is wrong, or was."""
        if self.process is None:
            self.process = subprocess.Popen([program()], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert self.process.stdin and self.process.stdout
        if not self.failure:
            self.graph.write_certificate(self.process.stdin.fileno())
            answer = self.process.stdout.readline().strip() or "the checker has ended"
            if answer.startswith("ok "):
                _, merges, seconds = answer.split()
                before, self.seconds = self.seconds, float(seconds)
                return int(merges), self.seconds - before
            self.failure = answer
        raise RunError(f"the certificate is wrong: {self.failure}")

    def __enter__(self) -> Checker:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process:
            self.process.kill()
            self.process.communicate()
