# SPDX-License-Identifier: MIT
"""Functions that the command line names and a header declares."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from ...errors import LabError
from ..prototypes import (
    KEPT,
    RETURNED,
    Sizes,
    array_bytes,
    blocks_of,
    crypt_call,
    decryption_setup_of,
    message_call,
    returns_number,
    rounds_of,
    schedule_bytes,
    set_key_call,
    words_of,
)
from ..readings import Choice, readings
from .description import NEEDED, PREFIX, Called, CalledPrimitive, Functions, Recognized
from .known import known, known_block_ciphers
from .sources import OTHER_LANGUAGES, SOURCES, kat_files, text_of

BIG_ENDIAN = "big-endian order"
LARGE_SCHEDULE = 1024  # bytes, until a run of key setup shows how many it writes
MAX_BLOCKS = 8  # of a file of vectors, searched for the first vector


def of_functions(folder: Path, requested: Functions) -> Recognized:
    """Of a block cipher."""
    file = declaring(folder, requested, known_block_ciphers())
    text = text_of(file)
    library = known_block_ciphers().get(requested.cipher)
    key = requested.key_bytes or (library.key_bytes if library else 0)
    block = requested.block_bytes or (library.block_bytes if library else 0)
    if not key or not block:
        raise LabError(f"the library has no block cipher {requested.cipher}: add --key-bytes N and --block-bytes N")
    if requested.decrypt and not requested.encrypt:
        raise LabError("decryption is checked against encryption: add --encrypt")
    blocks = requested.blocks or blocks_of(text, file.name, requested.encrypt, block)
    several = [blocks] if blocks > 1 else []

    def primitive(choose: Choice) -> CalledPrimitive:
        calls, schedule, words = calls_of_functions(text, file.name, requested, key, choose)
        return CalledPrimitive(
            cipher=requested.cipher,
            mode="block",
            key=key,
            block=block,
            blocks=several,
            schedule=schedule,
            words=words,
            call=calls,
        )

    recognized = of_command_line(folder, requested, readings(primitive), [f"a call takes {n} blocks" for n in several])
    unsized = (LARGE_SCHEDULE, f"{KEPT} + {LARGE_SCHEDULE}")
    recognized.unsized = any(p.schedule in unsized for p, _ in recognized.readings)
    return recognized


def calls_of_functions(
    text: str, header: str, requested: Functions, key: int, choose: Choice
) -> tuple[dict[str, str], int | str, int]:
    """How the functions of a block cipher are called, and the sizes of the schedule and of words."""
    schedule, calls, set_key = "", {}, requested.set_key
    sizes = Sizes(key, rounds_of(requested.cipher, key), bool(set_key) and returns_number(text, set_key))
    if set_key:
        calls["set_key"], schedule = set_key_call(text, header, set_key, sizes, choose)
        other = decryption_setup_of(text, set_key) if requested.decrypt else ""
        if other and choose("schedule of decryption by", other, set_key) == other:
            calls["set_decrypt_key"], _ = set_key_call(text, header, other, sizes, choose)
    for function, name in (("encrypt", requested.encrypt), ("decrypt", requested.decrypt)):
        if name:
            calls[function] = crypt_call(text, header, name, function, schedule, sizes, choose)
    size = requested.schedule or schedule_bytes(schedule) or LARGE_SCHEDULE
    if any(RETURNED in call for call in calls.values()):
        size = f"{KEPT} + {size}"
        calls = {w: call.replace("*)schedule", f"*)(schedule + {KEPT})") for w, call in calls.items()}
        calls = {w: call.replace(RETURNED, "*(int *)schedule") for w, call in calls.items()}
        setups = [function for function in calls if "key" in function]
        calls |= {function: f"*(int *)schedule = {calls[function]}" for function in setups}
    bits = words_of(calls) if requested.encrypt else 0
    swapped = bits and choose(f"words of {bits} bits in", "the machine's order", BIG_ENDIAN) == BIG_ENDIAN
    return calls, size if set_key else 1, bits // 8 if swapped else 0


def of_messages(folder: Path, requested: Functions) -> Recognized:
    """Of an AEAD, a stream cipher, a hash or a MAC."""
    ciphers = {cipher for cipher, mode in known().values() if mode not in ("block", "permutation")}
    file, mode = declaring(folder, requested, ciphers), requested.mode
    messages = [m for m, needed in NEEDED.items() if "block" not in needed and "state" not in needed]
    if mode not in messages:
        raise LabError(f"--seal is not for mode {mode or 'NAME'}: add --mode with one of {', '.join(messages)}")
    text = text_of(file)
    files = [v for v in [requested.vectors] if v and v.suffix == ".txt" and v.is_file()] or kat_files(folder)
    known_sizes = sizes_of_kat(files, mode) | requested.usual | array_bytes(text, file.name, requested.seal)
    sizes: dict[str, Any] = {
        name: getattr(requested, f"{name}_bytes") or known_sizes.get(name, 0) for name in NEEDED[mode]
    }
    if missing := [name for name, size in sizes.items() if not size]:
        raise LabError(
            f"the lab does not know the {missing[0]} of {requested.cipher} {mode}: add --{missing[0]}-bytes N"
        )
    functions = {function: name for function, name in (("seal", requested.seal), ("open", requested.open)) if name}

    def primitive(choose: Choice) -> CalledPrimitive:
        calls = {w: message_call(text, file.name, name, w, sizes, choose) for w, name in functions.items()}
        return CalledPrimitive(
            cipher=requested.cipher,
            mode=mode,
            length=next((length for _, length in calls.values() if length), ""),
            call={function: call for function, (call, _) in calls.items()},
            **sizes,
        )

    why = [", ".join(f"{name} of {size} bytes" for name, size in sizes.items())]
    return of_command_line(folder, requested, readings(primitive), why)


def sizes_of_kat(files: list[Path], mode: str) -> dict[str, int]:
    """The sizes of key, nonce and tag in the first vector of such files; for an AEAD the tag is the excess of the
    ciphertext."""
    for file in files:
        for block in re.split(r"\n\s*\n", text_of(file).replace("\r", ""), maxsplit=MAX_BLOCKS)[:MAX_BLOCKS]:
            vector = re.findall(r"^(\w+)[ \t]*=[ \t]*([0-9A-Fa-f]*)", block, re.MULTILINE)
            size = {name: len(value) // 2 for name, value in vector}
            if mode == "aead" and {"Key", "Nonce", "PT", "CT"} <= set(size):
                return {"key": size["Key"], "nonce": size["Nonce"], "tag": size["CT"] - size["PT"]}
            if mode == "mac" and {"Key", "Tag"} <= set(size):
                return {"key": size["Key"], "tag": size["Tag"]}
            if mode == "hash" and "MD" in size:
                return {"tag": size["MD"]}
    return {}


def of_command_line(
    folder: Path, requested: Functions, every_reading: list[tuple[CalledPrimitive, str]], why: list[str]
) -> Recognized:
    primitive, reading = every_reading[0]
    called = Called(
        kernel=f"{PREFIX}{folder.name}",
        header=requested.header,
        sources=requested.source,
        include=included(folder, Path(requested.header)),
        primitive=[primitive],
    )
    layout = "functions named on the command line"
    return Recognized(folder, layout, why, called, readings=every_reading, reading=reading)


def included(folder: Path, header: Path) -> list[str]:
    """Include folders: that of a header, its parents within the user's (`crypto/lea.h` may be included from there), and
    `include`."""
    above = header.parents if not header.is_absolute() and ".." not in header.parts else [header.parent]
    extra = [Path("include")] if (folder / "include").is_dir() else []
    return [path.as_posix() for path in dict.fromkeys([*above, *extra]) if path != Path()]


def declaring(folder: Path, requested: Functions, known: Iterable[str]) -> Path:
    """The header that declares the functions; an error if it, or the cipher, is not named."""
    if not requested.header:
        raise LabError("functions require --header FILE, which declares them")
    file = folder / requested.header
    if not file.exists():
        below = [f.relative_to(folder) for f in sorted(folder.rglob(file.name))]
        raise LabError(f"{folder} does not contain {requested.header}" + (f", but {below[0]}" if below else ""))
    if file.suffix in (*SOURCES, *OTHER_LANGUAGES, ".hpp"):
        raise LabError(f"{requested.header} is no header: declare the functions in a file such as {file.stem}.h")
    if not requested.cipher:
        raise LabError(f"name what they compute with --cipher NAME; the lab knows {', '.join(sorted(known))}")
    return file
