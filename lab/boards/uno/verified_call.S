/* SPDX-License-Identifier: MIT */
/* The ABI check on AVR, of any call: abi.inc.  Z is the function and X its name; the arguments stay
 * where they are, in r8-r25 and on the stack, so the return address and all that is saved are in
 * memory.  r8-r17 may hold arguments, which the function leaves there; the interrupt flag is set in
 * every second call. */

#include "abi.inc"

.section .bss.hal_abi_verified_call, "aw", @nobits
saved:
    .skip 18
saved_return:
    .skip 2
saved_sp:
    .skip 2
saved_sreg:
    .skip 1
given_sreg:
    .skip 1
function_name:
    .skip 2

.section .text.hal_abi_verified_call, "ax", @progbits

.macro each_filled macro
    .irp n, 2, 3, 4, 5, 6, 7
    \macro \n, saved + \n - 2
    .endr
    \macro 28, saved + 16
    \macro 29, saved + 17
.endm

.macro each_kept macro
    .irp n, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17
    \macro \n, saved + \n - 2
    .endr
.endm

.macro save n, place
    sts     \place, \n
.endm

.macro restore n, place
    lds     \n, \place
.endm

.macro fill n, place
    ldi     r27, PATTERN + \n
    mov     \n, r27
.endm

/* r30: the last promise that was broken */
.macro compare n, place
    ldi     r27, PATTERN + \n
    cpse    \n, r27
    ldi     r30, \n
.endm

.macro compare_kept n, place
    lds     r27, \place
    cpse    \n, r27
    ldi     r30, \n
.endm

.global hal_abi_verified_call
.weak bench_abi_broken /* programs that check nothing have none */
.type hal_abi_verified_call, @function
hal_abi_verified_call:
    sts     function_name, r26
    sts     function_name + 1, r27
    pop     r26
    pop     r27
    sts     saved_return, r26
    sts     saved_return + 1, r27
    in      r26, _SFR_IO_ADDR(SPL)
    in      r27, _SFR_IO_ADDR(SPH)
    sts     saved_sp, r26
    sts     saved_sp + 1, r27
    in      r26, _SFR_IO_ADDR(SREG)
    sts     saved_sreg, r26
    each_filled save
    each_kept save
    each_filled fill
    lds     r26, given_sreg
    ldi     r27, 1 << SREG_I
    eor     r26, r27
    sts     given_sreg, r26
    out     _SFR_IO_ADDR(SREG), r26
    icall

    in      r26, _SFR_IO_ADDR(SREG)
    cli
    mov     r31, r1
    clr     r1
    clr     r30
    each_filled compare
    each_kept compare_kept
    lds     r0, saved_sp
    in      r27, _SFR_IO_ADDR(SPL)
    cpse    r27, r0
    ldi     r30, PROMISE_SP
    out     _SFR_IO_ADDR(SPL), r0
    lds     r0, saved_sp + 1
    in      r27, _SFR_IO_ADDR(SPH)
    cpse    r27, r0
    ldi     r30, PROMISE_SP
    out     _SFR_IO_ADDR(SPH), r0
    lds     r27, given_sreg
    eor     r27, r26
    sbrc    r27, SREG_I
    ldi     r30, PROMISE_INTERRUPTS
    cpse    r31, r1
    ldi     r30, PROMISE_R1
    each_filled restore
    each_kept restore
    cpse    r30, r1
    rjmp    1f
    lds     r26, saved_return + 1
    push    r26
    lds     r26, saved_return
    push    r26
    lds     r26, saved_sreg
    out     _SFR_IO_ADDR(SREG), r26
    ret
1:  mov     r24, r30
    lds     r22, function_name
    lds     r23, function_name + 1
    jmp     bench_abi_broken
.size hal_abi_verified_call, . - hal_abi_verified_call
