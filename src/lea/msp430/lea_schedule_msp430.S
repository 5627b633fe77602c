/* SPDX-License-Identifier: MIT */
/* LEA key schedule for MSP430.  KS X 3246:2016; ISO/IEC 29192-2:2019, clause 6.
 *
 *   void narae_lea_set_key_msp430(void *schedule, const uint8_t *key, size_t key_bytes);
 *
 * The formula is in lea_schedule.c, the words of a round in lea_msp430.S.
 *
 *   LEA-128   T stays in registers, and the rotated constants are a table of 384 bytes.  A
 *             round: rotations 39, sums 16, sums of key words and stores 60, loop 5: 120;
 *             24 x 120 = 2880, and 125 for the call, saved registers and the key: 3005
 *   others    T and the constants are on the stack: 28 rounds in 7459 cycles, 32 in 8755.
 *             A constant is needed again n rounds later, rotated by n, where n is the number
 *             of words of the key; six of these rotations lead from word to word
 *
 * With NARAE_SMALL LEA-128 takes the code of the others, 5398 cycles.
 *
 * Time depends on the key size alone. */

#include "core/family.h"

#ifdef NARAE_MSP430_KERNELS

    .file   "lea_schedule_msp430.S"

#    include "core/msp430/call.inc"

#    define t r13
#    define out r12

/* Rotations by 1, 3, 6 and 11; by 13 and 17 halves are exchanged, too, by the caller. */
.macro rol6 lo, hi
    rol8    \lo, \hi, t
    ror1    \lo, \hi
    ror1    \lo, \hi
.endm

.macro rol11 lo, hi
    rol8    \lo, \hi, t
    rol3    \lo, \hi
.endm

.macro store_word at, lo, hi
    mov     \lo, \at(out)
    mov     \hi, \at+2(out)
.endm

/* The sum of two words at out + at. */
.macro store_sum at, xl, xh, yl, yh
    mov     \xl, t
    xor     \yl, t
    mov     t, \at(out)
    mov     \xh, t
    xor     \yh, t
    mov     t, \at+2(out)
.endm

/* The number of rounds; `out` goes to the first round's words. */
.macro start
    save_registers
    mov     r14, r15
    rra     r15
    add     #16, r15
    mov     r15, 0(out)
    clr     2(out)
    add     #4, out
.endm

/* --- the constants of KS X 3246 ------------------------------------------ */

    .set    .Ldelta0, 0xc3efe9db
    .set    .Ldelta1, 0x44626b02
    .set    .Ldelta2, 0x79e27c8a
    .set    .Ldelta3, 0x78df30ec
    .set    .Ldelta4, 0x715ea49e
    .set    .Ldelta5, 0xc785da0a
    .set    .Ldelta6, 0xe04ef22a
    .set    .Ldelta7, 0xe5c40957

.macro turned delta, by
    .long   (.Ldelta\delta << (\by) | .Ldelta\delta >> (32 - (\by))) & 0xffffffff
.endm

/* --- LEA-128 ------------------------------------------------------------- */

#    ifndef NARAE_SMALL

#        define t0 r4, r5
#        define t1 r6, r7
#        define t2 r8, r9
#        define t3 r10, r11
#        define constants r14

.macro next_word lo, hi, turn
    add     @constants+, \lo
    addc    @constants+, \hi
    \turn   \lo, \hi
.endm

function narae_lea_set_key_msp430
    start
    cmp     #24, r15
    jeq     1f
    br      #narae_lea_set_longer_key

1:  .irp n, 4, 5, 6, 7, 8, 9, 10, 11
    mov.b   @r13+, r\n
    mov.b   @r13+, r14
    swpb    r14
    bis     r14, r\n
    .endr
    push    r4
    push    r5
    mov     #narae_lea_constants, constants
2:  next_word r6, r7, rol3
    store_sum 0, t0, t1
    next_word r4, r5, rol1
    next_word r8, r9, rol6
    next_word r10, r11, rol11
    store_word 4, t3
    store_sum 8, t3, t1
    store_word 12, t2
    store_sum 16, t2, t1
    store_word 20, t0
    add     #24, out
    dec     r15
    jne     2b
    sub     #24*24, out
    pop     r5
    xor     r5, 2(out)
    pop     r4
    xor     r4, 0(out)
    restore_registers
    ret
end_function narae_lea_set_key_msp430

/* Those of LEA-128 for T1, T0, T2 and T3 of each round. */
    .section .rodata.narae_lea_constants, "a", @progbits
    .balign 2
    .type   narae_lea_constants, @object
narae_lea_constants:
    .set    .Lround, 0
    .rept   6
    .irp    delta, 0, 1, 2, 3
    .irp    word, 1, 0, 2, 3
    turned  \delta, .Lround + \word
    .endr
    .set    .Lround, .Lround + 1
    .endr
    .endr
    .size   narae_lea_constants, . - narae_lea_constants

#    endif

/* --- LEA-192 and LEA-256, with NARAE_SMALL LEA-128 too -------------------- */

/* The frame: end of the constants, schedule, T, constants. */
#    define x r4, r5
#    define odd r6, r7
#    define constant r8, r9
#    define next_constant r10
#    define end_of_t r11
#    define next r14
#    define T 4

.macro next_word_of_t lo, hi
    mov     @next+, \lo
    mov     @next+, \hi
    add     r8, \lo
    addc    r9, \hi
    rol1    constant
.endm

.macro keep_word lo, hi
    mov     \lo, -4(next)
    mov     \hi, -2(next)
.endm

.macro wrap
    cmp     end_of_t, next
    jne     9f
    mov     r1, next
    add     #T, next
9:
.endm

#    ifdef NARAE_SMALL
function narae_lea_set_key_msp430
    start
#    else
    .section .text.narae_lea_set_longer_key, "ax", @progbits
    .balign 2
    .type   narae_lea_set_longer_key, @function
narae_lea_set_longer_key:
#    endif
    sub     r14, r1
    sub     r14, r1
    push    out
    decd    r1
    mov     r1, end_of_t
    add     #T, end_of_t
    mov     r14, r4
1:  mov.b   @r13+, r5
    mov.b   r5, 0(end_of_t)
    inc     end_of_t
    dec     r4
    jne     1b
    mov     end_of_t, next_constant
    mov     #narae_lea_delta, r5
1:  mov     @r5+, r6
    mov     r6, 0(next_constant)
    incd    next_constant
    decd    r14
    jne     1b
    mov     next_constant, 0(r1)
    mov     end_of_t, next_constant
    mov     r1, next
    add     #T, next
    clr     -4(out)

2:  mov     @next_constant+, r8
    mov     @next_constant+, r9
    next_word_of_t x
    rol1    x
    keep_word x
    store_word 20, x
    next_word_of_t odd
    rol3    odd
    keep_word odd
    wrap
    next_word_of_t x
    rol6    x
    keep_word x
    store_word 12, x
    xor     r4, r6
    xor     r5, r7
    store_word 16, odd
#    ifdef NARAE_SMALL
    mov     end_of_t, t
    sub     r1, t
    cmp     #T+16, t
    jne     3f
    xor     r4, r6
    xor     r5, r7
    next_word_of_t x
    rol11   x
    keep_word x
    wrap
    store_word 4, x
    xor     r6, r4
    xor     r7, r5
    store_word 8, x
    xor     -4(out), r6
    xor     -2(out), r7
    store_word 0, odd
    jmp     4f
3:
#    endif
    next_word_of_t odd
    rol11   odd
    keep_word odd
    wrap
    next_word_of_t x
    ror3    x
    keep_word r5, r4
    store_word 4, r5, r4
    xor     r5, r6
    xor     r4, r7
    store_word 8, odd
    next_word_of_t x
    rol1    x
    keep_word r5, r4
    xor     -4(out), r5
    xor     -2(out), r4
    store_word 0, r5, r4
    wrap
4:  mov     end_of_t, r4
    sub     r1, r4
    sub     #T, r4
    bit     #32, r4
    jeq     5f
    rol1    constant
    rol1    constant
5:  mov     r8, -4(next_constant)
    mov     r9, -2(next_constant)
    add     #24, out
    cmp     @r1, next_constant
    jne     6f
    mov     end_of_t, next_constant
6:  dec     r15
    jne     2b
    mov     2(r1), out
    mov     r4, r15
    rra     r15
    add     #16, r15
    mov     r15, -4(out)
    add     #T, r1
    add     r4, r1
    add     r4, r1
    restore_registers
    ret
#    ifdef NARAE_SMALL
end_function narae_lea_set_key_msp430
#    else
end_function narae_lea_set_longer_key
#    endif

    .section .rodata.narae_lea_delta, "a", @progbits
    .balign 2
    .type   narae_lea_delta, @object
narae_lea_delta:
    .set    .Lround, 0
    .irp    delta, 0, 1, 2, 3, 4, 5, 6, 7
    turned  \delta, .Lround
    .set    .Lround, .Lround + 1
    .endr
    .size   narae_lea_delta, . - narae_lea_delta

#endif
