/* SPDX-License-Identifier: MIT */
/* HIGHT key schedule for MSP430.  TTAS.KO-12.0040/R1; ISO/IEC 18033-3.
 *
 *   void narae_hight_set_key_msp430(void *schedule, const uint8_t *key, size_t key_bytes);
 *
 * The halves of the key rotate by a byte after every 16 subkeys.  Each is on the stack twice:
 * eight bytes from one of the first nine on are the rotated half.  A subkey takes 8 cycles
 * with its constant from a table, 128 x 8 = 1024, an iteration 8 more, the copies 289 and the
 * rest 76: 1453.  With NARAE_SMALL bytes of the key and constants are computed for each
 * subkey: 4679.
 *
 * Time is constant. */

#include "core/family.h"

#ifdef NARAE_MSP430_KERNELS

    .file   "hight_schedule_msp430.S"

#    include "core/msp430/call.inc"

#    define from r10
#    define t r11
#    define to r12
#    define key r13

/* The number of rounds and the whitening; `to` goes to the subkeys. */
.macro start
    push    r10
    mov     #32, 0(to)
    clr     2(to)
    .irp n, 12, 13, 14, 15
    mov.b   \n(key), \n-8(to)
    .endr
    mov.b   @key, 8(to)
    .irp n, 1, 2, 3
    mov.b   \n(key), \n+8(to)
    .endr
    add     #12, to
.endm

#    ifndef NARAE_SMALL

#        define first r13
#        define left r14
#        define constants r15

.macro eight_subkeys at
    .irp n, 0, 1, 2, 3, 4, 5, 6, 7
    mov.b   @from+, t
    add.b   @constants+, t
    mov.b   t, \at+\n(to)
    .endr
.endm

function narae_hight_set_key_msp430
    start
    sub     #32, r1
    mov     r1, r15
1:  mov.b   @key+, t
    mov.b   t, 0(r15)
    mov.b   t, 8(r15)
    inc     r15
    dec     r14
    cmp     #8, r14
    jne     2f
    add     #8, r15
2:  tst     r14
    jne     1b

    mov     #narae_hight_constants, constants
    mov     r1, first
    add     #8, first
    mov     #8, left
3:  mov     first, from
    eight_subkeys 0
    add     #8, from
    eight_subkeys 8
    add     #16, to
    dec     first
    dec     left
    jne     3b
    add     #32, r1
    pop     r10
    ret
end_function narae_hight_set_key_msp430

    .section .rodata.narae_hight_constants, "a", @progbits
    .type   narae_hight_constants, @object
narae_hight_constants:
    .set    .Ld, 0x5a
    .rept   128
    .byte   .Ld
    .set    .Ld, .Ld >> 1 | ((.Ld ^ .Ld >> 3) & 1) << 6
    .endr
    .size   narae_hight_constants, . - narae_hight_constants

#    else

#        define number r14
#        define constant r15

function narae_hight_set_key_msp430
    start
    clr     number
    mov     #0x5a, constant
1:  mov     number, t
    .rept   4
    rra     t
    .endr
    mov     number, from
    sub     t, from
    and     #7, from
    mov     number, t
    and     #8, t
    bis     t, from
    add     key, from
    mov.b   @from, t
    add.b   constant, t
    mov.b   t, 0(to)
    inc     to
    mov     constant, t
    .rept   3
    rra     t
    .endr
    xor     constant, t
    rra     constant
    bit     #1, t
    jeq     2f
    bis     #64, constant
2:  inc     number
    cmp     #128, number
    jne     1b
    pop     r10
    ret
end_function narae_hight_set_key_msp430

#    endif

#endif
