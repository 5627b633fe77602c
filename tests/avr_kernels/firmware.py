# SPDX-License-Identifier: MIT
"""Programs for the Uno around kernels of the library: built, run, and compared with the same text on the host.

A text defines `void outputs(void)`, prints through hal.h, and may open windows, which the host ignores."""

from __future__ import annotations

import hashlib
import subprocess
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from lab.build import PRINT, symbols
from lab.paths import BUILD, ROOT
from lab.plan.board import load_board
from lab.sims.avr import run_simavr
from lab.sims.run import Run, Window
from tests.tools import PORTABLE, board_objects, call, compile_all, library_sources, needed

BOARD = load_board("uno")
FOLDER = BUILD / "avr-kernels"
INCLUDE = [f"-I{ROOT / folder}" for folder in ("include", "src", "lab/bench", "lab/boards/uno")]
STRICT = ["-Wall", "-Wextra", "-Werror", "-Wno-unused-result"]  # what is compared is what was written

PRELUDE = """
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include "abi.h"
#include "hal.h"
#include "print.h"
#include "random.h"

static inline void print_bytes(const void *p, size_t n) {
    const uint8_t *bytes = p;
    for (size_t i = 0; i < n; i++) {
        hal_put("0123456789abcdef"[bytes[i] >> 4]);
        hal_put("0123456789abcdef"[bytes[i] & 15]);
    }
    hal_put('\\n');
}

static inline void print_named(const char *name, uint32_t x) {
    while (*name != 0) hal_put(*name++);
    hal_put(' ');
    print_number(x);
    hal_put('\\n');
}

void outputs(void);
"""

UNO_MAIN = "int main(void) { hal_init(); outputs(); hal_exit(0); }\n"

# abi.S is for the chip; on the host every ABI check passes.
HOST_MAIN = """
#include <stdio.h>
void hal_put(char c) { putchar(c); }
void hal_begin(void) {}
hal_time hal_end(void) { return 0; }
uint8_t hal_abi_call(uintptr_t function, const uintptr_t arguments[4]) { (void)function, (void)arguments; return 0; }
int main(void) { outputs(); }
"""


@dataclass(frozen=True)
class Outcome:
    """A run on the simulated Uno."""

    elf: Path
    library: list[Path]  # objects
    run: Run

    @property
    def lines(self) -> list[str]:
        return self.run.uart.splitlines()

    @property
    def printed(self) -> dict[str, list[str]]:
        """First word of a line, and the others."""
        return {words[0]: words[1:] for words in map(str.split, self.lines) if words}

    @property
    def windows(self) -> list[Window]:
        """Windows of the text, without those of hal_init()."""
        return list(self.run.windows[2:])

    def cycles(self, windows: list[Window]) -> int:
        """The cycles of these windows, whose PC traces and times must be equal."""
        assert len(windows) > 1
        assert len({window.pc_hash for window in windows}) == 1, "the way through the code depends on the data"
        (cycles,) = {window.cycles for window in windows}
        return cycles - self.run.zero

    @property
    def sizes(self) -> dict[str, int]:
        """Bytes of each linked function and object."""
        return {name: size for _, name, _, _, size in symbols(self.elf)}

    @property
    def library_bytes(self) -> int:
        """Bytes of flash of the library."""
        own = {symbol[:2] for path in self.library for symbol in symbols(path)}
        linked = {(section, at, size) for file, name, section, at, size in symbols(self.elf) if (file, name) in own}
        return sum(size for section, _, size in linked if section != ".bss")


def link(
    source: Path, folder: Path, options: tuple[str, ...] = (), flags: tuple[str, ...] = ()
) -> tuple[Path, list[Path]]:
    """Links a source (compiled with `options` and `flags`) with the library (compiled with `options`, which choose
    kernels): the program and the library's objects in it."""
    elf = folder / "program.elf"
    own = compile_all(BOARD.compiler, [*BOARD.flags, *STRICT, *options, *flags, *INCLUDE], [source], folder)
    board = board_objects(BOARD)
    library = needed(BOARD.compiler, [*BOARD.flags, *options], [*own, *board], library_sources("avr"))
    flags = (*BOARD.flags, *BOARD.ldflags, "-Wl,--gc-sections")
    call([BOARD.compiler, *own, *library, *board, *flags, "-o", elf])
    return elf, library


def run(elf: Path, library: list[Path]) -> Outcome:
    seen = run_simavr(elf, addresses=True, max_cycles=400_000_000)
    assert (seen.end, seen.exit_status) == ("exit", 0), f"{seen.uart} {seen.reason}"
    return Outcome(elf, library, seen)


def outcome(text: str, folder: Path, options: tuple[str, ...] = (), flags: tuple[str, ...] = ()) -> Outcome:
    source = folder / "uno.c"
    source.write_text(PRELUDE + text + UNO_MAIN)
    return run(*link(source, folder, options, flags))


@cache
def on_host(text: str) -> list[str]:
    """The output of the text with portable code."""
    folder = FOLDER / "host" / hashlib.sha256(text.encode()).hexdigest()[:16]
    folder.mkdir(parents=True, exist_ok=True)
    source, program = folder / "host.c", folder / "host.elf"
    source.write_text(PRELUDE + text + HOST_MAIN)
    own = compile_all("gcc", [*PORTABLE, *INCLUDE], [source, PRINT], folder)
    files = [file for file in library_sources("") if file.suffix == ".c"]
    call(["gcc", *own, *needed("gcc", PORTABLE, own, files), "-Wl,--gc-sections", "-o", program])
    return subprocess.run([program], capture_output=True, text=True, check=True).stdout.splitlines()
