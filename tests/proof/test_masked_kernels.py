# SPDX-License-Identifier: MIT
"""Kernels in two shares: the sum of the output's shares is that of the specification, for all masks."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from proved_programs import program_of

from lab.proof.core import FALSE, LIT_BYTES, TRUE, Graph, literal_list
from lab.proof.masked import Masked, Polynomials
from lab.proof.mutants import outcomes
from lab.proof.program import read
from lab.proof.prove import EQUAL, prove
from lab.proof.verdict_store import verdict_for

KERNELS = [
    ("uno", "pipo-64/128", "avr-masked"),
    pytest.param("hifive1", "pipo-64/128", "rv32-masked", marks=pytest.mark.deep),
    pytest.param("m3", "pipo-64/128", "thumb-masked", marks=pytest.mark.deep),
    pytest.param("m4", "pipo-64/128", "thumb-masked", marks=pytest.mark.deep),
]


@pytest.mark.parametrize("target, cipher, kernel", KERNELS)
def test_masked_kernels_are_equal_to_their_specification(target, cipher, kernel):
    implementation, elf = program_of(target, cipher, kernel, "masked")
    (proof,) = prove(implementation, read(elf), target)
    assert proof.proof == EQUAL, proof.reason
    assert proof.checked == proof.sums + proof.tables + proof.diagrams > 0
    verdicts = {proof.operation: {"proof": proof.proof, "max_bytes": proof.max_bytes, "sizes": proof.sizes}}
    group, key_bytes = Masked(implementation, read(elf)).sizes
    for operation, size in (("encrypt", group), ("key-setup", key_bytes)):
        assert verdict_for(verdicts, operation, size) == {"proof": EQUAL}, "rows of the bench quote it"


def test_changed_instructions_are_refuted():
    """Were a sum of shares believed whose masks do not cancel, or compared with nothing, a changed one would pass."""
    implementation, elf = program_of("uno", "pipo-64/128", "avr-masked", "masked")
    results = outcomes(implementation, read(elf), "uno", 8, "masked")
    assert not [f"{o.mutant.description}: {o.proof.reason}" for o in results if o.result == "open"]
    assert Counter(o.result for o in results)["refuted"] >= 2


def shares(graph, name, masks):
    """One secret bit in shares, and its literal."""
    secret, mask = graph.input(name, 1), graph.input(f"mask {name}", 1)
    masks.add(literal_list(mask)[0])
    return secret, graph.gates("^", secret, mask), mask


@pytest.mark.parametrize("missing", [None, 0, 1, 2, 3])
def test_products_of_shares_add_up(missing):
    """d = c + a b, then e = d a: without one of the four products of the first step the sum depends on masks, or is
    another function."""
    with Graph() as graph:
        masks = set[int]()
        (a, a0, a1), (b, b0, b1), (c, c0, c1) = (shares(graph, name, masks) for name in "abc")
        products = [graph.gates("&", x, y) for x, y in ((a0, b0), (a0, b1), (a1, b1), (a1, b0))]
        if missing is not None:
            products[missing] = FALSE
        d0 = graph.gates("^", graph.gates("^", c0, products[0]), products[1])
        d1 = graph.gates("^", graph.gates("^", c1, products[2]), products[3])
        e0 = graph.gates("^", graph.gates("&", d0, a0), graph.gates("&", d0, a1))
        e1 = graph.gates("^", graph.gates("&", d1, a0), graph.gates("&", d1, a1))
        graph.set_merging(True)
        expected = graph.gates("&", graph.gates("^", c, graph.gates("&", a, b)), a)
        secret = {x for bits in (a, b, c) for x in literal_list(bits)}
        assert (Polynomials(graph, secret).constant(graph.gates("^", e0, e1)) == expected) == (missing is None)


def test_constants_are_what_bits_are_for_all_masks():
    """Random circuits: a bit that is said to be independent of masks has that value in 64 assignments."""
    source, constants = random.Random(2), 0
    for _ in range(700):
        with Graph() as graph:
            secret = graph.input("secret", 3)
            bits = [x[i : i + LIT_BYTES] for x in (secret, graph.input("masks", 3)) for i in range(0, 12, LIT_BYTES)]
            for _ in range(14):
                x, y = source.sample(bits, 2)
                bits.append(graph.gates(source.choice("&^"), x, graph.gates("^", y, source.choice((FALSE, TRUE)))))
            bit = graph.gates("^", *source.sample(bits[-6:], 2))
            found = Polynomials(graph, set(literal_list(secret))).constant(bit)
            if found is None:
                continue
            constants += found not in (FALSE, TRUE)
            assert graph.support(literal_list(found)[0]) <= {0, *literal_list(secret)}
            words = [source.getrandbits(64) for _ in range(graph.input_bits())]
            values = graph.evaluate(words)
            x, y = (values[literal >> 1] ^ -(literal & 1) & 2**64 - 1 for literal in literal_list(bit + found))
            assert x == y
    assert constants > 20
