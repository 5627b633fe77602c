/* SPDX-License-Identifier: MIT */
/* CBC over CIPHER, with padding. */

#include "check.h"

#include HEADER
#include "narae/cbc.h"

static narae_cbc ctx;

int
check(const vector *v)
{
    size_t n;

    REQUIRE(narae_cbc_init(&ctx, &CIPHER, v->key.p, v->key.n) == NARAE_OK);
    memcpy(work, v->plaintext.p, v->plaintext.n);
    REQUIRE(narae_cbc_encrypt_message(&ctx, work, &n, v->nonce.p, v->nonce.n, NARAE_CBC_PKCS7, work,
                                      v->plaintext.n) == NARAE_OK);
    REQUIRE(n == v->ciphertext.n && memcmp(work, v->ciphertext.p, n) == 0);
    REQUIRE(narae_cbc_decrypt_message(&ctx, work, &n, v->nonce.p, v->nonce.n, NARAE_CBC_PKCS7, work, n) ==
            NARAE_OK);
    REQUIRE(n == v->plaintext.n && memcmp(work, v->plaintext.p, n) == 0);
    return 0;
}
