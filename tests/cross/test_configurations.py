# SPDX-License-Identifier: MIT
"""In every configuration and on every machine the library compiles, without duplicate or undefined symbols."""

from __future__ import annotations

import platform
import re
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pytest

from lab.paths import ROOT
from lab.plan.board import load_board
from tests.tools import AARCH64, call, compile_all, every_day, library_sources, skip_without

[OPTIONS] = re.findall(r"^set\(configuration (.*)\)$", (ROOT / "CMakeLists.txt").read_text(), re.MULTILINE)
MACROS = OPTIONS.split()
CONFIGURATIONS = [(), *((macro,) for macro in MACROS), ("NARAE_SMALL", "NARAE_TABLES_IN_TIGHTLY_COUPLED_MEMORY")]
WARNINGS = ["-Wall", "-Wextra", "-Wconversion", "-Werror", "-Wno-maybe-uninitialized", "-Wno-unknown-warning-option"]


@dataclass(frozen=True)
class Machine:
    name: str
    compiler: str
    family: str
    flags: tuple[str, ...] = ()
    board: str = ""  # of the flags
    stubs: str = ""  # a 32-bit header that Debian lacks
    linker: tuple[str, ...] = ()


MACHINES = [
    Machine("x86-64", "gcc", "x86"),
    Machine("x32", "gcc", "x86", ("-mx32", "-isystem/usr/include/x86_64-linux-gnu"), stubs="stubs-x32.h"),
    Machine("windows", "x86_64-w64-mingw32-gcc", "x86"),
    Machine("aarch64", AARCH64, "arm"),
    Machine("ilp32", AARCH64, "arm", ("-mabi=ilp32",), stubs="stubs-ilp32.h"),
    Machine("avr", "avr-gcc", "avr", board="uno"),
    Machine("rv32", "riscv64-unknown-elf-gcc", "rv32", board="hifive1"),
    Machine("v6m", "arm-none-eabi-gcc", "thumb", board="m0plus"),
    Machine("v7m", "arm-none-eabi-gcc", "thumb", board="m3"),
    Machine("v7em", "arm-none-eabi-gcc", "thumb", board="m4"),
    Machine("v8m", "arm-none-eabi-gcc", "thumb", board="m33"),
    Machine(
        "wasm",
        "clang-14",
        "wasm",
        (
            "--target=wasm32",
            "-msimd128",
            "-U__SIZEOF_INT128__",
            "-ffreestanding",
            "-Qunused-arguments",
            f"-I{ROOT / 'bindings/wasm/c'}",
        ),
        linker=("wasm-ld-14",),
    ),
]
CASES = [(machine, macros) for machine in MACHINES for macros in CONFIGURATIONS]


def flags_of(machine: Machine, folder: Path) -> list[str]:
    skip_without(machine.compiler, *machine.linker)
    flags = [*(load_board(machine.board).flags if machine.board else ()), *machine.flags]
    if machine.stubs:
        (folder / "gnu").mkdir()
        (folder / "gnu" / machine.stubs).touch()
        flags.append(f"-I{folder}")
        if not Path("/usr/include/x86_64-linux-gnu/bits/types.h").exists():
            pytest.skip("the headers of libc6-dev are not where those of x32 are looked for")
    return flags


def gaps(machine: Machine, flags: list[str], objects: Iterable[Path], folder: Path) -> set[str]:
    """Undefined symbols of the library."""
    whole = folder / "whole.o"
    no_library = [flag for flag in flags if not flag.startswith("--specs")]  # picolibc's would link a program
    call([*(machine.linker or (machine.compiler, *no_library, "-nostdlib")), "-r", "-o", whole, *objects])
    nm = "llvm-nm" if machine.linker else machine.compiler.replace("gcc", "nm")
    symbols = [line.split()[:2] for line in call([nm, "-P", whole]).splitlines()]
    assert sum(kind in "TtRrDd" for _, kind in symbols) > 300
    return {name for name, kind in symbols if kind == "U" and name.startswith("narae_")}


def identifier(case: object) -> str:
    return case.name if isinstance(case, Machine) else "+".join(case) or "default"


@pytest.mark.parametrize(("machine", "macros"), every_day([], CASES), ids=identifier)
def test_the_library_is_whole(machine, macros, tmp_path):
    flags = flags_of(machine, tmp_path)
    options = ["-std=gnu11", "-O1", *flags, *(f"-D{macro}" for macro in macros), *WARNINGS]
    objects = compile_all(machine.compiler, options, library_sources(machine.family), tmp_path)
    assert gaps(machine, flags, objects, tmp_path) == set()


@pytest.mark.parametrize("machine", [m for m in MACHINES if m.stubs], ids=identifier)
def test_addresses_of_32_bits_have_portable_code(machine, tmp_path):
    """Assembly needs 64-bit addresses."""
    flags = [*flags_of(machine, tmp_path), f"-I{ROOT / 'include'}"]
    defined = call([machine.compiler, *flags, "-dM", "-E", ROOT / "src/core/family.h"])
    assert re.search(r"#define NARAE_\w+_KERNELS\b", defined) is None
    assert "#define NARAE_WORDS64" in defined


INTRINSICS = ("immintrin.h", "cpuid.h")
SEEN = ["gcc", "-E", "-P", "-std=gnu11", "-I."]


def seen(source: Path, macros: Iterable[str], stubs: Path) -> str:
    """A preprocessed source, without intrinsics."""
    return call(
        [*SEEN, *(f"-D{macro}" for macro in macros), f"-I{ROOT / 'include'}", f"-I{ROOT / 'src'}", source], cwd=stubs
    )


@pytest.mark.deep
def test_the_small_library_is_whole_on_this_machine(cmake_build, tmp_path):
    """The build of ./narae test, with the objects that NARAE_SMALL changes."""
    archive = cmake_build("gcc", ["-DCMAKE_C_COMPILER=gcc"], "narae") / "libnarae.a"
    for header in INTRINSICS:
        (tmp_path / header).touch()
    sources = library_sources("x86" if platform.machine() in ("x86_64", "AMD64") else "arm")
    with ThreadPoolExecutor(2) as pool:
        texts = [list(pool.map(partial(seen, macros=m, stubs=tmp_path), sources)) for m in ((), ("NARAE_SMALL",))]
    changed = [s for s, *both in zip(sources, *texts, strict=True) if both[0] != both[1]]
    assert len(changed) > 2
    kept = tmp_path / "kept"
    kept.mkdir()
    call(["ar", "x", archive], cwd=kept)
    for source in changed:
        (kept / f"{source.name}.o").unlink()
    objects = compile_all("gcc", ["-std=gnu11", "-O1", "-DNARAE_SMALL", "-fPIC"], changed, tmp_path / "changed")
    assert gaps(MACHINES[0], [], [*kept.iterdir(), *objects], tmp_path) == set()
