# SPDX-License-Identifier: MIT
"""The machine the lab runs on: native programs, core cycles from a dependent-add chain.

Clocks drift and neighbours disturb, so programs alternate: each round runs every program once, and a
figure is the median of the samples of the quietest round with a valid clock.  A program whose quietest
rounds do not agree is run again.  Constant time is decided by valgrind on the same program, with keys
and data marked as undefined; for instructions that valgrind does not support, by comparing traces for
several random keys."""

from __future__ import annotations

import platform
import re
import signal
import statistics
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from copy import copy
from dataclasses import dataclass, field
from functools import cache as remember
from pathlib import Path
from typing import Any

from .. import files, processes
from ..build import CHECKS, Program, elf, is_traced
from ..cache import Cache
from ..errors import RunError
from ..plan.board import Board, load_board
from ..plan.cpu import levels_of, needs
from ..real.remote import Remote
from ..rows import DIFFERS, EQUAL, NOT_RUN, UNSTEADY
from ..run import protocol
from ..run.protocol import KILLED, Operation, Transcript
from ..run.stages import stage
from ..sims import x86_trace
from ..sims.run import output
from .base import Finding, Outcome, Target, spread
from .crashes import CRASHED, innermost
from .leaks import KINDS, first_two, hanging, leaks_between

# What /proc/cpuinfo must say for each level of NARAE_CPU.
LEVEL_NEEDS = {level: needs("x86", features) for level, features in levels_of("x86").items()}
RUN_SECONDS = 60
CONVERSATION_SECONDS = 600
HANGS_SECONDS = 10  # time limit for locating a hang
VALGRIND_SECONDS = 300
MAKE_SECONDS = 300
QUICK_ROUNDS = 2
CLOCK_ATTEMPTS = 2
MORE_ROUNDS = 4  # for programs whose clock was off in a round, or whose quietest rounds differ
# On a busy machine further rounds confirm nothing: none begins after MORE_SECONDS or, if longer, MORE_PART of the time
# of the usual rounds.
MORE_SECONDS, MORE_PART = 20, 1 / 4
AGREED = 0.02  # by no more than this, three of four operations, and none by more than UNSTEADY
RULER_OF_SHARING = "branches"  # another thread on the core slows down jumps, but not additions
SHARED = 1.25  # factor over the fastest jump
CHECKERS = 2
OPENING_INSTRUCTIONS = 100_000  # two of three windows open a message
BEYOND_VALGRIND = ("does not support", "timed out")
PAUSE_SECONDS = 0.3


class Host(Target):
    name = "host"
    fidelity = "measured"
    alone = True

    def __init__(self, remote: Remote | None = None):
        """`remote`: another machine, on which the programs run."""
        board = load_board(self.name)
        flags = set(remote.flags if remote else cpu_flags())
        self.remote = remote
        offered = [level for level in board.levels if LEVEL_NEEDS[level] <= flags]
        self.notes = [
            f"rows of {level} skipped: this CPU has no {', '.join(sorted(LEVEL_NEEDS[level] - flags))}"
            for level in board.levels
            if level not in offered
        ]
        self.board = board.changed(levels=offered, runner=remote.runner if remote else [])

    def with_every_level(self) -> Host:
        every = copy(self)
        every.board = self.board.changed(levels=load_board(self.name).levels)
        return every

    def rounds(self, quick: bool) -> int:
        return QUICK_ROUNDS if quick else self.board.rounds

    def run(self, programs: list[Program], quick: bool, cache: Cache, report: Callable[[str], None]) -> list[Outcome]:
        outcomes = [Outcome() for _ in programs]
        rounds: list[list[Round]] = [[] for _ in programs]
        usual = self.rounds(quick)
        begin, end = time.monotonic(), 0.0
        for number in range(usual + MORE_ROUNDS):
            now = time.monotonic()
            if number == usual:
                end = now + max(MORE_SECONDS, MORE_PART * (now - begin))
            pending = [
                i
                for i, (outcome, program_rounds) in enumerate(zip(outcomes, rounds, strict=True))
                if not outcome.failure and (len(program_rounds) < usual or (now <= end and differ(program_rounds)))
            ]
            if pending:
                again = f" of {usual}" if number < usual else f", {len(pending)} of {len(programs)} programs again"
                report(f"time host, round {number + 1}{again}")
            with stage(f"time {self.name}"):
                for i in pending:
                    rounds[i] += one_round(programs[i], outcomes[i])
        for outcome, program_rounds in zip(outcomes, rounds, strict=True):
            if not outcome.failure and not program_rounds:
                outcome.failure = outcome.transcript.calibration_fault()
        limit = SHARED * min((r.least_jump for program_rounds in rounds for r in program_rounds), default=0)

        def check_and_finish(program: Program, outcome: Outcome, program_rounds: list[Round]) -> None:
            report(f"check host {program.implementation.name}")
            if not outcome.failure:
                finish(outcome, program_rounds, check(program, cache))
                if all(r.jump > limit for r in program_rounds):
                    outcome.provenance["neighbour"] = f"shared the core in each of {len(program_rounds)} rounds"

        with ThreadPoolExecutor(CHECKERS) as pool:
            list(pool.map(check_and_finish, programs, outcomes, rounds))
        return outcomes

    def checks(self, program: Program) -> Outcome:
        outcome = Outcome()
        one_round(program, outcome)
        return outcome

    def run_with_input(self, program: Program, stdin: str, part: float = 1) -> str:
        result = processes.run([*limit_of(program), program.elf], part * CONVERSATION_SECONDS, stdin=stdin)
        if result.returncode not in (0, 1):
            raise RunError(f"the program ended early, with exit code {result.returncode}")
        return result.stdout


@dataclass
class Round:
    """The times of a program in one round, and those of a jump: the least before it, the median after its windows."""

    least_jump: int
    jump: int
    times: dict[Operation, list[int]]


def differ(rounds: list[Round]) -> bool:
    """Did a quarter of the operations take longer in the second quietest round, by more than AGREED, or a single one by
    more than UNSTEADY?"""
    apart = sorted(quietest(rounds, operation)[1] for operation in rounds[0].times)
    return bool(apart) and (apart[len(apart) * 3 // 4] > AGREED or apart[-1] > UNSTEADY)


def quietest(rounds: list[Round], operation: Operation) -> tuple[float, float]:
    """The operation's time in the quietest round, and the relative excess of the second quietest; for a single round,
    the spread of its samples."""
    times = sorted(statistics.median(r.times[operation]) for r in rounds)
    if len(times) == 1:
        return times[0], spread(rounds[0].times[operation])
    return times[0], times[1] / times[0] - 1 if times[0] else 0.0


@dataclass
class Check:
    """Constant-time verdicts of each operation, and their checker."""

    verdicts: dict[Operation, dict[str, Any]] = field(default_factory=dict)
    checker: str = ""
    failure: str = ""
    leaks: dict[str, str] = field(default_factory=dict)  # of operations by name, the first instruction that leaks


def check(program: Program, cache: Cache) -> Check:
    level = program.implementation.level
    runs_here = LEVEL_NEEDS.get(level, set()) <= set(cpu_flags())  # programs of another machine may want more
    if program.implementation.is_peer or not program.board.valgrind or not runs_here:
        return Check()
    traced = is_traced(program.implementation, program.board)
    version, run = (x86_trace.version, run_traced) if traced else (valgrind_version, run_valgrind)
    if program.implementation.foreign:
        run = run_both

    def make() -> Check:
        with stage(f"check {program.board.name}"):
            return run(program)

    return cache.get([version(), level, elf.identity(program.elf)], make, lambda c: not c.failure)


def limit_of(program: Program) -> list[str]:
    """The prefix of a command that limits a program to the kernels of its row."""
    level = program.implementation.level
    return ["env", f"NARAE_CPU={level}"] if level else ["env", "-u", "NARAE_CPU"]


def run_valgrind(program: Program) -> Check:
    """Counts branches and addresses that depend on a secret."""
    try:
        options = ["--quiet", "--error-limit=no", "--read-inline-info=no"]  # the last one halves its start
        command = [*limit_of(program), "valgrind", *options, program.elf]
        result = processes.run(command, VALGRIND_SECONDS)
        transcript = protocol.parse(result.stdout)
    except RunError as error:
        return Check(failure=f"under valgrind: {error}")
    if result.returncode == -signal.SIGILL:
        return Check(failure="under valgrind: it does not support an instruction")
    if not transcript.ended:
        reason = f"the program ended early, with exit code {result.returncode}: {result.stderr[-200:]}"
        return Check(failure=f"under valgrind: {reason}")
    log = measured(result.stderr)
    verdicts = {o: leaky(leaks, log) for o, leaks in transcript.leaks.items()}
    leak = first_leak(log)
    return Check(verdicts, valgrind_version(), leaks={o.name: leak for o in verdicts if leak})


OUTSIDE = re.compile(r"\(below main\)|: hal_exit \(")


def measured(log: str) -> str:
    """The log without reports before main() and at exit, where a static C library's own values look secret."""
    return "\n==0==\n".join(one for one in re.split(r"\n==\d+== *\n", log) if not OUTSIDE.search(one))


def first_leak(log: str) -> str:
    """The first branch and the first address that depend on a secret: kind, address, symbol, source line; without
    lines, the file's name."""
    leaks, messages = [], ("Conditional jump or move depends", "Use of uninitialised value")
    for kind, words in zip(KINDS.values(), messages, strict=True):
        if match := re.search(rf"{words}.*\n==\d+==\s+at (0x\w+): (.*)", log):
            where = re.sub(r"\(in .*/(.+)\)$", r"(in \1)", match[2])
            leaks.append(f"{kind} depends on a secret at {match[1]}, {where}")
    return "; ".join(leaks)


def run_both(program: Program) -> Check:
    """For foreign code: whether a tag is right is public, but only the code knows where it decides that.  Opening is
    therefore traced, with right and wrong tags; valgrind checks the rest if it can."""
    by_valgrind = run_valgrind(program)
    if any(words in by_valgrind.failure for words in BEYOND_VALGRIND):
        return run_traced(program)
    if by_valgrind.failure or not any(opens(o.name) for o in by_valgrind.verdicts):
        return by_valgrind
    traced = run_traced(program, opens)
    if traced.failure:
        return traced
    verdicts = {o: v for o, v in by_valgrind.verdicts.items() if not opens(o.name)}
    verdicts |= traced.verdicts
    leaks = {name: leak for name, leak in by_valgrind.leaks.items() if not opens(name)}
    return Check(verdicts, f"{by_valgrind.checker}; of opening, {traced.checker}", leaks=leaks | traced.leaks)


def opens(name: str) -> bool:
    return name.startswith("open")


def run_traced(program: Program, is_wanted: Callable[[str], bool] | None = None) -> Check:
    """Compares traces for several random keys and messages, of all operations or of those whose names are wanted."""
    try:
        windows = (only_windows(program, is_wanted), OPENING_INSTRUCTIONS) if is_wanted else ()
        output = x86_trace.trace([program.elf], limit_of(program), *windows)
        transcript = protocol.parse(output)
    except RunError as error:
        return Check(failure=f"while it was traced: {error}")
    if not transcript.ended:
        return Check(failure=f"while it was traced: the program ended early; {transcript.fault}")
    verdicts = {o: v for o, hashes in transcript.traces.items() if (v := x86_trace.verdict(hashes))}
    return Check(verdicts, x86_trace.version(), leaks=traced_leaks(program, transcript, verdicts))


def only_windows(program: Program, is_wanted: Callable[[str], bool]) -> tuple[str, ...]:
    """The option that traces the windows of these operations alone; their numbers come from a run without tracing."""
    transcript = protocol.parse(x86_trace.trace([program.elf], limit_of(program), limit=0))
    count = sum(map(len, transcript.traces.values()))
    numbers = transcript.deal(range(count))
    chosen = {n for operation, windows in numbers.items() if is_wanted(operation.name) for n in windows}
    return x86_trace.only(n in chosen for n in range(count))


def traced_leaks(program: Program, transcript: Transcript, verdicts: dict[Operation, dict[str, Any]]) -> dict[str, str]:
    """For foreign code: where differing windows diverge."""
    count = sum(map(len, transcript.traces.values()))
    numbers, differing = transcript.deal(range(count)), {}
    for operation, verdict in verdicts.items() if program.implementation.user_code else ():
        if what := next((w for w in KINDS if verdict[w] == DIFFERS), ""):
            followed = [(n, h) for n, h in zip(numbers[operation], transcript.traces[operation], strict=True) if h]
            hashes = [h >> 32 if what == "pc_trace" else h & 0xFFFFFFFF for _, h in followed]
            differing[first_two([n for n, _ in followed], hashes)] = operation, what
    environment = limit_of(program)
    leaks = leaks_between(program, differing, lambda elf, pairs: x86_trace.part([elf], environment, pairs))
    return {operation.name: leak for operation, leak in reversed(leaks.items())}


def one_round(program: Program, outcome: Outcome) -> list[Round]:
    """Empty if the clock was off, which is no failure yet: other processes may have disturbed it."""
    try:
        stacks = outcome.transcript.stacks
        later = ["NARAE_LATER_ROUND=1"] if stacks else []
        outcome.transcript = transcript = run_native([*limit_of(program), *later, *runner(program.board), program.elf])
        transcript.stacks = stacks or transcript.stacks
    except RunError as error:
        outcome.failure = str(error)
        if program.implementation.user_code:
            outcome.failure += crash_place(program) if CRASHED in outcome.failure else hang_place(program, str(error))
        return []
    outcome.failure = transcript.fault
    if outcome.failure or transcript.calibration_fault():
        return []
    outcome.clock_hz = max(outcome.clock_hz, 1000 * transcript.clock_khz)  # a disturbed core looks slower
    least_jump = next((got for name, _, _, got in transcript.calibrations if name == RULER_OF_SHARING), 0)
    return [Round(least_jump, transcript.jump, transcript.times)]


def hang_place(program: Program, failure: str) -> str:
    """Where a program hangs, by x86_trace; empty on other machines."""
    if not failure.startswith(KILLED) or program.board.runner or platform.machine() != "x86_64":
        return ""
    try:
        address = x86_trace.where([program.elf], limit_of(program), HANGS_SECONDS)
    except RunError:
        return ""
    return hanging(program, address) if address else ""


def crash_place(program: Program) -> str:
    """Where a program crashes, by valgrind.  The gate is left out, except for programs without anything else."""
    gate = ["NARAE_GATE=1"] if program.elf.stem == CHECKS else []
    try:
        result = processes.run([*limit_of(program), *gate, "valgrind", program.elf], VALGRIND_SECONDS)
    except (RunError, OSError):
        return ""
    frames = result.stderr.rpartition("Process terminating with")[2]
    return innermost(program, re.findall(r"(0x\w+): (\S+ \(\S+:\d+\))", frames))


def runner(board: Board) -> list[str]:
    """The prefix of a command for programs that this system cannot run itself.  Its folder is made first, and
    atomically: in an incomplete one every program hangs."""
    words, folder = board.runner, board.runner_folder
    if folder and not folder.exists():
        with files.new_folder(folder) as fresh:
            for command in board.make:
                output([word.format(folder=fresh) for word in command], MAKE_SECONDS)
    return [word.format(folder=folder) for word in words]


def run_native(command: list[Any]) -> Transcript:
    """Runs the program; if the clock was off, once more at once."""
    for attempt in range(CLOCK_ATTEMPTS):
        time.sleep(attempt * PAUSE_SECONDS)
        try:
            result = processes.run(command, RUN_SECONDS)
        except RunError as error:
            raise RunError(f"killed: {error}".replace("env timed out", "no end")) from error
        transcript = protocol.parse(result.stdout)
        if result.returncode < 0:
            raise RunError(f"{CRASHED} {-result.returncode}")
        if not transcript.ended and not transcript.fault:
            why = result.stderr.strip().rpartition("\n")[2]
            raise RunError(f"the program ended early, with exit code {result.returncode}{f': {why}' if why else ''}")
        if not transcript.calibration_fault():
            break
    return transcript


def finish(outcome: Outcome, rounds: list[Round], checked: Check) -> None:
    transcript = outcome.transcript
    if checked.failure:
        outcome.failure = checked.failure
        return
    for operation in rounds[0].times:
        cycles, apart = quietest(rounds, operation)
        outcome.findings[operation] = Finding(
            cycles=cycles * transcript.cycles_per_unit,
            spread=apart,
            runs=sum(len(r.times[operation]) for r in rounds),
            stack_bytes=transcript.stacks[operation],
            constant_time=verdict_on(operation, checked),
        )
        if operation.name in checked.leaks and DIFFERS in outcome.findings[operation].constant_time.values():
            outcome.findings[operation].provenance["leak"] = checked.leaks[operation.name]
    outcome.provenance = {"clock": "dependent adds around each sample"}
    if checked.checker:
        outcome.provenance["checker"] = checked.checker


def verdict_on(operation: Operation, checked: Check) -> dict[str, Any]:
    """A message too long for the checker takes the verdict of the shorter ones."""
    if operation in checked.verdicts:
        return checked.verdicts[operation]
    shorter = [v for o, v in checked.verdicts.items() if (o.mode, o.name) == (operation.mode, operation.name)]
    return next((v for v in shorter if DIFFERS in v.values()), next(iter(shorter), not_run()))


def leaky(leaks: int, log: str) -> dict[str, Any]:
    """Valgrind counts branches and addresses together; its log shows which kinds occurred.  If it shows none, both are
    assumed."""
    branch, address = "Conditional jump or move depends" in log, "Use of uninitialised value" in log
    branch, address = (leaks > 0 and (kind or not (branch or address)) for kind in (branch, address))
    return {
        "cycles": NOT_RUN,
        "pc_trace": DIFFERS if branch else EQUAL,
        "address_trace": DIFFERS if address else EQUAL,
    }


def not_run() -> dict[str, Any]:
    """For a peer, or a program that valgrind cannot run."""
    return dict.fromkeys(("cycles", "pc_trace", "address_trace"), NOT_RUN)


@remember
def cpu_flags() -> list[str]:
    """The CPU's feature flags, in the system's words; empty if unknown."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return []
    return next((line.split(":")[1].split() for line in lines if line.startswith("flags")), [])


@remember
def valgrind_version() -> str:
    return processes.run(["valgrind", "--version"], RUN_SECONDS).stdout.strip()
