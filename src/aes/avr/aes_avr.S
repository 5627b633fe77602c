/* SPDX-License-Identifier: MIT */
/* AES for AVR: encryption, decryption, counter mode.  FIPS 197.
 *
 *   void narae_aes_encrypt_avr(const aes_schedule *, uint8_t *out, const uint8_t *in, size_t nblocks);
 *   void narae_aes_decrypt_avr(the same);
 *   void narae_aes_ctr_avr(the same, uint8_t *counter);
 *
 * The state lives in 16 registers; a<row><column> names a byte by its place at the start of
 * MixColumns.  MixColumns leaves rows 0 and 1 exchanged, and rows 2 and 3.  SubBytes reads them
 * from there; together with ShiftRows this permutes the registers in two cycles of eight, each done
 * with one spare register.  Round keys are stored in the order of these cycles (aes_key_avr.S);
 * decryption goes through them backwards.  With Z at a table that fills one page of 256 bytes, a
 * byte of AddRoundKey and SubBytes is
 *
 *     ld ZL, X+    eor ZL, state    lpm state, Z
 *
 * MixColumns and its inverse, with xtime written as 2:
 *
 *     p = a0 + a1   q = a2 + a3              the inverse: t = p + q
 *     v = 2 (a0 + a2)                        v = 2 (a0 + a2 + 2t)
 *     b0 = 2p + a1 + q                       w = 2 (p + v)
 *     b1 = v + p + b0                        b0 = w + a1 + q
 *     b2 = 2q + a3 + p                       b1 = v + p + b0
 *     b3 = v + q + b2                        b2 = w + 2t + a3 + p,  b3 = v + q + b2
 *
 * so the inverse needs three xtimes as well.  MULS by 2 gives xtime without
 * losing its operand: the low byte is the shifted one, the high byte the mask
 * of the bit that fell out.
 *
 *   encryption  a round: SubBytes 16 x 6 + 2, MixColumns 4 x 23 + 1, loop 3;
 *               a block: load 32, last round key 80
 *   decryption  a round: 16 x 7 + 2, 4 x 27 + 2, 3;
 *               a block: first round key 80, store 32
 *
 * For 10 rounds that is 1970 and 2275 cycles, plus 125 for call, saves and the loop over blocks.
 * Tables in RAM (-DNARAE_AES_SBOX_IN_RAM, 256 bytes for each direction) save one cycle a byte in
 * each round.
 *
 * Side channels: no branch depends on a secret.  Table addresses do, but an
 * AVR has no cache: LPM and LD take the same time at every address. */

#include "core/family.h"

#ifdef NARAE_AVR_KERNELS

    .file "aes_avr.S"

#include "core/avr/flash.inc"

#define a00  r16
#define a01  r17
#define a02  r18
#define a03  r19
#define a20  r20
#define a21  r21
#define a22  r22
#define a23  r23
#define a10  r2
#define a11  r3
#define a12  r4
#define a13  r5
#define a30  r6
#define a31  r7
#define a32  r8
#define a33  r9
#define t0   r10 /* t0:t1 is a pair, for MOVW */
#define t1   r11
#define poly r12 /* 0x1b */
#define end  r13 /* XL after the last SubBytes */
#define in   r14 /* and r15 */
#define two  r24
#define keys r25 /* bytes of all round keys */
#define XL   r26
#define XH   r27
#define YL   r28
#define YH   r29
#define ZL   r30
#define ZH   r31

#ifdef NARAE_AES_SBOX_IN_RAM
#    define look ld
#else
#    define look lpm
#endif

.macro open_table table
#ifndef NARAE_AES_SBOX_IN_RAM
    flash_table \table, ZL
#endif
    ldi     ZH, hi8(\table)
.endm

.macro close_table
#ifndef NARAE_AES_SBOX_IN_RAM
    flash_done ZL
#endif
.endm

.macro function name
    .section .text.\name, "ax", @progbits
    .global \name
    .type \name, @function
\name:
.endm

.macro each_saved macro
    .irp n, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 28, 29
    \macro \n
    .endr
.endm

.macro save n
    push    r\n
.endm

.macro restore
    .irp n, 29, 28, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2
    pop     r\n
    .endr
    clr     r1
.endm

/* Returns immediately if there is no block; else saves registers, leaves the number of blocks on
 * the stack, and sets the registers that are constant during the call. */
.macro enter
    cp      r18, r1
    cpc     r19, r1
    brne    1f
    ret
1:  each_saved save
    push    r18
    push    r19
    movw    YL, r22
    movw    in, r20
    movw    XL, r24
    ldi     keys, 0x1b
    mov     poly, keys
    ldi     two, 2
.endm

/* X = the first round key, keys = 16 x rounds. */
.macro first_key
    ld      keys, X
    adiw    XL, 4
    swap    keys
.endm

/* Counts a block; if none is left, continues at label 9. */
.macro count_block
    pop     ZH
    pop     ZL
    sbiw    ZL, 1
    breq    9f
    push    ZL
    push    ZH
.endm

/* `macro` for the 16 bytes of a block, with the register that holds each at
 * the start of a round. */
.macro each_byte macro
    \macro  0, a10
    \macro  1, a00
    \macro  2, a30
    \macro  3, a20
    \macro  4, a11
    \macro  5, a01
    \macro  6, a31
    \macro  7, a21
    \macro  8, a12
    \macro  9, a02
    \macro  10, a32
    \macro  11, a22
    \macro  12, a13
    \macro  13, a03
    \macro  14, a33
    \macro  15, a23
.endm

/* The order of a round key: `macro` for each byte, with the register that
 * holds it at the end of a block. */
.macro each_key macro
    \macro  0, a00
    \macro  5, a11
    \macro  4, a01
    \macro  9, a12
    \macro  8, a02
    \macro  13, a13
    \macro  12, a03
    \macro  1, a10
    \macro  14, a23
    \macro  11, a32
    \macro  2, a20
    \macro  15, a33
    \macro  6, a21
    \macro  3, a30
    \macro  10, a22
    \macro  7, a31
.endm

.macro load_byte i, x
    ld      \x, Z+
.endm

.macro sub_byte to, from
    ld      ZL, X+
    eor     ZL, \from
    look    \to, Z
.endm

/* AddRoundKey, SubBytes and ShiftRows.  t0 and t1 keep copies of a00, a21. */
.macro sub_shift
    sub_byte t0, a10
    sub_byte a10, a01
    sub_byte a01, a11
    sub_byte a11, a02
    sub_byte a02, a12
    sub_byte a12, a03
    sub_byte a03, a13
    sub_byte a13, a00
    mov     a00, t0
    sub_byte t1, a33
    sub_byte a33, a22
    sub_byte a22, a30
    sub_byte a30, a23
    sub_byte a23, a31
    sub_byte a31, a20
    sub_byte a20, a32
    sub_byte a32, a21
    mov     a21, t1
.endm

/* x = 2x */
.macro double x
    lsl     \x
    sbc     r0, r0
    and     r0, poly
    eor     \x, r0
.endm

/* r0 = 2x */
.macro twice x
    muls    \x, two
    and     r1, poly
    eor     r0, r1
.endm

/* `t` is a copy of a0 or a2, and `other` the other one. */
.macro mix_column t, other, a0, a1, a2, a3
    eor     \t, \other
    double  \t
    eor     \a0, \a1
    eor     \a2, \a3
    twice   \a0
    eor     \a1, \a2
    eor     \a1, r0
    twice   \a2
    eor     \a3, \a0
    eor     \a3, r0
    eor     \a0, \t
    eor     \a0, \a1
    eor     \a2, \t
    eor     \a2, \a3
.endm

/* All rounds but the last AddRoundKey.  The state is where each_byte expects it,
 * X at the first round key; at the end it is where each_key expects it. */
.section .text.narae_aes_rounds_avr, "ax", @progbits
.global narae_aes_rounds_avr
.type narae_aes_rounds_avr, @function
.hidden narae_aes_rounds_avr
narae_aes_rounds_avr:
    open_table narae_aes_sbox
    rjmp    2f
1:  mix_column t0, a20, a00, a10, a20, a30
    mix_column t1, a01, a01, a11, a21, a31
    movw    t0, a02
    mix_column t0, a22, a02, a12, a22, a32
    mix_column t1, a23, a03, a13, a23, a33
2:  sub_shift
    cpse    XL, end
    rjmp    1b
    close_table
    ret
.size narae_aes_rounds_avr, . - narae_aes_rounds_avr

.macro store_sum i, x
    ld      r0, X+
    eor     r0, \x
    std     Y+\i, r0
.endm

function narae_aes_encrypt_avr
    enter
    first_key
    mov     end, XL
    add     end, keys
    subi    keys, -16
1:  movw    ZL, in
    each_byte load_byte
    movw    in, ZL
    call    narae_aes_rounds_avr
    each_key store_sum
    count_block
    adiw    YL, 16
    sub     XL, keys
    sbci    XH, 0
    rjmp    1b
9:  restore
    ret
.size narae_aes_encrypt_avr, . - narae_aes_encrypt_avr

/* x = x + round key + in */
.macro store_ctr i, x
    ld      r0, X+
    eor     r0, \x
    ldd     r1, Z+\i
    eor     r0, r1
    std     Y+\i, r0
.endm

/* Adds the carry to a byte of the counter. */
.macro count_byte i, x
    mov     r0, \x
    adc     r0, r1
    std     Z+\i, r0
.endm

/* Keeps the address of the counter on the stack, above the blocks left. */
function narae_aes_ctr_avr
    movw    ZL, r16
    enter
    push    ZL
    push    ZH
    first_key
    mov     end, XL
    add     end, keys
    subi    keys, -16
1:  pop     ZH
    pop     ZL
    push    ZL
    push    ZH
    each_byte load_byte
    sbiw    ZL, 16
    clr     r1
    sec
    count_byte 15, a23
    count_byte 14, a33
    count_byte 13, a03
    count_byte 12, a13
    call    narae_aes_rounds_avr
    movw    ZL, in
    each_key store_ctr
    adiw    ZL, 16
    movw    in, ZL
    adiw    YL, 16
    sub     XL, keys
    sbci    XH, 0
    pop     r1
    pop     r0
    count_block
    push    r0
    push    r1
    rjmp    1b
9:  restore
    ret
.size narae_aes_ctr_avr, . - narae_aes_ctr_avr

/* AddRoundKey with the last round key, bytes in descending order. */
.macro each_key_back macro
    \macro  7, a21
    \macro  10, a32
    \macro  3, a20
    \macro  6, a31
    \macro  15, a23
    \macro  2, a30
    \macro  11, a22
    \macro  14, a33
    \macro  1, a00
    \macro  12, a13
    \macro  13, a03
    \macro  8, a12
    \macro  9, a02
    \macro  4, a11
    \macro  5, a01
    \macro  0, a10
.endm

.macro load_sum i, x
    ld      r0, -X
    ldd     \x, Z+\i
    eor     \x, r0
.endm

.macro inv_sub_byte to, from
    mov     ZL, \from
    look    \to, Z
    ld      r0, -X
    eor     \to, r0
.endm

/* InvShiftRows, InvSubBytes and AddRoundKey. */
.macro inv_shift_sub
    inv_sub_byte t1, a22
    inv_sub_byte a22, a30
    inv_sub_byte a30, a21
    inv_sub_byte a21, a33
    inv_sub_byte a33, a20
    inv_sub_byte a20, a32
    inv_sub_byte a32, a23
    inv_sub_byte a23, a31
    mov     a31, t1
    inv_sub_byte t0, a03
    inv_sub_byte a03, a13
    inv_sub_byte a13, a02
    inv_sub_byte a02, a12
    inv_sub_byte a12, a01
    inv_sub_byte a01, a11
    inv_sub_byte a11, a00
    inv_sub_byte a00, a10
    mov     a10, t0
.endm

#define t2 keys

.macro inv_mix_column t, a0, a1, a2, a3
    eor     \t, \a2
    eor     \a0, \a1
    eor     \a2, \a3
    mov     t2, \a0
    eor     t2, \a2
    double  t2
    eor     \t, t2
    double  \t
    eor     \a3, \a0
    eor     \a0, \t
    eor     \a1, \a2
    twice   \a0
    eor     \a1, r0
    eor     \a3, r0
    eor     \a3, t2
    eor     \a0, \a1
    eor     \a2, \t
    eor     \a2, \a3
.endm

function narae_aes_decrypt_avr
    enter
1:  first_key
    mov     end, XL
    subi    keys, -16
    clr     r1
    add     XL, keys
    adc     XH, r1
    movw    ZL, in
    each_key_back load_sum
    adiw    ZL, 16
    movw    in, ZL
    open_table narae_aes_inv_sbox
    rjmp    3f
2:  movw    t0, a00
    inv_mix_column t0, a00, a10, a20, a30
    inv_mix_column t1, a01, a11, a21, a31
    movw    t0, a02
    inv_mix_column t0, a02, a12, a22, a32
    inv_mix_column t1, a03, a13, a23, a33
3:  inv_shift_sub
    cpse    XL, end
    rjmp    2b
    close_table
    .irp x, a00, a10, a20, a30, a01, a11, a21, a31, a02, a12, a22, a32, a03, a13, a23, a33
    st      Y+, \x
    .endr
    count_block
    sbiw    XL, 4
    rjmp    1b
9:  restore
    ret
.size narae_aes_decrypt_avr, . - narae_aes_decrypt_avr

#endif
