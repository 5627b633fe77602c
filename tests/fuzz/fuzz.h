/* SPDX-License-Identifier: MIT */
/* Shared by fuzz targets: parameters from the fuzzer's bytes, buffers of exact size, and
 * properties.
 *
 * A target derives sizes, splits and mistakes from its input and checks documented
 * properties: incremental equals one-shot, decryption inverts encryption, a forgery is
 * rejected with zeroed output, an error leaves the output unchanged.  Sanitizers check
 * the rest. */
#ifndef NARAE_FUZZ_H
#define NARAE_FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../c/block_ciphers.h"

#define PROMISE(fact)                                                            \
    do {                                                                         \
        if (!(fact)) {                                                           \
            fprintf(stderr, "%s:%d: not kept: %s\n", __FILE__, __LINE__, #fact); \
            abort();                                                             \
        }                                                                        \
    } while (0)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes);

/* The remaining bytes of the fuzzer, then zeros. */
typedef struct input {
    const uint8_t *p;
    size_t n;
} input;

static inline unsigned
take_byte(input *in)
{
    if (in->n == 0)
        return 0;
    in->n--;
    return *in->p++;
}

/* A number from 0 to `limit`, at most 65535. */
static inline size_t
take_upto(input *in, size_t limit)
{
    size_t x = take_byte(in);

    if (limit > 255)
        x = x << 8 | take_byte(in);
    return x % (limit + 1);
}

enum { UNTOUCHED = 0xc5, MOST_AREAS = 16 };

/* All memory of one input. */
static uint8_t *areas[MOST_AREAS];
static unsigned nareas;

/* Memory of exactly `n` bytes, not null, until free_all(). */
static inline uint8_t *
fresh(size_t n)
{
    uint8_t *p = malloc(n != 0 ? n : 1);

    if (p == NULL || nareas == MOST_AREAS)
        abort();
    areas[nareas++] = p;
    memset(p, UNTOUCHED, n != 0 ? n : 1);
    return p;
}

/* The same filled from the input. */
static inline uint8_t *
take_bytes(input *in, size_t n)
{
    uint8_t *p = fresh(n);
    size_t have = n < in->n ? n : in->n;

    memset(p, 0, n != 0 ? n : 1);
    if (have != 0)
        memcpy(p, in->p, have);
    in->p += have;
    in->n -= have;
    return p;
}

static inline int
free_all(void)
{
    while (nareas != 0)
        free(areas[--nareas]);
    return 0;
}

static inline int
all(const uint8_t *p, unsigned value, size_t n)
{
    while (n-- != 0)
        if (*p++ != value)
            return 0;
    return 1;
}

static inline const narae_block_cipher *
take_cipher(input *in)
{
    static const narae_block_cipher *const ciphers[] = {ALL_BLOCK_CIPHERS};

    return ciphers[take_upto(in, sizeof ciphers / sizeof *ciphers - 1)];
}

/* A key size: mostly one that ciphers have. */
static inline size_t
take_key_bytes(input *in)
{
    static const uint8_t sizes[] = {16, 24, 32, 16, 24, 32, 0, 15};

    return sizes[take_upto(in, 7)];
}

/* `for (EACH_PIECE(at, n, bytes, in))` cuts `bytes` bytes as the input says. */
#define EACH_PIECE(at, n, bytes, in)          \
    size_t at = 0, n = next_piece(in, bytes); \
    at < (bytes) || n != 0;                   \
    at += n, n = next_piece(in, (bytes) - at)

static inline size_t
next_piece(input *in, size_t left)
{
    size_t x = take_byte(in);

    /* zeros, as after the end of the input, take all that is left */
    x = x == 0 ? left : x < 128 ? x : 7 * (x - 128);
    return x < left ? x : left;
}

#endif
