/* SPDX-License-Identifier: MIT */
/* Calls of six arguments for the ABI check, which makes calls of four, and
 * functions that break one promise each. */

    .bss
    .balign 8
    .globl  abi_rest
abi_rest: /* the fifth argument, the sixth, and the function */
    .skip   24

    .text
    .globl  abi_six
    .type   abi_six, %function
abi_six:
    adrp    x16, abi_rest
    add     x16, x16, :lo12:abi_rest
    ldp     x4, x5, [x16]
    ldr     x17, [x16, 16]
    br      x17

.macro corrupter number, instructions:vararg
    .globl  corrupt_\number
    .type   corrupt_\number, %function
corrupt_\number:
    \instructions
    ret
.endm

.irp n, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29
    corrupter \n, eor x\n, x\n, 1
.endr
.irp n, 8, 9, 10, 11, 12, 13, 14, 15
    corrupter \n, add v\n\().16b, v\n\().16b, v\n\().16b
.endr
    corrupter 31, sub sp, sp, 16

    .globl  corrupt_32
    .type   corrupt_32, %function
corrupt_32: /* rounds to zero */
    mov     x0, 3 << 22
    msr     fpcr, x0
    ret

    .section .note.GNU-stack, "", %progbits
