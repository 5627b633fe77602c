/* SPDX-License-Identifier: MIT */
/* AES key schedule for MSP430 in little flash: the round keys of encryption.  FIPS 197, clause
 * 5.2.
 *
 *   void narae_aes_set_key_msp430(void *schedule, const uint8_t *key, size_t key_bytes);
 *
 * A word takes 22 cycles, an S-box 28 more: AES-128 takes 1317, AES-192 1465, AES-256 1789.
 *
 * Time depends on the key size alone; addresses in memory depend on secrets: aes_msp430.S. */

#include "core/family.h"

#if defined(NARAE_MSP430_KERNELS) && defined(NARAE_SMALL)

    .file   "aes_schedule_small_msp430.S"

#    include "core/msp430/call.inc"

/* A word and its place, the word nk before, and words until the next S-box. */
#    define lo r8
#    define hi r9
#    define to r12
#    define from r13
#    define left r10
#    define nk r14
#    define end r15
#    define rcon r11
#    define t r6
#    define u r7

/* The S-box of both bytes of x: the lower one in y, the upper one in x. */
.macro substitute x, y
    mov.b   \x, \y
    swpb    \x
    mov.b   \x, \x
    .irp    z, \x, \y
    rla     \z
    mov.b   narae_aes_te_msp430+1(\z), \z
    .endr
.endm

.macro join lower, upper
    swpb    \upper
    bis     \upper, \lower
.endm

.macro store
    mov     lo, 0(to)
    mov     hi, 2(to)
    add     #4, to
.endm

function narae_aes_set_key_msp430
    save_registers
    rra     nk
    rra     nk
    mov     nk, end
    add     #6, end
    mov     end, 0(to)
    clr     2(to)
    add     #4, to
    inc     end
    .rept   4
    rla     end
    .endr
    add     to, end
    mov     to, u
    mov     nk, left
1:  .irp    x, lo, hi
    mov.b   @from+, \x
    mov.b   @from+, t
    join    \x, t
    .endr
    store
    dec     left
    jne     1b
    mov     u, from
    mov     #1, rcon

2:  mov     nk, left
    substitute lo, t
    substitute hi, u
    join    lo, u
    join    hi, t
    xor     rcon, lo
    rla.b   rcon
    jnc     3f
    mov     #0x1b, rcon
3:  xor     @from+, lo
    xor     @from+, hi
    store
    cmp     end, to
    jeq     4f
    dec     left
    jeq     2b
    cmp     #4, left
    jne     3b
    cmp     #8, nk
    jne     3b
    substitute lo, t
    substitute hi, u
    join    t, lo
    join    u, hi
    mov     t, lo
    mov     u, hi
    jmp     3b
4:  restore_registers
    ret
end_function narae_aes_set_key_msp430

#endif
