# SPDX-License-Identifier: MIT
"""Arduino sketches, built for the Uno as the IDE builds them: its builder, its core, its flags (-Os -flto).

A library is a folder with headers, in it or in its `src`, as Arduino defines; code outside these conventions needs no
description either, only the flags that its author names."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from .. import cache, processes
from ..errors import BuildError, LabError
from ..files import files_below, temporary_folder
from ..paths import CACHE

CORE = Path("/usr/share/arduino/hardware")
BUILDER = Path("/usr/share/arduino-builder")
PACKAGES = "arduino-builder arduino-core-avr"
BOARD = "arduino:avr:uno"
COMPILER = Path("/usr/bin/avr-gcc")
FLASH_BYTES, RAM_BYTES = 32256, 2048  # according to its boards.txt: without the boot loader
SECONDS = 300
SKETCHES = (".ino", ".pde")
SOURCES = (*SKETCHES, ".h", ".hpp", ".hh", ".inc", ".c", ".cpp", ".cc", ".S", ".properties")
# Debian's gcc 5 defines DECIMAL_DIG in C only; the core uses it in C++.
OF_CORE = "-DDECIMAL_DIG=__DECIMAL_DIG__"
LANGUAGES = ("c", "cpp", "S", "c.elf")


@dataclass(frozen=True)
class Sketch:
    file: Path
    libraries: tuple[Path, ...] = ()  # of each a folder
    flags: tuple[str, ...] = ()  # after the core's
    compiler: Path = COMPILER

    @property
    def name(self) -> str:
        return self.file.stem


def versions(compiler: Path = COMPILER) -> dict[str, str]:
    """Of the core and of the compiler."""
    platform = (CORE / "arduino/avr/platform.txt").read_text()
    core = re.search(r"^version=(\S+)", platform, re.M)
    return {
        "core": f"arduino-core-avr {core[1] if core else 'unknown'}",
        "compiler": f"avr-gcc {version_of(compiler)}",
    }


def version_of(compiler: Path) -> str:
    """Empty if it cannot run."""
    try:
        return processes.run([compiler, "-dumpfullversion", "-dumpversion"], 10).stdout.strip()
    except OSError:
        return ""


def libraries_in(folder: Path) -> list[Path]:
    """The folder if it is a library, or the libraries in it."""
    if not folder.is_dir():
        raise LabError(f"--library {folder}: there is no such folder")
    libraries = [f for f in (folder, *sorted(p for p in folder.iterdir() if p.is_dir())) if is_library(f)]
    if not libraries:
        raise LabError(f"--library {folder}: neither it nor a folder in it has headers, as an Arduino library has")
    return libraries[:1] if libraries[0] == folder else libraries


def is_library(folder: Path) -> bool:
    return any(file.suffix in (".h", ".hpp") for f in (folder, folder / "src") if f.is_dir() for file in f.iterdir())


def own_files(sketch: Path) -> list[Path]:
    """The files that the IDE compiles: the sketch's folder; if that has another name, without its other sketches."""
    folder = sketch.parent
    if folder.name == sketch.stem:
        return sorted(f for f in files_below(folder) if f.suffix in SOURCES)
    here = sorted(f for f in folder.iterdir() if f.is_file() and f.suffix in SOURCES)
    return [f for f in here if f == sketch or f.suffix not in SKETCHES]


def build(sketch: Sketch) -> Path:
    """The program. Raises BuildError with advice for the author."""
    if not (CORE.is_dir() and BUILDER.is_dir() and processes.is_installed("arduino-builder")):
        raise LabError(f"Arduino is not installed; to fix it: apt-get install {PACKAGES}")
    libraries = list(dict.fromkeys(lib.resolve() for folder in sketch.libraries for lib in libraries_in(folder)))
    inputs = [*parts(sketch, libraries)]
    return cache.cached("sketches", inputs, lambda fresh: compile_sketch(sketch, libraries, fresh))


def parts(sketch: Sketch, libraries: Iterable[Path]) -> Iterator[str | Path]:
    yield from (__file__, *versions(sketch.compiler).values(), *sketch.flags, sketch.name)
    for folder, files in (
        (sketch.file.parent, own_files(sketch.file)),
        *((lib, sorted(f for f in files_below(lib) if f.suffix in SOURCES)) for lib in libraries),
    ):
        for file in files:
            yield from (folder.name, str(file.relative_to(folder)), file)


def compile_sketch(sketch: Sketch, libraries: Sequence[Path], fresh: Path) -> None:
    with temporary_folder(CACHE) as work:
        staged, shelf, built = work / sketch.name, work / "libraries", work / "built"
        for folder in (staged, shelf, built):
            folder.mkdir()
        for file in own_files(sketch.file):
            copy = staged / file.relative_to(sketch.file.parent)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, copy)
        for library in libraries:
            (shelf / library.name).symlink_to(library)
        flags = " ".join(sketch.flags)
        preferences = [f"compiler.{language}.extra_flags={flags}" for language in LANGUAGES]
        preferences[1] = f"compiler.cpp.extra_flags={OF_CORE} {flags}"
        preferences.append(f"compiler.path={sketch.compiler.parent}/")
        done = processes.compiler(
            ["arduino-builder", "-compile", "-hardware", BUILDER, "-hardware", CORE, "-tools", "/usr/bin"]
            + ["-libraries", shelf, "-fqbn", BOARD, "-build-path", built]
            + [word for preference in preferences for word in ("-prefs", preference)]
            + [staged / sketch.file.name],
            SECONDS,
        )
        if done.returncode:
            raise BuildError(reason(f"{done.stdout}\n{done.stderr}".replace(f"{work}/", "")))
        shutil.copyfile(built / f"{sketch.file.name}.elf", fresh)


def reason(output: str) -> str:
    """The builder's error in one sentence."""
    if missing := re.search(r"fatal error: (\S+): No such file", output):
        return f"needs the library with {missing[1]}: name its folder with --library"
    if over := re.search(r"is not within region `(\w+)'|region `(\w+)' overflowed", output):
        memory = "flash" if "text" in over.groups() else "RAM"
        return f"does not fit: it uses more {memory} than the Uno has"
    if error := re.search(r"^.*\berror: .*$", output, re.M):
        return f"does not compile: {error[0].strip()}"
    return f"does not compile: {output.strip().splitlines()[-1] if output.strip() else 'no message'}"
