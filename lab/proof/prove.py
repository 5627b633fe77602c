# SPDX-License-Identifier: MIT
"""Proves the claims of one program, and finds the input that refutes one."""

from __future__ import annotations

import random
import time
from dataclasses import asdict, dataclass, field
from typing import Any

from ..errors import RunError
from ..plan.implementations import Implementation
from ..rows import NOT_TRIED
from . import calls, loops
from .case import Case
from .claims import MOST_BLOCKS, Claim, NotTried, Span, claims
from .core import EACH, ENDLESS, NOT_MODELLED, SAME, TOO_LARGE, Graph, Lits, listed
from .machines import BUDGET, MACHINES, Machine, Stopped
from .program import Image

EQUAL, TABLE, OPEN, REFUTED = "equal", "equal (table)", "open", "refuted"
NO_STEP = "no step"  # of a loop
PROVED, WRONG = (EQUAL, TABLE), (REFUTED,)
LATER = (NOT_MODELLED, ENDLESS, TOO_LARGE)  # what says nothing about the program
CONCRETE = 3  # cases of each claim that also run in the simulator, on bytes
SAME_OF_COUNTERS = 2 * SAME  # candidates: each block of a kernel that counts computes alike
TRIES = 64  # words of 64 random inputs, where an output is not proved


@dataclass
class Proof:
    """The verdict on one operation of one kernel; `reason` where it is not proved."""

    cipher: str
    mode: str
    operation: str
    kernel: str
    target: str
    proof: str = NOT_TRIED
    how: str = ""
    covers: str = ""
    most_bytes: int | None = 0  # of the longest input that it covers; None: of any length
    loop: str = ""  # what an iteration was shown for, or why none was
    seconds: float = 0.0
    instructions: int = 0
    nodes: int = 0
    sums: int = 0  # nodes that are others, by cancelling XORs
    tables: int = 0  # and by truth tables
    stack_bytes: int = 0
    reason: str = ""
    at: int = 0  # the instruction at which a run was stopped
    counterexample: dict[str, str] = field(default_factory=dict)
    provenance: dict[str, Any] = field(default_factory=dict)

    @property
    def proved(self) -> bool:
        return self.proof in PROVED

    @property
    def name(self) -> str:
        return f"{self.target} {self.cipher} {self.kernel} {self.what}"

    @property
    def what(self) -> str:
        """Its operation, of a mode with its name."""
        return self.operation if self.mode not in ("ctr", "cbc") else f"{self.mode} {self.operation}"

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)


def prove(
    implementation: Implementation,
    image: Image,
    target: str,
    most: int | None = None,
    operations: int | None = None,
    concrete: bool = True,
    budget: int = BUDGET,
) -> list[Proof]:
    """One verdict for each operation, or the first ones; claims about one program share what the graph has learnt.
    `concrete`: runs on bytes in the simulator come first; `budget`: instructions of a call."""
    i = implementation
    try:
        found = claims(implementation, image, most)
    except NotTried as why:
        return [Proof(i.cipher, i.mode, o, i.kernel, target, reason=str(why)) for o in i.operations[:1]]
    with Graph(same=SAME_OF_COUNTERS if i.mode == "ctr" else SAME) as graph:
        return [
            settle(Proof(i.cipher, i.mode, c.operation, i.kernel, target), graph, image, c, most, concrete, budget)
            for c in found[:operations]
        ]


def settle(
    proof: Proof, graph: Graph, image: Image, claim: Claim, most: int | None, concrete: bool, budget: int
) -> Proof:
    """Fills in the verdict on a claim."""
    begin, before = time.process_time(), graph.counts()
    with MACHINES[image.machine](graph, image, budget) as machine:
        span = spanned(proof, machine, claim, most)
        try:
            for number, case in enumerate(claim.cases(graph, span)):
                if concrete and number < CONCRETE and not agrees(proof, machine, case):
                    break
                if not holds(proof, machine, case):
                    break
            else:
                proof.proof = TABLE if machine.looked_up else EQUAL
        except Stopped as stopped:
            proof.proof = OPEN if stopped.fault in LATER else REFUTED
            proof.reason, proof.at = str(stopped), stopped.at
        except RunError as error:
            proof.proof, proof.reason = OPEN, str(error)
        proof.instructions, proof.stack_bytes = machine.instructions, machine.stack
    after = graph.counts()
    proof.nodes, proof.sums, proof.tables = after.nodes, after.by_sum - before.by_sum, after.by_table - before.by_table
    if proof.proved:
        proof.how = claim.how or ("by hashing" if not proof.sums + proof.tables else "by merging")
    proof.seconds = round(time.process_time() - begin, 2)
    return proof


def spanned(proof: Proof, machine: Machine, claim: Claim, most: int | None) -> Span:
    """Which numbers of blocks the cases must cover; says what all of it covers."""
    span = Span(MOST_BLOCKS if most is None else most)
    if claim.loop and most is None:
        try:
            number, width = loops.least(machine, claim.loop(machine.graph))
            span = Span(MOST_BLOCKS, number, width)
            proof.loop = f"{width} a step"
        except loops.NoStep as why:
            proof.loop = f"{NO_STEP}: {why}"
    proof.covers = (span.said if claim.loop else "") + claim.covers
    proof.most_bytes = None if span.least else claim.most_bytes * (span.most if claim.loop else 1)
    return span


def agrees(proof: Proof, machine: Machine, case: Case) -> bool:
    """Runs a case on random bytes in the lab's simulator; a wrong output refutes the claim at once."""
    if calls.simulator(machine.image.machine) is None:
        return True
    values = random_values(machine.graph, random.Random(case.name))
    value = case.real(lambda bits: valued(values, bits, 0))
    found = calls.outputs(machine, case, value)
    for name, got in found.items():
        expected = value(case.expected[name])
        if got != expected:
            refute(proof, case, name, got, expected, named(machine.graph, values, 0))
            proof.counterexample["confirmed"] = "in the simulator"
            return False
    return True


def refute(proof: Proof, case: Case, buffer: str, got: bytes, expected: bytes, inputs: dict[str, str]) -> None:
    proof.proof = REFUTED
    proof.reason = f"{case.name}: {buffer} is wrong for this input"
    proof.counterexample = {"case": case.name, **inputs, f"{buffer}, got": got.hex(), "expected": expected.hex()}


def run(machine: Machine, case: Case) -> None:
    """Prepares the buffers and makes the calls."""
    machine.graph.assume(case.assumed, case.settles)
    machine.prepare(case.buffers)
    for call in case.calls:
        if case.caller:
            case.caller.call(machine, call)
        else:
            machine.call(call.function, machine.numbers(call.arguments))
        if call.status and (status := machine.result()) != call.answer:
            raise Stopped(f"the status {status}", call.function, machine.image.inside(call.function))


def left(machine: Machine, case: Case) -> dict[str, Lits]:
    return {name: machine.content(name) for name in case.expected}


def is_right(machine: Machine, case: Case) -> bool:
    """What the run of a case left."""
    return case.same(left(machine, case), case.expected)


def holds(proof: Proof, machine: Machine, case: Case) -> bool:
    """Runs one case; if what it left is not what is expected, the verdict says why."""
    try:
        run(machine, case)
    except Stopped as stopped:
        stopped.args = (f"{stopped}; {case.name}",)
        raise
    if is_right(machine, case):
        return True
    got = left(machine, case)
    if case.caller:
        if agrees(proof, machine, case):
            proof.proof, proof.reason = OPEN, f"{case.name}: the output is not shown to be equal"
        return False
    if searched(proof, machine, case, got):
        return False
    differ = sum(a != b for name in got for a, b in zip(listed(got[name]), listed(case.expected[name]), strict=True))
    proof.proof = OPEN
    proof.reason = (
        f"{case.name}: {differ} of {sum(len(b) // EACH for b in got.values())} bits of output not shown to be equal; "
        f"{64 * TRIES} random inputs show no difference"
    )
    return False


def searched(proof: Proof, machine: Machine, case: Case, got: dict[str, Lits]) -> bool:
    """Looks among random inputs for one on which a buffer is not what is expected, and confirms it in the simulator."""
    source, graph, assumed = random.Random(1), machine.graph, listed(case.assumed)[0]
    for _ in range(TRIES):
        values = random_values(graph, source)
        for name, bits in got.items():
            lanes = 0
            for a, b in zip(listed(bits), listed(case.expected[name]), strict=True):
                lanes |= (values[a >> 1] ^ values[b >> 1] ^ -((a ^ b) & 1)) & 2**64 - 1
            lanes &= values[assumed >> 1] ^ -(assumed & 1)
            if lanes:
                lane = (lanes & -lanes).bit_length() - 1
                expected = valued(values, case.expected[name], lane)
                refute(proof, case, name, valued(values, bits, lane), expected, named(graph, values, lane))
                if calls.simulator(machine.image.machine):
                    seen = calls.outputs(machine, case, lambda b: valued(values, b, lane))[name]  # noqa: B023
                    proof.counterexample["confirmed"] = "in the simulator" if seen != expected else "no"
                return True
    return False


def random_values(graph: Graph, source: random.Random) -> Any:
    return graph.evaluate([source.getrandbits(64) for _ in range(graph.input_bits())])


def named(graph: Graph, values: Any, lane: int) -> dict[str, str]:
    """The bytes of each input of the specification, in one of the 64 assignments."""
    shown = {name: bits for name, bits in graph.inputs.items() if not name.startswith(("register ", "loop: "))}
    return {name: valued(values, bits, lane).hex() for name, bits in shown.items()}


def valued(values: Any, bits: Lits, lane: int) -> bytes:
    """Bits as bytes, in one of the 64 assignments."""
    number = 0
    for i, x in enumerate(listed(bits)):
        number |= ((values[x >> 1] >> lane ^ x) & 1) << i
    return number.to_bytes(len(bits) // EACH // 8, "little")
