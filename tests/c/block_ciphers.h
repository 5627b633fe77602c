/* SPDX-License-Identifier: MIT */
/* X-macro of the block ciphers: name in lower and upper case, bytes of a block, and of
 * the keys (0: none).  A test compares the list with lab/ciphers. */
#ifndef NARAE_TEST_BLOCK_CIPHERS_H
#define NARAE_TEST_BLOCK_CIPHERS_H

#include "narae/narae.h"

#include "narae/descriptor.h"

/* clang-format off */
#define BLOCK_CIPHERS(X) \
    X(aes, AES, 16, 16, 24, 32) \
    X(aria, ARIA, 16, 16, 24, 32) \
    X(hight, HIGHT, 8, 16, 0, 0) \
    X(lea, LEA, 16, 16, 24, 32) \
    X(pipo, PIPO, 8, 16, 0, 32) \
    X(seed, SEED, 16, 16, 0, 0)
/* clang-format on */

#define DESCRIPTOR_OF(cipher, CIPHER, block, key1, key2, key3) &narae_##cipher,

/* The descriptors, as initializers of an array. */
#define ALL_BLOCK_CIPHERS BLOCK_CIPHERS(DESCRIPTOR_OF)

/* A cipher whose kernels a test may replace: at first those for this CPU. */
static inline narae_block_cipher
with_own_kernels(const narae_block_cipher *cipher)
{
    narae_block_cipher own = *cipher;

    own.kernels = *narae_kernels_of(cipher);
#if UINTPTR_MAX > 0xffffffffu
    own.best = NULL;
#endif
    return own;
}

#endif
