/* SPDX-License-Identifier: MIT */
/* A peer's block cipher as a descriptor for lab/bench/kind_block.c.  The peer owns
 * the key schedule. */
#ifndef NARAE_LAB_PEER_BLOCK_H
#define NARAE_LAB_PEER_BLOCK_H

#include <stdlib.h>

#include "narae/descriptor.h"
#include "peer.h"

static const peer *the_peer;

__attribute__((constructor)) static void
find_peer(void)
{
    the_peer = peer_find(BENCH_CIPHER, BENCH_MODE);
}

static inline void
peer_block_set_key(void *schedule, const uint8_t *key, size_t key_bytes)
{
    (void)schedule;
    if (!the_peer->set_key(key, key_bytes))
        abort();
}

static inline void
peer_block_encrypt(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    (void)schedule;
    the_peer->seal(out, NULL, 0, NULL, 0, NULL, 0, in, nblocks * BENCH_BLOCK_BYTES);
}

static inline void
peer_block_decrypt(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    (void)schedule;
    the_peer->open(out, NULL, 0, NULL, 0, in, nblocks * BENCH_BLOCK_BYTES, NULL, 0);
}

static const narae_block_cipher peer_block = {
    .block_bytes = BENCH_BLOCK_BYTES,
    .key_bytes = {BENCH_KEY_BYTES},
    .kernels = {.set_key = peer_block_set_key, .encrypt = peer_block_encrypt, .decrypt = peer_block_decrypt},
};

#endif
