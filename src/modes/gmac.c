/* SPDX-License-Identifier: MIT */
/* GMAC: GCM of a message that is all associated data.  SP 800-38D, clauses 3 and 6.4.
 *
 * Time depends on lengths alone. */

#include "narae/gmac.h"

int
narae_gmac_init_sized(narae_gmac *ctx, size_t schedule_bytes, const narae_block_cipher *cipher,
                      const uint8_t *key, size_t key_bytes)
{
    return narae_gcm_init_sized(ctx, schedule_bytes, cipher, key, key_bytes);
}

int
narae_gmac_init_schedule(narae_gmac *ctx, const narae_block_cipher *cipher, const void *schedule)
{
    return narae_gcm_init_schedule(ctx, cipher, schedule);
}

int
narae_gmac_start(narae_gmac *ctx, const uint8_t *nonce, size_t nonce_bytes)
{
    return narae_gcm_start(ctx, nonce, nonce_bytes);
}

int
narae_gmac_update(narae_gmac *ctx, const uint8_t *in, size_t bytes)
{
    return narae_gcm_ad(ctx, in, bytes);
}

int
narae_gmac_finish(narae_gmac *ctx, uint8_t *tag, size_t tag_bytes)
{
    return narae_gcm_finish(ctx, tag, tag_bytes);
}

int
narae_gmac_verify(narae_gmac *ctx, const uint8_t *tag, size_t tag_bytes)
{
    return narae_gcm_verify(ctx, tag, tag_bytes);
}

int
narae_gmac_tag_message(const narae_gmac *ctx, uint8_t *tag, size_t tag_bytes, const uint8_t *nonce,
                       size_t nonce_bytes, const uint8_t *in, size_t bytes)
{
    return narae_gcm_seal(ctx, NULL, tag, tag_bytes, nonce, nonce_bytes, in, bytes, NULL, 0);
}

int
narae_gmac_verify_message(const narae_gmac *ctx, const uint8_t *nonce, size_t nonce_bytes, const uint8_t *in,
                          size_t bytes, const uint8_t *tag, size_t tag_bytes)
{
    return narae_gcm_open(ctx, NULL, nonce, nonce_bytes, in, bytes, NULL, 0, tag, tag_bytes);
}
