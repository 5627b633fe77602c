/* SPDX-License-Identifier: MIT */
/* A test vector, and what every check needs: buffers that notice a stray
 * write, and pieces of random size. */
#ifndef NARAE_VECTOR_H
#define NARAE_VECTOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "narae/descriptor.h"
#include "narae/descriptor.h"

/* A hexadecimal field.  Its memory is exactly as long as its value, so that
 * a sanitizer sees a read past it.  Null if the field is absent; an empty
 * value is not null. */
typedef struct field {
    uint8_t *p;
    size_t n;
} field;

typedef struct vector {
    char id[128], cipher[32], mode[32];
    field key, nonce, ad, plaintext, ciphertext, tag, message, digest, custom, input, output;
    uint64_t counter;
    uint32_t iterations;
    bool invalid;
    const narae_block_cipher *block_cipher; /* null if the cipher is none */
} vector;

/* Reads one line, without its end.  Returns null, or what is wrong with it. */
const char *vector_read(vector *v, char *line);
void vector_free(vector *v);

/* A check answers null if all is well, or a sentence. */
typedef const char *check_fn(const vector *v);

/* A buffer of n bytes between two canaries.  buffer_free tells whether the
 * canaries live. */
uint8_t *buffer_new(size_t n);
bool buffer_free(uint8_t *buffer, size_t n);
bool all_zero(const uint8_t *p, size_t n);

/* The size of the next piece of a message of which `left` bytes remain: often
 * small, sometimes zero, sometimes all.  Repeats from a seed. */
size_t next_piece(size_t left);

/* A call for each `piece` of `n` bytes, of which `done` were before, until an error. */
#define IN_PIECES(n, status, call)                            \
    for (size_t done = 0, piece; done < (n); done += piece) { \
        piece = next_piece((n) - done);                       \
        if ((status) == NARAE_OK)                             \
            (status) = (call);                                \
    }

/* block_modes.c */
check_fn check_block, check_ctr, check_cbc, check_cfb, check_ofb, check_xts, check_kw, check_kwp;
check_fn check_cmac, check_gmac, check_gcm, check_ccm;

/* streams.c, hashes.c, aeads.c */
check_fn check_chacha, check_poly1305;
check_fn check_hash, check_hmac, check_permutation;
const narae_hash *hash_of(const vector *v); /* null if the cipher is none */
check_fn check_chacha20_poly1305, check_ascon_aead128;

/* derived.c */
check_fn check_derived;

#endif
