/* SPDX-License-Identifier: MIT */
/* CTR over CIPHER. */

#include "check.h"

#include HEADER
#include "narae/ctr.h"

static narae_ctr ctx;

int
check(const vector *v)
{
    const size_t bytes = v->plaintext.n;

    REQUIRE(narae_ctr_init(&ctx, &CIPHER, v->key.p, v->key.n) == NARAE_OK);
    REQUIRE(narae_ctr_crypt_message(&ctx, work, v->nonce.p, v->nonce.n, NARAE_CTR_WHOLE_BLOCK, v->plaintext.p,
                                    bytes) == NARAE_OK);
    REQUIRE(memcmp(work, v->ciphertext.p, bytes) == 0);
    REQUIRE(narae_ctr_start(&ctx, v->nonce.p, v->nonce.n, NARAE_CTR_WHOLE_BLOCK) == NARAE_OK);
    REQUIRE(narae_ctr_crypt(&ctx, work, work, 5) == NARAE_OK);
    REQUIRE(narae_ctr_crypt(&ctx, work + 5, work + 5, bytes - 5) == NARAE_OK);
    REQUIRE(memcmp(work, v->plaintext.p, bytes) == 0);
    return 0;
}
