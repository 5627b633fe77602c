# SPDX-License-Identifier: MIT
"""Independent solvers confirm merges and whole kernels, and refute wrong ones."""

from __future__ import annotations

import importlib.util
import random
import re
import shutil

import pytest
from proved_programs import program_of

from lab.proof import claims, solvers
from lab.proof.core import LIT_BYTES, Graph, Lits, literal_list
from lab.proof.machines import MACHINES
from lab.proof.program import read
from lab.proof.prove import INTERNAL_INPUTS, run
from lab.proof.symbolic import bits_of, octets
from spec import algorithms

pytestmark = pytest.mark.deep
MERGES = 20  # of each kernel
LONG = pytest.mark.quiet("abc takes two minutes of a core, and must end in ten")
BLOCKS = claims.Coverage({claims.ALIGNED: claims.BlockRange(1)})


def require_solver(solver: str) -> str:
    available = importlib.util.find_spec(solver) if solver == "bitwuzla" else shutil.which(solver)
    if not available:
        pytest.skip(f"{solver} is not installed; ./narae test --deep installs it")
    return solver


def last_case(graph: Graph, target: str, cipher: str, kernel: str, operation: int = 0) -> tuple[Lits, list[Lits]]:
    """The output of one block, and the inputs."""
    implementation, elf = program_of(target, cipher, kernel)
    image = read(elf)
    claim = claims.claims(implementation, image, 1)[operation]
    with MACHINES[image.machine](graph, image) as machine:
        case = list(claim.cases(graph, BLOCKS))[1 if claim.loop else 0]
        assert any(machine.for_each_part(case.name, lambda: run(machine, case)))
        (out,) = [machine.content(name) for name in case.expected]
    return out, [bits for name, bits in graph.inputs.items() if not name.startswith(INTERNAL_INPUTS)]


@pytest.mark.parametrize("solver", solvers.SOLVERS)
@pytest.mark.parametrize(
    "target, cipher, kernel, operation",
    [
        ("hifive1", "aes-128", "rv32", 0),
        ("hifive1", "aria-128", "rv32", 0),
        ("hifive1", "lea-128", "rv32", 1),
        ("uno", "aes-128", "avr", 0),
        ("uno", "pipo-64/128", "avr", 0),
        ("m4", "aes-128", "thumb", 0),
    ],
)
def test_merges_are_confirmed_and_wrong_ones_are_not(target, cipher, kernel, operation, solver):
    """Also refutes literals that differ for one of 2,048 inputs."""
    require_solver(solver)
    with Graph() as graph:
        _, inputs = last_case(graph, target, cipher, kernel, operation)
        every = [bits[LIT_BYTES * i : LIT_BYTES * (i + 1)] for bits in inputs[:1] for i in range(11)]
        rare = every[0]
        for bit in every[1:]:
            rare = graph.gates("&", rare, bit)
        merged = list(graph.merges())
        merges = random.Random(1).sample(merged, min(MERGES, len(merged)))
        assert merges
        for a, b in merges:
            assert solvers.confirmed(graph, a, b, solver), (a, b)
            wrong = literal_list(graph.gates("^", b.to_bytes(LIT_BYTES, "little"), rare))[0]
            assert not solvers.confirmed(graph, a, wrong, solver), (a, wrong)


@pytest.mark.parametrize("solver", solvers.SOLVERS)
def test_a_planted_merge_is_refuted(solver):
    require_solver(solver)
    with Graph() as graph:
        x = graph.input("x", 11)
        every = x[:LIT_BYTES]
        for i in range(1, 11):
            every = graph.gates("&", every, x[LIT_BYTES * i : LIT_BYTES * (i + 1)])
        a, b = literal_list(graph.gates("^", every, x[:LIT_BYTES]))[0], literal_list(x)[0]
        assert not solvers.SOLVERS[solver](solvers.input_cone(graph, [a, b]), a, b)
        assert solvers.SOLVERS[solver](solvers.input_cone(graph, [a]), a, a)


class Blank:
    """Identity as specification."""

    BLOCK_CIPHERS = {n: (size, key, lambda key, text: text) for n, (size, key, _) in algorithms.BLOCK_CIPHERS.items()}
    PERMUTATIONS = {n: (size, lambda state: state) for n, (size, _) in algorithms.PERMUTATIONS.items()}


def circuits(target: str, cipher: str, kernel: str, monkeypatch) -> tuple[str, str]:
    """BLIF of a kernel and of its specification, from separate graphs."""
    with monkeypatch.context() as patched, Graph() as graph:
        patched.setattr(claims, "algorithms", Blank)
        patched.setattr(Graph, "set_merging", lambda *_: None)
        kernels = solvers.blif(graph, *last_case(graph, target, cipher, kernel))
    with Graph() as graph:
        if cipher in algorithms.BLOCK_CIPHERS:
            size, key_bytes, encrypt = algorithms.BLOCK_CIPHERS[cipher]
            inputs = [graph.input("key", 8 * key_bytes), graph.input("block", 8 * size)]
            outputs = encrypt(*(octets(graph, bits) for bits in inputs))
        else:
            size, permute = algorithms.PERMUTATIONS[cipher]
            inputs = [graph.input("state", 8 * size)]
            outputs = permute(octets(graph, inputs[0]))
        return kernels, solvers.blif(graph, bits_of(graph, outputs), inputs)


@pytest.mark.parametrize(
    "target, cipher, kernel",
    [
        pytest.param("uno", "pipo-64/128", "avr", marks=LONG),
        ("uno", "lea-128", "avr"),
        ("uno", "ascon-p12", "portable"),
        ("hifive1", "lea-128", "rv32-small"),
        ("m0plus", "lea-128", "thumb"),
    ],
)
def test_whole_kernels_are_confirmed(target, cipher, kernel, monkeypatch):
    require_solver("berkeley-abc")
    one, other = circuits(target, cipher, kernel, monkeypatch)
    assert solvers.abc_equal(one, other)
    wrong = re.sub(r"( o0\n)([01]) 1", lambda m: f"{m[1]}{1 - int(m[2])} 1", one)
    assert wrong != one and not solvers.abc_equal(wrong, other)
