/* SPDX-License-Identifier: MIT */
/* Keccak-f[1600] for x86-64 with AVX-512: one state, a word in each of 25 registers.
 * FIPS 202, 3.2 and 4.
 *
 *   void narae_keccak_f1600_avx512(uint64_t state[25]);
 *   void narae_keccak_absorb_avx512(uint64_t state[25], const uint8_t *in,
 *                                   size_t words, size_t nblocks);
 *
 * rounds_avx512.inc has the rounds: 24 x 90 operations; in general registers a round takes
 * 130, and spills.  Words of a block are added from memory, 21 of SHAKE128.
 *
 *     Emerald Rapids, three a cycle: (2160 + 21) / 3 = 727 cycles, 4.33
 *     cycles/byte.  Measured: 749, 4.46; without a block 745, in general
 *     registers 770 to 790.
 *     Zen 5, four a cycle: 545 cycles; with its latencies, as in the file of the
 *     rounds, 605, 3.6.
 *
 * Half of each register is unused.  With words of two rows in a register a round would be
 * 81 operations, 20 of them permutations, which fold sums and move words and on Zen 5 share
 * two pipes with the rotations: by count that is 27 cycles instead of 30 on Emerald Rapids,
 * and 28 to 30 instead of 25 on Zen 5.
 *
 * Time depends on the number of blocks and their size alone. */

#include "core/family.h"

#ifdef NARAE_X86_KERNELS

    .file   "keccak_1_avx512.S"

#define V      %xmm
#define TO_ALL {1to2}

#include "rounds_avx512.inc"

#define IN      %rdx
#define WORDS   %rcx
#define NBLOCKS %r8

.macro load i
    vmovq   8*\i(STATE), %xmm\i
.endm

.macro store i
    vmovq   %xmm\i, 8*\i(STATE)
.endm

.macro add_word i
    vpxorq  8*\i(IN){1to2}, %xmm\i, %xmm\i
.endm

function SYMBOL(narae_keccak_f1600_avx512)
    each_word load
    call    .Lrounds
    each_word store
    ret
end_function SYMBOL(narae_keccak_f1600_avx512)

function SYMBOL(narae_keccak_absorb_avx512)
    mov     %rcx, NBLOCKS
    mov     %rdx, WORDS
    mov     %rsi, IN
    each_word load
2:
    .irp    i, 0, 1, 2, 3, 4, 5, 6, 7, 8
    add_word \i
    .endr
    cmp     $9, WORDS
    je      3f
    .irp    i, 9, 10, 11, 12
    add_word \i
    .endr
    cmp     $17, WORDS
    jb      3f
    .irp    i, 13, 14, 15, 16
    add_word \i
    .endr
    je      3f
    add_word 17
    cmp     $18, WORDS
    je      3f
    .irp    i, 18, 19, 20
    add_word \i
    .endr
3:  lea     (IN, WORDS, 8), IN
    call    .Lrounds
    sub     $1, NBLOCKS
    jnz     2b
    each_word store
    ret
end_function SYMBOL(narae_keccak_absorb_avx512)

#endif
