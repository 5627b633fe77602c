# SPDX-License-Identifier: MIT
"""Assembly for IAR's assembler becomes the same program for GNU's."""

from __future__ import annotations

import pytest

from lab.build import iar
from tests.tools import call, skip_without

AS = "msp430-elf-as"
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
    jz $+6
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
    call([AS, "-o", folder / "object.o"], input=text)
    code = call(["msp430-elf-objdump", "-dr", "--no-show-raw-insn", folder / "object.o"])
    sections = call(["msp430-elf-size", "-A", folder / "object.o"])
    data = call(["msp430-elf-objdump", "-s", "-j", ".rodata", folder / "object.o"])
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
    assert lines and numbers[".macro"] == IAR.splitlines().index("macro NEGATE") + 1
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


def test_a_macros_arguments_have_no_spaces():
    """GNU's assembler would take them for two."""
    lines = iar.for_gnu("ADD2 macro a, b\n add a, b\n endm\n ADD2 4 (r12), r5\n").splitlines()
    assert lines == [".macro ADD2 a, b", " add \\a, \\b", ".endm", " ADD2 4(r12),r5"]
