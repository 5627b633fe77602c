# SPDX-License-Identifier: MIT
"""Runs a user's code before it is measured, to determine its cipher, the layout of its key schedule, and SUPERCOP's
checksum."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable
from pathlib import Path

from msgspec import structs

from spec.generate import Stream

from ..build import build, implementation_config, link_program
from ..build.expected import LENGTHS, Runner, drawn, of_code, schedules
from ..errors import BuildError, LabError, RunError
from ..paths import ROOT
from ..plan.foreign import recognize
from ..plan.foreign.call import implementations, where_it_runs
from ..plan.foreign.description import CalledPrimitive, Expected, Recognized
from ..plan.foreign.functions import LARGE_SCHEDULE
from ..plan.foreign.known import library_of
from ..plan.foreign.sources import kat_files
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
REPETITIONS = {
    "crypto_aead": (64, 512),
    "crypto_hash": (64, 512),
    "crypto_stream": (512, 4096),
    "crypto_onetimeauth": (4096, 32768),
    "crypto_auth": (4096, 32768),
    "crypto_core": (512, 4096),
}
Reference = Callable[[CalledPrimitive], Expected]
MAX_LENGTHS = {"checksumsmall": 128, "checksumbig": 4096}
SEED = 1
TRIAL_PART, CHECKSUM_PART = 1 / 60, 1 / 5  # fractions of the time limit of a program
ENOUGH = 4  # vectors that distinguish readings


def where(recognized: Recognized) -> Target:
    """The fastest target on which the code can run."""
    names = [t for t in TARGETS if t in recognized.targets] or [Host.name]
    return TARGETS[Host.name if Host.name in names else names[-1]]()


def gate(recognized: Recognized, primitive: CalledPrimitive, expected: Expected) -> protocol.Transcript:
    """The gate's transcript for the code as this primitive."""
    target = where(recognized)
    (code,) = implementations(recognized.only(primitive), lambda _: expected)
    with contextlib.suppress(BuildError, RunError):
        program = build(code, target.board, target.board.timed([(16, 0)], code.mode))
        return protocol.parse(target.run_with_input(program, "", TRIAL_PART))
    return protocol.Transcript()


def passed(recognized: Recognized, primitive: CalledPrimitive, expected: Expected) -> tuple[int, int]:
    """The number of vectors that pass, and of all."""
    transcript = gate(recognized, primitive, expected)
    return transcript.vectors_passed, transcript.vectors_total


def read(recognized: Recognized, reference: Reference) -> None:
    """Resolves what prototypes leave open: how the arguments are read, and how many bytes key setup writes."""
    if len(recognized.readings) > 1:
        choose(recognized, reference)
    if recognized.unsized:
        primitive = recognized.primitives[0]
        primitive.schedule = extent(recognized, primitive)
        recognized.why.append(f"key setup writes {primitive.schedule} bytes")


def choose(recognized: Recognized, reference: Reference) -> None:
    """Takes the reading with which the code passes all vectors.  Without a model, whose random messages distinguish all
    readings, it must be the only one if there are few vectors.  If none passes, it is the one with the most vectors,
    and the gate reports the failure."""
    passing, max_passed, best_reading = [], 0, recognized.reading
    for primitive, reading in recognized.readings:
        expected = reference(primitive)
        transcript = gate(recognized, primitive, expected)
        if transcript.vectors_passed > max_passed:
            max_passed, best_reading = transcript.vectors_passed, reading
        if transcript.vectors_total and transcript.vectors_passed == transcript.vectors_total and not transcript.fault:
            passing.append(reading)
            if expected.checksum:
                break
    if len(passing) > 1 and max_passed < ENOUGH:
        raise LabError(
            f"{counted(max_passed, 'vector')} cannot tell how the arguments are meant: {' or '.join(passing)}; "
            "write out the call, or add vectors"
        )
    recognized.why += (
        [] if passing else [f"none of {len(recognized.readings)} ways to read the arguments passes all vectors"]
    )
    recognized.read_as(passing[0] if passing else best_reading)


def extent(recognized: Recognized, primitive: CalledPrimitive) -> int:
    """The number of bytes that key setup writes."""
    target = where(recognized)
    (code,) = implementations(recognized.only(primitive), lambda _: Expected(()))
    size, note = 0, ""
    try:
        config = "\n".join([*implementation_config(code), ""])
        program = link_program(code, target.board, "extent", [EXTENT, *target.board.sources()], config)
        size = int(target.run_with_input(program, "", TRIAL_PART).split()[1])
    except (BuildError, RunError) as error:
        note = f" ({error})"
    if not 0 < size < LARGE_SCHEDULE:
        raise LabError(f"the prototype of key setup does not tell how many bytes it writes{note}: add --schedule BYTES")
    return size


def best(
    recognized: Recognized, candidates: Iterable[tuple[CalledPrimitive, Expected]]
) -> tuple[int, CalledPrimitive, Expected] | None:
    """The first candidate with which the code passes all vectors, or else the one with the most, and their number."""
    chosen = None
    for primitive, expected in candidates:
        good, total = passed(recognized, primitive, expected)
        if good and (chosen is None or good > chosen[0]):
            chosen = good, primitive, expected
        if good and good == total:
            break
    return chosen


def identified(recognized: Recognized) -> str:
    """If the folder's name does not tell, the code is the library's cipher whose vectors it passes, if any; returns a
    note.  Some vectors may still fail: the gate reports them."""
    called = recognized.called
    primitive = next((p for p in recognized.primitives if not library_of(p.cipher, p.mode)), None)
    if not called or not primitive or called.vectors or kat_files(recognized.folder) or primitive.supercop:
        return ""
    names = dict.fromkeys(i.cipher for i in discover() if i.has_library_kernels and i.mode == primitive.mode)
    sizes = primitive.key, primitive.block
    alike = [n for n in names if (i := library_of(n, primitive.mode)) and (i.key_bytes, i.block_bytes) == sizes]
    hit = best(recognized, ((structs.replace(primitive, cipher=name), Expected()) for name in alike))
    if hit is None:
        return ""
    primitive.cipher = hit[1].cipher
    return f"it passes {hit[0]} vectors of {primitive.cipher}, so it is treated as that cipher; override with --cipher"


def schedule(recognized: Recognized, primitive: CalledPrimitive) -> Expected | None:
    """For key setup alone: the standard's round keys in the code's format."""
    forms = schedules(primitive)
    hit = best(recognized, ((primitive, expected) for expected in forms))
    return hit[2] if hit else forms[0] if forms else None


def supercop(recognized: Recognized, primitive: CalledPrimitive, files: list[Path]) -> Expected:
    """Runs SUPERCOP's procedure; if the checksum is right, the code's own outputs become vectors."""
    file, target, operation = files[0], where(recognized), primitive.supercop
    checksum, procedure = file.read_text("latin-1").strip().lower(), f"SUPERCOP's {file.name} of {operation}"
    try:
        computed_checksum, outputs = computed(recognized, primitive, target, operation, file.name)
    except BuildError as error:
        raise LabError(f"{procedure} could not be computed on {target.name}: it does not build: {error}") from error
    except RunError as error:
        raise LabError(f"{procedure} could not be computed on {target.name}: {error}") from error
    if computed_checksum != checksum:
        raise LabError(
            f"{procedure} is wrong, computed on {target.name}: expected {checksum[:64]}, got {computed_checksum}"
        )
    answers = iter(outputs)
    vectors = drawn(lambda *_: next(answers), primitive, Stream(SEED).bytes)
    source = f"{procedure}, computed on {target.name}, and {len(vectors)} messages that the same code sealed there"
    return Expected(tuple(vectors), None, source, (file,))


def computed(
    recognized: Recognized, primitive: CalledPrimitive, target: Target, operation: str, name: str
) -> tuple[str, list[bytes]]:
    """The checksum and the outputs that lab/bench/supercop_checksum.c prints."""
    (code,) = implementations(recognized.only(primitive), lambda _: Expected(()))
    longest_text, more = MAX_LENGTHS[name], []
    if operation == "crypto_core":
        longest_text = primitive.block or primitive.state
        key = primitive.key - primitive.constant
        more = [f"#define OUT {primitive.output or longest_text}", f"#define SUPERCOP_KEY {key}"]
    config = [
        *implementation_config(code),
        f"#define SUPERCOP_{operation.upper()} 1",
        f"#define SUPERCOP_REPETITIONS {REPETITIONS[operation][list(MAX_LENGTHS).index(name)]}",
        f"#define SUPERCOP_MAX_BYTES {longest_text}",
        f"#define SUPERCOP_LENGTHS {', '.join(map(str, LENGTHS))}",
        *more,
        "",
    ]
    program = link_program(code, target.board, "supercop", [SUPERCOP, *target.board.sources()], "\n".join(config))
    if reason := missing(target, program, 0):
        raise RunError(f"it {reason}")
    words = [line.split(" ") for line in target.run_with_input(program, "", CHECKSUM_PART).splitlines()]
    outputs = [bytes.fromhex(w[1]) for w in words if w[0] == "output"]
    if len(outputs) != len(LENGTHS):
        raise RunError("the program ended early")
    return next(w[1] for w in words if w[0] == "checksum"), outputs


RUNNER = Runner(schedule, supercop)


def of_folder(folder: Path, everywhere: bool) -> list[Implementation]:
    """A user's code as ./narae try takes it without options; `everywhere`: also on targets that its assembly is not
    for."""
    recognized = recognize(folder, machines())
    yours = implementations(recognized, lambda primitive: of_code(recognized, primitive, None, None, RUNNER))
    return yours if everywhere else where_it_runs(recognized, yours)
