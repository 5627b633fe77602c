/* SPDX-License-Identifier: MIT */
/* memcpy(), memmove(), memset() and memcmp() of C: two bytes at a time where both addresses and the
 * number are even.  Their time depends on these, and for memcmp() on where the bytes differ. */

.macro function name
.section .text.\name, "ax", @progbits
.balign 2
.global \name
.type \name, @function
\name:
.endm

function memcpy
    mov     r12, r15
    mov     r12, r11
    bis     r13, r11
    bis     r14, r11
    tst     r14
    jz      3f
    bit     #1, r11
    jnz     2f
1:  mov     @r13+, r11
    mov     r11, 0(r15)
    incd    r15
    decd    r14
    jnz     1b
    ret
2:  mov.b   @r13+, r11
    mov.b   r11, 0(r15)
    inc     r15
    dec     r14
    jnz     2b
3:  ret

function memmove
    cmp     r12, r13                /* source - destination */
    jhs     memcpy_far
    mov     r12, r15
    add     r14, r15
    add     r14, r13
    tst     r14
    jz      2f
1:  dec     r13
    dec     r15
    mov.b   @r13, 0(r15)
    dec     r14
    jnz     1b
2:  ret
memcpy_far:
    br      #memcpy

function memset
    mov     r12, r15
    tst     r14
    jz      3f
    mov     r12, r11
    bis     r14, r11
    bit     #1, r11
    jnz     2f
    mov.b   r13, r13
    mov     r13, r11
    swpb    r11
    bis     r11, r13
1:  mov     r13, 0(r15)
    incd    r15
    decd    r14
    jnz     1b
    ret
2:  mov.b   r13, 0(r15)
    inc     r15
    dec     r14
    jnz     2b
3:  ret

function memcmp
    mov     r12, r15
    clr     r12
    tst     r14
    jz      2f
1:  mov.b   @r15+, r12
    mov.b   @r13+, r11
    sub     r11, r12
    jnz     2f
    dec     r14
    jnz     1b
2:  ret
