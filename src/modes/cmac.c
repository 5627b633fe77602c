/* CMAC.  SP 800-38B, clauses 6.1 and 6.2.
 *
 *     L = E(0), K1 = 2 L, K2 = 2 K1
 *     tag = E(x ^ last ^ K1)          if the last block is whole
 *           E(x ^ last 10* ^ K2)      if it is not, or the message is empty
 *
 * where x is the CBC-MAC of the blocks before and 2 is the doubling in
 * GF(2^128) or GF(2^64).
 *
 * Time depends on lengths alone. */

#include "narae/cmac.h"

#include "mode_internal.h"

/* Bytes of a tag: cmac.h. */
enum { LEAST_WRITTEN = 1, LEAST_CHECKED = 4 };

/* x = 2 x; the polynomial's low byte is 0x87 for 128 bits, 0x1b for 64. */
static void
twice(uint8_t *x, unsigned size)
{
    unsigned carry = 0;

    for (unsigned i = size; i-- != 0; carry >>= 8) {
        carry |= (unsigned)x[i] << 1;
        x[i] = (uint8_t)carry;
    }
    x[size - 1] = (uint8_t)(x[size - 1] ^ ((0 - carry) & (size == 16 ? 0x87 : 0x1b)));
}

/* Both _init end here. */
static int
set_subkey(narae_cmac *ctx)
{
    unsigned size = ctx->key.cipher->block_bytes;

    narae_zero(ctx->k1, sizeof ctx->k1);
    encrypt_blocks(MODE_CIPHER(ctx), ctx->k1, ctx->k1, 1);
    twice(ctx->k1, size);
    return NARAE_OK;
}

static int
check_block_size(const narae_block_cipher *cipher)
{
    if (cipher == NULL)
        return NARAE_ERROR_NULL;
    return cipher->block_bytes == 16 || cipher->block_bytes == 8 ? NARAE_OK : NARAE_ERROR_BLOCK_SIZE;
}

int
narae_cmac_init_sized(narae_cmac *ctx, size_t schedule_bytes, const narae_block_cipher *cipher,
                      const uint8_t *key, size_t key_bytes)
{
    int status = ctx == NULL ? NARAE_ERROR_NULL : check_block_size(cipher);

    if (status != NARAE_OK)
        return status;
    ctx->message.phase = PHASE_NONE;
    status = narae_mode_init(&ctx->key, ctx->schedule, schedule_bytes, cipher, key, key_bytes, 0);
    return status == NARAE_OK ? set_subkey(ctx) : status;
}

int
narae_cmac_init_schedule(narae_cmac *ctx, const narae_block_cipher *cipher, const void *schedule)
{
    int status = ctx == NULL ? NARAE_ERROR_NULL : check_block_size(cipher);

    if (status != NARAE_OK)
        return status;
    ctx->message.phase = PHASE_NONE;
    status = narae_mode_init_schedule(&ctx->key, cipher, schedule, 0);
    return status == NARAE_OK ? set_subkey(ctx) : status;
}

static void
start(narae_cmac_message *m)
{
    narae_zero(m, sizeof *m);
    m->phase = PHASE_STARTED;
}

/* Turns the chain into the tag. */
static void
finish(const narae_cmac *ctx, narae_cmac_message *m)
{
    const unsigned size = ctx->key.cipher->block_bytes;
    uint8_t subkey[16];

    copy_block(subkey, ctx->k1, size);
    if (m->npending != size) {
        m->x[m->npending] ^= 0x80;
        twice(subkey, size);
    }
    narae_xor(m->x, m->x, subkey, size);
    encrypt_blocks(MODE_CIPHER(ctx), m->x, m->x, 1);
    narae_wipe(subkey, sizeof subkey);
}

static int
check_end(const narae_cmac *ctx, const narae_cmac_message *m, const uint8_t *tag, size_t tag_bytes,
          size_t least)
{
    if (tag == NULL)
        return NARAE_ERROR_NULL;
    if (m->phase != PHASE_STARTED)
        return NARAE_ERROR_STATE;
    if (tag_bytes < least || tag_bytes > ctx->key.cipher->block_bytes)
        return NARAE_ERROR_TAG_SIZE;
    return NARAE_OK;
}

static int
tag_message(const narae_cmac *ctx, narae_cmac_message *m, uint8_t *tag, size_t tag_bytes)
{
    int status = check_end(ctx, m, tag, tag_bytes, LEAST_WRITTEN);

    if (status == NARAE_OK) {
        finish(ctx, m);
        narae_copy(tag, m->x, tag_bytes);
        narae_wipe(m, sizeof *m);
    }
    return status;
}

static int
verify_message(const narae_cmac *ctx, narae_cmac_message *m, const uint8_t *tag, size_t tag_bytes)
{
    int status = check_end(ctx, m, tag, tag_bytes, LEAST_CHECKED);

    if (status == NARAE_OK) {
        finish(ctx, m);
        status = narae_compare_tags(tag, m->x, tag_bytes);
        narae_wipe(m, sizeof *m);
    }
    return status;
}

/* All functions for a message in pieces begin here. */
static int
check_context(const narae_cmac *ctx)
{
    return ctx == NULL ? NARAE_ERROR_NULL : check_cipher(MODE_CIPHER(ctx));
}

int
narae_cmac_start(narae_cmac *ctx)
{
    int status = check_context(ctx);

    if (status == NARAE_OK)
        start(&ctx->message);
    return status;
}

int
narae_cmac_update(narae_cmac *ctx, const uint8_t *in, size_t bytes)
{
    if (ctx == NULL || (in == NULL && bytes != 0))
        return NARAE_ERROR_NULL;
    if (ctx->message.phase != PHASE_STARTED || check_cipher(MODE_CIPHER(ctx)) != NARAE_OK)
        return NARAE_ERROR_STATE;
    narae_mode_mac(MODE_CIPHER(ctx), ctx->message.x, &ctx->message.npending, in, bytes);
    return NARAE_OK;
}

int
narae_cmac_finish(narae_cmac *ctx, uint8_t *tag, size_t tag_bytes)
{
    int status = check_context(ctx);

    return status == NARAE_OK ? tag_message(ctx, &ctx->message, tag, tag_bytes) : status;
}

int
narae_cmac_verify(narae_cmac *ctx, const uint8_t *tag, size_t tag_bytes)
{
    int status = check_context(ctx);

    return status == NARAE_OK ? verify_message(ctx, &ctx->message, tag, tag_bytes) : status;
}

/* Both one-shot functions begin here, with a message of their own. */
static int
take_message(const narae_cmac *ctx, narae_cmac_message *m, const uint8_t *in, size_t bytes,
             const uint8_t *tag, size_t tag_bytes, size_t least)
{
    if (ctx == NULL || (in == NULL && bytes != 0))
        return NARAE_ERROR_NULL;

    int status = check_cipher(MODE_CIPHER(ctx));

    if (status != NARAE_OK)
        return status;
    start(m);
    status = check_end(ctx, m, tag, tag_bytes, least);

    if (status == NARAE_OK)
        narae_mode_mac(MODE_CIPHER(ctx), m->x, &m->npending, in, bytes);
    return status;
}

int
narae_cmac_tag_message(const narae_cmac *ctx, uint8_t *tag, size_t tag_bytes, const uint8_t *in, size_t bytes)
{
    narae_cmac_message m;
    int status = take_message(ctx, &m, in, bytes, tag, tag_bytes, LEAST_WRITTEN);

    return status == NARAE_OK ? tag_message(ctx, &m, tag, tag_bytes) : status;
}

int
narae_cmac_verify_message(const narae_cmac *ctx, const uint8_t *in, size_t bytes, const uint8_t *tag,
                          size_t tag_bytes)
{
    narae_cmac_message m;
    int status = take_message(ctx, &m, in, bytes, tag, tag_bytes, LEAST_CHECKED);

    return status == NARAE_OK ? verify_message(ctx, &m, tag, tag_bytes) : status;
}
