/* SPDX-License-Identifier: MIT */
/* GHASH: the public functions and the key.
 *
 * The multiples for a kernel with tables are x^0 h to x^7 h, and sums of two
 * multiples computed before.
 *
 * Division by x moves every coefficient down one power, which is up one place
 * in the mirrored integer.  If the coefficient of x^0 is 1, 1 = x + x^2 + x^7 +
 * x^128 was added before, and leaves 1 + x + x^6 + x^127. */

#include "ghash_internal.h"

#include <string.h>

#include "core/bytes.h"
#include "narae/wipe.h"

__extension__ _Static_assert(sizeof(ghash_contents) == sizeof(narae_ghash_key), "a key holds them");

#ifdef NARAE_GHASH_TABLES

static uint8_t *
product(uint8_t table[256], unsigned n)
{
    return table + 16 * (15 - n);
}

/* v = x v */
static void
times_x(uint8_t v[16])
{
    uint8_t out = v[15] & 1;

    HIDE_BIT(out);
    for (uint8_t i = 15; i != 0; i--)
        v[i] = (uint8_t)(v[i] >> 1 | v[i - 1] << 7);
    v[0] = (uint8_t)(v[0] >> 1 ^ ((uint8_t)-out & 0xe1));
}

/* All products with the power of x in v, and the next three. */
static void
fill_table(uint8_t table[256], uint8_t v[16])
{
    memset(product(table, 0), 0, 16);
    for (unsigned n = 8; n != 0; n >>= 1) {
        memcpy(product(table, n), v, 16);
        times_x(v);
    }
    for (unsigned n = 1; n < 16; n++) {
        const uint8_t *a = product(table, n & (n - 1)), *b = product(table, n & -n);
        uint8_t *sum = product(table, n);

        if ((n & (n - 1)) != 0)
            for (uint8_t i = 16; i != 0; i--)
                *sum++ = *a++ ^ *b++;
    }
}

static void
prepare(narae_ghash_key *key, const uint8_t h[16])
{
    uint8_t v[16];

    memcpy(v, h, 16);
    fill_table((uint8_t *)key->words + 256, v);
    fill_table((uint8_t *)key->words, v);
    narae_wipe(v, sizeof v);
}

#else

#    if UINTPTR_MAX > 0xffffffffu

/* h / x */
static void
divide(uint8_t quotient[16], const uint8_t h[16])
{
    const uint64_t high = load64_be(h), low = load64_be(h + 8), out = high >> 63;

    store_at_once(quotient, __builtin_bswap64((high << 1 | low >> 63) ^ ((0 - out) & 0xc200000000000000)),
                  __builtin_bswap64(low << 1 | out));
}

#    else

static void
divide(uint8_t quotient[16], const uint8_t h[16])
{
    uint8_t out = h[0] >> 7, mask;

    HIDE_BIT(out);
    mask = (uint8_t)-out;
    for (unsigned i = 0; i < 15; i++)
        quotient[i] = (uint8_t)(h[i] << 1 | h[i + 1] >> 7);
    quotient[15] = (uint8_t)(h[15] << 1 | out);
    quotient[0] = (uint8_t)(quotient[0] ^ (mask & 0xc2));
}

#    endif

static void
prepare(narae_ghash_key *key, const uint8_t h[16])
{
    divide(((ghash_contents *)key)->h, h);
#    ifdef narae_ghash_powers_kernel
    narae_ghash_powers_kernel(key);
#    endif
}

#endif

int
narae_ghash_set_key(narae_ghash_key *key, const uint8_t h[16])
{
    if (key == NULL || h == NULL)
        return NARAE_ERROR_NULL;
    prepare(key, h);
    return NARAE_OK;
}

int
narae_ghash(const narae_ghash_key *key, uint8_t y[16], const uint8_t *in, size_t nblocks)
{
    if (key == NULL || y == NULL || (in == NULL && nblocks != 0))
        return NARAE_ERROR_NULL;
    narae_ghash_blocks_kernel(y, key, in, nblocks);
    return NARAE_OK;
}
