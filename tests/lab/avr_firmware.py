"""Firmware for the Uno around kernels of the library: build, run, and what it printed."""

from __future__ import annotations

import subprocess
import tomllib
from pathlib import Path

from lab.sims.avr import Run, build_simavr, run_simavr

ROOT = Path(__file__).resolve().parents[2]
UNO = ROOT / "lab/boards/uno"
BENCH = ROOT / "lab/bench"

PRELUDE = """#include "abi.h"
#include "hal.h"
#include "print.h"
#include "random.h"

static inline void print_string(const char *p) { while (*p != 0) hal_put(*p++); }
"""


def build(folder: Path, body: str, *options: str) -> Path:
    """Links `body` with the whole library; the linker drops what it does not use."""
    board = tomllib.loads((UNO / "board.toml").read_text())
    source, elf = folder / "firmware.c", folder / "firmware.elf"
    source.write_text(PRELUDE + body)
    sources = [*UNO.glob("*.[cS]"), *(ROOT / "src").glob("*/*.[cS]"), source]
    flags = [*board["cflags"], "-std=gnu11", "-Wall", "-Wextra", "-ffunction-sections", "-fdata-sections"]
    include = [f"-I{d}" for d in (ROOT / "include", ROOT / "src", BENCH, UNO)]
    command = [board["compiler"], *flags, *options, *include, *sorted(sources), "-Wl,--gc-sections", "-o", elf]
    subprocess.run(command, check=True)
    return elf


def run(elf: Path, folder: Path) -> tuple[Run, dict[str, list[str]]]:
    """Runs it to its end; gives what it printed as first word and the rest."""
    seen = run_simavr(elf, addresses=True, program=build_simavr(folder), max_cycles=400_000_000)
    assert (seen.end, seen.exit_status) == ("exit", 0), seen.reason
    return seen, {line.split()[0]: line.split()[1:] for line in seen.uart.splitlines()}


def symbol_bytes(elf: Path, *names: str) -> int:
    lines = subprocess.run(["avr-nm", "-S", elf], check=True, capture_output=True, text=True).stdout.splitlines()
    sizes = {fields[3]: int(fields[1], 16) for fields in map(str.split, lines) if len(fields) == 4}
    return sum(sizes[name] for name in names)
