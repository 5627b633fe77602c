# SPDX-License-Identifier: MIT
"""Kernels are proved; changed instructions, leaks and invalid accesses are reported."""

from __future__ import annotations

import random
import re
from dataclasses import replace

import pytest
from proved_programs import program_of

import spec.ascon
import spec.modes
from lab.proof import ghash, simulation
from lab.proof.batches import Batch
from lab.proof.case import Call, Case
from lab.proof.claims import BlockRange, Claim, Coverage, claims
from lab.proof.core import FALSE, LIT_BYTES, TRUE, Graph, Lits
from lab.proof.ghash import SIZE, Layout
from lab.proof.machines import MACHINES, Buffer, Stopped
from lab.proof.program import Image, Section, at_level, read
from lab.proof.prove import EQUAL, OPEN, REFUTED, TABLE, Proof, case_holds, concrete_bytes, prove, verify_claim
from lab.proof.symbolic import bits_of, octets
from spec import algorithms
from tests.tools import every_day


def long(*claim: str):
    """A slow claim; a faster one of its kind runs every day."""
    return pytest.param(*claim, marks=pytest.mark.deep)


# A sample of each family, kernel and direction; `./narae prove` has them all.
SAMPLE = [
    ("m33", "lea-128", "thumb", EQUAL),
    ("hifive1", "lea-128", "rv32", EQUAL),
    ("hifive1", "lea-192", "rv32-small", EQUAL),
    ("hifive1", "aes-128", "rv32", EQUAL),
    long("hifive1", "aes-128", "rv32-tables", TABLE),
    long("hifive1", "aria-128", "portable", EQUAL),
    ("hifive1", "pipo-64/128", "rv32", EQUAL),
    ("hifive1", "ascon-p12", "rv32", EQUAL),
    ("hifive1", "keccak-f1600", "rv32", EQUAL),
    long("hifive1", "chacha20", "rv32", EQUAL),
    ("msp430", "lea-128", "msp430", EQUAL),
    ("msp430", "pipo-64/128", "msp430", EQUAL),
    ("msp430", "hight-128", "msp430", TABLE),
    ("uno", "lea-256", "avr", EQUAL),
    long("uno", "aes-192", "avr", TABLE),
    long("uno", "aria-128", "avr", TABLE),
    ("uno", "pipo-64/256", "avr", EQUAL),
    ("uno", "ascon-p12", "avr-small", EQUAL),
    long("uno", "chacha20", "avr-small", EQUAL),
    long("uno", "seed-128", "avr", TABLE),
    ("uno", "hight-128", "avr", TABLE),
    long("uno", "sha-256", "avr", EQUAL),
    long("hifive1", "sha-256", "rv32", EQUAL),
    long("hifive1", "sha3-256", "rv32", EQUAL),
    long("m4", "sha-256", "thumb", EQUAL),
    ("m4", "ascon-hash256", "thumb", EQUAL),
    long("m4", "lsh-256-256", "portable", EQUAL),
    ("m4", "ascon-aead128", "thumb", EQUAL),
    ("m4", "lea-128", "thumb", EQUAL),
    ("m4", "keccak-f1600", "thumb", EQUAL),
    ("m4", "hight-128", "thumb", EQUAL),
    long("m3", "pipo-64/128", "thumb", EQUAL),
    long("m0plus", "aes-128", "portable", EQUAL),
    ("m0plus", "ascon-p12", "thumb", EQUAL),
    long("m0plus", "chacha20", "thumb", EQUAL),
    long("m0plus", "sha-256", "thumb", EQUAL),
    ("host", "lea-128", "avx512", EQUAL),
    long("host", "aria-128", "avx512-gfni", EQUAL),
    long("host", "seed-128", "avx2", EQUAL),
    long("host", "sha-256", "portable", EQUAL),
    long("host", "chacha20", "avx512", EQUAL),
    ("pi4", "hight-128", "neon", EQUAL),
    long("pi4", "aes-128", "neon", EQUAL),
    long("pi4", "chacha20", "portable", EQUAL),
]
# GHASH of programs with GCM, by method of multiplication.
PRODUCTS = [
    ("uno", "portable", EQUAL),  # by bits
    ("uno", "avr", TABLE),  # of the key, in RAM
    ("hifive1", "portable", EQUAL),  # 64 bits of combs
    ("hifive1", "rv32", EQUAL),  # combs of the key
    ("hifive1", "rv32-tables", TABLE),
    ("m0plus", "portable", EQUAL),  # 32 bits
    ("m3", "thumb", EQUAL),  # with columns of up to 15
    ("m4", "thumb", EQUAL),
    ("host", "portable", EQUAL),  # columns of 64-bit products
    ("host", "aesni", EQUAL),  # powers of the key, one block in a vector
    ("host", "avx2-vaes", EQUAL),  # two
    ("host", "avx512-gfni", EQUAL),  # four
    ("pi4", "portable", EQUAL),
    ("pi4", "neon", EQUAL),  # products of bytes
]


@pytest.mark.parametrize("target, cipher, kernel, verdict", SAMPLE)
def test_kernels_are_equal_to_their_specification(target, cipher, kernel, verdict):
    implementation, elf = program_of(target, cipher, kernel)
    for proof in prove(implementation, read(elf), target, max_blocks=2):
        assert proof.kind == verdict, proof.reason
        assert proof.instructions > 500 and proof.nodes > 500


BATCHES = [
    ("lsh-256-256", "avx512", "hash-x8"),
    ("sha-256", "avx512", "hash-x8"),
    ("sha3-256", "avx512", "hash-x8"),
    ("ascon-aead128", "avx2", "aead-x24"),
]


@pytest.mark.parametrize("cipher, kernel, mode", every_day([BATCHES[0]], BATCHES))
def test_each_message_of_a_batch_is_as_specified(cipher, kernel, mode):
    implementation, elf = program_of("host", cipher, kernel, mode)
    for proof in prove(implementation, read(elf), "host"):
        assert proof.kind == EQUAL, proof.reason


def test_a_batch_with_exchanged_messages_is_refuted(monkeypatch):
    original = Batch.parts

    def exchanged(self, graph, operation, number, n, ad_bytes):
        text, digest = (original(self, graph, operation, i, n, ad_bytes)[i != number] for i in (number, number ^ 1))
        return [text, digest]

    monkeypatch.setattr(Batch, "parts", exchanged)
    implementation, elf = program_of("host", "lsh-256-256", "avx2", "hash-x8")
    (proof,) = prove(implementation, read(elf), "host")
    assert proof.proof == REFUTED and "out 0" in proof.reason


def test_an_aead_with_another_separator_is_refuted(monkeypatch):
    """Added after associated data, or where there is none."""
    name = "ascon-aead128 aead"
    seal = replace(spec.ascon.AEADS["ascon-aead128"], separator=1).seal
    monkeypatch.setitem(algorithms.MESSAGES, name, replace(algorithms.MESSAGES[name], seal=seal))
    implementation, elf = program_of("m4", "ascon-aead128", "thumb")
    sealing, opening = prove(implementation, read(elf), "m4")
    assert (sealing.proof, opening.proof) == (REFUTED, OPEN)
    assert sealing.counterexample["confirmed"] and opening.reason == "its proof assumes that of seal"


@pytest.mark.parametrize("target, kernel, verdict", every_day([PRODUCTS[1]], PRODUCTS))
def test_ghash_is_the_product_of_the_standard(target, kernel, verdict):
    implementation, elf = program_of(target, "aes-128", kernel, "gcm")
    *modes, proof = prove(implementation, read(elf), target)
    assert (proof.operation, proof.kind, proof.how) == ("ghash", verdict, "by coefficients"), proof.reason
    assert [mode.operation for mode in modes][:2] == ["seal", "open"] and all(mode.proved for mode in modes)


def ghash_proof(target: str, kernel: str, image: Image, level: str = "") -> Proof:
    implementation, _ = program_of(target, "aes-128", kernel, "gcm")
    image = at_level(image, level or kernel)
    claim = claims(implementation, image)[-1]
    with Graph() as graph:
        proof = Proof("aes-128", "gcm", claim.operation, kernel, target)
        return verify_claim(proof, graph, image, claim, None, False, 1_000_000)


@pytest.mark.parametrize(
    "function, sample, reason", [("powers", 0, "2 blocks"), ("blocks", 8, "8 blocks"), ("blocks", 0, "16 blocks")]
)
def test_a_product_of_other_halves_is_refuted(function, sample, reason, monkeypatch):
    """Of the key, of a group of blocks and in the loop over groups.  A difference that depends on powers of the key is
    shown by running the program, on a CPU that runs every level; without, it is open."""
    _, elf = program_of("host", "aes-128", "aesni", "gcm")
    image = read(elf)
    kernel = image.symbols[f"narae_ghash_{function}_pclmul"]
    code = image.content(kernel.start, kernel.size)
    products = [m.end() for m in re.finditer(rb"\x66\x0f\x3a\x44[\xc0-\xff]", code)]  # PCLMULQDQ of registers
    at = products[sample]
    changed = image.patched(kernel.start + at, bytes([code[at] ^ 0x10]))
    if function == "blocks":
        monkeypatch.setattr(ghash, "numbers", lambda _: [0, 8, 16])
    proof = ghash_proof("host", "aesni", changed)
    expected = REFUTED if function == "powers" or simulation.simulator(image.machine) else OPEN
    assert proof.proof == expected and proof.reason.startswith(reason), (proof.proof, proof.reason)


def test_a_group_of_blocks_with_the_powers_of_another_order_is_refuted(monkeypatch):
    """The specification multiplies the second block of two by h^3."""
    _, elf = program_of("pi4", "aes-128", "neon", "gcm")
    monkeypatch.setattr(ghash, "numbers", lambda _: [0, 1, 2, 4, 5])
    assert ghash_proof("pi4", "neon", read(elf)).kind == EQUAL
    right = ghash.States.after

    def wrong(self: ghash.States, n: int, sums: list[Lits | None]) -> Lits:
        powers = [*self.powers[:1], self.powers[2], *self.powers[2:]] if n == 2 else self.powers
        return right(replace(self, powers=powers), n, sums)

    monkeypatch.setattr(ghash.States, "after", wrong)
    proof = ghash_proof("pi4", "neon", read(elf))
    assert not proof.proved and proof.reason.startswith("2 blocks")


@pytest.mark.deep
def test_ghash_by_pmull_is_the_product_of_the_standard():
    """On a CPU with the crypto extension, which the Pi 4 has not."""
    _, elf = program_of("pi4", "aes-128", "neon", "gcm")
    assert ghash_proof("pi4", "neon", read(elf), "crypto").kind == EQUAL


def test_no_blocks_leave_the_state():
    with Graph() as graph:
        s, y = graph.input("power 1", 8 * SIZE), graph.input("y", 8 * SIZE)
        states = ghash.States(ghash.Field(graph, True), [s], {0: y})
        assert states.is_state(0, y) and not states.is_state(0, FALSE * (8 * SIZE))


def test_a_key_with_the_powers_of_another_h_is_refused():
    """h^3 in place of h^2."""
    places = {SIZE * i + b: (i + 1, b) for i in range(3) for b in range(SIZE)}
    with Graph() as graph:
        graph.set_merging(False)
        h, field = graph.input("h", 8 * SIZE), ghash.Field(graph, True)
        s = [bits_of(graph, spec.modes.ghash(ghash.INVERSE_OF_X, octets(graph, h)))]
        s += [field.product(s[0], s[0])]
        s += [field.product(s[0], s[1])]
        assert ghash.is_key(field, Layout(places, 3), h, b"".join(s))
        assert not ghash.is_key(field, Layout(places, 2), h, s[0] + s[2])
        assert not ghash.is_key(field, Layout(places, 2), h, s[1] + s[2])


@pytest.mark.parametrize("most", [1, None])
def test_a_changed_rotation_is_refuted_by_an_input(most):
    """ror by 5 instead of 8 in LEA, also in a loop proof."""
    implementation, elf = program_of("hifive1", "lea-128", "rv32-small")
    image = read(elf)
    kernel = image.symbols["narae_lea_encrypt_rv32"].start
    code = image.code
    at = next(a for a in range(kernel, kernel + 400, 2) if image.number(a, 4) & 0x707F == 0x5013)  # srli
    assert code.start <= at < code.end
    changed = image.patched(at, (image.number(at, 4) ^ 1 << 20).to_bytes(4, "little"))
    encrypt, _ = prove(implementation, changed, "hifive1", most)
    assert encrypt.proof == REFUTED, encrypt.reason
    counterexample = encrypt.counterexample
    assert len(counterexample["key"]) == 32 and counterexample["out, got"] != counterexample["expected"]
    assert counterexample["confirmed"] == "in the simulator"


def run(code: bytes, buffers: list[Buffer], arguments):
    """A function of a few instructions."""
    image = Image(None, "rv32", (Section(".text", 0x20010000, code, True),), {})
    with Graph() as graph, MACHINES["rv32"](graph, image, budget=100) as machine:
        machine.prepare(buffers)
        graph.assume(TRUE, machine.fits)
        machine.call(Call(0x20010000, tuple((a, 4) for a in arguments)))
        return machine


@pytest.mark.parametrize("teeth, xors", [(15, True), (16, False)])
def test_products_of_64_bit_combs_have_columns_without_carries(teeth, xors):
    """Multiplies every fourth bit of two numbers: columns of four bits take 15."""
    mask = (1 << 4 * teeth) // 15
    code = bytes.fromhex("488b07 488b5708 48b9") + mask.to_bytes(8, "little")  # mov rax, (rdi); rdx, 8(rdi); rcx, mask
    code += bytes.fromhex("4821c8 4821ca 48f7e2 488906 48895608 c3")  # and rax, rcx; and rdx, rcx; mul rdx
    image = Image(None, "x86-64", (Section(".text", 0x401000, code, True),), {})
    with Graph() as graph, MACHINES["x86-64"](graph, image) as machine:
        given, parity = graph.input("in", 128), FALSE
        machine.prepare([Buffer("in", 16, given), Buffer("out", 16, writable=True)])
        graph.assume(TRUE, machine.where())
        machine.call(Call(0x401000, (("in", 0), ("out", 0))))
        out = machine.content("out")
        values = graph.evaluate([random.Random(i).getrandbits(64) for i in range(graph.input_bits())])
        for lane in range(64):
            numbers = concrete_bytes(values, given, lane)
            a, b = (int.from_bytes(n, "little") & mask for n in (numbers[:8], numbers[8:]))
            assert int.from_bytes(concrete_bytes(values, out, lane), "little") == a * b
        for i in range(1, teeth):
            bits = (given[LIT_BYTES * k :][:LIT_BYTES] for k in (4 * i, 64 + 4 * (teeth - i)))
            parity = graph.gates("^", parity, graph.gates("&", *bits))
        column = 4 * teeth * LIT_BYTES
        assert graph.same_quadratic(out[column : column + LIT_BYTES], parity, given) == xors


def words(*instructions: int) -> bytes:
    return b"".join(i.to_bytes(4, "little") for i in instructions)


RET = 0x00008067


@pytest.mark.parametrize(
    "code, fault",
    [
        (words(0x00052283, 0x00028463, RET, RET), "a branch depends on a secret"),  # lw t0, (a0); beqz t0
        (words(0x00052283, 0x005502B3, 0x0002A283, RET), "an address depends on a secret"),  # lw t0, (a0 + t0)
        (words(0x00052283, 0x0252C2B3, RET), "a division depends on a secret"),  # div t0, t0, t0
        (words(0x00052283, 0x005292B3, RET), "the amount of a shift depends on a secret"),  # sll t0, t0, t0
        (words(0x00452283, RET), "reads outside its buffers"),  # lw t0, 4(a0)
        (words(0xFE012E23, 0xFFC12283, RET), "reads memory below the stack pointer"),  # sw zero, -4(sp); lw t0, -4(sp)
        (words(0x04057293, 0x00029463, RET, RET), "depends on public numbers"),  # andi t0, a0, 64; bnez t0
        (words(0x00052223, RET), "writes outside its buffers"),  # sw zero, 4(a0)
        (words(0x00052023, RET), "writes outside its buffers"),  # into what is to be read
        (words(0x00151283, RET), "a misaligned access"),  # lh t0, 1(a0)
        (words(0x00000413, RET), "a register that the caller keeps is not restored"),  # li s0, 0
        (words(0xFF410113, RET), "a register that the caller keeps is not restored"),  # addi sp, sp, -12
        (words(0x0000006F), "too many instructions"),  # j .
        (words(0x10500073), "an instruction that is not modelled"),  # wfi
        (words(0x00000067), "jumps outside the program"),  # jr zero
    ],
)
def test_what_a_function_must_not_do_ends_its_run(code, fault):
    with pytest.raises(Stopped, match=fault):
        run(code, [Buffer("in", 4)], ["in"])


def test_an_output_that_is_not_shown_to_be_equal_is_open_and_never_proved(monkeypatch):
    """Without merging, a bitsliced S-box differs from the specification's table."""
    implementation, elf = program_of("hifive1", "pipo-64/128", "rv32")
    monkeypatch.setattr(Graph, "set_merging", lambda *_: None)
    encrypt, decrypt = prove(implementation, read(elf), "hifive1", max_blocks=1)
    for proof in (encrypt, decrypt):
        assert proof.proof == OPEN and "not shown to be equal" in proof.reason


def test_an_output_that_depends_on_an_unset_register_is_refuted_also_in_the_simulator():
    """lw t0, (a0); xor t0, t0, t1; sw t0, (a1)"""
    code = words(0x00052283, 0x0062C2B3, 0x0055A023, RET)
    image = Image(None, "rv32", (Section(".text", 0x20010000, code, True),), {})

    def cases(graph, _):
        word = graph.input("in", 32)
        buffers = [Buffer("in", 4, word), Buffer("out", 4, writable=True)]
        yield Case("a copy", buffers, [Call(0x20010000, (("in", 0), ("out", 0)))], {"out": word})

    with Graph() as graph:
        claim = Claim("copy", "", 4, cases)
        proof = verify_claim(Proof("copy", "block", "copy", "own", "hifive1"), graph, image, claim, None, False, 1000)
    assert proof.proof == REFUTED, proof.reason
    assert proof.counterexample["confirmed"] == "in the simulator"


def test_what_is_never_as_it_assumes_shows_nothing():
    """In none of the remembered parts of the placements."""
    implementation, elf = program_of("hifive1", "lea-128", "rv32-small")
    image = read(elf)
    claim = claims(implementation, image, 1)[0]
    with Graph() as graph, MACHINES["rv32"](graph, image) as machine:
        proof = Proof("lea-128", "block", claim.operation, "rv32-small", "hifive1")
        case = [*claim.cases(graph, Coverage({claim.layouts[0]: BlockRange(1)}))][1]
        assert case_holds(proof, machine, case) and len(*machine.parts.values()) > 1
        with pytest.raises(AssertionError, match="unsatisfiable assumption"):
            case_holds(proof, machine, replace(case, assumed=FALSE))
