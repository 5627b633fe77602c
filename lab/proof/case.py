# SPDX-License-Identifier: MIT
"""Test cases of a claim: calls on symbolic buffers and their expected contents."""

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
    """`arguments`: (number or buffer name, bytes; 0: a pointer's width; INT); `answer`: the required status, if it
    returns one; buffers that it must not write (`constant`), must leave unchanged, or must not access
    (`inaccessible`)."""

    function: int
    arguments: tuple[tuple[Number | str, int], ...]
    status: bool = False
    answer: int = 0  # NARAE_OK
    constant: tuple[str, ...] = ()
    unchanged: tuple[str, ...] = ()
    inaccessible: tuple[str, ...] = ()


def as_it_is(value: Value) -> Value:
    return value


def halves(data: bytes, size: int) -> tuple[bytes, bytes]:
    """The first shares and the second ones of values in two shares, each of `size` bytes."""
    parts = [data[i : i + size] for i in range(0, len(data), size)]
    return b"".join(parts[::2]), b"".join(parts[1::2])


class Caller(Protocol):
    """Makes calls that reach an uninterpreted function."""

    def begin(self) -> None: ...

    def call(self, machine: Machine, call: Call) -> None: ...


@dataclass(frozen=True)
class Case:
    """Initial buffers, calls, and the expected contents of buffers afterwards."""

    name: str
    buffers: list[Buffer]
    calls: list[Call]
    expected: dict[str, Lits]
    caller: Caller | None = None
    assumed: Lits = TRUE  # about public numbers
    real: Callable[[Value], Value] = as_it_is  # adds what the inputs of the graph are functions of
    same: Callable[[dict[str, Lits], dict[str, Lits]], bool] = operator.eq  # actual, expected
    share_bytes: int = 0  # outputs are shares of so many bytes, in pairs, whose sums are expected; 0: not shared
    simplify: int = 0  # what `assumed` decides becomes constant: 1 flags, 2 numbers too
