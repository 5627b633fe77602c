/* SPDX-License-Identifier: MIT */
/* Arithmetic that the MSP430 has no instructions for, by the names and registers of TI's MSP430 EABI
 * (SLAA534, 6.3), which compilers call.  A product takes the same time for all factors; a shift
 * depends on its count, a quotient on both operands.  Numbers of 16 bits are in R12 and R13, of 32
 * bits in R13:R12 and R15:R14, of 64 bits in R11:R8 and R15:R12, results in R12, R13:R12 and R15:R12.
 * R4 to R10 are kept. */

.macro function name
.section .text.\name, "ax", @progbits
.balign 2
.global \name
.type \name, @function
\name:
.endm

/* R12 = R12 * R13 */
function __mspabi_mpyi
    mov     r12, r14
    clr     r12
    mov     #16, r15
1:  rla     r12
    rla     r13
    subc    r11, r11                /* 0 after a bit of 1, or -1 */
    inv     r11
    and     r14, r11
    add     r11, r12
    dec     r15
    jnz     1b
    ret

/* R13:R12 = R13:R12 * R15:R14 */
function __mspabi_mpyl
    push    r10
    push    r9
    push    r8
    push    r7
    mov     r12, r9
    mov     r13, r10
    clr     r12
    clr     r13
    mov     #32, r7
1:  rla     r12
    rlc     r13
    rla     r14
    rlc     r15
    subc    r11, r11
    mov     r9, r8
    bic     r11, r8                 /* which leaves the carry */
    add     r8, r12
    mov     r10, r8
    bic     r11, r8
    addc    r8, r13
    dec     r7
    jnz     1b
    pop     r7
    pop     r8
    pop     r9
    pop     r10
    ret

/* R15:R12 = R11:R8 * R15:R12 */
function __mspabi_mpyll
    push    r7
    push    r6
    push    r5
    push    r4
    push    r12
    push    r13
    push    r14
    mov     r15, r7
    clr     r12
    clr     r13
    clr     r14
    clr     r15
    call    #3f
    pop     r7
    call    #3f
    pop     r7
    call    #3f
    pop     r7
    call    #3f
    pop     r4
    pop     r5
    pop     r6
    pop     r7
    ret
3:  mov     #16, r6                 /* for each bit of R7 */
1:  rla     r12
    rlc     r13
    rlc     r14
    rlc     r15
    rla     r7
    subc    r5, r5
    mov     r8, r4
    bic     r5, r4
    add     r4, r12
    mov     r9, r4
    bic     r5, r4
    addc    r4, r13
    mov     r10, r4
    bic     r5, r4
    addc    r4, r14
    mov     r11, r4
    bic     r5, r4
    addc    r4, r15
    dec     r6
    jnz     1b
    ret

/* R12 = R12 / R13, R14 = R12 mod R13, unsigned */
function __mspabi_divu
    clr     r14
    mov     #16, r15
1:  rla     r12
    rlc     r14
    jc      2f
    cmp     r13, r14
    jnc     3f
2:  sub     r13, r14
    bis     #1, r12
3:  dec     r15
    jnz     1b
    ret

function __mspabi_remu
    call    #__mspabi_divu
    mov     r14, r12
    ret

/* R13:R12 = R13:R12 / R15:R14, R10:R9 (of which the caller saves both) = the remainder, unsigned */
function divide_long
    clr     r9
    clr     r10
    mov     #32, r11
1:  rla     r12
    rlc     r13
    rlc     r9
    rlc     r10
    jc      2f
    cmp     r15, r10
    jnc     3f
    jnz     2f
    cmp     r14, r9
    jnc     3f
2:  sub     r14, r9
    subc    r15, r10
    bis     #1, r12
3:  dec     r11
    jnz     1b
    ret

function __mspabi_divul
    push    r10
    push    r9
    call    #divide_long
    pop     r9
    pop     r10
    ret

function __mspabi_remul
    push    r10
    push    r9
    call    #divide_long
    mov     r9, r12
    mov     r10, r13
    pop     r9
    pop     r10
    ret

/* \name divides numbers with signs as \unsigned does those without; the quotient has the sign of the
 * product, the remainder that of the dividend. */
.macro signed name, unsigned, of_product
function \name
    push    r10
    mov     r12, r10
    tst     r12
    jge     1f
    inv     r12
    inc     r12
1:  tst     r13
    jge     2f
    inv     r13
    inc     r13
.if \of_product
    inv     r10
.endif
2:  call    #\unsigned
    tst     r10
    jge     3f
    inv     r12
    inc     r12
3:  pop     r10
    ret
.endm

.macro signed_long name, unsigned, of_product
function \name
    push    r10
    mov     r13, r10
    tst     r13
    jge     1f
    inv     r12
    inv     r13
    inc     r12
    adc     r13
1:  tst     r15
    jge     2f
    inv     r14
    inv     r15
    inc     r14
    adc     r15
.if \of_product
    inv     r10
.endif
2:  call    #\unsigned
    tst     r10
    jge     3f
    inv     r12
    inv     r13
    inc     r12
    adc     r13
3:  pop     r10
    ret
.endm

    signed __mspabi_divi, __mspabi_divu, 1
    signed __mspabi_remi, __mspabi_remu, 0
    signed_long __mspabi_divli, __mspabi_divul, 1
    signed_long __mspabi_remli, __mspabi_remul, 0

/* R13:R12 is shifted by R14 < 32 bits. */
function __mspabi_slll
    cmp     #16, r14
    jlo     1f
    mov     r12, r13
    clr     r12
    sub     #16, r14
1:  cmp     #8, r14
    jlo     3f
    mov.b   r13, r13
    swpb    r13
    swpb    r12
    mov.b   r12, r15
    bic     r15, r12
    bis     r15, r13
    sub     #8, r14
    jmp     3f
2:  rla     r12
    rlc     r13
    dec     r14
3:  tst     r14
    jnz     2b
    ret

.macro right name, high, bit
function \name
    cmp     #16, r14
    jlo     1f
    mov     r13, r12
    \high
    sub     #16, r14
    jmp     1f
2:  \bit
    rrc     r12
    dec     r14
1:  tst     r14
    jnz     2b
    ret
.endm

.macro logical
    clrc
    rrc     r13
.endm

.macro zero
    clr     r13
.endm

.macro sign
    rla     r13
    subc    r13, r13                /* -1 without a carry */
    inv     r13
.endm

.macro arithmetic
    rra     r13
.endm

    right __mspabi_srll, zero, logical
    right __mspabi_sral, sign, arithmetic
