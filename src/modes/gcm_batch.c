/* SPDX-License-Identifier: MIT */
/* GCM of whole messages, for ciphers whose kernels take about as long for a batch as for a block.
 *
 * A short message is one run of the cipher, which begins with the mask of the tag, and one of GHASH,
 * which ends with the lengths: core/short.h.  A longer one goes to the cipher's kernel for whole
 * messages, if it has one; opened, it has at most BATCH_BYTES, since its text is held in a copy
 * until the tag is verified.  With AES-256 on Zen 4, 1 MiB: the two passes of opening take 0.134 and
 * 0.237 cycles/byte, sealing in one pass 0.302.
 *
 * Time depends on lengths alone. */

#include "gcm_internal.h"

#include "core/short.h"

#if BATCH_BYTES != 0

/* A message of which the first counter and the hash of the associated data are known. */
typedef struct gcm_start {
    const narae_gcm *ctx;
    size_t ad_bytes;
    uint8_t counter[16], y[16];
} gcm_start;

static void
start_message(gcm_start *s, const narae_gcm *ctx, const uint8_t *nonce, size_t nonce_bytes, const uint8_t *ad,
              size_t ad_bytes)
{
    *s = (gcm_start){.ctx = ctx, .ad_bytes = ad_bytes};
    gcm_first_counter(ctx, s->counter, nonce, nonce_bytes);
    gcm_hash(&ctx->hash, s->y, 0, ad, ad_bytes);
    gcm_hash_padding(&ctx->hash, s->y, ad_bytes);
}

/* A kernel increments the counter as GCM does, in 32 bits without a carry. */
static inline void
crypt_short(void *state, short_message *out, const short_message *in, size_t bytes)
{
    gcm_start *const s = (gcm_start *)state;
    const mode_cipher c = MODE_CIPHER(s->ctx);
    const narae_block_kernels *const kernels = narae_kernels_of(c.cipher);
    const size_t nblocks = whole(16 + bytes, 16) / 16;

    if (kernels->ctr != NULL)
        kernels->ctr(c.schedule, out->bytes, in->bytes, nblocks, s->counter);
    else
        narae_counter_blocks(kernels->encrypt, c.schedule, out->bytes, in->bytes, nblocks, s->counter, 16);
}

static inline void
tag_short(void *state, uint8_t tag[16], const uint8_t *mask, short_message *m, size_t bytes)
{
    gcm_start *const s = (gcm_start *)state;
    const size_t end = whole(16 + bytes, 16);

    gcm_store_lengths(m->bytes + end, s->ad_bytes, bytes);
    narae_ghash_blocks_kernel(s->y, &s->ctx->hash, m->bytes + 16, end / 16);
    xor_block(tag, s->y, mask, 16);
}

static const short_aead short_functions = {16, 16, crypt_short, tag_short};

static void
seal_short(const narae_gcm *ctx, uint8_t tag[16], uint8_t *out, const uint8_t *nonce, size_t nonce_bytes,
           const uint8_t *ad, size_t ad_bytes, const uint8_t *in, size_t bytes)
{
    gcm_start s;

    start_message(&s, ctx, nonce, nonce_bytes, ad, ad_bytes);
    short_seal(&short_functions, &s, out, tag, 16, in, bytes);
    wipe_few(&s, sizeof s);
}

static int
open_short(const narae_gcm *ctx, uint8_t *out, const uint8_t *nonce, size_t nonce_bytes, const uint8_t *ad,
           size_t ad_bytes, const uint8_t *in, size_t bytes, const uint8_t *tag, size_t tag_bytes)
{
    gcm_start s;
    int status;

    start_message(&s, ctx, nonce, nonce_bytes, ad, ad_bytes);
    status = short_open(&short_functions, &s, out, in, bytes, tag, tag_bytes);
    wipe_few(&s, sizeof s);
    return status;
}

/* y becomes the tag. */
static void
crypt_message(gcm_start *s, uint8_t *out, const uint8_t *in, size_t bytes, int decrypt)
{
    const mode_cipher c = MODE_CIPHER(s->ctx);
    uint8_t lengths[16];

    gcm_store_lengths(lengths, s->ad_bytes, bytes);
    narae_kernels_of(c.cipher)->gcm_message(c.schedule, &s->ctx->hash, out, in, bytes, s->counter, s->y,
                                            lengths, decrypt);
}

static void
seal_message(const narae_gcm *ctx, uint8_t tag[16], uint8_t *out, const uint8_t *nonce, size_t nonce_bytes,
             const uint8_t *ad, size_t ad_bytes, const uint8_t *in, size_t bytes)
{
    gcm_start s;

    start_message(&s, ctx, nonce, nonce_bytes, ad, ad_bytes);
    crypt_message(&s, out, in, bytes, 0);
    memcpy(tag, s.y, 16);
    wipe_few(&s, sizeof s);
}

static int
open_message(const narae_gcm *ctx, uint8_t *out, const uint8_t *nonce, size_t nonce_bytes, const uint8_t *ad,
             size_t ad_bytes, const uint8_t *in, size_t bytes, const uint8_t *tag, size_t tag_bytes)
{
    short_message plain;
    gcm_start s;
    int status;

    start_message(&s, ctx, nonce, nonce_bytes, ad, ad_bytes);
    crypt_message(&s, plain.bytes + 16, in, bytes, 1);
    status = narae_compare_tags(tag, s.y, tag_bytes);
    if (status == NARAE_OK)
        memcpy(out, plain.bytes + 16, bytes);
    else
        memset(out, 0, bytes);
    narae_wipe(plain.bytes + 16, bytes);
    wipe_few(&s, sizeof s);
    return status;
}

/* Longer, with mask and lengths, than one of the cipher's batches, which is as fast. */
static int
suits_message_kernel(const narae_gcm *ctx, size_t bytes)
{
    return bytes >= GCM_FUSED && bytes + 32 > ctx->key.cipher->batch_bytes &&
           narae_kernels_of(ctx->key.cipher)->gcm_message != NULL;
}

/* In two of the cipher's batches. */
gcm_seal_fn *
narae_gcm_seal_by_batch(const narae_gcm *ctx, size_t bytes)
{
    if (suits_message_kernel(ctx, bytes))
        return seal_message;
    return is_short(bytes, 32, 2 * (size_t)ctx->key.cipher->batch_bytes) ? seal_short : NULL;
}

/* Opening this way copies and wipes the text once more, which is faster only within one batch: 1 KiB
 * with AES-256 takes 718 cycles on Zen 4, and 597 hashed and decrypted in place. */
gcm_open_fn *
narae_gcm_open_by_batch(const narae_gcm *ctx, size_t bytes)
{
    if (is_short(bytes, 32, 2 * (size_t)ctx->key.cipher->batch_bytes) && bytes < ctx->key.cipher->batch_bytes)
        return open_short;
    return bytes <= BATCH_BYTES && suits_message_kernel(ctx, bytes) ? open_message : NULL;
}

#endif
