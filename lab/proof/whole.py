# SPDX-License-Identifier: MIT
"""From implementations to verdicts: builds each program as the bench does and proves it in another process.

A verdict is a function of the program, the specification and this folder, and is cached by them."""

from __future__ import annotations

import base64
import json
import pickle
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from .. import processes
from ..build import Program, elf
from ..cache import Cache
from ..errors import BuildError, RunError
from ..plan.implementations import Implementation
from ..plan.selection import usual_sizes
from ..rows import NOT_TRIED
from ..rows.provenance import now, revision_of
from ..run.cores import WORKERS, built
from ..targets.base import Target
from ..targets.leaks import location
from . import known
from .core import library
from .machines import MACHINES
from .program import read
from .prove import OPEN, Proof

LARGE_PAGES = "GLIBC_TUNABLES=glibc.malloc.hugetlb=1"  # for tables of a hundred megabytes: a fifth of the time
_provers = processes.Service(["env", LARGE_PAGES, sys.executable, "-m", "lab.proof"])
SECONDS = 600  # of one program; what takes longer is open
COMPILERS = {"riscv64": "rv32", "avr": "avr", "arm-none-eabi": "v7m"}  # how their names begin, and a processor


def machine_of(target: Target) -> str:
    """The processor of a target, if programs for it can be executed symbolically."""
    found = next((m for c, m in COMPILERS.items() if target.board.compiler.startswith(c)), "")
    return found if found in MACHINES else ""


@dataclass(frozen=True)
class Job:
    target: Any
    implementation: Implementation
    quick: bool = False  # the program of a quick run

    @property
    def name(self) -> str:
        return f"{self.target.name} {self.implementation.name}"

    def unproved(self, verdict: str, reason: str) -> list[Proof]:
        i = self.implementation
        return [
            Proof(i.cipher, i.mode, o, i.kernel, self.target.name, verdict, reason=reason) for o in i.operations[:1]
        ]


def proofs(jobs: list[Job], most: int | None, cache: Cache, say: Callable[[str], None]) -> list[Proof]:
    """The verdicts, in the order of the jobs; says something for each job."""

    def one(job: Job) -> list[Proof]:
        found = of_job(job, most, cache)
        say(f"prove {job.name}")
        return found

    pool = ThreadPoolExecutor(WORKERS)
    try:
        return [proof for found in pool.map(one, jobs) for proof in found]
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def of_job(job: Job, most: int | None, cache: Cache) -> list[Proof]:
    try:
        program = built(job.target, job.implementation, usual_sizes(job.target, job.implementation, job.quick))
    except BuildError as error:
        return job.unproved(NOT_TRIED, f"does not build: {error}")
    if program.lacks_its_kernel:
        return []
    parts = ["proof", known.sources_hash(), str(most), job.name, repr(job.implementation), elf.identity(program.elf)]
    found = cache.get(parts, lambda: fresh(job, program, most), lambda made: all(p.seconds < SECONDS for p in made))
    known.keep(program.elf, {p.operation: quoted(p) for p in found})
    for proof in found:
        git = revision_of(job.implementation.folder, job.target.board.folder)
        proof.provenance = proof.provenance | program.provenance | {"git": git}
    return found


def quoted(proof: Proof) -> known.Verdict:
    """What rows of the program say of it."""
    told = {name: getattr(proof, name) for name in ("covers", "how", "reason") if getattr(proof, name)}
    date = proof.provenance.get("date", "")[: len("2026-01-01")]
    return {"proof": proof.proof, "most_bytes": proof.most_bytes} | told | {"date": date, "method": known.method()}


def fresh(job: Job, program: Program, most: int | None) -> list[Proof]:
    """In another process; a program that runs out of time or memory has its verdict, too."""
    given = {"implementation": job.implementation, "elf": program.elf, "target": job.target.name, "most": most}
    begin = time.monotonic()
    try:
        library()  # which provers that start together would compile each for itself
        said = json.loads(_provers.ask(base64.b64encode(pickle.dumps(given)).decode(), SECONDS))
    except RunError as error:
        made = job.unproved(OPEN, str(error))
        made[0].seconds = round(time.monotonic() - begin, 2)
        return made
    if "failed" in said:
        return job.unproved(OPEN, f"the proof failed: {said['failed']}")
    made = [Proof(**one) for one in said["proofs"]]
    for proof in made:
        if proof.at and (line := location(program, proof.at).partition(" (")[2]):
            proof.reason += f" ({line}"
        proof.provenance = {"date": now(), "machine": read(program.elf).machine}
    return made
