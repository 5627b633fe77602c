"""Builds one C text for the Uno and for the host, so that a kernel's output can be held against the portable code's.

The text defines `void outputs(void)`, prints through hal.h, and may open windows, which the host ignores."""

from __future__ import annotations

import subprocess
import tomllib
from dataclasses import dataclass
from pathlib import Path

from lab.paths import ROOT
from lab.sims.avr import run_simavr
from lab.sims.run import Run, Window

UNO = ROOT / "lab" / "boards" / "uno"
BENCH = ROOT / "lab" / "bench"

PRELUDE = """
#include <stdint.h>
#include <string.h>
#include "abi.h"
#include "hal.h"
#include "print.h"
#include "random.h"

static void print_bytes(const void *p, size_t n) __attribute__((unused));
static void print_bytes(const void *p, size_t n) {
    const uint8_t *bytes = p;
    for (size_t i = 0; i < n; i++) {
        hal_put("0123456789abcdef"[bytes[i] >> 4]);
        hal_put("0123456789abcdef"[bytes[i] & 15]);
    }
    hal_put('\\n');
}
"""

UNO_MAIN = "void outputs(void); int main(void) { hal_init(); outputs(); hal_exit(0); }\n"

# abi.S needs a real machine; the host keeps every promise.
HOST_MAIN = """
#include <stdio.h>
#include <stdlib.h>
void hal_put(char c) { putchar(c); }
void hal_begin(void) {}
hal_time hal_end(void) { return 0; }
uint8_t hal_abi_call(uintptr_t function, const uintptr_t arguments[4]) { (void)function, (void)arguments; return 0; }
void outputs(void);
int main(void) { outputs(); }
"""


@dataclass(frozen=True)
class Compared:
    """The same text on both machines."""

    run: Run
    uno: list[str]
    host: list[str]
    elf: Path

    def windows(self) -> list[Window]:
        """Those that the text opened, without the one of hal_init()."""
        return list(self.run.windows[2:])

    def cycles(self) -> list[int]:
        assert self.run.zero is not None
        return [window.cycles - self.run.zero for window in self.windows()]


def sources(primitives: list[str]) -> list[Path]:
    folders = [ROOT / "src" / name for name in [*primitives, "core"]]
    return sorted(file for folder in folders for file in folder.iterdir() if file.suffix in (".c", ".S"))


def compile_and_link(compiler: list[str], files: list[Path], elf: Path) -> None:
    include = [f"-I{folder}" for folder in (ROOT / "include", ROOT / "src", BENCH)]
    strict = ["-Wall", "-Wextra", "-Wconversion", "-Werror", "-ffunction-sections", "-Wl,--gc-sections"]
    command = [*compiler, "-std=gnu11", *include, *strict, *map(str, files), "-o", str(elf)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def build_uno(text: str, primitives: list[str], folder: Path, flags: tuple[str, ...] = ()) -> Path:
    board = tomllib.loads((UNO / "board.toml").read_text())
    source, elf = folder / "uno.c", folder / "uno.elf"
    source.write_text(PRELUDE + text + UNO_MAIN)
    own = sorted(file for file in UNO.iterdir() if file.suffix in (".c", ".S"))
    compile_and_link([board["compiler"], *board["cflags"], *flags], [source, *own, *sources(primitives)], elf)
    return elf


def build_host(text: str, primitives: list[str], folder: Path) -> Path:
    source, elf = folder / "host.c", folder / "host.elf"
    source.write_text(PRELUDE + text + HOST_MAIN)
    compile_and_link(["gcc", "-O1"], [source, *(f for f in sources(primitives) if f.suffix == ".c")], elf)
    return elf


def compare(text: str, primitives: list[str], folder: Path, flags: tuple[str, ...] = ()) -> Compared:
    elf = build_uno(text, primitives, folder, flags)
    run = run_simavr(elf)
    assert (run.end, run.exit_status) == ("exit", 0), run.reason
    host = subprocess.run([build_host(text, primitives, folder)], capture_output=True, text=True, check=True)
    return Compared(run, run.uart.splitlines(), host.stdout.splitlines(), elf)


def symbols(elf: Path) -> dict[str, int]:
    """The sizes of the functions that were linked."""
    lines = subprocess.run(["avr-nm", "-S", elf], capture_output=True, text=True, check=True).stdout.splitlines()
    return {fields[3]: int(fields[1], 16) for line in lines if len(fields := line.split()) == 4}
