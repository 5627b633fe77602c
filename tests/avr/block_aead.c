/* SPDX-License-Identifier: MIT */
/* GCM or CCM over CIPHER: MODE. */

#include "aead.h"

#include HEADER
#include "narae/ccm.h"
#include "narae/gcm.h"

static MODE ctx;

static int
seal(const vector *v, uint8_t *out, const uint8_t *in)
{
    return EXPAND(MODE, _seal)(&ctx, out, tag, v->tag.n, v->nonce.p, v->nonce.n, v->ad.p, v->ad.n, in,
                               v->plaintext.n);
}

static int
open(const vector *v, uint8_t *out, const uint8_t *in)
{
    return EXPAND(MODE, _open)(&ctx, out, v->nonce.p, v->nonce.n, v->ad.p, v->ad.n, in, v->ciphertext.n, tag,
                               v->tag.n);
}

int
check(const vector *v)
{
    REQUIRE(EXPAND(MODE, _init)(&ctx, &CIPHER, v->key.p, v->key.n) == NARAE_OK);
    return check_aead(v);
}
