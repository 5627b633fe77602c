# SPDX-License-Identifier: MIT
"""Which cipher for this device? Turns a question and measured rows into candidates, ranked or disqualified with a
reason.

It compares figures with limits and interpolates between measured sizes. Facts beyond figures are data with sources,
lab/models/security.toml. It needs only Python."""

from __future__ import annotations

import contextlib
import math
import re
import shlex
import tomllib
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from typing import Any

from ..paths import BOARDS, CIPHERS, MODELS
from ..plan.derived import HASHES, MEASURED_AS, OF_BLOCK, OF_HASH, WHOLE_BLOCKS, Block, Calls, Hash
from ..rows import MODE_OPERATIONS, Row, cycles_of, fidelity_text, is_unsteady, usual_compilers, verdict
from ..text import number, plain

WITHOUT_MODE = "; flash and RAM without the mode's own"
MAX_KEY_BITS = 10**6  # "192 or more"
# Purposes, and the modes for each.
NEEDS = {
    "aead": ("gcm", "ccm", "poly1305", "aead"),
    "stream": ("ctr", "stream"),
    "mac": ("cmac", "gmac", "hmac"),
    "kdf": ("kbkdf", "pbkdf2"),
    "drbg": ("ctr-drbg", "hash-drbg", "hmac-drbg"),
    "wrap": ("kw", "kwp"),
    "hash": ("hash",),
    "block": ("block",),
    "masked": ("masked", "aead-masked"),
}
NEEDS |= {mode: (mode,) for mode in (*OF_BLOCK, "gcm", "gmac", *OF_HASH)}
ABOUT_NEEDS = {
    "aead": "encrypt and authenticate",
    "stream": "encrypt only",
    "mac": "authenticate only",
    "hash": "digest without a key",
    "block": "one block, to build upon",
    "kdf": "keys from a key or a password; the message is what is derived",
    "drbg": "random bits, seeded by the caller; the message is one request",
    "wrap": "keys encrypted by a key",
    "masked": "in two shares, where somebody may measure the device's power",
}
USUAL_BYTES = 64  # default size of a message
LARGE = ("pi4", "host")  # machines with CMake packages


@dataclass(frozen=True)
class Unit:
    """The amount of data that a cipher processes at a time."""

    bytes: int
    padding: int = 0  # at least, of each message

    @classmethod
    def of(cls, cipher: str) -> Unit:
        facts = family(cipher)
        return cls(facts.get("unit_bytes", 1), facts.get("padding_bytes", 0))

    def count(self, message: int) -> int:
        return math.ceil((message + self.padding) / self.bytes)


@dataclass(frozen=True)
class Question:
    target: str
    need: str = "aead"
    message: int = USUAL_BYTES
    flash: int | None = None
    ram: int | None = None
    rate: float | None = None  # messages per second
    require: str = "any"
    key_bits: tuple[int, int] | None = None
    milliwatts: float | None = None
    tables: bool = True


@dataclass
class Candidate:
    target: str
    cipher: str
    mode: str
    kernel: str
    on: str = ""  # the measured mode whose rows these are, if the mode itself is not measured
    like: str = ""  # the cipher whose figures give the mode's own cost
    rows: list[Row] = field(default_factory=list, repr=False)
    operation: str = ""
    nearest: Row | None = field(default=None, repr=False)  # the measured size that comes nearest to the message
    cycles: float | None = None
    cycles_back: float | None = None  # of decryption or opening, where there is one
    cycles_from: str = ""
    time_us: float | None = None
    load: float | None = None  # of one core, at the required rate
    energy_uj: float | None = None
    flash_bytes: int = 0
    ram_bytes: int = 0  # variables, context and stack
    static_bytes: int = 0
    context_bytes: int = 0
    stack_bytes: int = 0
    key_setup_cycles: float | None = None
    fidelity: str = ""
    unsteady: bool = False  # may a disturbance of the clock have changed the cycles?
    constant_time: str = ""
    leakage: str = ""  # of masked code, what ./narae leak found
    tables: bool = False  # are there addresses that depend on secrets?
    vectors: int = 0
    security: dict[str, Any] = field(default_factory=dict)
    disqualified: dict[str, Any] = field(default_factory=dict)  # constraint, has, limit, text; empty: it fits
    over: float = 0.0  # how many times the limit
    is_taken: bool = True  # export's default kernel for its cipher and mode
    rows_file: str = ""  # file of the rows, if not the reference

    @property
    def name(self) -> str:
        return f"{self.cipher} {self.mode}"

    @property
    def reduced_rounds(self) -> bool:
        return family(self.cipher).get("reduced_rounds", False)

    @property
    def export(self) -> str:
        """The command that exports it; empty for what export does not pack: kernels of some targets."""
        if self.kernel not in kernels_packed(self.target):
            return ""
        form = "arduino" if self.target == "uno" else "cmake" if self.target in LARGE else "c"
        arguments = f"--cipher {self.cipher} --mode {self.mode} --target {self.target} --as {form}"
        kernel = "" if self.is_taken else f" --kernel {self.kernel}"
        rows = f" --rows {shlex.quote(self.rows_file)}" if self.rows_file else ""
        return f"./narae export {arguments}{kernel}{rows} --out {self.cipher.replace('/', '-')}-{self.mode}"


@cache
def security() -> dict[str, Any]:
    file = MODELS / "security.toml"
    with contextlib.suppress(ModuleNotFoundError):  # a schema needs a package; advice does without
        from .security import checked

        return checked(file)
    return tomllib.loads(file.read_text())


@cache
def board(target: str) -> dict[str, Any]:
    file = BOARDS / target / "board.toml"
    return tomllib.loads(file.read_text()) if file.exists() else {}


def kernels_packed(target: str) -> tuple[str, ...]:
    """The kernels that export packages. With runtime dispatch, all levels are one package."""
    facts = board(target)
    return ("portable", *facts.get("kernels", []), *facts.get("levels", []))


@cache
def families() -> dict[str, dict[str, Any]]:
    """The security of each family of ciphers, from lab/ciphers, and from lab/models/security.toml for what is not the
    library's."""
    result = dict(security()["family"])
    for file in sorted(CIPHERS.glob("*.toml")):
        facts = tomllib.loads(file.read_text())
        if "block" in facts:
            sizes = {"block_bits": 8 * facts["block"], "unit_bytes": facts["block"]}
            result[facts["cipher"].partition("-")[0]] = sizes | facts["security"]
        else:
            result |= facts.get("security", {})
    return result


@cache
def family(cipher: str) -> dict[str, Any]:
    """Of a cipher, its family's entry: `sha3` for `sha3-256`, `pipo` for `pipo-64/128`."""
    name = MEASURED_AS.get(cipher, cipher)
    while name not in families() and "-" in name:
        name = name.rpartition("-")[0]
    return families().get(name, {})


def key_bits(cipher: str) -> int | None:
    """None for a hash, and for unknown names without a size."""
    facts = family(cipher)
    if "key_bits" in facts:
        return facts["key_bits"]
    if cipher.startswith("chacha"):
        return 256
    size = re.split("[-/]", cipher)[-1]
    return int(size) if "block_bits" in facts and size.isdecimal() else None


def security_of(cipher: str, mode: str, message: int) -> dict[str, Any]:
    """Sizes, certification and notes with their sources."""
    facts, everything = family(cipher), security()
    of_mode = everything["mode"].get(mode, {})
    notes = [*facts.get("notes", []), *of_mode.get("notes", [])]
    result = {
        "key_bits": key_bits(cipher),
        "block_bits": facts.get("block_bits"),
        "certified": [
            {"by": authority, "standard": standard, "source": everything["authority"][authority]}
            for authority, standard in sorted(facts.get("certified", {}).items())
            if authority not in of_mode.get("not_by", [])
        ],
        "notes": [{"note": note, "source": source} for note, source in notes],
    }
    if "block_bits" in facts and not of_mode.get("new_keys"):
        rule, bits = everything["data_limit"], facts["block_bits"]
        blocks = 2 ** ((bits + 1 + rule["chance"]) // 2)
        unit = bits // 8
        each = max(1, -(-message // unit)) * unit
        result["data_limit"] = {
            "bytes_per_key": blocks * unit,
            "messages_per_key": blocks * unit // each,
            "reason": rule["reason"],
            "source": rule["source"],
        }
    return result


def measured_candidates(rows: Iterable[Row], question: Question) -> list[Candidate]:
    """One for each suitable cipher, mode and kernel of the library that was measured on the target."""
    return candidates_of([r for r in rows if r.cipher != "null" and r.mode in NEEDS[question.need]], question)


def candidates(rows: Iterable[Row], question: Question) -> list[Candidate]:
    """Measured ones; and estimates of modes that are not measured, from the block cipher or hash below them."""
    target_rows = [r for r in rows if r.target == question.target and r.cipher != "null"]
    needed = NEEDS[question.need]
    result = measured_candidates(target_rows, question)
    measured = {(c.name, c.kernel): c for c in result if c.cycles is not None}
    names = {c.name for c in result}
    for mode in needed:
        estimates = candidates_of([r for r in target_rows if is_base(r, mode)], question, mode)
        estimated = [c for c in estimates if c.cycles is not None]
        twice = [(measured[c.name, c.kernel], c) for c in estimated if (c.name, c.kernel) in measured]
        result += [with_mode_overhead(c, twice, question) for c in estimates if c.name not in names]
    return result


def with_mode_overhead(c: Candidate, twice: list[tuple[Candidate, Candidate]], question: Question) -> Candidate:
    """Adds a mode's own cost to an estimate: that of a relative which was both measured in this mode and estimated.
    Prefers the same family, then the same kernel, then the largest flash for the mode."""

    def relation(pair: tuple[Candidate, Candidate]) -> tuple[bool, bool, int]:
        measured, base = pair
        same = family(c.cipher) is family(base.cipher)
        return same, c.kernel == base.kernel, measured.flash_bytes - base.flash_bytes

    if not twice or c.cycles is None:
        return c
    measured, base = max(twice, key=relation)
    assert measured.cycles is not None and base.cycles is not None
    more = measured.cycles - base.cycles
    if family(c.cipher) is not family(base.cipher):  # whose block may be the only reason to take less
        more = max(0.0, more)
    cycles = max(c.cycles + more, 0.0)
    c.time_us = c.time_us * cycles / c.cycles if c.time_us else None
    c.cycles, c.like = cycles, base.cipher
    c.cycles_from = c.cycles_from.replace(WITHOUT_MODE, f" and the mode's own, as of {base.name} ({base.kernel})")
    c.flash_bytes += max(0, measured.flash_bytes - base.flash_bytes)
    c.static_bytes += max(0, measured.static_bytes - base.static_bytes)
    c.context_bytes += max(0, measured.context_bytes - base.context_bytes)
    c.stack_bytes += max(0, measured.stack_bytes - base.stack_bytes)
    update_costs(c, question)
    return c


def is_base(row: Row, mode: str) -> bool:
    """Can the row be the base of an estimate of the mode? GMAC costs at most as much as GCM of as many bytes."""
    if row.mode == "block":
        return mode in OF_BLOCK and (family(row.cipher).get("block_bits") == 128 or mode not in WHOLE_BLOCKS)
    return (row.mode == "hash" and mode in OF_HASH and row.cipher in HASHES) or (row.mode, mode) == ("gcm", "gmac")


def calls_of(c: Candidate, size: int) -> Calls:
    """The calls of the measured mode that one message takes."""
    if c.on == "block":
        return OF_BLOCK[c.mode](Block(c.security["block_bits"] // 8, (c.security["key_bits"] or 0) // 8), size)
    if c.on == "hash":
        return OF_HASH[c.mode](Hash(*HASHES[c.cipher][:2]), size)
    return [(1, size)]


def candidates_of(rows: Iterable[Row], question: Question, mode: str = "") -> list[Candidate]:
    """Candidates from these rows, in the rows' own mode or in a mode built on it."""
    rows = [r for r in rows if r.target == question.target]
    usual = usual_compilers(rows)
    result: dict[tuple[Any, ...], Candidate] = {}
    for row in rows:
        foreign = row.kernel.startswith(("baseline:", "peer:")) or row.compiler not in (usual.get(row.target), "")
        if foreign:
            continue
        key = (row.target, row.cipher, mode or row.mode, row.kernel)
        result.setdefault(key, Candidate(*key, on=row.mode if mode else "")).rows.append(row)
    return [judged(c, question) for c in result.values()]


def judged(candidate: Candidate, question: Question) -> Candidate:
    """Computes the figures for the message, and the first constraint that disqualifies it."""
    c = candidate
    c.security = security_of(c.cipher, c.mode, question.message)
    c.operation = MODE_OPERATIONS[c.on or c.mode][0]
    timed_rows = timed(c, c.operation)
    if not timed_rows:
        failure = next((r.failure for r in c.rows if r.failure), "was not measured")
        if failure.startswith("does not fit"):
            failure = re.sub("[0-9]{4,}", lambda digits: number(int(digits[0])), failure)
        disqualify(c, "measured", None, None, failure)
        return c
    unit = Unit.of(c.cipher)
    setup = timed(c, "key-setup")
    c.key_setup_cycles = setup[0].cycles if setup else None
    c.cycles, c.cycles_from = (
        derived_cycles(c, timed_rows, question.message, unit) if c.on else cycles_at(timed_rows, question.message, unit)
    )
    back = [] if c.on else next((timed(c, name) for name in ("open", "decrypt") if timed(c, name)), [])
    nearest = timed_rows[-1]
    c.nearest = min(timed_rows, key=lambda r: abs(r.bytes - question.message))
    if any(r.bytes == c.nearest.bytes for r in back):
        c.cycles_back = cycles_at(back, question.message, unit)[0]
    c.time_us = c.cycles * nearest.time_us / cycles_of(nearest) if nearest.time_us else None

    at_most = next((r.bytes for r in timed_rows if r.bytes >= question.message), math.inf)
    used = [r for r in c.rows if (r.cycles or 0) > 0 and r.operation in ("key-setup", *MODE_OPERATIONS[c.on or c.mode])]
    used = [r for r in used if r.bytes <= at_most or r.operation == "key-setup"]
    c.stack_bytes = max(r.stack_bytes or 0 for r in used)
    c.static_bytes, c.context_bytes = timed_rows[0].ram_bytes or 0, timed_rows[0].context_bytes or 0
    c.flash_bytes = timed_rows[0].flash_bytes or 0
    source = c.nearest if c.cycles_from == "measured" else max([nearest, *timed_rows], key=is_unsteady)
    c.unsteady = is_unsteady(source)
    c.fidelity, c.vectors = fidelity_text(source), nearest.vectors
    verdicts = [verdict(r) for r in used]
    c.tables = "yes (table)" in verdicts
    c.leakage = "; ".join(dict.fromkeys(r.leakage for r in used if r.shares > 1))
    c.constant_time = next((v for v in verdicts if v.startswith("NO")), "yes (table)" if c.tables else verdicts[0])
    update_costs(c, question)
    return c


def update_costs(c: Candidate, question: Question) -> None:
    """Recomputes RAM, load, energy and constraints from time and sizes."""
    c.ram_bytes = c.static_bytes + c.context_bytes + c.stack_bytes
    c.load = question.rate * c.time_us / 1e6 if question.rate and c.time_us is not None else None
    power = question.milliwatts or supply(question)[0]
    c.energy_uj = power * c.time_us / 1000 if power and c.time_us is not None else None
    c.disqualified, c.over = {}, 0.0
    compare(c, question)


def derived_cycles(c: Candidate, timed_rows: list[Row], message: int, unit: Unit) -> tuple[float, str]:
    """The cycles of the calls that a message takes."""
    calls: Counter[int] = Counter()
    for n, size in calls_of(c, message):
        calls[size] += n
    cycles = sum(
        n * (cycles_at(timed_rows, size, unit)[0] if size else c.key_setup_cycles or 0) for size, n in calls.items()
    )
    how = " + ".join(f"{n:,} x {size:,} bytes" if size else "a key's set-up" for size, n in calls.items())
    return cycles, f"estimate of {c.mode}: {c.on} of {how}{WITHOUT_MODE}"


def supply(question: Question) -> tuple[float | None, str]:
    """Power in milliwatts while computing, and its source."""
    if question.milliwatts:
        return question.milliwatts, f"{question.milliwatts:g} mW, as given"
    facts = security()["supply"].get(question.target)
    return (facts["milliwatts"], facts["assumption"]) if facts else (None, "")


def timed(c: Candidate, operation: str) -> list[Row]:
    """The measured rows of one operation without associated data, smallest first."""
    result = [r for r in c.rows if r.operation == operation and not r.ad_bytes and (r.cycles or 0) > 0]
    return sorted(result, key=lambda r: r.bytes)


def cycles_at(rows: list[Row], message: int, unit: Unit) -> tuple[float, str]:
    """Cycles of a message, and where they are from.  Between two measured sizes they grow in a line with the whole
    units (blocks) of the message, as they do beyond the last two; fewer units than were measured take at least their
    share, because a clock may let short messages overlap."""
    exact = next((r for r in rows if r.bytes == message), None)
    if exact:
        return cycles_of(exact), "measured"
    if len(rows) == 1:  # one block, again and again
        times = max(1, math.ceil(message / rows[0].bytes))
        return times * cycles_of(rows[0]), f"estimate: {times} times the {rows[0].bytes} bytes that were measured"

    points: dict[int, tuple[float, int]] = {}
    for r in rows:  # of the sizes with equally many units, the dearest stands for all
        units = unit.count(r.bytes)
        points[units] = max(points.get(units, (0.0, 0)), (cycles_of(r), r.bytes))
    x = unit.count(message)
    if x in points:
        return points[x][0], f"estimate: as {points[x][1]} bytes, which are as many blocks"
    places = sorted(points)
    if len(places) == 1:
        return points[places[0]][0] * x / max(1, places[0]), f"estimate: in proportion to {points[places[0]][1]} bytes"
    below, above = next(((a, b) for a, b in pairwise(places) if x < b), (places[-2], places[-1]))
    (low, low_bytes), (high, high_bytes) = points[below], points[above]
    how = "estimate: on the line through" if below < x < above else "estimate: beyond, on the line through"
    cycles = low + (high - low) * (x - below) / (above - below)
    share = low * x / below if x < below else 0.0
    if cycles < share:
        return share, f"estimate: in proportion to {low_bytes} bytes"
    return max(0.0, cycles), f"{how} {low_bytes} and {high_bytes} bytes"


def disqualify(c: Candidate, constraint: str, has: object, limit: Any, text: str) -> None:
    """Keeps the most important reason: first those that cannot be changed, then the figure most over its limit."""
    over = has / max(limit, 1) if isinstance(has, (int, float)) else math.inf
    if not c.disqualified or (over > c.over and c.over != math.inf):
        c.disqualified = {"constraint": constraint, "has": has, "limit": limit, "text": text}
        c.over = over


def compare(c: Candidate, question: Question) -> None:
    facts = board(question.target)
    authorities = [entry["by"] for entry in c.security["certified"]]
    bits = c.security["key_bits"]
    if question.require != "any" and question.require not in authorities:
        disqualify(c, "require", authorities, question.require, f"not approved by {question.require.upper()}")
    if question.key_bits and bits and not question.key_bits[0] <= bits <= question.key_bits[1]:
        disqualify(
            c, "key", [bits], list(question.key_bits), f"a key of {bits} bits, {key_bits_text(question.key_bits)}"
        )
    if c.security.get("data_limit", {}).get("messages_per_key") == 0:
        most = c.security["data_limit"]["bytes_per_key"]
        disqualify(c, "data limit", [question.message], most, f"at most {most:,} bytes per key")
    most = security()["mode"].get(c.mode, {}).get("message_bytes", math.inf)
    if question.message > most:
        disqualify(c, "message", [question.message], most, f"at most {most:,} bytes in a message")
    if c.constant_time.startswith("NO"):
        disqualify(c, "constant time", c.constant_time, "yes", f"constant time: {c.constant_time}")
    if "leaks" in c.leakage:
        disqualify(c, "leakage", c.leakage, "none", f"leakage: {c.leakage}")
    if c.tables and not question.tables:
        disqualify(c, "tables", c.constant_time, "none", "addresses of tables depend on secrets")
    for constraint, has, requested, all_of_it in (
        ("flash", c.flash_bytes, question.flash, facts.get("flash_bytes")),
        ("ram", c.ram_bytes, question.ram, facts.get("ram_bytes")),
    ):
        limit = requested if requested is not None else all_of_it
        if limit is not None and has > limit:
            whose = "are allowed" if requested is not None else "are on the board"
            name = "flash" if constraint == "flash" else "RAM"
            disqualify(c, constraint, has, limit, f"{has:,} bytes of {name}, {limit:,} {whose}")
    if question.rate and c.load is not None and c.load > 1 and c.time_us:
        rates = f"{plain(1e6 / c.time_us)} messages a second, {plain(question.rate)} required"
        disqualify(c, "rate", c.load, 1.0, rates)


def key_bits_text(key_bits: tuple[int, int]) -> str:
    low, high = key_bits
    if low == high:
        return f"{low} required"
    return f"{low} or more required" if high == MAX_KEY_BITS else f"{low} to {high} required"


def default_kernel(candidates: list[Candidate]) -> Candidate:
    """The kernel that export selects: with runtime dispatch the highest level, otherwise the fastest, except those that
    need special memory (`-tables`) or more of it (`-ram`)."""
    levels = board(candidates[0].target).get("levels", [])
    if of_levels := [c for c in candidates if c.kernel in levels]:
        return max(of_levels, key=lambda c: levels.index(c.kernel))
    usual = [c for c in candidates if not c.kernel.endswith(("-tables", "-ram"))]
    return min(usual or candidates, key=lambda c: cycles_at(timed(c, c.operation), USUAL_BYTES, Unit.of(c.cipher))[0])


def ranked(candidates: list[Candidate]) -> tuple[list[Candidate], list[Candidate]]:
    """Those that fit, fastest first, and those that do not, nearest first. A slower kernel of the same cipher and mode
    is listed only if it is smaller in flash or RAM than every faster one."""
    timed_ones: dict[str, list[Candidate]] = {}
    for c in candidates:
        if c.cycles is not None:
            timed_ones.setdefault(c.name, []).append(c)
    by_itself = {id(default_kernel(kernels)) for kernels in timed_ones.values()}
    for c in candidates:
        c.is_taken = id(c) in by_itself
    fitting: list[Candidate] = []
    for c in sorted(
        (c for c in candidates if not c.disqualified), key=lambda c: (c.cycles, c.flash_bytes, c.ram_bytes)
    ):
        faster = [f for f in fitting if f.name == c.name]
        if all(c.flash_bytes < f.flash_bytes or c.ram_bytes < f.ram_bytes for f in faster):
            fitting.append(c)
    out = [c for c in candidates if c.disqualified]
    return fitting, sorted(out, key=lambda c: (c.over, c.cycles or math.inf, c.name))


def frontier(rows: Iterable[Row], question: Question) -> list[Candidate]:
    """The Pareto frontier of cycles, flash and RAM among the measured candidates that fit, fastest first: for any lower
    limits, the first one within them is what advice would rank first. A cipher of fewer rounds does not displace one of
    full strength."""
    fitting, _ = ranked(measured_candidates(rows, question))

    def needs(c: Candidate) -> tuple[Any, ...]:
        return c.cycles, c.flash_bytes, c.ram_bytes

    def beaten(c: Candidate) -> bool:
        return any(
            all(a <= b for a, b in zip(needs(other), needs(c), strict=True)) and needs(other) != needs(c)
            for other in fitting
            if c.reduced_rounds or not other.reduced_rounds
        )

    return [c for c in fitting if not beaten(c)]


def nearest_of_each(out: list[Candidate], fitting: list[Candidate]) -> list[Candidate]:
    """The closest kernel of each cipher and mode of which nothing fits."""
    seen = {c.name for c in fitting}
    chosen = []
    for c in out:
        if c.name not in seen:
            seen.add(c.name)
            chosen.append(c)
    return chosen
