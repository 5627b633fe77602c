/* SPDX-License-Identifier: MIT */
/* ARIA key schedule for MSP430.  RFC 5794, section 2.2.
 *
 *   void narae_aria_set_key_msp430(void *schedule, const uint8_t *key, size_t key_bytes);
 *
 * W0 to W3 and W0 again are on the stack as big-endian words, each twice in a row: a rotation
 * by words is an address, and what is left of it a shift by 1 or 3.
 *
 *     W1 to W3       3 x 152, stored with their bytes swapped 5 x 80, additions 48: 904
 *     a round key    96, its shift by 1 9 more, by 3 27
 *     ARIA-128       904 + 13 x 96 + 261; key 56, saved registers and the rest 113: 2582
 *
 * ARIA-192 takes 2824, ARIA-256 3087.
 *
 * Time depends on the key size alone; addresses in memory depend on secrets: aria_msp430.S. */

#include "core/family.h"

#ifdef NARAE_MSP430_KERNELS

    .file   "aria_schedule_msp430.S"

#    include "core/msp430/call.inc"

#    include "round.inc"

/* The frame: W0 to W3 and W0, schedule, end of the schedule. */
#    define SUMS 160
#    define first 160(r1)
#    define end 162(r1)

#    define key r14
#    define key_bytes r15

/* Swaps bytes, adds W_with if there is one, stores the block as W_i and swaps bytes back. */
.macro keep i, with, words:vararg
    .set    at, 0
    .irp    x, \words
    swpb    \x
    .ifnb   \with
    xor     32*\with+at(r1), \x
    .endif
    mov     \x, 32*\i+at(r1)
    mov     \x, 32*\i+16+at(r1)
    swpb    \x
    .set    at, at + 2
    .endr
.endm

/* The next two bytes of the key to x. */
.macro next_bytes instruction, x
    mov.b   @key+, u
    \instruction u, \x
    mov.b   @key+, u
    swpb    u
    xor     u, \x
.endm

    .section .text.narae_aria_odd_round, "ax", @progbits
    .balign 2
    .type   narae_aria_odd_round, @function
narae_aria_odd_round:
    add_key odd_round
    substitute_odd
    diffuse odd_round
    ret
    .size   narae_aria_odd_round, . - narae_aria_odd_round

function narae_aria_set_key_msp430
    save_registers
    mov     r14, r15
    rra     r15
    rra     r15
    add     #8, r15
    mov     r15, 0(r12)
    clr     2(r12)
    add     #4, r12
    inc     r15
    .rept   4
    rla     r15
    .endr
    add     r12, r15
    push    r15
    push    r12
    sub     #SUMS, r1
    mov     r14, key_bytes
    mov     r14, k
    rla     k
    add     #constants-32, k
    mov     r13, key

    .irp    x, odd_round
    next_bytes mov, \x
    .endr
    keep    0, , odd_round
    keep    4, , odd_round
    call    #narae_aria_odd_round
    cmp     #16, key_bytes
    jeq     1f
    .irp    x, r5, r4, r7, r6
    next_bytes xor, \x
    .endr
    cmp     #24, key_bytes
    jeq     1f
    .irp    x, r8, r9, r10, r11
    next_bytes xor, \x
    .endr
1:  keep    1, , even_round
    add_key even_round
    substitute_even
    diffuse even_round
    keep    2, 0, odd_round
    call    #narae_aria_odd_round
    keep    3, 1, even_round

/* A round key is W_i plus W_(i+1), rotated by one number of bits for each four keys. */
#    define turned r12
#    define plain r13
#    define out r14
#    define rotation r15
    mov     first, out
    mov     #rotations, rotation
2:  mov     r1, plain
    mov     r1, turned
    add     @rotation+, turned
3:  .irp    x, odd_round
    mov     @turned+, \x
    .endr
    call    @rotation
    .set    at, 0
    .irp    x, odd_round
    xor     @plain+, \x
    swpb    \x
    mov     \x, at(out)
    .set    at, at + 2
    .endr
    add     #16, out
    cmp     end, out
    jeq     4f
    add     #16, turned
    add     #16, plain
    mov     plain, r4
    sub     r1, r4
    cmp     #128, r4
    jne     3b
    incd    rotation
    jmp     2b
4:  add     #SUMS+4, r1
    restore_registers
    ret
end_function narae_aria_set_key_msp430

.macro right
    bit     #1, r11
    .irp    x, odd_round
    rrc     \x
    .endr
.endm

.macro left
    rla     r11
    .irp    x, r10, r9, r8, r7, r6, r5, r4
    rlc     \x
    .endr
    adc     r11
.endm

.macro shift name, direction, bits
    .section .text.narae_aria_shifts, "ax", @progbits
\name:
    .rept   \bits
    \direction
    .endr
    ret
.endm

    shift   right1, right, 1
    shift   right3, right, 3
    shift   left1, left, 1
    shift   left3, left, 3

    .section .rodata.narae_aria_schedule, "a", @progbits
    .balign 2
/* Where the first rotated word of W1 is, and the shift: >>> 19, >>> 31, <<< 61, <<< 31, <<< 19. */
rotations:
    .word   32 + 2*7, right3, 32 + 2*6, left1, 32 + 2*4, right3, 32 + 2*2, right1, 32 + 2*1, left3

/* C1, C2, C3, C1, C2: a key of 16 bytes starts with the first, of 24 with the second. */
constants:
    .macro  two_constants
    .byte   0x51, 0x7c, 0xc1, 0xb7, 0x27, 0x22, 0x0a, 0x94, 0xfe, 0x13, 0xab, 0xe8, 0xfa, 0x9a, 0x6e, 0xe0
    .byte   0x6d, 0xb1, 0x4a, 0xcc, 0x9e, 0x21, 0xc8, 0x20, 0xff, 0x28, 0xb1, 0xd5, 0xef, 0x5d, 0xe2, 0xb0
    .endm
    two_constants
    .byte   0xdb, 0x92, 0x37, 0x1d, 0x21, 0x26, 0xe9, 0x70, 0x03, 0x24, 0x97, 0x75, 0x04, 0xe8, 0xc9, 0x0e
    two_constants

#endif
