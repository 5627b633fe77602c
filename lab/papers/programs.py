# SPDX-License-Identifier: MIT
"""The programs that a paper measured, as citations: repository, revision, files with their hashes, and where each
figure is: in the output, in the calls of a function, or in the size.

The programs are the user's: a folder with clones or copies of their repositories.  Files are recognized by their
hashes.  What was measured so is recorded in results/papers.json, for users without the programs."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import Annotated, Any

import msgspec

from ..build import Program as Built
from ..build import arduino, compiler_version, variants
from ..cache import Cache
from ..errors import BuildError, LabError, RunError
from ..files import files_below, temporary_folder
from ..paths import CACHE
from ..plan import published, schema
from ..plan.citations import Citation, Copy
from ..plan.published import PAGE as VALIDATE_PAGE
from ..rows import provenance, sizes
from ..rows.sizes import Footprint
from ..run import silicon, sketch
from ..run.sketch import SECONDS
from ..sims.avr import simavr_version
from ..targets import TARGETS
from ..targets.base import Target
from .expressions import KILOBYTE, CitedTerm, Quantity, exactly

UNITS = ("cycles", "us", "us/byte")
SIZES = ("flash", "ram")
STATISTICS: dict[str, Callable[[Sequence[int]], float]] = {"mean": fmean, "longest": max, "shortest": min}


class Place(schema.Table):
    """Where a figure of a program is."""

    output: str = ""  # a regular expression with one group
    function: str = ""  # cycles of its calls
    of_calls: Annotated[str, schema.one_of(tuple(STATISTICS))] = "mean"
    call: str = ""  # cycles of a call that a TOML file in the user's folder describes, as for `validate --sources`
    size: Annotated[str, schema.one_of(("", *SIZES))] = ""  # of the sketch, or of the objects of the call's files
    unit: Annotated[str, schema.one_of(UNITS)] = "us"  # of the output

    @property
    def figure_unit(self) -> str:
        return "bytes" if self.size else "cycles" if self.function or self.call else self.unit


class Program(Citation):
    """An Arduino sketch with its libraries, or code that TOML files in the user's folder call; paths are those of the
    repository, and `files` are all that it is built from."""

    name: str
    what: str
    figures: dict[str, Place]
    right: list[str] = []  # regular expressions: what the output must have, or the program computes something else
    sketch: str = ""
    libraries: list[str] = []
    flags: tuple[str, ...] = ()  # after the target's, or -Os -flto for a sketch
    seconds: schema.Positive = SECONDS
    target: str = ""  # if not the paper's
    compiler: str = ""  # of a sketch: the version of avr-gcc, if it matters

    def placeholder(self) -> Measurement:
        """Every figure is 1."""
        return Measurement({name: Figure(1, place.figure_unit) for name, place in self.figures.items()}, {})


@dataclass(frozen=True)
class Figure:
    value: float
    unit: str

    def quantity(self, term: CitedTerm, unit: str, clock_hz: float) -> Quantity:
        if (self.unit == "bytes") != (unit == "bytes"):
            raise ValueError(f"{term} has the unit {self.unit}, not {unit}")
        if self.unit == "bytes":
            return exactly(self.value * term.times)
        if self.unit == "us/byte" and term.bytes is None:
            raise ValueError(f"{term} counts per byte: the term needs `bytes`")
        value = self.value * term.times * ((term.bytes or 0) if self.unit == "us/byte" else 1)
        per = term.per or 1
        if unit in ("cycles", "times", "cycles/byte"):
            cycles = value if self.unit == "cycles" else value * clock_hz / 1e6
            return exactly(cycles / per if unit == "cycles/byte" else cycles)
        if self.unit == "cycles" and not clock_hz:
            raise ValueError(f"{term} has no time: the target has no clock of its own")
        seconds = value / clock_hz if self.unit == "cycles" else value / 1e6
        of_seconds = {"s": seconds, "ms": seconds * 1e3, "us": seconds * 1e6, "KB/s": per / KILOBYTE / seconds}
        if unit not in of_seconds:
            raise ValueError(f"{term} has no unit {unit}")
        return exactly(of_seconds[unit])


@dataclass(frozen=True)
class Measurement:
    """The figures of a program, from a run of today or a recorded one."""

    figures: dict[str, Figure]
    provenance: dict[str, Any]  # of the run: date, compiler, simulator


def locate(program: Program, folder: Path) -> Copy:
    return program.locate(folder, list(dict.fromkeys(filter(None, (program.sketch, *program.files)))))


def measure_all(
    programs: Iterable[Program], folder: Path, target: str, cache: Cache, say: Callable[[str], None]
) -> tuple[dict[str, Measurement], dict[str, str]]:
    """The measurements of the programs that the folder has, and why the others have none."""
    measured: dict[str, Measurement] = {}
    problems: dict[str, str] = {}
    for program in programs:
        copy = locate(program, folder)
        if copy.root is None:
            problems[program.name] = copy.problem
            continue
        say(f"program {program.name}")
        try:
            if program.sketch:
                with temporary_folder(CACHE) as work:
                    root, compiler = program.staged(copy.root, work), compiler_for(program, folder)
                    measured[program.name] = measure(program, root, cache, compiler)
            else:
                measured[program.name] = measure_cited_calls(
                    program, copy.root, folder, target_for(program, target), cache
                )
        except (BuildError, RunError, LabError) as error:
            problems[program.name] = f"{program.sketch} {error}".lstrip()
    return measured, problems


def compiler_for(program: Program, folder: Path) -> Path:
    """The installed avr-gcc, or the one in the user's folder that has the version of the paper's."""
    if program.compiler in ("", arduino.version_of(arduino.COMPILER)):
        return arduino.COMPILER
    for file in files_below(folder):
        if file.name == arduino.COMPILER.name and arduino.version_of(file) == program.compiler:
            return file
    raise LabError(
        f"needs avr-gcc {program.compiler}, which is not in {folder}: an Arduino IDE has it in hardware/tools"
    )


def target_for(program: Program, name: str) -> Target:
    """The target, which compiles with the program's flags."""
    target = TARGETS[program.target or name]()
    if program.flags:
        target.board = variants.changed(target.board, target.board.for_code.compiler, shlex.join(program.flags))
    return target


def measure_cited_calls(program: Program, root: Path, folder: Path, target: Target, cache: Cache) -> Measurement:
    """Figures of functions of the cited files that the TOML files of the folder call."""
    cited = {(root / name).resolve() for name in program.files}
    described = calls_of(program.figures, folder)
    for call in described.values():
        others = [f for f in call.files if f.resolve() not in cited]
        if others:
            raise LabError(f"{call.name} is described with {others[0]}, which is none of the cited files")
    return measure_calls(program.figures, described, target, cache)


def calls_of(figures: Mapping[str, Place], folder: Path) -> dict[str, published.Program]:
    """The descriptions of the figures' calls."""
    described = published.programs(folder)
    for name in (place.call for place in figures.values()):
        if name not in described:
            raise LabError(f"no TOML file in {folder} describes {name}: {VALIDATE_PAGE}")
        if described[name].missing:
            raise LabError(f"{name}: there is no {described[name].missing} in {folder}")
    return {place.call: described[place.call] for place in figures.values()}


def measure_calls(
    figures: Mapping[str, Place],
    described: Mapping[str, published.Program],
    target: Target,
    cache: Cache,
    cold: bool = False,
) -> Measurement:
    """`cold`: with an instruction cache that holds other code."""
    reading = {f.name: f.source.reading for f in published.figures(target.name)}
    measured: dict[str, Figure] = {}
    built = {name: silicon.built(call, target.board, cold) for name, call in described.items()}
    if unused := next((name for name, program in built.items() if sizes.measure(program).flash_bytes == 0), None):
        raise RunError(f"{unused}: its call reaches no code of its files")
    calls = timed(described, built, target, cache)
    for name, place in figures.items():
        if place.size:
            measured[name] = size_of(place, sizes.objects(built[place.call]))
            continue
        call = calls[place.call]
        measured[name] = Figure(call.finding.cycles - call.around + reading.get(place.call, 0), "cycles")
    code = target.board.for_code
    built_with = {"compiler": compiler_version(code.compiler), "flags": " ".join(code.cflags)}
    return Measurement(measured, built_with | simulator_of(target))


def timed(
    described: Mapping[str, published.Program], built: Mapping[str, Built], target: Target, cache: Cache
) -> dict[str, silicon.Call]:
    """On a real clock the programs alternate in rounds, so that a disturbance meets all of them."""
    if target.alone:
        outcomes = target.run(list(built.values()), False, cache, lambda _: None)
        return {name: silicon.call_of(described[name], outcome) for name, outcome in zip(built, outcomes, strict=True)}

    def simulated(name: str) -> silicon.Call:
        return cache.get(
            ["call", Path(silicon.__file__), *target.simulators(), target.name, built[name].elf],
            lambda: silicon.timed(described[name], built[name], target),
            lambda _: True,
        )

    return {name: simulated(name) for name in built}


def simulator_of(target: Target) -> dict[str, Any]:
    if target.has("simulators"):
        return {"simulator": " ".join(target.simulators())}
    return {"machine": provenance.cpu_name()}


def measure(program: Program, root: Path, cache: Cache, compiler: Path = arduino.COMPILER) -> Measurement:
    libraries = tuple(root / folder for folder in program.libraries)
    elf = arduino.build(arduino.Sketch(root / program.sketch, libraries, program.flags, compiler))
    functions = sorted({place.function for place in program.figures.values() if place.function})
    result: sketch.Result = cache.get(
        ["cited program", Path(sketch.__file__), simavr_version(), elf, *functions, str(program.seconds)],
        lambda: sketch.run(elf, functions, program.seconds),
        lambda _: True,
    )
    if absent := next((words for words in program.right if not re.search(words, result.text, re.M)), None):
        raise RunError(f"computes something else: its output has no match of `{absent}`")
    figures = {name: figure(name, place, result) for name, place in program.figures.items()}
    flags = " ".join(["-Os -flto", *program.flags])
    return Measurement(figures, {**arduino.versions(compiler), "flags": flags, "simulator": result.simulator})


def size_of(place: Place, footprint: Footprint) -> Figure:
    return Figure(footprint.flash_bytes if place.size == "flash" else footprint.ram_bytes, "bytes")


def figure(name: str, place: Place, result: sketch.Result) -> Figure:
    if place.function:
        if not result.functions[place.function]:
            raise RunError(f"never calls {place.function}, which the figure {name} is of")
        return Figure(float(STATISTICS[place.of_calls](result.functions[place.function])), place.figure_unit)
    if place.size:
        return size_of(place, result.size)
    if not (match := re.search(place.output, result.text, re.M)):
        raise RunError(f"does not print the figure {name}: nothing matches `{place.output}`")
    return Figure(float(match[1]), place.figure_unit)


class RecordedFigure(msgspec.Struct):
    value: float
    unit: str


class RecordedProgram(msgspec.Struct):
    figures: dict[str, RecordedFigure]
    provenance: dict[str, Any]


class RecordedPaper(msgspec.Struct):
    programs: dict[str, RecordedProgram]
    claims: list[dict[str, Any]]


class Record(msgspec.Struct):
    """results/papers.json: the committed run of the cited programs."""

    papers: dict[str, RecordedPaper]


def recorded(file: Path, paper: str) -> dict[str, Measurement]:
    if not file.exists():
        return {}
    record = msgspec.json.decode(file.read_bytes(), type=Record)
    programs = record.papers[paper].programs if paper in record.papers else {}
    return {
        name: Measurement({n: Figure(f.value, f.unit) for n, f in program.figures.items()}, program.provenance)
        for name, program in programs.items()
    }
