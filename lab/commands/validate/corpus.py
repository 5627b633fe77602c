# SPDX-License-Identifier: MIT
"""./narae validate leak: verdicts of the leak checker on published masked programs, next to the published ones."""

from __future__ import annotations

from argparse import Namespace
from collections import Counter
from typing import Any

from rich import box
from rich.console import Console
from rich.table import Table

from ... import files
from ...errors import LabError
from ...leak import corpus
from ...leak.verdict_store import LEAKS
from ...paths import shown
from ...progress import Progress
from ...rows import provenance
from ...text import counted

MOST_LEAKS = 3  # of a program whose verdict is another one than recorded


def validate(options: Namespace, console: Console) -> int:
    """Exit code 0 if every program that the folder has gets the verdict that is recorded."""
    if not options.sources:
        raise LabError(f"validate leak needs --sources DIR, the folder of the published programs: {corpus.PAGE}")
    file = options.published or corpus.FILE
    wanted = corpus.programs(file)
    if unknown := [name for name in options.program if name not in {p.name for p in wanted}]:
        raise LabError(f"{shown(file)} has no program `{unknown[0]}`")
    wanted = [p for p in wanted if not options.program or p.name in options.program]
    with Progress(len(wanted)) as progress:
        found, skipped = corpus.check_all(wanted, options.sources, progress.step)
    if not found:
        raise LabError(f"{options.sources} has none of the {len(wanted)} published programs; {corpus.PAGE} lists them")
    show(console, found, skipped)
    if options.json:
        files.write_json(options.json, document(found, skipped))
        console.print(f"JSON: {shown(options.json)}", highlight=False, soft_wrap=True)
    return 0 if all(c.as_recorded for c in found) else 1


def show(console: Console, found: list[corpus.Checked], skipped: dict[str, str]) -> None:
    table = Table(title="Published masked programs", box=box.SIMPLE_HEAD, title_justify="left")
    for heading in ("program", "target", "published", "here", "seconds", ""):
        table.add_column(heading, no_wrap=True, justify="right" if heading == "seconds" else "left")
    for c in found:
        if c.verdict:
            cells = [c.program.name, c.program.target, c.program.entry.published, c.leakage, f"{c.verdict.seconds:.1f}"]
            table.add_row(*cells, corpus.agreement(c.program.entry.published, c.leakage) or "no published verdict")
    if table.row_count:
        console.print(table)
    for c in found:
        tell(console, c)
    for name, reason in skipped.items():
        console.print(f"skipped {name}: {reason}", markup=False, highlight=False, soft_wrap=True)
    counts = Counter(corpus.agreement(c.program.entry.published, c.leakage) for c in found if c.verdict)
    compared = counts["agrees"] + counts["differs"]
    line = f"{counts['agrees']} of {compared} published verdicts agree; {counted(len(found), 'program')}, "
    console.print(f"{line}{sum(c.as_recorded for c in found)} as recorded", highlight=False)


def tell(console: Console, c: corpus.Checked) -> None:
    """What is remarkable about one program."""
    entry = c.program.entry
    lines = []
    if c.failure:
        lines.append(f"failed {c.program.name}: {c.failure}")
    elif not c.as_recorded:
        lines.append(f"{c.program.name} is recorded as {entry.verdict or 'not checked'}")
        for leak in c.leaks[:MOST_LEAKS]:
            lines.append(f"  {leak.line or hex(leak.pc)}, {leak.where}: {leak.instruction}: {leak.place}: {leak.what}")
    elif entry.reason:
        lines.append(f"{c.program.name} {c.program.agreement}: {entry.reason}")
    for line in lines:
        console.print(line, markup=False, highlight=False, soft_wrap=True)


def document(found: list[corpus.Checked], skipped: dict[str, str]) -> dict[str, Any]:
    return {
        "context": provenance.context(),
        "method": LEAKS.method(),
        "rows": [c.document() for c in found if c.verdict],
        "failures": {c.program.name: c.failure for c in found if c.failure},
        "skipped": skipped,
    }
