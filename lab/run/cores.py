# SPDX-License-Identifier: MIT
"""This machine's cores: programs built and simulated concurrently."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from typing import Any, Protocol

from ..build import Program, build
from ..plan.board import Board, Size
from ..plan.implementations import Implementation
from ..rows.provenance import now
from ..targets import base as targets_base
from ..targets import is_external
from ..targets.base import Outcome, Target
from .stages import stage

# Programs built or simulated concurrently: one more than there are cores, because some worker is always reading
# its program's output.
WORKERS = max(2, os.cpu_count() or 2) + 1

_cores = threading.BoundedSemaphore(WORKERS)  # also limits simulations here when other machines take part


class Fleet(Protocol):
    """Where programs are simulated: this machine's cores, or workers (lab/run/fleet.py)."""

    @property
    def threads(self) -> int:
        """Number of concurrent programs."""

    report: Callable[[str], None]  # reports workers that join or leave

    def outcome(self, target: Target, program: Program, quick: bool) -> Outcome: ...


class OwnCores:
    """Simulates in the thread that built the program."""

    threads = WORKERS

    def __init__(self) -> None:
        self.report: Callable[[str], None] = lambda _: None  # nothing to report

    def outcome(self, target: Target, program: Program, quick: bool) -> Outcome:
        with _cores, stage(f"simulate {target.name}"):
            outcome = target.run_one(program, quick)
        if is_external(target) and (reason := targets_base.invalid_reason(target, outcome)):
            outcome = Outcome(failure=f"the target {target.name} is wrong: {reason}")
        outcome.provenance["date"] = now()
        return outcome


def built(
    target: Target,
    implementation: Implementation,
    sizes: list[Size],
    make: Callable[[Implementation, Board, list[Size]], Program] = build,
) -> Program:
    if implementation.archive:
        implementation.archive.file()  # before it takes a core
    with _cores, stage(f"build {target.name}"):
        return make(implementation, target.board, sizes)


def checked_natively(target: Any, program: Program) -> Outcome:
    """The outcome of a program that only checks."""
    with _cores, stage(f"check {target.name}"):
        return target.checks(program)
