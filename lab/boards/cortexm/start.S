/* SPDX-License-Identifier: MIT */
/* Start-up of a Cortex-M: the vector table, code and data to where they run, then
 * main().  A fault ends the program with its address; nothing else interrupts. */

.syntax unified
.thumb

.section .vectors, "a", %progbits
    .word   __stack
    .word   _start
    .rept   14
    .word   faulted
    .endr

.section .start, "ax", %progbits
.globl _start
.type _start, %function
.thumb_func
_start:
    ldr     r0, =__text_start
    ldr     r1, =__text_end
    ldr     r2, =__text_load
    cmp     r0, r2
    beq     1f
    bl      copy
1:  ldr     r0, =__data_start
    ldr     r1, =__data_end
    ldr     r2, =__data_load
    bl      copy
    ldr     r0, =__bss_start
    ldr     r1, =__bss_end
    movs    r3, #0
    b       3f
2:  str     r3, [r0]
    adds    r0, r0, #4
3:  cmp     r0, r1
    blo     2b
    ldr     r0, =main
    blx     r0
    ldr     r1, =hal_exit
    bx      r1

/* From r2 to r0, up to r1. */
.thumb_func
1:  ldr     r3, [r2]
    str     r3, [r0]
    adds    r0, r0, #4
    adds    r2, r2, #4
.thumb_func
copy:
    cmp     r0, r1
    blo     1b
    bx      lr

/* What the core has put on the stack holds the program counter at 24. */
.thumb_func
faulted:
    mov     r0, sp
    ldr     r0, [r0, #24]
    ldr     r1, =__stack
    mov     sp, r1
    ldr     r1, =hal_fault
    bx      r1
.ltorg
.size _start, . - _start
