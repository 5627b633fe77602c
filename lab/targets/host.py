"""The machine the lab runs on: native programs, core cycles from a dependent-add chain.

Cores drift, so the programs take turns: each round runs every program once, and a figure is the
median over the samples of all rounds.  Constant time is decided by valgrind on the same program,
with keys and data marked as undefined."""

from __future__ import annotations

import statistics
import time

from .. import processes, protocol
from ..build import Program
from ..errors import RunError
from ..protocol import Operation, Transcript
from ..rows import DIFFERS, EQUAL, NOT_RUN
from .base import Finding, Outcome, load_board, spread

RUN_SECONDS = 60
VALGRIND_SECONDS = 300
QUICK_ROUNDS = 2
CLOCK_ATTEMPTS = 6
PAUSE_SECONDS = 0.3


class Host:
    name = "host"
    fidelity = "measured"
    alone = True

    def __init__(self):
        self.board = load_board(self.name)

    def run(self, programs: list[Program], quick: bool) -> list[Outcome]:
        outcomes = [Outcome() for _ in programs]
        samples: list[dict[Operation, list[int]]] = [{} for _ in programs]
        for _ in range(QUICK_ROUNDS if quick else self.board.facts["rounds"]):
            for program, outcome, pooled in zip(programs, outcomes, samples, strict=True):
                if not outcome.failure:
                    one_round(program, outcome, pooled)
        for program, outcome, pooled in zip(programs, outcomes, samples, strict=True):
            if not outcome.failure:
                finish(program, outcome, pooled)
        return outcomes


def one_round(program: Program, outcome: Outcome, pooled: dict[Operation, list[int]]) -> None:
    try:
        transcript = run_native([program.elf])
    except RunError as error:
        outcome.failure = str(error)
        return
    outcome.transcript = transcript
    outcome.failure = transcript.fault or transcript.calibration_fault()
    outcome.clock_hz = 1000 * transcript.clock_khz
    for operation, times in transcript.times.items():
        pooled.setdefault(operation, []).extend(times)


def run_native(command: list) -> Transcript:
    """Runs the program; a clock that was off gets more chances, because a busy neighbour passes."""
    for attempt in range(CLOCK_ATTEMPTS):
        time.sleep(attempt * PAUSE_SECONDS)
        done = processes.run(command, RUN_SECONDS)
        transcript = protocol.parse(done.stdout)
        if done.returncode < 0:
            raise RunError(f"the program crashed with signal {-done.returncode}")
        if not transcript.ended and not transcript.fault:
            raise RunError(f"the program ended early, with exit code {done.returncode}")
        if not transcript.calibration_fault():
            break
    return transcript


def finish(program: Program, outcome: Outcome, pooled: dict[Operation, list[int]]) -> None:
    transcript = outcome.transcript
    try:
        leaks, log = leaks_under_valgrind(program)
    except RunError as error:
        outcome.failure = f"under valgrind: {error}"
        return
    for operation, times in pooled.items():
        outcome.findings[operation] = Finding(
            cycles=statistics.median(times) * transcript.cycles_per_unit,
            spread=spread(times),
            runs=len(times),
            stack_bytes=transcript.stacks[operation],
            constant_time=constant_time(leaks[operation], log),
        )
    outcome.provenance = {"clock": "dependent adds beside each sample", "checker": valgrind_version()}


def leaks_under_valgrind(program: Program) -> tuple[dict[Operation, int], str]:
    command = ["valgrind", "--quiet", "--error-limit=no", program.elf]
    done = processes.run(command, VALGRIND_SECONDS)
    transcript = protocol.parse(done.stdout)
    if not transcript.ended:
        raise RunError(f"the program ended early, with exit code {done.returncode}: {done.stderr[-200:]}")
    return transcript.leaks, done.stderr


def constant_time(leaks: int, log: str) -> dict:
    """Valgrind counts branches and addresses together; its log says which kinds there were."""
    branch = leaks and "Conditional jump or move depends" in log
    address = leaks and "Use of uninitialised value" in log
    return {
        "cycles": NOT_RUN,
        "pc_trace": DIFFERS if branch else EQUAL,
        "address_trace": DIFFERS if address else EQUAL,
    }


def valgrind_version() -> str:
    return processes.run(["valgrind", "--version"], RUN_SECONDS).stdout.strip()
