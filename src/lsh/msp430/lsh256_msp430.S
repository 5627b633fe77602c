/* SPDX-License-Identifier: MIT */
/* The compression function of LSH-256 for MSP430.  KS X 3262; its step is that of step.inc.
 *
 *   void narae_lsh256_blocks_msp430(uint32_t chain[16], const uint8_t *in, size_t nblocks);
 *
 * Columns l and l + 4 of an even step give all words of two columns of the odd step: these four words stay in
 * registers for two steps, which halves the loads and stores of the state.  The state is in the order of its
 * loads and so are the messages of two steps, which are expanded in place: both are read with @Rn+.  The steps
 * read one copy of the state and write the other one; the stack pointer moves by 64 bytes up or down so that the
 * copy to be written is always at the same distance.
 *
 * Rotations by 16 are names, by 8 take 6 cycles, by 1 take 3.  Cycles:
 *
 *     a column     words of the message 8, three additions 6, the constant 6, rotations by single bits 12, in odd
 *                  steps by 8 more 6, and by a multiple of 16 or not 3 on average: 35 and 41
 *     two steps    8 * 35 + 8 * 41, the state loaded 64 and stored 128, the message expanded 4 * 128, pointers
 *                  and loop 18, two offsets of 0 less 2: 1328
 *
 *     a block      13 * 1328 = 17,264, the message in place 32 * 19, or 32 * 31 if its address is odd, the state
 *                  in and out 4 * (53 + 70), pointers 39: 18,403; a call takes 49 more
 *
 * Time depends on the number of blocks and on whether the address is odd. */

#include "core/family.h"

#if defined(NARAE_MSP430_KERNELS) && !defined(NARAE_SMALL)

    .file   "lsh256_msp430.S"

#    include "core/msp430/call.inc"

#    define CONSTANTS narae_lsh256_constants

/* The frame: the state, read and written in turn with the 64 bytes behind it; the messages of an even and an odd
 * step; arguments. */
#    define STATE 0
#    define WRITTEN 64
#    define MESSAGE 128
#    define CHAIN 256
#    define IN 258
#    define NBLOCKS 260

/* Words x and y of two columns. */
#    define XA r4, r5
#    define YA r6, r7
#    define YA_16 r7, r6
#    define XB r8, r9
#    define YB r10, r11
#    define YB_16 r11, r10
#    define t r12
#    define from r13
#    define message r14
#    define constants r15

/* Places of words 0 to 7 in `message`, in bytes; word i + 8 is 4 behind.  A group of 32 bytes has words l, l + 8,
 * l + 4, l + 12 of the even message and u, u + 8, v, v + 8 of the odd one: see `two_steps`. */
.macro places name, p0, p1, p2, p3, p4, p5, p6, p7
    .set    .L\name\()0, \p0
    .set    .L\name\()1, \p1
    .set    .L\name\()2, \p2
    .set    .L\name\()3, \p3
    .set    .L\name\()4, \p4
    .set    .L\name\()5, \p5
    .set    .L\name\()6, \p6
    .set    .L\name\()7, \p7
.endm
    places  even, 0, 32, 64, 96, 8, 40, 72, 104
    places  odd, 80, 16, 48, 112, 24, 120, 88, 56

.macro load_word pointer, w0, w1
    mov     @\pointer+, \w0
    mov     @\pointer+, \w1
.endm

.macro xor_message w0, w1
    xor     @message+, \w0
    xor     @message+, \w1
.endm

.macro add_word w0, w1, v0, v1
    add     \v0, \w0
    addc    \v1, \w1
.endm

/* Rotates to the left by 1 or 3 bytes; 0 and 2 are names. */
.macro turn bytes, w0, w1
    .if     \bytes == 1
    rol8    \w0, \w1, t
    .elseif \bytes == 3
    ror8    \w0, \w1, t
    .endif
.endm

/* Word i of the state, which is in groups of words l, l + 8, l + 4 and l + 12 */
.macro store i, w0, w1
    .set    .Lplace, WRITTEN + 16 * (\i & 3) + 2 * (\i & 4) + (\i & 8) / 2
    mov     \w0, .Lplace(sp)
    mov     \w1, .Lplace + 2(sp)
.endm

.macro even_column i, bytes, x0, x1, y0, y1
    add_word \x0, \x1, \y0, \y1
    ror3    \x0, \x1
    from_offset xor, 4 * (\i), constants, \x0
    xor     4 * (\i) + 2(constants), \x1
    add_word \y0, \y1, \x0, \x1
    rol1    \y0, \y1
    add_word \x0, \x1, \y0, \y1
    turn    \bytes, \y0, \y1
.endm

/* y is rotated by 17, 16 of which are names. */
.macro odd_column i, bytes, to_x, to_y, x0, x1, y0, y1
    xor_message \x0, \x1
    xor_message \y0, \y1
    add_word \x0, \x1, \y0, \y1
    rol8    \x0, \x1, t
    ror3    \x0, \x1
    xor     32 + 4 * (\i)(constants), \x0
    xor     32 + 4 * \i + 2(constants), \x1
    add_word \y0, \y1, \x0, \x1
    rol1    \y1, \y0
    add_word \x0, \x1, \y1, \y0
    turn    \bytes, \y1, \y0
    store   \to_x, \x0, \x1
    .if     \bytes == 2
    store   \to_y, \y0, \y1
    .else
    store   \to_y, \y1, \y0
    .endif
.endm

/* Columns l and l + 4 of an even step, whose last rotations are by `turna` and `turnb` bytes */
.macro even_step l, turna, turnb
    .irp    w, r4, r5, r6, r7, r8, r9, r10, r11
    mov     @from+, \w
    .endr
    .irp    w, r4, r5, r6, r7, r8, r9, r10, r11
    xor     @message+, \w
    .endr
    even_column \l, \turna, XA, YA
    even_column \l+4, \turnb, XB, YB
.endm

.macro load_of name, i, w0, w1
    from_offset mov, .L\name\i + .Lbehind, message, \w0
    mov     .L\name\i + .Lbehind + 2(message), \w1
.endm

.macro store_of name, i, w0, w1
    mov     \w0, .L\name\i + .Lbehind(message)
    mov     \w1, .L\name\i + .Lbehind + 2(message)
.endm

/* Expands word a of both messages: adds word b of the even one, then of the odd one.  (w1 w0) is word a of the
 * odd message; YA is then its word b. */
.macro expand_word a, b, w0, w1
    load_of even, \b, XA
    add_word XA, \w0, \w1
    store_of even, \a, XA
    load_of odd, \b, YA
    add_word XA, YA
    store_of odd, \a, XA
.endm

/* A cycle of four words: each takes the old value of the next. */
.macro expand a, b, c, d
    load_of even, \a, XB
    load_of odd, \a, YB
    expand_word \a, \b, YB
    expand_word \b, \c, YA
    expand_word \c, \d, YA
    add_word XB, YA
    store_of even, \d, XB
    add_word XB, YB
    store_of odd, \d, XB
.endm

    .section .text.narae_lsh256_blocks_msp430, "ax", @progbits
/* Places of the 32 words of a block in `message` */
block_places:
    .irp    behind, 0, 4
    .byte   .Leven0 + \behind, .Leven1 + \behind, .Leven2 + \behind, .Leven3 + \behind
    .byte   .Leven4 + \behind, .Leven5 + \behind, .Leven6 + \behind, .Leven7 + \behind
    .endr
    .irp    behind, 0, 4
    .byte   .Lodd0 + \behind, .Lodd1 + \behind, .Lodd2 + \behind, .Lodd3 + \behind
    .byte   .Lodd4 + \behind, .Lodd5 + \behind, .Lodd6 + \behind, .Lodd7 + \behind
    .endr

function narae_lsh256_blocks_msp430
    tst     r14
    jne     1f
    ret
1:  save_registers
    push    r14
    push    r13
    push    r12
    sub     #CHAIN, sp

#    define in r11
#    define chain r11
#    define place r10
2:  mov     IN(sp), in
    mov     #block_places, place
    mov     sp, message
    add     #MESSAGE, message
    bit     #1, in
    jne     4f
3:  mov.b   @place+, t
    add     message, t
    mov     @in+, r4
    mov     r4, 0(t)
    mov     @in+, r4
    mov     r4, 2(t)
    cmp     #block_places + 32, place
    jne     3b
    jmp     5f
4:  mov.b   @place+, t
    add     message, t
    .irp    at, 0, 1, 2, 3
    mov.b   @in+, r4
    mov.b   r4, \at(t)
    .endr
    cmp     #block_places + 32, place
    jne     4b
5:  mov     in, IN(sp)

    mov     CHAIN(sp), chain
    mov     sp, t
    mov     #4, place
6:  .irp    at, 0, 2
    mov     @chain+, r4
    mov     r4, \at(t)
    .endr
    mov     28(chain), 4(t)
    mov     30(chain), 6(t)
    mov     12(chain), 8(t)
    mov     14(chain), 10(t)
    mov     44(chain), 12(t)
    mov     46(chain), 14(t)
    add     #16, t
    dec     place
    jne     6b

    mov     sp, from
    mov     #CONSTANTS, constants
7:  even_step 0, 0, 3
    odd_column 1, 1, 10, 15, XB, XA
    odd_column 4, 3, 1, 4, YB, YA
    even_step 1, 1, 2
    odd_column 2, 2, 8, 14, XB, XA
    odd_column 7, 0, 3, 5, YB_16, YA
    even_step 2, 2, 1
    odd_column 0, 0, 9, 12, XB, XA
    odd_column 6, 1, 0, 6, YB, YA_16
    even_step 3, 3, 0
    odd_column 3, 3, 11, 13, XB, XA
    odd_column 5, 2, 2, 7, YB, YA

    sub     #128, message
    .irp    behind, 0, 4
    .set    .Lbehind, \behind
    expand  0, 3, 1, 2
    expand  4, 7, 6, 5
    .endr
    mov     sp, t
    add     #WRITTEN, t
    sub     #128, from
    mov     from, sp
    mov     t, from
    add     #64, constants
    cmp     #CONSTANTS + 832, constants
    jeq     8f
    br      #7b

    /* The message is added to the state, which becomes the chain. */
8:  add     #64, sp
    mov     CHAIN(sp), chain
    mov     #4, place
9:  .irp    at, 0, 2, 32, 34, 16, 18, 48, 50
    mov     @from+, t
    xor     @message+, t
    mov     t, \at(chain)
    .endr
    add     #16, message
    add     #4, chain
    dec     place
    jne     9b
    dec     NBLOCKS(sp)
    jeq     10f
    br      #2b
10: add     #NBLOCKS + 2, sp
    restore_registers
    ret
end_function narae_lsh256_blocks_msp430

#endif
