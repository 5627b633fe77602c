/* SPDX-License-Identifier: MIT */
/* The ABI check on x86-64, but for Windows, of any call: abi.inc.  r11 is the function, r10 its
 * name.  The arguments stay where they are, in registers and on the stack, so the return address
 * and all that is saved are in memory. */

#if defined(__x86_64__) && !defined(_WIN32)

#define BROKEN %r8d
#include "abi.inc"

.section .bss.hal_abi_verified_call, "aw", @nobits
saved:
    .skip 48
saved_return:
    .skip 8
saved_rsp:
    .skip 8
function_name:
    .skip 8
environment: /* of the x87: the words of control, status and tags are at 0, 4 and 8 */
    .skip 28
saved_mxcsr:
    .skip 4
mxcsr:
    .skip 4
saved_control:
    .skip 2

.macro each_saved macro
    \macro 1, %rbx
    \macro 2, %rbp
    \macro 3, %r12
    \macro 4, %r13
    \macro 5, %r14
    \macro 6, %r15
.endm

.macro save n, register
    mov     \register, saved + 8 * \n - 8(%rip)
.endm

.macro restore n, register
    mov     saved + 8 * \n - 8(%rip), \register
.endm

.macro broken_unless_equal promise
    mov     $\promise, %edx
    cmovne  %edx, BROKEN
.endm

.section .text.hal_abi_verified_call, "ax", @progbits
.global hal_abi_verified_call
.weak bench_abi_broken /* programs that check nothing have none */
.type hal_abi_verified_call, @function
hal_abi_verified_call:
    mov     %r10, function_name(%rip)
    popq    saved_return(%rip)
    mov     %rsp, saved_rsp(%rip)
    stmxcsr saved_mxcsr(%rip)
    fnstcw  saved_control(%rip)
    each_saved save
    each_saved pattern
    call    *%r11

    mov     %rsp, %rsi
    mov     saved_rsp(%rip), %rsp
    pushfq
    pop     %rdi
    cld
    xor     BROKEN, BROKEN
    mov     %rdx, %r9
    each_saved compare
    cmp     %rsp, %rsi
    broken_unless_equal PROMISE_RSP
    test    $0x400, %edi
    broken_unless_equal PROMISE_DIRECTION
    stmxcsr mxcsr(%rip)
    mov     mxcsr(%rip), %ecx
    xor     saved_mxcsr(%rip), %ecx
    test    $0xffc0, %ecx
    broken_unless_equal PROMISE_MXCSR
    fnstenv environment(%rip)
    movzwl  environment(%rip), %ecx
    cmp     saved_control(%rip), %cx
    broken_unless_equal PROMISE_X87_CONTROL
    cmpw    $-1, environment + 8(%rip)
    broken_unless_equal PROMISE_X87_EMPTY
    ldmxcsr saved_mxcsr(%rip)
    fldcw   saved_control(%rip)
    each_saved restore
    test    BROKEN, BROKEN
    jnz     1f
    mov     %r9, %rdx
    jmp     *saved_return(%rip)
1:  mov     BROKEN, %edi
    mov     function_name(%rip), %rsi
    call    bench_abi_broken
.size hal_abi_verified_call, . - hal_abi_verified_call

#endif
#ifdef __ELF__
.section .note.GNU-stack, "", @progbits
#endif
