# SPDX-License-Identifier: MIT
"""What a program says about an address: the instruction, and file and line if there is debug information."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from .. import processes
from ..errors import RunError
from .check import Leak

SECONDS = 60
INSTRUCTION = re.compile(r" *([0-9a-f]+):\t[0-9a-f ]+\t(.*)")
COMMENT = re.compile(r"\s*[;@#]\s.*")


def tool(compiler: str, name: str) -> str:
    return compiler.removesuffix("gcc") + name


@lru_cache(4)
def instructions(compiler: str, program: Path) -> dict[int, str]:
    """By address, as objdump writes them."""
    try:
        text = processes.run([tool(compiler, "objdump"), "-d", program], SECONDS).stdout
    except RunError:
        return {}
    found = (INSTRUCTION.match(line) for line in text.splitlines())
    return {int(m[1], 16): " ".join(COMMENT.sub("", m[2]).split()) for m in found if m}


def line(compiler: str, program: Path, address: int) -> str:
    """File and line, or nothing."""
    try:
        text = processes.run([tool(compiler, "addr2line"), "-e", program, hex(address)], SECONDS).stdout.strip()
    except RunError:
        return ""
    name = text.rpartition("/")[2].partition(" ")[0]
    return "" if name.startswith("??") or name.endswith(("?", ":0")) else name


def located(compiler: str, program: Path, leak: Leak) -> Leak:
    """With its instruction, and file and line if there is debug information."""
    text = instructions(compiler, program).get(leak.pc, "")
    return replace(leak, instruction=text, line=line(compiler, program, leak.pc))
