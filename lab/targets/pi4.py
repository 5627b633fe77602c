# SPDX-License-Identifier: MIT
"""Raspberry Pi 4: Cortex-A72 at 1.8 GHz, from the trace of the program that runs on the board.

Without a board, cycles are modelled: a pipeline model executes the trace of one warm sample, and a row shows its figure
with the validated interval.  On a board, the program's own clock measures them.  Instruction counts, stack and
constant-time evidence come from qemu-aarch64 in both cases."""

from __future__ import annotations

import platform
import statistics
import tempfile
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from .. import processes
from ..build import Program
from ..cache import Cache
from ..errors import RunError
from ..plan.board import load_board
from ..rows import DIFFERS, EQUAL, NOT_RUN
from ..run import protocol
from ..run.protocol import Operation, Transcript
from ..sims.a72 import estimate, mca
from ..sims.a72.estimate import Model
from ..sims.qemu import tracing
from ..sims.qemu.tracing import Machine, Traced, Window
from .base import Finding, Outcome, Target, Times, is_disturbed, spread, steadier
from .crashes import CRASHED, in_qemu
from .leaks import name_leaks

RUN_SECONDS = 120
ATTEMPTS = 2  # on a board, where other processes disturb
CONVERSATION_SECONDS = 600
END_SECONDS = 40  # without the tracer, which takes ten times as long
PART_NUMBER = "0xd08"  # of a Cortex-A72 in /proc/cpuinfo
CORTEX_A72 = Machine(
    "qemu-aarch64",
    ("-cpu", "cortex-a72", "-E", "NARAE_CPU=neon"),  # qemu's has the crypto extension, the Pi's has not
    marks=(0xD5032E1F, 0xD5032E3F, 0xD5032E5F, 0xD5032E7F),  # hint 112 to 115,  # as in lab/sims/a72/marks.h
)


def on_the_board() -> bool:
    try:
        return platform.machine() == "aarch64" and PART_NUMBER in Path("/proc/cpuinfo").read_text()
    except OSError:
        return False


class Pi4(Target):
    name = "pi4"

    def __init__(self) -> None:
        self.board = load_board(self.name)
        self.alone = on_the_board()
        self.fidelity = "measured" if self.alone else "modelled"

    def simulators(self) -> list[str]:
        return [CORTEX_A72.version(), f"llvm-mca {mca.version()}"]

    def rounds(self, quick: bool) -> int:
        return 1

    def run(self, programs: list[Program], quick: bool, cache: Cache, report: Callable[[str], None]) -> list[Outcome]:
        """On a board, one after the other."""
        report("time pi4, round 1 of 1")
        outcomes = []
        for program in programs:
            report(f"trace and time pi4 {program.implementation.name}")
            outcomes.append(self.run_one(program, quick))
        return outcomes

    def run_one(self, program: Program, quick: bool) -> Outcome:
        outcome, place = Outcome(clock_hz=self.board.clock_hz), ""
        try:
            if program.implementation.user_code and not self.alone:
                place = require_end(program)
            with tempfile.TemporaryDirectory(prefix="narae-") as folder:
                self.trace(program, Path(folder), outcome, quick)
            if self.alone and not outcome.failure:
                measure(program, outcome)
        except RunError as error:
            outcome.failure = str(error)
        if CRASHED in outcome.failure:
            outcome.failure += place
        return outcome

    def trace(self, program: Program, folder: Path, outcome: Outcome, quick: bool) -> None:
        """Fills the outcome from the traced program: modelled cycles, and everything else."""
        traced = tracing.trace(program.elf, CORTEX_A72, folder)
        outcome.provenance = {"simulator": CORTEX_A72.version()}
        outcome.transcript = transcript = protocol.parse(traced.output)
        outcome.failure = transcript.fault or ending(transcript, traced.exit_code)
        if outcome.failure:
            return
        zero, *rulers = traced.of("ruler")
        add_calibrations(transcript, estimate.model([w.trace for w in rulers if w.trace]))
        outcome.failure = transcript.calibration_fault()
        if outcome.failure:
            return

        windows = each_operation(transcript, traced, self.board.warmups)
        traces = [samples[0].trace for samples in windows.values() if samples[0].trace]
        models = estimate.model(traces)
        for operation, model in zip(windows, models, strict=True):
            require_known(operation, model)
        mca_cycles: Sequence[float | None] = [None] * len(traces) if quick else mca.cycles(traces)
        for (operation, samples), model, of_mca in zip(windows.items(), models, mca_cycles, strict=True):
            estimated = estimate.Estimate(model, of_mca, samples[0].instructions)
            stack = transcript.stacks[operation]
            outcome.findings[operation] = finding(operation, samples, estimated, zero.instructions, stack)
        operations = [n for n, w in enumerate(traced.windows) if w.kind == "operation"]
        numbers = transcript.deal(operations, self.board.warmups)
        name_leaks(program, outcome, traced.windows, numbers, lambda e, p: tracing.part(e, CORTEX_A72, folder, p))

    def run_with_input(self, program: Program, stdin: str, part: float = 1) -> str:
        """On a board without qemu.  The environment tells the program that it is traced, so that it needs no clock."""
        command = [program.elf] if self.alone else [CORTEX_A72.qemu, *CORTEX_A72.options, program.elf]
        result = processes.run(["env", f"{tracing.TRACED}=1", *command], part * CONVERSATION_SECONDS, stdin=stdin)
        if result.returncode not in (0, 1):
            raise RunError(f"{ending(Transcript(), result.returncode)}: {result.stderr.strip()[-200:]}")
        return result.stdout


def require_end(program: Program) -> str:
    """Refuses a program that hangs, before it is traced; returns where one crashes."""
    traced = ["-E", f"{tracing.TRACED}=1"]
    ended, place = in_qemu(program, [CORTEX_A72.qemu, *CORTEX_A72.options, *traced], END_SECONDS)
    if not ended:
        raise RunError(f"{protocol.KILLED} {END_SECONDS} s{place}")
    return place


def ending(transcript: Transcript, exit_code: int) -> str:
    if exit_code < 0:
        return f"{CRASHED} {-exit_code}"
    return "" if transcript.ended else f"the program ended early, with exit code {exit_code}"


def add_calibrations(transcript: Transcript, models: list[Model]) -> None:
    """The program cannot time its rulers here; both corners of the model must get them right."""
    transcript.calibrations = [
        (name, least, greatest, round(cycles / transcript.cycles_per_unit))
        for (name, least, greatest, _), model in zip(transcript.calibrations, models, strict=True)
        for cycles in (model.low, model.high)
    ]


def each_operation(
    transcript: Transcript, traced: Traced, warmups: Callable[[Operation], int]
) -> dict[Operation, list[Window]]:
    """Every operation's samples without its warm-ups; the windows that only paint the stack come last."""
    windows = traced.of("operation")
    expected = transcript.window_count(warmups) + len(transcript.times)
    if len(windows) != expected:
        raise RunError(f"{len(windows)} windows were traced, not {expected}")
    by_operation = transcript.deal(windows, warmups)
    if any(w.trace is None for w, *_ in by_operation.values()):
        raise RunError("the windows that were traced are not the first of each row")
    return by_operation


def require_known(operation: Operation, model: Model) -> None:
    if model.too_much_unknown:
        raise RunError(
            f"the model does not know {model.unknown} of {model.instructions} instructions of {operation.name} "
            f"(opcodes {', '.join(model.unknown_opcodes)}); lab/sims/a72/decode.c lists those it knows"
        )


def finding(
    operation: Operation, samples: list[Window], estimated: estimate.Estimate, zero: int, stack_bytes: int
) -> Finding:
    model = estimated.model
    return Finding(
        cycles=estimated.middle,
        spread=spread([w.instructions for w in samples]),
        runs=len(samples),
        stack_bytes=stack_bytes,
        constant_time={
            "cycles": NOT_RUN,
            "pc_trace": same(w.pc_hash for w in samples),
            "address_trace": same(w.address_hash for w in samples),
        },
        error_band=estimated.band(operation.bytes),
        interval=(estimated.low, estimated.high),
        kind=model.kind,
        provenance={
            "instructions": estimated.instructions - zero,
            "estimates": {"a72 model": f"{estimated.scale * model.low:.0f}-{estimated.scale * model.high:.0f} cycles"}
            | ({f"llvm-mca {mca.version()}": f"{estimated.scale * estimated.mca:.0f} cycles"} if estimated.mca else {}),
            "modelled_instructions": model.instructions,
            "unknown_instructions": model.unknown,
        },
    )


def same(values: Iterable[object]) -> str:
    return EQUAL if len(set(values)) == 1 else DIFFERS


def measure(program: Program, outcome: Outcome) -> None:
    """On the board: replaces modelled cycles by those of the core's cycle counter."""
    samples = Times()
    for _ in range(ATTEMPTS):
        result = processes.run([program.elf], RUN_SECONDS)
        transcript = protocol.parse(result.stdout)
        outcome.failure = transcript.fault or ending(transcript, result.returncode) or transcript.calibration_fault()
        if outcome.failure:
            return
        samples = steadier(samples, transcript.times)
        if not is_disturbed(samples, outcome.findings):
            break
    outcome.transcript = transcript
    outcome.provenance["clock"] = "perf_event_open: the core's cycles in user mode"
    for operation, times in samples.items():
        finding = outcome.findings[operation]
        finding.cycles = statistics.median(times) * transcript.cycles_per_unit
        finding.spread = spread(times)
        finding.runs = len(times)
        finding.error_band = None
