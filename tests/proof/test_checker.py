# SPDX-License-Identifier: MIT
"""The checker of merges accepts genuine certificates alone."""

from __future__ import annotations

import array
import random
import subprocess
from dataclasses import dataclass, field, replace
from itertools import chain

import pytest
from proved_programs import program_of

from lab.proof.checker import Checker, program
from lab.proof.core import AND, INPUT, LIT_BYTES, LOOKUP, XOR, Graph, literal_list
from lab.proof.program import read
from lab.proof.prove import EQUAL, OPEN, Proof, confirm, prove

Words = list[int]
INPUTS, ROWS = 6, 64  # of random graphs; of their truth tables


@dataclass(frozen=True)
class Merge:
    a: int
    b: int
    leaves: Words = field(default_factory=list)
    relations: Words = field(default_factory=list)

    @property
    def words(self) -> Words:
        return [self.a, self.b, len(self.leaves), len(self.relations), *self.leaves, *self.relations]


def packed(words: Words) -> bytes:
    return array.array("I", words).tobytes()


def section(nodes: list[Words], merges: list[Merge]) -> bytes:
    return packed([len(nodes), len(merges), *chain(*nodes), *chain(*(m.words for m in merges))])


def answers(certificate: bytes) -> list[str]:
    done = subprocess.run([program()], input=certificate, capture_output=True)
    assert done.returncode == (not done.stdout.splitlines()[-1].startswith(b"ok")), done
    assert not done.stderr, done.stderr
    return done.stdout.decode().splitlines()


def answer(nodes: list[Words], *merges: Merge) -> str:
    (line,) = answers(section(nodes, list(merges)))
    return line


MAJORITY = [
    *([INPUT] for _ in range(4)),  # false, x, y, z: literals 2, 4, 6
    [AND, 2, 4],
    [XOR, 2, 4],
    [AND, 6, 10],
    [XOR, 8, 12],  # 7: x y ^ z (x ^ y)
    [LOOKUP, 3, 2, 4, 6, 0b11101000],  # 8: the majority of x, y, z
    [AND, 5, 7],
    [AND, 3, 19],  # 10
    [XOR, 2, 6],
    [XOR, 10, 22],  # 12: x ^ y ^ x ^ z
    [XOR, 4, 6],
]
BY_TABLE, BY_XOR = Merge(14, 16, [3, 2, 1]), Merge(24, 26)


def test_a_genuine_certificate_is_accepted():
    line = answer(MAJORITY, BY_TABLE, BY_XOR, replace(BY_TABLE, a=15, b=17))
    assert line.startswith("ok 3 "), line


@pytest.mark.parametrize(
    "nodes, merge, error",
    [
        (MAJORITY, replace(BY_TABLE, leaves=[3, 2]), "input 1 is not among their leaves"),
        (MAJORITY, replace(BY_TABLE, leaves=[3, 2, 1, 1]), "occurs twice"),
        (MAJORITY, replace(BY_TABLE, leaves=[3, 2, 1, 0]), "is the constant"),
        (MAJORITY, replace(BY_TABLE, leaves=[14, 3, 2, 1]), "there is no node 14"),
        (MAJORITY, replace(BY_TABLE, b=17), "differ for some values"),
        (MAJORITY, replace(BY_TABLE, b=12), "differ for some values"),
        (MAJORITY, replace(BY_TABLE, b=12, relations=[0b100]), "relation of their leaves does not cancel"),
        (MAJORITY, replace(BY_TABLE, relations=[0b10000]), "leaves that do not exist"),
        (MAJORITY, replace(BY_XOR, b=27), "does not cancel"),
        (MAJORITY, replace(BY_XOR, b=16), "does not cancel"),
        ([*MAJORITY[:8], [LOOKUP, 3, 2, 4, 6, 0b11111000]], BY_TABLE, "differ for some values"),
        ([*MAJORITY[:8], [LOOKUP, 3, 2, 4, 16, 0b11101000]], BY_TABLE, "operand that does not precede it"),
        ([*MAJORITY[:6], [AND, 14, 10], *MAJORITY[7:]], BY_TABLE, "operand that does not precede it"),
        ([[AND, 0, 0], *MAJORITY[1:]], BY_TABLE, "node 0 has kind 1"),
    ],
)
def test_a_corrupt_certificate_is_refused(nodes, merge, error):
    assert error in answer(nodes, merge)


def test_relations_restrict_the_values_of_leaves():
    """Leaves x ^ y, x ^ z and y ^ z: two of them tell the third."""
    nodes = [*MAJORITY, [AND, 10, 22], [AND, 20, 26], [XOR, 28, 30], [AND, 10, 26], [AND, 10, 23]]
    merge = Merge(34, 36, [5, 11, 13])  # (x ^ y) (y ^ z) and (x ^ y) ~(x ^ z)
    assert "differ for some values" in answer(nodes, merge)
    assert answer(nodes, replace(merge, relations=[0b1110])).startswith("ok 1 ")
    assert "does not cancel" in answer(nodes, replace(merge, relations=[0b1111]))


def test_a_relation_may_say_that_leaves_differ():
    nodes = [*MAJORITY, [XOR, 3, 4], [AND, 10, 28]]  # x ^ y, and its complement
    merge = Merge(30, 0, [14, 5], [0b111])
    assert answer(nodes, merge).startswith("ok 1 ")
    assert "differ for some values" in answer(nodes, replace(merge, b=28))


def conjunctions(n: int, *orders: list[int]) -> list[Words]:
    """Inputs 1 to n, then the AND of some of them in each order."""
    nodes: list[Words] = [[INPUT] for _ in range(n + 1)]
    for first, *others in orders:
        so_far = 2 * first
        for x in others:
            nodes.append([AND, so_far, 2 * x])
            so_far = 2 * len(nodes) - 2
    return nodes


UP, DOWN = list(range(1, 16)), list(range(15, 0, -1))
TWO_WAYS = conjunctions(15, UP, DOWN)  # nodes 16 to 29, 30 to 43
BY_DIAGRAM = Merge(58, 86, DOWN)


def test_more_leaves_than_a_table_has_are_compared_by_diagrams():
    nodes = [*TWO_WAYS, [XOR, 59, 2], [XOR, 3, 87], [XOR, 2, 86]]  # 44 to 46
    same = [(58, 86), (59, 87), (88, 93), (89, 92)]
    line = answer(nodes, *(replace(BY_DIAGRAM, a=a, b=b) for a, b in same))
    assert line.startswith("ok 4 "), line
    assert "differ for some values" in answer(nodes, replace(BY_DIAGRAM, a=88, b=90))


@pytest.mark.parametrize(
    "merge, error",
    [
        (replace(BY_DIAGRAM, b=87), "differ for some values"),
        (replace(BY_DIAGRAM, b=84), "differ for some values"),
        (replace(BY_DIAGRAM, leaves=DOWN[1:]), "node 15 is not among their leaves"),
        (replace(BY_DIAGRAM, leaves=[*DOWN, 1]), "occurs twice"),
        (replace(BY_DIAGRAM, leaves=[*DOWN, 0]), "is the constant"),
        (replace(BY_DIAGRAM, relations=[0b110]), "15 leaves, 1 relations"),
        (replace(BY_DIAGRAM, leaves=list(range(1, 66))), "65 leaves, 0 relations"),
    ],
)
def test_a_corrupt_diagram_is_refused(merge, error):
    assert error in answer(TWO_WAYS, merge)


def test_a_certificate_that_ends_early_is_refused():
    whole = section(MAJORITY, [BY_TABLE, BY_XOR])
    for size in range(1, len(whole)):
        if size % 7 == 0 or size > len(whole) - 5:
            assert "ends early" in answers(whole[:size])[-1]


def random_graph(source: random.Random) -> Graph:
    """Of INPUTS inputs; some nodes are merged."""
    graph = Graph(seed=source.getrandbits(32))
    graph.set_merging(True)
    bits = [x.to_bytes(LIT_BYTES, "little") for x in literal_list(graph.input("x", INPUTS))]
    for _ in range(150):
        a, b, c = source.sample(bits[-20:] if source.random() < 0.8 else bits, 3)
        kind = source.choice("&&|^?")
        table = [source.getrandbits(1) for _ in range(8)]
        bits.append(graph.look_up(a + b + c, table, 1) if kind == "?" else graph.gates(kind, a, b))
    return graph


def certificate_of(graph: Graph, tmp_path) -> bytes:
    with (tmp_path / "certificate").open("wb+") as file:
        assert graph.write_certificate(file.fileno())
        file.seek(0)
        return file.read()


def all_merges_are_true(certificate: bytes) -> bool:
    """Read by other code, with each node as its truth table over the inputs."""
    words = iter(array.array("I", certificate))
    values, inputs, false = list[int](), 0, 0
    every = (1 << ROWS) - 1

    def value(x: int) -> int:
        return values[x >> 1] ^ (every if x & 1 else 0)

    nodes, merges = next(words), next(words)
    for number in range(nodes):
        kind = next(words)
        if kind == INPUT:
            low = 1 << inputs - 1 if number else 0
            values.append(sum(1 << i for i in range(ROWS) if i & low) if number else false)
            inputs += 1
        elif kind == LOOKUP:
            operands = [value(next(words)) for _ in range(next(words))]
            entries = [next(words) for _ in range(max(1, (1 << len(operands)) // 32))]
            index = [sum((operand >> i & 1) << k for k, operand in enumerate(operands)) for i in range(ROWS)]
            values.append(sum((entries[at // 32] >> at % 32 & 1) << i for i, at in enumerate(index)))
        else:
            a, b = value(next(words)), value(next(words))
            values.append(a & b if kind == AND else a ^ b)
    true = True
    for _ in range(merges):
        a, b, leaves, relations = (next(words) for _ in range(4))
        for _ in range(leaves + relations):
            next(words)
        true &= value(a) == value(b)
    return true


def test_what_is_accepted_is_true(tmp_path, again):
    """One or two changed words, in certificates of random graphs."""
    source, refused, accepted = random.Random(5), 0, 0
    for _ in range(2 * again):
        with random_graph(source) as graph:
            merges = graph.counts().merges
            whole = certificate_of(graph, tmp_path)
        assert merges and answers(whole)[0].startswith(f"ok {merges} ")
        assert all_merges_are_true(whole)
        for _ in range(40):
            words = array.array("I", whole)
            for _ in range(source.choice((1, 2))):
                at = source.randrange(2, len(words))
                words[at] = max(0, words[at] + source.choice((-2, -1, 1, 2)))
            ok = answers(words.tobytes())[-1].startswith("ok")
            assert not ok or all_merges_are_true(words.tobytes())
            accepted, refused = accepted + ok, refused + (not ok)
    assert accepted and refused


class Forged:
    """A graph with a given certificate for each claim."""

    def __init__(self, *certificates: bytes):
        self.certificates = list(certificates)

    def write_certificate(self, file: int) -> bool:
        with open(file, "wb", closefd=False) as out:
            out.write(self.certificates.pop(0))
        return True


def test_a_proof_whose_certificate_fails_is_open_and_so_are_later_ones_of_its_graph():
    proofs = [Proof("lea-128", "block", "key+encrypt", "rv32", "hifive1", EQUAL) for _ in range(3)]
    forged = Forged(section(MAJORITY, [BY_TABLE]), section([], [BY_XOR, replace(BY_XOR, b=6)]), section([], []))
    with Checker(forged) as checker:
        for proof in proofs:
            confirm(proof, checker)
    assert [p.proof for p in proofs] == [EQUAL, OPEN, OPEN]
    assert [p.checked for p in proofs] == [1, 0, 0]
    assert "merge 1, of the literals 24 and 6: their XOR does not cancel" in proofs[1].reason
    assert proofs[1].reason == proofs[2].reason


def test_each_claim_of_a_program_is_checked(monkeypatch):
    implementation, elf = program_of("hifive1", "pipo-64/128", "rv32")
    proofs = prove(implementation, read(elf), "hifive1", 1)
    assert len(proofs) == 2 and all(p.proved and p.checked == p.sums + p.tables + p.diagrams > 0 for p in proofs)

    def write(graph: Graph, file: int) -> bool:
        return Forged(section(MAJORITY, [replace(BY_XOR, b=27)])).write_certificate(file)

    monkeypatch.setattr(Graph, "write_certificate", write)
    for proof in prove(implementation, read(elf), "hifive1", 1):
        assert proof.proof == OPEN and not proof.checked and "does not cancel" in proof.reason


def test_a_graph_is_certified_in_parts(tmp_path):
    with random_graph(random.Random(1)) as graph, Checker(graph) as checker:
        merges = graph.counts().merges
        assert checker.check()[0] == merges
        y, z = (graph.input(name, 1) for name in "yz")
        difference = graph.gates("^", y, z)
        assert graph.gates("^", graph.gates("|", y, z), graph.gates("&", y, z)) == difference
        assert checker.check()[0] == graph.counts().merges - merges == 1
