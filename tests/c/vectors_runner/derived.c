/* SPDX-License-Identifier: MIT */
/* What is built on hashes and block ciphers: KBKDF, PBKDF2, and the first request of DRBGs. */

#include "vector.h"

#include <string.h>

#include "narae/drbg.h"
#include "narae/kbkdf.h"
#include "narae/pbkdf2.h"

static int
derived(const vector *v, uint8_t *out)
{
    const narae_kbkdf_input input = {
        .label = v->nonce.p,
        .label_bytes = v->nonce.n,
        .context = v->ad.p,
        .context_bytes = v->ad.n,
        .counter_bytes = 4,
        .length_bytes = 4,
    };
    const narae_hash *hash = hash_of(v);

    if (strcmp(v->mode, "pbkdf2") == 0)
        return narae_pbkdf2(out, v->tag.n, hash, v->message.p, v->message.n, v->nonce.p, v->nonce.n,
                            v->iterations);
    if (hash != NULL)
        return narae_kbkdf_counter_hmac(out, v->tag.n, hash, v->key.p, v->key.n, &input);
    return narae_kbkdf_counter_cmac(out, v->tag.n, v->block_cipher, v->key.p, v->key.n, &input);
}

#define RANDOM(kind, ...)                                                                         \
    static int kind##_random(const vector *v, uint8_t *out)                                       \
    {                                                                                             \
        narae_drbg_##kind drbg;                                                                   \
        int status = narae_drbg_##kind##_init(&drbg, __VA_ARGS__, v->key.p, v->key.n, v->nonce.p, \
                                              v->nonce.n, v->ad.p, v->ad.n);                      \
                                                                                                  \
        if (status == NARAE_OK)                                                                   \
            status = narae_drbg_##kind##_generate(&drbg, out, v->tag.n, NULL, 0);                 \
        return status;                                                                            \
    }

RANDOM(hash, hash_of(v))
RANDOM(hmac, hash_of(v))
RANDOM(ctr, v->block_cipher, v->key.n)

const char *
check_derived(const vector *v)
{
    int (*const random)(const vector *v, uint8_t *out) = strcmp(v->mode, "hash-drbg") == 0   ? hash_random
                                                         : strcmp(v->mode, "hmac-drbg") == 0 ? hmac_random
                                                         : strcmp(v->mode, "ctr-drbg") == 0  ? ctr_random
                                                                                             : derived;
    uint8_t *out = buffer_new(v->tag.n);
    const char *wrong = random(v, out) == NARAE_OK ? NULL : "refused";

    if (wrong == NULL && memcmp(out, v->tag.p, v->tag.n) != 0)
        wrong = "output";
    return buffer_free(out, v->tag.n) ? wrong : "canary";
}
