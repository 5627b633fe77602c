/* SPDX-License-Identifier: MIT */
/* The provider through EVP, next to OpenSSL's own algorithms.
 *
 *     test_evp_aria FOLDER ROUNDS        10 rounds take half a second, under sanitizers two
 *
 * FOLDER holds narae.so.  All that is random comes from one seed, so a failure
 * repeats. */
#ifndef TESTS_EVP_H
#define TESTS_EVP_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <openssl/err.h>
#include <openssl/evp.h>

extern unsigned evp_rounds;
extern const char *evp_folder;

/* Takes the arguments and loads both providers; ends the program if it cannot. */
void evp_start(int argc, char **argv);
void evp_stop(void);

/* Fetches `name` from "narae" or "default". */
EVP_CIPHER *evp_cipher(const char *name, const char *provider);

uint32_t evp_random(void);

static inline size_t
up_to(size_t most)
{
    return evp_random() % (most + 1);
}

/* 0 to `most`, and small in half of the cases. */
static inline size_t
some_bytes(size_t most)
{
    return up_to(evp_random() % 2 == 0 ? most : most < 40 ? most : 40);
}

void fill(uint8_t *p, size_t n);

/* `n` bytes by updates of random sizes, in or out of place; returns what was
 * written, final included, or -1 if a call failed.  An AEAD's final writes
 * nothing. */
int evp_pieces(EVP_CIPHER_CTX *ctx, uint8_t *out, const uint8_t *in, size_t n);

#endif
