# SPDX-License-Identifier: MIT
"""./narae validate hifive1: the model of the E31 against the Rocket core's RTL, on the programs of the bench."""

from __future__ import annotations

import json
from pathlib import Path

from rich import box
from rich.console import Console
from rich.table import Table

from .. import files, store
from ..errors import LabError
from ..paths import shown
from ..progress import Progress
from ..run import golden, measure
from ..run.golden import Compared
from ..sims.e31 import rtl

TARGETS = ("hifive1",)


def validate(target: str, ciphers: list[str], modes: list[str], held_out: bool, json_file: Path | None) -> int:
    if target not in TARGETS:
        raise LabError(f"there is nothing to validate `{target}` against; the targets are: {', '.join(TARGETS)}")
    if json_file:
        store.check_writable(json_file)
    console = Console()
    console = Console(width=max(console.width, 140))
    plan = measure.plan([target], ciphers, modes, quick=False)
    levels = [golden.USUAL, *(golden.HELD_OUT if held_out else ())]
    jobs = [(i, level) for level in levels for _, i in plan.pairs() if level == golden.USUAL or i.in_library]
    with Progress(rtl.STEPS + len(jobs)) as progress:
        compared = golden.compare_all(jobs, progress.step)
    show(console, compared)
    if json_file:
        files.write_text(json_file, json.dumps(document(compared), indent=1) + "\n")
        console.print(f"JSON: {shown(json_file)}", highlight=False, soft_wrap=True)
    return verdict(console, compared)


def show(console: Console, compared: list[Compared]) -> None:
    table = Table(title="hifive1: Rocket RTL and the model of its timing", box=box.SIMPLE_HEAD, title_justify="left")
    for heading in ("cipher", "mode", "kernel", "level", "operation"):
        table.add_column(heading, no_wrap=True)
    for heading in ("bytes", "RTL cycles", "model", "deviation"):
        table.add_column(heading, justify="right", no_wrap=True)
    for c in compared:
        i = c.implementation
        for o, (exact, model) in c.cycles.items():
            size = f"{o.bytes:,}" + (f" + {o.ad_bytes} ad" if o.ad_bytes else "")
            cells = [i.cipher, i.mode, i.kernel, c.level, o.name, size, f"{exact:,.0f}", f"{model:,.0f}"]
            table.add_row(*cells, f"{100 * c.deviation(o):+.2f} %")
    console.print(table)


def document(compared: list[Compared]) -> dict:
    rows = [
        {
            "cipher": c.implementation.cipher,
            "kernel": c.implementation.kernel,
            "level": c.level,
            "mode": o.mode,
            "operation": o.name,
            "bytes": o.bytes,
            "ad_bytes": o.ad_bytes,
            "rtl_cycles": exact,
            "model_cycles": model,
            "deviation": c.deviation(o),
            "parting": c.partings.get(o),
        }
        for c in compared
        for o, (exact, model) in c.cycles.items()
    ]
    failures = {c.name: c.failure for c in compared if c.failure}
    return {"context": measure.context(), "limit": golden.LIMIT, "rows": rows, "failures": failures}


def verdict(console: Console, compared: list[Compared]) -> int:
    """What failed, and the largest deviations; the exit code."""
    bad = 0
    for c in compared:
        if c.failure:
            bad += 1
            console.print(f"[bold red]failed[/] {c.name}: {c.failure}", highlight=False, soft_wrap=True)
        for operation, where in c.partings.items():
            bad += c.implementation.in_library
            word = (
                "[bold red]over the limit[/]" if c.implementation.in_library else "over the limit, not the library's:"
            )
            text = f"{word} {c.name} {operation.name} {operation.bytes}: {where}"
            console.print(text, highlight=False, soft_wrap=True)
    if cold := sum(c.cold for c in compared):
        console.print(f"{cold} rows are not compared: the instruction cache missed in all of their windows")
    for title, in_library in (("library", True), ("others", False)):
        off = [abs(c.deviation(o)) for c in compared for o in c.cycles if c.implementation.in_library == in_library]
        if off:
            mean, within = sum(off) / len(off), sum(x <= golden.LIMIT for x in off)
            console.print(
                f"{title}: {len(off)} rows, {within} of them within {100 * golden.LIMIT:g} %; "
                f"mean deviation {100 * mean:.2f} %, largest {100 * max(off):.2f} %",
                highlight=False,
            )
    return 1 if bad else 0
