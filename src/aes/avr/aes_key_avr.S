/* SPDX-License-Identifier: MIT */
/* AES key expansion for AVR.  FIPS 197, clause 5.2.
 *
 *   void narae_aes_set_key_avr(void *schedule, const uint8_t *key, size_t key_bytes);
 *
 * Each round key is written in the order in which aes_avr.S reads it.
 *
 * 128 bits: the last round key stays in 16 registers, k<row><column>.  A round is 65 cycles: 4 x 5
 * for the S-box, 1 for rcon, 12 for the XORs and 16 x 2 for the stores; an iteration does two.  In
 * all 10 x 65, 64 for the key itself, 17 for rcon and loop, 30 for saves.
 *
 * 192 and 256 bits: word by word as the standard writes it; then the bytes of each round key are
 * reordered.
 *
 * Side channels: no branch depends on a secret; the tables are those of
 * aes_avr.S. */

#include "core/family.h"

#ifdef NARAE_AVR_KERNELS

    .file "aes_key_avr.S"

#include "core/avr/flash.inc"

#define k00  r18
#define k10  r19
#define k20  r20
#define k30  r21
#define k01  r22
#define k11  r23
#define k21  r24
#define k31  r0
#define k02  r1
#define k12  r11
#define k22  r12
#define k32  r13
#define k03  r14
#define k13  r15
#define k23  r16
#define k33  r17
#define rcon r25
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

.macro open_table
#ifndef NARAE_AES_SBOX_IN_RAM
    flash_table narae_aes_sbox, ZL
#endif
    ldi     ZH, hi8(narae_aes_sbox)
.endm

.macro close_table
#ifndef NARAE_AES_SBOX_IN_RAM
    flash_done ZL
#endif
.endm

.macro each_saved macro
    .irp n, 11, 12, 13, 14, 15, 16, 17
    \macro  r\n
    .endr
.endm

.macro each_saved_back macro
    .irp n, 17, 16, 15, 14, 13, 12, 11
    \macro  r\n
    .endr
.endm

.macro load_key from
    .irp k, k00, k10, k20, k30, k01, k11, k21, k31, k02, k12, k22, k32, k03, k13, k23, k33
    ld      \k, \from
    .endr
.endm

/* In the order of aes_avr.S. */
.macro store_key
    .irp k, k00, k11, k01, k12, k02, k13, k03, k10, k23, k32, k20, k33, k21, k30, k22, k31
    st      X+, \k
    .endr
.endm

.macro add_sub to, from
    mov     ZL, \from
    look    ZL, Z
    eor     \to, ZL
.endm

.macro next_key
    add_sub k00, k13
    add_sub k10, k23
    add_sub k20, k33
    add_sub k30, k03
    eor     k00, rcon
    eor     k01, k00
    eor     k11, k10
    eor     k21, k20
    eor     k31, k30
    eor     k02, k01
    eor     k12, k11
    eor     k22, k21
    eor     k32, k31
    eor     k03, k02
    eor     k13, k12
    eor     k23, k22
    eor     k33, k32
    store_key
.endm

.section .text.narae_aes_set_key_avr, "ax", @progbits
other_size:
    rjmp    long_key

.global narae_aes_set_key_avr
.type narae_aes_set_key_avr, @function
narae_aes_set_key_avr:
    movw    XL, r24
    movw    ZL, r22
    cpi     r20, 16
    brne    other_size

    each_saved push
    ldi     rcon, 10
    st      X, rcon
    adiw    XL, 4
    load_key Z+
    store_key
    open_table
    ldi     rcon, 1
1:  next_key
    lsl     rcon
    next_key
    lsl     rcon
    brcs    2f
    rjmp    1b
2:  ldi     rcon, 0x1b
    next_key
    lsl     rcon
    next_key

    close_table
    each_saved_back pop
    clr     r1
    ret

#define nk   r20
#define step r21 /* words left of the current nk */
#define left r22
#define a    r18
#define b    r19
#define c    r23
#define d    r11

.macro sub_byte x
    mov     ZL, \x
    look    \x, Z
.endm

.macro next_byte x
    ld      r0, Y+
    eor     \x, r0
    st      X+, \x
.endm

long_key:
    each_saved push
    push    YL
    push    YH
    movw    YL, ZL
    mov     nk, r20
    lsr     nk
    lsr     nk
    mov     left, nk
    subi    left, -6
    st      X, left
    adiw    XL, 4
    movw    ZL, XL
    push    XL
    push    XH
    mov     left, nk
1:  ld      a, Y+
    st      X+, a
    ld      b, Y+
    st      X+, b
    ld      c, Y+
    st      X+, c
    ld      d, Y+
    st      X+, d
    dec     left
    brne    1b

    movw    YL, ZL
    open_table
    mov     left, nk
    lsl     left
    add     left, nk
    subi    left, -28
    ldi     rcon, 1
2:  mov     step, nk
    mov     r0, a
    mov     a, b
    mov     b, c
    mov     c, d
    mov     d, r0
    sub_byte a
    sub_byte b
    sub_byte c
    sub_byte d
    eor     a, rcon
    lsl     rcon
3:  next_byte a
    next_byte b
    next_byte c
    next_byte d
    dec     left
    breq    4f
    dec     step
    breq    2b
    cpi     step, 4
    brne    3b
    sbrs    nk, 3
    rjmp    3b
    sub_byte a
    sub_byte b
    sub_byte c
    sub_byte d
    rjmp    3b

4:  close_table
    pop     XH
    pop     XL
    movw    YL, XL
    mov     rcon, nk
    subi    rcon, -7
5:  load_key Y+
    store_key
    dec     rcon
    brne    5b

    pop     YH
    pop     YL
    each_saved_back pop
    clr     r1
    ret
.size narae_aes_set_key_avr, . - narae_aes_set_key_avr

#endif
