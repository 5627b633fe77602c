# SPDX-License-Identifier: MIT
"""The number of operations that this core starts per cycle, by kind and width, measured by lab/bench/rates.c.

The limit line of the report divides by these (lab/views/report/limits.py).  They are in the context of a run, as
`rates`: a record for each kind at each width, or one with the reason of a failure."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from .. import processes
from ..build import link_program
from ..errors import BuildError, RunError
from ..paths import ROOT
from ..plan.board import Board
from ..plan.implementations import Implementation, best_on_host

SOURCE = ROOT / "lab" / "bench" / "rates.c"
LINE = re.compile(r"^rate (\d+) (\w+) (\d+)$", re.M)
RUNS = 5  # at intervals: a neighbour on the core takes execution units, so the highest rate counts
PAUSE_SECONDS = 0.2
RUN_SECONDS = 30


def measure(
    implementations: list[Implementation], board: Board, report: Callable[[str], None] = print
) -> list[dict[str, Any]]:
    report("rates host")
    names = list(dict.fromkeys((i.cipher, i.mode) for i in implementations))
    dispatching = next(
        (i for i in best_on_host(implementations, board, names) if i.level), None
    )  # built with runtime dispatch
    if dispatching is None:
        return []
    try:
        program = link_program(dispatching, board, "rates", [SOURCE, *board.sources()], "")
        best: dict[tuple[int, str], float] = {}
        for number in range(RUNS):
            time.sleep(PAUSE_SECONDS if number else 0)
            for name, rate in rates_of(program.elf).items():
                best[name] = max(rate, best.get(name, 0))
    except (BuildError, RunError) as error:
        return [{"failure": str(error)}]
    return [{"bits": bits, "kind": kind, "rate": rate} for (bits, kind), rate in best.items()]


def rates_of(elf: Path) -> dict[tuple[int, str], float]:
    """The output of one run of the program, without NARAE_CPU."""
    done = processes.run(["env", "-u", "NARAE_CPU", elf], RUN_SECONDS)
    if done.returncode or not done.stdout.endswith("end\n"):
        raise RunError(f"exit code {done.returncode}: {done.stdout.splitlines()[-1:] or done.stderr[-200:]}")
    return {(int(bits), kind): int(milli) / 1000 for bits, kind, milli in LINE.findall(done.stdout)}
