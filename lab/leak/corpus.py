# SPDX-License-Identifier: MIT
"""Published masked programs whose verdicts are known (corpus.toml), checked on the copies in a user's folder.

Nothing of them is here but citations: repository, revision, files with their hashes, function and arguments."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from msgspec import structs

from ..build import elf
from ..cache import Cache
from ..errors import BuildError, LabError
from ..files import new_folder
from ..paths import CACHE, shown
from ..plan import schema
from ..plan.citations import Citation
from ..rows import NOT_TRIED
from ..targets import TARGETS
from . import listing
from .case import Case, CaseFile
from .check import Leak, Verdict, check
from .core import LEVELS
from .model import Model, by_file, models
from .program import program_of
from .verdict_store import sources_hash

FILE = Path(__file__).resolve().parent / "corpus.toml"
PAGE = "docs/explanation/leak-corpus.md"
PLACES = ("registers", "operands", "bus", "cells")
NONE, LEAKS, UNKNOWN = "none", "leaks", "unknown"


class ProgramEntry(schema.Table):
    """A published program, and what is known of it."""

    name: str
    code: str
    what: str
    published: Annotated[str, schema.one_of((NONE, LEAKS, UNKNOWN))]
    where: str  # the document, and the place in it
    case: CaseFile
    verdict: str = ""  # the recorded one
    reason: str = ""  # why it differs from the published one
    found: str = ""  # where the code leaks, for its authors
    places: tuple[str, ...] = PLACES
    level: Annotated[str, schema.one_of(LEVELS)] = LEVELS[-1]
    model: str = ""  # of a chip that is no target
    headers: tuple[str, ...] = ()  # more files that are needed; `folder/` means all cited ones in it


class CorpusFile(schema.Table):
    code: dict[str, Citation] = {}
    program: list[ProgramEntry] = []


@dataclass(frozen=True)
class Program:
    """A published program with its citation."""

    entry: ProgramEntry
    code: Citation
    file: Path  # that describes it

    @property
    def name(self) -> str:
        return self.entry.name

    @property
    def target(self) -> str:
        return self.entry.case.targets[0]

    @property
    def files(self) -> list[str]:
        """The cited files that its build reads."""
        case, headers = self.entry.case, self.entry.headers
        own = [case.program] if case.program else list(case.sources)
        return [*own, *(name for name in self.code.files if name not in own and any(held(h, name) for h in headers))]

    @property
    def agreement(self) -> str:
        return agreement(self.entry.published, self.entry.verdict)


def held(listed: str, name: str) -> bool:
    return name == listed or (listed.endswith("/") and name.startswith(listed))


def agreement(published: str, verdict: str) -> str:
    """Of our verdict with the published one."""
    if published == UNKNOWN:
        return ""
    return "agrees" if kind(verdict) == published else "differs"


def kind(verdict: str) -> str:
    return verdict.partition(" ")[0]


@dataclass(frozen=True)
class Checked:
    """A program of the corpus, checked here."""

    program: Program
    verdict: Verdict | None = None
    failure: str = ""

    @property
    def leakage(self) -> str:
        return self.verdict.leakage if self.verdict else NOT_TRIED

    @property
    def as_recorded(self) -> bool:
        return self.leakage == self.program.entry.verdict

    @property
    def leaks(self) -> list[Leak]:
        return [leak for leak in self.verdict.leaks if not leak.open] if self.verdict else []

    def document(self) -> dict[str, Any]:
        entry, code = self.program.entry, self.program.code
        facts = {name: getattr(entry, name) for name in ("name", "what", "published", "where", "reason", "found")}
        cited = {"repository": code.repository, "commit": code.commit, "files": self.program.files}
        verdict = self.verdict.as_dict() if self.verdict else {}
        return {**facts, **cited, "recorded": entry.verdict, "agreement": self.program.agreement} | verdict


def programs(file: Path = FILE) -> list[Program]:
    """All programs of a corpus; raises LabError."""
    facts = schema.read(file, CorpusFile, PAGE)
    result: dict[str, Program] = {}
    for entry in facts.program:
        if entry.code not in facts.code:
            raise LabError(f"{shown(file)}: {entry.name}: unknown code `{entry.code}`")
        if entry.name in result:
            raise LabError(f"{shown(file)} has two programs named {entry.name}")
        program = Program(entry, facts.code[entry.code], file)
        if entry.model and entry.model not in by_file():
            raise LabError(f"{shown(file)}: {entry.name}: there is no model `{entry.model}`")
        if absent := [name for name in program.files if name not in program.code.files]:
            raise LabError(f"{shown(file)}: {entry.name}: code.{entry.code}.files has no hash of {absent[0]}")
        case = case_of(program, file)
        case.validate()
        if len(entry.case.targets) != 1 or len(entry.case.calls) != 1:
            raise case.error("a program of the corpus has one target and one call")
        result[entry.name] = program
    return list(result.values())


def case_of(program: Program, file: Path) -> Case:
    """The case, whose paths are relative to the folder of `file`."""
    facts = structs.replace(program.entry.case, name=program.name)
    return Case(facts, file)


def check_all(wanted: list[Program], folder: Path, step: Callable[[str], None]) -> tuple[list[Checked], dict[str, str]]:
    """The programs that the folder has, checked, and why the others are not."""
    checked_here: list[Checked] = []
    skipped: dict[str, str] = {}
    cache = Cache()
    for program in wanted:
        step(program.name)
        copy = program.code.locate(folder, program.files)
        if copy.root is None:
            skipped[program.name] = copy.problem
        else:
            checked_here.append(check_one(program, copy.root, cache))
    return checked_here, skipped


def check_one(program: Program, root: Path, cache: Cache) -> Checked:
    """Builds it from its cited files alone, or takes the ELF file as it is, and checks it."""
    try:
        verdict = verdict_on(program, staged(program, root), cache)
    except (BuildError, LabError) as error:
        return Checked(program, failure=str(error))
    return Checked(program, verdict) if verdict.leakage != NOT_TRIED else Checked(program, failure=verdict.reason)


def model_of(entry: ProgramEntry) -> Model:
    return by_file()[entry.model] if entry.model else models()[entry.case.targets[0]]


def staged(program: Program, root: Path) -> Path:
    """A copy of the cited files, which stays, so that what is built from it is found again."""
    hashes = "".join(program.code.files[name] for name in program.files)
    folder = CACHE / "leak-corpus" / hashlib.sha256(hashes.encode()).hexdigest()
    if not folder.exists():
        with new_folder(folder) as fresh:
            program.code.staged(root, fresh, program.files)
    return next(folder.iterdir())


def verdict_on(program: Program, copy: Path, cache: Cache) -> Verdict:
    entry = program.entry
    case = case_of(program, copy / program.file.name)
    model = model_of(entry)
    places, elf_file = model.chosen(entry.places), program_of(case, program.target)
    (verdict,) = cache.get(
        ["leak corpus", sources_hash(), repr(entry.case), repr(model), entry.level, *places, elf.identity(elf_file)],
        lambda: check(case, program.target, elf_file, model, entry.level, places),
        lambda verdicts: verdicts[0].leakage != NOT_TRIED,
    )
    compiler = TARGETS[program.target]().board.compiler
    verdict.leaks = [listing.located(compiler, elf_file, leak) for leak in verdict.leaks]
    return verdict
