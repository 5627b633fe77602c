# SPDX-License-Identifier: MIT
"""A user's code runs all of its vectors on each target, and each of its functions keeps the ABI there, before anything
is timed: code that is wrong in few vectors, or breaks one rule in one function."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache, partial
from pathlib import Path

import pytest
from msgspec import structs

from lab.build import build_checks, vectors
from lab.build.expected import checked, loaded, of_model
from lab.cache import Cache
from lab.plan import selection
from lab.plan.foreign import recognize
from lab.plan.foreign.call import implementations
from lab.plan.foreign.description import Expected, Recognized
from lab.plan.implementations import Implementation, discover, load, on_board
from lab.plan.vector import Vector
from lab.rows import Row
from lab.run import checks, cores, measure
from lab.targets import TARGETS
from lab.views import ranking
from tests.tools import every_day

ENTRIES = Path(__file__).parent / "foreign/entries"
KERNELS = Path(__file__).parent / "kernels"
CORTEX_M = {f"mov {r}, sp": r for r in ("r4", "r5", "r6", "r7", "r8", "r9", "r10", "r11")}
# For each target what breaks a rule, and the rule; the first one is for each function.
FAULTS = {
    "uno": {
        "inc r5": "r5",
        "inc r1": "r1, which must be zero on return",
        "cli": "the interrupt flag",
        "sei": "the interrupt flag",
        **{f"inc r{n}": f"r{n}" for n in (2, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 28, 29)},
    },
    "msp430": {
        "inc r10": "r10",
        "dint": "the interrupt flag",
        "eint": "the interrupt flag",
        **{f"inc r{n}": f"r{n}" for n in range(4, 10)},
    },
    "hifive1": {
        "addi s10, s10, 1": "s10",
        **{f"addi s{n}, s{n}, 1": f"s{n}" for n in (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 11)},
        "mv gp, sp": "gp",
        "mv tp, sp": "tp",
    },
    "m0plus": {"mov r11, sp": "r11"} | CORTEX_M,  # which no compiled function has saved before
    "m3": {"mov r11, sp": "r11"} | CORTEX_M,
    "m4": {"mov r7, sp": "r7"} | CORTEX_M,
    "m33": {"mov r11, sp": "r11"} | CORTEX_M,
    "pi4": {
        "add x25, x25, 1": "x25",
        **{f"add x{n}, x{n}, 1": f"x{n}" for n in (19, 20, 21, 22, 23, 24, 26, 27, 28, 29)},
        **{f"fmov d{n}, xzr": f"d{n}" for n in range(8, 16)},
    },
    "host": {
        "inc %r12": "r12",
        **{f"inc %{r}": r for r in ("rbx", "rbp", "r13", "r14", "r15")},
        "movd %eax, %mm0": "the x87, left with MMX registers (emms is missing)",
    },
}
# The functions, each with its cipher; `refuse` is a part of `open` that only forgeries reach.
CIPHERS = {
    **dict.fromkeys(("set_key", "encrypt", "decrypt"), "xor-block"),
    **dict.fromkeys(("seal", "open", "refuse"), "xor-aead"),
    **{"hash": "xor-hash", "mac": "xor-mac", "stream": "xor-stream", "permute": "xor-permutation", "expand": "xor-key"},
}
EVERY = [
    *((target, name, next(iter(faults))) for target, faults in FAULTS.items() for name in CIPHERS),
    *((target, "open", fault) for target, faults in FAULTS.items() for fault in [*faults][1:]),
]
EVERY_DAY = [
    ("uno", "open", "cli"),
    ("msp430", "seal", "inc r10"),
    ("hifive1", "open", "addi s10, s10, 1"),
    ("m0plus", "permute", "mov r11, sp"),
    ("m3", "expand", "mov r11, sp"),
    ("m4", "refuse", "mov r7, sp"),
    ("m33", "encrypt", "mov r11, sp"),
    ("pi4", "decrypt", "add x25, x25, 1"),
    ("host", "stream", "inc %r12"),
]


@cache
def entries() -> Recognized:
    return recognize(ENTRIES, {})


def code(
    cipher: str, target: str, *flags: str, answer: Expected | None = None, name: str = "try:entries"
) -> Implementation:
    """One primitive, built with these flags, for one target."""
    (primitive,) = [p for p in entries().primitives if p.cipher == cipher]
    called = structs.replace(entries().called, primitive=[primitive], cflags=[*flags], targets=[target])
    recognized = replace(entries(), called=called, name=name)
    return implementations(recognized, lambda _: answer or of_model(ENTRIES / "models.py", primitive))[0]


def measured(*codes: Implementation) -> list[Row]:
    targets = [TARGETS[name]() for name in dict.fromkeys(t for c in codes for t in c.targets)]
    return measure.execute(selection.Plan([*codes], targets, quick=True), Cache(), lambda _: None)


@pytest.fixture(scope="module")
def faulty(pytestconfig) -> dict[str, Row]:
    """All faults in one run."""
    chosen = EVERY if pytestconfig.getoption("--deep") else EVERY_DAY
    codes = [code(CIPHERS[n], t, f'-DFAULT_{n}="{fault}"', name=f"try:{n} {fault}") for t, n, fault in chosen]
    return {f"{row.target} {row.kernel.removeprefix('try:')}": row for row in measured(*codes)}


@pytest.mark.parametrize("target, name, fault", every_day(EVERY_DAY, EVERY))
def test_each_function_that_is_timed_keeps_the_abi(faulty, target, name, fault):
    row = faulty[f"{target} {name} {fault}"]
    function = "open" if name == "refuse" else name
    assert row.cycles is None
    if fault == "inc r1" and "crashed" in row.failure:  # code that computes with its zero may not return
        return
    assert row.failure == f"entry_{function} breaks the ABI: {FAULTS[target][fault]}"


@pytest.mark.parametrize("target", every_day(["uno"], FAULTS))
def test_functions_that_keep_it_are_timed(target):
    rows = measured(*(code(cipher, target) for cipher in dict.fromkeys(CIPHERS.values())))
    assert not [row.failure for row in rows if row.failure]
    assert {row.operation for row in rows} >= {"encrypt", "decrypt", "seal", "open", "open-forged", "hash", "key-setup"}
    assert all(row.cycles and row.vectors == 13 for row in rows)


def answers(cipher: str, sizes: list[tuple[int, int]]) -> Expected:
    """Known answers of messages of these bytes of text and associated data."""
    model, (primitive,) = loaded(ENTRIES / "models.py"), [p for p in entries().primitives if p.cipher == cipher]
    known = []
    for number, (text, ad) in enumerate(sizes, 1):
        message, data, key, nonce = (bytes((i + number) % 251 for i in range(n)) for n in (text, ad, 16, 16))
        vector = Vector(cipher, primitive.mode, f"{number}")
        if cipher == "xor-hash":
            known.append(replace(vector, message=message, digest=model.digest(message)))
        else:
            sealed = model.seal(key, nonce, data, message)
            texts = {"plaintext": message, "ciphertext": sealed[:text], "tag": sealed[text:]}
            known.append(replace(vector, key=key, nonce=nonce, ad=data, **texts))
    return Expected(checked(known, ENTRIES, primitive), None, "known answers")


MANY = [(text, ad) for text in range(1, 25, 2) for ad in range(0, 300, 17)]


@pytest.mark.parametrize("target", every_day(["m4"], FAULTS))
def test_one_wrong_vector_of_hundreds_is_found_on_each_target(target):
    """In what the timed program has no space for, with more associated data than a byte can count."""
    answer = answers("xor-aead", MANY)
    right = code("xor-aead", target, answer=answer)
    wrong = code("xor-aead", target, "-DPLANTED=bytes == 23 && ad_bytes == 272", answer=answer, name="try:wrong")
    *mine, refused = measured(right, wrong)
    assert refused.failure.startswith(f"a vector failed: vector {MANY.index((23, 272)) + 1}: encryption is wrong")
    assert mine and all(row.cycles and row.vectors == len(MANY) for row in mine)


def on_board_and_host(*codes: Implementation) -> list[Row]:
    """Measured on the board, while the host may check as well."""
    targets = [TARGETS[c.targets[0]]() for c in codes[:1]]
    free = [replace(c, targets=()) for c in codes]
    return measure.execute(selection.Plan(free, targets, quick=True), Cache(), lambda _: None)


def test_vectors_too_long_for_the_board_run_on_the_host():
    """Messages longer than the Uno's RAM: the row has what ran there, and what is wrong in the others is found."""
    answer = answers("xor-hash", [(n, 0) for n in (*range(40), 1700, 2500, 3000)])
    right = code("xor-hash", "uno", answer=answer)
    wrong = code("xor-hash", "uno", "-DPLANTED=bytes == 2500", answer=answer, name="try:wrong")
    *mine, refused = on_board_and_host(right, wrong)
    assert mine and all(row.cycles and row.vectors == 41 for row in mine)
    text = " ".join(" ".join(ranking.vectors(mine[0])).split())
    assert mine[0].provenance["vectors"] == {"every": 43, "here": 41, "on_host": 2}
    assert "41 of 43 vectors: the others are too long for its memory and passed on the host" in text
    assert refused.failure.startswith("on the host: a vector failed: vector 42: digest is wrong")


def test_a_program_without_space_for_vectors_is_still_timed():
    """Without them or the gate, which other programs with the same objects pass; and what is too large says why."""
    large, larger = (code("xor-hash", "uno", f"-DSPACE={n}", name=f"try:{n}") for n in (20000, 32000))
    rows = measured(large, larger)
    assert all(
        row.cycles and row.vectors == 13 and row.flash_bytes > 20000 for row in rows if row.kernel == "try:20000"
    )
    refused = min((row for row in rows if row.kernel == "try:32000"), key=lambda row: row.bytes)
    parts = re.search(r"needs (\d+) of 32768 bytes of flash \((\d+) of the code, (\d+) of the lab's", refused.failure)
    assert parts and int(parts[1]) == int(parts[2]) + int(parts[3]) and 32000 < int(parts[2]) < 33000


LIBRARY = [("uno", "lea-128", "gcm"), ("m4", "lea-128", "cbc"), ("m3", "ascon-aead128", "aead")]
OTHERS = [
    (target, cipher, mode)
    for target in TARGETS
    for cipher, mode in (
        *(("lea-128", mode) for mode in ("block", "ctr", "cbc", "gcm", "ccm", "cmac", "xts")),
        *(("ascon-aead128", "aead"), ("ascon-hash256", "hash"), ("chacha20-poly1305", "aead"), ("aes-128", "gcm")),
    )
]


@pytest.mark.parametrize("target, cipher, mode", every_day(LIBRARY, [*dict.fromkeys([*LIBRARY, *OTHERS])]))
def test_the_librarys_functions_keep_the_abi(target, cipher, mode):
    board = TARGETS[target]()
    mine = [i for i in discover() if i.in_library and (i.cipher, i.mode) == (cipher, mode) and i.kind != "phases"]
    for i in on_board(target, board.board, mine, all_levels=False):
        result = checks.of_library(board, i, partial(measure.outcome_of_checks, Cache(), cores.OwnCores()))
        assert not result.outcome, f"{i.name}: {result.outcome.failure}"


@pytest.mark.parametrize("target", every_day(["m4"], TARGETS))
def test_an_opening_of_the_library_that_breaks_the_abi_is_refused(target):
    """Code that the bench inlines, which its calls cannot go around."""
    board, usual = TARGETS[target](), load(KERNELS / "messages")[0]
    faulty = replace(usual, define=usual.define | {"FAULT": "CLOBBERS"})
    right = replace(usual, define=usual.define | {"FAULT": "WRONG_LATER + 1"})
    run = partial(measure.outcome_of_checks, Cache(), cores.OwnCores())
    refused = checks.of_library(board, faulty, run).outcome
    assert refused and refused.failure.startswith("breaks the ABI: ")
    assert not checks.of_library(board, right, run).outcome


def test_calls_go_through_the_check_of_the_board():
    """Not where the program is timed."""
    i, board = code("xor-aead", "m4"), TARGETS["m4"]().board
    every = vectors.all_encoded(i)
    program = build_checks(i, board, every[:1], vectors.longest(every))
    assert b"bench_checked_entry_open" in program.elf.read_bytes()
    timed = cores.built(TARGETS["m4"](), i, board.timed([(16, 0)], "aead"))
    assert b"bench_checked" not in timed.elf.read_bytes()
