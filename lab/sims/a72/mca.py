"""llvm-mca as the second opinion on a trace.

LLVM schedules the Cortex-A72 with its model of the A57.  It sees a straight line: branches are always
right, calls and returns (which it takes for 100 cycles) become plain branches, stores and loads never
meet.  A long trace is cut into pieces that run one by one, at most eight and evenly spread: a piece
costs a start of some 15 cycles too many, which is two per cent at most."""

from __future__ import annotations

import array
import re
import tempfile
from functools import cache
from pathlib import Path

from ..qemu.tracing import output

PIECE = 3000  # instructions; the time that llvm-mca takes grows with the square
MOST_PIECES = 8
ENOUGH = 4000  # shorter traces run again and again
SECONDS = 60
PLAIN_BRANCH = "b there"
INDIRECT = ("bl", "blr", "br", "ret")
RELATIVE = re.compile(r"^(b|b\.\w+|cbn?z|tbn?z|adrp?|ldr|ldrsw|prfm)\t(.*)0x[0-9a-f]+$")


def cycles(trace: Path) -> float:
    """Cycles that llvm-mca gives for the whole trace."""
    opcodes = array.array("I", trace.read_bytes())[1::3]
    texts = assembly(frozenset(opcodes))
    lines = [texts[o] for o in opcodes]
    if len(lines) <= PIECE:
        repeats = max(1, ENOUGH // len(lines))
        return sum(run([lines], repeats)) / repeats
    whole = range(0, len(lines) - PIECE + 1, PIECE)
    step = max(1, len(whole) // MOST_PIECES)
    pieces = [lines[first : first + PIECE] for first in whole[::step]]
    return sum(run(pieces, 1)) * len(lines) / (PIECE * len(pieces))


def run(pieces: list[list[str]], repeats: int) -> list[int]:
    """Cycles for each piece, when it runs `repeats` times in a row."""
    with tempfile.NamedTemporaryFile("w", suffix=".s") as source:
        for piece in pieces:
            source.write("\n".join(["# LLVM-MCA-BEGIN", *piece, "# LLVM-MCA-END", ""]))
        source.flush()
        quiet = ["--instruction-info=false", "--resource-pressure=false"]
        chip = ["-mtriple=aarch64-linux-gnu", "-mcpu=cortex-a72", f"-iterations={repeats}"]
        report = output(["llvm-mca", *chip, *quiet, source.name], SECONDS)
    return [int(total) for total in re.findall(r"^Total Cycles: +(\d+)", report, re.MULTILINE)]


@cache
def assembly(opcodes: frozenset[int]) -> dict[int, str]:
    """Each opcode as a line of assembly that llvm-mca takes."""
    with tempfile.NamedTemporaryFile("wb", suffix=".bin") as binary:
        binary.write(array.array("I", sorted(opcodes)).tobytes())
        binary.flush()
        listing = output(["aarch64-linux-gnu-objdump", "-D", "-b", "binary", "-m", "aarch64", binary.name], SECONDS)
    lines = re.findall(r"^ *[0-9a-f]+:\t([0-9a-f]{8}) \t(.*)$", listing, re.MULTILINE)
    return {int(opcode, 16): rewritten(text) for opcode, text in lines}


def rewritten(text: str) -> str:
    text = text.split("//")[0].rstrip()
    if text.split("\t")[0] in INDIRECT:
        return PLAIN_BRANCH
    return RELATIVE.sub(r"\1\t\2there", text)


@cache
def version() -> str:
    return re.search(r"LLVM version (\S+)", output(["llvm-mca", "--version"], SECONDS))[1]
