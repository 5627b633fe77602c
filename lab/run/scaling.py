# SPDX-License-Identifier: MIT
"""Scaling of threads that share one context.  By contract, a context is const once set up and there are no globals;
lab/bench/threads.c checks this and measures throughput.

Throughput of threads is not a row, which is one call.  The figures are in the context of a run, as `threads`."""

from __future__ import annotations

import os
import re
import statistics
from collections.abc import Callable
from typing import Any

from .. import processes
from ..build import implementation_config, link_program
from ..errors import BuildError, RunError
from ..paths import ROOT
from ..plan.board import Board
from ..plan.implementations import Implementation, best_on_host
from ..targets.base import spread
from ..targets.host import limit_of

SHOWN = [(cipher, mode) for mode in ("ctr", "gcm") for cipher in ("aes-128", "lea-128", "aria-128")]
MESSAGE_BYTES = 16384
ROUNDS = 9
MILLISECONDS = 40
RUN_SECONDS = 300
SOURCE = ROOT / "lab" / "bench" / "threads.c"
LINE = re.compile(r"threads (\d+) \d+ (\d+)")


def measure(
    implementations: list[Implementation], board: Board, report: Callable[[str], None] = print, rounds: int = ROUNDS
) -> list[dict[str, Any]]:
    """A record for each cipher, mode and number of threads, or one with the reason of a failure."""
    records = []
    for implementation in best_on_host(implementations, board, SHOWN):
        report(f"threads host {implementation.name}")
        about = {k: getattr(implementation, k) for k in ("cipher", "mode", "kernel")}
        try:
            samples = run(implementation, board, rounds)
        except (BuildError, RunError) as error:
            records.append(about | {"failure": str(error)})
            continue
        records += [
            about
            | {"threads": n, "bytes": MESSAGE_BYTES, "runs": len(rates)}
            | {"bytes_per_second": statistics.median(rates), "spread": spread(rates)}
            for n, rates in samples.items()
        ]
    return records


def run(implementation: Implementation, board: Board, rounds: int) -> dict[int, list[float]]:
    """Bytes per second by number of threads, one sample per round."""
    board = board.changed(ldflags=["-pthread"])
    config = [*implementation_config(implementation), f"#define BENCH_MESSAGE_BYTES {MESSAGE_BYTES}", ""]
    program = link_program(implementation, board, "threads", [SOURCE], "\n".join(config))
    command = [*limit_of(program), program.elf, len(os.sched_getaffinity(0)), rounds, MILLISECONDS]
    done = processes.run(command, RUN_SECONDS)
    if done.returncode or not done.stdout.endswith("end\n"):
        raise RunError(f"exit code {done.returncode}: {done.stdout.splitlines()[-1:] or done.stderr[-200:]}")
    samples: dict[int, list[float]] = {}
    for threads, rate in LINE.findall(done.stdout):
        samples.setdefault(int(threads), []).append(float(rate))
    return samples
