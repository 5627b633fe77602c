/* SPDX-License-Identifier: MIT */
/* PBKDF2.  RFC 8018, 5.2.
 *
 *     U_1 = HMAC(password, salt || [i]_32),   U_j = HMAC(password, U_(j-1))
 *     T_i = U_1 ^ U_2 ^ ... ^ U_c
 *
 * The key's two blocks are hashed once for all, so an iteration is two blocks of
 * the hash.  Time depends on lengths and the number of iterations alone. */

#include "narae/pbkdf2.h"

#include "narae/descriptor.h"
#include "narae/hmac.h"

#include "core/bytes.h"
#include "core/check.h"
#include "core/copy.h"
#include "core/xor.h"

static void
make_block(narae_hmac *hmac, uint8_t *sum, size_t digest_bytes, const uint8_t *salt, size_t salt_bytes,
           uint32_t number, uint32_t iterations)
{
    uint8_t u[NARAE_HASH_DIGEST_BYTES], counter[4];

    store32_be(counter, number);
    cannot_fail(narae_hmac_start(hmac));
    cannot_fail(narae_hmac_update(hmac, salt, salt_bytes));
    cannot_fail(narae_hmac_update(hmac, counter, sizeof counter));
    cannot_fail(narae_hmac_finish(hmac, u, digest_bytes));
    narae_copy(sum, u, digest_bytes);
    while (--iterations != 0) {
        cannot_fail(narae_hmac_start(hmac));
        cannot_fail(narae_hmac_update(hmac, u, digest_bytes));
        cannot_fail(narae_hmac_finish(hmac, u, digest_bytes));
        narae_xor(sum, sum, u, digest_bytes);
    }
    narae_wipe(u, sizeof u);
}

int
narae_pbkdf2(uint8_t *out, size_t out_bytes, const narae_hash *hash, const uint8_t *password,
             size_t password_bytes, const uint8_t *salt, size_t salt_bytes, uint32_t iterations)
{
    uint8_t sum[NARAE_HASH_DIGEST_BYTES];
    narae_hmac hmac;
    uint64_t nblocks;
    int status;

    if (missing(out, out_bytes) || hash == NULL || missing(password, password_bytes) ||
        missing(salt, salt_bytes))
        return NARAE_ERROR_NULL;
    if (iterations == 0)
        return NARAE_ERROR_ROUNDS;
    nblocks = out_bytes / hash->digest_bytes;
    /* 2^58 bytes are more than any object has, and within the limit of every hash. */
    if (nblocks >= UINT32_MAX || (uint64_t)salt_bytes >> 58 != 0)
        return NARAE_ERROR_LENGTH;
    status = narae_hmac_init(&hmac, hash, password, password_bytes);
    if (status != NARAE_OK)
        return status;
    for (uint32_t number = 1; out_bytes != 0; number++) {
        const size_t n = out_bytes < hash->digest_bytes ? out_bytes : hash->digest_bytes;

        make_block(&hmac, sum, hash->digest_bytes, salt, salt_bytes, number, iterations);
        narae_copy(out, sum, n);
        out += n;
        out_bytes -= n;
    }
    narae_wipe(sum, sizeof sum);
    narae_hmac_clear(&hmac);
    return NARAE_OK;
}
