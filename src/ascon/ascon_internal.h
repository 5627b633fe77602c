/* SPDX-License-Identifier: MIT */
/* Common to the Ascon kernels: their names, which one runs here, how a word
 * is stored in the state, and single bytes of it.
 *
 * A state is the five 64-bit words S0..S4 of the standard as numbers; bytes
 * become words little-endian. */
#ifndef NARAE_ASCON_INTERNAL_H
#define NARAE_ASCON_INTERNAL_H

#include "core/portable/interleave.h"
#include "core/family.h"
#include "narae/ascon.h"

/* The RV32 kernels are 5 KiB of unrolled rounds and code for blocks and
 * messages; NARAE_SMALL has one round in a loop instead: ascon_loop_rv32.S. */
#if defined(NARAE_RV32_KERNELS) && !defined(NARAE_SMALL)
#    define ASCON_RV32
#endif

/* The kernels for Cortex-M are 3 to 5 KiB of unrolled rounds; with NARAE_SMALL
 * the portable code runs. */
#if defined(NARAE_THUMB_V7M) && !defined(NARAE_SMALL)
#    define ASCON_V7M
#elif defined(NARAE_THUMB_V6M) && !defined(NARAE_SMALL)
#    define ASCON_V6M
#endif

/* Kernel contract: the last `rounds` (12, 8 or 6) of the twelve rounds, in
 * place.  Where the state is bytes, each word is little-endian; where it is
 * interleaved, each word is what interleave() makes of it. */
void narae_ascon_permute_portable(uint64_t state[5], unsigned rounds);
void narae_ascon_permute_interleaved(uint64_t state[5], unsigned rounds);
void narae_ascon_permute_bytes(uint8_t state[40], unsigned rounds);
void narae_ascon_permute_avr(uint8_t state[40], uint8_t rounds);
int narae_ascon_permute_rv32(uint64_t state[5], unsigned rounds);
void narae_ascon_permute_v6m(uint64_t state[5], unsigned rounds);
void narae_ascon_p12_v7m(uint64_t state[5]);
void narae_ascon_p8_v7m(uint64_t state[5]);
void narae_ascon_p6_v7m(uint64_t state[5]);
void narae_ascon_permute_neon(uint64_t state[5], unsigned rounds);
void narae_ascon_permute_bmi2(uint64_t state[5], unsigned rounds);
void narae_ascon_permute_avx512(uint64_t state[5], unsigned rounds);
void narae_ascon_permute_best(uint64_t state[5], unsigned rounds);

/* Whole blocks of Ascon-AEAD128 in aligned words, each followed by its
 * permutation.  For associated data `out` is not used. */
enum { ASCON_ENCRYPT, ASCON_DECRYPT, ASCON_AD };
void narae_ascon_aead128_blocks_rv32(uint64_t state[5], uint8_t *out, const uint8_t *in, size_t nblocks,
                                     unsigned what);

/* The same for any alignment. */
void narae_ascon_aead128_blocks_neon(uint64_t state[5], uint8_t *out, const uint8_t *in, size_t nblocks,
                                     unsigned what);
void narae_ascon_aead128_blocks_bmi2(uint64_t state[5], uint8_t *out, const uint8_t *in, size_t nblocks,
                                     unsigned what);
void narae_ascon_aead128_blocks_avx512(uint64_t state[5], uint8_t *out, const uint8_t *in, size_t nblocks,
                                       unsigned what);

void narae_ascon_aead128_blocks_v7m(uint64_t state[5], uint8_t *out, const uint8_t *in, size_t nblocks,
                                    unsigned what);
void narae_ascon_aead128_blocks_best(uint64_t state[5], uint8_t *out, const uint8_t *in, size_t nblocks,
                                     unsigned what);
#if defined(NARAE_NEON_KERNELS)
#    define narae_ascon_aead128_blocks_kernel narae_ascon_aead128_blocks_neon
#elif defined(NARAE_X86_KERNELS)
#    define narae_ascon_aead128_blocks_kernel narae_ascon_aead128_blocks_best
#elif defined(ASCON_V7M)
#    define narae_ascon_aead128_blocks_kernel narae_ascon_aead128_blocks_v7m
#endif

/* A whole message, and its associated data, of less than 2^53 bytes; RV32 requires aligned
 * addresses. */
typedef struct ascon_message {
    const uint8_t *key, *nonce, *ad;
    size_t ad_bytes;
    const uint8_t *in;
    uint8_t *out;
    size_t bytes;
    uint8_t *tag;
    size_t what;
} ascon_message;
void narae_ascon_aead128_message_rv32(const ascon_message *message);
void narae_ascon_aead128_message_v7m(const ascon_message *message);
void narae_ascon_aead128_message_bmi2(const ascon_message *message);
void narae_ascon_aead128_message_avx512(const ascon_message *message);

void narae_ascon_aead128_message_portable(const ascon_message *message);
void narae_ascon_aead128_message_best(const ascon_message *message);

/* Whether the state holds words as even and odd bits.  PowerPC rotates 64
 * bits in four instructions, RISC-V without Zbb cannot rotate 32; the figures
 * are in ascon_interleaved.c. */
#if defined(NARAE_WORDS64) || defined(__AVR__) || defined(__powerpc__) || defined(NARAE_RV32_KERNELS) || \
    (defined(__riscv) && !defined(__riscv_zbb))
#    define ASCON_INTERLEAVED 0
#else
#    define ASCON_INTERLEAVED 1
#endif

#ifdef NARAE_AVR_KERNELS
#    define narae_ascon_permute_kernel(state, rounds) \
        narae_ascon_permute_avr((uint8_t *)(state), (uint8_t)(rounds))
#elif defined(NARAE_RV32_KERNELS)
#    define narae_ascon_permute_kernel(state, rounds) narae_ascon_permute_rv32(state, rounds)
#elif defined(__AVR__)
#    define narae_ascon_permute_kernel(state, rounds) narae_ascon_permute_bytes((uint8_t *)(state), rounds)
#elif defined(ASCON_V7M)
#    define narae_ascon_permute_kernel(state, rounds) \
        ((rounds) == 12  ? narae_ascon_p12_v7m(state) \
         : (rounds) == 8 ? narae_ascon_p8_v7m(state)  \
                         : narae_ascon_p6_v7m(state))
#elif defined(ASCON_V6M)
#    define narae_ascon_permute_kernel(state, rounds) narae_ascon_permute_v6m(state, rounds)
#elif ASCON_INTERLEAVED
#    define narae_ascon_permute_kernel(state, rounds) narae_ascon_permute_interleaved(state, rounds)
#elif defined(NARAE_NEON_KERNELS)
#    define narae_ascon_permute_kernel(state, rounds) narae_ascon_permute_neon(state, rounds)
#elif defined(NARAE_X86_KERNELS)
#    define narae_ascon_permute_kernel(state, rounds) narae_ascon_permute_best(state, rounds)
#else
#    define narae_ascon_permute_kernel(state, rounds) narae_ascon_permute_portable(state, rounds)
#endif

/* A word as stored in the state, and its value. */
static inline uint64_t
ascon_word_of(uint64_t value)
{
    return ASCON_INTERLEAVED ? interleave(value) : value;
}

static inline uint64_t
ascon_value_of(uint64_t stored)
{
    return ASCON_INTERLEAVED ? uninterleave(stored) : stored;
}

static inline void
ascon_permute(uint64_t state[5], unsigned rounds)
{
    narae_ascon_permute_kernel(state, rounds);
}

/* Whole blocks are processed word by word, except on 8-bit chips, where that
 * would only add code and time. */
#ifdef __AVR__
#    define ASCON_BY_WORDS 0
#else
#    define ASCON_BY_WORDS 1
#endif

/* Byte `at` of the state is XORed with `byte`; its new value is returned. */
static inline uint8_t
ascon_xor_byte(uint64_t state[5], unsigned at, uint8_t byte)
{
#if defined(__AVR__) || defined(NARAE_RV32_KERNELS)
    return ((uint8_t *)state)[at] ^= byte;
#elif ASCON_INTERLEAVED
    state[at / 8] ^= interleave_byte(byte, at & 7);
    return uninterleave_byte(state[at / 8], at & 7);
#else
    state[at / 8] ^= (uint64_t)byte << (8 * (at & 7));
    return (uint8_t)(state[at / 8] >> (8 * (at & 7)));
#endif
}

#endif
