/* SPDX-License-Identifier: MIT */
/* Logs which provider encrypts the records of a TLS connection.
 * Preloaded into `openssl`, it wraps EVP_CipherUpdate() and appends a line for each
 * record to the file PROVIDER_LOG. */

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
    FILE *file = fopen(getenv("PROVIDER_LOG"), "a");

    if (file != NULL) {
        fprintf(file, "%s of %s\n", EVP_CIPHER_get0_name(cipher),
                OSSL_PROVIDER_get0_name(EVP_CIPHER_get0_provider(cipher)));
        fclose(file);
    }
    return real(ctx, out, out_bytes, in, bytes);
}
