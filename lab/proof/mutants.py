# SPDX-License-Identifier: MIT
"""Changed programs: what a proof must notice.  One bit of an instruction that runs or of a constant that is looked up,
or one carry."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from ..plan.implementations import Implementation
from .case import Case
from .claims import Reach, Span, claims
from .core import ENDLESS, NOT_MODELLED, UNDECIDED, Graph
from .machines import MACHINES, Machine
from .program import Image
from .prove import OPEN, REFUTED, Proof, is_right, prove, run

BLOCKS = 2
PATIENCE = 20  # times the instructions of the program itself
NARROW = ((0xFFC0, 0x4140, 0x0100), (0xFE00, 0x1800, 0x0200))  # ADCS into EORS, ADDS into SUBS
WIDE = (*NARROW, (0xFFE0, 0xEB40, 0x0040), (0xFFE0, 0xEB00, 0x0180))  # ADC into ADD, ADD into EOR
CARRIES: dict[str, tuple[tuple[int, int, int], ...]] = {
    "avr": ((0xFC00, 0x1C00, 0x1000), (0xFC00, 0x0800, 0x1000)),  # ADC into ADD, SBC into SUB
    "rv32": ((0xFE00707F, 0x00000033, 0x4000),),  # ADD into XOR
    **{"v6m": NARROW, "v7m": WIDE, "v7em": WIDE},
}
"""(mask, bits of an instruction, what to change)"""


@dataclass(frozen=True)
class Mutant:
    what: str
    address: int
    image: Image


@dataclass(frozen=True)
class Fate:
    """refuted: an input shows it, in the simulator too; stopped: the executor ended the run; equal: proved; or open."""

    mutant: Mutant
    fate: str
    proof: Proof


def mutants(implementation: Implementation, image: Image, count: int, seed: str) -> Iterator[Mutant]:
    """Changes at random places among those that an encryption of two blocks executes or looks up."""
    source = random.Random(seed)
    executed, constants = used(implementation, image)
    start = image.code.start
    for number in range(count):
        kind = ("instruction", "constant", "carry", "instruction")[number % 4]
        carries = [
            (a, flip) for a in executed for m, bits, flip in CARRIES[image.machine] if word(image, a) & m == bits
        ]
        if kind == "carry" and carries:
            address, flip = source.choice(carries)
            changed = word(image, address) ^ flip
        elif kind == "constant" and constants:
            address = source.choice(constants)
            bit = 1 << source.randrange(8)
            what = f"bit {bit:#04x} of a constant at {image.inside(address)}"
            yield Mutant(what, address, image.patched(address, bytes([image.number(address, 1) ^ bit])))
            continue
        else:
            kind, address = "instruction", source.choice(executed)
            changed = word(image, address) ^ 1 << source.randrange(16)
        assert address >= start
        what = f"{kind} at {image.inside(address)}: {word(image, address):#06x} becomes {changed:#06x}"
        yield Mutant(what, address, image.patched(address, changed.to_bytes(4, "little")))


def word(image: Image, address: int) -> int:
    """Four bytes of code."""
    return image.number(address, 4)


def used(implementation: Implementation, image: Image) -> tuple[list[int], list[int]]:
    """Addresses of instructions that run, and of constants that are looked up at symbolic addresses."""
    with Graph() as graph:
        claim = claims(implementation, image, BLOCKS)[0]
        with MACHINES[image.machine](graph, image) as machine:
            for case in claim.cases(graph, Span({claim.ways[0]: Reach(BLOCKS)})):
                assert all(machine.everywhere(case.name, partial(runs, machine, case)))
            inside = range(image.code.start, image.code.end - 4)
            executed = [a for a, ran in zip(inside, machine.executed(), strict=False) if ran]
            return executed, machine.tables()


def runs(machine: Machine, case: Case) -> bool:
    return not run(machine, case) or is_right(machine, case)


def fate(mutant: Mutant, implementation: Implementation, target: str, budget: int) -> Fate:
    proof = prove(implementation, mutant.image, target, BLOCKS, operations=1, concrete=False, budget=budget)[0]
    if proof.proved:
        return Fate(mutant, "equal", proof)
    if proof.counterexample:
        return Fate(mutant, "refuted" if proof.counterexample.get("confirmed") == "in the simulator" else "open", proof)
    stopped = proof.proof == REFUTED or proof.reason.startswith((NOT_MODELLED, ENDLESS, UNDECIDED))
    return Fate(mutant, "stopped" if stopped else OPEN, proof)


def fates(implementation: Implementation, image: Image, target: str, count: int, seed: str) -> list[Fate]:
    whole = prove(implementation, image, target, BLOCKS, operations=1, concrete=False)[0]
    assert whole.proved, whole.reason
    budget = PATIENCE * whole.instructions
    return [fate(m, implementation, target, budget) for m in mutants(implementation, image, count, seed)]
