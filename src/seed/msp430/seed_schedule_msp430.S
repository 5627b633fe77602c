/* SPDX-License-Identifier: MIT */
/* SEED key schedule for MSP430.  RFC 4269.
 *
 *   void narae_seed_set_key_msp430(void *schedule, const uint8_t *key, size_t key_bytes);
 *
 * The words a and b are on the stack, c and d in registers.  Two round keys take 107 cycles,
 * rotating a and b 50, c and d 16: 8 x (214 + 66 + 4) = 2272, and the key, saved registers and
 * the rest 128: 2400.  With NARAE_SMALL 3072.
 *
 * Time is constant; addresses in memory depend on secrets: seed_msp430.S. */

#include "core/family.h"

#ifdef NARAE_MSP430_KERNELS

    .file   "seed_schedule_msp430.S"

#    include "core/msp430/call.inc"

#    include "g.inc"

/* The key is a, b, c, d; bytes of a and b from the lowest of b on. */
#    define cl r4
#    define ch r5
#    define dl r6
#    define dh r7
#    define constant r8, r9
#    define AB 2
#    define to r12
#    define end @r1

.macro round_key
    mov     AB+4(r1), r10
    mov     AB+6(r1), r11
    add     cl, r10
    addc    ch, r11
    sub     r8, r10
    subc    r9, r11
    g_of_word
    mov     r13, 0(to)
    mov     r14, 2(to)
    mov     AB(r1), r10
    mov     AB+2(r1), r11
    sub     dl, r10
    subc    dh, r11
    add     r8, r10
    addc    r9, r11
    g_of_word
    mov     r13, 4(to)
    mov     r14, 6(to)
    add     #8, to
    rol1    constant
.endm

.macro load lo, hi
    .irp x, \hi, \lo
    mov.b   @r13+, \x
    swpb    \x
    mov.b   @r13+, r15
    bis     r15, \x
    .endr
.endm

function narae_seed_set_key_msp430
    save_registers
    mov     #16, 0(to)
    clr     2(to)
    add     #4, to
    load    r6, r7
    load    r4, r5
    push    r7
    push    r6
    push    r5
    push    r4
    load    cl, ch
    load    dl, dh
    mov     to, r15
    add     #128, r15
    push    r15
    mov     #0x79b9, r8
    mov     #0x9e37, r9

1:  round_key
    mov.b   AB(r1), r15
    .irp n, 0, 1, 2, 3, 4, 5, 6
    mov.b   AB+\n+1(r1), AB+\n(r1)
    .endr
    mov.b   r15, AB+7(r1)
    round_key
    swpb    ch
    swpb    cl
    swpb    dh
    swpb    dl
    exchange_bytes ch, cl, r15
    exchange_bytes cl, dh, r15
    exchange_bytes dh, dl, r15
    cmp     end, to
    jne     1b
    add     #10, r1
    restore_registers
    ret
end_function narae_seed_set_key_msp430

#endif
