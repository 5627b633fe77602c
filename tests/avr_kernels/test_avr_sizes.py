# SPDX-License-Identifier: MIT
"""Limits of flash and RAM of the small kernels on the Uno, by symbol in linked programs."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from lab.build import symbols
from lab.paths import ROOT
from tests.avr_kernels.firmware import BOARD, FOLDER, outcome
from tests.tools import compile_all, library_sources


@dataclass(frozen=True)
class Small:
    """A program, and the library's limits in flash and stack."""

    what: str
    header: str
    data: str
    calls: str
    flash: int
    stack: int = 400
    options: tuple[str, ...] = ("-DNARAE_SMALL",)


BLOCK = "static uint8_t key[16], block[16]; static uint32_t schedule[60];"
AEAD = "static uint8_t key[16], nonce[16], ad[9], text[33], tag[16];"

SMALL = [
    Small("lea-128 encryption", "lea", BLOCK, "narae_lea_small_encrypt_avr(schedule, block, block, 1);", 400, 64),
    Small(
        "lea-128",
        "lea",
        BLOCK,
        "const narae_block_kernels *k = narae_kernels_of(&narae_lea_small); k->set_key(schedule, key, 16);"
        "k->encrypt(schedule, block, block, 1); k->decrypt(schedule, block, block, 1);",
        940,
        64,
    ),
    Small("pipo-64/128 encryption", "pipo", BLOCK, "narae_pipo_encrypt_avr(schedule, block, block, 1);", 400, 64),
    Small("aes-128 encryption", "aes", BLOCK, "narae_aes_encrypt_avr(schedule, block, block, 1);", 900, 64),
    Small(
        "ascon-aead128",
        "ascon",
        AEAD,
        "narae_ascon_aead128_seal(text, tag, 16, key, nonce, 16, ad, 9, text, 33);"
        "if (narae_ascon_aead128_open(text, key, nonce, 16, ad, 9, text, 33, tag, 16) != 0) hal_exit(1);",
        2048,
    ),
    Small("ascon-p12", "ascon", "static uint64_t key[5];", "narae_ascon_permute(key, 12);", 512),
    Small(
        "chacha20",
        "chacha",
        "static uint8_t key[32], nonce[12], text[64];",
        "narae_chacha_crypt_message(text, text, 64, 20, key, 32, nonce, 12, 0);",
        2800,
    ),
]


@pytest.mark.parametrize("small", SMALL, ids=lambda small: small.what.replace("/", "-"))
def test_the_small_form_is_small(note, tmp_path: Path, small: Small) -> None:
    kernels = ROOT / "src" / small.header / "avr/kernels.h"
    internal = "avr/kernels.h" if kernels.exists() else f"{small.header}_internal.h"
    text = (
        f'#include "narae/descriptor.h"\n#include "narae/{small.header}.h"\n'
        f'#include "{small.header}/{internal}"\n{small.data}\n'
        f"void outputs(void) {{ (void)key; hal_begin(); {small.calls} (void)hal_end(); }}\n"
    )
    seen = outcome(text, tmp_path, small.options)
    flash, (window,) = seen.library_bytes, seen.windows
    note(f"uno, small: {small.what}: {flash} bytes of flash, {window.stack} of stack")
    assert flash < small.flash
    assert window.stack <= small.stack


def test_every_function_in_assembly_is_counted() -> None:
    """Local symbols need the name of their file, which assembly must set."""
    sources = [source for source in library_sources("avr") if source.suffix == ".S"]
    nameless = [
        f"{path.name}: {name}"
        for path in compile_all(BOARD.compiler, BOARD.flags, sources, FOLDER / "assembly")
        for file, name, *_ in symbols(path)
        if not file and not name.startswith("narae_")
    ]
    assert nameless == []
