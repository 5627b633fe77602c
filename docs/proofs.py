# SPDX-License-Identifier: MIT
"""Updates what README and docs/explanation/proofs.md say of whole runs of `./narae prove`.

    ./narae prove --fresh --json proofs.json
    .narae/venv/bin/python docs/proofs.py proofs.json

A run of some targets replaces what is kept of these.  The figures are kept in results/proofs.json, with context and
seconds of each run; without an argument, the texts follow that file."""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from lab.proof.prove import OPEN  # noqa: E402
from lab.views.proofs import PROVED_KINDS, verdict  # noqa: E402

KEPT = ROOT / "results/proofs.json"
VERDICTS = (*PROVED_KINDS, OPEN)
TARGETS = ("uno", "msp430x", "msp430", "hifive1", "m0plus", "m3", "m4", "m33", "pi4", "host")
HEAD = (
    "| | claims | `equal` | `equal` in a range | `equal (table)` | `equal (table)` in a range | `open` "
    "| processor time of proofs, s |\n|---|---:|---:|---:|---:|---:|---:|---:|\n"
)
TABLE = re.compile(re.escape(HEAD) + r"(?:\|.*\n)+")
SENTENCES = {
    "README.md": re.compile(r"(?<=`prove` makes )(?P<claims>\d+)(?= claims)"),
    "README.ko.md": re.compile(r"(?<=명제 )(?P<claims>\d+)(?=개를 검사)"),
    "docs/explanation/proofs.md": re.compile(r"(?<=proved )(?P<proved>\d+) of (?P<claims>\d+)(?= claims)"),
}


def summary(document: dict[str, Any]) -> dict[str, Any]:
    """The figures of a run, by target, each verdict, and what it left open; an error if some are not its own."""
    rows = document["rows"]
    if document["cached"]:
        raise SystemExit(f"{document['cached']} verdicts are from the cache: run ./narae prove --fresh --json FILE")
    if wrong := [r for r in rows if verdict(r["proof"]) not in VERDICTS]:
        raise SystemExit(f"{wrong[0]['target']} {wrong[0]['cipher']} {wrong[0]['kernel']}: {wrong[0]['proof']}")
    targets: dict[str, dict[str, int]] = {}
    for name in TARGETS:
        mine = [r for r in rows if r["target"] == name]
        counts = Counter(verdict(r["proof"]) for r in mine)
        seconds = round(sum(r["seconds"] for r in mine))
        if mine:
            targets[name] = {"claims": len(mine), **{v: counts[v] for v in VERDICTS}, "seconds": seconds}
    verdicts: dict[str, dict[str, str]] = {name: {} for name in targets}
    for r in rows:
        words = [r[n] for n in ("cipher", "kernel", "mode", "operation", "compiler") if r.get(n)]
        verdicts[r["target"]][" ".join(words)] = r["proof"]
    names = ("target", "cipher", "kernel", "operation", "reason")
    left = [{n: r[n] for n in names} for r in rows if r["proof"] == "open"]
    run = {"targets": list(targets)} | {name: document[name] for name in ("context", "seconds")}
    return {"runs": [run], "targets": targets, "open": left, "verdicts": verdicts}


def merged(kept: dict[str, Any], new: dict[str, Any]) -> dict[str, Any]:
    """What is kept, with the targets of a new run instead of their earlier ones."""
    replaced = new["targets"]
    runs = [run | {"targets": [t for t in run["targets"] if t not in replaced]} for run in kept["runs"]]
    left = [r for r in kept["open"] if r["target"] not in replaced]
    result: dict[str, Any] = {"runs": [r for r in runs if r["targets"]] + new["runs"]}
    for name in ("targets", "verdicts"):
        both = kept[name] | new[name]
        result[name] = {t: both[t] for t in TARGETS if t in both}
    return result | {"open": sorted(left + new["open"], key=lambda r: TARGETS.index(r["target"]))}


def table(kept: dict[str, Any]) -> str:
    whole = {"all": Counter[str]()}
    for figures in kept["targets"].values():
        whole["all"].update(figures)
    text = HEAD
    for name, figures in (kept["targets"] | whole).items():
        text += f"| {name} | " + " | ".join(str(figures[n]) for n in ("claims", *VERDICTS, "seconds")) + " |\n"
    return text


def renewed(name: str, text: str, kept: dict[str, Any]) -> str:
    """A page with the figures of a run; an error if it has no place for them."""
    targets = kept["targets"].values()
    claims, left = sum(t["claims"] for t in targets), len(kept["open"])
    told = {"claims": f"{claims}", "proved": f"{claims - left}"}
    match = SENTENCES[name].search(text)
    if not match:
        raise SystemExit(f"{name}: no sentence for {SENTENCES[name].pattern}")
    for group in sorted(match.groupdict(), key=match.start, reverse=True):
        text = text[: match.start(group)] + told[group] + text[match.end(group) :]
    if name != "docs/explanation/proofs.md":
        return text
    if not TABLE.search(text):
        raise SystemExit(f"{name}: no table of targets")
    return TABLE.sub(lambda _: table(kept), text)


def main() -> None:
    kept = json.loads(KEPT.read_text())
    for name in sys.argv[1:]:
        kept = merged(kept, summary(json.loads(Path(name).read_text())))
    KEPT.write_text(json.dumps(kept, indent=1) + "\n")
    for name in SENTENCES:
        page = ROOT / name
        page.write_text(renewed(name, page.read_text(), kept))


if __name__ == "__main__":
    main()
