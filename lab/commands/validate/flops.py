# SPDX-License-Identifier: MIT
"""./narae validate hifive1 --leak: the places of the leak checker's model next to each flip-flop of the core's RTL."""

from __future__ import annotations

import tempfile
from argparse import Namespace
from dataclasses import asdict
from pathlib import Path
from typing import Any

from rich import box
from rich.console import Console
from rich.table import Table

from ... import files
from ...errors import BuildError, LabError, RunError
from ...leak import exercise
from ...leak import rtl as leak_rtl
from ...leak.case import Case, library_cases
from ...leak.jobs import Job, built_program, is_named
from ...leak.model import Model, models
from ...leak.rtl import Compared
from ...paths import shown
from ...progress import Progress
from ...rows import provenance
from ...sims.e31 import rtl
from ...text import counted

FUNCTIONS, INSTRUCTIONS, SEED = 6, 250, 1  # of the exercise


def validate(options: Namespace, console: Console) -> int:
    """Exit code 0 if the model has each change of a flip-flop that carries data."""
    target = options.target
    model = models()[target]
    with tempfile.TemporaryDirectory(prefix="narae-") as folder:
        cases = requested(options, Path(folder))
        calls = sum(len(case.facts.calls) for case in cases)
        with Progress(rtl.STEPS + calls) as progress:
            try:
                rtl.build_leak(progress.step)
            except (RunError, BuildError) as error:
                raise LabError(f"the RTL could not be built: {error}") from error
            compared = compare_all(cases, target, model, progress)
    show(console, compared)
    if options.json:
        files.write_json(options.json, document(model, compared))
        console.print(f"JSON: {shown(options.json)}", highlight=False, soft_wrap=True)
    return 1 if any(c.missing or c.failure for c in compared) else 0


def requested(options: Namespace, folder: Path) -> list[Case]:
    """An exercise of random instructions, and the masked kernels; with --cipher these alone."""
    library = [case for case in library_cases() if options.target in case.facts.targets]
    if not options.cipher:
        return [exercise.written(folder, FUNCTIONS, INSTRUCTIONS, SEED), *library]
    found = [case for case in library if any(is_named(case, name) for name in options.cipher)]
    if not found:
        names = ", ".join(dict.fromkeys(case.facts.cipher for case in library))
        raise LabError(f"there is no such masked kernel on {options.target}; masked are: {names}")
    return found


def compare_all(cases: list[Case], target: str, model: Model, progress: Progress) -> list[Compared]:
    result = []
    for case in cases:
        job = Job(case, target, "pairs", model.chosen(()))
        for compared in leak_rtl.compare(case, built_program(job), model):
            progress.step(compared.name)
            result.append(compared)
    return result


def show(console: Console, compared: list[Compared]) -> None:
    title = "hifive1: changes of the Rocket core's flip-flops that carry data, and the places of the model"
    table = Table(title=title, box=box.SIMPLE_HEAD, title_justify="left")
    table.add_column("call", no_wrap=True)
    for heading in ("flip-flops", "changes", "left out", "missing", "seconds"):
        table.add_column(heading, justify="right", no_wrap=True)
    for c in compared:
        counts = (c.flops, c.changes, sum(c.left_out.values()), sum(m.changes for m in c.missing))
        table.add_row(c.name, *(f"{n:,}" for n in counts), f"{c.seconds:.1f}")
    console.print(table)
    for c in compared:
        if c.failure:
            console.print(f"failed {c.name}: {c.failure}", markup=False, highlight=False, soft_wrap=True)
        for m in c.missing:
            text = f"missing {m.flop}: {m.what}, {counted(m.bits, 'bit')}, {counted(m.changes, 'change')}; "
            text += f"first after {m.where} of {c.name}"
            console.print(text, markup=False, highlight=False, soft_wrap=True)
    for reason in dict.fromkeys(reason for c in compared for reason in c.left_out):
        console.print(f"left out: {reason}", markup=False, highlight=False, soft_wrap=True)
    names = {m.flop for c in compared for m in c.missing}
    changes = sum(c.changes for c in compared)
    end = f"{len(names)} flip-flops show what it has not" if names else "the model has all of them"
    console.print(f"{changes:,} changes in {counted(len(compared), 'call')}: {end}", highlight=False)


def document(model: Model, compared: list[Compared]) -> dict[str, Any]:
    return {
        "context": provenance.context(),
        "model": model.chip,
        "core": f"Rocket {rtl.rocket_version()}, Verilator {rtl.verilator_version()}",
        "rows": [{**asdict(c), "program": str(c.program and c.program.name)} for c in compared],
    }
