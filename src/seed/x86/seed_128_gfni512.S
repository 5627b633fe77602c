/* SPDX-License-Identifier: MIT */
/* SEED for x86-64 with GFNI and AVX-512, eight groups of 16 blocks.  RFC 4269.
 *
 *   void narae_seed_rounds_gfni512(V state[8][4], const uint32_t *keys, ptrdiff_t step);
 *   void narae_seed_ctr_128_gfni512(seed_run *run, const uint32_t *keys, uint8_t *out,
 *                                   const uint8_t *in, size_t runs);
 *
 * `keys` is the first round's and `step`, in words, leads to the next.  A run is 128 blocks of
 * counter mode.  seed_gfni512.c has G, and the count of operations.
 *
 * The instructions of four pairs of groups are interleaved, with seven registers a pair: the right
 * halves and the temporaries of G.  Left halves are memory operands, like the constants of GFNI and
 * ternary operations, which is free.  Word 0 of a half includes its key: where a round adds to the
 * word, it also replaces the key by that of the next round.  The key of word 1 is added in the
 * input of the first G.  At the end one key is left in word 0, which counter mode removes in its
 * XOR.
 *
 * In counter mode the first round's left half is the same in all blocks, and word 0 of the second's.
 *
 * Time depends on the number of runs alone. */

#include "core/family.h"

#ifdef NARAE_X86_KERNELS

    .file   "seed_128_gfni512.S"

#include "core/x86/call.inc"

#include "gfni.inc"

#define STATE  %rdi
#define KEYS   %rsi
#define STEP   %rdx
#define ROUNDS %eax

/* The XOR of the keys of word 0 of the left half in this round and the next; the key of word 1. */
#define KEY0   %zmm28
#define KEY1   %zmm29
#define APART  %zmm30
#define ACROSS %zmm31

/* For a run of counter mode: the initial words 0 to 2, and the counters of its first blocks. */
#define WORD0    2048
#define WORD1    2112
#define WORD2    2176
#define NUMBERS  2240(STATE)
#define SWAP     %zmm28
#define LAST_KEY %zmm29
#define OUT      %r11
#define IN       %rcx
#define RUNS     %r8

/* The keys in words 0 and 2 in memory. */
#define IN_WORD0 %r9d
#define IN_WORD2 %r10d

/* mask ?  y : x, bitwise. */
#define CHOOSE $0xe4
#define XOR3   $0x96

/* Step 0 to 19 of G of x and y, with c, d and p for scratch. */
.macro g step, x, y, c, d, p
    .if \step == 0
    vpshufb APART, %zmm\x, %zmm\c
    .elseif \step == 1
    vpshufb APART, %zmm\y, %zmm\d
    .elseif \step == 2
    vpunpckhqdq %zmm\d, %zmm\c, %zmm\y
    .elseif \step == 3
    vpunpcklqdq %zmm\d, %zmm\c, %zmm\x
    .elseif \step == 4
    vgf2p8affineqb $0, into(%rip){1to8}, %zmm\x, %zmm\x
    .elseif \step == 5
    vgf2p8affineqb $0, into(%rip){1to8}, %zmm\y, %zmm\y
    .elseif \step == 6
    vgf2p8affineinvqb $0xa9, s0(%rip){1to8}, %zmm\x, %zmm\x
    .elseif \step == 7
    vgf2p8affineinvqb $0x38, s1(%rip){1to8}, %zmm\y, %zmm\y
    .elseif \step == 8
    vpshufb ACROSS, %zmm\x, %zmm\c
    .elseif \step == 9
    vmovdqa64 %zmm\x, %zmm\p
    .elseif \step == 10
    vpternlogd XOR3, %zmm\c, %zmm\y, %zmm\x
    .elseif \step == 11
    vpshufb ACROSS, %zmm\y, %zmm\d
    .elseif \step == 12
    vpternlogd CHOOSE, q_mask(%rip){1to16}, %zmm\d, %zmm\y
    .elseif \step == 13
    vpternlogd CHOOSE, p_mask(%rip){1to16}, %zmm\c, %zmm\p
    .elseif \step == 14
    vmovdqa64 %zmm\p, %zmm\c
    .elseif \step == 15
    vpternlogd CHOOSE, even_mask(%rip){1to16}, %zmm\y, %zmm\c
    .elseif \step == 16
    vpternlogd XOR3, %zmm\x, %zmm\d, %zmm\c
    .elseif \step == 17
    vpternlogd XOR3, %zmm\c, %zmm\p, %zmm\y
    .elseif \step == 18
    vpunpcklbw %zmm\y, %zmm\c, %zmm\x
    .elseif \step == 19
    vpunpckhbw %zmm\y, %zmm\c, %zmm\y
    .endif
.endm

/* Step 0 to 75 of a round of two groups.  Word 0 of their right halves, with its key, is in a and
 * b, word 1 in x and y; afterwards these are the right halves of the next round.  Left halves are
 * in memory, the second group's 256 bytes on. */
.macro round step, left, from0, next0, from1, next1, x, y, c, d, p, a, b
    .if \step == 0
    vpternlogd XOR3, KEY1, %zmm\a, %zmm\x
    .elseif \step == 1
    vpternlogd XOR3, KEY1, %zmm\b, %zmm\y
    .elseif \step >= 2 && \step < 22
    g       \step-2, \x, \y, \c, \d, \p
    .elseif \step == 22 || \step == 66
    vpaddd  %zmm\x, %zmm\a, %zmm\a
    .elseif \step == 23 || \step == 67
    vpaddd  %zmm\y, %zmm\b, %zmm\b
    .elseif \step >= 24 && \step < 44
    g       \step-24, \a, \b, \c, \d, \p
    .elseif \step == 44
    vpaddd  %zmm\a, %zmm\x, %zmm\x
    .elseif \step == 45
    vpaddd  %zmm\b, %zmm\y, %zmm\y
    .elseif \step >= 46 && \step < 66
    g       \step-46, \x, \y, \c, \d, \p
    .elseif \step == 68
    vpternlogd XOR3, \from0(STATE), KEY0, %zmm\a
    .elseif \step == 69
    vpternlogd XOR3, \from0+\next0(STATE), KEY0, %zmm\b
    .elseif \step == 70
    vmovdqa64 %zmm\a, \left(STATE)
    .elseif \step == 71
    vmovdqa64 %zmm\b, \left+256(STATE)
    .elseif \step == 72
    vpxord  \from1(STATE), %zmm\x, %zmm\x
    .elseif \step == 73
    vpxord  \from1+\next1(STATE), %zmm\y, %zmm\y
    .elseif \step == 74
    vmovdqa64 %zmm\x, \left+64(STATE)
    .elseif \step == 75
    vmovdqa64 %zmm\y, \left+320(STATE)
    .endif
.endm

/* A round of eight groups: each pair starts some steps after the one before.  Words 0 of the left
 * halves are at from0, next0 bytes apart, words 1 at from1. */
.macro round_of_all left, from0, next0, from1, next1
    .set at, 0
    .rept   88
    round   at, \left, \from0, \next0, \from1, \next1, 0, 1, 2, 3, 4, 5, 6
    round   at-2, \left+512, \from0+2*\next0, \next0, \from1+2*\next1, \next1, 7, 8, 9, 10, 11, 12, 13
    round   at-10, \left+1024, \from0+4*\next0, \next0, \from1+4*\next1, \next1, 14, 15, 16, 17, 18, 19, 20
    round   at-12, \left+1536, \from0+6*\next0, \next0, \from1+6*\next1, \next1, 21, 22, 23, 24, 25, 26, 27
    .set at, at + 1
    .endr
.endm

/* The keys of a round. */
.macro next_keys in_left
    vpbroadcastd 4(KEYS), KEY1
    add     STEP, KEYS
    xor     (KEYS), \in_left
    vpbroadcastd \in_left, KEY0
    mov     (KEYS), \in_left
.endm

/* Words 0 and 1 of the right half of group i. */
.macro right i, word0, word1
    vpxord  256*\i+128(STATE), KEY0, %zmm\word0
    vmovdqa64 256*\i+192(STATE), %zmm\word1
.endm

/* Word 0 of group i without the last key. */
.macro no_key i
    vpxord  256*\i(STATE), KEY0, %zmm\i
    vmovdqa64 %zmm\i, 256*\i(STATE)
.endm

/* The counters of group i. */
.macro count i, word1
    vpaddd  sixteens+4*\i(%rip){1to16}, KEY1, %zmm\word1
    vmovdqa64 %zmm\word1, 256*\i+192(STATE)
.endm

/* Vector i of a group's blocks. */
.macro finish i, x
    vpshufb SWAP, %zmm\x, %zmm\x
    vpternlogd XOR3, 64*(\i)(IN), LAST_KEY, %zmm\x
    vmovdqu64 %zmm\x, 64*(\i)(OUT)
.endm

/* Group i, words 2 and 3 of which are in x and y. */
.macro blocks i, x, y, c, d, p
    vpunpckldq %zmm\y, %zmm\x, %zmm\c
    vpunpckhdq %zmm\y, %zmm\x, %zmm\d
    vmovdqa64 256*\i(STATE), %zmm\x
    vpunpckldq 256*\i+64(STATE), %zmm\x, %zmm\y
    vpunpckhdq 256*\i+64(STATE), %zmm\x, %zmm\p
    vpunpcklqdq %zmm\y, %zmm\c, %zmm\x
    vpunpckhqdq %zmm\y, %zmm\c, %zmm\c
    vpunpcklqdq %zmm\p, %zmm\d, %zmm\y
    vpunpckhqdq %zmm\p, %zmm\d, %zmm\d
    finish  4*\i, \x
    finish  4*\i+1, \c
    finish  4*\i+2, \y
    finish  4*\i+3, \d
.endm

    read_only_data
    .p2align 4
/* Even bytes before odd ones; two bytes change places; four in reverse. */
apart:
    .byte   0, 2, 4, 6, 8, 10, 12, 14, 1, 3, 5, 7, 9, 11, 13, 15
across:
    .byte   1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14
swap:
    .byte   3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12
into:   .quad INTO_MATRIX
s0:     .quad S0_MATRIX
s1:     .quad S1_MATRIX
p_mask:    .long 0x0f0f0f0f
q_mask:    .long 0x3c3c3c3c
even_mask: .long 0x33333333
sixteens:  .long 0, 16, 32, 48, 64, 80, 96, 112, 128

    .text

/* Two rounds, ROUNDS times, for the two functions below. */
function SYMBOL(narae_seed_pairs_of_rounds_gfni512)
1:  next_keys IN_WORD0
    round_of_all 0, 0, 256, 64, 256
    dec     ROUNDS
    jz      2f
    next_keys IN_WORD2
    round_of_all 128, 128, 256, 192, 256
    jmp     1b
2:  vpbroadcastd 4(KEYS), KEY1
    vpbroadcastd IN_WORD2, KEY0
    round_of_all 128, 128, 256, 192, 256
    ret
end_function SYMBOL(narae_seed_pairs_of_rounds_gfni512)

function SYMBOL(narae_seed_rounds_gfni512)
    shl     $2, STEP
    vbroadcasti32x4 apart(%rip), APART
    vbroadcasti32x4 across(%rip), ACROSS
    vpbroadcastd (KEYS), KEY0
    right   0, 5, 0
    right   1, 6, 1
    right   2, 12, 7
    right   3, 13, 8
    right   4, 19, 14
    right   5, 20, 15
    right   6, 26, 21
    right   7, 27, 22
    xor     IN_WORD0, IN_WORD0
    xor     IN_WORD2, IN_WORD2
    mov     $8, ROUNDS
    call    SYMBOL(narae_seed_pairs_of_rounds_gfni512)
    vpbroadcastd IN_WORD0, KEY0
.irp i, 0, 1, 2, 3, 4, 5, 6, 7
    no_key  \i
.endr
    vzeroupper
    ret
end_function SYMBOL(narae_seed_rounds_gfni512)

function SYMBOL(narae_seed_ctr_128_gfni512)
    mov     %rdx, OUT
    mov     $8, %edx
    vbroadcasti32x4 apart(%rip), APART
    vbroadcasti32x4 across(%rip), ACROSS
1:  vmovdqa64 NUMBERS, KEY1
    count   0, 0
    count   1, 1
    count   2, 7
    count   3, 8
    count   4, 14
    count   5, 15
    count   6, 21
    count   7, 22
    vpaddd  sixteens+32(%rip){1to16}, KEY1, KEY1
    vmovdqa64 KEY1, NUMBERS
    vpbroadcastd (KEYS), KEY0
    vpxord  WORD2(STATE), KEY0, %zmm5
.irp i, 6, 12, 13, 19, 20, 26, 27
    vmovdqa64 %zmm5, %zmm\i
.endr
    xor     IN_WORD0, IN_WORD0
    xor     IN_WORD2, IN_WORD2
    next_keys IN_WORD0
    round_of_all 0, WORD0, 0, WORD1, 0
    next_keys IN_WORD2
    round_of_all 128, WORD2, 0, 192, 256
    mov     $7, ROUNDS
    call    SYMBOL(narae_seed_pairs_of_rounds_gfni512)
    sub     $15*8, KEYS
    bswap   IN_WORD0
    vmovd   IN_WORD0, %xmm29
    vpslldq $8, %xmm29, %xmm29
    vshufi32x4 $0, LAST_KEY, LAST_KEY, LAST_KEY
    vbroadcasti32x4 swap(%rip), SWAP
    blocks  0, 5, 0, 2, 3, 4
    blocks  1, 6, 1, 2, 3, 4
    blocks  2, 12, 7, 9, 10, 11
    blocks  3, 13, 8, 9, 10, 11
    blocks  4, 19, 14, 16, 17, 18
    blocks  5, 20, 15, 16, 17, 18
    blocks  6, 26, 21, 23, 24, 25
    blocks  7, 27, 22, 23, 24, 25
    add     $2048, IN
    add     $2048, OUT
    dec     RUNS
    jnz     1b
    vzeroupper
    ret
end_function SYMBOL(narae_seed_ctr_128_gfni512)

#endif
