/* SPDX-License-Identifier: MIT */
/* GHASH for MSP430, with two tables for each key.  SP 800-38D, clause 6.3.
 *
 *   void narae_ghash_blocks_msp430(uint8_t y[16], const narae_ghash_key *, const uint8_t *in,
 *                                  size_t nblocks);
 *
 * Horner's rule by words of 16 bits, once for the odd bytes of the block and once for the even
 * ones, the last one first:
 *
 *     z = z x^16 + low[byte & 15] + high[byte >> 4]
 *
 * z lives in 8 registers.  Multiplying by x^16 moves each word up by one, which is renaming: a
 * pass is unrolled and word j is register 4 + (j - step) mod 8.  The two bytes v that are shifted
 * out are each reduced to v (1 + x + x^2 + x^7), a word from a table in flash.  The first sum is
 * multiplied by x^8 and waits on the stack.
 *
 * The offset of the product n h in its table is 16 (15 - n).  A byte takes 13 cycles to load and
 * to make two pointers, and 32 for two products; v takes 16.
 *
 *     a pass     8 x 45 + 7 x 16 = 472, call and return 8
 *     a block    2 x 480 = 960; x^8 36, stack 40, adding the block 40, storing y 32, pointers,
 *                tests of addresses and the loop 22: 1130
 *
 * Saved registers, return and the arguments take 51.  A block with in at an odd address takes 42
 * more, with y 84.
 *
 * Time depends on the number of blocks and their addresses alone.  Addresses in memory depend on
 * secrets, but flash and RAM have no cache and are read in the same time everywhere.  FRAM with
 * wait states, above 8 MHz, has a cache: constants and keys must be in RAM there. */

#include "core/family.h"

#if defined(NARAE_MSP430_KERNELS) && !defined(NARAE_SMALL)

    .file   "ghash_msp430.S"

#    include "core/msp430/call.inc"

#    define key r12
#    define y r13
#    define p r14
#    define c r15

/* The frame: in, nblocks. */
#    define in 0(r1)
#    define nblocks 2(r1)

/* Word 0, which was word 7, is shifted out. */
.macro reduce w0, w1
    mov.b   \w0, p
    rla     p
    swpb    \w0
    mov.b   \w0, \w0
    rla     \w0
    mov     reduction(p), p
    mov     reduction(\w0), \w0
    swpb    \w0
    mov.b   \w0, c
    xor     c, \w0
    xor     p, \w0
    xor     c, \w1
.endm

.macro add_product instruction, from, words:vararg
    .irp w, \words
    \instruction @\from+, \w
    .endr
.endm

/* Adds the product of a byte to z, whose words are in these registers now. */
.macro add_byte at, words:vararg
    .if \at < 14
    reduce_first_of \words
    .endif
    mov.b   \at(y), c
    mov     #0x1f0, p
    bic     c, p
    add     key, p
    .if \at < 14
    add_product xor, p, \words
    .else
    add_product mov, p, \words
    .endif
    inv.b   c
    .rept   4
    rla.b   c
    .endr
    add     key, c
    add_product xor, c, \words
.endm

.macro reduce_first_of w0, w1, others:vararg
    reduce  \w0, \w1
.endm

/* z of the bytes 14, 12 ... 0 at y. */
    .section .text.narae_ghash_pass, "ax", @progbits
    .balign 2
    .type   narae_ghash_pass, @function
narae_ghash_pass:
    add_byte 14, r4, r5, r6, r7, r8, r9, r10, r11
    add_byte 12, r11, r4, r5, r6, r7, r8, r9, r10
    add_byte 10, r10, r11, r4, r5, r6, r7, r8, r9
    add_byte 8, r9, r10, r11, r4, r5, r6, r7, r8
    add_byte 6, r8, r9, r10, r11, r4, r5, r6, r7
    add_byte 4, r7, r8, r9, r10, r11, r4, r5, r6
    add_byte 2, r6, r7, r8, r9, r10, r11, r4, r5
    add_byte 0, r5, r6, r7, r8, r9, r10, r11, r4
    ret
    .size   narae_ghash_pass, . - narae_ghash_pass

/* The lower byte of x, of a word with its bytes swapped, becomes that of the word before. */
.macro move_byte before, x
    mov     \before, p
    xor.b   \x, p
    xor     p, \x
.endm

.macro store_word at, x
    mov.b   \x, \at(y)
    swpb    \x
    mov.b   \x, \at+1(y)
.endm

function narae_ghash_blocks_msp430
    tst     r15
    jne     1f
    ret
1:  save_registers
    push    r15
    push    r14
    mov     r12, r14
    mov     r13, key
    mov     r14, y
2:  mov     @r1, p
    mov     y, c
    bis     p, c
    bit     #1, c
    jne     5f
    .irp at, 0, 2, 4, 6, 8, 10, 12, 14
    xor     @p+, \at(y)
    .endr
3:  mov     p, in
    inc     y
    call    #narae_ghash_pass
    .irp w, r5, r6, r7, r8, r9, r10, r11, r4
    swpb    \w
    .endr
    mov.b   r4, c
    move_byte r11, r4
    move_byte r10, r11
    move_byte r9, r10
    move_byte r8, r9
    move_byte r7, r8
    move_byte r6, r7
    move_byte r5, r6
    mov.b   r5, p
    xor     p, r5
    rla     c
    xor     reduction(c), r5
    .irp w, r5, r6, r7, r8, r9, r10, r11, r4
    push    \w
    .endr
    dec     y
    call    #narae_ghash_pass
    .irp w, r4, r11, r10, r9, r8, r7, r6, r5
    xor     @r1+, \w
    .endr
    bit     #1, y
    jne     6f
    mov     r5, 0(y)
    mov     r6, 2(y)
    mov     r7, 4(y)
    mov     r8, 6(y)
    mov     r9, 8(y)
    mov     r10, 10(y)
    mov     r11, 12(y)
    mov     r4, 14(y)
4:  dec     nblocks
    jne     2b
    add     #4, r1
    restore_registers
    ret

5:  .irp at, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
    xor.b   @p+, \at(y)
    .endr
    jmp     3b

6:  store_word 0, r5
    store_word 2, r6
    store_word 4, r7
    store_word 6, r8
    store_word 8, r9
    store_word 10, r10
    store_word 12, r11
    store_word 14, r4
    jmp     4b
end_function narae_ghash_blocks_msp430

/* v (1 + x + x^2 + x^7): the first byte is the lower one. */
    .section .rodata.narae_ghash_reduction, "a", @progbits
    .balign 2
    .type   reduction, @object
reduction:
    .set    v, 0
    .rept   256
    .byte   v ^ (v >> 1) ^ (v >> 2) ^ (v >> 7)
    .byte   ((v << 7) ^ (v << 6) ^ (v << 1)) & 0xff
    .set    v, v + 1
    .endr
    .size   reduction, . - reduction

#endif
