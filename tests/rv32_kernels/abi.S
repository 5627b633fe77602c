/* Calls a function as a caller that keeps something in every register it may
 * keep, and looks at what comes back.
 *
 *   uint32_t abi_call(function, a, b, c, d, e);
 *
 * sp, gp, tp and s0..s11 belong to the caller.  Answers 0 or the number of the
 * first one that is not what it was. */

    .text
    .globl  abi_call
    .type   abi_call, @function
abi_call:
    addi    sp, sp, -64
    sw      ra, 60(sp)
    .set    slot, 56
    .irp    r, s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11
    sw      \r, slot(sp)
    .set    slot, slot - 4
    .endr
    la      t0, kept
    sw      sp, 0(t0)
    sw      gp, 4(t0)
    sw      tp, 8(t0)
    mv      t1, a0
    mv      a0, a1
    mv      a1, a2
    mv      a2, a3
    mv      a3, a4
    mv      a4, a5
    .set    value, 0x5a5a0000
    .irp    r, s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11
    li      \r, value
    .set    value, value + 0x01010101
    .endr
    jalr    t1

    la      t0, kept
    li      a0, 2
    lw      t1, 0(t0)
    bne     t1, sp, 1f
    li      a0, 3
    lw      t1, 4(t0)
    bne     t1, gp, 1f
    li      a0, 4
    lw      t1, 8(t0)
    bne     t1, tp, 1f
    .set    value, 0x5a5a0000
    .set    number, 8
    .irp    r, s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11
    li      a0, number
    li      t1, value
    bne     t1, \r, 1f
    .set    value, value + 0x01010101
    .set    number, number + (number == 9) * 8 + 1
    .endr
    li      a0, 0
1:  lw      sp, 0(t0)
    lw      gp, 4(t0)
    lw      tp, 8(t0)
    .set    slot, 56
    .irp    r, s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11
    lw      \r, slot(sp)
    .set    slot, slot - 4
    .endr
    lw      ra, 60(sp)
    addi    sp, sp, 64
    ret
    .size   abi_call, . - abi_call

    .bss
    .balign 4
kept:
    .zero   12
