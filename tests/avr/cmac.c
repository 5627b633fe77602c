/* SPDX-License-Identifier: MIT */
/* CMAC over CIPHER. */

#include "check.h"

#include HEADER
#include "narae/cmac.h"

static narae_cmac ctx;

int
check(const vector *v)
{
    REQUIRE(narae_cmac_init(&ctx, &CIPHER, v->key.p, v->key.n) == NARAE_OK);
    REQUIRE(narae_cmac_tag_message(&ctx, tag, v->tag.n, v->plaintext.p, v->plaintext.n) == NARAE_OK);
    REQUIRE(memcmp(tag, v->tag.p, v->tag.n) == 0);
    REQUIRE(narae_cmac_verify_message(&ctx, v->plaintext.p, v->plaintext.n, tag, v->tag.n) == NARAE_OK);
    tag[v->tag.n - 1] ^= 0x80;
    REQUIRE(narae_cmac_verify_message(&ctx, v->plaintext.p, v->plaintext.n, tag, v->tag.n) ==
            NARAE_ERROR_AUTHENTICATION);
    return 0;
}
