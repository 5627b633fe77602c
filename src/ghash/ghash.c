/* GHASH: the public functions and the key.
 *
 * Division by x moves every coefficient down one power, which is up one
 * place in the mirrored integer.  If the coefficient of x^0 falls out,
 * 1 = x + x^2 + x^7 + x^128 was added before, and leaves
 * 1 + x + x^6 + x^127. */

#include "ghash_internal.h"

int
narae_ghash_set_key(narae_ghash_key *key, const uint8_t h[16])
{
    if (key == NULL || h == NULL)
        return NARAE_ERROR_NULL;

    uint8_t out = h[0] >> 7;
    uint8_t mask = (uint8_t)-out;

    for (unsigned i = 0; i < 15; i++)
        key->h[i] = (uint8_t)(h[i] << 1 | h[i + 1] >> 7);
    key->h[15] = (uint8_t)(h[15] << 1 | out);
    key->h[0] = (uint8_t)(key->h[0] ^ (mask & 0xc2));
    return NARAE_OK;
}

int
narae_ghash(const narae_ghash_key *key, uint8_t y[16], const uint8_t *in, size_t nblocks)
{
    if (key == NULL || y == NULL || (in == NULL && nblocks != 0))
        return NARAE_ERROR_NULL;
    narae_ghash_blocks_portable(y, key, in, nblocks);
    return NARAE_OK;
}
