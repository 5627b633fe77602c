# SPDX-License-Identifier: MIT
"""Runs a program in qemu's user mode with the lab's tracer.

It knows neither ciphers nor cycles: a program goes in, windows and traces come out."""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from ... import processes
from ...errors import RunError
from ..run import Pairs, Parting, compiled, output, part_option, partings

HERE = Path(__file__).resolve().parent
RUN_SECONDS = 300
TRACED = "NARAE_TRACED"  # set for a program that runs under the tracer


@dataclass(frozen=True)
class Machine:
    """The qemu with its options, and the opcodes of the tracer's marks: open, operation, close, row."""

    qemu: str
    options: tuple[str, ...]
    marks: tuple[int, int, int, int]

    def version(self) -> str:
        return version_of(self.qemu)


@dataclass(frozen=True)
class Window:
    """The program's trace between two marks."""

    kind: str  # ruler or operation
    instructions: int
    pc_hash: str
    address_hash: str
    trace: Path | None


@dataclass(frozen=True)
class Traced:
    """One program: output, exit code and windows in order."""

    output: str
    exit_code: int
    windows: list[Window]

    def of(self, kind: str) -> list[Window]:
        return [w for w in self.windows if w.kind == kind]


@cache
def version_of(qemu: str) -> str:
    return output([qemu, "--version"]).splitlines()[0].split(" (")[0]


def part(elf: Path, machine: Machine, folder: Path, pairs: Pairs) -> list[Parting]:
    """Runs the program once more and reports where these windows diverge."""
    trace(elf, machine, folder, f",part={part_option(pairs)}")
    return partings((folder / "partings").read_text())


def trace(elf: Path, machine: Machine, folder: Path, more: str = "") -> Traced:
    """Runs the program on a machine; traces are left in `folder`."""
    tracer = compiled((HERE / "tracer.c",), ("-shared", "-fPIC", "-fvisibility=hidden"))
    plugin = f"{tracer},out={folder},marks={':'.join(f'{mark:x}' for mark in machine.marks)}{more}"
    command = [machine.qemu, *machine.options, "-E", f"{TRACED}=1", "-plugin", plugin, elf]
    done = processes.run(command, RUN_SECONDS, env={"PATH": os.environ.get("PATH", os.defpath)})
    report = folder / "windows"
    if not report.exists() or done.stderr.startswith("tracer: "):
        raise RunError(f"{machine.qemu} failed: {done.stderr.strip()[-300:] or f'exit code {done.returncode}'}")
    windows = [window(line.split(), folder) for line in report.read_text().splitlines()]
    return Traced(done.stdout, done.returncode, windows)


def window(words: list[str], folder: Path) -> Window:
    kind, instructions, pc_hash, address_hash, file = words
    return Window(kind, int(instructions), pc_hash, address_hash, None if file == "-" else folder / file)
