/* SPDX-License-Identifier: MIT */
/* Whole messages of Ascon-AEAD128 for ARMv7-M.  SP 800-232, 4.
 *
 * Calls the kernels of ascon_v7m.S without a context, and processes the last block of each part in
 * words, not byte by byte.
 *
 * Cycles on an M4, 64 bytes: the kernels take 1386 for two permutations and 2257 for the blocks,
 * together 3643.  Sealing takes 4069, 12 % more: interleaving the six words of key, nonce and tag,
 * and the last block, take 293, checks 77, wiping 39, the call 17.
 *
 * Time depends on lengths alone. */

#include "ascon/ascon_internal.h"

#if defined(NARAE_THUMB_V7M) && !defined(NARAE_SMALL)

#    include "core/bytes.h"
#    include "core/copy.h"
#    include "narae/wipe.h"

enum { RATE = 16 };

/* The initial value and the domain bit, interleaved. */
static const uint64_t initial_value = 0x00008a0000400201;
static const uint64_t domain = 0x8000000000000000;

static inline __attribute__((always_inline)) void
load_two(uint64_t x[2], const uint8_t *p)
{
    x[0] = interleave(load64_le(p));
    x[1] = interleave(load64_le(p + 8));
}

static inline __attribute__((always_inline)) void
store_two(uint8_t *p, uint64_t x0, uint64_t x1)
{
    store64_le(p, uninterleave(x0));
    store64_le(p + 8, uninterleave(x1));
}

/* The last 1 to 15 bytes of associated data or message, and the padding.  `out` is null for
 * associated data. */
static __attribute__((noinline)) void
last_part(uint64_t state[5], uint8_t *out, const uint8_t *in, size_t bytes, size_t what)
{
    uint8_t block[RATE] = {0}, stream[RATE];
    uint64_t x[2];

    if (what != NARAE_AD)
        store_two(stream, state[0], state[1]);
    for (size_t i = 0; i < bytes; i++) {
        uint8_t byte = in[i];

        if (what != NARAE_AD)
            out[i] = byte ^ stream[i];
        block[i] = what == NARAE_DECRYPT ? byte ^ stream[i] : byte;
    }
    block[bytes] = 1;
    load_two(x, block);
    state[0] ^= x[0];
    state[1] ^= x[1];
    narae_wipe(block, sizeof block);
    narae_wipe(stream, sizeof stream);
}

static inline void
last_block(uint64_t state[5], uint8_t *out, const uint8_t *in, size_t bytes, size_t what)
{
    if (bytes == 0)
        state[0] ^= 1;
    else
        last_part(state, out, in, bytes, what);
}

void
narae_ascon_aead128_message_v7m(const narae_message *m)
{
    const size_t ad_blocks = m->ad_bytes / RATE, blocks = m->bytes / RATE;
    struct {
        uint64_t state[5], key[2];
    } secret;
    uint64_t *state = secret.state, *key = secret.key;

    load_two(key, m->key);
    load_two(state + 3, m->nonce);
    state[0] = initial_value;
    state[1] = key[0];
    state[2] = key[1];
    narae_ascon_p12_v7m(state);
    state[3] ^= key[0];
    state[4] ^= key[1];
    if (m->ad_bytes != 0) {
        narae_ascon_aead128_blocks_v7m(state, NULL, m->ad, ad_blocks, NARAE_AD);
        last_block(state, NULL, m->ad + RATE * ad_blocks, m->ad_bytes % RATE, NARAE_AD);
        narae_ascon_p8_v7m(state);
    }
    state[4] ^= domain;
    if (blocks != 0)
        narae_ascon_aead128_blocks_v7m(state, m->out, m->in, blocks, (unsigned)m->what);
    last_block(state, m->out + RATE * blocks, m->in + RATE * blocks, m->bytes % RATE, m->what);
    state[2] ^= key[0];
    state[3] ^= key[1];
    narae_ascon_p12_v7m(state);
    store_two(m->tag, state[3] ^ key[0], state[4] ^ key[1]);
    narae_wipe(&secret, sizeof secret);
}

#endif
