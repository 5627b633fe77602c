# SPDX-License-Identifier: MIT
"""What a claim consists of: calls on buffers, and what they must leave there."""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from .core import TRUE, Lits
from .machines import Buffer, Machine, Number

Value = Callable[[Lits], bytes]  # of bits


@dataclass(frozen=True)
class Call:
    """`arguments`: (a number or the name of a buffer, bytes; 0: as wide as a pointer); `answer`: what it must return,
    if it returns a `status`; buffers that it must not write (`constant`), must leave as they were (`unchanged`), or
    that the caller has no longer (`gone`)."""

    function: int
    arguments: tuple[tuple[Number | str, int], ...]
    status: bool = False
    answer: int = 0  # NARAE_OK
    constant: tuple[str, ...] = ()
    unchanged: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()


class Caller(Protocol):
    """Makes calls whose functions call another one, which is unknown."""

    def begin(self) -> None: ...

    def call(self, machine: Machine, call: Call) -> None: ...


@dataclass(frozen=True)
class Case:
    """One way to call: `name` for people, buffers before, calls, and the content of buffers after them."""

    name: str
    buffers: list[Buffer]
    calls: list[Call]
    expected: dict[str, Lits]
    caller: Caller | None = None
    assumed: Lits = TRUE  # of public numbers
    real: Callable[[Value], Value] = lambda value: value  # with values of what the unknown function makes
    same: Callable[[dict[str, Lits], dict[str, Lits]], bool] = operator.eq  # what is left and expected
    settles: int = 0  # 1: flags that `assumed` decides are constants; 2: numbers that are added, too
