# SPDX-License-Identifier: MIT
"""What a run of everything leaves out, so that a first answer takes minutes."""

from __future__ import annotations

import re
from argparse import Namespace
from dataclasses import replace

import pytest

from lab.cache import Cache
from lab.commands.bench import session as bench
from lab.plan import selection
from lab.plan.implementations import LEVELS, discover
from lab.plan.names import hint
from lab.run import fitting, measure
from lab.targets import TARGETS
from lab.targets.base import Outcome
from tests.tools import every_day

SIBLINGS = {"m3": "m4", "m33": "m4", "msp430x": "msp430"}


def programs(full: bool) -> set[tuple[str, str, str, str, str]]:
    plan = selection.select([], [], [], False, full=full)
    return {(t.name, i.cipher, i.mode, i.kernel, i.compiler) for t, i in plan.pairs()}


def test_a_run_that_is_not_full_leaves_out_what_another_key_or_level_shows():
    full, usual = programs(True), programs(False)
    assert usual < full

    def family(cipher: str) -> str:
        return re.sub("[-/](128|192|256)$", "", cipher)

    shown = {(target, family(cipher), mode, kernel) for target, cipher, mode, kernel, _ in usual}
    by_hand = {(target, family(c), mode) for target, c, mode, kernel, _ in usual if kernel != "portable"}
    for target, cipher, mode, kernel, compiler in full - usual:
        lower = target == "host" and kernel in LEVELS and any(s[:3] == (target, family(cipher), mode) for s in shown)
        portable = kernel == "portable" and (target, family(cipher), mode) in by_hand
        other_key = (target, family(cipher), mode, kernel) in shown
        other_board = (SIBLINGS.get(target), family(cipher), mode, kernel) in shown
        assert compiler or lower or portable or other_key or other_board, (target, cipher, mode, kernel)
    assert {(c, m) for _, c, m, *_ in full - usual if c.endswith("-192")} > {("lea-192", "gcm")}
    assert any(c == "lea-192" and m == "block" for _, c, m, *_ in usual)
    portable = {(t, c, m) for t, c, m, kernel, _ in usual if kernel == "portable"}
    assert ("m4", "lea-128", "block") in portable
    assert not {("m4", "lea-256", "block"), ("m4", "lea-128", "ctr"), ("m4", "lea-128", "gcm")} & portable
    assert {("m3", "lea-128"), ("m33", "lea-128")} < {(t, c) for t, c, *_ in usual}


def test_a_board_with_the_kernels_of_another_is_measured_whole_without_it():
    def modes(*names: str) -> set[str]:
        plan = selection.select([*names], [], [], False, full=False)
        return {i.mode for t, i in plan.pairs() if t.name == "m33" and i.cipher == "lea-256"}

    assert modes("m33") - modes("m33", "m4") and modes("m33", "m3") == modes("m33")


@pytest.mark.parametrize(
    ("requested", "expected"),
    [
        ({}, "192-bit keys"),
        ({"quick": True}, "most sizes"),
        ({"full": True}, ""),
        ({"update_reference": True}, ""),
        ({"cipher": ["lea"]}, ""),
        ({"mode": ["gcm"]}, ""),
        ({"against": "rows.json"}, ""),
        ({"quick": True}, "portable code"),
    ],
)
def test_the_end_of_a_run_says_what_it_left_out(requested, expected):
    usual = {"quick": False, "full": False, "update_reference": False, "cipher": [], "mode": [], "against": ""}
    sentence = bench.left_out(Namespace(**(usual | requested)))
    assert [expected in line and "./narae bench" in line for line in sentence] == [True] * bool(expected)


def test_a_quick_run_has_each_cipher_and_mode_once_or_as_a_variant():
    """Of the portable code and its kernels the kernels; of what another size or key shows nothing."""
    plan = selection.select([], [], [], True, peers=False, full=False)
    kernels: dict[tuple[str, str, str], list[str]] = {}
    for target, i in plan.pairs():
        assert not i.kernel.startswith("baseline:") and not i.cipher.endswith("192")
        kernels.setdefault((target.name, i.cipher, i.mode), []).append(i.kernel)
    assert kernels["uno", "lea-128", "block"] == ["avr", "avr-small"]
    assert kernels["uno", "null", "block"] == ["portable"]
    assert all("portable" not in some or some == ["portable"] for some in kernels.values())
    named = selection.select([], ["lea-192"], ["block"], True, peers=False, full=True)
    assert {"portable", "avr"} < {i.kernel for _, i in named.pairs() if i.cipher == "lea-192"}


@pytest.mark.parametrize(("mode", "quick"), every_day([("block", True)], [("block", True), ("cmac", False)]))
def test_where_a_machine_has_no_kernel_a_run_measures_the_portable_code(mode, quick):
    """ARIA on an M0+."""
    plan = selection.select(["m0plus"], ["aria-128"], [mode], quick, peers=False, full=False)
    mine = replace(plan, implementations=[i for i in plan.implementations if i.cipher == "aria-128"])
    assert [i.kernel for _, i in mine.pairs()] == ["thumb"]
    rows = measure.execute(mine, Cache(), lambda _: None)
    assert {r.kernel for r in rows} == {"portable"} and all(r.cycles for r in rows)


def test_a_name_that_the_lab_has_is_not_taken_apart():
    assert not [i.cipher for i in discover() if hint(i.cipher)] and not hint("des")


@pytest.mark.parametrize(
    ("name", "ciphers"),
    [("aes128", {"aes-128"}), ("AES-128", {"aes-128"}), ("LEA", {"lea-128", "lea-192", "lea-256"}),
     ("pipo64_128", {"pipo-64/128"})],
)  # fmt: skip
def test_a_cipher_may_be_written_in_other_ways(name, ciphers):
    plan = selection.select(["uno"], [name], ["block"], True, peers=False)
    assert {i.cipher for i in plan.implementations} - {"null"} == ciphers


@pytest.mark.parametrize(
    "most, limit, figures, refused",
    [
        (64, 64, [0, 16, 64], [256]),
        (64, 16, [0, 16], [256, 64]),
        (1024, 1024, [0, 16, 64, 256, 1024], []),
        (0, 0, None, []),
    ],
)
def test_a_size_that_takes_too_long_leaves_the_smaller_ones(most, limit, figures, refused, monkeypatch):
    """As of a slow reference in a simulator; if nothing was measured, there is one row for all sizes."""
    target = TARGETS["uno"]()
    code = next(i for i in discover() if i.cipher == "ascon-aead128" and i.kernel == "portable")

    def outcome(_, program, quick):
        done = f", after seal of {most:,} bytes was measured" if most else ", in the vectors"
        slow = max(s.bytes for s in program.sizes) > limit
        return Outcome(failure=f"killed: no end after 7 cycles{done}" if slow else "")

    def built(_, implementation, sizes):
        facts = {"lacks_its_kernel": False, "elf": None, "provenance": {}, "implementation": implementation}
        return Namespace(sizes=sizes, **facts)

    for where, name, fake in (
        (fitting, "built", built),
        (fitting.checks, "missing", lambda *_: ""),
        (fitting.tasks, "identity", lambda *_: []),
        (fitting.elf, "identity", lambda _: ""),
    ):
        monkeypatch.setattr(where, name, fake)
    sizes = target.board.timed({(n, 0) for n in (0, 16, 64, 256, 1024)}, code.mode)
    cache, fleet = Namespace(get=lambda parts, make, worth: make()), Namespace(outcome=outcome)
    largest = fitting.largest_that_fits(target, code, sizes, False, cache, fleet)
    reasons = [(r.bytes, "after seal of 64 bytes" in r.failure) for r in largest.refused]
    assert reasons == [(size, True) for size in refused]
    assert bool(largest.outcome.failure) == (not figures)
    assert not figures or [s.bytes for s in largest.program.sizes] == figures
