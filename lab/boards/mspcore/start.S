/* SPDX-License-Identifier: MIT */
/* Start-up of an MSP430: no watchdog, data to where it is changed, then main().  Nothing interrupts. */

#define PASSWORD_AND_HOLD 0x5a80

.section .vectors, "a", @progbits
    .short  _start

.section .text._start, "ax", @progbits
.globl _start
.type _start, @function
_start:
    mov     #PASSWORD_AND_HOLD, &watchdog
    mov     #__stack, sp
    mov     #__data_start, r12
    mov     #__data_load, r13
    jmp     2f
1:  mov     @r13+, r14
    mov     r14, 0(r12)
    incd    r12
2:  cmp     #__data_end, r12
    jlo     1b
    mov     #__bss_start, r12
    jmp     4f
3:  mov     #0, 0(r12)
    incd    r12
4:  cmp     #__bss_end, r12
    jlo     3b
    call    #main
    br      #hal_exit
.size _start, . - _start
