/* SPDX-License-Identifier: MIT */
/* Stack painting on AVR: 0xC5 from the end of .bss to the caller's stack.
 *
 * The stack pointer names the first free byte and a call takes two, so the
 * caller's own is two above ours.  Painting takes its return address off
 * first and covers these two bytes as well; asking for the depth needs them
 * again, so two is the smallest answer: one call that itself uses nothing.
 * A deepest byte that happens to be 0xC5 hides; the simulator's own figure
 * comes from the stack pointer and is exact. */

#include <avr/io.h>

#define PAINT 0xC5

.section .text.hal_stack_paint, "ax", @progbits
.global hal_stack_paint
.type hal_stack_paint, @function
hal_stack_paint:
    pop     r31
    pop     r30
    ldi     r24, PAINT
    ldi     r26, lo8(__heap_start)
    ldi     r27, hi8(__heap_start)
    in      r22, _SFR_IO_ADDR(SPL)
    in      r23, _SFR_IO_ADDR(SPH)
1:  st      X+, r24
    cp      r22, r26
    cpc     r23, r27
    brsh    1b
    ijmp
.size hal_stack_paint, . - hal_stack_paint

/* X runs up to the first touched byte, ours at the latest; the answer is the
 * caller's stack pointer - X + 1. */
.section .text.hal_stack_depth, "ax", @progbits
.global hal_stack_depth
.type hal_stack_depth, @function
hal_stack_depth:
    in      r24, _SFR_IO_ADDR(SPL)
    in      r25, _SFR_IO_ADDR(SPH)
    ldi     r26, lo8(__heap_start)
    ldi     r27, hi8(__heap_start)
1:  cp      r24, r26
    cpc     r25, r27
    brlo    2f
    ld      r22, X+
    cpi     r22, PAINT
    breq    1b
    sbiw    r26, 1
2:  adiw    r24, 3
    sub     r24, r26
    sbc     r25, r27
    ret
.size hal_stack_depth, . - hal_stack_depth
