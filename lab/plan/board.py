# SPDX-License-Identifier: MIT
"""A board: what its board.toml says, and what follows from it for building and timing.  docs/reference/fields.md
explains the fields."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import structs

from ..errors import LabError
from ..paths import BOARDS, ROOT, shown
from ..rows import MODE_OPERATIONS
from ..run.protocol import Operation
from . import schema
from .implementations import ChipKernel, Level

PAGE = "docs/reference/fields.md"
AD_SIZE = 64  # the message size that is also timed with associated data
PRINT = ROOT / "lab/bench/print.c"
# Counters of windows and associated data have 16 bits.
Bytes = Annotated[int, msgspec.Meta(ge=0)]
Count = Annotated[int, msgspec.Meta(ge=1)]
Samples = Annotated[int, msgspec.Meta(ge=1, le=0xFFFF)]
Short = Annotated[int, msgspec.Meta(ge=0, le=0xFFFF)]
NotEmpty = msgspec.Meta(min_length=1)


@dataclass(frozen=True)
class Size:
    """One size to time: `samples` windows after `warmups` that are discarded."""

    bytes: int
    ad_bytes: int
    samples: int
    warmups: int


class Layout(schema.Table):
    """A second memory layout: the programs that also use it, and what it overrides."""

    ciphers: list[str]
    modes: list[str]
    kernels: list[str]
    tables: str = ""


class Serial(schema.Table):
    """A real board's serial line: the identifiers of its USB side, and whether opening it resets the board."""

    usb: list[str]  # vendor:product
    baud: int
    resets: bool


class Flash(schema.Table):
    """One way to load a program onto a real board: by a tool, or by copying it to a volume."""

    image: str  # its format
    tool: str = ""
    packages: list[str] = []  # Debian's, with the tool
    args: list[str] = []
    volume: str = ""
    hint: str = ""
    address: int = 0
    family: int = 0


class BoardFile(schema.Table):
    """board.toml."""

    about: str
    compiler: Annotated[str, NotEmpty]
    cflags: list[str]
    ldflags: list[str]
    windows: Annotated[list[tuple[float, Samples, Short]], NotEmpty]
    blocks: Annotated[list[Count], NotEmpty]
    quick_blocks: Annotated[list[Count], NotEmpty]
    messages: Annotated[list[Bytes], NotEmpty]
    quick_messages: Annotated[list[Bytes], NotEmpty]
    ad_bytes: Short
    in_place: bool
    max_field: Bytes
    checked_bytes: Bytes
    vector_bytes: Bytes
    linker: str = ""  # if not the compiler
    binutils: str = ""  # names of its other tools, "llvm-{}-19", if they do not follow from the compiler's
    recognized: str = ""
    mcu: str = ""
    clock_hz: Count = 0
    flash_bytes: Count = 0
    instruction_cache_bytes: Count = 0
    ram_bytes: Count = 0
    tables: str = ""
    own_ldflags: list[str] = []
    links_what_is_needed: bool = False
    valgrind_levels: list[str] = []
    block_windows: tuple[Samples, Short] = (0, 0)
    baseline_blocks: list[Count] = []
    packets: list[Bytes] = []
    sectors: list[Bytes] = []
    phases: list[Bytes] = []
    quick_phases: list[Bytes] = []
    batches: list[Count] = []
    quick_batches: list[Count] = []
    rounds: Count = 0
    kernels: list[ChipKernel] = []
    levels: list[Level] = []
    modes: list[Annotated[str, schema.one_of(MODE_OPERATIONS)]] = []
    portable: bool = True
    layouts: dict[str, Layout] = {}
    shared: str = ""
    kernels_of: str = ""
    serial: Serial | None = None
    flash: list[Flash] = []


class Board(BoardFile, kw_only=True):
    """A board with its folder, and fields that environments, sweeps and kinds of programs set."""

    name: str
    folder: Path
    code_compiler: str = ""  # compiler of the measured code, if not the board's
    code_cflags: list[str] | None = None
    gated: bool = True  # or without vectors and checksum
    max_text: int | None = None  # longest text in bytes, for programs that only check
    runner: list[str] = []  # prefix of a program's command
    runner_folder: Path | None = None
    make: list[list[str]] = []  # commands that make the folder
    valgrind: bool = True
    provenance: dict[str, Any] = {}  # of its rows

    def changed(self, **fields: Any) -> Board:
        return structs.replace(self, **fields)

    @property
    def flags(self) -> list[str]:
        return ["-std=gnu11", *self.cflags, "-ffunction-sections", "-fdata-sections"]

    @property
    def for_code(self) -> Board:
        """The board with compiler and flags of the measured code."""
        flags = self.cflags if self.code_cflags is None else self.code_cflags
        return self.changed(compiler=self.code_compiler or self.compiler, cflags=flags)

    @property
    def link_flags(self) -> list[str | Path]:
        """The flags of board.toml, and the folder's linker script if it has one."""
        script = self.folder / "link.ld"
        if not script.exists():
            return [*self.ldflags]
        included = [self.folder / self.tables] if self.tables else self.folders[1:]
        return [*self.ldflags, "-T", script, *(part for folder in included for part in ("-L", folder))]

    @property
    def folders(self) -> list[Path]:
        """Its own folder, and the one that it shares with other boards."""
        return [self.folder, *([self.folder.parent / self.shared] if self.shared else [])]

    def laid_out(self, layout: str) -> Board:
        """The board with the overrides of one of its memory layouts."""
        return self.changed(tables=self.layouts[layout].tables or self.tables) if layout else self

    def sources(self) -> list[Path]:
        """Startup code, clock and serial line."""
        return [*sorted(f for d in self.folders for f in d.iterdir() if f.suffix in (".c", ".S")), PRINT]

    def sizes(self, kind: str, unit: int, aead: bool, quick: bool) -> list[Size]:
        """The sizes to time, ascending; long messages are timed less often, since short ones already cover their
        behaviour.  `unit`: the bytes of a block, or the messages of a batch."""
        kind = kind.removeprefix("called_")
        fields = {"block": "blocks", "batch": "batches", "message": "messages", "phases": "phases"}
        if kind not in fields:
            return []
        values: list[int] = getattr(self, ("quick_" if quick else "") + fields[kind])
        if kind in ("block", "batch"):
            return self.timed([(n * unit, 0) for n in values], kind)
        with_ad = [(AD_SIZE, self.ad_bytes)] if aead and AD_SIZE in values else []
        return self.timed([(n, 0) for n in values] + with_ad, kind)

    def timed(self, sizes: Iterable[tuple[int, int]], mode: str) -> list[Size]:
        """Adds the number of windows to each size of message and associated data."""
        return [Size(n, ad, *self.window_counts(n, mode)) for n, ad in sorted(set(sizes))]

    def window_counts(self, length: int = 0, mode: str = "") -> tuple[int, int]:
        """The numbers of timed windows and warm-ups for a length in bytes.  An operation without a length counts as
        short, and so may any number of blocks, since each may use a different kernel."""
        if mode == "block" and any(self.block_windows):
            return self.block_windows
        return next((samples, warmups) for limit, samples, warmups in self.windows if length <= limit)

    def warmups(self, operation: Operation) -> int:
        sized = operation.name != "key-setup" and operation.mode not in ("permutation", "masked")
        return self.window_counts(operation.bytes if sized else 0, operation.mode)[1]


def load_board(name: str, boards: Path = BOARDS) -> Board:
    """The board in the folder `name`, among the lab's own or in another folder."""
    file = boards / name / "board.toml"
    board = Board(name=name, folder=file.parent, **structs.asdict(schema.read(file, BoardFile, PAGE)))
    if board.windows[-1][0] != math.inf:
        raise LabError(f"{shown(file)}: windows: the last entry must be for operations on up to inf bytes")
    for folder in board.folders:
        if not folder.is_dir():
            raise LabError(f"{shown(file)}: shared: there is no folder {shown(folder)}")
    if board.kernels_of and not (boards / board.kernels_of / "board.toml").exists():
        raise LabError(f"{shown(file)}: kernels_of: there is no board {board.kernels_of}")
    return board
