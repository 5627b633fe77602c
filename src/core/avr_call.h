/* What the AVR assembly kernels share: saved registers, and calls with any
 * number of blocks.
 *
 * avr-gcc's ABI: r2-r17, r28 and r29 are the caller's, r1 is zero at every
 * call and return, the first four pointers or sizes come in r24, r22, r20 and
 * r18.  The T flag is free.
 *
 * Modes call block ciphers with one block at a time here, so kernels are made
 * for one block.  More are as many calls: about 50 cycles a block. */
#ifndef NARAE_CORE_AVR_CALL_H
#define NARAE_CORE_AVR_CALL_H

.macro push_range first, last
    .set    .Lreg, \first
    .rept   \last - \first + 1
    push    .Lreg
    .set    .Lreg, .Lreg + 1
    .endr
.endm

.macro pop_range first, last
    .set    .Lreg, \last
    .rept   \last - \first + 1
    pop     .Lreg
    .set    .Lreg, .Lreg - 1
    .endr
.endm

.macro function name
    .section .text.\name, "ax", @progbits
    .global \name
    .type   \name, @function
\name:
.endm

.macro end_function name
    .size   \name, . - \name
.endm

/* Starts a kernel of narae_blocks_fn's type: what follows the macro works on
 * one block.  r18 and r19 are free there. */
.macro block_function name, block_bytes
    .section .text.\name, "ax", @progbits
    .type   \name\()_each, @function
\name\()_each:
    cp      r18, r1
    cpc     r19, r1
    breq    2f
    push_range 18, 25
    rcall   1f
    pop_range 18, 25
    subi    r22, lo8(-(\block_bytes))
    sbci    r23, hi8(-(\block_bytes))
    subi    r20, lo8(-(\block_bytes))
    sbci    r21, hi8(-(\block_bytes))
    subi    r18, 1
    sbci    r19, 0
    rjmp    \name\()_each
2:  ret
    .size   \name\()_each, . - \name\()_each
    .global \name
    .type   \name, @function
\name:
    cpi     r18, 1
    cpc     r19, r1
    brne    \name\()_each
1:
.endm

#endif
