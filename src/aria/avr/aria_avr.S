/* SPDX-License-Identifier: MIT */
/* ARIA for AVR.  KS X 1213-1; RFC 5794.
 *
 *   void narae_aria_encrypt_avr(const void *schedule, uint8_t *out,
 *                               const uint8_t *in, size_t nblocks);
 *   void narae_aria_decrypt_avr(likewise);
 *
 * The state stays in 16 registers.  The diffusion layer is A = C (P + J) C, as
 * aria_portable8.c explains.  Each of the three factors is one operation on
 * four groups of four bytes: each byte becomes the sum of the other three,
 * perhaps in another place.  Six XORs do that in place and exchange two of the
 * bytes, so A is 72 XORs, and exchanges are renamed registers.  With the
 * choices below each register has its name back after two rounds:
 *
 *   columns    the bytes of words 0 and 3 are exchanged, twice in a round
 *   words      v(t) of aria_portable8.c and the exchange in `others` leave
 *              bytes 1 2 of word 0 exchanged, 2 3 of word 1, 1 3 of word 2,
 *              0 3 of word 3, and the next round exchanges them back
 *
 * The S-boxes are at multiples of 256 in flash: a key byte is loaded into the
 * low half of the address, the state byte is XORed to it, and LPM loads the
 * result: 6 cycles a byte, and 4 a round to select the four tables.  Decryption
 * adds the key after the S-box, 7 cycles.
 *
 *   encryption    100 x 12 + 72 x 11 = 1992 cycles, and 218 for the call, saved
 *                 registers, block, last key and loop
 *   decryption    116 x 12 + 72 x 11 = 2184, and 226
 *
 * ARIA-192 takes 351 or 383 cycles more for its two more rounds, ARIA-256 twice
 * that.
 *
 * Time depends on the number of blocks and the key size alone: LPM takes three
 * cycles at any address.  Addresses in flash depend on secrets. */

#include "core/family.h"

#ifdef NARAE_AVR_KERNELS

    .file   "aria_avr.S"

#    include "core/avr/call.inc"
#    include "core/avr/flash.inc"

#    define x 10
#    define rounds r0 /* halved */
#    define tmp r1

/* Registers of the bytes after an odd number of rounds; == gives -1 or 0. */
#    define turned(i) \
        (x+(i)-((i)==0)*3+((i)==3)*3-((i)==6)+((i)==7)-((i)==9)*2+((i)==11)*2-((i)==13)+((i)==14))

/* Each becomes the sum of the other three; that of a, b and c is then in a,
 * that of b, c and d in d. */
.macro others a, b, c, d
    eor     x + \b, x + \c
    eor     x + \c, x + \d
    eor     x + \a, x + \b
    eor     x + \d, x + \b
    eor     x + \c, x + \a
    eor     x + \b, x + \c
.endm

.macro diffuse_odd
    others  0, 4, 8, 12
    others  1, 5, 9, 13
    others  2, 6, 10, 14
    others  3, 7, 11, 15
    others  12, 13, 14, 15
    others  4, 6, 7, 5
    others  8, 9, 11, 10
    others  0, 1, 2, 3
    others  12, 4, 8, 3
    others  14, 5, 11, 1
    others  13, 7, 10, 2
    others  15, 6, 9, 0
.endm

.macro diffuse_even
    others  3, 4, 8, 12
    others  1, 5, 11, 14
    others  2, 7, 10, 13
    others  0, 6, 9, 15
    others  12, 14, 13, 15
    others  4, 7, 6, 5
    others  8, 11, 9, 10
    others  3, 1, 2, 0
    others  12, 4, 8, 0
    others  13, 5, 9, 1
    others  14, 6, 10, 2
    others  15, 7, 11, 3
.endm

/* Round key after the four bytes at Y that hold the number of rounds. */
#    define KEY(at) Y + 4 + (at)

.macro table number
    ldi     r31, hi8(narae_aria_sbox + 256 * \number)
.endm

.macro key_and_sbox byte, at
    ldd     r30, KEY(\at)
    eor     r30, \byte
    lpm     \byte, Z
.endm

.macro sbox_and_key byte, at
    mov     r30, \byte
    lpm     \byte, Z
    ldd     tmp, KEY(\at)
    eor     \byte, tmp
.endm

/* S1, S2 and their inverses; `step` is one of the two above. */
.macro substitute_odd step, at
    .irp i, 0, 1, 2, 3
    table   \i
    \step   (x+\i), \at+\i
    \step   (x+\i+4), \at+\i+4
    \step   (x+\i+8), \at+\i+8
    \step   (x+\i+12), \at+\i+12
    .endr
.endm

.macro substitute_even step, at
    .irp i, 0, 1, 2, 3
    table   (\i^2)
    \step   turned(\i), \at+\i
    \step   turned(\i+4), \at+\i+4
    \step   turned(\i+8), \at+\i+8
    \step   turned(\i+12), \at+\i+12
    .endr
.endm

.macro enter
    push_range 10, 17
    push_range 28, 29
    movw    r26, r20
    movw    r28, r24
    movw    r30, r22
    ld      rounds, Y
.endm

.macro leave
    flash_done r30
    clr     r1
    pop_range 28, 29
    pop_range 10, 17
    ret
.endm

block_function narae_aria_encrypt_avr, 16
    enter
    lsr     rounds
    .irp i, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
    ld      x + \i, X+
    .endr
    movw    r26, r30
    flash_table narae_aria_sbox, r30
1:  substitute_odd key_and_sbox, 0
    diffuse_odd
    substitute_even key_and_sbox, 16
    dec     rounds
    brne    2f
    rjmp    3f
2:  diffuse_even
    adiw    r28, 32
    rjmp    1b
3:  .irp i, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
    ldd     tmp, KEY(32 + \i)
    eor     tmp, turned(\i)
    st      X+, tmp
    .endr
    leave
end_function narae_aria_encrypt_avr

/* Y runs from the last round key to the first. */
block_function narae_aria_decrypt_avr, 16
    enter
    mov     r19, rounds
    ldi     r18, 16
    mul     r19, r18
    add     r28, r0
    adc     r29, r1
    lsr     r19
    mov     rounds, r19
    .irp i, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
    ld      x + \i, X+
    ldd     tmp, KEY(\i)
    eor     x + \i, tmp
    .endr
    movw    r26, r30
    flash_table narae_aria_sbox, r30
1:  sbiw    r28, 32
    substitute_odd sbox_and_key, 16
    diffuse_odd
    substitute_even sbox_and_key, 0
    dec     rounds
    brne    2f
    rjmp    3f
2:  diffuse_even
    rjmp    1b
3:  .irp i, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
    st      X+, turned(\i)
    .endr
    leave
end_function narae_aria_decrypt_avr

#endif
