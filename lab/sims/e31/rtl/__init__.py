# SPDX-License-Identifier: MIT
"""The golden reference: the Rocket core's own RTL configured as an E31, under Verilator.

The first build takes minutes and needs a network, so its result is kept outside the checkout, in a folder named after
all of its inputs."""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Callable
from functools import cache as remember
from pathlib import Path

from .... import cache, files
from ....build.elf import identity
from ....paths import MACHINE_CACHE
from ...run import Run, output, parse, simulate
from . import flops

FOLDER = Path(__file__).resolve().parent
VERILOG_INPUTS = ("E31Config.scala", "pom.xml", "boot.S")
LEAK_INPUTS = ("public.vlt", "flops.py", "rtl_leak.cpp", "port.h", "../board.h", "../../output.h")
BENCH_INPUTS = ("public.vlt", "rtl_run.cpp", "port.h", "../board.h", "../report.h", "../commit_log.h", "../../output.h")
TOP = "ExampleRocketSystem"
CORE, NAMES = "E31.v", "flops.txt"
RETURN = 0x203FF004  # where the function of rtl_leak returns to
STEP_SECONDS = 1800
MAX_CYCLES = 200_000_000  # some ten minutes
RUN_SECONDS = 1800
STEPS = 6  # how often build() says something at most


def key(names: tuple[str, ...], *more: str) -> str:
    digest = hashlib.sha256()
    for text in [*((FOLDER / n).read_text() for n in names), *more]:
        digest.update(text.encode() + b"\0")
    return digest.hexdigest()[:16]


@remember
def verilator_version() -> str:
    return output(["verilator", "--version"]).split()[1]


@remember
def rocket_version() -> str:
    """The generator's version, as the pom names it."""
    import xml.etree.ElementTree as xml  # here, because loading it takes long

    tag = "{http://maven.apache.org/POM/4.0.0}"
    version = xml.parse(FOLDER / "pom.xml").findtext(f"{tag}dependencies/{tag}dependency/{tag}version")
    assert version
    return version


def program_path() -> Path:
    return MACHINE_CACHE / f"rocket-bench-{key((*VERILOG_INPUTS, *BENCH_INPUTS), verilator_version())}" / "rtl_run"


def leak_path() -> Path:
    return MACHINE_CACHE / f"rocket-leak-{key((*VERILOG_INPUTS, *LEAK_INPUTS), verilator_version())}" / "rtl_leak"


def build(report: Callable[[str], None]) -> Path:
    """The simulator, built unless it exists."""
    program = program_path()
    if not program.exists():
        verilog = build_verilog(report)
        report("verilator: the core's Verilog becomes a program")
        with files.new_folder(program.parent) as folder:
            verilate(verilog, folder, program.name)
    return program


def build_leak(report: Callable[[str], None]) -> Path:
    """The one that shows flip-flops, whose names lie next to it."""
    program = leak_path()
    if not program.exists():
        verilog = build_verilog(report)
        report("verilator: the core's flip-flops become readable")
        with files.new_folder(program.parent) as folder:
            found = flops.flops(verilog / CORE, TOP)
            (folder / "flops.vlt").write_text(flops.control(verilog / CORE))
            (folder / "flops.h").write_text(flops.header(found, TOP))
            (folder / NAMES).write_text("".join(f"{name}\n" for f in found for name in f.names()))
            verilate(verilog, folder, program.name, "--flatten", folder / "flops.vlt")
    return program


def flop_names() -> list[str]:
    """Of each word that rtl_leak reads."""
    return (leak_path().parent / NAMES).read_text().splitlines()


def verilate(verilog: Path, folder: Path, name: str, *options: str | Path) -> None:
    """Builds NAME.cpp with the core into a folder."""
    compiler = f'-O2 -DROCKET_VERSION=\\"{rocket_version()}\\" -I{FOLDER} -I{folder}'
    quiet = ["--noassert", "-Wno-fatal", "-Wno-lint", "-Wno-style"]
    output(
        [
            *("verilator", "--cc", "--exe", "--build", "-j", "2", "-O3", *options),
            *("--x-assign", "fast", "--x-initial", "fast"),
            *(*quiet, "+define+SYNTHESIS", "--top-module", TOP, "--Mdir", folder / "objects", "-CFLAGS", compiler),
            *("-MAKEFLAGS", "OPT_FAST=-O2", "-o", folder / name, FOLDER / "public.vlt"),
            *(*sorted(verilog.glob("*.v")), FOLDER / f"{name}.cpp"),
        ],
        STEP_SECONDS,
    )
    shutil.rmtree(folder / "objects")


def build_verilog(report: Callable[[str], None]) -> Path:
    """The folder with the core's Verilog, which depends only on the generator."""
    verilog = MACHINE_CACHE / f"rocket-verilog-{key(VERILOG_INPUTS)}"
    if verilog.exists():
        return verilog
    with files.new_folder(verilog) as folder:
        work = folder / "work"
        jars = work / "jars"
        work.mkdir()
        shutil.copy(FOLDER / "pom.xml", work)
        report("maven: fetching the generator of the Rocket core (42 MB)")
        output(
            ["mvn", "-q", "-B", "-f", work / "pom.xml", "dependency:copy-dependencies", f"-DoutputDirectory={jars}"],
            STEP_SECONDS,
        )
        path = ":".join(map(str, sorted(jars.glob("*.jar"))))
        report("scala: compiling the E31's configuration")
        (work / "classes").mkdir()
        output(
            [
                *("java", "-cp", path, "scala.tools.nsc.Main", "-cp", path, "-d", work / "classes"),
                FOLDER / "E31Config.scala",
            ],
            STEP_SECONDS,
        )
        report("chisel: elaborating the core")
        elf, rom = work / "boot.elf", work / "boot.bin"
        flags = ["-march=rv32imac", "-mabi=ilp32", "-nostdlib", "-Wl,-Ttext=0x10000"]
        output(["riscv64-unknown-elf-gcc", *flags, FOLDER / "boot.S", "-o", elf])
        output(["riscv64-unknown-elf-objcopy", "-O", "binary", elf, rom])
        output(
            [
                *("env", f"E31_BOOT_ROM={rom}", "java", "-Xss8m", "-cp", f"{work / 'classes'}:{path}"),
                *("freechips.rocketchip.system.Generator", work, "freechips.rocketchip.system", TOP),
                *("e31lab", "E31Config"),
            ],
            STEP_SECONDS,
        )
        report("firrtl: lowering the core to Verilog")
        output(
            [
                *("java", "-Xss8m", "-Xmx4g", "-cp", path, "firrtl.Driver", "-i", work / "e31lab.E31Config.fir"),
                *("-td", work, "-o", folder / CORE, "-X", "verilog", "--infer-rw", TOP),
                *("-faf", work / "e31lab.E31Config.anno.json"),
            ],
            STEP_SECONDS,
        )
        rocket = next(jars.glob("rocketchip_*.jar"))
        names = ["AsyncResetReg.v", "EICG_wrapper.v", "plusarg_reader.v"]
        output(["python3", "-m", "zipfile", "-e", rocket, work])
        for name in names:
            shutil.copy(work / "vsrc" / name, folder)
        shutil.rmtree(work)
    return verilog


def run_rtl(elf: Path, *, max_cycles: int = MAX_CYCLES, log: Path | None = None) -> Run:
    """Runs a firmware; the RTL must have been built.  Results are cached."""
    command = [program_path(), "--max-cycles", max_cycles]
    if log:
        return simulate([*command, "--log", log, elf], RUN_SECONDS)

    def make(fresh: Path) -> None:
        text = output([*command, elf], RUN_SECONDS)
        parse(text)
        fresh.write_text(text)

    return parse(cache.cached(program_path().parent / "runs", [identity(elf)], make).read_text())


def run_leak(job: Path, out: Path) -> str:
    """Runs rtl_leak, which must have been built; what it says of a call that fails."""
    return output([leak_path(), job, out], RUN_SECONDS)
