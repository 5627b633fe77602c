# SPDX-License-Identifier: MIT
"""Wrong programs: bench programs with LEA-128, CTR or ChaCha20 replaced by a variant in tests/proof/wrong."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass, fields
from functools import partial
from pathlib import Path

from lab.plan.implementations import Implementation, discover
from lab.plan.selection import usual_sizes
from lab.proof.program import Image, read
from lab.proof.prove import Proof, prove
from lab.run.cores import built
from lab.targets import TARGETS

HERE = Path(__file__).resolve().parent / "wrong"
BASES = {"block": ("lea-128", "lea.c"), "ctr": ("lea-128", "ctr.c"), "stream": ("chacha20", "chacha.c")}  # by mode
ALL = ("uno", "hifive1", "m4", "host", "pi4")  # each executor once: M0+ and M3 have the M4's
CORTEX_M, WIDE = ("m0plus", "m3", "m4"), ALL[1:]
BLOCK = 16


@dataclass(frozen=True)
class Wrong:
    """A variant in tests/proof/wrong.  `first`: bytes of the shortest wrong input, below which claims may be proved.
    `claims`: the number of claims to try; the last one is wrong.  `simulate`: False if a simulation shows the error,
    so that the proof alone must find it.  `limit`: why it is open without its error, too."""

    name: str
    targets: tuple[str, ...] = ALL
    mode: str = "block"
    first: int = 0
    claims: int = 1
    simulate: bool = True
    limit: str = ""

    @property
    def kind(self) -> str:
        return self.name.partition("_")[0]

    def is_proved(self, proof: Proof) -> bool:
        """Is the verdict a false proof?"""
        return proof.proved and (proof.max_bytes is None or proof.max_bytes >= self.first)


of_ctr, of_stream = partial(Wrong, mode="ctr"), partial(Wrong, mode="stream")
WRONG = [
    of_ctr("c1_rare_key"),
    of_ctr("c1_schedule_spoiled"),
    of_ctr("c1_schedule_spoiled_rarely"),
    of_ctr("c1_schedule_spoiled_later"),
    of_ctr("c1_key_length"),
    Wrong("c2_round_key_destroyed"),
    Wrong("c2_swapped"),
    Wrong("c2_calls_counted"),
    Wrong("c2_calls_counted_in_ram"),
    Wrong("c2_decryption_destroys", claims=2),
    of_ctr("c2_message_spoils_schedule"),
    Wrong("c3_count_ends_call", first=256 * BLOCK),
    Wrong("c3_count_moves_out", first=256 * BLOCK),
    Wrong("c3_two_levels", first=768 * BLOCK),
    Wrong("c3_table_in_ram", first=256 * BLOCK),
    Wrong("c3_place_ends_call"),
    of_ctr("c3_counter_ends_message"),
    of_ctr("c3_counter_moves_out"),
    Wrong("c4_stack_byte"),
    Wrong("c4_stack_byte_twice", limit="depends on public numbers in a way that is not decided"),  # SP & ~255
    Wrong("c4_register"),
    of_ctr("c4_stack_byte_of_mode"),
    Wrong("c5_key_carry"),
    Wrong("c5_in_carry"),
    Wrong("c5_out_carry"),
    Wrong("c5_schedule_carry"),
    Wrong("c5_key_place"),
    Wrong("c5_key_later"),
    Wrong("c5_schedule_place"),
    Wrong("c5_stack_place"),
    Wrong("c5_return_address"),
    Wrong("c5_out_before_in"),
    of_ctr("c5_counter_carry"),
    of_ctr("c5_context_place"),
    Wrong("c6_below_stack"),
    Wrong("c6_dangling"),
    of_ctr("c6_block_below_stack"),
    Wrong("c7_blx", CORTEX_M),
    Wrong("c7_bx", CORTEX_M),
    Wrong("c7_pop", CORTEX_M),
    Wrong("c8_behind_schedule"),
    Wrong("c8_reads_behind_key"),
    Wrong("d1_early_write"),
    Wrong("d1_in_place_many", first=34 * BLOCK),
    Wrong("d1_in_place_three"),
    Wrong("d1_unaligned_in_only", WIDE),
    Wrong("d1_unaligned_many"),
    Wrong("d1_unaligned_one"),
    of_ctr("d1_in_place_of_mode"),
    of_ctr("d1_unaligned_of_mode"),
    Wrong("d1_unaligned_pair"),
    Wrong("d1_unaligned_key"),
    of_ctr("d1_unaligned_counter"),
    of_stream("d1_in_place_of_stream"),
    of_stream("d1_unaligned_of_stream"),
    Wrong("d2_many_blocks", WIDE, first=65536 * BLOCK),  # where a size has more than 16 bits
    of_ctr("d2_fourth_block", first=49),
    Wrong("d3_callee_saved", first=40 * BLOCK),
    Wrong("d3_interrupts_off", ("uno",)),
    Wrong("d3_interrupts_on", ("uno",)),
    Wrong("d3_r1", ("uno",)),
    of_ctr("d4_status_of_mode"),
    Wrong("d5_writes_in"),
    Wrong("d5_writes_key"),
    Wrong("d6_decryption_spoils_constant", claims=2),
    Wrong("d7_rare_key"),
    Wrong("d7_rare_word"),
    of_ctr("d7_counter_without_carry"),
    of_ctr("d7_in_place_carry"),
    of_stream("d7_counter_of_stream", WIDE, claims=2),
    Wrong("d8_block_before"),
    Wrong("d8_block_behind"),
    Wrong("d8_neighbour"),
    Wrong("d8_table_in_neighbour", WIDE, simulate=False),
    of_ctr("d9_block_overlaps"),
]


@dataclass(frozen=True)
class Replaced(Implementation):
    """The library's implementation with a source that replaces its own."""

    own: Path = Path()

    def sources(self) -> list[Path]:
        return [self.own, *super().sources()]


def program(wrong: Wrong, target: str, correct: bool) -> tuple[Implementation, Image]:
    """The program, with or without its error."""
    cipher, base = BASES[wrong.mode]
    parts = [(HERE / file).read_text() for file in ("prelude.h", f"{wrong.name}.h", base)]
    matching = (i for i in discover() if (i.cipher, i.mode, i.kernel) == (cipher, wrong.mode, "portable"))
    library = next(i for i in matching if i.in_library)
    facts = {f.name: getattr(library, f.name) for f in fields(library)}
    board = TARGETS[target]()
    with tempfile.TemporaryDirectory() as folder:
        own = Path(folder, base)
        own.write_text("\n".join([f"#define RIGHT {int(correct)}", *parts]))
        kernel = f"wrong-{wrong.name}-{'right' if correct else 'wrong'}"
        implementation = Replaced(**facts | {"kernel": kernel, "own": own})
        return implementation, read(built(board, implementation, usual_sizes(board, implementation, True)).elf)


def proofs(wrong: Wrong, target: str, correct: bool) -> list[Proof]:
    implementation, image = program(wrong, target, correct)
    return prove(implementation, image, target, operations=wrong.claims, simulate=wrong.simulate)
