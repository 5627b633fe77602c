/* SPDX-License-Identifier: MIT */
/* The window of the HiFive1.
 *
 * mcycle is the board's clock.  `slti x0, x0, N` is an instruction that the
 * RISC-V manual sets aside for such uses and that does nothing (a HINT, Unpriv.
 * 2.9); simulators take it for a marker when it retires: 1 opens the window, 2
 * closes it.  Both clocks start and stop at a fixed distance, because both ends
 * sit in a cache line of their own: an empty window holds the return from
 * hal_begin() and the call of hal_end(), and hal_init() measures it. */

.section .text.hal_begin, "ax", @progbits
.globl hal_begin
.type hal_begin, @function
.balign 64
.option push
.option norvc
hal_begin:
    lui     t1, %hi(window_start)
    csrr    t0, mcycle
    sw      t0, %lo(window_start)(t1)
    slti    x0, x0, 1
    ret
.option pop
.size hal_begin, . - hal_begin

.section .text.hal_end, "ax", @progbits
.globl hal_end
.type hal_end, @function
.balign 64
.option push
.option norvc
hal_end:
    slti    x0, x0, 2
    csrr    a0, mcycle
    lui     t1, %hi(window_start)
    lw      t0, %lo(window_start)(t1)
    lw      t2, %lo(window_start + 4)(t1)
    sub     a0, a0, t0
    sub     a0, a0, t2
    ret
.option pop
.size hal_end, . - hal_end

/* The last window's start, and what an empty window takes. */
.section .bss.window_start, "aw", @nobits
.globl window_start, window_zero
.balign 8
window_start:
    .zero   4
window_zero:
    .zero   4
