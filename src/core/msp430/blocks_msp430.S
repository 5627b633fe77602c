/* SPDX-License-Identifier: MIT */
/* Blocks for a kernel of MSP430 that takes one block at even addresses.
 *
 * narae_each_block_msp430: r12 to r15 are those of a narae_blocks_fn, r11 is the address of
 * the code for one block, which is called with r12 to r14, and r10 the bytes of a block.
 * At an odd address, where words cannot be accessed, the block is copied to the stack, and
 * its copy is wiped.
 *
 * Time depends on the number of blocks and their addresses alone. */

#include "core/family.h"

#ifdef NARAE_MSP430_KERNELS

    .file   "blocks_msp430.S"

#    include "call.inc"

function narae_each_block_msp430
    .irp n, 9, 8, 7, 6, 5, 4
    push    r\n
    .endr
    mov     r11, r4
    mov     r12, r5
    mov     r13, r6
    mov     r14, r7
    mov     r15, r8
    mov     r13, r9
    bis     r14, r9
    bit     #1, r9
    jne     4f
    jmp     2f

1:  mov     r5, r12
    mov     r6, r13
    mov     r7, r14
    call    r4
    add     r10, r6
    add     r10, r7
    dec     r8
2:  tst     r8
    jne     1b
3:  .irp n, 4, 5, 6, 7, 8, 9
    pop     r\n
    .endr
    ret

4:  tst     r8
    jeq     3b
    sub     r10, r1
    mov     r10, r12
    mov     r1, r13
5:  mov.b   @r7+, r15
    mov.b   r15, 0(r13)
    inc     r13
    dec     r12
    jne     5b
    mov     r5, r12
    mov     r1, r13
    mov     r1, r14
    call    r4
    mov     r10, r12
    mov     r1, r13
6:  mov.b   @r13, 0(r6)
    clr.b   0(r13)
    inc     r13
    inc     r6
    dec     r12
    jne     6b
    mov     r13, r1
    dec     r8
    jmp     4b
end_function narae_each_block_msp430

#endif
