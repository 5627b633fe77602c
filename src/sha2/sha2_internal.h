/* SPDX-License-Identifier: MIT */
/* Common to the SHA-2 kernels: the constants. */
#ifndef NARAE_SHA2_INTERNAL_H
#define NARAE_SHA2_INTERNAL_H

#include <stddef.h>
#include <stdint.h>

#include "core/flash.h"
#include "core/family.h"

#include NARAE_KERNELS(sha2)
#include "sha2/portable/kernels.h"
#include "narae/sha2.h"

/* The layout of a narae_sha2.  `at` has the state, half a block long, and after it the block under way. */
typedef struct sha2_layout {
    uint64_t bytes;
    void (*compress)(narae_sha2 *ctx, const uint8_t *in, size_t nblocks);
    uint8_t block_bytes, digest_bytes;
    union {
        uint32_t words[48];
        uint64_t long_words[24];
        uint8_t bytes[192];
    } at;
} sha2_layout;

/* The round constants, FIPS 180-4, 4.2.2 and 4.2.3; on AVR in flash. */
extern const uint32_t narae_sha256_constants[64] FLASH_WITHIN(256);
extern const uint64_t narae_sha512_constants[80] FLASH_WITHIN(1024);

#endif
