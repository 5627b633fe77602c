/* SPDX-License-Identifier: MIT */
/* X-macro of the hashes: function without narae_, standard's name, bytes of digest and of
 * a block, type of the context. */
#ifndef NARAE_TEST_HASHES_H
#define NARAE_TEST_HASHES_H

#include "narae/descriptor.h"
#include "narae/narae.h"

/* As much memory as SHA-256 needs. */
typedef struct narae_sha256_space {
    uint8_t bytes[NARAE_SHA256_CONTEXT_BYTES];
} narae_sha256_space;

/* clang-format off */
#define HASHES(X) \
    X(sha3_224, "sha3-224", 28, 144, narae_sha3) \
    X(sha3_256, "sha3-256", 32, 136, narae_sha3) \
    X(sha3_384, "sha3-384", 48, 104, narae_sha3) \
    X(sha3_512, "sha3-512", 64, 72, narae_sha3) \
    X(sha224, "sha-224", 28, 64, narae_sha256_space) \
    X(sha256, "sha-256", 32, 64, narae_sha256_space) \
    X(sha384, "sha-384", 48, 128, narae_sha2) \
    X(sha512, "sha-512", 64, 128, narae_sha2) \
    X(sha512_224, "sha-512/224", 28, 128, narae_sha2) \
    X(sha512_256, "sha-512/256", 32, 128, narae_sha2) \
    LSH(X)

#define LSH(X) \
    X(lsh256_224, "lsh-256-224", 28, 128, narae_lsh256) \
    X(lsh256_256, "lsh-256-256", 32, 128, narae_lsh256) \
    X(lsh512_224, "lsh-512-224", 28, 256, narae_lsh512) \
    X(lsh512_256, "lsh-512-256", 32, 256, narae_lsh512) \
    X(lsh512_384, "lsh-512-384", 48, 256, narae_lsh512) \
    X(lsh512_512, "lsh-512-512", 64, 256, narae_lsh512)
/* clang-format on */

#define HASH_DESCRIPTOR(name, text, digest, block, ctx) &narae_##name,

/* The descriptors, as initializers of an array. */
#define ALL_HASHES HASHES(HASH_DESCRIPTOR)

#endif
