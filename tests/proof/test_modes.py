# SPDX-License-Identifier: MIT
"""Modes over an uninterpreted block function: proved, and refuted against specifications with rare errors."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest
from proved_programs import program_of

import spec.modes
from lab.plan.implementations import Implementation
from lab.proof import claims, ghash, modes, unknown
from lab.proof import prove as prove_module
from lab.proof.case import Call, Case
from lab.proof.core import LIT_BYTES, TRUE, UNDECIDED, Graph
from lab.proof.machines import BUDGET, MACHINES, Buffer, Stopped
from lab.proof.program import Image, Section, at_level, read
from lab.proof.prove import EQUAL, OPEN, REFUTED, TABLE, Proof, prove, run, verify_claim
from spec import algorithms, chacha
from spec.arithmetic import joined
from tests.tools import every_day

SAMPLE = [
    ("hifive1", "lea-128", "rv32", "cbc", EQUAL),
    ("uno", "pipo-64/128", "avr", "ctr", EQUAL),
    ("m4", "pipo-64/128", "thumb", "ctr", EQUAL),
    ("m4", "lea-128", "thumb", "gcm", EQUAL),
    ("hifive1", "pipo-64/128", "rv32", "cmac", EQUAL),
    ("host", "lea-128", "avx512", "cbc", EQUAL),  # with a kernel that chains
    ("pi4", "lea-128", "neon", "ccm", EQUAL),
    pytest.param("host", "aes-128", "avx512-gfni", "ccm", EQUAL, marks=pytest.mark.deep),  # with a kernel for it
    pytest.param("host", "seed-128", "avx512-gfni", "cbc", EQUAL, marks=pytest.mark.deep),
    # These take long.  The first two have CTR kernels, the second with its S-box as a table.
    pytest.param("hifive1", "pipo-64/128", "rv32", "ctr", EQUAL, marks=pytest.mark.deep),
    pytest.param("uno", "aes-128", "avr", "ctr", TABLE, marks=pytest.mark.deep),
    pytest.param("m0plus", "aes-128", "thumb", "cbc", EQUAL, marks=pytest.mark.deep),
]


@pytest.mark.parametrize("target, cipher, kernel, mode, verdict", SAMPLE)
def test_modes_are_equal_to_their_specification(target, cipher, kernel, mode, verdict):
    implementation, elf = program_of(target, cipher, kernel, mode)
    for proof in prove(implementation, read(elf), target):
        assert proof.kind == verdict and proof.limited, proof.reason
        kernels = {"key+count": claims.CTR_BLOCKS, "key+chain": claims.CHAIN_BLOCKS, "key+ccm": claims.CHAIN_BLOCKS}
        blocks = kernels.get(proof.operation, modes.BLOCKS)
        assert proof.max_bytes == blocks * algorithms.BLOCK_CIPHERS[cipher][0]


COUNTED = [("pi4", "aes-128", "neon"), ("host", "pipo-64/128", "avx512-gfni"), ("host", "aria-128", "avx512-gfni")]


@pytest.mark.parametrize("target, cipher, kernel", every_day(COUNTED[:1], COUNTED))
def test_kernels_that_group_the_bits_of_a_counter_in_their_own_way_are_equal(target, cipher, kernel, monkeypatch):
    """A carry over more bits than a truth table has is not shown without diagrams."""
    implementation, elf = program_of(target, cipher, kernel, "ctr")
    (claim,) = (c for c in claims.claims(implementation, at_level(read(elf), kernel)) if c.operation == "key+count")
    monkeypatch.setattr(prove_module, "claims", lambda *_: [claim])
    (proof,) = prove(implementation, read(elf), target)
    assert proof.kind == EQUAL and proof.diagrams > 0, proof.reason
    assert proof.checked == proof.sums + proof.tables + proof.diagrams


@pytest.mark.parametrize(
    "cipher, kernel",
    every_day(
        [("lea-128", "portable")], [("lea-128", "portable"), ("lea-128", "avx512-gfni"), ("aes-128", "avx512-gfni")]
    ),
)
def test_xts_is_equal_to_its_specification(cipher, kernel):
    implementation, elf = program_of("host", cipher, kernel, "xts")
    proofs = prove(implementation, read(elf), "host")
    assert [p.operation for p in proofs] == ["encrypt", "decrypt", "key+xts"][: 2 if kernel == "portable" else 3]
    assert all(p.kind == EQUAL for p in proofs), [p.reason for p in proofs]


def test_xts_with_the_keys_exchanged_is_not_proved(monkeypatch):
    implementation, elf = program_of("host", "lea-128", "portable", "xts")
    xts = spec.modes.xts
    monkeypatch.setattr(spec.modes, "xts", lambda e, of_tweak, tweak, text: xts(of_tweak, e, tweak, text))
    assert not any(p.proved for p in prove(implementation, read(elf), "host", simulate=False))


def test_a_kernel_of_xts_with_other_tweaks_is_refuted(monkeypatch):
    """The specification's do not reduce; that takes nine blocks in one run."""
    implementation, elf = program_of("host", "lea-128", "avx512-gfni", "xts")
    monkeypatch.setattr(claims, "XTS_BLOCKS", (0, 1, 9))
    assert kernel_proof(implementation, elf).kind == EQUAL
    monkeypatch.setattr(claims, "doubled", lambda t: (t << 1) % (1 << 128))
    assert kernel_proof(implementation, elf).kind == REFUTED


@pytest.mark.deep
@pytest.mark.parametrize(
    "cipher, kernel",
    [
        ("aes-128", "avx2-vaes"),
        ("aes-128", "avx512-gfni"),
        ("lea-128", "avx512-gfni"),
        ("aria-128", "avx512-gfni"),
    ],
)
def test_kernels_that_encrypt_and_hash_are_equal_to_their_specification(cipher, kernel, monkeypatch):
    implementation, elf = program_of("host", cipher, kernel, "gcm")
    (claim,) = (c for c in claims.claims(implementation, at_level(read(elf), kernel)) if c.operation == "key+gcm")
    monkeypatch.setattr(prove_module, "claims", lambda *_: [claim])
    (proof,) = prove(implementation, read(elf), "host")
    assert proof.kind == EQUAL, proof.reason


@pytest.mark.deep
def test_a_kernel_that_hashes_another_text_is_not_proved(monkeypatch):
    """The specification hashes the first block twice, of 32."""
    implementation, elf = program_of("host", "lea-128", "avx512-gfni", "gcm")
    monkeypatch.setattr(claims, "GCM_BLOCKS", (32,))
    blocks = ghash.States.blocks
    monkeypatch.setattr(ghash.States, "blocks", lambda self, n: [*blocks(self, n)[:-1], blocks(self, n)[0]])
    proof = kernel_proof(implementation, elf)
    assert proof.operation == "key+gcm" and not proof.proved and proof.reason.startswith("32 blocks")


def kernel_proof(implementation: Implementation, elf: Path) -> Proof:
    """Of the last claim."""
    image = at_level(read(elf), implementation.kernel)
    claim = claims.claims(implementation, image)[-1]
    with Graph() as graph:
        proof = Proof(implementation.cipher, implementation.mode, claim.operation, implementation.kernel, "host")
        return verify_claim(proof, graph, image, claim, None, False, BUDGET)


def test_a_kernel_of_ccm_with_another_counter_is_refuted(monkeypatch):
    implementation, elf = program_of("host", "aes-128", "avx512-gfni", "ccm")
    counter_plus = unknown.counter_plus
    monkeypatch.setattr(unknown, "counter_plus", lambda graph, counter, by: counter_plus(graph, counter, by + (by > 3)))
    proof = kernel_proof(implementation, elf)
    assert proof.operation == "key+ccm" and proof.kind == REFUTED and proof.reason.startswith("5 blocks")


@pytest.mark.parametrize("combined, decided", [("4809c8", True), ("4885c0", False)])
def test_of_the_keys_of_xts_only_whether_they_differ_is_public(combined, decided):
    """Branches if all of their bytes are equal (or rax, rcx), or their first half (test rax, rax)."""
    code = "488b07 48334710 488b4f08 48334f18"  # mov rax, (rdi); xor rax, 16(rdi); rcx with the next eight bytes
    image = Image(
        None, "x86-64", (Section(".text", 0x401000, bytes.fromhex(f"{code} {combined} 7401 c3 c3"), True),), {}
    )
    with Graph() as graph, MACHINES["x86-64"](graph, image) as machine:
        keys, differ = modes.keys_of(SimpleNamespace(cipher="lea-128", mode="xts"), graph)
        case = Case("keys", [Buffer("key", 32, b"".join(keys))], [Call(0x401000, (("key", 0),))], {}, assumed=differ)
        if decided:
            assert run(machine, case)
            return
        with pytest.raises(Stopped, match=UNDECIDED):
            run(machine, case)


def test_a_wrong_counter_of_a_kernel_is_refuted(monkeypatch):
    """Wrong from the second group of four blocks on."""
    implementation, elf = program_of("hifive1", "pipo-64/128", "rv32", "ctr")
    counter_plus = unknown.counter_plus
    monkeypatch.setattr(unknown, "counter_plus", lambda graph, counter, by: counter_plus(graph, counter, by + (by > 3)))
    *_, count = prove(implementation, read(elf), "hifive1")
    assert count.operation == "key+count" and count.proof == REFUTED


def test_a_counter_that_does_not_carry_is_not_proved(monkeypatch):
    """Lost carry into the upper half: one of 2^32 counters."""
    implementation, elf = program_of("uno", "pipo-64/128", "avr", "ctr")
    stream = spec.modes.counter_stream
    wrong = lambda e, nonce, ad, text, tag: (stream(e, nonce, 4, text), b"")  # noqa: E731
    monkeypatch.setattr(spec.modes, "ctr", wrong)
    (proof,) = prove(implementation, read(elf), "uno")
    assert proof.proof == OPEN and "not shown to be equal" in proof.reason


def test_a_changed_chain_is_refuted():
    """OR instead of XOR in narae_xor()."""
    implementation, elf = program_of("hifive1", "lea-128", "rv32", "cbc")
    image = read(elf)
    function = image.symbols["narae_xor"]
    inside = range(function.start, function.start + function.size, 2)
    places = [a for a in inside if image.number(a, 4) & 0xFE00707F == 0x00004033]  # xor
    proofs = []
    for at in places:
        changed = image.patched(at, (image.number(at, 4) ^ 0x2000).to_bytes(4, "little"))
        proofs.append(prove(implementation, changed, "hifive1")[0])
    assert {proof.kind for proof in proofs} == {EQUAL, REFUTED}, "some are in a loop over words that is not executed"
    for proof in proofs:
        assert proof.kind == EQUAL or proof.counterexample["confirmed"] == "in the simulator"


@pytest.mark.parametrize(
    "cipher, kernel, mode, name, wrong",
    [
        ("lea-128", "rv32", "gcm", "lengths", lambda order, ad, text, unit: bytes(16)),
        ("lea-128", "rv32", "ccm", "padded", lambda data: joined([data, b"\1" * (-len(data) % 16)])),
        ("pipo-64/128", "rv32", "cmac", "xor", lambda a, b: b),
    ],
)
def test_a_mode_of_another_specification_is_not_proved(monkeypatch, cipher, kernel, mode, name, wrong):
    """Without lengths, with another padding, without the chain."""
    implementation, elf = program_of("hifive1", cipher, kernel, mode)
    monkeypatch.setattr(spec.modes, name, wrong)
    assert not any(proof.proved for proof in prove(implementation, read(elf), "hifive1"))


def test_every_counter_is_in_one_of_the_cases():
    with Graph() as graph:
        counter = graph.input("nonce", 64)
        graph.make_public(counter, list(range(64)))
        for blocks in range(4):
            none = TRUE
            for assumed in modes.carry_cases(graph, counter, blocks):
                none = graph.gates("&", none, graph.gates("^", assumed, TRUE))
            assert graph.simplified(none) == bytes(LIT_BYTES)


@pytest.mark.deep
def test_a_counter_of_chacha_that_is_wrong_once_is_refuted(monkeypatch):
    """The specification's third block has a wrong counter."""
    implementation, elf = program_of("m4", "chacha20", "thumb")
    right = prove(implementation, read(elf), "m4", 1)[1]
    assert (right.operation, right.kind) == ("count", EQUAL), right.reason
    block, symbolic = chacha.block, []

    def wrong(rounds, key, counter, nonce):
        if not isinstance(counter, int):
            symbolic.append(counter)
            counter += len(symbolic) == 3
        return block(rounds, key, counter, nonce)

    monkeypatch.setattr(chacha, "block", wrong)
    assert prove(implementation, read(elf), "m4", 1)[1].proof == REFUTED


def test_a_chain_among_its_blocks_is_refused():
    with Graph() as graph:
        functions = unknown.UnknownFunctions(graph, 16, (b"",), "context", unknown.Functions(0, 0, 0))
        machine = SimpleNamespace(report=lambda: SimpleNamespace(pc=0))
        for chain in (84, 132):
            functions.require_apart(machine, chain, [(100, 32)])
        for chain in (85, 100, 131):
            with pytest.raises(Stopped, match="a block among others"):
                functions.require_apart(machine, chain, [(100, 32)])
