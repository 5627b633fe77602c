# SPDX-License-Identifier: MIT
"""t-tests of simulated traces on a screen of 100 columns: each call of each kernel, then where |t| is large."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from ..leak.welch import THRESHOLD
from ..text import counted

if TYPE_CHECKING:
    from ..leak.trace_jobs import Peak, Tested

WIDTH = 100
MOST_PEAKS = 5  # of a test and order, without --table
MARGIN = "    "


def lines(tests: list[Tested], everything: bool = False) -> list[str]:
    if not tests:
        return []
    return [*rows(tests), "", *peaks(tests, everything), *summary(tests)]


def rows(tests: list[Tested]) -> list[str]:
    wide = max([13, *(len(test.cipher) for test in tests)])
    result = [
        f"{'target':8} {'cipher':{wide}} {'kernel':14} {'operation':12} {'instr.':>8} {'traces':>9} {'per s':>7} "
        f"{'max |t|':>8} {'order 2':>8}"
    ]
    for test in tests:
        result.append(
            f"{test.target:8} {test.cipher:{wide}} {test.kernel:14} {test.operation:12} {test.instructions:8,} "
            f"{test.traces:9,} {test.traces_per_second:7,.0f} {test.first.max_t:8.2f} {test.second.max_t:8.2f}"
        )
    return result


def peaks(tests: list[Tested], everything: bool) -> list[str]:
    """The largest |t| of each order."""
    result: list[str] = []
    for test in tests:
        result.append(test.name)
        for name, order in test.orders():
            most = len(order.peaks) if everything else MOST_PEAKS if order.above else 1
            result.append(f"  {name} order: {counted(order.above, 'instruction')} above {THRESHOLD}")
            result += [line for peak in order.peaks[:most] for line in described(peak)]
            if order.above > most:
                result.append(f"{MARGIN}... and {order.above - most:,} more; --table shows the largest")
        result.append("")
    return result


def described(peak: Peak) -> list[str]:
    place = f"{peak.line}, {peak.where}" if peak.line else f"{peak.pc:#x}, {peak.where}"
    text = f"t = {peak.t:.2f}: {place}: {peak.instruction} (instruction {peak.number:,})"
    return textwrap.wrap(text, WIDTH, initial_indent=MARGIN, subsequent_indent=2 * MARGIN)


def summary(tests: list[Tested]) -> list[str]:
    leaking = sum(bool(test.first.above) for test in tests)
    models = ", ".join(dict.fromkeys(f"{test.model} ({', '.join(test.places)})" for test in tests))
    chance = max(test.by_chance for test in tests)
    texts = [
        f"{counted(len(tests), 'call')}: {leaking} above {THRESHOLD} at first order; models of {models}; seed "
        f"{tests[0].seed}, noise {tests[0].noise:g}",
        f"without any leak {100 * chance:.2g} % of runs of the longest call exceed {THRESHOLD} somewhere; a run with "
        "another --seed tells",
        "simulated changes of bits, all secrets fixed against random: not a measurement of the chip "
        "(docs/explanation/leakage.md)",
    ]
    return [line for text in texts for line in textwrap.wrap(text, WIDTH)]
