/* SPDX-License-Identifier: MIT */
/* ChaCha with ROUNDS rounds. */

#include "check.h"

#include "narae/chacha.h"

int
check(const vector *v)
{
    const size_t bytes = v->plaintext.n;

    REQUIRE(narae_chacha_crypt_message(work, v->plaintext.p, bytes, ROUNDS, v->key.p, v->key.n, v->nonce.p,
                                       v->nonce.n, v->ad.p[0]) == NARAE_OK);
    REQUIRE(memcmp(work, v->ciphertext.p, bytes) == 0);
    REQUIRE(narae_chacha_crypt_message(work, work, bytes, ROUNDS, v->key.p, v->key.n, v->nonce.p, v->nonce.n,
                                       v->ad.p[0]) == NARAE_OK);
    REQUIRE(memcmp(work, v->plaintext.p, bytes) == 0);
    return 0;
}
