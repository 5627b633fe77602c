# SPDX-License-Identifier: MIT
"""Building: one program per implementation and target.

A build is a pure function of its sources, flags and compiler.  Objects are
cached under the hash of these; a program's directory is named after the
implementation and its configuration."""

from __future__ import annotations

from typing import Any

import contextlib
import hashlib
import os
import random
import re
import shutil
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from functools import cache as remember
from functools import partial
from pathlib import Path

from .. import cache, files, processes
from . import elf, vectors
from ..errors import BuildError, DoesNotFit, RunError
from ..plan.implementations import CPLUSPLUS, Foreign, Implementation, family_of, library_folder
from ..paths import BOARDS, BUILD, ROOT
from ..run.protocol import Operation

BUILD_SECONDS = 120
BENCH = ROOT / "lab/bench/bench.c"
PRINT = ROOT / "lab/bench/print.c"
UNTIMED = ROOT / "lab/bench/untimed.c"
UNGATED = ROOT / "lab/bench/ungated.c"
THROUGH = "hal_abi_through"  # of a board's through.S, for programs that check each call
CHECKS = "checks"  # the name of a program that only checks
CHECKED = "bench_checked_"  # what the board's calls.inc makes of a function's name
SUPERCOP = ROOT / "lab/bench/supercop"  # headers that SUPERCOP generates for measured code
HEADERS = (".h", ".hh", ".hpp", ".hxx", ".inc")
CPLUSPLUS_RUNTIME = ROOT / "lab/bench/cplusplus.cpp"
NO_HEAP, OF_HEAP = ROOT / "lab/bench/no_heap.c", "narae_no_heap"  # its function, by any other name
WITHOUT_RUNTIME = ("-fno-exceptions", "-fno-rtti", "-fno-threadsafe-statics")  # of C++, which the boards do not have
DEBUGGED = "-gdwarf-4"  # valgrind does not read all that clang writes of later versions
CONSTRUCTORS = (".init_array", ".preinit_array", ".ctors")  # sections
AD_SIZE = 64  # the message size that is also timed with associated data


@dataclass(frozen=True)
class Board:
    """lab/boards/NAME/board.toml: how to build for a board."""

    name: str
    folder: Path
    facts: dict[str, Any]

    @property
    def compiler(self) -> str:
        return self.facts["compiler"]

    @property
    def flags(self) -> list[str]:
        return ["-std=gnu11", *self.facts["cflags"], "-ffunction-sections", "-fdata-sections"]

    @property
    def tried(self) -> Board:
        """Flags of the measured code, if different from those of the board's code and the bench."""
        return replace(self, facts=self.facts | self.facts["tried"]) if "tried" in self.facts else self

    @property
    def link_flags(self) -> list[str | Path]:
        """The flags of board.toml, and the folder's linker script if it has one."""
        script = self.folder / "link.ld"
        if not script.exists():
            return self.facts["ldflags"]
        included = [self.folder / self.facts["tables"]] if "tables" in self.facts else self.folders[1:]
        return [*self.facts["ldflags"], "-T", script, *(part for folder in included for part in ("-L", folder))]

    @property
    def folders(self) -> list[Path]:
        """Its own, and the one next to it that it shares with other boards."""
        return [self.folder, *([self.folder.parent / self.facts["shared"]] if "shared" in self.facts else [])]

    def laid_out(self, layout: str) -> Board:
        """The board with the overrides of one of its memory layouts."""
        return Board(self.name, self.folder, self.facts | self.facts["layouts"][layout]) if layout else self

    def sources(self) -> list[Path]:
        """Startup code, clock and serial line."""
        return [*sorted(f for d in self.folders for f in d.iterdir() if f.suffix in (".c", ".S")), PRINT]

    def sizes(self, kind: str, unit: int, aead: bool, quick: bool) -> list[Size]:
        """What to time, smallest first; long messages are timed less often, since short ones already cover their
        behaviour.  `unit`: the bytes of a block, or the messages of a batch."""
        facts = self.facts
        prefix = "quick_" if quick else ""
        kind = kind.removeprefix("called_")
        if kind in ("block", "batch"):
            chosen = [(n * unit, 0) for n in facts[prefix + {"block": "blocks", "batch": "batches"}[kind]]]
        elif kind in ("message", "phases"):
            texts = facts[prefix + ("messages" if kind == "message" else "phases")]
            chosen = [(n, 0) for n in texts]
            if aead and AD_SIZE in texts:
                chosen.append((AD_SIZE, facts["ad_bytes"]))
        else:
            chosen = []
        return self.timed(chosen, kind)

    def timed(self, sizes: Iterable[tuple[int, int]], mode: str) -> list[Size]:
        """The number of windows for each size of message and associated data."""
        return [Size(n, ad, *self.windows(n, mode)) for n, ad in sorted(set(sizes))]

    def windows(self, length: int = 0, mode: str = "") -> tuple[int, int]:
        """The numbers of timed windows and warm-ups for an operation on so many bytes.  An operation without a size
        counts as short, and so may every number of blocks, since each may use a different kernel."""
        if mode == "block" and "block_windows" in self.facts:
            return tuple(self.facts["block_windows"])
        return next((samples, warmups) for most, samples, warmups in self.facts["windows"] if length <= most)

    def warmups(self, operation: Operation) -> int:
        sized = operation.name != "key-setup" and operation.mode != "permutation"
        return self.windows(operation.bytes if sized else 0, operation.mode)[1]


@dataclass(frozen=True)
class Size:
    """One size to time: `samples` windows after `warmups` that are discarded."""

    bytes: int
    ad_bytes: int
    samples: int
    warmups: int


@dataclass(frozen=True)
class Program:
    """A built program and its objects."""

    implementation: Implementation
    board: Board
    elf: Path
    own_objects: tuple[Path, ...]  # those of the implementation, not of the bench
    lacks_its_kernel: bool  # a kernel was requested, but all of its code is portable
    provenance: dict[str, Any] = field(hash=False)
    vectors: tuple[dict[str, Any], ...] = field(default=(), hash=False)  # in the order in which it runs them
    checked: int = 0  # vectors that programs with the same objects ran there, these among them


@remember
def compiler_version(compiler: str) -> str:
    """Its first line; one that says nothing else, as rustc of a rustup without a toolchain, has an error there."""
    done = processes.run([compiler, "--version"], BUILD_SECONDS)
    return next(iter((done.stdout or done.stderr).splitlines()), "")


def characters(source: Path) -> str:
    """A source as text, one character per byte: users' comments may have any encoding."""
    return source.read_text("latin-1")


# How compilers, assemblers and linkers begin an error, as opposed to headings ("Assembler messages:").
TELLING = [
    re.compile(r":\d+(:\d+)?: (fatal )?error: ", re.IGNORECASE),
    re.compile(r"error: |undefined reference|multiple definition|cannot find", re.IGNORECASE),
]


DIRECTIVE = re.compile(r"^(\xef\xbb\xbf)?[ \t]*#[ \t]*(define|include|if|ifdef|ifndef)\b", re.MULTILINE)


def telling_line(lines: list[str]) -> str:
    """The first error line, with the file's name instead of its path."""
    lines = [line for line in lines if not re.search(r"warning: |ld returned \d", line)] or lines
    found = (line for pattern in TELLING for line in lines if pattern.search(line))
    return re.sub(r"(?<!\S)/\S*/(?=[^\s/]+:)", "", next(found, lines[0]).strip())


def call(command: list[str | Path]) -> str:
    """Standard output of a compiler command; its first error line becomes the reason of a failure."""
    try:
        done = processes.compiler(command, BUILD_SECONDS)
    except RunError as error:
        raise BuildError(str(error)) from error
    if done.returncode != 0:
        lines = done.stderr.splitlines() or ["the compiler failed without a message"]
        overflow = next((line for line in lines if "overflowed" in line or "not within region" in line), None)
        if overflow:
            raise DoesNotFit(re.sub(r"^\S*ld: ", "", overflow.strip()))
        raise BuildError(telling_line(lines))
    return done.stdout


def implementation_config(implementation: Implementation) -> list[str]:
    """The lines of bench_config.h that name the implementation."""
    return [
        "/* Generated by lab/build/__init__.py. */",
        '#include "core/flash.h"',
        f'#define BENCH_CIPHER "{implementation.cipher}"',
        f'#define BENCH_MODE "{implementation.mode}"',
        f'#define BENCH_HEADER "{implementation.header}"',
        f"#define BENCH_KEY_BYTES {implementation.key_bytes}",
        f"#define BENCH_BLOCK_BYTES {implementation.block_bytes}",
        *(["#define BENCH_STRANGERS"] if implementation.strangers else []),
        *(f"#define {name} {value}" for name, value in implementation.define.items()),
    ]


def config_header(
    implementation: Implementation, board: Board, sizes: list[Size], tried: vectors.Encoded, lines: Iterable[str] = ()
) -> str:
    """bench_config.h: everything that the firmware knows about this build.  `lines` are added to it."""
    facts = board.facts
    most = max((s.bytes for s in sizes), default=0)
    name = implementation.checksum_name
    foreign = implementation.foreign
    checksum = foreign.checksum if foreign else vectors.checksums().get(name)
    if checksum is None and not foreign:
        raise BuildError(f"vectors/checksums.json has no checksum for {name}")
    return "\n".join(
        [
            *implementation_config(implementation),
            f"#define BENCH_CHECKSUM 0x{checksum or 0}u",
            *([f"#define BENCH_ALIGNMENT {foreign.alignment}"] if foreign else []),
            *([f"#define BENCH_HAS_MODEL {int(bool(checksum))}"] if foreign else []),
            f"#define BENCH_GATED {int(facts.get('gated', True))}",
            "#define BENCH_SAMPLES {}\n#define BENCH_WARMUPS {}".format(*board.windows()),
            "#define BENCH_SIZES(X) "
            + " ".join(f"X({s.bytes}, {s.ad_bytes}, {s.samples}, {s.warmups})" for s in sizes),
            f"#define BENCH_MOST_BYTES {facts.get('most_text', most)}",
            f"#define BENCH_AD_BYTES {facts['ad_bytes']}",
            f"#define BENCH_MOST_FIELD {facts['most_field']}",
            f"#define BENCH_CHECKED_BYTES {facts['checked_bytes']}",
            f"#define BENCH_IN_PLACE {int(facts['in_place'])}",
            f"#define BENCH_ONLY_CHECKS {int('most_text' in facts)}",
            *lines,
            "#ifdef BENCH_WANTS_VECTORS",
            vectors.c_table(tried) + "#endif",
            "",
        ]
    )


def includes(folder: Path, is_peer: bool) -> list[str]:
    """Include folders for a source of `folder` or of the bench; shared files of peers are in the parent of their
    folders."""
    folders = [ROOT / "include", ROOT / "src", ROOT / "lab/bench", folder, *([folder.parent] if is_peer else [])]
    return [f"-I{d}" for d in folders]


def tool(implementation: Implementation, board: Board, cxx: bool) -> list[str]:
    """Compiler and flags for a source, or for linking."""
    if cxx:
        compiler = board.compiler.replace("gcc", "g++")
        return [compiler, *("-std=gnu++17" if f == "-std=gnu11" else f for f in board.flags)]
    return [implementation.compiler or board.compiler, *board.flags]


def built_by(board: Board, implementation: Implementation) -> dict[str, Any]:
    """The provenance of a program that could not be built."""
    compiler, *flags = tool(implementation, board.tried, implementation.language == "c++")
    own = implementation.cflags if implementation.foreign else implementation.flags
    return {"compiler": compiler_version(compiler), "flags": " ".join([*flags, *own])}


def file_hash(files: list[Path]) -> str:
    digest = hashlib.sha256()
    for file in files:
        digest.update(file.name.encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()


def bench_sources(implementation: Implementation, board: Board) -> list[Path]:
    return [BENCH, ROOT / f"lab/bench/kind_{implementation.kind}.c", *board.sources()]


def build(implementation: Implementation, board: Board, sizes: list[Size], budget: int | None = None) -> Program:
    """The bench around one implementation.  `budget`: bytes of vectors, if not the board's."""
    board = board.laid_out(implementation.layout)
    most, facts = max((s.bytes for s in sizes), default=0), board.facts
    budget = facts["vector_bytes"] if budget is None else budget
    tried = vectors.sampled(vectors.encoded(implementation, most, facts["most_field"]), budget)
    config = config_header(implementation, board, sizes, tried)
    program = link_program(implementation, board, "bench", bench_sources(implementation, board), config)
    return replace(program, vectors=tuple(v for _, v in tried))


def build_ungated(implementation: Implementation, board: Board, sizes: list[Size]) -> Program:
    """The bench without the gate and its vectors."""
    board = board.laid_out(implementation.layout)
    ungated = replace(board, facts=board.facts | {"gated": False})
    config = config_header(implementation, ungated, sizes, [], left_out("vectors", "checksum", "abi"))
    return link_program(implementation, board, "ungated", [*bench_sources(implementation, board), UNGATED], config)


def build_checks(
    implementation: Implementation, board: Board, tried: vectors.Encoded, most: tuple[int, int]
) -> Program:
    """A program that only checks, with these vectors, and messages and fields of at most these bytes; each call of
    the code keeps the ABI, where the board can tell."""
    board = board.laid_out(implementation.layout)
    facts = {"most_text": most[0], "most_field": max(most[1], board.facts["most_field"])}
    config = config_header(implementation, replace(board, facts=board.facts | facts), [], tried, left_out("operations"))
    sources = [*bench_sources(implementation, board), UNTIMED]
    program = link_program(implementation, board, CHECKS, sources, config, calls_checked=True)
    return replace(program, vectors=tuple(v for _, v in tried))


def left_out(*names: str) -> list[str]:
    """For what another source defines instead: under a name that nothing uses, it is not linked."""
    return [f"#define bench_{name} bench_left_out_{name}" for name in names]


@remember
def headers_hash(folder: Path, board_folder: Path) -> str:
    """Every header that an object of this implementation might include: a change rebuilds all of its objects."""
    elsewhere = [] if BOARDS in board_folder.parents else headers_below(board_folder)
    beside = folder.parent.glob("*.h*") if folder.is_relative_to(ROOT) else ()  # of peers
    own = sorted([*folder.glob("*.h"), *beside]) if ROOT / "src" not in folder.parents else []
    return common_hash() + file_hash([*elsewhere, *own])


@remember
def common_hash() -> str:
    """The headers of the library, of the bench and of the lab's boards."""
    folders = [ROOT / name for name in ("include/narae", "src", "lab/bench", "lab/boards")]
    return file_hash([header for folder in folders for header in headers_below(folder)])


def headers_below(folder: Path) -> list[Path]:
    return [f for f in sorted(folder.rglob("*.[hi]*")) if f.suffix in HEADERS]


def compiled(source: Path, implementation: Implementation, board: Board) -> Path:
    """The object of a source that does not depend on bench_config.h."""
    if implementation.foreign and source in implementation.foreign.files:
        return foreign_object(source, implementation, board)
    around = source in (BENCH, UNTIMED, UNGATED) or source.parent in board.folders
    command = (
        *tool(implementation, board if around else board.tried, source.suffix in CPLUSPLUS),
        *implementation.flags,
    )
    # Library and board do not depend on the baseline that they are linked with, so programs share their objects.
    folder = library_folder(source) or source.parent
    own = library_folder(source) or folder in (*board.folders, BENCH.parent)
    place = folder if own else implementation.folder
    command += () if own else ("-DNARAE_DESCRIPTORS",)  # narae/block_cipher.h as in version 1
    command += ("-g",) if implementation.strangers and not own else ()  # for source lines of leaks
    often = bool(board.facts.get("kernels") or board.facts.get("levels"))
    return shared_object(source, command, place, board.folder, implementation.is_peer, often)


@remember
def shared_object(
    source: Path, command: tuple[str, ...], place: Path, board_folder: Path, is_peer: bool, often: bool
) -> Path:
    """`often`: called with several sets of flags, so that most objects are equal to another one."""
    identity = identity_of(source, command, place, board_folder)
    whole = [*command, *includes(place, is_peer)]
    if often and source.suffix == ".c" and not intrinsics(source):
        return kept(identity, partial(made_of_what_is_seen, whole, source))
    return kept(identity, partial(made_with_intrinsics, whole, command, source))


def identity_of(source: Path, command: tuple[str, ...], place: Path, board_folder: Path) -> list[str]:
    """What such an object depends on."""
    return [*command, headers_hash(place, board_folder), source.name, characters(source)]


def configured(source: Path, implementation: Implementation, board: Board, folder: Path, config: str) -> Path:
    """The object of a source that includes `config`, which is bench_config.h in `folder`."""
    command = [*tool(implementation, board, source.suffix in CPLUSPLUS), *implementation.flags]
    place, foreign = implementation.folder, implementation.foreign
    identity = [*command, headers_hash(place, board.folder), source.name, characters(source), config]
    whole = [*command, *includes(place, implementation.is_peer), f"-I{folder}"]
    if foreign:
        identity += [*implementation.cflags, foreign_hash(place, foreign)]
        whole += [*implementation.cflags, *(f"-idirafter{d}" for d in (*foreign.includes, SUPERCOP))]
    return kept(identity, partial(made_of_what_is_seen, whole, source))


def foreign_object(source: Path, implementation: Implementation, board: Board) -> Path:
    """The object of a user's source.  Its own headers come first, whatever their names; SUPERCOP's come last."""
    folder, foreign = implementation.folder, implementation.foreign
    assert foreign
    command = [*tool(implementation, board.tried, source.suffix in CPLUSPLUS), *implementation.cflags, DEBUGGED]
    if source.suffix in CPLUSPLUS:
        if not shutil.which(command[0]):  # the other targets do without it
            raise BuildError(f"{source.name} is C++, and {processes.not_installed(command[0])}")
        command[1:1] = WITHOUT_RUNTIME
    identity = [*command, foreign_hash(folder, foreign), source.name, characters(source)]
    whole = [*command, *(f"-I{d}" for d in (folder, *foreign.includes)), f"-idirafter{SUPERCOP}"]

    def make(fresh: Path) -> None:
        try:
            if source.suffix == ".s":
                assemble(whole, source, fresh)
            else:
                call([*whole, "-c", source, "-o", fresh])
        except BuildError as error:
            raise BuildError(in_source(str(error), whole, source)) from error

    return kept(identity, make)


def assemble(command: list[str], source: Path, fresh: Path) -> None:
    """A `.s` with directives of the preprocessor is meant for it, as build systems of boards run it for every assembly.
    A comment may look like one (`# if the carry is set`), but not to the preprocessor.  It also removes a byte order
    mark and C++ comments: what the assembler refuses is preprocessed, too."""
    plain: list[str | Path] = [*command, "-c", source, "-o", fresh]
    preprocessed: list[str | Path] = [*command, "-x", "assembler-with-cpp"]
    directives = DIRECTIVE.search(characters(source)) is not None
    if directives:
        try:
            call([*preprocessed, "-E", source])
        except BuildError as error:
            if re.search("No such file|#error", str(error)):
                raise
            directives = False
    if directives:
        call([*preprocessed, "-c", source, "-o", fresh])
        return
    try:
        call(plain)
    except BuildError:
        with contextlib.suppress(BuildError):
            call([*preprocessed, "-c", source, "-o", fresh])
            return
        raise


def in_source(said: str, command: list[str], source: Path) -> str:
    """An assembler's error in the compiler's temporary file, with the line of the inline assembly that it is about."""
    hit = re.match(r"cc\w+\.s:(\d+): (.*)", said)
    if not hit:
        return said
    lines = call([*command, "-S", source, "-o", "-"]).splitlines()[: int(hit[1])]
    marks = (re.match(r'\s*(?:@|//|#|;) (\d+) "(.+)"', line) for line in reversed(lines))
    mark = next(filter(None, marks), None)
    return f"{Path(mark[2]).name}:{mark[1]}: {hit[2]}" if mark else f"{source.name}: {hit[2]}"


@remember
def foreign_hash(folder: Path, foreign: Foreign) -> str:
    """Every file that its sources might include: files next to them, below them, and in include folders."""
    return file_hash(sorted({f for d in (folder, SUPERCOP, *foreign.includes) for f in files.below(d)}))


def made_of_what_is_seen(command: list[str], source: Path, fresh: Path) -> None:
    """Programs with different kernels often have the same preprocessed source: the key is the preprocessor's output,
    which is then compiled."""
    seen = call([*command, "-E", source])
    flags = [flag for flag in command if not flag.startswith(("-D", "-I"))]
    tokens = "\n".join(line for line in seen.splitlines() if line and not line.startswith("# "))

    if "\N{REPLACEMENT CHARACTER}" in seen:  # strings that are not UTF-8: pass the file itself to the compiler
        call([*command, "-c", source, "-o", fresh])
        return

    def make(fresh: Path) -> None:
        text = fresh.with_name(f"{source.stem}.i")
        text.write_text(seen)
        call([*flags, "-c", text, "-o", fresh])

    shutil.copyfile(kept([*flags, source.name, tokens], make), fresh)


def made_with_intrinsics(command: list[str], flags: tuple[str, ...], source: Path, fresh: Path) -> None:
    """Compiles a source, with a precompiled header for intrinsics where the compiler supports it."""
    name = "" if "-DNARAE_PORTABLE" in flags else intrinsics(source)
    header = precompiled(name, flags) if name else None
    if header:
        with contextlib.suppress(BuildError):
            call([*command, "-include", header, "-c", source, "-o", fresh])
            return
    call([*command, "-c", source, "-o", fresh])


@remember
def intrinsics(source: Path) -> str:
    """The intrinsics header that a source or one of its headers includes; parsing it takes longer than all of ours."""
    files = [source]
    for file in files:
        text = characters(file)
        if found := re.search(r"#\s*include <(immintrin\.h|arm_neon\.h)>", text):
            return found[1]
        near = (d / name for name in re.findall(r'#\s*include "(.+)"', text) for d in (file.parent, ROOT / "src"))
        files += [f for f in near if f not in files and f.exists()]
    return ""


@remember
def precompiled(header: str, flags: tuple[str, ...]) -> Path | None:
    """The precompiled replacement of a compiler's header; nothing if this machine has no such header."""

    def make(fresh: Path) -> None:
        call([*flags, "-include", header, "-x", "c-header", "/dev/null", "-o", fresh])

    with contextlib.suppress(BuildError):
        return kept([*flags, header], make, ".h.gch").with_suffix("")
    return None


def kept(identity: list[str], make: Callable[[Path], object], suffix: str = ".o") -> Path:
    """The file that `make` writes, cached by its inputs; the compiler comes first."""
    return cache.kept("objects", [compiler_version(identity[0]), *identity[1:]], make, suffix)


def link_program(
    implementation: Implementation,
    board: Board,
    name: str,
    around: list[Path],
    config: str,
    calls_checked: bool = False,
) -> Program:
    """Compiles an implementation and its surrounding sources, with `config` as bench_config.h, and links them.
    `calls_checked`: the bench's calls of the implementation go through the board's check of its ABI."""
    folder = place_of(implementation, board, name, config)
    own = implementation.sources()
    made = {s: compiled(s, implementation, board) for s in own if not library_folder(s)}
    if implementation.foreign and "-nostartfiles" in board.facts["ldflags"]:
        for source in own:
            if source in made and has_constructors(made[source]):
                raise BuildError(f"{source.name} has constructors, which nothing calls on this board")
    of_cplusplus = bool(implementation.foreign and any(s.suffix in CPLUSPLUS for s in own))
    around = [*around, CPLUSPLUS_RUNTIME] if of_cplusplus else around
    around = [*around, NO_HEAP] if implementation.strangers and "ram_bytes" in board.facts else around
    for source in around:  # a board's sources do not depend on the configuration, so programs share them
        shared = source.parent in board.folders or source in (BENCH, PRINT, UNTIMED, UNGATED)
        make = compiled if shared else partial(configured, folder=folder, config=config)
        made[source] = make(source, implementation, board)
    first = list(made.values())
    made |= reached(first, [s for s in own if library_folder(s)], lambda s: compiled(s, implementation, board))
    own = [s for s in own if s in made]
    if calls_checked:
        renamed = with_checked_calls(implementation, board, made, own, around, folder)
        old = {made[s] for s in renamed if s in made}
        first = [*(o for o in first if o not in old), *renamed.values()]
        around = [*dict.fromkeys([*around, *renamed])]
        made |= renamed
    objects = {s: made[s] for s in (*own, *around)}
    program = folder / f"{name}.elf"
    linker = tool(implementation, board, implementation.language == "c++")
    compiler, *flags = tool(implementation, board.tried, implementation.language == "c++")
    traced = implementation.is_peer or implementation.strangers  # a static program cannot load the tracer
    own_flags = [] if traced else board.facts.get("own_ldflags", [])
    last_flags = [*own_flags, "-Wl,--gc-sections", *implementation.libs]
    archive = implementation.archive
    full = [o for o in objects.values() if not is_empty(o)]
    if board.facts.get("links_what_is_needed"):
        full = needed(first, full)
    command = [*linker, *full, *([archive.file()] if archive else []), *board.link_flags, *last_flags]
    scripts = [script for folder in board.folders for script in sorted(folder.rglob("*.ld"))]
    try:
        binary_hash = link(program, command, [compiler_version(linker[0]), file_hash(scripts)])
    except BuildError as error:
        if hit := re.match(r"(?:kind_called|supercop)_\w+\.c:.*undefined reference to .(\w+)", str(error)):
            how = 'for C, as extern "C" does' if of_cplusplus else ""
            raise BuildError(f"no source defines {hit[1]} {how}".strip()) from error
        raise

    every = symbols(program)
    if any(name == OF_HEAP for _, name, *_ in every):
        raise BuildError(heap_needed({s: made[s] for s in own}, made[NO_HEAP]))
    used = {symbol[:2] for symbol in every}
    linked = [s for s in own if not used.isdisjoint(names(objects[s]))] if used else own
    places = (implementation.folder, ROOT / "src/core")
    headers = [f for place in places for f in headers_below(place)]
    provenance: dict[str, Any] = {
        "source_hash": file_hash([*linked, *headers, *(archive.sources if archive else [])]),
        "binary_hash": binary_hash,
        "compiler": compiler_version("rustc" if implementation.language == "rust" else compiler),
        "flags": " ".join([*flags, *implementation.flags, *board.facts["ldflags"], *last_flags]),
    }
    if implementation.foreign:
        provenance["flags"] = " ".join([*flags, *implementation.cflags, *board.facts["ldflags"], *last_flags])
        provenance["alignment"] = implementation.foreign.alignment
    others = ("_arm", "_ce") if implementation.kernel == "neon" else ()  # the dispatch, and the crypto extension
    by_hand = any(
        family_of(s) and library_folder(s) != ROOT / "src/core" and not s.stem.endswith(others) for s in linked
    )
    lacks_its_kernel = bool(implementation.family) and not by_hand
    return Program(implementation, board, program, tuple(objects[s] for s in linked), lacks_its_kernel, provenance)


def heap_needed(own: dict[Path, Path], heap: Path) -> str:
    """A sentence about a program that takes memory from the heap of a microcontroller: own sources with their objects,
    and that of NO_HEAP."""
    offered = globals_of(heap)[0]
    calls = ((source.name, name) for source, made in own.items() for name in globals_of(made)[1] & offered)
    file, name = min(calls, default=("a function of the C library", "malloc"), key=lambda c: (c[1] == "free", c))
    return (
        f"{file} calls {'new' if name.startswith('_Zn') else name}, and the board has no heap: take memory from the "
        "caller, from the stack or from a static array"
    )


def with_checked_calls(
    implementation: Implementation,
    board: Board,
    made: dict[Path, Path],
    own: list[Path],
    around: list[Path],
    folder: Path,
) -> dict[Path, Path]:
    """Objects to be linked instead and besides: the kind's, with other names for the functions that it calls of the
    implementation, and those functions, which call them through the board's check.  None if the board has none."""
    kind = next(s for s in around if s.name.startswith("kind_"))
    there = set[str]().union(*(globals_of(made[s])[0] for s in around))
    functions = sorted(globals_of(made[kind])[1] & set[str]().union(*(code_of(made[s]) for s in own)))
    if THROUGH not in there or not functions:
        return {}
    objcopy = objcopy_of(board.compiler)
    names = [f"--redefine-sym={name}={CHECKED}{name}" for name in functions]
    calls = folder / "calls.S"
    text = "\n".join(['#include "calls.inc"', *(f"checked {name}" for name in functions), ""])
    command = [*tool(implementation, board, False), *(f"-I{d}" for d in board.folders)]

    def make(fresh: Path) -> None:
        calls.write_text(text)
        call([*command, "-c", calls, "-o", fresh])

    content = hashlib.sha256(made[kind].read_bytes()).hexdigest()
    return {
        kind: kept([objcopy, *names, content], lambda fresh: call([objcopy, *names, made[kind], fresh])),
        calls: kept([*command, headers_hash(implementation.folder, board.folder), text], make),
    }


def objcopy_of(compiler: str) -> str:
    """The one that reads a compiler's objects: of a cross gcc its own.  clang and musl's gcc are for the host."""
    prefix = compiler.removesuffix("gcc")
    return f"{prefix}objcopy" if prefix not in (compiler, "musl-") else "objcopy"


def link(program: Path, command: list[str | Path], inputs: list[str]) -> str:
    """Links a program unless it is there, made of the same parts by the same command; the hash of its content.
    `inputs` are what the command's words do not say."""
    made_of = program.with_suffix(".made-of")
    identity = hashlib.sha256("\0".join([*map(str, command), *inputs]).encode()).hexdigest()
    with contextlib.suppress(OSError):
        content = hashlib.sha256(program.read_bytes()).hexdigest()
        if made_of.read_text() == f"{identity} {content}":
            return content
    with files.workshop(program.parent) as work:
        fresh, note = work / program.name, work / made_of.name
        call([*command, "-o", fresh])
        content = hashlib.sha256(fresh.read_bytes()).hexdigest()
        note.write_text(f"{identity} {content}")
        fresh.replace(program)
        note.replace(made_of)
    return content


def is_traced(implementation: Implementation, board: Board) -> bool:
    """Do its kernels use instructions that valgrind does not support?"""
    return implementation.level not in board.facts.get("valgrind_levels", [implementation.level])


def reached(first: list[Path], library: list[Path], make: Callable[[Path], Path]) -> dict[Path, Path]:
    """The objects of the library that a program of the first ones may need.  For each missing symbol this compiles the
    sources that probably define it; all of them, if none does or the format does not tell."""
    made: dict[Path, Path] = {}

    def likely(name: str) -> set[Path]:
        """Sources with the symbol at the beginning of a line, or else with a macro that makes it, or else the one that
        it is named after, or else sources with the symbol somewhere, or else those whose folder it is named after."""
        left = set(library) - made.keys()
        ways: tuple[Callable[[], list[Path]], ...] = (
            lambda: [s for s in left if name in labels(s)],
            lambda: longest({s: max(map(len, filter(name.startswith, pasted(s))), default=0) for s in left}),
            lambda: longest({s: len(s.stem) if f"_{s.stem}_" in f"{name}_" else 0 for s in left}),
            lambda: [s for s in left if name in words(s)],
            lambda: [s for s in left if f"_{s.relative_to(ROOT / 'src').parts[0]}" in name],
        )
        return set(next(filter(None, (way() for way in ways)), []))

    while len(made) < len(library):
        _, defined, wanted = closure(first, list(made.values()))
        missing = [name for name in wanted - defined if name.startswith("narae_")]
        if defined and not missing:
            break
        chosen = {s for name in missing for s in likely(name)} or set(library) - made.keys()
        # Otherwise workers that start together would wait for each other at every source.
        made |= {s: make(s) for s in random.sample(sorted(chosen), len(chosen))}
    return made


@remember
def labels(source: Path) -> frozenset[str]:
    """The words at the beginnings of its lines, where the house style has a function's name; in assembly behind
    `function`."""
    return frozenset(re.findall(r"^(?:function )?(\w+)", characters(source), re.MULTILINE))


@remember
def pasted(source: Path) -> frozenset[str]:
    """The beginnings of names that its macros define, but for those that say the library's name alone."""
    return frozenset(re.findall(r"(?<!&)\bnarae_\w+(?=##)", characters(source)))


@remember
def words(source: Path) -> frozenset[str]:
    return frozenset(re.findall(r"\w+", characters(source)))


def longest(found: dict[Path, int]) -> list[Path]:
    most = max(found.values(), default=0)
    return [source for source, length in found.items() if length == most > 0]


def needed(first: list[Path], objects: list[Path]) -> list[Path]:
    """The objects that a program of the first ones needs; all if the format does not tell."""
    chosen, defined, _ = closure(first, objects)
    return [o for o in objects if o in chosen] if defined else objects


def closure(first: list[Path], objects: list[Path]) -> tuple[set[Path], set[str], set[str]]:
    """The first objects and those that they need, and the symbols that these define and require."""
    chosen, defined, wanted = set(first), set[str](), set[str]()
    for path in first:
        defined, wanted = defined | globals_of(path)[0], wanted | globals_of(path)[1]
    while more := [o for o in objects if o not in chosen and globals_of(o)[0] & wanted]:
        chosen.update(more)
        for path in more:
            defined, wanted = defined | globals_of(path)[0], wanted | globals_of(path)[1]
    return chosen, defined, wanted


def place_of(implementation: Implementation, board: Board, name: str, config: str) -> Path:
    """The build folder of a program, with its bench_config.h: one per configuration and folder of sources, because
    another run may use a different one.  Folders untouched for a day are removed."""
    programs = BUILD / board.name / f"{name}-{implementation.slug}"
    tools = [*tool(implementation, board, False), *tool(implementation, board.tried, False)]
    identity = "\0".join([*tools, *implementation.flags, str(implementation.folder), config])
    folder = programs / hashlib.sha256(identity.encode()).hexdigest()[:12]
    folder.mkdir(parents=True, exist_ok=True)
    os.utime(folder)
    files.sweep(programs)
    with files.workshop(folder) as work:
        fresh = work / "bench_config.h"
        fresh.write_text(config)
        fresh.replace(folder / fresh.name)
    return folder


Symbol = tuple[str, str, str, int, int]


def symbols(path: Path) -> list[Symbol]:
    """Each function and object; empty for Windows programs, which have no symbol sizes."""
    found = elf.read(path)
    return found.symbols() if found else []


@remember
def is_empty(path: Path) -> bool:
    """Is a cached object empty, because its source is for other chips?"""
    found = elf.read(path)
    return found is not None and not any(s.loaded for s in found.sections)


def has_constructors(path: Path) -> bool:
    """Does a cached object have functions that are to be called before main()?"""
    found = elf.read(path)
    return found is not None and any(s.loaded and s.name.startswith(CONSTRUCTORS) for s in found.sections)


@remember
def object_symbols(path: Path) -> list[Symbol]:
    """symbols() of a cached object, whose name depends on its content."""
    return symbols(path)


@remember
def names(path: Path) -> frozenset[tuple[str, str]]:
    """The symbols of a cached object, by file and name."""
    return frozenset(symbol[:2] for symbol in object_symbols(path))


@remember
def code_of(path: Path) -> frozenset[str]:
    """The functions that a cached object defines for others."""
    found = elf.read(path)
    return found.functions() if found else frozenset()


@remember
def globals_of(path: Path) -> tuple[frozenset[str], frozenset[str]]:
    """The symbols that a cached object defines and requires."""
    found = elf.read(path)
    return found.globals() if found else (frozenset(), frozenset())
