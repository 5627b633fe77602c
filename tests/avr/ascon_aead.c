/* SPDX-License-Identifier: MIT */
/* An AEAD of the Ascon family: PREFIX. */

#include "aead.h"

#include "narae/ascon.h"

static int
seal(const vector *v, uint8_t *out, const uint8_t *in)
{
    return EXPAND(PREFIX, _seal)(out, tag, v->tag.n, v->key.p, v->nonce.p, v->nonce.n, v->ad.p, v->ad.n, in,
                                 v->plaintext.n);
}

static int
open(const vector *v, uint8_t *out, const uint8_t *in)
{
    return EXPAND(PREFIX, _open)(out, v->key.p, v->nonce.p, v->nonce.n, v->ad.p, v->ad.n, in, v->ciphertext.n,
                                 tag, v->tag.n);
}

int
check(const vector *v)
{
    return check_aead(v);
}
