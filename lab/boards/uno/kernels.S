/* SPDX-License-Identifier: MIT */
/* Known-cycle kernels of the Uno; the counts are in kernels.h.
 *
 * What a kernel needs in registers is set before its window opens:
 * hal_begin() changes r24 alone, and leaves 1 in it.  Both ends are `call`,
 * as in compiled code, so the empty window is the same everywhere. */

.macro kernel name
    .section .text.\name, "ax", @progbits
    .global \name
    .type \name, @function
\name:
.endm

.macro end_kernel name
    call    hal_end
    ret
    .size \name, . - \name
.endm

.macro countdown n
    ldi     r24, lo8(\n)
    ldi     r25, hi8(\n)
1:  sbiw    r24, 1
    brne    1b
.endm

kernel kernel_empty
    call    hal_begin
end_kernel kernel_empty

kernel kernel_adds
    call    hal_begin
    .rept 100
    add     r24, r25
    .endr
end_kernel kernel_adds

kernel kernel_loads
    ldi     r26, lo8(__data_start)
    ldi     r27, hi8(__data_start)
    call    hal_begin
    .rept 100
    ld      r24, X
    .endr
end_kernel kernel_loads

/* Products of zero, so that r1 stays zero as hal_end() expects. */
kernel kernel_multiplies
    clr     r25
    call    hal_begin
    .rept 100
    mul     r24, r25
    .endr
end_kernel kernel_multiplies

/* ldi 1, then 100 times dec 1 and brne 2, the last brne 1: 300 */
kernel kernel_branches
    call    hal_begin
    ldi     r24, 100
1:  dec     r24
    brne    1b
end_kernel kernel_branches

kernel kernel_one_overflow
    call    hal_begin
    countdown 20000
end_kernel kernel_one_overflow

kernel kernel_three_overflows
    call    hal_begin
    countdown 50000
end_kernel kernel_three_overflows
