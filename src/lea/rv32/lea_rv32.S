/* SPDX-License-Identifier: MIT */
/* LEA for RV32I.  KS X 3246:2016; ISO/IEC 29192-2:2019, clause 6.
 *
 *   void narae_lea_encrypt_rv32(const void *schedule, uint8_t *out,
 *                               const uint8_t *in, size_t nblocks);
 *   void narae_lea_decrypt_rv32(likewise);
 *
 * A round renames its words instead of moving them.  It is 6 XOR, 3
 * additions and 3 rotations of 3 instructions each (of 1 with Zbb), and loads 4 key words
 * for LEA-128, 6 for the others, each at least two instructions ahead of its use, the load
 * latency of the E31:
 *
 *                          LEA-128              LEA-192, LEA-256
 *   one block              22 x 24 = 528        24 x 28 = 672, x 32 = 768
 *   each of four           19 x 24 = 456        19.5 x 28 = 546, x 32 = 624
 *
 * Four blocks share each loaded key word and take 16 registers.  Encryption of one block of
 * LEA-128 is unrolled; for the others it calls a subroutine of eight rounds four times, of
 * which LEA-192 omits the last half.  Decryption of LEA-128 calls one three times; the rest
 * are loops over four rounds, with 2 instructions for an iteration.  Encryption and its
 * mode have to fit into 8 KiB, one way of the E31's instruction cache, or a message takes
 * ten times as long.  With the call one block takes 549, 707 or 802 cycles, four blocks
 * 29.98, 35.77 or 40.64 a byte and eight 29.72, 35.41 or 40.38; up to 3 cycles less if the
 * caller's code is well aligned, 3 or 6 more if its branches share predictor entries with
 * these.
 *
 * Lower bounds, in cycles: a block of LEA-128 is 528 for the rounds, 8 for loading and
 * storing its words and 7 for the call, 543; the test for a single aligned block and this
 * key size takes 5: 548.  For the others the bounds are 687 and 783; with 7 for dispatch, 1
 * to tell these two apart and 11 for the calls of eight rounds: 706 and 802.  A loop over
 * eight rounds would save up to 2, but for one in four branch histories of the caller its
 * last branch shares a predictor entry with its first, and both are mispredicted, 6 cycles;
 * the prediction of returns depends on no history.  The branch precedes the first call,
 * because a call fetched speculatively after a misprediction makes a later return
 * mispredict.  More unrolling takes flash: subroutines of 12 rounds save 3 cycles and take
 * 300 bytes more, of 16 rounds 6 cycles and 600 bytes; all 32 rounds unrolled save 11
 * cycles and take 1.8 KB more, which gives 695 and 791.  Four blocks of LEA-128 are 1824
 * for the rounds, 32 for loading and storing words, 7 for the call and 20 for saving
 * registers, 1883 or 29.4 a byte; with 11 for dispatch, 14 for loops over rounds and 8 to
 * advance to the next blocks: 1916.  The code for many blocks of LEA-192 and LEA-256
 * directly follows the dispatch branches: its loop's last branch then shares a predictor
 * entry with its first in one of eight histories instead of one of two.  The code for
 * encryption of one block of LEA-128 is 1,724 bytes.
 *
 * Blocks that are not aligned go through a buffer: narae_unaligned_blocks().
 *
 * Time depends on the number of blocks and the key size alone. */

#include "core/family.h"

#if defined(NARAE_RV32_KERNELS) && !defined(NARAE_SMALL)

    .file   "lea_rv32.S"

#    include "core/rv32/call.inc"

#    define rk a0
#    define out a1
#    define in a2
#    define nblocks a3
#    define kind t6     /* the schedule's first word: lea_internal.h */
#    define k0 t4
#    define k1 t1
#    define k2 t2
#    define t t3
#    define end t0
#    define link t0
#    define first t6
#    define last t6

/* Round keys: offsets of round r. */
#    define K4(r, i) 4 + 16 * (r) + 4 * (i)(rk)
#    define K6(r, i) 4 + 24 * (r) + 4 * (i)(rk)

/* One block */
#    define a a4
#    define b a5
#    define c a6
#    define d a7

/* Four blocks: one word of each. */
#    define A a4, a5, a6, a7
#    define B t5, s0, s1, s2
#    define C s3, s4, s5, s6
#    define D s7, s8, s9, ra
#    define SAVED ra, s0, s1, s2, s3, s4, s5, s6, s7, s8, s9

/* LEA-128 needs neither k2 nor kind. */
#    define D128 s7, t2, t6, ra
#    define SAVED128 ra, s0, s1, s2, s3, s4, s5, s6, s7

/* Not compressed, so that the loop after it is aligned to the E31's fetch width. */
.macro long instruction:vararg
    .option push
    .option norvc
    \instruction
    .option pop
.endm

/* x = ror((x ^ kx) + (y ^ ky), n) */
.macro forth x, y, kx, ky, n
    xor     \x, \x, \kx
    xor     t, \y, \ky
    add     t, \x, t
    ror_to  \x, t, \n, t
.endm

/* x = (ror(x, n) - (y ^ ky)) ^ kx */
.macro back x, y, kx, ky, n
    ror_to  t, \x, \n, \x
    xor     \x, \y, \ky
    sub     \x, t, \x
    xor     \x, \x, \kx
.endm

.macro round128 r, x0, x1, x2, x3
    lw      k1, K4(\r, 1)
    lw      k0, K4(\r, 3)
    lw      k2, K4(\r, 2)
    forth   \x3, \x2, k1, k0, 3
    lw      k0, K4(\r, 0)
    forth   \x2, \x1, k1, k2, 5
    forth   \x1, \x0, k1, k0, 23
.endm

.macro round256 r, x0, x1, x2, x3
    lw      k1, K6(\r, 5)
    lw      k0, K6(\r, 4)
    lw      k2, K6(\r, 3)
    forth   \x3, \x2, k1, k0, 3
    lw      k0, K6(\r, 2)
    lw      k1, K6(\r, 1)
    forth   \x2, \x1, k2, k0, 5
    lw      k0, K6(\r, 0)
    forth   \x1, \x0, k1, k0, 23
.endm

/* The inverse: x1, x2, x3 are where x0', x1', x2' were. */
.macro unround128 r, x0, x1, x2, x3
    lw      k0, K4(\r, 0)
    lw      k1, K4(\r, 1)
    lw      k2, K4(\r, 2)
    back    \x1, \x0, k1, k0, 9
    lw      k0, K4(\r, 3)
    back    \x2, \x1, k1, k2, 27
    back    \x3, \x2, k1, k0, 29
.endm

.macro unround256 r, x0, x1, x2, x3
    lw      k0, K6(\r, 0)
    lw      k1, K6(\r, 1)
    lw      k2, K6(\r, 2)
    back    \x1, \x0, k1, k0, 9
    lw      k1, K6(\r, 3)
    lw      k0, K6(\r, 4)
    back    \x2, \x1, k1, k2, 27
    lw      k1, K6(\r, 5)
    back    \x3, \x2, k1, k0, 29
.endm

/* The same for four blocks. */
.macro forth4 x0, x1, x2, x3, y0, y1, y2, y3, kx, ky, n
    forth   \x0, \y0, \kx, \ky, \n
    forth   \x1, \y1, \kx, \ky, \n
    forth   \x2, \y2, \kx, \ky, \n
    forth   \x3, \y3, \kx, \ky, \n
.endm

.macro back4 x0, x1, x2, x3, y0, y1, y2, y3, kx, ky, n
    back    \x0, \y0, \kx, \ky, \n
    back    \x1, \y1, \kx, \ky, \n
    back    \x2, \y2, \kx, \ky, \n
    back    \x3, \y3, \kx, \ky, \n
.endm

#    define WORDS w0, w1, w2, w3, x0, x1, x2, x3, y0, y1, y2, y3, z0, z1, z2, z3
#    define W \w0, \w1, \w2, \w3
#    define X \x0, \x1, \x2, \x3
#    define Y \y0, \y1, \y2, \y3
#    define Z \z0, \z1, \z2, \z3

.macro rounds128 r, WORDS
    lw      k1, K4(\r, 1)
    lw      k0, K4(\r, 3)
    forth4  Z, Y, k1, k0, 3
    lw      k0, K4(\r, 2)
    forth4  Y, X, k1, k0, 5
    lw      k0, K4(\r, 0)
    forth4  X, W, k1, k0, 23
.endm

.macro rounds256 r, WORDS
    lw      k1, K6(\r, 5)
    lw      k0, K6(\r, 4)
    lw      k2, K6(\r, 3)
    forth4  Z, Y, k1, k0, 3
    lw      k0, K6(\r, 2)
    lw      k1, K6(\r, 1)
    forth4  Y, X, k2, k0, 5
    lw      k0, K6(\r, 0)
    forth4  X, W, k1, k0, 23
.endm

.macro unrounds128 r, WORDS
    lw      k0, K4(\r, 0)
    lw      k1, K4(\r, 1)
    back4   X, W, k1, k0, 9
    lw      k0, K4(\r, 2)
    back4   Y, X, k1, k0, 27
    lw      k0, K4(\r, 3)
    back4   Z, Y, k1, k0, 29
.endm

.macro unrounds256 r, WORDS
    lw      k0, K6(\r, 0)
    lw      k1, K6(\r, 1)
    lw      k2, K6(\r, 2)
    back4   X, W, k1, k0, 9
    lw      k1, K6(\r, 3)
    lw      k0, K6(\r, 4)
    back4   Y, X, k1, k2, 27
    lw      k1, K6(\r, 5)
    back4   Z, Y, k1, k0, 29
.endm

/* Four rounds, after which each word has its name again. */
.macro four_rounds round, r, a, b, c, d
    \round  \r, \a, \b, \c, \d
    \round  \r + 1, \b, \c, \d, \a
    \round  \r + 2, \c, \d, \a, \b
    \round  \r + 3, \d, \a, \b, \c
.endm

.macro four_unrounds round, r, a, b, c, d
    \round  \r + 3, \d, \a, \b, \c
    \round  \r + 2, \c, \d, \a, \b
    \round  \r + 1, \b, \c, \d, \a
    \round  \r, \a, \b, \c, \d
.endm

.macro four_rounds_of4 round, r, WORDS
    \round  \r, W, X, Y, Z
    \round  \r + 1, X, Y, Z, W
    \round  \r + 2, Y, Z, W, X
    \round  \r + 3, Z, W, X, Y
.endm

.macro four_unrounds_of4 round, r, WORDS
    \round  \r + 3, Z, W, X, Y
    \round  \r + 2, Y, Z, W, X
    \round  \r + 1, X, Y, Z, W
    \round  \r, W, X, Y, Z
.endm

.macro load_block
    lw      a, 0(in)
    lw      b, 4(in)
    lw      c, 8(in)
    lw      d, 12(in)
.endm

.macro store_block
    sw      a, 0(out)
    sw      b, 4(out)
    sw      c, 8(out)
    sw      d, 12(out)
.endm

.macro memory4 instruction, p, i, x0, x1, x2, x3
    \instruction \x0, 4 * (\i)(\p)
    \instruction \x1, 4 * (\i) + 16(\p)
    \instruction \x2, 4 * (\i) + 32(\p)
    \instruction \x3, 4 * (\i) + 48(\p)
.endm

.macro begin_four d0, d1, d2, d3
    memory4 lw, in, 0, A
    memory4 lw, in, 1, B
    memory4 lw, in, 2, C
    memory4 lw, in, 3, \d0, \d1, \d2, \d3
.endm

/* Continues at `again` while there are four more blocks; then nblocks is the remainder. */
.macro end_four again, d0, d1, d2, d3
    memory4 sw, out, 0, A
    memory4 sw, out, 1, B
    memory4 sw, out, 2, C
    memory4 sw, out, 3, \d0, \d1, \d2, \d3
    addi    nblocks, nblocks, -4
    addi    in, in, 64
    addi    out, out, 64
    bgez    nblocks, \again
    addi    nblocks, nblocks, 4
.endm

/* Falls through for one aligned block of LEA-128; everything else branches to `others`.
 * The sum is 1 for one aligned block; bit 30 or 31 is set if a pointer is not aligned, and
 * bits 28 and 29 are clear, while the kinds of other keys have bit 29 set. */
.macro sort_out others
    lw      kind, 0(rk)
    or      t0, out, in
    slli    t0, t0, 30
    add     t0, t0, nblocks
    bne     t0, kind, \others
.endm

/* Dispatches the other calls: many blocks of the other key sizes fall through, many of
 * LEA-128 go to `many128`, the rest, which is few or no blocks and those that are not
 * aligned, to `rest`. */
.macro sort_many many128, rest
    addi    t1, t0, -4
    or      t2, t1, kind
    srli    t2, t2, 29
    beqz    t2, \many128
    or      t1, t1, t0
    srli    t1, t1, 30
    bnez    t1, \rest
.endm

/* The rest; after many blocks it begins at 0. */
.macro rest kernel, one128, one
    srli    t1, t0, 30
    bnez    t1, 5f
    beqz    t0, 4f
0:  save_registers 32, ra, s0, s1, s2
    mv      s0, rk
    mv      s1, nblocks
    lw      kind, 0(rk)
    la      s2, \one128
    srli    t1, kind, 29
    beqz    t1, 3f
    la      s2, \one
3:  mv      rk, s0
    jalr    s2
    addi    in, in, 16
    addi    out, out, 16
    addi    s1, s1, -1
    bnez    s1, 3b
    restore_registers 32, ra, s0, s1, s2
4:  ret
5:  la      a4, \kernel
    li      a5, 16
    tail    narae_unaligned_blocks
.endm

/* One block of LEA-192 or LEA-256: three times eight rounds, then the last four or eight,
 * whose keys are at the given offset. */
.macro encrypt_one bytes, last_rounds
    load_block
    jal     link, .Lencrypt_eight
    addi    rk, rk, 8 * 24
    jal     link, .Lencrypt_eight
    addi    rk, rk, 8 * 24
    jal     link, .Lencrypt_eight
    addi    rk, rk, \bytes
    jal     link, \last_rounds
    store_block
    ret
.endm

function narae_lea_encrypt_rv32
    sort_out .Lencrypt_others
.Lencrypt128:
    load_block
    .set    r, 0
    .rept   6
    four_rounds round128, r, a, b, c, d
    .set    r, r + 4
    .endr
    store_block
    ret

/* Moved by two bytes, so that the returns of the calls below are aligned to the E31's fetch
 * width. */
.Lencrypt_others:
    li      t1, 1
    bne     t0, t1, .Lencrypt_many
.Lencrypt_one:
    bltz    kind, .Lencrypt256
    encrypt_one 4 * 24, .Lencrypt_last_four
    .balign 4
.Lencrypt256:
    encrypt_one 8 * 24, .Lencrypt_eight

    .balign 4
.Lencrypt_eight:
    four_rounds round256, 0, a, b, c, d
.Lencrypt_last_four:
    four_rounds round256, 4, a, b, c, d
    jr      link

    .balign 4
.Lencrypt_many:
    sort_many .Lencrypt_many128, 6f
    save_registers 48, SAVED
    addi    end, rk, 28 * 24
    bgez    kind, 8f
    addi    end, end, 4 * 24
8:  mv      first, rk
    addi    nblocks, nblocks, -4
7:  begin_four D
    .balign 4
8:  four_rounds_of4 rounds256, 0, A, B, C, D
    addi    rk, rk, 4 * 24
    bne     rk, end, 8b
    mv      rk, first
    end_four 7b, D
    restore_registers 48, SAVED
    bnez    nblocks, 0f
    ret

6:  rest    narae_lea_encrypt_rv32, .Lencrypt128, .Lencrypt_one

    .balign 4
.Lencrypt_many128:
    save_registers 48, SAVED128
    addi    end, rk, 24 * 16
    long    addi nblocks, nblocks, -4
7:  begin_four D128
    .balign 4
8:  four_rounds_of4 rounds128, 0, A, B, C, D128
    addi    rk, rk, 4 * 16
    bne     rk, end, 8b
    addi    rk, rk, -24 * 16
    end_four 7b, D128
    restore_registers 48, SAVED128
    bnez    nblocks, 0b
    ret
end_function narae_lea_encrypt_rv32

function narae_lea_decrypt_rv32
    sort_out .Ldecrypt_others
.Ldecrypt128:
    load_block
    jal     link, .Ldecrypt_eight
    addi    rk, rk, -8 * 16
    jal     link, .Ldecrypt_eight
    addi    rk, rk, -8 * 16
    jal     link, .Ldecrypt_eight
    store_block
    ret

    .balign 4
.Ldecrypt_eight:
    four_unrounds unround128, 20, a, b, c, d
    four_unrounds unround128, 16, a, b, c, d
    jr      link

    .balign 4
.Ldecrypt_others:
    li      t1, 1
    bne     t0, t1, .Ldecrypt_many
.Ldecrypt_one:
    mv      end, rk
    addi    rk, rk, 24 * 24
    bgez    kind, 1f
    addi    rk, rk, 4 * 24
1:  load_block
    .balign 4
2:  four_unrounds unround256, 0, a, b, c, d
    addi    rk, rk, -4 * 24
    bgeu    rk, end, 2b
    store_block
    ret

    .balign 4
.Ldecrypt_many:
    sort_many .Ldecrypt_many128, 6f
    save_registers 48, SAVED
    mv      end, rk
    addi    t, rk, 24 * 24
    bgez    kind, 8f
    addi    t, rk, 28 * 24
8:  mv      last, t
    addi    nblocks, nblocks, -4
7:  begin_four D
    mv      rk, last
    .balign 4
8:  four_unrounds_of4 unrounds256, 0, A, B, C, D
    addi    rk, rk, -4 * 24
    bgeu    rk, end, 8b
    end_four 7b, D
    mv      rk, end
    restore_registers 48, SAVED
    bnez    nblocks, 0f
    ret

6:  rest    narae_lea_decrypt_rv32, .Ldecrypt128, .Ldecrypt_one

    .balign 4
.Ldecrypt_many128:
    save_registers 48, SAVED128
    mv      end, rk
    addi    nblocks, nblocks, -4
7:  begin_four D128
    addi    rk, end, 20 * 16
    .balign 4
8:  four_unrounds_of4 unrounds128, 0, A, B, C, D128
    addi    rk, rk, -4 * 16
    bgeu    rk, end, 8b
    end_four 7b, D128
    mv      rk, end
    restore_registers 48, SAVED128
    bnez    nblocks, 0b
    ret
end_function narae_lea_decrypt_rv32

#endif
