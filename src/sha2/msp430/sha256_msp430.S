/* SPDX-License-Identifier: MIT */
/* The compression function of SHA-256 for MSP430.  FIPS 180-4, 6.2.2.
 *
 *   void narae_sha256_blocks_msp430(uint32_t state[8], const uint8_t *in, size_t nblocks);
 *
 * The schedule comes first, 64 words on the stack.  In registers are a, b, e, a sum u, and b ^ c, with which
 *
 *     Maj(a, b, c) = b ^ ((a ^ b) & (b ^ c))
 *
 * takes four instructions and leaves the next b ^ c in the place of b.  The other words are pushed: a round
 * finds d, f, g and h at fixed distances from the stack pointer.  They are b, and ~e, because of the flags only
 * BIC, BIS and MOV spare the carry of an addition:
 *
 *     Ch(e, f, g) + u = u + (e & ~(~f)) + ~(~g | e),   where u + ~y is SUBC without carry
 *
 * Rotations by 16 are names, by 1 take 3 cycles, by 8 6, or 10 if they are XORed to another word:
 *
 *     ror6, 11, 25 = ror8(rol2(e ^ ror3(ror16(e) ^ ror2(e))))       2 + 7 * 3 + 4 + 6 = 33
 *     ror2, 13, 22 = ror2(a ^ ror3(ror8(a) ^ ror1(ror16(a))))       2 + 6 * 3 + 2 + 10 = 32
 *
 *     a round                  sums 65, Ch 21, Maj 8, h 7, constant 4, word 6, d 6, additions 6, b pushed 6,
 *                              ~e inverted and pushed 8: 137
 *     eight rounds             8 * 137, three of them without PUSH 12, names 8, pointers and loop 9, three
 *                              loads from the stack pointer less 3: 1122
 *     a word of the schedule   loads 23, sums 25 + 27, store 8, loop 3: 86
 *
 *     a block                  8 * 1122 + 48 * 86 = 13,104, words from bytes 16 * 24, state in and out and
 *                              pointers 199, once in a call 49: 13,736
 *
 * Time depends on the number of blocks alone. */

#include "core/family.h"

#if defined(NARAE_MSP430_KERNELS) && !defined(NARAE_SMALL)

    .file   "sha256_msp430.S"

#    include "core/msp430/call.inc"

#    define CONSTANTS narae_sha256_constants

/* The frame of eight rounds: b and ~e of the three rounds before; the words from the first one on.  Eight rounds
 * later it is 32 bytes above.  Behind all words, which are 256 bytes, are the arguments. */
#    define WORDS 24
#    define ARGUMENTS 24
#    define STATE ARGUMENTS
#    define IN ARGUMENTS + 2
#    define NBLOCKS ARGUMENTS + 4

#    define u0 r12
#    define u1 r13
#    define e0 r10
#    define e1 r11
#    define t r14
#    define k r15

/* p ^= the lower half of (q1 q0) >>> 8 */
.macro xor_bytes p, q0, q1
    mov     \q0, t
    xor.b   \q1, t
    xor     \q0, t
    swpb    t
    xor     t, \p
.endm

/* b and ~e of round i, at .Lb and .Le from the stack pointer: rounds 0 to 4 push them, 5 to 7 store them where
 * the next eight take them. */
.macro find i
    .if     \i < 0
    .set    .Lb, .Ldepth + 8 * (\i + 3)
    .set    .Le, .Lb + 4
    .elseif \i < 5
    .set    .Le, .Ldepth - 8 * (\i + 1)
    .set    .Lb, .Le + 4
    .else
    .set    .Lb, .Ldepth + 32 + 8 * (\i - 5)
    .set    .Le, .Lb + 4
    .endif
.endm

/* Keeps a word, \x of round i, for the rounds after. */
.macro keep i, x, w0, w1
    .if     \i < 5
    push    \w1
    push    \w0
    .set    .Ldepth, .Ldepth + 4
    .else
    find    \i
    mov     \w0, .L\x(sp)
    mov     \w1, .L\x + 2(sp)
    .endif
.endm

/* Round i: the new a replaces x, which is b ^ c, and a ^ b replaces b. */
.macro round_of i, a0, a1, b0, b1, x0, x1
    keep    \i, b, \b0, \b1
    xor     \a0, \b0
    xor     \a1, \b1
    and     \b0, \x0
    and     \b1, \x1
    xor     \a0, \x0
    xor     \a1, \x1
    xor     \b0, \x0
    xor     \b1, \x1

    mov     \a1, u0
    mov     \a0, u1
    ror1    u0, u1
    xor_bytes u0, \a0, \a1
    xor_bytes u1, \a1, \a0
    ror3    u0, u1
    xor     \a0, u0
    xor     \a1, u1
    ror1    u0, u1
    ror1    u0, u1
    add     u0, \x0
    addc    u1, \x1

    mov     e0, u0
    mov     e1, u1
    ror1    u0, u1
    ror1    u0, u1
    xor     e1, u0
    xor     e0, u1
    ror3    u0, u1
    xor     e0, u0
    xor     e1, u1
    rol1    u0, u1
    rol1    u0, u1
    ror8    u0, u1, t

    add     @k+, u0
    addc    @k+, u1
    add     .Ldepth + WORDS + 4 * \i(sp), u0
    addc    .Ldepth + WORDS + 4 * \i + 2(sp), u1
    find    \i - 3
    clrc
    from_offset subc, .Le, sp, u0
    subc    .Le + 2(sp), u1
    find    \i - 2
    clrc
    from_offset mov, .Le, sp, t
    bis     e0, t
    subc    t, u0
    mov     .Le + 2(sp), t
    bis     e1, t
    subc    t, u1
    find    \i - 1
    mov     e0, t
    from_offset bic, .Le, sp, t
    add     t, u0
    mov     e1, t
    bic     .Le + 2(sp), t
    addc    t, u1

    inv     e0
    inv     e1
    keep    \i, e, e0, e1
    find    \i - 2
    mov     .Lb(sp), e0
    mov     .Lb + 2(sp), e1
    add     u0, e0
    addc    u1, e1
    add     u0, \x0
    addc    u1, \x1
.endm

function narae_sha256_blocks_msp430
    tst     r14
    jne     1f
    ret
1:  save_registers
    push    r14
    push    r13
    push    r12
    sub     #280, sp

    /* 16 words of the block, big-endian */
2:  mov     280 + IN - ARGUMENTS(sp), r13
    mov     sp, r12
    add     #WORDS, r12
    mov     #16, r15
3:  .irp    n, 5, 4
    mov.b   @r13+, r\n
    swpb    r\n
    mov.b   @r13+, r6
    bis     r6, r\n
    .endr
    mov     r4, 0(r12)
    mov     r5, 2(r12)
    add     #4, r12
    dec     r15
    jne     3b
    mov     r13, 280 + IN - ARGUMENTS(sp)

    /* The 48 others; r15 counts. */
    sub     #64, r12
    mov     #48, r15
4:  mov     56(r12), r4
    mov     58(r12), r5
    ror1    r4, r5
    mov     r5, r6
    mov     r4, r7
    ror1    r4, r5
    xor_bytes r6, r4, r5
    mov     r5, t
    swpb    t
    and     #0x3f, t
    xor     t, r7
    ror1    r4, r5
    xor     r5, r6
    xor     r4, r7
    add     36(r12), r6
    addc    38(r12), r7
    add     @r12+, r6
    addc    @r12+, r7
    mov     @r12, r4
    mov     2(r12), r5
    mov     r4, r8
    mov     r5, r9
    rol1    r8, r9
    ror1    r4, r5
    ror1    r4, r5
    mov     r5, r10
    mov     r4, r11
    and     #0x3fff, r5
    rra     r5
    rrc     r4
    xor     r4, r10
    xor     r5, r11
    xor_bytes r10, r8, r9
    xor_bytes r11, r9, r8
    add     r10, r6
    addc    r11, r7
    mov     r6, 60(r12)
    mov     r7, 62(r12)
    dec     r15
    jne     4b

    /* a, b, b ^ c and e; c, d, ~f, ~g and ~h */
    mov     280(sp), r12
    .irp    n, 4, 5, 6, 7, 8, 9
    mov     @r12+, r\n
    .endr
    mov     r8, 16(sp)
    mov     r9, 18(sp)
    xor     r6, r8
    xor     r7, r9
    mov     @r12+, u1
    mov     @r12+, t
    mov     u1, 8(sp)
    mov     t, 10(sp)
    mov     @r12+, e0
    mov     @r12+, e1
    .irp    at, 20, 12, 4
    mov     @r12+, u1
    mov     @r12+, t
    inv     u1
    inv     t
    mov     u1, \at(sp)
    mov     t, \at + 2(sp)
    .endr
    mov     #CONSTANTS, k

5:  .set    .Ldepth, 0
    round_of 0, r4, r5, r6, r7, r8, r9
    round_of 1, r8, r9, r4, r5, r6, r7
    round_of 2, r6, r7, r8, r9, r4, r5
    round_of 3, r4, r5, r6, r7, r8, r9
    round_of 4, r8, r9, r4, r5, r6, r7
    round_of 5, r6, r7, r8, r9, r4, r5
    round_of 6, r4, r5, r6, r7, r8, r9
    round_of 7, r8, r9, r4, r5, r6, r7
    mov     r4, t
    mov     r6, r4
    mov     r8, r6
    mov     t, r8
    mov     r5, t
    mov     r7, r5
    mov     r9, r7
    mov     t, r9
    add     #.Ldepth + 32, sp
    cmp     #CONSTANTS + 256, k
    jeq     6f
    br      #5b

6:  mov     STATE(sp), r12
    add     r4, 0(r12)
    addc    r5, 2(r12)
    add     r6, 4(r12)
    addc    r7, 6(r12)
    add     16(sp), 8(r12)
    addc    18(sp), 10(r12)
    add     8(sp), 12(r12)
    addc    10(sp), 14(r12)
    add     e0, 16(r12)
    addc    e1, 18(r12)
    clrc
    subc    20(sp), 20(r12)
    subc    22(sp), 22(r12)
    clrc
    subc    12(sp), 24(r12)
    subc    14(sp), 26(r12)
    clrc
    subc    4(sp), 28(r12)
    subc    6(sp), 30(r12)
    dec     NBLOCKS(sp)
    jeq     7f
    sub     #256, sp
    br      #2b

7:  add     #30, sp
    restore_registers
    ret
end_function narae_sha256_blocks_msp430

#endif
