/* AES encryption of eight blocks for RV32I, bit-sliced.  FIPS 197.
 *
 *   void narae_aes_encrypt_eight_rv32(const uint32_t *rk, uint8_t out[128],
 *                                     const uint8_t in[128], unsigned rounds);
 *
 * A word is one bit of a row: byte c is column c, bit b of it is block b.
 * ShiftRows turns a word by whole bytes, and MixColumns adds words without
 * turning them: the barrel-shiftrows of Adomnicai and Peyrin, "Fixslicing
 * AES-like Ciphers", TCHES 2021(1).  The price are 128 bytes for each round
 * key and 32 words of state, of which most are in memory.
 *
 *     round        4 S-boxes of 110, 72 for ShiftRows, 108 for MixColumns, 32
 *                  for the key, 96 loads, 64 stores: 812
 *     last round   4 x 257, first key 4 x 111, both with the transposition of
 *                  bits; that of bytes 2 x 8 x 35
 *
 *     10 rounds: 9 x 812 + 1028 + 444 + 560 = 9340, 73.0 a byte; 14: 12588
 *
 * The rounds are scheduled onto the registers by aes_rounds_rv32.py.
 *
 * All words are aligned.  Time depends on the number of rounds alone; all
 * addresses are fixed. */

#include "core/kernels.h"

#if defined(NARAE_RV32_KERNELS) && !defined(NARAE_SMALL)

    .file   "aes_rv32.S"

#    include "core/rv32.inc"

#    define rk a0
#    define SAVED ra, s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11
#    define FRAME 352
/* From 160 on what the rounds cannot keep in registers: up to 288. */
#    define MASKS 128
#    define OUT 140(sp)
#    define END 144(sp)

#    include "aes_rounds_rv32.inc"

/* Byte 1 of x and byte 0 of y change places, and bytes 3 and 2. */
.macro exchange_bytes x, y
    srli    t0, \x, 8
    xor     t0, t0, \y
    and     t0, t0, t1
    xor     \y, \y, t0
    slli    t0, t0, 8
    xor     \x, \x, t0
.endm

.macro exchange_halves x, y
    slli    t0, \y, 16
    xor     t0, t0, \x
    and     t0, t0, t2
    xor     \x, \x, t0
    srli    t0, t0, 16
    xor     \y, \y, t0
.endm

/* Columns to rows, and back. */
.macro transpose_block
    exchange_bytes s0, s1
    exchange_bytes s2, s3
    exchange_halves s0, s2
    exchange_halves s1, s3
.endm

/* Both ways: the block's words in a row of the state are 32 bytes apart. */
.macro four_words instruction, p, apart
    \instruction s0, 0(\p)
    \instruction s1, \apart(\p)
    \instruction s2, 2 * \apart(\p)
    \instruction s3, 3 * \apart(\p)
.endm

function narae_aes_encrypt_eight_rv32
    save_registers FRAME, SAVED
    sw      a1, OUT
    slli    a3, a3, 7
    add     a3, a3, rk
    sw      a3, END
    li      t0, 0x55555555
    sw      t0, MASKS(sp)
    li      t0, 0x33333333
    sw      t0, MASKS + 4(sp)
    li      t0, 0x0f0f0f0f
    sw      t0, MASKS + 8(sp)
    li      t1, 0x00ff00ff
    lui     t2, 0xffff0
    mv      t3, sp
    addi    t4, sp, 32
1:  four_words lw, a2, 4
    transpose_block
    four_words sw, t3, 32
    addi    t3, t3, 4
    addi    a2, a2, 16
    bne     t3, t4, 1b

    mv      a1, sp
1:  first_row
    addi    a1, a1, 32
    addi    rk, rk, 32
    addi    t0, sp, 128
    bne     a1, t0, 1b

1:  middle_round
    lw      t0, END
    addi    rk, rk, 128
    beq     rk, t0, 2f
    j       1b

2:  mv      a1, sp
    li      a2, 0
3:  neg     a3, a2
    last_row
    addi    a1, a1, 32
    addi    a2, a2, 8
    addi    rk, rk, 32
    addi    t0, sp, 128
    bne     a1, t0, 3b

    lw      a1, OUT
    li      t1, 0x00ff00ff
    lui     t2, 0xffff0
    mv      t3, sp
    addi    t4, sp, 32
3:  four_words lw, t3, 32
    transpose_block
    four_words sw, a1, 4
    addi    t3, t3, 4
    addi    a1, a1, 16
    bne     t3, t4, 3b
    restore_registers FRAME, SAVED
    ret
end_function narae_aes_encrypt_eight_rv32

#endif
