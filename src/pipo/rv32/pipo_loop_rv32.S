/* SPDX-License-Identifier: MIT */
/* PIPO-64/128 and PIPO-64/256 for RV32I in little flash.  Kim et al., ICISC 2020.
 *
 *   void narae_pipo_encrypt_rv32(const void *schedule, uint8_t *out,
 *                                const uint8_t *in, size_t nblocks);
 *   void narae_pipo_decrypt_rv32(likewise);
 *
 * One block at a time, one round in a loop.  A row is repeated in each byte of
 * a word, so that it rotates with the word.  The rows are in the eight
 * registers that compressed instructions can encode.  The schedule is that of
 * pipo_portable.c, which has the key's rows in this form; the round number is
 * repeated in each byte of a word, too.
 *
 *   a round   S-box 34 (33 with Zbb), rotations 21 (7), key 17, loop and moves 9
 *
 * Time depends on the number of blocks and the key size alone. */

#include "core/family.h"

#if defined(NARAE_RV32_KERNELS) && defined(NARAE_SMALL)

    .file   "pipo_loop_rv32.S"

#    include "core/rv32/call.inc"

#    define r0 a0
#    define r1 a1
#    define r2 a2
#    define r3 a3
#    define r4 a4
#    define r5 a5
#    define r6 s0
#    define r7 s1
#    define t t4
#    define u t5
#    define v t6
#    define link t0
#    define in t1
#    define out t2
#    define one t3       /* 1 in each byte */
#    define key a6
#    define number a7    /* round number, in each byte */
#    define first s2     /* part of the key */
#    define end s3
#    define last s4      /* number of a round */
#    define nblocks s5
#    define rounds_code s6
#    define SAVED s0, s1, s2, s3, s4, s5, s6
#    define FRAME 64
#    define ROWS 32      /* the block's bytes at the start of the frame, one word each */
#    define PART 32

#    include "sbox.inc"

.macro rows instruction, x0, x1, x2, x3, x4, x5, x6, x7
    .set    i, 0
    .irp    x, \x0, \x1, \x2, \x3, \x4, \x5, \x6, \x7
    \instruction \x, i(sp)
    .set    i, i + 4
    .endr
.endm

.macro add_two_rows at, x, y
    lw      t, \at(key)
    lw      u, \at + 4(key)
    xor     \x, \x, t
    xor     \y, \y, u
.endm

.macro add_key x0, x1, x2, x3, x4, x5, x6, x7
    add_two_rows 0, \x0, \x1
    add_two_rows 8, \x2, \x3
    add_two_rows 16, \x4, \x5
    add_two_rows 24, \x6, \x7
    xor     \x0, \x0, number
.endm

/* The registers of the rows before sbox and after sbox_inverse. */
#    define HOME r0, r1, r2, r3, r4, r5, r6, r7
#    define AWAY r1, r7, r2, r6, r5, r4, r3, r0

function narae_pipo_encrypt_rv32
    lla     t0, .Lencrypt
    j       .Lblocks
.Lencrypt:
    rows    lw, HOME
    mv      key, first
    li      number, 0
    j       2f
1:  sbox
    ror_to  u, r0, 1, r0
    mv      r0, r7
    ror_to  r7, r1, 6, r1
    mv      r1, u
    ror     r2, 4, t
    ror_to  u, r6, 5, r6
    ror_to  r6, r3, 7, r3
    mv      r3, u
    ror_to  u, r5, 2, r5
    ror_to  r5, r4, 3, r4
    mv      r4, u
    add     number, number, one
2:  add_key HOME
    addi    key, key, PART
    bne     key, end, 3f
    mv      key, first
3:  bne     number, last, 1b
    rows    sw, HOME
    jr      link

/* Blocks one by one, by the code at t0. */
.Lblocks:
    beqz    a3, 5f
    save_registers FRAME, SAVED
    mv      rounds_code, t0
    mv      out, a1
    mv      in, a2
    mv      nblocks, a3
    addi    first, a0, 4
    li      one, 0x01010101
    lw      last, 0(a0)
    addi    end, last, -9
    slli    end, end, 4
    add     end, end, first
    slli    t, last, 8
    or      last, last, t
    slli    t, last, 16
    or      last, last, t
1:  mv      a0, sp
    addi    a1, sp, ROWS
2:  lbu     a2, 0(in)
    addi    in, in, 1
    slli    a3, a2, 8
    or      a2, a2, a3
    slli    a3, a2, 16
    or      a2, a2, a3
    sw      a2, 0(a0)
    addi    a0, a0, 4
    bne     a0, a1, 2b
    jalr    link, rounds_code
    mv      a0, sp
    addi    a1, sp, ROWS
4:  lbu     a2, 0(a0)
    sw      zero, 0(a0)
    addi    a0, a0, 4
    sb      a2, 0(out)
    addi    out, out, 1
    bne     a0, a1, 4b
    addi    nblocks, nblocks, -1
    bnez    nblocks, 1b
    restore_registers FRAME, SAVED
5:  ret

/* Both key sizes end with the second part of the key. */
    .globl  narae_pipo_decrypt_rv32
    .type   narae_pipo_decrypt_rv32, @function
narae_pipo_decrypt_rv32:
    lla     t0, .Ldecrypt
    j       .Lblocks
.Ldecrypt:
    rows    lw, AWAY
    addi    key, first, PART
    mv      number, last
    j       2f
1:  bne     key, first, 3f
    mv      key, end
3:  addi    key, key, -PART
    sub     number, number, one
    ror_to  u, r0, 2, r0
    mv      r0, r1
    ror_to  r1, r7, 7, r7
    mv      r7, u
    ror     r2, 4, t
    ror_to  u, r3, 1, r3
    ror_to  r3, r6, 3, r6
    mv      r6, u
    ror_to  u, r4, 5, r4
    ror_to  r4, r5, 6, r5
    mv      r5, u
    sbox_inverse
2:  add_key AWAY
    bnez    number, 1b
    rows    sw, AWAY
    jr      link
end_function narae_pipo_encrypt_rv32

#endif
