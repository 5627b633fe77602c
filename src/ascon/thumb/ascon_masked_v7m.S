/* SPDX-License-Identifier: MIT */
/* Ascon with its state in two Boolean shares, for ARMv7-M.  NIST SP 800-232, 3 and 4.
 *
 *   void narae_ascon_masked_permute_v7m(narae_ascon_masked *m, unsigned rounds);
 *   void narae_ascon_masked_start_v7m(narae_ascon_masked *m, const uint8_t key[32],
 *                                     const uint8_t words[24], const uint8_t random[40]);
 *   void narae_ascon_masked_add_key_v7m(narae_ascon_masked *m, unsigned to);
 *   void narae_ascon_masked_block_v7m(narae_ascon_masked *m, uint8_t *out,
 *                                     const uint8_t *in, unsigned what);
 *   void narae_ascon_masked_tag_v7m(const narae_ascon_masked *m, uint8_t tag[16]);
 *
 * What they do: ascon/masked.h.
 *
 * Words are interleaved as in ascon_v7m.S.  Each half of share b is stored rotated right by
 * 5: bits of one column of the state then have different places in the two shares, so one
 * share may follow the other in a register, in an operand or on the bus.  The shifted
 * operand of EOR, AND and ORN brings them together, which costs nothing.
 *
 * The S-box is a chain of Toffoli gates, x ^= ~y & z, four products for each half:
 *
 *     xa ^= (ya | ~zb),  xb ^= yb & zb,  xa ^= (ya | ~za),  xb ^= yb & za
 *
 * in this order, with one temporary: each product replaces one of another column, or one
 * that has no share in common with it.  ~y is replaced by y in the gate for x1 and one ORN
 * by BIC in that for x2, which leave the NOT of x2 to nobody.  x0, x2, x4 and x1 change
 * in place: since ~x1 & x1 = 0, the new x0 serves the gate for x4 as well as the old one,
 * and the new x2 that for x1.  The product for x3 is computed first; the share x0b, added
 * to both of its shares, masks it.  Of a column, each step permutes the 2^10 values of
 * its shares, so they stay uniform, and no random bit is needed after the start.
 *
 * Ten halves are in registers, even or odd ones; the other ten in the places of the odd
 * ones in memory, the places of the even ones are zero.  At narae_ascon_masked_round, the
 * shares of x0 to x4 are
 *
 *     even halves     a: r2 to r6       b: r7 to r11
 *     odd halves      in their places
 *
 * and r1, lr and the operands of the last instructions are public, r12 is public or x2's odd
 * half of share a.  Instructions of a round:
 *
 *     S-box           12 XORs, 5 gates of 8             52, twice       104
 *     exchange        a load and a store for each of ten halves          20
 *     diffusion       4 a half and share                                 40
 *                     a load and a store for each of ten pairs           20
 *     constant, loop                                                      7
 *
 * 191 instructions; a load that no store follows and the branch take a cycle more.  Cycles of
 * p12 on an M4: 12 x 195, and 82 for the call, saved registers and the even halves.  A block
 * of 16 bytes of a long message takes 1789.
 *
 * Time depends on `rounds` and `what` alone. */

#include "core/family.h"

#ifdef NARAE_THUMB_V7M

    .file   "ascon_masked_v7m.S"

#    include "ascon/masked.h"
#    include "core/thumb/call.inc"
#    include "core/thumb/swap.inc"

/* Of halves: share a to the places of share b, and back. */
#    define TO_B 5
#    define TO_A 32 - TO_B

/* In memory: halves of a share, from x0 on; then the key. */
#    define EVEN_A 0
#    define EVEN_B 20
#    define ODD_A 40
#    define ODD_B 60
#    define KEY_A 80
#    define KEY_B 96

#    define m r0

/* x ^= ~y & z; with `first` and `second` AND instead of ORN, y & z, and with BIC second the
 * complement of the former. */
.macro toffoli xa, xb, ya, yb, za, zb, u, first=orn, second=orn
    \first\().w \u, \ya, \zb, ror #TO_A
    eor.w   \xa, \xa, \u
    and.w   \u, \yb, \zb
    eor.w   \xb, \xb, \u
    .ifc    \second, bic
    bic.w   \u, \za, \ya
    .else
    \second\().w \u, \ya, \za
    .endif
    eor.w   \xa, \xa, \u
    and.w   \u, \yb, \za, ror #TO_B
    eor.w   \xb, \xb, \u
.endm

.macro add_both xa, xb, ya, yb
    eor.w   \xa, \xa, \ya
    eor.w   \xb, \xb, \yb
.endm

/* The XORs before the gates. */
.macro add_inputs a0, b0, a1, b1, a2, b2, a3, b3, a4, b4
    add_both \a0, \b0, \a4, \b4
    add_both \a4, \b4, \a3, \b3
    add_both \a2, \b2, \a1, \b1
.endm

/* All gates; the products for x3 are in r12 and lr. */
.macro multiply a0, b0, a1, b1, a2, b2, a3, b3, a4, b4, u
    and.w   r12, \a4, \b0, ror #TO_A
    bic.w   lr, \b0, \b4
    orn     \u, \a4, \a0
    eor.w   r12, r12, \u
    and.w   \u, \b4, \a0, ror #TO_B
    eor.w   lr, lr, \u
    toffoli \a0, \b0, \a1, \b1, \a2, \b2, \u
    toffoli \a2, \b2, \a3, \b3, \a4, \b4, \u, second=bic
    toffoli \a4, \b4, \a0, \b0, \a1, \b1, \u
    toffoli \a1, \b1, \a2, \b2, \a3, \b3, \u, and, and
.endm

/* The even half in r goes to the place of the odd one, which comes to `free`. */
.macro exchange free, r, place
    ldr.w   \free, [m, #\place]
    str.w   \r, [m, #\place]
.endm

/* to = x ^ ror(z, n), one half: a and b are even and odd halves of z if the half is
 * even, odd and even if not. */
.macro xor_ror to, x, a, b, n, odd
    .if     (\n & 1) == 0
    eor.w   \to, \x, \a, ror #(\n) / 2
    .elseif ((\n + \odd) / 2) == 0
    eor.w   \to, \x, \b
    .else
    eor.w   \to, \x, \b, ror #(\n + \odd) / 2
    .endif
.endm

/* One word of one share, whose odd half is in o: the even one to e, the odd one to r12. */
.macro diffuse e, o, i, n
    xor_ror r12, \e, \e, \o, (\n - \i), 0
    xor_ror lr, \o, \o, \e, (\n - \i), 1
    xor_ror \e, \e, r12, lr, \i, 0
    xor_ror r12, \o, lr, r12, \i, 1
.endm

/* The next even half comes to e; the odd one before goes to memory. */
.macro next e, place, before
    ldr.w   \e, [m, #\place]
    str.w   r12, [m, #\before]
.endm

function narae_ascon_masked_permute_v7m
    push.w  {r3-r11, lr}
    adr.w   r3, constants_end
    sub.w   r3, r3, r1, lsl #1
    ldrh.w  r12, [r3], #2
    str.w   r3, [sp]
    ldr.w   r1, [m, #ODD_A + 8]
    eor.w   r1, r1, r12, lsr #8
    str.w   r1, [m, #ODD_A + 8]
    and.w   r12, r12, #255
    mov.w   r1, #0
    ldm.w   m, {r2-r11}
    .irp    place, 0, 4, 8, 12, 16, 20, 24, 28, 32, 36
    str.w   r1, [m, #\place]
    .endr
    eor.w   r4, r4, r12

narae_ascon_masked_round:
    add_inputs r2, r7, r3, r8, r4, r9, r5, r10, r6, r11
    multiply r2, r7, r3, r8, r4, r9, r5, r10, r6, r11, r1
    add_both r5, r10, r12, lr
    eor.w   r5, r5, r4
    exchange r1, r4, ODD_A + 8
    eor.w   r10, r10, r9
    exchange r4, r10, ODD_B + 12
    eor.w   r3, r3, r2
    exchange r10, r5, ODD_A + 12
    eor.w   r8, r8, r7
    exchange r5, r9, ODD_B + 8
    eor.w   r2, r2, r6
    exchange r9, r3, ODD_A + 4
    eor.w   r7, r7, r11
    exchange r3, r8, ODD_B + 4
    eor.w   r1, r1, r9
    exchange r8, r6, ODD_A + 16
    eor.w   r5, r5, r3
    exchange r6, r2, ODD_A
    eor.w   r6, r6, r8
    exchange r2, r11, ODD_B + 16
    eor.w   r8, r8, r10
    exchange r11, r7, ODD_B
    eor.w   r11, r11, r2
    eor.w   r2, r2, r4
    multiply r6, r11, r9, r3, r1, r5, r10, r4, r8, r2, r7
    add_both r10, r4, r12, lr
    add_both r9, r3, r6, r11
    add_both r6, r11, r8, r2
    add_both r10, r4, r1, r5
    ldr.w   r7, [m, #ODD_B]
    diffuse r7, r11, 19, 28
    next    r11, ODD_B + 16, ODD_B
    diffuse r11, r2, 7, 41
    next    r2, ODD_A, ODD_B + 16
    diffuse r2, r6, 19, 28
    next    r6, ODD_A + 16, ODD_A
    diffuse r6, r8, 7, 41
    next    r8, ODD_B + 4, ODD_A + 16
    diffuse r8, r3, 39, 61
    next    r3, ODD_A + 4, ODD_B + 4
    diffuse r3, r9, 39, 61
    next    r9, ODD_B + 8, ODD_A + 4
    diffuse r9, r5, 1, 6
    next    r5, ODD_A + 12, ODD_B + 8
    diffuse r5, r10, 10, 17
    next    r10, ODD_B + 12, ODD_A + 12
    diffuse r10, r4, 10, 17
    next    r4, ODD_A + 8, ODD_B + 12
    diffuse r4, r1, 1, 6
    ldr.w   r1, [sp]
    ldrh.w  lr, [r1], #2
    str.w   r1, [sp]
    eor.w   r12, r12, lr, lsr #8
    ands.w  lr, lr, #255
    eor.w   r4, r4, lr
    str.w   r12, [m, #ODD_A + 8]
    bne.w   narae_ascon_masked_round

    stm.w   m, {r2-r11}
    mov.w   r1, #0
    mov.w   r2, #0
    mov.w   r12, #0
    pop.w   {r3-r11, pc}

/* Of round i the even bits of its constant, and the odd ones 8 places up. */
    .p2align 2
    .hword  0x0c0c, 0x0c09, 0x090c, 0x0909, 0x0c06, 0x0c03, 0x0906, 0x0903
    .hword  0x060c, 0x0609, 0x030c, 0x0309
constants_end:
    .hword  0
end_function narae_ascon_masked_permute_v7m

/* Interleaves the 64 bits at `from` to r4 and r5. */
.macro load_word from, at
    ldr.w   r4, [\from, #\at]
    ldr.w   r5, [\from, #\at + 4]
    interleave_to r4, r5, r4, r5, r6
.endm

/* The masks of word i to r6 and r7. */
.macro load_masks i
    ldr.w   r6, [r3, #8 * \i]
    ldr.w   r7, [r3, #8 * \i + 4]
.endm

.macro store_halves e, o, even, odd
    str.w   \e, [m, #\even]
    str.w   \o, [m, #\odd]
.endm

/* Adds masks to r4 and r5, share a of word i. */
.macro store_share_a i
    eor.w   r4, r4, r6, ror #TO_A
    eor.w   r5, r5, r7, ror #TO_A
    store_halves r4, r5, EVEN_A + 4 * \i, ODD_A + 4 * \i
.endm

/* Between the key's shares there is what is public. */
function narae_ascon_masked_start_v7m
    push.w  {r4-r7}
    .irp    i, 1, 2
    load_word r1, 8 * \i - 8
    store_halves r4, r5, KEY_A + 8 * \i - 8, KEY_A + 8 * \i - 4
    load_masks \i
    store_share_a \i
    .endr
    .irp    i, 0, 3, 4
    .if     \i == 0
    load_word r2, 0
    .else
    load_word r2, 8 * \i - 16
    .endif
    load_masks \i
    store_share_a \i
    store_halves r6, r7, EVEN_B + 4 * \i, ODD_B + 4 * \i
    .endr
    .irp    i, 1, 2
    load_word r1, 8 * \i + 8
    ror.w   r4, r4, #TO_B
    ror.w   r5, r5, #TO_B
    store_halves r4, r5, KEY_B + 8 * \i - 8, KEY_B + 8 * \i - 4
    load_masks \i
    eor.w   r4, r4, r6
    eor.w   r5, r5, r7
    store_halves r4, r5, EVEN_B + 4 * \i, ODD_B + 4 * \i
    .endr
    mov.w   r1, #0
    mov.w   r2, #0
    mov.w   r3, #0
    pop.w   {r4-r7}
    bx      lr
end_function narae_ascon_masked_start_v7m

/* Adds four halves of the key to words r1 and r1 + 1, one share after the other. */
.macro add_key_share key, even, odd
    .irp    i, 0, 1
    ldr.w   r2, [m, #\key + 8 * \i]
    ldr.w   r3, [r1, #\even + 4 * \i]
    eor.w   r2, r2, r3
    str.w   r2, [r1, #\even + 4 * \i]
    ldr.w   r3, [m, #\key + 8 * \i + 4]
    ldr.w   r2, [r1, #\odd + 4 * \i]
    eor.w   r3, r3, r2
    str.w   r3, [r1, #\odd + 4 * \i]
    .endr
.endm

function narae_ascon_masked_add_key_v7m
    add.w   r1, m, r1, lsl #2
    add_key_share KEY_A, EVEN_A, ODD_A
    add_key_share KEY_B, EVEN_B, ODD_B
    mov.w   r2, #0
    mov.w   r3, #0
    bx      lr
end_function narae_ascon_masked_add_key_v7m

/* The text is added to share a alone, then the sum to share b: that is the output.  To decrypt,
 * it then replaces the text in the sum. */
function narae_ascon_masked_block_v7m
    push.w  {r4-r7}
    .irp    i, 0, 1
    load_word r2, 8 * \i
    ldr.w   r6, [m, #EVEN_A + 4 * \i]
    ldr.w   r7, [m, #ODD_A + 4 * \i]
    eor.w   r4, r4, r6
    eor.w   r5, r5, r7
    store_halves r4, r5, EVEN_A + 4 * \i, ODD_A + 4 * \i
    cmp.w   r3, #ASCON_MASKED_ABSORB
    beq.w   1f
    ldr.w   r12, [m, #EVEN_B + 4 * \i]
    eor.w   r4, r4, r12, ror #TO_A
    ldr.w   r12, [m, #ODD_B + 4 * \i]
    eor.w   r5, r5, r12, ror #TO_A
    cmp.w   r3, #ASCON_MASKED_DECRYPT
    bne.w   2f
    eor.w   r6, r6, r4
    eor.w   r7, r7, r5
    store_halves r6, r7, EVEN_A + 4 * \i, ODD_A + 4 * \i
2:  uninterleave_to r4, r5, r4, r5, r6
    str.w   r4, [r1, #8 * \i]
    str.w   r5, [r1, #8 * \i + 4]
1:
    .endr
    mov.w   r12, #0
    pop.w   {r4-r7}
    bx      lr
end_function narae_ascon_masked_block_v7m

function narae_ascon_masked_tag_v7m
    push.w  {r4-r6}
    .irp    i, 3, 4
    ldr.w   r4, [m, #EVEN_A + 4 * \i]
    ldr.w   r5, [m, #EVEN_B + 4 * \i]
    eor.w   r4, r4, r5, ror #TO_A
    ldr.w   r5, [m, #ODD_A + 4 * \i]
    ldr.w   r6, [m, #ODD_B + 4 * \i]
    eor.w   r5, r5, r6, ror #TO_A
    uninterleave_to r4, r5, r4, r5, r6
    str.w   r4, [r1, #8 * \i - 24]
    str.w   r5, [r1, #8 * \i - 20]
    .endr
    pop.w   {r4-r6}
    bx      lr
end_function narae_ascon_masked_tag_v7m

#endif
