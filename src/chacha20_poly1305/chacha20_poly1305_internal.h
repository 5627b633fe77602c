/* SPDX-License-Identifier: MIT */
/* Common to the paths of a whole message: block 0 of the key stream, and the tag. */
#ifndef NARAE_CHACHA20_POLY1305_INTERNAL_H
#define NARAE_CHACHA20_POLY1305_INTERNAL_H

#include <string.h>

#include "chacha/chacha_internal.h"
#include "core/bytes.h"
#include "core/copy.h"
#include "core/equal.h"
#include "core/short.h"
#include "narae/wipe.h"
#include "poly1305/poly1305_internal.h"

static inline void
set_state(uint32_t state[16], const uint8_t *key, const uint8_t *nonce)
{
    chacha_load_constant(state);
    chacha_load(state + 4, key, 8);
    chacha_load_counter(state, nonce, 12, 0);
}

/* And zeros up to a block. */
static void
hash_padded(narae_poly1305_sum *sum, const uint8_t *in, size_t bytes)
{
    const size_t nblocks = bytes / 16, rest = bytes % 16;

    if (nblocks != 0)
        narae_poly1305_blocks_kernel(sum, in, nblocks, 1);
    if (rest != 0) {
        uint32_t last[4] = {0};

        narae_copy(last, in + 16 * nblocks, rest);
        narae_poly1305_blocks_kernel(sum, (const uint8_t *)last, 1, 1);
    }
}

#if BATCH_BYTES != 0

/* Of a short message; `hashed` bytes of ciphertext are already hashed. */
typedef struct short_state {
    const narae_message *message;
    size_t hashed;
    narae_poly1305_sum sum;
} short_state;

/* `left` bytes of ciphertext at `text` are not yet hashed; after them are zeros up to a whole block
 * and space for the block of lengths. */
static inline void
end_tag_after(narae_poly1305_sum *sum, const uint8_t s[16], const narae_message *m, uint8_t *text,
              size_t left, uint8_t tag[16])
{
    uint8_t *const lengths = text + whole(left, 16);

    store64_le(lengths, m->ad_bytes);
    store64_le(lengths + 8, m->bytes);
    narae_poly1305_blocks_kernel(sum, text, whole(left, 16) / 16 + 1, 1);
    narae_poly1305_tag_portable(sum, s, tag);
    wipe_few(sum, sizeof *sum);
}

static inline void
tag_short(void *state, uint8_t tag[16], const uint8_t *block, short_message *text, size_t bytes)
{
    short_state *const s = (short_state *)state;

    end_tag_after(&s->sum, block + 16, s->message, text->bytes + 64 + s->hashed, bytes - s->hashed, tag);
}

#endif

#endif
