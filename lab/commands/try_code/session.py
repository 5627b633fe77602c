# SPDX-License-Identifier: MIT
"""./narae try: recognizes, verifies and measures the code in a folder, and compares it with the best."""

from __future__ import annotations

import contextlib
import sys
import time
from argparse import Namespace
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from ... import cache, store
from ...build import foreign_hash, vectors
from ...build.expected import of_code
from ...errors import LabError
from ...files import check_different, files_below, write_text
from ...leak.case import FILE as LEAK_CASES
from ...leak.jobs import check_folder, exit_code
from ...paths import shown
from ...plan import selection
from ...plan.foreign import add_flags_of_command, recognize
from ...plan.foreign.call import implementations
from ...plan.foreign.description import (
    DESCRIPTION,
    FUNCTIONS,
    CalledPrimitive,
    Expected,
    Functions,
    Recognized,
    as_toml,
)
from ...plan.foreign.known import library_of, only_mode
from ...plan.implementations import Implementation, discover
from ...plan.names import ciphers_like, hint
from ...progress import Progress
from ...rows import Row, provenance
from ...run import measure, paired, trial
from ...store import bundle
from ...targets import TARGETS, machines
from ...text import counted, print_wrapped
from ...views import leaks, paper, ranking, regression
from ...views.summary import note
from .. import versions
from . import sketch

AGAINST = ("library", "records")
OF_BLOCKS = ("decrypt", "schedule", "block_bytes", "blocks")  # options that mean nothing for messages
OF_MESSAGES = ("seal", "open", "nonce_bytes", "tag_bytes")  # and for blocks
ROWS = (".json", ".gz")  # suffixes of files of rows
BUNDLED = ("target", "quick")  # options that a bundle keeps
WRITTEN = ("json", "csv", "latex", "plot", "bundle")  # options that name a file to write
ONLY_ON_THE_HOST = "only the host compares versions by time; its target is `host`"
WATCH_SECONDS = 0.5
Prepare = Callable[[selection.Plan, list[Implementation]], None]


def try_code(options: Namespace) -> int:
    if options.yes and (options.folder or not options.bundle):
        raise LabError("--yes answers what --bundle without a folder asks; leave it out")
    if options.folder is None:
        if not options.bundle:
            raise LabError("no folder given: ./narae try FOLDER")
        others = ("target", "quick", "cflags", "alignment", "vectors", "model", "init", "watch", *WRITTEN[:-1])
        refuse(options, (*FUNCTIONS, *others), "--bundle without a folder repeats what it holds")
        return repeat_bundle(options)
    if file := sketch.sketch_in(options.folder):
        unused = (*FUNCTIONS, "target", "quick", "alignment", "vectors", "model", "init", "watch", *WRITTEN[1:])
        refuse(options, unused, f"{file.name} is an Arduino sketch, which runs on the Uno as it is")
        return sketch.run_sketch(options, file)
    refuse(options, sketch.OPTIONS, f"{options.folder} is no Arduino sketch")
    if options.init:
        refuse(options, ("watch", *WRITTEN), "--init writes implementation.toml and measures nothing")
    if options.encrypt or options.set_key:
        refuse(options, OF_MESSAGES, "--encrypt and --set-key are functions of a block cipher")
        if options.mode not in (None, "block"):
            raise LabError(f"--encrypt and --set-key are of mode block; --mode {options.mode} is for --seal")
    elif options.seal:
        refuse(options, OF_BLOCKS, "--seal is a function of messages")
    if options.cipher:
        options.cipher = named_cipher(options.cipher, bool(options.model or options.vectors))
    for kind in ("csv", "latex", "plot"):
        if getattr(options, kind):
            paper.check(getattr(options, kind), kind)
    if options.bundle:
        bundle.check(options.bundle)
    check_different(getattr(options, kind) for kind in WRITTEN)
    check_targets(options.target)
    return watch(options) if options.watch else run_once(options)


def run_once(options: Namespace) -> int:
    """Masked code is checked for leaks before it is timed, which it need not be."""
    if not (options.folder / LEAK_CASES).is_file():
        return measure_once(options)
    verdicts = check_folder(options.folder, options.target)
    for line in leaks.lines(verdicts):
        print(line)
    try:
        recognize(options.folder, machines(), functions(options))
    except LabError as error:
        print_wrapped(f"not timed: {error}")
        return exit_code(verdicts)
    print()
    return max(exit_code(verdicts), measure_once(options))


def refuse(options: Namespace, names: Iterable[str], reason: str) -> None:
    """Rejects options that would be ignored."""
    if unwanted := [f"--{name.replace('_', '-')}" for name in names if getattr(options, name)]:
        raise LabError(f"{reason}; leave out {', '.join(unwanted)}")


def named_cipher(name: str, own: bool) -> str:
    """The library's name of a cipher; an unknown name is unchanged. `own`: it comes with vectors or a model."""
    if error := hint(name, also_estimated=False):
        raise LabError(error)
    if own or not (matches := ciphers_like(name)):
        return name
    if len(matches) > 1:
        raise LabError(f"--cipher {name} is one of {', '.join(matches)}: name that")
    return matches[0]


@dataclass
class Measured:
    """The result of one run."""

    code: Recognized
    context: dict[str, Any]
    rows: list[Row]
    kernels: set[str]
    vectors: list[Path]  # files with the code's own vectors
    yours: list[Implementation]
    plan: selection.Plan
    asked: list[str]  # targets that the user named

    @property
    def mine(self) -> list[Row]:
        return [r for r in self.rows if r.kernel in self.kernels]

    @property
    def good(self) -> bool:
        """There are figures, and only code that does not fit was refused, or code that does not build for a target that
        was not named, such as inline assembly for another one."""
        excused = ("does not fit",) if self.asked else ("does not fit", "does not build")
        refused = [r for r in self.mine if r.failure and not r.failure.startswith(excused)]
        return not refused and any(r.cycles for r in self.mine)


def measure_once(options: Namespace) -> int:
    begin = time.monotonic()
    against, earlier_files, earlier_versions = checked_against(options.against)
    earlier = {file: regression.read_rows(file) for file in earlier_files}
    code = recognize(options.folder, machines(), functions(options))
    if not (options.encrypt or options.set_key or options.seal):
        used = ("cipher", "mode") if options.cipher and code.layout != DESCRIPTION else ()
        ignored = [name for name in FUNCTIONS if name not in used]
        refuse(options, ignored, f"{shown(code.folder)}: its layout ({code.layout}) says what the code is")
    add_flags_of_command(code, options.cflags)
    if options.alignment and code.called:
        code.called.alignment = options.alignment
    print(f"{shown(code.folder)}: {code.layout}")
    with contextlib.suppress(LabError) if options.init else contextlib.nullcontext():
        trial.read(code, lambda primitive: reference(code, primitive, options))
    for line in [*code.calls, *code.why, *code.skipped]:
        print_wrapped(f"  {line}")
    if options.init:
        return init(code)
    with contextlib.ExitStack() as stack:
        folders = {word: stack.enter_context(versions.source_of_argument(code, word)) for word in earlier_versions}
        return judged(code, options, against, earlier, folders, begin)


def functions(options: Namespace) -> Functions:
    """The options about functions, and the sources of message sizes: the library, or vectors."""
    asked = Functions(**{name: value for name in FUNCTIONS if (value := getattr(options, name))})
    if options.seal and options.cipher:
        asked = replace(asked, mode=asked.mode or only_mode(asked.cipher), vectors=options.vectors)
        if library := library_of(asked.cipher, asked.mode):
            nonce, tag = vectors.usual_sizes(vectors.all_of(library))
            asked = replace(asked, usual={"key": library.key_bytes, "nonce": nonce, "tag": tag})
    return asked


def judged(
    code: Recognized,
    options: Namespace,
    against: set[str],
    earlier: dict[Path, list[Row]],
    folders: dict[str, Path],
    begin: float,
) -> int:
    """Measures, shows, writes, and compares with earlier rows and versions."""
    old: dict[str, list[versions.Before]] = {}

    def prepare(plan: selection.Plan, yours: list[Implementation]) -> None:
        for word, folder in folders.items():
            old[word] = versions.build_earlier(code, yours, plan, folder, options)
        require_comparable(code, plan, yours, earlier, old)

    measured_code = measured(code, options, against, prepare)
    print()
    for line in ranking.lines(measured_code.context, measured_code.rows, measured_code.kernels, "records" in against):
        print_wrapped(line)
    written = write(options, measured_code, "records" in against)
    verdicts = []
    for file, before in earlier.items():
        verdicts.append(regression.compare_rows(before, measured_code.mine))
        with versions.source_of_rows(code, before, measured_code.mine) as (folder, note):
            verdicts[-1].notes += [note] if note else []
            verdicts[-1].same += note == versions.SAME
            for line in verdicts[-1].lines(file):
                print_wrapped(line)
            if folder:
                programs = versions.build_earlier(code, measured_code.yours, measured_code.plan, folder, options)
                verdicts.append(on_clock(measured_code.plan, programs, str(file)))
    verdicts += [on_clock(measured_code.plan, programs, word) for word, programs in old.items()]
    versions.keep_sources(code, measured_code.mine)
    others = len(measured_code.rows) - len(measured_code.mine)
    print_wrapped(f"time: {elapsed(begin)}; {counted(len(measured_code.mine), 'row')} of your code, {others} others")
    for file in written:
        print(f"wrote {shown(file)}")
    compares = earlier or folders
    return 0 if measured_code.good and (regression.passed(verdicts) or not compares) else 1


def require_comparable(
    code: Recognized,
    plan: selection.Plan,
    yours: list[Implementation],
    earlier: dict[Path, list[Row]],
    old: dict[str, list[versions.Before]],
) -> None:
    """Rejects --against if nothing that is to be measured can be compared with it."""
    pairs_of_code = [(t, i) for t, i in plan.pairs() if i in yours]
    timed = any(t in versions.clocks(plan) for t, _ in pairs_of_code)
    reasons = {str(file): regression.incomparable(rows, pairs_of_code) for file, rows in earlier.items()}
    for file, rows in earlier.items():
        if timed and versions.has_host_rows(code, rows):
            reasons[str(file)] = ""
    for word, programs in old.items():
        reasons[word] = "" if programs else ONLY_ON_THE_HOST
    if reasons and all(reasons.values()):
        reasons_text = "; ".join(f"{word}: {reason}" for word, reason in reasons.items())
        raise LabError(f"--against: nothing can be compared: {reasons_text}")


def on_clock(plan: selection.Plan, programs: list[versions.Before], before: str) -> regression.Verdict:
    """Runs the earlier version and this one alternately on this machine's clock, and prints significant differences."""
    with Progress(len(programs) * paired.PAIRS) as progress:
        verdict = regression.on_clock(versions.compare_foreign(plan, programs, progress.step))
    verdict.notes += [] if programs else [ONLY_ON_THE_HOST]
    for line in verdict.lines(before, "operations of the host"):
        print_wrapped(line)
    return verdict


def elapsed(begin: float) -> str:
    seconds = int(time.monotonic() - begin)
    return f"{seconds // 60}:{seconds % 60:02}"


def reference(code: Recognized, primitive: CalledPrimitive, options: Namespace) -> Expected:
    return of_code(code, primitive, options.vectors, options.model, trial.RUNNER)


def measured(code: Recognized, options: Namespace, against: set[str], prepare: Prepare = lambda *_: None) -> Measured:
    """Calls `prepare` before anything is measured."""
    identified = options.cipher or options.vectors or options.model
    if not identified and (line := trial.identified(code)):
        print_wrapped(f"  {line}")
    answers: list[Expected] = []

    def ask(primitive: CalledPrimitive) -> Expected:
        answers.append(reference(code, primitive, options))
        return answers[-1]

    yours = implementations(code, ask)
    for i, answer in zip(yours, answers, strict=False):
        alignment = f"; alignment {i.foreign.alignment}" if i.foreign and i.foreign.alignment > 1 else ""
        print_wrapped(f"  {i.cipher} {i.mode}: checked with {answer.source}{alignment}")
    plan = planned(code, yours, options, against)
    reason = f" ({code.targets_why})" if code.targets else ""
    for line in note(f"  runs on {', '.join(t.name for t in plan.targets)}{reason}"):
        print_wrapped(line)
    prepare(plan, yours)
    context = provenance.context()
    outcomes = cache.Cache()
    with Progress(plan.steps()) as progress:
        rows = measure.execute(plan, outcomes, progress.step, detail=progress.at)
        progress.report(outcomes.summary())
    files = [f for a in answers for f in a.files]
    targets = [*options.target, *(code.called.targets if code.called else ())]
    return Measured(code, context, rows, {i.kernel for i in yours}, files, yours, plan, targets)


def watch(options: Namespace) -> int:
    """Repeats at each change of a file, until Ctrl-C; unchanged programs come from the cache."""
    while True:
        before = stamps(options.folder)
        try:
            run_once(options)
        except LabError as error:
            print(f"narae: {error}", file=sys.stderr)
        print("waiting for file changes; Ctrl-C to stop", flush=True)
        while stamps(options.folder) == before:
            time.sleep(WATCH_SECONDS)
        foreign_hash.cache_clear()
        print(f"\n== {time.strftime('%H:%M:%S')}")


def stamps(folder: Path) -> dict[Path, tuple[int, int]]:
    """Modification times and sizes of the files in a folder and below it."""
    result = {}
    for file in files_below(folder):
        with contextlib.suppress(OSError):
            status = file.stat()
            result[file] = (status.st_mtime_ns, status.st_size)
    return result


def repeat_bundle(options: Namespace) -> int:
    """Repeats the measurements of a bundle: simulated rows must have the same cycles."""
    begin = time.monotonic()
    with bundle.open_bundle(options.bundle) as (folder, words):
        print(f"{shown(options.bundle)}: {', '.join(words['kernels'])}, narae {words['narae']}, {words['date']}")
        for name, value in words["words"].items():
            setattr(
                options, name, folder / bundle.EXPECTED / value if name in ("vectors", "model") and value else value
            )
        check_targets(options.target)
        _, before = store.read_json(folder / bundle.ROWS)
        code = recognize(folder / words["folder"], machines())
        bundle.require_own(folder, code, options.bundle)
        confirm(options)
        result = measured(code, options, set())
        earlier = [r for r in before if r.kernel in words["kernels"]]
    found_same = regression.compare_rows(earlier, result.mine)
    print()
    for line in ranking.lines(result.context, result.rows, result.kernels, False):
        print_wrapped(line)
    differ = len(found_same.worse) + found_same.better
    same = f"{found_same.compared} simulated rows: the same cycles, flash and RAM"
    for line in found_same.lines(options.bundle) if differ or not found_same.compared else [same, *found_same.notes]:
        print_wrapped(line)
    print(f"time: {elapsed(begin)}")
    return 0 if result.good and not differ and found_same.compared else 1


def confirm(options: Namespace) -> None:
    """Asks whether the code in a bundle, which may be somebody else's, may run."""
    model = ", and so is its Python model" if options.model else ""
    warning = f"the code in {options.bundle} is compiled and run on this machine, with your rights{model}"
    if options.yes:
        return
    if not sys.stdin.isatty():
        raise LabError(f"{warning}: if you trust it, add --yes; nothing was run")
    for line in note(warning):
        print(line)
    with contextlib.suppress(EOFError):
        if input("Run it? [y/N] ").strip().lower() in ("y", "yes"):
            return
    raise LabError("nothing was run")


def checked_against(text: str) -> tuple[set[str], list[Path], list[str]]:
    """The keywords, the files of rows, and the names of earlier versions."""
    words = [w.strip() for w in text.split(",") if w.strip() and w.strip() != "none"]
    files = [Path(w) for w in words if w.endswith(ROWS)]
    return {w for w in words if w in AGAINST}, files, [w for w in words if w not in AGAINST and not w.endswith(ROWS)]


def check_targets(names: list[str]) -> None:
    for name in names:
        if name not in TARGETS:
            raise LabError(f"unknown target `{name}`; the targets are: {', '.join(TARGETS)}")


def planned(code: Recognized, yours: list[Implementation], options: Namespace, against: set[str]) -> selection.Plan:
    """The user's code, and the library's for the same cipher and mode, on suitable targets."""
    declared = code.called.targets if code.called else []
    check_targets(declared)
    if excluded := [name for name in options.target if declared and name not in declared]:
        raise LabError(
            f"--target {excluded[0]}: implementation.toml limits the code to {', '.join(declared)} (targets)"
        )
    names = options.target or [t for t in TARGETS if t in code.targets] or list(TARGETS)
    primitives = {(i.cipher, i.mode) for i in yours}
    library = [
        i for i in discover() if i.has_library_kernels and i.kind != "phases" and (i.cipher, i.mode) in primitives
    ]
    chosen = [*yours, *(library if "library" in against else [])]
    targets = [TARGETS[name]() for name in dict.fromkeys(names)]
    return selection.Plan(chosen, targets, options.quick)


def init(code: Recognized) -> int:
    """Writes what was recognized to an editable file; an existing one is not overwritten."""
    file = code.folder / DESCRIPTION
    if file.exists():
        raise LabError(f"{file} exists; ./narae try reads it")
    assert code.called, "a folder without the file is called"
    write_text(file, as_toml(code.called))
    print(f"wrote {shown(file)}; docs/reference/fields.md explains each line")
    return 0


def write(options: Namespace, result: Measured, records: bool) -> list[Path]:
    """Writes the requested files."""
    if options.json:
        store.write_json(options.json, result.context, result.rows)
    if options.csv:
        write_text(options.csv, paper.csv_text(result.rows))
    if options.latex:
        write_text(
            options.latex,
            paper.latex(result.context, ranking.compared(result.context, result.rows, result.kernels, records)),
        )
    if options.plot and (warning := paper.plot(options.plot, result.rows, result.kernels)):
        print(f"narae: {warning}", file=sys.stderr)
    if options.bundle:
        if not result.good:
            raise LabError(f"{options.bundle} was not written: there are no measurements to repeat")
        words = {name: getattr(options, name) for name in BUNDLED}
        words |= {name: getattr(options, name) and getattr(options, name).name for name in ("vectors", "model")}
        bundle.write(options.bundle, result.code, words, result.vectors, result.context, result.rows, result.kernels)
    return [f for f in (options.json, options.csv, options.latex, options.plot, options.bundle) if f]
