# SPDX-License-Identifier: MIT
"""The limit line: how fast a core could run a cipher in bulk if it did nothing but start operations.

limits.toml counts the operations; what the core can start was measured beside the rows (lab/run/rates.py).  Nothing
here was fitted to a kernel's time."""

from __future__ import annotations

import tomllib

from ...paths import MODELS

FILE = MODELS / "limits.toml"
Rates = dict[str, dict[str, float]]  # by level and kind


def document(context: dict) -> dict:
    """The limits of the core that the rows come from; none if its rates were not measured."""
    rates = rates_of(context)
    found = [
        limit(rates[entry["level"]], entry, cipher, mode)
        for entry in tomllib.loads(FILE.read_text())["limits"]
        if kinds(entry) <= set(rates.get(entry["level"], ()))
        for cipher in entry["ciphers"]
        for mode in entry["modes"]
    ]
    return {"rates": rates, "limits": found}


def rates_of(context: dict) -> Rates:
    rates: Rates = {}
    for record in context.get("rates", []):
        if "failure" not in record:
            rates.setdefault(str(record["bits"]), {})[record["kind"]] = record["rate"]
    return rates


def kinds(entry: dict) -> set[str]:
    return (set(entry["round"]) | set(entry.get("rest", ()))) - {"chain"}


def limit(rates: dict[str, float], entry: dict, cipher: str, mode: str) -> dict:
    rounds, per_round, rest = entry["ciphers"][cipher], entry["round"], entry.get("rest", {})
    work = {kind: rounds * per_round.get(kind, 0) + rest.get(kind, 0) for kind in per_round | rest}
    times = {kind: n if kind == "chain" else n / rates[kind] for kind, n in work.items()}
    bound = max(times, key=times.get)
    by = "" if bound == "chain" else f" / {rates[bound]:.3g}"
    more = rest.get(bound, 0)
    count = f"{rounds} × {per_round[bound]}" if per_round.get(bound) else ""
    count += f" {'+' if more > 0 else '−'} {abs(more)}" if count and more else str(more or "")
    return {
        "cipher": cipher,
        "mode": mode,
        "level": entry["level"],
        "cycles_per_byte": times[bound] / entry["bytes"],
        "arithmetic": f"({count}){by} / {entry['bytes']} B",
    }
