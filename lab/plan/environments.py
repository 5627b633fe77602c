# SPDX-License-Identifier: MIT
"""The same board with another compiler, C library or operating system: lab/plan/environments.toml."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

from ..build import Board
from ..errors import LabError
from ..paths import PRIVATE, ROOT
from ..targets import TARGETS
from ..targets.base import AnyTarget
from . import schema

FILE = ROOT / "lab" / "plan" / "environments.toml"
OWN = {"board", "about", "replace"}


class Environment(schema.Table):
    board: str
    about: str
    replace: dict[str, str] = {}  # of the board's flags; what follows takes the place of a field of its own
    compiler: str = ""
    cflags: list[str] = []
    ldflags: list[str] = []
    runner: list[str] = []  # before the program
    folder: str = ""  # of the runner, in .narae
    make: list[list[str]] = []  # commands that make it
    valgrind: bool = True
    levels: list[str] = []


@cache
def environments() -> dict[str, dict[str, Any]]:
    return schema.checked(FILE, dict[str, Environment])


def target_in(name: str, environment: str = "") -> AnyTarget:
    """A target whose programs are built and run as the environment specifies."""
    if name not in TARGETS:
        raise LabError(f"unknown target `{name}`; the targets are: {', '.join(TARGETS)}")
    target = TARGETS[name]()
    if environment:
        target.board = changed(target.board, environment)
    return target


def changed(board: Board, environment: str) -> Board:
    known = {name: facts for name, facts in environments().items() if facts["board"] == board.name}
    if environment not in known:
        raise LabError(
            f"{board.name} has no environment `{environment}`; its environments are: {', '.join(known) or 'none'}"
        )
    facts = known[environment]
    other = board.facts | {k: v for k, v in facts.items() if k not in OWN}
    swap = facts.get("replace", {})
    other["cflags"] = [swap.get(flag, flag) for flag in other["cflags"]]
    if "folder" in facts:
        other["folder"] = PRIVATE / facts["folder"]
    return replace(board, name=f"{board.name}-{environment}", facts=other)
