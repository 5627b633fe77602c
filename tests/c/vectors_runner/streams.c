/* SPDX-License-Identifier: MIT */
/* Stream ciphers and one-time authenticators. */

#include "vector.h"

#include <stdlib.h>
#include <string.h>

#include "narae/chacha.h"
#include "narae/poly1305.h"

const char *
check_chacha(const vector *v)
{
    /* chacha20 chacha12 chacha8, with an x before it or not */
    const unsigned rounds = (unsigned)atoi(strstr(v->cipher, "chacha") + strlen("chacha"));
    const size_t n = v->plaintext.n;
    uint8_t *out = buffer_new(n);
    const char *wrong = NULL;
    narae_chacha ctx;

    if (narae_chacha_crypt_message(out, v->plaintext.p, n, rounds, v->key.p, v->key.n, v->nonce.p, v->nonce.n,
                                   v->counter) != NARAE_OK ||
        memcmp(out, v->ciphertext.p, n) != 0)
        wrong = "encryption";
    int status = narae_chacha_start(&ctx, rounds, v->key.p, v->key.n, v->nonce.p, v->nonce.n, v->counter);
    IN_PIECES(n, status, narae_chacha_crypt(&ctx, out + done, out + done, piece))
    if (status != NARAE_OK || memcmp(out, v->plaintext.p, n) != 0)
        wrong = "decryption in pieces";
    narae_chacha_clear(&ctx);
    return buffer_free(out, n) ? wrong : "canary";
}

const char *
check_poly1305(const vector *v)
{
    narae_poly1305 ctx;
    uint8_t tag[16];

    if (narae_poly1305_tag_message(tag, v->key.p, v->message.p, v->message.n) != NARAE_OK ||
        memcmp(tag, v->tag.p, 16) != 0)
        return "tag";
    int status = narae_poly1305_start(&ctx, v->key.p);
    IN_PIECES(v->message.n, status, narae_poly1305_update(&ctx, v->message.p + done, piece))
    if (status == NARAE_OK)
        status = narae_poly1305_verify(&ctx, v->tag.p, v->tag.n);
    return status == NARAE_OK ? NULL : "verification in pieces";
}
