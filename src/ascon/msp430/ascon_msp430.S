/* SPDX-License-Identifier: MIT */
/* The Ascon permutation, MSP430.  SP 800-232, 3.
 *
 *     void narae_ascon_permute_msp430(uint64_t state[5], unsigned rounds);
 *
 * A word is four registers, lowest first.  The S-box takes x0 in registers and leaves y3 in the same ones; the
 * linear layer starts with that word and ends with x0.  Words x1 and x2 keep one of their registers from the
 * S-box to the linear layer, the highest, and one back, the lowest.  The other 14 registers of the state go
 * through two areas on the stack, each read in sequence: `words` in the order of the linear layer, with POP, and
 * `slices` in that of the S-box, with @slice+.
 *
 * S-box, 16 bits of all words, 19 instructions, of which only two copy, because BIC is and-not and the last use
 * of a word may destroy it:
 *
 *     x0 ^= x4, x4 ^= x3, x2 ^= x1;  y[i] = x[i] ^ (~x[i+1] & x[i+2]) for i = 0, 4, 3, 2, 1;
 *     y1 ^= y0, y0 ^= y4, y3 ^= y2, y2 = ~y2
 *
 * Linear layer.  Rotations by 16 are renaming, by 1 they take five cycles; rotated by 8 and XORed, a word of 16
 * bits takes five: bytes L and H next to L' become H and L', which is L, H ^ (L ^ L') with its bytes swapped,
 * and XOR.B clears the upper byte.
 *
 *     x3 ^ x3>>>10 ^ x3>>>17    u = x3>>>1, then (u>>>1)>>>8                 4 + 2 * 5 + 4 + 20 = 38
 *     x1 ^ x1>>>61 ^ x1>>>39    u = x1<<<1, u>>>8, then u<<<2                4 + 3 * 5 + 4 + 20 = 43
 *     x2 ^ x2>>>1  ^ x2>>>6     u = x2>>>1, then u>>>5                       4 + 6 * 5 + 8 = 42
 *     x4 ^ x4>>>7  ^ x4>>>41    u = x4 ^ x4>>>34, then (u<<<1)>>>8           4 + 3 * 5 + 4 + 20 = 43
 *     x0 ^ x0>>>19 ^ x0>>>28    u = x0>>>3, then (u>>>1)>>>8                 4 + 4 * 5 + 4 + 20 = 48
 *
 * A round: S-box 4 * 19, linear layer 214, loads 28 * 2, stores 28 * 4, constant 1, pointers 3, loop 6: 468
 * cycles.  A call takes 260 more: the state in 98 and out 108, registers and constant 54.
 *
 * Time depends on the number of rounds alone. */

#include "core/family.h"

#ifdef NARAE_MSP430_KERNELS

    .file "ascon_msp430.S"

#include "core/msp430/call.inc"

/* Bytes of an area; and the frame when `words` is taken: `slices`, then the address of the state. */
#define AREA 28
#define STATE AREA

/* x0 and y3; x1 and x2 at first; other words of the S-box, whose registers are free before it. */
#define w r4, r5, r6, r7
#define x1 r8
#define x2 r9
#define x3_y1 r10
#define x4_y2 r11
#define y0 r12
#define y4 r13
#define from r14
#define constant r15

.macro copy p0, p1, p2, p3, q0, q1, q2, q3
    mov     \q0, \p0
    mov     \q1, \p1
    mov     \q2, \p2
    mov     \q3, \p3
.endm

.macro right1 p0, p1, p2, p3
    bit     #1, \p0
    rrc     \p3
    rrc     \p2
    rrc     \p1
    rrc     \p0
.endm

.macro left1 p0, p1, p2, p3
    rla     \p0
    rlc     \p1
    rlc     \p2
    rlc     \p3
    adc     \p0
.endm

/* p ^= q >>> 16 n, by naming the registers of q from n on */
.macro xor_turned n, p0, p1, p2, p3, q0, q1, q2, q3
    .if     \n
    xor_turned (\n - 1), \p0, \p1, \p2, \p3, \q1, \q2, \q3, \q0
    .else
    xor     \q0, \p0
    xor     \q1, \p1
    xor     \q2, \p2
    xor     \q3, \p3
    .endif
.endm

/* p ^= the lowest word of (q1 q0) >>> 8 */
.macro xor_bytes p0, q0, q1
    mov     \q0, from
    xor.b   \q1, from
    xor     \q0, from
    swpb    from
    xor     from, \p0
.endm

/* p ^= q >>> 8 + 16 n; `from` is clobbered */
.macro xor_turned8 n, p0, p1, p2, p3, q0, q1, q2, q3
    .if     \n
    xor_turned8 (\n - 1), \p0, \p1, \p2, \p3, \q1, \q2, \q3, \q0
    .else
    xor_bytes \p0, \q0, \q1
    xor_bytes \p1, \q1, \q2
    xor_bytes \p2, \q2, \q3
    xor_bytes \p3, \q3, \q0
    .endif
.endm

/* The next registers of `words` */
.macro take p:vararg
    .irp    register, \p
    pop     \register
    .set    taken, taken + 2
    .endr
.endm

/* Register i of word n, 1 to 4, to `slices`: the first slice has none of words 1 and 2. */
.macro give i, n, p
    mov     \p, AREA - taken + 8 * \i + 2 * \n - 6(sp)
.endm

/* a is x0 and becomes y3. */
.macro sbox a
    xor     x4_y2, \a
    xor     x3_y1, x4_y2
    xor     x1, x2
    mov     x2, y0
    bic     x1, y0
    xor     \a, y0
    mov     x1, y4
    bic     \a, y4
    xor     x4_y2, y4
    bic     x4_y2, \a
    xor     x3_y1, \a
    bic     x3_y1, x4_y2
    xor     x2, x4_y2
    bic     x2, x3_y1
    xor     x1, x3_y1
    xor     y0, x3_y1
    xor     y4, y0
    xor     x4_y2, \a
    inv     x4_y2
.endm

/* Slice i, with registers 0 to 2 of y1 and y2 to `words`, behind them all of y4 and y0 */
.macro substitute i, a
    .if     \i
    mov     @from+, x1
    mov     @from+, x2
    .endif
    mov     @from+, x3_y1
    mov     @from+, x4_y2
    .if     \i == 0
    xor     constant, x2
    .endif
    sbox    \a
    .if     \i < 3
    mov     x3_y1, 2 * \i(sp)
    mov     x4_y2, 6 + 2 * \i(sp)
    .endif
    mov     y4, 12 + 2 * \i(sp)
    mov     y0, 20 + 2 * \i(sp)
.endm

function narae_ascon_permute_msp430
    save_registers
    push    r12
    /* 60 + 15 rounds, the first constant */
    mov     r13, constant
    .rept   4
    rla     constant
    .endr
    sub     r13, constant
    add     #60, constant
    .irp    at, 38, 30, 22, 14, 36, 28, 20, 12, 34, 26, 18, 10, 32, 24
    mov     \at(r12), r4
    push    r4
    .endr
    mov     16(r12), x2
    mov     8(r12), x1
    .irp    register, w
    mov     @r12+, \register
    .endr

1:  mov     sp, from
    sub     #AREA, sp
    substitute 0, r4
    substitute 1, r5
    substitute 2, r6
    substitute 3, r7
    .set    taken, 0

#define word w
#define u x1, x2, y0, y4
    copy    u, word
    right1  u
    xor_turned 1, word, u
    right1  u
    xor_turned8 0, word, u
    give    0, 3, r4
    give    1, 3, r5
    give    2, 3, r6
    give    3, 3, r7

    /* x1, x2: their highest registers are still those of the S-box. */
#undef word
#undef u
#define word x1, r5, r6, x3_y1
#define u r4, r7, y0, y4
    take    x1, r5, r6
    copy    u, word
    left1   u
    xor_turned8 2, word, u
    left1   u
    left1   u
    xor_turned 0, word, u
    give    1, 1, r5
    give    2, 1, r6
    give    3, 1, x3_y1

#undef word
#define word x2, r5, r6, x4_y2
    take    x2, r5, r6
    copy    u, word
    right1  u
    xor_turned 0, word, u
    .rept   5
    right1  u
    .endr
    xor_turned 0, word, u
    give    1, 2, r5
    give    2, 2, r6
    give    3, 2, x4_y2

#undef word
#undef u
#define word w
#define u x3_y1, x4_y2, y0, y4
#define u_by_32 y0, y4, x3_y1, x4_y2
    take    word
    copy    u, word
    right1  u
    right1  u
    xor_turned 0, u_by_32, word
    left1   u_by_32
    xor_turned8 0, word, u_by_32
    give    0, 4, r4
    give    1, 4, r5
    give    2, 4, r6
    give    3, 4, r7

    take    word
    copy    u, word
    right1  u
    right1  u
    right1  u
    xor_turned 1, word, u
    right1  u
    xor_turned8 1, word, u

    sub     #15, constant
    cmp     #60, constant
    jne     1b

    mov     STATE(sp), r12
    mov     r4, 0(r12)
    mov     r5, 2(r12)
    mov     r6, 4(r12)
    mov     r7, 6(r12)
    mov     x1, 8(r12)
    mov     x2, 16(r12)
    .irp    at, 24, 32, 10, 18, 26, 34, 12, 20, 28, 36, 14, 22, 30, 38
    pop     r4
    mov     r4, \at(r12)
    .endr
    pop     r12
    restore_registers
    ret
end_function narae_ascon_permute_msp430

#endif
