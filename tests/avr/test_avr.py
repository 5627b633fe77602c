# SPDX-License-Identifier: MIT
"""Each primitive alone on the simulated Uno: its vectors, also in place, and its cost in flash and stack."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from elftools.elf.elffile import ELFFile

from lab.build import vectors
from lab.paths import BUILD, ROOT
from lab.plan.board import load_board
from lab.plan.implementations import discover
from lab.plan.vector import Vector
from lab.sims.avr import run_simavr
from tests.tools import board_objects, call, compile_all, library_sources, needed

HERE = Path(__file__).parent
BOARD = load_board("uno")
FOLDER = BUILD / "avr-alone"
MAX_BYTES, MEMORY_BYTES = 100, 400  # of check.h and main.c
BLOCK_CIPHERS = {i.cipher: i for i in discover() if i.in_library and i.mode == "block"}
DESCRIPTOR = 28  # bytes of a block cipher's descriptor and name
MAX_STACK = 660  # of 2048 bytes of RAM, the largest context and a message included


@dataclass(frozen=True)
class Alone:
    """A program: a source in this folder, its macros, and the cipher and mode of its vectors."""

    source: str
    cipher: str
    mode: str
    defines: dict[str, object] = field(default_factory=dict)

    @property
    def name(self) -> str:
        return f"{self.cipher} {self.mode}"


def block_cipher(cipher: str) -> dict[str, object]:
    i = BLOCK_CIPHERS[cipher]
    schedule = i.define["BENCH_SCHEDULE_BYTES"]
    return {
        "HEADER": f'"{i.header}"',
        "CIPHER": i.define["BENCH_DESCRIPTOR"],
        "SCHEDULE_BYTES": schedule,
        "NARAE_MODE_SCHEDULE_BYTES": schedule,
    }


def with_block_cipher(source: str, mode: str, *ciphers: str, **defines) -> list[Alone]:
    return [Alone(source, cipher, mode, block_cipher(cipher) | defines) for cipher in ciphers]


PROGRAMS = [
    *with_block_cipher("block", "block", *BLOCK_CIPHERS),
    *with_block_cipher("ctr", "ctr", "aes-128", "lea-128"),
    *with_block_cipher("cbc", "cbc-pkcs7", "aes-128", "aria-128"),
    *with_block_cipher("cmac", "cmac", "aes-128", "aria-128"),
    *with_block_cipher("block_aead", "gcm", "aes-128", "aria-128", MODE="narae_gcm"),
    *with_block_cipher("block_aead", "ccm", "aes-128", "aria-128", MODE="narae_ccm"),
    *(Alone("chacha", f"chacha{n}", "stream", {"ROUNDS": n}) for n in (20, 12, 8)),
    Alone("poly1305", "poly1305", "poly1305"),
    Alone("chacha20_poly1305", "chacha20-poly1305", "aead"),
    Alone("keccak", "keccak-f1600", "permutation"),
    *(Alone("hash", f"sha3-{n}", "hash", {"HASH": f"narae_sha3_{n}_message"}) for n in (224, 256, 384, 512)),
    *(Alone("hash", f"lsh-256-{n}", "hash", {"HASH": f"narae_lsh256_{n}_message"}) for n in (224, 256)),
    *(Alone("hash", f"lsh-512-{n}", "hash", {"HASH": f"narae_lsh512_{n}_message"}) for n in (224, 256, 384, 512)),
    *(Alone("hash", f"shake{n}", "hash", {"XOF": f"narae_shake{n}_message"}) for n in (128, 256)),
    Alone("ascon_aead", "ascon-aead128", "aead", {"PREFIX": "narae_ascon_aead128"}),
    Alone("hash", "ascon-hash256", "hash", {"HASH": "narae_ascon_hash256_message"}),
    Alone("hash", "ascon-xof128", "hash", {"XOF": "narae_ascon_xof128_message"}),
]


def fields(v: Vector) -> list[bytes]:
    """key, nonce, ad, plaintext, ciphertext and tag, for check.h; the counter of a stream is in ad."""
    ad = bytes([v.counter]) if v.mode == "stream" else v.ad
    return [v.key, v.nonce, ad, v.text or v.input, v.ciphertext or v.digest or v.output, v.tag]


def fits(v: Vector, program: Alone) -> bool:
    if (v.cipher, v.mode) != (program.cipher, program.mode) or v.result:
        return False
    if v.counter > 255 or len(v.tag) not in (0, 16):
        return False
    *_, plaintext, ciphertext, _ = sizes = [len(f) for f in fields(v)]
    longest = 200 if program.mode == "permutation" else MAX_BYTES
    return 5 <= plaintext <= longest and ciphertext <= longest and sum(sizes) <= MEMORY_BYTES


def chosen(program: Alone) -> list[list[bytes]]:
    """The shortest, the middle and the longest message that fits the chip."""
    every = [v for f in sorted((ROOT / "vectors").iterdir()) if f.is_dir() for v in vectors.load(f.name)]
    fitting = sorted((fields(v) for v in every if fits(v, program)), key=lambda f: len(f[3]))
    assert fitting, f"no vector of {program.name} fits"
    return [fitting[i] for i in sorted({0, len(fitting) // 2, len(fitting) - 1})]


def header(table: list[list[bytes]]) -> str:
    rows = [", ".join(str(b) for f in v for b in (len(f), *f)) for v in table]
    return f"#define VECTORS {len(table)}\nstatic const uint8_t vector_data[] PROGMEM = {{{', '.join(rows)}}};\n"


def link(program: Alone, table: list[list[bytes]]) -> Path:
    folder = FOLDER / re.sub(r"\W", "-", program.name)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "vectors.h").write_text(header(table))
    defines = [f"-D{name}={value}" for name, value in program.defines.items()]
    flags = [*BOARD.flags, "-Wall", "-Wextra", *defines, f"-I{folder}", f"-I{HERE}", f"-I{ROOT / 'lab/bench'}"]
    own = compile_all(BOARD.compiler, flags, [HERE / "main.c", HERE / f"{program.source}.c"], folder)
    elf = folder / "program.elf"
    board = board_objects(BOARD)
    library = needed(BOARD.compiler, BOARD.flags, [*own, *board], library_sources("avr"))
    call([BOARD.compiler, *BOARD.flags, *own, *library, *board, "-Wl,--gc-sections", "-o", elf])
    return elf


@dataclass(frozen=True)
class Cost:
    flash: int  # code, constants and initial values, without the table of vectors
    data: int  # of them in RAM: on AVR constants too, unless they are placed in flash


def cost(elf: Path) -> Cost:
    with elf.open("rb") as stream:
        image = ELFFile(stream)
        text, data = (image.get_section_by_name(n)["sh_size"] for n in (".text", ".data"))
        (table,) = image.get_section_by_name(".symtab").get_symbol_by_name("vector_data")
        return Cost(text + data - table["st_size"], data)


@pytest.fixture(scope="module")
def firmware() -> Cost:
    """The cost of a program without a check."""
    return cost(link(Alone("empty", "empty", "firmware"), [[b""] * 6]))


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda p: p.name.replace(" ", "-"))
def test_alone_on_the_uno(firmware, note, program):
    table = chosen(program)
    elf = link(program, table)
    run = run_simavr(elf)
    assert (run.end, run.exit_status) == ("exit", 0), f"{HERE / program.source}.c: {run.uart} {run.reason}"
    results = dict(line.split() for line in run.uart.splitlines())
    assert int(results["vectors"]) == len(table)
    assert int(results["stack"]) <= MAX_STACK
    flash, data = cost(elf).flash - firmware.flash, cost(elf).data - firmware.data
    assert data <= DESCRIPTOR, "constants of the library lie in RAM"
    note(f"uno: {program.name}: {results['vectors']} vectors, flash {flash}, stack {results['stack']} bytes")
