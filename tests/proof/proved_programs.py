# SPDX-License-Identifier: MIT
"""Programs of several tests."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from lab.plan.implementations import Implementation, discover, on_board
from lab.plan.selection import usual_sizes
from lab.run.cores import built
from lab.targets import TARGETS


@cache
def program_of(target: str, cipher: str, kernel: str, mode: str = "") -> tuple[Implementation, Path]:
    """An implementation and its program, as the bench builds it; also of levels that this CPU lacks."""
    board = TARGETS[target]().with_every_level()
    modes = (mode,) if mode else ("block", "permutation", "stream", "hash", "aead")
    implementations = on_board(target, board.board, discover())
    chosen = next(i for i in implementations if (i.cipher, i.kernel) == (cipher, kernel) and i.mode in modes)
    return chosen, built(board, chosen, usual_sizes(board, chosen, False)).elf
