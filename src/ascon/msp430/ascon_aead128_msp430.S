/* SPDX-License-Identifier: MIT */
/* Whole blocks of Ascon-AEAD128, MSP430: the rate and the permutation after each.  SP 800-232, 4.
 *
 *     void narae_ascon_aead128_blocks_msp430(uint64_t state[5], uint8_t *out, const uint8_t *in,
 *                                            size_t nblocks, unsigned what);
 *
 * A block takes 103 cycles to encrypt, 111 to decrypt, 48 as associated data; if an address is odd, 272, 288 and
 * 160; the permutation of eight rounds with its call 4009, the loop 19 to 22.
 *
 * Time depends on the number of blocks, on what is done, and on whether an address is odd. */

#include "core/family.h"

#if defined(NARAE_MSP430_KERNELS) && !defined(NARAE_SMALL)

    .file "ascon_aead128_msp430.S"

#include "core/msp430/call.inc"

/* Of core/kernels.h */
#define ENCRYPT 0
#define DECRYPT 1
#define WHAT 12

#define what r6
#define nblocks r7
#define in r8
#define out r9
#define state r10

.macro each_place do
    \do     0
    \do     2
    \do     4
    \do     6
    \do     8
    \do     10
    \do     12
    \do     14
.endm

.macro encrypt at
    from_offset mov, \at, state, r12
    xor     @in+, r12
    mov     r12, \at(state)
    mov     r12, \at(out)
.endm

.macro decrypt at
    mov     @in+, r12
    from_offset mov, \at, state, r13
    xor     r12, r13
    mov     r12, \at(state)
    mov     r13, \at(out)
.endm

.macro absorb at
    mov     @in+, r12
    xor     r12, \at(state)
.endm

function narae_ascon_aead128_blocks_msp430
    tst     r15
    jne     1f
    ret
1:  .irp    n, 10, 9, 8, 7, 6
    push    r\n
    .endr
    mov     r12, state
    mov     r13, out
    mov     r14, in
    mov     r15, nblocks
    mov     WHAT(sp), what

2:  mov     state, r14
    add     #16, r14
    mov     in, r15
    cmp     #DECRYPT, what
    jeq     4f
    jl      3f
    bit     #1, r15
    jne     5f
    each_place absorb
    jmp     9f

3:  bis     out, r15
    bit     #1, r15
    jne     6f
    each_place encrypt
    jmp     8f

4:  bis     out, r15
    bit     #1, r15
    jne     7f
    each_place decrypt
    jmp     8f

    /* By bytes; r11 is the place in the state, r14 its end. */
5:  mov     state, r11
51: mov.b   @in+, r12
    xor.b   r12, 0(r11)
    inc     r11
    cmp     r14, r11
    jne     51b
    jmp     9f

6:  mov     state, r11
61: mov.b   @in+, r12
    xor.b   @r11, r12
    mov.b   r12, 0(r11)
    mov.b   r12, 0(out)
    inc     r11
    inc     out
    cmp     r14, r11
    jne     61b
    jmp     9f

7:  mov     state, r11
71: mov.b   @in+, r12
    mov.b   @r11, r13
    xor.b   r12, r13
    mov.b   r12, 0(r11)
    mov.b   r13, 0(out)
    inc     r11
    inc     out
    cmp     r14, r11
    jne     71b
    jmp     9f

8:  add     #16, out
9:  mov     state, r12
    mov     #8, r13
    call    #narae_ascon_permute_msp430
    dec     nblocks
    jne     2b

    .irp    n, 6, 7, 8, 9, 10
    pop     r\n
    .endr
    ret
end_function narae_ascon_aead128_blocks_msp430

#endif
