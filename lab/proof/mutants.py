# SPDX-License-Identifier: MIT
"""Mutation testing of the prover: one bit of an executed instruction or of a table, or one lost carry."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from ..plan.implementations import Implementation
from .case import Case
from .claims import BlockRange, Coverage, claims
from .copies import replace_copies
from .core import ENDLESS, NOT_MODELLED, UNDECIDED, Graph
from .machines import MACHINES, Machine
from .program import Image, at_level
from .prove import OPEN, REFUTED, Proof, outputs_match, prove, run

BLOCKS = 2
BUDGET_FACTOR = 20  # times the instructions of the original
NARROW = ((0xFFC0, 0x4140, 0x0100), (0xFE00, 0x1800, 0x0200))  # ADCS into EORS, ADDS into SUBS
WIDE = (*NARROW, (0xFFE0, 0xEB40, 0x0040), (0xFFE0, 0xEB00, 0x0180))  # ADC into ADD, ADD into EOR
CARRIES: dict[str, tuple[tuple[int, int, int], ...]] = {
    "avr": ((0xFC00, 0x1C00, 0x1000), (0xFC00, 0x0800, 0x1000)),  # ADC into ADD, SBC into SUB
    **{name: ((0xF000, 0x6000, 0x3000), (0xF000, 0x5000, 0xB000)) for name in ("msp430", "msp430x")},  # ADDC, ADD
    "rv32": ((0xFE00707F, 0x00000033, 0x4000),),  # ADD into XOR
    **{"v6m": NARROW, "v7m": WIDE, "v7em": WIDE, "v8m": WIDE},
    "x86-64": (  # ADD into XOR, without and with REX; PADDD into PXOR
        *((0xFF, opcode, 0x30) for opcode in (0x01, 0x03)),
        *((0xFFF0, opcode << 8 | 0x40, 0x3000) for opcode in (0x01, 0x03)),
        *((0xFFFFFF, 0xFE0F66, 0x110000), (0xFFFFF0FF, 0xFE0F4066, 0x11000000)),
    ),
    "aarch64": ((0x7F200000, 0x0B000000, 0x41000000), (0xBFE0FC00, 0x0EA08400, 0x20809800)),  # ADD into EOR
}
"""(mask, opcode, bits to flip)"""


@dataclass(frozen=True)
class Mutant:
    description: str
    address: int
    image: Image


@dataclass(frozen=True)
class Outcome:
    """`result`: refuted (an input is confirmed in the simulator), stopped (by the executor), equal (proved) or open."""

    mutant: Mutant
    result: str
    proof: Proof


def mutants(implementation: Implementation, image: Image, count: int, seed: str) -> Iterator[Mutant]:
    """Random changes of what an encryption of two blocks executes or looks up."""
    source = random.Random(seed)
    executed, constants = executed_and_tables(implementation, image)
    start = image.code.start
    for number in range(count):
        kind = ("instruction", "constant", "carry", "instruction")[number % 4]
        carry_cases = [
            (a, flip) for a in executed for m, bits, flip in CARRIES[image.machine] if word(image, a) & m == bits
        ]
        if kind == "carry" and carry_cases:
            address, flip = source.choice(carry_cases)
            changed = word(image, address) ^ flip
        elif kind == "constant" and constants:
            address = source.choice(constants)
            bit = 1 << source.randrange(8)
            description = f"bit {bit:#04x} of a constant at {image.inside(address)}"
            yield Mutant(description, address, image.patched(address, bytes([image.number(address, 1) ^ bit])))
            continue
        else:
            kind, address = "instruction", source.choice(executed)
            changed = word(image, address) ^ 1 << source.randrange(16)
        assert address >= start
        description = f"{kind} at {image.inside(address)}: {word(image, address):#06x} becomes {changed:#06x}"
        yield Mutant(description, address, image.patched(address, changed.to_bytes(4, "little")))


def word(image: Image, address: int) -> int:
    """Four bytes of code."""
    return image.number(address, 4)


def executed_and_tables(implementation: Implementation, image: Image) -> tuple[list[int], list[int]]:
    """Addresses of executed instructions and of constants read at symbolic addresses."""
    image = at_level(image, implementation.kernel)
    with Graph() as graph:
        claim = claims(implementation, image, BLOCKS)[0]
        with MACHINES[image.machine](graph, image) as machine:
            replace_copies(machine)
            for case in claim.cases(graph, Coverage({claim.layouts[0]: BlockRange(BLOCKS)})):
                assert all(machine.for_each_part(case.name, partial(prove_case, machine, case)))
            inside = range(image.code.start, image.code.end - 4)
            executed = [a for a, ran in zip(inside, machine.executed(), strict=False) if ran]
            return executed, machine.tables()


def prove_case(machine: Machine, case: Case) -> bool:
    return not run(machine, case) or outputs_match(machine, case)


def test_mutant(mutant: Mutant, implementation: Implementation, target: str, budget: int) -> Outcome:
    proof = prove(implementation, mutant.image, target, BLOCKS, operations=1, simulate=False, budget=budget)[0]
    if proof.proved:
        return Outcome(mutant, "equal", proof)
    if proof.counterexample:
        return Outcome(
            mutant, "refuted" if proof.counterexample.get("confirmed") == "in the simulator" else "open", proof
        )
    stopped = proof.proof == REFUTED or proof.reason.startswith((NOT_MODELLED, ENDLESS, UNDECIDED))
    return Outcome(mutant, "stopped" if stopped else OPEN, proof)


def outcomes(implementation: Implementation, image: Image, target: str, count: int, seed: str) -> list[Outcome]:
    whole = prove(implementation, image, target, BLOCKS, operations=1, simulate=False)[0]
    assert whole.proved, whole.reason
    budget = BUDGET_FACTOR * whole.instructions
    return [test_mutant(m, implementation, target, budget) for m in mutants(implementation, image, count, seed)]
