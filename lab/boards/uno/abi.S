/* SPDX-License-Identifier: MIT */
/* The ABI check on AVR, of a function that is called by its address: abi.inc.  Everything of the
 * real caller is on the stack, and its stack pointer in saved_sp, so that even a kernel that loses
 * the stack is reported. */

#include "abi.inc"

.section .bss
saved_sp:
    .skip 2
saved_sreg:
    .skip 1

.section .text.hal_abi_call_once, "ax", @progbits
.global hal_abi_call_once
.type hal_abi_call_once, @function

.macro each_saved macro
    .irp n, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 28, 29
    \macro \n
    .endr
.endm

.macro save n
    push    \n
.endm

.macro fill n
    ldi     r18, PATTERN + \n
    mov     \n, r18
.endm

/* r24 keeps the first broken promise; r18 and r19 are scratch. */
.macro compare n
    ldi     r18, PATTERN + \n
    ldi     r19, \n
    cpse    \n, r18
    rcall   broken
.endm

hal_abi_call_once:
    each_saved save
    in      r18, _SFR_IO_ADDR(SPL)
    in      r19, _SFR_IO_ADDR(SPH)
    sts     saved_sp, r18
    sts     saved_sp + 1, r19
    in      r18, _SFR_IO_ADDR(SREG)
    sts     saved_sreg, r18

    movw    r26, r22
    movw    r30, r24
    each_saved fill
    ld      r24, X+
    ld      r25, X+
    ld      r22, X+
    ld      r23, X+
    ld      r20, X+
    ld      r21, X+
    ld      r18, X+
    ld      r19, X+
    icall

    mov     r23, r1
    clr     r1
    ldi     r24, 0
    in      r26, _SFR_IO_ADDR(SPL)
    in      r27, _SFR_IO_ADDR(SPH)
    lds     r18, saved_sp
    lds     r19, saved_sp + 1
    in      r25, _SFR_IO_ADDR(SREG)
    cli
    out     _SFR_IO_ADDR(SPL), r18
    out     _SFR_IO_ADDR(SPH), r19
    cp      r26, r18
    cpc     r27, r19
    breq    1f
    ldi     r24, PROMISE_SP
1:  lds     r18, saved_sreg
    out     _SFR_IO_ADDR(SREG), r18
    eor     r18, r25
    sbrs    r18, SREG_I
    rjmp    2f
    ldi     r19, PROMISE_INTERRUPTS
    rcall   broken
2:  ldi     r19, PROMISE_R1
    cpse    r23, r1
    rcall   broken
    each_saved compare

    .irp n, 29, 28, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2
    pop     \n
    .endr
    ret

broken:
    cpse    r24, r1
    ret
    mov     r24, r19
    ret
.size hal_abi_call_once, . - hal_abi_call_once
