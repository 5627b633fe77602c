/* SPDX-License-Identifier: MIT */
/* LEA-128 in two shares for AVR with MUL, bit-sliced.  KS X 3246:2016; ISO/IEC 29192-2:2019,
 * clause 6; narae/masked.h.
 *
 *   void narae_lea_masked_set_key_avr(void *schedule, const uint8_t *key);
 *   void narae_lea_masked_encrypt_avr(const void *schedule, uint8_t *out,
 *                                     const uint8_t *in, const uint8_t *random);
 *
 * 8 blocks: slice i of a word is bit i of it in all blocks, a byte for each share.  The three
 * sums of a round are computed slice by slice next to each other, so each word is loaded once.
 *
 * The bytes of slice i of x0, x1, x2, x3 are at Y + 8 i, 8 i + 70, 8 i + 28, 8 i + 2, share 1
 * behind share 0, and Y decreases by 2 in a round.  Since 9 - 5 - 3 = 1, a sum rotated left by
 * 9, 27 or 29 then lies where its second operand was, and x3 of the next round where x0 is.
 * Only slices that a rotation carries around the end are stored 256 bytes before or after, and
 * an address is stored in their old place.
 *
 * The carry c of a slice becomes c + m + (x + c)(y + c), where + is XOR and m, which both of
 * its shares get first, is masked by the word that is not in the sum: x0 and a byte of its round
 * key for x1 + x2; x2 for x0 + x1; and the last slice of x0 + x1 for x2 + x3.  So no product is
 * added to a share before a mask that is in no other term.  The first carry is 0: both of its
 * shares are `random`.  The order of instructions is that of dev/lea/avr/masked.py.
 *
 * A schedule is a byte of masks, then the words of each round key byte by byte, T1, T3, T2 and
 * T0, each byte with these masks; share 1 of the words of the block gets the masks.  They cancel
 * where two such bytes, or one and the masks, follow each other, which never happens: C is
 * cleared between them, and loads and key additions of others lie between.  Cycles:
 *
 *     slice        8 loads 16, 6 stores 12, 5 bits of the key expanded 10,
 *                  added 10, C cleared 4, copied 4, three sums 54            110
 *     round        31 slices, the last one 74                               3484
 *                  34 stores elsewhere 136, key bytes and addresses 45,
 *                  carries, clearing, and the loop 34                       3699
 *
 *     24 rounds 88776; in and out of slices 9700; the call, wiping 320 bytes 1050: 99526
 *
 * Measured: 99516 for 8 blocks, 777 cycles a byte.  The ideal is 3 x 18 of the sums, 28 of loads
 * and stores, 20 of the key: 102 a slice, 612 cycles a byte.
 *
 * Key setup adds a constant to each word, bit by bit: 24 x 4 x 32 steps of 26 cycles 80000,
 * with 147 for each word 94000.  Measured: 93987.  The masks of its carries are four random bytes.
 *
 * At narae_lea_masked_round and narae_lea_masked_last, the words are in their places, and nothing
 * else depends on their masks; at narae_lea_masked_key, a word is in r2 to r9.
 *
 * Time depends on nothing. */

#include "core/family.h"

#ifdef NARAE_AVR_KERNELS

    .file   "lea_masked_avr.S"

#include <avr/io.h>

#    include "core/avr/call.inc"
#    include "core/avr/flash.inc"

/* Shares in pairs: words of this slice, a copy, carries of the three sums.  Sums are in r8 and r0 alternately. */
#    define x2 2
#    define x1 4
#    define x3 6
#    define copy 10
#    define carry0 12
#    define carry1 14
#    define carry2 16
/* The mask of all bytes of the round keys, what is left of it and of four of them, and expanded bits of these. */
#    define masks 25
#    define key_mask 18
#    define key1 19
#    define key3 20
#    define key2 21
#    define key0 22
#    define t1 23
#    define mask 24
#    define public 26
#    define none 1

#    define ROUNDS 24
#    define STEP 2
#    define SLOTS (40 * 8)
#    define FRAME (SLOTS + ROUNDS * STEP)
/* Of slice 0 of each word, from Y. */
#    define X0 0
#    define X3 2
#    define X2 (3 * 8 + 4)
#    define X1 (8 * 8 + 6)

#    include "masked.inc"

/* Y + at, up to 127: Z is Y + 64. */
.macro load register, at
    .if     \at < 64
    ldd     \register, Y + \at
    .else
    ldd     \register, Z + \at - 64
    .endif
.endm

.macro store at, register
    .if     \at < 64
    std     Y + \at, \register
    .else
    std     Z + \at - 64, \register
    .endif
.endm

.macro turn_page by, high
    .if     (\by) > 0
    inc     \high
    .else
    dec     \high
    .endif
.endm

/* Stores a share of a sum at its second operand's place, or 256 bytes after or before it. */
.macro store_sum at, page, register
    .if     \page
    store   \at, public
    turn_page \page, 29 + 2 * ((\at) / 64)
    store   \at, \register
    turn_page -(\page), 29 + 2 * ((\at) / 64)
    .else
    store   \at, \register
    .endif
.endm

/* The next bit of a byte of the key, in all bits of a register. */
.macro expand to, byte
    lsr     \byte
    sbc     \to, \to
.endm

.macro key_byte register, at
    .if     \at == 0
    ld      \register, X+
    .endif
.endm

.macro move_y distance
    subi    r28, lo8(-(\distance))
    sbci    r29, hi8(-(\distance))
.endm

/* Bit i of the three sums. */
.macro slice i
    .set    at, 8 * (\i % 8)
    .set    before, X1 + at - 8
    .set    sum, 8 - 8 * (\i % 2)
    .set    other, 8 - sum
    .if     \i > 0 && at == 0
    movw    r28, r30
    subi    r30, -64
    sbci    r31, -1
    .endif

    load    x2, X2 + at
    key_byte key1, at
    load    x3, X3 + at
    key_byte key3, at
    load    x2 + 1, X2 + at + 1
    load    x3 + 1, X3 + at + 1
    .if     at == 0
    mov     key_mask, masks
    .endif
    expand  mask, key_mask
    eor     x2 + 1, mask
    eor     x3 + 1, mask
    clc
    expand  t1, key1
    movw    x1, x2
    eor     x2, t1
    eor     x3, t1
    clc
    expand  copy, key3
    eor     x1, copy
    .if     \i == 0
    add_bits \i, x1, x3, sum, carry2, mask
    .else
    add_bits \i, x1, x3, sum, carry2, other
    .endif
    store_sum X3 + at, -(\i < 3), sum
    .if     \i > 0
    store_sum before + 1, \i > 23, other + 1
    .endif

    load    x3, X1 + at
    mov     x1, x3
    eor     x3, t1
    key_byte key2, at
    load    t1, X0 + at
    load    x3 + 1, X1 + at + 1
    key_byte key0, at
    clc
    expand  copy, key2
    eor     x1, copy
    clc
    expand  copy + 1, key0
    eor     x3 + 1, mask
    mov     x1 + 1, x3 + 1
    eor     t1, copy + 1
    add_bits \i, x1, x2, other, carry1, t1
    store_sum X2 + at, -(\i < 5), other
    store_sum X3 + at + 1, -(\i < 3), sum + 1

    load    x1 + 1, X0 + at + 1
    eor     x1 + 1, mask
    mov     x1, t1
    add_bits \i, x1, x3, sum, carry0, x2
    store_sum X1 + at, \i > 22, sum
    store_sum X2 + at + 1, -(\i < 5), other + 1
.endm

/* The last bit has no carry. */
.macro add_bits i, x, y, s, c, m
    .if     \i < 31
    add_slice \x, \y, \s, copy, \c, \m
    .else
    eor     \x, \c
    movw    \s, \y
    eor     \s, \x
    eor     \x + 1, \c + 1
    eor     \s + 1, \x + 1
    movw    copy, \s
    .endif
.endm

/* Exchanges bits of a and b, n apart, where t is lost. */
.macro swap_bits a, b, n, t
    mov     \t, \a
    .if     \n == 4
    swap    \t
    .else
    .rept   \n
    lsr     \t
    .endr
    .endif
    eor     \t, \b
    andi    \t, (0xff / ((1 << \n) + 1))
    eor     \b, \t
    .if     \n == 4
    swap    \t
    .else
    .rept   \n
    lsl     \t
    .endr
    .endif
    eor     \a, \t
.endm

.macro transpose t
    .irp    n, 0, 1, 2, 3
    swap_bits 2 + \n, 6 + \n, 4, \t
    .endr
    .irp    n, 0, 1, 4, 5
    swap_bits 2 + \n, 4 + \n, 2, \t
    .endr
    .irp    n, 0, 2, 4, 6
    swap_bits 2 + \n, 3 + \n, 1, \t
    .endr
.endm

/* Calls `what` for all bytes of both shares of the words at Y. */
.macro each_byte what
    ldi     r21, 2
1:
    .irp    from, X1 - X0, X2 - X1, X3 - X2, X0 - X3
    ldi     r20, 4
2:  call    \what
    move_y  64
    dec     r20
    brne    2b
    move_y  \from - 256
    .endr
    adiw    r28, 1
    dec     r21
    brne    1b
    sbiw    r28, 2
.endm

.macro next_block
    subi    r26, lo8(-32)
    sbci    r27, hi8(-32)
.endm

function narae_lea_masked_encrypt_avr
    push_range 2, 17
    push_range 28, 29
    push_range 22, 23
    movw    r26, r20
    movw    r30, r18
    ld      r22, Z
    in      r28, _SFR_IO_ADDR(SPL)
    in      r29, _SFR_IO_ADDR(SPH)
    move_y  -FRAME
    in      r0, _SFR_IO_ADDR(SREG)
    cli
    out     _SFR_IO_ADDR(SPH), r29
    out     _SFR_IO_ADDR(SREG), r0
    out     _SFR_IO_ADDR(SPL), r28
    push    r22
    ldi     r18, ROUNDS
    push    r18
    adiw    r28, 1 + ROUNDS * STEP
    each_byte slice_byte
    movw    r26, r24
    ld      masks, X+
    ldi     r18, 0
    movw    r30, r28
    adiw    r30, 63
    adiw    r30, 1
    .irp    n, 2, 3, 4, 5, 6, 7, 8, 9
    mov     \n, none
    .endr
    pop     r0
    pop     carry0
    push    carry0
    push    r0
    mov     carry0 + 1, carry0
    movw    carry1, carry0
    movw    carry2, carry0

narae_lea_masked_round:
    .set    i, 0
    .rept   32
    slice   i
    .set    i, i + 1
    .endr
    store_sum X1 + 57, -1, sum + 1
    pop     r0
    pop     carry0
    push    carry0
    movw    r30, r28
    subi    r30, lo8(192 + STEP - 64)
    sbci    r31, hi8(192 + STEP - 64)
    move_y  -(192 + STEP)
    mov     carry0 + 1, carry0
    movw    carry1, carry0
    movw    carry2, carry0
    .irp    n, x1, x2, x3, 8, copy
    movw    \n, public
    .endr
    mov     r1, public
    dec     r0
    push    r0
    breq    narae_lea_masked_last
    jmp     narae_lea_masked_round

narae_lea_masked_last:
    clr     none
    pop     r0
    pop     r0
    push    none
    pop     r0
    movw    r30, r28
    subi    r30, lo8(-FRAME)
    sbci    r31, hi8(-FRAME)
    ld      r27, Z
    ldd     r26, Z + 1
    each_byte unslice_byte
    ldi     r20, SLOTS / 8
3:
    .rept   8
    st      Y+, none
    .endr
    dec     r20
    brne    3b
    move_y  FRAME - SLOTS - 1
    in      r0, _SFR_IO_ADDR(SREG)
    cli
    out     _SFR_IO_ADDR(SPH), r29
    out     _SFR_IO_ADDR(SREG), r0
    out     _SFR_IO_ADDR(SPL), r28
    pop     r0
    pop     r0
    .irp    n, 18, t1, mask, masks
    ldi     \n, 0
    .endr
    pop_range 28, 29
    pop_range 2, 17
    ret

/* Eight slices, at Y, of a byte of a share of all blocks, at X. */
slice_byte:
    .irp    n, 2, 3, 4, 5, 6, 7, 8, 9
    ld      \n, X
    next_block
    .endr
    subi    r26, 255
    sbci    r27, 0
    transpose r18
    .irp    n, 0, 1, 2, 3, 4, 5, 6, 7
    std     Y + 8 * \n, 2 + \n
    .endr
    ret

/* And back. */
unslice_byte:
    .irp    n, 0, 1, 2, 3, 4, 5, 6, 7
    ldd     2 + \n, Y + 8 * \n
    .endr
    transpose r18
    .irp    n, 2, 3, 4, 5, 6, 7, 8, 9
    st      X, \n
    next_block
    .endr
    subi    r26, 255
    sbci    r27, 0
    ret
end_function narae_lea_masked_encrypt_avr

/* Key setup.  A word in shares, masks for its carries, its constant; the mask of all round keys. */
#    define word0 2
#    define word1 6
#    define fresh 10
#    define constant 18
#    define u 14
#    define w 15
#    define v 16
#    define n0 17
#    define n1 22
#    define c0 23
#    define c1 24
#    define m 25

/* Adds the carry of bit n - 1, and finds that of bit n. */
.macro add_bit n, share0, share1, k, f
    mov     u, \share0
    eor     u, c0
    mov     v, \k
    eor     v, c0
    mov     n0, u
    and     n0, v
    eor     n0, c0
    eor     n0, \f
    and     u, c1
    eor     n0, u
    mov     u, none
    andi    n0, 1 << \n
    lsl     n0
    .if     \n < 7
    or      c0, n0
    .else
    adc     n0, none
    .endif
    mov     w, \share1
    eor     w, c1
    mov     n1, w
    and     n1, c1
    eor     n1, c1
    eor     n1, \f
    and     w, v
    eor     n1, w
    mov     w, none
    andi    n1, 1 << \n
    lsl     n1
    .if     \n < 7
    or      c1, n1
    .else
    adc     n1, none
    .endif
.endm

.macro rotate_left word, n
    .rept   \n
    lsl     \word
    rol     \word + 1
    rol     \word + 2
    rol     \word + 3
    adc     \word, none
    .endr
.endm

.macro rotate_byte word
    mov     r0, \word + 3
    mov     \word + 3, \word + 2
    mov     \word + 2, \word + 1
    mov     \word + 1, \word
    mov     \word, r0
.endm

/* All round keys' word, rotated by 8 bytes + bits; its place in a round key's four bytes. */
.macro key_words word, bytes, bits, place
    .irp    n, 0, 1, 2, 3
    ld      word0 + \n, X+
    .endr
    adiw    r26, 12
    .irp    n, 0, 1, 2, 3
    ld      word1 + \n, X+
    .endr
    sbiw    r26, 16
    ldi     r18, ROUNDS
    push    r18
    ldi     r30, lo8(constants)
    ldi     r31, hi8(constants)
1:  .irp    n, 0, 1, 2, 3
    lpm     constant + \n, Z+
    .endr
    rotate_left constant, \word
    rcall   add_constant
    .rept   \bytes
    rotate_byte word0
    mov     r0, none
    rotate_byte word1
    .endr
    mov     r0, none
    rotate_left word0, \bits
    cp      none, none
    rotate_left word1, \bits
    cp      none, none
    .irp    n, 0, 1, 2, 3
    mov     n0, word0 + \n
    eor     n0, m
    eor     n0, word1 + \n
    std     Y + 4 * \n + \place, none
    std     Y + 4 * \n + \place, n0
    cp      none, none
    .endr
    ldi     n0, 0
    rcall   narae_lea_masked_key
    adiw    r28, 16
    pop     r18
    dec     r18
    push    r18
    breq    2f
    rjmp    1b
2:  pop     r18
    move_y  -16 * ROUNDS
.endm

function narae_lea_masked_set_key_avr
    push_range 2, 17
    push_range 28, 29
    movw    r28, r24
    movw    r26, r22
    ld      m, Y+
    .irp    n, 0, 1, 2, 3
    ldd     fresh + \n, Y + \n
    .endr
    flash_table constants, r18
    key_words 0, 0, 1, 3
    key_words 1, 0, 3, 0
    key_words 2, 0, 6, 2
    key_words 3, 1, 3, 1
    flash_done r18
    .irp    n, 18, 19, 20, 21, 22, 23, 24, 25
    ldi     \n, 0
    .endr
    pop_range 28, 29
    pop_range 2, 17
    ret

narae_lea_masked_key:
    ret

add_constant:
    ldi     n0, 0
    ldi     n1, 0
    .set    byte, 0
    .rept   4
    mov     c0, n0
    cp      none, none
    mov     c1, n1
    .irp    n, 0, 1, 2, 3, 4, 5, 6, 7
    add_bit \n, word0 + byte, word1 + byte, constant + byte, fresh + byte
    .endr
    eor     word0 + byte, c0
    eor     word0 + byte, constant + byte
    cp      none, none
    eor     word1 + byte, c1
    .set    byte, byte + 1
    .endr
    ret

/* A constant rotated for word 0 of each round. */
    flash_align 128
constants:
    .set    round, 0
    .rept   6
    .irp    delta, 0xc3efe9db, 0x44626b02, 0x79e27c8a, 0x78df30ec
    .long   (\delta << round | \delta >> (32 - round)) & 0xffffffff
    .set    round, round + 1
    .endr
    .endr
end_function narae_lea_masked_set_key_avr

#endif
