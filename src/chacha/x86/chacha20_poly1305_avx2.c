/* SPDX-License-Identifier: MIT */
/* ChaCha20-Poly1305 with AVX2: hashing is stitched with encrypting the next 512 bytes
 * (chacha_8_poly1305_avx2.S).  Opening a message too long for a copy hashes it first: no plaintext is
 * written before the tag is verified.
 *
 * Time depends on lengths alone. */

#include "core/family.h"

#ifdef NARAE_X86_KERNELS

#    include "core/check.h"
#    include "core/dispatch.h"
#    include "core/xor.h"

#    include "chacha20_poly1305/chacha20_poly1305_internal.h"

/* Eight blocks of ChaCha, of which the first in a message is block 0. */
enum { TURN = 512, FIRST = TURN - 64 };

/* Of a short message, in steps; the tag begins after the first one: when encrypting, a step
 * hashes the ciphertext of earlier steps.  Keystream left over by the last step is wiped. */
static inline void
crypt_stitched(void *state, short_message *to, const short_message *from, size_t bytes)
{
    short_state *const s = (short_state *)state;
    const uint8_t *const hash = (to == from ? to : from)->bytes + 64;
    uint32_t chacha[16];
    size_t at = TURN;

    set_state(chacha, s->message->key, s->message->nonce);
    memset(&s->sum, 0, sizeof s->sum);
    narae_chacha_8_poly1305_avx2(chacha, to->bytes, from->bytes, &s->sum, NULL, 0);
    poly1305_begin(&s->sum, to->bytes);
    hash_padded(&s->sum, s->message->ad, s->message->ad_bytes);
    for (; at < 64 + bytes; at += TURN) {
        const size_t left = ((to == from ? at - 64 : bytes) - s->hashed) / 16,
                     n = left < MAX_STITCHED ? left : MAX_STITCHED;

        chacha[12] += 8;
        narae_chacha_8_poly1305_avx2(chacha, to->bytes + at, from->bytes + at, &s->sum, hash + s->hashed, n);
        s->hashed += 16 * n;
    }
    narae_wipe(to->bytes + 64 + bytes, at - 64 - bytes);
    narae_wipe(chacha, sizeof chacha);
}

static const short_aead short_functions = {64, 64, crypt_stitched, tag_short};

__attribute__((noinline)) static void
seal_short(const narae_message *m)
{
    short_state s = {.message = m};

    short_seal(&short_functions, &s, m->out, m->tag, 16, m->in, m->bytes);
}

__attribute__((noinline)) static int
open_short(const narae_message *m)
{
    short_state s = {.message = m};

    return short_open(&short_functions, &s, m->out, m->in, m->bytes, m->tag, 16);
}

/* Of a longer message only both ends go through separate buffers. */
static void
seal(const narae_message *m)
{
    narae_poly1305_sum sum;
    uint32_t state[16];
    uint8_t first[TURN] __attribute__((aligned(64))), last[TURN + 16] __attribute__((aligned(64)));
    const uint8_t *sealed = first + 64;
    size_t at = FIRST, n = FIRST / 16;

    if (is_short(m->bytes, 64, BATCH_BYTES)) {
        seal_short(m);
        return;
    }
    set_state(state, m->key, m->nonce);
    memset(first, 0, 64);
    memcpy(first + 64, m->in, FIRST);
    narae_chacha_8_poly1305_avx2(state, first, first, &sum, NULL, 0);
    poly1305_begin(&sum, first);
    hash_padded(&sum, m->ad, m->ad_bytes);
    for (; m->bytes - at >= TURN; at += TURN, n = TURN / 16) {
        state[12] += 8;
        narae_chacha_8_poly1305_avx2(state, m->out + at, m->in + at, &sum, sealed, n);
        sealed = m->out + at;
    }
    if (m->bytes != at) {
        state[12] += 8;
        memcpy(last, m->in + at, m->bytes - at);
        narae_chacha_8_poly1305_avx2(state, last, last, &sum, sealed, n);
        memcpy(m->out + at, last, m->bytes - at);
        memset(last + (m->bytes - at), 0, 16);
    } else {
        narae_poly1305_blocks_kernel(&sum, sealed, n, 1);
    }
    memcpy(m->out, first + 64, FIRST);
    end_tag_after(&sum, first + 16, m, last, m->bytes - at, m->tag);
    narae_wipe(state, sizeof state);
    narae_wipe(first, sizeof first);
    narae_wipe(last, sizeof last);
}

/* While the ciphertext is hashed, the key stream for its first bytes is computed and kept, because
 * no text may be written before the tag is verified. */
static int
open(const narae_message *m)
{
    enum { KEPT = 8 * TURN };
    const size_t bytes = m->bytes, kept = bytes < KEPT - 64 ? bytes : KEPT - 64, end = whole(64 + kept, TURN);
    narae_poly1305_sum sum;
    size_t hashed = 0;
    uint32_t state[16];
    uint8_t stream[KEPT] __attribute__((aligned(64))), last[32] = {0}, computed[16];
    int status;

    if (is_short(bytes, 64, BATCH_BYTES))
        return open_short(m);
    set_state(state, m->key, m->nonce);
    memset(stream, 0, end);
    narae_chacha_8_poly1305_avx2(state, stream, stream, &sum, NULL, 0);
    poly1305_begin(&sum, stream);
    hash_padded(&sum, m->ad, m->ad_bytes);
    for (size_t at = TURN; at < end; at += TURN) {
        const size_t left = (bytes - hashed) / 16, n = left < MAX_STITCHED ? left : MAX_STITCHED;

        state[12] += 8;
        narae_chacha_8_poly1305_avx2(state, stream + at, stream + at, &sum, m->in + hashed, n);
        hashed += 16 * n;
    }
    narae_poly1305_blocks_kernel(&sum, m->in + hashed, (bytes - hashed) / 16, 1);
    memcpy(last, m->in + (bytes & ~(size_t)15), bytes % 16);
    end_tag_after(&sum, stream + 16, m, last, bytes % 16, computed);
    status = narae_compare_tags(computed, m->tag, sizeof computed);
    if (status == NARAE_OK) {
        narae_xor(m->out, m->in, stream + 64, kept);
        if (bytes != kept)
            cannot_fail(narae_chacha_crypt_message(m->out + kept, m->in + kept, bytes - kept, 20, m->key, 32,
                                                   m->nonce, 12, KEPT / 64));
    } else {
        memset(m->out, 0, bytes);
    }
    narae_wipe(state, sizeof state);
    narae_wipe(stream, end);
    narae_wipe(computed, sizeof computed);
    return status;
}

static const narae_message_kernels avx2 = {
    .name = "avx2",
    .needs = CPU_AVX2,
    .least_bytes = FIRST + 1,
    .seal = seal,
    .open = open,
};

/* ChaCha with AVX-512 is so fast that stitching is not faster. */
static const narae_message_kernels avx512 = {.name = "avx512", .needs = CPU_AVX512};
static const narae_message_kernels portable = {.name = "portable"};

const narae_message_kernels *const narae_chacha20_poly1305_implementations[] = {&avx512, &avx2, &portable,
                                                                                NULL};
DISPATCH(narae_message_kernels, chacha20_poly1305)

#endif
