# SPDX-License-Identifier: MIT
"""Builds and runs x86_trace: the path of a program on this machine, instruction by instruction."""

from __future__ import annotations

import ctypes
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

from .. import processes
from ..errors import RunError
from ..rows import DIFFERS, EQUAL, NOT_RUN
from .run import Pairs, Parting, compiled, part_option, partings

SOURCE = Path(__file__).resolve().parent / "x86_trace.c"
SECONDS = 300
MAX_INSTRUCTIONS = 150_000


def build_tracer() -> Path:
    return compiled((SOURCE,), ("-lZydis",))


@cache
def version() -> str:
    library = ctypes.CDLL("libZydis.so")
    library.ZydisGetVersion.restype = ctypes.c_uint64
    number = library.ZydisGetVersion()
    return f"x86_trace, Zydis {number >> 48}.{number >> 32 & 0xFFFF}.{number >> 16 & 0xFFFF}"


def trace(command: list[Any], environment: list[Any], more: tuple[str, ...] = (), limit: int | None = None) -> str:
    """The program's output while it is traced; `environment` is a call of env."""
    limit = MAX_INSTRUCTIONS if limit is None else limit
    done = processes.run([*environment, build_tracer(), str(limit), *more, *command], SECONDS)
    if done.returncode not in (0, 1):
        raise RunError(done.stderr.strip()[-300:] or f"ended with {done.returncode}")
    return done.stdout


def only(windows: Iterable[bool]) -> tuple[str, str]:
    """The option to trace only these windows, of all in order."""
    return "--only", "".join("01"[followed] for followed in windows)


def part(command: list[Any], environment: list[Any], pairs: Pairs) -> list[Parting]:
    """Runs the program once more and reports where these windows diverge."""
    return partings(trace(command, environment, ("--part", part_option(pairs))))


def where(command: list[Any], environment: list[Any], seconds: int) -> int | None:
    """The address at which the program hangs after so many seconds; None if it has ended."""
    output = trace(command, environment, ("--where", str(seconds)), 0)
    return int(output, 16) if output else None


def verdict(hashes: list[int]) -> dict[str, Any] | None:
    """From the hashes of some windows, instructions above addresses (lab/bench/hal.h); None if less than two were
    followed."""
    instructions = {h >> 32 for h in hashes if h}
    addresses = {h & 0xFFFFFFFF for h in hashes if h}
    if sum(map(bool, hashes)) < 2:
        return None
    return {
        "cycles": NOT_RUN,
        "pc_trace": EQUAL if len(instructions) == 1 else DIFFERS,
        "address_trace": EQUAL if len(addresses) == 1 else DIFFERS,
    }
