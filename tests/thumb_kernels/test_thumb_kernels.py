# SPDX-License-Identifier: MIT
"""The Thumb kernels, by the programs of tests/rv32_kernels: equal to the portable code for random keys, blocks, sizes
and alignments, true to the ABI, the same cycles and the same way for any key, and no slower than they claim, on the
simulated Cortex-M; no instruction of 32 bits in them straddles two words; and generated code is up to date."""

from __future__ import annotations

import re
import runpy
from dataclasses import dataclass

import pytest

from lab.paths import BUILD, ROOT
from lab.plan.board import load_board
from lab.plan.implementations import VARIANTS
from lab.sims import cortexm
from tests.rv32_kernels.test_rv32_kernels import lsh, sha2
from tests.tools import board_objects, call, compile_all, every_day, library_sources, needed, skip_without

PROGRAMS = ROOT / "tests/rv32_kernels"
FOLDER = BUILD / "thumb-kernels"


@dataclass(frozen=True)
class Case:
    """A program on a core; `most`: maximal cycles of its windows."""

    name: str
    source: str
    core: str
    most: tuple[int, ...]
    defines: tuple[str, ...] = ()
    variant: str = ""


def block(family: str, key_bytes: int, block_bytes: int, core: str, most: tuple[int, ...], variant: str = "") -> Case:
    defines = (
        f'-DINTERNAL="{family}/{family}_internal.h"',
        f"-DFAMILY={family}",
        f"-DKEY_BYTES={key_bytes}",
        f"-DBLOCK_BYTES={block_bytes}",
        f"-DSCHEDULE_BYTES=NARAE_{family.upper()}_SCHEDULE_BYTES({key_bytes})",
    )
    return Case(f"{family}-{8 * key_bytes}", "block.c", core, most, defines, variant)


# Key schedule, then nine blocks at a time.
CASES = [
    block("lea", 16, 16, "m0plus", (760, 4960, 5220)),
    block("lea", 24, 16, "m0plus", (1690, 6240, 6810)),
    block("lea", 32, 16, "m0plus", (1900, 7100, 7750)),
    block("pipo", 16, 8, "m0plus", (1100, 5300, 5400)),
    block("pipo", 32, 8, "m0plus", (1720, 6600, 6700)),
    block("hight", 16, 8, "m0plus", (1690, 8620, 9000)),
    block("aes", 16, 16, "m0plus", (7100, 23100, 26900)),
    block("aes", 24, 16, "m0plus", (7000, 27600, 32200)),
    block("aes", 32, 16, "m0plus", (9500, 31800, 37200)),
    Case("chacha", "chacha_blocks.c", "m0plus", (2100,)),
    Case("ghash", "ghash_blocks.c", "m0plus", (6150,)),
    Case("ascon", "ascon_permutation.c", "m0plus", (1650,)),
    Case("keccak", "keccak_permutation.c", "m0plus", (17100,)),
    Case("sha256", "hash_blocks.c", "m0plus", (8600,), sha2(256, "v6m")),
    block("hight", 16, 8, "m4", (825, 5180, 4890)),
    block("hight", 16, 8, "m3", (875, 5780, 5800)),
    block("lea", 16, 16, "m4", (415, 2790, 3340)),
    block("lea", 24, 16, "m4", (640, 3840, 4490)),
    block("lea", 32, 16, "m4", (725, 4350, 5090)),
    block("lea", 16, 16, "m3", (415, 2790, 3340)),
    block("lea", 16, 16, "m4", (900, 4100, 3600), variant="small"),
    block("lea", 32, 16, "m4", (1800, 5300, 5200), variant="small"),
    block("pipo", 16, 8, "m4", (600, 2620, 2630)),
    block("pipo", 32, 8, "m4", (820, 3250, 3260)),
    block("pipo", 16, 8, "m3", (600, 2620, 2630)),
    block("aes", 16, 16, "m4", (4050, 11400, 12900)),
    block("aes", 24, 16, "m4", (4050, 13500, 15300)),
    block("aes", 32, 16, "m4", (5450, 15650, 17750)),
    block("aes", 16, 16, "m3", (4050, 11400, 12900)),
    block("aes", 16, 16, "m4", (3550, 5550, 5570), variant="tables"),
    block("aes", 24, 16, "m4", (4100, 6600, 6630), variant="tables"),
    block("aes", 32, 16, "m4", (4950, 7580, 7610), variant="tables"),
    block("aes", 16, 16, "m3", (3620, 5550, 5570), variant="tables"),
    block("aria", 16, 16, "m4", (7300, 23250, 25350)),
    block("aria", 24, 16, "m4", (8050, 27050, 29450)),
    block("aria", 32, 16, "m4", (8750, 30800, 33550)),
    block("aria", 16, 16, "m3", (7350, 23250, 25350)),
    block("aria", 16, 16, "m4", (2240, 8080, 9280), variant="tables"),
    block("aria", 24, 16, "m4", (2470, 9400, 10800), variant="tables"),
    block("aria", 32, 16, "m4", (2680, 10700, 12350), variant="tables"),
    block("aria", 16, 16, "m3", (2340, 8080, 9280), variant="tables"),
    block("seed", 16, 16, "m4", (2945, 30150, 30150)),
    block("seed", 16, 16, "m3", (2945, 30200, 30200)),
    block("seed", 16, 16, "m4", (1030, 7310, 7310), variant="tables"),
    block("seed", 16, 16, "m3", (1030, 7310, 7310), variant="tables"),
    Case("chacha", "chacha_blocks.c", "m4", (985,)),
    Case("chacha", "chacha_blocks.c", "m3", (985,)),
    Case("sha256", "hash_blocks.c", "m4", (4060,), sha2(256, "v7m")),
    Case("sha256", "hash_blocks.c", "m3", (4060,), sha2(256, "v7m")),
    Case("sha512", "hash_blocks.c", "m4", (16200,), sha2(512, "v7m")),
    Case("sha512", "hash_blocks.c", "m3", (16200,), sha2(512, "v7m")),
    Case("lsh256", "hash_blocks.c", "m4", (7780,), lsh(256, "v7m")),
    Case("lsh256", "hash_blocks.c", "m3", (7780,), lsh(256, "v7m")),
    Case("lsh512", "hash_blocks.c", "m4", (22470,), lsh(512, "v7m")),
    Case("lsh512", "hash_blocks.c", "m3", (22470,), lsh(512, "v7m")),
    Case("ascon", "ascon_permutation.c", "m4", (705, 1180, 1180, 4800)),
    Case("ascon", "ascon_permutation.c", "m3", (705, 1180, 1180, 4800)),
    Case("ghash", "ghash_blocks.c", "m4", (1430,)),
    Case("ghash", "ghash_blocks.c", "m3", (3000,)),
    Case("keccak", "keccak_permutation.c", "m4", (8900,)),
    Case("keccak", "keccak_permutation.c", "m3", (8900,)),
    Case("poly1305", "poly1305_blocks.c", "m4", (280,)),
    Case("poly1305", "poly1305_blocks.c", "m3", (2250,)),
    Case("texts", "texts.c", "m0plus", (95, 215)),
    Case("texts", "texts.c", "m4", (45, 125)),
    Case("texts", "texts.c", "m3", (45, 130)),
]


# A Cortex-M3 runs the code of the M4 except multiplications; other cases are the M4's.  Longer keys only with other
# schedules; the rest only has more rounds.
EVERY_DAY = [
    c
    for c in CASES
    if (c.core != "m3" or c.name in ("ghash", "poly1305", "hight-128"))
    and (not c.name.endswith(("-192", "-256")) or (c.name in ("aes-256", "lea-256") and not c.variant))
]


@pytest.mark.parametrize(
    "case", every_day(EVERY_DAY, CASES), ids=lambda c: "-".join(filter(None, (c.name, c.core, c.variant)))
)
def test_kernel_on_the_core(note, drawn, case):
    board = load_board(case.core)
    skip_without(board.compiler)
    folder = FOLDER / "-".join(filter(None, (case.name, case.core, case.variant)))
    own = [*board.flags, *VARIANTS[case.variant], *case.defines, "-Wall", "-Wextra", "-Wno-unused-result"]
    own += [f"-I{ROOT / 'lab/bench'}", f"-I{ROOT / 'tests/c'}", f"-I{PROGRAMS}", "-O1"]
    own += [f"-D{name}={number}" for name, number in drawn.items()]
    mine, others = compile_all(board.compiler, own, [PROGRAMS / case.source], folder), board_objects(board)
    flags = [*board.flags, *VARIANTS[case.variant]]
    objects = [*mine, *needed(board.compiler, flags, [*mine, *others], library_sources("thumb")), *others]
    elf = folder / "program.elf"
    call([board.compiler, *board.flags, *objects, *board.link_flags, "-Wl,--gc-sections", "-o", elf])
    run = cortexm.run(case.core, elf)
    assert (run.end, run.exit_status) == ("exit", 0), f"{run.uart} {run.reason}"
    kinds = len(case.most)
    windows = run.windows[-kinds * drawn["KEYS"] :]
    figures = []
    for number, most in enumerate(case.most):
        mine = windows[number::kinds]
        assert len({w.pc_hash for w in mine}) == 1, "its way depends on the key or the block"
        assert case.variant == "tables" or len({w.address_hash for w in mine}) == 1, (
            "an address depends on the key or the block"
        )
        (cycles,) = {w.cycles for w in mine}
        assert cycles <= most
        figures.append(f"{cycles} cycles, stack {max(w.stack or 0 for w in mine)}")
    note(f"{case.core}: {case.name}: {'; '.join(figures)}")


@pytest.mark.parametrize(
    "kernel",
    ["aes/thumb/rounds", "aes/thumb/rounds_v6m", "aria/thumb/rounds", "keccak/thumb/rounds", "seed/thumb/sbox"],
)
def test_code_is_what_their_generator_writes(kernel):
    generator = runpy.run_path(str(ROOT / f"dev/{kernel}.py"))
    assert generator["OUTPUT"].read_text() == generator["generate"]()


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
AROUND = 200  # bytes for copying, wiping and comparing words, which portable code does not need
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
