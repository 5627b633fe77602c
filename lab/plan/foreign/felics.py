# SPDX-License-Identifier: MIT
"""Folders of FELICS: a block cipher, with its sizes in constants.h and the functions of a shared cipher.h."""

from __future__ import annotations

import os
import re
from pathlib import Path

from .description import PREFIX, Called, CalledPrimitive, Functions, Recognized
from .known import known_block_ciphers
from .sources import integer, macros_of, text_of


def of_felics(folder: Path, requested: Functions) -> Recognized | None:
    """A block cipher: its sizes in constants.h, the functions in the cipher.h that all of them share."""
    constants_folder = next((d for d in (folder / "source", folder) if (d / "constants.h").is_file()), None)
    shared = next((d / "common" for d in folder.parents[:3] if (d / "common/cipher.h").is_file()), None)
    if not constants_folder or not shared:
        return None
    rotations = (d / "common/source/rotations" for d in folder.parents[:5])
    macros = macros_of(text_of(constants_folder / "constants.h"))
    key, block, schedule = (integer(macros.get(f"{n}_SIZE", ""), macros) for n in ("KEY", "BLOCK", "ROUND_KEYS"))
    if not key or not block or not schedule:
        return None
    alike = [c for c, i in known_block_ciphers().items() if (i.key_bytes, i.block_bytes) == (key, block)]
    name = re.sub(r"_v\d+$", "", folder.name).lower().replace("_", "-")
    of_library = next((c for c in alike if c.split("-")[0] == name.split("-")[0]), None)
    cipher = requested.cipher or of_library or name
    set_key, set_decrypt_key = (
        f"Run{direction}KeySchedule((uint8_t *)key, (uint8_t *)schedule)" for direction in ("Encryption", "Decryption")
    )
    called = Called(
        kernel=f"{PREFIX}{folder.name}",
        header="cipher.h",
        include=[os.path.relpath(d, folder) for d in (constants_folder, shared, *filter(Path.is_dir, rotations))],
        cflags=["-include", "felics.h"],
        alignment=16,
        vectors=[] if cipher in alike else [(constants_folder / "test_vectors.c").relative_to(folder).as_posix()],
        primitive=[
            CalledPrimitive(
                cipher=cipher,
                mode="block",
                key=key,
                block=block,
                schedule=schedule,
                call={
                    "set_key": set_key,
                    "set_decrypt_key": f"({set_key}, {set_decrypt_key})",
                    "encrypt": "(memcpy(out, in, bytes), Encrypt(out, (uint8_t *)schedule))",
                    "decrypt": "(memcpy(out, in, bytes), Decrypt(out, (uint8_t *)schedule))",
                },
            )
        ],
    )
    why = [
        f"constants.h defines KEY_SIZE, BLOCK_SIZE, ROUND_KEYS_SIZE: {key}, {block}, {schedule}",
        f"the folder name {folder.name} means {cipher}" if cipher in alike else f"the library has no cipher {cipher}",
    ]
    return Recognized(folder, "FELICS, block cipher", why, called)
