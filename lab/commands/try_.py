"""./narae try: somebody's folder, recognized, checked, measured, and held against the best there is."""

from __future__ import annotations

import contextlib
import time
from argparse import Namespace
from dataclasses import replace
from pathlib import Path

from .. import cache, store
from ..build import build
from ..build.truth import kat_files, truth
from ..errors import BuildError, LabError, RunError
from ..files import write_text
from ..paths import shown
from ..plan.foreign import Recognized, Truth, as_toml, implementations, library_of, recognize
from ..plan.implementations import Implementation, discover
from ..progress import Progress
from ..rows import Row
from ..run import measure, protocol
from ..targets import TARGETS
from ..targets.host import Host
from ..views import paper, regression, standing

AGAINST = ("library", "records")
ROWS = (".json", ".gz")  # how the name of a file of rows ends
FUNCTIONS = ("header", "set_key", "encrypt", "decrypt", "schedule", "key_bytes", "block_bytes", "cipher", "mode")


def try_(options: Namespace) -> int:
    begin = time.monotonic()
    outputs = [f for f in (options.json, options.csv, options.latex, options.plot) if f]
    if options.json:
        store.check_writable(options.json)
    for kind in ("csv", "latex", "plot"):
        if getattr(options, kind):
            paper.check(getattr(options, kind), kind)
    against, files = checked_against(options.against)
    earlier = {file: regression.read(file) for file in files}
    check_targets(options.target)
    found = recognize(options.folder, {name: getattr(options, name) for name in FUNCTIONS})
    if options.cflags:
        found.facts["cflags"] = [*found.facts.get("cflags", ()), *options.cflags.split()]
    if options.alignment:
        found.facts["alignment"] = options.alignment
    print(f"{shown(found.folder)}: {found.layout}")
    for line in [*found.why, *found.skipped]:
        print(f"  {line}")
    if options.init:
        return init(found)
    if line := identified(found, options):
        print(f"  {line}")
    believed: list[str] = []

    def ask(place: Recognized, primitive: dict):
        answer = truth(place, primitive, options.vectors, options.model)
        believed.append(answer.source)
        return answer

    yours = implementations(found, ask)
    for i, source in zip(yours, believed, strict=False):
        alignment = f"; alignment {i.foreign.alignment}" if i.foreign.alignment > 1 else ""
        print(f"  {i.cipher} {i.mode}: checked against {source}{alignment}")
    plan = planned(found, yours, options, against)
    print(f"  runs on {', '.join(t.name for t in plan.targets)}" + (f" ({found.targets_why})" if found.targets else ""))
    context = measure.context()
    outcomes = cache.Cache()
    with Progress(plan.steps()) as progress:
        rows = measure.execute(plan, outcomes, progress.step)
        progress.say(outcomes.said())
    kernels = {i.kernel for i in yours}
    print()
    for line in standing.lines(rows, kernels, {}, "records" in against):
        print(line)
    write(options, context, rows, kernels, "records" in against)
    mine = [r for r in rows if r.kernel in kernels]
    worse = [(file, regression.against(before, mine)) for file, before in earlier.items()]
    for line in (n for file, found_worse in worse for n in found_worse.lines(file)):
        print(line)
    taken = time.monotonic() - begin
    print(f"time: {int(taken) // 60}:{int(taken) % 60:02}; {len(mine)} rows of yours, {len(rows) - len(mine)} others")
    for file in outputs:
        print(f"wrote {shown(file)}")
    refused = [r for r in mine if r.failure and not r.failure.startswith("does not fit")]
    bad = refused or any(found_worse.worse for _, found_worse in worse)
    return 1 if bad or not any(r.cycles for r in mine) else 0


def identified(found: Recognized, options: Namespace) -> str:
    """A folder whose name says nothing holds the cipher of the library whose vectors it passes, if any; the sentence
    that says so.  It may fail some of them: that is for the gate to say."""
    unknown = [p for p in found.facts.get("primitive", ()) if "call" in p and not library_of(p)]
    if (
        not unknown
        or options.cipher
        or options.vectors
        or options.model
        or found.facts.get("vectors")
        or kat_files(found)
    ):
        return ""
    primitive, best = unknown[0], (0, "")
    names = [t for t in TARGETS if t in found.targets] or [Host.name]
    target = TARGETS[names[-1]]()
    for cipher in dict.fromkeys(i.cipher for i in discover() if i.in_library and i.mode == primitive["mode"]):
        asked = {**primitive, "cipher": cipher}
        library = library_of(asked)
        if library.key_bytes != asked.get("key", 0) or library.block_bytes != asked.get("block", 0):
            continue
        trial = replace(found, facts={**found.facts, "primitive": [asked]})
        (code,) = implementations(trial, lambda *_: Truth(None, None, ""))
        with contextlib.suppress(BuildError, RunError):
            program = build(code, target.board, target.board.timed([(16, 0)], code.mode))
            said = protocol.parse(target.converse(program, ""))
            best = max(best, (said.vectors_passed, cipher))
            if said.vectors_passed and said.vectors_passed == said.vectors_total:
                break
    if not best[0]:
        return ""
    primitive["cipher"] = best[1]
    return f"it passes {best[0]} vectors of {best[1]}, so that is what it is taken for; --cipher says otherwise"


def checked_against(text: str) -> tuple[set[str], list[Path]]:
    """The words, and the files of rows."""
    words = [w.strip() for w in text.split(",") if w.strip() and w.strip() != "none"]
    files = [Path(w) for w in words if w.endswith(ROWS)]
    if odd := [w for w in words if w not in AGAINST and not w.endswith(ROWS)]:
        raise LabError(f"--against {odd[0]}: it may be {', '.join(AGAINST)}, a file of rows (.json), or none")
    return {w for w in words if w in AGAINST}, files


def check_targets(names: list[str]) -> None:
    for name in names:
        if name not in TARGETS:
            raise LabError(f"there is no target `{name}`; the targets are: {', '.join(TARGETS)}")


def planned(found: Recognized, yours: list[Implementation], options: Namespace, against: set[str]) -> measure.Plan:
    """Yours, and the library's own code for the same cipher and mode, on the targets that make sense."""
    names = options.target or [t for t in TARGETS if t in found.targets] or list(TARGETS)
    wanted = {(i.cipher, i.mode) for i in yours}
    library = [i for i in discover() if i.in_library and i.kind != "phases" and (i.cipher, i.mode) in wanted]
    chosen = [*yours, *(library if "library" in against else [])]
    targets = [TARGETS[name]() for name in names]
    return measure.Plan(chosen, targets, options.quick)


def init(found: Recognized) -> int:
    """What was recognized, in a file that can be edited; one that is there is not overwritten."""
    file = found.folder / "implementation.toml"
    if file.exists():
        raise LabError(f"{file} is there already; it is what ./narae try reads")
    write_text(file, as_toml(found.facts))
    print(f"wrote {shown(file)}; docs/fields.md says what each line means")
    return 0


def write(options: Namespace, context: dict, rows: list[Row], kernels: set[str], records: bool) -> None:
    if options.json:
        store.write_json(options.json, context, rows)
    if options.csv:
        write_text(options.csv, paper.csv_text(rows))
    if options.latex:
        write_text(options.latex, paper.latex(context, standing.compared(rows, kernels, records)))
    if options.plot:
        paper.plot(options.plot, rows, kernels)
