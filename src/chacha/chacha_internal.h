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

#include NARAE_KERNELS(chacha)
#include "chacha/portable/kernels.h"

/* Any number of bytes; the unused key stream of the last block is discarded. */
#ifndef narae_chacha_bytes
void narae_chacha_bytes(uint32_t state[16], uint8_t *out, const uint8_t *in, size_t bytes, unsigned rounds);
#endif

/* XChaCha: derives the key and the 12-byte nonce for ChaCha. */
void narae_xchacha_subkey(uint8_t subkey[32], uint8_t rest[12], unsigned rounds, const uint8_t *key,
                          const uint8_t *nonce);

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
#ifdef NARAE_DISPATCH
    memcpy(words, bytes, 4 * n);
#else
#    ifdef NARAE_UNROLLS_LOADS
#        pragma GCC unroll 8
#    endif
    for (unsigned i = 0; i < n; i++)
        words[i] = load32_le(bytes + 4 * i);
#endif
}

/* Counter and nonce; of 24 bytes the last 8. */
static inline __attribute__((always_inline)) void
chacha_load_counter(uint32_t state[16], const uint8_t *nonce, size_t nonce_bytes, uint64_t counter)
{
#ifdef NARAE_DISPATCH
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
