# SPDX-License-Identifier: MIT
"""How the time of a message grows with its size, on the host: lab/bench/growth.c measures it.

Two promises of the kernels are judged here.  A cipher whose kernels take many blocks at once must not be slower for
fewer of them: what n blocks take is compared with the best of rounding up.  And a long message, which caches near the
core do not hold, must take as much per byte as a shorter one.

What is judged is the median, over rounds, of a ratio of two times of the same round, so a core that is disturbed for a
while disturbs both.  A core that somebody else shares slows down some kernels more than others, and for seconds: so the
programs run several times, in turns, and the quietest third of all rounds counts.  The figures travel in the context of
a run, as `growth`."""

from __future__ import annotations

import statistics
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from ..build import Program, implementation_config, link_program
from ..errors import BuildError, RunError
from ..paths import ROOT
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
USUAL_UNIT = {"stream": 64, "poly1305": 64}  # bytes of a block, where the cipher is none of blocks
UNITS = [*range(1, 33), 40, 48, 56, 64, 80, 96, 112, 128]
LONG_BYTES = [16384, 65536, 262144, 1048576]
ROUNDS = 31
RUNS = 3  # of which a third counts
BUILDERS = 2
Times = dict[Operation, list[int]]  # hundredths of a cycle, one for each round
SOURCE = ROOT / "lab" / "bench" / "growth.c"
CLOCK_WAS_OFF = "the clock was off in every run"

# What is promised: of so few blocks, so many times the best of rounding up; of the longest message, so many times the
# time of a byte of the shortest long one.
FEW, MOST_OVER, MOST_LONGER = 15, 1.15, 1.05


def measure(
    implementations: list[Implementation], board, say: Callable[[str], None] = print, rounds: int = ROUNDS
) -> list[dict]:
    """A record for each cipher, mode and operation, or one with the reason why there is none."""
    chosen = best_on_host(implementations, board, SHOWN)

    def built(implementation: Implementation) -> Program | BuildError:
        say(f"build growth host {implementation.name}")
        try:
            return build(implementation, board, rounds)
        except BuildError as error:
            return error

    with ThreadPoolExecutor(BUILDERS) as pool:
        programs = list(pool.map(built, chosen))
    failures: dict[Implementation, str] = {}
    times: dict[Implementation, Times] = {i: {} for i in chosen}
    for number in range(RUNS):
        say(f"growth host, run {number + 1} of {RUNS}")
        for implementation, program in zip(chosen, programs, strict=True):
            try:
                if isinstance(program, BuildError):
                    raise program
                for operation, found in timed(program).items():
                    times[implementation].setdefault(operation, []).extend(found)
            except (BuildError, RunError) as error:
                failures[implementation] = str(error)
    failures |= {i: CLOCK_WAS_OFF for i in chosen if not times[i] and i not in failures}
    return [
        record
        for i in chosen
        for record in ([named(i) | {"failure": failures[i]}] if i in failures else records(i, quietest(times[i])))
    ]


def quietest(times: Times) -> Times:
    """The third of the rounds in which all sizes together took the least, each in terms of its best time."""
    best = {operation: min(rounds) for operation, rounds in times.items()}
    total = [
        sum(t / b for t, b in zip(column, best.values(), strict=True)) for column in zip(*times.values(), strict=True)
    ]
    chosen = sorted(range(len(total)), key=total.__getitem__)[: max(1, len(total) // RUNS)]
    return {operation: [rounds[n] for n in chosen] for operation, rounds in times.items()}


def named(implementation: Implementation) -> dict:
    return {k: getattr(implementation, k) for k in ("cipher", "mode", "kernel")}


def unit_bytes(implementation: Implementation) -> int:
    return implementation.block_bytes or USUAL_UNIT.get(implementation.mode, 16)


def build(implementation: Implementation, board, rounds: int) -> Program:
    sizes = [n * unit_bytes(implementation) for n in UNITS] + LONG_BYTES
    config = [
        *implementation_config(implementation),
        *(['#define BENCH_ADAPTER "adapters/block.h"'] if implementation.mode == "block" else []),
        "#define GROWTH_SIZES(X) " + " ".join(f"X({n})" for n in sorted(set(sizes))),
        f"#define GROWTH_MOST_BYTES {max(sizes)}",
        f"#define GROWTH_ROUNDS {rounds}",
        "#define GROWTH_OPERATIONS " + ", ".join(f'"{name}"' for name in MODE_OPERATIONS[implementation.mode][:2]),
        "",
    ]
    return link_program(implementation, board, "growth", [SOURCE, *board.sources()], "\n".join(config))


def timed(program: Program) -> Times:
    """Of each operation and size, one for each round; nothing if the clock was off, which a busy neighbour can do."""
    transcript = run_native([*limit_of(program), program.elf])
    if transcript.fault:
        raise RunError(transcript.fault)
    return {} if transcript.calibration_fault() else transcript.times


def records(implementation: Implementation, times: Times) -> list[dict]:
    unit = unit_bytes(implementation)
    found = []
    for name in dict.fromkeys(o.name for o in times):
        mine = {o.bytes: rounds for o, rounds in times.items() if o.name == name}
        times_over, blocks = max((over(mine, n * unit, unit), n) for n in UNITS if n <= FEW)
        longest, shortest = LONG_BYTES[-1], LONG_BYTES[0]
        found.append(
            named(implementation)
            | {"operation": name, "unit_bytes": unit, "rounds": len(next(iter(mine.values())))}
            | {"bytes": list(mine), "cycles": [round(statistics.median(t) / 100, 2) for t in mine.values()]}
            | {"over": round(times_over, 4), "over_blocks": blocks}
            | {"longer": round(ratio(mine[longest], mine[shortest]) * shortest / longest, 4)}
        )
    return found


def ratio(some: list[int], others: list[int]) -> float:
    """Of two sizes, round by round."""
    return statistics.median(a / b for a, b in zip(some, others, strict=True))


def over(times: dict[int, list[int]], size: int, unit: int) -> float:
    """How many times the best of rounding up a message takes, 1 at least."""
    return max(ratio(times[size], times[n * unit]) for n in UNITS if n * unit >= size)
