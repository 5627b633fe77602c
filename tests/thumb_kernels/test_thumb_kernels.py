# SPDX-License-Identifier: MIT
"""The Thumb kernels, by the programs of tests/rv32_kernels: equal to the portable code for random keys, blocks, sizes
and alignments, true to the ABI, the same cycles and the same way for any key, and no slower than they claim, on the
simulated Cortex-M; and no instruction of 32 bits in them straddles two words."""

from __future__ import annotations

import re

import pytest

from lab.paths import BUILD, ROOT
from lab.plan.board import load_board
from lab.plan.implementations import VARIANTS
from lab.sims import cortexm
from tests.rv32_kernels.test_rv32_kernels import Program, block, figures, link_on_board, lsh, sha2
from tests.tools import call, compile_all, every_day, library_sources, skip_without

FOLDER = BUILD / "thumb-kernels"


# Key schedule, then nine blocks at a time.
PROGRAMS = [
    block("lea", 16, 16, (760, 4960, 5220), core="m0plus"),
    block("lea", 24, 16, (1690, 6240, 6810), core="m0plus"),
    block("lea", 32, 16, (1900, 7100, 7750), core="m0plus"),
    block("pipo", 16, 8, (1100, 5300, 5400), core="m0plus"),
    block("pipo", 32, 8, (1720, 6600, 6700), core="m0plus"),
    block("hight", 16, 8, (1690, 8620, 9000), core="m0plus"),
    block("aes", 16, 16, (7100, 23100, 26900), core="m0plus"),
    block("aes", 24, 16, (7000, 27600, 32200), core="m0plus"),
    block("aes", 32, 16, (9500, 31800, 37200), core="m0plus"),
    Program("chacha", "chacha_blocks.c", (2100,), core="m0plus"),
    Program("ghash", "ghash_blocks.c", (6150,), core="m0plus"),
    Program("ascon", "ascon_permutation.c", (1650,), core="m0plus"),
    Program("keccak", "keccak_permutation.c", (17100,), core="m0plus"),
    Program("sha256", "hash_blocks.c", (8600,), sha2(256, "v6m"), core="m0plus"),
    block("hight", 16, 8, (825, 5180, 4890), core="m4"),
    block("hight", 16, 8, (875, 5780, 5800), core="m3"),
    block("lea", 16, 16, (415, 2790, 3340), core="m4"),
    block("lea", 24, 16, (640, 3840, 4490), core="m4"),
    block("lea", 32, 16, (725, 4350, 5090), core="m4"),
    block("lea", 16, 16, (415, 2790, 3340), core="m3"),
    block("lea", 16, 16, (900, 4100, 3600), variant="small", core="m4"),
    block("lea", 32, 16, (1800, 5300, 5200), variant="small", core="m4"),
    block("pipo", 16, 8, (600, 2620, 2630), core="m4"),
    block("pipo", 32, 8, (820, 3250, 3260), core="m4"),
    block("pipo", 16, 8, (600, 2620, 2630), core="m3"),
    block("aes", 16, 16, (4050, 11400, 12900), core="m4"),
    block("aes", 24, 16, (4050, 13500, 15300), core="m4"),
    block("aes", 32, 16, (5450, 15650, 17750), core="m4"),
    block("aes", 16, 16, (4050, 11400, 12900), core="m3"),
    block("aes", 16, 16, (3550, 5550, 5570), variant="tables", core="m4"),
    block("aes", 24, 16, (4100, 6600, 6630), variant="tables", core="m4"),
    block("aes", 32, 16, (4950, 7580, 7610), variant="tables", core="m4"),
    block("aes", 16, 16, (3620, 5550, 5570), variant="tables", core="m3"),
    block("aria", 16, 16, (7300, 23250, 25350), core="m4"),
    block("aria", 24, 16, (8050, 27050, 29450), core="m4"),
    block("aria", 32, 16, (8750, 30800, 33550), core="m4"),
    block("aria", 16, 16, (7350, 23250, 25350), core="m3"),
    block("aria", 16, 16, (2240, 8080, 9280), variant="tables", core="m4"),
    block("aria", 24, 16, (2470, 9400, 10800), variant="tables", core="m4"),
    block("aria", 32, 16, (2680, 10700, 12350), variant="tables", core="m4"),
    block("aria", 16, 16, (2340, 8080, 9280), variant="tables", core="m3"),
    block("seed", 16, 16, (2945, 30150, 30150), core="m4"),
    block("seed", 16, 16, (2945, 30200, 30200), core="m3"),
    block("seed", 16, 16, (1030, 7310, 7310), variant="tables", core="m4"),
    block("seed", 16, 16, (1030, 7310, 7310), variant="tables", core="m3"),
    Program("chacha", "chacha_blocks.c", (985,), core="m4"),
    Program("chacha", "chacha_blocks.c", (985,), core="m3"),
    Program("sha256", "hash_blocks.c", (4060,), sha2(256, "v7m"), core="m4"),
    Program("sha256", "hash_blocks.c", (4060,), sha2(256, "v7m"), core="m3"),
    Program("sha512", "hash_blocks.c", (16200,), sha2(512, "v7m"), core="m4"),
    Program("sha512", "hash_blocks.c", (16200,), sha2(512, "v7m"), core="m3"),
    Program("lsh256", "hash_blocks.c", (7780,), lsh(256, "v7m"), core="m4"),
    Program("lsh256", "hash_blocks.c", (7780,), lsh(256, "v7m"), core="m3"),
    Program("lsh512", "hash_blocks.c", (22470,), lsh(512, "v7m"), core="m4"),
    Program("lsh512", "hash_blocks.c", (22470,), lsh(512, "v7m"), core="m3"),
    Program("ascon", "ascon_permutation.c", (705, 1180, 1180, 4800), core="m4"),
    Program("ascon", "ascon_permutation.c", (705, 1180, 1180, 4800), core="m3"),
    Program("ascon-masked", "ascon_masked.c", (2460, 1670, 18000), core="m4"),
    Program("ascon-masked", "ascon_masked.c", (2460, 1670, 18000), core="m3"),
    Program("ghash", "ghash_blocks.c", (1430,), core="m4"),
    Program("ghash", "ghash_blocks.c", (3000,), core="m3"),
    Program("keccak", "keccak_permutation.c", (8900,), core="m4"),
    Program("keccak", "keccak_permutation.c", (8900,), core="m3"),
    Program("poly1305", "poly1305_blocks.c", (280,), core="m4"),
    Program("poly1305", "poly1305_blocks.c", (2250,), core="m3"),
    Program("texts", "texts.c", (95, 215), core="m0plus"),
    Program("texts", "texts.c", (45, 125), core="m4"),
    Program("texts", "texts.c", (45, 130), core="m3"),
]


# A Cortex-M3 runs the code of the M4 except multiplications; other cases are the M4's.  Longer keys only with other
# schedules; the rest only has more rounds.
EVERY_DAY = [
    c
    for c in PROGRAMS
    if (c.core != "m3" or c.name in ("ghash", "poly1305", "hight-128"))
    and (not c.name.endswith(("-192", "-256")) or (c.name in ("aes-256", "lea-256") and not c.variant))
]


@pytest.mark.parametrize("program", every_day(EVERY_DAY, PROGRAMS), ids=lambda p: p.full_name)
def test_kernel_on_the_core(note, drawn, program):
    elf = link_on_board(program, load_board(program.core), FOLDER / program.full_name, drawn, "thumb")
    note(figures(program, cortexm.run(program.core, elf), drawn["KEYS"], lambda w: w.cycles))


@pytest.mark.parametrize("source", sorted((ROOT / "src").glob("*/thumb/*_v7*m.S")), ids=lambda f: f.stem)
def test_hot_code_has_no_instruction_across_words(source):
    """Three such instructions in a row may stall a Cortex-M3 or M4, under unpublished conditions."""
    wide = []
    for core in ("m3", "m4"):
        board = load_board(core)
        skip_without(board.compiler)
        flags = [*board.flags, *(VARIANTS["tables"] if "lookup" in source.name else [])]
        (objects,) = compile_all(board.compiler, flags, [source], FOLDER / "alignment" / core)
        listing = call(["arm-none-eabi-objdump", "-d", objects])
        wide += re.findall(r"^ *([0-9a-f]+):\t[0-9a-f]{4} [0-9a-f]{4}", listing, re.MULTILINE)
    assert wide
    assert [at for at in wide if int(at, 16) % 4] == []


# Functions with long multiplications and divisions of lengths, counters and sizes only.
OF_LENGTHS = {
    "narae_block_cipher_encrypt",  # blocks times the size of one
    "narae_block_cipher_decrypt",
    "unwrap",  # the number of a step
}


@pytest.mark.deep
@pytest.mark.parametrize("kind", ["fast", "small", "portable"])
def test_no_long_multiplication_on_an_m3(kind):
    """They terminate early for small operands.  Kernels for other cores are excluded."""
    board = load_board("m3")
    skip_without(board.compiler)
    flags = [*board.flags, *{"fast": [], "small": VARIANTS["small"], "portable": ["-DNARAE_PORTABLE"]}[kind]]
    sources = [f for f in library_sources("thumb") if f.name != "ghash_mul32.c"]
    names = set()
    for objects in compile_all(board.compiler, flags, sources, FOLDER / f"m3-{kind}"):
        name = ""
        for line in call(["arm-none-eabi-objdump", "-d", objects]).splitlines():
            if label := re.match(r"[0-9a-f]+ <([^>]+)>:", line):
                name = label[1].partition(".")[0]
            elif re.search(r"\t(?:[us]mull|[us]mlal|umaal)\b", line):
                names.add(name)
    assert names <= OF_LENGTHS


# Functions that a program calls, by primitive.
CALLS = {
    "aes": ("narae_aes_set_key", "narae_aes_encrypt", "narae_aes_decrypt"),
    "aria": ("narae_aria_set_key", "narae_aria_encrypt", "narae_aria_decrypt"),
    "hight": ("narae_hight_set_key", "narae_hight_encrypt", "narae_hight_decrypt"),
    "lea": ("narae_lea_set_key", "narae_lea_encrypt", "narae_lea_decrypt"),
    "pipo": ("narae_pipo_set_key", "narae_pipo_encrypt", "narae_pipo_decrypt"),
    "seed": ("narae_seed_set_key", "narae_seed_encrypt", "narae_seed_decrypt"),
    "chacha": ("narae_chacha_crypt_message",),
    "poly1305": ("narae_poly1305_tag_message",),
    "ghash": ("narae_ghash_set_key", "narae_ghash"),
    "ascon": ("narae_ascon_aead128_seal", "narae_ascon_aead128_open"),
    "keccak": ("narae_sha3_256_message",),
    "sha256": ("narae_sha256_message",),
    "sha512": ("narae_sha512_message",),
    "lsh256": ("narae_lsh256_256_message",),
    "lsh512": ("narae_lsh512_512_message",),
}
AROUND = 220  # bytes for copying, wiping and comparing words, which portable code does not need
KERNEL = re.compile(r" [TR] (narae_\w+_(?:v6m|v7m|v7em|thumb|portable|bits|low32|mul32))$", re.MULTILINE)


@pytest.mark.deep
@pytest.mark.parametrize("core", ["m4", "m0plus"])
def test_small_is_another_kernel_where_it_saves_a_third(note, core):
    """With -Os: a small kernel that saves less would only be slower."""
    board = load_board(core)
    skip_without(board.compiler)
    objects = {}
    for kind, more in (("fast", []), ("small", VARIANTS["small"]), ("portable", ["-DNARAE_PORTABLE"])):
        flags = [*(f for f in board.flags if f != "-O2"), "-Os", *more]
        objects[kind] = compile_all(board.compiler, flags, library_sources("thumb"), FOLDER / f"sizes-{core}-{kind}")
    linked = ["arm-none-eabi-ld", "--gc-sections", "--unresolved-symbols=ignore-all"]
    for name, calls in CALLS.items():
        size, kernels = {}, {}
        for kind, files in objects.items():
            elf = FOLDER / f"sizes-{core}-{kind}/{name}.elf"
            roots = [w for c in calls for w in ("-u", c, "-u", f"{c}_with_NARAE_{kind.upper()}")]
            call([*linked, *roots, "-o", elf, *files])
            size[kind] = sum(map(int, call(["arm-none-eabi-size", elf]).splitlines()[1].split()[:2]))
            kernels[kind] = set(KERNEL.findall(call(["arm-none-eabi-nm", elf])))
        note(f"{core}: {name}: {size['fast']:,} bytes, small {size['small']:,}, portable {size['portable']:,}")
        if kernels["small"] != kernels["fast"]:
            assert size["fast"] - size["small"] > size["fast"] / 3, f"{name}: {kernels}"
        else:
            assert size["fast"] - size["portable"] < size["fast"] / 3 + AROUND, f"{name}: {kernels}"
