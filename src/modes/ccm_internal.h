/* SPDX-License-Identifier: MIT */
/* Common to CCM and its kernels. */
#ifndef NARAE_CCM_INTERNAL_H
#define NARAE_CCM_INTERNAL_H

#include "narae/ccm.h"

#include "mode_internal.h"

/* Writes the encoding of the length of the associated data, which precedes
 * it in the CBC-MAC, and returns its size: 2, 6 or 10.  ad_bytes > 0. */
unsigned narae_ccm_encode_ad_bytes(uint8_t header[10], uint64_t ad_bytes);

/* Kernel contract: processes a whole message; x becomes the tag. */
typedef void ccm_message_fn(mode_cipher c, uint8_t x[16], uint8_t *out, size_t tag_bytes,
                            const uint8_t *nonce, size_t nonce_bytes, const uint8_t *ad, size_t ad_bytes,
                            const uint8_t *in, size_t bytes, int decrypt);

static __attribute__((unused)) int
ccm_check(mode_cipher c, const uint8_t *nonce, size_t nonce_bytes, uint64_t bytes, size_t tag_bytes)
{
    if (nonce == NULL && nonce_bytes != 0)
        return NARAE_ERROR_NULL;

    int status = check_cipher(c);

    if (status != NARAE_OK)
        return status;
    if (nonce_bytes < 7 || nonce_bytes > 13)
        return NARAE_ERROR_NONCE_SIZE;
    if (tag_bytes < 4 || tag_bytes > 16 || tag_bytes % 2 != 0)
        return NARAE_ERROR_TAG_SIZE;

    const unsigned q = 15 - (unsigned)nonce_bytes;

    return q < 8 && bytes >> (8 * q) != 0 ? NARAE_ERROR_LENGTH : NARAE_OK;
}

/* The flags byte of B_0, whose length field has q bytes. */
static __attribute__((unused)) uint8_t
ccm_first_byte(unsigned q, uint64_t ad_bytes, size_t tag_bytes)
{
    return (uint8_t)((ad_bytes != 0 ? 64 : 0) | (unsigned)(tag_bytes - 2) << 2 | (q - 1));
}

#endif
