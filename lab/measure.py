"""From a plan to rows: build everything, run everything, keep what failed as rows too."""

from __future__ import annotations

import datetime
import platform
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from . import processes, sizes
from .build import build
from .errors import BuildError, LabError
from .implementations import Implementation, discover
from .paths import ROOT
from .rows import Row
from .targets import TARGETS
from .targets import base as targets_base

WORKERS = 2


@dataclass(frozen=True)
class Plan:
    """Which implementations on which targets."""

    implementations: list[Implementation]
    targets: list


def plan(target_names: list[str], cipher_names: list[str]) -> Plan:
    """Everything there is, narrowed down; an unknown name is an error that lists the known ones."""
    unknown = [n for n in target_names if n not in TARGETS]
    if unknown:
        raise LabError(f"there is no target `{unknown[0]}`; the targets are: {', '.join(TARGETS)}")
    found = discover()
    ciphers = list(dict.fromkeys(i.cipher for i in found))
    chosen = set()
    for name in cipher_names:
        hits = {c for c in ciphers if c == name or c.rsplit("-", 1)[0] == name}
        if not hits:
            raise LabError(f"there is no cipher `{name}`; the ciphers are: {', '.join(ciphers)}")
        chosen |= hits
    implementations = [i for i in found if not chosen or i.cipher in chosen | {"null"}]
    return Plan(implementations, [TARGETS[n]() for n in target_names or TARGETS])


def execute(the_plan: Plan, quick: bool, say: Callable[[str], None]) -> list[Row]:
    """Builds and runs everything; simulated targets in parallel, the host's timing alone at the end."""
    rows: dict[tuple, list[Row]] = {}
    programs: dict[str, list] = {t.name: [] for t in the_plan.targets}
    pairs = [(t, i) for t in the_plan.targets for i in the_plan.implementations]

    def build_one(pair):
        target, implementation = pair
        say(f"build {target.name} {implementation.cipher} {implementation.kernel}")
        try:
            return build(implementation, target.board)
        except BuildError as error:
            return targets_base.failing_row(implementation, target, f"does not build: {error}", {})

    def run_on(target, some):
        for program in some:
            say(f"run {target.name} {program.implementation.cipher} {program.implementation.kernel}")
        for program, outcome in zip(some, target.run(some, quick), strict=True):
            keep(target, program, targets_base.rows(program, target, outcome, sizes.measure(program)))

    def keep(target, program, made):
        for row in made:
            row.provenance |= {"git": git_revision(), "date": now()}
        rows[(target.name, program.implementation.slug)] = made

    pool = ThreadPoolExecutor(WORKERS)
    try:
        for (target, implementation), built in zip(pairs, pool.map(build_one, pairs), strict=True):
            if isinstance(built, Row):
                rows[(target.name, implementation.slug)] = [built]
            else:
                programs[target.name].append(built)
        shared = [(t, p) for t in the_plan.targets if not t.alone for p in programs[t.name]]
        list(pool.map(lambda job: run_on(job[0], [job[1]]), shared))
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
    for target in the_plan.targets:
        if target.alone:
            run_on(target, programs[target.name])
    return [row for t, i in pairs for row in rows[(t.name, i.slug)]]


def steps(the_plan: Plan) -> int:
    """How often execute() will say something."""
    return 2 * len(the_plan.targets) * len(the_plan.implementations)


def now() -> str:
    return datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")


def git_revision() -> str:
    """The commit, with a mark if the checkout differs from it; "unknown" outside a repository."""
    done = processes.run(["git", "-C", ROOT, "describe", "--always", "--dirty", "--abbrev=12"], 20)
    return done.stdout.strip() or "unknown"


def context() -> dict:
    """What is true of a whole run."""
    return {
        "schema": 1,
        "date": now(),
        "git": git_revision(),
        "host_cpu": cpu_name(),
        "host_os": f"{platform.system()} {platform.release()}",
    }


def cpu_name() -> str:
    try:
        with open("/proc/cpuinfo") as stream:
            return next(line.split(":")[1].strip() for line in stream if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.machine()
