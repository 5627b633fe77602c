/* SPDX-License-Identifier: MIT */
/* GCM.  SP 800-38D, clauses 7.1 and 7.2.
 *
 *     H = E(0)
 *     J = nonce 0^31 1, if it has 12 bytes; else GHASH(nonce 0.. [bits])
 *     ciphertext = plaintext ^ E(J + 1) E(J + 2) ...
 *     tag = E(J) ^ GHASH(ad 0..  ciphertext 0..  [bits of ad] [bits of ciphertext])
 *
 * GHASH takes a partial block by adding it to y at once and multiplying when
 * the block is full or padded.  Long messages are encrypted and hashed in
 * pieces, so that the hash finds the ciphertext in the cache.  The one-shot open hashes all
 * ciphertext before it decrypts any, so that no unverified text is written.
 *
 * Time depends on lengths alone. */

#include "narae/gcm.h"

#include "gcm_internal.h"
#include "mode_internal.h"

#include "core/bytes.h"
#include "core/check.h"

#include NARAE_KERNELS(modes)
#include "modes/portable/kernels.h"

enum { PIECE = BATCH_BYTES != 0 ? 8 * BATCH_BYTES : 4096 };

static int
set_hash_key(narae_gcm *ctx)
{
    uint8_t h[16] = {0};

    encrypt_blocks(MODE_CIPHER(ctx), h, h, 1);
    cannot_fail(narae_ghash_set_key(&ctx->hash, h));
    WIPE_BLOCK(h);
    return NARAE_OK;
}

#define CONTEXT narae_gcm
#define INIT_SIZED narae_gcm_init_sized
#define INIT_SCHEDULE narae_gcm_init_schedule
#define NEEDED_BLOCK_BYTES 16
#define AFTER_KEY set_hash_key

#include "init.inc"

/* uint64_t avoids always-false warnings where size_t is narrow. */
static int
exceeds(uint64_t bytes, uint64_t limit)
{
    return bytes > limit;
}

static int
check_tag(const uint8_t *tag, size_t tag_bytes)
{
    if (tag == NULL)
        return NARAE_ERROR_NULL;
    return (tag_bytes >= 12 && tag_bytes <= 16) || tag_bytes == 8 || tag_bytes == 4 ? NARAE_OK
                                                                                    : NARAE_ERROR_TAG_SIZE;
}

static inline __attribute__((always_inline)) int
check_nonce(const narae_gcm *ctx, const uint8_t *nonce, size_t nonce_bytes)
{
    if (missing(nonce, nonce_bytes))
        return NARAE_ERROR_NULL;

    int status = check_cipher(MODE_CIPHER(ctx));

    if (status != NARAE_OK)
        return status;
    return nonce_bytes == 0 || exceeds(nonce_bytes, NARAE_GCM_MAX_AD_BYTES) ? NARAE_ERROR_NONCE_SIZE
                                                                            : NARAE_OK;
}

/* All arguments of a whole message. */
static inline __attribute__((always_inline)) int
check_message(const narae_gcm *ctx, const uint8_t *out, const uint8_t *tag, size_t tag_bytes,
              const uint8_t *nonce, size_t nonce_bytes, const uint8_t *ad, size_t ad_bytes, const uint8_t *in,
              size_t bytes)
{
    int status = ctx == NULL ? NARAE_ERROR_NULL : check_tag(tag, tag_bytes);

    if (status != NARAE_OK)
        return status;
    if (touches(out, bytes, tag, tag_bytes))
        return NARAE_ERROR_OVERLAP;
    status = check_nonce(ctx, nonce, nonce_bytes);
    if (status != NARAE_OK)
        return status;
    if (missing(ad, ad_bytes))
        return NARAE_ERROR_NULL;
    if (exceeds(ad_bytes, NARAE_GCM_MAX_AD_BYTES) || exceeds(bytes, NARAE_GCM_MAX_BYTES))
        return NARAE_ERROR_LENGTH;
    return check_stream(out, in, bytes);
}

/* Computes the mask of the tag, and the first block of key stream with it if `nblocks` is 2:
 * many kernels process two blocks in the time of one. */
static void
encrypt_counters(const narae_gcm *ctx, narae_gcm_message *m, size_t nblocks)
{
    uint8_t pair[32] __attribute__((aligned(4)));

    for (size_t i = 0; i < nblocks; i++) {
        copy_block(pair + 16 * i, m->stream.counter, 16);
        narae_mode_count(m->stream.counter, 16, GCM_COUNTER_BITS, 1);
    }
    encrypt_blocks(MODE_CIPHER(ctx), pair, pair, nblocks);
    copy_block(m->mask, pair, 16);
    if (nblocks == 2) {
        copy_block(m->stream.keystream, pair + 16, 16);
        m->stream.left = 16;
    }
    narae_wipe(pair, sizeof pair);
}

/* `bytes` is the size of the message if it is known, else 0.  If kernels prefer batches a
 * long message is not split. */
static void
start(const narae_gcm *ctx, narae_gcm_message *m, const uint8_t *nonce, size_t nonce_bytes, size_t bytes)
{
    narae_zero(m, sizeof *m);
    gcm_first_counter(ctx, m->stream.counter, nonce, nonce_bytes);
    m->phase = PHASE_STARTED;
    encrypt_counters(ctx, m, BATCH_BYTES == 0 && bytes != 0 ? 2 : 1);
}

static void
hash_ad(const narae_gcm *ctx, narae_gcm_message *m, const uint8_t *ad, size_t ad_bytes)
{
    gcm_hash(&ctx->hash, m->y, (unsigned)m->ad_bytes & 15, ad, ad_bytes);
    m->ad_bytes += ad_bytes;
}

static void
end_ad(const narae_gcm *ctx, narae_gcm_message *m, uint8_t phase)
{
    if (m->phase == PHASE_STARTED)
        gcm_hash_padding(&ctx->hash, m->y, m->ad_bytes);
    m->phase = phase;
}

static void
hash_data(const narae_gcm *ctx, narae_gcm_message *m, const uint8_t *in, size_t bytes)
{
    gcm_hash(&ctx->hash, m->y, (unsigned)m->bytes & 15, in, bytes);
    m->bytes += bytes;
}

static void
crypt_data(const narae_gcm *ctx, narae_gcm_message *m, uint8_t *out, const uint8_t *in, size_t bytes)
{
    narae_mode_stream_xor(MODE_CIPHER(ctx), &m->stream, GCM_COUNTER_BITS, out, in, bytes);
}

/* Encrypts and hashes, or hashes and decrypts. */
static inline void
crypt_and_hash(const narae_gcm *ctx, narae_gcm_message *m, uint8_t *out, const uint8_t *in, size_t bytes,
               uint8_t phase)
{
    if (phase == PHASE_DECRYPT)
        hash_data(ctx, m, in, bytes);
    crypt_data(ctx, m, out, in, bytes);
    if (phase == PHASE_ENCRYPT)
        hash_data(ctx, m, out, bytes);
}

#if UINTPTR_MAX > 0xffffffffu

/* The next piece.  A kernel of the cipher for both in one pass begins at a whole block and processes
 * whole steps; it returns the bytes that were processed. */
static size_t
crypt_piece(const narae_gcm *ctx, narae_gcm_message *m, uint8_t *out, const uint8_t *in, size_t bytes,
            uint8_t phase)
{
    const mode_cipher c = MODE_CIPHER(ctx);
    narae_gcm_fn *const kernel = narae_kernels_of(c.cipher)->gcm;
    const size_t steps = bytes & ~(size_t)(GCM_FUSED - 1);
    size_t limit = PIECE;

    if (kernel != NULL && m->stream.left != 0) {
        limit = m->stream.left;
    } else if (kernel != NULL && steps != 0) {
        kernel(c.schedule, &ctx->hash, out, in, steps / 16, m->stream.counter, m->y, phase == PHASE_DECRYPT);
        m->bytes += steps;
        return steps;
    }
    limit = bytes < limit ? bytes : limit;
    crypt_and_hash(ctx, m, out, in, limit, phase);
    return limit;
}

#else

static inline size_t
crypt_piece(const narae_gcm *ctx, narae_gcm_message *m, uint8_t *out, const uint8_t *in, size_t bytes,
            uint8_t phase)
{
    const size_t n = bytes < PIECE ? bytes : (size_t)PIECE;

    crypt_and_hash(ctx, m, out, in, n, phase);
    return n;
}

#endif

static inline __attribute__((always_inline)) void
crypt(const narae_gcm *ctx, narae_gcm_message *m, uint8_t *out, const uint8_t *in, size_t bytes,
      uint8_t phase)
{
    end_ad(ctx, m, phase);
    while (bytes != 0) {
        const size_t n = crypt_piece(ctx, m, out, in, bytes, phase);

        out += n;
        in += n;
        bytes -= n;
    }
}

/* Most tags are whole blocks. */
static inline void
copy_tag(uint8_t *tag, const uint8_t y[16], size_t tag_bytes)
{
#ifdef NARAE_BLOCKS_IN_LINE
    if (tag_bytes == 16)
        copy_block(tag, y, 16);
    else
#endif
        narae_copy(tag, y, tag_bytes);
}

/* Turns y into the tag. */
static void
make_tag(const narae_gcm *ctx, narae_gcm_message *m)
{
    end_ad(ctx, m, PHASE_NONE);
    gcm_hash_padding(&ctx->hash, m->y, m->bytes);
    gcm_hash_lengths(&ctx->hash, m->y, m->ad_bytes, m->bytes);
    xor_block(m->y, m->y, m->mask, 16);
}

int
narae_gcm_seal(const narae_gcm *ctx, uint8_t *out, uint8_t *tag, size_t tag_bytes, const uint8_t *nonce,
               size_t nonce_bytes, const uint8_t *ad, size_t ad_bytes, const uint8_t *in, size_t bytes)
{
    narae_gcm_message m;
    int status = check_message(ctx, out, tag, tag_bytes, nonce, nonce_bytes, ad, ad_bytes, in, bytes);

    if (status != NARAE_OK)
        return status;

    gcm_seal_fn *const seal = narae_gcm_seal_kernel(ctx, nonce_bytes, bytes);

    if (seal != NULL) {
        seal(ctx, m.y, out, nonce, nonce_bytes, ad, ad_bytes, in, bytes);
        copy_tag(tag, m.y, tag_bytes);
        WIPE_BLOCK(m.y);
        return NARAE_OK;
    }
    start(ctx, &m, nonce, nonce_bytes, bytes);
    hash_ad(ctx, &m, ad, ad_bytes);
    crypt(ctx, &m, out, in, bytes, PHASE_ENCRYPT);
    make_tag(ctx, &m);
    copy_tag(tag, m.y, tag_bytes);
    narae_wipe(&m, sizeof m);
    return NARAE_OK;
}

int
narae_gcm_open(const narae_gcm *ctx, uint8_t *out, const uint8_t *nonce, size_t nonce_bytes,
               const uint8_t *ad, size_t ad_bytes, const uint8_t *in, size_t bytes, const uint8_t *tag,
               size_t tag_bytes)
{
    narae_gcm_message m;
    int status = check_message(ctx, out, tag, tag_bytes, nonce, nonce_bytes, ad, ad_bytes, in, bytes);

    if (status != NARAE_OK)
        return status;

    gcm_open_fn *const open = narae_gcm_open_kernel(ctx, bytes);

    if (open != NULL)
        return open(ctx, out, nonce, nonce_bytes, ad, ad_bytes, in, bytes, tag, tag_bytes);
    start(ctx, &m, nonce, nonce_bytes, bytes);
    hash_ad(ctx, &m, ad, ad_bytes);
    end_ad(ctx, &m, PHASE_DECRYPT);
    hash_data(ctx, &m, in, bytes);
    make_tag(ctx, &m);
    status = narae_compare_tags(tag, m.y, tag_bytes);
    if (status == NARAE_OK)
        crypt_data(ctx, &m, out, in, bytes);
    else if (bytes != 0)
        narae_zero(out, bytes);
    narae_wipe(&m, sizeof m);
    return status;
}

int
narae_gcm_start(narae_gcm *ctx, const uint8_t *nonce, size_t nonce_bytes)
{
    int status = ctx == NULL ? NARAE_ERROR_NULL : check_nonce(ctx, nonce, nonce_bytes);

    if (status == NARAE_OK)
        start(ctx, &ctx->message, nonce, nonce_bytes, 0);
    return status;
}

int
narae_gcm_ad(narae_gcm *ctx, const uint8_t *ad, size_t ad_bytes)
{
    if (ctx == NULL || missing(ad, ad_bytes))
        return NARAE_ERROR_NULL;
    if (ctx->message.phase != PHASE_STARTED)
        return NARAE_ERROR_STATE;
    if (ad_bytes > NARAE_GCM_MAX_AD_BYTES - ctx->message.ad_bytes)
        return NARAE_ERROR_LENGTH;
    hash_ad(ctx, &ctx->message, ad, ad_bytes);
    return NARAE_OK;
}

/* The next part of a text. */
static inline __attribute__((always_inline)) int
crypt_part(narae_gcm *ctx, uint8_t *out, const uint8_t *in, size_t bytes, uint8_t phase)
{
    int status = ctx == NULL ? NARAE_ERROR_NULL : check_cipher(MODE_CIPHER(ctx));

    if (status != NARAE_OK)
        return status;
    if (ctx->message.phase != PHASE_STARTED && ctx->message.phase != phase)
        return NARAE_ERROR_STATE;
    if (bytes > NARAE_GCM_MAX_BYTES - ctx->message.bytes)
        return NARAE_ERROR_LENGTH;
    status = check_stream(out, in, bytes);
    if (status == NARAE_OK)
        crypt(ctx, &ctx->message, out, in, bytes, phase);
    return status;
}

int
narae_gcm_encrypt(narae_gcm *ctx, uint8_t *out, const uint8_t *in, size_t bytes)
{
    return crypt_part(ctx, out, in, bytes, PHASE_ENCRYPT);
}

int
narae_gcm_decrypt(narae_gcm *ctx, uint8_t *out, const uint8_t *in, size_t bytes)
{
    return crypt_part(ctx, out, in, bytes, PHASE_DECRYPT);
}

/* Leaves the tag in y if the message may end in this phase. */
static inline __attribute__((always_inline)) int
end(narae_gcm *ctx, const uint8_t *tag, size_t tag_bytes, uint8_t phase)
{
    int status = ctx == NULL ? NARAE_ERROR_NULL : check_tag(tag, tag_bytes);

    if (status != NARAE_OK)
        return status;
    if (ctx->message.phase != PHASE_STARTED && ctx->message.phase != phase)
        return NARAE_ERROR_STATE;
    make_tag(ctx, &ctx->message);
    return NARAE_OK;
}

int
narae_gcm_finish(narae_gcm *ctx, uint8_t *tag, size_t tag_bytes)
{
    int status = end(ctx, tag, tag_bytes, PHASE_ENCRYPT);

    if (status == NARAE_OK) {
        narae_copy(tag, ctx->message.y, tag_bytes);
        narae_wipe(&ctx->message, sizeof ctx->message);
    }
    return status;
}

int
narae_gcm_verify(narae_gcm *ctx, const uint8_t *tag, size_t tag_bytes)
{
    int status = end(ctx, tag, tag_bytes, PHASE_DECRYPT);

    if (status == NARAE_OK) {
        status = narae_compare_tags(tag, ctx->message.y, tag_bytes);
        narae_wipe(&ctx->message, sizeof ctx->message);
    }
    return status;
}
