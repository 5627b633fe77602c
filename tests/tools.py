# SPDX-License-Identifier: MIT
"""Running the tools that tests are made of."""

from __future__ import annotations

import atexit
import binascii
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Container, Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from pathlib import Path
from typing import Any

import pytest

from lab import files
from lab.build import cached_file, identity_of, reached, shared_object
from lab.paths import BOARDS, CACHE, ROOT
from lab.plan import implementations
from lab.plan.board import Board
from lab.plan.implementations import library_folder

MEMORY_FUNCTIONS = {"memcpy", "memset", "memmove", "memcmp"}  # all that the library asks of a machine
USAGE = "-fstack-usage"  # has a compiler write more than an object
AARCH64 = "aarch64-linux-gnu-gcc"
# As CMake compiles, but in half of the time; --deep has the usual -O3.  -O1 suspects loops of no turn.
AARCH64_FLAGS = ["-std=gnu11", "-O1", "-DNDEBUG", "-ffunction-sections", "-fdata-sections", "-Wall", "-Wextra"]
AARCH64_FLAGS += ["-Wconversion", "-Wpedantic", "-Werror", "-Wno-maybe-uninitialized"]

# Of programs for this machine that are compared with kernels of others: they share objects.
PORTABLE = ["-O1", "-std=gnu11", "-DNARAE_PORTABLE", "-ffunction-sections", "-fdata-sections"]


def call(command: list[str | Path], **more) -> str:
    done = subprocess.run([str(c) for c in command], capture_output=True, text=True, **more)
    assert done.returncode == 0, f"{' '.join(map(str, command))}\n{done.stdout[-2000:]}{done.stderr[-4000:]}"
    return done.stdout


@cache
def known_answers() -> list[str]:
    """The objects that narae/self_test.h declares, in the order of their list."""
    text = call(["gcc", "-E", "-P", f"-I{ROOT / 'include'}", ROOT / "include/narae/self_test.h"])
    return re.findall(r"extern const narae_known_answer (narae_known_answer_\w+);", text)


@cache
def server(*modules: str) -> subprocess.Popen[str]:
    """tests/prepared.py, until these tests end; a place that it should have moved from cannot be written."""
    command = [sys.executable, "-m", "tests.prepared", *modules]
    nowhere = {"NARAE_RESULTS": "/proc/no/results", "NARAE_CACHE": "/proc/no/cache"}
    process = subprocess.Popen(
        command, cwd=ROOT, env=os.environ | nowhere, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    atexit.register(process.communicate)
    return process


class Command:
    """`./narae`, from its Python on; `env` is added to the environment of the tests, `modules` are loaded before."""

    def __init__(
        self,
        *words: str | Path,
        cwd: Path = ROOT,
        env: dict[str, str] | None = None,
        seconds: int = 600,
        modules: tuple[str, ...] = (),
    ):
        self.server, self.status = server(*modules), ""
        self.folder = tempfile.TemporaryDirectory()
        self.out, self.err = (Path(self.folder.name, name) for name in ("out", "err"))
        self.out.touch()
        self.err.touch()
        order = {"words": [*map(str, words)], "cwd": str(cwd), "env": os.environ | (env or {}), "seconds": seconds}
        self.pid = int(self.request(order | {"out": str(self.out), "err": str(self.err)}))

    def request(self, order: dict[str, Any]) -> str:
        print(json.dumps(order), file=self.server.stdin, flush=True)
        return self.server.stdout.readline().strip()

    def ended(self, wait: bool = True) -> int | None:
        """Its exit status."""
        self.status = self.status or self.request({"pid": self.pid, "wait": wait})
        return int(self.status) if self.status else None


def narae(*words: str | Path, **more: Any) -> subprocess.CompletedProcess[str]:
    """A `Command` that has ended."""
    command = Command(*words, **more)
    with command.folder:
        status = command.ended()
        return subprocess.CompletedProcess([*words], status, command.out.read_text(), command.err.read_text())


def every_day(chosen: Container[Any], cases: Iterable[Any]) -> list[Any]:
    """Cases of a parametrized test; those that are not chosen run with --deep only."""

    def deep(case: Any) -> Any:
        return pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=pytest.mark.deep)

    return [case if case in chosen else deep(case) for case in cases]


def checked(text: str) -> str:
    """The lines of a program, each with its check, as lab/bench/print.c ends them."""
    transcript, check = "", 0
    for line in text.splitlines():
        check = binascii.crc_hqx(line.encode(), check)
        transcript += f"{line} *{check:04x}\n"
    return transcript


def own_cache(folder: Path) -> Path:
    """A cache whose outcomes are a test's own, and whose objects are everybody's."""
    cache = folder / "cache"
    cache.mkdir(exist_ok=True)
    for shared in ("objects", "tools"):
        (CACHE / shared).mkdir(parents=True, exist_ok=True)
        if not (cache / shared).exists():
            (cache / shared).symlink_to((CACHE / shared).resolve())
    return cache


def skip_without(*programs: str) -> None:
    """A tool that this system does not offer is named, not missed in silence."""
    for program in programs:
        if shutil.which(program) is None:
            pytest.skip(f"{program} is not installed")


def unpacked(*packages: str) -> Path:
    """The files of Debian packages without installing them, which would start their services."""
    folder = CACHE / "debian" / "-".join(packages)
    if not folder.exists():
        with files.new_folder(folder) as fresh:
            done = subprocess.run(["apt-get", "download", *packages], cwd=fresh, capture_output=True, text=True)
            if done.returncode:
                pytest.skip(f"{', '.join(packages)} could not be downloaded: {done.stderr.strip()[-200:]}")
            for package in fresh.glob("*.deb"):
                call(["dpkg-deb", "-x", package, fresh])
    return folder


def library_sources(family: str) -> list[Path]:
    """The library for one family of chips: what all compile, and its kernels."""
    return [f for f in implementations.library_sources() if implementations.family_of(f) in ("", family)]


def library_object(compiler: str, flags: list[str], source: Path) -> Path:
    """The object of a source of the library, of the lab's cache.  What is portable is large and the same in most
    variants."""
    portable = source.parent.name == "portable"
    return shared_object(source, (compiler, *flags), library_folder(source), BOARDS / "host", False, portable)


def needed(compiler: str, flags: list[str], first: list[Path], sources: list[Path]) -> list[Path]:
    """The library's objects that a program of the first ones needs, of the lab's cache: a few of some 150."""
    object_file = reached(first, sources, lambda source: library_object(compiler, flags, source))
    return [object_file[source] for source in sources if source in object_file]  # where code lies must not differ


def board_objects(board: Board) -> list[Path]:
    """Start-up code, clock and serial line of a board, as the programs of ./narae bench have them."""
    command = (board.compiler, *board.flags)
    return [shared_object(s, command, s.parent, board.folder, False, False) for s in board.sources()]


WARNINGS = ["-Wall", "-Wextra", "-Wconversion", "-Werror"]


def firmware(board: Board, sources: list[Path], folder: Path) -> Path:
    """The program of a test on a board, with that board's objects."""
    folders = (ROOT / "lab/bench", ROOT / "include", ROOT / "src", board.folder)
    elf, include = folder / "firmware.elf", [f"-I{folder}" for folder in folders]
    command = [board.compiler, *board.flags, *WARNINGS, *include]
    if board.linker:
        objects = [folder / f"{source.stem}.o" for source in sources]
        for source, object_file in zip(sources, objects, strict=True):
            call([*command, "-c", source, "-o", object_file])
        command, sources = [board.linker], objects
    call([*command, *board_objects(board), *sources, *board.link_flags, "-o", elf])
    return elf


def firmware_of(board: Board, folder: Path) -> Callable[..., Path]:
    """Builds the program of a test from C, and assembly if any."""

    def build(body: str, assembly: str = "") -> Path:
        source, more = folder / "firmware.c", folder / "assembly.S"
        source.write_text(f'#include "hal.h"\n#include "print.h"\n{body}')
        more.write_text(f".text\n{assembly}\n")
        return firmware(board, [source, more], folder)

    return build


def has_no_warnings(board: Board) -> None:
    """The board's own code, which other programs are compiled with as it is."""
    include = [f"-I{folder}" for folder in (ROOT / "lab/bench", board.folder)]
    call([board.compiler, *board.flags, *WARNINGS, *include, "-fsyntax-only", *board.sources()])


def compile_all(compiler: str, flags: list[str], sources: list[Path], folder: Path) -> list[Path]:
    """Compiles each source to an object of its own in `folder`, two at a time.  The library's are those of the lab's
    cache, where the programs of ./narae bench have theirs, unless the compiler writes more than an object."""
    folder.mkdir(parents=True, exist_ok=True)
    objects = [folder / f"{source.parent.name}-{source.name}.o" for source in sources]
    include = [f"-I{ROOT / 'include'}", f"-I{ROOT / 'src'}"]

    def make(source: Path, object_file: Path) -> None:
        if library_folder(source) and USAGE not in flags:
            shutil.copyfile(library_object(compiler, flags, source), object_file)
            return
        call([compiler, *flags, *include, "-c", source, "-o", object_file])
        if place := library_folder(source):  # which other tests need not compile, then
            command = (compiler, *(flag for flag in flags if flag != USAGE))
            cached_file(identity_of(source, command, place, BOARDS / "host"), partial(shutil.copyfile, object_file))

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(make, sources, objects))
    return objects
