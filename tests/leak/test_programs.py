# SPDX-License-Identifier: MIT
"""Whole programs: what compilers do to shares, mutants, foreign ways to pass shares, and devices."""

from __future__ import annotations

from lab.leak.case import cases_in
from tests.leak.small import leaking_places, verdicts, written

AND = """
#include <stdint.h>
/* An AND of Ishai, Sahai and Wagner on two shares with a fresh random word, as one would write it in C. */
void f(uint32_t *z, const uint32_t *x, const uint32_t *y, uint32_t r)
{
    z[0] = (x[0] & y[0]) ^ r;
    z[1] = (x[1] & y[1]) ^ ((x[0] & y[1]) ^ r ^ (x[1] & y[0]));
}
"""
FACTS = """
buffers.z = { bytes = 8 }
buffers.x = { bytes = 4, shares = 2 }
buffers.y = { bytes = 4, shares = 2 }
values.r  = { bytes = 4, random = true }
calls = [{ function = "f", arguments = ["z", "x", "y", "r"] }]
"""
# Two products of y & z into x; without the clearing, r6 goes from one to the other: y0 & z.
SAFE = ["and r6, r2, r4", "eor r0, r6", "mov r6, #0", "and r6, r2, r5", "eor r0, r6"]
THREE = "".join(f"values.{n} = {{ bytes = 4, shares = 2 }}\n" for n in "xyz")
IN_REGISTERS = (
    'calls = [{ function = "f", registers = '
    '{ r0 = "x.0", r1 = "x.1", r2 = "y.0", r3 = "y.1", r4 = "z.0", r5 = "z.1" } }]'
)


def test_gcc_takes_the_random_word_out_of_a_masked_and(tmp_path):
    """It reorders the XORs, so that a register holds two products without a mask: why there is no masked C here."""
    (tmp_path / "and.c").write_text(AND)
    (tmp_path / "leak.toml").write_text(f'[[case]]\nsources = ["and.c"]\ntargets = ["m4"]\n{FACTS}')
    (verdict,) = verdicts(cases_in(tmp_path / "leak.toml")[0], "values")
    assert verdict.leaking
    assert verdict.leaks[0].secrets.startswith(("x bit 0", "y bit 0"))


def test_a_removed_clearing_leaks(tmp_path):
    """The mutant of a safe sequence."""
    (good,) = verdicts(written(tmp_path, "m4", SAFE, THREE + IN_REGISTERS), places=("registers",))
    assert good.leakage == "none (pairs)"
    mutant = [line for line in SAFE if line != "mov r6, #0"]
    (bad,) = verdicts(written(tmp_path, "m4", mutant, THREE + IN_REGISTERS), places=("registers",))
    assert leaking_places(bad) == {"register r6"}


def test_values_alone_do_not_see_what_pairs_do(tmp_path):
    lines = ["mov r3, r0", "mov r3, r1"]
    facts = THREE + IN_REGISTERS
    for level, expected in (("values", "none (values)"), ("distances", "leaks 1"), ("pairs", "leaks 1")):
        (verdict,) = verdicts(written(tmp_path, "m4", lines, facts), level, ("registers",))
        assert verdict.leakage == expected


def test_a_random_device_gives_another_word_at_each_load(tmp_path):
    """Were both loads the same word, it would cancel, and the secret remain."""
    facts = (
        "buffers.rng = { bytes = 4, random = true, fresh = true, at = 0x50060808 }\n"
        "values.x = { bytes = 4, secret = true }\n"
        'calls = [{ function = "f", registers = { r0 = 0x50060808, r6 = "x" } }]'
    )
    lines = ["ldr r2, [r0]", "eor r6, r2", "ldr r3, [r0]", "eor r6, r3"]
    (verdict,) = verdicts(written(tmp_path, "m4", lines, facts), "values", ("registers",))
    assert verdict.leakage == "none (values)"


def test_a_function_that_gives_random_bytes_can_be_replaced(tmp_path):
    facts = (
        "values.x = { bytes = 4, secret = true }\n"
        'calls = [{ function = "f", registers = { r4 = "x" }, stubs = { get_random = "random" }, until = "end" }]'
    )
    lines = ["bl get_random", "eor r4, r0", "end:", "nop"]
    (verdict,) = verdicts(written(tmp_path, "m4", lines, facts), "values", ("registers",))
    assert verdict.leakage == "none (values)"


def test_globals_are_memory_that_can_be_written(tmp_path):
    """.bss, at its symbol, holds shares; another variable begins as zero."""
    lines = [
        "ldr r0, =g", "ldr r1, [r0]", "ldr r2, =h", "ldr r3, [r2]", "add r3, #1", "str r3, [r2]", "bx lr",
        ".ltorg", ".bss", ".global g", "g: .space 8", "h: .space 4", ".text"
    ]  # fmt: skip
    facts = 'buffers.g = { bytes = 4, shares = 2, at = "g" }\ncalls = [{ function = "f" }]'
    (verdict,) = verdicts(written(tmp_path, "m4", lines, facts))
    assert verdict.leakage == "none (pairs)"


def test_shares_in_units_and_parts_lie_where_the_case_says(tmp_path):
    """Word by word, the second load is share 1 of word 0: the bus tells."""
    for unit, leaks in ((4, True), (8, False)):
        facts = (
            f"values.x = {{ bytes = 8, shares = 2, unit = {unit} }}\n"
            'buffers.b = { holds = ["x", "zeros 4"] }\n'
            'calls = [{ function = "f", arguments = ["b"] }]'
        )
        (verdict,) = verdicts(written(tmp_path, "m4", ["ldr r1, [r0]", "ldr r2, [r0, #4]"], facts), places=("bus",))
        assert verdict.leaking == leaks


def test_what_a_call_leaves_meets_what_the_next_one_writes(tmp_path):
    """Share 0 stays in r3, or on the stack, until the next call writes share 1 there."""
    (tmp_path / "g.S").write_text(
        ".syntax unified\n.thumb\n.text\n.global f, g\n.type f, %function\n.type g, %function\n"
        "f: push {r0}\n mov r3, r0\n add sp, #4\n bx lr\n"
        "g: push {r1}\n mov r3, r1\n add sp, #4\n bx lr\n"
    )
    facts = (
        'calls = [{ function = "f", registers = { r0 = "x.0", r1 = 0 } },'
        ' { function = "g", registers = { r1 = "x.1" } }]'
    )
    (tmp_path / "leak.toml").write_text(f'[[case]]\nsources = ["g.S"]\ntargets = ["m4"]\n{THREE}{facts}')
    one, two = verdicts(cases_in(tmp_path / "leak.toml")[0], places=("registers", "cells"))
    assert one.leakage == "none (pairs)"
    assert "register r3" in leaking_places(two)
    assert any(place.startswith("cell") for place in leaking_places(two))


def test_what_is_not_decided_in_time_is_open(tmp_path, monkeypatch):
    monkeypatch.setattr("lab.leak.check.SECONDS", -1)
    monkeypatch.setattr("lab.leak.core.CHUNK", 1)
    (verdict,) = verdicts(written(tmp_path, "m4", SAFE, THREE + IN_REGISTERS), places=("registers",))
    assert verdict.leakage == "open 4"
    assert verdict.leaks[0].what.startswith("not decided in time")


def test_each_call_has_its_own_verdict(tmp_path):
    facts = THREE + (
        'calls = [{ operation = "one", function = "f", registers = { r3 = 0, r0 = "x.0", r1 = "b" } },'
        ' { operation = "two", function = "f", registers = { r3 = 0, r0 = "y.0", r1 = "y.1" } }]\n'
        "values.b = { bytes = 4, public = true }"
    )
    one, two = verdicts(written(tmp_path, "m4", ["mov r3, r0", "mov r3, r1"], facts), places=("registers",))
    assert (one.operation, one.leakage, two.operation, two.leakage) == ("one", "none (pairs)", "two", "leaks 1")


def test_bytes_with_one_mask_leak_and_with_two_do_not(tmp_path):
    """As table-based AES has them: x ^ u on all bytes, or x ^ u ^ w with words of w."""
    lines = ["ldrb r1, [r0]", "ldrb r1, [r0, #1]"]
    for parts, leaks in (("x ^ u", True), ("x ^ u ^ w", False)):
        facts = (
            "values.x = { bytes = 16, secret = true }\nvalues.u = { bytes = 1, random = true }\n"
            f'values.w = {{ bytes = 4, random = true }}\nbuffers.b = {{ holds = ["{parts}"] }}\n'
            'calls = [{ function = "f", arguments = ["b"] }]'
        )
        (verdict,) = verdicts(written(tmp_path, "m4", lines, facts), places=("registers",))
        assert verdict.leaking == leaks


def test_a_part_is_rotated_in_its_words(tmp_path):
    """A masked zero whose shares are rotated against each other: only the rotation back unmasks it."""
    facts = (
        "values.r = { bytes = 4, random = true }\nvalues.x = { bytes = 4, shares = 2, rotate = 3 }\n"
        'buffers.b = { holds = ["r >>> 5", "r", "x.1 >>> 29"] }\n'
        'calls = [{ function = "f", arguments = ["b", "x.0"] }]'
    )
    lines = ["ldr r2, [r0]", "ldr r3, [r0, #4]", "ror r3, r3, #5", "eor r2, r3", "ldr r3, [r0, #8]", "eor r1, r3"]
    (verdict,) = verdicts(written(tmp_path, "m4", lines, facts), "values", ("registers",))
    assert [leak.where for leak in verdict.leaks] == ["f+0xe"], "r2 is zero, and r1 is x"


def test_what_runs_before_a_label_is_not_looked_at(tmp_path):
    """Code that makes the shares has the secret in a register, and leaves it in the latches."""
    facts = (
        "buffers.rng = { bytes = 4, random = true, fresh = true, at = 0x50060808 }\n"
        "values.x = { bytes = 4, secret = true }\n"
        'calls = [{ function = "f", registers = { r0 = 0x50060808, r6 = "x" }AFTER }]'
    )
    lines = ["ldr r2, [r0]", "eor r6, r2", "shared:", "mov r3, r6"]
    for after, leaks in (("", True), (', after = "shared"', False)):
        (verdict,) = verdicts(written(tmp_path, "m4", lines, facts.replace("AFTER", after)))
        assert verdict.leaking == leaks


def test_addresses_may_be_numbers(tmp_path):
    """A program without symbols: the function and its end by their addresses."""
    facts = THREE + 'flags = ["-Wl,-Ttext=0x8000"]\ncalls = [{ function = 0x8000, registers = R, until = 0x8004 }]'
    facts = facts.replace("= R,", '= { r0 = "x.0", r1 = "x.1", r3 = 0 },')
    (verdict,) = verdicts(written(tmp_path, "m4", ["mov r3, r0", "mov r3, r1", "eor r0, r1"], facts), "values")
    assert verdict.leakage == "none (values)", "the last instruction is beyond the end"
