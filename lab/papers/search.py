# SPDX-License-Identifier: MIT
"""Which program and which flags gave a paper's figures?  Candidates, each with several sets of flags, take the place of
a cited program; all claims that cite it are evaluated at once, and the candidates ranked by their distance.

The distance of one claim is |ln(measured / stated)|: twice and half of what is stated are equally far.  That of a
candidate is the mean over its claims, printed as a factor.  A ratio of two figures counts like a time, and is known
where the clock is not."""

from __future__ import annotations

import math
import shlex
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

from ..cache import Cache
from ..errors import BuildError, LabError, RunError
from ..paths import shown
from ..plan import schema
from ..run.sketch import SECONDS
from . import Paper, ledger, programs
from .programs import Measurement, Place, Program
from .recipes import Measured

PAGE = "docs/how-to/adding-a-paper.md"
FLAGS = ("-Os", "-O0", "-O1", "-O2", "-O3", "-Os -mcall-prologues")


class Candidate(schema.Table):
    """A program that may be what a paper measured; paths are relative to its file's folder."""

    name: str
    stands_for: str  # a program of the paper
    sketch: str
    figures: dict[str, Place]
    libraries: list[str] = []
    flags: tuple[str, ...] = ()
    seconds: schema.Positive = SECONDS


class Candidates(schema.Table):
    candidate: list[Candidate] = []


@dataclass
class Outcome:
    candidate: str
    stands_for: str
    flags: str
    figures: dict[str, float] = field(default_factory=dict)  # measured, by claim
    distance: float = math.inf
    failure: str = ""


def candidates_in(folder: Path, paper: Paper) -> list[tuple[Path, Candidate]]:
    """The candidates for programs of the paper, each with its folder."""
    if not folder.is_dir():
        raise LabError(f"{folder} is not a folder; --search needs one with candidates: {PAGE}")
    known = {p.name: p for p in paper.programs}
    result = []
    for file in sorted(folder.glob("*.toml")):
        for candidate in schema.read(file, Candidates, PAGE).candidate:
            if candidate.stands_for not in known:
                raise LabError(
                    f"{shown(file)}: {candidate.name} stands for `{candidate.stands_for}`, not for a program of "
                    f"{paper.name}: {', '.join(known) or 'none'}"
                )
            if wrong := set(candidate.figures) - set(known[candidate.stands_for].figures):
                raise LabError(f"{shown(file)}: {candidate.name}: {candidate.stands_for} has no figure {min(wrong)}")
            result.append((file.parent, candidate))
    if not result:
        raise LabError(f"{folder} has no TOML file with a [[candidate]]: {PAGE} has an example")
    return result


def search(
    paper: Paper,
    some: Sequence[tuple[Path, Candidate]],
    flags: Sequence[str],
    recorded: dict[str, Measurement],
    cache: Cache,
    say: Callable[[str], None],
) -> list[Outcome]:
    """The nearest first; those that failed last."""
    outcomes = []
    for folder, candidate in some:
        for words in flags:
            say(f"{candidate.name} {words}")
            outcome = Outcome(candidate.name, candidate.stands_for, words)
            try:
                measurement = programs.measure(program_of(candidate, words), folder, cache)
                outcome.figures = evaluate(paper, recorded | {candidate.stands_for: measurement}, candidate)
                outcome.distance = distance(paper, outcome.figures)
            except (BuildError, RunError, LabError) as error:
                outcome.failure = f"{candidate.sketch} {error}"
            outcomes.append(outcome)
    return sorted(outcomes, key=lambda o: o.distance)


def program_of(candidate: Candidate, flags: str) -> Program:
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


def evaluate(paper: Paper, measurements: dict[str, Measurement], candidate: Candidate) -> dict[str, float]:
    """The claims that cite the program, as far as the candidate has their figures."""
    figures = ledger.Figures(paper, Measured(programs=measurements))
    result = {}
    for claim in paper.claims:
        if not claim.cited or not claim.is_claim:
            continue
        figures.programs = set()
        try:
            quantity = figures.evaluate(claim.cited, "cited", claim.unit)
        except ledger.Unmeasured:
            continue
        if candidate.stands_for in figures.programs:
            result[claim.id] = quantity.middle
    if not result:
        raise LabError("has none of the figures that claims cite")
    return result


def distance(paper: Paper, figures: dict[str, float]) -> float:
    stated = {claim.id: claim for claim in paper.claims}
    distances = [
        0.0 if stated[name].at_least and value > stated[name].value else abs(math.log(value / stated[name].value))
        for name, value in figures.items()
    ]
    return sum(distances) / len(distances)


def as_documents(outcomes: Sequence[Outcome]) -> list[dict[str, object]]:
    return [asdict(o) | {"distance": o.distance if math.isfinite(o.distance) else None} for o in outcomes]
