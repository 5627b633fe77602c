/* SPDX-License-Identifier: MIT */
/* An AEAD through seal(out, tag, in) and open(out, in, tag), which the
 * including file defines: out of place, in place, and forged. */

#include "check.h"

static int seal(const vector *v, uint8_t *out, const uint8_t *in);
static int open(const vector *v, uint8_t *out, const uint8_t *in);

static int
check_aead(const vector *v)
{
    REQUIRE(seal(v, work, v->plaintext.p) == NARAE_OK);
    REQUIRE(memcmp(work, v->ciphertext.p, v->ciphertext.n) == 0);
    REQUIRE(memcmp(tag, v->tag.p, v->tag.n) == 0);
    REQUIRE(open(v, work, work) == NARAE_OK);
    REQUIRE(memcmp(work, v->plaintext.p, v->plaintext.n) == 0);
    REQUIRE(seal(v, work, work) == NARAE_OK);
    tag[v->tag.n - 1] ^= 1;
    REQUIRE(open(v, work, work) == NARAE_ERROR_AUTHENTICATION);
    for (uint8_t i = 0; i < v->plaintext.n; i++)
        REQUIRE(work[i] == 0);
    return 0;
}
