# SPDX-License-Identifier: MIT
"""Proves the claims of one program, and finds the input that refutes one."""

from __future__ import annotations

import random
import time
from dataclasses import asdict, dataclass, field
from functools import partial
from typing import Any

from ..errors import RunError
from ..plan.implementations import Implementation
from ..rows import NOT_TRIED
from . import calls, loops
from .case import Case
from .claims import MOST_BLOCKS, Claim, MakesLoop, NotTried, Reach, Span, Way, claims
from .core import EACH, ENDLESS, NOT_MODELLED, SAME, TOO_LARGE, TRUE, UNDECIDED, Graph, Lits, listed
from .machines import BUDGET, MACHINES, Machine, Stopped
from .program import Image

EQUAL, TABLE, OPEN, REFUTED = "equal", "equal (table)", "open", "refuted"
NO_STEP = "no step"  # of a loop
PROVED, WRONG = (EQUAL, TABLE), (REFUTED,)  # a comma and what it is limited to follow, if it is
CHANGED = "what later calls need has changed"
LATER = (NOT_MODELLED, ENDLESS, TOO_LARGE, UNDECIDED, CHANGED)  # what says nothing about the program
FIRST = 3  # cases of each claim that run in the simulator, on bytes, before they are proved; the others do after it
SAME_OF_COUNTERS = 2 * SAME  # candidates: each block of a kernel that counts computes alike
HIDDEN = ("register ", "loop: ", "place of ", "return address")  # inputs that no specification has
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
    limited: str = ""  # to which inputs, in few words, unless it is for all: part of the verdict
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
    def kind(self) -> str:
        """The verdict without what it is limited to."""
        return self.proof.partition(",")[0]

    @property
    def proved(self) -> bool:
        return self.kind in PROVED

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
        try:
            span = spanned(proof, machine, claim, most)
            cases = list[Case]()
            for case in claim.cases(graph, span):
                if concrete and len(cases) < FIRST and not agree(proof, machine, [case]):
                    break
                if not holds(proof, machine, case):
                    break
                cases.append(case)
            else:
                if not concrete or agree(proof, machine, cases[FIRST:]):
                    kind = TABLE if machine.looked_up else EQUAL
                    proof.proof = f"{kind}, {proof.limited}" if proof.limited else kind
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
    reach, whole, heads = {}, MOST_BLOCKS if most is None else most, list[tuple[int, int]]()
    for way in claim.ways:
        reach[way] = Reach(whole)
        if claim.loop is None or most is not None:
            continue
        try:
            reach[way] = Reach(whole, *shown(machine, claim.loop, way, heads))
            proof.loop = proof.loop or f"{reach[way].width} a step"
        except (loops.NoStep, Stopped) as why:
            proof.loop = f"{NO_STEP}{way.name}: {why}"
    span = Span(reach)
    proof.covers = span.text if claim.loop else claim.covers
    proof.limited = span.limited if claim.loop else claim.limited
    proof.most_bytes = claim.most_bytes
    if claim.loop:
        proof.most_bytes = claim.most_bytes * whole if proof.limited else None
    return span


def shown(machine: Machine, loop: MakesLoop, way: Way, heads: list[tuple[int, int]]) -> tuple[int, int]:
    """From which number of blocks on it is shown, in each part of all places, and how many blocks a step treats."""
    return max(machine.everywhere(way, lambda: loops.least(machine, loop(machine.graph, way), heads)))


def agree(proof: Proof, machine: Machine, cases: list[Case]) -> bool:
    """Runs cases on random bytes in the simulator, each under what it assumes; a wrong output refutes the claim."""
    if calls.simulator(machine.image.machine) is None or not cases:
        return True
    source = random.Random(cases[0].name)
    shared = random_values(machine.graph, source)
    all_values = [
        shared if case.assumed == TRUE else random_values(machine.graph, source, case.assumed) for case in cases
    ]
    functions = [case.real(partial(valued, values, lane=0)) for case, values in zip(cases, all_values, strict=True)]
    for case, values, value, outputs in zip(
        cases, all_values, functions, calls.outputs_of_all(machine, cases, functions), strict=True
    ):
        for name, got in outputs.items():
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


def run(machine: Machine, case: Case) -> bool:
    """Prepares the buffers and makes the calls, if any of their places is in this part: has it?"""
    machine.prepare(case.buffers)
    if not machine.graph.assume(case.assumed, machine.where(), case.settles):
        return False
    if case.caller:
        case.caller.begin()
    for call in case.calls:
        before = [machine.content(name) for name in call.unchanged]
        if case.caller:
            case.caller.call(machine, call)
        else:
            machine.call(call)
        for name, was in zip(call.unchanged, before, strict=True):
            if machine.content(name) != was:
                raise Stopped(CHANGED, call.function, machine.image.inside(call.function), f": {name}")
        if call.status and (status := machine.result()) != call.answer:
            raise Stopped(f"the status {status}", call.function, machine.image.inside(call.function))
    return True


def left(machine: Machine, case: Case) -> dict[str, Lits]:
    return {name: machine.content(name) for name in case.expected}


def is_right(machine: Machine, case: Case) -> bool:
    """What the run of a case left."""
    return case.same(left(machine, case), case.expected)


def holds(proof: Proof, machine: Machine, case: Case) -> bool:
    """Runs one case, in each part of all places that its run wants to tell from others; if what it left is not what is
    expected, the verdict says why."""
    names, found = tuple(buffer.name for buffer in case.buffers), set[bool | None]()
    for held in machine.everywhere(names, lambda: holds_in(proof, machine, case)):
        if held is False:
            return False
        found.add(held)
    assert True in found, f"{case.name}: nothing is as it assumes"
    return True


def holds_in(proof: Proof, machine: Machine, case: Case) -> bool | None:
    """The same in one part; None where no place is in it."""
    try:
        if not run(machine, case):
            return None
    except Stopped as stopped:
        stopped.args = (f"{stopped}; {case.name}",)
        raise
    if is_right(machine, case):
        return True
    got = left(machine, case)
    if case.caller:
        if agree(proof, machine, [case]):
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
        values = random_values(graph, source, case.assumed)
        for name, bits in got.items():
            lanes = 0
            for a, b in zip(listed(bits), listed(case.expected[name]), strict=True):
                lanes |= (values[a >> 1] ^ values[b >> 1] ^ -((a ^ b) & 1)) & 2**64 - 1
            lanes &= values[assumed >> 1] ^ -(assumed & 1)
            if lanes:
                lane = (lanes & -lanes).bit_length() - 1
                expected, seen = valued(values, case.expected[name], lane), valued(values, bits, lane)
                there = calls.simulator(machine.image.machine)
                if there:
                    seen = calls.outputs(machine, case, lambda b: valued(values, b, lane))[name]  # noqa: B023
                if seen == expected:
                    continue
                refute(proof, case, name, seen, expected, named(graph, values, lane))
                if there:
                    proof.counterexample["confirmed"] = "in the simulator"
                return True
    return False


def random_values(graph: Graph, source: random.Random, assumed: Lits = TRUE) -> Any:
    """`assumed`: of public numbers, for which all of these values make it true."""
    given = (b"", b"") if assumed == TRUE else graph.chosen(assumed, source.getrandbits(64))
    return graph.evaluate([source.getrandbits(64) for _ in range(graph.input_bits())], given)


def named(graph: Graph, values: Any, lane: int) -> dict[str, str]:
    """The bytes of each input of the specification, in one of the 64 assignments."""
    shown = {name: bits for name, bits in graph.inputs.items() if not name.startswith(HIDDEN)}
    return {name: valued(values, bits, lane).hex() for name, bits in shown.items()}


def valued(values: Any, bits: Lits, lane: int) -> bytes:
    """Bits as bytes, in one of the 64 assignments."""
    number = 0
    for i, x in enumerate(listed(bits)):
        number |= ((values[x >> 1] >> lane ^ x) & 1) << i
    return number.to_bytes(len(bits) // EACH // 8, "little")
