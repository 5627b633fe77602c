# SPDX-License-Identifier: MIT
"""./narae sweep: compilers x flags x kernels x targets, compared by speed, flash and RAM."""

from __future__ import annotations

import sys
import time
from argparse import Namespace
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from ... import cache, store
from ...build import variants
from ...errors import LabError
from ...files import check_different, write_text
from ...paths import shown
from ...plan import selection
from ...plan.implementations import Implementation
from ...progress import Progress
from ...rows import Row, provenance
from ...run import cores, fleet, measure, stages, trial
from ...targets import TARGETS
from ...text import print_wrapped
from ...views import paper, pareto


def split(words: Iterable[str]) -> list[str]:
    return [part for word in words for part in word.split(",") if part]


def planned(options: Namespace) -> tuple[selection.Plan, list[str]]:
    """Every target with every compiler and set of flags, and notes on missing compilers."""
    variants.check_flags(options.flags)
    names = split(options.target) or list(TARGETS)
    unknown = [n for n in names if n not in TARGETS]
    if unknown:
        raise LabError(f"unknown target `{unknown[0]}`; the targets are: {', '.join(TARGETS)}")
    yours = [i for folder in options.folders for i in trial.of_folder(folder, bool(options.target))]
    ciphers, modes = split(options.cipher), split(options.mode)
    yours = of_modes(yours, [m.lower() for m in modes])
    library: list[Implementation] = []
    if ciphers or not yours:
        library = selection.select(names, ciphers, modes, True, peers=False).implementations
        library = [i for i in library if i.cipher != "null" or "null" in ciphers]
    targets, missing = [], []
    for name in names:
        new_targets, not_there = variants.targets_of(TARGETS[name], split(options.compiler), options.flags)
        targets += new_targets
        missing += not_there
    notes = [str(m) for m in missing]
    if notes and len([m for m in missing if not m.instead]) == len(names) * len(split(options.compiler)):
        raise LabError(f"none of the compilers is installed: {'; '.join(notes)}")
    plan = selection.Plan([*library, *yours], targets, options.quick, kernels=frozenset(split(options.kernel)))
    if not plan.pairs():
        raise LabError("nothing to build: no cipher in these modes has such a kernel on these targets")
    return plan, notes


def of_modes(yours: list[Implementation], modes: list[str]) -> list[Implementation]:
    """The implementations of the named modes; all if none is named."""
    selected = [i for i in yours if not modes or i.mode in modes]
    if yours and not selected:
        available = ", ".join(dict.fromkeys(f"{i.cipher} {i.mode}" for i in yours))
        raise LabError(f"--mode {','.join(modes)}: none of the code of --try; it is {available}")
    return selected


def sweep(options: Namespace) -> int:
    begin = time.monotonic()
    for kind in ("csv", "plot"):
        if getattr(options, kind):
            paper.check(getattr(options, kind), kind)
    check_different((options.json, options.csv, options.plot))
    plan, notes = planned(options)
    if options.fresh:
        cache.ignore_earlier()
    print(f"programs: {len(plan.pairs())}, ways to build: {len(plan.targets)}", file=sys.stderr)
    for line in notes:
        print(f"  {line}", file=sys.stderr)
    context = provenance.context() | {"quick": options.quick}
    outcomes = cache.Cache()
    with fleet.connected(options) as workers, Progress(plan.steps()) as progress:
        workers.report = progress.report
        rows = measure.execute(plan, outcomes, progress.step, workers)
        progress.report(outcomes.summary())
    context["seconds"] = stages.seconds()
    for line in pareto.lines(rows, options.table):
        print_wrapped(line)
    for line in notes:
        print_wrapped(line)
    for file in written(options, context, rows):
        print(f"wrote {shown(file)}")
    timed = sum(row.cycles is not None for row in rows)
    total, parts = stages.shown({"all": time.monotonic() - begin}), stages.shown(stages.seconds())
    print_wrapped(f"time: {total}; workers, up to {cores.WORKERS}: {parts}")
    print(f"{timed} of {len(rows)} rows have figures")
    return 0 if timed else 1


def written(options: Namespace, context: dict[str, Any], rows: list[Row]) -> list[Path]:
    """Writes the requested files."""
    if options.json:
        store.write_json(options.json, context, rows)
    if options.csv:
        write_text(options.csv, paper.csv_text(rows))
    if options.plot:
        pareto.plot(options.plot, rows)
    return [file for file in (options.json, options.csv, options.plot) if file]
