# SPDX-License-Identifier: MIT
"""What a stranger's code says when it is run before anything is measured: which cipher it is, how the schedule that it
makes lies in memory, and SUPERCOP's checksum of it."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

from spec.generate import Stream

from ..build import build, expected, implementation_config, link_program
from ..build.expected import LENGTHS, drawn, schedules
from ..errors import BuildError, LabError, RunError
from ..paths import ROOT
from ..plan.foreign import (
    LARGE_SCHEDULE,
    Expected,
    Recognized,
    implementations,
    kat_files,
    library_of,
    recognize,
    where_it_runs,
)
from ..plan.implementations import Implementation, discover
from ..targets import TARGETS, machines
from ..targets.base import Target
from ..targets.host import Host
from ..text import counted
from . import protocol
from .checks import missing

SUPERCOP = ROOT / "lab/bench/supercop_checksum.c"
EXTENT = ROOT / "lab/bench/extent.c"
# Turns and longest message of try.c, of checksumsmall and of checksumbig.
TURNS = {
    "crypto_aead": (64, 512),
    "crypto_hash": (64, 512),
    "crypto_stream": (512, 4096),
    "crypto_onetimeauth": (4096, 32768),
    "crypto_auth": (4096, 32768),
    "crypto_core": (512, 4096),
}
Taken = tuple[dict[str, Any], Expected]  # what code is taken for, and what it is compared with then
MOST = {"checksumsmall": 128, "checksumbig": 4096}
SEED = 1
TRIAL_PART, CHECKSUM_PART = 1 / 60, 1 / 5  # of the time after which a program hangs
ENOUGH = 4  # vectors to tell readings apart


def where(found: Recognized) -> Target:
    """The target that answers soonest, of those on which the code can run."""
    names = [t for t in TARGETS if t in found.targets] or [Host.name]
    return TARGETS[Host.name if Host.name in names else names[-1]]()


def gate(found: Recognized, primitive: dict[str, Any], truth: Expected) -> protocol.Transcript:
    """What the code says of its vectors if it is taken for this."""
    target = where(found)
    trial = replace(found, facts={**found.facts, "primitive": [primitive]})
    (code,) = implementations(trial, lambda *_: truth)
    with contextlib.suppress(BuildError, RunError):
        program = build(code, target.board, target.board.timed([(16, 0)], code.mode))
        return protocol.parse(target.converse(program, "", TRIAL_PART))
    return protocol.Transcript()


def passed(found: Recognized, primitive: dict[str, Any], truth: Expected) -> tuple[int, int]:
    """How many vectors it passes then, and of how many."""
    said = gate(found, primitive, truth)
    return said.vectors_passed, said.vectors_total


def read(found: Recognized, reference: Callable[[Recognized, dict[str, Any]], Expected]) -> None:
    """Settles what prototypes leave open: how the arguments are read, and how many bytes key setup writes."""
    if len(found.readings) > 1:
        choose(found, reference)
    if found.unsized:
        primitive = found.facts["primitive"][0]
        primitive["schedule"] = extent(found, primitive)
        found.why.append(f"key setup writes {primitive['schedule']} bytes")


def choose(found: Recognized, reference: Callable[[Recognized, dict[str, Any]], Expected]) -> None:
    """Takes the reading with which the code passes all vectors and checks.  Without a model, whose random messages tell
    all readings apart, no other one may pass few vectors as well.  If none passes, it is the one with the most vectors,
    and the gate says what is wrong with it."""
    passing, most, taken = [], 0, found.reading
    for primitive, reading in found.readings:
        truth = reference(found, primitive)
        said = gate(found, primitive, truth)
        if said.vectors_passed > most:
            most, taken = said.vectors_passed, reading
        if said.vectors_total and said.vectors_passed == said.vectors_total and not said.fault:
            passing.append(reading)
            if truth.checksum:
                break
    if len(passing) > 1 and most < ENOUGH:
        raise LabError(
            f"{counted(most, 'vector')} cannot tell how the arguments are meant: {' or '.join(passing)}; write out the "
            "call, or add vectors"
        )
    found.why += [] if passing else [f"none of {len(found.readings)} ways to read the arguments passes all vectors"]
    found.read_as(passing[0] if passing else taken)


def extent(found: Recognized, primitive: dict[str, Any]) -> int:
    """How many bytes key setup writes."""
    target = where(found)
    alone = replace(found, facts={**found.facts, "primitive": [primitive]})
    (code,) = implementations(alone, lambda *_: Expected((), None, ""))
    size, why = 0, ""
    try:
        config = "\n".join([*implementation_config(code), ""])
        program = link_program(code, target.board, "extent", [EXTENT, *target.board.sources()], config)
        size = int(target.converse(program, "", TRIAL_PART).split()[1])
    except (BuildError, RunError) as error:
        why = f" ({error})"
    if not 0 < size < LARGE_SCHEDULE:
        raise LabError(f"the prototype of key setup does not tell how many bytes it writes{why}: add --schedule BYTES")
    return size


def best(found: Recognized, candidates: Iterable[Taken]) -> tuple[int, dict[str, Any], Expected] | None:
    """The first of which the code passes all vectors, or else the one of which it passes most; with how many."""
    chosen = None
    for primitive, truth in candidates:
        good, total = passed(found, primitive, truth)
        if good and (chosen is None or good > chosen[0]):
            chosen = good, primitive, truth
        if good and good == total:
            break
    return chosen


def identified(found: Recognized) -> str:
    """If the folder's name does not tell, the code is the library's cipher whose vectors it passes, if any; returns a
    sentence about it.  It may still fail some vectors: the gate reports them."""
    unknown = [p for p in found.facts.get("primitive", ()) if "call" in p and not library_of(p)]
    if not unknown or found.facts.get("vectors") or kat_files(found.folder) or "supercop" in unknown[0]:
        return ""
    primitive = unknown[0]
    names = dict.fromkeys(i.cipher for i in discover() if i.in_library and i.mode == primitive["mode"])
    asked = [{**primitive, "cipher": name} for name in names]
    sizes = primitive.get("key", 0), primitive.get("block", 0)
    alike = [p for p in asked if (i := library_of(p)) and (i.key_bytes, i.block_bytes) == sizes]
    hit = best(found, ((p, Expected(None, None, "")) for p in alike))
    if hit is None:
        return ""
    primitive["cipher"] = hit[1]["cipher"]
    return f"it passes {hit[0]} vectors of {hit[1]['cipher']}, so it is treated as that cipher; override with --cipher"


def schedule(found: Recognized, primitive: dict[str, Any]) -> Expected | None:
    """Of key setup alone: the standard's round keys, in whichever form the code has them."""
    every = schedules(primitive)
    hit = best(found, ((primitive, truth) for truth in every))
    return hit[2] if hit else every[0] if every else None


def supercop(found: Recognized, primitive: dict[str, Any], files: list[Path]) -> Expected:
    """Runs SUPERCOP's procedure; code with the right checksum also says what vectors are made of."""
    file, target, operation = files[0], where(found), primitive["supercop"]
    wanted, what = file.read_text("latin-1").strip().lower(), f"SUPERCOP's {file.name} of {operation}"
    try:
        got, outputs = computed(found, primitive, target, operation, file.name)
    except BuildError as error:
        raise LabError(f"{what} could not be computed on {target.name}: it does not build: {error}") from error
    except RunError as error:
        raise LabError(f"{what} could not be computed on {target.name}: {error}") from error
    if got != wanted:
        raise LabError(f"{what} is wrong, computed on {target.name}: expected {wanted[:64]}, got {got}")
    answers = iter(outputs)
    vectors = drawn(lambda *_: next(answers), primitive, Stream(SEED).bytes)
    source = f"{what}, computed on {target.name}, and {len(vectors)} messages that the same code sealed there"
    return Expected(tuple(vectors), None, source, (file,))


def computed(
    found: Recognized, primitive: dict[str, Any], target: Target, operation: str, name: str
) -> tuple[str, list[bytes]]:
    """What lab/bench/supercop_checksum.c says: the checksum, and the outputs."""
    alone = replace(found, facts={**found.facts, "primitive": [primitive]})
    (code,) = implementations(alone, lambda *_: Expected((), None, ""))
    most, more = MOST[name], []
    if operation == "crypto_core":
        most = primitive.get("block", 0) or primitive["state"]
        key = primitive.get("key", 0) - primitive.get("constant", 0)
        more = [f"#define OUT {primitive.get('output', most)}", f"#define SUPERCOP_KEY {key}"]
    config = [
        *implementation_config(code),
        f"#define SUPERCOP_{operation.upper()} 1",
        f"#define SUPERCOP_TURNS {TURNS[operation][list(MOST).index(name)]}",
        f"#define SUPERCOP_MOST {most}",
        f"#define SUPERCOP_LENGTHS {', '.join(map(str, LENGTHS))}",
        *more,
        "",
    ]
    program = link_program(code, target.board, "supercop", [SUPERCOP, *target.board.sources()], "\n".join(config))
    if reason := missing(target, program, 0):
        raise RunError(f"it {reason}")
    words = [line.split(" ") for line in target.converse(program, "", CHECKSUM_PART).splitlines()]
    outputs = [bytes.fromhex(w[1]) for w in words if w[0] == "output"]
    if len(outputs) != len(LENGTHS):
        raise RunError("the program ended early")
    return next(w[1] for w in words if w[0] == "checksum"), outputs


def of_folder(folder: Path, everywhere: bool) -> list[Implementation]:
    """A user's code, as ./narae try takes it without options; `everywhere`: also where its assembly does not fit."""
    found = recognize(folder, {}, machines())
    yours = implementations(
        found, lambda at, primitive: expected.of_code(at, primitive, None, None, supercop, schedule)
    )
    return yours if everywhere else where_it_runs(found, yours)
