# SPDX-License-Identifier: MIT
"""The reference for a user's code: the library's vectors and models, or its own."""

from __future__ import annotations

import importlib.util
import random
import re
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from types import ModuleType
from typing import Any

from spec import algorithms
from spec.ciphers import aes, aria, lea
from spec.generate import FNV_START, Stream, fold

from ..errors import LabError
from ..files import missing_reason
from ..plan import parse
from ..plan.foreign.description import CalledPrimitive, Expected, Recognized
from ..plan.foreign.known import known, library_of
from ..plan.foreign.sources import BYTE_ORDER_MARK, kat_files
from ..plan.foreign.sources import text_of as code_of
from ..plan.foreign.supercop import checksum_files
from ..plan.vector import Vector
from .vectors import SCHEMA, all_of, checksums

SUPERCOP_MODES = ("aead", "hash", "stream", "mac", "core")
LENGTHS = (0, 1, 7, 8, 15, 16, 17, 31, 32, 33, 48, 64, 65)
MODEL_SECONDS = 60.0
# The function that a model's file must define for a mode.
MODEL_FUNCTIONS = {
    "aead": "seal(key, nonce, ad, text) -> ciphertext + tag",
    "stream": "encrypt(key, nonce, text) -> ciphertext",
    "hash": "digest(message) -> digest",
    "mac": "mac(key, message) -> tag",
    "block": "encrypt(key, block) -> block",
    "core": "encrypt(key, block) -> output",
    "key": "set_key(key) -> schedule",
    "permutation": "permute(state) -> state",
}


@dataclass(frozen=True)
class Runner:
    """What runs the code to get a reference (lab/run/trial.py)."""

    schedule: Callable[[Recognized, CalledPrimitive], Expected | None]
    supercop: Callable[[Recognized, CalledPrimitive, list[Path]], Expected]


def of_code(
    recognized: Recognized, primitive: CalledPrimitive, vectors: Path | None, model: Path | None, runner: Runner
) -> Expected:
    """The reference in the form that the code takes: bytes or words."""
    as_bytes = reference(recognized, primitive, vectors, model, runner)
    return in_words(as_bytes, primitive) if primitive.words else as_bytes


def in_words(expected: Expected, primitive: CalledPrimitive) -> Expected:
    """For a block cipher on words, most significant byte first."""
    size, library = primitive.words, library_of(primitive.cipher, primitive.mode)
    if size not in (2, 4, 8) or primitive.mode != "block" or primitive.sets_key_alone:
        raise LabError(f"words is {size}: it is 2, 4 or 8 bytes, of a block cipher that encrypts; 0 without words")
    vectors = expected.vectors if expected.vectors is not None or not library else all_of(library)
    changed = [
        replace(
            v,
            key=swapped(v.key, size),
            plaintext=swapped(v.plaintext, size),
            ciphertext=swapped(v.ciphertext, size),
        )
        for v in vectors or ()
    ]
    cipher = algorithms.BLOCK_CIPHERS.get(primitive.cipher)

    def of_words(key: bytes, block: bytes) -> bytes:
        assert cipher
        return swapped(cipher[2](swapped(key, size), swapped(block, size)), size)

    value = checksum(of_words, primitive) if expected.checksum and expected.vectors is None and cipher else None
    return replace(expected, vectors=tuple(changed), checksum=value)


def reference(
    recognized: Recognized, primitive: CalledPrimitive, vectors: Path | None, model: Path | None, runner: Runner
) -> Expected:
    """In order of precedence: the user's options, files in the folder, the library's own, SUPERCOP's checksum."""
    if model:
        return of_model(model, primitive)
    if vectors:
        chosen = checked(of_file(vectors, primitive), vectors, primitive)
        return Expected(chosen, None, f"{vectors.name}, from --vectors", (vectors,))
    named = [recognized.folder / name for name in (recognized.called.vectors if recognized.called else ())]
    if named:
        vectors_in_files = [v for file in named for v in of_file(file, primitive)]
        return Expected(checked(vectors_in_files, named[0], primitive), None, ", ".join(f.name for f in named))
    if primitive.sets_key_alone:
        if expected := runner.schedule(recognized, primitive):
            return expected
    elif library_of(primitive.cipher, primitive.mode):
        return Expected(None, checksum_of(primitive), f"the library's vectors and model of {primitive.cipher}")
    kats = kat_files(recognized.folder)
    for file in kats:
        if vectors_of_kat := of_kat(file, primitive):
            return Expected(tuple(vectors_of_kat), None, f"{file.name}: {len(vectors_of_kat)} vectors", (file,))
    if primitive.supercop and (files := checksum_files(recognized.folder, primitive.supercop)):
        return runner.supercop(recognized, primitive, files)
    if kats:
        checked([], kats[0], primitive)
    raise LabError(no_reference(primitive))


def no_reference(primitive: CalledPrimitive) -> str:
    alone, mode = primitive.sets_key_alone, primitive.mode
    file_names = {n: f"NIST's LWC_{n.upper()}_KAT_*.txt" for n in ("aead", "hash", "mac")}.get(mode)
    hints = [f"put {file_names} into the folder"] if file_names else []
    hints += ["put SUPERCOP's checksumsmall next to its implementations"] if mode in SUPERCOP_MODES and not alone else []
    hints += ["pass vectors (--vectors FILE.json)"]
    names = ROUND_KEYS if alone else dict.fromkeys(c for c, m in known().values() if m == mode)
    return (
        f"there is no reference for {primitive.cipher} {'key setup' if alone else mode}, and unverified code is not "
        f"measured: {', '.join(hints)} or a Python model (--model FILE.py, which defines {wanted(primitive)})"
        + (f"; if it is a cipher of the library: --cipher NAME, one of {', '.join(names)}" if names else "")
    )


def wanted(primitive: CalledPrimitive) -> str:
    """The function that a model must define."""
    return MODEL_FUNCTIONS.get("key" if primitive.sets_key_alone else primitive.mode, MODEL_FUNCTIONS["aead"])


# Key schedules, the only output of key setup alone


def swapped(data: bytes, size: int = 4) -> bytes:
    """Big-endian words, as stored on a little-endian machine."""
    return b"".join(data[i : i + size][::-1] for i in range(0, len(data), size))


def aes_schedule(key: bytes) -> bytes:
    return b"".join(aes.round_keys(key))


def aria_schedule(key: bytes) -> bytes:
    return b"".join(x.to_bytes(16, "big") for x in aria.round_keys(key))


def lea_schedule(key: bytes) -> bytes:
    return b"".join(x.to_bytes(4, "little") for words in lea.round_keys(key) for x in words)


def lea_schedule_of_four(key: bytes) -> bytes:
    """LEA-128 without the repeated words of each round."""
    return b"".join(x.to_bytes(4, "little") for w in lea.round_keys(key) for x in (w[0], w[1], w[2], w[4]))


BYTES, WORDS = "bytes in the standard's order", "32-bit words"
ROUND_KEYS: dict[str, dict[str, Callable[[bytes], bytes]]] = {
    **{f"aes-{n}": {BYTES: aes_schedule, WORDS: lambda key: swapped(aes_schedule(key))} for n in (128, 192, 256)},
    **{f"aria-{n}": {BYTES: aria_schedule, WORDS: lambda key: swapped(aria_schedule(key))} for n in (128, 192, 256)},
    **{f"lea-{n}": {"six words a round": lea_schedule} for n in (128, 192, 256)},
}
ROUND_KEYS["lea-128"]["four words a round"] = lea_schedule_of_four


def schedules(primitive: CalledPrimitive) -> list[Expected]:
    """The round keys of a library cipher, from its model, in the formats that programs use."""
    name, references = primitive.cipher, []
    if name in ROUND_KEYS and primitive.key == int(name.rpartition("-")[2]) // 8:
        for form, function in ROUND_KEYS[name].items():
            source = f"the round keys of {name} from its model, stored as {form}"
            references.append(Expected(tuple(drawn(function, primitive)), checksum(function, primitive), source))
    return references


def checksum_of(primitive: CalledPrimitive) -> str | None:
    """By the library's model, if its sizes match the code."""
    name = f"{primitive.cipher} {primitive.mode}"
    if primitive.mode not in ("block", "permutation"):
        m = algorithms.MESSAGES.get(name)
        sizes = (m.key_bytes, m.nonce_bytes, m.tag_bytes, m.unit) if m else ()
        if sizes != (*primitive.sizes("key", "nonce", "tag").values(), 1):
            return None
    return checksums().get(name)


def checked(vectors: list[Vector], file: Path, primitive: CalledPrimitive) -> tuple[Vector, ...]:
    """The vectors with the sizes of the code; an error if there are none, or if one is malformed."""
    matching = [v for v in vectors if sizes_in(v, primitive) == sizes_of(primitive)]
    if not matching:
        needed = ", ".join(f"{n} {size}" for n, size in sizes_of(primitive).items())
        actual = ", ".join(f"{n} {size}" for n, size in sizes_in(vectors[0], primitive).items()) if vectors else ""
        raise LabError(
            f"{file} has no vectors with the sizes of the code"
            + (f" ({needed}): vector {vectors[0].id or 1} has {actual}" if vectors else "")
        )
    for number, vector in enumerate(matching, 1):
        if why := fault(vector, primitive):
            raise LabError(f"{file}: vector {vector.id or number}: {why}; vectors/README.md has the schema")
    if len({len(v.schedule) for v in matching}) > 1:
        raise LabError(f"{file}: its schedules have different sizes")
    return tuple(matching)


def sizes_of(primitive: CalledPrimitive) -> dict[str, int]:
    """The sizes that a vector of the code has."""
    names = {"permutation": (), "block": ("key",), "core": ("key",), "hash": ("tag",), "mac": ("key", "tag")}
    return primitive.sizes(*names.get(primitive.mode, ("key", "nonce", "tag")))


def sizes_in(vector: Vector, primitive: CalledPrimitive) -> dict[str, int]:
    return {n: len(vector.mark if n == "tag" else getattr(vector, n)) for n in sizes_of(primitive)}


def fault(vector: Vector, primitive: CalledPrimitive) -> str:
    """Why a vector is malformed; empty if it is not."""
    mode, text, sizes = primitive.mode, len(vector.plaintext), {}
    if primitive.sets_key_alone:
        sizes = {"schedule": len(vector.schedule) or primitive.schedule}
    elif mode == "permutation":
        sizes = {"input": primitive.state, "output": primitive.state}
    elif mode == "core":
        sizes = {"plaintext": primitive.block, "ciphertext": primitive.output}
    elif mode == "block":
        sizes = dict.fromkeys(("plaintext", "ciphertext"), max(text - text % primitive.block, primitive.block))
    elif mode not in ("hash", "mac", "cmac") and vector.result != "invalid":
        sizes = {"ciphertext": text}
    for name, size in sizes.items():
        if (actual := len(getattr(vector, name))) != size:
            return f"its {name} has {actual} bytes instead of {size}" if actual else f"it lacks {name}"
    return ""


def of_file(file: Path, primitive: CalledPrimitive) -> list[Vector]:
    """A file of NIST's competition, FELICS's test_vectors.c, or JSON of the schema of vectors/README.md."""
    if not file.exists():
        raise LabError(f"{file} {missing_reason(file)}")
    if file.suffix == ".c":
        return of_felics(file, primitive)
    if file.suffix == ".txt":
        return of_kat(file, primitive)
    try:
        document = parse.from_json(text_of(file, "utf-8-sig"))
        listed = document["vectors"]
    except (ValueError, KeyError, TypeError) as error:
        raise LabError(f"{file} is not a JSON file of vectors: {error}; vectors/README.md has the schema") from error
    if document.get("schema") != SCHEMA:
        raise LabError(f'{file} lacks "schema": {SCHEMA}; vectors/README.md has the schema')
    if not isinstance(listed, list) or not all(isinstance(v, dict) for v in listed):
        raise LabError(f"{file}: vectors is not a list of objects; vectors/README.md has the schema")
    matching = [v for v in listed if (v.get("cipher"), v.get("mode")) == (primitive.cipher, primitive.mode)]
    if listed and not matching:
        names = ", ".join(dict.fromkeys(f"{v.get('cipher')} {v.get('mode')}" for v in listed))
        raise LabError(f"{file} has no vectors of {primitive.cipher} {primitive.mode}, only of {names}")
    return [vector_in(file, v, number) for number, v in enumerate(matching, 1)]


def vector_in(file: Path, values: dict[str, Any], number: int) -> Vector:
    try:
        return Vector.of(values)
    except ValueError as error:
        name = values.get("id", number)
        raise LabError(f"{file}: vector {name}: {error}; vectors/README.md has the schema") from error


def text_of(file: Path, encoding: str) -> str:
    try:
        return file.read_text(encoding)
    except OSError as error:
        raise LabError(f"{file} cannot be read: {error.strerror}") from error


def of_kat(file: Path, primitive: CalledPrimitive) -> list[Vector]:
    """Blocks of `Name = HEX` in the format of NIST's lightweight competition; the tag is the end of CT."""
    vectors: list[Vector] = []
    mode = primitive.mode
    for block in re.split(r"\n\s*\n", text_of(file, "latin-1").removeprefix(BYTE_ORDER_MARK).replace("\r", "")):
        values = dict(re.findall(r"^(\w+)\s*=\s*([0-9A-Fa-f]*)\s*$", block, re.M))
        key, nonce, message = (values.get(n, "") for n in ("Key", "Nonce", "Msg"))
        if mode == "hash" and "MD" in values and not values.get("Z"):
            fields = {"message": message, "digest": values["MD"]}
        elif mode == "mac" and {"Key", "Tag"} <= set(values):
            fields = {"key": key, "nonce": nonce, "message": message, "tag": values["Tag"]}
        elif mode not in ("hash", "mac") and {"Key", "CT"} <= set(values):
            end = len(values["CT"]) - 2 * primitive.tag
            fields = {"key": key, "nonce": nonce, "ad": values.get("AD", ""), "plaintext": values.get("PT", "")}
            fields |= {"ciphertext": values["CT"][:end], "tag": values["CT"][end:]}
        else:
            continue
        name = {"id": values.get("Count", "?"), "cipher": primitive.cipher, "mode": mode}
        vectors.append(vector_in(file, name | fields, len(vectors) + 1))
    return [v for v in vectors if sizes_in(v, primitive) == sizes_of(primitive)]


def of_felics(file: Path, primitive: CalledPrimitive) -> list[Vector]:
    """Arrays such as `expectedKey[KEY_SIZE] = {0x00, ...}`: one vector of a block cipher."""
    arrays = re.findall(r"\bexpected(\w+)\s*\[[^]]*\]\s*=\s*\{([^}]*)\}", code_of(file))
    values: dict[str, Any] = {name.lower(): bytes(int(x, 0) for x in re.findall(r"\w+", text)) for name, text in arrays}
    if set(values) != {"key", "plaintext", "ciphertext"}:
        raise LabError(f"{file} does not define expectedKey, expectedPlaintext and expectedCiphertext")
    return [Vector(primitive.cipher, primitive.mode, "1", **values)]


# A model in Python


class ModelTimeout(BaseException):
    """A timeout that a model's own exception handlers do not catch."""


@contextmanager
def in_time(file: Path) -> Iterator[None]:
    """Stops a model that hangs; repeatedly, in case it catches that."""

    def late(*_: object) -> None:
        raise ModelTimeout

    handler, timer = signal.signal(signal.SIGALRM, late), signal.setitimer(signal.ITIMER_REAL, MODEL_SECONDS, 1)
    try:
        yield
    except ModelTimeout:
        why = f"timed out after {MODEL_SECONDS:g} s; a model has to answer some thirty short messages in that time"
        raise LabError(f"{file} {why}") from None
    finally:
        signal.setitimer(signal.ITIMER_REAL, *timer)
        signal.signal(signal.SIGALRM, handler)


def of_model(file: Path, primitive: CalledPrimitive) -> Expected:
    """Vectors of many lengths, and the checksum of the gate's random messages."""
    with in_time(file):
        function = getattr(loaded(file), wanted(primitive).partition("(")[0], None)
        if not callable(function):
            raise LabError(f"{file} must define {wanted(primitive)}")
        try:
            vectors, of_random = drawn(function, primitive), checksum(function, primitive)
        except (Exception, SystemExit) as error:  # raised by the user's code
            problem = f"{type(error).__name__}: {error}"
            raise LabError(f"{file}: {problem}; it must define {wanted(primitive)}, with all values bytes") from error
        if why := next(filter(None, (wrong_size(vector, primitive) for vector in vectors)), ""):
            raise LabError(f"{file}: {why}; it must define {wanted(primitive)}")
        return Expected(tuple(vectors), of_random, f"{file.name}, a Python model", (file,))


def wrong_size(vector: Vector, primitive: CalledPrimitive) -> str:
    """The model's output for a vector has another size than the code's."""
    actual = sizes_in(vector, primitive).get("tag", 0)
    if "tag" in sizes_of(primitive) and actual != primitive.tag:
        return f"it gives {actual} bytes instead of {primitive.tag}"
    why = fault(vector, primitive)
    return f"of what it gives, {why}" if why else ""


def loaded(file: Path) -> ModuleType:
    specification = importlib.util.spec_from_file_location("narae_model", file)
    if not file.exists():
        raise LabError(f"{file} {missing_reason(file)}")
    if specification is None or specification.loader is None:
        raise LabError(f"{file} is not a Python file: its name must end in .py")
    module = importlib.util.module_from_spec(specification)
    try:
        specification.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        raise LabError(f"{file}: {type(error).__name__}: {error}") from error
    return module


def arguments(primitive: CalledPrimitive, draw: Callable[[int], bytes], bytes_: int, ad_bytes: int) -> dict[str, bytes]:
    """In the gate's order of generation, which is that of a model's parameters."""
    mode = primitive.mode
    if mode == "permutation":
        return {"input": draw(primitive.state)}
    key, nonce = draw(primitive.key), draw(primitive.nonce or 0)
    if primitive.sets_key_alone:
        return {"key": key}
    if mode in ("block", "core"):
        return {"key": key, "plaintext": draw(primitive.block)}
    ad, text = draw(ad_bytes if mode == "aead" else 0), draw(bytes_)
    if mode == "hash":
        return {"message": text}
    if mode == "mac":
        return {"key": key, "message": text}
    return {"key": key, "nonce": nonce} | ({"ad": ad} if mode == "aead" else {}) | {"plaintext": text}


def drawn(
    function: Callable[..., Any], primitive: CalledPrimitive, draw: Callable[[int], bytes] | None = None
) -> list[Vector]:
    """Vectors of a function for random inputs."""
    draw, mode, vectors = draw or random.Random("narae").randbytes, primitive.mode, []
    output = {"permutation": "output", "block": "ciphertext", "core": "ciphertext", "hash": "digest", "mac": "tag"}
    for number, size in enumerate(LENGTHS):
        given: dict[str, Any] = arguments(primitive, draw, size, 3 * number % 30)
        out = bytes(memoryview(function(*given.values())))
        outputs: dict[str, Any]
        if primitive.sets_key_alone:
            outputs = {"schedule": out}
        elif mode in output:
            outputs = {output[mode]: out}
        else:
            end = len(out) - primitive.tag
            outputs = {"ciphertext": out[:end], "tag": out[end:]}
        vectors.append(Vector(primitive.cipher, mode, f"{number + 1}", **given, **outputs))
    return vectors


def checksum(function: Callable[..., Any], primitive: CalledPrimitive) -> str:
    """The gate's checksum over the same random messages."""
    stream, value = Stream(1), FNV_START
    for i in range(16):
        if primitive.mode in ("block", "core") and not primitive.sets_key_alone:
            key = stream.bytes(primitive.key)
            outs = [function(key, block) for block in [stream.bytes(primitive.block) for _ in range(i % 4)]]
        else:
            outs = [function(*arguments(primitive, stream.bytes, 5 * i + i % 3, 7 * i % 24).values())]
        for out in outs:
            value = fold(value, out)
    return f"{value:08x}"
