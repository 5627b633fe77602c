# SPDX-License-Identifier: MIT
"""Assembly for IAR's assembler becomes the same program for GNU's and LLVM's."""

from __future__ import annotations

import pytest

from lab.build import iar
from tests.tools import call, skip_without

AS = "clang-19"
IAR = """\
#include <msp430.h>  // a chip's registers
name example         ; it's a comment
rseg CODE(2)
#define low r4
ROUNDS equ 2
public example
TWICE macro a, b     /* of two
                        lines */
    local again
again:
    mov.w   a, b
    jz again
    endm
macro NEGATE
    inv.w low
    endm
align 2
example
    TWICE #(ROUNDS * 2), low
    TWICE  4 (r12), r5
    NEGATE
    mov.w table(r6), &0FFh
    rept 3
    rla.w low
    endr
    jz $+6
    br #example
    ret
RSEG DATA16_C:DATA:REORDER:NOROOT(2)
table: dc8 0x01, 101b
    DC16 0x0203
    DC32 0x04050607
RSEG DATA16_Z
room: DS 2
    DS32 1
end
"""
GNU = """\
.text
.global example
example:
.Lagain.0: mov.w #4, r4
    jz .Lagain.0
.Lagain.1: mov.w 4(r12), r5
    jz .Lagain.1
    inv.w r4
    mov.w table(r6), &0xff
    rla.w r4
    rla.w r4
    rla.w r4
    .short 0x2402
    br #example
    ret
.section .rodata
table: .byte 1, 5
    .short 0x203
    .long 0x4050607
.bss
    .space 6
"""


def converted(text: str) -> str:
    return iar.for_gnu(call(["gcc", "-E", "-x", "assembler-with-cpp", "-"], input=iar.for_preprocessor(text)))


def assembled(text: str, folder) -> list[str]:
    """The code with its relocations, and the sections with their sizes."""
    call([AS, iar.LLVM, "-x", "assembler", "-c", "-", "-o", folder / "object.o"], input=text)
    code = call(["llvm-objdump-19", "-dr", folder / "object.o"])
    sections = call(["llvm-size-19", "-A", folder / "object.o"])
    data = call(["llvm-objdump-19", "-s", "-j", ".rodata", folder / "object.o"])
    return [code, data, *(line for line in sections.splitlines() if line.startswith((".text", ".rodata", ".bss")))]


def test_both_assemblers_make_the_same_program(tmp_path):
    skip_without(AS)
    assert assembled(converted(IAR), tmp_path) == assembled(GNU, tmp_path)


def test_lines_keep_their_numbers():
    lines = [line for line in converted(IAR).splitlines() if line.strip()]
    numbers = {}
    for line in converted(IAR).splitlines():
        if line.startswith("# "):
            number = int(line.split()[1])
            continue
        numbers[line.split()[0] if line.split() else ""] = number
        number += 1
    assert lines and numbers["inv.w"] == IAR.splitlines().index("    NEGATE") + 1
    assert numbers["ret"] == IAR.splitlines().index("    ret") + 1


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("label mov r4, r5", "label: mov r4, r5"),  # in the first column it needs no colon
        ("mov r4, r5", " mov r4, r5"),
        (" JNZ label", " JNZ label"),
        ("size set 16", ".set size, 16"),
        ("\tdw 1010b, 0FFh", " .balign 2 { .short 0b1010, 0x0FF"),
        ("RSEG CONST", " .section .rodata"),
        ("RSEG MINE:DATA", " .section .data"),
        ("extern f", " "),
    ],
)
def test_each_directive(line, expected):
    assert iar.for_gnu(line) == f"{expected}\n"


def test_a_macro_is_expanded_in_the_line_that_names_it():
    text = "OUTER macro a, b\n local l\nl:\n INNER a, b\n jz l\n endm\nINNER macro c d\n add c, d\n endm\n"
    lines = iar.for_gnu(f"{text} OUTER 4 (r12), r5\n OUTER r4, r5\n").splitlines()
    assert lines[:9] == [""] * 9
    assert lines[9] == " .Ll.1: { add 4 (r12), r5 { jz .Ll.1"
    assert lines[10] == " .Ll.3: { add r4, r5 { jz .Ll.3"


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("mov.w 0(r14), r5", "mov.w @r14, r5"),
        ("xor 0+0(r14), 0(r5)", "xor @r14, 0(r5)"),
        ("rrc.b 0(r14)", "rrc.b @r14"),
        ("inc 0(r14)", "inc 0(r14)"),  # its operand is a destination
        ("mov 10(r14), r5", "mov 10(r14), r5"),
        ("mov @r14+, 2(r12)", ".short 0x4ebc, 2"),
        ("mov.b @r14+, &place", ".short 0x4ef2, place"),
        ("xor @r14+, 2(r12)", "xor @r14+, 2(r12)"),
        ("jz $+6", ".short 0x2402"),
        ("jmp $-2", ".short 0x3ffe"),
        ("reta", ".short 0x0110"),
        ("push #(40/5)", ".if ((40/5)) == 4 || ((40/5)) == 8 { .short 0x1230, (40/5) { .else { push #(40/5) { .endif"),
        ("push #place", "push #place"),
    ],
)
def test_operands_as_iars_assembler_encodes_them(line, expected):
    assert iar.for_gnu(f" {line}") == f" {expected}\n"


def test_a_name_for_a_number_is_one():
    assert iar.for_gnu("rounds equ 8\n push #rounds\n").splitlines()[1].startswith(" .if ((8)) == 4")


def test_inline_assembly_is_encoded_in_the_same_way():
    compiled = "f:\n\tmov\t0(r14), r5  ; a comment\n\t.word\t0(r14)\n\tret\n"
    assert iar.as_encoded(compiled) == "f:\n\tmov @r14, r5\n\t.word\t0(r14)\n\tret\n"
