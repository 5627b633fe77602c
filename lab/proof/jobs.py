# SPDX-License-Identifier: MIT
"""./narae prove: selects programs, proves them and prints the verdicts."""

from __future__ import annotations

import textwrap
import time
from argparse import Namespace
from pathlib import Path

from .. import cache, files
from ..errors import LabError
from ..paths import shown
from ..plan import selection
from ..plan.implementations import SHORTEST_KEY, Implementation, on_board
from ..plan.names import hint
from ..progress import Progress
from ..rows import provenance
from ..run import trial
from ..targets import TARGETS, external
from ..views import proofs as view
from .claims import HASHED_WITH, MODES
from .pool import Job, machine_of, prove_all
from .prove import WRONG, Proof

PROVABLE = ("block", "permutation", "stream", "hash", "aead", "masked")  # modes
OVER_BLOCKS = MODES  # their code is the same for every key size and for the portable kernel


def prove(options: Namespace) -> int:
    begin = time.monotonic()
    if options.fresh:
        cache.ignore_earlier()
    jobs, others = requested_jobs(options)
    if not jobs:
        raise LabError("nothing to prove: no kernel has these names together")
    verdicts = cache.Cache()
    with Progress(len(jobs)) as progress:
        proofs = prove_all(jobs, options.max_blocks, verdicts, progress.step)
    for line in view.lines(proofs, options.table):
        print(line)
    if others:
        print(textwrap.fill(f"no claims, for reasons in docs/explanation/proofs.md: {', '.join(others)}", view.WIDTH))
    seconds = int(time.monotonic() - begin)
    cached = f"; {verdicts.hits} of {verdicts.requests} programs from the cache" if verdicts.hits else ""
    print(f"time: {seconds // 60}:{seconds % 60:02}{cached}")
    if options.json:
        write(options.json, proofs, seconds, verdicts.hits)
        print(f"wrote {shown(options.json)}")
    return 1 if any(p.proof in WRONG for p in proofs) else 0


def requested_jobs(options: Namespace) -> tuple[list[Job], list[str]]:
    """The jobs of the ciphers and folders on the command line, and the names of these ciphers' other measured code."""
    targets = dict(TARGETS)
    for folder in options.targets_from:
        targets |= external(folder)
    provable = [name for name, target in targets.items() if machine_of(target())]
    for name in options.target:
        if name not in targets:
            raise LabError(f"unknown target `{name}`; those with proofs are: {', '.join(provable)}")
        if name not in provable:
            raise LabError(
                f"target {name}: its instructions are not modelled; those with proofs are: {', '.join(provable)}"
            )
    folders = [Path(word) for word in options.names if Path(word).is_dir()]
    ciphers = [word for word in options.names if not Path(word).is_dir()]
    for word in ciphers:
        if "/" in word and not word.startswith("pipo"):
            raise LabError(f"{word} is neither a folder nor a cipher")
        if correction := hint(word):
            raise LabError(f"{correction}; prove takes the cipher alone, with all of its modes")
    plan = selection.select(options.target or provable, ciphers, [], False, peers=False, targets=targets)
    mine = [i for i in plan.implementations if is_provable(i)]
    chosen: list[Implementation] = [] if folders and not ciphers else mine
    yours = [i for folder in folders for i in trial.of_folder(folder, bool(options.target))]
    machines = [target.with_every_level() for target in plan.targets]
    jobs = [Job(target, i) for target in machines for i in on_board(target.name, target.board, [*chosen, *yours])]
    if yours and not {job.implementation.folder for job in jobs} & {i.folder for i in yours}:
        require_machine(yours, [t.name for t in plan.targets], provable)
    selected = [job for job in jobs if is_selected(job.implementation, options.kernel)]
    if options.kernel and not selected:
        kernels = sorted({job.implementation.kernel for job in jobs})
        raise LabError(f"no kernel {', '.join(options.kernel)} there; the kernels are: {', '.join(kernels)}")
    others = {
        i.mode
        for i in plan.implementations
        if i.in_library and not is_provable(i) and i.mode not in (*PROVABLE, *OVER_BLOCKS)
    }
    return selected, sorted(others) if ciphers or not folders else []


def require_machine(yours: list[Implementation], names: list[str], provable: list[str]) -> None:
    """Raises an error with the user's targets if none of them is among these."""
    runs = list(dict.fromkeys(target for i in yours for target in i.targets if target not in names))
    if not runs:
        return
    why = "not on " + ", ".join(names)
    if not set(runs) & set(provable):
        why = f"whose instructions are not modelled; those with proofs are: {', '.join(provable)}"
    raise LabError(f"nothing to prove: the code of {shown(yours[0].folder)} is for {', '.join(runs)}, {why}")


def is_provable(implementation: Implementation) -> bool:
    i = implementation
    if not i.in_library or i.kind == "phases":
        return False
    shortest = SHORTEST_KEY * (2 if i.mode == "xts" else 1)
    return i.kind == "batch" or i.mode in PROVABLE or (i.mode in OVER_BLOCKS and i.key_bytes == shortest)


def is_selected(implementation: Implementation, kernels: list[str]) -> bool:
    """A named kernel; or any, except where another program proves the same mode."""
    i = implementation
    if kernels:
        return i.kernel in kernels
    return i.mode not in OVER_BLOCKS or i.kernel != "portable" or (i.cipher, i.mode) == (HASHED_WITH, "gcm")


def prove_plan(plan: selection.Plan, quick: bool, outcomes: cache.Cache) -> None:
    """Proves the programs of a bench before they are measured; its rows quote the verdicts."""
    jobs = [Job(t, i, quick) for t, i in plan.pairs() if machine_of(t) and is_provable(i) and is_selected(i, [])]
    with Progress(len(jobs)) as progress:
        prove_all(jobs, None, outcomes, progress.step)


def write(file: Path, proofs: list[Proof], seconds: int, cached: int) -> None:
    """`seconds`: duration of the run; `cached`: programs whose verdicts came from the cache."""
    rows = [p.as_dict() for p in proofs]
    document = {"context": provenance.context(), "seconds": seconds, "cached": cached, "rows": rows}
    files.write_json(file, document)
