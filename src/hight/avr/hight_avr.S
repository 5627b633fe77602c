/* SPDX-License-Identifier: MIT */
/* HIGHT for AVR.  TTAS.KO-12.0040/R1; ISO/IEC 18033-3.
 *
 *   void narae_hight_encrypt_avr(const void *schedule, uint8_t *out,
 *                                const uint8_t *in, size_t nblocks);
 *   void narae_hight_decrypt_avr(likewise);
 *
 * All rounds are unrolled: block and key stay in registers, and moving a byte is renaming.
 * F0 and F1 are tables in flash.  A byte of the key is kept with the constant of its last
 * subkey added; the difference to the next constant is an immediate.
 *
 *     mov     r30, x0         F1, twice a round        F0 likewise, with add and eor
 *     lpm     r0, Z
 *     subi    key, ...
 *     eor     r0, key
 *     add     x1, r0          7 cycles
 *
 * SUBI takes only r16 to r31.  Two bytes of the key are in lower registers: their subkeys
 * take an additional MOV, eight times.  One LDI a round selects the other table.
 *
 *     32 x (4 x 7 + 1) + 8 + 1 = 937, whitening 10, entry, return and 14 saved registers
 *     73, block and key 64: 1,084.  Decryption corrects four bytes of the key after the
 *     last round, not two: 1,086.
 *
 * A lower bound is 7 for each of 128 subkeys, 896: F0 and F1 take 11 and 13 cycles by
 * rotations, here 4 with the MOV.
 *
 * Time depends on the number of blocks alone.  Addresses in flash depend on secrets, but
 * the chip has no cache and reads all in the same time. */

#include "core/family.h"

#if defined(NARAE_AVR_KERNELS) && !defined(NARAE_SMALL)

    .file   "hight_avr.S"

#    include "core/avr/call.inc"
#    include "core/avr/flash.inc"

#    define x 2

#    define key 14

/* --- the constants: delta_0 to delta_127, and a zero before the first -------- */

.macro define_constant k, value
    .set    .Ldelta\k, \value
.endm

    .altmacro
    define_constant none, 0
    .set    .Lk, 0
    .set    .Ld, 0x5a
    .rept   128
    define_constant %.Lk, %.Ld
    .set    .Ld, .Ld >> 1 | ((.Ld ^ .Ld >> 3) & 1) << 6
    .set    .Lk, .Lk + 1
    .endr
    .noaltmacro

/* --- a subkey --------------------------------------------------------------- */

/* `before` is the last subkey with this key byte, or none; `operation` applies or undoes
 * ADD. */
.macro subkey k, before, operation
    .set    .Lfrom, x + ((2 * (.Lk % 4) - .Lk / 4) & 7)
    .set    .Lto, x + ((2 * (.Lk % 4) + 1 - .Lk / 4) & 7)
    .set    .Lm, (.Lk / 8 % 2 * 8) | ((.Lk - .Lk / 16) & 7)
    .set    .Lkey, key + .Lm
    mov     r30, .Lfrom
    .if .Lm / 2
    subi    .Lkey, lo8(.Ldelta\before - .Ldelta\k)
    lpm     r0, Z
    .if .Lk % 2
    add     r0, .Lkey
    eor     .Lto, r0
    .else
    eor     r0, .Lkey
    \operation .Lto, r0
    .endif
    .elseif .Lk % 2
    lpm     r30, Z
    subi    r30, lo8(-.Ldelta\k)
    add     r30, .Lkey
    eor     .Lto, r30
    .else
    lpm     r0, Z
    mov     r30, .Lkey
    subi    r30, lo8(-.Ldelta\k)
    eor     r0, r30
    \operation .Lto, r0
    .endif
.endm

.macro encrypt_subkey k
    .set    .Lk, \k
    .if \k < 16
    subkey  \k, none, add
    .else
    subkey  \k, %(.Lk / 8 * 8 - 16 + ((.Lk - 1) & 7)), add
    .endif
.endm

.macro decrypt_subkey k
    .set    .Lk, \k
    .if \k < 112
    subkey  \k, %(.Lk / 8 * 8 + 16 + ((.Lk + 1) & 7)), sub
    .else
    subkey  \k, none, sub
    .endif
.endm

.macro half_round kind
    \kind\()_subkey %(4 * .Lr + .Lp)
    \kind\()_subkey %(4 * .Lr + .Lp + 2)
.endm

/* .Lp is 1 for F0, 0 for F1: a round begins with the table with which the last one
 * ended. */
.macro rounds kind, first, direction
    .altmacro
    .set    .Lr, \first
    .set    .Lp, 1
    flash_table narae_hight_tables_avr, r30
    ldi     r31, hi8(narae_hight_tables_avr)
    .rept   32
    half_round \kind
    .set    .Lp, 1 - .Lp
    ldi     r31, hi8(narae_hight_tables_avr + 256 * (1 - .Lp))
    half_round \kind
    .set    .Lr, .Lr + \direction
    .endr
    flash_done r30
    .noaltmacro
.endm

/* Saves the callee-saved registers and the address of the output.  The block's first byte
 * goes to `first`. */
.macro enter first
    push_range 2, 9
    push_range 14, 17
    push_range 28, 29
    push_range 22, 23
    movw    r26, r20
    movw    r30, r24
    .set    .Lto, \first
    .rept   8
    ld      .Lto, X+
    .set    .Lto, x + ((.Lto - x + 1) & 7)
    .endr
    .set    .Lkey, key
    .rept   16
    ldd     .Lkey, Z + 4 + .Lkey - key
    .set    .Lkey, .Lkey + 1
    .endr
.endm

.macro leave first
    pop_range 30, 31
    .set    .Lfrom, \first
    .rept   8
    st      Z+, .Lfrom
    .set    .Lfrom, x + ((.Lfrom - x + 1) & 7)
    .endr
    pop_range 28, 29
    pop_range 14, 17
    pop_range 2, 9
    ret
.endm

/* Whitens every other byte of the block with byte m of the key and the next three. */
.macro whiten at, operation, m
    .set    .Lto, x + \at
    .set    .Lkey, key + \m
    .rept   2
    \operation .Lto, .Lkey
    .set    .Lto, .Lto + 2
    .set    .Lkey, .Lkey + 1
    eor     .Lto, .Lkey
    .set    .Lto, .Lto + 2
    .set    .Lkey, .Lkey + 1
    .endr
.endm

block_function narae_hight_encrypt_avr, 8
    enter   x
    whiten  0, add, 12
    rounds  encrypt, 0, 1
    subi    key + 2, lo8(.Ldelta113)
    subi    key + 3, lo8(.Ldelta114)
    whiten  1, add, 0
    leave   x + 1
end_function narae_hight_encrypt_avr

block_function narae_hight_decrypt_avr, 8
    enter   x + 1
    whiten  1, sub, 0
    rounds  decrypt, 31, -1
    subi    key + 12, lo8(.Ldelta12)
    subi    key + 13, lo8(.Ldelta13)
    subi    key + 14, lo8(.Ldelta14)
    subi    key + 15, lo8(.Ldelta15)
    whiten  0, sub, 12
    leave   x
end_function narae_hight_decrypt_avr

/* F0, then F1. */
.macro table first, second, third
    .set    .Lv, 0
    .rept   256
    .set    .Lw, .Lv * 257
    .byte   (.Lw >> (8 - \first) ^ .Lw >> (8 - \second) ^ .Lw >> (8 - \third)) & 255
    .set    .Lv, .Lv + 1
    .endr
.endm

    .section .progmem.data.narae_hight_tables_avr, "a", @progbits
    .p2align 8
    flash_align 512
    .type   narae_hight_tables_avr, @object
narae_hight_tables_avr:
    table   1, 2, 7
    table   3, 4, 6
    .size   narae_hight_tables_avr, . - narae_hight_tables_avr

#endif
