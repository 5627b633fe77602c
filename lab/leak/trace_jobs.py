# SPDX-License-Identifier: MIT
"""./narae leak --traces: makes traces of cases, tests them and prints where t is large."""

from __future__ import annotations

import time
from argparse import Namespace
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from .. import files
from ..build import elf
from ..errors import BuildError, LabError, RunError
from ..paths import shown
from ..progress import Progress
from ..rows import provenance
from ..views import traces as view
from . import listing, trace_files, trace_plot
from .jobs import STEPS, Job, built_program, requested_jobs
from .trace_cases import request_of
from .traces import Recording, Request, Traces, simulate, temporary
from .welch import THRESHOLD, by_chance

MOST_PEAKS = 100  # of a test and order
DEFAULT_SEED = 1


@dataclass(frozen=True)
class Peak:
    """A large t: `number` of the executed instruction in its call."""

    t: float
    number: int
    pc: int
    where: str
    instruction: str
    line: str


@dataclass(frozen=True)
class Order:
    """`above`: instructions whose |t| exceeds the threshold; the largest ones of these, or the largest one of all."""

    above: int
    peaks: list[Peak]

    @property
    def max_t(self) -> float:
        return max((abs(peak.t) for peak in self.peaks), default=0.0)


@dataclass(frozen=True)
class Tested:
    """The t-test of one call of a case."""

    cipher: str
    mode: str
    operation: str
    kernel: str
    target: str
    traces: int
    instructions: int
    first: Order
    second: Order
    by_chance: float  # probability that t exceeds the threshold somewhere though nothing leaks
    seed: int
    noise: float
    shares: int
    places: list[str]
    model: str
    traces_per_second: float
    provenance: dict[str, Any] = field(default_factory=dict)

    @property
    def name(self) -> str:
        return " ".join(part for part in (self.target, self.cipher, self.kernel, self.operation) if part)

    def as_dict(self) -> dict[str, Any]:
        orders = {name: {"max_t": order.max_t} | asdict(order) for name, order in self.orders()}
        return asdict(self) | orders

    def orders(self) -> list[tuple[str, Order]]:
        return [("first", self.first), ("second", self.second)]


def trace(options: Namespace) -> int:
    begin = time.monotonic()
    options.seed, options.noise = options.seed or DEFAULT_SEED, options.noise or 0.0
    jobs = requested_jobs(options)
    if not jobs:
        raise LabError("nothing to trace: no masked kernel has these names together")
    check_files(options, jobs)
    tests, failures = list[Tested](), list[str]()
    with Progress(STEPS * len(jobs)) as progress:
        for job in jobs:
            try:
                tests += trace_job(job, options, stepped(progress, job, options.traces))
            except (BuildError, RunError) as error:
                failures.append(f"{job.name}: {error}")
    for line in [*view.lines(tests, options.table), *failures]:
        print(line)
    seconds = int(time.monotonic() - begin)
    print(f"time: {seconds // 60}:{seconds % 60:02}")
    if options.json:
        rows = [test.as_dict() for test in tests]
        files.write_json(options.json, {"context": provenance.context(), "seconds": seconds, "rows": rows})
    for file in filter(None, (options.json, options.plot, options.export)):
        print(f"wrote {shown(file)}")
    return 1 if any(test.first.above for test in tests) else 2 if failures else 0


def check_files(options: Namespace, jobs: list[Job]) -> None:
    files.check_different((options.json, options.plot, options.export))
    if options.plot:
        trace_plot.check(options.plot)
    if options.export:
        trace_files.check(options.export)
    if len(jobs) > 1 and (options.plot or options.export):
        names = ", ".join(job.name for job in jobs)
        raise LabError(f"--plot and --export are for one program: choose one of {names} with --target and --kernel")


def stepped(progress: Progress, job: Job, count: int) -> Callable[[int], None]:
    """Counts traces as steps of a job."""
    done = steps = 0

    def report(traces: int) -> None:
        nonlocal done, steps
        done += traces
        for _ in range(steps, STEPS * done // count):
            progress.step(f"traces {job.name}: {done:,}")
        steps = STEPS * done // count

    return report


def trace_job(job: Job, options: Namespace, report: Callable[[int], None]) -> list[Tested]:
    program = built_program(job)
    request = request_of(job.case, program, job.model, job.places, options.seed)
    with temporary() as folder:
        recording = Recording(folder / "samples", folder / "inputs") if options.export else None
        traces = simulate(request, options.traces, options.seed, options.noise, recording, report)
        if recording:
            trace_files.export(options.export, request, traces, recording)
    if options.plot:
        names = [request.image.inside(at).partition("+")[0] for at in traces.addresses.tolist()]
        trace_plot.draw(options.plot, f"{job.name}: {traces.count:,} traces, fixed against random", traces, names)
    return [tested(job, options, program, request, traces, call) for call in range(len(request.calls))]


def tested(job: Job, options: Namespace, program: Path, request: Request, traces: Traces, call: int) -> Tested:
    facts = job.case.facts
    points = np.flatnonzero(traces.calls == call)
    if (after := request.calls[call].after) is not None:
        reached = np.flatnonzero(traces.addresses[points] == after)
        points = points[reached[0] :] if len(reached) else points[:0]
    return Tested(
        facts.cipher or job.case.name,
        "masked" if facts.cipher else "",
        facts.calls[call].name,
        facts.kernel,
        job.target,
        traces.count,
        len(points),
        order(job, program, request, traces, traces.first, points),
        order(job, program, request, traces, traces.second, points),
        by_chance(len(points)),
        options.seed,
        options.noise,
        job.case.shares,
        list(job.places),
        job.model.chip,
        round(traces.per_second),
        {"date": provenance.now(), "program": elf.identity(program)},
    )


def order(job: Job, program: Path, request: Request, traces: Traces, t: Any, points: Any) -> Order:
    compiler = job.compiler
    texts = listing.instructions(compiler, program)
    mine = t[points]
    ranked = sorted(range(len(mine)), key=lambda n: -abs(mine[n]))
    above = int(np.count_nonzero(np.abs(mine) > THRESHOLD))
    peaks = []
    for n in ranked[: min(max(above, 1), MOST_PEAKS)]:
        pc = int(traces.addresses[points[n]])
        place = request.image.inside(pc)
        line = listing.line(compiler, program, pc)
        peaks.append(Peak(round(float(mine[n]), 2), n, pc, place, texts.get(pc, ""), line))
    return Order(above, peaks)
