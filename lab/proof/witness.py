# SPDX-License-Identifier: MIT
"""Second opinions: parts of a graph as other people's solvers read them, and what they say of two literals.

A merge is confirmed if its two literals are equal for all values of the nodes of a cut, which this module finds by
itself.  A kernel is confirmed if abc finds its circuit, from a graph of its own, equal to that of the specification."""

from __future__ import annotations

import heapq
import importlib
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .. import processes
from .core import AND, INPUT, LOOKUP, XOR, Graph, Lits, listed

MOST_STEPS, MOST_CUTS, SMALL_CUT, MOST_CUT = 2000, 6, 16, 160  # of the search for cuts
SECONDS = 600
SATISFIABLE, UNSATISFIABLE = 10, 20  # exit codes of SAT solvers


@dataclass(frozen=True)
class Gate:
    """`operands`: literals; of a look-up `table` has bit i for entry i."""

    kind: int
    operands: tuple[int, ...]
    table: int


@dataclass(frozen=True)
class Cone:
    """Nodes between literals and a cut, in ascending order; their operands are among them, in the cut, or node 0."""

    gates: dict[int, Gate]
    cut: list[int]


def gate(graph: Graph, node: int) -> Gate:
    kind, operands, table = graph.node(node)
    return Gate(kind, tuple(operands), table)


def whole(graph: Graph, outputs: list[int]) -> Cone:
    """Down to the inputs."""
    gates: dict[int, Gate] = {}
    inputs: set[int] = set()
    rest = [x >> 1 for x in outputs]
    while rest:
        node = rest.pop()
        if node == 0 or node in gates or node in inputs:
            continue
        found = gate(graph, node)
        if found.kind == INPUT:
            inputs.add(node)
        else:
            gates[node] = found
            rest += [x >> 1 for x in found.operands]
    return Cone(dict(sorted(gates.items())), sorted(inputs))


def cones(graph: Graph, a: int, b: int) -> list[Cone]:
    """Cuts under two literals: the largest node is replaced by its operands.  The small cuts, the deepest first, and
    then the last one that is not too wide."""
    heap, gates, inputs = sorted({-(x >> 1) for x in (a, b) if x > 1}), dict[int, Gate](), list[int]()
    seen, small, last = {0, *(-x for x in heap)}, list[Cone](), list[Cone]()
    while heap and len(gates) < MOST_STEPS:
        node = -heapq.heappop(heap)
        made = gate(graph, node)
        if made.kind == INPUT:
            inputs.append(node)
            continue
        gates[node] = made
        for x in {x >> 1 for x in made.operands} - seen:
            seen.add(x)
            heapq.heappush(heap, -x)
        if len(heap) + len(inputs) <= MOST_CUT:
            last = [Cone(dict(sorted(gates.items())), sorted([*(-x for x in heap), *inputs]))]
            small += last if len(last[0].cut) <= SMALL_CUT else []
    return [*reversed(small[-MOST_CUTS:]), *last]


def clauses(cone: Cone, a: int, b: int) -> str:
    """DIMACS: satisfiable if the literals differ for some values of the cut."""
    numbers = {n: i for i, n in enumerate([0, *cone.cut, *cone.gates], 1)}

    def said(x: int) -> int:
        return -numbers[x >> 1] if x & 1 else numbers[x >> 1]

    lines = [[-1]]
    for node, g in cone.gates.items():
        out, ins = numbers[node], [said(x) for x in g.operands]
        rows = {AND: 0b1000, XOR: 0b0110, LOOKUP: g.table}[g.kind]
        for row in range(1 << len(ins)):
            lines.append([*(-x if row >> i & 1 else x for i, x in enumerate(ins)), out if rows >> row & 1 else -out])
    p, q = said(a), said(b)
    lines += [[p, q], [-p, -q]]
    return f"p cnf {len(numbers)} {len(lines)}\n" + "".join(" ".join(map(str, [*c, 0])) + "\n" for c in lines)


def cadical_finds_equal(cone: Cone, a: int, b: int) -> bool:
    done = processes.run(["cadical", "-q", "-"], SECONDS, stdin=clauses(cone, a, b))
    if done.returncode not in (SATISFIABLE, UNSATISFIABLE):
        raise RuntimeError(f"cadical: exit code {done.returncode}: {done.stderr.strip()[-200:]}")
    return done.returncode == UNSATISFIABLE


def bitwuzla_finds_equal(cone: Cone, a: int, b: int) -> bool:
    bitwuzla: Any = importlib.import_module("bitwuzla")  # lab/requirements-proof.txt
    kind = bitwuzla.Kind
    terms, options = bitwuzla.TermManager(), bitwuzla.Options()
    solver = bitwuzla.Bitwuzla(terms, options)
    made = {0: terms.mk_false()} | {n: terms.mk_const(terms.mk_bool_sort(), f"n{n}") for n in cone.cut}

    def said(x: int) -> object:
        return terms.mk_term(kind.NOT, [made[x >> 1]]) if x & 1 else made[x >> 1]

    def chosen(operands: list[object], table: int) -> object:
        """Of a table by its highest operand first."""
        if not operands:
            return terms.mk_true() if table & 1 else terms.mk_false()
        half = 1 << len(operands) - 1
        zero, one = chosen(operands[:-1], table & (1 << half) - 1), chosen(operands[:-1], table >> half)
        return terms.mk_term(kind.ITE, [operands[-1], one, zero])

    for node, g in cone.gates.items():
        ins = [said(x) for x in g.operands]
        kinds = {AND: kind.AND, XOR: kind.XOR}
        made[node] = chosen(ins, g.table) if g.kind == LOOKUP else terms.mk_term(kinds[g.kind], ins)
    solver.assert_formula(terms.mk_term(kind.DISTINCT, [said(a), said(b)]))
    answer = solver.check_sat()
    if answer not in (bitwuzla.Result.SAT, bitwuzla.Result.UNSAT):
        raise RuntimeError(f"bitwuzla: {answer}")
    return answer == bitwuzla.Result.UNSAT


SOLVERS = {"cadical": cadical_finds_equal, "bitwuzla": bitwuzla_finds_equal}


def confirmed(graph: Graph, a: int, b: int, solver: str) -> bool:
    """Are two literals equal, as a solver shows on one of the cuts under them?"""
    return any(SOLVERS[solver](cone, a, b) for cone in cones(graph, a, b))


def blif(graph: Graph, outputs: Lits, inputs: list[Lits]) -> str:
    """A circuit whose inputs are the given ones, in this order, and what else it depends on."""
    cone = whole(graph, listed(outputs))
    named = [x >> 1 for bits in inputs for x in listed(bits)]
    rest = [n for n in cone.cut if n not in set(named)]
    names = {n: f"i{i}" for i, n in enumerate(named)} | {n: f"free{i}" for i, n in enumerate(rest)}
    lines = [".model circuit", ".inputs " + " ".join(names.values())]
    lines += [".outputs " + " ".join(f"o{i}" for i in range(len(listed(outputs)))), ".names n0"]
    names |= {n: f"n{n}" for n in [0, *cone.gates]}
    for node, g in cone.gates.items():
        rows = {AND: 0b1000, XOR: 0b0110, LOOKUP: g.table}[g.kind]
        lines += of_rows([names[x >> 1] for x in g.operands], names[node], rows, [x & 1 for x in g.operands])
    for i, x in enumerate(listed(outputs)):
        lines += of_rows([names[x >> 1]], f"o{i}", 0b10, [x & 1])
    return "\n".join([*lines, ".end", ""])


def of_rows(operands: list[str], name: str, rows: int, flips: list[int]) -> Iterator[str]:
    """A gate by the rows of its table that are one."""
    yield " ".join([".names", *operands, name])
    for row in range(1 << len(operands)):
        if rows >> row & 1:
            yield "".join(str(row >> i & 1 ^ flip) for i, flip in enumerate(flips)) + " 1"


def abc_finds_equal(one: str, other: str) -> bool:
    """Of two circuits."""
    with tempfile.TemporaryDirectory() as folder:
        for name, text in (("a", one), ("b", other)):
            Path(folder, f"{name}.blif").write_text(text)
        words = f"cec -n {folder}/a.blif {folder}/b.blif"
        done = processes.run(["berkeley-abc", "-q", words], SECONDS)
    said = done.stdout
    if "are equivalent" not in said and "NOT EQUIVALENT" not in said.upper():
        raise RuntimeError(f"abc: {said.strip()[-300:]} {done.stderr.strip()[-200:]}")
    return "are equivalent" in said
