# SPDX-License-Identifier: MIT
"""From implementations to verdicts: builds each program as the bench does and proves it in another process.

Verdicts are cached by program, specification and prover."""

from __future__ import annotations

import base64
import json
import pickle
import platform
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
from ..verdicts import Verdict
from . import checker
from .core import library
from .machines import MACHINES
from .program import read
from .prove import OPEN, Proof
from .verdict_store import PROOFS, sources_hash

LARGE_PAGES = "GLIBC_TUNABLES=glibc.malloc.hugetlb=1"  # for tables of a hundred megabytes: a fifth of the time
_provers = processes.Service(["env", LARGE_PAGES, sys.executable, "-m", "lab.proof"])
SECONDS = 600  # for one program; then its verdict is open
COMPILERS = {"riscv64": "rv32", "avr": "avr", "arm-none-eabi": "v7m", "aarch64": "aarch64"}  # prefix of a name
NATIVE = {"x86_64": "x86-64", "aarch64": "aarch64"}


def machine_of(target: Target) -> str:
    """The machine of a target, or empty if there is no symbolic executor."""
    if named := machine_named(target):
        return named
    native = NATIVE.get(platform.machine(), "")
    machine = next((m for c, m in COMPILERS.items() if target.board.compiler.startswith(c)), native)
    return machine if machine in MACHINES else ""


def machine_named(target: Target) -> str:
    """The machine that has the target's name, if there is one: compilers for both MSP430 write the same file."""
    return target.name if target.name in MACHINES else ""


@dataclass(frozen=True)
class Job:
    target: Any
    implementation: Implementation
    quick: bool = False  # prove the program of a quick run

    @property
    def name(self) -> str:
        return f"{self.target.name} {self.implementation.name}"

    def unproved(self, verdict: str, reason: str) -> list[Proof]:
        i = self.implementation
        return [
            Proof(i.cipher, i.mode, o, i.kernel, self.target.name, verdict, reason=reason, compiler=i.compiler)
            for o in i.operations[:1]
        ]


def prove_all(jobs: list[Job], most: int | None, cache: Cache, report: Callable[[str], None]) -> list[Proof]:
    """The verdicts in the order of the jobs; `say` reports progress."""

    def one(job: Job) -> list[Proof]:
        results = prove_job(job, most, cache)
        report(f"prove {job.name}")
        return results

    pool = ThreadPoolExecutor(WORKERS)
    try:
        return [proof for results in pool.map(one, jobs) for proof in results]
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def prove_job(job: Job, most: int | None, cache: Cache) -> list[Proof]:
    try:
        program = built(job.target, job.implementation, usual_sizes(job.target, job.implementation, job.quick))
    except BuildError as error:
        return job.unproved(NOT_TRIED, f"does not build: {error}")
    if program.lacks_its_kernel:
        return []
    key = [
        "proof",
        sources_hash(),
        str(most),
        job.name,
        repr(job.implementation),
        elf.identity(program.elf),
    ]
    results = cache.get(
        key, lambda: prove_in_process(job, program, most), lambda results: all(p.seconds < SECONDS for p in results)
    )
    PROOFS.store(program.elf, {p.operation: verdict_of(p) for p in results})
    for proof in results:
        git = revision_of(job.implementation.folder, job.target.board.folder)
        proof.provenance = proof.provenance | program.provenance | {"git": git}
    return results


def verdict_of(proof: Proof) -> Verdict:
    """The part of a proof that rows quote."""
    details = {name: getattr(proof, name) for name in ("covers", "how", "reason") if getattr(proof, name)}
    date = proof.provenance.get("date", "")[: len("2026-01-01")]
    return (
        {"proof": proof.proof, "max_bytes": proof.max_bytes, "sizes": proof.sizes}
        | details
        | {"date": date, "method": PROOFS.method()}
    )


def prove_in_process(job: Job, program: Program, most: int | None) -> list[Proof]:
    """In another process; out of time or memory is an open verdict."""
    file = (program.elf, machine_named(job.target))
    given = {"implementation": job.implementation, "file": file, "target": job.target.name, "most": most}
    begin = time.monotonic()
    try:
        library(), checker.program()  # compiled once, before several provers start
        answer = json.loads(_provers.request(base64.b64encode(pickle.dumps(given)).decode(), SECONDS))
    except RunError as error:
        results = job.unproved(OPEN, str(error))
        results[0].seconds = round(time.monotonic() - begin, 2)
        return results
    if "failed" in answer:
        return job.unproved(OPEN, f"the proof failed: {answer['failed']}")
    results = [Proof(**one) for one in answer["proofs"]]
    for proof in results:
        if proof.at and (line := location(program, proof.at).partition(" (")[2]):
            proof.reason += f" ({line}"
        proof.provenance = {"date": now(), "machine": read(*file).machine}
    return results
