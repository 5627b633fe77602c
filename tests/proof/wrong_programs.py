# SPDX-License-Identifier: MIT
"""Wrong programs: the bench's, with LEA-128 or counter mode replaced by one of tests/proof/wrong."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass, fields
from functools import partial
from pathlib import Path

from lab.plan.implementations import Implementation, discover
from lab.proof.program import Image, read
from lab.proof.prove import OPEN, REFUTED, Proof, prove
from lab.run.measure import built, chosen_sizes
from lab.targets import TARGETS

HERE = Path(__file__).resolve().parent / "wrong"
BASES = {"block": "lea.c", "ctr": "ctr.c"}  # by mode
BOARDS = ("uno", "hifive1", "m0plus", "m3", "m4")
ONE = ("hifive1",)
BLOCK = 16


@dataclass(frozen=True)
class Wrong:
    """A program of tests/proof/wrong.  `verdict`: on one of its claims; open is what no search finds.  `first`: bytes
    of the shortest input for which it is wrong: a claim that covers fewer may be proved."""

    name: str
    targets: tuple[str, ...] = BOARDS
    mode: str = "block"
    verdict: str = REFUTED
    first: int = 0

    def is_proved(self, proof: Proof) -> bool:
        """Is the verdict false?"""
        return proof.proved and (proof.most_bytes is None or proof.most_bytes >= self.first)


of_ctr = partial(Wrong, mode="ctr")
WRONG = [
    of_ctr("c1_schedule_spoiled", ONE),
    Wrong("c2_calls_counted_in_ram", ("m4",)),
    Wrong("c3_two_levels", ("hifive1", "m4"), first=768 * BLOCK),
    Wrong("d1_early_write", ("m4",)),
    Wrong("d2_many_blocks", ("m4",), first=65536 * BLOCK),
    of_ctr("d2_fourth_block", ONE, first=49),
    Wrong("d3_interrupts_off", ("uno",)),
    of_ctr("d4_status_of_mode", ONE),
    of_ctr("d7_counter_without_carry", ONE, verdict=OPEN),
    of_ctr("d9_block_overlaps", ONE),
]


@dataclass(frozen=True)
class Replaced(Implementation):
    """The library's, with a source that comes before its own."""

    own: Path = Path()

    def sources(self) -> list[Path]:
        return [self.own, *super().sources()]


def program(wrong: Wrong, target: str, is_right: bool) -> tuple[Implementation, Image]:
    """The program, or the same without its error."""
    base = BASES[wrong.mode]
    parts = [(HERE / file).read_text() for file in ("prelude.h", f"{wrong.name}.h", base)]
    found = (i for i in discover() if (i.cipher, i.mode, i.kernel) == ("lea-128", wrong.mode, "portable"))
    library = next(i for i in found if i.in_library)
    facts = {f.name: getattr(library, f.name) for f in fields(library)}
    board = TARGETS[target]()
    with tempfile.TemporaryDirectory() as folder:
        own = Path(folder, base)
        own.write_text("\n".join([f"#define RIGHT {int(is_right)}", *parts]))
        kernel = f"wrong-{wrong.name}-{'right' if is_right else 'wrong'}"
        implementation = Replaced(**facts | {"kernel": kernel, "own": own})
        return implementation, read(built(board, implementation, chosen_sizes(board, implementation, True)).elf)


def proofs(wrong: Wrong, target: str, is_right: bool) -> list[Proof]:
    implementation, image = program(wrong, target, is_right)
    return prove(implementation, image, target, operations=1)
