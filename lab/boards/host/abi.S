/* SPDX-License-Identifier: MIT */
/* The ABI check on x86-64, but for Windows, of a function that is called by its address: abi.inc.
 * The real caller's registers are on the stack, its stack pointer in saved_rsp, so that even a
 * function that loses the stack is reported. */

#if defined(__x86_64__) && !defined(_WIN32)

#define BROKEN %eax
#include "abi.inc"

.section .bss
saved_rsp:
    .skip 8

.text
.global hal_abi_call
.type hal_abi_call, @function
hal_abi_call:
    push    %rbx
    push    %rbp
    push    %r12
    push    %r13
    push    %r14
    push    %r15
    sub     $8, %rsp
    stmxcsr (%rsp)
    mov     %rsp, saved_rsp(%rip)

    mov     %rdi, %rax
    mov     %rsi, %r10
    mov     0(%r10), %rdi
    mov     8(%r10), %rsi
    mov     16(%r10), %rdx
    mov     24(%r10), %rcx
    pattern 1, %rbx
    pattern 2, %rbp
    pattern 3, %r12
    pattern 4, %r13
    pattern 5, %r14
    pattern 6, %r15
    call    *%rax

    mov     %rsp, %rsi
    mov     saved_rsp(%rip), %rsp
    pushfq
    pop     %rdi
    cld
    xor     %eax, %eax
    compare 1, %rbx
    compare 2, %rbp
    compare 3, %r12
    compare 4, %r13
    compare 5, %r14
    compare 6, %r15
    mov     $PROMISE_RSP, %edx
    cmp     %rsp, %rsi
    cmovne  %edx, %eax
    mov     $PROMISE_DIRECTION, %edx
    bt      $10, %edi
    cmovc   %edx, %eax
    mov     (%rsp), %ecx
    stmxcsr 4(%rsp)
    xor     4(%rsp), %ecx
    and     $0xffc0, %ecx
    mov     $PROMISE_MXCSR, %edx
    cmovnz  %edx, %eax
    ldmxcsr (%rsp)

    add     $8, %rsp
    pop     %r15
    pop     %r14
    pop     %r13
    pop     %r12
    pop     %rbp
    pop     %rbx
    ret
.size hal_abi_call, . - hal_abi_call

#endif
#ifdef __ELF__
.section .note.GNU-stack, "", @progbits
#endif
