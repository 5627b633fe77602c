/* SPDX-License-Identifier: MIT */
/* Stack painting on RV32: 0xC5 from the end of .bss to the caller's stack
 * pointer.  Neither function needs stack of its own, so nothing is below the
 * caller but what ran in between.  A call that keeps everything in registers
 * answers 0: RISC-V returns through ra.  Bytes that are reserved and never
 * written do not show; the simulator's figure comes from the stack pointer. */

#define PAINT 0xC5C5C5C5

.section .text.hal_stack_paint, "ax", @progbits
.globl hal_stack_paint
.type hal_stack_paint, @function
hal_stack_paint:
    la      a0, __bss_end
    li      a1, PAINT
1:  sw      a1, 0(a0)
    addi    a0, a0, 4
    bltu    a0, sp, 1b
    ret
.size hal_stack_paint, . - hal_stack_paint

.section .text.hal_stack_depth, "ax", @progbits
.globl hal_stack_depth
.type hal_stack_depth, @function
hal_stack_depth:
    la      a0, __bss_end
    li      a1, PAINT
1:  bgeu    a0, sp, 2f
    lw      a2, 0(a0)
    addi    a0, a0, 4
    beq     a1, a2, 1b
    addi    a0, a0, -4
2:  sub     a0, sp, a0
    ret
.size hal_stack_depth, . - hal_stack_depth
