# SPDX-License-Identifier: MIT
"""Compact JSON, one row per line, for readable diffs: results/reference.json.

A row has the columns that identify it and its results. Left out are null, no associated data, variables, runs, vectors,
proof, shares or check of leakage. Values that most rows of a program share are in `context.programs`, under target,
cipher, mode and kernel, or under the row's `of`; a row with another value, or null, has it itself. So a new hash or
date changes no row.
`context.builds` has provenance that many programs share, and a simulated board's clock; `build` is its number for the
target. A build with `as` lists only its differences from another one. `context.bands` has the error band of most rows
of a target; a band that ends in a colon is followed by the interval that this share of the cycles makes. `clock_hz`
gives a row's time. Cycles per byte have four digits, since cycles and bytes give the rest. `constant_time` has one sign
per check, in the order of CHECKS."""

from __future__ import annotations

import json
import re
from collections import Counter
from typing import Any

from ..rows import CHECKS, DIFFERS, EQUAL, NESTED, NOT_RUN, OPTIONAL, Row, band

SIGNS = {EQUAL: "=", DIFFERS: "!", NOT_RUN: "-"}
WORDS = {sign: word for word, sign in SIGNS.items()}
LEFT_OUT = {"ad_bytes": 0, "ram_bytes": 0, "runs": 0, "vectors": 0} | OPTIONAL  # null in the others
PROGRAM = ("target", "cipher", "mode", "kernel")
# Columns that rows keep, so that the file can be read without this module.
IN_EACH_ROW: tuple[str, ...] = (
    "target",
    "cipher",
    "mode",
    "operation",
    "bytes",
    "ad_bytes",
    "kernel",
    "cycles",
    "cycles_per_byte",
    "fidelity",
    "constant_time",
    "vectors",
)
DIGITS_A_BYTE = 4
BAND = "error_band"
SHARE = re.compile(r"±(\d+) %:")
OF_A_PROGRAM = ("source_hash", "binary_hash", "digest")  # keys of a provenance


def text(context: dict[str, Any], rows: list[Row]) -> str:
    """The content of the file."""
    builds: list[tuple[str, dict[str, Any]]] = []
    programs: dict[str, dict[str, Any]] = {}
    bands = usual_bands(rows)
    lines: dict[int, dict[str, Any]] = {}
    for program_rows in of_programs(rows).values():
        short = [in_short(row) for row in program_rows]
        names = [build_name(builds, row, values) for row, values in zip(program_rows, short, strict=True)]
        (usual, _), *_ = Counter(names).most_common(1)
        of_target = band_of(bands, program_rows[0].target)
        columns = of_target | mostly(short)
        facts = {k: v for k, v in common([r.provenance for r in program_rows]).items() if k in OF_A_PROGRAM}
        name = program_name(programs, program_rows[0])
        programs[name] = {"build": number(usual)} | facts | {k: v for k, v in columns.items() if of_target.get(k) != v}
        for row, values, build in zip(program_rows, short, names, strict=True):
            shared_facts = facts | dict(builds)[build]
            own = {k: v for k, v in row.provenance.items() if k not in shared_facts or shared_facts[k] != v}
            fields = {k: v for k, v in values.items() if k not in columns or columns[k] != v}
            fields |= {k: LEFT_OUT.get(k) for k in columns if k not in values}
            fields |= {"of": name} if name != usual_name(row) else {}
            fields |= ({"build": number(build)} if build != usual else {}) | ({"provenance": own} if own else {})
            lines[id(row)] = fields
    for row in rows:
        lines.setdefault(id(row), in_short(row) | {"of": "", "provenance": row.provenance})
    shared = {"builds": builds_in_short(builds), "programs": programs, "bands": bands}
    return document(context | shared, [lines[id(row)] for row in rows])


def in_short(row: Row) -> dict[str, Any]:
    """A row's columns without provenance, with the clock instead of the time where that is equivalent."""
    values = {k: v for k, v in row.as_dict().items() if k not in NESTED}
    clock = clock_hz(row)
    if clock:
        values |= {"time_us": None, "clock_hz": clock}
    if row.bytes and row.cycles is not None and row.cycles_per_byte == row.cycles / row.bytes:
        values["cycles_per_byte"] = short_rate(row.cycles, row.bytes)
    if share := short_band(row):
        values[BAND] = share
    values["constant_time"] = "".join(SIGNS[row.constant_time[name]] for name in CHECKS)
    return {k: v for k, v in values.items() if v != LEFT_OUT.get(k)}


def rows_of(context: dict[str, Any], lines: list[dict[str, Any]]) -> list[Row]:
    """The rows of such a file. Removes what they share from the context."""
    builds, programs, bands = (context.pop(k) for k in ("builds", "programs", "bands"))
    builds = builds_in_full(builds)
    rows = []
    for line in lines:
        name = line.pop("of", " ".join(line[k] for k in PROGRAM))
        values = LEFT_OUT | (band_of(bands, line["target"]) | programs[name] if name else {}) | line
        build = dict(builds[f"{line['target']} {values.pop('build')}"]) if name else {}
        clock = values.pop("clock_hz", build.pop("clock_hz", 0))
        provenance = {k: values.pop(k) for k in OF_A_PROGRAM if k in values} | build | values.pop("provenance", {})
        signs = values.pop("constant_time")
        checks = dict(zip(CHECKS, (WORDS[sign] for sign in signs), strict=True))
        row = Row(**values, constant_time=checks, provenance=provenance)
        if row.cycles is not None:
            row.time_us = 1e6 * row.cycles / clock if clock else row.time_us
            if row.bytes and row.cycles_per_byte == short_rate(row.cycles, row.bytes):
                row.cycles_per_byte = row.cycles / row.bytes
            if (share := SHARE.fullmatch(row.error_band or "")) and row.bytes:
                row.error_band = around(row, int(share[1]))
        rows.append(row)
    return rows


def usual_name(row: Row) -> str:
    return " ".join(getattr(row, k) for k in PROGRAM)


def program_name(programs: dict[str, dict[str, Any]], row: Row) -> str:
    """A name that no other program has: phases of a mode, other compilers and cores have suffixes."""
    name, n = usual_name(row), 2
    while name in programs:
        name, n = f"{usual_name(row)} {n}", n + 1
    return name


def name_of(row: Row) -> str:
    """The name of the program of a row; empty if none was built."""
    return row.provenance.get("binary_hash", "")[:12]


def of_programs(rows: list[Row]) -> dict[str, list[Row]]:
    programs: dict[str, list[Row]] = {}
    for row in rows:
        if name_of(row):
            programs.setdefault(name_of(row), []).append(row)
    return programs


def usual_bands(rows: list[Row]) -> dict[str, str]:
    """By target, the error band of most rows, where most have one."""
    counters: dict[str, Counter[str | None]] = {}
    for row in rows:
        counters.setdefault(row.target, Counter())[short_band(row) or row.error_band] += 1
    usual = {target: bands.most_common(1)[0][0] for target, bands in counters.items()}
    return {target: band for target, band in usual.items() if band is not None}


def short_band(row: Row) -> str:
    """The start of an error band, if the cycles give the rest."""
    share = SHARE.match(row.error_band or "")
    return share[0] if share and row.cycles and row.bytes and row.error_band == around(row, int(share[1])) else ""


def around(row: Row, share: int) -> str:
    assert row.cycles
    return band(row.cycles * (1 - share / 100), row.cycles * (1 + share / 100), row.bytes)


def band_of(bands: dict[str, str], target: str) -> dict[str, str]:
    return {BAND: bands[target]} if target in bands else {}


def build_name(builds: list[tuple[str, dict[str, Any]]], row: Row, values: dict[str, Any]) -> str:
    """The build of provenance that other programs share, with the clock of a simulated board; its name is the target's
    next number."""
    facts = {k: v for k, v in row.provenance.items() if isinstance(v, str) and k not in (*OF_A_PROGRAM, "failure")}
    if row.fidelity != "measured" and "clock_hz" in values:
        facts["clock_hz"] = values.pop("clock_hz")
    mine = [(name, known) for name, known in builds if name.split()[0] == row.target]
    build = next((name for name, known in mine if known == facts), None)
    if build is None:
        build = f"{row.target} {len(mine) + 1}"
        builds.append((build, facts))
    return build


def builds_in_short(builds: list[tuple[str, dict[str, Any]]]) -> dict[str, dict[str, Any]]:
    """Each build in full or as its differences from an earlier one of its target, whichever is shorter."""
    short = {}
    for i, (name, facts) in enumerate(builds):
        forms = [facts]
        for other, known in builds[:i]:
            if other.split()[0] == name.split()[0]:
                differs = {k: facts.get(k) for k in known | facts if facts.get(k) != known.get(k)}
                forms.append({"as": number(other)} | differs)
        short[name] = min(forms, key=lambda form: len(dumps(form)))
    return short


def builds_in_full(builds: dict[str, dict[str, Any]]) -> dict[str, dict[str, Any]]:
    full: dict[str, dict[str, Any]] = {}
    for name, form in builds.items():
        known = full[f"{name.split()[0]} {form['as']}"] if "as" in form else {}
        full[name] = {k: v for k, v in (known | form).items() if k != "as" and v is not None}
    return full


def number(build: str) -> int:
    return int(build.split()[1])


def short_rate(cycles: float, size: int) -> float | int:
    return rounded(cycles / size, DIGITS_A_BYTE)


def rounded(x: float, digits: int) -> float | int:
    near = float(f"{x:.{digits}g}")
    return int(near) if near.is_integer() else near


def clock_hz(row: Row) -> int | None:
    """The clock that gives exactly a row's time, if there is one."""
    if not row.cycles or not row.time_us:
        return None
    clock = round(1e6 * row.cycles / row.time_us)
    return clock if clock and 1e6 * row.cycles / clock == row.time_us else None


def mostly(rows: list[dict[str, Any]]) -> dict[str, Any]:
    """The most common value of each column that rows may omit."""
    most_common = {}
    for column in dict.fromkeys(k for row in rows for k in row if k not in IN_EACH_ROW):
        (value, _), *_ = Counter(row.get(column) for row in rows).most_common(1)
        if value is not None:
            most_common[column] = value
    return most_common


def common(records: list[dict[str, Any]]) -> dict[str, Any]:
    first, *rest = records
    return {k: v for k, v in first.items() if all(k in p and p[k] == v for p in rest)}


def document(context: dict[str, Any], lines: list[dict[str, Any]]) -> str:
    parts = ",\n".join(f"  {dumps(name)}: {spread_out(value)}" for name, value in context.items())
    table = ",\n".join(f"  {dumps(line)}" for line in lines)
    return f'{{\n "context": {{\n{parts}\n }},\n "rows": [\n{table}\n ]\n}}\n'


def spread_out(value: object) -> str:
    """A line for each entry of a list or table of records."""
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return "[\n" + ",\n".join(f"   {dumps(x)}" for x in value) + "\n  ]"
    if isinstance(value, dict) and any(isinstance(x, dict) for x in value.values()):
        return "{\n" + ",\n".join(f"   {dumps(k)}: {dumps(x)}" for k, x in value.items()) + "\n  }"
    return dumps(value)


def dumps(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
