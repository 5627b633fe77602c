"""Builds and calls x86_trace: which way a program of this machine takes, instruction by instruction."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from .. import processes
from ..errors import RunError
from ..rows import DIFFERS, EQUAL, NOT_RUN
from .run import compiled, output

SOURCE = Path(__file__).resolve().parent / "x86_trace.c"
SECONDS = 300
MOST_INSTRUCTIONS = 150_000
NOT_FOLLOWED, REFUSED = 125, 126


def build_tracer() -> Path:
    return compiled(SOURCE, ["-lZydis"])


@cache
def version() -> str:
    return f"x86_trace, Zydis {output([build_tracer(), '--version']).strip()}"


def trace(command: list, environment: list) -> str | None:
    """What the program said while it was followed; None where the system does not let it be."""
    done = processes.run([*environment, build_tracer(), MOST_INSTRUCTIONS, *command], SECONDS)
    if done.returncode == REFUSED:
        return None
    if done.returncode == NOT_FOLLOWED:
        raise RunError(done.stderr.strip()[-300:])
    return done.stdout


def verdict(hashes: list[int]) -> dict | None:
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
