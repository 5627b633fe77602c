/* SPDX-License-Identifier: MIT */
/* Stack painting: 0xC5 from the end of .bss up to the caller's stack, the return address of the call included.
 * Bytes that are reserved and never written do not show; the simulator's figure comes from the stack pointer.
 * Every call leaves its return address, so two is the smallest answer. */

#define PAINT 0xc5c5

.section .text.hal_stack_paint, "ax", @progbits
.globl hal_stack_paint
.type hal_stack_paint, @function
hal_stack_paint:
    pop     r11
    mov     #__bss_end, r12
1:  mov     #PAINT, 0(r12)
    incd    r12
    cmp     sp, r12
    jlo     1b
    br      r11
.size hal_stack_paint, . - hal_stack_paint

.section .text.hal_stack_depth, "ax", @progbits
.globl hal_stack_depth
.type hal_stack_depth, @function
hal_stack_depth:
    mov     #__bss_end, r13
1:  cmp     sp, r13
    jhs     2f
    cmp     #PAINT, 0(r13)
    jne     2f
    incd    r13
    jmp     1b
2:  mov     sp, r12
    incd    r12
    sub     r13, r12
    ret
.size hal_stack_depth, . - hal_stack_depth
