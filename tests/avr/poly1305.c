/* SPDX-License-Identifier: MIT */
/* Poly1305. */

#include "check.h"

#include "narae/poly1305.h"

int
check(const vector *v)
{
    static narae_poly1305 ctx;

    REQUIRE(narae_poly1305_tag_message(tag, v->key.p, v->plaintext.p, v->plaintext.n) == NARAE_OK);
    REQUIRE(memcmp(tag, v->tag.p, 16) == 0);
    tag[15] ^= 1;
    REQUIRE(narae_poly1305_start(&ctx, v->key.p) == NARAE_OK);
    REQUIRE(narae_poly1305_update(&ctx, v->plaintext.p, v->plaintext.n) == NARAE_OK);
    REQUIRE(narae_poly1305_verify(&ctx, tag, 16) == NARAE_ERROR_AUTHENTICATION);
    return 0;
}
