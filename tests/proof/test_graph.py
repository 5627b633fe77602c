# SPDX-License-Identifier: MIT
"""The graph against concrete computation: every operation, merging, and specifications on symbolic numbers."""

from __future__ import annotations

import operator
import random
from array import array
from itertools import chain

import pytest

from lab.proof.core import FALSE, LIT_BYTES, TRUE, Graph, Lits, literal_list, lits
from lab.proof.prove import concrete_bytes
from lab.proof.symbolic import Number, bits_of, number, octets
from spec import algorithms
from tests.tools import every_day

SOURCE = random.Random(30)


def values_of(graph: Graph, **inputs: int):
    """The values of all nodes for one assignment, in all 64 lanes."""
    bits = {}
    for name, literals in graph.inputs.items():
        for i, x in enumerate(literal_list(literals)):
            bits[x >> 1] = -(inputs[name] >> i & 1) & 2**64 - 1
    return graph.evaluate([bits[x] for x in sorted(bits)])


def value(values, bits: Lits) -> int:
    padded = bits + bytes(-len(bits) % (8 * LIT_BYTES))
    return int.from_bytes(concrete_bytes(values, padded, 0), "little")


def test_symbolic_numbers_compute_as_integers_do():
    operations = [
        lambda a, b: a & b,
        lambda a, b: a | b ^ 0x1F0,
        lambda a, b: a + b & 0xFFFFFFFF,
        lambda a, b: (a + 0x9E3779B9 + b) >> 3,
        lambda a, b: (~a & b) << 5,
        lambda a, b: (a & 0xFFF) * (b & 1),
        lambda a, b: (a & 0xFF) * (b & 0xFF),
        lambda a, b: (a - 0x9E3779B9 - b + (3 - a)) % 2**32,
        lambda a, b: divmod(a, 2**16)[0] ^ divmod(b, 2**16)[1] ^ a // 4,
    ]
    for operation in operations:
        with Graph() as graph:
            x, y = SOURCE.getrandbits(32), SOURCE.getrandbits(32)
            result = operation(number(graph, graph.input("x", 32)), number(graph, graph.input("y", 32)))
            assert value(values_of(graph, x=x, y=y), result.bits) == operation(x, y)


@pytest.mark.parametrize("seed", range(20))
def test_random_circuits_keep_their_function_when_they_are_simplified_and_merged(seed):
    """A wrong rule, or a merge of different nodes, changes the value of some bit."""
    source = random.Random(seed)
    with Graph(seed=seed + 1) as graph:
        graph.set_merging(True)
        x = source.getrandbits(10)
        bits = [
            (lit.to_bytes(LIT_BYTES, "little"), x >> i & 1) for i, lit in enumerate(literal_list(graph.input("x", 10)))
        ]
        for _ in range(600):
            (a, va), (b, vb) = source.sample(bits[-40:] if source.random() < 0.8 else bits, 2)
            kind = source.choice("&&|^+?")
            if kind == "?":
                table = [source.getrandbits(1) for _ in range(8)]
                c, vc = source.choice(bits)
                bits.append((graph.look_up(a + b + c, table, 1), table[va + 2 * vb + 4 * vc]))
            elif kind == "+":
                low, high = graph.add(a, b)
                bits += [(low, va ^ vb), (high, va & vb)]
            else:
                bits.append((graph.gates(kind, a, b), {"&": va & vb, "|": va | vb, "^": va ^ vb}[kind]))
        assert graph.counts().merges, "ten inputs and 600 gates: some must be equal"
        values = values_of(graph, x=x)
        assert [value(values, bit) for bit, _ in bits] == [v for _, v in bits]
        for a, b in graph.merges():
            assert (values[a >> 1] ^ values[b >> 1] ^ -((a ^ b) & 1)) & 2**64 - 1 == 0


def test_each_gate_on_gates_of_three_inputs_has_the_function_that_was_asked_for():
    """All pairs: no rule of simplification is left out."""
    with Graph() as graph:
        literals, every = [0, 1, *literal_list(graph.input("x", 3))], 2**64 - 1
        patterns = [0xAAAAAAAAAAAAAAAA, 0xCCCCCCCCCCCCCCCC, 0xF0F0F0F0F0F0F0F0]
        for _ in range(3):
            sides = literals[:200], literals
            pairs = [(a, b) for a in sides[0] for b in sides[1]]
            a, b = (array("I", side).tobytes() for side in zip(*pairs, strict=True))
            gates = {kind: literal_list(graph.gates(kind, a, b)) for kind in "&|^"}
            node = graph.evaluate(patterns)
            value = {x: node[x >> 1] ^ (every if x & 1 else 0) for x in {*chain(*gates.values(), *pairs)}}
            for kind, compute in (("&", operator.and_), ("|", operator.or_), ("^", operator.xor)):
                assert [value[x] for x in gates[kind]] == [compute(value[a], value[b]) for a, b in pairs]
            literals = sorted({*literals, *chain(*gates.values())})
        assert len(literals) > 10_000


def added(graph: Graph, a: Lits, b: Lits, minus: bool, by_bytes: bool) -> Lits:
    """A 32-bit addition, whole or byte by byte."""
    bits, carry = b"", (1 if minus else 0).to_bytes(LIT_BYTES, "little")
    b = graph.gates("^", b, (1).to_bytes(LIT_BYTES, "little") * 32) if minus else b
    each = 8 * LIT_BYTES if by_bytes else 32 * LIT_BYTES
    for at in range(0, 32 * LIT_BYTES, each):
        low, carry = graph.add(a[at : at + each], b[at : at + each], int.from_bytes(carry, "little"))
        bits += low
    return bits


@pytest.mark.parametrize("seed", range(4))
def test_sums_in_halves_with_carries_by_comparison_are_those_of_whole_words(seed):
    """As on a 32-bit machine without a carry flag, in another order."""
    source, half = random.Random(seed), 32 * LIT_BYTES
    with Graph(seed=seed + 1) as graph:
        terms = [graph.input(name, 64) for name in "abcde"]
        whole = terms[0]
        for term in terms[1:]:
            whole, _ = graph.add(whole, term)
        source.shuffle(terms)
        low, high = terms[0][:half], terms[0][half:]
        for term in terms[1:]:
            low, _ = graph.add(low, term[:half])
            _, not_below = graph.add(low, graph.gates("^", term[:half], TRUE * 32), 1)
            high, _ = graph.add(high, graph.add(graph.gates("^", not_below, TRUE) + FALSE * 31, term[half:])[0])
        assert low + high == whole
        assert graph.add(high, lits(1, 32))[0] != whole[half:]


@pytest.mark.parametrize("seed", range(10))
def test_sums_of_the_same_terms_are_the_same_nodes_in_whatever_order_they_are_added(seed):
    """And have the right value."""
    source = random.Random(seed)
    names = "abcde"
    with Graph(seed=seed + 1) as graph:
        values = {name: source.getrandbits(32) for name in names + "f"}
        words = {name: graph.input(name, 32) for name in values}
        constants = [source.getrandbits(32) | 0xFF for _ in range(2)]
        terms = [(words[n], values[n], source.random() < 0.4) for n in source.choices(names, k=6)]
        terms += [(lits(c, 32), c, source.random() < 0.4) for c in constants]
        whole, sums = (values["f"] + sum(-v if minus else v for _, v, minus in terms)) % 2**32, []
        for by_bytes in (False, True, False, True):
            source.shuffle(terms)
            total = words["f"]
            for bits, _, minus in terms:
                total = added(graph, total, bits, minus, by_bytes)
            sums.append(total)
        assert all(bits == sums[0] for bits in sums)
        assert value(values_of(graph, **values), sums[0]) == whole
        other = added(graph, sums[0], words["a"], False, False)
        assert other != sums[0] and value(values_of(graph, **values), other) == (whole + values["a"]) % 2**32


def test_nodes_that_differ_on_one_of_a_thousand_inputs_are_not_merged():
    """Their signatures are equal; the truth table differs."""
    with Graph() as graph:
        graph.set_merging(True)
        x = graph.input("x", 11)
        every = x[:LIT_BYTES]
        for i in range(1, 11):
            every = graph.gates("&", every, x[LIT_BYTES * i : LIT_BYTES * (i + 1)])
        assert literal_list(every)[0] > 1, "an AND of eleven inputs is not false"
        assert value(values_of(graph, x=2047), every) == 1


def conjunction(graph: Graph, bits: list[Lits]) -> Lits:
    every = bits[0]
    for bit in bits[1:]:
        every = graph.gates("&", every, bit)
    return every


def test_conjunctions_in_other_groups_are_merged_by_diagrams_and_others_are_not():
    """Of more bits than a truth table has; their simulations do not tell whether bit 20 is among them."""
    with Graph() as graph:
        graph.set_merging(True)
        most = [2**40 - 1, *(2**40 - 1 - (1 << k) for k in range(40) if k != 20)]
        bits = each(graph.input("x", 40, most))
        every = conjunction(graph, bits)
        assert graph.gates("&", conjunction(graph, bits[20:]), conjunction(graph, bits[19::-1])) == every
        assert graph.counts().by_diagram > 0
        but_one = graph.gates("&", conjunction(graph, bits[21:]), conjunction(graph, bits[19::-1]))
        assert but_one != every


def each(bits: Lits) -> list[Lits]:
    return [bits[i : i + LIT_BYTES] for i in range(0, len(bits), LIT_BYTES)]


@pytest.mark.parametrize("carries", [True, False])
def test_a_counter_by_bytes_is_that_of_words_only_if_its_carry_is_right(carries):
    """The lowest byte wraps, and the others are selected from two numbers, as with vectors of bytes."""
    size = 8 * LIT_BYTES
    with Graph() as graph:
        graph.set_merging(True)
        chosen = [(1 << k % 33) - 1 | 5 << k % 33 + 1 for k in range(64)]
        x = graph.input("x", 32, [n % 2**32 for n in chosen])
        whole = graph.add(x, lits(5, 32))[0]
        less = graph.add(x, lits(-8, 32))[0]
        low, wraps = graph.add(less[:size], lits(13, 8))
        next_one = graph.add(less[size:], lits(1, 24))[0]
        if not carries:
            next_one = next_one[:size] + less[2 * size :]
        differ = graph.gates("^", less[size:], next_one)
        parts = low + graph.gates("^", less[size:], graph.gates("&", differ, wraps * 24))
        assert (parts == whole) == carries


def test_the_same_table_is_the_same_node_whatever_the_order_and_sign_of_its_operands():
    table = [SOURCE.getrandbits(8) for _ in range(256)]
    with Graph() as graph:
        x = graph.input("x", 8)
        backwards = b"".join(x[LIT_BYTES * i : LIT_BYTES * (i + 1)] for i in reversed(range(8)))
        inverted = graph.gates("^", backwards, (1).to_bytes(LIT_BYTES, "little") * 8)
        reordered = [table[int(f"{~i & 255:08b}"[::-1], 2)] for i in range(256)]
        assert graph.look_up(x, table, 8) == graph.look_up(inverted, reordered, 8)


def spaced(graph: Graph, name: str) -> Lits:
    """Every fourth of 32 bits is symbolic."""
    x = graph.input(name, 8)
    return b"".join(x[LIT_BYTES * i : LIT_BYTES * (i + 1)] + FALSE * 3 for i in range(8))


@pytest.mark.parametrize("products, xors", [(1, True), (2, False)])
def test_columns_without_carries_are_xors(products, xors):
    """Columns are four bits apart: 15 products fit, 16 do not."""
    with Graph() as graph:
        total, expected = FALSE * 64, 0
        x = y = 0xFF
        combs = [sum((v >> i & 1) << 4 * i for i in range(8)) for v in (x, y)]
        for _ in range(products):
            total = graph.multiply_add(spaced(graph, "x"), spaced(graph, "y"), total)
            expected += combs[0] * combs[1]
        assert value(values_of(graph, x=x, y=y), total) == expected % 2**64
        column = total[LIT_BYTES * 32 : LIT_BYTES * 33]
        pairs = [
            graph.gates(
                "&",
                graph.inputs["x"][LIT_BYTES * i :][:LIT_BYTES],
                graph.inputs["y"][LIT_BYTES * (8 - i) :][:LIT_BYTES],
            )
            for i in range(1, 8)
        ]
        parity = FALSE
        for pair in pairs:
            parity = graph.gates("^", parity, pair)
        assert graph.same_quadratic(column, parity, graph.inputs["x"] + graph.inputs["y"]) == xors


def test_polynomials_of_degree_two_are_compared_by_coefficients_and_others_are_refused():
    with Graph() as graph:
        a, b = graph.input("a", 70), graph.input("b", 70)
        bits = {name: [x[LIT_BYTES * i : LIT_BYTES * (i + 1)] for i in range(70)] for name, x in (("a", a), ("b", b))}

        def product(*pairs: tuple[int, int]) -> Lits:
            total = FALSE
            for i, k in pairs:
                total = graph.gates("^", total, graph.gates("&", bits["a"][i], bits["b"][k]))
            return total

        one, other = product((0, 69), (69, 0), (65, 3)), product((65, 3), (0, 69), (69, 0))
        assert one != other and graph.same_quadratic(one, other, a + b)
        for wrong in (product((0, 69), (69, 0)), graph.gates("^", other, TRUE), graph.gates("^", other, bits["b"][64])):
            assert not graph.same_quadratic(one, wrong, a + b)
        cube = graph.gates("&", one, bits["b"][5])
        assert not graph.same_quadratic(cube, cube, a + b), "a product of three"
        free = graph.gates("^", one, graph.input("c", 1))
        assert not graph.same_quadratic(free, free, a + b), "a bit that is no leaf"
        assert graph.same_quadratic(cube, cube, bits["b"][5] + one), "leaves need not be inputs"
        assert not graph.same_quadratic(one, other, a + b + bits["a"][0]), "the same leaf twice"
        inverted = graph.gates("^", a, TRUE * 70)
        assert graph.same_quadratic(one, other, inverted + b), "leaves may be complements"


def test_leaves_that_are_sums_of_variables_are_equal_only_for_these():
    """The square of a polynomial: (a + b)^2 has no term a b."""
    with Graph() as graph:
        a, b, c = (graph.input(name, 1) for name in "abc")
        word = graph.gates("&", graph.gates("^", a, c), graph.gates("^", b, c))
        sum_of_products = graph.gates("^", graph.gates("&", a, b), graph.gates("&", graph.gates("^", a, b), c))
        expected = graph.gates("^", sum_of_products, c)
        assert graph.same_quadratic(word, expected, a + b + c)
        assert graph.same_quadratic(word, FALSE, a + b + c, [[0], [1], [0]]), "c = a"
        assert graph.same_quadratic(expected, graph.gates("&", a, b), a + b + c, [[0], [1], []]), "c = 0"
        assert not graph.same_quadratic(word, FALSE, a + b + c, [[0], [1], [0, 1]]), "c = a + b"


def test_alike_bits_are_found_in_the_word_that_depends_on_them():
    with Graph() as graph:
        a, b, c = (graph.input(name, 1) for name in "abc")
        graph.set_merging(False)
        ab, inverted = graph.gates("&", a, b), graph.gates("^", c, TRUE)
        twin = graph.gates("^", a, graph.gates("&", a, graph.gates("^", b, TRUE)))
        word = graph.gates("&", ab, c)
        assert graph.alike(ab + inverted, word) == ab + inverted
        assert graph.alike(graph.gates("^", twin, TRUE), word) == graph.gates("^", ab, TRUE)
        assert graph.alike(ab, c) is None


HASHES = ["sha-256", "sha-512", "sha3-256", "shake128", "ascon-hash256", "lsh-256-256"]


@pytest.mark.parametrize("name", every_day([h for h in HASHES if h not in ("sha-512", "shake128")], HASHES))
def test_the_specification_of_a_hash_is_the_same_on_symbols_and_on_bytes(name):
    m = algorithms.MESSAGES[f"{name} hash"]
    text = SOURCE.randbytes(m.block + 1)
    with Graph() as graph:
        digest = m.seal(b"", b"", b"", octets(graph, graph.input("text", 8 * len(text))), m.tag_bytes)[1]
        values = values_of(graph, text=int.from_bytes(text, "little"))
        expected = m.seal(b"", b"", b"", text, m.tag_bytes)[1]
        assert value(values, bits_of(graph, digest)).to_bytes(m.tag_bytes, "little") == expected


@pytest.mark.parametrize("cipher", ["aes-192", "lea-128", "aria-256", "pipo-64/128", "hight-128", "seed-128"])
def test_the_specification_is_the_same_on_symbols_and_on_bytes(cipher):
    size, key_bytes, encrypt = algorithms.BLOCK_CIPHERS[cipher]
    key, block = SOURCE.randbytes(key_bytes), SOURCE.randbytes(size)
    with Graph() as graph:
        ciphertext = encrypt(
            octets(graph, graph.input("key", 8 * key_bytes)), octets(graph, graph.input("block", 8 * size))
        )
        values = values_of(graph, key=int.from_bytes(key, "little"), block=int.from_bytes(block, "little"))
        assert value(values, bits_of(graph, ciphertext)).to_bytes(size, "little") == encrypt(key, block)


def test_a_specification_that_branches_on_data_is_an_error():
    with Graph() as graph, pytest.raises(TypeError, match="branches on a symbolic number"):
        bool(Number(graph, graph.input("x", 8)))


def test_a_pointer_that_returns_to_an_offset_is_the_same_literals():
    """Also after other offsets, whose upper halves may equal those of this one without the same form."""
    source = random.Random(7)
    for seed in range(40):
        with Graph(seed=seed + 1) as graph:
            words = {0: FALSE * 4 + graph.input("place", 60)}
            for _ in range(40):
                start = source.choice(list(words))
                end = source.choice([source.choice(list(words)), 8 * source.randrange(-40, 40)])
                word, _ = graph.add(words[start], lits(end - start, 64))
                assert words.setdefault(end, word) == word, f"seed {seed + 1}: from {start} to {end}"
