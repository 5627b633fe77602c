/* SPDX-License-Identifier: MIT */
/* Common to the DRBGs: their inputs in pieces, and their checks.  SP 800-90A Rev. 1,
 * tables 2 and 3. */
#ifndef NARAE_DRBG_INTERNAL_H
#define NARAE_DRBG_INTERNAL_H

#include "narae/drbg.h"

#include <string.h>

#include "narae/descriptor.h"

#include "core/bytes.h"
#include "core/check.h"
#include "core/copy.h"

#define MAX_REQUESTS ((uint64_t)1 << 48)
#define MAX_REQUEST_BYTES ((uint32_t)1 << 16)

/* What is concatenated. */
typedef struct piece {
    const uint8_t *p;
    size_t n;
} piece;

/* Whether the pieces are not null and together shorter than 2^32 - 256 bytes, which
 * leaves space for what a derivation function adds in its 32-bit length. */
static inline int
check_input(const piece *pieces, unsigned npieces)
{
    uint64_t sum = 0;

    for (unsigned i = 0; i < npieces; i++) {
        const uint64_t n = pieces[i].n;

        if (missing(pieces[i].p, pieces[i].n))
            return NARAE_ERROR_NULL;
        if (n > UINT32_MAX)
            return NARAE_ERROR_LENGTH;
        sum += n;
    }
    return sum > UINT32_MAX - 256 ? NARAE_ERROR_LENGTH : NARAE_OK;
}

/* Entropy, nonce and personalization. */
static inline int
check_seed(const piece pieces[3], size_t strength_bytes)
{
    int status = check_input(pieces, 3);

    if (status != NARAE_OK)
        return status;
    if (pieces[0].n < strength_bytes)
        return NARAE_ERROR_LENGTH;
    return pieces[1].n < strength_bytes / 2 ? NARAE_ERROR_NONCE_SIZE : NARAE_OK;
}

/* Without a derivation function: entropy of the seed's size, and no longer other piece. */
static inline int
check_whole_seed(const piece *pieces, unsigned npieces, size_t seed_bytes)
{
    int status = check_input(pieces, npieces);

    if (status == NARAE_OK && pieces[0].n != seed_bytes)
        status = NARAE_ERROR_LENGTH;
    for (unsigned i = 1; i < npieces; i++)
        if (status == NARAE_OK && pieces[i].n > seed_bytes)
            status = NARAE_ERROR_LENGTH;
    return status;
}

/* Entropy and additional input. */
static inline int
check_reseed(const piece pieces[2], size_t strength_bytes)
{
    int status = check_input(pieces, 2);

    return status == NARAE_OK && pieces[0].n < strength_bytes ? NARAE_ERROR_LENGTH : status;
}

static inline int
check_request(const uint8_t *out, size_t bytes, uint32_t limit, const piece *additional)
{
    if (missing(out, bytes))
        return NARAE_ERROR_NULL;
    return bytes > limit ? NARAE_ERROR_LENGTH : check_input(additional, 1);
}

static inline size_t
hash_strength(const narae_hash *hash)
{
    return hash->digest_bytes >= 32 ? 32 : 24;
}

#endif
