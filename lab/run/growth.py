# SPDX-License-Identifier: MIT
"""How the time of a message grows with its size on the host, measured by lab/bench/growth.c.

Two promises of the kernels are judged.  Fewer blocks must not be slower than more: n blocks are compared with the best
time of any larger number.  And a byte of a message that exceeds the first-level caches must take as long as a byte of a
shorter one.

The verdict uses the median over rounds of the ratio of two times in the same round, so that a temporary disturbance
affects both.  A shared core slows down some kernels more than others, for seconds at a time: the programs therefore run
several times, alternating, and the quietest third of all rounds counts.  The figures are in the context of a run, as
`growth`."""

from __future__ import annotations

import statistics
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from ..build import Program, implementation_config, link_program
from ..errors import BuildError, RunError
from ..paths import ROOT
from ..plan.board import Board
from ..plan.implementations import Implementation, best_on_host
from ..rows import MODE_OPERATIONS
from ..targets.host import limit_of, run_native
from .protocol import Operation

SHOWN = [
    *((cipher, mode) for mode in ("block", "ctr") for cipher in ("aes-128", "lea-128", "aria-128", "pipo-64/128")),
    *((cipher, "gcm") for cipher in ("aes-128", "lea-128", "aria-128")),
    ("chacha20", "stream"),
    ("chacha20", "poly1305"),
    ("ascon-aead128", "aead"),
]
USUAL_UNIT = {"stream": 64, "poly1305": 64}  # block size of stream ciphers, in bytes
UNITS = [*range(1, 33), 40, 48, 56, 64, 80, 96, 112, 128]
LONG_BYTES = [16384, 65536, 262144, 1048576]
ROUNDS = 31
RUNS = 3  # a third of their rounds counts
BUILDERS = 2
Times = dict[Operation, list[int]]  # hundredths of a cycle, one for each round
SOURCE = ROOT / "lab" / "bench" / "growth.c"
CLOCK_WAS_OFF = "the clock was off in every run"

# The promises: the largest small number of blocks and its ratio to the best time of more blocks; the ratio of the
# time per byte of the longest message to that of the shortest long one.
FEW, MAX_OVER, MAX_LONGER = 15, 1.15, 1.05


def measure(
    implementations: list[Implementation], board: Board, report: Callable[[str], None] = print, rounds: int = ROUNDS
) -> list[dict[str, Any]]:
    """A record for each cipher, mode and operation, or one with the reason of a failure."""
    chosen = best_on_host(implementations, board, SHOWN)

    def built(implementation: Implementation) -> Program | BuildError:
        report(f"build growth host {implementation.name}")
        try:
            return build(implementation, board, rounds)
        except BuildError as error:
            return error

    with ThreadPoolExecutor(BUILDERS) as pool:
        programs = list(pool.map(built, chosen))
    failures: dict[Implementation, str] = {}
    times: dict[Implementation, Times] = {i: {} for i in chosen}
    for number in range(RUNS):
        report(f"growth host, run {number + 1} of {RUNS}")
        for implementation, program in zip(chosen, programs, strict=True):
            try:
                if isinstance(program, BuildError):
                    raise program
                for operation, samples in timed(program).items():
                    times[implementation].setdefault(operation, []).extend(samples)
            except (BuildError, RunError) as error:
                failures[implementation] = str(error)
    failures |= {i: CLOCK_WAS_OFF for i in chosen if not times[i] and i not in failures}
    return [
        record
        for i in chosen
        for record in ([named(i) | {"failure": failures[i]}] if i in failures else records(i, quietest(times[i])))
    ]


def quietest(times: Times) -> Times:
    """The third of the rounds with the smallest total time, each size relative to its best time."""
    best = {operation: min(rounds) for operation, rounds in times.items()}
    total = [
        sum(t / b for t, b in zip(column, best.values(), strict=True)) for column in zip(*times.values(), strict=True)
    ]
    chosen = sorted(range(len(total)), key=total.__getitem__)[: max(1, len(total) // RUNS)]
    return {operation: [rounds[n] for n in chosen] for operation, rounds in times.items()}


def named(implementation: Implementation) -> dict[str, Any]:
    return {k: getattr(implementation, k) for k in ("cipher", "mode", "kernel")}


def unit_bytes(implementation: Implementation) -> int:
    return implementation.block_bytes or USUAL_UNIT.get(implementation.mode, 16)


def build(implementation: Implementation, board: Board, rounds: int) -> Program:
    sizes = [n * unit_bytes(implementation) for n in UNITS] + LONG_BYTES
    config = [
        *implementation_config(implementation),
        *(['#define BENCH_ADAPTER "adapters/block.h"'] if implementation.mode == "block" else []),
        "#define GROWTH_SIZES(X) " + " ".join(f"X({n})" for n in sorted(set(sizes))),
        f"#define GROWTH_MAX_BYTES {max(sizes)}",
        f"#define GROWTH_ROUNDS {rounds}",
        "#define GROWTH_OPERATIONS " + ", ".join(f'"{name}"' for name in MODE_OPERATIONS[implementation.mode][:2]),
        "",
    ]
    return link_program(implementation, board, "growth", [SOURCE, *board.sources()], "\n".join(config))


def timed(program: Program) -> Times:
    """Times of each operation and size, one per round; empty if the clock was off because of other processes."""
    transcript = run_native([*limit_of(program), program.elf])
    if transcript.fault:
        raise RunError(transcript.fault)
    return {} if transcript.calibration_fault() else transcript.times


def records(implementation: Implementation, times: Times) -> list[dict[str, Any]]:
    unit = unit_bytes(implementation)
    result = []
    for name in dict.fromkeys(o.name for o in times):
        of_operation = {o.bytes: rounds for o, rounds in times.items() if o.name == name}
        times_over, blocks = max((over(of_operation, n * unit, unit), n) for n in UNITS if n <= FEW)
        longest, shortest = LONG_BYTES[-1], LONG_BYTES[0]
        result.append(
            named(implementation)
            | {"operation": name, "unit_bytes": unit, "rounds": len(next(iter(of_operation.values())))}
            | {
                "bytes": list(of_operation),
                "cycles": [round(statistics.median(t) / 100, 2) for t in of_operation.values()],
            }
            | {"over": round(times_over, 4), "over_blocks": blocks}
            | {"longer": round(ratio(of_operation[longest], of_operation[shortest]) * shortest / longest, 4)}
        )
    return result


def ratio(times: list[int], others: list[int]) -> float:
    """The ratios of two sizes, round by round."""
    return statistics.median(a / b for a, b in zip(times, others, strict=True))


def over(times: dict[int, list[int]], size: int, unit: int) -> float:
    """The ratio of a message's time to the best time of a larger one, at least 1."""
    return max(ratio(times[size], times[n * unit]) for n in UNITS if n * unit >= size)
