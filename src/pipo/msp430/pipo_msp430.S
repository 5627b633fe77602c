/* SPDX-License-Identifier: MIT */
/* PIPO-64/128 and PIPO-64/256 for MSP430.  Kim et al., ICISC 2020.
 *
 *   void narae_pipo_set_key_msp430(void *schedule, const uint8_t *key, size_t key_bytes);
 *   void narae_pipo_encrypt_msp430(const void *schedule, uint8_t *out,
 *                                  const uint8_t *in, size_t nblocks);
 *   void narae_pipo_decrypt_msp430(likewise);
 *
 * A row is the lower byte of a register.  The S-box permutes its rows, 0 7 1 in a cycle, 3 6
 * and 4 5 exchanged, so after six rounds all names are restored.  With a key of 16 bytes an
 * iteration is six rounds; the loop is entered before the last one: 1 + 6 + 6.  Cycles:
 *
 *     S-box       46: pipo/sbox.h with a move for each AND, OR and XOR of three
 *     rotations   31: by 1 place 2, in either direction, so 2 2 4 4 6 6, and by 4 places 7,
 *                 a shift of the word whose bytes are then added
 *     key         16, number of the round 2
 *
 *     95 x 13 = 1235, address of the key 14, loop 15, return and saved registers 43, block
 *     48, first key 18, tests of the arguments and entry 12: 1385 in either direction
 *
 * Other keys use a loop of two rounds with four moves, as does everything with NARAE_SMALL:
 * 17 rounds in 1884 and 1902 cycles, 13 in 1480 and 1491.  That is 1080 bytes instead of 3440.
 *
 * Time depends on the number of blocks and the key size alone. */

#include "core/family.h"

#ifdef NARAE_MSP430_KERNELS

    .file   "pipo_msp430.S"

#    include "core/msp430/call.inc"

#    define k r12
#    define t r13
#    define u r14
#    define number r15

function narae_pipo_set_key_msp430
    mov     #13, 0(r12)
    clr     2(r12)
    cmp     #16, r14
    jeq     1f
    mov     #17, 0(r12)
1:  mov.b   @r13+, r15
    mov.b   r15, 4(r12)
    inc     r12
    dec     r14
    jne     1b
    ret
end_function narae_pipo_set_key_msp430

/* z ^= x & y or x | y */
.macro add_and x, y, z
    mov     \x, t
    and     \y, t
    xor     t, \z
.endm

.macro add_or x, y, z
    mov     \x, t
    bis     \y, t
    xor     t, \z
.endm

/* --- rotations of a byte whose register has zeros above ------------------- */

.macro rol1_byte x
    rla.b   \x
    adc.b   \x
.endm

.macro ror1_byte x
    bit     #1, \x
    rrc.b   \x
.endm

.macro rol4_byte x
    .rept   4
    rla     \x
    .endr
    mov     \x, t
    swpb    t
    bis.b   t, \x
.endm

.macro times n, rotate, x
    .rept   \n
    \rotate \x
    .endr
.endm

/* --- encryption ---------------------------------------------------------- */

/* Bits 0 ... 7 in x0 ... x7, then in x7 x0 x2 x6 x5 x4 x3 x1. */
.macro sbox x0, x1, x2, x3, x4, x5, x6, x7
    add_and \x7, \x6, \x5
    add_and \x3, \x5, \x4
    xor     \x4, \x7
    xor     \x3, \x6
    add_or  \x4, \x5, \x3
    xor     \x7, \x5
    add_and \x5, \x6, \x4

    add_and \x1, \x0, \x2
    add_or  \x2, \x1, \x0
    add_or  \x2, \x0, \x1
    inv.b   \x2

    xor     \x1, \x7
    xor     \x2, \x3
    xor     \x0, \x4
    add_and \x7, \x5, \x6
    mov     \x7, t
    xor     \x6, t
    mov     \x3, u
    xor     \x5, u
    xor     t, \x2
    xor     u, \x0
    and     u, t
    xor     t, \x1
    xor     \x4, \x1
    add_or  \x4, \x3, \x6
    add_or  \x6, \x4, \x5
.endm

.macro rotate_rows y1, y2, y3, y4, y5, y6, y7
    ror1_byte \y1
    rol4_byte \y2
    times   3, rol1_byte, \y3
    times   2, ror1_byte, \y4
    times   3, ror1_byte, \y5
    rol1_byte \y6
    times   2, rol1_byte, \y7
.endm

.macro add_key y0, others:vararg
    xor     number, \y0
    .irp y, \y0, \others
    xor.b   @k+, \y
    .endr
.endm

.macro encrypt_round x0, x1, x2, x3, x4, x5, x6, x7
    sbox    \x0, \x1, \x2, \x3, \x4, \x5, \x6, \x7
    rotate_rows \x0, \x2, \x6, \x5, \x4, \x3, \x1
    inc     number
    add_key \x7, \x0, \x2, \x6, \x5, \x4, \x3, \x1
.endm

.macro save
    save_registers
    push    r13
.endm

.macro load_block rows:vararg
    .irp y, \rows
    mov.b   @r14+, \y
    .endr
.endm

.macro leave rows:vararg
    pop     r13
    .set    .Ln, 0
    .irp y, \rows
    mov.b   \y, .Ln(r13)
    .set    .Ln, .Ln + 1
    .endr
    restore_registers
    ret
.endm

/* Reads the number of rounds; keys of 32 bytes are processed elsewhere. */
.macro choose_loop name
    mov     @k+, number
    incd    k
#    ifndef NARAE_SMALL
    cmp     #13, number
    jeq     1f
    br      #\name
1:
#    endif
.endm

.macro local_function name
    .section .text.\name, "ax", @progbits
    .balign 2
    .type   \name, @function
\name:
.endm

block_function narae_pipo_encrypt_msp430, 8, any
    choose_loop narae_pipo_encrypt_loop
#    ifndef NARAE_SMALL
    save
    load_block r5, r11, r6, r10, r9, r8, r7, r4
    clr     number
    add_key r5, r11, r6, r10, r9, r8, r7, r4
    jmp     2f
1:  encrypt_round r4, r5, r6, r7, r8, r9, r10, r11
    encrypt_round r11, r4, r6, r10, r9, r8, r7, r5
    sub     #16, k
    encrypt_round r5, r11, r6, r7, r8, r9, r10, r4
    encrypt_round r4, r5, r6, r10, r9, r8, r7, r11
    sub     #16, k
    encrypt_round r11, r4, r6, r7, r8, r9, r10, r5
2:  encrypt_round r5, r11, r6, r10, r9, r8, r7, r4
    sub     #16, k
    bit     #8, number
    jne     3f
    br      #1b
3:  leave   r4, r5, r6, r7, r8, r9, r10, r11
end_function narae_pipo_encrypt_msp430

local_function narae_pipo_encrypt_loop
#    endif
    save
    load_block r11, r4, r6, r10, r9, r8, r7, r5
    push    number
    push    k
    sub     #9, number
    rla     number
    rla     number
    add     k, number
    push    number
    clr     number
    add_key r11, r4, r6, r10, r9, r8, r7, r5
    jmp     2f
1:  encrypt_round r4, r5, r6, r7, r8, r9, r10, r11
2:  encrypt_round r11, r4, r6, r10, r9, r8, r7, r5
    cmp     @r1, k
    jne     3f
    mov     2(r1), k
3:  mov     r4, t
    mov     r5, r4
    mov     r11, r5
    mov     t, r11
    cmp     4(r1), number
    jne     1b
    add     #6, r1
    leave   r4, r5, r6, r7, r8, r9, r10, r11
#    ifdef NARAE_SMALL
end_function narae_pipo_encrypt_msp430
#    else
end_function narae_pipo_encrypt_loop
#    endif

/* --- decryption ---------------------------------------------------------- */

/* The steps of sbox backwards. */
.macro sbox_inverse x0, x1, x2, x3, x4, x5, x6, x7
    add_or  \x6, \x4, \x5
    add_or  \x4, \x3, \x6
    mov     \x7, t
    xor     \x6, t
    mov     \x3, u
    xor     \x5, u
    xor     t, \x2
    xor     u, \x0
    and     u, t
    xor     t, \x1
    xor     \x4, \x1
    add_and \x7, \x5, \x6
    xor     \x1, \x7
    xor     \x2, \x3
    xor     \x0, \x4

    inv.b   \x2
    add_or  \x2, \x0, \x1
    add_or  \x2, \x1, \x0
    add_and \x1, \x0, \x2

    add_and \x5, \x6, \x4
    xor     \x7, \x5
    add_or  \x4, \x5, \x3
    xor     \x3, \x6
    xor     \x4, \x7
    add_and \x3, \x5, \x4
    add_and \x7, \x6, \x5
.endm

/* Bits 0 ... 7 in x7 x0 x2 x6 x5 x4 x3 x1, then in x0 ... x7. */
.macro decrypt_round x0, x1, x2, x3, x4, x5, x6, x7
    rol1_byte \x0
    rol4_byte \x2
    times   3, ror1_byte, \x6
    times   2, rol1_byte, \x5
    times   3, rol1_byte, \x4
    ror1_byte \x3
    times   2, ror1_byte, \x1
    sbox_inverse \x0, \x1, \x2, \x3, \x4, \x5, \x6, \x7
    dec     number
    add_key \x0, \x1, \x2, \x3, \x4, \x5, \x6, \x7
.endm

block_function narae_pipo_decrypt_msp430, 8, any
    choose_loop narae_pipo_decrypt_loop
#    ifndef NARAE_SMALL
    save
    load_block r11, r4, r6, r10, r9, r8, r7, r5
    add     #8, k
    add_key r11, r4, r6, r10, r9, r8, r7, r5
    sub     #16, k
    jmp     2f
1:  decrypt_round r5, r11, r6, r10, r9, r8, r7, r4
    sub     #16, k
    decrypt_round r11, r4, r6, r7, r8, r9, r10, r5
    decrypt_round r4, r5, r6, r10, r9, r8, r7, r11
    sub     #16, k
    decrypt_round r5, r11, r6, r7, r8, r9, r10, r4
    decrypt_round r11, r4, r6, r10, r9, r8, r7, r5
    sub     #16, k
2:  decrypt_round r4, r5, r6, r7, r8, r9, r10, r11
    tst     number
    jeq     3f
    br      #1b
3:  leave   r4, r5, r6, r7, r8, r9, r10, r11
end_function narae_pipo_decrypt_msp430

local_function narae_pipo_decrypt_loop
#    endif
    save
    load_block r5, r11, r6, r10, r9, r8, r7, r4
    mov     number, t
    sub     #7, t
    rla     t
    rla     t
    add     k, t
    push    t
    add     #8, k
    push    k
    add_key r5, r11, r6, r10, r9, r8, r7, r4
    sub     #16, k
    jmp     2f
1:  decrypt_round r5, r11, r6, r10, r9, r8, r7, r4
    sub     #16, k
2:  decrypt_round r11, r4, r6, r7, r8, r9, r10, r5
    cmp     @r1, k
    jne     3f
    mov     2(r1), k
3:  sub     #16, k
    mov     r4, t
    mov     r11, r4
    mov     r5, r11
    mov     t, r5
    tst     number
    jne     1b
    add     #4, r1
    leave   r4, r5, r6, r7, r8, r9, r10, r11
#    ifdef NARAE_SMALL
end_function narae_pipo_decrypt_msp430
#    else
end_function narae_pipo_decrypt_loop
#    endif

#endif
