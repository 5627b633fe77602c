/* SPDX-License-Identifier: MIT */
/* The start of the program and the edges of its windows.  A window holds the
 * `ret` of hal_begin() and the call of hal_end(), like the empty one that is
 * taken off. */

#include "window.h"

    .text

    .globl  _start
_start:
    .option push
    .option norelax
    la      gp, __global_pointer$
    .option pop
    call    main

/* void hal_begin(void) */
    .globl  hal_begin
hal_begin:
    slti    zero, zero, 2
    ret

/* hal_time hal_end(void) */
    .globl  hal_end
hal_end:
    slti    zero, zero, 3
    li      a0, 0
    ret

/* void hal_init(void): the empty window, in assembly so that nothing else is in it */
    .globl  hal_init
hal_init:
    addi    sp, sp, -16
    sd      ra, (sp)
    call    hal_begin
    call    hal_end
    ld      ra, (sp)
    addi    sp, sp, 16
    ret

/* void hal_stack_paint(void): all that lies below the caller's stack pointer */
    .globl  hal_stack_paint
hal_stack_paint:
    la      t0, painted
    sd      sp, (t0)
    li      t0, PAINTED_BYTES
    sub     t0, sp, t0
    li      t1, PAINT
1:  sb      t1, (t0)
    addi    t0, t0, 1
    bne     t0, sp, 1b
    ret

    .globl  ruler_nops
ruler_nops:
    .rept   RULER_STEPS
    nop
    .endr
    ret

    .globl  ruler_loop
ruler_loop:
    li      t0, RULER_STEPS
1:  addi    t0, t0, -1
    bnez    t0, 1b
    ret
