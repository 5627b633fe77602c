/* SPDX-License-Identifier: MIT */
/* The window of the MSP430.
 *
 * The fast timer counts the core's cycles in 16 bits.  The slow one counts an eighth of the crystal's 32768 Hz
 * and says how often the fast one has come round: no interrupt is needed.  It runs on its own, so a reading is
 * taken when two agree (SLAU049F, 11.2.1).
 *
 * BIS of a generated constant to the constant generator does nothing, and marks both ends for a simulator: 1,
 * the window begins; 2, it ends.  Clock and markers start and stop at a fixed distance: an empty window holds the
 * return from hal_begin() and the call of hal_end(), and hal_init() measures it. */

.macro read_slow reg
1:  mov     &slow_timer, \reg
    cmp     &slow_timer, \reg
    jne     1b
.endm

.section .text.hal_begin, "ax", @progbits
.globl hal_begin
.type hal_begin, @function
hal_begin:
    read_slow r12
    mov     r12, &begin_slow
    mov     &fast_timer, &begin_fast
    bis     #1, r3
    ret
.size hal_begin, . - hal_begin

.section .text.hal_end, "ax", @progbits
.globl hal_end
.type hal_end, @function
hal_end:
    bis     #2, r3
    mov     &fast_timer, r12
    read_slow r13
    sub     &begin_fast, r12
    sub     &begin_slow, r13
    br      #window_cycles
.size hal_end, . - hal_end

.section .bss.begin_fast, "aw", @nobits
.balign 2
begin_fast:
    .zero   2
begin_slow:
    .zero   2
