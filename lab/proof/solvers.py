# SPDX-License-Identifier: MIT
"""Cross-checks with independent solvers: merges with CaDiCaL and Bitwuzla, whole kernels with ABC.

A merge is confirmed if its literals are equal over a cut, found independently of the graph's own search.  A kernel is
confirmed by combinational equivalence checking against the specification, built in another graph."""

from __future__ import annotations

import heapq
import importlib
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .. import processes
from .core import AND, INPUT, LOOKUP, XOR, Graph, Lits, literal_list

MAX_STEPS, MAX_CUTS, SMALL_CUT, MAX_CUT = 2000, 6, 16, 160  # of the search for cuts
SECONDS = 600
SATISFIABLE, UNSATISFIABLE = 10, 20  # exit codes of SAT solvers


@dataclass(frozen=True)
class Gate:
    """`operands`: literals; `table` of a look-up: bit i is entry i."""

    kind: int
    operands: tuple[int, ...]
    table: int


@dataclass(frozen=True)
class Cone:
    """Gates between literals and a cut, in ascending order."""

    gates: dict[int, Gate]
    cut: list[int]


def gate(graph: Graph, node: int) -> Gate:
    kind, operands, table = graph.node(node)
    return Gate(kind, tuple(operands), table)


def input_cone(graph: Graph, outputs: list[int]) -> Cone:
    """Down to the inputs."""
    gates: dict[int, Gate] = {}
    inputs: set[int] = set()
    rest = [x >> 1 for x in outputs]
    while rest:
        node = rest.pop()
        if node == 0 or node in gates or node in inputs:
            continue
        current = gate(graph, node)
        if current.kind == INPUT:
            inputs.add(node)
        else:
            gates[node] = current
            rest += [x >> 1 for x in current.operands]
    return Cone(dict(sorted(gates.items())), sorted(inputs))


def cones(graph: Graph, a: int, b: int) -> list[Cone]:
    """Cuts of two literals, by expanding the largest node: small cuts, the deepest first, then the last wide one."""
    heap, gates, inputs = sorted({-(x >> 1) for x in (a, b) if x > 1}), dict[int, Gate](), list[int]()
    seen, small, last = {0, *(-x for x in heap)}, list[Cone](), list[Cone]()
    while heap and len(gates) < MAX_STEPS:
        node = -heapq.heappop(heap)
        current = gate(graph, node)
        if current.kind == INPUT:
            inputs.append(node)
            continue
        gates[node] = current
        for x in {x >> 1 for x in current.operands} - seen:
            seen.add(x)
            heapq.heappush(heap, -x)
        if len(heap) + len(inputs) <= MAX_CUT:
            last = [Cone(dict(sorted(gates.items())), sorted([*(-x for x in heap), *inputs]))]
            small += last if len(last[0].cut) <= SMALL_CUT else []
    return [*reversed(small[-MAX_CUTS:]), *last]


def clauses(cone: Cone, a: int, b: int) -> str:
    """DIMACS; satisfiable if the literals can differ."""
    numbers = {n: i for i, n in enumerate([0, *cone.cut, *cone.gates], 1)}

    def literal(x: int) -> int:
        return -numbers[x >> 1] if x & 1 else numbers[x >> 1]

    lines = [[-1]]
    for node, g in cone.gates.items():
        out, ins = numbers[node], [literal(x) for x in g.operands]
        rows = {AND: 0b1000, XOR: 0b0110, LOOKUP: g.table}[g.kind]
        for row in range(1 << len(ins)):
            lines.append([*(-x if row >> i & 1 else x for i, x in enumerate(ins)), out if rows >> row & 1 else -out])
    p, q = literal(a), literal(b)
    lines += [[p, q], [-p, -q]]
    return f"p cnf {len(numbers)} {len(lines)}\n" + "".join(" ".join(map(str, [*c, 0])) + "\n" for c in lines)


def cadical_equal(cone: Cone, a: int, b: int) -> bool:
    done = processes.run(["cadical", "-q", "-"], SECONDS, stdin=clauses(cone, a, b))
    if done.returncode not in (SATISFIABLE, UNSATISFIABLE):
        raise RuntimeError(f"cadical: exit code {done.returncode}: {done.stderr.strip()[-200:]}")
    return done.returncode == UNSATISFIABLE


def bitwuzla_equal(cone: Cone, a: int, b: int) -> bool:
    bitwuzla: Any = importlib.import_module("bitwuzla")  # lab/requirements-proof.txt
    kind = bitwuzla.Kind
    terms, options = bitwuzla.TermManager(), bitwuzla.Options()
    solver = bitwuzla.Bitwuzla(terms, options)
    nodes = {0: terms.mk_false()} | {n: terms.mk_const(terms.mk_bool_sort(), f"n{n}") for n in cone.cut}

    def literal(x: int) -> object:
        return terms.mk_term(kind.NOT, [nodes[x >> 1]]) if x & 1 else nodes[x >> 1]

    def mux_tree(operands: list[object], table: int) -> object:
        """Shannon expansion by the last operand."""
        if not operands:
            return terms.mk_true() if table & 1 else terms.mk_false()
        half = 1 << len(operands) - 1
        zero, one = mux_tree(operands[:-1], table & (1 << half) - 1), mux_tree(operands[:-1], table >> half)
        return terms.mk_term(kind.ITE, [operands[-1], one, zero])

    for node, g in cone.gates.items():
        ins = [literal(x) for x in g.operands]
        kinds = {AND: kind.AND, XOR: kind.XOR}
        nodes[node] = mux_tree(ins, g.table) if g.kind == LOOKUP else terms.mk_term(kinds[g.kind], ins)
    solver.assert_formula(terms.mk_term(kind.DISTINCT, [literal(a), literal(b)]))
    answer = solver.check_sat()
    if answer not in (bitwuzla.Result.SAT, bitwuzla.Result.UNSAT):
        raise RuntimeError(f"bitwuzla: {answer}")
    return answer == bitwuzla.Result.UNSAT


SOLVERS = {"cadical": cadical_equal, "bitwuzla": bitwuzla_equal}


def confirmed(graph: Graph, a: int, b: int, solver: str) -> bool:
    """Does the solver prove two literals equal on one of their cuts?"""
    return any(SOLVERS[solver](cone, a, b) for cone in cones(graph, a, b))


def blif(graph: Graph, outputs: Lits, inputs: list[Lits]) -> str:
    """A circuit with the given inputs in this order, then its other inputs."""
    cone = input_cone(graph, literal_list(outputs))
    named = [x >> 1 for bits in inputs for x in literal_list(bits)]
    rest = [n for n in cone.cut if n not in set(named)]
    names = {n: f"i{i}" for i, n in enumerate(named)} | {n: f"free{i}" for i, n in enumerate(rest)}
    lines = [".model circuit", ".inputs " + " ".join(names.values())]
    lines += [".outputs " + " ".join(f"o{i}" for i in range(len(literal_list(outputs)))), ".names n0"]
    names |= {n: f"n{n}" for n in [0, *cone.gates]}
    for node, g in cone.gates.items():
        rows = {AND: 0b1000, XOR: 0b0110, LOOKUP: g.table}[g.kind]
        lines += blif_gate([names[x >> 1] for x in g.operands], names[node], rows, [x & 1 for x in g.operands])
    for i, x in enumerate(literal_list(outputs)):
        lines += blif_gate([names[x >> 1]], f"o{i}", 0b10, [x & 1])
    return "\n".join([*lines, ".end", ""])


def blif_gate(operands: list[str], name: str, table: int, flips: list[int]) -> Iterator[str]:
    """A gate by the on-set of its truth table."""
    yield " ".join([".names", *operands, name])
    for row in range(1 << len(operands)):
        if table >> row & 1:
            yield "".join(str(row >> i & 1 ^ flip) for i, flip in enumerate(flips)) + " 1"


def abc_equal(one: str, other: str) -> bool:
    """Combinational equivalence of two BLIF circuits."""
    with tempfile.TemporaryDirectory() as folder:
        for name, text in (("a", one), ("b", other)):
            Path(folder, f"{name}.blif").write_text(text)
        words = f"cec -n {folder}/a.blif {folder}/b.blif"
        done = processes.run(["berkeley-abc", "-q", words], SECONDS)
    output = done.stdout
    if "are equivalent" not in output and "NOT EQUIVALENT" not in output.upper():
        raise RuntimeError(f"abc: {output.strip()[-300:]} {done.stderr.strip()[-200:]}")
    return "are equivalent" in output
