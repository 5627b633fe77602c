/* SPDX-License-Identifier: MIT */
/* The ABI check of any call: abi.inc.  r11 is the address of two words, the function and its name.  The
 * arguments stay where they are, in r12-r15 and on the stack, so all that is saved is in memory; the interrupt
 * flag is set in every second call and comes back as the caller had it. */

#include "abi.inc"

.section .bss.hal_abi_verified_call, "aw", @nobits
.balign 2
saved:
    .zero   14
saved_return:
    .zero   2
saved_sp:
    .zero   2
caller_sr:
    .zero   2
given_sr:
    .zero   2
found_sr:
    .zero   2
called:
    .zero   2

.section .text.hal_abi_verified_call, "ax", @progbits

.macro save n
    mov     r\n, &saved + 2 * \n - 8
.endm

.macro restore n
    mov     &saved + 2 * \n - 8, r\n
.endm

/* r11: the last promise that was broken */
.macro compare n
    cmp     #PATTERN + \n, r\n
    jeq     1f
    mov     #\n, r11
1:
.endm

.globl hal_abi_verified_call
.weak bench_abi_broken /* programs that check nothing have none */
.type hal_abi_verified_call, @function
hal_abi_verified_call:
    mov     0(sp), &saved_return
    incd    sp
    mov     sp, &saved_sp
    mov     r11, &called
    mov     sr, &caller_sr
    each_saved save
    each_saved fill
    mov     @r11, r11
    xor     #GIE, &given_sr
    mov     &given_sr, sr
    nop
    call    r11

    mov     sr, &found_sr
    dint
    nop
    mov     #0, r11
    each_saved compare
    cmp     &saved_sp, sp
    jeq     2f
    mov     #PROMISE_SP, r11
    mov     &saved_sp, sp
2:  xor     &given_sr, &found_sr
    bit     #GIE, &found_sr
    jz      3f
    mov     #PROMISE_INTERRUPTS, r11
3:  each_saved restore
    tst     r11
    jnz     4f
    mov     &caller_sr, sr
    nop
    br      &saved_return
4:  mov     r11, r12
    mov     &called, r13
    mov     2(r13), r13
    br      #bench_abi_broken
.size hal_abi_verified_call, . - hal_abi_verified_call
