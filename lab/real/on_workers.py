# SPDX-License-Identifier: MIT
"""Boards of other machines, offered by a scheduler's workers.  A task is a program and its target; its outcome is the
program's output, and where it ran."""

from __future__ import annotations

import os
import pickle
import queue
from dataclasses import dataclass
from pathlib import Path

from ..errors import RunError
from ..files import temporary_folder
from ..paths import CACHE
from ..plan.board import Board, load_board
from ..run import fleet
from .board import Output, Serial

# Of this worker: the boards of each target that no task uses at the moment.
IDLE: dict[str, queue.SimpleQueue[Serial]] = {}


@dataclass(frozen=True)
class Task:
    target: str
    elf: bytes
    cipher: str


def offer(target: str, wire: Serial) -> None:
    IDLE.setdefault(target, queue.SimpleQueue()).put(wire)


def run(data: bytes) -> bytes:
    """On a worker: a Task in; an Output or the text of an error out.  Dask starts no more tasks than there are
    boards."""
    task: Task = pickle.loads(data)
    wire = IDLE[task.target].get()
    try:
        with temporary_folder(CACHE) as folder:
            program = folder / "bench.elf"
            program.write_bytes(task.elf)
            output = wire.run(load_board(task.target), program, task.cipher)
            return pickle.dumps(Output(output.text, f"{output.where} of {os.uname().nodename}"))
    except RunError as error:
        return pickle.dumps(str(error))
    finally:
        IDLE[task.target].put(wire)


@dataclass
class Workers:
    """The workers' boards of a kind, as a Wire of lab/real/board.py."""

    lab: fleet.Fleet
    target: str

    @property
    def name(self) -> str:
        return f"the workers of {self.lab.address}"

    @property
    def boards(self) -> int:
        return max(1, self.lab.boards(self.target))

    def run(self, board: Board, program: Path, cipher: str) -> Output:
        result = self.lab.on_board(__name__, Task(self.target, program.read_bytes(), cipher), self.target)
        if isinstance(result, Output):
            return result
        raise RunError(result)
