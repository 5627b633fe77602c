# SPDX-License-Identifier: MIT
"""Cuts: accepted only if the shares there are uniform, and what they make stale stays open."""

from __future__ import annotations

import pytest

from tests.leak.small import leaking_places, verdicts, written

# x ^= y & z on two shares in r0/r1, r2/r3 and r4/r5, in an order that no register transition betrays.
TOFFOLI = [
    "and r6, r2, r4", "eor r0, r0, r6", "mov r6, #0", "and r6, r2, r5", "eor r0, r0, r6", "mov r6, #0",
    "and r7, r5, r3", "eor r1, r1, r7", "mov r7, #0", "and r7, r3, r4", "eor r1, r1, r7",
]  # fmt: skip
CLEAR = "mov r7, r8"  # to a public number
VALUES = (
    "values.x = { bytes = 4, shares = 2 }\nvalues.y = { bytes = 4, shares = 2 }\nvalues.z = { bytes = 4, shares = 2 }\n"
)
REGISTERS = '{ r0 = "x.0", r1 = "x.1", r2 = "y.0", r3 = "y.1", r4 = "z.0", r5 = "z.1" }'
CALL = f'calls = [{{ function = "f", registers = {REGISTERS} }}]\n'
CUT = 'cuts = [{ at = "cut", shares = [["r0", "r2", "r4"], ["r1", "r3", "r5"]] }]'
LOOPED = ["push {r4-r8, lr}", "mov r8, #3", "cut:", *TOFFOLI, CLEAR, "subs r8, #1", "bne cut", "pop {r4-r8, lr}"]


def test_a_loop_is_proved_step_by_step(tmp_path):
    """Each step is a bijection of the shares; three of them."""
    (verdict,) = verdicts(written(tmp_path, "m4", LOOPED, VALUES + CALL + CUT), places=("registers",))
    assert (verdict.leakage, verdict.cuts, verdict.notes[:-1]) == ("none (pairs)", 3, [])


def test_every_second_pass_can_be_cut(tmp_path):
    """Of three, the first and the third one."""
    cut = CUT.replace("shares =", "every = 2, shares =")
    (verdict,) = verdicts(written(tmp_path, "m4", LOOPED, VALUES + CALL + cut), places=("registers",))
    assert (verdict.leakage, verdict.cuts) == ("none (pairs)", 2)


def test_a_step_that_is_no_bijection_is_refused(tmp_path):
    """x = y & z on shares forgets masks: as if they were fresh, it would be called safe."""
    lines = ["mov r0, #0", "mov r1, #0", *LOOPED[:3], "mov r0, #0", "mov r1, #0", *LOOPED[3:]]
    (verdict,) = verdicts(written(tmp_path, "m4", lines, VALUES + CALL + CUT), places=("registers",))
    assert verdict.cuts == 0
    assert verdict.notes[0] == (
        "the cut at cut is refused at pass 1: the shares there are not uniform: "
        "its step is no bijection of earlier masks"
    )


def test_shares_of_another_value_are_refused(tmp_path):
    """The XOR of what is called two shares depends on masks."""
    cut = CUT.replace('"r1", "r3", "r5"', '"r3", "r1", "r5"')
    (verdict,) = verdicts(written(tmp_path, "m4", LOOPED, VALUES + CALL + cut), places=("registers",))
    assert "is not shown to be independent of masks" in verdict.notes[0]


def test_what_stays_of_shares_from_before_a_cut_is_open(tmp_path):
    """r7 still holds a product of the step before."""
    lines = [line for line in LOOPED if line != CLEAR]
    (verdict,) = verdicts(written(tmp_path, "m4", lines, VALUES + CALL + CUT), places=("registers",))
    assert verdict.leakage.startswith("open")
    assert "from before a cut" in verdict.leaks[0].what


def test_what_equals_a_replaced_share_is_replaced_too(tmp_path):
    """A copy of share 0 in another register meets share 1 after the cut: a leak, not two independent bits."""
    lines = ["push {r4-r8, lr}", "mov r8, r0", "cut:", "mov r8, r1", "pop {r4-r8, lr}"]
    (verdict,) = verdicts(written(tmp_path, "m4", lines, VALUES + CALL + CUT), places=("registers",))
    assert verdict.leakage == "leaks 1"
    assert "state at cut, pass 1" in verdict.leaks[0].secrets


def test_a_sum_of_a_replaced_share_and_other_bits_is_known_after_the_cut(tmp_path):
    """As the operand of a key addition: share 0 and a mask in r8 meet share 1 and the same mask, a leak."""
    lines = ["push {r4-r8, lr}", "eor r8, r0, r6", "cut:", "eor r7, r1, r6", "mov r8, r7", "pop {r4-r8, lr}"]
    call = CALL.replace("r4 =", 'r6 = "k", r4 =') + "values.k = { bytes = 4, random = true, kept = true }\n"
    (verdict,) = verdicts(written(tmp_path, "m4", lines, VALUES + call + CUT), places=("registers",))
    assert leaking_places(verdict) == {"register r8"}


def test_a_mask_that_is_kept_is_not_spent(tmp_path):
    """The share of x under the mask of y is uniform, but not together with y, whose mask is used again."""
    lines = ["push {r4-r8, lr}", "eor r0, r0, r0", "eor r0, r0, r2", "eor r1, r1, r1", "eor r1, r1, r3", "cut:"]
    kept = VALUES.replace("values.y = { ", "values.y = { kept = true, ")
    cut = 'cuts = [{ at = "cut", shares = [["r0"], ["r1"]] }]'
    (verdict,) = verdicts(
        written(tmp_path, "m4", [*lines, "pop {r4-r8, lr}"], kept + CALL + cut), places=("registers",)
    )
    assert verdict.cuts == 0
    assert "not uniform" in verdict.notes[0]


def test_a_mask_that_waits_in_memory_is_spent_before_those_of_other_words(tmp_path):
    """x += y and a mask from memory.  Were all its masks spent, those of y, which is used again, would be, too."""
    lines = ["push {r4-r8, lr}", "ldr r8, [r6]", "eor r0, r0, r2", "eor r0, r0, r8", "eor r1, r1, r3"]
    lines += ["eor r1, r1, r8", "cut:", "mov r8, r6", "eor r0, r0, r2", "cmp r8, #0", "eor r1, r1, r3"]
    kept = VALUES.replace("values.x = { ", "values.x = { kept = true, ")
    case = (
        f"{kept}buffers.m = {{ bytes = 4, random = true }}\n"
        + CALL.replace("r4 =", 'r6 = "m", r4 =')
        + 'cuts = [{ at = "cut", shares = [["r0"], ["r1"]] }]'
    )
    (verdict,) = verdicts(written(tmp_path, "m4", [*lines, "pop {r4-r8, lr}"], case), places=("registers",))
    assert (verdict.leakage, verdict.cuts) == ("none (pairs)", 1), verdict


def test_memory_and_rotated_shares_can_be_cut(tmp_path):
    """Share 1 lies rotated, as published code has it."""
    lines = ["ldr r2, [r0]", "mov r3, #0", "ldr r3, [r0, #4]", "cut:", "ldr r3, [r0, #4]"]
    facts = (
        "buffers.x = { bytes = 4, shares = 2, rotate = 7 }\n"
        'calls = [{ function = "f", arguments = ["x"] }]\n'
        'cuts = [{ at = "cut", shares = [["x+0:4"], ["r0+4:4 >>> 7"]] }]'
    )
    (verdict,) = verdicts(written(tmp_path, "m4", lines, facts), places=("registers",))
    assert verdict.cuts == 1


@pytest.mark.parametrize(("share_1", "cuts"), [('"x+4:2/2", "x+5:2/2"', 1), ('"x+4:4"', 0)])
def test_bytes_that_are_apart_can_be_cut(tmp_path, share_1, cuts):
    """In the same order, or they are shares of nothing."""
    facts = (
        "buffers.x = { bytes = 4, shares = 2 }\n"
        'calls = [{ function = "f", arguments = ["x"] }]\n'
        f'cuts = [{{ at = "cut", shares = [["x+0:2/2", "r0+1:2/2"], [{share_1}]] }}]'
    )
    (verdict,) = verdicts(written(tmp_path, "m4", ["ldr r2, [r0]", "cut:", "mov r2, #0"], facts), places=("registers",))
    assert verdict.cuts == cuts


def test_sums_that_share_products_are_uniform_by_their_own_masks(tmp_path):
    """x[i] ^= the products y[j] & z[j] of all other j: elimination by products would leave no mask alone in a sum, and
    too many to count."""
    n, size = 8, 96
    lines = ["push {r4, lr}"]
    for share in (0, size):
        for j in range(n):
            y, z = 4 * (n + j), 4 * (2 * n + j)
            lines += [f"ldr r1, [r0, #{y + share}]", f"ldr r2, [r0, #{z}]", f"ldr r3, [r0, #{z + size}]"]
            lines += ["and r2, r1, r2", "and r3, r1, r3", "eor r2, r2, r3"]
            for x in (4 * i + share for i in range(n) if i != j):
                lines += [f"ldr r3, [r0, #{x}]", "eor r3, r3, r2", f"str r3, [r0, #{x}]"]
    lines += ["cut:", "nop", "pop {r4, lr}"]
    case = (
        f"buffers.state = {{ bytes = {size}, shares = 2 }}\n"
        'calls = [{ function = "f", arguments = ["state"] }]\n'
        f'cuts = [{{ at = "cut", shares = [["state+0:{size}"], ["state+{size}:{size}"]] }}]'
    )
    (verdict,) = verdicts(written(tmp_path, "m4", lines, case), places=("flags",))
    assert verdict.cuts == 1, verdict.notes
