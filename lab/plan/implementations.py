# SPDX-License-Identifier: MIT
"""What can be measured; a file registers it.

`lab/ciphers/NAME.toml` describes `src/NAME`, an `implementation.toml` its own folder: code for one or more primitives.
A block cipher is measured for each of its key sizes and modes; other primitives are listed one by one."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Protocol

from ..paths import CIPHERS, ROOT
from ..rows import MODE_OPERATIONS, PHASES
from . import schema
from .cpu import levels_of
from .vector import Vector

if TYPE_CHECKING:
    from .board import Board

# Kernels are in a folder of their chip family, within that of each primitive.
FAMILIES = ("avr", "msp430", "rv32", "thumb", "arm", "x86", "wasm")
# Values of NARAE_CPU for x86-64, lowest first.  An implementation lists those at which its dispatch changes.
LEVELS = tuple(levels_of("x86"))[1:]
# The same for ARMv8-A above NEON, which all of them have.
ARM_LEVELS = tuple(levels_of("arm"))[2:]
GHASH_LEVELS = ("aesni", "avx2-vaes", "avx512-gfni", "crypto")
TWEAK_LEVELS = ("avx2-vaes", "avx512-gfni")
# Simpler kernels are measured with the shortest key in these modes; lower levels of the host in a full run only.
LEVEL_MODES = ("block", "ctr", "gcm")
# Modes of these repeat the comparison of a kernel with the portable code.
PRIMITIVE_MODES = ("block", "permutation", "stream", "hash")
# A kernel named SUFFIX-VARIANT has the same files, compiled for size or with an option.
VARIANTS = {
    "": [],
    "small": ["-DNARAE_SMALL"],
    "ram": ["-DNARAE_AES_SBOX_IN_RAM"],
    "tables": ["-DNARAE_TABLES_IN_TIGHTLY_COUPLED_MEMORY"],
    "masked": [],  # of implementations in shares alone
}
MASKED = "-masked"  # end of such a kernel's name
# Kinds that only some boards measure, by the entry of board.toml that enables them.
OPTIONAL_KINDS = {"phases": "phases", "batch": "batches"}

SHORTEST_KEY, MIDDLE_KEY = 16, 24  # bytes, of block ciphers

KINDS = ("message", "permutation", "batch", "phases")  # lab/bench/kind_*.c
CPLUSPLUS = (".cpp", ".cc", ".cxx", ".C")  # suffixes of its sources
IAR = ".s43"  # assembly for IAR's assembler of the MSP430
PAGE = "docs/reference/fields.md"

# mode of a block cipher -> (adapter in lab/bench/adapters, prefix of its functions)
MODES = {
    "ctr": ("ctr", "narae_ctr"),
    "cbc": ("cbc", "narae_cbc"),
    "cfb": ("cfb", "narae_cfb"),
    "ofb": ("ofb", "narae_ofb"),
    "xts": ("xts", "narae_xts"),
    "gcm": ("mode_aead", "narae_gcm"),
    "ccm": ("mode_aead", "narae_ccm"),
    "cmac": ("cmac", "narae_cmac"),
}


BlockMode = Annotated[str, schema.one_of(("block", *MODES))]
Level = Annotated[str, schema.one_of((*LEVELS, *ARM_LEVELS))]
# What a board may list besides levels: kernels of a chip, or a variant of them.
CHIPS = ("avr", "msp430", "rv32", "thumb", "neon")
ChipKernel = Annotated[str, schema.one_of(f"{chip}-{v}".rstrip("-") for chip in CHIPS for v in VARIANTS)]


class Variant(schema.Table):
    keys: list[int]
    modes: list[BlockMode]
    define: dict[str, str] = {}


class Masked(schema.Table):
    """A descriptor of narae/masked.h, whose name in upper case begins the macros of its sizes, and where it has
    kernels."""

    keys: list[int]
    descriptor: str
    targets: list[str]


Sourced = tuple[str, str]  # a sentence and its source


class Security(schema.Table):
    certified: dict[str, str] = {}  # authority, document
    notes: list[Sourced] = []


class Family(Security, kw_only=True):
    unit_bytes: int  # bytes processed at a time
    padding_bytes: int = 0  # minimum per message
    key_bits: int = 0
    reduced_rounds: bool = False


class BlockCipher(schema.Table):
    """A file that registers a block cipher."""

    cipher: str
    keys: list[int]
    block: int
    header: str
    descriptor: str
    schedule: str
    vectors: list[str]
    kernel: str = "portable"
    modes: tuple[BlockMode, ...] = ("block",)
    host_modes: tuple[BlockMode, ...] = ()
    set_decrypt_key: str = ""
    decrypt: str = ""
    phases: list[int] = []
    levels: list[Level] = []
    security: Security | None = None
    variant: dict[str, Variant] = {}
    masked: Masked | None = None


class Primitive(schema.Table):
    cipher: str
    mode: Annotated[str, schema.one_of(MODE_OPERATIONS)]
    kind: Annotated[str, schema.one_of(KINDS)]
    define: dict[str, str]
    header: str = ""
    kernel: str = ""
    vectors: str = ""
    key: int = 0
    messages: int = 1
    variants: list[str] = []
    levels: list[Level] = []
    targets: list[str] = []
    only: dict[str, list[int]] = {}


class Primitives(schema.Table):
    """A file that registers anything else."""

    header: str
    vectors: list[str]
    primitive: list[Primitive]
    kernel: str = "portable"
    security: dict[str, Family] = {}
    on_library_kernels: bool = False


class Archive(Protocol):
    """A peer's library that another tool builds on request."""

    peer: str
    sources: tuple[Path, ...]
    takes_long: bool

    def is_built(self) -> bool: ...

    def file(self) -> Path: ...


@dataclass(frozen=True)
class Foreign:
    """Code in a user's folder, called through its own interface (lab/plan/foreign)."""

    files: tuple[Path, ...]  # C and assembly
    includes: tuple[Path, ...]  # more include folders
    alignment: int = 1  # required of pointers, in bytes
    blocks: tuple[int, ...] = ()  # numbers of blocks, if not the board's
    vectors: tuple[Vector, ...] | None = field(default=None, hash=False)  # instead of those in vectors/
    checksum: str | None = None  # by a model; None: checked with vectors only


@dataclass(frozen=True)
class Implementation:
    cipher: str  # as in a row: "lea-128"
    mode: str  # as in a row: "block", "gcm"
    kernel: str  # as in a row: "portable", "baseline:textbook"
    kind: str  # which lab/bench/kind_*.c measures it
    folder: Path
    header: str
    vector_folders: tuple[str, ...]
    vector_name: tuple[str, str]  # cipher and mode, as vectors name them
    key_bytes: int = 0
    block_bytes: int = 0
    messages: int = 1  # in one call
    layout: str = ""  # one of the board's: linked in another way
    define: dict[str, str] = field(default_factory=dict, hash=False)  # macros for its kind and adapter
    targets: tuple[str, ...] = ()  # where it is measured, if not everywhere
    compiler: str = ""  # if not the board's
    language: str = "c"  # peers also: "c++", "rust"
    cflags: tuple[str, ...] = ()  # of a peer
    libs: tuple[str, ...] = ()
    archive: Archive | None = field(default=None, hash=False)  # of a peer built by another tool
    only: dict[str, list[int]] = field(default_factory=dict, hash=False)  # allowed sizes of nonce and tag, in bytes
    variants: dict[str, dict[str, str]] = field(
        default_factory=dict, hash=False
    )  # with the macros that each defines differently
    levels: tuple[str, ...] = ()  # where its kernel changes
    user_code: bool = False  # a user's own code: leaks are reported by function
    foreign: Foreign | None = None  # of a user's folder
    on_library_kernels: bool = False  # a baseline whose rows have the names of the library's kernels

    @property
    def slug(self) -> str:
        parts = [self.cipher, self.mode, self.kernel, self.compiler, "phases" if self.kind == "phases" else ""]
        return re.sub("[/: ]", "-", "-".join(filter(None, parts)))

    @property
    def name(self) -> str:
        """For display."""
        phases = " in phases" if self.kind == "phases" else ""
        return f"{self.cipher} {self.mode} {self.kernel}{phases}" + (f" ({self.compiler})" if self.compiler else "")

    @property
    def checksum_name(self) -> str:
        """The name in vectors/checksums.json; messages of a batch are checked one by one, and a cipher in shares is
        the cipher."""
        return " ".join(self.vector_name if self.kind == "batch" or self.in_shares else (self.cipher, self.mode))

    @property
    def in_shares(self) -> bool:
        """Does it have only kernels with secrets in two shares?"""
        return MASKED.strip("-") in self.variants

    @property
    def is_peer(self) -> bool:
        return self.kernel.startswith("peer:")

    @property
    def operations(self) -> tuple[str, ...]:
        """The operations to time; the first is the representative."""
        if self.kind == "called_key":
            return ("key-setup",)
        return PHASES if self.kind == "phases" else MODE_OPERATIONS[self.mode]

    @cached_property
    def in_library(self) -> bool:
        return self.folder.parent == ROOT / "src"

    @property
    def has_library_kernels(self) -> bool:
        return self.in_library or self.on_library_kernels

    @property
    def level(self) -> str:
        """The required value of NARAE_CPU, or nothing."""
        return self.kernel if self.kernel in LEVELS or self.kernel in ARM_LEVELS else ""

    @property
    def in_quick(self) -> bool:
        """Quick runs measure modes, baselines and peers with the shortest key only, and no kernel with tables, which
        are a build option."""
        if self.in_library and self.kernel.endswith("-tables"):
            return False
        usual = self.user_code or (self.mode == "block" and self.in_library)
        return usual or not self.block_bytes or self.key_bytes <= SHORTEST_KEY

    @property
    def in_first(self) -> bool:
        """Quick runs of everything omit keys of middle length, textbook code and phases, and portable code where there
        is a kernel (lab/plan/selection.py)."""
        middle = self.block_bytes and self.key_bytes == MIDDLE_KEY
        return self.in_quick and not (middle or self.kernel.startswith("baseline:") or self.kind == "phases")

    @property
    def in_usual(self) -> bool:
        """Runs that are not full omit modes with keys of middle length, textbook code with any but the shortest, and
        most portable code next to kernels (lab/plan/selection.py)."""
        middle = self.mode != "block" and self.key_bytes == MIDDLE_KEY
        long_textbook = self.kernel.startswith("baseline:") and self.key_bytes > SHORTEST_KEY
        return not (self.block_bytes and (middle or long_textbook))

    @property
    def measures_simple_kernels(self) -> bool:
        """Are its simpler kernels also measured? With longer keys and in other modes they would repeat the result."""
        return not self.block_bytes or (self.key_bytes <= SHORTEST_KEY and self.mode in LEVEL_MODES)

    @property
    def compares_portable(self) -> bool:
        """Do runs that are not full measure the portable code next to its kernel?  Modes would repeat the result of
        their block or permutation."""
        return self.measures_simple_kernels and self.mode in PRIMITIVE_MODES

    @property
    def family(self) -> str:
        """The family folder of its kernel, or nothing."""
        if self.kernel in LEVELS:
            return "x86"
        name = self.kernel.partition("-")[0]
        return "arm" if name in ("neon", *ARM_LEVELS) else name if name in FAMILIES else ""

    def has_kernel(self, kernel: str) -> bool:
        """Does it have this variant?  Only linking shows whether there is a kernel for the chip."""
        if self.in_shares and not kernel.endswith(MASKED):
            return False
        return self.has_library_kernels and ("-" not in kernel or self.variant(kernel) is not None)

    def variant(self, kernel: str) -> dict[str, str] | None:
        """The macros that a variant defines differently, for all chips or for one."""
        return self.variants.get(kernel, self.variants.get(kernel.partition("-")[2]))

    def with_kernel(self, kernel: str) -> Implementation:
        """The same implementation with the kernels of a chip family."""
        return replace(self, kernel=kernel, define=self.define | (self.variant(kernel) or {}))

    def at_levels(self, offered: list[str], all_levels: bool) -> list[Implementation]:
        """The same implementation at the machine's highest level, or at each level that changes the dispatch."""
        own = [level for level in offered if level in self.levels]
        if self.compiler and not self.measures_simple_kernels:
            return []
        best_only = not all_levels or self.compiler or not self.measures_simple_kernels
        return [replace(self, kernel=level) for level in (own[-1:] if best_only else own)]

    @property
    def flags(self) -> list[str]:
        """Macros that select the kernels at compile time: src/core/family.h."""
        if self.is_peer:
            return [*self.cflags, "-DNARAE_PORTABLE"]
        if self.level:
            return []
        return VARIANTS[self.kernel.partition("-")[2]] if self.family else ["-DNARAE_PORTABLE"]

    def sources(self) -> list[Path]:
        """Its own files; for the library's, the whole library except other families: a mode needs a cipher, a cipher
        its helpers, and the rest is not compiled or dropped by the linker."""
        if self.foreign:
            return list(self.foreign.files)
        if self.is_peer:
            return sorted(f for f in self.folder.iterdir() if f.suffix in (".c", ".cpp"))
        own = [] if self.in_library else sorted(self.folder.glob("*.[cS]"))
        return [*own, *(f for f in library_sources() if family_of(f) in ("", self.family))]


@cache
def library_sources() -> tuple[Path, ...]:
    """In the order of primitives and names, which is the link order."""
    return tuple(sorted((ROOT / "src").rglob("*.[cS]"), key=lambda f: (library_folder(f), f.name)))


def family_of(file: Path) -> str:
    """The chip family of a library file, or nothing if it is compiled for all chips."""
    return file.parent.name if file.parent.name in FAMILIES else ""


@cache
def library_folder(file: Path) -> Path | None:
    """The primitive's folder, src/NAME, of a library file; nothing for other files."""
    inside = file.is_relative_to(ROOT / "src")
    return ROOT / "src" / file.relative_to(ROOT / "src").parts[0] if inside else None


def cipher_name(family: str, key_bytes: int) -> str:
    """ "lea", 16 -> "lea-128"; "pipo-64", 16 -> "pipo-64/128"; the null cipher has no key to name."""
    if family == "null":
        return family
    return f"{family}{'/' if family[-1].isdigit() else '-'}{8 * key_bytes}"


def load(folder: Path, file: Path | None = None) -> list[Implementation]:
    """The implementations in a folder, as its own `implementation.toml` registers them, or another file."""
    file = file or folder / "implementation.toml"
    table = schema.parsed(file)
    if "primitive" in table:
        several = schema.convert(table, Primitives, file, PAGE)
        return [single(folder, several, p) for p in several.primitive]
    block = schema.convert(table, BlockCipher, file, PAGE)
    everywhere = [block_cipher(folder, block, k, m) for k in block.keys for m in block.modes]
    on_host = [replace(block_cipher(folder, block, block.keys[0], m), targets=("host",)) for m in block.host_modes]
    in_shares = [masked(folder, block, block.masked, k) for k in block.masked.keys] if block.masked else []
    return everywhere + on_host + [gcm_phases(folder, block, k) for k in block.phases] + in_shares


def block_cipher(folder: Path, table: BlockCipher, key_bytes: int, mode: str) -> Implementation:
    define = {"BENCH_DESCRIPTOR": table.descriptor, "BENCH_SCHEDULE_BYTES": f"{table.schedule}({key_bytes})"}
    if table.decrypt:
        define |= {"BENCH_SET_DECRYPT_KEY": table.set_decrypt_key, "BENCH_DECRYPT": table.decrypt}
    if mode != "block":
        adapter, prefix = MODES[mode]
        define |= {
            "BENCH_ADAPTER": f'"adapters/{adapter}.h"',
            "BENCH_PREFIX": prefix,
            "BENCH_MODE_HEADER": f'"narae/{mode}.h"',
            "NARAE_MODE_SCHEDULE_BYTES": "BENCH_SCHEDULE_BYTES",
        }
    cipher = cipher_name(table.cipher, key_bytes)
    return Implementation(
        cipher=cipher,
        mode=mode,
        kernel=table.kernel,
        kind="block" if mode == "block" else "message",
        folder=folder,
        header=table.header,
        vector_folders=tuple(table.vectors),
        vector_name=(cipher, mode),
        key_bytes=key_bytes * (2 if mode == "xts" else 1),
        block_bytes=table.block,
        define=define,
        variants={n: v.define for n, v in table.variant.items() if key_bytes in v.keys and mode in v.modes},
        levels=(*table.levels, *{"gcm": GHASH_LEVELS, "xts": TWEAK_LEVELS}.get(mode, ())),
    )


def gcm_phases(folder: Path, table: BlockCipher, key_bytes: int) -> Implementation:
    """GCM in the phases of its incremental interface."""
    gcm = block_cipher(folder, table, key_bytes, "gcm")
    return replace(gcm, kind="phases", define=gcm.define | {"BENCH_ADAPTER": '"adapters/gcm_phases.h"'})


def masked(folder: Path, table: BlockCipher, of_masked: Masked, key_bytes: int) -> Implementation:
    """The cipher with secrets in two shares."""
    macros = of_masked.descriptor.upper()
    return replace(
        block_cipher(folder, table, key_bytes, "block"),
        mode="masked",
        kind="masked",
        header="narae/masked.h",
        define={
            "BENCH_DESCRIPTOR": of_masked.descriptor,
            "BENCH_SCHEDULE_BYTES": f"{macros}_SCHEDULE_BYTES",
            "BENCH_GROUP_BLOCKS": f"{macros}_BLOCKS",
            "BENCH_GROUP_RANDOM": f"{macros}_RANDOM_BYTES",
        },
        targets=tuple(of_masked.targets),
        variants={MASKED.strip("-"): {}},
        levels=(),
    )


def single(folder: Path, table: Primitives, primitive: Primitive) -> Implementation:
    name = (primitive.vectors or f"{primitive.cipher} {primitive.mode}").split()
    many = {"BENCH_MESSAGES": str(primitive.messages)} if primitive.messages > 1 else {}
    return Implementation(
        cipher=primitive.cipher,
        mode=primitive.mode,
        kernel=primitive.kernel or table.kernel,
        kind=primitive.kind,
        folder=folder,
        header=primitive.header or table.header,
        vector_folders=tuple(table.vectors),
        vector_name=(name[0], name[1]),
        key_bytes=primitive.key,
        messages=primitive.messages,
        define=primitive.define | many,
        variants={name: {} for name in primitive.variants},
        levels=tuple(primitive.levels),
        targets=tuple(primitive.targets),
        only=primitive.only,
        on_library_kernels=table.on_library_kernels,
    )


def on_board(
    target: str, board: Board, implementations: list[Implementation], all_levels: bool = True
) -> list[Implementation]:
    """What a board measures: each implementation, the library's also with each kind of kernel, and some in a second
    layout; a cipher in shares only with kernels for it.  Phases and batches only if board.toml enables them; only its
    modes if it lists any."""
    measured = []
    for i in implementations:
        if (i.targets and target not in i.targets) or (
            i.kind in OPTIONAL_KINDS and not getattr(board, OPTIONAL_KINDS[i.kind])
        ):
            continue
        if board.modes and i.mode not in board.modes:
            continue
        measured += [i] if board.portable and not i.in_shares else []
        measured += [i.with_kernel(kernel) for kernel in board.kernels if i.has_kernel(kernel)]
        measured += i.at_levels(board.levels, all_levels) if i.has_library_kernels else []
        measured += [
            replace(i, kernel=f"{i.kernel}-{name}", layout=name)
            for name, layout in board.layouts.items()
            if i.cipher in layout.ciphers and i.mode in layout.modes and i.kernel in layout.kernels
        ]
    return measured


def best_on_host(
    implementations: list[Implementation], board: Board, shown: list[tuple[str, str]]
) -> list[Implementation]:
    """Each of these ciphers and modes with the best kernels of this machine, built by its own compiler."""
    candidates = [i for i in implementations if (i.cipher, i.mode) in shown and i.in_library and not i.compiler]
    best = {(i.cipher, i.mode): i for i in on_board("host", board, candidates, False) if i.kind != "phases"}
    return [best[name] for name in shown if name in best]


@cache
def discover() -> tuple[Implementation, ...]:
    """The null cipher, the library, then the baselines."""
    library = [i for file in sorted(CIPHERS.glob("*.toml")) for i in load(ROOT / "src" / file.stem, file)]
    baselines = sorted(file.parent for file in (ROOT / "baselines").glob("*/implementation.toml"))
    return (*load(ROOT / "lab/bench/null"), *library, *(i for folder in baselines for i in load(folder)))
