/* ChaCha and Poly1305. */

#include <string.h>

#include "narae/chacha.h"
#include "narae/poly1305.h"
#include "vector.h"

const char *
check_chacha(const vector *v)
{
    const char *digits = v->cipher + strcspn(v->cipher, "0123456789");
    const unsigned rounds = *digits == '8' ? 8 : *digits == '1' ? 12 : 20;
    const size_t n = v->plaintext.n;
    const char *wrong = NULL;
    narae_chacha_ctx ctx;
    uint8_t *out = buffer_new(n);
    int status = narae_chacha_xor(out, v->plaintext.p, n, rounds, v->key.p, v->key.n, v->nonce.p, v->nonce.n,
                                  v->counter);

    if (v->invalid) {
        wrong = status == NARAE_OK ? "accepted" : NULL;
    } else {
        if (status != NARAE_OK || n != v->ciphertext.n || memcmp(out, v->ciphertext.p, n) != 0)
            wrong = "encryption";
        narae_chacha_start(&ctx, rounds, v->key.p, v->key.n, v->nonce.p, v->nonce.n, v->counter);
        for (size_t done = 0, piece; done < n; done += piece) {
            piece = next_piece(n - done);
            narae_chacha_update(&ctx, out + done, out + done, piece);
        }
        if (memcmp(out, v->plaintext.p, n) != 0)
            wrong = "decryption in pieces";
    }
    return buffer_free(out, n) ? wrong : "canary";
}

const char *
check_poly1305(const vector *v)
{
    const char *wrong = NULL;
    narae_poly1305_ctx ctx;

    if (v->key.n != 32)
        return v->invalid ? NULL : "key refused";

    uint8_t *tag = buffer_new(16);

    narae_poly1305_start(&ctx, v->key.p);
    for (size_t done = 0, piece; done < v->message.n; done += piece) {
        piece = next_piece(v->message.n - done);
        narae_poly1305_update(&ctx, v->message.p + done, piece);
    }

    int status = narae_poly1305_verify(&ctx, v->tag.p, v->tag.n);

    narae_poly1305(tag, v->key.p, v->message.p, v->message.n);
    if ((status == NARAE_OK) == v->invalid)
        wrong = v->invalid ? "accepted in pieces" : "verification in pieces";
    if (!v->invalid && memcmp(tag, v->tag.p, 16) != 0)
        wrong = "tag";
    return buffer_free(tag, 16) ? wrong : "canary";
}
