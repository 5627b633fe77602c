/* SPDX-License-Identifier: MIT */
/* ChaCha20-Poly1305. */

#include "aead.h"

#include "narae/chacha20_poly1305.h"

static int
seal(const vector *v, uint8_t *out, const uint8_t *in)
{
    return narae_chacha20_poly1305_seal(out, tag, v->key.p, v->nonce.p, v->nonce.n, v->ad.p, v->ad.n, in,
                                        v->plaintext.n);
}

static int
open(const vector *v, uint8_t *out, const uint8_t *in)
{
    return narae_chacha20_poly1305_open(out, v->key.p, v->nonce.p, v->nonce.n, v->ad.p, v->ad.n, in,
                                        v->ciphertext.n, tag, v->tag.n);
}

int
check(const vector *v)
{
    return check_aead(v);
}
