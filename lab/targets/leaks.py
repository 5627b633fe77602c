# SPDX-License-Identifier: MIT
"""The first instruction that depends on a secret, where two windows of an operation differ: its address, symbol and
line."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

from .. import processes
from ..build import Program, symbols
from ..errors import RunError
from ..rows import DIFFERS
from ..run.protocol import KILLED, Operation
from ..sims.run import Pairs, Parting
from .base import Outcome

SECONDS = 60
# Checks of a row's verdict, each with the hash of a window that decides it.
HASHES = {"pc_trace": "pc_hash", "address_trace": "address_hash"}
KINDS = {"pc_trace": "a branch", "address_trace": "an address"}


class HashedWindow(Protocol):
    """A window of a simulator."""

    @property
    def pc_hash(self) -> str: ...
    @property
    def address_hash(self) -> str | None: ...


def name_leaks(
    program: Program,
    outcome: Outcome,
    windows: Sequence[HashedWindow],
    numbers: dict[Operation, list[int]],
    part: Callable[[Path, Pairs], list[Parting]],
) -> None:
    """Adds the place of each leak to the provenance of its operation, for code that is not the project's own.
    `numbers`: its windows among all of the run; `part` runs the program once more."""
    if not program.implementation.user_code:
        return
    pairs: dict[tuple[int, int], tuple[Operation, str]] = {}
    for operation, finding in outcome.findings.items():
        differing = [what for what in HASHES if finding.constant_time.get(what) == DIFFERS]
        if differing:
            hashes = [getattr(windows[n], HASHES[differing[0]]) for n in numbers[operation]]
            pairs[first_two(numbers[operation], hashes)] = operation, differing[0]
    for operation, leak in leaks_between(program, pairs, part).items():
        outcome.findings[operation].provenance["leak"] = leak


def first_two(numbers: list[int], hashes: Sequence[object]) -> tuple[int, int]:
    """The first window, and the first one that differs from it."""
    return numbers[0], next(n for n, h in zip(numbers, hashes, strict=True) if h != hashes[0])


def leaks_between(
    program: Program,
    pairs: dict[tuple[int, int], tuple[Operation, str]],
    part: Callable[[Path, Pairs], list[Parting]],
) -> dict[Operation, str]:
    """A sentence for each operation; `pairs`: two differing windows, with their operation and the kind of difference
    (HASHES)."""
    leaks = {}
    for parting in part(program.elf, list(pairs)) if pairs else []:
        operation, hash_name = pairs[parting.first, parting.second]
        branch, access = parting.branch, parting.access
        if branch is None and hash_name == "pc_trace":  # two ways of the same length through a library
            branch, access = access, None
        both = [(kind, at) for kind, at in zip(KINDS.values(), (branch, access), strict=True) if at is not None]
        if both:
            leaks[operation] = "; ".join(f"{kind} depends on a secret at {location(program, at)}" for kind, at in both)
    return leaks


def location(program: Program, address: int) -> str:
    """An address with its function and line, as far as symbols and debug information tell."""
    compiler = Path(program.board.compiler).name
    tool = program.board.binutils.format("addr2line") or re.sub(r"(gcc|g\+\+|clang|cc)$", "addr2line", compiler)
    try:
        output = processes.run([tool, "-i", "-f", "-e", program.elf, hex(address)], SECONDS).stdout.splitlines()
    except RunError:
        output = []
    name, line = (*output[:2], "??", "??")[:2] if len(output) >= 2 else ("??", "??")
    # Code without debug information, as of a C library, is taken for the end of what precedes it.
    functions = {n: (start & ~1, start + size) for _, n, _, start, size in symbols(program.elf)}
    if len(output) >= 2 and not within(address, functions.get(output[-2], (0, address + 1))):
        name, line = next((n for n, where in functions.items() if within(address, where)), "??"), "??"
    file = re.sub(r" \(discriminator \d+\)$", "", line).rpartition("/")[2]
    parts = [hex(address), *([name] if name != "??" else [])]
    return ", ".join(parts) + (f" ({file})" if not file.startswith("??") and not file.endswith(("?", ":0")) else "")


def within(address: int, where: tuple[int, int]) -> bool:
    return where[0] <= address < where[1]


def with_locations(program: Program, failure: str) -> str:
    """The failure, with function and line for each address in a user's program."""
    if not program.implementation.user_code:
        return failure
    if failure.startswith(KILLED):
        return re.sub(r" at PC (0x[0-9a-f]+)$", lambda hit: hanging(program, int(hit[1], 16)), failure)
    return re.sub(r"\bPC (0x[0-9a-f]+)", lambda hit: location(program, int(hit[1], 16)), failure)


def hanging(program: Program, address: int) -> str:
    """The end of a sentence about a program that hangs; empty in the bench, which waits for slow code and has no debug
    information."""
    at = location(program, address)
    return f" at {at}" if at.endswith(")") else ""
