# SPDX-License-Identifier: MIT
"""Mutation testing: each mutant is refuted by an input, confirmed in the simulator, or stopped by the executor, or
proved equal; none is open."""

from __future__ import annotations

from collections import Counter

import pytest
from proved_programs import program_of

from lab.proof.mutants import outcomes
from lab.proof.program import read
from lab.proof.simulation import missing_features, simulator
from tests.tools import every_day

SAMPLE = [
    ("hifive1", "lea-128", "rv32-small", 4),
    ("hifive1", "aes-128", "rv32-tables", 4),
    ("hifive1", "ascon-p12", "rv32", 3),
    ("uno", "lea-128", "avr", 3),
    ("uno", "pipo-64/128", "avr", 3),
    ("uno", "aes-128", "avr", 3),
    ("uno", "hight-128", "avr", 3),
    ("hifive1", "sha-256", "rv32", 3),
    ("hifive1", "hight-128", "rv32", 3),
    ("m3", "aes-128 gcm", "thumb", 3),
    ("m4", "lea-128", "thumb", 3),
    ("m0plus", "ascon-p12", "thumb", 2),
    ("host", "lea-128", "sse2", 3),
    ("pi4", "lea-128", "neon", 3),
]
DEEP = {
    "hifive1": [
        ("lea-128", "rv32"),
        ("lea-256", "portable"),
        ("aes-128", "rv32"),
        ("aes-256", "rv32-tables"),
        ("aria-128", "rv32"),
        ("pipo-64/128", "rv32"),
        ("ascon-p12", "rv32"),
        ("keccak-f1600", "rv32"),
        ("chacha20", "rv32"),
        ("sha-256", "rv32"),
        ("hight-128", "rv32"),
        ("lsh-256-256", "rv32"),
        ("aes-128 gcm", "rv32"),
        ("aes-128 gcm", "rv32-tables"),
    ],
    "uno": [
        ("lea-128", "avr"),
        ("lea-256", "avr"),
        ("aes-128", "avr"),
        ("aria-128", "avr"),
        ("pipo-64/128", "avr"),
        ("pipo-64/256", "avr"),
        ("ascon-p12", "avr"),
        ("keccak-f1600", "avr"),
        ("chacha20", "avr"),
        ("hight-128", "avr"),
        ("sha-256", "avr"),
        ("sha-512", "avr"),
        ("lsh-512-512", "avr"),
        ("seed-128", "avr"),
        ("aes-128 gcm", "avr"),
    ],
    "m3": [
        ("lea-128", "thumb"),
        ("aes-128", "thumb-tables"),
        ("aria-128", "thumb"),
        ("pipo-64/128", "thumb"),
        ("ascon-p12", "thumb"),
        ("keccak-f1600", "thumb"),
        ("chacha20", "thumb"),
        ("seed-128", "thumb"),
        ("aes-128 gcm", "thumb"),
    ],
    "m4": [
        ("lea-128", "thumb"),
        ("lea-256", "portable"),
        ("aes-128", "thumb"),
        ("aes-256", "portable"),
        ("aria-128", "thumb"),
        ("pipo-64/128", "thumb"),
        ("ascon-p12", "thumb"),
        ("keccak-f1600", "thumb"),
        ("chacha20", "thumb"),
        ("sha-256", "thumb"),
        ("hight-128", "thumb"),
        ("seed-128", "thumb"),
        ("lsh-256-256", "thumb"),
        ("aes-128 gcm", "thumb"),
    ],
    "m0plus": [
        ("lea-128", "thumb"),
        ("lea-256", "portable"),
        ("aes-128", "portable"),
        ("aria-128", "portable"),
        ("pipo-64/128", "thumb"),
        ("pipo-64/256", "portable"),
        ("ascon-p12", "thumb"),
        ("keccak-f1600", "thumb"),
        ("chacha20", "thumb"),
        ("hight-128", "thumb"),
        ("aes-128 gcm", "portable"),
        ("sha-256", "thumb"),
    ],
    "host": [
        ("lea-128", "avx2"),
        ("hight-128", "sse2"),
        ("aes-128", "aesni"),
        ("chacha20", "sse2"),
        ("pipo-64/128", "avx2"),
    ],
    "pi4": [
        ("lea-128", "neon"),
        ("hight-128", "neon"),
        ("aes-128", "neon"),
        ("chacha20", "neon"),
        ("pipo-64/128", "neon"),
    ],
}
EVERYDAY = [s for s in SAMPLE if s[1] == "lea-128"]  # of each family of chips
MUTANTS = 23  # of a kernel; some 200 of a target


def judge(target: str, cipher: str, kernel: str, count: int, seed: str) -> Counter:
    implementation, elf = program_of(target, *cipher.split()[:1], kernel, *cipher.split()[1:])
    image = read(elf)
    if simulator(image.machine) is None:
        pytest.skip(f"no simulator confirms what is refuted: this CPU has no {', '.join(sorted(missing_features()))}")
    results = outcomes(implementation, image, target, count, seed)
    undecided = [f"{f.mutant.description}: {f.proof.reason}" for f in results if f.result == "open"]
    assert not undecided, "\n".join(undecided)
    return Counter(f.result for f in results)


@pytest.mark.parametrize("target, cipher, kernel, count", every_day(EVERYDAY, SAMPLE))
def test_some_mutants_die(target, cipher, kernel, count):
    counts = judge(target, cipher, kernel, count, f"{target} {cipher}")
    assert counts["refuted"] + counts["stopped"], "no mutant was killed"


@pytest.mark.deep
@pytest.mark.parametrize("target, cipher, kernel", [(t, *k) for t, kernels in DEEP.items() for k in kernels])
def test_two_hundred_mutants_of_each_target_die(target, cipher, kernel, record_property):
    for result, number in judge(target, cipher, kernel, MUTANTS, "deep").items():
        record_property(result, number)
