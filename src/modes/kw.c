/* SPDX-License-Identifier: MIT */
/* KW and KWP.  SP 800-38F, clauses 6.1 to 6.3.
 *
 * A semiblock A of redundancy passes six times over the semiblocks R[1] ... R[n] of the
 * key: step t = 1, 2, ..., 6 n, at R[i],
 *
 *     A R[i] = E(A R[i]), then A = A ^ t
 *
 * and backwards to unwrap.  The last pass of unwrapping, which results in the key, is first
 * done without writing, because A has to be verified; KWP also checks its first step, which
 * gives R[n] with the padding.
 *
 * Time depends on lengths alone. */

#include "narae/kw.h"

#include "mode_internal.h"

#include "core/bytes.h"
#include "core/opaque.h"

enum { SEMIBLOCK = 8, PASSES = 6 };

#define KW_MAX_BYTES ((UINT64_C(1) << 57) - 8)
#define KWP_MAX_BYTES UINT64_C(0xffffffff)

static const uint8_t kw_redundancy[SEMIBLOCK] = {0xa6, 0xa6, 0xa6, 0xa6, 0xa6, 0xa6, 0xa6, 0xa6};
/* The redundancy of KWP, and the reasons to reject its padding. */
static const uint8_t kwp_redundancy[5] = {0xa6, 0x59, 0x59, 0xa6, 0};

#define CONTEXT narae_kw
#define INIT_SIZED narae_kw_init_sized
#define INIT_SCHEDULE narae_kw_init_schedule
#define NEEDED_BLOCK_BYTES 16
#define WITHOUT_MESSAGE

#include "init.inc"

/* A, and next to it a semiblock to encrypt it with. */
typedef struct register_block {
    uint8_t bytes[16] __attribute__((aligned(4)));
} register_block;

/* A = A ^ t */
static void
add_step(register_block *a, uint64_t t)
{
    uint8_t number[SEMIBLOCK];

    store64_be(number, t);
    narae_xor(a->bytes, a->bytes, number, SEMIBLOCK);
}

/* The `n` semiblocks after the first, which is A. */
static void
wrap(mode_cipher c, uint8_t *out, size_t n)
{
    register_block a;
    uint64_t t = 1;

    narae_copy(a.bytes, out, SEMIBLOCK);
    for (unsigned pass = 0; pass < PASSES; pass++)
        for (size_t i = 1; i <= n; i++, t++) {
            narae_copy(a.bytes + SEMIBLOCK, out + SEMIBLOCK * i, SEMIBLOCK);
            encrypt_blocks(c, a.bytes, a.bytes, 1);
            narae_copy(out + SEMIBLOCK * i, a.bytes + SEMIBLOCK, SEMIBLOCK);
            add_step(&a, t);
        }
    narae_copy(out, a.bytes, SEMIBLOCK);
    narae_wipe(&a, sizeof a);
}

/* Back over the semiblocks, from step `t` on; written back only if `writes`.  The last of
 * them is written to `last`. */
static void
unwrap_pass(mode_cipher c, register_block *a, uint8_t *r, size_t n, uint64_t t, int writes, uint8_t *last)
{
    for (size_t i = n; i != 0; i--, t--) {
        add_step(a, t);
        narae_copy(a->bytes + SEMIBLOCK, r + SEMIBLOCK * (i - 1), SEMIBLOCK);
        narae_kernels_of(c.cipher)->decrypt(c.schedule, a->bytes, a->bytes, 1);
        if (writes)
            narae_copy(r + SEMIBLOCK * (i - 1), a->bytes + SEMIBLOCK, SEMIBLOCK);
        if (i == n)
            narae_copy(last, a->bytes + SEMIBLOCK, SEMIBLOCK);
    }
}

/* Whether KWP's redundancy is right: four bytes, and a number of bytes that ends in the last
 * semiblock with zeros behind it. */
static int
check_padded(const register_block *a, const uint8_t *last, size_t n)
{
    const uint64_t padding = (uint64_t)n * SEMIBLOCK - load32_be(a->bytes + 4);
    const uint32_t few = opaque((uint32_t)padding & 7);
    uint32_t wrong = (uint32_t)((padding | (7 - padding)) >> 63);
    uint8_t computed[sizeof kwp_redundancy];

    for (uint32_t i = 0; i < SEMIBLOCK; i++)
        wrong |= (0 - (opaque(7 - i - few) >> 31)) & last[i];
    narae_copy(computed, a->bytes, 4);
    computed[4] = (uint8_t)wrong;
    return narae_compare_tags(computed, kwp_redundancy, sizeof computed);
}

/* `in` has a semiblock more than `n`; KW without `out_bytes`, KWP with it. */
static int
unwrap(mode_cipher c, uint8_t *out, size_t *out_bytes, const uint8_t *in, size_t n)
{
    register_block a, before;
    uint8_t last[SEMIBLOCK];
    int status;

    narae_copy(a.bytes, in, sizeof a.bytes);
    memmove(out, in + SEMIBLOCK, SEMIBLOCK * n);
    if (n == 1) {
        narae_kernels_of(c.cipher)->decrypt(c.schedule, a.bytes, a.bytes, 1);
        narae_copy(last, a.bytes + SEMIBLOCK, SEMIBLOCK);
    } else {
        for (unsigned pass = PASSES; pass != 1; pass--)
            unwrap_pass(c, &a, out, n, (uint64_t)n * pass, 1, last);
        before = a;
        unwrap_pass(c, &a, out, n, n, 0, last);
    }
    status =
        out_bytes != NULL ? check_padded(&a, last, n) : narae_compare_tags(a.bytes, kw_redundancy, SEMIBLOCK);
    if (status != NARAE_OK)
        narae_zero(out, SEMIBLOCK * n);
    else if (n == 1)
        narae_copy(out, last, SEMIBLOCK);
    else
        unwrap_pass(c, &before, out, n, n, 1, last);
    if (out_bytes != NULL && status == NARAE_OK)
        *out_bytes = (size_t)load32_be(a.bytes + 4);
    narae_wipe(&a, sizeof a);
    narae_wipe(&before, sizeof before);
    narae_wipe(last, sizeof last);
    return status;
}

/* All functions for data begin here: `out` gets `out_bytes` bytes. */
static int
check(const narae_kw *ctx, const uint8_t *out, size_t out_bytes, const uint8_t *in, size_t bytes)
{
    int status = check_cipher(MODE_CIPHER(ctx));

    if (status != NARAE_OK)
        return status;
    if (missing(out, out_bytes) || missing(in, bytes))
        return NARAE_ERROR_NULL;
    return out != in && touches(out, out_bytes, in, bytes) ? NARAE_ERROR_OVERLAP : NARAE_OK;
}

/* uint64_t avoids always-false warnings where size_t is narrow. */
static int
within(uint64_t bytes, uint64_t least, uint64_t limit)
{
    return bytes >= least && bytes <= limit;
}

int
narae_kw_wrap(const narae_kw *ctx, uint8_t *out, const uint8_t *in, size_t bytes)
{
    int status;

    if (ctx == NULL)
        return NARAE_ERROR_NULL;
    if (bytes % SEMIBLOCK != 0 || !within(bytes, 2 * SEMIBLOCK, KW_MAX_BYTES) || bytes > SIZE_MAX - SEMIBLOCK)
        return NARAE_ERROR_LENGTH;
    if ((status = check(ctx, out, bytes + SEMIBLOCK, in, bytes)) != NARAE_OK)
        return status;
    memmove(out + SEMIBLOCK, in, bytes);
    narae_copy(out, kw_redundancy, SEMIBLOCK);
    wrap(MODE_CIPHER(ctx), out, bytes / SEMIBLOCK);
    return NARAE_OK;
}

int
narae_kwp_wrap(const narae_kw *ctx, uint8_t *out, const uint8_t *in, size_t bytes)
{
    int status;

    if (ctx == NULL)
        return NARAE_ERROR_NULL;
    if (!within(bytes, 1, KWP_MAX_BYTES) || bytes > SIZE_MAX - 2 * SEMIBLOCK)
        return NARAE_ERROR_LENGTH;

    const size_t padded = (bytes + SEMIBLOCK - 1) / SEMIBLOCK * SEMIBLOCK;

    if ((status = check(ctx, out, padded + SEMIBLOCK, in, bytes)) != NARAE_OK)
        return status;
    memmove(out + SEMIBLOCK, in, bytes);
    memset(out + SEMIBLOCK + bytes, 0, padded - bytes);
    narae_copy(out, kwp_redundancy, 4);
    store32_be(out + 4, (uint32_t)bytes);
    if (padded == SEMIBLOCK)
        encrypt_blocks(MODE_CIPHER(ctx), out, out, 1);
    else
        wrap(MODE_CIPHER(ctx), out, padded / SEMIBLOCK);
    return NARAE_OK;
}

int
narae_kw_unwrap(const narae_kw *ctx, uint8_t *out, const uint8_t *in, size_t bytes)
{
    int status;

    if (ctx == NULL)
        return NARAE_ERROR_NULL;
    if (bytes % SEMIBLOCK != 0 || !within(bytes, 3 * SEMIBLOCK, KW_MAX_BYTES + SEMIBLOCK))
        return NARAE_ERROR_LENGTH;
    if ((status = check(ctx, out, bytes - SEMIBLOCK, in, bytes)) != NARAE_OK)
        return status;
    return unwrap(MODE_CIPHER(ctx), out, NULL, in, bytes / SEMIBLOCK - 1);
}

int
narae_kwp_unwrap(const narae_kw *ctx, uint8_t *out, size_t *out_bytes, const uint8_t *in, size_t bytes)
{
    int status;

    none_written(out_bytes);
    if (ctx == NULL || out_bytes == NULL)
        return NARAE_ERROR_NULL;
    if (bytes % SEMIBLOCK != 0 || !within(bytes, 2 * SEMIBLOCK, KWP_MAX_BYTES + 1 + SEMIBLOCK))
        return NARAE_ERROR_LENGTH;
    if ((status = check(ctx, out, bytes - SEMIBLOCK, in, bytes)) != NARAE_OK)
        return status;
    return unwrap(MODE_CIPHER(ctx), out, out_bytes, in, bytes / SEMIBLOCK - 1);
}
