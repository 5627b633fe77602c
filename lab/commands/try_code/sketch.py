# SPDX-License-Identifier: MIT
"""./narae try SKETCH.ino: runs anybody's Arduino sketch on a simulated Uno."""

from __future__ import annotations

import shlex
from argparse import Namespace
from dataclasses import asdict
from pathlib import Path

from rich.console import Console
from rich.table import Table

from ... import files
from ...build import arduino
from ...errors import BuildError, LabError, RunError
from ...paths import shown
from ...progress import Progress
from ...rows import provenance
from ...run import sketch
from ...run.sketch import CLOCK_HZ, Result
from ...text import counted
from ...views.table import wide_console

OPTIONS = ("library", "function", "seconds")  # of sketches alone


def sketch_in(path: Path) -> Path | None:
    """The sketch that a path names: a file, or a folder with a sketch of its own name."""
    named = (
        [path] if path.suffix in arduino.SKETCHES else [path / f"{path.name}{suffix}" for suffix in arduino.SKETCHES]
    )
    return next((file for file in named if file.is_file()), None)


def run_sketch(options: Namespace, file: Path) -> int:
    sources = arduino.Sketch(file, tuple(options.library), tuple(shlex.split(options.cflags)))
    with Progress(2) as progress:
        try:
            progress.step(f"building {file.name}")
            program = arduino.build(sources)
            progress.step(f"running {file.name}")
            result = sketch.run(program, options.function, options.seconds or sketch.SECONDS)
        except (BuildError, RunError) as error:
            raise LabError(f"{file.name} {error}") from error
    console = wide_console()
    show(console, sources, result)
    if options.json:
        files.write_json(options.json, document(sources, result))
        console.print(f"JSON: {shown(options.json)}", highlight=False, soft_wrap=True)
    return 0


def show(console: Console, sources: arduino.Sketch, result: Result) -> None:
    versions = arduino.versions()
    flags = " ".join(["-Os -flto", *sources.flags])
    console.print(
        f"[bold]{sources.file.name}[/] on an Arduino Uno: {versions['core']}, {versions['compiler']} {flags}, "
        f"{result.simulator}; cycles are those between its own clock readings",
        highlight=False,
    )
    table = Table(box=None, pad_edge=False)
    table.add_column("serial output", overflow="fold")
    table.add_column("cycles", justify="right", no_wrap=True)
    for line in result.lines:
        table.add_row(line.text, ", ".join(f"{cycles:,}" for cycles in line.intervals))
    console.print(table)
    for name, calls in result.functions.items():
        low, high = min(calls, default=0), max(calls, default=0)
        cycles = f"{low:,}" if low == high else f"{low:,} to {high:,}"
        times = f": {cycles} cycles, {high / CLOCK_HZ * 1e6:,.1f} us" if calls else ""
        console.print(f"{name}: {counted(len(calls), 'call')}{times}", highlight=False)
    size = result.size
    console.print(
        f"flash {size.flash_bytes:,} of {arduino.FLASH_BYTES:,} bytes, RAM {size.ram_bytes:,} of "
        f"{arduino.RAM_BYTES:,}; {result.seconds:.1f} s of the board's time",
        highlight=False,
    )
    if not result.ended:
        console.print("the sketch had not ended: --seconds N runs it longer", highlight=False)


def document(sources: arduino.Sketch, result: Result) -> dict[str, object]:
    return {
        "context": provenance.context(),
        "sketch": sources.file.name,
        "flags": list(sources.flags),
        **arduino.versions(),
        "simulator": result.simulator,
        "clock_hz": CLOCK_HZ,
        "lines": [asdict(line) for line in result.lines],
        "functions": result.functions,
        "size": asdict(result.size),
        "cycles": result.cycles,
        "ended": result.ended,
    }
