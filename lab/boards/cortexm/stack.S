/* SPDX-License-Identifier: MIT */
/* Stack painting: 0xC5 from the end of .bss to the caller's stack pointer.  Neither
 * function needs stack of its own, so nothing is below the caller but what ran in
 * between.  Bytes that are reserved and never written do not show; the simulator's
 * figure comes from the stack pointer. */

.syntax unified
.thumb

#define PAINT 0xC5C5C5C5

.section .text.hal_stack_paint, "ax", %progbits
.globl hal_stack_paint
.type hal_stack_paint, %function
.thumb_func
hal_stack_paint:
    ldr     r0, =__bss_end
    ldr     r1, =PAINT
    mov     r2, sp
1:  str     r1, [r0]
    adds    r0, r0, #4
    cmp     r0, r2
    blo     1b
    bx      lr
.ltorg
.size hal_stack_paint, . - hal_stack_paint

.section .text.hal_stack_depth, "ax", %progbits
.globl hal_stack_depth
.type hal_stack_depth, %function
.thumb_func
hal_stack_depth:
    ldr     r0, =__bss_end
    ldr     r1, =PAINT
    mov     r2, sp
1:  cmp     r0, r2
    bhs     2f
    ldr     r3, [r0]
    adds    r0, r0, #4
    cmp     r1, r3
    beq     1b
    subs    r0, r0, #4
2:  subs    r0, r2, r0
    bx      lr
.ltorg
.size hal_stack_depth, . - hal_stack_depth
