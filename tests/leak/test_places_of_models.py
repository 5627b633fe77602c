# SPDX-License-Identifier: MIT
"""Each place of each model: two shares that follow each other there leak, and something between them ends it.  A place
that is not watched, or an order that is not that of the chip, calls the first of each pair safe."""

from __future__ import annotations

import pytest

from tests.leak.small import leaking_places, verdicts, written

BYTE = "values.a = { bytes = 1, shares = 2 }\nvalues.b = { bytes = 1, random = true }\n"
WORD = "values.a = { bytes = 4, shares = 2 }\nvalues.b = { bytes = 4, random = true }\n"
BUFFERS = "buffers.x = { bytes = %d, shares = 2 }\nbuffers.y = { bytes = %d }\n"
IN = {
    "uno": BYTE + 'calls = [{ function = "f", registers = { r20 = "a.0", r21 = "a.1", r23 = "b" } }]',
    "hifive1": WORD + 'calls = [{ function = "f", registers = { a0 = "a.0", a1 = "a.1", a2 = "b" } }]',
    "m": WORD + 'calls = [{ function = "f", registers = { r0 = "a.0", r1 = "a.1", r2 = "b" } }]',
}
POINTERS = 'calls = [{ function = "f", arguments = ["x", "y"] }]'
X_Y = ["movw r26, r24", "movw r30, r22"]  # of an AVR

# target, place, what leaks, what does not, and the kind of facts()
PLACES = [
    ("uno", "register r24", ["mov r24, r20", "mov r24, r21"], ["mov r24, r20", "clr r24", "mov r24, r21"], ""),
    ("uno", "operand A", ["eor r20, r23", "eor r21, r23"], ["eor r20, r23", "and r25, r25", "eor r21, r23"], ""),
    ("uno", "operand B", ["mov r18, r20", "mov r19, r21"], ["mov r18, r20", "mov r0, r25", "mov r19, r21"], ""),
    ("uno", "bus", [*X_Y, "ld r18, X+", "ld r19, X"], [*X_Y, "ld r18, X+", "ldd r20, Z+1", "ld r19, X"], "buffers"),
    (
        "uno",
        "read bus",
        [*X_Y, "ld r18, X+", "st Z, r1", "ld r19, X"],
        [*X_Y, "ld r18, X+", "ldd r20, Z+1", "ld r19, X"],
        "buffers",
    ),
    (
        "uno",
        "cell y+0",
        [*X_Y, "ld r18, X+", "ld r19, X", "st Z, r18", "st Z, r19"],
        [*X_Y, "ld r18, X+", "ld r19, X", "st Z, r18", "st Z, r1", "st Z, r19"],
        "buffers",
    ),
    ("uno", "flags", ["lsr r20", "lsr r21"], ["lsr r20", "clc", "lsr r21"], ""),
    ("hifive1", "register a3", ["mv a3, a0", "mv a3, a1"], ["mv a3, a0", "li a3, 0", "mv a3, a1"], ""),
    ("hifive1", "operand A", ["xori a0, a0, 1", "xori a1, a1, 1"], ["xori a0, a0, 1", "xori a1, a2, 1"], ""),
    ("hifive1", "operand B", ["xor a3, a2, a0", "xor a4, a2, a1"], ["xor a3, a2, a0", "xor a4, a1, a2"], ""),
    (
        "hifive1",
        "result",
        ["xor a3, a0, a2", "xor a4, a2, a1"],
        ["xor a3, a0, a2", "sw zero, -4(sp)", "xor a4, a2, a1"],
        "",
    ),
    ("hifive1", "bus", ["lw a3, 0(a0)", "lw a4, 4(a0)"], ["lw a3, 0(a0)", "sw zero, 0(a1)", "lw a4, 4(a0)"], "buffers"),
    (
        "hifive1",
        "write bus",
        ["lw a3, 0(a0)", "lw a4, 4(a0)", "sw a3, 0(a1)", "lw a5, 4(a1)", "sw a4, 8(a1)"],
        ["lw a3, 0(a0)", "lw a4, 4(a0)", "sw a3, 0(a1)", "sw zero, 4(a1)", "sw a4, 8(a1)"],
        "buffers",
    ),
    ("m4", "register r3", ["mov r3, r0", "mov r3, r1"], ["mov r3, r0", "mov r3, #0", "mov r3, r1"], ""),
    ("m4", "operand A", ["eor r4, r0, r2", "eor r5, r1, r2"], ["eor r4, r0, r2", "eor r5, r2, r1"], ""),
    ("m4", "operand B", ["mov r4, r0", "mov r5, r1"], ["mov r4, r0", "mov r6, #0", "mov r5, r1"], ""),
    (
        "m4",
        "shifter",
        ["ror r4, r0, #3", "mov r6, #0", "ror r5, r1, #3"],
        ["ror r4, r0, #3", "ror r5, r1, #5"],
        "two",
    ),
    (
        "m4",
        "bus",
        ["ldr r2, [r0]", "ldr r3, [r0, #4]"],
        ["ldr r2, [r0]", "ldr r4, [r1]", "ldr r3, [r0, #4]"],
        "buffers",
    ),
    ("m4", "bus", ["ldrb r2, [r0, #1]", "ldrb r3, [r0, #6]"], ["ldrb r2, [r0, #1]", "ldr r3, [r1]"], "buffers"),
    ("m4", "flags", ["lsrs r4, r0, #1", "lsrs r5, r1, #1"], ["lsrs r4, r0, #1", "lsrs r5, r2, #1"], ""),
    ("m0plus", "operand A", ["mov r3, r0", "mov r3, r2", "eors r1, r2"], ["mov r3, r0", "eors r1, r2"], ""),
    ("m0plus", "operand B", ["mov r3, r2", "ldr r4, [r0]"], ["mov r3, r2", "ldr r5, [r0]"], "old target"),
    (
        "m0plus",
        "operand B",
        ["eors r3, r0", "eors r4, r1"],
        ["push {r5}", "eors r3, r0", "pop {r5}", "eors r4, r1"],
        "",
    ),
    ("m3", "operand B", ["str r2, [r1]", "str r3, [r1, #4]"], ["str r2, [r1]", "str r4, [r1, #4]"], "stores"),
]
OTHERS = {
    "two": 'values.a = { bytes = 4, shares = 2 }\ncalls = [{ function = "f", registers = { r0 = "a.0", r1 = "a.1" } }]',
    "old target": "buffers.x = { bytes = 4 }\nvalues.a = { bytes = 4, shares = 2 }\n"
    'calls = [{ function = "f", arguments = ["x"], registers = { r2 = "a.0", r4 = "a.1" } }]',
    "stores": "buffers.x = { bytes = 4 }\nbuffers.y = { bytes = 8 }\nvalues.a = { bytes = 4, shares = 2 }\n"
    'calls = [{ function = "f", arguments = ["x", "y"], registers = { r2 = "a.0", r3 = "a.1", r4 = 0 } }]',
}


# a0 waits in the latch while zero, a3 and a5 come by the bypass; then a1.
BYPASSED = ["xor a4, a2, a0", "xor a3, a2, zero", "xor a5, a2, a3", "xor a6, a2, a5", "xor a7, a2, a1"]


def test_a_bypassed_operand_leaves_an_older_share_in_the_latch(tmp_path):
    case = written(tmp_path, "hifive1", BYPASSED, facts("hifive1", ""))
    (verdict,) = verdicts(case)
    assert leaking_places(verdict) == {"kept operand B"}
    (verdict,) = verdicts(case, bypass=False)
    assert verdict.leakage == "none (pairs)"


PORTS = ["xor a3, a2, a0", "addi a4, a2, 11"]  # the immediate's low bits name a1


def test_the_ports_of_a_register_file_follow_an_immediate_if_they_are_watched(tmp_path):
    """As in COCO's Ibex: `addi` reads no second register, but the port does."""
    case = written(tmp_path, "hifive1", PORTS, facts("hifive1", ""))
    (verdict,) = verdicts(case)
    assert verdict.leakage == "none (pairs)"
    (verdict,) = verdicts(case, ports=True)
    assert leaking_places(verdict) == {"port B"}


def facts(target: str, kind: str) -> str:
    """What registers or buffers hold; `kind`: empty for shares and a mask in registers."""
    if kind == "buffers":
        n = 1 if target == "uno" else 4
        return BUFFERS % (n, 3 * n) + POINTERS
    return OTHERS.get(kind) or IN["m" if target.startswith("m") else target]


@pytest.mark.parametrize(("target", "place", "leaks", "safe", "kind"), PLACES)
def test_shares_that_follow_each_other_leak(tmp_path, target, place, leaks, safe, kind):
    (verdict,) = verdicts(written(tmp_path, target, leaks, facts(target, kind)))
    assert place in leaking_places(verdict), verdict
    (verdict,) = verdicts(written(tmp_path, target, safe, facts(target, kind)))
    assert place not in leaking_places(verdict), verdict
