# SPDX-License-Identifier: MIT
"""llvm-mca as a second opinion on a trace: reported in rows, but not part of their interval.

LLVM schedules the Cortex-A72 with its model of the A57.  It sees straight-line code: branches are always predicted,
calls and returns (which it takes for 100 cycles) become plain branches, and there is no store-to-load forwarding.  A
long trace is sampled in at most four pieces, evenly spread: each piece has a startup error of some 15 cycles, at most
two per cent."""

from __future__ import annotations

import array
import hashlib
import itertools
import re
import tempfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from ..run import output

PIECE = 3000  # instructions; the time that llvm-mca takes grows with the square
MAX_PIECES = 4
ROOM = 48  # places where a piece of a long trace may begin
ENOUGH = 4000  # shorter traces run again and again
STEP = 12  # bytes of a trace
SECONDS = 240
PLAIN_BRANCH = "b there"
INDIRECT = ("bl", "blr", "br", "ret")
RELATIVE = re.compile(r"^(b|b\.\w+|cbn?z|tbn?z|adrp?|ldr|ldrsw|prfm)\t(.*)0x[0-9a-f]+$")


def cycles(traces: list[Path]) -> list[float]:
    """llvm-mca's cycles for each whole trace."""
    parts = [Parts.of(t) for t in traces]
    pieces = [piece for p in parts for piece in p.pieces]
    texts = assembly(set().union(*pieces))
    totals = iter(totals_of(["\n".join([texts[opcode] for opcode in piece]) for piece in pieces]))
    return [sum(itertools.islice(totals, len(p.pieces))) * p.scale for p in parts]


_known: dict[bytes, int] = {}  # by the hash of a piece


def totals_of(pieces: list[str]) -> list[int]:
    """Cycles for each piece.  Many traces (encryption and decryption in CTR, seal and open) have the same pieces, and
    llvm-mca spends most time reading its text."""
    names = [hashlib.sha256(piece.encode()).digest() for piece in pieces]
    new = {name: piece for name, piece in zip(names, pieces, strict=True) if name not in _known}
    if new:
        _known.update(zip(new, run(list(new.values())), strict=True))
    return [_known[name] for name in names]


@dataclass(frozen=True)
class Parts:
    """The sampled parts of a trace, and the factor to the whole."""

    pieces: list[array.array[int]]  # of opcodes
    scale: float

    @classmethod
    def of(cls, trace: Path) -> Parts:
        count = trace.stat().st_size // STEP
        if count <= PIECE:
            repeats = max(1, ENOUGH // count)
            return cls([opcodes(trace, 0, count) * repeats], 1 / repeats)
        whole = range(0, count - PIECE + 1, PIECE)
        some = whole[:: -(-len(whole) // MAX_PIECES)]
        room = ROOM if len(whole) >= MAX_PIECES else 1
        later = [settled(opcodes(trace, first, PIECE + room - 1)) for first in some[1:]]
        return cls([opcodes(trace, 0, PIECE), *later], count / (PIECE * len(some)))


def settled(codes: array.array[int]) -> array.array[int]:
    """The rotation of a loop's piece that begins with the smallest opcodes: loops entered a few instructions earlier or
    later become equal, and run once."""
    begin = min(range(len(codes) - PIECE + 1), key=lambda place: codes[place : place + ROOM])
    return codes[begin : begin + PIECE]


def opcodes(trace: Path, first: int, count: int) -> array.array[int]:
    """Of a trace's steps, three words each."""
    with trace.open("rb") as stream:
        stream.seek(first * STEP)
        return array.array("I", stream.read(count * STEP))[1::3]


def run(pieces: list[str]) -> list[int]:
    with tempfile.NamedTemporaryFile("w", suffix=".s") as source:
        for piece in pieces:
            source.write("\n".join(["# LLVM-MCA-BEGIN", piece, "# LLVM-MCA-END", ""]))
        source.flush()
        quiet = ["--instruction-info=false", "--resource-pressure=false"]
        chip = ["-mtriple=aarch64-linux-gnu", "-mcpu=cortex-a72", "-iterations=1"]
        report = output(["llvm-mca", *chip, *quiet, source.name], SECONDS)
    return [int(total) for total in re.findall(r"^Total Cycles: +(\d+)", report, re.MULTILINE)]


_texts: dict[int, str] = {}  # by opcode


def assembly(codes: set[int]) -> dict[int, str]:
    """Each opcode as a line of assembly that llvm-mca takes: at least `codes`."""
    new = sorted(code for code in codes if code not in _texts)
    if new:
        _texts.update(disassembled(new))
    return _texts


def disassembled(codes: list[int]) -> dict[int, str]:
    with tempfile.NamedTemporaryFile("wb", suffix=".bin") as binary:
        binary.write(array.array("I", codes).tobytes())
        binary.flush()
        raw = ["-D", "-b", "binary", "-m", "aarch64", "-M", "no-aliases"]  # which take llvm-mca longer
        listing = output(["aarch64-linux-gnu-objdump", *raw, binary.name], SECONDS)
    lines = re.findall(r"^ *[0-9a-f]+:\t([0-9a-f]{8}) \t(.*)$", listing, re.MULTILINE)
    return {int(code, 16): rewritten(text) for code, text in lines}


def rewritten(text: str) -> str:
    text = text.split("//")[0].rstrip()
    if text.split("\t")[0] in INDIRECT:
        return PLAIN_BRANCH
    return RELATIVE.sub(r"\1\t\2there", text)


@cache
def version() -> str:
    return re.findall(r"LLVM version (\S+)", output(["llvm-mca", "--version"], SECONDS))[0]
