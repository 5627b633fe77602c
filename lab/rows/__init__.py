# SPDX-License-Identifier: MIT
"""The result row: one schema for terminal, SQLite, JSON and report."""

from __future__ import annotations

import dataclasses
import math
import re
from dataclasses import dataclass, field
from typing import Any

EQUAL, DIFFERS, NOT_RUN = "equal", "differs", "not-run"
NOT_TRIED = "not tried"
# Timed operations of a mode, besides key setup; the first is the representative.
MODE_OPERATIONS = {
    "block": ("encrypt", "decrypt", "key+encrypt", "key+decrypt"),
    "ctr": ("encrypt", "decrypt"),
    "cbc": ("encrypt", "decrypt"),
    "cfb": ("encrypt", "decrypt"),
    "ofb": ("encrypt", "decrypt"),
    "xts": ("encrypt", "decrypt"),
    "gcm": ("seal", "open", "open-forged"),
    "ccm": ("seal", "open", "open-forged"),
    "cmac": ("hash",),
    "mac": ("hash", "open", "open-forged"),
    "stream": ("encrypt",),
    "poly1305": ("seal", "open", "open-forged"),
    "aead": ("seal", "open", "open-forged"),
    "hash": ("hash",),
    "permutation": ("hash",),
    "masked": ("encrypt",),
    "aead-masked": ("seal", "open", "open-forged"),
    "core": ("key+encrypt",),  # SUPERCOP's core functions with another output size
    # Several messages in one call; `bytes` of a row is their total.
    "aead-x8": ("seal", "open"),
    "aead-x24": ("seal", "open"),
    "hash-x8": ("hash",),
}
# Phases of an authenticated message, on boards that measure them.
PHASES = ("encrypt", "decrypt", "set-key", "set-iv", "add-ad", "compute-tag", "check-tag")
FIDELITIES = ("measured", "cycle-exact", "cycle-exact (RTL)", "modelled", "counted")
# Types of columns.
TEXTS = ("cipher", "mode", "operation", "kernel", "target", "proof", "leakage")
COUNTS = ("bytes", "ad_bytes", "runs", "vectors", "shares", "random_bytes")
MEMORIES = ("flash_bytes", "ram_bytes", "context_bytes", "stack_bytes")
FIGURES = ("cycles", "cycles_per_byte", "time_us")  # all positive
CHECKS = ("cycles", "pc_trace", "address_trace")
FACTS = ("binary_hash", "board", "compiler", "core", "date", "failure", "git", "source_hash")  # texts of a provenance
MAX_FIGURE = 1e300  # larger numbers are no measurement
UNSTEADY = 0.1  # a figure of a real clock that spreads by more than this is not confirmed
MARKED = f"? spreads by more than {UNSTEADY:.0%}"  # what with_mark() says
MAX_COUNT = 2**53  # the largest count that JSON and JavaScript represent exactly
NEAR = 1e-9  # equal except for rounding
PROOFS = (NOT_TRIED, EQUAL, "equal (table)", "open", "refuted")


@dataclass
class Row:
    cipher: str
    mode: str
    operation: str
    bytes: int
    ad_bytes: int
    kernel: str
    target: str
    cycles: float | None = None  # null: not timed; provenance.failure says why
    cycles_per_byte: float | None = None
    time_us: float | None = None  # at the board's clock
    spread: float | None = (
        None  # (90th - 10th percentile) / median of the samples; of the host, docs/explanation/measurement/host.md
    )
    runs: int = 0
    fidelity: str = "measured"
    error_band: str | None = None  # for modelled figures
    flash_bytes: int | None = None
    ram_bytes: int | None = None
    context_bytes: int | None = None
    stack_bytes: int | None = None
    constant_time: dict[str, Any] = field(
        default_factory=lambda: {"cycles": NOT_RUN, "pc_trace": NOT_RUN, "address_trace": NOT_RUN}
    )
    vectors: int = 0
    # or equal, equal (table), each with an optional ", RANGE", open, refuted: lab/proof
    proof: str = NOT_TRIED
    shares: int = 1  # of each secret; 1: it is not masked
    random_bytes: int = 0  # fresh ones that a call takes
    leakage: str = NOT_TRIED  # verdict of the leakage check
    provenance: dict[str, Any] = field(default_factory=dict)

    @property
    def failure(self) -> str:
        return self.provenance.get("failure", "")

    @property
    def board(self) -> str:
        """The real board that measured it; empty for simulations and hosts."""
        return self.provenance.get("board", "")

    @property
    def compiler(self) -> str:
        """Its name without the version: "gcc", "avr-gcc", "clang"."""
        version = self.provenance.get("compiler", "")
        return "clang" if "clang" in version else version.split(" ")[0]

    def key(self) -> tuple[Any, ...]:
        """What was measured, without the result."""
        what = (self.cipher, self.kernel, self.mode, self.operation, self.bytes, self.ad_bytes)
        return (self.target, *what, self.compiler)

    def as_dict(self) -> dict[str, Any]:
        """Its columns, which share nested values with the row, because copies would take most of the time."""
        return {name: getattr(self, name) for name in COLUMNS}


COLUMNS = tuple(f.name for f in dataclasses.fields(Row))
NESTED = ("constant_time", "provenance")  # JSON texts in SQLite
OPTIONAL: dict[str, Any] = {
    "proof": NOT_TRIED,
    "shares": 1,
    "random_bytes": 0,
    "leakage": NOT_TRIED,
}  # that older files lack


def from_dict(values: dict[str, Any]) -> Row:
    """A row from JSON.  Unknown columns are errors, and missing ones unless they are optional."""
    values = OPTIONAL | values
    if set(values) != set(COLUMNS):
        odd = sorted(set(values) ^ set(COLUMNS))
        raise ValueError(f"a row with other columns: {', '.join(odd)}")
    return Row(**values)


def fault(row: Row) -> str:
    """Why a row from another source is invalid; empty if it is valid."""

    def wrong(name: str, value: object, kind: str) -> str:
        return f"{name} is {value!r:.40}, not {kind}"

    for name in TEXTS:
        if not isinstance(value := getattr(row, name), str):
            return wrong(name, value, "a text")
    for name in (*COUNTS, *MEMORIES):
        value = getattr(row, name)
        if (name in COUNTS or value is not None) and (type(value) is not int or not 0 <= value < MAX_COUNT):
            return wrong(name, value, "a number from 0")
    for name in (*FIGURES, "spread"):
        value = getattr(row, name)
        if value is not None and (type(value) not in (int, float) or not -MAX_FIGURE < value < MAX_FIGURE):
            return wrong(name, value, "a finite number")
        if value is not None and (value < 0 or (value == 0 and name in FIGURES)):
            return wrong(name, value, "a number above 0")
    for name, known in (("fidelity", FIDELITIES), ("proof", PROOFS)):
        kind, _, limits = str(value := getattr(row, name)).partition(", ")
        if kind not in known or (limits and name != "proof"):
            return wrong(name, value, f"one of {', '.join(known)}")
    if not isinstance(row.error_band, str | None):
        return wrong("error_band", row.error_band, "a text")
    checks = row.constant_time if isinstance(row.constant_time, dict) else {}
    if any(checks.get(name) not in (EQUAL, DIFFERS, NOT_RUN) for name in CHECKS):
        return wrong(
            "constant_time", row.constant_time, f"{EQUAL}, {DIFFERS} or {NOT_RUN} for each of {', '.join(CHECKS)}"
        )
    if not isinstance(row.provenance, dict):
        return wrong("provenance", row.provenance, "a table")
    for name in FACTS:
        if not isinstance(value := row.provenance.get(name, ""), str):
            return wrong(f"provenance.{name}", value, "a text")
    return contradiction(row)


def contradiction(row: Row) -> str:
    """Columns that are valid alone and contradict each other."""
    if row.cycles is None:
        timed = next((name for name in FIGURES if getattr(row, name) is not None), "")
        if timed:
            return f"there is {timed} without cycles"
        return "" if row.failure else "there are neither cycles nor a failure"
    if not row.vectors:
        return "there are cycles of code that passed no vectors"
    rate = row.cycles / row.bytes if row.bytes else None
    if row.cycles_per_byte is not None and (rate is None or not math.isclose(row.cycles_per_byte, rate, rel_tol=NEAR)):
        return f"{row.cycles:g} cycles of {row.bytes} bytes are not {row.cycles_per_byte:g} a byte"
    return ""


def cycles_of(row: Row) -> float:
    """The cycles of a row that has them."""
    assert row.cycles is not None
    return row.cycles


def band(low: float, high: float, size: int) -> str:
    """An interval of cycles for so many bytes, as rows show it: "±7 %: 12.1-13.9 cpb"."""
    share = 100 * (high - low) / (high + low)
    return f"±{share:.0f} %: {three_digits(low / size)}-{three_digits(high / size)} cpb"


def three_digits(x: float) -> str:
    """At least all digits before the point."""
    return f"{x:.0f}" if x >= 100 else f"{x:.3g}"


def unit(row: Row) -> str:
    """The unit of `cycles`."""
    return "instructions" if row.fidelity == "counted" else "cycles"


def is_unsteady(row: Row) -> bool:
    """Is it a figure of a real clock whose samples vary too much?"""
    return row.fidelity == "measured" and row.cycles is not None and (row.spread or 0) > UNSTEADY


def with_mark(text: str, *rows: Row | None) -> str:
    """A figure as views show it: marked if one of its rows is unsteady."""
    return f"{text}?" if any(row is not None and is_unsteady(row) for row in rows) else text


def fidelity_text(row: Row) -> str:
    """How a figure was obtained, with its error band and spread."""
    if unit(row) == "instructions":
        return "counted: instructions, not cycles"
    band = re.sub(r"\b1 instruction-cache misses", "1 instruction-cache miss", row.error_band or "")
    spread = f", spread {row.spread:.0%}" if is_unsteady(row) else ""
    return f"{row.fidelity} {band}".rstrip() + spread


def usual_compilers(rows: list[Row]) -> dict[str, str]:
    """Each target's own compiler: runs begin with it."""
    return {r.target: r.compiler for r in reversed(rows) if not r.kernel.startswith("peer:")}


def shown_kernel(row: Row, usual: dict[str, str]) -> str:
    """The kernel, with its compiler if that is not the target's own.  Peers have no compiler of interest."""
    is_usual = row.kernel.startswith("peer:") or row.compiler == usual[row.target]
    return row.kernel if is_usual else f"{row.kernel} ({row.compiler})"


def verdict(row: Row) -> str:
    """Constant time or not, in one word and at most one reason.

    Differing addresses alone are no leak on a chip without a data cache as long as the cycles are equal;
    where a cache exists they are one."""
    checks = row.constant_time
    if DIFFERS in (checks["cycles"], checks["pc_trace"]):
        return "NO: " + " and ".join(name for name in ("cycles", "pc_trace") if checks[name] == DIFFERS)
    if checks["address_trace"] == DIFFERS:
        return "yes (table)" if checks["cycles"] == EQUAL else "NO: address_trace"
    return "yes" if EQUAL in checks.values() else "not run"
