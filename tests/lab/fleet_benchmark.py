# SPDX-License-Identifier: MIT
"""What distributing costs, and whether a lost worker costs anything else.  On demand:

    PYTHONPATH=. .narae/venv/bin/python -m tests.lab.fleet_benchmark [sweep] [lost] [sleep] [--programs N] [--tasks N]

`sweep`: programs on 2 workers of a core, and on 8 of one thread: wall time against the sum of task times, what each
task costs besides, and the scheduler's memory.  `lost`: the same with one worker killed and one frozen in the middle;
every outcome must be there and equal.  `sleep`: 64 workers with tasks that sleep: how many a second there can be."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import pickle
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from lab.build import Program, elf, variants
from lab.commands.worker import serve as commands
from lab.paths import ROOT
from lab.plan import selection
from lab.plan.implementations import discover
from lab.run import checks, cores, fleet, tasks
from lab.targets import TARGETS
from lab.targets.base import Outcome

FLAGS = ["-O1", "-O2", "-Os", "-O3", "-O2 -funroll-loops", "-O2 -fno-inline", "-O2 -fno-tree-vectorize -fno-ivopts",
         "-O3 -fno-tree-ter", "-Os -fno-move-loop-invariants", "-O2 -fno-gcse"]  # fmt: skip
PORT = 18790
PLACE = f"tls://127.0.0.1:{PORT}"
SLEEPERS = 64
MEDIAN = 0.2  # seconds of a simulation of `sweep` on an idle core


class Narae:
    """A ./narae in the background."""

    def __init__(self, *words: str):
        command = [sys.executable, "-m", "lab", *words]
        self.process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

    def until(self, pattern: str) -> Narae:
        while not re.search(pattern, line := self.process.stdout.readline()):
            assert line or self.process.poll() is None, "it ended"
        threading.Thread(target=self.process.stdout.read, daemon=True).start()
        return self

    def end(self) -> None:
        for number in (signal.SIGCONT, signal.SIGINT):
            with contextlib.suppress(ProcessLookupError):
                self.process.send_signal(number)
        self.process.wait(60)


@contextlib.contextmanager
def scheduler() -> Iterator[Narae]:
    one = Narae("scheduler", "--listen", PLACE).until("listening")
    try:
        yield one
    finally:
        one.end()


@contextlib.contextmanager
def workers(number: int) -> Iterator[list[Narae]]:
    some = [Narae("worker", PLACE, "--cores", "1", "--no-clock") for _ in range(number)]
    try:
        for one in some:
            one.until("connected to")
        yield some
    finally:
        for one in some:
            one.end()


def memory(process: int, what: str = "VmHWM") -> float:
    """In MiB."""
    match = re.search(rf"^{what}:\s*(\d+) kB", Path(f"/proc/{process}/status").read_text(), re.M)
    return int(match[1]) / 1024


def cpu(processes: list[int]) -> float:
    """Seconds of processor time so far, without those of children that ended."""
    ticks = [sum(map(int, Path(f"/proc/{p}/stat").read_text().rpartition(")")[2].split()[11:13])) for p in processes]
    return sum(ticks) / os.sysconf("SC_CLK_TCK")


def built(wanted: int) -> list[tuple]:
    """Programs that differ, until there are enough: (target, program)."""
    programs: dict[tuple[str, str], tuple] = {}
    library = [i for i in discover() if i.in_library and i.cipher != "null"]
    begin = time.monotonic()
    for flags in FLAGS:
        targets = []
        for name in ("hifive1", "uno"):
            targets += variants.targets_of(TARGETS[name], [], [flags])[0]
        plan = selection.Plan(library, targets, quick=True)

        def one(pair, plan=plan):
            target, implementation = pair
            with contextlib.suppress(Exception):  # what does not build or fit is no program
                program = cores.built(target, implementation, plan.sizes_of(target, implementation))
                if not program.lacks_its_kernel and not checks.missing(target, program, 0):
                    return target, program
            return None

        with ThreadPoolExecutor(cores.WORKERS) as pool:
            for built_pair in pool.map(one, plan.pairs()):
                if built_pair:
                    programs.setdefault((built_pair[0].name, elf.identity(built_pair[1].elf)), built_pair)
        if len(programs) >= wanted:
            break
    print(f"{len(programs)} programs that differ, built in {time.monotonic() - begin:.0f} s", flush=True)
    return list(programs.values())[:wanted]


class Timed(fleet.Fleet):
    """Remembers how long each task took on its worker."""

    def __init__(self) -> None:
        super().__init__(PLACE, fleet.Tls())
        self.seconds: list[float] = []

    def result_of(self, *task) -> tasks.TaskResult | str:
        result = super().result_of(*task)
        if isinstance(result, tasks.TaskResult):
            self.seconds.append(result.seconds)
        return result


def compared(outcome: Outcome) -> bytes:
    """Without when it was."""
    known = {k: v for k, v in outcome.provenance.items() if k != "date"}
    return pickle.dumps((outcome.failure, known, sorted(map(repr, outcome.findings.items()))))


def swept(
    programs: list[tuple], cores: int, processes: list[int], half: threading.Event | None = None
) -> dict[int, list[bytes]]:
    """Every program once; what came of each, by its place.  `processes`: scheduler and workers; simulators
    are processes of their own, so these take what distributing takes, and what a task does in Python."""
    outcomes: dict[int, list[bytes]] = {}
    with Timed() as lab:

        def one(place: int, target, program: Program) -> None:
            outcomes.setdefault(place, []).append(compared(lab.outcome(target, program, True)))
            if half and len(outcomes) >= len(programs) // 3:
                half.set()

        begin, before = time.monotonic(), cpu(processes)
        with ThreadPoolExecutor(lab.threads) as pool:
            list(pool.map(lambda item: one(item[0], *item[1]), enumerate(programs)))
        wall, total = time.monotonic() - begin, sum(lab.seconds)
        spent = 1000 * (cpu(processes) - before) / len(programs) if half is None else 0
    print(
        f"{len(programs)} tasks on {cores} workers: {wall:.1f} s of wall time, {total:.1f} s in tasks, "
        f"{total / wall:.2f} at once; besides, {1000 * (cores * wall - total) / len(programs):.1f} ms of a worker's "
        f"time a task ({1000 * (wall - total / cores) / len(programs):.1f} ms of wall time)"
        + (f"; scheduler and workers took {spent:.1f} ms of processor time a task" if spent else ""),
        flush=True,
    )
    return outcomes


def sweep(programs: list[tuple]) -> dict[int, list[bytes]]:
    outcomes = {}
    for number in (2, 8):
        with scheduler() as one, workers(number) as some:
            before = memory(one.process.pid)
            outcomes = swept(programs, number, [one.process.pid, *(w.process.pid for w in some)])
            print(f"  the scheduler's memory: {before:.0f} MiB before, {memory(one.process.pid):.0f} MiB at most")
    return outcomes


def lost(programs: list[tuple], undisturbed: dict[int, list[bytes]]) -> None:
    half = threading.Event()
    with scheduler(), workers(4) as some:

        def disturb() -> None:
            half.wait()
            os.kill(some[0].process.pid, signal.SIGKILL)
            os.kill(some[1].process.pid, signal.SIGSTOP)
            print("  one worker killed (SIGKILL), one frozen (SIGSTOP)", flush=True)

        threading.Thread(target=disturb, daemon=True).start()
        measured = swept(programs, 4, [], half)
    once = sum(len(outcomes) == 1 for outcomes in measured.values())
    equal = sum(measured.get(place) == outcomes for place, outcomes in undisturbed.items())
    print(f"  {once} of {len(programs)} outcomes are there once, {equal} equal the undisturbed ones")
    assert once == equal == len(programs)


def sleepers() -> None:
    """A process with all the workers."""

    async def serve() -> None:
        import dask
        from distributed import Worker

        dask.config.set(
            {"distributed.worker.profile.enabled": False, "distributed.admin.system-monitor.interval": "1m"}
        )
        security = fleet.Tls().security(PLACE)
        built_pair = [Worker(PLACE, nthreads=1, resources={tasks.CORES: 1}, dashboard=False, memory_limit=0,
                       security=security, host="127.0.0.1", name=f"sleeper-{n}") for n in range(SLEEPERS)]  # fmt: skip
        await asyncio.gather(*built_pair)
        print("connected to", flush=True)
        await asyncio.gather(*(one.finished() for one in built_pair))

    import logging

    logging.disable()
    asyncio.run(serve())


async def nap(data: bytes) -> bytes:
    """A task that sleeps in its worker's event loop, without a thread: 64 of them fit on one core."""
    number, seconds = pickle.loads(data)
    await asyncio.sleep(seconds)
    return pickle.dumps(number)


def sleep(number: int) -> None:
    """A few tasks without sleep, then as many as requested that sleep as long as a simulation takes."""
    for real, count in ((0.0, number // 20), (MEDIAN, number)):
        with scheduler() as one:
            command = [sys.executable, "-c", "from tests.lab.fleet_benchmark import *; sleepers()"]
            hosts = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
            hosts.stdout.readline()
            with fleet.Fleet(PLACE, fleet.Tls()) as lab:
                lab.function = nap
                begin = time.monotonic()

                def ask(n: int, lab=lab, real=real, begin=begin) -> int:
                    if n and n % 10_000 == 0:
                        print(f"  {n} tasks after {time.monotonic() - begin:.0f} s", flush=True)
                    return lab.result_of(pickle.dumps((n, real)), f"sleep-{n}", {tasks.CORES: 1})

                who = {"scheduler": one.process.pid, "workers": hosts.pid, "client": os.getpid()}
                before = {name: cpu([process]) for name, process in who.items()}
                with ThreadPoolExecutor(lab.threads) as pool:
                    assert list(pool.map(ask, range(count))) == list(range(count))
                wall = time.monotonic() - begin
                spent = {name: 1000 * (cpu([process]) - before[name]) / count for name, process in who.items()}
            print(
                f"{count} tasks that sleep {1000 * real:.0f} ms on {SLEEPERS} workers: {wall:.1f} s, "
                f"{count / wall:.0f} a second, workers busy {100 * count * real / wall / SLEEPERS:.0f} %; "
                f"scheduler {memory(one.process.pid):.0f} MiB; processor time a task: "
                + ", ".join(f"{name} {ms:.1f} ms" for name, ms in spent.items())
                + f"; load {os.getloadavg()[1]:.0f}",
                flush=True,
            )
            hosts.kill()
            hosts.wait()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", nargs="*", choices=[[], "sweep", "lost", "sleep"], default=["sweep", "lost", "sleep"])
    parser.add_argument("--programs", type=int, default=1000)
    parser.add_argument("--tasks", type=int, default=100_000)
    options = parser.parse_args()
    print(f"{commands.resources_of_machine(1, True)[0]}", flush=True)
    if {"sweep", "lost"} & set(options.what):
        programs = built(options.programs)
        undisturbed = sweep(programs)
        if "lost" in options.what:
            lost(programs, undisturbed)
    if "sleep" in options.what:
        sleep(options.tasks)


if __name__ == "__main__":
    main()
