/* SPDX-License-Identifier: MIT */
/* LEA for ARMv7-M: Cortex-M3, M4, M7, M33.  KS X 3246:2016; ISO/IEC 29192-2:2019,
 * clause 6.
 *
 *   void narae_lea_encrypt_v7m(const void *schedule, uint8_t *out,
 *                              const uint8_t *in, size_t nblocks);
 *   void narae_lea_decrypt_v7m(likewise);
 *   void narae_lea_set_key_v7m(lea_schedule *schedule, const uint8_t *key,
 *                              size_t key_bytes);   (without NARAE_SMALL)
 *
 * No rotation takes an instruction.  A sum is kept unrotated; each of its uses is an XOR
 * with a round key, and EOR rotates its second operand for free.  Pending rotations of the
 * words x0..x3 are 9 to the left for x0 and x3, 5 and 3 to the right for x1 and x2; a round
 * renames the words and leaves the same ones pending.  Decryption subtracts from a rotated
 * word (RSB), and no rotation is pending.  Cycles:
 *
 *     a round                 6 EOR, 3 ADD or RSB                  9
 *     LEA-128, one block      8 key words in two rounds, LDM: 9    4.5
 *     LEA-128, two blocks     4 key words, LDM: 5                  5
 *     LEA-192, LEA-256        6 key words, LDM                     7
 *     the same, two blocks    4 key words and 2, LDR: 8            4
 *
 *     one block    24 x 13.5 = 324, I/O 9, rotations 4, call 34:   371
 *     two blocks   24 x 23 = 552, I/O 17, rotations 8, loop 16:    593
 *     LEA-192      28 x 16 = 448, I/O, rotations and call, loop 21: 516
 *     LEA-256      32 x 16 = 512, likewise, loop 24:               583
 *     two blocks   28 x 26 = 728, I/O 17, rotations 16, loops 58:  819
 *                  32 x 26 = 832, likewise, loops 64:              929
 *
 * Measured, one block: 377, 558, 625; eight of LEA-128: 2423.  Of the 377 the caller takes
 * 11, saving registers 23, the checks of rounds and number of blocks 6; loading more of the
 * first keys together with the block would make it 374.  LEA-192 and LEA-256 take 448 and
 * 512 for the rounds, and 42 for the frame, its pointers and the first pending rotations.
 * With pairs of blocks there is no register for the addresses, which are on the stack.  One
 * block of LEA-128 is unrolled, also in decryption, which takes 375; so is encryption of
 * pairs.  The rest are loops over four rounds, with 3 cycles for an iteration, 6 for two
 * blocks.  in and out need no alignment; a word that is not aligned costs a cycle.
 *
 * Time depends on the number of blocks and the key size alone. */

#include "core/family.h"

#ifdef NARAE_THUMB_V7M

    .file   "lea_v7m.S"

#    include "core/thumb/call.inc"

#    define rk r0

/* The pending rotations of x0 to x3, to the right: none in the first round, all but that of
 * x3 in the second. */
.macro first_round do, operands:vararg
    \do     0, 0, 0, 0, \operands
.endm

.macro second_round do, operands:vararg
    \do     23, 5, 3, 0, \operands
.endm

.macro later_round do, operands:vararg
    \do     23, 5, 3, 23, \operands
.endm

.macro add_key y, k, x, m
    .if     \m
    eor.w   \y, \k, \x, ror #\m
    .else
    eor.w   \y, \k, \x
    .endif
.endm

/* A sum is of two words, each XORed with its key. */
.macro round_of m, n, o, p, k0, k1, k2, k3, k4, k5, a, b, c, d, t0, t2, t4
    add_key \t4, \k4, \c, \o
    add_key \d, \k5, \d, \p
    add_key \t2, \k2, \b, \n
    add_key \c, \k3, \c, \o
    add.w   \d, \t4, \d
    add_key \t0, \k0, \a, \m
    add_key \b, \k1, \b, \n
    add.w   \c, \t2, \c
    add.w   \b, \t0, \b
.endm

/* y = the sum of x and y, w that of v and w; of two blocks. */
.macro sums kx, ky, m, n, x, y, v, w, t, u
    add_key \t, \kx, \x, \m
    add_key \u, \kx, \v, \m
    add_key \y, \ky, \y, \n
    add_key \w, \ky, \w, \n
    add.w   \y, \t, \y
    add.w   \w, \u, \w
.endm

.macro undo k, x, k1, y, n, t
    eor.w   \t, \k, \x
    rsb.w   \t, \t, \y, ror #\n
    eor.w   \y, \t, \k1
.endm

/* y0..y3 become the words before the round: y3, y0, y1, y2. */
.macro undo_round k0, k1, k2, k3, k4, k5, y0, y1, y2, y3, t0, t2, t4
    undo    \k0, \y3, \k1, \y0, 9, \t0
    undo    \k2, \y0, \k3, \y1, 27, \t2
    undo    \k4, \y1, \k5, \y2, 29, \t4
.endm

.macro load a, b, c, d, from, at
    ldr.w   \a, [\from, #\at]
    ldr.w   \b, [\from, #\at + 4]
    ldr.w   \c, [\from, #\at + 8]
    ldr.w   \d, [\from, #\at + 12]
.endm

.macro store a, b, c, d, to, at
    str.w   \a, [\to, #\at]
    str.w   \b, [\to, #\at + 4]
    str.w   \c, [\to, #\at + 8]
    str.w   \d, [\to, #\at + 12]
.endm

/* Does the pending rotations, and undoes them. */
.macro settle a, b, c, d
    ror.w   \a, \a, #23
    ror.w   \b, \b, #5
    ror.w   \c, \c, #3
    ror.w   \d, \d, #23
.endm

.macro unsettle a, b, c, d
    ror.w   \a, \a, #9
    ror.w   \b, \b, #27
    ror.w   \c, \c, #29
    ror.w   \d, \d, #9
.endm

/* LEA-128: two rounds of one block in r9 to r12, one of two blocks in r5 to r8 and
 * r9 to r12. */
.macro two_rounds first, second, a, b, c, d
    ldmia.w rk!, {r2-r8, lr}
    \first  round_of, r2, r3, r4, r3, r5, r3, \a, \b, \c, \d, r2, r4, r5
    \second round_of, r6, r7, r8, r7, lr, r7, \b, \c, \d, \a, r6, r8, lr
.endm

.macro round_of_two m, n, o, p, a, b, c, d, e, f, g, h
    ldmia.w rk!, {r1-r4}
    sums    r4, r2, \o, \p, \c, \d, \g, \h, lr, r4
    sums    r3, r2, \n, \o, \b, \c, \f, \g, lr, r3
    sums    r1, r2, \m, \n, \a, \b, \e, \f, lr, r1
.endm

.macro lea128_of_one
    two_rounds first_round, second_round, r9, r10, r11, r12
    two_rounds later_round, later_round, r11, r12, r9, r10
    .rept 5
    two_rounds later_round, later_round, r9, r10, r11, r12
    two_rounds later_round, later_round, r11, r12, r9, r10
    .endr
.endm

.macro four_rounds_of_two first, second
    \first  round_of_two, r5, r6, r7, r8, r9, r10, r11, r12
    \second round_of_two, r6, r7, r8, r5, r10, r11, r12, r9
    later_round round_of_two, r7, r8, r5, r6, r11, r12, r9, r10
    later_round round_of_two, r8, r5, r6, r7, r12, r9, r10, r11
.endm

/* LEA-192 and LEA-256. */
.macro round_of_six a, b, c, d
    ldmia.w rk!, {r1-r6}
    later_round round_of, r1, r2, r3, r4, r5, r6, \a, \b, \c, \d, r1, r3, r5
.endm

/* For two blocks: keys of words 2 and 3 before those of word 1. */
.macro round_of_six_twice at, a, b, c, d, e, f, g, h
    ldr.w   r1, [rk, #\at + 16]
    ldr.w   r2, [rk, #\at + 20]
    ldr.w   r3, [rk, #\at + 8]
    ldr.w   r4, [rk, #\at + 12]
    sums    r1, r2, 3, 23, \c, \d, \g, \h, lr, r1
    sums    r3, r4, 5, 3, \b, \c, \f, \g, lr, r3
    ldr.w   r1, [rk, #\at]
    ldr.w   r2, [rk, #\at + 4]
    sums    r1, r2, 23, 5, \a, \b, \e, \f, lr, r1
.endm

.macro undo_round_of_six a, b, c, d
    ldmdb.w rk!, {r1-r6}
    undo_round r1, r2, r3, r4, r5, r6, \a, \b, \c, \d, r1, r3, r5
.endm

/* LEA-128: rounds of one block in r9 to r12. */
.macro two_rounds_back a, b, c, d
    ldmdb.w rk!, {r2-r8, lr}
    undo_round r6, r7, r8, r7, lr, r7, \a, \b, \c, \d, r6, r8, lr
    undo_round r2, r3, r4, r3, r5, r3, \d, \a, \b, \c, r2, r4, r5
.endm

.macro four_rounds_back
    two_rounds_back r9, r10, r11, r12
    two_rounds_back r11, r12, r9, r10
.endm

/* Frame: rk, out, in, end of in, end of the keys, registers. */
#    define RK 0
#    define OUT 4
#    define IN 8
#    define END 12
#    define LAST 16
#    define FRAME 20

/* Stores the block in r9 to r12, and compares the address of the next one with the end. */
.macro finish_one
    ldm.w   sp, {r0-r3}
    store   r9, r10, r11, r12, r1, 0
    add.w   r1, r1, #16
    add.w   r2, r2, #16
    strd    r1, r2, [sp, #OUT]
    cmp.w   r2, r3
.endm

/* Stores two blocks; compares the number of blocks left with one. */
.macro finish_two
    ldm.w   sp, {r0-r3}
    settle  r5, r6, r7, r8
    store   r5, r6, r7, r8, r1, 0
    settle  r9, r10, r11, r12
    store   r9, r10, r11, r12, r1, 16
    add.w   r1, r1, #32
    add.w   r2, r2, #32
    strd    r1, r2, [sp, #OUT]
    sub.w   r3, r3, r2
    cmp.w   r3, #16
.endm

#    ifndef NARAE_SMALL
/* Within reach of a branch of 16 bits. */
    .section .text.narae_lea_encrypt_v7m, "ax", %progbits
    .p2align 2
.Lmany:
    b.w     3f
#    endif

function narae_lea_encrypt_v7m
    push.w  {r4-r11, lr}
    ldr.w   r4, [rk], #4
#    ifndef NARAE_SMALL
    cmp     r4, #24
    it      eq
    cmpeq   r3, #1
    bne.n   .Lmany
    load    r9, r10, r11, r12, r2, 0
    lea128_of_one
    settle  r9, r10, r11, r12
    store   r9, r10, r11, r12, r1, 0
    pop.w   {r4-r11, pc}
    .p2align 2
3:
#    endif
    cmp.w   r3, #0
    beq.w   9f
    add.w   r3, r2, r3, lsl #4
    push.w  {r0-r4}
    cmp.w   r4, #24
#    ifdef NARAE_SMALL
    beq.w   5f
#    else
    bne.w   7f

    /* two blocks of LEA-128 at a time, and the last one of an odd number alone */
    add.w   lr, r2, #16
    cmp.w   lr, r3
    beq.w   6f
4:  load    r5, r6, r7, r8, r2, 0
    load    r9, r10, r11, r12, r2, 16
    four_rounds_of_two first_round, second_round
    .rept 5
    four_rounds_of_two later_round, later_round
    .endr
    finish_two
    bhi.w   4b
    bne.w   8f
6:  load    r9, r10, r11, r12, r2, 0
    lea128_of_one
    settle  r9, r10, r11, r12
    store   r9, r10, r11, r12, r1, 0
    b.w     8f

    /* the same of keys of six words, four rounds in a loop */
7:  add.w   lr, r2, #16
    cmp.w   lr, r3
    beq.w   7f
    add.w   r4, r4, r4, lsl #1
    add.w   r4, rk, r4, lsl #3
    str.w   r4, [sp, #LAST]
4:  load    r5, r6, r7, r8, r2, 0
    load    r9, r10, r11, r12, r2, 16
    unsettle r5, r6, r7, r8
    unsettle r9, r10, r11, r12
1:  round_of_six_twice 0, r5, r6, r7, r8, r9, r10, r11, r12
    round_of_six_twice 24, r6, r7, r8, r5, r10, r11, r12, r9
    round_of_six_twice 48, r7, r8, r5, r6, r11, r12, r9, r10
    round_of_six_twice 72, r8, r5, r6, r7, r12, r9, r10, r11
    ldr.w   lr, [sp, #LAST]
    add.w   rk, rk, #96
    cmp.w   rk, lr
    bne.w   1b
    finish_two
    bhi.w   4b
    bne.w   8f
#    endif

    /* one block at a time, four rounds in a loop: keys of six words, or of four */
7:  load    r9, r10, r11, r12, r2, 0
    ldr.w   lr, [rk, #-4]
    unsettle r9, r10, r11, r12
1:  round_of_six r9, r10, r11, r12
    round_of_six r10, r11, r12, r9
    round_of_six r11, r12, r9, r10
    round_of_six r12, r9, r10, r11
    subs.w  lr, lr, #4
    bne.w   1b
    settle  r9, r10, r11, r12
    finish_one
    bne.w   7b
#    ifdef NARAE_SMALL
    b.w     8f
5:  load    r9, r10, r11, r12, r2, 0
    mov.w   r1, #24
    unsettle r9, r10, r11, r12
1:  two_rounds later_round, later_round, r9, r10, r11, r12
    two_rounds later_round, later_round, r11, r12, r9, r10
    subs.w  r1, r1, #4
    bne.w   1b
    settle  r9, r10, r11, r12
    finish_one
    bne.w   5b
#    endif
8:  add.w   sp, sp, #FRAME
9:  pop.w   {r4-r11, pc}
end_function narae_lea_encrypt_v7m

#    ifndef NARAE_SMALL
    .section .text.narae_lea_decrypt_v7m, "ax", %progbits
    .p2align 2
.Lmany_back:
    b.w     3f
#    endif

function narae_lea_decrypt_v7m
    push.w  {r4-r11, lr}
    ldr.w   r4, [rk], #4
#    ifndef NARAE_SMALL
    cmp     r4, #24
    it      eq
    cmpeq   r3, #1
    bne.n   .Lmany_back
    load    r9, r10, r11, r12, r2, 0
    add.w   rk, rk, #384
    .rept 6
    four_rounds_back
    .endr
    store   r9, r10, r11, r12, r1, 0
    pop.w   {r4-r11, pc}
    .p2align 2
3:
#    endif
    cmp.w   r3, #0
    beq.w   9f
    add.w   r3, r2, r3, lsl #4
    add.w   rk, rk, r4, lsl #4
    cmp.w   r4, #24
    beq.w   4f
    add.w   rk, rk, r4, lsl #3
    push.w  {r0-r3}
    mov.w   r8, r4
7:  load    r9, r10, r11, r12, r2, 0
    mov.w   lr, r8
1:  undo_round_of_six r9, r10, r11, r12
    undo_round_of_six r12, r9, r10, r11
    undo_round_of_six r11, r12, r9, r10
    undo_round_of_six r10, r11, r12, r9
    subs.w  lr, lr, #4
    bne.w   1b
    finish_one
    bne.w   7b
    b.w     8f
4:  push.w  {r0-r3}
5:  load    r9, r10, r11, r12, r2, 0
    mov.w   r1, #24
1:  four_rounds_back
    subs.w  r1, r1, #4
    bne.w   1b
    finish_one
    bne.w   5b
8:  add.w   sp, sp, #16
9:  pop.w   {r4-r11, pc}
end_function narae_lea_decrypt_v7m

#    ifndef NARAE_SMALL

/* The constants of the rounds, rotated left by the round's number. */
    .section .rodata.narae_lea_set_key_v7m, "a", %progbits
    .p2align 2
.Lconstants128:
    .word   0xc3efe9db, 0x88c4d604, 0xe789f229, 0xc6f98763
    .word   0x3efe9dbc, 0x8c4d6048, 0x789f229e, 0x6f98763c
    .word   0xefe9dbc3, 0xc4d60488, 0x89f229e7, 0xf98763c6
    .word   0xfe9dbc3e, 0x4d60488c, 0x9f229e78, 0x98763c6f
    .word   0xe9dbc3ef, 0xd60488c4, 0xf229e789, 0x8763c6f9
    .word   0x9dbc3efe, 0x60488c4d, 0x229e789f, 0x763c6f98
.Lconstants192:
    .word   0xc3efe9db, 0x88c4d604, 0xe789f229, 0xc6f98763
    .word   0x15ea49e7, 0xf0bb4158, 0xfbfa76f0, 0x31358122
    .word   0xe27c8a79, 0xbe61d8f1, 0x7a9279c5, 0x2ed0563c
    .word   0xfe9dbc3e, 0x4d60488c, 0x9f229e78, 0x98763c6f
    .word   0xa49e715e, 0xb4158f0b, 0xa76f0fbf, 0x58122313
    .word   0xc8a79e27, 0x1d8f1be6, 0x279c57a9, 0x0563c2ed
    .word   0xdbc3efe9, 0x0488c4d6, 0x29e789f2, 0x63c6f987
.Lconstants256:
    .word   0xc3efe9db, 0x88c4d604, 0xe789f229, 0xc6f98763
    .word   0x15ea49e7, 0xf0bb4158, 0x13bc8ab8, 0xe204abf2
    .word   0xefe9dbc3, 0xc4d60488, 0x89f229e7, 0xf98763c6
    .word   0xea49e715, 0xbb4158f0, 0xbc8ab813, 0x04abf2e2
    .word   0xe9dbc3ef, 0xd60488c4, 0xf229e789, 0x8763c6f9
    .word   0x49e715ea, 0x4158f0bb, 0x8ab813bc, 0xabf2e204
    .word   0xdbc3efe9, 0x0488c4d6, 0x29e789f2, 0x63c6f987
    .word   0xe715ea49, 0x58f0bb41, 0xb813bc8a, 0xf2e204ab
    .word   0 /* loaded after the last round */

#        define constants r1
#        define left r2
#        define constant r3

/* Word j of the round's key, which is also a word of the state. */
.macro key_word x, j, turn
    .if     \j
    add.w   \x, \x, constant, ror #32 - \j
    .else
    add.w   \x, \x, constant
    .endif
    ror.w   \x, \x, #32 - \turn
.endm

/* The next round's constant is loaded before the last store, which hides half of the
 * load. */
.macro four_words a, b, c, d, at, last
    key_word \a, 0, 1
    str.w   \a, [rk, #\at]
    key_word \b, 1, 3
    str.w   \b, [rk, #\at + 4]
    key_word \c, 2, 6
    str.w   \c, [rk, #\at + 8]
    key_word \d, 3, 11
    .ifb    \last
    ldr.w   constant, [constants], #4
    .endif
    str.w   \d, [rk, #\at + 12]
.endm

.macro six_words a, b, c, d, e, f, at
    four_words \a, \b, \c, \d, \at, no
    key_word \e, 4, 13
    str.w   \e, [rk, #\at + 16]
    key_word \f, 5, 17
    ldr.w   constant, [constants], #4
    str.w   \f, [rk, #\at + 20]
.endm

.macro begin_key table, rounds
    movw    constants, #:lower16:\table
    movt    constants, #:upper16:\table
    mov.w   left, #\rounds
    ldr.w   constant, [constants], #4
    str.w   left, [rk], #4
.endm

.macro next_rounds bytes
    add.w   rk, rk, #\bytes
    subs.w  left, left, #4
    bne.w   1b
    pop.w   {r4-r11, pc}
.endm

/* A word of a round key is an addition of a constant, rotated for free, a rotation and a
 * store: 3 x 96, 168 or 192 cycles; a round's constant takes 1, the loop 4 in four
 * rounds. */
function narae_lea_set_key_v7m
    push.w  {r4-r11, lr}
    cmp.w   r2, #24
    ldr.w   r4, [r1]
    ldr.w   r5, [r1, #4]
    ldr.w   r6, [r1, #8]
    ldr.w   r7, [r1, #12]
    bhs.w   2f
    begin_key .Lconstants128, 24
1:  four_words r4, r5, r6, r7, 0
    four_words r4, r5, r6, r7, 16
    four_words r4, r5, r6, r7, 32
    four_words r4, r5, r6, r7, 48
    next_rounds 64
2:  ldr.w   r8, [r1, #16]
    ldr.w   r9, [r1, #20]
    bne.w   3f
    begin_key .Lconstants192, 28
1:  six_words r4, r5, r6, r7, r8, r9, 0
    six_words r4, r5, r6, r7, r8, r9, 24
    six_words r4, r5, r6, r7, r8, r9, 48
    six_words r4, r5, r6, r7, r8, r9, 72
    next_rounds 96
3:  ldr.w   r10, [r1, #24]
    ldr.w   r11, [r1, #28]
    begin_key .Lconstants256, 32
1:  six_words r4, r5, r6, r7, r8, r9, 0
    six_words r10, r11, r4, r5, r6, r7, 24
    six_words r8, r9, r10, r11, r4, r5, 48
    six_words r6, r7, r8, r9, r10, r11, 72
    next_rounds 96
end_function narae_lea_set_key_v7m

#    endif

#endif
