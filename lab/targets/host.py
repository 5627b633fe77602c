"""The machine the lab runs on: native programs, core cycles from a dependent-add chain.

Cores drift, so the programs take turns: each round runs every program once, and a figure is the
median over the samples of all rounds whose clock was right.  Constant time is decided by valgrind
on the same program, with keys and data marked as undefined."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cache as remember

from .. import processes, protocol
from ..build import Program
from ..cache import Cache
from ..errors import RunError
from ..protocol import Operation, Transcript
from ..rows import DIFFERS, EQUAL, NOT_RUN
from .base import Finding, Outcome, load_board, spread

RUN_SECONDS = 60
VALGRIND_SECONDS = 300
QUICK_ROUNDS = 2
CLOCK_ATTEMPTS = 2
SPARE_ROUNDS = 4  # for programs whose clock was off in a round
CHECKERS = 2
PAUSE_SECONDS = 0.3


class Host:
    name = "host"
    fidelity = "measured"
    alone = True

    def __init__(self):
        self.board = load_board(self.name)

    def rounds(self, quick: bool) -> int:
        return QUICK_ROUNDS if quick else self.board.facts["rounds"]

    def run(self, programs: list[Program], quick: bool, cache: Cache, say: Callable[[str], None]) -> list[Outcome]:
        outcomes = [Outcome() for _ in programs]
        samples: list[dict[Operation, list[int]]] = [{} for _ in programs]
        wanted = self.rounds(quick)
        good = [0] * len(programs)
        for number in range(wanted + SPARE_ROUNDS):
            if number < wanted:
                say(f"time host, round {number + 1} of {wanted}")
            for i, program in enumerate(programs):
                if good[i] < wanted and not outcomes[i].failure:
                    good[i] += one_round(program, outcomes[i], samples[i])
        for outcome, rounds in zip(outcomes, good, strict=True):
            if not outcome.failure and not rounds:
                outcome.failure = outcome.transcript.calibration_fault()

        def check_and_finish(program: Program, outcome: Outcome, pooled: dict[Operation, list[int]]) -> None:
            say(f"check host {program.implementation.name}")
            if not outcome.failure:
                finish(outcome, pooled, check(program, cache))

        with ThreadPoolExecutor(CHECKERS) as pool:
            list(pool.map(check_and_finish, programs, outcomes, samples))
        return outcomes


@dataclass
class Check:
    """What valgrind found: for each operation, how many branches and addresses depend on a secret."""

    leaks: dict[Operation, int] = field(default_factory=dict)
    log: str = ""
    failure: str = ""


def check(program: Program, cache: Cache) -> Check:
    if program.implementation.is_peer or not program.board.facts.get("valgrind", True):
        return Check()
    return cache.get([valgrind_version(), program.elf], lambda: run_valgrind(program), lambda c: not c.failure)


def run_valgrind(program: Program) -> Check:
    try:
        done = processes.run(["valgrind", "--quiet", "--error-limit=no", program.elf], VALGRIND_SECONDS)
        transcript = protocol.parse(done.stdout)
    except RunError as error:
        return Check(failure=str(error))
    if not transcript.ended:
        return Check(failure=f"the program ended early, with exit code {done.returncode}: {done.stderr[-200:]}")
    return Check(transcript.leaks, done.stderr)


def one_round(program: Program, outcome: Outcome, pooled: dict[Operation, list[int]]) -> bool:
    """True if the program was timed; a clock that was off is no failure yet, because a busy neighbour passes."""
    try:
        outcome.transcript = transcript = run_native([*program.board.facts.get("runner", []), program.elf])
    except RunError as error:
        outcome.failure = str(error)
        return False
    outcome.failure = transcript.fault
    if outcome.failure or transcript.calibration_fault():
        return False
    outcome.clock_hz = max(outcome.clock_hz, 1000 * transcript.clock_khz)  # a disturbed core looks slower
    for operation, times in transcript.times.items():
        pooled.setdefault(operation, []).extend(times)
    return True


def run_native(command: list) -> Transcript:
    """Runs the program; a clock that was off gets a second chance at once."""
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


def finish(outcome: Outcome, pooled: dict[Operation, list[int]], found: Check) -> None:
    transcript = outcome.transcript
    if found.failure:
        outcome.failure = f"under valgrind: {found.failure}"
        return
    for operation, times in pooled.items():
        outcome.findings[operation] = Finding(
            cycles=statistics.median(times) * transcript.cycles_per_unit,
            spread=spread(times),
            runs=len(times),
            stack_bytes=transcript.stacks[operation],
            constant_time=constant_time(leaks_of(operation, found), found.log) if found.leaks else not_run(),
        )
    outcome.provenance = {"clock": "dependent adds beside each sample"}
    if found.leaks:
        outcome.provenance["checker"] = valgrind_version()


def leaks_of(operation: Operation, found: Check) -> int:
    """A message too long for valgrind takes the verdict of the shorter ones."""
    if operation in found.leaks:
        return found.leaks[operation]
    return sum(n for other, n in found.leaks.items() if (other.mode, other.name) == (operation.mode, operation.name))


def constant_time(leaks: int, log: str) -> dict:
    """Valgrind counts branches and addresses together; its log says which kinds there were."""
    branch = leaks and "Conditional jump or move depends" in log
    address = leaks and "Use of uninitialised value" in log
    return {
        "cycles": NOT_RUN,
        "pc_trace": DIFFERS if branch else EQUAL,
        "address_trace": DIFFERS if address else EQUAL,
    }


def not_run() -> dict:
    """Of a peer, whose constant time is its own affair, or of a program that valgrind cannot follow."""
    return dict.fromkeys(("cycles", "pc_trace", "address_trace"), NOT_RUN)


@remember
def valgrind_version() -> str:
    return processes.run(["valgrind", "--version"], RUN_SECONDS).stdout.strip()
