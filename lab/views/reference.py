# SPDX-License-Identifier: MIT
"""Which rows are committed as results/reference.json, and how exactly.

`committed` is the rule; no row is chosen by hand.  Of a whole run, the file holds only what is read from it, because
every change stays in the history:

- of each program of the library what `advise`, `export` and the report say of it without a run of one's own: one block
  and many, or a message of the usual size and a long one, and where a stack is deeper or a verdict on constant time or
  leakage another, that row, too; of the fastest at either size those of the matrix of all ciphers
  (lab/models/matrix.toml) and, with the shortest key, the other direction; of modes with the longest key the fastest
  alone, with a key between none;
- of machines that run another one's programs in other cycles the fastest alone;
- of textbook code, on the machines of the papers that measured it, one block with the shortest key;
- where something exact next to a model takes its place, what a quick run measures of encryption and hashing without
  associated data, because tests hold the model against it; of targets that are exact themselves `digests` of all that
  a quick run finds do, in the provenance of each program, which has a row for it;
- whatever a text quotes (docs/figures.toml);
- next to each record (lab/models/records.toml) and bar of the README's picture the fastest row, on each core of the
  host and by whichever compiler, and on the core that is shown the fastest of other libraries;
- the refusals of programs that have no other row.

Figures that are not exact have DIGITS digits.  Of a simulated row go its repetitions and their spread, of a provenance
what a model counted on its way, what a proof covers, and the hash of sources, which the revision
names.  All the rest is for `bench --json`
and the archive of a release (CONTRIBUTING.md)."""

from __future__ import annotations

import dataclasses
import hashlib
from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import Any, TypeVar

from ..papers import papers
from ..papers.ledger import OTHERS_CODE
from ..papers.matrix import Matrix
from ..plan import selection
from ..plan.implementations import SHORTEST_KEY, discover
from ..rows import MODE_OPERATIONS, Row, cycles_of, usual_compilers, verdict
from ..run import golden
from ..store.compact import clock_hz, rounded
from ..targets import TARGETS
from ..targets.host import Host
from . import comparison
from .picture import PANELS, SHOWN
from .quoted_figures import Reference, read_quoted
from .report import records

K = TypeVar("K", bound=Hashable)

DIGITS, DIGITS_OF_SPREAD = 6, 2
MAX_BYTES = 1_300_000  # of the file
FEWER_ROWS = {"msp430x"}  # targets whose programs are of another one, in other cycles
USUAL = 64  # bytes of a message
COUNTED = (
    "instructions",
    "modelled_instructions",
    "unknown_instructions",
    "estimates",
    "instruction_cache_misses",
    "stalls",
    "exposure",
    "outside",
)
DIGEST_DIGITS = 12  # as in an abbreviated revision
SHORT = {"date": len("2026-01-01"), "binary_hash": DIGEST_DIGITS}
RULER = "null"
EXACT, GOLDEN = "cycle-exact", golden.FIDELITY
# Columns that are equal in all runs of an exact simulator.
COMPARED = ("operation", "bytes", "ad_bytes", "cycles", "spread", "flash_bytes", "ram_bytes", "context_bytes")
INVERSE_OPERATIONS = ("decrypt", "open")
FORWARD_OPERATIONS = ("encrypt", "seal", "hash")
SYMMETRIC_MODES = ("ctr", "stream", "ofb")  # modes that decrypt as they encrypt
DIRECTIONS = (*FORWARD_OPERATIONS, *INVERSE_OPERATIONS)
SIZELESS = ("key-setup", "set-key", "set-iv", "add-ad")  # operations whose bytes are not a message's


def committed(context: dict[str, Any], rows: list[Row]) -> list[Row]:
    """The committed rows, in their order. Applied to its own result, it returns the same."""
    shown_core = [r for r in rows if not is_of_another_core(r, context)]
    usual = usual_compilers(shown_core)
    own = [r for r in shown_core if r.compiler == usual.get(r.target)]
    library = [r for r in own if not r.kernel.startswith(OTHERS_CODE)]
    wanted = [
        *rows_of_programs(library),
        *textbook(own),
        *refused(library),
        *compared_by_tests(own),
        *quoted(shown_core),
    ]
    chosen = {id(r) for r in [*wanted, *rows_for_records(rows, library, shown_core)]}
    for program_rows in grouped((r for r in library if r.cycles is not None), program).values():
        chosen |= {id(r) for r in deciding_rows(program_rows, [r for r in program_rows if id(r) in chosen])}
    for program_rows in grouped(
        (r for r in own if "digest" in r.provenance and r.target not in FEWER_ROWS), program
    ).values():
        if not any(id(r) in chosen for r in program_rows):
            chosen.add(id(program_rows[0]))
    return [exact_enough(r) for r in rows if id(r) in chosen]


def is_of_another_core(row: Row, context: dict[str, Any]) -> bool:
    shown_core = context.get("host_cpu_model")
    return row.target == Host.name and row.provenance.get("core", shown_core) != shown_core


def rows_of_programs(library: list[Row]) -> Iterator[Row]:
    """The rows that views read of each program of the library."""
    matrix = Matrix()
    shortest = {(i.cipher, i.mode) for i in discover() if i.in_first}
    usual_modes = {(i.cipher, i.mode) for i in discover() if i.in_usual} | {*matrix.order}
    every_kernel = shortest | {*matrix.order}
    timed = [r for r in library if r.cycles is not None and r.cipher != RULER and (r.cipher, r.mode) in usual_modes]
    for (target, cipher, mode), mode_rows in grouped(timed, lambda r: (r.target, r.cipher, r.mode)).items():
        messages = matrix.facts["sizes"].get(target, [])
        first = [r for r in mode_rows if r.operation == MODE_OPERATIONS[mode][0] and not r.ad_bytes]
        leading = {fastest(r for r in first if r.bytes == n).kernel for n in usual_and_longest(mode, messages, first)}
        for kernel, kernel_rows in grouped(mode_rows, lambda r: r.kernel).items():
            if kernel not in leading and ((cipher, mode) not in every_kernel or target in FEWER_ROWS):
                continue
            first_of_kernel = [r for r in first if r.kernel == kernel]
            usual, longest_message = usual_and_longest(mode, messages, first_of_kernel)
            sizes = {usual, longest_message}
            if kernel in leading and (cipher, mode) in matrix.order:
                sizes |= set(messages)
            yield from (r for r in first_of_kernel if r.bytes in sizes)
            if kernel in leading and (cipher, mode) in shortest and mode not in SYMMETRIC_MODES:
                yield from (
                    r for r in kernel_rows if r.operation in INVERSE_OPERATIONS and r.bytes == usual and not r.ad_bytes
                )
            yield from (r for r in kernel_rows if r.operation == "key-setup" and mode in ("block", "masked"))


def usual_and_longest(mode: str, messages: list[int], rows: list[Row]) -> tuple[int, int]:
    """The usual and the longest of the timed sizes; with many messages per call, such as blocks, the fewest and the
    most bytes."""
    sizes = sorted({r.bytes for r in rows})
    if mode in ("block", "permutation") or "-x" in mode:
        return sizes[0], sizes[-1]
    usual = min(sizes, key=lambda n: abs(n - USUAL))
    return usual, max((n for n in sizes if n in messages), default=usual)


def textbook(own: list[Row]) -> list[Row]:
    shortest = {(i.cipher, i.mode, i.kernel) for i in discover() if i.mode == "block" and i.key_bytes <= SHORTEST_KEY}
    measured = {paper.defaults.get("target") for paper in papers().values()}
    candidates = [r for r in own if r.target in measured and r.kernel.startswith("baseline:")]
    candidates = [r for r in candidates if (r.cipher, r.mode, r.kernel) in shortest]
    blocks = {name: min(r.bytes for r in program_rows) for name, program_rows in grouped(candidates, program).items()}
    return [r for r in candidates if r.operation in DIRECTIONS and r.bytes == blocks[program(r)]]


def deciding_rows(rows: list[Row], kept_rows: list[Row]) -> list[Row]:
    """Further rows of a program that determine its maximum stack, up to one of the kept sizes, or its verdict on
    constant time or leakage."""

    def up_to(rows_of_program: list[Row], size: int) -> list[Row]:
        return [r for r in rows_of_program if r.operation == "key-setup" or r.bytes <= size]

    def depth(row: Row) -> int:
        return row.stack_bytes or 0

    used = [r for r in rows if r.operation in ("key-setup", *MODE_OPERATIONS[r.mode])]
    sizes = sorted({r.bytes for r in kept_rows if r.operation == MODE_OPERATIONS[r.mode][0]})
    more: list[Row] = []
    for size in sizes:
        deepest = max(up_to(used, size), key=depth)
        if depth(deepest) > max(map(depth, up_to([*kept_rows, *more], size)), default=-1):
            more.append(deepest)
    for row in up_to(used, sizes[-1]) if sizes else []:
        if (verdict(row), row.leakage) not in {(verdict(r), r.leakage) for r in [*kept_rows, *more]}:
            more.append(row)
    return more


def refused(library: list[Row]) -> list[Row]:
    """Rows with the reason why a program has no other row."""
    return [
        r
        for program_rows in grouped(library, program).values()
        if all(r.cycles is None for r in program_rows)
        for r in program_rows
    ]


def compared_by_tests(own: list[Row]) -> list[Row]:
    """Rows with which tests compare a model."""
    beside_model = [r for r in own if r.fidelity == GOLDEN and r.operation in FORWARD_OPERATIONS and not r.ad_bytes]
    return of_a_quick_run(beside_model, sorted({r.target for r in beside_model} & set(TARGETS)))


def digests(rows: list[Row]) -> dict[tuple[Any, ...], str]:
    """By program, a digest of all exact rows of a quick run."""
    exact = [r for r in rows if r.fidelity == EXACT and r.cycles is not None]
    quick = of_a_quick_run(exact, sorted({r.target for r in exact} & set(TARGETS)))
    result: dict[tuple[Any, ...], str] = {}
    for name, program_rows in grouped(quick, program).items():
        lines = sorted(str([getattr(r, column) for column in COMPARED]) for r in program_rows)
        result[name] = hashlib.sha256("\n".join(lines).encode()).hexdigest()[:DIGEST_DIGITS]
    return result


def with_digests(rows: list[Row]) -> list[Row]:
    """Adds the program's digest to each row's provenance."""
    by_program = digests(rows)
    return [
        dataclasses.replace(r, provenance=r.provenance | {"digest": by_program[program(r)]})
        if program(r) in by_program
        else r
        for r in rows
    ]


def of_a_quick_run(rows: list[Row], targets: list[str]) -> list[Row]:
    """The rows that `./narae bench --quick --no-peers` would measure on these targets, or on all if none is named."""
    if not rows:
        return []
    plan = selection.select(targets, [], [], True, peers=False)
    sizes: dict[tuple[Any, ...], set[Any]] = {}
    for t, i in plan.pairs():
        planned_sizes = sizes.setdefault((t.name, i.cipher, i.mode, i.kernel), set())
        planned_sizes |= {(s.bytes, s.ad_bytes) for s in plan.sizes_of(t, i)}
    measured = [r for r in rows if program(r) in sizes]
    return [
        r
        for r in measured
        if r.operation in SIZELESS or r.mode == "permutation" or (r.bytes, r.ad_bytes) in sizes[program(r)]
    ]


def quoted(rows: list[Row]) -> list[Row]:
    reference = Reference(rows)
    return [row for q in read_quoted() for figure in q.are for row in reference.rows_of(figure)]


def rows_for_records(rows: list[Row], library: list[Row], shown_core: list[Row]) -> list[Row]:
    kernels_at: dict[tuple[Any, ...], set[str]] = {}
    for group in records.known().group:
        for record in group.records:
            kernels_at.setdefault((group.target, *record.at), set()).add(record.kernel)
    for target, (_, size) in PANELS.items():
        for cipher, mode in (primitive for subset in SHOWN.values() for primitive in subset):
            kernels_at.setdefault((target, cipher, mode, MODE_OPERATIONS[mode][0], size), set()).add("")
    result = []
    for subset in (rows, library):
        timed = [r for r in subset if r.cycles is not None and not r.ad_bytes and not r.kernel.startswith(OTHERS_CODE)]
        recorded = [r for r in timed if operation_key(r) in kernels_at]
        for (at, _), candidates in grouped(recorded, lambda r: (operation_key(r), r.provenance.get("core"))).items():
            for kernel in kernels_at[at]:
                of_kernel = [r for r in candidates if kernel in ("", r.kernel)]
                result += [fastest(of_kernel)] if of_kernel else []
    return result + [c.theirs for c in comparison.comparisons(shown_core) if operation_key(c.theirs) in kernels_at]


def exact_enough(row: Row) -> Row:
    """Rounds figures to significant digits and keeps the number of runs of a real clock; exact cycles stay exact."""
    clock, measured = clock_hz(row), row.fidelity == "measured"
    cycles = row.cycles if row.fidelity in (EXACT, GOLDEN) else few_digits(row.cycles)
    return dataclasses.replace(
        row,
        cycles=cycles,
        cycles_per_byte=cycles / row.bytes if cycles is not None and row.cycles_per_byte is not None else None,
        time_us=1e6 * cycles / clock if clock and cycles else few_digits(row.time_us),
        runs=row.runs if measured else 0,
        spread=few_digits(row.spread, DIGITS_OF_SPREAD) if measured else None,
        provenance=short_provenance(row),
    )


def short_provenance(row: Row) -> dict[str, Any]:
    agrees = row.provenance.get("modelled_cycles") == row.cycles
    left_out = {*COUNTED, "source_hash", "proved", "leakage"} | (
        {"modelled_cycles"} if agrees else set()
    )  # the revision names sources
    return {k: v[: SHORT[k]] if k in SHORT else v for k, v in row.provenance.items() if k not in left_out}


def few_digits(x: float | None, digits: int = DIGITS) -> float | int | None:
    return None if x is None else rounded(x, digits)


def program(row: Row) -> tuple[Any, ...]:
    return (row.target, row.cipher, row.mode, row.kernel)


def operation_key(row: Row) -> tuple[Any, ...]:
    return (row.target, row.cipher, row.mode, row.operation, row.bytes)


def fastest(rows: Iterable[Row]) -> Row:
    return min(rows, key=cycles_of)


def grouped(rows: Iterable[Row], key: Callable[[Row], K]) -> dict[K, list[Row]]:
    groups: dict[K, list[Row]] = {}
    for row in rows:
        groups.setdefault(key(row), []).append(row)
    return groups
