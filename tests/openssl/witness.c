/* SPDX-License-Identifier: MIT */
/* Tells which provider's cipher the records of a TLS connection went through.
 * Preloaded into `openssl`, it stands between libssl and libcrypto, and writes
 * one line for each record to the file that WITNESS names. */

#define _GNU_SOURCE

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

#include <openssl/evp.h>
#include <openssl/provider.h>

typedef int update_fn(EVP_CIPHER_CTX *ctx, unsigned char *out, int *out_bytes, const unsigned char *in,
                      int bytes);

int
EVP_CipherUpdate(EVP_CIPHER_CTX *ctx, unsigned char *out, int *out_bytes, const unsigned char *in, int bytes)
{
    update_fn *const real = (update_fn *)(uintptr_t)dlsym(RTLD_NEXT, "EVP_CipherUpdate");
    const EVP_CIPHER *cipher = EVP_CIPHER_CTX_get0_cipher(ctx);
    FILE *file = fopen(getenv("WITNESS"), "a");

    if (file != NULL) {
        fprintf(file, "%s of %s\n", EVP_CIPHER_get0_name(cipher),
                OSSL_PROVIDER_get0_name(EVP_CIPHER_get0_provider(cipher)));
        fclose(file);
    }
    return real(ctx, out, out_bytes, in, bytes);
}
