/* SPDX-License-Identifier: MIT */
/* Ascon with its state in two Boolean shares, for AVR with MUL.  NIST SP 800-232, 3 and 4.
 *
 *   void narae_ascon_masked_permute_avr(narae_ascon_masked *m, unsigned rounds);
 *   void narae_ascon_masked_start_avr(narae_ascon_masked *m, const uint8_t key[32],
 *                                     const uint8_t words[24], const uint8_t random[40]);
 *   void narae_ascon_masked_add_key_avr(narae_ascon_masked *m, unsigned to);
 *   void narae_ascon_masked_block_avr(narae_ascon_masked *m, uint8_t *out,
 *                                     const uint8_t *in, unsigned what);
 *   void narae_ascon_masked_tag_avr(const narae_ascon_masked *m, uint8_t tag[16]);
 *
 * What they do: ascon/masked.h.
 *
 * In memory there are share a of the key, that of the state as five little-endian words, share
 * b of the state, and that of the key.  The S-box takes a byte of each word, both shares in
 * a pair of registers; its order, in which no share follows the other one of its word, is
 * that of dev/ascon/avr/masked.py.  Why shares stay uniform without fresh random bytes:
 * dev/ascon/sbox.py.  The linear layer is that of ascon_avr.S for each share.  In its order
 * of words, x2 first and x1 last, no word meets its other share, nor what the S-box before
 * left in registers and the one after loads there.  Cycles:
 *
 *     S-box           63, loads and stores 40, loop 4        107 a byte     856
 *     linear layer    for both shares: loads and stores 320, XORs and
 *                     rotations 498, calls and addresses 18                 836
 *     constant 13, clearing 12, loop 3                                       28
 *
 * A round takes 1720 cycles; p12 12 x 1720, and 105 for the call and saved registers.  A
 * block of 16 bytes of a long message takes 14251.
 *
 * At narae_ascon_masked_round, the state is in memory, one word of it in r2 to r9; nothing else
 * depends on shares.
 *
 * Time depends on `rounds` and `what` alone. */

#include "core/family.h"

#ifdef NARAE_AVR_KERNELS

    .file "ascon_masked_avr.S"

#include "ascon/masked.h"
#include "core/avr/call.inc"
#include "words.inc"

/* From the beginning of m, and from one share of the state to the other. */
#define STATE 16
#define KEY_B 96
#define SHARE 40
#define X0 0
#define X1 8
#define X2 16
#define X3 24
#define X4 32

/* Of the S-box. */
#define x0 2
#define x1 4
#define x2 6
#define x3 8
#define x4 10
#define copy0 12
#define copy1 14
#define copy2 16
#define copy3 18

#define constant r26
#define bytes r27

#include "masked.inc"

/* Of the linear layer: the registers of bytes 0 to 7. */
#define w r2, r3, r4, r5, r6, r7, r8, r9
#define u r10, r11, r12, r13, r14, r15, r16, r17
#define v r18, r19, r20, r21, r22, r23, r24, r25
#define by4 r30

.macro load_share share, pointer
    ldd     x0 + \share, \pointer + X0
    ldd     x1 + \share, \pointer + X1
    ldd     x2 + \share, \pointer + X2
    ldd     x3 + \share, \pointer + X3
    ldd     x4 + \share, \pointer + X4
.endm

/* And on to the next byte. */
.macro store_share share, pointer
    std     \pointer + X1, x1 + \share
    std     \pointer + X2, x2 + \share
    std     \pointer + X3, x3 + \share
    std     \pointer + X4, x4 + \share
    st      \pointer\()+, x0 + \share
.endm

.section .text.narae_ascon_masked_permute_avr, "ax", @progbits

/* The linear layer of the share at Y. */
.type diffuse_share, @function
diffuse_share:
    load_word X2, w
    copy    v, w
    ldi     by4, 4
    .macro  rol2_xor z, low, high
    mul     \z, by4
    eor     \low, r0
    eor     \high, r1
    .endm
    rol2_xor r18, r9, r2
    rol2_xor r19, r2, r3
    rol2_xor r20, r3, r4
    rol2_xor r21, r4, r5
    rol2_xor r22, r5, r6
    rol2_xor r23, r6, r7
    rol2_xor r24, r7, r8
    rol2_xor r25, r8, r9
    ror1    v
    xor     0, w, v
    store_word X2, w

    load_word X3, w
    copy    u, w
    ror1    u
    xor     2, w, u
    ror1    u
    xor     1, w, u
    store_word X3, w

    load_word X0, w
    copy    u, w
    .rept 3
    ror1    u
    .endr
    xor     2, w, u
    ror1    u
    xor     3, w, u
    store_word X0, w

    load_word X4, w
    copy    u, w
    copy    v, w
    rol1    u
    xor     1, w, u
    ror1    v
    xor     5, w, v
    store_word X4, w

    load_word X1, w
    copy    u, w
    rol1    u
    xor     5, w, u
    rol1    u
    rol1    u
    xor     0, w, u
    store_word X1, w
    ret
.size diffuse_share, . - diffuse_share

.global narae_ascon_masked_permute_avr
.type narae_ascon_masked_permute_avr, @function
narae_ascon_masked_permute_avr:
    save    r2, r3, r4, r5, r6, r7, r8, r9, r10, r11, r12, r13, r14, r15, r16, r17, r28, r29
    movw    r28, r24
    adiw    r28, STATE
    first_constant constant, r22

narae_ascon_masked_round:
    movw    r30, r28
    adiw    r30, SHARE
    mov     copy0, constant
    ldd     x2, Y + X2
    eor     copy0, x2
    std     Y + X2, copy0
    ldi     bytes, 9
    dec     bytes
1:  load_share 0, Y
    load_share 1, Z
    substitute
    store_share 0, Y
    store_share 1, Z
    dec     bytes
    breq    2f
    rjmp    1b
2:  sbiw    r28, 8
    rcall   diffuse_share
    adiw    r28, SHARE
    rcall   diffuse_share
    sbiw    r28, SHARE
    clt
    clr     r0
    clr     r1
    .irp    r, r10, r12, r14, r16, r18, r20, r22
    movw    \r, r0
    .endr
    subi    constant, 0x0f
    ldi     r24, 0x3c
    clr     r25
    cp      constant, r24
    breq    2f
    rjmp    narae_ascon_masked_round

2:    restore r29, r28, r17, r16, r15, r14, r13, r12, r11, r10, r9, r8, r7, r6, r5, r4, r3, r2
    ret
.size narae_ascon_masked_permute_avr, . - narae_ascon_masked_permute_avr

#define x r18
#define y r19
#define z r21
#define count r25

.macro begin_loop rounds
    ldi     count, \rounds
1:
.endm

.macro end_loop
    dec     count
    brne    1b
.endm

/* Between the key's shares there is what is public.  The words' masks are in their order. */
function narae_ascon_masked_start_avr
    save    r16, r17, r28, r29
    movw    r16, r18
    movw    r28, r24
    movw    r26, r22
    movw    r30, r16
    adiw    r30, 8
    begin_loop 16
    ld      x, X+
    st      Y+, x
    ld      y, Z+
    eor     x, y
    std     Y + STATE + X1 - 1, x
    end_loop

    movw    r22, r26
    movw    r26, r20
    movw    r30, r16
    begin_loop 8
    rcall   public_byte
    end_loop
    adiw    r28, 16
    adiw    r30, 16
    begin_loop 16
    rcall   public_byte
    end_loop

    movw    r26, r22
    movw    r30, r16
    adiw    r28, X1
    adiw    r30, X1
    begin_loop 16
    ld      x, X+
    std     Y + KEY_B - STATE - SHARE - X1, x
    ld      y, Z+
    eor     x, y
    st      Y+, x
    end_loop
    clr     x
    clr     y
    restore r29, r28, r17, r16
    ret

public_byte:
    ld      x, X+
    ld      y, Z+
    std     Y + SHARE, y
    eor     x, y
    st      Y+, x
    ret
end_function narae_ascon_masked_start_avr

/* Adds 16 bytes at Z to those at Y. */
.macro add_share
    begin_loop 16
    ld      x, Z+
    ld      y, Y
    eor     y, x
    st      Y+, y
    end_loop
.endm

function narae_ascon_masked_add_key_avr
    save    r28, r29
    movw    r28, r24
    movw    r30, r24
    lsl     r22
    lsl     r22
    lsl     r22
    add     r28, r22
    adc     r29, r1
    adiw    r28, STATE
    add_share
    adiw    r28, SHARE - 16
    subi    r30, lo8(-(KEY_B - 16))
    sbci    r31, hi8(-(KEY_B - 16))
    add_share
    clr     x
    clr     y
    restore r29, r28
    ret
end_function narae_ascon_masked_add_key_avr

/* The text is added to share a alone, then the sum to share b: that is the output.  To decrypt,
 * it then replaces the text in the sum. */
function narae_ascon_masked_block_avr
    save    r28, r29
    movw    r28, r24
    adiw    r28, STATE
    movw    r26, r20
    movw    r30, r22
    mov     r20, r18
    begin_loop 16
    ld      x, X+
    ld      y, Y
    eor     x, y
    st      Y, x
    cpi     r20, ASCON_MASKED_ABSORB
    breq    2f
    ldd     z, Y + SHARE
    eor     x, z
    st      Z+, x
    cpi     r20, ASCON_MASKED_DECRYPT
    brne    2f
    eor     y, x
    st      Y, y
2:  adiw    r28, 1
    end_loop
    clr     x
    clr     y
    clr     z
    restore r29, r28
    ret
end_function narae_ascon_masked_block_avr

function narae_ascon_masked_tag_avr
    movw    r30, r24
    movw    r26, r22
    adiw    r30, STATE + X3
    begin_loop 16
    ld      x, Z+
    ldd     y, Z + SHARE - 1
    eor     x, y
    st      X+, x
    end_loop
    clr     y
    ret
end_function narae_ascon_masked_tag_avr

#endif
