# SPDX-License-Identifier: MIT
"""Two versions of a program on a real clock, run alternately; only significant differences count.

Two runs of one program differ by some per cent, from hour to hour by more.  So each pair of runs gives one ratio of
medians for each operation, in alternating order, and the sign test gives a confidence interval for the median ratio."""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from ..build import Program, elf
from ..errors import RunError
from ..targets.host import limit_of, run_native, runner
from .protocol import Operation
from .stages import stage

PAIRS, SPARE = 21, 10  # spare ones replace pairs whose clock was off
MIN_PAIRS = 16  # of pairs, or nothing is judged
ERROR = 0.01  # probability of a false alarm in a whole comparison
MARGIN = 0.01  # smaller differences may come from where the linker puts the code


@dataclass(frozen=True)
class Ratio:
    """Time of the new version divided by that of the old one."""

    median: float
    low: float  # confidence interval of the median
    high: float
    pairs: int

    @property
    def slower(self) -> bool:
        return self.low > 1 + MARGIN

    @property
    def faster(self) -> bool:
        return self.high < 1 - MARGIN


@dataclass
class Pairing:
    """Both versions of one program."""

    program: Program  # the new one
    same: bool = False  # byte for byte
    failure: str = ""
    ratios: dict[Operation, list[float]] | None = None


def pair(new: Program, old: Path, report: Callable[[str], None]) -> Pairing:
    """Runs both versions in turn."""
    if elf.identity(new.elf) == elf.identity(old):
        return Pairing(new, same=True)
    versions = {"new": new, "old": replace(new, elf=old)}
    ratios_of: dict[Operation, list[float]] = {}
    pairs = 0
    for number in range(PAIRS + SPARE):
        if pairs == PAIRS:
            break
        report(f"compare {new.board.name} {new.implementation.name}, pair {number + 1}")
        times = {}
        try:
            for name in ("old", "new") if number % 2 else ("new", "old"):
                times[name] = medians(versions[name])
        except RunError as error:
            return Pairing(new, failure=f"{name} version: {error}")
        if times["old"] and times["new"]:
            pairs += 1
            for operation in times["new"].keys() & times["old"].keys():
                ratios_of.setdefault(operation, []).append(times["new"][operation] / times["old"][operation])
    if pairs < MIN_PAIRS:
        return Pairing(new, failure=f"the clock was unsteady: only {pairs} of {PAIRS + SPARE} pairs are valid")
    return Pairing(new, ratios=ratios_of)


def medians(program: Program) -> dict[Operation, float]:
    """Of one run, by operation; None if its clock was off."""
    with stage(f"compare {program.board.name}"):
        transcript = run_native([*limit_of(program), "NARAE_LATER_ROUND=1", *runner(program.board), program.elf])
    if transcript.fault:
        raise RunError(transcript.fault)
    if transcript.calibration_fault():
        return {}
    return {operation: statistics.median(times) for operation, times in transcript.times.items()}


def ratio(ratios: list[float], operations: int) -> Ratio:
    """Median and confidence interval; `operations` share the probability of a false alarm."""
    ordered = sorted(ratios)
    out = outside(len(ordered), ERROR / (2 * operations))
    return Ratio(statistics.median(ordered), ordered[out], ordered[-1 - out], len(ordered))


def outside(count: int, error: float) -> int:
    """The number of smallest values that may lie below the interval, by the sign test: the probability that more than
    half of all values lie on one side without a difference."""
    chance, out = 0.5**count, 0
    while chance <= error and out < count // 2:
        out += 1
        chance += math.comb(count, out) * 0.5**count
    return max(0, out - 1)
