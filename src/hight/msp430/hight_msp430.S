/* SPDX-License-Identifier: MIT */
/* HIGHT for MSP430.  TTAS.KO-12.0040/R1; ISO/IEC 18033-3.
 *
 *   void narae_hight_encrypt_msp430(const void *schedule, uint8_t *out,
 *                                   const uint8_t *in, size_t nblocks);
 *   void narae_hight_decrypt_msp430(likewise);
 *
 * A byte of the block is a register, and a round renames them: eight rounds are unrolled.
 * F0 and F1 are tables of 256 bytes:
 *
 *     mov.b   F1(x0), t       F1, twice a round        F0 likewise, with add and xor
 *     xor.b   @k+, t
 *     add.b   t, x1           6 cycles
 *
 * The four subkeys of a round may be taken in any order, so decryption reads them forwards,
 * too, and goes back by 8, one cycle, after each round.
 *
 *     encryption   128 x 6 = 768, and 129: 897
 *     decryption   128 x 6 + 32 = 800, and 130: 930
 *
 * The rest: return and saved registers 43, block 48, whitening 22 or 23, loop 13, test of
 * the arguments 3.
 *
 * With NARAE_SMALL an iteration is one round and moves of the bytes, 9 cycles, and F0 and F1
 * are 11 instructions each: 2294 and 2327 cycles, and with the key schedule 660 bytes instead
 * of 1694.
 *
 * Time depends on the number of blocks alone.  With the tables addresses in memory depend on
 * secrets, but flash and RAM have no cache and are read in the same time everywhere.  FRAM
 * with wait states, above 8 MHz, has a cache: the tables must be in RAM there, or NARAE_SMALL
 * be defined. */

#include "core/family.h"

#ifdef NARAE_MSP430_KERNELS

    .file   "hight_msp430.S"

#    include "core/msp430/call.inc"

#    define k r12
#    define t r13
#    define rounds r14
#    define u r15

#    define WHITENING 4
#    define SUBKEYS 12

/* x1 with the subkey at k; `operation` applies or undoes ADD. */
.macro add_f1 x0, x1, operation
    f1      \x0
    xor.b   @k+, t
    \operation t, \x1
.endm

.macro xor_f0 x2, x3
    f0      \x2
    add.b   @k+, t
    xor.b   t, \x3
.endm

.macro round x0, x1, x2, x3, x4, x5, x6, x7, operation
    add_f1  \x0, \x1, \operation
    xor_f0  \x2, \x3
    add_f1  \x4, \x5, \operation
    xor_f0  \x6, \x7
.endm

.macro round_back names:vararg
    round   \names, sub.b
    sub     #8, k
.endm

/* t = F0(x) or F1(x) */
#    ifndef NARAE_SMALL
#        define ITERATIONS 4

.macro f0 x
    mov.b   narae_hight_f0(\x), t
.endm

.macro f1 x
    mov.b   narae_hight_f1(\x), t
.endm

.macro rounds_forward
    round   r4, r5, r6, r7, r8, r9, r10, r11, add.b
    round   r11, r4, r5, r6, r7, r8, r9, r10, add.b
    round   r10, r11, r4, r5, r6, r7, r8, r9, add.b
    round   r9, r10, r11, r4, r5, r6, r7, r8, add.b
    round   r8, r9, r10, r11, r4, r5, r6, r7, add.b
    round   r7, r8, r9, r10, r11, r4, r5, r6, add.b
    round   r6, r7, r8, r9, r10, r11, r4, r5, add.b
    round   r5, r6, r7, r8, r9, r10, r11, r4, add.b
.endm

.macro rounds_backward
    round_back r5, r6, r7, r8, r9, r10, r11, r4
    round_back r6, r7, r8, r9, r10, r11, r4, r5
    round_back r7, r8, r9, r10, r11, r4, r5, r6
    round_back r8, r9, r10, r11, r4, r5, r6, r7
    round_back r9, r10, r11, r4, r5, r6, r7, r8
    round_back r10, r11, r4, r5, r6, r7, r8, r9
    round_back r11, r4, r5, r6, r7, r8, r9, r10
    round_back r4, r5, r6, r7, r8, r9, r10, r11
.endm
#    else
#        define ITERATIONS 32

.macro ror_byte x
    bit     #1, \x
    rrc.b   \x
.endm

.macro rol_byte x
    rla.b   \x
    adc.b   \x
.endm

.macro f0 x
    mov     \x, t
    rol_byte t
    mov     t, u
    rol_byte u
    xor     u, t
    mov     \x, u
    ror_byte u
    xor     u, t
.endm

/* w = x | x << 8, (w ^ (w ^ w >> 1) >> 2) >> 2; bits above the lower byte are left. */
.macro f1 x
    mov     \x, u
    swpb    u
    bis     \x, u
    mov     u, t
    rra     t
    xor     u, t
    rra     t
    rra     t
    xor     u, t
    rra     t
    rra     t
.endm

.macro turn x0, x1, x2, x3, x4, x5, x6, x7
    mov     \x0, t
    mov     \x1, \x0
    mov     \x2, \x1
    mov     \x3, \x2
    mov     \x4, \x3
    mov     \x5, \x4
    mov     \x6, \x5
    mov     \x7, \x6
    mov     t, \x7
.endm

.macro rounds_forward
    round   r4, r5, r6, r7, r8, r9, r10, r11, add.b
    turn    r11, r10, r9, r8, r7, r6, r5, r4
.endm

.macro rounds_backward
    turn    r4, r5, r6, r7, r8, r9, r10, r11
    round_back r4, r5, r6, r7, r8, r9, r10, r11
.endm
#    endif

.macro enter
    save_registers
    push    r13
.endm

.macro leave
    restore_registers
    ret
.endm

block_function narae_hight_encrypt_msp430, 8, any
    enter
    .irp n, 4, 5, 6, 7, 8, 9, 10, 11
    mov.b   @r14+, r\n
    .endr
    add     #WHITENING, k
    add.b   @k+, r4
    xor.b   @k+, r6
    add.b   @k+, r8
    xor.b   @k+, r10
    add     #4, k
    mov     #ITERATIONS, rounds
1:  rounds_forward
    dec     rounds
    jne     1b
    add.b   -132(k), r5
    xor.b   -131(k), r7
    add.b   -130(k), r9
    xor.b   -129(k), r11
    pop     r13
    .irp n, 5, 6, 7, 8, 9, 10, 11
    mov.b   r\n, \n-5(r13)
    .endr
    mov.b   r4, 7(r13)
    leave
end_function narae_hight_encrypt_msp430

block_function narae_hight_decrypt_msp430, 8, any
    enter
    .irp n, 5, 6, 7, 8, 9, 10, 11, 4
    mov.b   @r14+, r\n
    .endr
    add     #WHITENING + 4, k
    sub.b   @k+, r5
    xor.b   @k+, r7
    sub.b   @k+, r9
    xor.b   @k+, r11
    add     #124, k
    mov     #ITERATIONS, rounds
1:  rounds_backward
    dec     rounds
    jne     1b
    sub.b   -4(k), r4
    xor.b   -3(k), r6
    sub.b   -2(k), r8
    xor.b   -1(k), r10
    pop     r13
    .irp n, 4, 5, 6, 7, 8, 9, 10, 11
    mov.b   r\n, \n-4(r13)
    .endr
    leave
end_function narae_hight_decrypt_msp430

#    ifndef NARAE_SMALL

.macro table name, first, second, third
    .section .rodata.\name, "a", @progbits
    .type   \name, @object
\name:
    .set    .Lv, 0
    .rept   256
    .set    .Lw, .Lv * 257
    .byte   (.Lw >> (8 - \first) ^ .Lw >> (8 - \second) ^ .Lw >> (8 - \third)) & 255
    .set    .Lv, .Lv + 1
    .endr
    .size   \name, . - \name
.endm

    table   narae_hight_f0, 1, 2, 7
    table   narae_hight_f1, 3, 4, 6

#    endif

#endif
