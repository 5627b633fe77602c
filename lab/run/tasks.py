# SPDX-License-Identifier: MIT
"""Tasks that one machine runs for another.  A task is plain data, and its outcome depends only on that data: the
program, the target, and the simulating code, which a worker announces as a resource."""

from __future__ import annotations

import inspect
import pickle
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from ..build import Program
from ..cache import entry_of, lab_hash
from ..errors import LabError
from ..files import temporary_folder
from ..paths import CACHE
from ..rows.provenance import now
from ..targets import TARGETS
from ..targets.base import Outcome, Target

CORES = "simulate"  # resource: a simulation takes one unit, a real clock all
UNLIMITED = 1e6  # amount of a resource that is only a label


@dataclass(frozen=True)
class Task:
    target: str
    program: Program  # without fields that only matter for building
    elf: bytes
    quick: bool


@dataclass(frozen=True)
class TaskResult:
    outcome: Outcome
    seconds: float


def identity(target: Target, quick: bool) -> list[str | Path]:
    """What an outcome depends on, besides the program and the lab's common code."""
    code = [target.board.folder / "board.toml", Path(inspect.getfile(type(target)))]
    simulators = target.simulators()
    if not isinstance(simulators, list) or not all(isinstance(name, str) for name in simulators):
        raise TypeError(f"simulators gave {simulators!r:.40}, not a list of texts")
    return [target.name, *simulators, str(quick), *code]


def label(target: Target) -> str:
    """The resource of workers that simulate a target exactly as this checkout does."""
    return f"{target.name}/{entry_of('', [lab_hash(), *identity(target, False)]).name[:12]}"


def packed(target: Target, program: Program, quick: bool) -> bytes:
    bare = replace(program.implementation, foreign=None, archive=None)
    plain = replace(program, implementation=bare, elf=Path(), own_objects=(), vectors=())
    return pickle.dumps(Task(target.name, plain, program.elf.read_bytes(), quick))


def run(data: bytes) -> bytes:
    """On a worker: a Task in, a TaskResult out."""
    task: Task = pickle.loads(data)
    begin = time.monotonic()
    with temporary_folder(CACHE) as folder:
        elf = folder / "bench.elf"
        elf.write_bytes(task.elf)
        elf.chmod(0o755)
        outcome = TARGETS[task.target]().run_one(replace(task.program, elf=elf), task.quick)
    outcome.provenance["date"] = now()
    return pickle.dumps(TaskResult(outcome, time.monotonic() - begin))


def simulated() -> Iterator[tuple[str, str]]:
    """For each target its label and "" if this machine can simulate it; otherwise its name and the reason."""
    for name, kind in TARGETS.items():
        target = kind()
        if not target.alone:
            try:
                yield label(target), ""
            except LabError as error:
                yield name, str(error)
