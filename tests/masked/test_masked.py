# SPDX-License-Identifier: MIT
"""Masked kernels on simulated boards: equal to the cipher without shares for random keys, blocks and masks, alone and
under the modes of narae/masked.h; the same cycles and the same way for any of them, and no slower than they claim."""

from __future__ import annotations

import re
from functools import cache, partial

import pytest

from lab.paths import BUILD, ROOT
from lab.plan.board import load_board
from lab.plan.implementations import Implementation, discover
from lab.sims import cortexm
from lab.sims.avr import run_simavr
from lab.sims.e31 import run_e31
from lab.sims.run import Window
from tests.tools import board_objects, call, compile_all, library_sources, needed, skip_without

FOLDER = BUILD / "masked"
HERE = ROOT / "tests/masked"
ROUNDS, KEYS = 20, 20
FAMILIES = {"uno": "avr", "hifive1": "rv32"}  # of the others: thumb
MACHINES = {"uno": partial(run_simavr, addresses=True, max_cycles=400_000_000), "hifive1": run_e31}
# Maximal cycles of key setup and of a group.
MOST = {
    ("pipo-64/128", "uno"): (150, 3330),
    ("aes-128", "m3"): (12000, 10500),
    ("aes-128", "m4"): (12000, 10500),
    ("aria-128", "m3"): (30000, 19000),
    ("aria-128", "m4"): (30000, 19000),
    ("lea-128", "uno"): (94500, 100000),
    ("lea-128", "m3"): (68500, 96000),
    ("lea-128", "m4"): (68500, 96000),
    ("pipo-64/128", "hifive1"): (910, 3230),
    ("pipo-64/128", "m0plus"): (1700, 5970),
    ("pipo-64/128", "m3"): (780, 3180),
    ("pipo-64/128", "m4"): (780, 3180),
}
CASES = [(i, target) for i in discover() if i.kind == "masked" for target in i.targets]


@cache
def without_shares(cipher: str) -> dict[str, str]:
    """What the bench defines for the same cipher without shares."""
    return next(i for i in discover() if (i.cipher, i.mode) == (cipher, "block") and i.in_library).define


def macros(i: Implementation) -> dict[str, object]:
    return {
        "MASKED": i.define["BENCH_DESCRIPTOR"],
        "UPPER": i.define["BENCH_DESCRIPTOR"].upper(),
        "CIPHER": without_shares(i.cipher)["BENCH_DESCRIPTOR"],
        "CIPHER_SCHEDULE_BYTES": without_shares(i.cipher)["BENCH_SCHEDULE_BYTES"],
        "KEY_BYTES": i.key_bytes,
        "BLOCK_BYTES": i.block_bytes,
        "ROUNDS": ROUNDS,
        "KEYS": KEYS,
    }


def test_each_has_a_limit():
    assert {(i.cipher, target) for i, target in CASES} == set(MOST)


@pytest.mark.parametrize(
    ("i", "target"), CASES, ids=lambda x: x if isinstance(x, str) else re.sub(r"\W", "-", x.cipher)
)
def test_on_the_board(note, i, target):
    board = load_board(target)
    skip_without(board.compiler)
    folder = FOLDER / f"{re.sub(r'[^a-z0-9]', '-', i.cipher)}-{target}"
    flags = [*board.flags, "-Wall", "-Wextra", f"-I{ROOT / 'lab/bench'}"]
    flags += [f"-D{name}={value}" for name, value in macros(i).items()]
    around = board_objects(board)
    own = compile_all(board.compiler, flags, [HERE / "board.c"], folder)
    library = needed(board.compiler, board.flags, [*own, *around], library_sources(FAMILIES.get(target, "thumb")))
    elf = folder / "program.elf"
    how = [*board.flags, *board.link_flags, "-Wl,--gc-sections"]
    call([board.compiler, *own, *library, *around, *how, "-o", elf])

    run = MACHINES.get(target, partial(cortexm.run, target))(elf)
    assert (run.end, run.exit_status) == ("exit", 0), f"{run.uart} {run.reason}"
    windows = run.windows[-2 * KEYS :]
    texts = []
    for what, mine, most in zip(
        ("key setup", "a group"), (windows[::2], windows[1::2]), MOST[i.cipher, target], strict=True
    ):
        assert len({w.pc_hash for w in mine}) == 1, "its way depends on a secret"
        assert len({w.address_hash for w in mine}) == 1, "an address depends on a secret"
        (cycles,) = {cycles_of(w, target) - run.zero for w in mine}
        assert cycles <= most
        texts.append(f"{what} {cycles} cycles")
    note(f"{target}: {i.cipher} masked: {', '.join(texts)}")


def cycles_of(window: Window, target: str) -> int:
    return window.fresh_cycles if target == "hifive1" else window.cycles
