# SPDX-License-Identifier: MIT
"""The first instruction that depends on a secret, where a simulator saw two windows of an operation differ: its
address, symbol and line."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

from .. import processes
from ..build import Program
from ..errors import RunError
from ..rows import DIFFERS
from ..run.protocol import Operation
from ..sims.run import Pairs, Parting
from .base import Outcome

SECONDS = 60
# What of a row's verdict is decided by which hash of a window, as it is looked for.
HASHES = {"pc_trace": "pc_hash", "address_trace": "address_hash"}
KINDS = {"pc_trace": "a branch", "address_trace": "an address"}


class Seen(Protocol):
    """A window of a simulator."""

    @property
    def pc_hash(self) -> str: ...
    @property
    def address_hash(self) -> str | None: ...


def name_leaks(
    program: Program,
    outcome: Outcome,
    windows: Sequence[Seen],
    numbers: dict[Operation, list[int]],
    part: Callable[[Path, Pairs], list[Parting]],
) -> None:
    """Says it in the provenance of each operation that leaks, of code that is not the project's own; `numbers` of its
    windows among all of the run, `part` runs the program once more."""
    if not program.implementation.strangers:
        return
    asked: dict[tuple[int, int], tuple[Operation, str]] = {}
    for operation, finding in outcome.findings.items():
        differing = [what for what in HASHES if finding.constant_time.get(what) == DIFFERS]
        if differing:
            mine, what = numbers[operation], differing[0]
            hashes = [getattr(windows[n], HASHES[what]) for n in mine]
            other = next(n for n, h in zip(mine, hashes, strict=True) if h != hashes[0])
            asked[mine[0], other] = operation, what
    for parting in part(program.elf, list(asked)) if asked else []:
        operation, what = asked[parting.first, parting.second]
        address = parting.branch if what == "pc_trace" else parting.access
        if address is not None:
            said = f"{KINDS[what]} depends on a secret at {place(program, address)}"
            outcome.findings[operation].provenance["leak"] = said


def place(program: Program, address: int) -> str:
    """An address with its function and line, as far as the program's symbols and debug information tell."""
    tool = re.sub(r"(gcc|g\+\+|clang|cc)$", "addr2line", Path(program.board.compiler).name)
    try:
        said = processes.run([tool, "-i", "-f", "-e", program.elf, hex(address)], SECONDS).stdout.splitlines()
    except RunError:
        said = []
    name, line = (*said[:2], "??", "??")[:2] if len(said) >= 2 else ("??", "??")
    file = re.sub(r" \(discriminator \d+\)$", "", line).rpartition("/")[2]
    parts = [hex(address), *([name] if name != "??" else [])]
    return ", ".join(parts) + (f" ({file})" if not file.startswith("??") and not file.endswith(("?", ":0")) else "")
