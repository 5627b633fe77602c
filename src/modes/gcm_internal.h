/* SPDX-License-Identifier: MIT */
/* GHASH of a message in any pieces, and the contract of kernels for whole messages of GCM. */
#ifndef NARAE_GCM_INTERNAL_H
#define NARAE_GCM_INTERNAL_H

#include "narae/gcm.h"

#include "mode_internal.h"

#include "core/bytes.h"
#include "ghash/ghash_internal.h"

/* Bits of the counter that are incremented; bytes of a step of narae_gcm_fn, and the least of
 * narae_gcm_message_fn. */
enum { GCM_COUNTER_BITS = 32, GCM_FUSED = 16 * 32 };

/* Kernel contract: seals a whole message whose arguments are checked; the tag has 16 bytes. */
typedef void gcm_seal_fn(const narae_gcm *ctx, uint8_t tag[16], uint8_t *out, const uint8_t *nonce,
                         size_t nonce_bytes, const uint8_t *ad, size_t ad_bytes, const uint8_t *in,
                         size_t bytes);

/* Kernel contract: verifies the tag before it writes any plaintext; writes zeros and returns
 * NARAE_ERROR_AUTHENTICATION if it is wrong. */
typedef int gcm_open_fn(const narae_gcm *ctx, uint8_t *out, const uint8_t *nonce, size_t nonce_bytes,
                        const uint8_t *ad, size_t ad_bytes, const uint8_t *in, size_t bytes,
                        const uint8_t *tag, size_t tag_bytes);

/* The kernel for a message of `bytes` bytes, or null: gcm_batch.c, where there are batches. */
gcm_seal_fn *narae_gcm_seal_by_batch(const narae_gcm *ctx, size_t bytes);
gcm_open_fn *narae_gcm_open_by_batch(const narae_gcm *ctx, size_t bytes);

/* Multiplies a y to which the block has been added. */
static __attribute__((noinline, unused)) void
gcm_multiply(const narae_ghash_key *h, uint8_t y[16])
{
    const uint8_t zero[16] = {0};

    narae_ghash_blocks_kernel(y, h, zero, 1);
}

/* Hashes `bytes` bytes; `at` of the current block came before. */
static __attribute__((unused)) void
gcm_hash(const narae_ghash_key *h, uint8_t y[16], unsigned at, const uint8_t *in, size_t bytes)
{
    if (bytes == 0)
        return;
    if (at != 0) {
        size_t n = bytes < 16 - at ? bytes : 16 - at;

        narae_xor(y + at, y + at, in, n);
        if (at + n == 16)
            gcm_multiply(h, y);
        in += n;
        bytes -= n;
    }
    narae_ghash_blocks_kernel(y, h, in, bytes / 16);
#ifdef NARAE_BLOCKS_IN_LINE
    if ((bytes & 15) == 0)
        return;
#endif
    narae_xor(y, y, in + (bytes & ~(size_t)15), bytes & 15);
}

/* Fills the current block with zeros. */
static __attribute__((unused)) void
gcm_hash_padding(const narae_ghash_key *h, uint8_t y[16], uint64_t bytes)
{
    if ((bytes & 15) != 0)
        gcm_multiply(h, y);
}

#if UINTPTR_MAX > 0xffffffffu

/* A block of two lengths, in bits. */
static __attribute__((unused)) void
gcm_store_lengths(uint8_t block[16], uint64_t first, uint64_t second)
{
    store_at_once(block, __builtin_bswap64(8 * first), __builtin_bswap64(8 * second));
}

/* The first counter of a nonce of 12 bytes; before, it is zero. */
static __attribute__((unused)) void
gcm_store_counter(uint8_t counter[16], const uint8_t nonce[12])
{
    store_at_once(counter, load64_le(nonce), (uint64_t)1 << 56 | load32_le(nonce + 8));
}

#else

static __attribute__((unused)) void
gcm_store_lengths(uint8_t block[16], uint64_t first, uint64_t second)
{
#    ifdef NARAE_BLOCKS_IN_LINE
    const uint32_t words[4] = {
        __builtin_bswap32((uint32_t)(first >> 29)), __builtin_bswap32((uint32_t)first << 3),
        __builtin_bswap32((uint32_t)(second >> 29)), __builtin_bswap32((uint32_t)second << 3)};

    memcpy(block, words, 16);
#    else
    store64_be(block, 8 * first);
    store64_be(block + 8, 8 * second);
#    endif
}

static __attribute__((unused)) void
gcm_store_counter(uint8_t counter[16], const uint8_t nonce[12])
{
#    ifdef NARAE_BLOCKS_IN_LINE
    memcpy(counter, nonce, 12);
#    else
    narae_copy(counter, nonce, 12);
#    endif
    counter[15] = 1;
}

#endif

static __attribute__((unused)) void
gcm_hash_lengths(const narae_ghash_key *h, uint8_t y[16], uint64_t first, uint64_t second)
{
    uint8_t block[16] __attribute__((aligned(__alignof__(uint32_t))));

    gcm_store_lengths(block, first, second);
    narae_ghash_blocks_kernel(y, h, block, 1);
}

/* The first counter; before, it is zero. */
static __attribute__((unused)) void
gcm_first_counter(const narae_gcm *ctx, uint8_t counter[16], const uint8_t *nonce, size_t nonce_bytes)
{
    if (nonce_bytes == 12) {
        gcm_store_counter(counter, nonce);
    } else {
        gcm_hash(&ctx->hash, counter, 0, nonce, nonce_bytes);
        gcm_hash_padding(&ctx->hash, counter, nonce_bytes);
        gcm_hash_lengths(&ctx->hash, counter, 0, nonce_bytes);
    }
}

#endif
