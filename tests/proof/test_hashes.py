# SPDX-License-Identifier: MIT
"""SHA-2: the compression function from every state, and messages over an unknown one."""

from __future__ import annotations

import pytest
from proved_programs import program_of

from lab.errors import RunError
from lab.proof import hashes
from lab.proof.case import Call
from lab.proof.core import TRUE, Graph, lits
from lab.proof.machines import MACHINES, Buffer, Stopped
from lab.proof.program import read
from lab.proof.prove import EQUAL, OPEN, REFUTED, prove
from spec import sha2

SAMPLE = [
    ("m4", "sha-256", "thumb", 191),
    ("hifive1", "sha-512", "rv32", 255),
    pytest.param("uno", "sha-512", "avr", 255, marks=pytest.mark.deep),
    pytest.param("host", "sha-256", "avx2", 191, marks=pytest.mark.deep),
]


@pytest.mark.parametrize("target, cipher, kernel, most", SAMPLE)
def test_every_length_of_a_message_is_proved(target, cipher, kernel, most):
    implementation, elf = program_of(target, cipher, kernel)
    compress, whole = prove(implementation, read(elf), target)
    assert compress.kind == whole.kind == EQUAL, compress.reason or whole.reason
    assert (compress.operation, whole.operation) == ("compress", "hash")
    assert whole.sizes == [*range(most + 1)] and whole.limited == f"0 to {most} bytes"


def test_a_hash_is_open_if_its_compression_is_wrong(monkeypatch):
    implementation, elf = program_of("m4", "sha-256", "thumb")
    monkeypatch.setitem(sha2.ROTATIONS, 32, ((2, 13, 22), (6, 11, 25), (7, 18, 3), (17, 19, 11)))
    compress, whole = prove(implementation, read(elf), "m4", simulate=False)
    assert compress.proof == REFUTED and compress.counterexample["confirmed"] == "in the simulator"
    assert whole.proof == OPEN and whole.reason == "its proof assumes that of compress"


def test_wrong_padding_is_refuted(monkeypatch):
    """The length of a message of 60 bytes."""
    implementation, elf = program_of("m4", "sha-256", "thumb")
    octets = sha2.octets
    monkeypatch.setattr(sha2, "octets", lambda x, n, order: octets(x ^ (n == 8 and x == 480), n, order))
    compress, whole = prove(implementation, read(elf), "m4")
    assert compress.kind == EQUAL and whole.proof == REFUTED
    assert whole.counterexample["case"] == "60 bytes" and whole.counterexample["confirmed"] == "in the simulator"


@pytest.mark.parametrize(
    "state, source, count, right",
    [
        (0, 64, 1, True),
        (0, 32, 1, True),
        (0, 64, 2, True),
        (2, 64, 1, False),
        (0, 31, 1, False),
        (64, 0, 2, False),
        (0, 257, 1, False),
        (128, 64, 1, True),
        (0, 32, 3, False),
        (0, 64, 0, False),
    ],
)
def test_the_compression_function_must_be_called_as_its_claim_says(state, source, count, right):
    """Its state is aligned and apart from the blocks, one or two, which lie in one buffer."""
    image = read(program_of("m4", "sha-256", "thumb")[1])
    function = hashes.compression("sha-256", image)
    with Graph() as graph, MACHINES[image.machine](graph, image) as machine:
        buffer = Buffer("out", 320, graph.input("state", 8 * 320), writable=True)
        machine.prepare([buffer])
        graph.assume(TRUE, machine.where())
        machine.begin(Call(function.kernel, (("out", 0), ("out", 0), (count, 0))))
        unknown = hashes.UnknownCompression(graph, function, 2)
        for register, offset in ((0, state), (1, source)):
            machine.set(register, graph.add(machine.bases["out"], lits(offset, 32))[0])
        if right:
            assert unknown.compressed(machine) == machine.end
        else:
            with pytest.raises((Stopped, RunError)):
                unknown.compressed(machine)
