/* SPDX-License-Identifier: MIT */
/* SEED for AVR.  RFC 4269.
 *
 *   void narae_seed_encrypt_avr(const void *schedule, uint8_t *out,
 *                               const uint8_t *in, size_t nblocks);
 *   void narae_seed_decrypt_avr(likewise);
 *
 * Block and both words of a round's function stay in 24 registers.  The S-boxes are at
 * multiples of 256 in flash: a byte is moved to the low half of the address, and LPM loads
 * the result, 4 cycles.  Each G starts with the table with which the last one ended, so it
 * selects a table only once.  The sums of G are those of seed_portable8.c in 21
 * instructions, which leave the bytes in reverse order, a renaming.  Cycles:
 *
 *     G        4 x 4 + 1 + 21 = 38
 *     a round  3 x 38, keys 28, additions 12, XORs 8: 162
 *     16 x 162 = 2592, 8 x 10 for the loop, and 166 for the call, saved registers and
 *     the block: 2838
 *
 * Time depends on the number of blocks alone: LPM takes three cycles at any address.
 * Addresses in flash depend on secrets. */

#include "core/family.h"

#ifdef NARAE_AVR_KERNELS

    .file   "seed_avr.S"

#    include "core/avr/call.inc"
#    include "core/avr/flash.inc"

#    define x 2 /* byte k, from the lowest on, of word j is x + 4 j + k */
#    define t0 18
#    define t1 22
#    define tmp r26

/* Round key after the four bytes at Y that hold the number of rounds. */
#    define KEY(at) Y + 4 + (at)

.macro table number
    ldi     r31, hi8(narae_seed_sbox + 256 * \number)
.endm

.macro look_up a, b
    mov     r30, \a
    lpm     \a, Z
    mov     r30, \b
    lpm     \b, Z
.endm

/* G of the bytes a, b, c, d, from the lowest on; the result is d, c, b, a.  Z is at
 * table `first`, and then at the other. */
.macro g a, b, c, d, first
    .if     \first == 0
    look_up \a, \c
    table   1
    look_up \b, \d
    .else
    look_up \b, \d
    table   0
    look_up \a, \c
    .endif
    eor     \a, \c
    eor     \b, \d
    mov     tmp, \a
    andi    tmp, 0x0f
    eor     \c, tmp
    mov     tmp, \b
    andi    tmp, 0x3c
    eor     \d, tmp
    eor     \c, \d
    eor     \a, \b
    mov     tmp, \a
    andi    tmp, 0x33
    eor     \b, tmp
    mov     tmp, \c
    andi    tmp, 0x33
    eor     \d, tmp
    eor     \d, \a
    eor     \a, \c
    eor     \b, \d
    eor     \a, \b
    eor     \c, \d
.endm

/* A round whose left half is at `left`, with the key at `at`. */
.macro round left, right, at, first, second
    .irp k, 0, 1, 2, 3
    ldd     t0 + \k, KEY(\at + \k)
    eor     t0 + \k, \right + \k
    .endr
    .irp k, 0, 1, 2, 3
    ldd     t1 + \k, KEY(\at + 4 + \k)
    eor     t1 + \k, \right + 4 + \k
    eor     t1 + \k, t0 + \k
    .endr
    g       t1, t1 + 1, t1 + 2, t1 + 3, \first
    add     t0, t1 + 3
    adc     t0 + 1, t1 + 2
    adc     t0 + 2, t1 + 1
    adc     t0 + 3, t1
    g       t0, t0 + 1, t0 + 2, t0 + 3, \second
    add     t1 + 3, t0 + 3
    adc     t1 + 2, t0 + 2
    adc     t1 + 1, t0 + 1
    adc     t1, t0
    g       t1 + 3, t1 + 2, t1 + 1, t1, \first
    add     t0 + 3, t1
    adc     t0 + 2, t1 + 1
    adc     t0 + 1, t1 + 2
    adc     t0, t1 + 3
    .irp k, 0, 1, 2, 3
    eor     \left + \k, t0 + 3 - \k
    eor     \left + 4 + \k, t1 + \k
    .endr
.endm

/* `even` and `odd` are the offsets of the keys of two rounds. */
.macro rounds even, odd, step
    ldi     tmp, 8
    flash_table narae_seed_sbox, r30
    table   0
1:  push    tmp
    round   x, x + 8, \even, 0, 1
    round   x + 8, x, \odd, 1, 0
    \step   r28, 16
    pop     tmp
    dec     tmp
    breq    2f
    rjmp    1b
2:  flash_done r30
.endm

.macro enter
    push_range 2, 17
    push_range 28, 29
    movw    r26, r20
    movw    r28, r24
    push    r22
    push    r23
    .irp i, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
    ld      x + (\i ^ 3), X+
    .endr
.endm

.macro leave
    pop     r27
    pop     r26
    .irp i, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
    st      X+, x + (\i ^ 11)
    .endr
    pop_range 28, 29
    pop_range 2, 17
    ret
.endm

block_function narae_seed_encrypt_avr, 16
    enter
    rounds  0, 8, adiw
    leave
end_function narae_seed_encrypt_avr

block_function narae_seed_decrypt_avr, 16
    enter
    subi    r28, lo8(-112)
    sbci    r29, hi8(-112)
    rounds  8, 0, sbiw
    leave
end_function narae_seed_decrypt_avr

#endif
