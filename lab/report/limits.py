"""The limit line: how fast a core could run a cipher in bulk if it did nothing but start operations.

limits.toml counts the operations and says what the core can start; nothing here was fitted to a measurement."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

FILE = Path(__file__).parent / "limits.toml"


MODEL = re.compile(r"(\S+) family (\d+) model (\d+)")  # as lab/measure.py names the host's


def document(context: dict) -> dict:
    """The limits of the core that the rows come from; of the first one, and not `ours`, if nobody measured that."""
    facts = tomllib.loads(FILE.read_text())
    cores = list(facts["cores"].values())
    mine = [core for core in cores if is_of(core["cpu"], context.get("host_cpu_model", ""))]
    core = (mine or cores)[0]
    found = [
        limit(core, entry, cipher, mode)
        for entry in facts["limits"]
        if entry["level"] in core["rates"] and entry.get("needs") not in core.get("lacks", [])
        for cipher in entry["ciphers"]
        for mode in entry["modes"]
    ]
    return {"name": core["name"], "source": core["source"], "ours": bool(mine), "limits": found}


def is_of(cpu: dict, model: str) -> bool:
    found = MODEL.fullmatch(model)
    return bool(
        found
        and (found[1], int(found[2])) == (cpu["vendor"], cpu["family"])
        and any(first <= int(found[3]) <= last for first, last in cpu["models"])
    )


def limit(core: dict, entry: dict, cipher: str, mode: str) -> dict:
    rounds, per_round, rest = entry["ciphers"][cipher], entry["round"], entry.get("rest", {})
    rates = core["rates"][entry["level"]]
    work = {kind: rounds * per_round.get(kind, 0) + rest.get(kind, 0) for kind in per_round | rest}
    times = {kind: n if kind == "chain" else n / rates[kind] for kind, n in work.items()}
    bound = max(times, key=times.get)
    by = "" if bound == "chain" else f" / {rates[bound]:g}"
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
