# SPDX-License-Identifier: MIT
"""From a plan to rows: builds and runs everything; failures become rows, too."""

from __future__ import annotations

import contextlib
import functools
import os
import platform
import re
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Protocol

from .. import peers as peer
from .. import processes
from ..build import Board, Program, Size, build, build_ungated, common_hash, compiler_version, elf, tool
from ..cache import Cache
from ..errors import BuildError, DoesNotFit, LabError
from ..paths import ROOT
from ..plan.implementations import Archive, Implementation, discover, library_sources, on_board
from ..plan.names import hint, meant, unknown_cipher, unknown_mode
from ..proof import known
from ..rows import MODE_OPERATIONS, Row, sizes
from ..targets import BROKEN, TARGETS, blamed, is_external
from ..targets import base as targets_base
from ..targets.base import AnyTarget, Outcome, SimulatedTarget
from ..targets.leaks import located
from . import checks, tasks
from .protocol import reached
from .stages import now, stage

# Programs built or simulated concurrently: one more than there are cores, because some worker is always reading
# its program's output.
WORKERS = max(2, os.cpu_count() or 2) + 1
SECOND_COMPILER = "clang"  # also builds the library on the host, in a whole run
SECOND_SIZES = (16, 64, 1024, 16384)
PACKET_MODES = ("ctr", "gcm", "poly1305")  # modes used for network packets
SECTOR_MODES = ("xts", "ctr")  # for sectors of a disk, and what that is compared with


class Fleet(Protocol):
    """What simulates programs: this machine's cores, or others (lab/run/fleet.py)."""

    @property
    def threads(self) -> int:
        """Number of concurrent programs."""

    say: Callable[[str], None]  # reports workers that join or leave

    def outcome(self, target: SimulatedTarget, program: Program, quick: bool) -> Outcome: ...


@dataclass(frozen=True)
class Plan:
    """Which implementations on which targets, with which sizes (default: the board's)."""

    implementations: list[Implementation]
    targets: list[Any]
    quick: bool = False
    notes: list[str] = field(default_factory=list)  # what is skipped, and why
    sizes: dict[tuple[str, str, str], set[tuple[int, int]]] | None = None  # (cipher, mode, kind) -> (bytes, ad_bytes)
    kernels: frozenset[str] = frozenset()  # only these, if not empty
    full: bool = True  # or without what repeats

    def sizes_of(self, target: AnyTarget, implementation: Implementation) -> list[Size]:
        usual = chosen_sizes(target, implementation, self.quick)
        if self.sizes is None or not usual:
            return usual
        asked = self.sizes[implementation.cipher, implementation.mode, implementation.kind]
        same_program = not target.alone and asked <= {(s.bytes, s.ad_bytes) for s in usual}
        if same_program:  # already simulated
            return usual
        return target.board.timed(asked, implementation.mode)

    def pairs(self) -> list[tuple[Any, ...]]:
        """Each target with its implementations, in the order of the rows."""
        all_levels = self.full and not self.quick and self.sizes is None
        every = [
            (t, i) for t in self.targets for i in on_board(t.name, t.board.facts, self.implementations, all_levels)
        ]
        chosen = [(t, i) for t, i in every if not self.quick or (i.in_quick if self.full else i.in_first)]
        if not self.full:
            by_hand = {(t.name, *what(i)) for t, i in chosen if i.in_library and i.family}
            compared = set() if self.quick else {what(i) for _, i in chosen if i.is_telling}
            chosen = [
                (t, i)
                for t, i in chosen
                if i.kernel != "portable" or what(i) in compared or (t.name, *what(i)) not in by_hand
            ]
        return [(t, i) for t, i in chosen if not self.kernels or i.kernel in self.kernels]

    def instead_of(self, implementation: Implementation) -> Implementation | None:
        """The portable code, where pairs() left it out and a machine turns out to have no such kernel, or no memory
        for it."""
        there = self.full or (implementation.is_telling and not self.quick)
        if there or not implementation.family or implementation.variant(implementation.kernel):
            return None
        same = (i for i in self.implementations if i.kernel == "portable" and what(i) == what(implementation))
        return next(same, None)

    def of(self, target: AnyTarget) -> list[Implementation]:
        return [i for t, i in self.pairs() if t is target]

    def steps(self) -> int:
        """The number of progress steps of execute()."""
        pairs = self.pairs()
        alone = {clock_of(t): t for t in self.targets if t.alone}.values()
        return len(pairs) + sum(t.rounds(self.quick) for t in alone) + sum(t.alone for t, _ in pairs)


def require_figures(the_plan: Plan, targets: Mapping[str, Callable[[], Any]] = TARGETS) -> None:
    """An error for a plan that measures nothing, with the targets on which there is something to measure."""
    if the_plan.pairs():
        return
    named = dict.fromkeys(f"{i.cipher} {i.mode}" for i in the_plan.implementations if i.cipher != "null")
    others = [n for n, make in targets.items() if replace(the_plan, targets=[make()]).pairs()]
    where = f"; to measure it: --target {' or '.join(others)}" if others else ""
    raise LabError(f"{', '.join(named)}: not measured on {', '.join(t.name for t in the_plan.targets)}{where}")


def what(implementation: Implementation) -> tuple[str, str, str]:
    return implementation.cipher, implementation.mode, implementation.kind


def plan(
    target_names: list[str],
    cipher_names: list[str],
    mode_names: list[str],
    quick: bool,
    peers: bool = True,
    targets: Mapping[str, Callable[[], Any]] = TARGETS,
    full: bool = True,
) -> Plan:
    """All implementations, filtered; an unknown name is an error that lists the known ones.  `full`: also those that
    repeat what others show."""
    unknown = [n for n in target_names if n not in targets]
    if unknown:
        raise LabError(f"unknown target `{unknown[0]}`; the targets are: {', '.join(targets)}")
    found = discover()
    ciphers = list(dict.fromkeys(i.cipher for i in found))
    chosen = set()
    for name in cipher_names:
        hits = {c for c in ciphers if c == name or re.split("[-/]", c)[0] == name or c.rsplit("/", 1)[0] == name}
        hits = hits or set(meant(name))
        if not hits and (told := hint(name)):
            estimated = "" if hint(name, also_estimated=False) else "; it is estimated, not measured: ./narae advise"
            raise LabError(told + estimated)
        if not hits:
            raise LabError(unknown_cipher(name, ciphers))
        chosen |= hits
    modes = list(dict.fromkeys(i.mode for i in found))
    mode_names = [name.lower() for name in mode_names]
    for name in mode_names:
        if name not in modes:
            raise LabError(unknown_mode(name, modes))
    implementations = [
        i for i in found if (not chosen or i.cipher in chosen | {"null"}) and (not mode_names or i.mode in mode_names)
    ]
    if chosen and not any(i.cipher in (chosen - {"null"} or chosen) for i in implementations):
        there = list(dict.fromkeys(i.mode for i in found if i.cipher in chosen))
        raise LabError(
            f"{', '.join(cipher_names)} has no mode {', '.join(mode_names)}; its modes are: {', '.join(there)}"
        )
    library = [i for i in implementations if i.in_library]
    second: list[Implementation] = []
    others: list[Implementation] = []
    notes: list[str] = []
    if "host" in (target_names or targets):
        if peers:
            others, notes = peer.discover(library)
            if quick and not chosen:
                late = {i.archive.peer for i in others if i.archive and i.archive.takes_long}
                others = [i for i in others if not (i.archive and i.archive.peer in late)]
                fix = "./narae bench without --quick, or with --cipher, builds it once"
                notes += [f"peer {name} skipped: it takes a minute to build; to fix it: {fix}" for name in sorted(late)]
        if full and not quick and processes.there(SECOND_COMPILER):
            second = [replace(i, targets=("host",), compiler=SECOND_COMPILER) for i in library]
        elif full and not quick:
            fix = f"apt-get install --no-install-recommends {SECOND_COMPILER}"
            notes.append(f"rows of {SECOND_COMPILER} skipped: it is not installed; to fix it: {fix}")
    chosen_targets = [targets[n]() for n in dict.fromkeys(target_names or targets)]
    notes += [note for t in chosen_targets for note in getattr(t, "notes", [])]
    every = [*implementations, *second, *others]
    return Plan([i for i in every if full or i.in_usual], chosen_targets, quick, notes, full=full)


def clock_of(target: AnyTarget) -> str:
    """What tells real clocks apart: a board says where it is."""
    return getattr(target, "about", target.name)


class OwnCores:
    """Simulates in the thread that built the program."""

    threads = WORKERS

    def __init__(self) -> None:
        self.say: Callable[[str], None] = lambda _: None  # nothing to report

    def outcome(self, target: SimulatedTarget, program: Program, quick: bool) -> Outcome:
        with _cores, stage(f"simulate {target.name}"):
            outcome = target.run_one(program, quick)
        if is_external(target) and (said := targets_base.strange(target, outcome)):
            outcome = Outcome(failure=f"the target {target.name} is wrong: {said}")
        outcome.provenance["date"] = now()
        return outcome


_cores = threading.BoundedSemaphore(WORKERS)  # also limits simulations here when other machines take part


def execute(
    the_plan: Plan,
    cache: Cache,
    say: Callable[[str], None],
    elsewhere: Fleet | None = None,
    at: Callable[[str], None] = lambda _: None,
) -> list[Row]:
    """Builds everything here and runs it: simulated targets in parallel, on all workers; the host's timing alone, at
    the end.  `say` counts steps, `at` says how far one is."""
    fleet: Fleet = elsewhere or OwnCores()
    pairs = the_plan.pairs()
    rows: list[list[Row]] = [[] for _ in pairs]
    programs: dict[str, list[tuple[int, Program]]] = {}  # of targets that run alone, with their index among the pairs
    absent: dict[str, str] = {}  # peers that another tool cannot build, and why
    archives = list(dict.fromkeys(i.archive for _, i in pairs if i.archive))

    def check(target: AnyTarget, implementation: Implementation) -> checks.Checked:
        """All vectors of a user's code.  The library's programs have as many as fit."""
        run = functools.partial(outcome_of_checks, cache, fleet)
        if implementation.strangers:
            there = not implementation.targets or "host" in implementation.targets
            host = TARGETS["host"]() if there and target.name != "host" else None
            return checks.checked(target, implementation, run, at, host)
        both_ways = {"decrypt", "open"} & set(MODE_OPERATIONS.get(implementation.mode, ()))
        if the_plan.quick or not both_ways or implementation.is_peer or is_external(target):
            return checks.Checked()
        return checks.of_library(target, implementation, run)

    def fitting(target: SimulatedTarget, implementation: Implementation, chosen: list[Size]) -> Fitting:
        found = largest_that_fits(target, implementation, chosen, the_plan.quick, cache, fleet, check)
        other = the_plan.instead_of(implementation)
        return fitting(target, other, chosen) if other and not found.program else found

    def one(place: int) -> None:
        target, implementation = pairs[place]
        chosen = the_plan.sizes_of(target, implementation)
        if hasattr(target, "simulation"):  # a board: what fits it is known from there
            found = fitting(target.simulation, implementation, chosen)
            rows[place] = [replace(row, fidelity=target.fidelity) for row in found.refused]
            if found.program:
                there = replace(found.program, checked=0)  # its rows say what ran on the board
                programs.setdefault(clock_of(target), []).append((place, there))
            say(f"simulate {target.name} {implementation.name}")
            return
        if not target.alone:
            rows[place] = fitting(target, implementation, chosen).rows(target)
            say(f"run {target.name} {implementation.name}")
            return
        say(f"build {target.name} {implementation.name}")
        try:
            program = built(target, implementation, chosen)
            other = the_plan.instead_of(implementation)
            if program.lacks_its_kernel and other:
                program = built(target, other, chosen)
            checked = checks.Checked() if program.lacks_its_kernel else check(target, program.implementation)
            if checked.outcome:
                rows[place] = refusals(target, checked)
            elif not program.lacks_its_kernel:
                programs.setdefault(target.name, []).append((place, verified(program, checked)))
        except peer.Absent as reason:
            absent[implementation.archive.peer] = f"peer {implementation.archive.peer} skipped: {reason}"
        except BuildError as error:
            provenance = built_by(target, implementation)
            rows[place] = [targets_base.failing_row(implementation, target, f"does not build: {error}", provenance)]

    def guarded(place: int) -> None:
        target, implementation = pairs[place]
        try:
            one(place)
        except BROKEN as error:
            rows[place] = [targets_base.failing_row(implementation, target, blamed(type(target), error), {})]
            say(f"run {target.name} {implementation.name}")

    def other_tool(archive: Archive) -> None:
        """Builds a peer while programs of other implementations are built and simulated."""
        if not archive.there():
            fleet.say(f"cargo builds {archive.peer}, which is kept: up to a minute of computing")
        with stage("build peers"), contextlib.suppress(peer.Absent):
            archive.file()

    for once in (common_hash, library_sources):  # before several threads need them at the same time
        once()
    pool, tools = ThreadPoolExecutor(fleet.threads), ThreadPoolExecutor(len(archives) or 1)
    try:
        for archive in archives:
            tools.submit(other_tool, archive)
        list(pool.map(guarded, range(len(pairs))))
    finally:
        for threads in (pool, tools):
            threads.shutdown(wait=False, cancel_futures=True)
    the_plan.notes.extend(absent.values())
    for mine in programs.values():
        turns = in_turn(mine)
        target = pairs[turns[0][0]][0]
        try:
            outcomes = target.run([program for _, program in turns], the_plan.quick, cache, say)
            made = [made_rows(target, p, o) for (_, p), o in zip(turns, outcomes, strict=True)]
        except BROKEN as error:
            failure = blamed(type(target), error)
            made = [[targets_base.failing_row(p.implementation, target, failure, p.provenance)] for _, p in turns]
        for (place, _), found in zip(turns, made, strict=True):
            rows[place] = found + rows[place]
    whole = []
    for (target, implementation), found in zip(pairs, rows, strict=True):
        git = revision_of(implementation.folder, target.board.folder)
        for row in found:
            row.provenance = {"date": now()} | row.provenance | target.board.facts.get("provenance", {}) | {"git": git}
            whole.append(row)
    return whole


def in_turn(programs: list[tuple[int, Program]]) -> list[tuple[int, Program]]:
    """Programs for the same computation are adjacent, so that a slowdown of the machine affects all of them."""
    programs = sorted(programs, key=lambda p: p[0])
    same: dict[tuple[str, str], int] = {}
    for _, program in programs:
        same.setdefault((program.implementation.cipher, program.implementation.mode), len(same))
    return sorted(programs, key=lambda p: same[p[1].implementation.cipher, p[1].implementation.mode])


def built(
    target: AnyTarget,
    implementation: Implementation,
    chosen: list[Size],
    make: Callable[[Implementation, Board, list[Size]], Program] = build,
) -> Program:
    if implementation.archive:
        implementation.archive.file()  # before it takes a core
    with _cores, stage(f"build {target.name}"):
        return make(implementation, target.board, chosen)


def built_by(target: AnyTarget, implementation: Implementation) -> dict[str, Any]:
    """The provenance of a program that could not be built."""
    compiler, *flags = tool(implementation, target.board.tried, implementation.language == "c++")
    own = implementation.cflags if implementation.foreign else implementation.flags
    return {"compiler": compiler_version(compiler), "flags": " ".join([*flags, *own])}


def chosen_sizes(target: AnyTarget, implementation: Implementation, quick: bool) -> list[Size]:
    if implementation.foreign and implementation.foreign.blocks:  # blocks per call
        sizes = {(n * implementation.block_bytes, 0) for n in implementation.foreign.blocks}
        return target.board.timed(sizes, implementation.mode)
    aead = "seal" in MODE_OPERATIONS[implementation.mode]
    unit = implementation.messages if implementation.kind == "batch" else implementation.block_bytes
    chosen = target.board.sizes(implementation.kind, unit, aead, quick)
    if implementation.kind == "block" and implementation.kernel.startswith("baseline:"):
        blocks = target.board.facts.get("baseline_blocks")
        chosen = [s for s in chosen if not blocks or s.bytes // implementation.block_bytes in blocks]
    if implementation.is_peer:
        chosen = [s for s in chosen if s.bytes in peer.SIZES and s.ad_bytes == 0]
    elif implementation.compiler:
        chosen = [s for s in chosen if s.bytes // implementation.messages in SECOND_SIZES and s.ad_bytes == 0]
    if not quick and takes_packets(target, implementation):
        packets = {(n, 0) for n in target.board.facts["packets"]}
        chosen = target.board.timed({(s.bytes, s.ad_bytes) for s in chosen} | packets, implementation.mode)
    if not quick and takes_sectors(target, implementation):
        sectors = {(n, 0) for n in target.board.facts["sectors"]}
        chosen = target.board.timed({(s.bytes, s.ad_bytes) for s in chosen} | sectors, implementation.mode)
    return [s for s in chosen if s.bytes != 0 or implementation.mode != "xts"]


def takes_packets(target: AnyTarget, implementation: Implementation) -> bool:
    """Is it a peer, or the library's kernel that peers are compared with on this CPU?"""
    facts = target.board.facts
    told = "packets" in facts and implementation.kind == "message" and implementation.mode in PACKET_MODES
    return told and (implementation.is_peer or is_best(target, implementation))


def takes_sectors(target: AnyTarget, implementation: Implementation) -> bool:
    told = "sectors" in target.board.facts and implementation.mode in SECTOR_MODES
    return told and implementation.in_library and is_best(target, implementation)


def is_best(target: AnyTarget, implementation: Implementation) -> bool:
    """Is it the library's kernel of the CPU's highest level, by the target's own compiler?"""
    if implementation.compiler:
        return False
    best = [level for level in target.board.facts["levels"] if level in implementation.levels][-1:]
    return [implementation.level] == best


@dataclass
class Fitting:
    """A program with all sizes for which the board's memory is large enough and its simulator fast enough, what it did,
    and rows that say what is missing for the others."""

    program: Program | None = None
    outcome: Outcome = field(default_factory=Outcome)
    refused: list[Row] = field(default_factory=list)

    def rows(self, target: AnyTarget) -> list[Row]:
        return [*(made_rows(target, self.program, self.outcome) if self.program else []), *self.refused]


def largest_that_fits(
    target: SimulatedTarget,
    implementation: Implementation,
    chosen: list[Size],
    quick: bool,
    cache: Cache,
    fleet: Fleet,
    check: Callable[[AnyTarget, Implementation], checks.Checked] = lambda *_: checks.Checked(),
) -> Fitting:
    """`check` runs all vectors of a user's code."""
    refused: list[Row] = []
    checked: checks.Checked | None = None
    while True:
        program: Program | None = None
        try:
            program = smallest_needed(target, implementation, chosen)
            if program.lacks_its_kernel:
                return Fitting()
            reason = checks.missing(target, program, 0)
        except DoesNotFit as error:
            reason = str(error)
        except BuildError as error:
            provenance = built_by(target, implementation)
            failed = targets_base.failing_row(implementation, target, f"does not build: {error}", provenance)
            return Fitting(refused=[*refused, failed])
        if program and not reason and not checked:
            try:
                checked = check(target, implementation)
            except BuildError as error:
                fit = "fit" if isinstance(error, DoesNotFit) else "build"
                failure, least = f"does not {fit}: {error}", min((s.bytes for s in chosen), default=0)
                failed = targets_base.failing_row(implementation, target, failure, program.provenance, least)
                return Fitting(refused=[*refused, failed])
            if checked.outcome:
                return Fitting(refused=[*refused, *refusals(target, checked)])
        if program and checked and not reason:
            program = verified(program, checked)
            outcome = cache.get(
                [*tasks.identity(target, quick), elf.identity(program.elf)],
                functools.partial(fleet.outcome, target, program, quick),
                lambda o: not o.failure or bool(o.stack_overflow or reached(o.failure)),
            )
            last = reached(outcome.failure)
            kept = [s for s in chosen if s.bytes <= last]
            if len(kept) == len(chosen):  # what follows the last size is too slow, too
                kept = [s for s in chosen if s.bytes < last]
            if not outcome.stack_overflow and not (last and kept):
                return Fitting(program, outcome, refused)
            if not outcome.stack_overflow:  # too slow for the others
                slow = min(s.bytes for s in chosen if s not in kept)
                failure = located(program, outcome.failure)
                refused.append(targets_base.failing_row(implementation, target, failure, program.provenance, slow))
                chosen = kept
                continue
            reason = checks.missing(target, program, outcome.stack_overflow)
        largest = max((s.bytes for s in chosen), default=0)
        provenance = program.provenance if program else {}
        refused.append(targets_base.failing_row(implementation, target, f"does not fit: {reason}", provenance, largest))
        chosen = [s for s in chosen if s.bytes < largest]
        if not chosen:
            return Fitting(refused=refused)


def outcome_of_checks(cache: Cache, fleet: Fleet, target: AnyTarget, program: Program) -> Outcome:
    """Of a program that only checks."""
    parts: list[str | Path] = [target.name, program.implementation.level]
    make: Callable[[], Outcome] = functools.partial(native_checks, target, program)
    if not hasattr(target, "checks"):
        parts, make = tasks.identity(target, True), functools.partial(fleet.outcome, target, program, True)
    return cache.get(
        [*parts, "checks", elf.identity(program.elf)], make, lambda o: not o.failure or bool(o.stack_overflow)
    )


def native_checks(target: Any, program: Program) -> Outcome:
    with _cores, stage(f"check {target.name}"):
        return target.checks(program)


def smallest_needed(target: AnyTarget, implementation: Implementation, chosen: list[Size]) -> Program:
    """A user's code that fits without vectors only, or with fewer of them, is timed so: it is checked before."""
    program = built(target, implementation, chosen)
    excess = checks.lacking(target, program, 0)[0] if implementation.strangers else 0
    if not excess:
        return program
    less = int(target.board.facts["vector_bytes"]) - excess - checks.MARGIN
    if less > 0:
        fewer = built(target, implementation, chosen, functools.partial(build, budget=less))
        if fewer.vectors and not checks.lacking(target, fewer, 0)[0]:
            return fewer
    return built(target, implementation, chosen, build_ungated)


def verified(program: Program, checked: checks.Checked) -> Program:
    """With what its vectors are said to be in its rows."""
    if not checked.every:
        return program
    found = {"every": checked.every, "here": checked.here, "on_host": checked.on_host}
    return replace(program, checked=checked.here, provenance=program.provenance | {"vectors": found})


def refusals(target: AnyTarget, checked: checks.Checked) -> list[Row]:
    assert checked.program and checked.outcome
    return made_rows(target, checked.program, checked.outcome)


def made_rows(target: AnyTarget, program: Program, outcome: Outcome) -> list[Row]:
    outcome.failure = located(program, outcome.failure)
    made = targets_base.rows(program, target, outcome, sizes.measure(program))
    verdicts = known.verdicts(program.elf)
    for row in made if verdicts else []:
        if found := known.of_operation(verdicts, row.operation, row.bytes):
            row.proof = found.pop("proof")
            row.provenance["proved"] = found
    for row in made if program.implementation.is_peer else []:
        row.flash_bytes = row.ram_bytes = row.context_bytes = None  # they are in its library and on the heap
    return made


MEASURED = ("include", "src", "lab", "baselines", "vectors")  # what determines a row


@functools.cache
def git_revision(folder: Path = ROOT) -> str:
    """The commit of a folder's repository, marked if the working tree differs; "unknown" outside a repository."""
    where = MEASURED if folder == ROOT else (".",)
    git = ["git", "--no-optional-locks", "-C", folder]  # a killed status would leave its lock
    status = processes.run([*git, "status", "--porcelain=v2", "--branch", "--no-ahead-behind", "--", *where], 20).stdout
    commit = re.search(r"^# branch\.oid ([0-9a-f]{12})", status)
    changed = re.search(r"^[^#]", status, re.M)
    return commit[1] + ("-dirty" if changed else "") if commit else "unknown"


def revision_of(*folders: Path) -> str:
    """The revision of the measured code: of this repository, or of another folder."""
    other = next((f for f in folders if not f.resolve().is_relative_to(ROOT)), None)
    return git_revision() if other is None else f"{git_revision(other)} of {other.name}, outside of this repository"


def context() -> dict[str, Any]:
    """Data about a whole run."""
    return {
        "schema": 2,
        "date": now(),
        "git": git_revision(),
        "host_cpu": cpu_name(),
        "host_cpu_model": cpu_model(),
        "host_os": f"{platform.system()} {platform.release()}",
    }


def cpu_model() -> str:
    """The microarchitecture, as numbers: "AuthenticAMD family 26 model 2"."""
    try:
        facts = dict(re.findall(r"^(vendor_id|cpu family|model)\s*: (.*)$", Path("/proc/cpuinfo").read_text(), re.M))
        return f"{facts['vendor_id']} family {facts['cpu family']} model {facts['model']}"
    except (OSError, KeyError):
        return platform.machine()


def cpu_name() -> str:
    return of_cpu("model name", platform.machine())


def of_cpu(fact: str, otherwise: str) -> str:
    """A field of /proc/cpuinfo for the first core."""
    try:
        with open("/proc/cpuinfo") as stream:
            return next(line.split(":")[1].strip() for line in stream if line.startswith(fact))
    except (OSError, StopIteration):
        return otherwise
