# SPDX-License-Identifier: MIT
"""The same board with another compiler, C library or operating system: lab/plan/environments.toml."""

from __future__ import annotations

from functools import cache

import msgspec

from ..errors import LabError
from ..paths import PRIVATE, ROOT
from ..targets import TARGETS
from ..targets.base import Target
from . import schema
from .board import Board

FILE = ROOT / "lab" / "plan" / "environments.toml"
OWN = {"board", "about", "replace", "folder"}


class Environment(schema.Table, omit_defaults=True):
    board: str
    about: str
    replace: dict[str, str] = {}  # flags to replace; the other fields override the board's
    compiler: str = ""
    cflags: list[str] = []
    ldflags: list[str] = []
    runner: list[str] = []  # before the program
    folder: str = ""  # of the runner, in .narae
    make: list[list[str]] = []  # commands that make it
    valgrind: bool = True
    levels: list[str] | msgspec.UnsetType = msgspec.UNSET


@cache
def environments() -> dict[str, Environment]:
    return schema.read(FILE, dict[str, Environment])


def target_in(name: str, environment: str = "") -> Target:
    """A target whose programs are built and run as the environment specifies."""
    if name not in TARGETS:
        raise LabError(f"unknown target `{name}`; the targets are: {', '.join(TARGETS)}")
    target = TARGETS[name]()
    if environment:
        target.board = changed(target.board, environment)
    return target


def changed(board: Board, name: str) -> Board:
    known = {n: environment for n, environment in environments().items() if environment.board == board.name}
    if name not in known:
        raise LabError(f"{board.name} has no environment `{name}`; its environments are: {', '.join(known) or 'none'}")
    fields = {field: value for field, value in msgspec.to_builtins(known[name]).items() if field not in OWN}
    cflags = [known[name].replace.get(flag, flag) for flag in fields.get("cflags", board.cflags)]
    if known[name].folder:
        fields["runner_folder"] = PRIVATE / known[name].folder
    return board.changed(**fields | {"name": f"{board.name}-{name}", "cflags": cflags})
