/* SPDX-License-Identifier: MIT */
/* Common to the ChaCha kernels: the layout of the state and their names.
 *
 * Words 0..3 are the constant, 4..11 the key, 12..15 counter and nonce.
 * Words 12 and 13 count blocks as one 64-bit number, word 12 the low half;
 * where the counter has 32 bits, word 13 is nonce and the caller ends the
 * run at the carry. */
#ifndef NARAE_CHACHA_INTERNAL_H
#define NARAE_CHACHA_INTERNAL_H

#include "core/bytes.h"
#include "core/family.h"
#include "narae/chacha.h"
#include "narae/poly1305.h"

/* Kernel contract: out = in ^ key stream for `nblocks` >= 0 whole blocks and
 * an even number of rounds, words 12..13 counted up by one a block.  out ==
 * in is allowed; neither needs alignment. */
typedef void chacha_blocks_fn(uint32_t state[16], uint8_t *out, const uint8_t *in, size_t nblocks,
                              unsigned rounds);
chacha_blocks_fn narae_chacha_blocks_portable;
chacha_blocks_fn narae_chacha_blocks_best;
chacha_blocks_fn narae_chacha_blocks_neon;
chacha_blocks_fn narae_chacha_blocks_wasm;
chacha_blocks_fn narae_chacha_blocks_rv32;
chacha_blocks_fn narae_chacha_blocks_v7m;
chacha_blocks_fn narae_chacha_blocks_v6m;
chacha_blocks_fn narae_chacha_blocks_unaligned;

/* The same for one block. */
typedef void chacha_one_fn(uint32_t state[16], uint8_t out[64], const uint8_t in[64], unsigned rounds);
chacha_one_fn narae_chacha_one_best;

/* The same for `bytes` bytes, the last block of which is partial; the unused
 * key stream of it is at the end of `stream`. */
typedef void chacha_bytes_fn(uint32_t state[16], uint8_t *out, const uint8_t *in, size_t bytes,
                             unsigned rounds, uint8_t stream[64]);
chacha_bytes_fn narae_chacha_bytes_best;

/* Any number of bytes; the unused key stream of the last block is discarded. */
void narae_chacha_bytes_thumb(uint32_t state[16], uint8_t *out, const uint8_t *in, size_t bytes,
                              unsigned rounds);

#ifdef NARAE_X86_KERNELS
/* 512 bytes of ChaCha20, stitched with at most MOST_BESIDE blocks of Poly1305
 * that are not in `out`.  The low word of the counter does not wrap, and is not
 * updated. */
enum { MOST_BESIDE = 40 };
typedef void chacha_beside_fn(const uint32_t state[16], uint8_t out[512], const uint8_t in[512],
                              narae_poly1305_sum *sum, const uint8_t *hashed, size_t nhashed);

/* Null if stitching is not faster. */
chacha_beside_fn *narae_chacha_beside_best(void);
#endif

/* HChaCha: the subkey is words 0..3 and 12..15 of the state after the rounds,
 * without the final addition.  They replace words 4..11. */
void narae_hchacha_portable(uint32_t state[16], unsigned rounds);
void narae_hchacha_avr(uint32_t state[16], unsigned rounds);

/* XChaCha: derives the key and the 12-byte nonce for ChaCha. */
void narae_xchacha_subkey(uint8_t subkey[32], uint8_t rest[12], unsigned rounds, const uint8_t *key,
                          const uint8_t *nonce);

#ifdef NARAE_AVR_KERNELS
/* The AVR kernel builds its copy of the state from the constant, the key and
 * words 12..15 at their own addresses, and ends after any byte: a message in
 * one call needs no context. */
void narae_chacha_keyed_avr(const void *key, uint32_t counter[4], uint8_t *out, const uint8_t *in,
                            size_t bytes, uint8_t rounds);

static inline void
narae_chacha_blocks_kernel(uint32_t state[16], uint8_t *out, const uint8_t *in, size_t nblocks,
                           unsigned rounds)
{
    narae_chacha_keyed_avr(state + 4, state + 12, out, in, 64 * nblocks, (uint8_t)rounds);
}

#    define narae_hchacha_kernel narae_hchacha_avr
#elif defined(NARAE_RV32_KERNELS)
#    define narae_chacha_blocks_kernel narae_chacha_blocks_rv32
#    define narae_hchacha_kernel narae_hchacha_portable
#elif defined(NARAE_THUMB_V7M) && !defined(NARAE_SMALL)
#    define narae_chacha_blocks_kernel narae_chacha_blocks_v7m
#    define narae_hchacha_kernel narae_hchacha_portable
#elif defined(NARAE_THUMB_V6M)
#    define narae_chacha_blocks_kernel narae_chacha_blocks_v6m
#    define narae_hchacha_kernel narae_hchacha_portable
#elif defined(NARAE_WASM_KERNELS)
#    define narae_chacha_blocks_kernel narae_chacha_blocks_wasm
#    define narae_hchacha_kernel narae_hchacha_portable
#elif defined(NARAE_DISPATCH)
#    define narae_chacha_blocks_kernel narae_chacha_blocks_best
#    define narae_hchacha_kernel narae_hchacha_portable
#else
#    define narae_chacha_blocks_kernel narae_chacha_blocks_portable
#    define narae_hchacha_kernel narae_hchacha_portable
#endif

/* The checks of all functions that start a message. */
static inline int
chacha_check(unsigned rounds, const uint8_t *key, size_t key_bytes, const uint8_t *nonce, size_t nonce_bytes,
             uint32_t counter_high)
{
    if (key == NULL || nonce == NULL)
        return NARAE_ERROR_NULL;
    if (rounds != 20 && rounds != 12 && rounds != 8)
        return NARAE_ERROR_ROUNDS;
    if (key_bytes != NARAE_CHACHA_KEY_BYTES)
        return NARAE_ERROR_KEY_SIZE;
    if (nonce_bytes != 8 && nonce_bytes != 12 && nonce_bytes != 24)
        return NARAE_ERROR_NONCE_SIZE;
    if (nonce_bytes != 8 && counter_high != 0)
        return NARAE_ERROR_LENGTH;
    return NARAE_OK;
}

static inline void
chacha_load(uint32_t *words, const uint8_t *bytes, unsigned n)
{
#ifdef NARAE_ALIGNS_BLOCKS
    /* the same, but lets the compiler use one load */
    if (((uintptr_t)bytes & 3) == 0) {
        const uint8_t *p = (const uint8_t *)__builtin_assume_aligned(bytes, 4);

        for (unsigned i = 0; i < n; i++)
            words[i] = load32_le(p + 4 * i);
        return;
    }
#endif
#if defined(NARAE_NEON_KERNELS) || defined(NARAE_X86_KERNELS)
    memcpy(words, bytes, 4 * n);
#else
#    ifdef NARAE_THUMB_V7M
#        pragma GCC unroll 8
#    endif
    for (unsigned i = 0; i < n; i++)
        words[i] = load32_le(bytes + 4 * i);
#endif
}

/* Counter and nonce of 8 or 12 bytes. */
static inline __attribute__((always_inline)) void
chacha_load_counter(uint32_t state[16], const uint8_t *nonce, size_t nonce_bytes, uint64_t counter)
{
#ifdef NARAE_X86_KERNELS
    store_at_once(state + 12,
                  nonce_bytes == 12 ? (uint64_t)load32_le(nonce) << 32 | (uint32_t)counter : counter,
                  load64_le(nonce + nonce_bytes - 8));
#else
    state[12] = (uint32_t)counter;
    state[13] = nonce_bytes == 12 ? load32_le(nonce) : upper32(counter);
    chacha_load(state + 14, nonce + nonce_bytes - 8, 2);
#endif
}

/* "expand 32-byte k" */
static inline void
chacha_load_constant(uint32_t state[16])
{
    state[0] = 0x61707865;
    state[1] = 0x3320646e;
    state[2] = 0x79622d32;
    state[3] = 0x6b206574;
}

#endif
