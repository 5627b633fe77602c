# SPDX-License-Identifier: MIT
"""Verdicts on bits, and proofs of uniformity, against brute force on random circuits."""

from __future__ import annotations

import functools
import random
from collections import Counter
from dataclasses import dataclass

import pytest

from lab.leak.core import (
    ACROSS_CUT,
    BY_RULE,
    BY_TABLE,
    DEPENDENT,
    MASK,
    NOT_UNIFORM,
    PUBLIC,
    SECRET,
    STALE,
    UNIFORM,
    Log,
)
from lab.leak.machine import LeakGraph
from lab.leak.model import models
from lab.proof.core import FALSE, LIT_BYTES, Lits, literal_list

ROUNDS = 900  # each some 12 checks
SAFE = (BY_RULE, BY_TABLE)


@dataclass
class Circuit:
    """Bits as literals and as truth tables, whose lowest variables are masks, then secrets, then public ones."""

    graph: LeakGraph
    log: Log
    masks: int
    secrets: int
    bits: list[tuple[int, int]]

    def bytes(self, *literals: int) -> Lits:
        return b"".join(x.to_bytes(LIT_BYTES, "little") for x in literals)

    def gate(self, operation: str, a: tuple[int, int], b: tuple[int, int]) -> tuple[int, int]:
        literal = literal_list(self.graph.gates(operation, self.bytes(a[0]), self.bytes(b[0])))[0]
        return literal, {"&": a[1] & b[1], "|": a[1] | b[1], "^": a[1] ^ b[1]}[operation]

    def given(self, table: int) -> list[int]:
        """How often a table is one over the masks, for each value of the others."""
        each = 1 << self.masks
        return [(table >> i * each & (1 << each) - 1).bit_count() for i in range(self.others)]

    @property
    def others(self) -> int:
        return 1 << self.variables - self.masks

    variables: int = 0

    def depends(self, *tables: int) -> bool:
        """Does the joint distribution depend on secrets, for any public bits?"""
        counts = list(zip(*(self.given(t) for t in tables), strict=True))
        n = 1 << self.secrets
        return any(len(set(counts[i : i + n])) > 1 for i in range(0, len(counts), n))


def random_circuit(source: random.Random, graph: LeakGraph, log: Log) -> Circuit:
    """Shares of each secret first, so that many bits are safe; then gates on shares and masks."""
    masks, secrets, publics = source.randint(1, 5), source.randint(1, 3), source.randint(0, 2)
    kinds = [MASK] * masks + [SECRET] * secrets + [PUBLIC] * publics
    n = len(kinds)
    tables = [sum(1 << k for k in range(1 << n) if k >> i & 1) for i in range(n)]
    literals = [literal_list(log.input(f"input {i}", 1, kind))[0] for i, kind in enumerate(kinds)]
    inputs = list(zip(literals, tables, strict=True))
    circuit = Circuit(graph, log, masks, secrets, [], n)
    usable = inputs[:masks] + inputs[masks + secrets :]
    usable += [circuit.gate("^", x, source.choice(inputs[:masks])) for x in inputs[masks : masks + secrets]]
    for _ in range(source.randint(1, 14)):
        usable.append(circuit.gate(source.choice("&^^|"), source.choice(usable), source.choice(usable)))
    circuit.bits = usable
    return circuit


def test_verdicts_are_those_of_brute_force(again):
    """A wrong rule calls a bit, or a bit before and after, safe that is not; a missing one calls it open."""
    source, seen = random.Random(60), Counter[tuple[int, bool]]()
    for seed in range(ROUNDS * again):
        with LeakGraph(seed=seed + 1) as graph, Log(graph, models()["m4"], ()) as log:
            circuit = random_circuit(source, graph, log)
            for _ in range(4):
                old, new = source.choice(circuit.bits), source.choice(circuit.bits)
                both = circuit.gate("^", old, new)
                answers = [log.decide(x) if x > 1 else BY_RULE for x, _ in (old, new, both)]
                for answer, (literal, table) in zip(answers, (old, new, both), strict=True):
                    seen[answer, circuit.depends(table)] += 1
                    assert (answer == DEPENDENT) == circuit.depends(table), (seed, literal)
                    assert answer in (*SAFE, DEPENDENT)
                joint = circuit.depends(old[1], new[1], old[1] & new[1])
                assert (DEPENDENT in answers) == joint, seed
    assert min(seen[key] for key in ((BY_RULE, False), (BY_TABLE, False), (DEPENDENT, True))) > ROUNDS / 20


def test_uniform_is_what_brute_force_calls_so(again):
    """A cut on shares that are not uniform would hide what depends on them."""
    source, seen = random.Random(61), Counter[bool]()
    for seed in range(ROUNDS * again):
        with LeakGraph(seed=seed + 1) as graph, Log(graph, models()["m4"], ()) as log:
            circuit = random_circuit(source, graph, log)
            spent = [x for x, _ in circuit.bits[: circuit.masks]]
            chosen = source.sample([b for b in circuit.bits if b[0] > 1], min(2, circuit.masks))
            answer = log.uniform(circuit.bytes(*(x for x, _ in chosen)), spent)
            expected = is_uniform(circuit, [t for _, t in chosen])
            seen[expected] += 1
            assert answer == (UNIFORM if expected else NOT_UNIFORM), seed
    assert min(seen.values()) > ROUNDS / 20


def masked_circuit(source: random.Random, graph: LeakGraph, log: Log) -> Circuit:
    """Two secrets in shares, then sums and products of them, most of which are right; `bits` are XORs of shares."""
    masks, secrets = 4, 2  # the last masks are fresh
    n = masks + secrets
    tables = [sum(1 << k for k in range(1 << n) if k >> i & 1) for i in range(n)]
    kinds = [MASK] * masks + [SECRET] * secrets
    literals = [literal_list(log.input(f"input {i}", 1, kind))[0] for i, kind in enumerate(kinds)]
    inputs = list(zip(literals, tables, strict=True))
    circuit = Circuit(graph, log, masks, secrets, [], n)
    shared = [(x, circuit.gate("^", x, secret)) for x, secret in zip(inputs, inputs[masks:], strict=False)]
    for _ in range(source.randint(1, 4)):
        x, y, to = (list(source.choice(shared)) for _ in range(3))
        if source.randrange(2):  # complemented, as by OR with share 1
            one = circuit.gate("^", x[0], x[0])[0] ^ 1, (1 << (1 << n)) - 1
            x[1] = circuit.gate("^", x[1], one)
        mask = source.choice(inputs[:masks])
        to = [circuit.gate("^", t, mask) for t in to]
        terms = [(i, a, b) for i, a in enumerate(x) for b in y]
        source.shuffle(terms)
        for i, a, b in terms[source.randrange(6) == 0 :]:
            to[i] = circuit.gate("^", to[i], circuit.gate("&", a, b))
        shared.append((to[0], to[1]))
    circuit.bits = [circuit.gate("^", a, b) for a, b in shared]
    return circuit


def depends_on_masks(circuit: Circuit, table: int) -> bool:
    return any(count not in (0, 1 << circuit.masks) for count in circuit.given(table))


def test_a_bit_is_free_of_masks_if_brute_force_says_so(again):
    """A cut on shares of what depends on masks would hide what depends on both."""
    source, seen = random.Random(62), Counter[bool]()
    for seed in range(ROUNDS * again):
        with LeakGraph(seed=seed + 1) as graph, Log(graph, models()["m4"], ()) as log:
            circuit = masked_circuit(source, graph, log)
            for literal, table in circuit.bits:
                expected = not depends_on_masks(circuit, table)
                seen[expected] += 1
                answer = log.free_of_masks(literal) if literal > 1 else UNIFORM
                assert answer == (UNIFORM if expected else NOT_UNIFORM), seed
    assert min(seen.values()) > ROUNDS / 20


def carries(graph: LeakGraph, n: int, x: list[Lits], y: list[Lits], mask: Lits, missing: int = -1) -> Lits:
    """The XOR of the shares of the last carry of an addition in shares; without the product of this number."""
    carry, number = [FALSE, FALSE], 0
    for i in range(n):
        bit = slice(LIT_BYTES * i, LIT_BYTES * (i + 1))
        u, v = ([graph.gates("^", w[s][bit], carry[s]) for s in (0, 1)] for w in (x, y))
        for s in (0, 1):
            carry[s] = graph.gates("^", carry[s], mask[bit])
            for t in (0, 1):
                if number != missing:
                    carry[s] = graph.gates("^", carry[s], graph.gates("&", u[s], v[t]))
                number += 1
    return graph.gates("^", *carry)


@pytest.mark.parametrize("constant", [False, True])
def test_masks_cancel_in_a_chain_of_carries(constant):
    """Slice by slice: they are more than can be counted. Without one product they do not."""
    n = 32
    for missing in (-1, 50):
        with LeakGraph() as graph, Log(graph, models()["m4"], ()) as log:
            x, y = ([log.input(f"{name}, mask", n, MASK), log.input(name, n, SECRET)] for name in "xy")
            for shares in (x, y):
                shares[1] = graph.gates("^", *shares)
            if constant:  # a public number: the graph writes products with it and a carry in another way
                y = [b"".join((0xC3EFE9DB >> i & 1).to_bytes(LIT_BYTES, "little") for i in range(n)), FALSE * n]
            answer = log.free_of_masks(literal_list(carries(graph, n, x, y, log.input("fresh", n, MASK), missing))[0])
            assert (answer == UNIFORM) == (missing < 0)


def test_columns_with_equal_circuits_are_told_from_others(again):
    """Two columns and a bit of all of them: XORs of shares, some of them of different columns or places."""
    source, seen = random.Random(63), Counter[bool]()
    for seed in range(ROUNDS * again):
        with LeakGraph(seed=seed + 1) as graph, Log(graph, models()["m4"], ()) as log:
            places, width = 2, 2
            secret, mask = log.input("secret", places * width, SECRET), log.input("mask", places * width, MASK)
            random_word, key = log.input("random", width, MASK), log.input("key", 1, MASK)
            log.columns(secret + mask, width, cut=True)
            log.columns(random_word, width, cut=False)
            literals = [*literal_list(mask), *literal_list(random_word), *literal_list(key), *literal_list(secret)]
            n, masks = len(literals), places * width + width + 1
            tables = [sum(1 << k for k in range(1 << n) if k >> i & 1) for i in range(n)]
            circuit = Circuit(graph, log, masks, n - masks, [], n)
            inputs = list(zip(literals, tables, strict=True))
            plan = [(source.choice("^^^&"), source.randrange(4)) for _ in range(source.randint(0, 3))]
            for column in range(width):
                index = [first + (column ^ (source.randrange(9) == 0)) for first in (0, 0, masks)]
                mask, again_mask, bit = (inputs[i] for i in index)
                shares = [mask, circuit.gate("^", again_mask, bit)]
                for operation, what in plan:
                    for i, share in enumerate(shares):
                        other = masks - 1 if what == 3 else 2 * what + (column ^ (source.randrange(9) == 0))
                        shares[i] = circuit.gate(operation, share, inputs[other])
                literal, table = circuit.gate("^", *shares)
                if literal > 1:
                    expected = not depends_on_masks(circuit, table)
                    seen[expected] += 1
                    assert (log.free_of_masks(literal) == UNIFORM) == expected, seed
    assert min(seen.values()) > ROUNDS / 20


def is_uniform(circuit: Circuit, tables: list[int]) -> bool:
    each = 1 << circuit.masks
    for i in range(circuit.others):
        rows = Counter(tuple(t >> (i * each + k) & 1 for t in tables) for k in range(each))
        if len(rows) != 1 << len(tables) or len(set(rows.values())) != 1:
            return False
    return True


@pytest.mark.parametrize("bits", [1, 3])
def test_a_bit_from_before_a_cut_is_open_with_what_is_shared_after_it(bits):
    """Its distribution together with new shares is not known; by itself it was decided before."""
    with LeakGraph() as graph, Log(graph, models()["m4"], ()) as log:
        old, mask = log.input("old", bits, STALE), log.input("mask", bits, MASK)
        shared = graph.gates("^", mask, log.input("secret", bits, SECRET))
        assert log.decide(literal_list(old)[0]) == BY_RULE
        known = graph.gates("^", old, log.input("public", bits, PUBLIC))
        assert log.decide(literal_list(known)[0]) == BY_RULE
        for other in (mask, shared):
            assert log.decide(literal_list(graph.gates("^", old, other))[0]) == ACROSS_CUT


def test_a_chain_of_carries_under_a_linear_layer_is_uniform():
    """More bits than can be counted: each has a mask of its own, the ones before it are inside of its carry."""
    n = 48
    with LeakGraph() as graph, Log(graph, models()["m4"], ()) as log:
        x, y = log.input("x", n, MASK), log.input("y", n, SECRET)
        bits, carry = b"", x[:LIT_BYTES]
        for i in range(n):
            bit, other = (v[LIT_BYTES * i : LIT_BYTES * (i + 1)] for v in (x, y))
            bits += graph.gates("^", bit, carry) if i else bit
            carry = graph.gates("|", graph.gates("&", bit, other), graph.gates("&", carry, other))
        for by in (5, 17):
            bits = graph.gates("^", bits, bits[LIT_BYTES * by :] + FALSE * by)
        assert log.uniform(bits, literal_list(x)) == UNIFORM
        assert log.uniform(bits, literal_list(x)[1:]) == NOT_UNIFORM


def test_the_sum_of_two_public_bits_is_no_third_one():
    """Masks m ^ k, n ^ l and m ^ n ^ (k ^ l), as keys with their own masks make them, are two and not three."""
    with LeakGraph() as graph, Log(graph, models()["m4"], ()) as log:
        m, n = (log.input(name, 1, MASK) for name in "mn")
        k, other, secret = log.input("k", 1, PUBLIC), log.input("l", 1, PUBLIC), log.input("secret", 1, SECRET)

        def xor(*bits: bytes) -> bytes:
            return functools.reduce(lambda a, b: graph.gates("^", a, b), bits)

        first, second, both = xor(m, k), xor(n, other), xor(xor(m, n), xor(k, other))
        product = graph.gates("&", both, xor(secret, first))
        assert log.decide(literal_list(xor(product, graph.gates("&", first, second)))[0]) in SAFE
