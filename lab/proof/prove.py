# SPDX-License-Identifier: MIT
"""Proves the claims of one program, or finds a counterexample."""

from __future__ import annotations

import random
import time
from array import array
from dataclasses import asdict, dataclass, field
from functools import partial
from typing import Any

from ..errors import RunError
from ..plan.implementations import Implementation
from ..rows import NOT_TRIED
from . import loops, simulation
from .case import Case, as_it_is, halves
from .checker import Checker
from .claims import MAX_BLOCKS, BlockRange, Claim, Coverage, Layout, LoopFactory, Unsupported, claims
from .copies import replace_copies
from .core import (
    ENDLESS,
    LANES,
    LEAKS,
    LIT_BYTES,
    MAX_CANDIDATES,
    NOT_MODELLED,
    TOO_LARGE,
    TRUE,
    UNDECIDED,
    Graph,
    Lits,
    library,
    literal_list,
    out_buffer,
)
from .machines import BUDGET, MACHINES, Machine, Stopped
from .program import Image, at_level

EQUAL, TABLE, OPEN, REFUTED = "equal", "equal (table)", "open", "refuted"
NO_STEP = "no step"  # of the induction
PROVED, WRONG = (EQUAL, TABLE), (REFUTED,)  # ", LIMIT" may follow
CHANGED = "a buffer of later calls has changed"
INCONCLUSIVE = (NOT_MODELLED, ENDLESS, TOO_LARGE, UNDECIDED, CHANGED)  # faults that are no verdict on the program
SIMULATED_FIRST = 3  # cases simulated before the proof; the others after it
CTR_CANDIDATES = 2 * MAX_CANDIDATES  # the blocks of a CTR kernel compute alike
INTERNAL_INPUTS = (
    "register ",
    "above an argument",
    "copied: ",
    "loop: ",
    "place of ",
    "return address",
)  # inputs of the executor only
TRIES = 64  # such simulations, if an output is not proved


@dataclass
class Proof:
    """The verdict on one operation of one kernel; `reason`, if it is not proved."""

    cipher: str
    mode: str
    operation: str
    kernel: str
    target: str
    proof: str = NOT_TRIED
    how: str = ""
    covers: str = ""
    limited: str = ""  # the inputs covered, if not all: part of the verdict
    max_bytes: int | None = 0  # of the longest input covered; None: any length
    sizes: list[int] = field(default_factory=list)  # bytes of the inputs covered; all to max_bytes if empty
    loop: str = ""  # width of the loop, or why it is not proved
    seconds: float = 0.0
    instructions: int = 0
    nodes: int = 0
    sums: int = 0  # merges by cancelling XORs
    tables: int = 0  # merges by truth tables
    diagrams: int = 0  # merges by decision diagrams
    checked: int = 0  # merges that checker.go has confirmed
    checker_seconds: float = 0.0  # of `seconds`
    stack_bytes: int = 0
    reason: str = ""
    at: int = 0  # address of the fault
    counterexample: dict[str, str] = field(default_factory=dict)
    compiler: str = ""  # if not the board's
    provenance: dict[str, Any] = field(default_factory=dict)

    @property
    def kind(self) -> str:
        """The verdict without its limit."""
        return self.proof.partition(",")[0]

    @property
    def proved(self) -> bool:
        return self.kind in PROVED

    @property
    def name(self) -> str:
        return f"{self.target} {self.cipher} {self.kernel} {self.what}" + self.compiled

    @property
    def compiled(self) -> str:
        return f" ({self.compiler})" if self.compiler else ""

    @property
    def what(self) -> str:
        """The operation, with the name of a mode."""
        return self.operation if self.mode not in ("ctr", "cbc", "xts") else f"{self.mode} {self.operation}"

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)


def prove(
    implementation: Implementation,
    image: Image,
    target: str,
    max_blocks: int | None = None,
    operations: int | None = None,
    simulate: bool = True,
    budget: int = BUDGET,
) -> list[Proof]:
    """A verdict for each operation, or the first ones, in one graph.  `simulate`: validate the executor by the
    simulator; `budget`: instructions of a call."""
    i = implementation
    image = at_level(image, i.kernel)
    try:
        selected = claims(implementation, image, max_blocks)
    except Unsupported as error:
        return [
            Proof(i.cipher, i.mode, o, i.kernel, target, reason=str(error), compiler=i.compiler)
            for o in i.operations[:1]
        ]
    most = CTR_CANDIDATES if i.mode == "ctr" else MAX_CANDIDATES
    with Graph(max_candidates=most) as graph, Checker(graph) as checker:
        proofs = dict[int, Proof]()
        for number, claim in sorted(enumerate(selected[:operations]), key=lambda each: not has_key_schedule(each[1])):
            proof = Proof(i.cipher, i.mode, claim.operation, i.kernel, target, compiler=i.compiler)
            proofs[number] = verify_claim(proof, graph, image, claim, max_blocks, simulate, budget)
            assumed = claim.assumes if proof.proved else "seal" if stops_at_tag(proof) else ""
            if any(p.operation == assumed and not p.proved for p in proofs.values()):
                proof.proof, proof.how, proof.reason = OPEN, "", f"its proof assumes that of {assumed}"
            if proof.proved:
                confirm(proof, checker)
        return [proofs[number] for number in sorted(proofs)]


def stops_at_tag(proof: Proof) -> bool:
    """Does opening branch on a secret?  If the tag is not shown to be right, its comparison is not shown to be
    public."""
    return proof.operation == "open" and proof.proof == REFUTED and proof.reason.startswith(LEAKS[0])


def has_key_schedule(claim: Claim) -> bool:
    """Does its specification expand the key?  Such a claim is first: key setup must not be in the graph before it."""
    return claim.operation.startswith("key+")


def confirm(proof: Proof, checker: Checker) -> None:
    """A proof remains one if the checker confirms its merges."""
    begin = time.process_time()
    try:
        proof.checked, proof.checker_seconds = checker.check()
    except RunError as error:
        proof.proof, proof.reason = OPEN, str(error)
    proof.checker_seconds = round(proof.checker_seconds + time.process_time() - begin, 2)
    proof.seconds = round(proof.seconds + proof.checker_seconds, 2)


def verify_claim(
    proof: Proof, graph: Graph, image: Image, claim: Claim, max_blocks: int | None, simulate: bool, budget: int
) -> Proof:
    """Fills in the verdict on a claim."""
    begin, before = time.process_time(), graph.counts()
    with MACHINES[image.machine](graph, image, budget) as machine:
        replace_copies(machine)
        try:
            span = coverage_of(proof, machine, claim, max_blocks)
            cases = list[Case]()
            for case in claim.cases(graph, span):
                if simulate and len(cases) < SIMULATED_FIRST and not simulator_agrees(proof, machine, [case]):
                    break
                if not case_holds(proof, machine, case):
                    break
                cases.append(case)
            else:
                if not simulate or simulator_agrees(proof, machine, cases[SIMULATED_FIRST:]):
                    kind = TABLE if machine.looked_up else EQUAL
                    proof.proof = f"{kind}, {proof.limited}" if proof.limited else kind
        except Stopped as stopped:
            proof.proof = OPEN if stopped.fault in INCONCLUSIVE else REFUTED
            proof.reason, proof.at = str(stopped), stopped.at
        except RunError as error:
            proof.proof, proof.reason = OPEN, str(error)
        proof.instructions, proof.stack_bytes = machine.instructions, machine.stack
    after = graph.counts()
    proof.nodes, proof.sums, proof.tables = after.nodes, after.by_sum - before.by_sum, after.by_table - before.by_table
    proof.diagrams = after.by_diagram - before.by_diagram
    if proof.proved:
        merged = proof.sums + proof.tables + proof.diagrams
        proof.how = claim.how or ("by merging" if merged else "by hashing")
    proof.seconds = round(time.process_time() - begin, 2)
    return proof


def coverage_of(proof: Proof, machine: Machine, claim: Claim, max_blocks: int | None) -> Coverage:
    """The numbers of blocks that cases must cover, after trying to prove loops."""
    ranges, limit, heads = {}, MAX_BLOCKS if max_blocks is None else max_blocks, list[loops.Step]()
    for way in claim.layouts:
        ranges[way] = BlockRange(limit)
        if claim.loop is None or max_blocks is not None:
            continue
        try:
            ranges[way] = BlockRange(limit, *loop_range(machine, claim.loop, way, heads))
            proof.loop = proof.loop or f"{ranges[way].width} a step"
        except (loops.NotInductive, Stopped) as error:
            proof.loop = f"{NO_STEP}{way.name}: {error}"
    span = Coverage(ranges)
    proof.covers = span.text if claim.loop else claim.covers
    proof.limited = span.limited if claim.loop else claim.limited
    proof.max_bytes, proof.sizes = claim.max_bytes, list(claim.sizes)
    if claim.loop:
        proof.max_bytes = claim.max_bytes * limit if proof.limited else None
    return span


def loop_range(machine: Machine, loop: LoopFactory, way: Layout, heads: list[loops.Step]) -> tuple[int, int]:
    """Proves a loop for all placements: the number of blocks from which on it holds, and its width."""
    return max(machine.for_each_part(way, lambda: loops.prove_loop(machine, loop(machine.graph, way), heads)))


def simulator_agrees(proof: Proof, machine: Machine, cases: list[Case]) -> bool:
    """Simulates cases with random inputs that satisfy their assumptions; a wrong output refutes the claim."""
    if simulation.simulator(machine.image.machine) is None or not cases:
        return True
    source = random.Random(cases[0].name)
    for first in range(0, len(cases), LANES):
        some = cases[first : first + LANES]
        values = random_values(machine.graph, source, [case.assumed for case in some])
        functions = [case.real(partial(concrete_bytes, values, lane=lane)) for lane, case in enumerate(some)]
        results = simulation.outputs_of_cases(machine, some, functions, {})
        for lane, (case, value, outputs) in enumerate(zip(some, functions, results, strict=True)):
            for name, actual in outputs.items():
                expected = value(case.expected[name])
                if actual != expected:
                    refute(proof, case, name, actual, expected, input_values(machine.graph, values, lane))
                    proof.counterexample["confirmed"] = "in the simulator"
                    return False
    return True


def refute(proof: Proof, case: Case, buffer: str, actual: bytes, expected: bytes, inputs: dict[str, str]) -> None:
    proof.proof = REFUTED
    proof.reason = f"{case.name}: {buffer} is wrong for this input"
    proof.counterexample = {"case": case.name, **inputs, f"{buffer}, got": actual.hex(), "expected": expected.hex()}


def run(machine: Machine, case: Case) -> bool:
    """Makes the calls of a case; False if its assumption is unsatisfiable in this part."""
    machine.prepare(case.buffers)
    if not machine.graph.assume(case.assumed, machine.where(), case.simplify):
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


def outputs(machine: Machine, case: Case) -> dict[str, Lits]:
    """Final contents; sums of shares, if they are shared."""
    results = {name: machine.content(name) for name in case.expected}
    if case.share_bytes:
        size = 8 * LIT_BYTES * case.share_bytes
        results = {name: machine.graph.gates("^", *halves(bits, size)) for name, bits in results.items()}
    return results


def outputs_match(machine: Machine, case: Case) -> bool:
    """Are the outputs as expected?"""
    return case.same(outputs(machine, case), case.expected)


def case_holds(proof: Proof, machine: Machine, case: Case) -> bool:
    """Proves one case in each part of the placements, or sets the verdict."""
    names, results = tuple(buffer.name for buffer in case.buffers), set[bool | None]()
    for held in machine.for_each_part(names, lambda: case_holds_in_part(proof, machine, case)):
        if held is False:
            return False
        results.add(held)
    assert True in results, f"{case.name}: unsatisfiable assumption"
    return True


def case_holds_in_part(proof: Proof, machine: Machine, case: Case) -> bool | None:
    """The same in one part; None if it is empty."""
    try:
        if not run(machine, case):
            return None
    except Stopped as stopped:
        stopped.args = (f"{stopped}; {case.name}",)
        raise
    if outputs_match(machine, case):
        return True
    actual = outputs(machine, case)
    if case.real is not as_it_is:
        if simulator_agrees(proof, machine, [case] * LANES):  # at other addresses each
            proof.proof, proof.reason = OPEN, f"{case.name}: the output is not shown to be equal"
        return False
    if find_counterexample(proof, machine, case, actual):
        return False
    differ = sum(
        a != b
        for name in actual
        for a, b in zip(literal_list(actual[name]), literal_list(case.expected[name]), strict=True)
    )
    total = sum(len(b) // LIT_BYTES for b in actual.values())
    proof.proof = OPEN
    proof.reason = (
        f"{case.name}: {differ} of {total} bits of output not shown to be equal; "
        f"{LANES * TRIES} random inputs show no difference"
    )
    return False


def find_counterexample(proof: Proof, machine: Machine, case: Case, got: dict[str, Lits]) -> bool:
    """Searches random inputs for a wrong output, and confirms it in the simulator."""
    source, graph = random.Random(1), machine.graph
    here = graph.gates("&", case.assumed, machine.where())
    assumed = literal_list(here)[0]
    for _ in range(TRIES):
        values = random_values(graph, source, [here] * LANES)
        for name, bits in got.items():
            lanes = 0
            for a, b in zip(literal_list(bits), literal_list(case.expected[name]), strict=True):
                lanes |= (values[a >> 1] ^ values[b >> 1] ^ -((a ^ b) & 1)) & 2**64 - 1
            lanes &= values[assumed >> 1] ^ -(assumed & 1)
            if lanes:
                lane = (lanes & -lanes).bit_length() - 1
                expected, actual = concrete_bytes(values, case.expected[name], lane), concrete_bytes(values, bits, lane)
                simulator = simulation.simulator(machine.image.machine)
                if simulator:
                    actual = simulation.outputs(machine, case, lambda b: concrete_bytes(values, b, lane))[name]  # noqa: B023
                if actual == expected:
                    continue
                refute(proof, case, name, actual, expected, input_values(graph, values, lane))
                if simulator:
                    proof.counterexample["confirmed"] = "in the simulator"
                return True
    return False


def random_values(graph: Graph, source: random.Random, assumed: list[Lits]) -> Any:
    """64 assignments, of which each satisfies one of these conditions."""
    given: dict[int, tuple[int, int]] = {}
    for lane, condition in enumerate(assumed):
        bits, values = (b"", b"") if condition == TRUE else graph.random_model(condition, source.getrandbits(64))
        for literal, value in zip(literal_list(bits), values, strict=True):
            word, mask = given.get(literal, (0, 0))
            given[literal] = word | value << lane, mask | 1 << lane
    return graph.evaluate(array("Q", source.randbytes(8 * graph.input_bits())), given)


def input_values(graph: Graph, values: Any, lane: int) -> dict[str, str]:
    """The inputs of the specification in one of 64 assignments."""
    inputs = {name: bits for name, bits in graph.inputs.items() if not name.startswith(INTERNAL_INPUTS)}
    return {name: concrete_bytes(values, bits, lane).hex() for name, bits in inputs.items()}


def concrete_bytes(values: Any, bits: Lits, lane: int) -> bytes:
    """Bits as bytes in one of 64 assignments."""
    out = out_buffer(len(bits) // LIT_BYTES // 8)
    library().graph_assignment(values, len(bits) // LIT_BYTES, bits, lane, out)
    return out.raw
