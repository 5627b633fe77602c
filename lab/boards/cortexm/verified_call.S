/* SPDX-License-Identifier: MIT */
/* The ABI check of any call: abi.inc.  r12 is the address of two words, the function and its name.
 * The arguments stay where they are, in r0-r3 and on the stack, so all that is saved is in memory. */

#include "abi.inc"

#define SAVED_LR 32
#define SAVED_SP 36
#define CALLED 40

.section .bss.hal_abi_verified_call, "aw", %nobits
.balign 4
saved:
    .zero   44

/* r2 goes up with the numbers; r12: the last promise that was broken */
.macro compare number
    cmp     r\number, r2
    beq     1f
    movs    r3, #\number
    mov     r12, r3
1:  adds    r2, r2, #1
.endm

.section .text.hal_abi_verified_call, "ax", %progbits
.globl hal_abi_verified_call
.weak bench_abi_broken /* programs that check nothing have none */
.type hal_abi_verified_call, %function
.thumb_func
hal_abi_verified_call:
    push    {r4-r7}
    ldr     r5, =saved
    .irp n, 0, 4, 8, 12
    ldr     r4, [sp, #\n]
    str     r4, [r5, #\n]
    .endr
    .irp n, 8, 9, 10, 11
    mov     r4, r\n
    str     r4, [r5, #4 * (\n - 4)]
    .endr
    mov     r4, lr
    str     r4, [r5, #SAVED_LR]
    add     sp, sp, #16
    mov     r4, sp
    str     r4, [r5, #SAVED_SP]
    mov     r4, r12
    str     r4, [r5, #CALLED]
    ldr     r4, [r4]
    movs    r5, #1
    orrs    r4, r4, r5
    mov     r12, r4
    ldr     r4, =PATTERN + 8
    .irp n, 8, 9, 10, 11
    mov     r\n, r4
    adds    r4, r4, #1
    .endr
    ldr     r4, =PATTERN + 4
    adds    r5, r4, #1
    adds    r6, r4, #2
    adds    r7, r4, #3
    blx     r12

    movs    r3, #0
    mov     r12, r3
    ldr     r2, =PATTERN + 4
    .irp n, 4, 5, 6, 7, 8, 9, 10, 11
    compare \n
    .endr
    ldr     r4, =saved
    ldr     r5, [r4, #SAVED_SP]
    mov     r6, sp
    cmp     r5, r6
    beq     1f
    movs    r3, #PROMISE_SP
    mov     r12, r3
1:  mov     sp, r5
    mov     r5, r12
    cmp     r5, #0
    bne     2f
    .irp n, 8, 9, 10, 11
    ldr     r5, [r4, #4 * (\n - 4)]
    mov     r\n, r5
    .endr
    ldr     r5, [r4, #SAVED_LR]
    mov     lr, r5
    ldmia   r4!, {r5-r7}
    mov     r12, r5
    ldr     r5, [r4]
    mov     r2, r6
    mov     r3, r7
    mov     r7, r5
    mov     r4, r12
    mov     r5, r2
    mov     r6, r3
    bx      lr
2:  mov     r0, r12
    ldr     r1, [r4, #CALLED]
    ldr     r1, [r1, #4]
    bl      bench_abi_broken
.ltorg
.size hal_abi_verified_call, . - hal_abi_verified_call
