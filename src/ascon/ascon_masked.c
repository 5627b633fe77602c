/* SPDX-License-Identifier: MIT */
/* Ascon-AEAD128 with key and state in two Boolean shares: narae/masked.h.  SP 800-232, 4.
 *
 * The state's masks are drawn once for each message: every round permutes the shares, so they
 * stay uniform.  The key has masks of its own, which last as long as the message, since it
 * is added three times.  No chip with kernels has the memory for the standard's longest message.
 *
 * Time depends on lengths alone. */

#include "ascon_internal.h"
#include "narae/masked.h"

#if defined(ASCON_MASKED) && defined(NARAE_MASKED_ASCON) /* ARMv8-M has none */

#    include "core/check.h"
#    include "core/equal.h"
#    include "narae/wipe.h"

#    include <string.h>

enum { RATE = 16, KEY_BYTES = 16, LEAST_TAG_BYTES = 4 };

typedef struct work {
    narae_ascon_masked m;
    uint32_t random[ASCON_MASKS / 4];
    uint32_t block[RATE / 4];
} work;

/* New masks for the key, and for the state. */
static int
begin(work *w, const narae_masked_ascon_aead128 *masked, const uint8_t *nonce)
{
    uint32_t words[6] = {0x808c0001, 0x00001000}; /* the initial value; all chips here are little-endian */
    uint8_t *random = (uint8_t *)w->random;
    int status = masked->random(masked->random_context, random, KEY_BYTES);

    if (status != NARAE_OK)
        return status;
    narae_masked_refresh(masked->key, random, KEY_BYTES);
    status = masked->random(masked->random_context, random, ASCON_MASKS);
    if (status != NARAE_OK)
        return status;
    memcpy(words + 2, nonce, 16);
    ASCON_MASKED(start)(&w->m, masked->key, (const uint8_t *)words, random);
    ASCON_MASKED(permute)(&w->m, 12);
    ASCON_MASKED(add_key)(&w->m, 3);
    return NARAE_OK;
}

static inline int
is_aligned(const uint8_t *out, const uint8_t *in)
{
#    ifdef NARAE_ALIGNS_BLOCKS
    return (((uintptr_t)out | (uintptr_t)in) & 3) == 0;
#    else
    (void)out, (void)in;
    return 1;
#    endif
}

/* A whole block.  `out` is not written if the text is only absorbed. */
static void
whole_block(work *w, uint8_t *out, const uint8_t *in, unsigned what)
{
    uint8_t *block = (uint8_t *)w->block;

    if (is_aligned(out, in)) {
        ASCON_MASKED(block)(&w->m, out, in, what);
        return;
    }
    memcpy(block, in, RATE);
    ASCON_MASKED(block)(&w->m, block, block, what);
    if (what != ASCON_MASKED_ABSORB)
        memcpy(out, block, RATE);
}

/* The last 0 to 15 bytes and their padding.  To decrypt, the key stream comes first.  Without
 * bytes nothing is unshared. */
static void
last_block(work *w, uint8_t *out, const uint8_t *in, size_t bytes, unsigned what)
{
    uint8_t *block = (uint8_t *)w->block;

    if (bytes == 0)
        what = ASCON_MASKED_ABSORB;
    memset(block, 0, RATE);
    if (what == ASCON_MASKED_DECRYPT) {
        ASCON_MASKED(block)(&w->m, block, block, ASCON_MASKED_ENCRYPT);
        memset(block + bytes, 0, RATE - bytes);
    }
    for (size_t i = 0; i < bytes; i++)
        block[i] ^= in[i];
    if (what == ASCON_MASKED_DECRYPT) {
        memcpy(out, block, bytes);
        what = ASCON_MASKED_ABSORB;
    }
    block[bytes] = 1;
    ASCON_MASKED(block)(&w->m, block, block, what);
    if (what == ASCON_MASKED_ENCRYPT)
        memcpy(out, block, bytes);
}

static void
absorb(work *w, uint8_t *out, const uint8_t *in, size_t bytes, unsigned what)
{
    for (; bytes >= RATE; bytes -= RATE) {
        whole_block(w, out, in, what);
        ASCON_MASKED(permute)(&w->m, 8);
        in += RATE;
        out += what == ASCON_MASKED_ABSORB ? 0 : RATE;
    }
    last_block(w, out, in, bytes, what);
}

/* A message whose arguments are checked, but for the random function. */
static int
process(work *w, const narae_masked_ascon_aead128 *masked, uint8_t *out, const uint8_t *nonce,
        const uint8_t *ad, size_t ad_bytes, const uint8_t *in, size_t bytes, unsigned what)
{
    int status = begin(w, masked, nonce);

    if (status != NARAE_OK)
        return status;
    if (ad_bytes != 0) {
        absorb(w, NULL, ad, ad_bytes, ASCON_MASKED_ABSORB);
        ASCON_MASKED(permute)(&w->m, 8);
    }
    ((uint8_t *)&w->m)[ASCON_MASKED_DOMAIN] ^= 0x80;
    absorb(w, out, in, bytes, what);
    ASCON_MASKED(add_key)(&w->m, 2);
    ASCON_MASKED(permute)(&w->m, 12);
    ASCON_MASKED(add_key)(&w->m, 3);
    ASCON_MASKED(tag)(&w->m, (uint8_t *)w->block);
    return NARAE_OK;
}

static int
check(const narae_masked_ascon_aead128 *masked, const uint8_t *out, const uint8_t *tag, size_t tag_bytes,
      const uint8_t *nonce, size_t nonce_bytes, const uint8_t *ad, size_t ad_bytes, const uint8_t *in,
      size_t bytes)
{
    if (masked == NULL || masked->key == NULL || masked->random == NULL || tag == NULL || nonce == NULL ||
        missing(ad, ad_bytes) || missing(out, bytes) || missing(in, bytes))
        return NARAE_ERROR_NULL;
    if (nonce_bytes != 16)
        return NARAE_ERROR_NONCE_SIZE;
    if (tag_bytes < LEAST_TAG_BYTES || tag_bytes > 16)
        return NARAE_ERROR_TAG_SIZE;
    return overlaps(out, in, bytes) || touches(tag, tag_bytes, out, bytes) ? NARAE_ERROR_OVERLAP : NARAE_OK;
}

int
narae_masked_ascon_aead128_seal(const narae_masked_ascon_aead128 *masked, uint8_t *out, uint8_t *tag,
                                size_t tag_bytes, const uint8_t *nonce, size_t nonce_bytes, const uint8_t *ad,
                                size_t ad_bytes, const uint8_t *in, size_t bytes)
{
    int status = check(masked, out, tag, tag_bytes, nonce, nonce_bytes, ad, ad_bytes, in, bytes);
    work w;

    if (status != NARAE_OK)
        return status;
    status = process(&w, masked, out, nonce, ad, ad_bytes, in, bytes, ASCON_MASKED_ENCRYPT);
    if (status == NARAE_OK)
        memcpy(tag, w.block, tag_bytes);
    narae_wipe(&w, sizeof w);
    return status;
}

int
narae_masked_ascon_aead128_open(const narae_masked_ascon_aead128 *masked, uint8_t *out, const uint8_t *nonce,
                                size_t nonce_bytes, const uint8_t *ad, size_t ad_bytes, const uint8_t *in,
                                size_t bytes, const uint8_t *tag, size_t tag_bytes)
{
    int status = check(masked, out, tag, tag_bytes, nonce, nonce_bytes, ad, ad_bytes, in, bytes);
    work w;

    if (status != NARAE_OK)
        return status;
    status = process(&w, masked, out, nonce, ad, ad_bytes, in, bytes, ASCON_MASKED_DECRYPT);
    if (status == NARAE_OK) {
        status = narae_compare_tags((const uint8_t *)w.block, tag, tag_bytes);
        if (status != NARAE_OK && bytes != 0)
            memset(out, 0, bytes);
    }
    narae_wipe(&w, sizeof w);
    return status;
}

#endif
