"""The limit line: how fast a core could run a cipher in bulk if it did nothing but start operations.

limits.toml counts the operations and says what the core can start; nothing here was fitted to a measurement."""

from __future__ import annotations

import tomllib
from pathlib import Path

FILE = Path(__file__).parent / "limits.toml"


def document(context: dict) -> dict:
    """The limits of one kind of core; `ours` says whether it is the one that the rows come from."""
    facts = tomllib.loads(FILE.read_text())
    core = facts["zen5"]
    found = [
        limit(core, entry, cipher, mode)
        for entry in facts["limits"]
        for cipher in entry["ciphers"]
        for mode in entry["modes"]
    ]
    ours = context.get("host_cpu_model", "").startswith(core["cpu"])
    return {"name": core["name"], "source": core["source"], "ours": ours, "limits": found}


def limit(core: dict, entry: dict, cipher: str, mode: str) -> dict:
    rounds, per_round, rest = entry["ciphers"][cipher], entry["round"], entry.get("rest", {})
    work = {kind: rounds * per_round.get(kind, 0) + rest.get(kind, 0) for kind in per_round | rest}
    times = {kind: n if kind == "chain" else n / core["rates"].get(kind, core["width"]) for kind, n in work.items()}
    bound = max(times, key=times.get)
    by = "" if bound == "chain" else f" / {core['rates'].get(bound, core['width']):g}"
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
