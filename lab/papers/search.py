# SPDX-License-Identifier: MIT
"""Which program and which flags gave a paper's figures?  Each candidate is built with several compilers and sets of
flags; all claims that it may explain are evaluated at once, and the candidates ranked by their distance.

The distance of one claim is |ln(measured / stated)|: twice and half of what is stated are equally far.  That of a
candidate is the mean over its claims, printed as a factor.  A ratio of two figures counts like a time.  Where the paper
names no clock, so that its figures are `impossible` to reproduce, one common factor is free: the median."""

from __future__ import annotations

import math
import shlex
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field, replace
from fnmatch import fnmatchcase
from pathlib import Path
from statistics import median
from typing import Any

from msgspec import structs

from ..build import variants
from ..cache import Cache
from ..errors import BuildError, LabError, RunError
from ..paths import shown
from ..plan import schema
from ..run.sketch import SECONDS
from ..targets import TARGETS
from ..targets.base import Target
from . import Paper, ledger, programs
from .programs import Measurement, Place, Program
from .recipes import Measured

PAGE = "docs/how-to/adding-a-paper.md"
LEVELS = ("-Os", "-O0", "-O1", "-O2", "-O3")
SKETCH_FLAGS = (*LEVELS, "-Os -mcall-prologues")
CALL_FLAGS = (*LEVELS, "-O3 -funroll-loops")
COLD = "instruction cache cold"


class Term(schema.Table):
    """A figure of the candidate, in a claim's unit."""

    figure: str
    bytes: schema.Positive = 1  # of a figure per byte
    per: schema.Positive = 1  # bytes, in a claim per byte
    times: schema.Positive = 1


class Candidate(schema.Table):
    """A program that may be what a paper measured: a sketch, or calls that the folder describes; paths are relative to
    its file's folder."""

    name: str
    figures: dict[str, Place]
    stands_for: str = ""  # a program of the paper: the claims that cite it
    claims: dict[str, Term] = {}  # or patterns of claims
    sketch: str = ""
    libraries: list[str] = []
    flags: tuple[str, ...] = ()
    seconds: schema.Positive = SECONDS


class Candidates(schema.Table):
    """The TOML file; plan/published.py reads the descriptions of calls."""

    candidate: list[Candidate] = []
    program: list[dict[str, Any]] = []


@dataclass(frozen=True)
class Setting:
    """How a candidate is built and run."""

    flags: str
    compiler: str = ""  # the target's own
    cold: bool = False  # the instruction cache

    def __str__(self) -> str:
        parts = [self.compiler, self.flags, COLD if self.cold else ""]
        return ", ".join(part for part in parts if part)


@dataclass
class Outcome:
    candidate: str
    setting: str
    figures: dict[str, float] = field(default_factory=dict)  # measured, by claim
    distance: float = math.inf
    clock: float | None = None  # the factor that was free: the paper's unit over ours
    failure: str = ""


def candidates_in(folder: Path, paper: Paper) -> list[tuple[Path, Candidate]]:
    """The candidates for programs of the paper, each with its folder."""
    if not folder.is_dir():
        raise LabError(f"{folder} is not a folder; --search needs one with candidates: {PAGE}")
    result = []
    for file in sorted(folder.glob("*.toml")):
        for candidate in schema.read(file, Candidates, PAGE).candidate:
            try:
                check(candidate, paper)
            except ValueError as error:
                raise LabError(f"{shown(file)}: {candidate.name}: {error}") from error
            result.append((file.parent, candidate))
    if not result:
        raise LabError(f"{folder} has no TOML file with a [[candidate]]: {PAGE} has an example")
    return result


def check(candidate: Candidate, paper: Paper) -> None:
    """Rejects a candidate whose figures belong to no claim."""
    known = {p.name: p for p in paper.programs}
    if bool(candidate.stands_for) == bool(candidate.claims):
        raise ValueError("it needs either `stands_for`, a program that the paper cites, or `claims`")
    if candidate.stands_for and candidate.stands_for not in known:
        raise ValueError(
            f"it stands for `{candidate.stands_for}`, not for a program of {paper.name}: {', '.join(known) or 'none'}"
        )
    if candidate.stands_for and (wrong := set(candidate.figures) - set(known[candidate.stands_for].figures)):
        raise ValueError(f"{candidate.stands_for} has no figure {min(wrong)}")
    for pattern, term in candidate.claims.items():
        if term.figure not in candidate.figures:
            raise ValueError(f"it has no figure {term.figure}")
        if not any(fnmatchcase(claim.id, pattern) for claim in paper.claims):
            raise ValueError(f"{paper.name} has no claim `{pattern}`: ./narae reproduce --list {paper.name}")
    for name, place in candidate.figures.items():
        if not candidate.sketch and not place.call:
            raise ValueError(f"the figure {name} of a candidate without `sketch` needs `call`")


def settings(candidate: Candidate, target: Target, compilers: Sequence[str], flags: Sequence[str]) -> list[Setting]:
    if candidate.sketch and compilers:
        raise LabError(f"{candidate.name} is a sketch, which the Arduino core's compiler builds: leave out --compiler")
    if candidate.sketch:
        return [Setting(words) for words in flags or SKETCH_FLAGS]
    states = (False, True) if target.board.instruction_cache_bytes else (False,)
    return [
        Setting(words, compiler, cold)
        for compiler in compilers or [""]
        for words in flags or CALL_FLAGS
        for cold in states
    ]


def search(
    paper: Paper,
    trials: Sequence[tuple[Path, Candidate, Setting]],
    recorded: dict[str, Measurement],
    cache: Cache,
    report: Callable[[str], None],
) -> list[Outcome]:
    """The nearest first; those that failed last."""
    outcomes = []
    for folder, candidate, setting in trials:
        report(f"{candidate.name} {setting}")
        outcome = Outcome(candidate.name, str(setting))
        try:
            measurement = measure(candidate, setting, folder, TARGETS[paper.defaults["target"]](), cache)
            outcome.figures = evaluate(paper, recorded, candidate, measurement)
            outcome.distance, outcome.clock = distance(paper, outcome.figures)
        except (BuildError, RunError, LabError) as error:
            outcome.failure = f"{candidate.sketch} {error}".lstrip()
        outcomes.append(outcome)
    return sorted(outcomes, key=lambda o: o.distance)


def measure(candidate: Candidate, setting: Setting, folder: Path, target: Target, cache: Cache) -> Measurement:
    if candidate.sketch:
        return programs.measure(program_of(candidate, setting.flags), folder, cache)
    boards, missing = variants.of_board(target.board, [setting.compiler or target.board.compiler], [setting.flags])
    if missing:
        raise LabError(str(missing[0]))
    target.board = boards[-1]
    return programs.measure_calls(
        candidate.figures, programs.calls_of(candidate.figures, folder), target, cache, setting.cold
    )


def program_of(candidate: Candidate, flags: str = "") -> Program:
    return Program(
        name=candidate.name,
        what="",
        repository="",
        commit="",
        licence="",
        sketch=candidate.sketch,
        files={},
        figures=candidate.figures,
        libraries=candidate.libraries,
        flags=(*candidate.flags, *shlex.split(flags)),
        seconds=candidate.seconds,
    )


def evaluate(
    paper: Paper, recorded: dict[str, Measurement], candidate: Candidate, measurement: Measurement
) -> dict[str, float]:
    """The claims about the candidate, as far as it has their figures."""
    program = program_of(candidate)
    name = candidate.stands_for or candidate.name
    figures = ledger.Figures(
        paper if candidate.stands_for else replace(paper, programs=(*paper.programs, program)),
        Measured(programs=recorded | {name: measurement}),
    )
    result = {}
    for claim in paper.claims:
        expression = claim.cited if candidate.stands_for else claimed(candidate, claim.id)
        if not expression or not claim.is_claim:
            continue
        figures.programs = set()
        try:
            quantity = figures.evaluate(expression, "cited", claim.unit)
        except ledger.Unmeasured:
            continue
        except ValueError as error:
            raise LabError(f"does not fit the claim {claim.id}: {error}") from error
        if name in figures.programs:
            result[claim.id] = quantity.middle
    if not result:
        raise LabError("has none of the figures that claims cite")
    return result


def claimed(candidate: Candidate, claim: str) -> dict[str, Any]:
    """The term of the first pattern that matches, as an expression."""
    matches = [term for pattern, term in candidate.claims.items() if fnmatchcase(claim, pattern)]
    return {"program": candidate.name} | structs.asdict(matches[0]) if matches else {}


def distance(paper: Paper, figures: dict[str, float]) -> tuple[float, float | None]:
    """The mean distance, and the common factor if it is free."""
    stated = {claim.id: claim for claim in paper.claims}
    off = {
        name: 0.0 if stated[name].at_least and value > stated[name].value else math.log(value / stated[name].value)
        for name, value in figures.items()
    }
    if not all(stated[name].impossible for name in off):
        return sum(map(abs, off.values())) / len(off), None
    if len(off) == 1:
        raise LabError("has one figure, and the paper names no clock: two are needed for a ratio")
    common = median(off.values())
    return sum(abs(d - common) for d in off.values()) / len(off), math.exp(-common)


def groups(outcomes: Sequence[Outcome]) -> list[list[Outcome]]:
    """The outcomes that have claims in common, and those that they have in common with others."""
    result: list[tuple[set[str], list[Outcome]]] = []
    for outcome in outcomes:
        joined = [(claims, group) for claims, group in result if claims & outcome.figures.keys()]
        result = [entry for entry in result if entry not in joined]
        claims = set(outcome.figures).union(*(c for c, _ in joined))
        result.append((claims, sorted([*(o for _, group in joined for o in group), outcome], key=lambda o: o.distance)))
    return [group for _, group in result]


def as_documents(outcomes: Sequence[Outcome]) -> list[dict[str, object]]:
    return [asdict(o) | {"distance": o.distance if math.isfinite(o.distance) else None} for o in outcomes]
