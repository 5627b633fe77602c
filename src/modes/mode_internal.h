/* SPDX-License-Identifier: MIT */
/* Common to all modes: the cipher in use, counter blocks, the chain of a
 * MAC, and argument checks.  A mode knows of its cipher what
 * narae/descriptor.h specifies, and calls its kernels with checked arguments. */
#ifndef NARAE_MODE_INTERNAL_H
#define NARAE_MODE_INTERNAL_H

#include <string.h>

#include "narae/descriptor.h"
#include "narae/mode.h"

#include "core/bytes.h"
#include "core/check.h"
#include "core/copy.h"
#include "core/encrypt_only.h"
#include "core/equal.h"
#include "core/family.h"
#include "core/xor.h"

/* The phase of a message.  The caller's memory may be all zeros, so zero means
 * that none was started. */
enum mode_phase { PHASE_NONE = 0, PHASE_STARTED, PHASE_ENCRYPT, PHASE_DECRYPT };

typedef struct mode_cipher {
    const narae_block_cipher *cipher;
    const void *schedule;
} mode_cipher;

/* The cipher of a context. */
#define MODE_CIPHER(ctx) \
    ((mode_cipher){(ctx)->key.cipher, (ctx)->key.shared != NULL ? (ctx)->key.shared : (ctx)->schedule})

/* Whether there is a cipher with a schedule, which its owner may have wiped
 * since it was set.  Each public function checks this before it writes
 * anything. */
static inline int
check_cipher(mode_cipher c)
{
    if (c.cipher == NULL)
        return NARAE_ERROR_STATE;
    return check_schedule(c.schedule, c.cipher->rounds, c.cipher->rounds_apart,
                          c.cipher->key_bytes[2] != 0 ? 3 : 2);
}

/* The number of bytes that a function has written, until it succeeds. */
static inline void
none_written(size_t *out_bytes)
{
    if (out_bytes != NULL)
        *out_bytes = 0;
}

/* Copies a block of 8 or 16 bytes. */
static inline void
copy_block(uint8_t *to, const uint8_t *from, size_t size)
{
#ifdef NARAE_BLOCKS_IN_LINE
    if (size == 16)
        memcpy(to, from, 16);
    else
        memcpy(to, from, 8);
#else
    narae_copy(to, from, size);
#endif
}

/* out = a ^ b for a block of 8 or 16 bytes. */
static inline void
xor_block(uint8_t *out, const uint8_t *a, const uint8_t *b, size_t size)
{
#ifdef NARAE_WORDS64
    typedef uint64_t vector __attribute__((vector_size(16)));

    if (size == 16) {
        vector x, y;

        memcpy(&x, a, 16);
        memcpy(&y, b, 16);
        x ^= y;
        memcpy(out, &x, 16);
    } else {
        uint64_t x, y;

        memcpy(&x, a, 8);
        memcpy(&y, b, 8);
        x ^= y;
        memcpy(out, &x, 8);
    }
#elif defined(NARAE_BLOCKS_IN_LINE)
    const uint32_t a0 = load32_le(a), a1 = load32_le(a + 4), b0 = load32_le(b), b1 = load32_le(b + 4);

    if (size == 16) {
        const uint32_t a2 = load32_le(a + 8), a3 = load32_le(a + 12), b2 = load32_le(b + 8),
                       b3 = load32_le(b + 12);

        store32_le(out + 8, a2 ^ b2);
        store32_le(out + 12, a3 ^ b3);
    }
    store32_le(out, a0 ^ b0);
    store32_le(out + 4, a1 ^ b1);
#else
    narae_xor(out, a, b, size);
#endif
}

static inline void
encrypt_blocks(mode_cipher c, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    narae_kernels_of(c.cipher)->encrypt(c.schedule, out, in, nblocks);
}

/* The schedule of a key of that size, or 0 if the cipher has none. */
static inline size_t
schedule_bytes_of(const narae_block_cipher *cipher, size_t key_bytes)
{
    if (key_bytes == cipher->key_bytes[0])
        return cipher->schedule_bytes[0];
    if (key_bytes == cipher->key_bytes[1])
        return cipher->schedule_bytes[1];
    return key_bytes == cipher->key_bytes[2] ? cipher->schedule_bytes[2] : 0;
}

#if UINTPTR_MAX > 0xffffffffu

/* narae_chain_fn, if there is a kernel; returns whether there is. */
static inline int
chain_blocks(mode_cipher c, uint8_t *chain, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    narae_chain_fn *const kernel = narae_kernels_of(c.cipher)->chain;

    if (kernel == NULL)
        return 0;
    kernel(c.schedule, chain, out, in, nblocks);
    return 1;
}

#else
#    define chain_blocks(c, chain, out, in, nblocks) 0
#endif

/* The start of every _init: expands `key` into `schedule`, which has space for
 * `schedule_bytes` bytes, or keeps the caller's `schedule`.  `block_bytes` is
 * the block size that the mode requires, or 0. */
int narae_mode_init(narae_mode_key *mode_key, uint32_t *schedule, size_t schedule_bytes,
                    const narae_block_cipher *cipher, const uint8_t *key, size_t key_bytes,
                    unsigned block_bytes);
int narae_mode_init_schedule(narae_mode_key *mode_key, const narae_block_cipher *cipher, const void *schedule,
                             unsigned block_bytes);

/* CBC-MAC.  `x` is the chain with `*at` bytes of the current block already
 * added.  A block that is full is encrypted when the next byte comes, because
 * modes treat the last block in their own way. */
void narae_mode_mac(mode_cipher c, uint8_t *x, uint8_t *at, const uint8_t *in, size_t bytes);

/* Adds `n` to the last `bits` bits of a counter block, big-endian, modulo
 * 2^bits. */
void narae_mode_count(uint8_t *counter, unsigned block_bytes, unsigned bits, size_t n);

/* out = in ^ keystream for `bytes` bytes, as many pieces as wanted.  The
 * caller makes sure that no counter block repeats. */
void narae_mode_stream_xor(mode_cipher c, narae_mode_stream *stream, unsigned counter_bits, uint8_t *out,
                           const uint8_t *in, size_t bytes);

#endif
