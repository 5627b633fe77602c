# SPDX-License-Identifier: MIT
"""Where foreign code crashed or hangs: the innermost function of its own files on the stack that it leaves."""

from __future__ import annotations

import re
import signal
import struct
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from .. import processes
from ..build import Program
from .leaks import location

CRASHED = "the program crashed with signal"
GRACE_SECONDS = 10  # for a core to be written
TIMED_OUT = (124, 128 + signal.SIGKILL)  # exit codes of timeout
CORE_BYTES = 32 << 20  # of the program's; qemu's own, which is larger, is cut
NOTE, LOAD, STATUS = 4, 1, 1  # types of segments and of a note
REGISTERS = 112  # where the status of a thread on AArch64 has them: x0 to x30, sp, pc
MAX_FRAMES = 64
Frame = tuple[str, str]  # an address, and "FUNCTION (FILE:LINE)"


def innermost(program: Program, frames: Iterable[Frame]) -> str:
    """The first frame in the code's own files, or else the first one, as the end of a sentence."""
    all_frames = list(frames)
    foreign = program.implementation.foreign
    own_files = {file.name for file in foreign.files} if foreign else set()
    in_own_files = [frame for frame in all_frames if re.sub(r".*\((\S+):\d+\)", r"\1", frame[1]) in own_files]
    return next((f" at {address}, {text}" for address, text in [*in_own_files, *all_frames]), "")


def in_qemu(program: Program, command: list[Any], seconds: float) -> tuple[bool, str]:
    """Runs a program for AArch64 in qemu's user mode, which writes a core if it crashes or hangs: whether it ended, and
    where it was."""
    with tempfile.TemporaryDirectory(prefix="narae-") as folder:
        limited = ["timeout", "--foreground", "--signal=QUIT", f"--kill-after={GRACE_SECONDS}", str(seconds)]
        core = ["prlimit", f"--core={CORE_BYTES}", "env", "-C", folder]
        result = processes.run([*limited, *core, *command, program.elf], seconds + 2 * GRACE_SECONDS)
        cores = list(Path(folder).glob("qemu_*.core"))
        addresses = list(stack(cores[0].read_bytes())) if cores else []
    named = (location(program, address).split(", ", 1) for address in addresses)
    where = innermost(program, ((words[0], words[1]) for words in named if words[-1].endswith(")")))
    return result.returncode not in TIMED_OUT, where


def stack(core: bytes) -> Iterator[int]:
    """The instruction that crashed, the one before its return address, and those of the callers, by frame pointers."""
    start, size, count = *struct.unpack_from("<Q", core, 32), *struct.unpack_from("<HH", core, 54)
    segments = [struct.unpack_from("<IIQQQQ", core, start + n * size) for n in range(count)]
    registers = next(
        r for kind, _, at, _, _, length in segments if kind == NOTE for r in statuses(core, at, at + length)
    )
    *_, frame, link, _, counter = registers
    yield counter
    yield link - 4
    for _ in range(MAX_FRAMES):
        at = next(
            (o + frame - v for kind, _, o, v, _, n in segments if kind == LOAD and v <= frame <= v + n - 16), None
        )
        if at is None or at + 16 > len(core):
            return
        frame, link = struct.unpack_from("<QQ", core, at)
        yield link - 4


def statuses(core: bytes, at: int, end: int) -> Iterator[tuple[int, ...]]:
    """The registers of each thread, from the notes of a core."""
    while at < end:
        name, size, kind = struct.unpack_from("<III", core, at)
        data = at + 12 + (name + 3 & ~3)
        if kind == STATUS:
            yield struct.unpack_from("<33Q", core, data + REGISTERS)
        at = data + (size + 3 & ~3)
