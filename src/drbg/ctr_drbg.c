/* SPDX-License-Identifier: MIT */
/* CTR_DRBG with derivation function or without.  SP 800-90A Rev. 1, 10.2.1, 10.3.2 and
 * 10.3.3.
 *
 * The state is a key and a counter block V of a block.  The schedule is that of the key set
 * last.
 *
 * Time depends on lengths alone. */

#include "drbg_internal.h"

#include "core/xor.h"

enum { MAX_SEED_BYTES = 32 + 16, BATCH_BLOCKS = 8 };

static size_t
seed_bytes(const narae_drbg_ctr *ctx)
{
    return (size_t)ctx->key_bytes + ctx->cipher->block_bytes;
}

static void
set_key(narae_drbg_ctr *ctx, const uint8_t *key)
{
    narae_kernels_of(ctx->cipher)->set_key(ctx->schedule, key, ctx->key_bytes);
}

/* Blocks E(V + 1), E(V + 2), ... under the schedule. */
static void
next_blocks(narae_drbg_ctr *ctx, uint8_t *out, size_t bytes)
{
    const size_t block = ctx->cipher->block_bytes;
    uint8_t batch[BATCH_BLOCKS * 16];

    for (size_t n; bytes != 0; bytes -= n, out += n) {
        size_t filled = 0;

        n = bytes < BATCH_BLOCKS * block ? bytes : BATCH_BLOCKS * block;
        for (; filled < n; filled += block) {
            for (size_t i = block, carry = 1; i-- != 0; carry >>= 8) {
                carry += ctx->v[i];
                ctx->v[i] = (uint8_t)carry;
            }
            narae_copy(batch + filled, ctx->v, block);
        }
        narae_kernels_of(ctx->cipher)->encrypt(ctx->schedule, batch, batch, filled / block);
        narae_copy(out, batch, n);
    }
    narae_wipe(batch, sizeof batch);
}

/* CTR_DRBG_Update, 10.2.1.2, with the key's schedule set before and after. */
static void
update(narae_drbg_ctr *ctx, const uint8_t *provided)
{
    uint8_t fresh[MAX_SEED_BYTES];

    next_blocks(ctx, fresh, seed_bytes(ctx));
    narae_xor(fresh, fresh, provided, seed_bytes(ctx));
    narae_copy(ctx->key, fresh, ctx->key_bytes);
    narae_copy(ctx->v, fresh + ctx->key_bytes, ctx->cipher->block_bytes);
    set_key(ctx, ctx->key);
    narae_wipe(fresh, sizeof fresh);
}

/* BCC, 10.3.3: a CBC-MAC of its input. */
typedef struct bcc {
    uint8_t chain[16];
    size_t used;
} bcc;

static void
bcc_put(const narae_drbg_ctr *ctx, bcc *b, const uint8_t *in, size_t bytes)
{
    const size_t block = ctx->cipher->block_bytes;

    for (size_t n; bytes != 0; bytes -= n, in += n) {
        n = block - b->used < bytes ? block - b->used : bytes;
        narae_xor(b->chain + b->used, b->chain + b->used, in, n);
        b->used += n;
        if (b->used == block) {
            narae_kernels_of(ctx->cipher)->encrypt(ctx->schedule, b->chain, b->chain, 1);
            b->used = 0;
        }
    }
}

/* Block_Cipher_df, 10.3.2, of the pieces.  Leaves another key's schedule. */
static void
derive(narae_drbg_ctr *ctx, uint8_t seed[MAX_SEED_BYTES], const piece *pieces, unsigned npieces)
{
    static const uint8_t zeros[16] = {0};
    const size_t block = ctx->cipher->block_bytes, all = seed_bytes(ctx);
    uint8_t key[32], temp[MAX_SEED_BYTES + 16], head[8];
    uint32_t sum = 0;

    for (unsigned i = 0; i < npieces; i++)
        sum += (uint32_t)pieces[i].n;
    store32_be(head, sum);
    store32_be(head + 4, (uint32_t)all);
    for (unsigned i = 0; i < sizeof key; i++)
        key[i] = (uint8_t)i;
    set_key(ctx, key);
    for (size_t done = 0; done < all; done += block) {
        const uint8_t end = 0x80;
        uint8_t number[4];
        bcc b = {{0}, 0};

        store32_be(number, (uint32_t)(done / block));
        bcc_put(ctx, &b, number, sizeof number);
        bcc_put(ctx, &b, zeros, block - sizeof number);
        bcc_put(ctx, &b, head, sizeof head);
        for (unsigned i = 0; i < npieces; i++)
            bcc_put(ctx, &b, pieces[i].p, pieces[i].n);
        bcc_put(ctx, &b, &end, 1);
        if (b.used != 0)
            bcc_put(ctx, &b, zeros, block - b.used);
        narae_copy(temp + done, b.chain, block);
        narae_wipe(&b, sizeof b);
    }
    set_key(ctx, temp);
    for (size_t done = 0, n; done < all; done += n) {
        uint8_t *const x = temp + ctx->key_bytes;

        narae_kernels_of(ctx->cipher)->encrypt(ctx->schedule, x, x, 1);
        n = all - done < block ? all - done : block;
        narae_copy(seed + done, x, n);
    }
    narae_wipe(temp, sizeof temp);
}

/* The input of update(): derived from the pieces, or their XOR, with short ones padded with
 * zeros. */
static void
combine(narae_drbg_ctr *ctx, uint8_t provided[MAX_SEED_BYTES], const piece *pieces, unsigned npieces)
{
    if (ctx->has_df) {
        derive(ctx, provided, pieces, npieces);
        set_key(ctx, ctx->key);
        return;
    }
    memset(provided, 0, MAX_SEED_BYTES);
    for (unsigned i = 0; i < npieces; i++)
        if (pieces[i].n != 0)
            narae_xor(provided, provided, pieces[i].p, pieces[i].n);
}

static void
seed(narae_drbg_ctr *ctx, const piece *pieces, unsigned npieces)
{
    uint8_t provided[MAX_SEED_BYTES];

    combine(ctx, provided, pieces, npieces);
    update(ctx, provided);
    ctx->requests = 1;
    narae_wipe(provided, sizeof provided);
}

static void
generate(narae_drbg_ctr *ctx, uint8_t *out, size_t bytes, piece additional)
{
    uint8_t provided[MAX_SEED_BYTES] = {0};

    if (additional.n != 0) {
        combine(ctx, provided, &additional, 1);
        update(ctx, provided);
    }
    next_blocks(ctx, out, bytes);
    update(ctx, provided);
    ctx->requests++;
    narae_wipe(provided, sizeof provided);
}

static int
check_init(size_t schedule_bytes, const narae_block_cipher *cipher, size_t key_bytes, const piece pieces[3],
           int has_df)
{
    size_t needed;

    if (cipher == NULL)
        return NARAE_ERROR_NULL;
    needed = narae_block_cipher_schedule_bytes(cipher, key_bytes);
    if (needed == 0 || needed > schedule_bytes)
        return NARAE_ERROR_KEY_SIZE;
    return has_df ? check_seed(pieces, key_bytes)
                  : check_whole_seed(pieces, 3, key_bytes + cipher->block_bytes);
}

/* Entropy, nonce and personalization; without a derivation function there is no nonce. */
static int
init(narae_drbg_ctr *ctx, size_t schedule_bytes, const narae_block_cipher *cipher, size_t key_bytes,
     const piece pieces[3], int has_df)
{
    int status;

    if (ctx == NULL)
        return NARAE_ERROR_NULL;
    status = check_init(schedule_bytes, cipher, key_bytes, pieces, has_df);
    if (status != NARAE_OK)
        return without_other_room(&ctx->room, schedule_bytes, status);
    ctx->cipher = cipher;
    ctx->key_bytes = (uint8_t)key_bytes;
    ctx->has_df = (uint8_t)has_df;
    ctx->room = room_of(schedule_bytes);
    memset(ctx->key, 0, sizeof ctx->key);
    memset(ctx->v, 0, sizeof ctx->v);
    set_key(ctx, ctx->key);
    seed(ctx, pieces, 3);
    return NARAE_OK;
}

int
narae_drbg_ctr_init_sized(narae_drbg_ctr *ctx, size_t schedule_bytes, const narae_block_cipher *cipher,
                          size_t key_bytes, const uint8_t *entropy, size_t entropy_bytes,
                          const uint8_t *nonce, size_t nonce_bytes, const uint8_t *personalization,
                          size_t personalization_bytes)
{
    const piece pieces[3] = {
        {entropy, entropy_bytes}, {nonce, nonce_bytes}, {personalization, personalization_bytes}};

    return init(ctx, schedule_bytes, cipher, key_bytes, pieces, 1);
}

int
narae_drbg_ctr_init_no_df_sized(narae_drbg_ctr *ctx, size_t schedule_bytes, const narae_block_cipher *cipher,
                                size_t key_bytes, const uint8_t *entropy, size_t entropy_bytes,
                                const uint8_t *personalization, size_t personalization_bytes)
{
    const piece pieces[3] = {{entropy, entropy_bytes}, {NULL, 0}, {personalization, personalization_bytes}};

    return init(ctx, schedule_bytes, cipher, key_bytes, pieces, 0);
}

/* SP 800-90A Rev. 1, table 3: as for TDEA where blocks have 64 bits. */
static uint64_t
max_requests(const narae_drbg_ctr *ctx)
{
    return ctx->cipher->block_bytes == 16 ? MAX_REQUESTS : (uint64_t)1 << 32;
}

static uint32_t
max_request_bytes(const narae_drbg_ctr *ctx)
{
    return ctx->cipher->block_bytes == 16 ? MAX_REQUEST_BYTES : 1024;
}

int
narae_drbg_ctr_reseed(narae_drbg_ctr *ctx, const uint8_t *entropy, size_t entropy_bytes,
                      const uint8_t *additional, size_t additional_bytes)
{
    const piece pieces[2] = {{entropy, entropy_bytes}, {additional, additional_bytes}};
    int status;

    if (ctx == NULL)
        return NARAE_ERROR_NULL;
    if (ctx->cipher == NULL)
        return NARAE_ERROR_STATE;
    status =
        ctx->has_df ? check_reseed(pieces, ctx->key_bytes) : check_whole_seed(pieces, 2, seed_bytes(ctx));
    if (status == NARAE_OK)
        seed(ctx, pieces, 2);
    return status;
}

int
narae_drbg_ctr_generate(narae_drbg_ctr *ctx, uint8_t *out, size_t bytes, const uint8_t *additional,
                        size_t additional_bytes)
{
    const piece more = {additional, additional_bytes};
    int status;

    if (ctx == NULL)
        return NARAE_ERROR_NULL;
    if (ctx->cipher == NULL || ctx->requests > max_requests(ctx))
        return NARAE_ERROR_STATE;
    status = check_request(out, bytes, max_request_bytes(ctx), &more);
    if (status == NARAE_OK && !ctx->has_df && more.n > seed_bytes(ctx))
        status = NARAE_ERROR_LENGTH;
    if (status == NARAE_OK)
        generate(ctx, out, bytes, more);
    return status;
}

int
narae_drbg_ctr_generate_fresh(narae_drbg_ctr *ctx, uint8_t *out, size_t bytes, const uint8_t *entropy,
                              size_t entropy_bytes, const uint8_t *additional, size_t additional_bytes)
{
    const piece more = {additional, additional_bytes}, none = {NULL, 0};
    int status;

    if (ctx == NULL)
        return NARAE_ERROR_NULL;
    if (ctx->cipher == NULL)
        return NARAE_ERROR_STATE;
    status = check_request(out, bytes, max_request_bytes(ctx), &more);
    if (status == NARAE_OK)
        status = narae_drbg_ctr_reseed(ctx, entropy, entropy_bytes, additional, additional_bytes);
    if (status == NARAE_OK)
        generate(ctx, out, bytes, none);
    return status;
}
