/* SPDX-License-Identifier: MIT */
/* See evp.h. */

#include "evp.h"

#include <stdio.h>

#include <openssl/provider.h>

unsigned evp_rounds;
const char *evp_folder;

static OSSL_PROVIDER *narae, *builtin;
static uint64_t state = 20261121;

uint32_t
evp_random(void)
{
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(state >> 33);
}

void
fill(uint8_t *p, size_t n)
{
    while (n-- != 0)
        *p++ = (uint8_t)evp_random();
}

void
evp_start(int argc, char **argv)
{
    if (argc != 3) {
        fprintf(stderr, "usage: %s FOLDER ROUNDS\n", argv[0]);
        exit(2);
    }
    evp_folder = argv[1];
    evp_rounds = (unsigned)atoi(argv[2]);
    OSSL_PROVIDER_set_default_search_path(NULL, evp_folder);
    narae = OSSL_PROVIDER_load(NULL, "narae");
    builtin = OSSL_PROVIDER_load(NULL, "default");
    if (narae == NULL || builtin == NULL) {
        ERR_print_errors_fp(stderr);
        exit(2);
    }
}

void
evp_stop(void)
{
    OSSL_PROVIDER_unload(narae);
    OSSL_PROVIDER_unload(builtin);
}

EVP_CIPHER *
evp_cipher(const char *name, const char *provider)
{
    char query[32];
    EVP_CIPHER *cipher;

    snprintf(query, sizeof query, "provider=%s", provider);
    cipher = EVP_CIPHER_fetch(NULL, name, query);
    if (cipher == NULL)
        fail_msg("no %s in %s", name, provider);
    return cipher;
}

int
evp_pieces(EVP_CIPHER_CTX *ctx, uint8_t *out, const uint8_t *in, size_t n)
{
    int written = 0, last;

    while (n != 0) {
        const size_t piece = evp_random() % 4 == 0 ? n : up_to(n < 70 ? n : 70);

        if (EVP_CipherUpdate(ctx, out + written, &last, in, (int)piece) <= 0)
            return -1;
        written += last;
        in += piece;
        n -= piece;
    }
    if (EVP_CipherFinal_ex(ctx, out + written, &last) <= 0)
        return -1;
    return written + last;
}
