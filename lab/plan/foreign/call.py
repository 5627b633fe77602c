# SPDX-License-Identifier: MIT
"""A user's code as implementations to measure."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path

from ...errors import LabError
from ..implementations import PAGE, Foreign, Implementation, load
from ..names import hint
from .description import CALL_NAMES, DESCRIPTION, NEEDED, Called, CalledPrimitive, Expected, Recognized
from .known import library_of
from .sources import sources_of


def implementations(
    recognized: Recognized, expected_of: Callable[[CalledPrimitive], Expected] = lambda _: Expected()
) -> list[Implementation]:
    """The implementations to measure; `expected_of` gives the reference of each primitive."""
    called, folder = recognized.called, recognized.folder
    if called is None:
        return [replace(i, user_code=True, kernel=recognized.name) for i in load(folder)]
    sources, _ = sources_of(folder, called.sources)
    return [of_calls(recognized, called, p, tuple(sources), expected_of(p)) for p in called.primitive]


def where_it_runs(recognized: Recognized, answers: Iterable[Implementation]) -> list[Implementation]:
    """Limits them to targets that their assembly or headers are for, unless targets are named."""
    return [replace(i, targets=i.targets or recognized.targets) for i in answers]


def of_calls(
    recognized: Recognized, called: Called, primitive: CalledPrimitive, sources: tuple[Path, ...], expected: Expected
) -> Implementation:
    file = recognized.folder / DESCRIPTION
    kind = kind_of(file, primitive)
    if called.alignment not in (1, 2, 4, 8, 16):
        raise LabError(f"{file}: alignment is {called.alignment}; use 1, 2, 4, 8 or 16 bytes")
    library, calls = library_of(primitive.cipher, primitive.mode), primitive.call
    for function, call in calls.items():
        if hit := re.search(rf"\b({'|'.join(CALL_NAMES[kind][function])})\s*\(", call):
            raise LabError(f"{file}: call.{function}: `{hit[1]}` is the name of an argument there: rename the function")
    define = {f"CALL_{w.upper()}({', '.join(CALL_NAMES[kind][w])})": expression(w, c) for w, c in calls.items()}
    define |= {name: str(value) for name, value in sizes_in_c(kind, primitive, expected).items()}
    blocks: tuple[int, ...] = ()
    if kind == "block":
        any_number = re.search(r"\b(blocks|bytes)\b", re.sub(r"memcpy\([^()]*\)", "", calls["encrypt"]))
        blocks = tuple(primitive.blocks)
        unit = 0 if any_number else max(blocks, default=1)
        blocks = blocks if any_number else (unit,)
        size = primitive.block  # a copy of a fixed size is inlined, as in a program that knows it
        number = str(unit * size) if unit else f"((blocks) * {size})"
        define = {k: re.sub(r"\bbytes\b", number, v) for k, v in define.items()}
        define["CALL_BLOCKS"] = str(unit)
    header = recognized.folder / called.header
    return Implementation(
        cipher=primitive.cipher,
        mode=primitive.mode,
        kernel=recognized.name,
        kind=f"called_{kind}",
        folder=recognized.folder,
        header=str(header) if header.exists() else called.header,
        vector_folders=library.vector_folders if library else (),
        vector_name=library.vector_name if library else (primitive.cipher, primitive.mode),
        key_bytes=primitive.key,
        block_bytes=primitive.block,
        define=define,
        cflags=tuple(called.cflags),
        only={n: [size] for n, size in primitive.sizes("nonce", "tag").items()} if kind == "message" else {},
        targets=tuple(called.targets),
        user_code=True,
        foreign=Foreign(
            files=sources,
            includes=tuple((recognized.folder / d).resolve() for d in called.include),
            alignment=called.alignment,
            blocks=blocks,
            vectors=expected.vectors,
            checksum=expected.checksum,
        ),
    )


def kind_of(file: Path, primitive: CalledPrimitive) -> str:
    """Which lab/bench/kind_called_*.c measures it; an error if a field that it needs is missing."""
    mode, calls = primitive.mode, primitive.call
    if split := hint(primitive.cipher, also_estimated=False):
        raise LabError(f"{file}: {split}" if file.exists() else split)
    for name in NEEDED[mode]:
        if primitive.lacks(name):
            raise LabError(f"{file}: [[primitive]] lacks {name}; {PAGE} lists the fields")
    kind = {"block": "block", "core": "block", "permutation": "permutation"}.get(mode, "message")
    if unknown := sorted(set(calls) - set(CALL_NAMES[kind])):
        raise LabError(f"{file}: call.{unknown[0]} is unknown for a {kind}; use {', '.join(CALL_NAMES[kind])}")
    if primitive.sets_key_alone:
        return "key"
    first = {"block": "encrypt", "permutation": "permute"}.get(kind, "seal")
    if first not in calls:
        raise LabError(f"{file}: call.{first} is missing; it is required to measure")
    return kind


def sizes_in_c(kind: str, primitive: CalledPrimitive, expected: Expected) -> dict[str, str | int]:
    if kind == "permutation":
        return {"BENCH_STATE_BYTES": primitive.state}
    if kind == "key":
        compared = {len(v.schedule) for v in expected.vectors or ()}
        return {"CALL_SCHEDULE_BYTES": primitive.schedule, "CALL_COMPARED_BYTES": max(compared, default=0)}
    if kind == "block":
        out = {"CALL_OUT_BYTES": primitive.output} if primitive.output else {}
        return {"CALL_SCHEDULE_BYTES": primitive.schedule} | out
    return {
        **{f"CALL_{n.upper()}_BYTES": size for n, size in primitive.sizes("key", "nonce", "tag").items()},
        "CALL_TEXT": int(primitive.mode not in ("hash", "mac", "cmac")),
        "CALL_WRITTEN": primitive.length or "unsigned long long",
        **{
            f"CALL_{function.upper()}_WRITES": int(returns_length(primitive, function)) for function in ("seal", "open")
        },
        "CALL_OPEN_SPARE": primitive.tag if opens_as_in_supercop(primitive) else 0,
    }


def returns_length(primitive: CalledPrimitive, function: str) -> bool:
    """Does it return the length of its whole output?  With a separate pointer for the tag the tag may not be
    included."""
    call = primitive.call.get(function, "")
    return bool(re.search(r"\bwritten\b", call)) and (function == "open" or not re.search(r"\bsealed\s*\+", call))


def opens_as_in_supercop(primitive: CalledPrimitive) -> bool:
    """As in SUPERCOP's try.c, where the text has space for all that was sealed if the length is returned."""
    call = primitive.call.get("open", "")
    return all(re.search(rf"\b{word}\b", call) for word in ("written", "sealed_bytes"))


def expression(function: str, call: str) -> str:
    """As C: the value of `open` is the result of the tag check; other values are ignored."""
    return f"({call})" if function == "open" else f"((void)({call}))"
