# SPDX-License-Identifier: MIT
"""./narae leak: selects cases, checks them and prints the verdicts."""

from __future__ import annotations

import time
from argparse import Namespace
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .. import cache, files
from ..build import elf
from ..errors import BuildError, LabError
from ..paths import shown
from ..plan.implementations import Implementation, discover, on_board
from ..plan.selection import Plan, usual_sizes
from ..progress import Progress
from ..rows import NOT_TRIED, provenance
from ..run.cores import built
from ..targets import TARGETS
from ..verdicts import Verdict as Quoted
from ..views import leaks as view
from . import listing
from .case import FILE, Case, cases_in, library_cases
from .check import Verdict, check
from .core import LEVELS
from .model import Model, models
from .program import program_of
from .repair import Repair, repair
from .verdict_store import LEAKS, sources_hash

STEPS = 100  # of the progress of one check


@dataclass(frozen=True)
class Job:
    """A case on a target."""

    case: Case
    target: str
    level: str
    places: tuple[str, ...]
    quick: bool = False  # the program of `bench --quick`

    @property
    def model(self) -> Model:
        return models()[self.target]

    @property
    def name(self) -> str:
        return f"{self.target} {self.case.name} {self.case.facts.kernel}".rstrip()

    @property
    def compiler(self) -> str:
        return TARGETS[self.target]().board.compiler

    @property
    def is_usual(self) -> bool:
        """Is this the check that rows quote?"""
        return self.level == LEVELS[-1] and self.places == self.model.chosen(())

    def unchecked(self, reason: str) -> Verdict:
        facts = self.case.facts
        name = facts.cipher or self.case.name
        return Verdict(
            name, facts.mode * bool(facts.cipher), facts.calls[0].name, facts.kernel, self.target, reason=reason
        )


def leak(options: Namespace) -> int:
    begin = time.monotonic()
    if options.fresh:
        cache.ignore_earlier()
    jobs = requested_jobs(options)
    if not jobs:
        raise LabError("nothing to check: no masked kernel has these names together")
    kept = cache.Cache()
    checked = check_jobs(jobs, kept)
    verdicts = [verdict for _, found in checked for verdict in found]
    for line in view.lines(verdicts, options.table):
        print(line)
    repairs = repair_jobs(checked) if options.repair else []
    for line in view.repairs(repairs):
        print(line)
    seconds = int(time.monotonic() - begin)
    cached = f"; {kept.hits} of {kept.requests} programs from the cache" if kept.hits else ""
    print(f"time: {seconds // 60}:{seconds % 60:02}{cached}")
    if options.json:
        rows = [v.as_dict() for v in verdicts]
        document: dict[str, Any] = {"context": provenance.context(), "seconds": seconds, "rows": rows}
        if options.repair:
            document["repairs"] = [r.as_dict() for r in repairs]
        files.write_json(options.json, document)
        print(f"wrote {shown(options.json)}")
    return exit_code(verdicts)


def exit_code(verdicts: list[Verdict]) -> int:
    if any(v.leaking for v in verdicts):
        return 1
    return 2 if any(v.leakage == NOT_TRIED for v in verdicts) else 0


def check_jobs(jobs: list[Job], kept: cache.Cache) -> list[tuple[Job, list[Verdict]]]:
    with Progress(STEPS * len(jobs)) as progress:
        return [(job, check_job(job, kept, progress)) for job in jobs]


def repair_jobs(checked: list[tuple[Job, list[Verdict]]]) -> list[Repair]:
    """Proposals for what leaks."""
    leaking = [job for job, verdicts in checked if any(v.leaking for v in verdicts)]
    with Progress(sum(len(v.leaks) for job, verdicts in checked if job in leaking for v in verdicts)) as progress:
        return [repair(j.case, j.target, built_program(j), j.model, j.level, j.places, progress.step) for j in leaking]


def check_folder(folder: Path, targets: list[str]) -> list[Verdict]:
    """Of a user's cases, at all places and the highest level."""
    known = models()
    jobs = [
        Job(case, target, LEVELS[-1], known[target].chosen(()))
        for case in own_cases(folder)
        for target in case.facts.targets
        if not targets or target in targets
    ]
    return [verdict for _, found in check_jobs(jobs, cache.Cache()) for verdict in found]


def check_plan(plan: Plan, quick: bool, kept: cache.Cache) -> None:
    """Checks the masked programs of a bench before they are measured; its rows quote the verdicts."""
    programs = {(t.name, i.cipher, i.kernel) for t, i in plan.pairs() if i.in_shares and i.in_library}
    jobs = [
        Job(case, target, LEVELS[-1], model.chosen(()), quick)
        for target, model in models().items()
        for case in library_cases()
        if target in case.facts.targets and (target, case.facts.cipher, case.facts.kernel) in programs
    ]
    check_jobs(jobs, kept)


def requested_jobs(options: Namespace) -> list[Job]:
    known = models()
    for name in options.target:
        if name not in known:
            raise LabError(f"there is no model of target `{name}`; those with one are: {', '.join(known)}")
    own = [case for word in options.names if is_path(word) for case in own_cases(Path(word))]
    ciphers = [word for word in options.names if not is_path(word)]
    library = library_cases() if ciphers or not options.names else []
    if ciphers:
        for word in ciphers:
            if not any(is_named(case, word) for case in library):
                names = ", ".join(dict.fromkeys(case.facts.cipher for case in library)) or "none yet"
                raise LabError(f"there is no masked kernel of `{word}`, and no such folder; masked are: {names}")
        library = [case for case in library if any(is_named(case, word) for word in ciphers)]
    jobs = []
    for case in [*library, *own]:
        if options.kernel and case.facts.kernel not in options.kernel:
            continue
        for target in case.facts.targets:
            if not options.target or target in options.target:
                jobs.append(Job(case, target, options.level, known[target].chosen(options.places)))
    return jobs


def is_path(word: str) -> bool:
    return Path(word).exists() or word.endswith((".toml", ".elf", ".o"))


def own_cases(path: Path) -> list[Case]:
    """Of a folder with leak.toml, of such a file, or of an ELF file in its folder."""
    if path.is_dir():
        if not (path / FILE).is_file():
            raise LabError(f"{shown(path)} has no {FILE}, which says what is secret: docs/how-to/checking-leakage.md")
        return cases_in(path / FILE)
    if not path.is_file():
        raise LabError(f"there is no file {shown(path)}")
    if path.suffix == ".toml":
        return cases_in(path)
    described = path.with_name(FILE)
    found = [c for c in cases_in(described) if c.facts.program == path.name] if described.is_file() else []
    if not found:
        raise LabError(f'no case in {shown(described)} has program = "{path.name}": it says what is secret')
    return found


def is_named(case: Case, word: str) -> bool:
    """`pipo` names all of a family."""
    name = case.facts.cipher
    return name == word or name.startswith((f"{word}-", f"{word}/"))


def check_job(job: Job, kept: cache.Cache, progress: Progress) -> list[Verdict]:
    """The verdicts of one job, from the cache if its program and the checker are the same."""
    done = 0

    def report(fraction: float = 1.0) -> None:
        nonlocal done
        for _ in range(done, int(STEPS * fraction)):
            progress.step(f"leak {job.name}")
        done = max(done, int(STEPS * fraction))

    try:
        program = built_program(job)
    except BuildError as error:
        report()
        return [job.unchecked(f"does not build: {error}")]
    key = ["leak", sources_hash(), repr(job), elf.identity(program)]
    verdicts = kept.get(
        key,
        lambda: check(job.case, job.target, program, job.model, job.level, job.places, report),
        lambda found: all(v.leakage != NOT_TRIED for v in found),
    )
    report()
    for verdict in verdicts:
        verdict.leaks = [listing.located(job.compiler, program, leak) for leak in verdict.leaks]
        verdict.provenance = {
            "date": provenance.now(),
            "method": LEAKS.method(),
            "program": elf.identity(program),
        }
    if job.case.facts.cipher and job.is_usual:
        LEAKS.add(program, quotes(job.case.facts.rows, verdicts))
    return verdicts


def quotes(rows: tuple[str, ...], verdicts: list[Verdict]) -> dict[str, Quoted]:
    """For each row the worst verdict on its calls, which are those with its name, or all if the case names rows."""
    calls = {name: verdicts for name in rows} or {
        v.operation: [other for other in verdicts if other.operation == v.operation] for v in verdicts
    }
    return {name: quoted(max(found, key=severity)) for name, found in calls.items()}


def severity(v: Verdict) -> tuple[bool, bool]:
    return v.leaking, not v.leakage.startswith("none")


def quoted(v: Verdict) -> Quoted:
    """The part of a verdict that rows quote."""
    names = ("leakage", "level", "places", "model", "shares", "cuts")
    return {name: getattr(v, name) for name in names} | v.provenance


def built_program(job: Job) -> Path:
    """The ELF file: for the library's kernels that of the bench."""
    if not job.case.facts.cipher:
        return program_of(job.case, job.target)
    target: Any = TARGETS[job.target]()
    implementation = library_kernel(job, target)
    return built(target, implementation, usual_sizes(target, implementation, job.quick)).elf


def library_kernel(job: Job, target: Any) -> Implementation:
    facts = job.case.facts
    masked = [i for i in discover() if i.in_shares and (i.cipher, i.mode) == (facts.cipher, facts.mode)]
    kernels = {i.kernel: i for i in on_board(target.name, target.board, masked)}
    if facts.kernel not in kernels:
        raise job.case.error(f"{facts.cipher} has no masked kernel {facts.kernel} on {target.name}")
    return kernels[facts.kernel]
