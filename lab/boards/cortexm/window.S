/* SPDX-License-Identifier: MIT */
/* The window of the Cortex-M.
 *
 * The clock of the board is DWT->CYCCNT, or SysTick on an M0+, which has no DWT
 * and counts 24 bits down.  Hints without a meaning, which every core takes for NOPs
 * (ARMv7-M ARM, A5.2.5), mark both ends for a simulator: 12, something is timed; 8,
 * the window begins; 9, it ends; 11, nothing is timed any more.
 *
 * Clock and markers start and stop at a fixed distance: an empty window holds the
 * return from hal_begin() and the call of hal_end(), and hal_init() measures it. */

.syntax unified
.thumb

#if __ARM_ARCH == 6
#    define CLOCK 0xe000e018
#else
#    define CLOCK 0xe0001004
#endif

.macro mark number
    .inst.n 0xbf00 + (\number << 4)
.endm

.section .text.hal_begin, "ax", %progbits
.globl hal_begin
.type hal_begin, %function
.thumb_func
.balign 16
hal_begin:
    ldr     r2, =CLOCK
    ldr     r3, =window_start
    mark    12
    ldr     r2, [r2]
    str     r2, [r3]
    mov     r2, r2
    mark    8
    bx      lr
.ltorg
.size hal_begin, . - hal_begin

.section .text.hal_end, "ax", %progbits
.globl hal_end
.type hal_end, %function
.thumb_func
.balign 16
hal_end:
    mark    9
    ldr     r2, =CLOCK
    ldr     r0, [r2]
    mark    11
    ldr     r3, =window_start
    ldr     r1, [r3]
    ldr     r2, [r3, #4]
#if __ARM_ARCH == 6
    subs    r0, r1, r0
    lsls    r0, r0, #8
    lsrs    r0, r0, #8
#else
    subs    r0, r0, r1
#endif
    subs    r0, r0, r2
    bx      lr
.ltorg
.size hal_end, . - hal_end

/* The last window's start, and what an empty window takes. */
.section .bss.window_start, "aw", %nobits
.globl window_start, window_zero
.balign 8
window_start:
    .zero   4
window_zero:
    .zero   4
